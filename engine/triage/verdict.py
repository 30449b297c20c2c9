"""How a case came out."""

from __future__ import annotations

from engine.models.case import CaseMode
from engine.models.failure import Failure
from engine.models.run import Verdict
from engine.triage.facts import Facts


def verdict_of(facts: Facts, failure: Failure | None) -> Verdict:
    """Return the verdict of a case that the engine got through.

    A case with a target passes when the selected tool counts as it, wherever it was ranked; in
    the modes ``plan`` and ``execute`` nothing later may have failed either. A case that is
    judged on its whole set passes when all of it is among the candidates. A no-answer case
    passes when nothing is offered, or what is offered is marked as uncertain.

    Parameters
    ----------
    facts : Facts
        What is known of the case.
    failure : Failure or None
        What :func:`engine.triage.diagnose.diagnose` says of the same facts.

    Returns
    -------
    Verdict
        ``unscored`` when nothing went wrong and there is nothing to be judged on: no expectation
        at all, or a case of mode ``execute`` whose call was not recorded.
    """
    if failure is not None:
        return Verdict.FAIL
    judgement = facts.judgement
    if not judgement.answerable and not judgement.no_answer and not facts.assertions:
        return Verdict.UNSCORED
    if facts.case.mode is CaseMode.EXECUTE and facts.plan is not None and not facts.case.execution:
        return Verdict.UNSCORED
    return Verdict.PASS
