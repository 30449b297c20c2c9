"""Read an evidence graph from a document: JSON, JSON Lines, GraphML or CSV."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from engine.errors import DocumentError, InvalidInput, Problem
from engine.models.path import EvidenceGraph
from engine.trace.load_csv import read_csv
from engine.trace.load_graphml import read_graphml
from engine.trace.load_json import read_json, read_json_lines
from engine.trace.rows import GraphRows

LARGEST_DOCUMENT = 512 * 1024 * 1024
"""Bytes; a larger document is refused before it is read."""


class GraphFormat(StrEnum):
    """Forms in which a graph can be written."""

    JSON = "json"
    """One object: ``{"nodes": [...], "edges": [...]}``."""

    JSON_LINES = "jsonl"
    """One node or one edge a line; a line with ``source`` and ``target`` is an edge."""

    GRAPHML = "graphml"
    CSV = "csv"
    """A header and one pair a line; nodes are the ends of the pairs."""


_READERS = {
    GraphFormat.JSON: read_json,
    GraphFormat.JSON_LINES: read_json_lines,
    GraphFormat.GRAPHML: read_graphml,
    GraphFormat.CSV: read_csv,
}

_SUFFIXES = {
    ".json": GraphFormat.JSON,
    ".jsonl": GraphFormat.JSON_LINES,
    ".ndjson": GraphFormat.JSON_LINES,
    ".graphml": GraphFormat.GRAPHML,
    ".xml": GraphFormat.GRAPHML,
    ".csv": GraphFormat.CSV,
}


class LoadedGraph(NamedTuple):
    """A graph, and what had to be assumed to read it."""

    graph: EvidenceGraph
    warnings: tuple[str, ...]
    """Sentences for a person; empty when the document said everything."""


def read_graph(path: Path, form: GraphFormat | None = None) -> LoadedGraph:
    """Read a graph from a file; see :func:`load_graph`.

    Raises
    ------
    InvalidInput
        If there is no such file, or it cannot be read.
    """
    try:
        if path.stat().st_size > LARGEST_DOCUMENT:
            raise _too_large(path.name)
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidInput(f"The graph file {str(path)!r} cannot be read: {reason}.") from error
    return load_graph(content, source=path.name, form=form)


def load_graph(content: bytes, *, source: str, form: GraphFormat | None = None) -> LoadedGraph:
    """Read a graph from a document's bytes.

    Parameters
    ----------
    content : bytes
        The document, in UTF-8 (GraphML: in the encoding that it declares).
    source : str
        The document's name as the user knows it; its ending tells the form.
    form : GraphFormat, optional
        Needed when the name does not tell.

    Returns
    -------
    LoadedGraph
        Nodes and edges sorted by id, whatever order they stood in.

    Raises
    ------
    DocumentError
        With every problem of the document: values that are missing or out of range, repeated
        ids, edges that name unknown nodes.
    InvalidInput
        If the form is not known.
    """
    if form is None:
        form = _SUFFIXES.get(Path(source).suffix.lower())
    if form is None:
        endings = ", ".join(_SUFFIXES)
        raise InvalidInput(f"{source!r} does not say what it is; a graph's name ends in {endings}.")
    if len(content) > LARGEST_DOCUMENT:
        raise _too_large(source)
    rows = GraphRows()
    _READERS[form](content, rows)
    if not rows.nodes and not rows.problems:
        rows.problems.append(
            Problem("", "The document holds no nodes; a graph needs at least one.")
        )
    rows.check()
    if rows.problems:
        raise DocumentError(source, rows.problems)
    graph = EvidenceGraph(nodes=tuple(rows.nodes), edges=tuple(rows.edges))
    return LoadedGraph(graph, tuple(rows.warnings))


def _too_large(source: str) -> InvalidInput:
    limit = LARGEST_DOCUMENT // (1024 * 1024)
    return InvalidInput(f"{source!r} is larger than {limit} MiB, the most that is read as a graph.")
