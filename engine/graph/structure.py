"""Edges that follow from paths, resources and actions, without any field."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge
from engine.models.tool import Action, ResultShape, Tool
from engine.text.identifiers import split_identifier
from engine.text.verbs import sense_of

PARENT_CONFIDENCE = 0.7
LIFE_CYCLE_BY_PATH = 0.8
LIFE_CYCLE_BY_RESOURCE = 0.55
SAME_RESOURCE_CONFIDENCE = 0.5

CLIQUE = 8
"""Up to so many tools of one resource are joined each with each; more are joined to one hub."""

_FORMATS = frozenset(["json", "xml", "csv"])

_PARAMETER = re.compile(r"\{[^}]*\}|<[^>]*>|^:.*")

Path = tuple[str, ...]


def structure_edges(tools: Sequence[Tool]) -> Iterable[GraphEdge]:
    """Return parent path, life cycle and same resource edges, in no order.

    Parameters
    ----------
    tools : sequence of Tool
        A catalog's tools, sorted by name.
    """
    by_path = _by_path(tools)
    yield from _parents(by_path)
    yield from _life_cycles_by_path(by_path)
    yield from _by_resource(tools)


def _by_path(tools: Sequence[Tool]) -> dict[tuple[str, Path], list[Tool]]:
    """Group tools by document and path, whatever the path's parameters are called."""
    groups: dict[tuple[str, Path], list[Tool]] = defaultdict(list)
    for tool in tools:
        if tool.endpoint is not None:
            groups[tool.source, _template(tool.endpoint.path)].append(tool)
    return groups


def _template(path: str) -> Path:
    """Return a path's segments, parameters unnamed, without a trailing format (``/json``)."""
    segments = [_PARAMETER.sub("{}", segment) for segment in path.split("/") if segment]
    while len(segments) > 1 and segments[-1].lower() in _FORMATS:
        segments.pop()
    return tuple(segments)


def _parents(by_path: dict[tuple[str, Path], list[Tool]]) -> Iterable[GraphEdge]:
    """Join the nearest tool that reads one record with what stands below that record's path.

    Only a path that ends in a parameter is a parent: ``/pets/{id}`` is none of ``/pets/search``.
    """
    for (document, path), children in by_path.items():
        for size in range(len(path) - 1, 0, -1):
            parent = path[:size]
            readers = [
                tool
                for tool in by_path.get((document, parent), ())
                if tool.semantics.action.value in (Action.READ, Action.SEARCH)
            ]
            if readers and "{}" in parent[-1]:
                for child in children:
                    yield _parent_edge(readers[0], child)
                break


def _parent_edge(parent: Tool, child: Tool) -> GraphEdge:
    path = parent.endpoint.path if parent.endpoint else ""
    return GraphEdge(
        source=parent.name,
        target=child.name,
        kind=EdgeKind.PARENT_PATH,
        origin=EdgeOrigin.DERIVED,
        confidence=PARENT_CONFIDENCE,
        evidence=f"{child.name} works below {path}, which {parent.name} reads.",
        reasons=("path",),
    )


def _life_cycles_by_path(by_path: dict[tuple[str, Path], list[Tool]]) -> Iterable[GraphEdge]:
    """Join what creates a record in a collection with what works on one record of it.

    A verb after the collection (``/orders/create``) or the record (``/orders/{id}/cancel``) is no
    part of either.
    """
    creators: dict[tuple[str, Path], list[Tool]] = defaultdict(list)
    users: dict[tuple[str, Path], list[Tool]] = defaultdict(list)
    for (document, path), tools in by_path.items():
        place = path[:-1] if len(path) > 1 and _is_verb(path[-1]) else path
        if place[-1:] == ("{}",):
            users[document, place[:-1]] += tools
        else:
            creators[document, place] += (
                t for t in tools if t.semantics.action.value == Action.CREATE
            )
    for collection, found in creators.items():
        for creator in found:
            for user in users.get(collection, ()):
                yield _life_cycle_edge(creator, user, LIFE_CYCLE_BY_PATH, "path")


def _is_verb(segment: str) -> bool:
    words = split_identifier(segment)
    return len(words) == 1 and sense_of(words[0]) is not None


def _by_resource(tools: Sequence[Tool]) -> Iterable[GraphEdge]:
    groups: dict[tuple[str, str, str], list[Tool]] = defaultdict(list)
    for tool in tools:
        meaning = tool.semantics
        if meaning.resource.value != "unknown":
            module = meaning.path_module.value
            groups[tool.source, module, meaning.resource.value].append(tool)
    for (_, _, resource), group in groups.items():
        yield from _life_cycles_by_resource(group, resource)
        yield from _siblings(group, resource)


def _life_cycles_by_resource(group: Sequence[Tool], resource: str) -> Iterable[GraphEdge]:
    """Join creators with the users of one record, where paths do not say it already."""
    creators = [tool for tool in group if tool.semantics.action.value == Action.CREATE]
    if not 0 < len(creators) <= CLIQUE:
        return
    users = [tool for tool in group if _works_on_one(tool) and tool.endpoint is None]
    for creator in creators:
        if creator.endpoint is None and len(users) <= CLIQUE:
            for user in users:
                yield _life_cycle_edge(creator, user, LIFE_CYCLE_BY_RESOURCE, "resource")


def _works_on_one(tool: Tool) -> bool:
    action, shape = tool.semantics.action.value, tool.semantics.result_shape.value
    if action in (Action.UPDATE, Action.DELETE):
        return True
    return action == Action.READ and shape == ResultShape.SINGLE


def _life_cycle_edge(creator: Tool, user: Tool, confidence: float, ground: str) -> GraphEdge:
    resource = creator.semantics.resource.value
    action = user.semantics.action.value
    verb = f"{action}s" if action in (Action.READ, Action.UPDATE, Action.DELETE) else "works on"
    return GraphEdge(
        source=creator.name,
        target=user.name,
        kind=EdgeKind.LIFE_CYCLE,
        origin=EdgeOrigin.DERIVED,
        confidence=confidence,
        evidence=f"{creator.name} creates the {resource} that {user.name} {verb}.",
        reasons=(ground,),
    )


def _siblings(group: Sequence[Tool], resource: str) -> Iterable[GraphEdge]:
    """Join the tools of one resource: each with each, or all with the one that lists it."""
    if len(group) <= CLIQUE:
        pairs = [(a, b) for i, a in enumerate(group) for b in group[i + 1 :]]
    else:
        hub = min(group, key=lambda tool: (_hub_rank(tool), tool.name))
        pairs = [(hub, tool) for tool in group if tool is not hub]
    for left, right in pairs:
        first, second = sorted((left.name, right.name))
        yield GraphEdge(
            source=first,
            target=second,
            kind=EdgeKind.SAME_RESOURCE,
            origin=EdgeOrigin.DERIVED,
            confidence=SAME_RESOURCE_CONFIDENCE,
            evidence=f"{first} and {second} both work on {resource}.",
            reasons=("resource",),
        )


def _hub_rank(tool: Tool) -> int:
    order = (Action.SEARCH, Action.READ, Action.CREATE)
    action = tool.semantics.action.value
    return next((i for i, known in enumerate(order) if action == known), len(order))
