"""Use cases around suites: import with a report, list, load, export, delete."""

from __future__ import annotations

from engine.errors import NotStored
from engine.ingest.cases import read_cases
from engine.ingest.files import SourceFile
from engine.lab.catalogs import Catalogs
from engine.lab.clock import Clock
from engine.lab.names import checked_name
from engine.models.case import Case, Suite
from engine.models.listing import SuiteInfo
from engine.models.report import SuiteReport
from engine.privacy.records import exportable_cases, storable_suite
from engine.store.store import Store


class Suites:
    """Suites of a store."""

    def __init__(self, store: Store, clock: Clock, catalogs: Catalogs) -> None:
        self._store = store
        self._clock = clock
        self._catalogs = catalogs

    def list(self) -> tuple[SuiteInfo, ...]:
        """Return the newest version of every suite, by name."""
        return self._store.suites()

    def load(self, name: str, fingerprint: str | None = None) -> Suite:
        """Return a suite; its newest version unless a fingerprint is given.

        Raises
        ------
        NotStored
            If there is no such suite or version.
        """
        return self._store.load_suite(name, fingerprint)

    def queries(self, name: str, fingerprint: str | None = None) -> dict[str, str]:
        """Return the queries of a suite by case id, without loading its cases.

        Raises
        ------
        NotStored
            If there is no such suite or version.
        """
        return self._store.suite_queries(name, fingerprint)

    def case(self, name: str, fingerprint: str | None, case_id: str) -> Case | None:
        """Return one case of a suite, its newest version unless a fingerprint is given.

        None when the suite has no such case.

        Raises
        ------
        NotStored
            If there is no such suite or version.
        """
        return self._store.suite_case(name, fingerprint, case_id)

    def read(self, file: SourceFile, *, name: str, catalog: str | None = None) -> Suite:
        """Return the cases of ``file`` as a suite without storing it.

        Parameters
        ----------
        file : SourceFile
            JSONL, a JSON array or CSV.
        name : str
            The suite's name.
        catalog : str, optional
            Checks that the catalog holds every expected tool.

        Raises
        ------
        DocumentError
            With every problem of the file.
        NotStored
            If there is no such catalog.
        """
        checked_name("suite", name)
        loaded = self._catalogs.load(catalog) if catalog is not None else None
        return storable_suite(Suite(name=name, cases=read_cases(file, catalog=loaded)))

    def save(self, suite: Suite, *, merge: bool = False, dry_run: bool = False) -> SuiteReport:
        """Store ``suite`` as the newest version of its name and say what changed.

        Parameters
        ----------
        suite : Suite
            The cases.
        merge : bool
            Keep cases of the previous version that ``suite`` does not have.
        dry_run : bool
            Report only; nothing is stored.
        """
        try:
            previous = {case.case_id: case for case in self.load(suite.name).cases}
        except NotStored:
            previous = {}
        given = {case.case_id: case for case in suite.cases}
        kept: dict[str, Case] = {**previous, **given} if merge else given
        merged = Suite(name=suite.name, cases=tuple(kept[key] for key in sorted(kept)))
        both = given.keys() & previous.keys()
        unchanged = sum(given[key].fingerprint == previous[key].fingerprint for key in both)
        if not dry_run:
            self._store.save_suite(merged, self._clock.now())
        return SuiteReport(
            suite=suite.name,
            cases=len(merged.cases),
            fingerprint=merged.fingerprint,
            new=len(given.keys() - previous.keys()),
            updated=len(both) - unchanged,
            unchanged=unchanged,
            removed=0 if merge else len(previous.keys() - given.keys()),
            stored=not dry_run,
        )

    def is_private(self, name: str) -> bool:
        """Whether the suite's queries are kept out of exports."""
        return self._store.is_private(name)

    def set_private(self, name: str, *, private: bool) -> None:
        """Keep a suite's queries out of every export, or let them in again.

        Raises
        ------
        NotStored
            If there is no such suite.
        """
        self._store.set_private(name, private=private)

    def export(self, name: str, fingerprint: str | None = None) -> tuple[Case, ...]:
        """Return a suite's cases as they may leave the store: a private one's without queries.

        Raises
        ------
        NotStored
            If there is no such suite or version.
        """
        return exportable_cases(self.load(name, fingerprint).cases, private=self.is_private(name))

    def delete(self, name: str) -> None:
        """Delete every version of a suite.

        Raises
        ------
        NotStored
            If there is no such suite.
        """
        self._store.delete_suite(name)
