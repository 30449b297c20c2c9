from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import PATIENCE_MS, settled

pytestmark = pytest.mark.browser

ATTEMPTS = 4

# The file uploader's own drop zone, which no page can change, is presentational with a label.
AXE = {"rules": {"presentation-role-conflict": {"enabled": False}}}

PATHS = {
    "overview": "/",
    "compare": "/compare",
    "triage": "/triage",
    "runs": "/runs",
    "cases": "/cases",
    "cases import": "/cases?view=import",
    "catalogs": "/catalogs",
    "catalogs readiness": "/catalogs?view=readiness",
    "catalogs graph": "/catalogs?view=graph",
    "catalogs query": "/catalogs?view=query",
    "catalogs import": "/catalogs?view=import",
    "gate": "/gate?file=shop.yaml&tool=approveRefund",
    "gate contracts": "/gate?view=contracts",
    "gate ledger": "/gate?view=ledger",
    "gate benchmark": "/gate?view=benchmark",
    "paths": "/paths",
    "paths topology": "/paths?view=topology",
    "learning": "/learning",
    "unknown run": "/case?run=ffffffff&case=x",
}


def cell(page: Page, column: int, row: int):
    """Return a cell of the page's first table; column 0 holds the tick."""
    return page.locator("[data-testid=stDataFrame]").first.locator(
        f"[data-testid=glide-cell-{column}-{row}]"
    )


def click_cell(page: Page, column: int, row: int) -> None:
    """Click where a cell of the first table is drawn: the table is a canvas."""
    box = cell(page, column, row).bounding_box()
    frame = page.locator("[data-testid=stDataFrame] canvas").first.bounding_box()
    assert frame
    if box:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    else:
        page.mouse.click(frame["x"] + 120, frame["y"] + 36 + 32 * row + 16)


def follow(page: Page, act: Callable[[], None], url: str) -> None:
    """Do what leads to ``url``, again when a redraw swallowed the click."""
    for _ in range(ATTEMPTS):
        settled(page)
        act()
        with suppress(TimeoutError):
            page.wait_for_url(re.compile(url), timeout=PATIENCE_MS / ATTEMPTS)
            break
    expect(page).to_have_url(re.compile(url))
    settled(page)


def test_a_run_is_started_watched_and_read_down_to_the_chips_of_a_failing_case(visit, scheme):
    page = visit("/runs")
    page.get_by_label("Note").fill(f"first run, {scheme}")
    page.get_by_role("button", name="Start run").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    expect(page.get_by_text(re.compile("shop over shop.*finished"))).to_be_visible()
    follow(page, page.get_by_role("link", name="Open its cases").click, r"/cases\?")
    expect(cell(page, 3, 0)).to_have_text("fail")
    case_id = cell(page, 1, 0).inner_text()

    follow(page, lambda: click_cell(page, 1, 0), r"/case\?")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_role("heading", level=1)).to_have_text(case_id)
    expect(main.get_by_text(re.compile(r"\bfail$")).first).to_be_visible()
    for stage in ("Search", "Select", "Plan", "Auth", "Execute"):
        expect(main.get_by_text(stage, exact=True).first).to_be_visible()
    expect(main.get_by_text("Selector", exact=True).first).to_be_visible()

    page.get_by_role("button", name="Next").click()
    expect(main.get_by_role("heading", level=1)).not_to_have_text(case_id)
    page.keyboard.press("k")
    expect(main.get_by_role("heading", level=1)).to_have_text(case_id)


# Compare and Triage are held to it where a case is chosen, in test_sixty_seconds.
@pytest.mark.parametrize("name", [name for name in PATHS if name not in ("compare", "triage")])
def test_no_page_has_an_accessibility_violation(visit, name):
    page = visit(PATHS[name])
    found = Axe().run(page, options=AXE)
    assert not found.response["violations"], found.generate_report()


@pytest.mark.parametrize("name", ["cases", "catalogs", "runs", "compare", "triage"])
def test_the_first_table_row_stands_above_420_pixels(visit, name):
    page = visit(PATHS[name])
    table = page.locator("[data-testid=stDataFrame] canvas").first
    box = table.bounding_box()
    assert box
    assert box["y"] + 36 < 420


def test_a_hostile_text_is_shown_letter_by_letter(visit):
    hostile = "![i](http://host.example/a.png) :red[x] $a+b$ <b>z</b> [l](http://host.example)"
    page = visit("/catalogs?view=query")
    page.get_by_label("Query").fill(hostile)
    page.get_by_role("button", name="Ask").click()
    settled(page)
    main = page.get_by_test_id("stMain")
    expect(main.locator("img, .katex, a[href*='host.example']")).to_have_count(0)
