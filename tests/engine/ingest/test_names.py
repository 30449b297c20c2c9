from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.load import build_catalog
from engine.ingest.names import EXPORT_LENGTH, export_names
from tests.engine.ingest.documents import as_file, catalog_of, codes, message, openapi


def operations(**ids):
    """Paths with one GET each; the keyword is the path, the value the id."""
    return {f"/{path}": {"get": {"operationId": name}} for path, name in ids.items()}


def names(catalog):
    return [tool.name for tool in catalog.tools]


def test_ids_that_differ_only_in_cleaned_characters_are_four_tools():
    ids = ["issues/list", "issues.list", "issues_list", "Issues List"]

    catalog = catalog_of(openapi(operations(a=ids[0], b=ids[1], c=ids[2], d=ids[3])))

    assert sorted(names(catalog)) == sorted(ids)
    assert "groups of names that differ only in case or punctuation" in message(
        catalog, "similar_names"
    )


def test_two_paths_with_one_id_are_two_tools_named_by_method_and_path():
    catalog = catalog_of(openapi(operations(deals="getDeals", active="getDeals")))

    assert catalog.by_label == {
        "GET /active": "getDeals_get_active",
        "GET /deals": "getDeals_get_deals",
    }
    assert "'getDeals' is 'getDeals_get_active'" in message(catalog, "duplicate_operation_id")


def test_four_verbs_of_one_path_with_one_id_are_four_tools():
    item = {method: {"operationId": "deal"} for method in ("get", "put", "post", "delete")}

    assert names(catalog_of(openapi({"/deal": item}))) == [
        "deal_delete_deal",
        "deal_get_deal",
        "deal_post_deal",
        "deal_put_deal",
    ]


def test_a_missing_id_becomes_a_readable_name_and_similar_paths_stay_apart():
    paths = ["/a/{id}", "/a/id", "/a/by_id", "/", "/주문/{번호}"]

    catalog = catalog_of(openapi({path: {"get": {}} for path in paths}))

    assert catalog.by_label["GET /a/id"] == "get_a_id"
    assert catalog.by_label["GET /"] == "get_root"
    assert catalog.by_label["GET /주문/{번호}"] == "get_주문_by_번호"
    assert len(catalog.tools) == len(paths)
    assert re.fullmatch(r"get_a_by_id_[0-9a-f]{8}", catalog.by_label["GET /a/{id}"])


@pytest.mark.parametrize("name", ["", "  ", None, [], {}])
def test_an_id_without_content_counts_as_missing(name):
    catalog = catalog_of(openapi({"/a": {"get": {"operationId": name}}}))

    assert names(catalog) == ["get_a"]
    assert codes(catalog) == ["missing_operation_id"]


def test_a_made_name_gives_way_to_one_that_a_document_declares():
    paths = {"/a": {"get": {}}, "/b": {"get": {"operationId": "get_a"}}}

    catalog = catalog_of(openapi(paths))

    assert catalog.by_label["GET /b"] == "get_a"
    assert catalog.by_label["GET /a"].startswith("get_a_")


def test_a_suffixed_name_gives_way_to_one_that_a_document_declares():
    paths = operations(x="list", y="list") | {"/z": {"get": {"operationId": "list_get_x"}}}

    catalog = catalog_of(openapi(paths))

    assert catalog.by_label["GET /z"] == "list_get_x"
    assert len(catalog.tools) == 3


def test_documents_with_the_same_ids_lose_nothing_and_show_their_source():
    first = as_file(openapi(operations(pets="list")), "v3.0/petstore.json")
    second = as_file(openapi(operations(pets="list", cats="cats")), "v3.1/petstore.json")

    catalog = build_catalog("both", [second, first])

    assert [(tool.name, tool.source) for tool in catalog.tools] == [
        ("cats", "v3.1/petstore.json"),
        ("list_v3_0_petstore", "v3.0/petstore.json"),
        ("list_v3_1_petstore", "v3.1/petstore.json"),
    ]
    assert catalog.names_by_label["GET /pets"] == ("list_v3_0_petstore", "list_v3_1_petstore")


def test_documents_that_differ_only_in_their_ending_are_told_apart_by_it():
    document = openapi(operations(pets="list"))
    other = openapi(operations(pets="list"), servers=[])

    catalog = build_catalog("both", [as_file(document, "p.json"), as_file(other, "p.yaml")])

    assert names(catalog) == ["list_p_json", "list_p_yaml"]


def test_names_do_not_depend_on_the_order_of_operations_or_documents():
    paths = [("/a", "x"), ("/b", "x"), ("/a/{id}", ""), ("/a/by_id", ""), ("/c", "get_a_by_id")]
    documents = [("one.json", paths), ("two.json", paths[:3])]
    seen = set()
    for seed in range(6):
        order = random.Random(seed)
        files = []
        for name, items in order.sample(documents, 2):
            shuffled = order.sample(items, len(items))
            value = openapi({path: {"get": {"operationId": i}} for path, i in shuffled})
            files.append(as_file(value, name))
        seen.add(build_catalog("c", files).fingerprint)

    assert len(seen) == 1


def test_long_names_are_kept_and_reported():
    long = "a" * 90

    catalog = catalog_of(openapi(operations(a=long + "1", b=long + "2")))

    assert names(catalog) == [long + "1", long + "2"]
    assert ": 2 (" in message(catalog, "long_name")


def test_long_names_that_begin_alike_stay_apart_in_an_export():
    first, second = "a" * 90 + "1", "a" * 90 + "2"

    exported = export_names([first, second])

    assert len(set(exported.values())) == 2
    assert max(map(len, exported.values())) == EXPORT_LENGTH
    assert exported[second] == export_names([second])[second]


@given(st.lists(st.text(min_size=1, max_size=100), unique=True, max_size=20))
def test_exported_names_are_unique_short_and_safe(names):
    exported = export_names(names)

    assert sorted(exported) == sorted(names)
    assert len(set(exported.values())) == len(names)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in exported.values())
    assert all(exported[n] == n for n in names if re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", n))
