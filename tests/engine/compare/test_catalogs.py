from __future__ import annotations

from engine.compare.catalogs import diff_catalogs
from engine.models.catalog import Catalog
from tests.builders import field, tool


def catalog(*tools):
    return Catalog(name="shop", tools=tuple(sorted(tools, key=lambda each: each.name)))


BASE = catalog(tool("a"), tool("b", description="one", consumes=(field("x"),)), tool("c"))


def test_a_catalog_does_not_differ_from_itself():
    difference = diff_catalogs(BASE, BASE)
    assert (difference.added, difference.removed, difference.modified) == ((), (), ())
    assert difference.unchanged == 3


def test_tools_that_came_went_and_changed_are_told_apart():
    run = catalog(tool("a"), tool("b", description="two", consumes=(field("y"),)), tool("d"))
    difference = diff_catalogs(BASE, run)
    assert difference.added == ("d",)
    assert difference.removed == ("c",)
    (changed,) = difference.modified
    assert (changed.name, changed.changed) == ("b", ("description", "consumes"))
    assert (changed.inputs_added, changed.inputs_removed) == (("$.y",), ("$.x",))


def test_the_other_direction_mirrors():
    run = catalog(tool("a"), tool("d"))
    there, back = diff_catalogs(BASE, run), diff_catalogs(run, BASE)
    assert (there.added, there.removed) == (back.removed, back.added)


def test_the_document_a_tool_came_from_is_no_change():
    assert (
        diff_catalogs(catalog(tool("a", source="x")), catalog(tool("a", source="y"))).unchanged == 1
    )


def test_one_operation_under_two_names_is_called_renamed():
    base = catalog(tool("a", "GET /a"), tool("b", "GET /b"), tool("b2", "GET /b"))
    run = catalog(tool("z", "GET /a"), tool("y", "GET /b"), tool("x"))
    difference = diff_catalogs(base, run)
    # Two tools shared one method and path before: nothing says which of them the new one is.
    assert difference.renamed == (("a", "z"),)
    assert difference.removed == ("a", "b", "b2")
    assert diff_catalogs(run, base).renamed == (("z", "a"),)
