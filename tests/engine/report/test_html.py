import re
from html.parser import HTMLParser

from engine.report.html import to_html
from tests.engine.report.scenes import HOSTILE, comparison

VOID = {"meta"}


class Reader(HTMLParser):
    """Checks that every tag is closed in its turn, and keeps what was met."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(report):
    reader = Reader()
    reader.feed(report)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_needs_nothing_else_and_runs_nothing():
    reader = read(to_html(comparison()))
    assert not reader.tags & {"script", "link", "img", "iframe", "a"}
    assert not {name for name in reader.attributes if name.startswith("on") or name == "src"}
    assert not re.search(r"url\(|@import", to_html(comparison()))


def test_the_page_is_made_for_light_and_dark():
    report = to_html(comparison())
    assert "color-scheme: light dark" in report
    assert "prefers-color-scheme: dark" in report


def test_hostile_names_are_shown_letter_by_letter():
    reader = read(to_html(comparison(HOSTILE, note=HOSTILE)))
    assert "script" not in reader.tags
    assert any("<script>alert(1)</script>" in text for text in reader.text)


def test_the_verdict_is_the_title_and_the_gate_stands_under_it():
    reader = read(to_html(comparison(asked=["regressed>0"])))
    said = "".join(reader.text)
    assert said.index("1 regressed, 1 improved") < said.index("Gate: block") < said.index("made")
