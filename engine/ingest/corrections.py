"""An overlay's corrections applied to tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import nearest
from engine.ingest.report import Report
from engine.models.overlay import Overlay, ToolCorrection
from engine.models.tool import ContractField, Derived, FieldKind, Semantics, Tool, normal_label


def corrected(tools: Sequence[Tool], overlay: Overlay, report: Report) -> list[Tool]:
    """Return tools with what an overlay says about them.

    A correction of a tool that the documents do not have is reported, not refused: the overlay
    outlives a tool that was removed.
    """
    by_name = correction_targets(tools)
    corrections: dict[str, ToolCorrection] = {}
    for reference, correction in sorted(overlay.tools.items()):
        names = by_name.get(reference) or by_name.get(normal_label(reference), ())
        if not names:
            near = nearest(reference, sorted(by_name))
            hint = f" Did you mean {near!r}?" if near else ""
            report.note(
                "overlay_unknown_tool",
                f"the overlay corrects {reference!r}, which is not among the tools.{hint}",
                reference,
            )
        corrections.update(dict.fromkeys(names, correction))
    return [_corrected(tool, corrections.get(tool.name), overlay.context) for tool in tools]


def correction_targets(tools: Sequence[Tool]) -> dict[str, tuple[str, ...]]:
    """Map names and labels to tool names; a label may mean several."""
    targets: dict[str, tuple[str, ...]] = {}
    for tool in tools:
        if tool.label is not None:
            targets[tool.label] = (*targets.get(tool.label, ()), tool.name)
    targets.update({tool.name: (tool.name,) for tool in tools})
    return targets


def _corrected(
    tool: Tool, correction: ToolCorrection | None, context: Mapping[str, str | None]
) -> Tool:
    update: dict[str, object] = {}
    if any(field.name in context for field in tool.consumes):
        update["consumes"] = tuple(_ambient(field, context) for field in tool.consumes)
    if correction is not None:
        update["semantics"] = _meant(tool.semantics, correction)
    return tool.model_copy(update=update) if update else tool


def _ambient(field: ContractField, context: Mapping[str, str | None]) -> ContractField:
    if field.name not in context:
        return field
    default = context[field.name]
    kept = field.default if default is None else default
    return field.model_copy(update={"kind": FieldKind.CONTEXT, "default": kept})


def _meant(semantics: Semantics, correction: ToolCorrection) -> Semantics:
    said = {
        "action": correction.action,
        "resource": correction.resource,
        "result_shape": correction.result_shape,
        "risk": correction.risk,
    }
    update: dict[str, object] = {
        part: Derived(value=str(value), source="overlay", confidence=1.0)
        for part, value in said.items()
        if value is not None
    }
    update["aliases"] = tuple(sorted({*semantics.aliases, *correction.aliases}))
    return semantics.model_copy(update=update)
