from __future__ import annotations

import pytest

from engine.errors import NotStored
from engine.ingest.source import SourceFile
from engine.lab.lab import Lab
from engine.models.run import Channel, RunSettings
from tests.engine.lab.conftest import TickingClock, tools_document

OVERLAY = SourceFile(
    "overlay.yaml",
    b"quality_lab_overlay: 1\ntools: {find_order: {aliases: [order book]}}\n",
)


@pytest.fixture
def fresh(tmp_path):
    return Lab(tmp_path / "lab.duckdb", clock=TickingClock())


def aliases(lab):
    return lab.catalogs.load("shop").by_name["find_order"].semantics.aliases


def test_corrections_hold_for_the_next_import_of_the_documents_alone(fresh):
    fresh.catalogs.ingest([tools_document(), OVERLAY], name="shop")
    report = fresh.catalogs.ingest([tools_document(("order",))], name="shop")
    assert aliases(fresh) == ("order book",)
    assert [warning.code for warning in report.warnings] == ["overlay_kept"]
    # What was kept is kept once more.
    fresh.catalogs.ingest([tools_document(("order", "member"))], name="shop")
    assert aliases(fresh) == ("order book",)


def test_another_overlay_replaces_the_one_before(fresh):
    fresh.catalogs.ingest([tools_document(), OVERLAY], name="shop")
    other = SourceFile("o.yaml", b"quality_lab_overlay: 1\ntools: {find_order: {action: read}}\n")
    fresh.catalogs.ingest([tools_document(), other], name="shop")
    assert aliases(fresh) == ()


def test_corrections_can_be_dropped(fresh):
    fresh.catalogs.ingest([tools_document(), OVERLAY], name="shop")
    fresh.catalogs.ingest([tools_document()], name="shop", keep_overlay=False)
    assert aliases(fresh) == ()
    assert fresh.catalogs.load("shop").overlay is None


def test_two_catalogs_are_compared_by_their_newest_versions(fresh):
    fresh.catalogs.ingest([tools_document(("order", "member"))], name="old")
    fresh.catalogs.ingest([tools_document(("order", "coupon"))], name="new")
    difference = fresh.catalogs.diff("old", other="new")
    assert difference.added == ("cancel_coupon", "find_coupon", "show_coupon")
    assert difference.removed == ("cancel_member", "find_member", "show_member")
    assert difference.unchanged == 3
    with pytest.raises(NotStored, match="Did you mean 'new'"):
        fresh.catalogs.diff("old", other="nev")


def test_a_glossary_answers_in_words_that_the_catalog_lacks(fresh):
    lexical = RunSettings(channels=Channel.LEXICAL)
    fresh.catalogs.ingest([tools_document()], name="shop")
    asked = "Gutschein"
    assert not fresh.explain(asked, catalog="shop", settings=lexical).ranking.results
    words = SourceFile("words.csv", b"word,means\nGutschein,coupon\n")
    fresh.catalogs.ingest([tools_document(), words], name="shop")
    found = fresh.explain(asked, catalog="shop", settings=lexical).ranking.results
    assert {row.name for row in found} >= {"find_coupon", "show_coupon", "cancel_coupon"}
    (term,) = found[0].semantic_evidence.matched_fields[:1]
    assert (term.term, term.step) == ("gutschein", "synonym")
