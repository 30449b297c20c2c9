import copy
import pickle

import pytest
from pydantic import ValidationError

from engine.models.bulk import trusted
from engine.models.diff import CaseChange, Change, Repeats, SignalDifference

SIGNALS = [
    {"signal": "seed", "base": 1.0, "run": 2.0},
    {"signal": "dense", "base": 0.0, "run": 1.0},
]


def test_records_are_what_checked_ones_are():
    checked = tuple(SignalDifference(**each) for each in SIGNALS)
    made = trusted(SignalDifference, [dict(each) for each in SIGNALS])
    assert made == checked
    assert [hash(each) for each in made] == [hash(each) for each in checked]
    assert [each.model_dump_json() for each in made] == [each.model_dump_json() for each in checked]
    assert pickle.loads(pickle.dumps(made)) == checked


def test_no_values_make_no_records():
    assert trusted(SignalDifference, []) == ()


def test_a_copy_shares_nothing_that_changes():
    one, other = trusted(SignalDifference, [dict(each) for each in SIGNALS])
    changed = one.model_copy(update={"base": 5.0})
    assert (one.base, changed.base, other.base) == (1.0, 5.0, 0.0)
    assert copy.deepcopy(one) == one


def test_the_records_are_as_immutable():
    (one, _) = trusted(SignalDifference, [dict(each) for each in SIGNALS])
    with pytest.raises(ValidationError, match="frozen"):
        one.base = 3.0


def test_they_stand_inside_other_records():
    signals = trusted(SignalDifference, [dict(each) for each in SIGNALS])
    change = CaseChange(case_id="a", change=Change.SAME, signals=signals)
    assert CaseChange.model_validate_json(change.model_dump_json()) == change
    assert trusted(Repeats, [{"passed": 1, "runs": 2}])[0].disagree
