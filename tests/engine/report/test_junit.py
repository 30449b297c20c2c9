from xml.etree import ElementTree as ET

from engine.report.junit import to_junit
from tests.engine.report.scenes import HOSTILE, comparison


def suite_of(report):
    root = ET.fromstring(report.encode())
    assert root.tag == "testsuites"
    (suite,) = root
    return suite


def test_every_common_case_is_one_test_and_only_these():
    suite = suite_of(to_junit(comparison()))
    names = [case.get("name") for case in suite.iter("testcase")]
    assert names == [f"case-{letter}" for letter in "abcdef"]
    assert suite.get("tests") == "6"


def test_regressed_is_a_failure_a_crash_an_error_and_unscored_skipped():
    suite = suite_of(to_junit(comparison()))
    outcomes = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}
    assert outcomes == {
        "case-a": ["failure"],
        "case-b": [],
        "case-c": ["system-out"],
        "case-d": ["error"],
        "case-e": ["skipped"],
        "case-f": [],
    }
    assert {k: suite.get(k) for k in ("failures", "errors", "skipped")} == {
        "failures": "1",
        "errors": "1",
        "skipped": "1",
    }


def test_a_failure_says_what_got_worse():
    (failure,) = suite_of(to_junit(comparison())).iter("failure")
    assert failure.get("message") == (
        "rank 1 → 3; search: low rank; overtaken by other, new; seed −0.667"
    )
    assert "selected want → other" in failure.text


def test_a_flaky_case_is_no_failure_and_says_how_often_it_passes():
    (out,) = suite_of(to_junit(comparison())).iter("system-out")
    assert out.text == "flaky: passes 1 of 2 → –"


def test_hostile_names_stay_names():
    suite = suite_of(to_junit(comparison(HOSTILE, note=HOSTILE)))
    names = [case.get("name") for case in suite.iter("testcase")]
    assert len(names) == 6
    assert all("<script>alert(1)</script>" in name for name in names)
    assert not any(sign in name for name in names for sign in "\x1b\u202e\n")


def test_the_same_comparison_gives_the_same_bytes():
    assert to_junit(comparison()) == to_junit(comparison())
