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
import time
from collections.abc import Callable
from datetime import UTC, datetime

from engine.gate.evaluate import Gate
from engine.gate.ledger import build_evidence_ledger_entry
from engine.gate.verify import verify
from engine.lab.clock import SystemClock
from engine.lab.gate_bench.bench import run_bench
from engine.models.contract import EvidenceContract, EvidenceItem
from engine.models.gate import LedgerEntry, ProposedCall
from engine.models.tool import ContractField, Derived, Location, Semantics, Tool

FIELDS = 20
ROUNDS = 2_000
ENTRIES = 500
NOW = datetime(2026, 1, 15, tzinfo=UTC)
NAMES = tuple(f"field{number:02d}" for number in range(FIELDS))


def timing() -> dict[str, float | int | None]:
    """Measure one evaluation over twenty fields, a ledger entry, and a step of its walk.

    Process time, so that a busy machine counts as little as it can.
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
    evaluation = _spread(lambda: gate.evaluate(call, evidence, now=NOW))
    entries: list[LedgerEntry] = []
    started = time.process_time()
    for _ in range(ENTRIES):
        last = entries[-1] if entries else None
        entries.append(
            build_evidence_ledger_entry(call, contract, tool, evidence, now=NOW, previous=last)
        )
    built = time.process_time() - started
    started = time.process_time()
    verify(entries)
    walked = time.process_time() - started
    return {
        "fields": FIELDS,
        "evaluate_us_p50": evaluation,
        "schemarouter_us_p50": _peer(),
        "ledger_entries_per_s": round(ENTRIES / built),
        "ledger_verified_per_s": round(ENTRIES / walked),
    }


def _peer() -> float | None:
    """Measure SchemaRouter's evidence functions on the same question; None when not installed."""
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

    return _spread(ask)


def _spread(work: Callable[[], object]) -> float:
    """Return the median of microseconds a call."""
    times = []
    for _ in range(ROUNDS):
        started = time.process_time_ns()
        work()
        times.append((time.process_time_ns() - started) / 1e3)
    return round(statistics.median(times), 1)


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
