from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measures.latency import percentile, stage_latency


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        pytest.param([7.0], 50, 7.0, id="one-value"),
        pytest.param([1.0, 2.0, 3.0, 4.0], 50, 2.0, id="even-count-takes-the-lower"),
        pytest.param([1.0, 2.0, 3.0], 50, 2.0, id="odd-count-takes-the-middle"),
        pytest.param([float(n) for n in range(1, 101)], 95, 95.0, id="nearest-rank"),
    ],
)
def test_percentile_is_the_nearest_rank(values, percent, expected):
    assert percentile(values, percent) == expected


@given(st.lists(st.floats(0, 1e6), min_size=1), st.randoms())
def test_percentile_does_not_depend_on_the_order(values, random):
    shuffled = list(values)
    random.shuffle(shuffled)
    assert percentile(values, 95) == percentile(shuffled, 95)


def test_no_case_means_no_latency():
    assert stage_latency([]) == {}


def test_percentile_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one value"):
        percentile([], 50)
