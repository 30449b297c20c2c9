"""``gate``: judge a call, run the frozen benchmark, walk a ledger."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from engine.cli.gate_text import show_verdict
from engine.cli.output import MISSING, Output, number
from engine.cli.session import open_lab, write_file
from engine.cli.trace_commands import moment
from engine.errors import InvalidInput
from engine.gate.evaluate import evaluate
from engine.gate.ledger import Ledger, build_evidence_ledger_entry
from engine.gate.verify import Today, verify
from engine.graph.build import build_graph
from engine.lab.clock import SystemClock
from engine.lab.gate_bench.bench import run_bench
from engine.lab.gate_files import contract_for, read_boundary, read_contracts, read_evidence
from engine.lab.gate_suppliers import GraphSuppliers
from engine.lab.ledger_file import LedgerFile
from engine.models.gate import EntryState, ProposedCall
from engine.models.gate_bench import Metric, Report
from engine.report.words import count

_QUANTITIES = frozenset({"latency_ms", "token_overhead"})
"""Metrics that are no shares of cases."""


def check(arguments: argparse.Namespace, output: Output) -> int:
    """Judge one call; 1 when it is refused."""
    contract = contract_for(read_contracts(arguments.contract), arguments.tool)
    evidence = read_evidence(arguments.evidence) if arguments.evidence else ()
    boundary = read_boundary(arguments.aggregation) if arguments.aggregation else None
    lab = open_lab(arguments)
    catalog = lab.catalogs.load(arguments.catalog)
    tool = catalog.by_name.get(arguments.tool)
    now = moment(arguments.now) if arguments.now is not None else SystemClock().now()
    call = ProposedCall(
        tool=arguments.tool,
        fields=tuple(field for field in arguments.fields.split(",") if field),
        arguments=_arguments(arguments.argument),
    )
    verdict = evaluate(
        call,
        contract,
        tool,
        evidence,
        now=now,
        aggregation=boundary,
        suppliers=GraphSuppliers(catalog, build_graph(catalog)),
    )
    ledgers: list[Ledger] = [LedgerFile(arguments.ledger)] if arguments.ledger else []
    ledgers += [lab.store.ledger] if arguments.record else []
    for ledger in ledgers:
        entry = ledger.add(
            lambda last: build_evidence_ledger_entry(
                call,
                contract,
                tool,
                evidence,
                now=now,
                previous=last,
                aggregation=boundary,
            )
        )
        output.note(f"quality-lab: entry {entry.sequence} of the ledger, hash {entry.hash}")
    output.data(verdict.model_dump(mode="json"))
    show_verdict(verdict, output)
    return 0 if verdict.allowed else 1


def bench(arguments: argparse.Namespace, output: Output) -> int:
    """Run the frozen benchmark in its three conditions."""
    report = run_bench(SystemClock())
    if arguments.output is not None:
        write_file(arguments.output, report.model_dump_json(indent=2).encode() + b"\n")
    output.data(report.model_dump(mode="json"))
    _report(report, output)
    return 0


def verify_ledger(arguments: argparse.Namespace, output: Output) -> int:
    """Walk a ledger, in a file or in the store; 1 when it is not ok."""
    if arguments.ledger is not None and not arguments.ledger.is_file():
        raise InvalidInput(f"there is no ledger {str(arguments.ledger)!r}.")
    lab = open_lab(arguments)
    ledger: Ledger = LedgerFile(arguments.ledger) if arguments.ledger else lab.store.ledger
    contracts = read_contracts(arguments.contract) if arguments.contract else None
    tools = lab.catalogs.load(arguments.catalog).by_name if arguments.catalog else None
    now = moment(arguments.now) if arguments.now is not None else None
    if now is None and (contracts is not None or tools is not None):
        now = SystemClock().now()
    prints = None if contracts is None else {t: c.fingerprint for t, c in contracts.items()}
    report = verify(ledger.read(), Today(tools, prints, now), head=arguments.head)
    output.data(report.model_dump(mode="json"))
    where = f" at entry {report.broken_at}" if report.broken_at is not None else ""
    output.line(
        f"{report.state}{where}: {count(report.entries, 'entry', 'entries')}, head {report.head}"
    )
    for finding in report.findings:
        output.line(f"  entry {finding.sequence}: {finding.state}: {finding.message}")
    return 0 if report.state is EntryState.OK else 1


def _arguments(given: Sequence[str]) -> Mapping[str, str]:
    """Read ``name=value`` pairs.

    Raises
    ------
    InvalidInput
        If one has no ``=``.
    """
    pairs = [text.partition("=") for text in given]
    for name, sign, _ in pairs:
        if not sign or not name:
            raise InvalidInput(f"--argument is NAME=VALUE, but {name!r} was given.")
    return {name: value for name, _, value in pairs}


def _report(report: Report, output: Output) -> None:
    for name, result in report.sets.items():
        output.line(f"{name}: {count(result.cases, 'case')}")
        conditions = list(result.conditions)
        metrics = list(result.conditions[conditions[0]].metrics)
        output.table(
            ("  metric", *(f"{condition}>" for condition in conditions)),
            [
                (
                    f"  {metric}",
                    *(
                        _cell(metric, result.conditions[condition].metrics[metric])
                        for condition in conditions
                    ),
                )
                for metric in metrics
            ],
        )
        for error in result.errors:
            output.line(f"  {error.case_id}: {error.message}")


def _cell(name: str, metric: Metric) -> str:
    """Return a share as value, n/N and interval, a quantity as its median."""
    if metric.value is None:
        return MISSING
    if name in _QUANTITIES:
        return number(metric.value, 2)
    span = f"[{number(metric.low, 2)}, {number(metric.high, 2)}]"
    return f"{metric.value:.3f} {metric.n}/{metric.total} {span}"
