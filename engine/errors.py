"""The error tree: what can go wrong for a caller, named after the situation.

::

    QualityLabError
    ├── InvalidInput (also ValueError)   the caller's document, case or argument is wrong
    │   ├── DocumentError                a document was read; carries every problem found in it
    │   └── UnknownTool                  a name that the catalog does not hold
    └── StoreError
        ├── StoreLocked                  another process holds the file
        ├── SchemaAhead                  the file was written by a newer engine
        └── NotStored                    no such catalog, suite, run or case

A message is a sentence that says where, what was given, what it was checked against, and the
way out. An expected negative (an ambiguous selection, an empty ranking) is a value, never an
exception. The command line prints ``quality-lab: <message>`` and exits with 2; a page shows the
same words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class QualityLabError(Exception):
    """Base of every error that this engine raises on purpose."""


class InvalidInput(QualityLabError, ValueError):
    """A document, a case or an argument cannot be used as it was given."""


class Problem(NamedTuple):
    """One thing that is wrong at one place of a document."""

    where: str
    """Place inside the source: a line (``line 3``), a JSON pointer, or both."""

    message: str
    """A sentence that says what is wrong there and what would be right."""


class DocumentError(InvalidInput):
    """A document was read and cannot be used; every problem found in it is carried.

    Parameters
    ----------
    source : str
        The document's name as the user knows it (a file's name, an upload's name).
    problems : sequence of Problem
        At least one; shown in the order given, the first ``SHOWN`` of them in the message.
    """

    SHOWN = 20

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        if not problems:
            raise ValueError("a DocumentError needs at least one problem")
        self.source = source
        self.problems = tuple(problems)
        lines = [f"{p.where}: {p.message}" if p.where else p.message for p in self.problems]
        if len(lines) == 1:
            text = f"{source}: {lines[0]}"
        else:
            shown = lines[: self.SHOWN]
            more = len(lines) - len(shown)
            text = f"{source} has {len(lines)} problems:\n" + "\n".join(f"  {x}" for x in shown)
            if more:
                text += f"\n  … and {more} more"
        super().__init__(text)


class UnknownTool(InvalidInput):
    """A tool is named that the catalog does not hold.

    Parameters
    ----------
    name : str
        The name that was given.
    where : str
        Who named it, for example ``"case 'refund-001' (orders.jsonl, line 1)"``.
    known : iterable of str
        The catalog's names; the nearest one is offered.
    """

    def __init__(self, name: str, where: str, known: Iterable[str]) -> None:
        self.name = name
        self.where = where
        super().__init__(unknown_tool_message(name, where, sorted(known)))


def unknown_tool_message(name: str, where: str, known: Sequence[str]) -> str:
    """Say that ``where`` names a tool the catalog lacks, and offer the nearest name."""
    head = f"{where} names tool {name!r}, which is not among the catalog's {len(known)} tools."
    near = nearest(name, known)
    return f"{head} Did you mean {near!r}?" if near else head


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name most like ``name``, or None when nothing is close."""
    matches = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return matches[0] if matches else None


class StoreError(QualityLabError):
    """The store cannot do what was asked."""


class StoreLocked(StoreError):
    """Another process holds the store's file and did not let go in time."""


class SchemaAhead(StoreError):
    """The store was written by a newer engine than this one."""


class NotStored(StoreError):
    """Nothing is stored under the name or id that was given.

    Parameters
    ----------
    kind : str
        What was looked for: ``"run"``, ``"catalog"``, ``"suite"``, ``"case"``.
    name : str
        The name or id that was given.
    known : iterable of str
        What ``where`` holds of that kind; the nearest one is offered.
    where : str
        Where it was looked for, as it stands in a sentence.
    """

    def __init__(
        self, kind: str, name: str, known: Iterable[str] = (), *, where: str = "the store"
    ) -> None:
        self.kind = kind
        self.name = name
        names = sorted(known)
        text = f"there is no {kind} {name!r} in {where}"
        near = nearest(name, names)
        if near:
            text += f". Did you mean {near!r}?"
        elif names:
            text += f"; it holds {len(names):,}: {', '.join(names[:5])}"
            text += ", …." if len(names) > 5 else "."
        else:
            text += f", which holds no {kind} yet."
        super().__init__(text)


class NotPinned(NotStored):
    """No run of a suite is its baseline.

    Parameters
    ----------
    suite : str
        Name of the suite.
    """

    def __init__(self, suite: str) -> None:
        self.kind = "pinned run"
        self.name = suite
        StoreError.__init__(
            self,
            f"there is no pinned run yet of suite {suite!r}; make one the baseline with "
            "`quality-lab runs pin RUN`, or name a run.",
        )
