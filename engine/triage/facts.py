"""Everything that a diagnosis looks at, gathered once for a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.measures.judgement import Judgement
from engine.models.candidate import Candidate, Ranking
from engine.models.case import Case, CaseMode
from engine.models.plan import AuthReadiness, Plan
from engine.models.selection import Selection
from engine.models.tool import Tool
from engine.triage.assertions import Assertion, AssertionKind, read_assertions
from engine.triage.auth import auth_readiness
from engine.triage.plan import NoProducers, Producers, resolve_plan


class Facts(NamedTuple):
    """What is known of one case in one run."""

    case: Case
    judgement: Judgement
    results: tuple[Candidate, ...]
    """Candidates that the caller looks at: at most ``top_k``."""

    top_k: int
    full_rank: int | None
    """Rank of the target among all scored tools; None when it has no score or is not known."""

    empty_reason: str | None
    selection: Selection
    assertions: tuple[Assertion, ...]
    plan: Plan | None
    """None in mode ``search`` and when the selected tool is not the target."""

    auth: AuthReadiness | None
    gate_refusals: tuple[str, ...]
    """Verdict codes of the evidence gate; empty when it allowed the call or was not asked."""

    @property
    def selected_right(self) -> bool:
        """Whether the selected tool counts as the target."""
        return self.judgement.is_target(self.selection.selected_target)

    @property
    def rank(self) -> int | None:
        """Rank of the target among the candidates that the caller looks at."""
        wanted = self.judgement.targets
        return next((c.rank for c in self.results if c.name in wanted), None)

    @property
    def absent_steps(self) -> tuple[tuple[str, ...], ...]:
        """Expected steps that no candidate counts as."""
        names = {candidate.name for candidate in self.results}
        return tuple(step for step in self.judgement.steps if names.isdisjoint(step))

    def failed(self, *kinds: AssertionKind) -> Assertion | None:
        """Return the first assertion of these kinds that does not hold."""
        return next((a for a in self.assertions if a.kind in kinds and not self._holds(a)), None)

    def _holds(self, check: Assertion) -> bool:
        outcome = self.case.execution
        match check.kind:
            case AssertionKind.TOP_K_CONTAINS:
                return any(candidate.name == check.value for candidate in self.results)
            case AssertionKind.SELECTED_TARGET:
                return self.selection.selected_target == check.value
            case AssertionKind.PLAN_CONTAINS_TOOL:
                return self.plan is None or check.value in self.plan.steps
            case AssertionKind.HTTP_STATUS:
                return outcome is None or outcome.status == check.value
            case AssertionKind.JSON_PATH_EXISTS:
                paths = outcome.json_paths if outcome else None
                return paths is None or check.value in paths


def gather(
    case: Case,
    judgement: Judgement,
    ranking: Ranking,
    selection: Selection,
    tools: Mapping[str, Tool],
    *,
    top_k: int,
    full_rank: int | None = None,
    producers: Producers | None = None,
    allow_mutation: bool = False,
    gate_refusals: tuple[str, ...] = (),
) -> Facts:
    """Collect what a diagnosis needs, resolving plan and auth where the case goes that far.

    Parameters
    ----------
    case : Case
        The case.
    judgement : Judgement
        What it expects, in names of the catalog.
    ranking : Ranking
        What retrieval brought; may be longer than ``top_k``.
    selection : Selection
        What the selector chose.
    tools : mapping of str to Tool
        The catalog, by name.
    top_k : int
        How many candidates the caller looks at.
    full_rank : int, optional
        Rank of the target among all scored tools, where that is known.
    producers : Producers, optional
        Which tools can fill an input; without it no input is produced by another tool.
    allow_mutation : bool, default False
        Whether a plan may call tools that change something to get an input.
    gate_refusals : tuple of str
        Verdict codes of the evidence gate.

    Raises
    ------
    InvalidInput
        If an assertion of the case cannot be read.
    """
    target = selection.selected_target
    plan = auth = None
    goes_on = case.mode is not CaseMode.SEARCH and judgement.target_scored
    if goes_on and target is not None and judgement.is_target(target):
        lookup = producers if producers is not None else NoProducers()
        plan = resolve_plan(
            target, tools, case.provided_entities, lookup, allow_mutation=allow_mutation
        )
        auth = auth_readiness(plan.steps, tools, case.auth)
    return Facts(
        case=case,
        judgement=judgement,
        results=ranking.results[:top_k],
        top_k=top_k,
        full_rank=full_rank,
        empty_reason=ranking.stats.empty_reason,
        selection=selection,
        assertions=read_assertions(case),
        plan=plan,
        auth=auth,
        gate_refusals=gate_refusals,
    )
