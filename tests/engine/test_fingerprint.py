from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fingerprint import canonical_json, fingerprint

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def reversed_keys(value):
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(list(value))}
    if isinstance(value, list):
        return [reversed_keys(item) for item in value]
    return value


@given(JSON_VALUES)
def test_key_order_never_changes_a_fingerprint(value):
    assert fingerprint("case", value) == fingerprint("case", reversed_keys(value))


@given(JSON_VALUES, JSON_VALUES)
def test_different_values_have_different_fingerprints(first, second):
    same_content = json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
    assert (fingerprint("case", first) == fingerprint("case", second)) == same_content


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_that_json_cannot_say_is_refused(value):
    with pytest.raises(ValueError, match="Out of range float"):
        canonical_json({"score": value})


def test_a_lone_surrogate_does_not_stop_a_fingerprint():
    assert canonical_json("\ud800") == b'"\\ud800"'


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_the_hash_seed_never_changes_a_fingerprint(seed):
    script = (
        "from engine.fingerprint import fingerprint;"
        "print(fingerprint('k', {'b': ['x'], 'a': {'d': 1, 'c': None}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": seed},
    )
    expected = fingerprint("k", {"a": {"c": None, "d": 1}, "b": ["x"]})
    assert done.stdout.strip() == expected
