"""A store on a file of its own."""

from __future__ import annotations

import pytest

from engine.store.store import Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "lab" / "lab.duckdb"


@pytest.fixture
def store(path):
    return Store(path, wait_seconds=30.0)
