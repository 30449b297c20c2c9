from __future__ import annotations

import pytest

from engine.models.graph import EdgeKind, EdgeOrigin
from engine.models.path import Standing
from engine.trace.run_graph import relations
from engine.trace.run_graph.relations import (
    KIND_STANDINGS,
    KIND_TYPES,
    ORIGIN_STANDINGS,
    RULES,
    Confidence,
    Relation,
    known_kind,
)


def rows_of_the_head():
    """Return the rows of the module's table as (relation, type, confidence, standing)."""
    lines = relations.__doc__.splitlines()
    rules = [number for number, line in enumerate(lines) if line.startswith("======")]
    starts = [start for start, _ in enumerate(lines[rules[0]]) if _begins(lines[rules[0]], start)]
    for line in lines[rules[1] + 1 : rules[2]]:
        cells = [
            line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)
        ]
        yield pytest.param(cells[0], *cells[2:], id=cells[0])


def _begins(rule, place):
    return rule[place] == "=" and (place == 0 or rule[place - 1] == " ")


@pytest.mark.parametrize(("name", "edge_type", "confidence", "standing"), list(rows_of_the_head()))
def test_the_table_in_the_head_says_what_the_rules_do(name, edge_type, confidence, standing):
    rule = RULES[Relation(name)]
    assert edge_type == (rule.edge_type.value if rule.edge_type else "by edge kind")
    assert rule.confidence is Confidence(confidence)
    if standing.startswith("by edge") or standing == "none: asserted":
        assert rule.standing is None
    else:
        assert rule.standing is Standing(standing)


def test_every_relation_has_a_row_and_a_rule():
    assert {row.values[0] for row in rows_of_the_head()} == {r.value for r in Relation}
    assert set(RULES) == set(Relation)


def test_every_kind_and_origin_of_the_tool_graph_is_mapped():
    assert set(KIND_TYPES) == set(KIND_STANDINGS) == set(EdgeKind)
    assert set(ORIGIN_STANDINGS) == set(EdgeOrigin)


def test_only_what_carries_data_causes():
    causing = {kind for kind, edge_type in KIND_TYPES.items() if edge_type == "causal"}
    assert causing == {kind for kind in EdgeKind if kind.carries_data} - {EdgeKind.PARENT_PATH}


def test_a_kind_of_a_newer_engine_is_unknown():
    assert known_kind("data_flow") is EdgeKind.DATA_FLOW
    assert known_kind("telepathy") is None
