from __future__ import annotations

import ast

import duckdb
import pytest

from engine.privacy.tables import TABLES, Content, NotAllowed, contents, kept
from engine.store.store import Store


@pytest.fixture
def columns(tmp_path):
    """Every table of a fresh store with its columns."""
    path = tmp_path / "lab.duckdb"
    Store(path).unpin()
    with duckdb.connect(str(path), read_only=True) as connection:
        found = connection.execute(
            "select table_name, column_name from information_schema.columns"
        ).fetchall()
    tables: dict[str, set[str]] = {}
    for table, column in found:
        tables.setdefault(table, set()).add(column)
    return tables


def test_every_column_of_the_store_is_on_the_list_and_the_list_names_no_other(columns):
    assert {table: set(allowed) for table, allowed in TABLES.items()} == columns


def test_the_text_of_a_query_has_one_place():
    places = [(t, c) for t, each in TABLES.items() for c, x in each.items() if x is Content.QUERY]
    assert places == [("cases", "query")]


def test_a_write_to_an_unlisted_column_is_refused():
    with pytest.raises(NotAllowed, match="column 'body' of 'runs' is not on the list"):
        contents("runs", ("run_id", "body"))
    with pytest.raises(NotAllowed, match="table 'responses'"):
        contents("responses", ("body",))


def test_free_text_is_scrubbed_and_names_are_not():
    assert kept(Content.NOTE, ["ask jane@example.org", "plain"]) == [
        "ask [scrubbed e-mail]",
        "plain",
    ]
    assert kept(Content.NAME, "orders") == "orders"


def test_json_without_secrets_is_kept_byte_for_byte():
    text = '{ "b":1,  "a":[1.50]}'
    assert kept(Content.JSON, text) == text


OWN_BOOKKEEPING = {"erasure.py", "migrate.py"}
"""Write constants and migrations of their own, nothing that a caller gave."""


def test_every_insert_of_the_store_goes_past_the_list(project_root):
    for module in sorted((project_root / "engine" / "store").glob("*.py")):
        if module.name in OWN_BOOKKEEPING:
            continue
        tree = ast.parse(module.read_text(encoding="utf-8"))
        inserts = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign) and "insert into" in ast.unparse(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if ast.unparse(call.func).endswith(".execute") and call.args:
                said = ast.unparse(call.args[0])
                assert said not in inserts, f"{module.name}:{call.lineno}"
                assert "insert" not in said.lower(), f"{module.name}:{call.lineno}"
