from __future__ import annotations

import pytest

from engine.models.failure import FailureStage
from pages.parts import links
from pages.parts.links import CaseLink, CasesLink, CatalogsLink, CompareLink, RunsLink


@pytest.mark.parametrize(
    "link",
    [
        CaseLink(run="b7f2", case="refund-001", vs="a19c"),
        CaseLink(run="b7f2", case="http://odd id?&=/ö"),
        CompareLink(base="a19c", run="b7f2", change="regressed", cause="selector", find="refund"),
        CasesLink(run="b7f2", verdict="fail", cause="search"),
        CatalogsLink(catalog="shop", tool="getOrder"),
        RunsLink(run="b7f2"),
    ],
)
def test_a_link_is_read_back_as_it_was_written(link):
    assert type(link).from_query(link.to_query()) == link


def test_empty_parts_stay_out_of_the_address():
    assert CaseLink(run="b7f2", case="a").to_query() == {"run": "b7f2", "case": "a"}


def test_unknown_parameters_are_ignored():
    assert CaseLink.from_query({"run": "b7f2", "utm": "x"}) == CaseLink(run="b7f2")


def test_every_failure_stage_has_a_slug_for_addresses():
    assert set(links.CAUSES.values()) == set(FailureStage)
    assert all(links.CAUSES[slug] is stage for stage, slug in links.CAUSE_OF.items())
