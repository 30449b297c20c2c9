"""Make the README's pictures: ``python docs/screenshots.py``.

Loads the sample into a store of its own, serves the dashboard over it and takes pictures with the
system's Chromium. Everything in a picture is a real page over real results.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from engine.lab.demo import load_demo
from engine.lab.lab import DB_VARIABLE, Lab
from engine.models.diff import Change
from engine.models.failure import FailureStage
from engine.models.listing import CaseFilter

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1440, "height": 900}
SECONDS = 300
READY = (
    "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
)


class Picture(NamedTuple):
    """One page in one colour scheme."""

    name: str
    path: str
    scheme: str = "light"


def chosen_pictures(lab: Lab) -> list[Picture]:
    """Return the pictures: the newest run, a case that the selector lost, and the comparison."""
    base, run = (summary.run_id for summary in reversed(lab.runs.list(2)))
    lost = lab.runs.rows(run, CaseFilter(stages=(FailureStage.SELECT_TARGET,))).rows
    case = next((row for row in lost if row.lang == "en" and row.llm_target and row.rank), lost[0])
    changed = Change.IMPROVED.value
    microscope = f"/case?{urlencode({'run': run, 'case': case.case_id})}"
    compare = f"/compare?{urlencode({'base': base, 'run': run, 'change': changed})}"
    return [
        Picture("overview_light", "/"),
        Picture("case_light", microscope),
        Picture("case_dark", microscope, "dark"),
        Picture("compare_light", compare),
    ]


@contextmanager
def served(db: Path) -> Iterator[str]:
    """Serve the dashboard over ``db`` on a free port and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "pages.parts.serving", "--server.port", str(port)]
    environment = {**os.environ, DB_VARIABLE: str(db)}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            wait_for(address, server)
            yield address
        finally:
            server.terminate()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    raise SystemExit("the dashboard did not start; run `quality-lab serve` to see why.")


def take(browser: Browser, address: str, picture: Picture) -> Path:
    """Open a page, wait until it is drawn, and store its picture."""
    page = browser.new_page(viewport=SIZE, color_scheme=picture.scheme)
    page.set_default_timeout(1000 * SECONDS)
    page.goto(address + picture.path)
    page.wait_for_selector(READY)
    page.wait_for_function("!document.querySelector('[data-testid=stSkeleton]')")
    page.wait_for_timeout(2000)
    target = IMAGES / f"{picture.name}.png"
    page.screenshot(path=target)
    page.close()
    return target


def main() -> None:
    """Make every picture."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium is installed; the pictures were not made.")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "sample.duckdb"
        lab = Lab(db)
        load_demo(lab)
        with served(db) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for picture in chosen_pictures(lab):
                print(take(browser, address, picture).relative_to(ROOT))
            browser.close()


if __name__ == "__main__":
    main()
