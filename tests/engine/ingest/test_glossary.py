from __future__ import annotations

import pytest

from engine.errors import DocumentError
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from tests.engine.ingest.documents import as_file, openapi

SHOP = as_file(openapi({"/waybills": {"get": {"operationId": "listWaybills"}}}))
TABLE = "word,means\nLieferschein,delivery note\n송장,waybill\n송장,shipping label\n"


def table(text=TABLE, name="words.csv"):
    return SourceFile(name, text.encode())


def test_a_table_beside_the_document_says_what_words_mean():
    catalog = build_catalog("shop", [SHOP, table()])
    assert catalog.glossary == {
        "Lieferschein": ("delivery note",),
        "송장": ("shipping label", "waybill"),
    }


def test_tabs_a_byte_order_mark_and_empty_lines_are_read_as_well():
    text = "\ufeffWord\tMeans\n\n송장\t waybill \n"
    assert build_catalog("shop", [SHOP, table(text, "words.tsv")]).glossary == {
        "송장": ("waybill",)
    }


def test_a_glossary_is_part_of_the_catalogs_content_and_its_order_is_not():
    plain = build_catalog("shop", [SHOP])
    with_words = build_catalog("shop", [SHOP, table()])
    turned = table("word,means\n송장,shipping label\n송장,waybill\nLieferschein,delivery note\n")
    assert with_words.fingerprint != plain.fingerprint
    assert build_catalog("shop", [SHOP, turned]).fingerprint == with_words.fingerprint


def test_an_overlay_may_hold_a_glossary():
    overlay = SourceFile("o.yaml", "quality_lab_overlay: 1\nglossary: {송장: [waybill]}".encode())
    assert build_catalog("shop", [SHOP, overlay]).glossary == {"송장": ("waybill",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("a,b\nx,y\n", "line 1: a table among the documents is a gloss", id="header"),
        pytest.param("word,means\nx\n", "line 2: 1 cells stand here", id="one-cell"),
        pytest.param("word,means\nx,\n", "line 2: 2 cells stand here", id="empty-cell"),
        pytest.param("word,means\na b,c\n", "line 2: 'a b' is several words", id="a-phrase"),
        pytest.param("word,means\n" + "x" * 201 + ",c\n", "line 2: a cell is longer", id="long"),
    ],
)
def test_a_line_that_is_no_pair_is_refused_with_its_place(text, message):
    with pytest.raises(DocumentError) as caught:
        build_catalog("shop", [SHOP, table(text)])
    assert message in str(caught.value)
