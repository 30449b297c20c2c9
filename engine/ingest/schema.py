"""Schemas read one level deep, each once: what they say without opening their properties."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ingest.composition import Gathering
from engine.ingest.reading import as_array, as_object
from engine.ingest.references import Node, References, reference
from engine.ingest.shape import STRUCTURE, Shape, leaf_shape


class Schemas:
    """Reads schemas of the documents that ``references`` knows, each once."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._shapes: dict[tuple[int, ...], Shape] = {}
        self._kept: list[tuple[Node, ...]] = []
        self._heirs: dict[str, dict[int, list[Node]]] = {}

    def shape(self, nodes: tuple[Node, ...]) -> Shape:
        """Return what several schemas that all apply say together."""
        given = tuple([id(node.value) for node in nodes])
        shape = self._shapes.get(given)
        if shape is None:
            followed = [self._references.follow(node) for node in nodes]
            targets = tuple(node for node in followed if node is not None)
            key = tuple(id(node.value) for node in targets)
            shape = self._shapes.get(key) or self._read(targets)
            self._shapes[given] = self._shapes[key] = shape
            # The keys are made of addresses, so the values must outlive them.
            self._kept += (nodes, targets)
        return shape

    def _read(self, targets: tuple[Node, ...]) -> Shape:
        if len(targets) == 1 and STRUCTURE.isdisjoint(as_object(targets[0].value)):
            return leaf_shape(targets[0])
        gathering = Gathering(self._references, self._heirs_of)
        for node in targets:
            gathering.visit(node, mandatory=True, inherited=False)
        return gathering.shape()

    def choice(self, nodes: tuple[Node, ...]) -> Shape:
        """Return what several schemas of which one applies say together."""
        if len(nodes) > 1:
            nodes = _unequal(nodes)
        if len(nodes) == 1:
            return self.shape(nodes)
        key = (0, *(id(node.value) for node in nodes))
        shape = self._shapes.get(key)
        if shape is None:
            gathering = Gathering(self._references, self._heirs_of)
            gathering.choose(nodes)
            shape = self._shapes[key] = gathering.shape()
            self._kept.append(nodes)
        return shape

    def _heirs_of(self, base: Node) -> Sequence[Node]:
        """Return the components that are built on ``base`` by ``allOf``, sorted by name."""
        index = self._heirs.get(base.document)
        if index is None:
            index = self._heirs[base.document] = {}
            for node in self._components(base.document):
                for part in as_array(as_object(node.value).get("allOf")):
                    target = self._references.follow(node.at(part)) if reference(part) else None
                    if target is not None:
                        index.setdefault(id(target.value), []).append(node)
        return index.get(id(base.value), ())

    def _components(self, document: str) -> list[Node]:
        root = as_object(self._references.document(document))
        components = as_object(as_object(root.get("components")).get("schemas"))
        definitions = as_object(root.get("definitions"))
        both = {**definitions, **components}
        return [Node(both[name], document, name) for name in sorted(both)]


def _unequal(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Leave out a choice that is written the same as an earlier one, as for two media types."""
    kept: list[Node] = []
    for node in nodes:
        if not any(node.document == k.document and node.value == k.value for k in kept):
            kept.append(node)
    return tuple(kept)
