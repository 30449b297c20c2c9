from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = Path(__file__).parent / "golden"

# A busy machine must not turn a law into a timed assertion, and the same commit gives the same
# answer every time. `pytest --hypothesis-profile=default` explores other examples.
hypothesis.settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the golden files that differ"
    )


@pytest.fixture(scope="session")
def project_root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def datasets() -> Path:
    """Folder of the labelled sets, which are no part of the project."""
    named = os.environ.get("QUALITY_LAB_DATASETS")
    folder = Path(named) if named else ROOT.parent / "shared" / "datasets"
    if not folder.is_dir():
        pytest.skip(
            "the labelled sets are not here; name their folder in QUALITY_LAB_DATASETS to run this"
        )
    return folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a stored one; ``--update-golden`` stores it instead."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"{name} is not stored yet; run pytest --update-golden and review it"
        assert text == path.read_text(encoding="utf-8")

    return check
