import pytest

from engine.errors import NotStored
from tests.engine.store.samples import START, catalog, tool


def count(store, table):
    statements = {
        "tools": "select count(*) from tools",
        "catalog_tools": "select count(*) from catalog_tools",
    }
    with store._database.reading() as connection:
        return connection.execute(statements[table]).fetchall()[0][0]


def test_a_catalog_saved_twice_is_stored_once(store):
    assert store.save_catalog(catalog(), START)
    assert not store.save_catalog(catalog(), START)
    assert [info.fingerprint for info in store.catalog_versions("shop")] == [catalog().fingerprint]


def test_a_new_version_shares_the_tools_that_did_not_change(store):
    old = catalog("shop", tool("a"), tool("b"))
    new = catalog("shop", tool("a"), tool("b", description="Now says more."))
    store.save_catalog(old, START)
    store.save_catalog(new, START)
    assert count(store, "tools") == 3
    assert store.load_catalog("shop") == new
    assert store.load_catalog("shop", old.fingerprint) == old
    assert [x.fingerprint for x in store.catalog_versions("shop")] == [
        new.fingerprint,
        old.fingerprint,
    ]


def test_the_old_content_can_become_the_newest_version_again(store):
    old, new = catalog("shop", tool("a")), catalog("shop", tool("b"))
    for each in (old, new, old):
        assert store.save_catalog(each, START)
    assert store.load_catalog("shop") == old


def test_a_catalog_whose_documents_alone_changed_is_a_new_version(store):
    first = catalog()
    document = first.documents[0].model_copy(update={"version": "2.0"})
    second = first.model_copy(update={"documents": (document,)})
    store.save_catalog(first, START)
    assert store.save_catalog(second, START)
    assert store.load_catalog("shop") == second


def test_equal_tools_of_two_documents_keep_their_own_source(store):
    first = catalog("first", tool("a"))
    second = catalog("second", tool("a").model_copy(update={"source": "other.yaml"}))
    store.save_catalog(first, START)
    store.save_catalog(second, START)
    assert count(store, "tools") == 1
    assert store.load_catalog("first").tools[0].source == "shop.yaml"
    assert store.load_catalog("second").tools[0].source == "other.yaml"


def test_the_list_has_the_newest_version_of_each_name(store):
    store.save_catalog(catalog("shop", tool("a")), START)
    store.save_catalog(catalog("shop"), START)
    store.save_catalog(catalog("bank", tool("a")), START)
    assert [(x.name, x.tools, x.links, x.warnings) for x in store.catalogs()] == [
        ("bank", 1, 1, 1),
        ("shop", 3, 1, 1),
    ]
    assert store.catalogs()[0].created_at == START
    assert store.catalogs()[0].documents == catalog().documents


def test_deleting_a_catalog_leaves_the_tools_of_others(store):
    store.save_catalog(catalog("shop", tool("a"), tool("b")), START)
    store.save_catalog(catalog("bank", tool("a")), START)
    store.delete_catalog("shop")
    assert [x.name for x in store.catalogs()] == ["bank"]
    assert store.load_catalog("bank") == catalog("bank", tool("a"))
    assert count(store, "tools") == 1
    assert store.save_catalog(catalog("shop", tool("a"), tool("b")), START)


def test_an_unknown_catalog_is_answered_with_the_nearest_name(store):
    store.save_catalog(catalog("shop"), START)
    for call in (store.load_catalog, store.delete_catalog):
        with pytest.raises(
            NotStored, match=r"no catalog 'shops' in the store. Did you mean 'shop'"
        ):
            call("shops")


def test_an_unknown_version_of_a_known_catalog_says_so(store):
    store.save_catalog(catalog("shop"), START)
    with pytest.raises(NotStored, match=r"no version of catalog 'shop' 'catalog-v1:0'"):
        store.load_catalog("shop", "catalog-v1:0")


def test_an_empty_catalog_can_be_stored(store):
    empty = catalog().model_copy(update={"tools": (), "links": ()})
    store.save_catalog(empty, START)
    assert store.load_catalog("shop") == empty
