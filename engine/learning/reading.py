"""A file of traces, whichever form it has, to traces in memory."""

from __future__ import annotations

from engine.errors import DocumentError, Problem
from engine.ingest.case_rows import read_rows
from engine.ingest.reading import Malformed
from engine.ingest.source import SourceFile
from engine.learning.lines import read_line
from engine.learning.raw import RawTrace
from engine.learning.spans import is_export, read_spans

MAX_TRACES = 200_000


def read_traces(file: SourceFile) -> list[RawTrace]:
    """Return the traces of a file: lines of a runner, or spans of an export.

    Raises
    ------
    DocumentError
        With every line that cannot be used.
    """
    try:
        rows = read_rows(file)
    except Malformed as refusal:
        raise DocumentError(file.name, [refusal.problem]) from None
    problems = [row.problem for row in rows if row.problem is not None]
    if len(rows) > MAX_TRACES:
        problems = [Problem("", f"a file holds at most {MAX_TRACES:,} traces; split it.")]
    if problems:
        raise DocumentError(file.name, problems)
    values = [row.value for row in rows]
    if values and all(is_export(value) for value in values):
        return read_spans(values)
    traces: list[RawTrace] = []
    for row in rows:
        read = read_line(row.value, row.where)
        if isinstance(read, Problem):
            problems.append(read)
        else:
            traces.append(read)
    if problems:
        raise DocumentError(file.name, problems)
    return traces
