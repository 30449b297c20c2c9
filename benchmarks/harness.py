"""What the retrieval benchmarks share: labelled sets, the train part, measuring, intervals.

The labelled sets are no part of the project. Their folder is named by the environment variable
``QUALITY_LAB_DATASETS``, or else is ``shared/datasets`` beside the project.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from engine.ingest.cases import read_cases
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from engine.measures.case import measure_case
from engine.measures.judgement import judge
from engine.measures.latency import percentile
from engine.models.case import Case
from engine.models.catalog import Catalog

ROOT = Path(__file__).resolve().parents[1]
SEED = 20260107
"""Of the split and of every random number of a benchmark."""

TOP_K = 10

Ranker = Callable[[str, int], Sequence[str]]
"""Query and cut-off to tool names, best first."""


class Part(StrEnum):
    """Part of a labelled set."""

    TRAIN = "train"
    """What weights are fitted on."""

    REST = "rest"
    """What results are reported on."""

    ALL = "all"


class LabelledSet(NamedTuple):
    """A document with cases, as others published them."""

    name: str
    document: str
    """File that is ingested; the other side of the comparison reads the same."""

    folder: Path

    @property
    def path(self) -> Path:
        """Where the document lies."""
        return self.folder / self.name / self.document

    def catalog(self) -> Catalog:
        """Ingest the document."""
        return build_catalog(self.name, [SourceFile(self.document, self.path.read_bytes())])

    def cases(self, part: Part) -> tuple[Case, ...]:
        """Return the cases of a part, by case id."""
        data = (self.folder / self.name / "cases.jsonl").read_bytes()
        cases = read_cases(SourceFile("cases.jsonl", data))
        return tuple(case for case in cases if part is Part.ALL or part_of(self.name, case) is part)


_DOCUMENTS = {
    "restbench_tmdb": "openapi.json",
    "docker_engine": "swagger.yaml",
    "functionchat_ko": "tools.json",
    "nestful": "tools.json",
    "toollinkos": "tools.json",
    "github_rest": "openapi.json",
    "sealtools": "tools.json",
    "stabletoolbench": "tools.json",
    "gtc_petstore": "openapi.json",
    "gtc_ecommerce": "openapi.json",
    "gtc_mixed_mcp": "tools.json",
    "gtc_commerce_ko": "openapi.json",
}
SETS = tuple(_DOCUMENTS)
"""Names of the labelled sets."""


def labelled_sets(names: Sequence[str]) -> list[LabelledSet]:
    """Return labelled sets by name.

    Raises
    ------
    SystemExit
        With one line that says what is missing.
    """
    named = os.environ.get("QUALITY_LAB_DATASETS")
    folder = Path(named) if named else ROOT.parent / "shared" / "datasets"
    if not folder.is_dir():
        raise SystemExit(
            "the labelled sets are not here; name their folder in QUALITY_LAB_DATASETS."
        )
    unknown = sorted(set(names) - set(SETS))
    if unknown:
        raise SystemExit(f"there is no set {unknown[0]!r}; the sets are {', '.join(SETS)}.")
    return [LabelledSet(name, _DOCUMENTS[name], folder) for name in names]


def part_of(set_name: str, case: Case) -> Part:
    """Return which half of its set a case belongs to.

    A hash decides, so that neither order nor size of a file does. Translations of one case (ids
    that differ in a closing ``_<language>``) stay together: half of a case would give away the
    other half.
    """
    group = case.case_id
    if case.lang is not None:
        group = group.removesuffix(f"_{case.lang}")
    digest = hashlib.sha256(f"{SEED}:{set_name}:{group}".encode()).digest()
    return Part.TRAIN if digest[0] < 128 else Part.REST


class Measured(NamedTuple):
    """What one contender did on one set, case by case, in the order of the cases."""

    scores: tuple[dict[str, float | None], ...]
    latency_ms: tuple[float, ...]

    def values(self, measure: str) -> list[float]:
        """Return the cases' values of a measure, those that cannot be scored left out."""
        return [value for score in self.scores if (value := score[measure]) is not None]

    def mean(self, measure: str) -> float | None:
        """Return a measure's mean; None when no case can be scored on it."""
        values = self.values(measure)
        return sum(values) / len(values) if values else None

    def p(self, percent: float) -> float:
        """Return a percentile of the latencies, in milliseconds."""
        return percentile(self.latency_ms, percent)


def measure(
    rank: Ranker, cases: Sequence[Case], catalog: Catalog, *, top_k: int = TOP_K
) -> Measured:
    """Rank every case's query, and judge and time each ranking.

    Parameters
    ----------
    rank : callable
        Called once before the clock starts, so that what is made lazily is made.
    cases : sequence of Case
    catalog : Catalog
        In whose names the rankings are.
    """
    if cases:
        rank(cases[0].query, top_k)
    scores: list[dict[str, float | None]] = []
    latency: list[float] = []
    for case in cases:
        started = time.perf_counter()
        names = rank(case.query, top_k)
        latency.append((time.perf_counter() - started) * 1000)
        scores.append(measure_case(list(dict.fromkeys(names)), judge(case, catalog), top_k=top_k))
    return Measured(tuple(scores), tuple(latency))
