import re

from engine.compare.diff import diff_runs
from engine.models.report import Comparison
from engine.report.markdown import name, text, to_markdown
from tests.builders import run
from tests.engine.report.scenes import HOSTILE, comparison


def cells(line):
    return re.split(r"(?<!\\)\|", line)[1:-1]


def test_the_verdict_is_the_first_line():
    first = to_markdown(comparison()).splitlines()[0]
    assert first.startswith(
        "**run000 is as good as base00: 1 regressed, 1 improved, net 0, 1 flaky"
    )


def test_the_report_says_who_overtook_and_which_signal_moved():
    report = to_markdown(comparison())
    (row,) = [line for line in report.splitlines() if line.startswith("| `case-a`")]
    shown = [cell.strip() for cell in cells(row)]
    assert shown[1:4] == ["1 → 3 (−2)", "`want`", "`want → other`"]
    assert shown[4] == "search: low rank"
    assert shown[5] == "`other, new`"
    assert shown[6] == "seed −0.667"


def test_significance_is_said_in_words():
    report = to_markdown(comparison())
    assert "not significant" in report
    assert "| measure | baseline | current | difference | 95 % interval | more than chance? |" in (
        report
    )


def test_what_the_gate_says_stands_under_the_verdict():
    report = to_markdown(comparison(asked=["regressed>0"]))
    assert "Gate: **block**" in report.splitlines()[2]
    assert "regressed is 1" in report


def test_every_row_of_a_table_has_the_cells_of_its_header():
    report = to_markdown(comparison(HOSTILE, note=HOSTILE))
    width = 0
    for line in report.splitlines():
        if line.startswith("| "):
            width = width or len(cells(line))
            assert len(cells(line)) == width, line
        else:
            width = 0


def test_untrusted_names_never_become_markup():
    report = to_markdown(comparison(HOSTILE, note=HOSTILE))
    outside = re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "", report)
    assert "<script" not in outside
    assert "](" not in outside
    assert not re.search(r"@\w", outside)
    assert "\x1b" not in report
    assert "\u202e" not in report


def test_a_name_of_backticks_is_closed_by_a_longer_fence():
    assert name("a``b`c") == "``` a``b`c ```"
    assert name("|") == "`\\|`"


def test_what_begins_a_mention_an_issue_or_an_address_is_kept_apart():
    for shown in (text("@you"), text("x #1"), text("https://h"), text("www.h.org"), text("GH-1")):
        assert "\u2060" in shown


def test_runs_without_a_common_case_are_reported_as_such():
    base, now = run([]), run([])
    nothing = Comparison(base=base.summary, run=now.summary, diff=diff_runs(base, now))
    assert "not comparable" in to_markdown(nothing)


def test_the_same_comparison_gives_the_same_text():
    assert to_markdown(comparison()) == to_markdown(comparison())
