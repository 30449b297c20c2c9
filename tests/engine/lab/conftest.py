from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.ingest.source import SourceFile
from engine.lab.lab import Lab

WORDS = ("order", "member", "coupon", "parcel", "refund", "invoice")


class TickingClock:
    """A clock that moves one minute with every look at the time of day."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        self._now += timedelta(minutes=1)
        return self._now

    def elapsed_ms(self) -> float:
        return 0.0


def tools_document(words=WORDS) -> SourceFile:
    tools = [
        {"name": f"{verb}_{word}", "description": f"{verb} one {word}", "inputSchema": {}}
        for word in words
        for verb in ("find", "show", "cancel")
    ]
    return SourceFile("tools.json", json.dumps({"tools": tools}).encode())


def cases_document(count: int = 12) -> SourceFile:
    rows = [
        {
            "case_id": f"case-{n:05d}",
            "query": f"show the {WORDS[n % len(WORDS)]} number {n}",
            "expected_target": f"show_{WORDS[n % len(WORDS)]}",
        }
        for n in range(count)
    ]
    return SourceFile("cases.jsonl", "\n".join(json.dumps(row) for row in rows).encode())


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A lab on a store of its own, with a catalog and a suite called ``shop``."""
    lab = Lab(tmp_path / "lab.duckdb", clock=TickingClock())
    lab.catalogs.ingest([tools_document()], name="shop")
    lab.suites.save(lab.suites.read(cases_document(), name="shop", catalog="shop"))
    return lab
