"""Print the benchmark of the gate as one JSON object, with the time that the gate itself takes.

The frozen input, the conditions and the metrics stand in ``engine.lab.gate_bench``, so that
``quality-lab gate bench`` prints the same figures from an installed package.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.gate.evaluate import Gate
from engine.gate.ledger import Ledger, MemoryLedger, build_evidence_ledger_entry
from engine.gate.verify import verify
from engine.lab.clock import SystemClock
from engine.lab.gate_bench.bench import run_bench
from engine.lab.ledger_file import LedgerFile
from engine.models.contract import EvidenceContract, EvidenceItem
from engine.models.gate import LedgerEntry, ProposedCall
from engine.models.tool import ContractField, Derived, Location, Semantics, Tool
from engine.store.store import Store

FIELDS = 20
ROUNDS = 2_000
ENTRIES = 500
DURABLE = 50
NOW = datetime(2026, 1, 15, tzinfo=UTC)
NAMES = tuple(f"field{number:02d}" for number in range(FIELDS))


def timing() -> dict[str, float | int | str | None]:
    """Measure one evaluation over twenty fields, a ledger entry, and a step of its walk.

    Evaluation in process time, so that a busy machine counts as little as it can; appends in real
    time, since they wait for the disk.
    """
    unknown = Derived(value="unknown", source="none", confidence=0.0)
    tool = Tool(
        name="measure",
        produces=tuple(
            ContractField(name=name, json_path=f"$.{name}", location=Location.RESPONSE)
            for name in NAMES
        ),
        semantics=Semantics(
            action=unknown,
            resource=unknown,
            result_shape=unknown,
            path_module=unknown,
            risk=unknown,
        ),
    )
    contract = EvidenceContract.model_validate(
        {"name": "all", "tool": "measure", "fields": {name: {"units": True} for name in NAMES}}
    )
    evidence = [
        EvidenceItem.model_validate(
            {"kind": "units", "basis": "declared", "field": name, "value": "g"}
        )
        for name in NAMES
    ]
    call = ProposedCall(tool="measure", fields=NAMES)
    gate = Gate(contract, tool)
    evaluation, peer = _spreads(lambda: gate.evaluate(call, evidence, now=NOW), _peer())
    build = partial(build_evidence_ledger_entry, call, contract, tool, evidence, now=NOW)
    kept = MemoryLedger()
    built = _per_second(kept, build, ENTRIES)
    entries = list(kept.read())
    started = time.process_time()
    verify(entries)
    walked = time.process_time() - started
    with tempfile.TemporaryDirectory(prefix="quality-lab-") as folder:
        in_file = _per_second(LedgerFile(Path(folder) / "ledger.jsonl"), build, DURABLE)
        in_store = _per_second(Store(Path(folder) / "lab.duckdb").ledger, build, DURABLE)
    return {
        "fields": FIELDS,
        "evaluate_us_p50": evaluation,
        "schemarouter_us_p50": peer,
        "schemarouter": _peer_version(),
        "ledger_entries_per_s": built,
        "ledger_verified_per_s": round(ENTRIES / walked),
        "ledger_file_appends_per_s": in_file,
        "ledger_store_appends_per_s": in_store,
    }


def _per_second(ledger: Ledger, build: Callable[..., LedgerEntry], entries: int) -> int:
    """Return how many entries a second are judged, chained and kept; waits for the disk count."""
    started = time.perf_counter()
    for _ in range(entries):
        ledger.add(lambda last: build(previous=last))
    return round(entries / (time.perf_counter() - started))


def _peer_version() -> str:
    """Return the peer's version, or why it was not measured."""
    try:
        return version("schemarouter")
    except PackageNotFoundError:
        return (
            "not measured: it is not installed; `pip install --target FOLDER schemarouter`, then "
            "run this with PYTHONPATH=FOLDER"
        )


def _peer() -> Callable[[], object] | None:
    """Return SchemaRouter's evidence functions on the same question; None when not installed."""
    try:
        from schemarouter import evidence
        from schemarouter.models import EndpointSpec, EvidenceRequirements, FieldSpec, ToolSpec
    except ImportError:
        return None
    endpoint = EndpointSpec(
        name="measure", output_fields=[FieldSpec(name=name, unit="g") for name in NAMES]
    )
    tool = ToolSpec(name="measure", endpoints=[endpoint])
    asked = {name: EvidenceRequirements(units=True) for name in NAMES}
    nothing = EvidenceRequirements()
    selected = list(NAMES)

    def ask() -> None:
        evidence.global_evidence_status(tool, endpoint, selected, nothing)
        evidence.field_evidence_status(tool, endpoint, selected, asked)

    return ask


def _spreads(
    ours: Callable[[], object], theirs: Callable[[], object] | None
) -> tuple[float, float | None]:
    """Return the medians of microseconds a call, taken turn by turn: a busy spell hits both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for work, into in zip((ours, theirs), times, strict=True):
            if work is not None:
                started = time.process_time_ns()
                work()
                into.append((time.process_time_ns() - started) / 1e3)
    one, other = times
    return round(statistics.median(one), 1), round(statistics.median(other), 1) if other else None


def main() -> int:
    """Run it and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-timing", action="store_true", help="leave the time of the gate out")
    given = parser.parse_args()
    result = run_bench(SystemClock()).model_dump(mode="json")
    if not given.no_timing:
        result["timing"] = timing()
    result["python"], result["machine"] = platform.python_version(), platform.machine()
    sys.stdout.write(json.dumps(result, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
