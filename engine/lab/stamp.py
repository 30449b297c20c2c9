"""What a run depended on."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.fingerprint import fingerprint
from engine.lab.run_gate import RunGate
from engine.models.case import Suite
from engine.models.catalog import Catalog
from engine.models.run import RunSettings, VersionStamp
from engine.version import __version__

PROJECT_ROOT = Path(__file__).resolve().parents[2]


class GitState(NamedTuple):
    """Commit of the checkout that the engine runs from."""

    commit: str | None
    dirty: bool | None


@lru_cache(maxsize=1)
def git_state() -> GitState:
    """Return the engine's own commit; both None outside a checkout or without git."""
    commit = _git("rev-parse", "--short=12", "HEAD")
    if commit is None:
        return GitState(None, None)
    status = _git("status", "--porcelain", "--untracked-files=no")
    return GitState(commit, None if status is None else bool(status))


def _git(*arguments: str) -> str | None:
    if not (PROJECT_ROOT / ".git").exists():
        return None
    try:
        done = subprocess.run(
            ["git", "-C", str(PROJECT_ROOT), *arguments],
            capture_output=True,
            text=True,
            timeout=5,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def make_stamp(
    catalog: Catalog,
    suite: Suite,
    settings: RunSettings,
    *,
    store_schema: int,
    graph_fingerprint: str | None,
    encoder: str | None,
    gate: RunGate | None = None,
    learning: str | None = None,
    llm_model: str | None = None,
) -> VersionStamp:
    """Return the stamp of a run of ``suite`` over ``catalog`` under ``settings``."""
    git = git_state()
    return VersionStamp(
        engine_version=__version__,
        store_schema=store_schema,
        catalog_fingerprint=catalog.fingerprint,
        graph_fingerprint=graph_fingerprint,
        encoder=encoder,
        suite_fingerprint=suite.fingerprint,
        settings_fingerprint=fingerprint("settings", settings.model_dump(mode="json")),
        contract_fingerprint=gate.given.contract_fingerprint if gate else None,
        gate_evidence_fingerprint=gate.given.evidence_fingerprint if gate else None,
        learning_fingerprint=learning,
        llm_model=llm_model,
        gate_at=gate.at if gate else None,
        git_commit=git.commit,
        git_dirty=git.dirty,
    )
