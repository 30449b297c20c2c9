"""Options of ``ingest`` and ``catalogs``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import catalog_commands
from engine.cli.arguments.shared import Commands, command


def add_ingest(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``ingest``."""
    parser = command(
        commands,
        "ingest",
        "Read API documents into a catalog of tools.",
        example="quality-lab ingest petstore.yaml --name petstore",
    )
    parser.add_argument(
        "sources",
        nargs="+",
        type=Path,
        metavar="SOURCE",
        help="OpenAPI 2.0/3.x (JSON, YAML), MCP tools/list, function schemas, a folder or archive; "
        "an overlay (YAML) or glossary (.csv: word,means) with them",
    )
    parser.add_argument("--name", required=True, help="name of the catalog")
    parser.add_argument(
        "--no-overlay",
        action="store_true",
        help="drop the corrections that an earlier import of this name was given",
    )
    parser.set_defaults(command=catalog_commands.ingest)


def add_catalogs(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``catalogs``."""
    group = command(commands, "catalogs", "List, show, export and delete catalogs.", nested=True)
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(verbs, "list", "List the stored catalogs.")
    parser.set_defaults(command=catalog_commands.list_catalogs)
    parser = command(verbs, "show", "Show a catalog's tools and what its import had to say.")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--tool", metavar="TOOL", help="show this tool whole")
    parser.add_argument(
        "--report",
        action="store_true",
        help="show what may keep its tools from being found, planned with or gated",
    )
    parser.set_defaults(command=catalog_commands.show_catalog)
    parser = command(
        verbs,
        "diff",
        "Say what separates two versions of a catalog, or two catalogs.",
        example="quality-lab catalogs diff shop shop-next",
    )
    parser.add_argument("name", metavar="NAME")
    parser.add_argument(
        "other", nargs="?", metavar="OTHER", help="the later catalog (default: NAME itself)"
    )
    parser.add_argument(
        "--base",
        metavar="FINGERPRINT",
        help="earlier version (default: NAME's version before its newest; with OTHER its newest)",
    )
    parser.add_argument("--run", metavar="FINGERPRINT", help="later version (default: the newest)")
    parser.set_defaults(command=catalog_commands.diff_catalog)
    parser = command(verbs, "export", "Write a catalog as JSON.")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.set_defaults(command=catalog_commands.export_catalog)
    parser = command(verbs, "delete", "Delete a catalog; its runs stay.")
    parser.add_argument("name", metavar="NAME")
    parser.set_defaults(command=catalog_commands.delete_catalog)
