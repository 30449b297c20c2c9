from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.reading import Malformed
from engine.ingest.yaml_text import MAX_DEPTH, parse_yaml


def value(text):
    return parse_yaml(text).value


def refusal(text):
    with pytest.raises(Malformed) as caught:
        parse_yaml(text)
    return caught.value.problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2022-01-16", "2022-01-16"),
        ("2015-02-22T20:00:45Z", "2015-02-22T20:00:45Z"),
        ("no", "no"),
        ("on", "on"),
        ("0123", "0123"),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("12", 12),
        ("-1.5e3", -1500.0),
        ("1e999", "1e999"),
        (".inf", ".inf"),
        ("99999999999999999999", 1e20),
        ("true", True),
        ("~", None),
        ("", None),
        ("'12'", "12"),
        ("!!str 12", "12"),
        ('!!int "12"', 12),
        ("!custom 12", 12),
    ],
)
def test_scalars_follow_the_core_schema_and_stay_text_when_in_doubt(text, expected):
    result = value(f"x: {text}")["x"]

    assert (result, type(result)) == (expected, type(expected))


def test_keys_are_text_as_they_are_written():
    assert value("200: a\n2022-01-16: b\n1.10: c\ntrue: d\n~: e\n") == {
        "200": "a",
        "2022-01-16": "b",
        "1.10": "c",
        "true": "d",
        "~": "e",
    }


def test_an_alias_stands_for_its_value_and_a_merge_yields_to_own_keys():
    text = """
        base: &b {a: 1, b: 2}
        own: {<<: *b, a: 3}
        late: {a: 4, <<: *b}
        both: {<<: [*b, {c: 5}]}
    """

    assert value(text) == {
        "base": {"a": 1, "b": 2},
        "own": {"a": 3, "b": 2},
        "late": {"a": 4, "b": 2},
        "both": {"a": 1, "b": 2, "c": 5},
    }
    assert parse_yaml(text).repeated == ()


def test_a_repeated_key_is_told_with_its_line_and_the_last_value_stands():
    parsed = parse_yaml("a: 1\nb: 2\na: 3\n")

    assert parsed.value == {"a": 3, "b": 2}
    assert parsed.repeated == (("a", 3),)


def test_a_python_tag_makes_nothing():
    assert value("!!python/object/apply:os.system {args: [x]}") == {"args": ["x"]}


def bomb(levels):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


def deep(levels):
    lines = [f"a0: &a0 {'[' * 90}{']' * 90}"]
    lines += [f"a{n}: &a{n} {'[' * 90}*a{n - 1} {']' * 90}" for n in range(1, levels)]
    return "\n".join(lines)


def test_the_copies_of_an_alias_are_values_of_their_own():
    copies = value("a: &a {b: [1]}\nc: *a\nd: *a\n")

    assert copies["a"] == copies["c"] == copies["d"]
    assert copies["c"] is not copies["d"]


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        pytest.param(bomb(30), "line 6, column", "more than 500,000 values", id="bomb"),
        pytest.param(deep(30), "line 3, column", f"deeper than {MAX_DEPTH} levels", id="deep-bomb"),
        pytest.param(
            "a: &a\n  b: *a", "line 2, column 6", "inside the value it names", id="circle"
        ),
        pytest.param("a: *b", "line 1, column 4", "names no anchor above it", id="no-anchor"),
        pytest.param(
            "a: 1\n---\nb: 2", "line 2, column 1", "a second YAML document", id="two-documents"
        ),
        pytest.param("a: b: c", "line 1, column 5", "this is not YAML", id="syntax"),
        pytest.param("a: [1, 2", "line 2, column 1", "this is not YAML", id="cut-off"),
        pytest.param(
            "? [a]\n: b", "line 1", "a mapping's key must be a single value", id="list-as-key"
        ),
        pytest.param(
            "- " * (MAX_DEPTH + 1) + "x", "line 1", f"deeper than {MAX_DEPTH} levels", id="depth"
        ),
        pytest.param('a: "\x01"', "", "control characters are not allowed", id="control-character"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text, where, message):
    problem = refusal(text)

    assert problem.where.startswith(where)
    assert message in problem.message


# Line breaks of YAML 1.1 that this writer leaves bare, so that a reader has to fold them.
TEXT = st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(TEXT, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(TEXT, max_size=5), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON)
def test_what_another_writer_of_yaml_writes_reads_back_equal(document):
    text = yaml.safe_dump(document, allow_unicode=True)

    assert value(text) == json.loads(json.dumps(document))
