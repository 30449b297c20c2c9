"""Services that the user names, by address and environment."""

from __future__ import annotations

import math
import os
from pathlib import Path

from engine.errors import InvalidInput
from engine.llm.chooser import ChatChooser
from engine.remote.endpoint import Endpoint
from engine.retrieval.encoder import Encoder
from engine.retrieval.onnx_encoder import OnnxEncoder
from engine.retrieval.remote_encoder import RemoteEncoder
from engine.retrieval.use_encoder import embedded_encoder

OPENAI = "https://api.openai.com/v1"

LLM_URL = "QUALITY_LAB_LLM_URL"
LLM_KEYS = ("QUALITY_LAB_LLM_KEY", "OPENAI_API_KEY")

ENCODER = "QUALITY_LAB_ENCODER"
"""Environment variable that names the sentence encoder: ``embedded``, ``openai:MODEL`` or
``onnx:FOLDER``."""

EMBEDDINGS_URL = "QUALITY_LAB_EMBEDDINGS_URL"
EMBEDDINGS_KEYS = ("QUALITY_LAB_EMBEDDINGS_KEY", "OPENAI_API_KEY")


def chat_chooser(model: str, *, url: str | None = None, timeout_s: float = 30.0) -> ChatChooser:
    """Return a chooser that asks ``model``.

    Parameters
    ----------
    model : str
        Its name at the service.
    url : str, optional
        Base address; ``QUALITY_LAB_LLM_URL``, or else OpenAI's.
    timeout_s : float
        Seconds to wait for an answer, above 0.

    Raises
    ------
    InvalidInput
        If the model has no name, or address or time-out cannot be used.
    """
    if not model.strip() or len(model) > 200:
        raise InvalidInput("--llm takes the name of a model, at most 200 characters.")
    if not (math.isfinite(timeout_s) and timeout_s > 0):
        raise InvalidInput(
            f"a time-out is a number of seconds above 0, but {timeout_s:g} was given."
        )
    address = url or os.environ.get(LLM_URL) or OPENAI
    endpoint = Endpoint(address, key_variables=LLM_KEYS, timeout_s=timeout_s)
    return ChatChooser(endpoint, model.strip())


def sentence_encoder(name: str | None = None) -> Encoder | None:
    """Return the encoder of a name; None where the embedded one is not installed.

    Parameters
    ----------
    name : str, optional
        ``embedded``, ``openai:MODEL`` (service: ``QUALITY_LAB_EMBEDDINGS_URL``, or else OpenAI's)
        or ``onnx:FOLDER``; ``QUALITY_LAB_ENCODER``, or else the embedded one.

    Raises
    ------
    InvalidInput
        If there is no such encoder.
    """
    chosen = name or os.environ.get(ENCODER) or "embedded"
    kind, _, rest = chosen.partition(":")
    if chosen == "embedded":
        return embedded_encoder()
    if kind == "openai" and rest:
        url = os.environ.get(EMBEDDINGS_URL) or OPENAI
        return RemoteEncoder(Endpoint(url, key_variables=EMBEDDINGS_KEYS), rest)
    if kind == "onnx" and rest:
        return OnnxEncoder(Path(rest))
    raise InvalidInput(
        f"there is no encoder {chosen!r}; there are embedded, openai:MODEL and onnx:FOLDER."
    )
