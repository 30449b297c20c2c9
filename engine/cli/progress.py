"""Progress bars, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tqdm import tqdm

from engine.lab.run_suite import OnProgress


@contextmanager
def progress_bar(unit: str) -> Iterator[OnProgress]:
    """Yield a callback that draws (done, planned) on stderr; silent when that is no terminal."""
    with tqdm(unit=f" {unit}", disable=not sys.stderr.isatty(), file=sys.stderr) as bar:

        def show(done: int, planned: int) -> None:
            bar.total = planned
            bar.update(done - bar.n)

        yield show
