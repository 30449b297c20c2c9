"""The readiness report: what an author should look at before relying on a catalog."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.graph.field_words import IDENTIFIERS, field_words
from engine.graph.look_alikes import find_look_alikes
from engine.graph.tool_graph import ToolGraph
from engine.models.catalog import Catalog
from engine.models.readiness import (
    Finding,
    LookAlikes,
    ReadinessCode,
    ReadinessReport,
    ToolFindings,
)
from engine.models.tool import ContractField, FieldKind, Location, Tool

EXAMPLES = 5
"""How many tools a finding names."""

LONGEST_NAME = 64
"""Characters that model providers accept in a tool's name."""

Applies = Mapping[str, str]
"""Tool name to the place in it that a finding is about; the place may be empty."""


class _Check(NamedTuple):
    """One kind of finding."""

    message: str
    """With ``{count}`` and ``{considered}``."""

    remedy: str
    applies: Callable[[_Subject], Applies]


class _Subject:
    """What the checks look at, each part worked out once."""

    def __init__(self, catalog: Catalog, graph: ToolGraph) -> None:
        self.tools = catalog.tools
        self.graph = graph
        self.look_alikes: tuple[LookAlikes, ...] = find_look_alikes(catalog.tools)


def assess_readiness(catalog: Catalog, graph: ToolGraph) -> ReadinessReport:
    """Return what may keep a catalog's tools from being found, told apart, planned and gated.

    Parameters
    ----------
    catalog : Catalog
        The tools.
    graph : ToolGraph
        Their graph, as :func:`engine.graph.build.build_graph` makes it.

    Returns
    -------
    ReadinessReport
        Each finding with count, share of the tools, examples and remedy. A finding is a hint, not
        an error: a catalog with findings can be used.
    """
    subject = _Subject(catalog, graph)
    findings: list[Finding] = []
    codes: dict[str, list[ReadinessCode]] = defaultdict(list)
    for code, check in _CHECKS.items():
        applies = check.applies(subject)
        for name in applies:
            codes[name].append(code)
        if applies:
            findings.append(_finding(code, check, applies, len(catalog.tools)))
    return ReadinessReport(
        catalog_fingerprint=catalog.fingerprint,
        tools=len(catalog.tools),
        ready=len(catalog.tools) - len(codes),
        findings=tuple(findings),
        by_tool=tuple(ToolFindings(name=name, codes=tuple(codes[name])) for name in sorted(codes)),
        look_alikes=subject.look_alikes,
        graph=graph.summary,
    )


def _finding(code: ReadinessCode, check: _Check, applies: Applies, considered: int) -> Finding:
    count = len(applies)
    shown = sorted(applies)[:EXAMPLES]
    return Finding(
        code=code,
        message=check.message.format(count=count, considered=considered),
        count=count,
        considered=considered,
        share=round(count / considered, 4),
        examples=tuple(f"{name} ({place})" if (place := applies[name]) else name for name in shown),
        remedy=check.remedy,
    )


def _where(test: Callable[[Tool], bool]) -> Callable[[_Subject], Applies]:
    """Make a check of a question about one tool alone."""
    return lambda subject: {tool.name: "" for tool in subject.tools if test(tool)}


def _duplicates(subject: _Subject) -> Applies:
    texts = {tool.name: " ".join(tool.text.lower().split()) for tool in subject.tools}
    counts = Counter(texts.values())
    return {name: "" for name, text in texts.items() if text and counts[text] > 1}


def _untyped(subject: _Subject) -> Applies:
    return {
        tool.name: f"{len(untyped)} of {len(fields)} fields"
        for tool in subject.tools
        if (fields := (*tool.consumes, *tool.produces))
        and (untyped := [field for field in fields if field.type == "unknown"])
    }


def _dead_ends(subject: _Subject) -> Applies:
    return {
        tool.name: ", ".join(sorted(unfilled))
        for tool in subject.tools
        if (unfilled := _unfilled(tool, subject.graph))
    }


def _unfilled(tool: Tool, graph: ToolGraph) -> frozenset[str]:
    """Return the names of required identifiers that no edge fills."""
    filled = {taken for edge in graph.producers_of(tool.name) for _, taken in edge.fields}
    return frozenset(
        field.name
        for field in tool.consumes
        if _must_be_given(field) and field.json_path not in filled
    )


def _must_be_given(field: ContractField) -> bool:
    if not field.required or field.kind is not FieldKind.DATA or field.enum:
        return False
    words = field_words(field.name)
    return field.location is Location.PATH or (bool(words) and words[-1] in IDENTIFIERS)


def _isolated(subject: _Subject) -> Applies:
    joined = {name for edge in subject.graph.edges for name in (edge.source, edge.target)}
    return {tool.name: "" for tool in subject.tools if tool.name not in joined}


def _look_alikes(subject: _Subject) -> Applies:
    return {name: "" for group in subject.look_alikes for name in group.tools}


def _same_meaning(subject: _Subject) -> Applies:
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for tool in subject.tools:
        meaning = tool.semantics
        parts = (
            meaning.action.value,
            meaning.resource.value,
            meaning.result_shape.value,
            meaning.path_module.value,
            tool.source,
        )
        if "unknown" not in parts[:2]:
            groups[parts].append(tool.name)
    return {
        name: f"with {_first_other(name, group)}"
        for group in groups.values()
        if len(group) > 1
        for name in group
    }


def _first_other(name: str, group: Sequence[str]) -> str:
    others: Iterable[str] = (other for other in group if other != name)
    return min(others)


_CHECKS: dict[ReadinessCode, _Check] = {
    ReadinessCode.EMPTY_DESCRIPTION: _Check(
        "{count:,} of {considered:,} tools have neither a title nor a description.",
        "Describe in a sentence what the tool does and when to use it.",
        _where(lambda tool: not tool.text.strip()),
    ),
    ReadinessCode.DUPLICATE_DESCRIPTION: _Check(
        "{count:,} of {considered:,} tools share their text with another tool.",
        "Say in each text what sets the tool apart.",
        _duplicates,
    ),
    ReadinessCode.MISSING_RESPONSE_SCHEMA: _Check(
        "{count:,} of {considered:,} tools do not describe a single field of their answer.",
        "Describe the answer's schema, so that its fields can feed other tools.",
        _where(lambda tool: not tool.produces),
    ),
    ReadinessCode.UNTYPED_FIELDS: _Check(
        "{count:,} of {considered:,} tools have fields whose type their document does not say.",
        "Give every field a type.",
        _untyped,
    ),
    ReadinessCode.UNKNOWN_ACTION: _Check(
        "It is unknown what {count:,} of {considered:,} tools do.",
        "Start the name or the text with a verb, or name the action in an overlay.",
        _where(lambda tool: tool.semantics.action.value == "unknown"),
    ),
    ReadinessCode.UNASSIGNED_RESOURCE: _Check(
        "It is unknown what {count:,} of {considered:,} tools act on.",
        "Name the thing in the path, the name or a tag, or name the resource in an overlay.",
        _where(lambda tool: tool.semantics.resource.value == "unknown"),
    ),
    ReadinessCode.UNKNOWN_RISK: _Check(
        "It is unknown whether {count:,} of {considered:,} tools change anything.",
        "Give annotations (read-only, destructive), or name the action in an overlay.",
        _where(lambda tool: tool.semantics.risk.value == "unknown"),
    ),
    ReadinessCode.DEAD_END: _Check(
        "{count:,} of {considered:,} tools require an identifier that no tool of the catalog "
        "gives.",
        "Add the tool that finds it, pair the two in an overlay, or expect it from the caller.",
        _dead_ends,
    ),
    ReadinessCode.ISOLATED: _Check(
        "No edge joins {count:,} of {considered:,} tools with another tool.",
        "Check names and schemas, or pair them in an overlay if they do belong together.",
        _isolated,
    ),
    ReadinessCode.LOOK_ALIKE: _Check(
        "The names of {count:,} of {considered:,} tools differ from another's in one word only.",
        "Make the texts say what the differing word means, and add cases for these pairs.",
        _look_alikes,
    ),
    ReadinessCode.SAME_MEANING: _Check(
        "{count:,} of {considered:,} tools share action, resource, shape and module with another.",
        "Say in the texts when to use which, or refine the resource in an overlay.",
        _same_meaning,
    ),
    ReadinessCode.LONG_NAME: _Check(
        "The names of {count:,} of {considered:,} tools are longer than 64 characters.",
        "Shorten them: model providers refuse or cut longer names.",
        _where(lambda tool: len(tool.name) > LONGEST_NAME),
    ),
    ReadinessCode.DEPRECATED: _Check(
        "{count:,} of {considered:,} tools are deprecated.",
        "Leave them out if their successors are in the catalog.",
        _where(lambda tool: tool.deprecated),
    ),
}
