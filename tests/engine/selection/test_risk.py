import itertools

import pytest

from engine.models.tool import RiskClass
from engine.selection.request import effect_level
from engine.selection.risk import blocks_move

READ, WRITE, LOSS, UNKNOWN = (
    RiskClass.READ,
    RiskClass.WRITE,
    RiskClass.DESTRUCTIVE,
    RiskClass.UNKNOWN,
)


@pytest.mark.parametrize(
    ("current", "candidate", "asked", "blocked"),
    [
        pytest.param(READ, READ, READ, False, id="read-to-read"),
        pytest.param(READ, WRITE, WRITE, True, id="read-to-write-even-when-asked"),
        pytest.param(READ, LOSS, LOSS, True, id="read-to-destructive-even-when-asked"),
        pytest.param(READ, UNKNOWN, READ, True, id="read-to-unknown"),
        pytest.param(WRITE, READ, WRITE, False, id="write-to-read"),
        pytest.param(WRITE, WRITE, WRITE, False, id="write-to-write-when-asked"),
        pytest.param(WRITE, WRITE, READ, True, id="write-to-write-that-nobody-asked-for"),
        pytest.param(WRITE, LOSS, LOSS, True, id="write-to-destructive"),
        pytest.param(LOSS, LOSS, WRITE, True, id="destructive-that-nobody-asked-for"),
        pytest.param(LOSS, WRITE, LOSS, False, id="destructive-to-write"),
        pytest.param(UNKNOWN, UNKNOWN, READ, False, id="unknown-to-unknown"),
    ],
)
def test_a_move_may_only_make_a_call_safer(current, candidate, asked, blocked):
    assert blocks_move(current, candidate, asked) is blocked


def test_no_move_ever_raises_what_a_call_can_do():
    for current, candidate, asked in itertools.product(RiskClass, repeat=3):
        if not blocks_move(current, candidate, asked):
            assert effect_level(candidate) <= effect_level(current)
