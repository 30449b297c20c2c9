"""The frozen input: tasks, which the conditions see, and gold, which only scoring sees."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import orjson
from pydantic import AwareDatetime, Field

from engine.errors import InvalidInput
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from engine.ingest.yaml_text import parse_yaml
from engine.models.base import Record
from engine.models.catalog import Catalog
from engine.models.contract import AggregationBoundary, EvidenceContract, EvidenceItem
from engine.models.gate import Claim, RefusalCode

INPUTS = ("cases.yaml", "catalog.yaml")
MANIFEST = "manifest.json"


class CaseSet(StrEnum):
    """Which cases are counted together."""

    SEED8 = "seed8"
    """Eight cases that others published; a regression test of a mechanism."""

    EXTENDED = "extended"
    """Our own, on what the eight do not test."""


class PlannedAgainst(StrEnum):
    """Which version of the world the call was planned for."""

    CURRENT = "current"
    EARLIER_TOOL = "earlier_tool"
    """The tool was described otherwise."""

    EARLIER_ENDPOINT = "earlier_endpoint"
    """It had one output less."""

    EARLIER_CONTRACT = "earlier_contract"
    """The contract asked for nothing."""


class Decision(StrEnum):
    """What should happen."""

    ACT = "act"
    REFUSE = "refuse"


class GateTask(Record):
    """What a condition sees of a case."""

    query: str
    entities: dict[str, str]
    """What the agent knows, by field name."""

    contract: EvidenceContract
    evidence: tuple[EvidenceItem, ...] = ()
    aggregation: AggregationBoundary | None = None
    claims: tuple[Claim, ...] = ()
    planned_against: PlannedAgainst | None = None
    """None when the plan carries no fingerprints."""

    extra_fields: tuple[str, ...] = ()
    """Fields that the agent asks for whether they exist or not."""


class GateGold(Record):
    """What is right; joined after the run."""

    topic: str
    consequential: bool
    """Whether the call changes anything."""

    tool: str
    fields: tuple[str, ...]
    """JSON paths, sorted."""

    decision: Decision
    codes: tuple[RefusalCode, ...] = ()


class GateCase(Record):
    """One case of the benchmark."""

    case_id: str
    set: CaseSet
    task: GateTask
    gold: GateGold


class _Document(Record):
    now: AwareDatetime
    cases: tuple[GateCase, ...] = Field(min_length=1)


class FrozenInput(NamedTuple):
    """Everything that the benchmark reads."""

    now: AwareDatetime
    cases: tuple[GateCase, ...]
    catalog: Catalog
    checksums: Mapping[str, str]
    """SHA-256 of each input, by name."""


@cache
def frozen_input() -> FrozenInput:
    """Read the frozen input.

    Raises
    ------
    InvalidInput
        If a file is not the one that was frozen.
    """
    content = {name: _read(name) for name in INPUTS}
    checksums = {name: hashlib.sha256(data).hexdigest() for name, data in content.items()}
    manifest = orjson.loads(_read(MANIFEST))
    for name, checksum in checksums.items():
        if manifest["sha256"].get(name) != checksum:
            raise InvalidInput(
                f"the frozen input {name!r} is not the one that was frozen; "
                "install this version of Quality Lab anew."
            )
    value = parse_yaml(content["cases.yaml"].decode("utf-8")).value
    document = _Document.model_validate(value)
    catalog = build_catalog("laboratory", [SourceFile("catalog.yaml", content["catalog.yaml"])])
    return FrozenInput(document.now, document.cases, catalog, checksums)


def _read(name: str) -> bytes:
    return files("engine.lab.gate_bench").joinpath("inputs", name).read_bytes()
