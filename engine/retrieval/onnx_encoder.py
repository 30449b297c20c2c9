"""An encoder from a folder that the user names: an exported sentence model in ONNX.

The folder is as exporters of sentence models write it: ``model.onnx`` (or ``onnx/model.onnx``) and
``tokenizer.json``. Token vectors are averaged over the tokens of the text, which is what most such
models are trained for; a model that gives one vector a text itself is taken at its word.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from engine.errors import InvalidInput
from engine.retrieval.encoder import Vectors, unit_length

MAX_TOKENS = 256
"""Tokens after which a text is cut."""

_HOW = "install it with `pip install '.[onnx]'`"


class _Encoding(Protocol):
    ids: list[int]
    attention_mask: list[int]
    type_ids: list[int]


class _Tokenizer(Protocol):
    def encode(self, text: str) -> _Encoding: ...


class _Session(Protocol):
    def run(
        self, names: None, given: dict[str, npt.NDArray[np.int64]]
    ) -> list[npt.NDArray[np.float32]]: ...


class _Loaded(NamedTuple):
    session: _Session
    tokenizer: _Tokenizer
    inputs: frozenset[str]


class OnnxEncoder:
    """Encodes texts with a model from a folder, one text at a time.

    Parameters
    ----------
    folder : Path
        Holds the model and its tokenizer.

    Raises
    ------
    InvalidInput
        If the folder does not hold both files.
    """

    def __init__(self, folder: Path) -> None:
        self._model = _found(folder, ("model.onnx", "onnx/model.onnx"))
        self._tokenizer = _found(folder, ("tokenizer.json",))
        digest = hashlib.sha256(self._model.read_bytes())
        digest.update(self._tokenizer.read_bytes())
        self._fingerprint = f"onnx:{digest.hexdigest()[:16]}"
        self._loaded: _Loaded | None = None
        self._lock = threading.Lock()

    @property
    def fingerprint(self) -> str:
        """Hash of model and tokenizer."""
        return self._fingerprint

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 a text, shape (texts, dimensions).

        Raises
        ------
        InvalidInput
            If ``onnxruntime`` or ``tokenizers`` is missing, or the model cannot be used.
        """
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        loaded = self._load()
        return unit_length(np.stack([self._one(loaded, text) for text in texts]))

    def _one(self, loaded: _Loaded, text: str) -> Vectors:
        encoding = loaded.tokenizer.encode(text)
        mask = np.array([encoding.attention_mask], dtype=np.int64)
        given = {
            "input_ids": np.array([encoding.ids], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([encoding.type_ids], dtype=np.int64),
        }
        outputs = loaded.session.run(None, {n: v for n, v in given.items() if n in loaded.inputs})
        first = np.asarray(outputs[0], dtype=np.float32)
        if first.ndim == 2 and first.shape[0] == 1:
            whole: Vectors = first[0]
            return whole
        if first.ndim != 3 or first.shape[:2] != mask.shape:
            raise InvalidInput(
                f"{self._model.name} answers in a shape that no sentence encoder has: "
                f"{'x'.join(map(str, first.shape))}."
            )
        weights = mask[0].astype(np.float32)[:, None]
        mean: Vectors = (first[0] * weights).sum(axis=0) / max(float(weights.sum()), 1.0)
        return mean

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                try:
                    from onnxruntime import InferenceSession, SessionOptions
                    from tokenizers import Tokenizer
                except ImportError as missing:
                    raise InvalidInput(f"{missing.name} is not installed; {_HOW}.") from None
                options = SessionOptions()
                # On one thread, a vector's last bits do not depend on the machine's load.
                options.intra_op_num_threads = 1
                options.inter_op_num_threads = 1
                try:
                    session = InferenceSession(
                        str(self._model), options, providers=["CPUExecutionProvider"]
                    )
                    tokenizer = Tokenizer.from_file(str(self._tokenizer))
                except (
                    Exception
                ) as error:  # both libraries raise classes of their own, and bare ones
                    raise InvalidInput(
                        f"{self._model.name} or {self._tokenizer.name} cannot be read "
                        f"({type(error).__name__})."
                    ) from None
                tokenizer.enable_truncation(MAX_TOKENS)
                tokenizer.no_padding()
                names = frozenset(each.name for each in session.get_inputs())
                self._loaded = _Loaded(session, tokenizer, names)
            return self._loaded

    def __getstate__(self) -> dict[str, object]:
        """Travel without the model; it is loaded again where it is needed."""
        return {**self.__dict__, "_loaded": None, "_lock": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()


def _found(folder: Path, names: Sequence[str]) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise InvalidInput(f"the folder {folder.name!r} holds no {names[0]}, which an encoder needs.")
