"""What trace learning contributes to a catalog's rankings at this moment."""

from __future__ import annotations

from collections.abc import Callable

from engine.fingerprint import fingerprint
from engine.lab.clock import Clock
from engine.learning.policy import LearningPolicy
from engine.learning.signals import signals_of
from engine.learning.suggest import suggest
from engine.models.catalog import Catalog
from engine.models.learning import LearnedSignal, LearningDecision, Suggestion, SuggestionStatus
from engine.models.tool import RiskClass
from engine.store.store import Store

_TEACHING = frozenset({SuggestionStatus.PROMOTED, SuggestionStatus.SHADOW})


class LessonBook:
    """Suggestions of the store's traces, read when they are asked for.

    Parameters
    ----------
    store : Store
        Holds traces and decisions.
    clock : Clock
        Says how old they are.
    policy : LearningPolicy, optional
        Limits.
    """

    def __init__(self, store: Store, clock: Clock, policy: LearningPolicy | None = None) -> None:
        self._store = store
        self._clock = clock
        self.policy = policy or LearningPolicy()

    def suggestions(self, catalog: Catalog) -> tuple[Suggestion, ...]:
        """Return every suggestion about a catalog, with its gates."""
        return suggest(
            self._store.learning.traces(catalog.name),
            collection=catalog.name,
            now=self._clock.now(),
            policy=self.policy,
            writes=writes_in(catalog),
            decisions=self.latest(catalog.name),
        )

    def latest(self, collection: str) -> dict[str, LearningDecision]:
        """Return the latest decision about each suggestion, by id."""
        return {each.suggestion_id: each for each in self._store.learning.decisions(collection)}

    def promoted(self, catalog: Catalog) -> tuple[LearnedSignal, ...]:
        """Return what takes part in the catalog's rankings."""
        return self._signals(catalog, shadow=False)

    def with_shadow(self, catalog: Catalog) -> tuple[LearnedSignal, ...]:
        """Return what would take part if everything in shadow were promoted."""
        return self._signals(catalog, shadow=True)

    def _signals(self, catalog: Catalog, *, shadow: bool) -> tuple[LearnedSignal, ...]:
        # Most catalogs have no decision, and then no trace needs to be read.
        if not any(each.status in _TEACHING for each in self.latest(catalog.name).values()):
            return ()
        return signals_of(self.suggestions(catalog), self.policy, shadow=shadow)


def writes_in(catalog: Catalog) -> Callable[[str], bool]:
    """Return a test of whether a tool can change something, or is not known not to."""
    risks = {tool.name: tool.semantics.risk.value for tool in catalog.tools}
    return lambda name: risks.get(name, "") != RiskClass.READ.value


def learning_fingerprint(signals: tuple[LearnedSignal, ...]) -> str | None:
    """Return the fingerprint of what took part; None when nothing did."""
    if not signals:
        return None
    return fingerprint("learning", [signal.model_dump(mode="json") for signal in signals])
