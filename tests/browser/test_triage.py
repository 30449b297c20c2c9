from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import settled

pytestmark = pytest.mark.browser


def open_case(page: Page) -> str:
    """Id of the open failure, once the address and the form say it."""
    expect(page).to_have_url(re.compile(r"[?&]case=[^&]+"))
    expect(button(page, "Save and next")).to_be_visible()
    settled(page)
    return parse_qs(urlsplit(page.url).query)["case"][0]


def button(page: Page, name: str):
    # An icon in front of a label is part of its name.
    return page.get_by_role("button", name=re.compile(rf"\b{name}( Shortcut|$)"))


def press(page: Page, key: str) -> None:
    """Press a key when nothing is being drawn: a page that is still drawn has no shortcuts yet."""
    settled(page)
    expect(button(page, "Keys")).to_be_visible()
    page.keyboard.press(key)


def at_case(case_id: str) -> re.Pattern[str]:
    return re.compile(rf"[?&]case={re.escape(case_id)}(&|$)")


def test_a_failure_is_decided_by_keyboard_alone(visit):
    page = visit("/triage")
    first = open_case(page)
    press(page, "j")
    expect(page).not_to_have_url(at_case(first))
    press(page, "k")
    expect(page).to_have_url(at_case(first))
    press(page, "2")
    expect(page.get_by_text("not saved yet")).to_be_visible()
    press(page, "s")
    expect(page).not_to_have_url(at_case(first))
    expect(page.get_by_text(re.compile(rf"{re.escape(first)} saved"))).to_be_visible()
    press(page, "h")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("save and go to the next case")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_keys_rest_while_a_note_is_typed(visit):
    page = visit("/triage")
    first = open_case(page)
    note = page.get_by_label("Note", exact=True)
    note.click()
    page.keyboard.type("jk2sh")
    expect(note).to_have_value("jk2sh")
    expect(page).to_have_url(at_case(first))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_two_tabs_that_decide_about_one_failure_lose_neither_version(visit):
    mine = visit("/triage")
    case_id = open_case(mine)
    press(mine, "4")
    expect(mine.get_by_text("not saved yet")).to_be_visible()
    theirs = mine.context.new_page()
    theirs.goto(f"/triage?status=all&case={case_id}")
    assert open_case(theirs) == case_id
    press(theirs, "5")
    expect(theirs.get_by_text("not saved yet")).to_be_visible()
    press(theirs, "s")
    expect(theirs).not_to_have_url(at_case(case_id))
    settled(theirs)
    theirs.close()
    press(mine, "s")
    expect(mine.get_by_text("Somebody else decided about this failure")).to_be_visible()
    settled(mine)
    button(mine, "Keep mine").click()
    expect(mine.get_by_text("Somebody else decided about this failure")).to_have_count(0)
    press(mine, "s")
    expect(mine.get_by_text(re.compile(rf"{re.escape(case_id)} saved"))).to_be_visible()
    mine.goto(f"/triage?status=all&case={case_id}")
    assert open_case(mine) == case_id
    mine.get_by_text("History", exact=True).click()
    for revision, status in ((1, "flaky"), (2, "won't fix")):
        entry = mine.get_by_text(re.compile(rf"revision {revision}:.*{status}"))
        expect(entry.first).to_be_visible()
