"""Sentence encoders: what turns a text into a direction of meaning, and where vectors are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into vectors whose scalar product says how much they mean the same."""

    @property
    def fingerprint(self) -> str:
        """Names the model and its version; vectors of different fingerprints never mix."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 a text, shape (texts, dimensions).

        A text has the same vector, bit for bit, whatever it is encoded together with.
        """


class VectorCache(Protocol):
    """Keeps vectors by encoder and text, so that an unchanged text is encoded once."""

    def get(self, encoder: str, texts: Sequence[str]) -> Mapping[str, Vectors]:
        """Return the known vectors by fingerprint of their text; shape (dimensions,) each.

        Parameters
        ----------
        encoder : str
            Fingerprint of the encoder.
        texts : sequence of str
            Fingerprints of the texts.
        """

    def put(self, encoder: str, vectors: Mapping[str, Vectors]) -> None:
        """Keep vectors by fingerprint of their text."""


class MemoryVectors:
    """Keeps vectors while the process lives."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Vectors] = {}

    def get(self, encoder: str, texts: Sequence[str]) -> Mapping[str, Vectors]:
        """Return the known vectors by fingerprint of their text."""
        return {text: self._kept[encoder, text] for text in texts if (encoder, text) in self._kept}

    def put(self, encoder: str, vectors: Mapping[str, Vectors]) -> None:
        """Keep vectors by fingerprint of their text."""
        for text, vector in vectors.items():
            self._kept[encoder, text] = vector


def unit_length(vectors: Vectors) -> Vectors:
    """Return vectors scaled to length 1, shape (texts, dimensions); one of length 0 stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = (vectors / np.where(lengths > 0.0, lengths, 1.0)).astype(np.float32)
    return scaled
