"""Graphs written as GraphML."""

from __future__ import annotations

from xml.etree import ElementTree

from pydantic import JsonValue

from engine.trace.assumed import EdgeRow, fill_unstated
from engine.trace.rows import GraphRows


class _HasDocumentType(Exception):
    """The document declares a type."""


class _Tree(ElementTree.TreeBuilder):
    """Refuses document types: their entities can blow up a small document or fetch a file."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise _HasDocumentType


_NUMBERS = frozenset(("int", "long", "float", "double"))


def read_graphml(content: bytes, rows: GraphRows) -> None:
    """Read nodes, edges and their ``data``; keys are named by ``attr.name``.

    An undirected edge is kept in the direction that it is written in, and a warning says so.
    Types and confidences that no edge states are assumed as for CSV.
    """
    parser = ElementTree.XMLParser(target=_Tree())
    try:
        parser.feed(content)
        root = parser.close()
    except _HasDocumentType:
        rows.problem("", "declares a document type; remove it, a graph needs none.")
        return
    except ElementTree.ParseError as error:
        line, column = error.position
        rows.problem(f"line {line}, column {column + 1}", "is no well-formed XML.")
        return
    except (LookupError, ValueError) as error:
        rows.problem("", f"its encoding cannot be read ({error}).")
        return
    graphs = [element for element in root if _name(element) == "graph"]
    if _name(root) != "graphml" or len(graphs) != 1:
        rows.problem("", "must be one 'graphml' element that holds one 'graph'.")
        return
    keys = {e.get("id", ""): e for e in root if _name(e) == "key"}
    graph = graphs[0]
    edges: list[EdgeRow] = []
    stated: set[str] = set()
    undirected = 0
    for element in graph:
        kind = _name(element)
        if kind == "node":
            where = f"node {element.get('id', '')!r}"
            rows.add_node(where, {"id": element.get("id"), **_values(where, element, keys, rows)})
        elif kind == "edge":
            where = f"edge {element.get('id') or len(edges) + 1!r}"
            undirected += not _directed(element, graph)
            own = {key: element.get(key) for key in ("id", "source", "target")}
            row = {**_values(where, element, keys, rows), **own}
            stated.update(key for key, value in row.items() if value is not None)
            edges.append((where, row))
        elif kind == "hyperedge":
            rows.problem("hyperedge", "joins more than two nodes; write it as edges between pairs.")
    fill_unstated(edges, stated, rows)
    if undirected:
        rows.warnings.append(
            f"{undirected} edges have no direction: each is kept from its source to its target."
        )
    for where, row in edges:
        if rows.full:
            break
        rows.add_edge(where, row)


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _directed(edge: ElementTree.Element, graph: ElementTree.Element) -> bool:
    stated = edge.get("directed")
    if stated is not None:
        return stated == "true"
    return graph.get("edgedefault", "directed") == "directed"


def _values(
    where: str,
    element: ElementTree.Element,
    keys: dict[str, ElementTree.Element],
    rows: GraphRows,
) -> dict[str, JsonValue]:
    """Return an element's data by name, numbers as numbers; defaults of keys where it is silent."""
    texts = {
        name: default.text or ""
        for name, key in keys.items()
        if key.get("for") in (_name(element), "all")
        for default in key
        if _name(default) == "default"
    }
    for data in element:
        if _name(data) == "data":
            texts[data.get("key", "")] = data.text or ""
    values: dict[str, JsonValue] = {}
    for name, text in texts.items():
        key = keys.get(name)
        if key is None:
            rows.problem(where, f"data names key {name!r}, which the document does not declare.")
            continue
        known = key.get("attr.name", name)
        value: JsonValue = text.strip()
        if value and (key.get("attr.type") in _NUMBERS or known == "confidence"):
            try:
                value = float(text)
            except ValueError:
                value = text
        if value != "":
            values[known] = value
    return values
