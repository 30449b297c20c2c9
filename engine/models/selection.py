"""The selector's answer for one case."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Envelope, Record


class Policy(StrEnum):
    """When the selector may replace the model's target."""

    STRONG_EVIDENCE = "strong_evidence"
    """Default: override only when the evidence for another tool is strong and decisive."""

    PRESERVE_LLM = "preserve_llm"
    """Never replace a target that is among the catalog's tools."""

    DETERMINISTIC = "deterministic"
    """Ignore the model: the best evidence wins."""

    RISK_LIMITED = "risk_limited"
    """As strong_evidence, and only ever towards a tool that reads."""


class ReasonCode(StrEnum):
    """Why the selector answered as it did."""

    SELECTED_BY_STRONG_EVIDENCE = "selected_by_strong_evidence"
    SELECTED_BY_RANK = "selected_by_rank"
    LLM_TARGET_OVERRIDDEN = "llm_target_overridden"
    LLM_TARGET_PRESERVED = "llm_target_preserved"
    LLM_TARGET_CONFIRMED = "llm_target_confirmed"
    LLM_TARGET_NOT_IN_CANDIDATES = "llm_target_not_in_candidates"
    AMBIGUOUS_TARGET = "ambiguous_target"
    CANDIDATE_TIE = "candidate_tie"
    NO_CANDIDATES = "no_candidates"
    INSUFFICIENT_MARGIN = "insufficient_margin"
    ACTION_RISK_BLOCKED = "action_risk_blocked"
    LOW_CONFIDENCE = "low_confidence"
    LLM_TIMEOUT = "llm_timeout"
    LLM_ANSWER_UNUSABLE = "llm_answer_unusable"
    LLM_DECLINED = "llm_declined"
    LLM_UNREACHABLE = "llm_unreachable"


class Decision(StrEnum):
    """What the selector did with the model's target."""

    SELECT = "select"
    """There was no model target; the selector chose."""

    AGREE = "agree"
    """The model's target is also the selector's choice."""

    PRESERVE_LLM = "preserve_llm"
    """The selector would choose otherwise, but keeps the model's target."""

    OVERRIDE_LLM = "override_llm"
    """The selector replaced the model's target."""

    SELECT_FALLBACK = "select_fallback"
    """The model's target is not a tool of the catalog; the selector chose."""

    ABSTAIN = "abstain"
    """There is nothing to choose from."""


class RankSignal(Record):
    """How one candidate stood in the selector's comparison."""

    name: str
    rank: int | None
    """Retrieval rank; None for a model target that retrieval did not bring."""

    selector_score: float
    """Comparable inside one selection only."""

    signals: dict[str, float] = Field(default_factory=dict)
    """Each signal's contribution; they sum to ``selector_score``."""


class Reasoned(Record):
    """A candidate with the reasons for taking or leaving it."""

    name: str
    reason_codes: tuple[str, ...] = ()
    score_difference: float = 0.0
    """The selected tool's selector score minus this one's; 0 for the selected tool."""


class TargetPreference(Record):
    """A suggestion of trace learning: for this query, this tool."""

    suggestion_id: str
    tool: str
    """Name of the preferred tool."""

    promoted: bool = False
    """Only a promoted suggestion counts; the others are shown."""

    observations: int = Field(default=0, ge=0)
    """Successful traces that it rests on."""


class OverrideAssessment(Record):
    """Whether the selector considered to replace the model's target, and what decided it."""

    evaluated: bool = False
    allowed: bool = False
    winner: str | None = None
    """The tool that would have replaced the model's target."""

    supporting: tuple[str, ...] = ()
    """Signals that speak for the winner over the model's target."""

    contradicting: tuple[str, ...] = ()
    """Signals that speak for the model's target."""

    reason_codes: tuple[str, ...] = ()
    """Why it was blocked; empty when allowed or not evaluated."""


class Selection(Envelope):
    """Which tool was chosen, against which model target, and on what grounds."""

    selected_target: str | None = None
    """None only when there are no candidates."""

    llm_target: str | None = None
    overrode_llm: bool = False
    ambiguous: bool = False
    decision: Decision = Decision.ABSTAIN
    policy: Policy = Policy.STRONG_EVIDENCE
    reason_codes: tuple[str, ...] = ()

    confidence: float = Field(default=0.0, ge=0.0, le=1.0)
    """How sure the selector is, in [0, 1]; see ``engine.selection`` for what it is fitted on."""

    margin: float | None = None
    """Selector score of the selected tool minus the runner-up's; None without a runner-up."""

    llm_margin: float | None = None
    """Selector score of the best tool minus the model target's; None without a model target."""

    ambiguity_set: tuple[str, ...] = ()
    """Tools that cannot be told apart, the selected one first; empty when not ambiguous."""

    rank_signals: tuple[RankSignal, ...] = ()
    """Every compared candidate, best selector score first."""

    why_selected: Reasoned | None = None
    why_rejected: tuple[Reasoned, ...] = ()
    override_assessment: OverrideAssessment = OverrideAssessment()
