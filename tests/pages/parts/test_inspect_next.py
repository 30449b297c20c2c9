from __future__ import annotations

import pytest

from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.selection import Selection
from pages.parts import inspect_next
from pages.parts.links import CatalogsLink, GateLink, PathsLink
from tests.pages import builders

STAGES = [stage for stage in FailureStage if stage is not FailureStage.SERVICE]


def failed(stage, **fields):
    return builders.result(
        expected_target="getRefund",
        selection=Selection(selected_target="listRefunds"),
        failure=Failure(stage=stage, reason=FailureReason.LOW_RANK),
        **fields,
    )


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_has_somewhere_to_look(stage):
    assert inspect_next.ways(failed(stage), builders.summary())


def test_a_case_that_passed_has_no_link():
    assert inspect_next.ways(builders.result(failure=None), builders.summary()) == ()


@pytest.mark.parametrize(
    ("stage", "link"),
    [
        pytest.param("retrieve", CatalogsLink("shop", "tools", "getRefund"), id="expected"),
        pytest.param("synthesize", CatalogsLink("shop", "graph", "listRefunds"), id="producers"),
        pytest.param("gate", GateLink(catalog="shop", tool="listRefunds"), id="contract"),
    ],
)
def test_the_first_link_leads_to_what_decides(stage, link):
    first = inspect_next.ways(failed(FailureStage(stage)), builders.summary())[0]
    assert first.link == link


def test_a_wrong_selection_leads_to_its_evidence_path():
    first = inspect_next.ways(failed(FailureStage.SELECT_TARGET), builders.summary())[0]
    assert isinstance(first.link, PathsLink)
    assert first.link.run == builders.summary().run_id
