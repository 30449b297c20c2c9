from __future__ import annotations

from pages.parts.cards import labels
from tests.pages.builders import summary


def test_runs_that_read_alike_are_named_in_full():
    twins = [summary(f"aaaaaa{n}11111") for n in range(2)]
    found = labels([*twins, summary("bbbbbb011111")])
    assert len(set(found.values())) == 3
    assert found["aaaaaa011111"].startswith("aaaaaa011111 ")
    assert found["bbbbbb011111"].startswith("bbbbbb ")
