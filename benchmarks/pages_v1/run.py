"""Print how long an operator waits for Compare and Triage over a large run, in a real browser.

::

    python -m benchmarks.pages_v1.run [--count N] [--db FILE] [--browser PATH]

Two runs of the sample suite, repeated to N cases, are made in a temporary store (lexical search
against all signals); ``--db`` takes a store that holds two runs already. The dashboard is served
as ``quality-lab serve`` does it, and Chromium opens it at 1440 by 900 points.

A page counts as painted when its first table stands; *cold* is the first visit after the server
has started. A filter counts as answered when the line below the table tells other counts, which
is drawn with the table.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.harness import ROOT
from benchmarks.suite_v1.run import repeated
from engine.ingest.files import read_file, read_files
from engine.lab.demo import CATALOG_FILE, SETTINGS, SUITE_FILE
from engine.lab.lab import Lab

IDLE = (
    "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
)
TABLE = "[data-testid=stDataFrame] canvas"
FILTERS = ("improved", "moved", "same", "regressed")
PATIENCE = 90_000

_WATCH = """() => {
  const told = () => [...document.querySelectorAll('[data-testid=stCaptionContainer]')]
    .map(each => each.innerText).find(text => text.includes('worst first'));
  const before = told();
  window.answered = null;
  document.addEventListener('click', () => { window.clicked = performance.now() },
    {capture: true, once: true});
  const watch = new MutationObserver(() => {
    const now = told();
    if (now && now !== before && window.answered === null) {
      window.answered = performance.now(); watch.disconnect();
    }
  });
  watch.observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="benchmarks.pages_v1.run", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--db", type=Path)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = given.db or _made(Path(folder) / "lab.duckdb", given.count)
        newest, before = (run.run_id for run in Lab(db).runs.list()[:2])
        with _served(db) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=given.browser, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            compare = f"{address}/compare?base={before}&run={newest}"
            for name, url in (
                ("compare, first table, cold", compare),
                ("compare, first table, warm", compare),
                ("triage, first table, cold", f"{address}/triage?run={newest}"),
                ("triage, first table, warm", f"{address}/triage?run={newest}"),
            ):
                print(f"{name:28} {_painted(page, url):6.2f} s", flush=True)
            _painted(page, compare)
            times = [ms for name in FILTERS * 2 if (ms := _answered(page, name)) is not None]
            print(
                f"{'compare, filter':28} {statistics.median(times) / 1000:6.2f} s  "
                f"(slowest {max(times) / 1000:.2f} s, n {len(times)})"
            )
            browser.close()
    return 0


def _made(db: Path, count: int) -> Path:
    lab = Lab(db)
    lab.catalogs.ingest(read_files([CATALOG_FILE]), name="large")
    suite = repeated(lab.suites.read(read_file(SUITE_FILE), name="large"), count)
    lab.suites.save(suite)
    for note, settings in SETTINGS:
        lab.runs.execute(suite, catalog="large", settings=settings, note=note)
    return db


@contextmanager
def _served(db: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "pages.parts.serving"]
    server = subprocess.Popen(
        [*command, "--server.port", str(port), "--server.headless", "true"],
        cwd=ROOT,
        env={**os.environ, "QUALITY_LAB_DB": str(db)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    while server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise SystemExit("the dashboard did not start.")


def _painted(page: Page, url: str) -> float:
    page.goto("about:blank")
    started = time.perf_counter()
    page.goto(url)
    page.wait_for_selector(TABLE, timeout=PATIENCE)
    seconds = time.perf_counter() - started
    _settle(page)
    return seconds


def _answered(page: Page, name: str) -> float | None:
    """Return how long a filter took in milliseconds; None where there is nothing to click."""
    button = page.get_by_role("radio", name=name, exact=True)
    if not button.count() or button.first.is_checked():
        return None
    page.evaluate(_WATCH)
    button.first.click()
    page.wait_for_function("window.answered !== null", timeout=PATIENCE)
    found: float = page.evaluate("window.answered - window.clicked")
    _settle(page)
    return found


def _settle(page: Page) -> None:
    page.wait_for_selector(IDLE, timeout=PATIENCE)
    page.wait_for_timeout(1_500)


if __name__ == "__main__":
    raise SystemExit(main())
