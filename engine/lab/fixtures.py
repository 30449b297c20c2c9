"""Use cases around regression fixtures: export from runs, read from files, hold against results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.compare.fixtures import check_fixture, fixture_side, make_fixture, run_settings
from engine.errors import DocumentError, InvalidInput, NotStored, Problem
from engine.ingest.files import read_file, read_files
from engine.ingest.fixtures import read_fixtures
from engine.lab.clock import SystemClock
from engine.lab.runs import Runs, check_runnable
from engine.lab.suites import Suites
from engine.lab.workbench import Workbench
from engine.models.case import Case, Suite
from engine.models.catalog import Catalog
from engine.models.diff import Change
from engine.models.fixture import Fixture, FixtureCheck, FixtureSettings
from engine.models.run import Channel, Run
from engine.retrieval.use_encoder import embedded_encoder


class Fixtures:
    """Regression fixtures of a store's runs."""

    def __init__(self, runs: Runs, suites: Suites) -> None:
        self._runs = runs
        self._suites = suites

    def export(
        self, run: str, case_ids: Sequence[str] = (), *, base: str | None = None
    ) -> tuple[Fixture, ...]:
        """Return fixtures of a run's cases, by case id.

        Parameters
        ----------
        run : str
            Id or reference of the run.
        case_ids : sequence of str
            The cases; without any, those that regressed from ``base``.
        base : str, optional
            Id or reference of a run to keep beside it: how the case was, or should be.

        Raises
        ------
        NotStored
            If there is no such run or case, or the run's suite was deleted.
        InvalidInput
            If neither cases nor a baseline are given, or nothing regressed.
        """
        if base is None:
            base_id, run_id = None, self._runs.resolve(run)
        else:
            base_id, run_id = self._runs.resolve_pair(base, run)
        wanted = sorted(set(case_ids)) or self._regressed(base_id, run_id)
        summary = self._runs.summary(run_id)
        if self._suites.is_private(summary.suite):
            raise InvalidInput(
                f"suite {summary.suite!r} is private, and a fixture holds its case's query; "
                f"`quality-lab cases private {summary.suite} --off` allows it."
            )
        before = None if base_id is None else self._runs.summary(base_id)
        cases = self._cases(summary.suite, summary.stamp.suite_fingerprint)
        made = []
        for case_id in wanted:
            actual = fixture_side(summary, self._runs.case(run_id, case_id))
            case = cases.get(case_id)
            if case is None:
                raise NotStored("case", case_id, cases, where=f"suite {summary.suite!r}")
            baseline = None
            if before is not None:
                baseline = fixture_side(before, self._runs.case(before.run_id, case_id))
                if baseline.result.case_fingerprint != actual.result.case_fingerprint:
                    raise InvalidInput(
                        f"case {case_id!r} has other content in run {before.run_id}; "
                        "leave the baseline out."
                    )
            made.append(make_fixture(case, actual, baseline))
        return tuple(made)

    def _regressed(self, base: str | None, run: str) -> list[str]:
        if base is None:
            raise InvalidInput(
                "name the cases to export, or a baseline whose regressions are meant."
            )
        changes = self._runs.diff(base, run).cases
        found = sorted(case.case_id for case in changes if case.change is Change.REGRESSED)
        if not found:
            raise InvalidInput(f"no case regressed from run {base} to run {run}; name the cases.")
        return found

    def _cases(self, suite: str, fingerprint: str) -> Mapping[str, Case]:
        return {case.case_id: case for case in self._suites.load(suite, fingerprint).cases}

    @staticmethod
    def check(fixtures: Sequence[Fixture], run: Run) -> tuple[FixtureCheck, ...]:
        """Hold every fixture against the result that a run has for its case, by case id."""
        results = {result.case_id: result for result in run.results}
        stamp = run.summary.stamp
        return tuple(
            check_fixture(fixture, results[fixture.case.case_id], stamp)
            for fixture in sorted(fixtures, key=lambda each: each.case.case_id)
            if fixture.case.case_id in results
        )


def load_fixtures(path: Path) -> tuple[Fixture, ...]:
    """Read the fixtures of a file, or of every JSON file below a folder, by case id.

    Raises
    ------
    InvalidInput
        If there is no such file or folder, or the folder holds no JSON.
    DocumentError
        With every problem of a file, or when two files hold the same case.
    """
    files = read_files([path]) if path.is_dir() else (read_file(path),)
    found: dict[str, tuple[str, Fixture]] = {}
    for file in files:
        for fixture in read_fixtures(file):
            case_id = fixture.case.case_id
            if case_id in found:
                message = f"case {case_id!r} already stands in {found[case_id][0]}; keep one."
                raise DocumentError(file.name, [Problem("", message)])
            found[case_id] = (file.name, fixture)
    return tuple(found[case_id][1] for case_id in sorted(found))


def fixture_suite(fixtures: Sequence[Fixture], *, name: str) -> Suite:
    """Return the cases of fixtures as a suite."""
    cases = sorted((fixture.case for fixture in fixtures), key=lambda case: case.case_id)
    return Suite(name=name, cases=tuple(cases))


class FixtureBench:
    """Runs fixtures over one catalog, without a store.

    Parameters
    ----------
    catalog : Catalog
        What the cases are run over.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._benches: dict[str, Workbench] = {}

    def check(self, fixture: Fixture) -> FixtureCheck:
        """Run a fixture's case under the settings it was made with, and hold it to the result.

        Raises
        ------
        InvalidInput
            If the case expects a tool that the catalog lacks.
        """
        check_runnable(fixture_suite([fixture], name="fixtures"), self._catalog)
        bench = self._bench(fixture.actual.settings)
        return check_fixture(fixture, bench.run_case(fixture.case))

    def _bench(self, settings: FixtureSettings) -> Workbench:
        wanted = run_settings(settings)
        key = wanted.model_dump_json()
        if key not in self._benches:
            encoder = None if wanted.channels is Channel.LEXICAL else embedded_encoder()
            self._benches[key] = Workbench.build(
                self._catalog, wanted, SystemClock(), encoder=encoder
            )
        return self._benches[key]
