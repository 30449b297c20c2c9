"""Similarity of meaning between a query and the tools of a catalog."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.fingerprint import fingerprint
from engine.models.tool import Tool
from engine.retrieval.encoder import Encoder, VectorCache, Vectors
from engine.retrieval.fields import lead_and_rest
from engine.retrieval.index import Floats
from engine.text.identifiers import split_identifier

TEXT_LIMIT = 200
"""Characters of a tool's short text; what follows is detail that blurs the direction."""

QUERY_LIMIT = 2000
"""Characters of a query that are encoded."""


def meaning_text(tool: Tool) -> str:
    """Return what of a tool is encoded: its name in words, then its short text.

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
    >>> meaning_text(Tool(name="listOrders", title="List orders", semantics=meaning))
    'list orders. List orders'
    """
    name = " ".join(split_identifier(tool.name)) or tool.name
    short = tool.title or lead_and_rest(tool.description)[0]
    short = " ".join(short.split())[:TEXT_LIMIT]
    return f"{name}. {short}" if short else name


class DenseIndex:
    """Vectors of a catalog's tools.

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
        self._texts = [meaning_text(tool) for tool in tools]
        self._matrix = _encoded(self._texts, encoder, vectors)
        self._prepared: dict[str, Vectors] = {}

    def text(self, tool: int) -> str:
        """Return what of a tool is compared with a query."""
        return self._texts[tool]

    def prepare(self, queries: Sequence[str]) -> None:
        """Encode queries ahead of their turn, side by side."""
        missing = sorted({query[:QUERY_LIMIT] for query in queries} - self._prepared.keys())
        self._prepared.update(zip(missing, self.encoder.encode(missing), strict=True))

    def cosines(self, query: str) -> Floats:
        """Return the cosine of the query with every tool, in [-1, 1]."""
        text = query[:QUERY_LIMIT]
        vector = self._prepared.get(text)
        if vector is None:
            vector = self.encoder.encode([text])[0]
        # Not a BLAS product: its last bits depend on how many threads share it.
        cosines: Floats = np.einsum("ij,j->i", self._matrix, vector).astype(np.float64)
        return cosines


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
