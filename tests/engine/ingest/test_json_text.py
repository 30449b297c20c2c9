from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.json_text import MAX_DEPTH, parse_json
from engine.ingest.reading import Malformed


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        pytest.param(b'{"a": [1, 2', "line 1, column 12", "ends too early", id="cut-off"),
        pytest.param(b'{"a": "b', "line 1, column 7", "ends too early", id="cut-off-in-a-text"),
        pytest.param(
            b'{\n "a": 1,\n}', "line 3, column 1", "'}' stands there", id="trailing-comma"
        ),
        pytest.param(b"{'a': 1}", "line 1, column 2", "double quotes", id="single-quotes"),
        pytest.param(b'{"a": NaN}', "", "NaN is not JSON", id="nan"),
        pytest.param(b"[1] [2]", "line 1, column 5", "extra data", id="two-values"),
        pytest.param(b"[" * 100_000, "", f"deeper than {MAX_DEPTH} levels", id="far-too-deep"),
        pytest.param(
            b"[" * (MAX_DEPTH + 2) + b"]" * (MAX_DEPTH + 2),
            "",
            f"deeper than {MAX_DEPTH}",
            id="too-deep",
        ),
    ],
)
def test_what_is_no_json_is_told_with_line_and_column(data, where, message):
    with pytest.raises(Malformed) as caught:
        parse_json(data)

    assert caught.value.problem.where == where
    assert message in caught.value.problem.message


def test_a_repeated_key_is_named_and_its_last_value_stands():
    assert parse_json(b'{"a": {"x": 1, "x": 2}, "b": "\\"x\\": "}') == (
        {"a": {"x": 2}, "b": '"x": '},
        ("x",),
    )


def test_a_lone_surrogate_is_replaced_since_it_has_no_form_in_utf8():
    assert parse_json(b'{"\\ud800": "\\udc00x"}')[0] == {"\ufffd": "\ufffdx"}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(JSON)
def test_json_reads_as_the_standard_library_reads_it(document):
    data = json.dumps(document, ensure_ascii=False).encode("utf-8", errors="surrogatepass")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return
    value, repeated = parse_json(data)

    assert repeated == ()
    assert json.dumps(value, sort_keys=True) == json.dumps(_rounded(document), sort_keys=True)


def _rounded(value):
    """Integers beyond 64 bits become floats in our reading."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return float(value)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return {k: _rounded(v) for k, v in value.items()} if isinstance(value, dict) else value
