from __future__ import annotations

import pytest

from engine.models.diff import GroupBy
from pages.parts.groups import name_of, named, slug_of


@pytest.mark.parametrize("by", GroupBy)
@pytest.mark.parametrize("value", ["refund", "a:b", "환불", None])
def test_a_group_is_read_back_from_its_address(by, value):
    assert named(slug_of(by, value)) == (by, value)


@pytest.mark.parametrize("slug", ["", "tag", "colour:red", ":x"])
def test_an_address_that_names_no_kind_of_group_names_none(slug):
    assert named(slug) is None


def test_cases_without_a_value_are_called_so():
    assert name_of(GroupBy.LANG, None) == "no language"
    assert name_of(GroupBy.TAG, "refund") == "tag: refund"
