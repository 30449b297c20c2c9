from engine.compare.diff import diff_runs
from engine.compare.rollups import MAX_GROUPS
from engine.models.diff import GroupBy
from engine.models.listing import ToolKind
from engine.models.run import Verdict
from engine.models.selection import Selection
from tests.builders import result, run

KINDS = {
    "find": ToolKind(name="find", fingerprint="tool-v1:1", action="search", module="orders"),
    "odd": ToolKind(name="odd", fingerprint="tool-v1:2"),
}


def scored(case_id, value, verdict=Verdict.PASS, **values):
    return result(case_id, verdict, measures={"MRR": value}, **values)


def rollup(base, now, by, **options):
    diff = diff_runs(run(base), run(now), base_tools=KINDS, run_tools=KINDS, **options)
    return next((each for each in diff.rollups if each.by is by), None)


def test_every_group_is_compared_over_its_own_cases():
    base = [scored("a", 1.0, tags=("x",)), scored("b", 0.5, tags=("x", "y")), scored("c", None)]
    now = [
        scored("a", 0.5, Verdict.FAIL, tags=("x",)),
        scored("b", 0.0, Verdict.FAIL, tags=("x", "y")),
        scored("c", 1.0),
    ]
    found = rollup(base, now, GroupBy.TAG)
    x, y, none = found.groups
    assert [(g.value, g.cases, g.regressed, g.improved) for g in found.groups] == [
        ("x", 2, 2, 0),
        ("y", 1, 1, 0),
        (None, 1, 0, 0),
    ]
    assert (x.measures[0].difference, x.measures[0].ci, x.measures[0].scored) == (
        -0.5,
        (-0.5, -0.5),
        2,
    )
    assert (y.measures[0].difference, y.measures[0].ci) == (-0.5, None)
    assert (none.measures[0].difference, none.measures[0].unscored) == (None, 1)


def test_module_and_action_are_those_of_the_expected_tool():
    cases = [
        scored("a", 1.0, expected_target="find"),
        scored("b", 1.0, expected_target="odd"),
        scored("c", 1.0),
    ]
    module = rollup(cases, cases, GroupBy.MODULE)
    action = rollup(cases, cases, GroupBy.ACTION)
    assert [(g.value, g.cases) for g in module.groups] == [("orders", 1), (None, 2)]
    assert [(g.value, g.cases) for g in action.groups] == [("search", 1), (None, 2)]


def test_a_kind_that_no_case_has_a_value_of_is_left_out():
    cases = [scored("a", 1.0)]
    assert rollup(cases, cases, GroupBy.LANG) is None
    assert rollup(cases, cases, GroupBy.SUITE).groups[0].value == "orders"


def test_the_smallest_of_many_groups_are_counted_and_not_listed():
    cases = [scored(f"{n:03}", 1.0, tags=(f"t{n:03}", "all")) for n in range(MAX_GROUPS + 4)]
    found = rollup(cases, cases, GroupBy.TAG)
    assert len(found.groups) == MAX_GROUPS
    assert found.groups[0].value == "all"
    assert found.left_out == 5


def test_groups_add_up_to_the_comparison_and_its_order_does_not_matter():
    base = [scored(f"{n}", n / 9, lang="ko" if n % 2 else "en") for n in range(9)]
    now = [scored(f"{n}", (n + 1) / 9, lang="ko" if n % 2 else "en") for n in range(9)]
    found = rollup(base, now, GroupBy.LANG)
    assert sum(group.cases for group in found.groups) == 9
    assert rollup(base[::-1], now[::-1], GroupBy.LANG) == found


def test_a_tool_whose_action_differs_between_the_catalogs_counts_under_both_either_way_round():
    reads = {"find": KINDS["find"]}
    writes = {"find": KINDS["find"].model_copy(update={"action": "update"})}
    base = [scored("a", 1.0, expected_target="find"), scored("b", 1.0)]
    now = [scored("a", 0.5, Verdict.FAIL, expected_target="find"), scored("b", 1.0)]
    ahead = by_action(diff_runs(run(base), run(now), base_tools=reads, run_tools=writes))
    back = by_action(diff_runs(run(now), run(base), base_tools=writes, run_tools=reads))
    assert [(g.value, g.cases, g.regressed) for g in ahead] == [
        ("search", 1, 1),
        ("update", 1, 1),
        (None, 1, 0),
    ]
    assert [(g.value, g.cases, g.improved) for g in back] == [
        (g.value, g.cases, g.regressed) for g in ahead
    ]


def test_a_case_with_another_target_in_either_catalog_counts_under_both():
    kinds = {
        "find": KINDS["find"],
        "look": ToolKind(name="look", fingerprint="tool-v1:3", action="read", module="orders"),
    }
    base, now = (
        [scored("a", 1.0, expected_target="find")],
        [scored("a", 1.0, expected_target="look")],
    )
    ahead = by_action(diff_runs(run(base), run(now), base_tools=kinds, run_tools=kinds))
    back = by_action(diff_runs(run(now), run(base), base_tools=kinds, run_tools=kinds))
    assert [g.value for g in ahead] == [g.value for g in back] == ["read", "search"]


def test_another_selected_tool_moves_no_case_to_another_group():
    base = [scored("a", 1.0, expected_target="find", selection=Selection(selected_target="find"))]
    now = [scored("a", 1.0, expected_target="find", selection=Selection(selected_target="odd"))]
    ahead = diff_runs(run(base), run(now), base_tools=KINDS, run_tools=KINDS)
    back = diff_runs(run(now), run(base), base_tools=KINDS, run_tools=KINDS)
    assert by_action(ahead) == by_action(back)
    assert ahead.counts == back.counts
    assert ahead.counts["moved"] == 1


def test_cases_of_two_suites_count_under_both():
    cases = [scored("a", 1.0)]
    ahead = diff_runs(run(cases), run(cases, suite="refunds"))
    back = diff_runs(run(cases, suite="refunds"), run(cases))
    assert [g.value for g in ahead.rollups[0].groups] == ["orders", "refunds"]
    assert back.rollups == ahead.rollups


def by_action(diff):
    return next(each for each in diff.rollups if each.by is GroupBy.ACTION).groups
