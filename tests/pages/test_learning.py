from __future__ import annotations

import pytest

from engine.ingest.files import read_file
from engine.lab.demo import NAME
from engine.lab.lab import Lab
from tests.pages.test_screens import words_of


@pytest.fixture
def taught(own_sample, project_root):
    Lab(own_sample.db).learning.ingest(
        read_file(project_root / "data" / "traces" / "shop.jsonl"), catalog=NAME
    )
    return own_sample


def test_without_traces_the_page_says_what_to_do(sample, open_page):
    at = open_page(sample.db, "learning")
    assert not at.exception
    assert "Nothing is suggested yet" in words_of(at)


def test_an_empty_store_is_said_in_words(tmp_path, open_page):
    at = open_page(tmp_path / "empty.duckdb", "learning")
    assert not at.exception
    assert "No catalog is stored yet" in words_of(at)


def test_suggestions_stand_beside_the_gates_of_the_chosen_one(taught, open_page):
    at = open_page(taught.db, "learning", suggestion="5c006057")
    assert not at.exception
    listed = at.dataframe[0].value
    assert "failure ratio too high" in " ".join(listed["Closed gates"])
    assert "requestRefund" in words_of(at)
    gates = next(table.value for table in at.dataframe if "Needs" in table.value)
    assert "closed" in set(gates["State"])


def test_an_unknown_suggestion_in_a_link_is_said_so(taught, open_page):
    at = open_page(taught.db, "learning", suggestion="ffffffff")
    assert not at.exception
    assert "no suggestion 'ffffffff'" in words_of(at)


def test_a_rejection_needs_a_reason_and_is_kept_with_it(taught, open_page):
    at = open_page(taught.db, "learning", suggestion="1fd53e01")
    at.button(key="learning.reject").click().run()
    assert "needs a reason" in words_of(at)
    next(box for box in at.text_input if box.label == "Reason").input("wrong screen")
    at.button(key="learning.reject").click().run()
    assert not at.exception
    (decision,) = Lab(taught.db).learning.history(NAME)
    assert (decision.status.value, decision.reason) == ("rejected", "wrong screen")


def test_a_promotion_that_no_run_proves_is_refused_with_its_code(taught, open_page):
    Lab(taught.db).learning.shadow(NAME, "1fd53e01")
    at = open_page(taught.db, "learning", suggestion="1fd53e01")
    at.button(key="learning.promote").click().run()
    assert "not_validated_by_run" in words_of(at)
    assert len(Lab(taught.db).learning.history(NAME)) == 1


def test_a_run_in_shadow_can_be_started_where_its_ranks_are_missing(taught, open_page):
    Lab(taught.db).learning.shadow(NAME, "1fd53e01")
    at = open_page(taught.db, "learning", suggestion="1fd53e01")
    assert "No run computed its shadow ranks yet" in words_of(at)
    assert "Run in shadow" in [button.label for button in at.button]


def test_traces_can_be_uploaded(own_sample, open_page):
    at = open_page(own_sample.db, "learning")
    line = b'{"query": "cancel it", "plan": ["cancelOrder"], "success": true}\n'
    at.file_uploader[0].upload("traces.jsonl", line).run()
    at.button(key="learning.read").click().run()
    assert not at.exception
    assert len(Lab(own_sample.db).learning.traces(NAME)) == 1
