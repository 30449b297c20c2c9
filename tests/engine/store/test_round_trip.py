"""Whatever is stored comes back as it was, unknown keys and every script included.

The records are drawn from the fields of the models, so a field that somebody adds to a model and
that the store would lose makes these tests fail.
"""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.models.candidate import Candidate
from engine.models.case import Case, Suite
from engine.models.catalog import Catalog
from engine.models.run import CaseResult, Run, RunSummary
from engine.models.tool import Tool
from engine.store.store import Store
from tests.engine.store.samples import START
from tests.engine.store.strategies import records

CASE_IDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=5)
# The ranks of a ranking are 1..n without gaps.
RANKED = st.lists(records(Candidate), max_size=3).map(
    lambda found: tuple(
        x.model_copy(update={"rank": rank}) for rank, x in enumerate(found, start=1)
    )
)
RESULTS = st.lists(
    records(CaseResult, candidates=RANKED), max_size=3, unique_by=lambda x: x.case_id
)
TOOLS = st.lists(records(Tool), max_size=2, unique_by=lambda x: x.name)
CASES = st.lists(records(Case, case_id=CASE_IDS), max_size=3, unique_by=lambda x: x.case_id)
# Shrinking one of these trees takes minutes and adds little: the assertion shows the difference.
thorough = settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
numbers = count()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One store for all examples; each takes a name of its own."""
    return Store(tmp_path_factory.mktemp("round_trip") / "lab.duckdb", wait_seconds=30.0)


@thorough
@given(summary=records(RunSummary, pinned=st.just(False)), results=RESULTS)
def test_a_run_is_loaded_as_it_was_saved(shared, summary, results):
    run_id = f"run-{next(numbers)}"
    run = Run(
        summary=summary.model_copy(update={"run_id": run_id}),
        results=tuple(sorted(results, key=lambda x: x.case_id)),
    )
    shared.save_run(run)
    assert shared.run_summary(run_id) == run.summary
    assert shared.run_results(run_id, evidence=True) == run.results
    for result in run.results:
        assert shared.case_result(run_id, result.case_id) == result


@thorough
@given(base=records(Catalog, tools=st.just(())), tools=TOOLS)
def test_a_catalog_is_loaded_as_it_was_saved(shared, base, tools):
    ordered = tuple(sorted(tools, key=lambda x: x.name))
    catalog = base.model_copy(update={"name": f"catalog-{next(numbers)}", "tools": ordered})
    assert shared.save_catalog(catalog, START)
    assert shared.load_catalog(catalog.name) == catalog
    assert not shared.save_catalog(catalog, START)


@thorough
@given(cases=CASES)
def test_a_suite_is_loaded_as_it_was_saved_but_for_values_of_entities(shared, cases):
    ordered = tuple(sorted(cases, key=lambda x: x.case_id))
    suite = Suite(name=f"suite-{next(numbers)}", cases=ordered)
    assert shared.save_suite(suite, START)
    loaded = shared.load_suite(suite.name)
    assert loaded.fingerprint == suite.fingerprint
    assert list(loaded.cases) == [Case.model_validate(case.storable()) for case in ordered]
    assert not shared.save_suite(suite, START)
