"""The embedded sample: a shop's API, its cases, and two runs that differ in settings."""

from __future__ import annotations

from engine.ingest.files import read_file, read_files
from engine.lab.lab import Lab
from engine.lab.run_suite import OnProgress
from engine.lab.stamp import PROJECT_ROOT
from engine.models.run import Channel, Run, RunSettings
from engine.models.selection import Policy

NAME = "shop"
CATALOG_FILE = PROJECT_ROOT / "data" / "catalogs" / "shop.openapi.yaml"
SUITE_FILE = PROJECT_ROOT / "data" / "suites" / "shop.jsonl"

SETTINGS = (
    (
        "Lexical search; the model's choice is always kept",
        RunSettings(channels=Channel.LEXICAL, policy=Policy.PRESERVE_LLM),
    ),
    (
        "All signals; strong evidence may override the model",
        RunSettings(channels=Channel.HYBRID, policy=Policy.STRONG_EVIDENCE),
    ),
)


def load_demo(lab: Lab, *, on_progress: OnProgress | None = None) -> tuple[Run, ...]:
    """Ingest the sample, run it under both settings and pin the first run as the baseline.

    Returns
    -------
    tuple of Run
        In the order of ``SETTINGS``.

    Raises
    ------
    InvalidInput
        If the sample's files are missing from the checkout.
    """
    lab.catalogs.ingest(read_files([CATALOG_FILE]), name=NAME)
    suite = lab.suites.read(read_file(SUITE_FILE), name=NAME, catalog=NAME)
    lab.suites.save(suite)
    runs = tuple(
        lab.runs.execute(suite, catalog=NAME, settings=settings, note=note, on_progress=on_progress)
        for note, settings in SETTINGS
    )
    if not any(summary.pinned and summary.suite == NAME for summary in lab.runs.list()):
        lab.runs.pin(runs[0].summary.run_id)
    return runs
