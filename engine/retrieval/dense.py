"""Similarity of meaning between a query and the tools of a catalog.

Cosines are sums of whole numbers, so that they are the same to the last bit on every machine and
with any number of threads: vectors are rounded to steps of 1 / :data:`STEPS`, and no sum of
products of two of them, in whatever order, leaves the range in which a 32-bit float is exact
(by Cauchy and Schwarz it is at most ``STEPS`` squared, which is below 2 to the power of 24).
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from engine.fingerprint import fingerprint
from engine.models.tool import Tool
from engine.retrieval.encoder import Encoder, VectorCache, Vectors
from engine.retrieval.fields import asked_for, lead_and_rest
from engine.retrieval.index import Floats
from engine.text.identifiers import split_identifier

TEXT_LIMIT = 200
"""Characters of a tool's short text; what follows is detail that blurs the direction."""

QUERY_LIMIT = 2000
"""Characters of a query that are encoded."""

MAX_SENTENCES = 8
"""Sentences of a query that are also encoded one by one."""

MIN_SENTENCE = 8
"""Characters from which a sentence can hold a wish."""

STEPS = 4000
"""Steps of a rounded vector between 0 and 1."""

_BLOCK = 512
"""Vectors that are multiplied at a time; a megabyte of 512 dimensions."""

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n")


def meaning_texts(tool: Tool) -> tuple[str, ...]:
    """Return what of a tool is encoded: its name with its short text, and with its inputs.

    Examples
    --------
    >>> from engine.models.tool import Derived, Semantics
    >>> unknown = Derived(value="unknown", source="none", confidence=0.0)
    >>> meaning = Semantics(
    ...     action=unknown,
    ...     resource=unknown,
    ...     result_shape=unknown,
    ...     path_module=unknown,
    ...     risk=unknown,
    ... )
    >>> meaning_texts(Tool(name="listOrders", title="List orders", semantics=meaning))
    ('list orders. List orders',)
    """
    name = _in_words(tool.name)
    short = tool.title or lead_and_rest(tool.description)[0]
    inputs = ", ".join(dict.fromkeys(_in_words(field.name) for field in asked_for(tool.consumes)))
    details = (" ".join(text.split())[:TEXT_LIMIT] for text in (short, inputs))
    return tuple(f"{name}. {detail}" for detail in details if detail) or (name,)


def _in_words(identifier: str) -> str:
    return " ".join(split_identifier(identifier)) or identifier


def query_texts(query: str) -> tuple[str, ...]:
    """Return what of a query is encoded: the whole of it, then each of several sentences.

    Examples
    --------
    >>> query_texts("Show my orders")
    ('Show my orders',)
    >>> query_texts("Book a table for two. Then send the address to Ana.")[1:]
    ('Book a table for two.', 'Then send the address to Ana.')
    """
    whole = query[:QUERY_LIMIT]
    sentences = [part.strip() for part in _SENTENCE_END.split(whole)]
    long_enough = [part for part in sentences if len(part) >= MIN_SENTENCE]
    return (whole, *long_enough[:MAX_SENTENCES]) if len(long_enough) > 1 else (whole,)


class DenseIndex:
    """Vectors of a catalog's tools; a tool's is the mean of its texts'.

    Parameters
    ----------
    tools : sequence of Tool
        In the order of the lexical index.
    encoder : Encoder
        Encodes tools now and queries later.
    vectors : VectorCache
        Asked first; holds afterwards every vector of these tools.
    """

    def __init__(self, tools: Sequence[Tool], encoder: Encoder, vectors: VectorCache) -> None:
        self.encoder = encoder
        self._texts = [meaning_texts(tool) for tool in tools]
        encoded = _encoded([text for texts in self._texts for text in texts], encoder, vectors)
        counts = np.array([len(texts) for texts in self._texts], dtype=np.intp)
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self._by_text = _in_steps(encoded).astype(np.int16)
        means = (
            np.add.reduceat(encoded, self._starts[:-1]) / counts[:, np.newaxis]
            if len(counts)
            else encoded
        )
        self._by_tool = _in_steps(means)
        self._prepared: dict[str, Vectors] = {}

    def nearest_text(self, tool: int, asked: Vectors) -> str:
        """Return which of a tool's texts is nearest to a query, or to a sentence of it.

        Parameters
        ----------
        tool : int
            Its number.
        asked : numpy.ndarray
            As :meth:`ask` gave it.
        """
        own = self._by_text[self._starts[tool] : self._starts[tool + 1]].astype(np.float32)
        return self._texts[tool][int(_products(own, asked).max(axis=0).argmax())]

    def prepare(self, queries: Sequence[str]) -> None:
        """Encode queries ahead of their turn, side by side."""
        texts = {text for query in queries for text in query_texts(query)}
        missing = sorted(texts - self._prepared.keys())
        self._prepared.update(zip(missing, self.encoder.encode(missing), strict=True))

    def ask(self, query: str) -> Vectors:
        """Return the vectors of a query's texts in steps, shape (texts, dimensions)."""
        texts = query_texts(query)
        missing = [text for text in texts if text not in self._prepared]
        known: Mapping[str, Vectors] = self._prepared
        if missing:
            made = zip(missing, self.encoder.encode(missing), strict=True)
            known = ChainMap(dict(made), self._prepared)
        return _in_steps(np.stack([known[text] for text in texts]))

    def cosines(self, asked: Vectors, *, sentence: float = 1.0) -> Floats:
        """Return the similarity of a query with every tool, in [-1, 1].

        It is the cosine of the whole query, or that of one of its sentences times ``sentence``
        where that is more: of several wishes a tool need fit only one.

        Parameters
        ----------
        asked : numpy.ndarray
            As :meth:`ask` gave it.
        sentence : float
            What a sentence's similarity counts beside that of the whole query, in [0, 1].
        """
        products = _products(self._by_tool, asked)
        nearest = products[0]
        for part in products[1:]:
            nearest = np.maximum(nearest, sentence * part)
        cosines: Floats = nearest / STEPS**2
        return cosines


def _in_steps(vectors: npt.NDArray[np.floating]) -> Vectors:
    steps: Vectors = np.rint(vectors * np.float32(STEPS)).astype(np.float32)
    return steps


def _products(vectors: Vectors, asked: Vectors) -> Floats:
    """Return the scalar products of vectors with each asked one, shape (asked, vectors)."""
    products = np.empty((len(asked), len(vectors)))
    # A block of vectors meets all asked ones while it is in the cache. Not by BLAS: it shares
    # even small work between threads and waits for busy cores.
    for start in range(0, len(vectors), _BLOCK):
        block = vectors[start : start + _BLOCK]
        for row, each in zip(products, asked, strict=True):
            row[start : start + _BLOCK] = np.einsum("ij,j->i", block, each)
    return products


def _encoded(texts: Sequence[str], encoder: Encoder, vectors: VectorCache) -> Vectors:
    keys = [fingerprint("text", text) for text in texts]
    known = dict(vectors.get(encoder.fingerprint, keys))
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    if missing:
        made = dict(zip(missing, encoder.encode(list(missing.values())), strict=True))
        vectors.put(encoder.fingerprint, made)
        known |= made
    if not keys:
        return encoder.encode([])
    return np.stack([known[key] for key in keys]).astype(np.float32, copy=False)
