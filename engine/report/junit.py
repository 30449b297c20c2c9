"""A comparison as JUnit XML: one test case for each case that both runs hold."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from engine.models.diff import CaseChange, Change
from engine.models.report import Comparison
from engine.models.run import Verdict
from engine.report import facts, words
from engine.report.plain import one_line


def to_junit(comparison: Comparison) -> str:
    """Return the XML that build servers read.

    A regressed case is a failure, a case on which the engine crashed an error, a case that cannot
    be scored is skipped; every other one passes, also one that fails on both sides: what a build
    must stop for is what got worse. The same comparison gives the same bytes, so there is no time
    stamp.
    """
    diff = comparison.diff
    common = [case for case in diff.cases if case.change not in (Change.ADDED, Change.REMOVED)]
    common.sort(key=lambda case: case.case_id)
    outcomes = [_outcome(case) for case in common]
    totals = {
        "tests": str(len(common)),
        "failures": str(_count(outcomes, "failure")),
        "errors": str(_count(outcomes, "error")),
        "skipped": str(_count(outcomes, "skipped")),
    }
    root = ET.Element(
        "testsuites",
        {"name": "quality-lab diff", **{k: v for k, v in totals.items() if k != "skipped"}},
    )
    suite = ET.SubElement(root, "testsuite", {"name": one_line(comparison.run.suite), **totals})
    properties = ET.SubElement(suite, "properties")
    for key, value in (
        ("verdict", facts.verdict(comparison)),
        *((f"baseline {side.what}", side.base) for side in facts.stamps(comparison)),
        *((f"current {side.what}", side.run) for side in facts.stamps(comparison)),
    ):
        ET.SubElement(properties, "property", {"name": key, "value": one_line(value)})
    for case, outcome in zip(common, outcomes, strict=True):
        found = ET.SubElement(
            suite,
            "testcase",
            {"classname": one_line(comparison.run.suite), "name": one_line(case.case_id)},
        )
        if outcome is not None:
            found.append(outcome)
        elif case.change is Change.FLAKY:
            ET.SubElement(found, "system-out").text = f"flaky: passes {facts.repeats(case)}"
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _count(outcomes: list[ET.Element | None], tag: str) -> int:
    return sum(outcome is not None and outcome.tag == tag for outcome in outcomes)


def _outcome(case: CaseChange) -> ET.Element | None:
    if case.change is Change.REGRESSED:
        element = ET.Element("failure", {"type": "regressed", "message": one_line(message(case))})
        element.text = "\n".join(one_line(line) for line in _details(case))
        return element
    if case.verdict_run is Verdict.ERROR:
        text = f"the engine failed on this case ({facts.cause(case.failure_run)})"
        return ET.Element("error", {"type": "error", "message": one_line(text)})
    if Verdict.UNSCORED in (case.verdict_base, case.verdict_run):
        return ET.Element("skipped", {"message": "there is nothing to judge this case on"})
    return None


def message(case: CaseChange) -> str:
    """Say in one line what got worse: rank, cause, who overtook, the signal that moved."""
    parts = [
        f"rank {words.rank_move(case.rank_base, case.rank_run)}",
        facts.cause(case.failure_run),
    ]
    if case.overtaken_by:
        parts.append(f"overtaken by {facts.overtaken_by(case)}")
    if case.signals:
        parts.append(facts.moved(case))
    return "; ".join(parts)


def _details(case: CaseChange) -> list[str]:
    lines = [
        f"expected {case.expected_target or words.MISSING}",
        f"selected {case.selected_base or words.MISSING} → {case.selected_run or words.MISSING}",
    ]
    lines += [
        f"{words.code(each.signal)}: {words.signed(each.base)} → {words.signed(each.run)}"
        for each in case.signals
    ]
    return lines
