"""A small store with the sample in it, and the dashboard opened over it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from engine.ingest.files import read_file, read_files
from engine.lab.demo import CATALOG_FILE, NAME, SETTINGS, SUITE_FILE
from engine.lab.lab import DB_VARIABLE, Lab
from engine.models.case import Suite

EVERY = 12
"""The sample's every twelfth case: each kind of failure still occurs."""

TIMEOUT = 60


class Sample(NamedTuple):
    """A store with two runs of the sample."""

    db: Path
    base: str
    run: str


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Two runs of a part of the sample; nobody may write to it."""
    db = tmp_path_factory.mktemp("pages") / "sample.duckdb"
    lab = Lab(db)
    lab.catalogs.ingest(read_files([CATALOG_FILE]), name=NAME)
    whole = lab.suites.read(read_file(SUITE_FILE), name=NAME, catalog=NAME)
    suite = Suite(name=NAME, cases=whole.cases[::EVERY])
    lab.suites.save(suite)
    ids = [
        lab.runs.execute(suite, catalog=NAME, settings=settings, note=note).summary.run_id
        for note, settings in SETTINGS
    ]
    lab.runs.pin(ids[0])
    return Sample(db, ids[0], ids[1])


@pytest.fixture
def own_sample(sample: Sample, tmp_path: Path) -> Sample:
    """Return a copy of the sample that a test may change."""
    copy = tmp_path / "sample.duckdb"
    shutil.copy(sample.db, copy)
    return sample._replace(db=copy)


Open = Callable[..., AppTest]


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch, project_root: Path) -> Iterator[Open]:
    """Open a page of the dashboard by its link, through the entry point."""

    def opened(db: Path, page: str, /, **query: str) -> AppTest:
        monkeypatch.setenv(DB_VARIABLE, str(db))
        at = AppTest.from_file(str(project_root / "app.py"), default_timeout=TIMEOUT)
        if page != "overview":
            at.run()
            at.switch_page(f"pages/screens/{page}.py")
        for name, value in query.items():
            at.query_params[name] = value
        return at.run()

    yield opened
    st.cache_resource.clear()
