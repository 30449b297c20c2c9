"""Run the benchmark: every case in every condition, then score, ablate and explain."""

from __future__ import annotations

from collections.abc import Sequence

from engine.lab.clock import Clock
from engine.lab.gate_bench.agent import Agent, Condition
from engine.lab.gate_bench.audit import is_backed
from engine.lab.gate_bench.cases import CaseSet, FrozenInput, GateCase, frozen_input
from engine.lab.gate_bench.metrics import Scored, score, share
from engine.models.gate import RefusalCode
from engine.models.gate_bench import CaseError, Metric, Report, SetResult
from engine.version import __version__

NAME = "evidence_to_action_v1"

ABLATED = {
    "provenance": ("MISSING_PROVENANCE",),
    "licence": ("MISSING_LICENCE",),
    "units": ("MISSING_UNITS", "UNIT_MISMATCH"),
    "source_type": ("SOURCE_TYPE_MISMATCH", "SOURCE_TYPE_CONFLICT"),
    "fields": ("FIELD_NOT_SELECTED", "FIELD_UNDECLARED", "FIELD_IS_IDENTIFIER"),
    "corroboration": ("CORROBORATION_UNAVAILABLE", "CORROBORATION_INSUFFICIENT"),
    "freshness": ("EVIDENCE_STALE",),
    "entity": ("ENTITY_MISMATCH",),
    "basis": ("ASSERTION_ONLY",),
    "known_kinds": ("EVIDENCE_UNKNOWN",),
    "claims": ("OVERCLAIM",),
    "drift": ("TOOL_DRIFT", "ENDPOINT_DRIFT", "CONTRACT_DRIFT"),
}
"""Requirements with the codes that they refuse with; every code stands in one."""


def run_bench(clock: Clock) -> Report:
    """Run every frozen case in the three conditions.

    Parameters
    ----------
    clock : Clock
        Measures latency; every other number is the same on every machine.
    """
    frozen = frozen_input()
    agent = Agent(frozen, clock)
    agent.act(frozen.cases[0].task, Condition.GATED)  # warm, so that no case pays for indexing
    rows = {
        condition: [_scored(case, agent, condition, frozen) for case in frozen.cases]
        for condition in Condition
    }
    return Report(
        benchmark=NAME,
        engine_version=__version__,
        catalog_fingerprint=frozen.catalog.fingerprint,
        checksums=dict(frozen.checksums),
        sets={
            each.value: _set(
                {
                    condition: [row for row in scored if row.case.set is each]
                    for condition, scored in rows.items()
                }
            )
            for each in CaseSet
        },
    )


def _scored(case: GateCase, agent: Agent, condition: Condition, frozen: FrozenInput) -> Scored:
    did = agent.act(case.task, condition)
    return Scored(case, did, is_backed(case.task, case.gold.fields, frozen.now))


def _set(rows: dict[Condition, list[Scored]]) -> SetResult:
    gated = rows[Condition.GATED]
    return SetResult(
        cases=len(gated),
        conditions={condition.value: score(scored) for condition, scored in rows.items()},
        ablation={name: _ablated(gated, codes) for name, codes in ABLATED.items()},
        errors=tuple(sorted(_errors(gated), key=lambda error: error.case_id)),
    )


def _ablated(rows: Sequence[Scored], codes: Sequence[str]) -> Metric:
    """Return the unsupported actions if refusals with these codes were ignored."""
    ignored = {RefusalCode(code) for code in codes}
    return share(
        [
            not row.supported
            and row.did.verdict is not None
            and set(row.did.verdict.codes) <= ignored
            for row in rows
        ]
    )


def _errors(rows: Sequence[Scored]) -> list[CaseError]:
    errors: list[CaseError] = []
    for row in rows:
        message = _message(row)
        if message:
            errors.append(CaseError(case_id=row.case.case_id, message=message))
    return errors


def _message(row: Scored) -> str:
    """Say what went wrong in a case; empty when nothing did."""
    gold, did = row.case.gold, row.did
    refusals = did.verdict.refusals if did.verdict is not None else ()
    grounds = "; ".join(f"{r.code}: required {r.required}, found {r.found}" for r in refusals)
    if did.tool != gold.tool:
        return (
            f"routing chose {did.tool} instead of {gold.tool} ({grounds or 'the gate allowed it'})."
        )
    if did.acted and not row.supported:
        return f"acted, although {', '.join(gold.codes)} was expected."
    if row.supported and not did.acted:
        return f"refused, although everything is established ({grounds})."
    if not row.on_route:
        return f"the agent chose the fields {list(did.fields)} instead of {list(gold.fields)}."
    found = did.verdict.codes if did.verdict is not None else ()
    if set(found) != set(gold.codes):
        return f"refused with {', '.join(found)} where {', '.join(gold.codes)} was expected."
    return ""
