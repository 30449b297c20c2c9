"""What the pages of one server share: the lab and its background runs.

The one part that reaches a use case.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.lab.jobs import Jobs
from engine.lab.lab import Lab, default_db

WAIT_SECONDS = 2.0
"""A page that waits longer for a locked store looks frozen; it says so and looks again."""


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
