"""A comparison as JSON: the record with its measures by name."""

from __future__ import annotations

import orjson

from engine.fingerprint import JsonValue
from engine.models.diff import GroupDifference, MeasureDifference, RunDiff
from engine.models.report import Comparison


def diff_json(diff: RunDiff) -> dict[str, JsonValue]:
    """Return a run difference as JSON, its measures and those of its groups by name."""
    value: dict[str, JsonValue] = diff.model_dump(mode="json", exclude={"measures", "rollups"})
    value["measures"] = _by_name(diff.measures)
    value["rollups"] = {
        rollup.by.value: {
            "groups": [_group(group) for group in rollup.groups],
            "left_out": rollup.left_out,
        }
        for rollup in diff.rollups
    }
    return value


def to_json(comparison: Comparison) -> str:
    """Return the comparison as indented JSON, with what the gate says when it was asked."""
    value = diff_json(comparison.diff)
    if comparison.outcome is not None:
        value["gate"] = comparison.outcome.model_dump(mode="json")
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def _group(group: GroupDifference) -> dict[str, JsonValue]:
    value: dict[str, JsonValue] = group.model_dump(mode="json", exclude={"measures"})
    value["measures"] = _by_name(group.measures)
    return value


def _by_name(measures: tuple[MeasureDifference, ...]) -> dict[str, JsonValue]:
    return {each.name: each.model_dump(mode="json", exclude={"name"}) for each in measures}
