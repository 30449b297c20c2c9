"""One scoring pass: a query against every tool of a catalog, signal by signal."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from engine.models.catalog import Catalog
from engine.models.run import Channel
from engine.retrieval.contributions import in_units, of_meaning, spread, with_expansion
from engine.retrieval.corpus import Ints, read_corpus
from engine.retrieval.dense import DenseIndex
from engine.retrieval.encoder import Encoder, MemoryVectors, VectorCache, Vectors
from engine.retrieval.expansion import NOTHING, EdgeSource, Expander
from engine.retrieval.index import Floats, LexicalIndex
from engine.retrieval.lexical import seeds
from engine.retrieval.lookup import Glossary, look_up
from engine.retrieval.query import Query, read_query
from engine.retrieval.scored import Scored
from engine.retrieval.settings import DenseWeights, RetrievalSettings
from engine.retrieval.signals import Signals


class Scorer:
    """A catalog's words, meanings, vectors and edges, ready to be scored.

    Parameters
    ----------
    catalog, settings, graph, encoder, vectors, glossary
        As in :class:`engine.retrieval.retriever.Retriever`.
    """

    def __init__(
        self,
        catalog: Catalog,
        *,
        settings: RetrievalSettings,
        graph: EdgeSource | None,
        encoder: Encoder | None,
        vectors: VectorCache | None,
        glossary: Glossary,
    ) -> None:
        self.catalog = catalog
        self.encoder = encoder
        self.index = LexicalIndex(read_corpus(catalog.tools), settings)
        self.numbers = {tool.name: number for number, tool in enumerate(catalog.tools)}
        self._settings = settings
        self._glossary = glossary
        self._signals = Signals(catalog.tools, self.index)
        self._expander = (
            None if graph is None else Expander(graph, catalog.tools, settings.expansion)
        )
        self._vectors: VectorCache = MemoryVectors() if vectors is None else vectors

    def __getstate__(self) -> dict[str, object]:
        """Travel with the vectors that are in use, without the cache they came from."""
        return {**self.__dict__, "_vectors": MemoryVectors()}

    @cached_property
    def dense(self) -> DenseIndex | None:
        """Vectors of the tools, encoded when first needed; None without an encoder."""
        if self.encoder is None:
            return None
        return DenseIndex(self.catalog.tools, self.encoder, self._vectors)

    def reweighed(self, dense: DenseWeights) -> Scorer:
        """Return a scorer over the same index with other weights of the dense channel."""
        other = copy.copy(self)
        other._settings = self._settings.model_copy(update={"dense": dense})
        return other

    def score(self, text: str, channels: Channel, used: Sequence[str]) -> Scored:
        """Score every tool for a query."""
        query = read_query(text)
        lexical = channels is not Channel.DENSE
        sought = look_up(query, self.index, self._settings, self._glossary) if lexical else ()
        seed = seeds(sought, self.index)
        asked = self._asked(query, channels)
        cosines = None
        if asked is not None and self.dense is not None:
            cosines = self.dense.cosines(asked, sentence=self._settings.dense.sentence)
        entered = seed > 0.0
        if cosines is not None:
            entered |= cosines >= self._settings.dense.entry
        hits = np.flatnonzero(entered).astype(np.int32)

        strengths = self._signals.strengths(query, sought, hits)
        ruled_out = self._signals.ruled_out(query, hits)
        contributions = {
            "seed": seed[hits],
            **of_meaning(seed[hits], strengths, ruled_out, self._settings),
        }
        if cosines is not None:
            best = _summed(contributions, len(hits)).max(initial=0.0)
            weight = self._dense_weight(query, best)
            contributions["dense"] = weight * np.maximum(cosines[hits], 0.0)
        if used:
            contributions["history"] = self._history(hits, contributions, used)
        units, totals = in_units(contributions, len(hits))

        expansion = NOTHING if self._expander is None else self._expander.expand(hits, totals)
        if len(expansion.tools):
            direct = hits
            hits, units, totals = with_expansion(
                hits, units, totals, expansion, len(self.catalog.tools)
            )
            places = np.searchsorted(hits, direct)
            strengths = {
                signal: spread(values, places, len(hits)) for signal, values in strengths.items()
            }
        return Scored(query, sought, hits, units, totals, strengths, cosines, expansion, asked)

    def _asked(self, query: Query, channels: Channel) -> Vectors | None:
        """Return the query's vectors; None when no encoder takes part."""
        if channels is Channel.LEXICAL or query.empty_reason is not None or self.dense is None:
            return None
        return self.dense.ask(query.text)

    def _dense_weight(self, query: Query, relevance: float) -> float:
        dense = self._settings.dense
        if query.language not in self.index.languages:
            return dense.foreign_weight
        return dense.weight * math.sqrt(max(relevance, dense.least_relevance))

    def _history(
        self, hits: Ints, contributions: Mapping[str, Floats], used: Sequence[str]
    ) -> Floats:
        numbers = [self.numbers[name] for name in used if name in self.numbers]
        gained = np.maximum(_summed(contributions, len(hits)), 0.0)
        return np.where(np.isin(hits, numbers), -self._settings.history * gained, 0.0)


def _summed(contributions: Mapping[str, Floats], size: int) -> Floats:
    return sum(contributions.values(), start=np.zeros(size))
