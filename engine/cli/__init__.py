"""The command line: ``quality-lab``. Data on stdout, messages on stderr, documented exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from engine.cli.output import Output
from engine.cli.parser import build_parser
from engine.errors import QualityLabError
from engine.privacy.messages import speakable

FINE = 0
BLOCKED = 1
UNUSABLE = 2
STOPPED = 130
"""As a shell reports a program that Ctrl-C ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name; those of the process by default.

    Returns
    -------
    int
        0 fine; 1 failures were found that were asked to block; 2 the input cannot be used and
        nothing was stored; 130 stopped by Ctrl-C, nothing was stored.
    """
    arguments = build_parser().parse_args(argv)
    try:
        code: int = arguments.command(arguments, Output(as_json=arguments.json))
        sys.stdout.flush()
    except QualityLabError as error:
        print(f"quality-lab: {speakable(error)}", file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        # The reader (``head``, a pager) has seen enough. Python would complain at exit otherwise.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        print("quality-lab: stopped; nothing was stored.", file=sys.stderr)
        return STOPPED
    return code
