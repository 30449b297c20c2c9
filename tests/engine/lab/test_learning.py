from __future__ import annotations

import json
from datetime import timedelta

import pytest

from engine.errors import InvalidInput, NotStored
from engine.ingest.source import SourceFile
from engine.lab.lab import Lab
from engine.learning.gates import Refused
from engine.models.case import Case, Suite
from engine.models.learning import SuggestionStatus, SuggestionType
from tests.engine.lab.conftest import TickingClock, cases_document, tools_document


def taught_lab(tmp_path, *, clock=None):
    """Return a lab in which traces prefer the tool that a vague query ranks below another."""
    lab = Lab(tmp_path / "lab.duckdb", clock=clock or TickingClock())
    lab.catalogs.ingest([tools_document()], name="shop")
    lab.catalogs.ingest([tools_document(("order",))], name="other")
    query = "order and member"
    names = lab.explain(query, catalog="shop", top_k=20).ranking.names
    wanted = next(name for name in names[1:] if name.startswith("show"))
    lines = [
        {"query": query, "plan": [wanted], "success": True, "session": f"s{n}", "trace_id": f"t{n}"}
        for n in range(8)
    ]
    data = "\n".join(json.dumps(line) for line in lines).encode()
    lab.learning.ingest(SourceFile("traces.jsonl", data), catalog="shop")
    cases = (Case(case_id="vague", query=query, expected_target=wanted),)
    return lab, Suite(name="vague", cases=cases), wanted


def preference(lab):
    found = lab.learning.suggestions("shop")
    return next(s for s in found if s.type is SuggestionType.TARGET_PREFERENCE)


def promoted(lab, suite):
    name = preference(lab).suggestion_id
    lab.learning.shadow("shop", name)
    run = lab.runs.execute(suite, catalog="shop", shadow=True)
    return lab.learning.promote("shop", name, approved_by="on-call"), run


def test_a_run_proves_a_suggestion_and_the_next_run_ranks_with_it(tmp_path):
    lab, suite, wanted = taught_lab(tmp_path)
    before = lab.runs.execute(suite, catalog="shop").results[0]
    decision, proof = promoted(lab, suite)
    after = lab.runs.execute(suite, catalog="shop")
    (result,) = after.results
    assert decision.run_id == proof.summary.run_id
    assert proof.results[0].full_rank == before.full_rank
    assert result.full_rank == proof.results[0].shadow.rank < before.full_rank
    row = next(c for c in result.candidates if c.name == wanted)
    assert row.score_breakdown.learning > 0
    assert row.learning_evidence.suggestion_id == decision.suggestion_id
    assert after.summary.stamp.learning_fingerprint is not None
    assert before != result


def test_shadow_changes_no_rank_and_no_score(tmp_path):
    lab, suite, _ = taught_lab(tmp_path)
    plain = lab.runs.execute(suite, catalog="shop").results[0]
    lab.learning.shadow("shop", preference(lab).suggestion_id)
    shadowed = lab.runs.execute(suite, catalog="shop", shadow=True).results[0]
    assert shadowed.candidates == plain.candidates
    assert shadowed.selection == plain.selection


def test_what_a_run_computed_in_shadow_is_loaded_as_it_was_stored(tmp_path):
    lab, suite, _ = taught_lab(tmp_path)
    lab.learning.shadow("shop", preference(lab).suggestion_id)
    run = lab.runs.execute(suite, catalog="shop", shadow=True)
    assert lab.runs.summary(run.summary.run_id).shadow == run.summary.shadow
    assert lab.runs.case(run.summary.run_id, "vague").shadow == run.results[0].shadow
    (change,) = lab.learning.rank_changes(preference(lab), run.summary.run_id)
    assert change.delta == change.rank - change.shadow_rank > 0


def test_a_promotion_without_a_run_is_refused_with_its_code(tmp_path):
    lab, _, _ = taught_lab(tmp_path)
    name = preference(lab).suggestion_id
    lab.learning.shadow("shop", name)
    with pytest.raises(Refused, match="not_validated_by_run") as refused:
        lab.learning.promote("shop", name, approved_by="on-call")
    assert [code.value for code in refused.value.codes] == ["not_validated_by_run"]
    assert lab.learning.history("shop")[-1].status is SuggestionStatus.SHADOW


def test_a_run_over_another_catalog_proves_nothing_even_when_forced(tmp_path):
    lab, _, _ = taught_lab(tmp_path)
    name = preference(lab).suggestion_id
    lab.learning.shadow("shop", name)
    other = Suite(name="o", cases=(Case(case_id="a", query="order", expected_target="show_order"),))
    run = lab.runs.execute(other, catalog="other", shadow=True)
    with pytest.raises(Refused, match="collection_mismatch"):
        lab.learning.promote(
            "shop", name, run=run.summary.run_id, approved_by="m", force=True, reason="try"
        )


def test_what_is_promoted_in_one_catalog_does_nothing_in_another(tmp_path):
    lab, suite, _ = taught_lab(tmp_path)
    before = lab.explain("order and member", catalog="other").ranking
    promoted(lab, suite)
    assert lab.explain("order and member", catalog="other").ranking == before


def test_a_rejection_takes_it_out_of_rankings_at_once(tmp_path):
    lab, suite, _ = taught_lab(tmp_path)
    before = lab.explain("order and member", catalog="shop").ranking.results
    decision, _ = promoted(lab, suite)
    assert lab.explain("order and member", catalog="shop").ranking.results != before
    lab.learning.reject("shop", decision.suggestion_id, reason="worse in the shop")
    assert lab.explain("order and member", catalog="shop").ranking.results == before


def test_what_nothing_confirms_expires_and_counts_no_more(tmp_path):
    clock = TickingClock()
    lab, suite, _ = taught_lab(tmp_path, clock=clock)
    before = lab.explain("order and member", catalog="shop").ranking.results
    promoted(lab, suite)
    clock._now += timedelta(days=91)
    assert preference(lab).status is SuggestionStatus.EXPIRED
    assert lab.explain("order and member", catalog="shop").ranking.results == before


def test_a_suggestion_is_found_by_the_beginning_of_its_id(tmp_path):
    lab, _, _ = taught_lab(tmp_path)
    name = preference(lab).suggestion_id
    assert lab.learning.suggestion("shop", name.rpartition(":")[2][:6]).suggestion_id == name
    with pytest.raises(NotStored, match="no suggestion 'zzz'"):
        lab.learning.suggestion("shop", "zzz")


def test_a_step_that_leads_nowhere_is_refused(tmp_path):
    lab, _, _ = taught_lab(tmp_path)
    name = preference(lab).suggestion_id
    lab.learning.shadow("shop", name)
    with pytest.raises(InvalidInput, match="cannot become 'shadow'"):
        lab.learning.shadow("shop", name)


def test_an_unused_suite_of_the_small_shop_runs_in_shadow_without_suggestions(tmp_path):
    lab, _, _ = taught_lab(tmp_path)
    suite = lab.suites.read(cases_document(), name="shop", catalog="shop")
    run = lab.runs.execute(suite, catalog="shop", shadow=True)
    assert run.summary.shadow.effects == ()
    assert run.summary.shadow.improved == run.summary.shadow.worsened == 0
