"""Collect the nodes and edges of a run's evidence graph, each once, under stable ids."""

from __future__ import annotations

from datetime import datetime

from engine.models.graph import EdgeKind
from engine.models.path import EdgeType, EvidenceEdge, EvidenceGraph, EvidenceNode, Standing
from engine.trace.run_graph.relations import (
    EVEN_CHANCE,
    KIND_STANDINGS,
    KIND_TYPES,
    RULES,
    Confidence,
    NodeKind,
    Relation,
)


def node_id(kind: NodeKind, name: str = "") -> str:
    """Return the id by which a node is known in the graph of every run.

    Examples
    --------
    >>> node_id(NodeKind.TOOL, "getOrder"), node_id(NodeKind.DECISION)
    ('tool:getOrder', 'decision')
    """
    return f"{kind.value}:{name}" if name else kind.value


class Parts:
    """Nodes and edges as they are gathered.

    Parameters
    ----------
    observed_at : datetime
        When the run was made: the time of everything that it observed or worked out.
    declared_at : datetime, optional
        When the catalog was read: the time of everything that it declares.
    decision : float
        The selector's confidence.
    """

    def __init__(
        self, observed_at: datetime, declared_at: datetime | None, decision: float
    ) -> None:
        self._observed_at = observed_at
        self._declared_at = declared_at
        self._decision = decision
        self._nodes: dict[str, EvidenceNode] = {}
        self._edges: dict[str, EvidenceEdge] = {}

    def node(self, kind: NodeKind, name: str = "", label: str = "") -> str:
        """Add a node unless it is there, and return its id."""
        key = node_id(kind, name)
        if key not in self._nodes:
            self._nodes[key] = EvidenceNode(id=key, kind=kind.value, label=label or name)
        return key

    def edge(
        self,
        relation: Relation,
        source: str,
        target: str,
        evidence: str,
        *,
        detail: str = "",
        strength: float | None = None,
        kind: EdgeKind | None = None,
        standing: Standing | None = None,
    ) -> None:
        """Add an edge unless one of the same id is there.

        Parameters
        ----------
        relation : Relation
            Its rule gives type, confidence and standing.
        source, target : str
            Ids of nodes that were added.
        evidence : str
            A sentence for a person.
        detail : str
            Tells edges of one relation between the same nodes apart.
        strength : float, optional
            The share or the tool graph's confidence, for a relation that takes one; values
            outside [0, 1] are brought into it.
        kind : EdgeKind, optional
            Of the tool graph's edge, for a relation whose type it decides.
        standing : Standing, optional
            Of the tool graph's edge; by default its kind's, then the rule's.
        """
        rule = RULES[relation]
        edge_type = rule.edge_type
        if edge_type is None:
            edge_type = EdgeType.RELATED_TO if kind is None else KIND_TYPES[kind]
        if standing is None:
            standing = rule.standing if kind is None else KIND_STANDINGS[kind]
        name = f"{relation.value}:{source}>{target}" + (f"#{detail}" if detail else "")
        if name in self._edges:
            return
        declared = standing is Standing.DECLARED
        self._edges[name] = EvidenceEdge(
            id=name,
            source=source,
            target=target,
            edge_type=edge_type.value,
            confidence=self._confidence(rule.confidence, strength),
            created_at=self._declared_at if declared else self._observed_at,
            evidence=evidence,
            standing=standing,
        )

    def has(self, key: str) -> bool:
        """Return whether a node of that id was added."""
        return key in self._nodes

    def graph(self) -> EvidenceGraph:
        """Return everything that was gathered."""
        return EvidenceGraph(nodes=tuple(self._nodes.values()), edges=tuple(self._edges.values()))

    def _confidence(self, basis: Confidence, strength: float | None) -> float:
        if basis in (Confidence.SHARE, Confidence.EDGE):
            if strength is None:
                raise AssertionError(f"a confidence by {basis.value} needs a strength")
            value = strength
        else:
            value = {
                Confidence.CERTAIN: 1.0,
                Confidence.DECISION: self._decision,
                Confidence.DOUBT: 1.0 - self._decision,
                Confidence.EVEN: EVEN_CHANCE,
            }[basis]
        # Six digits are more than any of these is worth, and make equal shares equal.
        return round(min(max(value, 0.0), 1.0), 6)
