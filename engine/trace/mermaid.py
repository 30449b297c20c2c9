"""Write traced paths as a Mermaid flowchart."""

from __future__ import annotations

from collections.abc import Sequence

from engine.models.path import EdgeType, EvidenceGraph, TracedEdge, TracedPath, Traversed


def to_mermaid(paths: Sequence[TracedPath], graph: EvidenceGraph | None = None) -> str:
    """Return a flowchart of paths: the first solid, the others dashed, contradictions red.

    Parameters
    ----------
    paths : sequence of TracedPath
        Best first; an edge that several share is drawn once, as the best of them needs.
    graph : EvidenceGraph, optional
        Gives nodes their labels; without it ids are shown.

    Returns
    -------
    str
        Mermaid text with a final newline. Arrows point as the graph stores them, whichever way a
        path runs over them.

    Notes
    -----
    Text of the graph is untrusted: characters that mean something to Mermaid or to HTML are
    written as entity codes.
    """
    lines = ["flowchart LR"]
    numbers: dict[str, int] = {}
    for path in paths:
        for name in path.path:
            if name not in numbers:
                numbers[name] = len(numbers)
                node = graph.node_by_id.get(name) if graph else None
                label = (node.label if node else "") or name
                lines.append(f'  n{numbers[name]}["{_escaped(label)}"]')
    drawn: dict[str, tuple[int, TracedEdge]] = {}
    for rank, path in enumerate(paths):
        for edge in path.edges:
            drawn.setdefault(edge.id, (rank, edge))
    red = []
    for position, (rank, edge) in enumerate(drawn.values()):
        tail, head = edge.from_id, edge.to_id
        if edge.traversed is Traversed.REVERSE:
            tail, head = head, tail
        arrow = "-->" if rank == 0 else "-.->"
        label = _escaped(f"{edge.edge_type} {edge.cost:.3f}")
        lines.append(f'  n{numbers[tail]} {arrow}|"{label}"| n{numbers[head]}')
        if edge.edge_type == EdgeType.CONTRADICTS:
            red.append(str(position))
    if red:
        lines.append(f"  linkStyle {','.join(red)} stroke:#dc2626,color:#dc2626")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Return text with everything but letters, digits and plain marks as entity codes."""
    return "".join(
        character if character.isalnum() or character in " .,:-_/+" else f"#{ord(character)};"
        for character in text
    )
