import pytest

from engine.compare.comparability import compare_stamps, match_cases
from engine.compare.outcomes import outcomes_of
from engine.models.run import RunStatus
from tests.builders import result, run

ONE = run([result("a"), result("b")], "base")


def compare(other, base=ONE, **tools):
    return compare_stamps(base.summary, other.summary, matched(base, other), **tools)


def matched(base, other):
    return match_cases(outcomes_of(base.results), outcomes_of(other.results))


def messages(comparability):
    return [(found.what, found.message) for found in comparability.differences]


def test_runs_under_one_stamp_differ_in_nothing():
    found = compare(run([result("a"), result("b")]))
    assert found.comparable
    assert found.common == 2
    assert found.differences == ()


def test_cases_are_matched_by_id_and_content():
    other = run([result("b", case_fingerprint="case-v1:other"), result("c")])
    shared = matched(ONE, other)
    assert shared.pairs == ()
    assert shared.changed == ("b",)
    assert [each.case_id for each in shared.only_base] == ["a"]
    assert [each.case_id for each in shared.only_run] == ["c"]
    found = compare(other)
    assert not found.comparable
    assert (found.common, found.only_base, found.only_run, found.changed_cases) == (0, 1, 1, 1)
    assert ("case", "1 case has other content and is not compared: b.") in messages(found)


@pytest.mark.parametrize(
    ("values", "what", "message"),
    [
        pytest.param(
            {"stamp": {"engine_version": "2.0"}}, "engine", "Engine 1.0 → 2.0.", id="engine"
        ),
        pytest.param(
            {"stamp": {"git_commit": "abcdef0123456789", "git_dirty": True}},
            "engine",
            "Engine 1.0 of another state of its source: unknown → abcdef0123 with changes.",
            id="source",
        ),
        pytest.param(
            {"stamp": {"evidence_format": 2}},
            "evidence_format",
            "Evidence format 1 → 2.",
            id="evidence-format",
        ),
        pytest.param(
            {"stamp": {"graph_fingerprint": "graph-v1:1"}},
            "graph",
            "Tool graph none → graph-v1:1.",
            id="graph",
        ),
        pytest.param(
            {"stamp": {"encoder": "enc"}}, "encoder", "Sentence encoder none → enc.", id="encoder"
        ),
        pytest.param(
            {"stamp": {"catalog_fingerprint": "catalog-v1:1"}},
            "catalog",
            "Catalog 'shop' has other content.",
            id="catalog-content",
        ),
        pytest.param(
            {"stamp": {"catalog_fingerprint": "catalog-v1:1"}, "catalog": "shop2"},
            "catalog",
            "Catalog 'shop' → 'shop2'.",
            id="another-catalog",
        ),
        pytest.param(
            {"stamp": {"suite_fingerprint": "suite-v1:1"}},
            "suite",
            "Suite 'orders' has other content under the same name.",
            id="suite-of-the-same-name",
        ),
        pytest.param(
            {"suite": "copy"},
            "suite",
            "Suite 'orders' → 'copy' with the same cases.",
            id="renamed-copy-of-the-suite",
        ),
        pytest.param(
            {"status": RunStatus.CANCELLED, "planned": 5},
            "status",
            "The current run was cancelled after 2 of 5 cases.",
            id="cancelled",
        ),
    ],
)
def test_what_differs_is_said_in_a_sentence(values, what, message):
    assert messages(compare(run([result("a"), result("b")], **values))) == [(what, message)]


def test_only_the_settings_that_differ_are_named():
    other = run(
        [result("a")],
        settings={"top_k": 5, "retrieval": {"bm25": {"k1": 1.5, "b": 0.75}}},
    )
    base = run([result("a")], settings={"retrieval": {"bm25": {"k1": 1.2, "b": 0.75}}})
    found = compare(other, base)
    assert messages(found) == [
        ("settings", "retrieval.bm25.k1: 1.2 → 1.5."),
        ("settings", "top_k: default → 5."),
    ]
    assert (found.differences[0].base, found.differences[0].run) == ("1.2", "1.5")


def test_a_changed_catalog_is_counted_in_tools_where_both_are_known():
    other = run([result("a")], stamp={"catalog_fingerprint": "catalog-v1:1"})
    found = compare(
        other,
        base_tools={"kept": "1", "changed": "1", "gone": "1"},
        run_tools={"kept": "1", "changed": "2", "new": "1", "newer": "1"},
    )
    assert messages(found) == [
        (
            "catalog",
            "Catalog 'shop' has other content: 2 tools added (new, newer), "
            "1 tool removed (gone), 1 tool changed (changed).",
        )
    ]


def test_a_long_list_of_names_is_cut():
    names = {f"t{n:02}": "1" for n in range(12)}
    other = run([result("a")], stamp={"catalog_fingerprint": "catalog-v1:1"})
    found = compare(other, base_tools={}, run_tools=names)
    assert found.differences[0].message.endswith("t09, … 2 more).")
