"""``runs fixture``, and what ``run --fixtures`` prints."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from engine.cli.output import Output
from engine.cli.session import check_writable, open_lab, write_file
from engine.fingerprint import JsonValue
from engine.ingest.fixtures import write_fixtures
from engine.models.fixture import FixtureCheck
from engine.report import words
from engine.report.fixture import fixture_lines, side_by_side


def export_fixtures(arguments: argparse.Namespace, output: Output) -> int:
    """Write cases of a run as regression fixtures."""
    check_writable(arguments.output)
    made = open_lab(arguments).fixtures.export(arguments.run, arguments.case, base=arguments.base)
    write_file(arguments.output, write_fixtures(made))
    ids = [fixture.case.case_id for fixture in made]
    output.data({"fixtures": ids, "file": arguments.output.name})
    output.line(f"{words.count(len(ids), 'fixture')} written to {arguments.output}")
    return 0


def checks_json(checks: Sequence[FixtureCheck]) -> dict[str, JsonValue]:
    """Return what became of fixtures as JSON."""
    return {
        "checked": len(checks),
        "broken": [
            {
                "case_id": check.case_id,
                "problems": list(check.problems),
                "change": check.change.model_dump(mode="json"),
                "evidence": check.evidence.model_dump(mode="json"),
                "made_with": list(check.made_with),
            }
            for check in checks
            if not check.holds
        ],
    }


def print_checks(checks: Sequence[FixtureCheck], output: Output) -> None:
    """Print what became of fixtures, with the old evidence beside the new where one broke."""
    broken = [check for check in checks if not check.holds]
    output.line(f"{words.count(len(checks), 'fixture')} checked, {len(broken):,} broken")
    for check in broken:
        output.line()
        for line in fixture_lines(check):
            output.line(line)
        table = side_by_side(check)
        output.table(table.header, table.rows)
