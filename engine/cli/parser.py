"""Every command with its options and help; nothing here does any work."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import (
    catalog_commands,
    diff_commands,
    gate_commands,
    run_commands,
    serve_commands,
    suite_commands,
    trace_commands,
)
from engine.models.path import Recency
from engine.models.run import Channel
from engine.models.selection import Policy
from engine.version import __version__

EXIT_STATUS = """\
exit status:
  0  fine
  1  failures were found that were asked to block
  2  the input cannot be used; nothing was stored"""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="quality-lab",
        description="See why a tool-choosing agent picked the wrong tool, and what changed.",
        epilog=EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"quality-lab {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _ingest(commands)
    _explain(commands)
    _run(commands)
    _diff(commands)
    _triage(commands)
    _trace(commands)
    _gate(commands)
    _runs(commands)
    _cases(commands)
    _catalogs(commands)
    _demo(commands)
    _serve(commands)
    return parser


Commands = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def _command(
    commands: Commands[argparse.ArgumentParser],
    name: str,
    summary: str,
    *,
    example: str = "",
    nested: bool = False,
) -> argparse.ArgumentParser:
    epilog = (f"example:\n  {example}\n\n" if example else "") + EXIT_STATUS
    parser = commands.add_parser(
        name,
        help=summary[0].lower() + summary[1:].rstrip("."),
        description=summary,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if not nested:
        _common(parser)
    return parser


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help="the store (default: QUALITY_LAB_DB, else a file under data/)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout")


def _answering(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--channels",
        type=Channel,
        choices=list(Channel),
        default=Channel.HYBRID,
        metavar="CHANNELS",
        help="signals that retrieval uses: hybrid, lexical or dense (default: hybrid)",
    )
    parser.add_argument(
        "--policy",
        default=Policy.STRONG_EVIDENCE.value,
        metavar="POLICY",
        help=f"when the model's target may be replaced: {', '.join(Policy)} "
        "(default: strong_evidence)",
    )


def _ingest(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(
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
        help="OpenAPI 2.0/3.x (JSON, YAML), MCP tools/list, function schemas, a folder or archive",
    )
    parser.add_argument("--name", required=True, help="name of the catalog")
    parser.set_defaults(command=catalog_commands.ingest)


def _explain(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(
        commands,
        "explain",
        "Rank a catalog's tools for one query and show the whole evidence.",
        example="quality-lab explain 'find refund-ready orders' --catalog shop",
    )
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument("--catalog", required=True, metavar="NAME")
    parser.add_argument("--top-k", type=int, default=8, metavar="N", help="candidates (default: 8)")
    parser.add_argument("--llm-target", metavar="TOOL", help="the tool that a model chose")
    parser.add_argument("--tools", action="store_true", help="embed the tools (JSON only)")
    _answering(parser)
    parser.set_defaults(command=run_commands.explain)


def _run(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(
        commands,
        "run",
        "Retrieve, select, diagnose and score every case of a suite, and store one run.",
        example="quality-lab run --catalog shop --suite data/suites/shop.jsonl",
    )
    parser.add_argument("--catalog", required=True, metavar="NAME")
    parser.add_argument(
        "--suite",
        required=True,
        metavar="FILE",
        help="cases (JSONL, JSON or CSV), or the name of a stored suite",
    )
    parser.add_argument(
        "--suite-name", metavar="NAME", help="name to store a file's cases under (default: its own)"
    )
    parser.add_argument(
        "--top-k",
        type=int,
        metavar="N",
        help="candidates of every case (default: each case's own top_k)",
    )
    _answering(parser)
    parser.add_argument("--note", default="", help="one line that says what is new in this run")
    parser.add_argument("--per-case", type=Path, metavar="FILE", help="write one JSON line a case")
    parser.add_argument(
        "--fail-on",
        action="append",
        default=[],
        metavar="EXPR",
        help="exit with 1 when it holds, for example 'R@5<0.8' (may be repeated)",
    )
    parser.set_defaults(command=run_commands.run)


def _diff(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(
        commands,
        "diff",
        "Say what changed from one run to another: artifacts, cases, evidence, measures.",
        example="quality-lab diff pinned latest --fail-on 'regressed>0'",
    )
    parser.add_argument("base", metavar="BASE", help="run id, pinned, previous or latest")
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument(
        "--fail-on",
        action="append",
        default=[],
        metavar="EXPR",
        help="exit with 1 when it holds, for example 'regressed>0' or 'MRR<-0.01'",
    )
    parser.set_defaults(command=diff_commands.diff)


def _triage(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(
        commands, "triage", "List failing cases by stage and reason, with where to look."
    )
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.set_defaults(command=diff_commands.triage)


def _trace(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(
        commands,
        "trace",
        "Find the cheapest evidence paths between two nodes of a graph.",
        example="quality-lab trace obs.run_0216 doc.refund_policy --graph graph.json --k 3",
    )
    parser.add_argument("source", metavar="SOURCE", help="id of the node to start from")
    parser.add_argument("target", metavar="TARGET", help="id of the node to reach")
    parser.add_argument(
        "--graph",
        type=Path,
        required=True,
        metavar="FILE",
        help="nodes and edges: .json, .jsonl, .graphml or .csv",
    )
    parser.add_argument(
        "--k", type=int, default=1, metavar="N", help="paths, at most 10 (default: 1)"
    )
    parser.add_argument(
        "--half-life-hours", type=float, default=168.0, metavar="H", help="default: 168"
    )
    parser.add_argument(
        "--bidirectional",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="read every edge in both directions (default)",
    )
    parser.add_argument(
        "--directed", dest="bidirectional", action="store_false", help="follow the arrows only"
    )
    parser.add_argument("--max-hops", type=int, default=10, metavar="N", help="default: 10")
    parser.add_argument(
        "--recency",
        default=Recency.HALF_LIFE.value,
        metavar="MODE",
        help=f"how age is charged: {', '.join(Recency)} (default: half_life)",
    )
    parser.add_argument("--now", metavar="ISO", help="moment that ages count to (default: now)")
    parser.add_argument(
        "--max-overlap",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="pass over paths that share more of their edges with a cheaper one (default: 1)",
    )
    parser.add_argument("--mermaid", action="store_true", help="print a Mermaid flowchart")
    parser.set_defaults(command=trace_commands.trace)


def _gate(commands: Commands[argparse.ArgumentParser]) -> None:
    group = _command(
        commands, "gate", "Ask whether a call's evidence is established before it.", nested=True
    )
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = _command(
        verbs,
        "check",
        "Judge one call under its contract; exit with 1 when it is refused.",
        example="quality-lab gate check contract.yaml --catalog shop --tool cancelOrder \\\n"
        "    --fields status --argument orderNo=42 --evidence evidence.yaml",
    )
    parser.add_argument(
        "contract", type=Path, metavar="CONTRACT", help="contract file, YAML or JSON"
    )
    parser.add_argument("--catalog", required=True, metavar="NAME")
    parser.add_argument("--tool", required=True, metavar="TOOL", help="the tool to be called")
    parser.add_argument(
        "--fields", default="", metavar="A,B", help="fields that the call uses: names or JSON paths"
    )
    parser.add_argument(
        "--evidence", type=Path, metavar="FILE", help="evidence items, YAML or JSON"
    )
    parser.add_argument(
        "--argument",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument of the call, to tell which record it names (may be repeated)",
    )
    parser.add_argument(
        "--aggregation", type=Path, metavar="FILE", help="which sources are independent"
    )
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="add the answer to this ledger")
    parser.add_argument(
        "--record", action="store_true", help="add the answer to the store's ledger"
    )
    parser.add_argument("--now", metavar="ISO", help="moment of the call (default: now)")
    parser.set_defaults(command=gate_commands.check)
    parser = _command(
        verbs, "bench", "Run the frozen benchmark: a bare agent, routing, routing with the gate."
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the JSON here as well")
    parser.set_defaults(command=gate_commands.bench)
    parser = _command(
        verbs,
        "verify",
        "Walk a ledger: whole, and still standing? Exit with 1 when it is not.",
        example="quality-lab gate verify ledger.jsonl --catalog shop --contract contract.yaml",
    )
    parser.add_argument(
        "ledger",
        type=Path,
        nargs="?",
        metavar="LEDGER",
        help="ledger file (default: the store's ledger)",
    )
    parser.add_argument("--catalog", metavar="NAME", help="hold entries against its tools, too")
    parser.add_argument(
        "--contract", type=Path, metavar="FILE", help="hold entries against this contract file, too"
    )
    parser.add_argument("--head", metavar="HASH", help="hash that the last entry is known to have")
    parser.add_argument(
        "--now", metavar="ISO", help="moment that evidence counts to (default: now)"
    )
    parser.set_defaults(command=gate_commands.verify_ledger)


def _runs(commands: Commands[argparse.ArgumentParser]) -> None:
    group = _command(commands, "runs", "List, show, pin, export and delete runs.", nested=True)
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = _command(verbs, "list", "List the stored runs, newest first.")
    parser.set_defaults(command=run_commands.list_runs)
    parser = _command(verbs, "show", "Show one run, or one case of it with its evidence.")
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument("--case", metavar="ID", help="show this case")
    parser.set_defaults(command=run_commands.show_run)
    parser = _command(verbs, "pin", "Make a run the baseline.")
    parser.add_argument("run", metavar="RUN", help="run id or latest")
    parser.set_defaults(command=run_commands.pin_run)
    parser = _command(verbs, "unpin", "Let no run be the baseline.")
    parser.set_defaults(command=run_commands.unpin_run)
    parser = _command(verbs, "export", "Write a run with its evidence as JSON lines.")
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.set_defaults(command=run_commands.export_run)
    parser = _command(verbs, "delete", "Delete a run and everything stored for it.")
    parser.add_argument("run", metavar="RUN", help="run id")
    parser.set_defaults(command=run_commands.delete_run)


def _cases(commands: Commands[argparse.ArgumentParser]) -> None:
    group = _command(commands, "cases", "Import, list, export and delete cases.", nested=True)
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = _command(verbs, "list", "List the stored suites.")
    parser.set_defaults(command=suite_commands.list_suites)
    parser = _command(verbs, "show", "Show the cases of a suite.")
    parser.add_argument("suite", metavar="SUITE")
    parser.set_defaults(command=suite_commands.show_suite)
    parser = _command(
        verbs,
        "import",
        "Read cases from JSONL, JSON or CSV into a suite.",
        example="quality-lab cases import orders.csv --suite orders --catalog shop --dry-run",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--suite", required=True, metavar="NAME")
    parser.add_argument("--catalog", metavar="NAME", help="check that it holds every expected tool")
    parser.add_argument(
        "--merge", action="store_true", help="keep stored cases that the file does not have"
    )
    parser.add_argument("--dry-run", action="store_true", help="report only; store nothing")
    parser.set_defaults(command=suite_commands.import_cases)
    parser = _command(verbs, "export", "Write the cases of a suite.")
    parser.add_argument("suite", metavar="SUITE")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help=".jsonl or .csv")
    parser.set_defaults(command=suite_commands.export_cases)
    parser = _command(verbs, "delete", "Delete a suite; its runs stay.")
    parser.add_argument("suite", metavar="SUITE")
    parser.set_defaults(command=suite_commands.delete_suite)


def _catalogs(commands: Commands[argparse.ArgumentParser]) -> None:
    group = _command(commands, "catalogs", "List, show, export and delete catalogs.", nested=True)
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = _command(verbs, "list", "List the stored catalogs.")
    parser.set_defaults(command=catalog_commands.list_catalogs)
    parser = _command(verbs, "show", "Show a catalog's tools and what its import had to say.")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--tool", metavar="TOOL", help="show this tool whole")
    parser.add_argument(
        "--report",
        action="store_true",
        help="show what may keep its tools from being found, planned with or gated",
    )
    parser.set_defaults(command=catalog_commands.show_catalog)
    parser = _command(verbs, "diff", "Say what separates two versions of a catalog.")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument(
        "--base", metavar="FINGERPRINT", help="earlier version (default: before the newest)"
    )
    parser.add_argument("--run", metavar="FINGERPRINT", help="later version (default: the newest)")
    parser.set_defaults(command=catalog_commands.diff_catalog)
    parser = _command(verbs, "export", "Write a catalog as JSON.")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.set_defaults(command=catalog_commands.export_catalog)
    parser = _command(verbs, "delete", "Delete a catalog; its runs stay.")
    parser.add_argument("name", metavar="NAME")
    parser.set_defaults(command=catalog_commands.delete_catalog)


def _demo(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(
        commands, "demo", "Load the sample shop and store two runs that differ in settings."
    )
    parser.add_argument(
        "--if-empty", action="store_true", help="do nothing when the store holds a run already"
    )
    parser.set_defaults(command=serve_commands.demo)


def _serve(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "serve", "Serve the dashboard on this machine.")
    parser.add_argument("--port", type=int, default=8501, metavar="N", help="default: 8501")
    parser.set_defaults(command=serve_commands.serve)
