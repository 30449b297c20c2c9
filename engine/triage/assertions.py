"""Further checks of a case, read into one form."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pydantic import JsonValue

from engine.errors import InvalidInput, nearest
from engine.models.case import Case


class AssertionKind(StrEnum):
    """What can be asserted, in the order of the stages."""

    TOP_K_CONTAINS = "top_k_contains"
    """``tool`` stands among the candidates."""

    SELECTED_TARGET = "selected_target"
    """``tool`` is selected."""

    PLAN_CONTAINS_TOOL = "plan_contains_tool"
    """``tool`` is called on the way to the target."""

    HTTP_STATUS = "http_status"
    """The recorded status is ``value``."""

    JSON_PATH_EXISTS = "json_path_exists"
    """The recorded response held ``path``."""


_PARAMETER: dict[AssertionKind, tuple[str, type]] = {
    AssertionKind.TOP_K_CONTAINS: ("tool", str),
    AssertionKind.SELECTED_TARGET: ("tool", str),
    AssertionKind.PLAN_CONTAINS_TOOL: ("tool", str),
    AssertionKind.HTTP_STATUS: ("value", int),
    AssertionKind.JSON_PATH_EXISTS: ("path", str),
}


class Assertion(NamedTuple):
    """One check."""

    kind: AssertionKind
    value: str | int
    """A tool's name, a status, or a JSON path."""


def read_assertions(case: Case) -> tuple[Assertion, ...]:
    """Return the checks of a case, in the order of the stages.

    Each is an object with ``kind`` and one parameter, for example
    ``{"kind": "http_status", "value": 200}``.

    Raises
    ------
    InvalidInput
        If a kind is unknown, or its parameter is absent or of another type.

    Examples
    --------
    >>> case = Case(case_id="c", query="q", assertions=({"kind": "http_status", "value": 200},))
    >>> read_assertions(case)
    (Assertion(kind=<AssertionKind.HTTP_STATUS: 'http_status'>, value=200),)
    """
    found = [_read(case.case_id, number, raw) for number, raw in enumerate(case.assertions, 1)]
    order = list(AssertionKind)
    return tuple(sorted(found, key=lambda check: (order.index(check.kind), str(check.value))))


def _read(case_id: str, number: int, raw: dict[str, JsonValue]) -> Assertion:
    where = f"case {case_id!r}, assertion {number}"
    given = raw.get("kind")
    known = [kind.value for kind in AssertionKind]
    if given not in known:
        near = nearest(str(given), known)
        hint = f" Did you mean {near!r}?" if near else ""
        raise InvalidInput(f"{where} has kind {given!r}; there are {', '.join(known)}.{hint}")
    kind = AssertionKind(str(given))
    name, wanted = _PARAMETER[kind]
    value = raw.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int) or not isinstance(value, wanted):
        words = "a whole number" if wanted is int else "a text"
        raise InvalidInput(
            f"{where} ({kind.value}) needs {name!r} as {words}, but {value!r} was given."
        )
    return Assertion(kind, value)
