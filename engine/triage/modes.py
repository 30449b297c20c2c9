"""Known ways in which retrieval with evidence disappoints, recognised in stored results.

A failure says *where* a case went wrong. A mode says what kind of trouble it looks like; several
may hold at once, also for a case that passes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.models.candidate import SemanticEvidence
from engine.models.diff import CaseChange, Comparability
from engine.models.failure import FailureReason
from engine.models.run import CaseResult

MANY_PRODUCERS = 10
"""From this many producers of one input on, its edges say little."""

_MISSED = (FailureReason.NO_CANDIDATES, FailureReason.NOT_RETRIEVED, FailureReason.LOW_RANK)
_ASKED = (FailureReason.MISSING_REQUIRED_ARGUMENT, FailureReason.ENUM_REQUIRED)
_REBUILT = ("engine", "catalog", "graph", "encoder", "evidence_format")


class Seen(NamedTuple):
    """What a mode is recognised in."""

    result: CaseResult
    change: CaseChange | None = None
    """The case's change from a baseline, when there is one."""

    comparability: Comparability | None = None


class FailureMode(NamedTuple):
    """One kind of trouble."""

    code: str
    symptom: str
    cause: str
    inspect: tuple[str, ...]
    holds: Callable[[Seen], bool]


def _wrong_scores_high(seen: Seen) -> bool:
    result = seen.result
    chosen = next(
        (c for c in result.candidates if c.name == result.selection.selected_target), None
    )
    return (
        result.failure is not None
        and result.rank is not None
        and chosen is not None
        and chosen.rank < result.rank
    )


def _target_missing(seen: Seen) -> bool:
    return seen.result.failure is not None and seen.result.failure.reason in _MISSED


def _producer_missing(seen: Seen) -> bool:
    failure = seen.result.failure
    return (
        failure is not None and failure.reason in _ASKED and failure.evidence.get("producers") == 0
    )


def _too_many_producers(seen: Seen) -> bool:
    plan = seen.result.plan
    return plan is not None and any(i.producers >= MANY_PRODUCERS for i in plan.inputs)


def _override_refused(seen: Seen) -> bool:
    assessment = seen.result.selection.override_assessment
    return assessment.evaluated and not assessment.allowed


def _evidence_empty(seen: Seen) -> bool:
    candidates = seen.result.candidates
    return bool(candidates) and all(
        candidate.semantic_evidence == SemanticEvidence() and not candidate.edge_evidence
        for candidate in candidates
    )


def _evidence_changed(seen: Seen) -> bool:
    if seen.change is None or seen.comparability is None or not seen.change.signals:
        return False
    return any(difference.what in _REBUILT for difference in seen.comparability.differences)


MODES: tuple[FailureMode, ...] = (
    FailureMode(
        "wrong_target_scores_high",
        "A wrong target has a high score.",
        "Noisy text, or a tie between siblings.",
        ("score_breakdown", "semantic_evidence.shape_match"),
        _wrong_scores_high,
    ),
    FailureMode(
        "target_missing",
        "The correct target is missing.",
        "Weak metadata or missing aliases.",
        (
            "semantic_evidence.canonical_action",
            "semantic_evidence.primary_resource",
            "semantic_evidence.path_module",
        ),
        _target_missing,
    ),
    FailureMode(
        "producer_missing",
        "No tool of the catalog produces a required input.",
        "A gap in the extracted contracts.",
        ("api_contract.consumes", "api_contract.produces"),
        _producer_missing,
    ),
    FailureMode(
        "too_many_producers",
        "Very many tools produce a required input.",
        "A broad data-flow edge, or a context field that was taken for data.",
        ("edge_evidence", "api_contract.kind"),
        _too_many_producers,
    ),
    FailureMode(
        "override_refused",
        "The selector refused to override the model.",
        "An insufficient margin, or risk or policy in the way.",
        ("selection.rank_signals", "selection.override_assessment"),
        _override_refused,
    ),
    FailureMode(
        "evidence_empty",
        "The candidates carry no evidence.",
        "The case or the run left evidence out.",
        ("case.capture_evidence",),
        _evidence_empty,
    ),
    FailureMode(
        "evidence_changed",
        "The evidence changed after a rebuild.",
        "The catalog, the graph, the encoder or the engine differs between the runs.",
        ("stamp", "comparable.differences"),
        _evidence_changed,
    ),
)
"""In the order in which they are looked at."""


def modes_of(seen: Seen) -> tuple[FailureMode, ...]:
    """Return the modes that a stored result shows, in the order of the table.

    Parameters
    ----------
    seen : Seen
        A case result with its evidence and plan, beside its change from a baseline if known.
    """
    return tuple(mode for mode in MODES if mode.holds(seen))
