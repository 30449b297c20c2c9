"""What the options of several commands have in common."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.models.run import Channel
from engine.models.selection import Policy

EXIT_STATUS = """\
exit status:
  0  fine
  1  failures were found that were asked to block
  2  the input cannot be used; nothing was stored"""

Commands = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def command(
    commands: Commands[argparse.ArgumentParser],
    name: str,
    summary: str,
    *,
    example: str = "",
    further: str = "",
    nested: bool = False,
) -> argparse.ArgumentParser:
    """Add a command; ``nested`` for a group, whose commands take the common options.

    ``further`` is one more line of exit statuses, for a command that has one of its own.
    """
    epilog = (f"example:\n  {example}\n\n" if example else "") + EXIT_STATUS
    if further:
        epilog = f"{epilog}\n{further}"
    parser = commands.add_parser(
        name,
        help=summary[0].lower() + summary[1:].rstrip("."),
        description=summary,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if not nested:
        common(parser)
    return parser


def common(parser: argparse.ArgumentParser) -> None:
    """Add the options that every command takes."""
    parser.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help="the store (default: QUALITY_LAB_DB, else a file under data/)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout")


def answering(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that ranks and selects."""
    parser.add_argument(
        "--channels",
        type=Channel,
        choices=list(Channel),
        default=Channel.HYBRID,
        metavar="CHANNELS",
        help="signals that retrieval uses: hybrid, lexical or dense (default: hybrid)",
    )
    parser.add_argument(
        "--encoder",
        metavar="ENCODER",
        help="sentence encoder: embedded, openai:MODEL or onnx:FOLDER (default: "
        "QUALITY_LAB_ENCODER, else embedded)",
    )
    parser.add_argument(
        "--policy",
        default=Policy.STRONG_EVIDENCE.value,
        metavar="POLICY",
        help=f"when the model's target may be replaced: {', '.join(Policy)} "
        "(default: strong_evidence)",
    )
