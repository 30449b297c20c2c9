"""Decisions as JSON lines: written in one order, read with every problem at once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, timedelta

import orjson
from pydantic import ValidationError

from engine.errors import DocumentError, Problem
from engine.ingest.json_text import parse_json
from engine.ingest.parse import utf8
from engine.ingest.reading import Malformed, type_name
from engine.ingest.source import SourceFile
from engine.ingest.validation import field_problems
from engine.models.triage import FailureIdentity, TriageChange, TriageVerdict
from engine.triage.scrubbed import secret_in_link, without_secrets

CLOCKS_DIFFER = timedelta(days=1)
"""How far ahead another machine's clock may be."""

_KNOWN = (
    *TriageChange.model_fields,
    *FailureIdentity.model_fields,
    *TriageVerdict.model_fields,
)


def write_changes(changes: Iterable[TriageChange]) -> bytes:
    """Return decisions as JSON lines, by suite, case and time; the same set gives the same bytes.

    Reading them gives the same decisions again.
    """
    ordered = sorted(
        changes,
        key=lambda change: (
            change.identity.suite,
            change.identity.case_id,
            change.changed_at,
            change.change_id,
        ),
    )
    lines = [
        json.dumps(change.model_dump(mode="json"), ensure_ascii=False, allow_nan=False)
        for change in ordered
    ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", errors="backslashreplace")


def read_changes(file: SourceFile, *, now: datetime) -> tuple[TriageChange, ...]:
    """Read decisions from JSON lines.

    Parameters
    ----------
    file : SourceFile
        What :func:`write_changes` made; UTF-8 with or without a byte order mark. A decision that
        stands twice counts once; secrets are taken out of notes.
    now : datetime
        A decision that is dated more than a day later is refused: it would win over every other
        for as long as it takes the clock to get there.

    Returns
    -------
    tuple of TriageChange
        By time and id, at least one.

    Raises
    ------
    DocumentError
        With every problem of the file: text that cannot be read, a missing or unknown key, a wrong
        value, a signature that is not its identity's, two decisions about one failure at one
        moment that say different things.
    """
    try:
        data = utf8(file.data)
    except Malformed as refusal:
        raise DocumentError(file.name, [refusal.problem]) from None
    problems: list[Problem] = []
    found: dict[str, TriageChange] = {}
    moments: dict[tuple[str, datetime], tuple[str, str]] = {}
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"line {number}"
        change = _change(line, where, problems)
        if change is None:
            continue
        if change.changed_at > now + CLOCKS_DIFFER:
            message = (
                f"changed_at is {change.changed_at.isoformat()}, more than a day ahead of this "
                f"machine's clock ({now.isoformat()}); correct the time."
            )
            problems.append(Problem(where, message))
        key = (change.signature, change.changed_at)
        first = moments.setdefault(key, (change.change_id, where))
        if first[0] != change.change_id:
            problems.append(Problem(where, same_moment(change, first[1])))
        found[change.change_id] = change
    if not found and not problems:
        problems.append(Problem("", "the file holds no decision; give at least one."))
    if problems:
        raise DocumentError(file.name, problems)
    return tuple(sorted(found.values(), key=lambda change: (change.changed_at, change.change_id)))


def same_moment(change: TriageChange, other: str) -> str:
    """Say that a decision differs from another of the same moment.

    Parameters
    ----------
    change : TriageChange
        The one that is refused.
    other : str
        Where the other stands.
    """
    return (
        f"the decision about case {change.identity.case_id!r} has the time of another one "
        f"({other}) and says something else; give the later one a later changed_at."
    )


def _change(line: bytes, where: str, problems: list[Problem]) -> TriageChange | None:
    try:
        value, repeated = parse_json(line)
    except Malformed as refusal:
        column = refusal.problem.where.rpartition(", ")[2]
        place = f"{where}, {column}" if column else where
        problems.append(Problem(place, refusal.problem.message))
        return None
    if repeated:
        names = ", ".join(map(repr, repeated))
        problems.append(Problem(where, f"{names} stands twice in this decision; keep one."))
        return None
    if not isinstance(value, dict):
        given = type_name(value)
        problems.append(Problem(where, f"a decision is an object, but {given} stands there."))
        return None
    try:
        change = TriageChange.model_validate_json(orjson.dumps(value), strict=True)
    except ValidationError as error:
        problems += field_problems(error, where, _KNOWN).values()
        return None
    refused = secret_in_link(change.verdict.link)
    if refused:
        problems.append(Problem(where, f"verdict.{refused}"))
    return change.model_copy(update={"verdict": without_secrets(change.verdict)})
