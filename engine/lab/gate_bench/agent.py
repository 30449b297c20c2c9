"""The deterministic agent: how it proposes a call in each condition, and when it acts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.gate.evaluate import evaluate
from engine.gate.identity import endpoint_fingerprint
from engine.lab.clock import Clock
from engine.lab.gate_bench.cases import FrozenInput, GateTask, PlannedAgainst
from engine.models.contract import EvidenceContract
from engine.models.gate import GateVerdict, ProposedCall
from engine.models.run import Channel
from engine.models.tool import Tool
from engine.retrieval.retriever import Retriever
from engine.selection.selector import select_target_candidate
from engine.text.identifiers import split_identifier

TOP_K = 5
CHARACTERS_PER_TOKEN = 4


class Condition(StrEnum):
    """How the agent comes to act."""

    VANILLA = "vanilla"
    ROUTING = "routing"
    GATED = "gated"


class Behaviour(NamedTuple):
    """What the agent did in one case."""

    tool: str
    fields: tuple[str, ...]
    """As proposed, sorted: JSON paths, and names of fields that do not exist."""

    acted: bool
    schema_valid: bool
    """Whether the proposed arguments are what the tool takes."""

    verdict: GateVerdict | None
    """None without a gate."""

    latency_ms: float
    tokens: int
    """What was put before the agent besides the task, at four characters a token."""


class Agent:
    """Acts on tasks over one catalog.

    Parameters
    ----------
    frozen : FrozenInput
        Its catalog and its time; the gold is not looked at.
    clock : Clock
        Measures latency; nothing else depends on it.
    """

    def __init__(self, frozen: FrozenInput, clock: Clock) -> None:
        self._catalog = frozen.catalog
        self._now = frozen.now
        self._clock = clock
        self._retriever = Retriever(frozen.catalog)
        listing = "\n".join(f"{tool.name}: {tool.text}" for tool in frozen.catalog.tools)
        self._listing_tokens = len(listing) // CHARACTERS_PER_TOKEN

    def act(self, task: GateTask, condition: Condition) -> Behaviour:
        """Do a task under a condition."""
        started = self._clock.elapsed_ms()
        words = set(split_identifier(task.query))
        if condition is Condition.VANILLA:
            tool, tokens = self._by_name(words), self._listing_tokens
            fields = tuple(sorted({field.json_path for field in tool.produces}))
        else:
            tool, tokens = self._routed(task.query)
            fields = _named_fields(tool, words)
        fields = tuple(sorted({*fields, *task.extra_fields}))
        call = self._call(task, tool, fields)
        verdict: GateVerdict | None = None
        if condition is Condition.GATED:
            verdict = evaluate(
                call,
                task.contract,
                self._catalog.by_name.get(task.contract.tool),
                task.evidence,
                now=self._now,
                aggregation=task.aggregation,
            )
            shown = verdict.model_dump_json(include={"permission", "refusals"})
            tokens += len(shown) // CHARACTERS_PER_TOKEN
        return Behaviour(
            tool=tool.name,
            fields=fields,
            acted=verdict is None or verdict.allowed,
            schema_valid=_takes(tool, call.arguments),
            verdict=verdict,
            latency_ms=self._clock.elapsed_ms() - started,
            tokens=tokens,
        )

    def _by_name(self, words: set[str]) -> Tool:
        """Pick the tool whose name shares most words with the task; the shorter name, then a-z."""

        def standing(tool: Tool) -> tuple[int, int, str]:
            name = split_identifier(tool.name)
            return (-len(words.intersection(name)), len(name), tool.name)

        return min(self._catalog.tools, key=standing)

    def _routed(self, query: str) -> tuple[Tool, int]:
        ranking = self._retriever.retrieve(query, top_k=TOP_K, channels=Channel.LEXICAL)
        selection = select_target_candidate(
            query, ranking.names, self._catalog.by_name, ranking.results
        )
        chosen = selection.selected_target or self._catalog.tools[0].name
        return self._catalog.by_name[chosen], ranking.stats.token_budget_used

    def _call(self, task: GateTask, tool: Tool, fields: Sequence[str]) -> ProposedCall:
        taken = {field.name for field in tool.consumes}
        call = ProposedCall(
            tool=tool.name,
            fields=tuple(fields),
            arguments={name: value for name, value in task.entities.items() if name in taken},
            claims=task.claims,
        )
        if task.planned_against is None:
            return call
        planned = _as_planned(tool, task.planned_against)
        asked = task.contract
        if task.planned_against is PlannedAgainst.EARLIER_CONTRACT:
            asked = EvidenceContract(name=asked.name, tool=asked.tool)
        return call.model_copy(
            update={
                "tool_fingerprint": planned.fingerprint,
                "endpoint_fingerprint": endpoint_fingerprint(planned),
                "contract_fingerprint": asked.fingerprint,
            }
        )


def _named_fields(tool: Tool, words: set[str]) -> tuple[str, ...]:
    """Return the fields all of whose words stand in the task."""
    return tuple(
        sorted(
            {
                field.json_path
                for field in (*tool.consumes, *tool.produces)
                if words.issuperset(split_identifier(field.name))
            }
        )
    )


def _as_planned(tool: Tool, version: PlannedAgainst) -> Tool:
    """Return the tool as it was; built anew, since a copy keeps its fingerprint."""
    content = tool.model_dump()
    if version is PlannedAgainst.EARLIER_TOOL:
        content["description"] = "An earlier text."
    if version is PlannedAgainst.EARLIER_ENDPOINT:
        content["produces"] = content["produces"][1:]
    return Tool.model_validate(content)


def _takes(tool: Tool, arguments: dict[str, str]) -> bool:
    """Whether every required input is given, no other one is, and numbers are numbers."""
    inputs = {field.name: field for field in tool.consumes}
    if not arguments.keys() <= inputs.keys():
        return False
    if any(field.required and field.name not in arguments for field in tool.consumes):
        return False
    return all(
        _fits(inputs[name].type, inputs[name].enum, value) for name, value in arguments.items()
    )


def _fits(kind: str, allowed: Sequence[str], value: str) -> bool:
    if allowed and value not in allowed:
        return False
    if kind not in ("number", "integer"):
        return True
    try:
        number = float(value)
    except ValueError:
        return False
    return kind == "number" or number.is_integer()
