from __future__ import annotations

import pytest

from engine.cli.output import Output, number, printable


def test_columns_are_aligned_and_wide_characters_take_two(capsys):
    Output(as_json=False).table(("name", "n>"), [("주문", "1"), ("order", "20")])
    assert capsys.readouterr().out.splitlines() == ["name    n", "주문    1", "order  20"]


def test_json_leaves_lines_and_tables_out(capsys):
    output = Output(as_json=True)
    output.line("hello")
    output.table(("a",), [("b",)])
    output.data({"a": 1})
    assert capsys.readouterr().out == '{\n  "a": 1\n}\n'


def test_an_unknown_number_is_a_dash_and_never_zero():
    assert number(None) == "–"
    assert number(0.0) == "0.000"


@pytest.mark.parametrize("mark", ["\x1b", "\x07", "\u202e", "\u200b"])
def test_characters_that_steer_a_terminal_are_dropped(mark):
    assert printable(f"a{mark}b") == "ab"
