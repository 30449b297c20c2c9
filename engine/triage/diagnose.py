"""Find the one place where a case first went wrong."""

from __future__ import annotations

from engine.models.failure import Failure, FailureReason, FailureStage, Guidance
from engine.triage.call_rules import CALL_RULES
from engine.triage.facts import Facts
from engine.triage.rule import Rule
from engine.triage.search_rules import SEARCH_RULES

RULES: tuple[Rule, ...] = (*SEARCH_RULES, *CALL_RULES)
"""Every rule, in the order in which they are asked: the first that finds something decides, so
an earlier stage masks the later ones."""

_ENGINE_ERROR = Guidance(
    symptom="The engine itself failed on the case.",
    cause="A fault of this program.",
    inspect=("failure.evidence.error",),
    action="Report the case with its error; the other cases of the run are not affected.",
)

_GUIDANCE: dict[tuple[FailureStage, FailureReason], Guidance] = {
    (rule.stage, rule.reason): rule.guidance for rule in RULES
} | {(FailureStage.SERVICE, FailureReason.ENGINE_ERROR): _ENGINE_ERROR}


def diagnose(facts: Facts) -> Failure | None:
    """Return where the case first went wrong, or None when it did not.

    Parameters
    ----------
    facts : Facts
        What is known of the case, from :func:`engine.triage.facts.gather`.

    Returns
    -------
    Failure or None
        Exactly one stage and reason. None also when the case cannot be judged; see
        :func:`engine.triage.verdict.verdict_of`.
    """
    for rule in RULES:
        evidence = rule.finds(facts)
        if evidence is not None:
            return Failure(stage=rule.stage, reason=rule.reason, evidence=evidence)
    return None


def engine_failure(error: BaseException) -> Failure:
    """Return the failure of a case on which the engine itself failed.

    Only the error's class is kept: its text may quote the input.
    """
    return Failure(
        stage=FailureStage.SERVICE,
        reason=FailureReason.ENGINE_ERROR,
        evidence={"error": type(error).__name__},
    )


def explain(failure: Failure) -> Guidance:
    """Return the symptom, the likely cause, what to inspect and what to do about a failure.

    A stage and reason that no rule of this engine knows (from a newer engine) gives the guidance
    of the same reason at another stage, or a plain word that it is not known.
    """
    known = _GUIDANCE.get((failure.stage, failure.reason))
    if known is not None:
        return known
    same_reason = [g for (_, reason), g in _GUIDANCE.items() if reason is failure.reason]
    if same_reason:
        return same_reason[0]
    return Guidance(
        symptom=f"The case failed with {failure.reason.value}.",
        cause="This engine has no rule for it.",
        inspect=("failure.evidence",),
        action="Read the evidence that was kept with the failure.",
    )
