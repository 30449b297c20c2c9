"""``cases``."""

from __future__ import annotations

import argparse

from engine.cli.output import Output
from engine.cli.session import check_writable, open_lab, write_file
from engine.errors import InvalidInput
from engine.ingest.cases import write_cases, write_cases_csv
from engine.ingest.files import read_file
from engine.report.words import count


def list_suites(arguments: argparse.Namespace, output: Output) -> int:
    """List the newest version of every suite."""
    suites = open_lab(arguments).suites.list()
    output.data({"suites": [info.model_dump(mode="json") for info in suites]})
    if not suites:
        output.line(
            "no suite is stored yet; `quality-lab cases import FILE --suite NAME` makes one."
        )
    output.table(
        ("suite", "cases>", "imported", "fingerprint"),
        [
            (info.name, f"{info.cases:,}", f"{info.created_at:%Y-%m-%d %H:%M}", info.fingerprint)
            for info in suites
        ],
    )
    return 0


def show_suite(arguments: argparse.Namespace, output: Output) -> int:
    """Show the cases of a suite."""
    suites = open_lab(arguments).suites
    suite = suites.load(arguments.suite)
    shown = suites.export(arguments.suite)
    output.data({"suite": suite.name, "cases": [case.storable() for case in shown]})
    output.table(
        ("case", "query", "expected target"),
        [
            (case.case_id, case.query[:70].replace("\n", " "), case.expected_target or "")
            for case in suite.cases
        ],
    )
    return 0


def import_cases(arguments: argparse.Namespace, output: Output) -> int:
    """Read cases from a file into a suite and say what changed."""
    lab = open_lab(arguments)
    suite = lab.suites.read(
        read_file(arguments.file), name=arguments.suite, catalog=arguments.catalog
    )
    report = lab.suites.save(suite, merge=arguments.merge, dry_run=arguments.dry_run)
    output.data(report.model_dump(mode="json"))
    stored = "stored" if report.stored else "not stored (dry run)"
    output.line(
        f"{report.suite}: {count(report.cases, 'case')} {stored}: {report.new:,} new, "
        f"{report.updated:,} updated, {report.unchanged:,} unchanged, {report.removed:,} removed"
    )
    return 0


def export_cases(arguments: argparse.Namespace, output: Output) -> int:
    """Write a suite's cases as JSON lines or CSV, by the file's ending."""
    check_writable(arguments.output)
    writers = {".jsonl": write_cases, ".csv": write_cases_csv}
    ending = arguments.output.suffix.lower()
    if ending not in writers:
        raise InvalidInput(
            f"cases are written as .jsonl or .csv, but {arguments.output.name!r} was given."
        )
    suites = open_lab(arguments).suites
    cases = suites.export(arguments.suite)
    write_file(arguments.output, writers[ending](cases))
    output.data({"suite": arguments.suite, "cases": len(cases), "file": arguments.output.name})
    hidden = " without their queries" if suites.is_private(arguments.suite) else ""
    output.line(f"{len(cases):,} cases written to {arguments.output}{hidden}")
    return 0


def set_private(arguments: argparse.Namespace, output: Output) -> int:
    """Keep a suite's queries out of exports, or let them in again."""
    private = not arguments.off
    open_lab(arguments).suites.set_private(arguments.suite, private=private)
    output.data({"suite": arguments.suite, "private": private})
    state = "stay out of" if private else "may stand in"
    output.line(f"the queries of suite {arguments.suite!r} {state} exports.")
    return 0


def delete_suite(arguments: argparse.Namespace, output: Output) -> int:
    """Delete a suite."""
    open_lab(arguments).suites.delete(arguments.suite)
    output.data({"deleted": arguments.suite})
    output.line(f"suite {arguments.suite!r} is deleted; its runs stay.")
    return 0
