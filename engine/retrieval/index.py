"""The index: which words stand where in which tool, ready to be scored.

One impact is computed beforehand for each pair of word and tool (BM25F [1]_): the word's
occurrences are weighted by their field and by the field's length, summed over the fields, and
saturated once. What each field gave is kept beside it, so that a score can be taken apart again
without loss.

References
----------
.. [1] S. Robertson, H. Zaragoza. The Probabilistic Relevance Framework: BM25 and Beyond.
   Foundations and Trends in Information Retrieval 3(4), 2009, section 3.6.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.retrieval.corpus import Corpus, Ints, Occurrences, first_of_each
from engine.retrieval.fields import weights_by_field
from engine.retrieval.settings import RetrievalSettings
from engine.text.edits import OneEditIndex

Floats = npt.NDArray[np.float64]


class Postings(NamedTuple):
    """Which tools a term stands in. Parallel arrays; tools ascend within a term."""

    starts: Ints
    """Where each term's postings begin; one more at the end."""

    tools: Ints
    impacts: Floats
    """Saturated weighted frequency of the term in the tool, in [0, 1)."""

    part_starts: Ints
    """Where each posting's parts begin; one more at the end."""


class Parts(NamedTuple):
    """What each field gave to a posting. Parallel arrays; fields ascend within a posting."""

    fields: npt.NDArray[np.uint8]
    """An :class:`IndexField`."""

    shares: npt.NDArray[np.float32]
    """Share of the impact; the parts of a posting sum to 1."""

    surfaces: Ints
    """The word as it stands there, an index into ``LexicalIndex.surfaces``."""


class LexicalIndex:
    """Words of all tools of a catalog, weighed.

    Parameters
    ----------
    corpus : Corpus
        The words; a tool's position is its number in every array.
    settings : RetrievalSettings
        Field weights and BM25F's parameters.

    Attributes
    ----------
    size : int
        Number of tools.
    terms, surfaces, languages
        As in the corpus.
    idf : numpy.ndarray
        Inverse tool frequency of each term, ``ln(1 + (N - n + 0.5) / (n + 0.5))``, above 0.
    unknown_idf : float
        The same of a word that no tool holds.
    """

    def __init__(self, corpus: Corpus, settings: RetrievalSettings) -> None:
        self.size = len(corpus.lengths)
        self.terms = corpus.terms
        self.surfaces = corpus.surfaces
        self.languages = corpus.languages
        self.postings, self.parts = _weigh(
            corpus.occurrences, corpus.lengths, len(corpus.terms), settings
        )
        counts = np.diff(self.postings.starts).astype(np.float64)
        self.idf: Floats = np.log1p((self.size - counts + 0.5) / (counts + 0.5))
        self.unknown_idf = float(np.log1p((self.size + 0.5) / 0.5))
        self._typo_min_length = settings.typo_min_length

    def tools_with(self, term: int) -> tuple[Ints, Floats]:
        """Return the tools that hold a term, ascending, and the term's impact in each."""
        start, end = self.postings.starts[term], self.postings.starts[term + 1]
        return self.postings.tools[start:end], self.postings.impacts[start:end]

    @cached_property
    def posting_terms(self) -> Ints:
        """The term of each posting."""
        return np.repeat(np.arange(len(self.terms), dtype=np.int32), np.diff(self.postings.starts))

    @cached_property
    def _by_tool(self) -> tuple[Ints, Ints]:
        """The postings in the order of their tools, and where each tool's begin."""
        order = np.argsort(self.postings.tools, kind="stable").astype(np.int32)
        counts = np.bincount(self.postings.tools, minlength=self.size)
        return order, np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)

    def postings_of(self, tools: Ints) -> tuple[Ints, Ints]:
        """Return the postings of some tools, and whose they are as positions in ``tools``."""
        order, starts = self._by_tool
        counts = starts[tools + 1] - starts[tools]
        ends = np.cumsum(counts)
        places = np.arange(counts.sum()) + np.repeat(starts[tools] - ends + counts, counts)
        return np.repeat(np.arange(len(tools), dtype=np.int32), counts), order[places]

    @cached_property
    def slips(self) -> OneEditIndex:
        """Terms by their one-edit neighbours; made when first needed."""
        return OneEditIndex(self.by_surface, min_length=self._typo_min_length)

    @cached_property
    def by_surface(self) -> dict[str, int]:
        """The term of each form in which a word stands in the tools."""
        term_of_part = np.repeat(self.posting_terms, np.diff(self.postings.part_starts))
        pairs = np.unique(np.stack([self.parts.surfaces, term_of_part], axis=1), axis=0)
        return {self.surfaces[surface]: int(term) for surface, term in pairs.tolist()}


def _weigh(
    rows: Occurrences, lengths: Ints, term_count: int, settings: RetrievalSettings
) -> tuple[Postings, Parts]:
    weights = np.array(weights_by_field(settings.fields))
    used = np.maximum(1, np.count_nonzero(lengths, axis=0))
    usual = np.maximum(1.0, lengths.sum(axis=0, dtype=np.int64) / used)
    relative = lengths[rows.tools, rows.fields] / usual[rows.fields]
    norm = 1.0 - settings.length_share + settings.length_share * relative
    weighted = weights[rows.fields] * rows.counts / norm

    kept = weighted > 0.0
    rows = Occurrences(*(column[kept] for column in rows))
    weighted = weighted[kept]
    part_starts = np.flatnonzero(first_of_each(rows.terms, rows.tools))
    sums = np.add.reduceat(weighted, part_starts) if len(weighted) else np.zeros(0)
    counts = np.bincount(rows.terms[part_starts], minlength=term_count)
    postings = Postings(
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        tools=rows.tools[part_starts],
        impacts=sums / (settings.k1 + sums),
        part_starts=np.append(part_starts, len(weighted)).astype(np.int32),
    )
    shares = weighted / np.repeat(sums, np.diff(postings.part_starts))
    return postings, Parts(rows.fields, shares.astype(np.float32), rows.surfaces)
