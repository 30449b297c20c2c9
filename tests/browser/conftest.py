"""The dashboard as a server, and a real Chromium in front of it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from engine.ingest.files import read_file, read_files
from engine.lab.demo import CATALOG_FILE, NAME, SETTINGS, SUITE_FILE
from engine.lab.lab import DB_VARIABLE, Lab
from engine.models.case import Suite

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
STARTS_WITHIN_SECONDS = 120
READY = (
    "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
)
EVERY = 5
"""The sample's every fifth case: enough to watch a run, few enough to wait for."""

PATIENCE_MS = 240_000
"""A loaded machine is slow; what never comes still fails."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium as the system brings it; a missing one is an error in CI, a skip elsewhere."""
    found = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    if found is None:
        missing = f"no browser is installed (looked for {', '.join(CHROMIUMS)})"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(
    tmp_path_factory: pytest.TempPathFactory, project_root: Path, chromium: Browser
) -> Iterator[str]:
    """Address of a server over a store with one run of the sample."""
    folder = tmp_path_factory.mktemp("browser")
    lab = Lab(folder / "sample.duckdb")
    suite = store_sample(lab, every=EVERY)
    note, settings = SETTINGS[0]
    lab.runs.pin(lab.runs.execute(suite, catalog=NAME, settings=settings, note=note).summary.run_id)
    with served(folder, project_root) as root:
        yield root


def store_sample(lab: Lab, *, every: int) -> Suite:
    """Store the sample's catalog and a part of its cases; return these."""
    lab.catalogs.ingest(read_files([CATALOG_FILE]), name=NAME)
    whole = lab.suites.read(read_file(SUITE_FILE), name=NAME, catalog=NAME)
    suite = Suite(name=NAME, cases=whole.cases[::every])
    lab.suites.save(suite)
    return suite


@contextmanager
def served(folder: Path, project_root: Path) -> Iterator[str]:
    """Serve a folder's store until the block ends, under the address that is given."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "pages.parts.serving", "--server.port", str(port)],
            cwd=project_root,
            env={**os.environ, DB_VARIABLE: str(folder / "sample.duckdb")},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            root = f"http://127.0.0.1:{port}"
            _wait_until_up(root, server, log)
            yield root
        finally:
            server.terminate()
            server.wait(timeout=30)


def _wait_until_up(root: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.fail(f"the server ended at once:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(f"{root}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the server did not answer within {STARTS_WITHIN_SECONDS} s:\n{log.read_text()}")


Visit = Callable[[str], Page]


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    """Return the colour scheme that the browser asks for."""
    return str(request.param)


@pytest.fixture
def visit(chromium: Browser, address: str, scheme: str) -> Iterator[Visit]:
    """Open a path of the dashboard and wait until it is drawn; no request may leave the machine."""
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900}, color_scheme=scheme, base_url=address
    )
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    page = context.new_page()
    foreign: list[str] = []
    page.on("request", lambda request: _note_foreign(request.url, address, foreign))

    def opened(path: str) -> Page:
        page.goto(path)
        settled(page)
        return page

    yield opened
    context.close()
    assert not foreign, f"the page asked other hosts: {foreign}"


def _note_foreign(url: str, address: str, foreign: list[str]) -> None:
    if not url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
        foreign.append(url)


def settled(page: Page) -> None:
    """Wait until the script has run and nothing is a placeholder any more."""
    page.wait_for_selector(READY)
    page.wait_for_function("!document.querySelector('[data-testid=stSkeleton]')")
    page.wait_for_selector(READY)
