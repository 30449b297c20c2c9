from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.cli import main

TOOLS = {
    "tools": [
        {
            "name": "find_orders",
            "description": "List the orders of a member.",
            "inputSchema": {"type": "object", "properties": {"memberId": {"type": "string"}}},
        },
        {
            "name": "get_order",
            "description": "Show one order with its items.",
            "inputSchema": {
                "type": "object",
                "properties": {"orderId": {"type": "string"}},
                "required": ["orderId"],
            },
        },
        {
            "name": "cancel_order",
            "description": "Cancel an order before it is shipped.",
            "inputSchema": {
                "type": "object",
                "properties": {"orderId": {"type": "string"}},
                "required": ["orderId"],
            },
        },
    ]
}
CASES = [
    {"case_id": "list-001", "query": "orders of a member", "expected_target": "find_orders"},
    {"case_id": "cancel-001", "query": "cancel this order", "expected_target": "cancel_order"},
    {
        "case_id": "show-001",
        "query": "abandon the order",
        "expected_target": "cancel_order",
        "llm_target": "get_order",
    },
]


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with one tool document and one file of cases."""
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS))
    lines = [json.dumps(case) for case in CASES]
    (tmp_path / "orders.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Run one command on a store of its own."""

    def run(*arguments: object, db: bool = True) -> Answer:
        words = [str(argument) for argument in arguments]
        code = main([*words, "--db", str(tmp_path / "lab.duckdb")] if db else words)
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run


@pytest.fixture
def shop(cli: Callable[..., Answer], files: Path) -> Path:
    """The same, with the catalog stored as ``shop``."""
    assert cli("ingest", files / "tools.json", "--name", "shop").code == 0
    return files
