"""``ingest`` and ``catalogs``."""

from __future__ import annotations

import argparse
from collections import Counter

from engine.cli.output import Output
from engine.cli.session import check_writable, open_lab, write_file
from engine.errors import NotStored
from engine.ingest.files import read_files
from engine.models.catalog import IngestWarning
from engine.models.readiness import ReadinessReport
from engine.models.tool import Tool
from engine.report.words import count

SHOWN_WARNINGS = 10
"""Warnings printed for people; JSON has them all."""


def ingest(arguments: argparse.Namespace, output: Output) -> int:
    """Read documents into a catalog and say what was lost."""
    lab = open_lab(arguments)
    report = lab.catalogs.ingest(
        read_files(arguments.sources),
        name=arguments.name,
        keep_overlay=not arguments.no_overlay,
    )
    output.data(report.model_dump(mode="json"))
    output.line(f"{report.catalog}: {report.tools:,} tools, {report.fingerprint}")
    if not report.changed:
        output.line("the store already held exactly this content.")
    changes = {"added": report.added, "removed": report.removed, "modified": report.modified}
    for word, names in changes.items():
        if names:
            more = f", … {len(names) - 5} more" if len(names) > 5 else ""
            output.line(f"{len(names)} {word}: {', '.join(names[:5])}{more}")
    _warnings(report.warnings, output)
    return 0


def list_catalogs(arguments: argparse.Namespace, output: Output) -> int:
    """List the newest version of every catalog."""
    catalogs = open_lab(arguments).catalogs.list()
    output.data({"catalogs": [info.model_dump(mode="json") for info in catalogs]})
    if not catalogs:
        output.line("no catalog is stored yet; `quality-lab ingest SOURCE --name NAME` makes one.")
    output.table(
        ("catalog", "tools>", "warnings>", "imported", "fingerprint"),
        [
            (
                info.name,
                f"{info.tools:,}",
                f"{info.warnings:,}",
                f"{info.created_at:%Y-%m-%d %H:%M}",
                info.fingerprint,
            )
            for info in catalogs
        ],
    )
    return 0


def show_catalog(arguments: argparse.Namespace, output: Output) -> int:
    """Show a catalog, or one tool of it."""
    lab = open_lab(arguments)
    catalog = lab.catalogs.load(arguments.name)
    if arguments.tool is not None:
        tool = catalog.by_name.get(arguments.tool)
        if tool is None:
            raise NotStored(
                "tool", arguments.tool, catalog.by_name, where=f"catalog {arguments.name!r}"
            )
        output.data(tool.model_dump(mode="json"))
        _tool(tool, output)
        return 0
    if arguments.report:
        report = lab.catalogs.readiness(arguments.name)
        output.data(report.model_dump(mode="json"))
        _readiness(report, output)
        return 0
    output.data({**catalog.model_dump(mode="json"), "fingerprint": catalog.fingerprint})
    output.line(f"{catalog.name}: {len(catalog.tools):,} tools, {catalog.fingerprint}")
    for document in catalog.documents:
        output.line(
            f"  from {document.name} ({document.format}, {document.operations:,} operations)"
        )
    if catalog.overlay is not None:
        said = catalog.overlay
        output.line(
            f"  corrected by {said.fingerprint}: {len(said.tools):,} tools, {len(said.pairs):,} "
            f"pairs, {len(said.context):,} context fields, {len(said.glossary):,} glossary words"
        )
    output.table(
        ("tool", "endpoint", "action", "resource", "shape", "risk"),
        [
            (
                tool.name,
                tool.label or "",
                tool.semantics.action.value,
                tool.semantics.resource.value,
                tool.semantics.result_shape.value,
                tool.semantics.risk.value,
            )
            for tool in catalog.tools
        ],
    )
    _warnings(catalog.warnings, output)
    return 0


def diff_catalog(arguments: argparse.Namespace, output: Output) -> int:
    """Say what separates two versions of a catalog, or two catalogs."""
    difference = open_lab(arguments).catalogs.diff(
        arguments.name, arguments.base, arguments.run, other=arguments.other
    )
    output.data(difference.model_dump(mode="json"))
    output.line(f"from {difference.base} to {difference.run}")
    output.line(
        f"{len(difference.added):,} added, {len(difference.removed):,} removed, "
        f"{len(difference.modified):,} modified, {difference.unchanged:,} unchanged"
    )
    for sign, names in (("+", difference.added), ("-", difference.removed)):
        for name in names:
            output.line(f"  {sign} {name}")
    for before, after in difference.renamed:
        output.line(f"  {before} is now called {after}")
    for tool in difference.modified:
        output.line(f"  ~ {tool.name}: {', '.join(tool.changed)}")
    return 0


def export_catalog(arguments: argparse.Namespace, output: Output) -> int:
    """Write a catalog as one JSON document."""
    check_writable(arguments.output)
    catalog = open_lab(arguments).catalogs.load(arguments.name)
    write_file(arguments.output, catalog.model_dump_json(indent=2).encode() + b"\n")
    output.data(
        {"catalog": catalog.name, "tools": len(catalog.tools), "file": arguments.output.name}
    )
    output.line(f"{len(catalog.tools):,} tools written to {arguments.output}")
    return 0


def delete_catalog(arguments: argparse.Namespace, output: Output) -> int:
    """Delete a catalog."""
    open_lab(arguments).catalogs.delete(arguments.name)
    output.data({"deleted": arguments.name})
    output.line(f"catalog {arguments.name!r} is deleted; its runs stay.")
    return 0


def _readiness(report: ReadinessReport, output: Output) -> None:
    graph = report.graph
    output.line(f"{report.ready:,} of {report.tools:,} tools have no finding")
    output.table(
        ("finding", "tools>", "share>", "examples"),
        [
            (
                finding.code.value,
                f"{finding.count:,}",
                f"{finding.share:.0%}",
                ", ".join(finding.examples[:3]),
            )
            for finding in report.findings
        ],
    )
    for finding in report.findings:
        output.line(f"  {finding.code.value}: {finding.remedy}")
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in graph.by_kind.items() if count)
    trust = ", ".join(f"{band} {count:,}" for band, count in graph.by_confidence.items())
    output.line(f"graph: {graph.edges:,} edges ({kinds}); confidence: {trust}")


def _tool(tool: Tool, output: Output) -> None:
    output.line(f"{tool.name}  {tool.label or ''}".rstrip())
    output.line(tool.text)
    means = tool.semantics
    output.table(
        ("meaning", "value", "from", "confidence>"),
        [
            (part, derived.value, derived.source, f"{derived.confidence:.2f}")
            for part, derived in (
                ("action", means.action),
                ("resource", means.resource),
                ("shape", means.result_shape),
                ("module", means.path_module),
                ("risk", means.risk),
            )
        ],
    )
    for title, fields in (("consumes", tool.consumes), ("produces", tool.produces)):
        output.line(f"{title}: {len(fields)} fields")
        output.table(
            ("  field", "type", "where", "kind", "required"),
            [
                (
                    f"  {field.json_path}",
                    field.type,
                    field.location.value,
                    field.kind.value,
                    "yes" if field.required else "",
                )
                for field in fields
            ],
        )


def _warnings(warnings: tuple[IngestWarning, ...], output: Output) -> None:
    if not warnings:
        return
    counts = Counter(warning.code for warning in warnings)
    kinds = ", ".join(f"{code} {counts[code]}" for code in sorted(counts))
    output.line(f"{count(len(warnings), 'warning')}: {kinds}")
    for warning in warnings[:SHOWN_WARNINGS]:
        output.line(f"  {warning.where}: {warning.message}")
    if len(warnings) > SHOWN_WARNINGS:
        output.line(f"  … {len(warnings) - SHOWN_WARNINGS} more with --json")
