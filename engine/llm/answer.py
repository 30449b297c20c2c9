"""Read a model's answer: a name from the list, a refusal to choose, or something unusable."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

import orjson

from engine.models.model_answer import AnswerCode

_FENCE = re.compile(r"^```(?:json)?\s*|\s*```$")
_OBJECT = re.compile(r"\{[^{}]*\}")
_LONGEST = 20_000


class Read(NamedTuple):
    """What an answer says."""

    code: AnswerCode
    target: str | None = None


def read_answer(content: object, known: Container[str]) -> Read:
    r"""Return what a model's text says.

    Parameters
    ----------
    content : object
        The message's content; anything but a text is unusable.
    known : container of str
        Names of the catalog's tools.

    Examples
    --------
    >>> read_answer('{"tool": "listOrders"}', {"listOrders"})
    Read(code=<AnswerCode.PICKED: 'picked'>, target='listOrders')
    >>> read_answer('```json\n{"tool": null}\n```', {"listOrders"}).code.value
    'declined'
    >>> read_answer("I would call listOrders.", {"listOrders"}).code.value
    'unusable'
    """
    if not isinstance(content, str):
        return Read(AnswerCode.UNUSABLE)
    text = _FENCE.sub("", content[:_LONGEST].strip())
    if text in known:
        return Read(AnswerCode.PICKED, text)
    for candidate in (text, *(match.group() for match in _OBJECT.finditer(text))):
        try:
            value = orjson.loads(candidate)
        except orjson.JSONDecodeError:
            continue
        if isinstance(value, dict) and "tool" in value:
            return _named(value["tool"], known)
    return Read(AnswerCode.UNUSABLE)


def _named(tool: object, known: Container[str]) -> Read:
    if tool is None:
        return Read(AnswerCode.DECLINED)
    if not isinstance(tool, str):
        return Read(AnswerCode.UNUSABLE)
    return Read(AnswerCode.PICKED, tool) if tool in known else Read(AnswerCode.UNKNOWN_TOOL)
