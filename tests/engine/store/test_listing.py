import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.models.failure import FailureReason, FailureStage
from engine.models.listing import CaseFilter, CaseOrder
from engine.models.run import Verdict
from engine.models.selection import Decision, Selection
from engine.store.store import Store
from tests.engine.store.samples import large_run, result, run

OVERRIDE = Selection(
    selected_target="listOrders",
    llm_target="getOrder",
    overrode_llm=True,
    ambiguous=True,
    decision=Decision.OVERRIDE_LLM,
    confidence=0.3,
)
CASES = (
    result("refund-1", lang="ko", tags=("bulk", "read")),
    result("refund-2", Verdict.FAIL, rank=3, lang="en", tags=("read",)),
    result("order-1", Verdict.ERROR, rank=None, expected_target="환불목록"),
    result("order-2", Verdict.UNSCORED, rank=2, selection=OVERRIDE),
)


@pytest.fixture
def filled(store):
    store.save_run(run("aaaa1", *CASES))
    store.save_run(run("bbbb1", result("other")))
    return store


def ids(store, **parts):
    return [row.case_id for row in store.case_rows("aaaa1", CaseFilter(**parts)).rows]


def test_a_row_shows_what_came_out(filled):
    (row,) = filled.case_rows("aaaa1", CaseFilter(text="order-2")).rows
    assert (row.case_id, row.verdict, row.rank, row.candidates) == ("order-2", "unscored", 2, 2)
    assert (row.selected_target, row.llm_target, row.decision) == (
        "listOrders",
        "getOrder",
        "override_llm",
    )
    assert (row.overrode_llm, row.ambiguous, row.confidence) == (True, True, 0.3)
    assert (row.stage, row.reason, row.lang, row.tags) == (None, None, None, ())
    assert row.measures == {"RR": 1.0, "nDCG@10": None}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param({}, ["order-1", "refund-2", "order-2", "refund-1"], id="all-failing-first"),
        pytest.param({"verdicts": (Verdict.PASS,)}, ["refund-1"], id="verdict"),
        pytest.param({"stages": (FailureStage.RETRIEVE,)}, ["refund-2"], id="stage"),
        pytest.param({"reasons": (FailureReason.LOW_RANK,)}, ["refund-2"], id="reason"),
        pytest.param({"reasons": (FailureReason.CYCLE,)}, [], id="reason-of-none"),
        pytest.param({"decisions": (Decision.OVERRIDE_LLM,)}, ["order-2"], id="decision"),
        pytest.param({"langs": ("ko", "en")}, ["refund-2", "refund-1"], id="either-language"),
        pytest.param({"tags": ("bulk", "none")}, ["refund-1"], id="any-tag"),
        pytest.param({"overrode_llm": True}, ["order-2"], id="overrode"),
        pytest.param({"ambiguous": False}, ["order-1", "refund-2", "refund-1"], id="not-ambiguous"),
        pytest.param({"text": "  REFUND "}, ["refund-2", "refund-1"], id="text-in-the-id"),
        pytest.param({"text": "listorders"}, ["order-2"], id="text-in-the-selected"),
        pytest.param({"text": "\u1112\u116a\u11ab"}, ["order-1"], id="decomposed-hangul"),
        pytest.param({"text": "%"}, [], id="no-wildcards"),
        pytest.param({"text": "order", "langs": ("ko",)}, ["refund-1"], id="both-parts"),
    ],
)
def test_a_filter_lets_through(filled, parts, expected):
    assert ids(filled, **parts) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (CaseOrder.CASE_ID, ["order-1", "order-2", "refund-1", "refund-2"]),
        (CaseOrder.RANK, ["refund-1", "order-2", "refund-2", "order-1"]),
        (CaseOrder.CONFIDENCE, ["order-2", "order-1", "refund-1", "refund-2"]),
    ],
)
def test_rows_come_in_the_order_asked_for(filled, order, expected):
    rows = filled.case_rows("aaaa1", order=order).rows
    assert [row.case_id for row in rows] == expected


def test_a_page_is_cut_from_the_whole_and_counts_it(filled):
    page = filled.case_rows("aaaa1", order=CaseOrder.CASE_ID, limit=2, offset=1)
    assert [row.case_id for row in page.rows] == ["order-2", "refund-1"]
    assert (page.total, page.of) == (4, 4)


def test_counts_of_a_part_are_over_what_the_other_parts_let_through(filled):
    found = filled.case_rows("aaaa1", CaseFilter(verdicts=(Verdict.FAIL,), tags=("read",)))
    assert (found.total, found.of) == (1, 4)
    assert [(x.value, x.cases) for x in found.facets.verdict] == [("fail", 1), ("pass", 1)]
    assert [(x.value, x.cases) for x in found.facets.tag] == [("read", 1)]
    assert [(x.value, x.cases) for x in found.facets.lang] == [("en", 1)]


def test_cases_without_a_value_are_counted_under_none(filled):
    facets = filled.case_rows("aaaa1").facets
    assert [(x.value, x.cases) for x in facets.lang] == [(None, 2), ("en", 1), ("ko", 1)]
    assert [(x.value, x.cases) for x in facets.stage] == [(None, 3), ("retrieve", 1)]


def test_a_filter_that_hides_everything_still_counts_the_cases(filled):
    found = filled.case_rows("aaaa1", CaseFilter(text="nothing like this"))
    assert (found.rows, found.total, found.of) == ((), 0, 4)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("listing") / "lab.duckdb", wait_seconds=30.0)
    store.save_run(large_run("aaaa1", cases=60, candidates=3, seed=2))
    return store


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    wanted=st.builds(
        CaseFilter,
        verdicts=st.lists(st.sampled_from(Verdict), max_size=2).map(tuple),
        stages=st.lists(st.sampled_from(FailureStage), max_size=2).map(tuple),
        langs=st.lists(st.sampled_from(["en", "ko"]), max_size=1).map(tuple),
        tags=st.lists(st.sampled_from(["read", "write"]), max_size=1).map(tuple),
        text=st.sampled_from(["", "case-0000", "주문", "GET"]),
    )
)
def test_the_counts_agree_with_the_rows(many, wanted):
    found = many.case_rows("aaaa1", wanted)
    assert found.total == len(found.rows) <= found.of == 60
    for name, part in (("verdict", "verdicts"), ("stage", "stages"), ("lang", "langs")):
        without = many.case_rows("aaaa1", wanted.model_copy(update={part: ()}))
        counts = {x.value: x.cases for x in getattr(found.facets, name)}
        values = [getattr(row, name) for row in without.rows]
        assert counts == {value: values.count(value) for value in set(values)}


def test_the_history_of_a_case_is_newest_first(store):
    for day, verdict in enumerate((Verdict.PASS, Verdict.FAIL, Verdict.PASS)):
        store.save_run(run(f"aaaa{day}", result("a", verdict, rank=day + 1), day=day))
    store.save_run(run("bbbb0", result("a"), suite="other", day=9))
    store.pin_run("aaaa1")
    rows = store.case_history("a", suite="core")
    assert [(x.run_id, x.verdict, x.rank, x.pinned) for x in rows] == [
        ("aaaa2", "pass", 3, False),
        ("aaaa1", "fail", 2, True),
        ("aaaa0", "pass", 1, False),
    ]
    assert [x.run_id for x in store.case_history("a", limit=2)] == ["bbbb0", "aaaa2"]
    assert store.case_history("unknown") == ()
