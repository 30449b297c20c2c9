"""Services that the user names, by address and environment."""

from __future__ import annotations

import math
import os

from engine.errors import InvalidInput
from engine.llm.chooser import ChatChooser
from engine.remote.endpoint import Endpoint

OPENAI = "https://api.openai.com/v1"

LLM_URL = "QUALITY_LAB_LLM_URL"
LLM_KEYS = ("QUALITY_LAB_LLM_KEY", "OPENAI_API_KEY")


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
