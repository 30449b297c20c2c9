import json

import pytest

from engine.report.formats import ENDINGS, Format, render
from tests.engine.report.scenes import HOSTILE, comparison


@pytest.mark.parametrize("form", [form for form in Format if form is not Format.TEXT])
def test_every_format_is_written_and_ends_in_one_line_break(form):
    for name in ("case", HOSTILE):
        report = render(comparison(name), form)
        assert report.endswith("\n")
        assert not report.endswith("\n\n")
        report.encode()


def test_every_format_has_a_file_ending():
    assert set(ENDINGS.values()) == set(Format)


def test_json_has_measures_by_name_also_in_groups_and_what_the_gate_says():
    value = json.loads(render(comparison(asked=["regressed>0"]), Format.JSON))
    assert value["measures"]["MRR"]["scored"] == 6
    languages = value["rollups"]["lang"]["groups"]
    assert [(group["value"], group["cases"]) for group in languages] == [
        ("ko", 2),
        ("en", 1),
        (None, 3),
    ]
    assert "MRR" in languages[0]["measures"]
    assert value["gate"]["decision"] == "block"
    assert value["counts"]["flaky"] == 1
