"""``diff``."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from engine.cli.diff_text import print_comparison
from engine.cli.output import Output
from engine.cli.session import check_writable, open_lab, write_file
from engine.compare.gate import evaluate_gate, parse_condition
from engine.errors import InvalidInput
from engine.models.diff import GateDecision
from engine.models.report import Comparison
from engine.report.formats import ENDINGS, Format, render

_CODES = {GateDecision.SHIP: 0, GateDecision.BLOCK: 1, GateDecision.INCONCLUSIVE: 3}


def diff(arguments: argparse.Namespace, output: Output) -> int:
    """Compare two runs; with ``--fail-on``, decide whether to ship."""
    conditions = [parse_condition(text) for text in arguments.fail_on]
    form = _format(arguments)
    if arguments.output is not None:
        check_writable(arguments.output)
    comparison = open_lab(arguments).runs.comparison(arguments.base, arguments.run)
    outcome = evaluate_gate(comparison.diff, conditions)
    if conditions:
        comparison = comparison.model_copy(update={"outcome": outcome})
    _write(comparison, form, arguments.output, output)
    for result in outcome.conditions:
        output.note(f"quality-lab: {result.decision.value}: {result.message}")
    return _CODES[outcome.decision]


def _format(arguments: argparse.Namespace) -> Format:
    """Return the format that the report is to have.

    Raises
    ------
    InvalidInput
        If ``--json`` and another format both ask for stdout.
    """
    form: Format | None = arguments.format
    if form is None and arguments.output is not None:
        form = ENDINGS.get(arguments.output.suffix.lower())
    if form is None:
        return Format.JSON if arguments.json else Format.TEXT
    if arguments.json and arguments.output is None and form is not Format.JSON:
        raise InvalidInput(
            f"--json and --format {form.value} both ask for stdout; leave one of them out, or "
            "name a file for the report with --output."
        )
    return form


def _write(comparison: Comparison, form: Format, file: Path | None, output: Output) -> None:
    """Write the report to its file, or to stdout; beside a file stdout has text or JSON."""
    if file is None:
        _print(comparison, form, output)
        return
    report = io.StringIO()
    _print(comparison, form, Output(as_json=False, stream=report))
    write_file(file, report.getvalue().encode())
    _print(comparison, Format.JSON if output.as_json else Format.TEXT, output)
    output.line(f"written to {file} as {form.value}")


def _print(comparison: Comparison, form: Format, output: Output) -> None:
    if form is Format.TEXT:
        print_comparison(comparison, output)
    else:
        output.document(render(comparison, form))
