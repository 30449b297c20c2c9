"""Ranked candidates and the evidence that ranked them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Envelope, Record


class MatchedTerm(Record):
    """One word of the query that met one field of a tool."""

    term: str
    """The query's token."""

    field: str
    """Field it met: ``name``, ``path``, ``title``, ``description``, ``parameters``, ``tags``,
    ``aliases``."""

    step: str = "exact"
    """How it met: ``exact``, ``stem``, ``split``, ``synonym``, ``acronym``, ``prefix``,
    ``typo``, ``bigram``."""

    indexed: str = ""
    """The tool's token when it differs from the query's."""

    contribution: float = 0.0
    """What it gave to ``seed``, in score units; a tool's terms sum to its ``seed``."""


class ScoreBreakdown(Envelope):
    """Each signal's own contribution to the score, in score units.

    Every numeric entry is a contribution and together they sum to ``score`` (within 1e-9).
    Entries of a newer engine are kept.
    """

    seed: float = 0.0
    """Direct lexical relevance of the query to the tool."""

    dense: float = 0.0
    """Similarity of meaning by a sentence encoder."""

    graph: float = 0.0
    """What neighbours in the tool graph give to a tool that was itself a direct hit."""

    learning: float = 0.0
    """What promoted trace learning gives."""

    name_match: float = 0.0
    """The query says the tool's name, in whole or in part."""

    action_match: float = 0.0
    """The query's action fits the tool's (negative: it contradicts)."""

    resource_match: float = 0.0
    """The query names the tool's resource."""

    module_match: float = 0.0
    """The query names the tool's module."""

    shape_match: float = 0.0
    """The asked shape (one, many, a number) fits (negative: it contradicts)."""

    contract_match: float = 0.0
    """The query names fields that the tool consumes or produces."""

    graph_expansion: float = 0.0
    """What a graph path gives to a tool that was no direct hit."""

    history: float = Field(default=0.0, le=0.0)
    """Demotion of a tool that was already used; never positive."""

    history_demoted: bool = False
    """Whether the demotion was applied; a flag, not a contribution."""

    def contributions(self) -> dict[str, float]:
        """Numeric entries by name, in field order, unknown ones last; they sum to the score."""
        values = self.__dict__
        known: dict[str, float] = {name: values[name] for name in _CONTRIBUTIONS}
        extra = self.model_extra or {}
        for name in sorted(extra):
            value = extra[name]
            if isinstance(value, int | float) and not isinstance(value, bool):
                known[name] = float(value)
        return known

    @property
    def total(self) -> float:
        """Sum of the contributions."""
        return sum(self.contributions().values())


_CONTRIBUTIONS = tuple(name for name in ScoreBreakdown.model_fields if name != "history_demoted")


class SemanticEvidence(Envelope):
    """What the tool means beside what the query asked for."""

    canonical_action: str = "unknown"
    primary_resource: str = "unknown"
    result_shape: str = "unknown"
    path_module: str = "unknown"

    query_action: str = "unknown"
    """What the query asks to do; ``unknown`` when it does not say."""

    query_result_shape: str = "unknown"
    """The shape that the query asks for; ``unknown`` when it does not say."""

    action_match: bool | None = None
    """None when the query or the tool does not say."""

    resource_match: bool | None = None
    module_match: bool | None = None
    shape_match: bool | None = None
    contract_match: bool | None = None

    dense_similarity: float | None = None
    """Cosine of the query with the tool's texts, in [-1, 1]; None when no encoder took part."""

    dense_text: str = ""
    """Of the tool's texts the one that is nearest to the query; untrusted."""

    matched_terms: tuple[str, ...] = ()
    """Query tokens that met the tool, each once, by falling contribution."""

    matched_fields: tuple[MatchedTerm, ...] = ()
    """The same in full: token, field, step, contribution; by falling contribution."""


class EdgeEvidence(Envelope):
    """One edge of the graph path that brought a tool in, from the seed outwards."""

    source: str
    target: str
    kind: str
    """Edge kind, for example ``data_flow``."""

    confidence: float = Field(ge=0.0, le=1.0)
    evidence: str = ""
    """A sentence for a person."""

    fields: tuple[tuple[str, str], ...] = ()
    """Pairs of (field produced, field consumed)."""


class LearningEvidence(Envelope):
    """The promoted suggestion that moved a tool."""

    suggestion_id: str
    suggestion_type: str
    status: str
    observations: int = Field(ge=0)


class Candidate(Record):
    """One tool at one rank of a case's ranking."""

    name: str
    """Tool name as it stands in the catalog."""

    rank: int = Field(ge=1)
    """1-based; the ranks of a ranking are 1..n without gaps."""

    score: float
    """Comparable inside one ranking only."""

    tool_fingerprint: str = ""
    """Content of the tool when it was ranked."""

    score_breakdown: ScoreBreakdown = ScoreBreakdown()
    """Contributions that sum to ``score``."""

    expanded_from: str | None = None
    """Candidate whose graph edge brought this tool in; None for a direct hit."""

    edge_evidence: tuple[EdgeEvidence, ...] = ()
    """The whole graph path from a direct hit to this tool; empty for a direct hit without one."""

    semantic_evidence: SemanticEvidence = SemanticEvidence()
    """Meaning and matched terms."""

    learning_evidence: LearningEvidence | None = None
    """Set when trace learning moved the tool."""


class EmptyReason(StrEnum):
    """Why a ranking is empty."""

    EMPTY_QUERY = "empty_query"
    NO_TOKENS = "no_tokens"
    STOP_WORDS_ONLY = "stop_words_only"
    EMPTY_CATALOG = "empty_catalog"
    NO_LEXICAL_MATCH = "no_lexical_match"
    LANGUAGE_NOT_COVERED = "language_not_covered"


class Intent(Record):
    """How far a query asks to read, write or delete; shares in [0, 1]."""

    dominant: str = "neutral"
    """``read``, ``write``, ``delete`` or ``neutral``."""

    read: float = 0.0
    write: float = 0.0
    delete: float = 0.0


class RankingStats(Envelope):
    """How a ranking came about."""

    seeds: tuple[str, ...] = ()
    """Direct hits that graph expansion started from, best first."""

    visited_nodes: int = 0
    visited_edges: int = 0
    token_budget_used: int = 0
    elapsed_ms: float = 0.0
    encoder: str | None = None
    """Fingerprint of the sentence encoder that took part; None when none did."""

    empty_reason: str | None = None
    """An :class:`EmptyReason` when there are no results."""


class Ranking(Record):
    """Ordered candidates of one query, with the evidence that ordered them."""

    results: tuple[Candidate, ...] = ()
    """By ``(-score, name)``."""

    subgraph_text: str = ""
    """Chosen tools and their edges as text for a model, whole lines only."""

    intent: Intent = Intent()
    stats: RankingStats = RankingStats()

    @property
    def names(self) -> tuple[str, ...]:
        """Tool names, best first."""
        return tuple(candidate.name for candidate in self.results)

    def rank_of(self, names: frozenset[str]) -> int | None:
        """Rank of the best placed of ``names``; None when none is in the results."""
        return next((c.rank for c in self.results if c.name in names), None)
