"""The operator's own files around the gate: contracts, evidence, aggregation boundaries.

They are trusted because the operator names them; nothing is ever read out of a catalog. A contract
file is YAML or JSON beside the catalog::

    evidence_contract: 1
    name: releases
    tool: releaseBatch
    requirements: {provenance: true, licences: [CC-BY-4.0], entity: batchId, max_age: PT1H}
    fields:
      density: {unit: kg/m3, source_type: experimental}
    corroboration: {minimum: 2, independence_key: laboratory, tolerance: 0.5}

or ``contracts``, a list of such objects. An unknown or repeated key is an error, never ignored: a
misspelt requirement must not become no requirement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from engine.errors import DocumentError, InvalidInput, Problem, nearest
from engine.ingest.files import read_file
from engine.ingest.parse import parse_file
from engine.ingest.reading import Malformed, as_object, type_name
from engine.ingest.report import Report
from engine.ingest.source import SourceFile
from engine.ingest.validation import field_problems
from engine.models.contract import (
    AggregationBoundary,
    Corroboration,
    EvidenceContract,
    EvidenceItem,
    EvidenceRequirements,
)

KEY = "evidence_contract"
"""The key by which a contract file is known; its value is the format's number."""

FORMAT = 1

_Model = TypeVar("_Model", bound=BaseModel)
_KEYS = frozenset(
    {
        *EvidenceContract.model_fields,
        *EvidenceRequirements.model_fields,
        *Corroboration.model_fields,
    }
)


def read_contracts(path: Path) -> Mapping[str, EvidenceContract]:
    """Read a contract file; return its contracts by the tool that they govern, sorted.

    Raises
    ------
    InvalidInput
        If the file cannot be read.
    DocumentError
        With every key that is unknown, every value that cannot be used, and every tool that two
        contracts govern.
    """
    return contracts_of(read_file(path))


def contracts_of(file: SourceFile) -> Mapping[str, EvidenceContract]:
    """Read the content of a contract file; see :func:`read_contracts`."""
    root = _parsed(file)
    if not isinstance(root, dict) or root.get(KEY) != FORMAT:
        message = f"this is {type_name(root)} that does not begin with `{KEY}: {FORMAT}`."
        raise DocumentError(file.name, [Problem("", message)])
    content = {key: value for key, value in root.items() if key != KEY}
    listed = content.get("contracts")
    if listed is not None and len(content) > 1:
        message = "holds both 'contracts' and a contract's own keys; keep one of the two."
        raise DocumentError(file.name, [Problem("", message)])
    rows = [("", content)] if listed is None else _rows(file, listed, "/contracts")
    contracts, problems = _read_each(EvidenceContract, rows, _KEYS)
    by_tool: dict[str, EvidenceContract] = {}
    for contract in contracts:
        if contract.tool in by_tool:
            message = f"two contracts govern {contract.tool!r}; join them into one."
            problems.append(Problem("", message))
        by_tool[contract.tool] = contract
    if problems or not by_tool:
        raise DocumentError(file.name, problems or [Problem("", "there is no contract in it.")])
    return dict(sorted(by_tool.items()))


def contract_for(contracts: Mapping[str, EvidenceContract], tool: str) -> EvidenceContract:
    """Return the contract that governs a tool.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    if tool not in contracts:
        near = nearest(tool, sorted(contracts))
        hint = f" Did you mean {near!r}?" if near else f" It governs {', '.join(contracts)}."
        raise InvalidInput(f"the contract file governs no tool {tool!r}.{hint}")
    return contracts[tool]


def read_evidence(path: Path) -> tuple[EvidenceItem, ...]:
    """Read evidence items: a list, or an object with ``evidence``; in the file's order.

    Raises
    ------
    InvalidInput
        If the file cannot be read.
    DocumentError
        With everything in it that cannot be used.
    """
    file = read_file(path)
    root = _parsed(file)
    listed = root.get("evidence") if isinstance(root, dict) and set(root) == {"evidence"} else root
    rows = _rows(file, listed, "/evidence" if isinstance(root, dict) else "")
    items, problems = _read_each(EvidenceItem, rows, EvidenceItem.model_fields)
    if problems:
        raise DocumentError(file.name, problems)
    return tuple(items)


def read_boundary(path: Path) -> AggregationBoundary:
    """Read which sources are independent: ``independence_key`` and ``groups``.

    Raises
    ------
    InvalidInput
        If the file cannot be read.
    DocumentError
        With everything in it that cannot be used.
    """
    file = read_file(path)
    rows = [("", as_object(_parsed(file)))]
    boundaries, problems = _read_each(AggregationBoundary, rows, AggregationBoundary.model_fields)
    if problems:
        raise DocumentError(file.name, problems)
    return boundaries[0]


def _parsed(file: SourceFile) -> object:
    report = Report()
    try:
        root = parse_file(file, report)
    except Malformed as refusal:
        raise DocumentError(file.name, [refusal.problem]) from None
    repeated = report.warnings()
    if repeated:
        raise DocumentError(file.name, [Problem("", f"{each.message}.") for each in repeated])
    return root


def _rows(file: SourceFile, listed: object, where: str) -> list[tuple[str, object]]:
    if not isinstance(listed, list):
        message = f"must be a list, but {type_name(listed)} stands there."
        raise DocumentError(file.name, [Problem(where, message)])
    return [(f"{where}/{place}", row) for place, row in enumerate(listed)]


def _read_each(
    model: type[_Model], rows: Sequence[tuple[str, object]], known: object
) -> tuple[list[_Model], list[Problem]]:
    read: Callable[[object], _Model] = model.model_validate
    good: list[_Model] = []
    problems: list[Problem] = []
    keys = sorted(str(key) for key in known) if isinstance(known, Mapping | frozenset) else []
    for where, row in rows:
        try:
            good.append(read(row))
        except ValidationError as error:
            problems += field_problems(error, where, keys).values()
    return good, problems
