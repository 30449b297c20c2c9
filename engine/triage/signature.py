"""When a failure is the same one again.

A decision about a failure is carried to later runs as long as the failure is the same: the same
question goes wrong at the same stage, for the same reason, with the same names in its evidence.
Another wrong tool, another open field or another status is another failure and comes up as new.

Numbers are no part of it. A rank, a margin or a confidence moves whenever a weight or a
neighbouring tool changes, and so does the list of tools that tie; if they counted, every run would
ask for every decision again. Neither are versions: a decision outlives a new import of the catalog
and a change of settings that did not help.
"""

from __future__ import annotations

from engine.models.failure import Failure
from engine.models.triage import FailureIdentity
from engine.models.triage_queue import FailedCase

IDENTIFYING = (
    "absent",
    "assertion",
    "codes",
    "empty_reason",
    "error",
    "error_class",
    "expected",
    "field",
    "llm_target",
    "missing",
    "selected",
    "status",
    "tool",
)
"""Evidence that says which failure it is, by name; everything else says how near or how far."""


def identity_of(case: FailedCase, *, catalog: str, suite: str) -> FailureIdentity:
    """Return what makes the failure of a case the same one again.

    Parameters
    ----------
    case : FailedCase
        A failing case of a run.
    catalog, suite : str
        Names, without version.
    """
    return FailureIdentity(
        catalog=catalog,
        suite=suite,
        case_id=case.case_id,
        query_fingerprint=case.query_fingerprint,
        expected_target=case.expected_target,
        stage=case.failure.stage,
        reason=case.failure.reason,
        facts=_facts(case.failure),
    )


def _facts(failure: Failure) -> dict[str, str | int | tuple[str, ...]]:
    facts: dict[str, str | int | tuple[str, ...]] = {}
    for name in IDENTIFYING:
        value = failure.evidence.get(name)
        if isinstance(value, list):
            facts[name] = tuple(sorted(str(part) for part in value))
        elif isinstance(value, str | int):
            facts[name] = value
    return facts
