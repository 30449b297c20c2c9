"""A model behind an OpenAI-compatible chat endpoint that picks one of the candidates."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Protocol

from engine.fingerprint import JsonValue
from engine.llm.answer import Read, read_answer
from engine.llm.prompt import messages
from engine.models.model_answer import AnswerCode
from engine.models.tool import Tool
from engine.remote.endpoint import Endpoint, RemoteError, RemoteFault

_CODES = {
    RemoteFault.TIMEOUT: AnswerCode.TIMEOUT,
    RemoteFault.UNREACHABLE: AnswerCode.UNREACHABLE,
    RemoteFault.REFUSED: AnswerCode.REFUSED,
    RemoteFault.UNREADABLE: AnswerCode.UNUSABLE,
}


class Chooser(Protocol):
    """Picks one of the candidates."""

    @property
    def model(self) -> str:
        """Name that a run keeps."""

    def choose(self, query: str, tools: Sequence[Tool], known: Container[str]) -> Read:
        """Return the choice; what goes wrong is a code, never an exception."""


class ChatChooser:
    """Asks a chat model.

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
    def model(self) -> str:
        """Name that a run keeps."""
        return self._model

    def choose(self, query: str, tools: Sequence[Tool], known: Container[str]) -> Read:
        """Return the choice; what goes wrong is a code, never an exception.

        Parameters
        ----------
        query : str
            What the caller asked for.
        tools : sequence of Tool
            The candidates, best first; without any the model is not asked.
        known : container of str
            Names of the catalog's tools.
        """
        if not tools:
            return Read(AnswerCode.NOT_ASKED)
        chat: list[JsonValue] = [dict(message) for message in messages(query, tools)]
        payload: dict[str, JsonValue] = {"model": self._model, "messages": chat, "temperature": 0}
        try:
            answer = self._endpoint.post("/chat/completions", payload)
        except RemoteError as error:
            return Read(_CODES[error.fault])
        return read_answer(_content(answer), known)


def _content(answer: dict[str, JsonValue]) -> object:
    """Return the text of the first choice, or None where there is none."""
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return message.get("content") if isinstance(message, dict) else None
