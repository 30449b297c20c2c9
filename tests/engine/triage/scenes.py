"""Facts of cases in which one thing went wrong, or nothing."""

from __future__ import annotations

from engine.measures.judgement import judge
from engine.models.candidate import Ranking, RankingStats
from engine.models.catalog import Catalog
from engine.models.plan import Producer
from engine.models.selection import Decision, OverrideAssessment, ReasonCode, Selection
from engine.triage.facts import gather
from tests.builders import case, field, ranked, tool

TOOLS = (
    tool("createOrder", risk="write", security=(("key", "session"),)),
    tool("getOrder", consumes=(field("orderId", required=True),), security=(("key",),)),
    tool("listOrders", consumes=(field("status", required=True, enum=("open", "closed")),)),
    tool("ping"),
    tool("searchOrders", consumes=(field("orderId", required=True),)),
)
CATALOG = Catalog(name="shop", tools=TOOLS)

FEEDS_ITSELF = {"getOrder": "searchOrders", "searchOrders": "getOrder"}


class Feeds:
    """Each tool's inputs are produced by one other tool."""

    def __init__(self, table):
        self.table = table

    def producers_of(self, name, wanted):
        found = self.table.get(name)
        return [Producer(tool=found, field="$.id")] if found else []


def selected(name, **values):
    return Selection(
        **{"selected_target": name, "decision": Decision.SELECT, "confidence": 0.9, **values}
    )


def facts(
    names=("getOrder", "listOrders", "ping"),
    selection=None,
    *,
    feeds=None,
    top_k=8,
    full_rank=None,
    empty_reason=None,
    gate_refusals=(),
    **fields,
):
    """Return facts of a case; by default ``getOrder`` is expected, first and selected."""
    each = case(**{"expected_target": "getOrder", **fields})
    return gather(
        each,
        judge(each, CATALOG),
        Ranking(results=ranked(*names), stats=RankingStats(empty_reason=empty_reason)),
        selection if selection is not None else selected(names[0] if names else None),
        CATALOG.by_name,
        top_k=top_k,
        full_rank=full_rank,
        producers=Feeds(feeds) if feeds else None,
        gate_refusals=gate_refusals,
    )


REFUSED = OverrideAssessment(
    evaluated=True, winner="getOrder", reason_codes=(ReasonCode.INSUFFICIENT_MARGIN.value,)
)
