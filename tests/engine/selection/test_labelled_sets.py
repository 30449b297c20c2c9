"""On cases that others labelled, the selector must not do worse than the ranking alone."""

import pytest

from benchmarks.harness import Part
from benchmarks.selection_v1.observations import observe
from benchmarks.selection_v1.outcomes import is_harmful
from benchmarks.selection_v1.simulate import simulate
from engine.models.selection import Policy
from engine.selection.selector import select_target_candidate

SETS = ("gtc_petstore", "gtc_ecommerce", "gtc_mixed_mcp", "gtc_commerce_ko", "restbench_tmdb")

pytestmark = pytest.mark.datasets


@pytest.fixture(scope="module")
def observed(datasets):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUALITY_LAB_DATASETS", str(datasets))
        return {data.name: data for data in observe(SETS, Part.ALL)}


@pytest.mark.parametrize("name", SETS)
def test_selecting_is_at_least_as_good_as_taking_the_first(observed, name):
    data = observed[name]
    selected = sum(
        select_target_candidate(
            each.case.query, each.names, data.catalog.by_name, each.rows
        ).selected_target
        in each.right
        for each in data.observations
    )
    assert selected >= sum(each.first_is_right for each in data.observations)


@pytest.mark.parametrize("policy", list(Policy))
def test_no_model_target_that_reads_is_replaced_by_one_that_changes_something(observed, policy):
    flips = [
        (data.name, each.observation.case.case_id, each.llm_target)
        for data in observed.values()
        for each in simulate(data)
        if is_harmful(
            data,
            each.llm_target,
            select_target_candidate(
                each.observation.case.query,
                each.observation.names,
                data.catalog.by_name,
                each.observation.rows,
                llm_target=each.llm_target,
                policy=policy,
            ).selected_target,
        )
    ]
    assert flips == []
