"""What the pages of one server share: the lab and its background runs.

The one part that reaches a use case.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.errors import NotStored
from engine.lab.jobs import Jobs
from engine.lab.lab import Lab, default_db
from engine.models.case import Case
from engine.models.listing import CaseFilter
from engine.models.run import RunSummary

WAIT_SECONDS = 2.0
"""A page that waits longer for a locked store looks frozen; it says so and looks again."""


def db_in_use() -> Path:
    """Return the file of the store, by which what is remembered of it is told apart."""
    return default_db()


def open_lab() -> Lab:
    """Return the lab of the configured store; one for all sessions of the server."""
    return _lab(default_db())


def open_jobs() -> Jobs:
    """Return the background runs of this server for the configured store."""
    return _jobs(default_db())


@st.cache_resource(show_spinner=False)
def _lab(db: Path) -> Lab:
    return Lab(db, wait_seconds=WAIT_SECONDS)


@st.cache_resource(show_spinner=False)
def _jobs(db: Path) -> Jobs:
    return Jobs()


def case_of(run: RunSummary, case_id: str) -> Case | None:
    """Return a case as a run was made with it; None once its suite was deleted."""
    try:
        return open_lab().suites.case(run.suite, run.stamp.suite_fingerprint, case_id)
    except NotStored:
        return None


def queries(run: RunSummary) -> dict[str, str]:
    """Return the queries of a run's cases by case id; empty once their suite was deleted."""
    try:
        return _queries(default_db(), run.suite, run.stamp.suite_fingerprint)
    except NotStored:
        return {}


def exportable_queries(run: RunSummary) -> dict[str, str]:
    """Return the queries that a download may hold; none of a private suite."""
    return {} if open_lab().suites.is_private(run.suite) else queries(run)


def case_order(run_id: str, case_filter: CaseFilter) -> tuple[str, ...]:
    """Return the ids of a run's cases that a filter lets through, failing ones first."""
    return _order(default_db(), run_id, case_filter.model_dump_json())


@st.cache_resource(show_spinner=False, max_entries=16, ttl=60)
def _order(db: Path, run_id: str, wanted: str) -> tuple[str, ...]:
    rows = _lab(db).runs.rows(run_id, CaseFilter.model_validate_json(wanted)).rows
    return tuple(row.case_id for row in rows)


# A version of a suite never changes under its fingerprint; the time limit is there because it may
# be deleted, and its queries must then be gone from here too.
@st.cache_resource(show_spinner=False, max_entries=8, ttl=60)
def _queries(db: Path, suite: str, fingerprint: str) -> dict[str, str]:
    return _lab(db).suites.queries(suite, fingerprint)
