"""An operator's first minute: from the verdict to the cause to a decision, by clicks alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from engine.ingest.files import read_file
from engine.lab.demo import NAME, SETTINGS
from engine.lab.lab import Lab
from engine.models.case import Suite
from engine.models.diff import CaseChange, Change, RunDiff
from tests.browser.conftest import served, settled, store_sample
from tests.browser.test_first_run import AXE, cell, follow

pytestmark = pytest.mark.browser

EVERY = 3
"""The sample's every third case: enough that some regress."""


DECISIONS = {"light": "^Acknowledged", "dark": "^Flaky"}
"""Both looks decide about the same case: the second one differently."""


class Compared(NamedTuple):
    """A served store with two runs, the newer one worse."""

    address: str
    base: str
    run: str
    worst: CaseChange
    regressed: int


@pytest.fixture(scope="module")
def compared(
    tmp_path_factory: pytest.TempPathFactory, project_root: Path, chromium: Browser
) -> Iterator[Compared]:
    """Two runs of the sample, all signals first and words alone then, and lessons of traces."""
    folder = tmp_path_factory.mktemp("minute")
    lab = Lab(folder / "sample.duckdb")
    diff = compare(lab, store_sample(lab, every=EVERY))
    # Where words alone find no tool at all, no signal of the expected one can be seen to move.
    unfound = {c.case_id for c in diff.cases if c.change is Change.REGRESSED and not c.signals}
    suite = lab.suites.load(NAME)
    kept = tuple(case for case in suite.cases if case.case_id not in unfound)
    found = suite.model_copy(update={"cases": kept})
    lab.suites.save(found)
    diff = compare(lab, found)
    assert diff.cases[0].signals
    lab.runs.pin(diff.base)
    traces = project_root / "data" / "traces" / "shop.jsonl"
    lab.learning.ingest(read_file(traces), catalog=NAME)
    regressed = diff.counts[Change.REGRESSED.value]
    with served(folder, project_root) as root:
        yield Compared(root, diff.base, diff.run, diff.cases[0], regressed)


def compare(lab: Lab, suite: Suite) -> RunDiff:
    """Run a suite with all signals, then with words alone; return what changed."""
    base, run = (
        lab.runs.execute(suite, catalog=NAME, settings=settings, note=note).summary.run_id
        for note, settings in reversed(SETTINGS)
    )
    return lab.runs.diff(base, run)


@pytest.fixture
def address(compared: Compared) -> str:
    """Take the place of the address of the other tests."""
    return compared.address


def test_from_the_verdict_to_the_cause_of_the_worst_regression_to_a_decision(
    visit, compared, scheme
):
    page = visit("/")
    main = page.get_by_test_id("stMain")
    verdict = main.get_by_role("heading", level=1)
    expect(verdict).to_contain_text(f"{compared.run[:6]} is ")
    expect(verdict).to_contain_text(compared.base[:6])
    expect(verdict).to_contain_text(f"{compared.regressed} regressed")

    # The worst regression is open at once, with the way it went and what moved it.
    follow(page, main.get_by_role("link", name="Compare").click, r"/compare\?.*case=")
    case_id = compared.worst.case_id
    expect(main.get_by_role("radio", name="regressed")).to_be_checked()
    expect(cell(page, 1, 0)).to_have_text(case_id)
    expect(main.get_by_text(f"{compared.regressed} of ", exact=False).first).to_be_visible()
    expect(main.get_by_text("Overtaken by")).to_be_visible()
    expect(main.get_by_text("What the expected tool gained or lost, by signal")).to_be_visible()
    charts = main.locator(".js-plotly-plot")
    expect(charts.first).to_contain_text("baseline")
    expect(charts.last).to_contain_text(compared.worst.signals[0].signal.replace("_", " "))

    follow(page, main.get_by_role("link", name="Open case").click, r"/case\?")
    expect(verdict).to_have_text(case_id)
    expect(main.get_by_text(re.compile(r"\bfail$")).first).to_be_visible()
    expect(
        main.get_by_text(re.compile("^Why the wrong tool ranked higher|^The expected tool")).first
    ).to_be_visible()

    follow(page, main.get_by_role("link", name="Decide").click, r"/triage\?.*case=")
    expect(verdict).to_have_text("Triage")
    expect(main.get_by_text("To do", exact=True)).to_be_visible()
    main.get_by_role("button", name=re.compile(DECISIONS[scheme])).click()
    expect(main.get_by_text("not saved yet")).to_be_visible()
    settled(page)
    main.get_by_role("button", name=re.compile(r"\bSave$")).click()
    expect(
        main.get_by_text(re.compile(rf"{re.escape(case_id)} saved|nothing to change"))
    ).to_be_visible()
    expect(main.get_by_text(re.compile(r"^1 of \d+ failing cases decided"))).to_be_visible()


def test_a_click_on_a_group_lists_its_cases_and_its_chip_takes_it_away(visit, compared):
    page = visit(f"/compare?base={compared.base}&run={compared.run}&change=same&group=action")
    main = page.get_by_test_id("stMain")
    groups = main.locator("[data-testid=stDataFrame]").nth(1)
    groups.scroll_into_view_if_needed()
    wanted = groups.locator("[data-testid=glide-cell-1-0]").inner_text()
    box = groups.locator("canvas").first.bounding_box()
    assert box

    def click() -> None:
        page.mouse.click(box["x"] + 120, box["y"] + 32 + 16)

    follow(page, click, r"[?&]within=action%3A")
    chip = main.get_by_role("button", name=re.compile(rf"action\W+{re.escape(wanted)}$"))
    expect(chip).to_be_visible()
    listed = main.get_by_text(re.compile(r"^\d+ of \d+ cases")).first
    narrowed = listed.inner_text()
    chip.click()
    expect(chip).to_have_count(0)
    expect(page).not_to_have_url(re.compile("within="))
    expect(listed).not_to_have_text(narrowed)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/compare?base={base}&run={run}&case={case}", id="compare-with-a-case"),
        pytest.param(
            "/compare?base={base}&run={run}&group=tag&within=lang:en", id="compare-in-a-group"
        ),
        pytest.param("/triage?run={run}&status=all&case={case}", id="triage-with-a-queue"),
        pytest.param("/case?run={run}&case={case}&vs={base}", id="case-beside-its-baseline"),
        pytest.param("/learning", id="learning-with-suggestions"),
        pytest.param("/case", id="no-case"),
    ],
)
def test_no_filled_page_has_an_accessibility_violation(visit, compared, path):
    named = {"base": compared.base, "run": compared.run, "case": compared.worst.case_id}
    page = visit(path.format(**named))
    found = Axe().run(page, options=AXE)
    assert not found.response["violations"], found.generate_report()
