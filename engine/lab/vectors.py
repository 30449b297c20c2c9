"""Vectors of tools, kept in the store so that an unchanged tool is encoded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.retrieval.encoder import Vectors
from engine.store.store import Store


class StoredVectors:
    """The store as a cache of vectors. Travels to workers as the store's path.

    Parameters
    ----------
    db : Path
        The store's file.
    wait_seconds : float
        How long to wait for another process that holds it.
    """

    def __init__(self, db: Path, wait_seconds: float) -> None:
        self._db = db
        self._wait_seconds = wait_seconds

    def get(self, encoder: str, texts: Sequence[str]) -> Mapping[str, Vectors]:
        """Return the known vectors by fingerprint of their text."""
        return self._store().load_vectors(encoder, texts)

    def put(self, encoder: str, vectors: Mapping[str, Vectors]) -> None:
        """Keep vectors by fingerprint of their text."""
        self._store().save_vectors(encoder, vectors)

    def _store(self) -> Store:
        return Store(self._db, wait_seconds=self._wait_seconds)
