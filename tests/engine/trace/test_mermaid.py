from __future__ import annotations

from engine.models.path import EvidenceGraph
from engine.trace.mermaid import to_mermaid
from engine.trace.tracer import trace


def test_paths_are_drawn_with_stored_arrows_shared_edges_once_and_contradictions_red(graph_of, now):
    graph = graph_of(
        ("1", "b", "a", "causal", 1.0, now),
        ("2", "b", "c", "supports", 1.0, now),
        ("3", "b", "c", "contradicts", 1.0, now),
    )
    assert to_mermaid(trace(graph, "a", "c", k=2, now=now).paths) == (
        "flowchart LR\n"
        '  n0["a"]\n'
        '  n1["b"]\n'
        '  n2["c"]\n'
        '  n1 -->|"causal 0.000"| n0\n'
        '  n1 -->|"supports 0.100"| n2\n'
        '  n1 -.->|"contradicts 2.000"| n2\n'
        "  linkStyle 2 stroke:#dc2626,color:#dc2626\n"
    )


def test_untrusted_labels_cannot_leave_their_quotes(graph_of, now):
    graph = graph_of(("1", "a", "b", "causal", 1.0, now))
    hostile = 'x"] --> y["<script>'
    nodes = [graph.nodes[0].model_copy(update={"label": hostile}), graph.nodes[1]]
    labelled = EvidenceGraph(nodes=nodes, edges=graph.edges)
    text = to_mermaid(trace(labelled, "a", "b", now=now).paths, labelled)
    assert '  n0["x#34;#93; --#62; y#91;#34;#60;script#62;"]' in text
    assert "<" not in text


def test_no_paths_make_an_empty_chart():
    assert to_mermaid(()) == "flowchart LR\n"
