"""YAML text to JSON values: built from events, so that nothing is guessed and nothing explodes.

Plain scalars follow the core schema of YAML 1.2, which OpenAPI asks for: ``no`` and ``on`` stay
text, a date stays text, ``0123`` stays text. Keys are text as they are written. An alias is written
out, so that a document means the same with and without; how much aliases may add is bounded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

from engine.errors import Problem
from engine.ingest.reading import Malformed, scalar_text

MAX_DEPTH = 200
"""How deeply mappings and sequences may nest."""

MAX_ALIASED = 500_000
"""How many values the aliases of a document may add when they are written out."""

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,18})")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_TEXT_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})


class RepeatedKey(NamedTuple):
    """A key that one mapping holds twice."""

    key: str
    line: int
    """1-based line of the later one."""


class ParsedYaml(NamedTuple):
    """A YAML document as a JSON value."""

    value: object
    repeated: tuple[RepeatedKey, ...]
    """Keys that stand twice in one mapping; the last value is kept, as in JSON."""


def parse_yaml(text: str) -> ParsedYaml:
    """Return the one document of a YAML text as a JSON value.

    Raises
    ------
    Malformed
        If the text is not YAML, holds several documents, nests too deeply, refers to itself
        through an alias, or would grow by more than ``MAX_ALIASED`` values through its aliases.
    """
    builder = _Builder()
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        reason = error.problem or error.context or "it cannot be read"
        raise Malformed(Problem(where, f"this is not YAML: {reason}. Correct it there.")) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if isinstance(error, Malformed):
            raise
        reason = " ".join(str(error).split())
        raise Malformed(Problem("", f"this is not YAML: {reason}.")) from None
    return ParsedYaml(builder.value, tuple(builder.repeated))


class _Frame:
    """A value that is being built or is done, with how much it holds."""

    __slots__ = ("anchor", "depth", "key", "merged", "size", "value")

    def __init__(self, value: object, anchor: str | None) -> None:
        self.value = value
        self.anchor = anchor
        self.key: str | None = None
        self.merged: set[str] = set()
        self.size = 1
        self.depth = 1


class _Builder:
    """Builds one value from the events of the parser, without recursion."""

    def __init__(self) -> None:
        self.value: object = None
        self.repeated: list[RepeatedKey] = []
        self._frames: list[_Frame] = []
        self._anchors: dict[str, _Frame] = {}
        self._aliased = 0
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        """Take the parser's next event."""
        if isinstance(event, yaml.ScalarEvent):
            value: object = event.value
            plain = event.implicit[0] and not event.style
            typed = bool(event.tag) and event.tag not in _TEXT_TAGS
            if (plain or typed) and not self._expects_key():
                value = plain_scalar(event.value)
            leaf = _Frame(value, event.anchor)
            leaf.depth = 0
            self._close(leaf, event)
        elif isinstance(event, yaml.MappingStartEvent):
            self._open({}, event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._open([], event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close(self._frames.pop(), event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise _refusal(
                    event, "a second YAML document starts here; put each into a file of its own."
                )

    def _open(self, value: dict[str, object] | list[object], event: yaml.NodeEvent) -> None:
        if len(self._frames) >= MAX_DEPTH:
            raise _refusal(event, f"values nest deeper than {MAX_DEPTH} levels.")
        self._frames.append(_Frame(value, event.anchor))
        # An alias to a value that is still open would make it hold itself.
        if event.anchor is not None:
            self._anchors.pop(event.anchor, None)

    def _alias(self, event: yaml.AliasEvent) -> None:
        if any(frame.anchor == event.anchor for frame in self._frames):
            raise _refusal(event, f"the alias *{event.anchor} stands inside the value it names.")
        if event.anchor not in self._anchors:
            raise _refusal(event, f"the alias *{event.anchor} names no anchor above it.")
        named = self._anchors[event.anchor]
        self._aliased += named.size
        if self._aliased > MAX_ALIASED:
            raise _refusal(
                event,
                f"its aliases stand for more than {MAX_ALIASED:,} values; "
                "write the document without nested aliases.",
            )
        if len(self._frames) + named.depth > MAX_DEPTH:
            raise _refusal(event, f"values nest deeper than {MAX_DEPTH} levels.")
        copy = _Frame(_copied(named.value), None)
        copy.size, copy.depth = named.size, named.depth
        self._close(copy, event)

    def _close(self, done: _Frame, event: yaml.Event) -> None:
        """Take a finished value: remember it under its anchor and hand it to what holds it."""
        if done.anchor is not None:
            self._anchors[done.anchor] = done
        if self._frames:
            holder = self._frames[-1]
            holder.size += done.size
            holder.depth = max(holder.depth, done.depth + 1)
        self._add(done.value, event)

    def _expects_key(self) -> bool:
        frame = self._frames[-1] if self._frames else None
        return frame is not None and isinstance(frame.value, dict) and frame.key is None

    def _add(self, value: object, event: yaml.Event) -> None:
        if not self._frames:
            self.value = value
            return
        frame = self._frames[-1]
        if isinstance(frame.value, list):
            frame.value.append(value)
        elif frame.key is None:
            if isinstance(value, dict | list):
                raise _refusal(event, "a mapping's key must be a single value.")
            frame.key = scalar_text(value)
        else:
            self._set(frame, frame.key, value, event)
            frame.key = None

    def _set(self, frame: _Frame, key: str, value: object, event: yaml.Event) -> None:
        mapping = frame.value
        assert isinstance(mapping, dict)
        if key == "<<":
            for source in value if isinstance(value, list) else [value]:
                if isinstance(source, dict):
                    frame.merged.update(source.keys() - mapping.keys())
                    for name, item in source.items():
                        mapping.setdefault(name, item)
            return
        if key in frame.merged:
            frame.merged.discard(key)
        elif key in mapping:
            self.repeated.append(RepeatedKey(key, _line(event)))
        mapping[key] = value


def _copied(value: object) -> object:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 0


def _refusal(event: yaml.Event, message: str) -> Malformed:
    column = event.start_mark.column + 1 if event.start_mark is not None else 0
    return Malformed(Problem(f"line {_line(event)}, column {column}", message))


def plain_scalar(text: str) -> object:
    """Return what an unquoted scalar means in the core schema of YAML 1.2.

    Examples
    --------
    >>> plain_scalar("200"), plain_scalar("2.0"), plain_scalar("true"), plain_scalar("~")
    (200, 2.0, True, None)
    >>> plain_scalar("no"), plain_scalar("2022-01-16"), plain_scalar("0123")
    ('no', '2022-01-16', '0123')
    """
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        # Beyond a float's range there is no JSON number; the text is what the author wrote.
        return number if abs(number) != float("inf") else text
    return text
