"""What the selector sees of every labelled case: candidates, signals, and which are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.harness import TOP_K, Part, labelled_sets
from engine.graph.build import build_graph
from engine.measures.judgement import judge
from engine.models.candidate import Candidate
from engine.models.case import Case
from engine.models.catalog import Catalog
from engine.models.run import Channel
from engine.models.tool import RiskClass
from engine.retrieval.retriever import Retriever
from engine.retrieval.use_encoder import embedded_encoder
from engine.selection.profile import Profile, profile_of
from engine.selection.request import read_request
from engine.selection.signals import Signals, compare, coverage, similarities


class Pool(NamedTuple):
    """Candidates of one query beside each other; parts are by name."""

    signals: Mapping[str, Signals]
    """Unweighted."""

    coverage: Mapping[str, float]
    similarity: Mapping[str, float]
    risks: Mapping[str, RiskClass]


class Observation(NamedTuple):
    """One case that is judged on its target."""

    case: Case
    rows: tuple[Candidate, ...]
    """Retrieval's candidates, best first."""

    right: tuple[str, ...]
    """Names that count as the target, sorted; not necessarily among the candidates."""

    @property
    def names(self) -> tuple[str, ...]:
        """Candidates, best first."""
        return tuple(row.name for row in self.rows)

    @property
    def first_is_right(self) -> bool:
        """Whether retrieval's first candidate counts as the target."""
        return bool(self.rows) and self.rows[0].name in self.right


class ObservedSet(NamedTuple):
    """A labelled set as the selector sees it."""

    name: str
    catalog: Catalog
    observations: tuple[Observation, ...]

    def pool(self, observation: Observation, also: str | None = None) -> Pool:
        """Compare the candidates of a case, with one more tool if it is not among them."""
        names = sorted({*observation.names, *([also] if also is not None else [])})
        profiles: dict[str, Profile] = {
            name: profile_of(self.catalog.by_name[name]) for name in names
        }
        request = read_request(observation.case.query)
        rows = {row.name: row for row in observation.rows}
        return Pool(
            compare(request, profiles, rows, frozenset()),
            {name: coverage(request, profile) for name, profile in profiles.items()},
            similarities(observation.rows),
            {name: profile.risk for name, profile in profiles.items()},
        )


def observe(
    names: Sequence[str], part: Part, channels: Channel = Channel.HYBRID
) -> Iterator[ObservedSet]:
    """Retrieve candidates for every case of a part that is judged on its target, as a run does."""
    encoder = embedded_encoder() if channels is not Channel.LEXICAL else None
    for data in labelled_sets(names):
        catalog = data.catalog()
        retriever = Retriever(catalog, graph=build_graph(catalog), encoder=encoder)
        judged = [(case, judge(case, catalog)) for case in data.cases(part)]
        cases = [(case, judgement) for case, judgement in judged if judgement.target_scored]
        retriever.prepare([case.query for case, _ in cases], channels=channels)
        observed: list[Observation] = []
        for case, judgement in cases:
            rows = retriever.retrieve(case.query, top_k=TOP_K, channels=channels).results
            observed.append(Observation(case, rows, judgement.targets))
        if observed:
            yield ObservedSet(data.name, catalog, tuple(observed))
