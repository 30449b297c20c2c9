"""Run regression fixtures as tests.

With a catalog named in pytest's settings, every ``*.fixture.json`` below the tested folders is
collected; each fixture is one test, which fails when its expectation breaks and says what changed::

    [tool.pytest.ini_options]
    quality_lab_catalog = ["api/openapi.yaml"]

Without that setting nothing is collected. The engine is loaded with the first fixture.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from engine.lab.fixtures import FixtureBench
    from engine.models.fixture import Fixture, FixtureCheck

CATALOG = "quality_lab_catalog"
"""Setting that names the documents of the catalog, from the settings file's folder."""

SUFFIX = ".fixture.json"

_BENCH: pytest.StashKey[FixtureBench] = pytest.StashKey()


class ExpectationBroken(Exception):
    """A fixture no longer holds."""

    def __init__(self, check: FixtureCheck) -> None:
        from engine.report.fixture import fixture_lines
        from engine.report.plain import one_line

        self.check = check
        lines = fixture_lines(check)
        # The indent is ours, the rest may hold anything.
        super().__init__(
            "\n".join(" " * (len(line) - len(line.lstrip())) + one_line(line) for line in lines)
        )


class FixtureItem(pytest.Item):
    """One regression fixture."""

    fixture: Fixture

    def runtest(self) -> None:
        """Run the fixture's case over the catalog.

        Raises
        ------
        ExpectationBroken
            If its expectation does not hold.
        InvalidInput
            If the case cannot be run over the catalog.
        """
        check = _bench(self.config).check(self.fixture)
        if not check.holds:
            raise ExpectationBroken(check)

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: str | None = None,
    ) -> str | TerminalRepr:
        """Say what changed; a traceback only for what should not happen."""
        from engine.errors import QualityLabError

        if isinstance(excinfo.value, ExpectationBroken | QualityLabError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Name the file and the case."""
        return self.path, None, f"fixture {self.name}"


class FixtureFile(pytest.File):
    """A file of regression fixtures."""

    def collect(self) -> Iterator[FixtureItem]:
        """Read the file.

        Raises
        ------
        CollectError
            If it cannot be read as fixtures; every problem is said.
        """
        from engine.errors import QualityLabError
        from engine.lab.fixtures import load_fixtures

        try:
            found = load_fixtures(self.path)
        except QualityLabError as error:
            raise self.CollectError(str(error)) from None
        for fixture in found:
            item: FixtureItem = FixtureItem.from_parent(self, name=fixture.case.case_id)
            item.fixture = fixture
            yield item


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that names the catalog."""
    parser.addini(
        CATALOG,
        "documents of the tools over which *.fixture.json is run (OpenAPI, tools/list, …)",
        type="paths",
        default=[],
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> FixtureFile | None:
    """Collect fixtures where a catalog is set."""
    if not file_path.name.endswith(SUFFIX) or not parent.config.getini(CATALOG):
        return None
    found: FixtureFile = FixtureFile.from_parent(parent, path=file_path)
    return found


def _bench(config: pytest.Config) -> FixtureBench:
    """Return the bench over the catalog, made once in a session."""
    if _BENCH not in config.stash:
        from engine.ingest.files import read_files
        from engine.ingest.load import build_catalog
        from engine.lab.fixtures import FixtureBench

        paths: list[Path] = config.getini(CATALOG)
        config.stash[_BENCH] = FixtureBench(build_catalog("fixtures", read_files(paths)))
    return config.stash[_BENCH]
