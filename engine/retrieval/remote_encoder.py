"""An encoder behind any OpenAI-compatible embeddings endpoint."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.fingerprint import JsonValue, fingerprint
from engine.remote.endpoint import Endpoint, RemoteError, RemoteFault
from engine.retrieval.encoder import Vectors, unit_length

BATCH = 64
"""Texts of one call."""


class RemoteEncoder:
    """Asks a service for vectors.

    A service does not promise the same bits twice; the vectors of tools are kept by text, so that
    each is asked for once.

    Parameters
    ----------
    endpoint : Endpoint
        Base address of the service.
    model : str
        Name of the model there.
    """

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self._model = model

    @property
    def fingerprint(self) -> str:
        """Name the model, and the service by a fingerprint of its address."""
        service = fingerprint("service", self._endpoint.url).rpartition(":")[2]
        return f"openai:{self._model}@{service}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 a text, shape (texts, dimensions).

        Raises
        ------
        RemoteError
            If the service does not answer with a vector for each text.
        """
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        parts = [
            self._asked(list(texts[start : start + BATCH])) for start in range(0, len(texts), BATCH)
        ]
        return unit_length(np.concatenate(parts))

    def _asked(self, texts: list[str]) -> Vectors:
        payload: dict[str, JsonValue] = {"model": self._model, "input": list(texts)}
        data = self._endpoint.post("/embeddings", payload).get("data")
        rows = data if isinstance(data, list) else []
        placed: dict[object, object] = {
            row.get("index", place): row.get("embedding")
            for place, row in enumerate(rows)
            if isinstance(row, dict)
        }
        try:
            vectors = np.array([placed[place] for place in range(len(texts))], dtype=np.float32)
        except (KeyError, TypeError, ValueError):
            vectors = np.zeros(0, dtype=np.float32)
        if vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise RemoteError(
                RemoteFault.UNREADABLE,
                f"{self._endpoint.host} did not answer with one vector for each of "
                f"{len(texts)} texts.",
            )
        return vectors
