from __future__ import annotations

from engine.models.case import Case, Suite
from engine.privacy.records import exportable_cases, storable_case, storable_suite

SECRET = "hunter" + "22"


def a_case(**values):
    return Case.model_validate({"case_id": "a", "query": "show it", **values})


def test_what_a_case_brings_beyond_its_fields_is_scrubbed():
    case = storable_case(
        a_case(
            tags=["by jane@example.org"],
            adapter={"password": SECRET, "token_budget": 200},
            body={"anything": SECRET},
            execution={"status": 200, "response_body": SECRET, "attempt": 2},
        )
    )
    written = str(case.storable())
    assert SECRET not in written
    assert "jane" not in written
    assert case.model_extra["adapter"]["token_budget"] == 200
    assert case.execution.model_extra == {"response_body": None, "attempt": 2}


def test_values_of_entities_stay_for_the_run_and_are_not_written():
    case = storable_case(a_case(provided_entities={"memberId": SECRET}))
    assert case.provided_entities == {"memberId": SECRET}
    assert SECRET not in str(case.storable())


def test_the_words_of_evidence_are_scrubbed_and_what_it_saw_is_not_written():
    seen = {"kind": "provenance", "basis": "observed", "value": SECRET, "entity": SECRET}
    said = {"kind": "licence", "basis": "declared", "value": "as jane@example.org says"}
    case = storable_case(a_case(evidence=[seen, said]))
    assert case.evidence[0].entity == SECRET
    written = str(case.storable())
    assert SECRET not in written
    assert "jane" not in written


def test_a_case_without_secrets_is_the_same_object():
    case = a_case(tags=["orders"], note={"rank": 3})
    assert storable_case(case) is case


def test_storing_twice_changes_nothing():
    suite = Suite(name="s", cases=(a_case(adapter={"cookie": SECRET}),))
    once = storable_suite(suite)
    assert storable_suite(once) == once
    assert once.fingerprint != suite.fingerprint


def test_a_private_suite_is_exported_without_its_queries():
    (case,) = exportable_cases([a_case()], private=True)
    assert case.query == ""
    assert exportable_cases([a_case()], private=False) == (a_case(),)
