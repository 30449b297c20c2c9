"""A second opinion on provenance, written apart from the gate; the two share no rule.

The gate must not be the judge of its own actions. This audit answers one narrower question, for any
condition: had everything that the contract requires a source that may be believed?
"""

from __future__ import annotations

from datetime import datetime

from engine.lab.gate_bench.cases import GateTask
from engine.models.contract import EvidenceItem, EvidenceRequirements


def is_backed(task: GateTask, fields: tuple[str, ...], now: datetime) -> bool:
    """Whether evidence backs what the task's contract requires for these fields.

    Parameters
    ----------
    task : GateTask
        With its contract and everything that is known.
    fields : tuple of str
        JSON paths that the agent uses.
    now : datetime
        When it acts.
    """
    names = [field.removeprefix("$.") for field in fields]
    data = [name for name in names if not name.endswith("Id")]
    contract = task.contract
    if not _all_backed(task, contract.requirements, data, now):
        return False
    for name, requirements in contract.fields.items():
        needs = requirements.model_dump(exclude_defaults=True)
        if name not in names or (needs and name not in data):
            return False
        if not _all_backed(task, requirements, [name], now):
            return False
    return _is_corroborated(task, data)


def _all_backed(
    task: GateTask, asked: EvidenceRequirements, names: list[str], now: datetime
) -> bool:
    wanted: dict[str, set[str] | None] = {}
    if asked.licence or asked.licences:
        wanted["licence"] = set(asked.licences) or None
    if asked.units or asked.unit:
        wanted["units"] = {asked.unit} if asked.unit else None
    if asked.source_type:
        wanted["source_type"] = {asked.source_type}
    if asked.provenance or ((asked.max_age or asked.entity) and not wanted):
        wanted["provenance"] = None
    for kind, accepted in wanted.items():
        said = [
            item for item in task.evidence if _is_of(item, kind) and _counts(item, task, asked, now)
        ]
        about_tool = [item for item in said if item.field is None and kind != "units"]
        about_field = {name: [item for item in said if item.field == name] for name in names}
        everything = about_tool + [item for items in about_field.values() for item in items]
        values = {str(item.value).strip() for item in everything}
        if accepted is not None and not values <= accepted:
            return False
        if kind == "units" and any(
            len({i.value for i in items}) > 1 for items in about_field.values()
        ):
            return False
        standing = [item for item in everything if not item.withdrawn]
        covered = {item.field for item in standing}
        by_fields = bool(names) and all(name in covered for name in names)
        if not (None in covered or by_fields):
            return False
    return True


def _is_of(item: EvidenceItem, kind: str) -> bool:
    return item.kind == kind and (kind == "provenance" or bool(str(item.value or "").strip()))


def _counts(item: EvidenceItem, task: GateTask, asked: EvidenceRequirements, now: datetime) -> bool:
    believed = (item.origin, item.basis) in {
        ("operator", "declared"),
        ("operator", "observed"),
        ("runtime", "observed"),
    }
    if not believed or (item.valid_until is not None and item.valid_until <= now):
        return False
    if item.observed_at is not None and item.observed_at > now:
        return False
    if asked.max_age and (item.observed_at is None or now - item.observed_at > asked.max_age):
        return False
    return not asked.entity or item.entity == task.entities.get(asked.entity, object())


def _is_corroborated(task: GateTask, names: list[str]) -> bool:
    asked = task.contract.corroboration
    if asked.minimum == 1:
        return True
    boundary = task.aggregation
    if boundary is None or boundary.independence_key != asked.independence_key:
        return False
    for name in names:
        seen = [
            item
            for item in task.evidence
            if item.field == name and item.kind == "provenance" and item.origin == "runtime"
        ]
        numbers = [float(item.value) for item in seen if isinstance(item.value, int | float)]
        groups = {boundary.groups[item.source] for item in seen if item.source in boundary.groups}
        if len(groups) < asked.minimum or max(numbers) - min(numbers) > asked.tolerance:
            return False
    return True
