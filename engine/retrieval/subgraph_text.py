"""The chosen tools and their edges as text for a model, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.models.candidate import Candidate
from engine.models.tool import Tool

CHARACTERS_PER_TOKEN = 4
"""A usual estimate for English; other scripts take more tokens than it says."""

_SUMMARY_LIMIT = 160


class SubgraphText(NamedTuple):
    """A text and what it costs."""

    text: str
    tokens: int


def subgraph_text(
    candidates: Sequence[Candidate], tools: Sequence[Tool], *, token_budget: int
) -> SubgraphText:
    """Describe ranked tools, best first, then the edges that brought them in.

    A line is written whole or not at all, and writing stops at the first that does not fit: a
    model never reads half a tool, nor an edge of which it was not told both ends.

    Parameters
    ----------
    candidates : sequence of Candidate
        In ranked order.
    tools : sequence of Tool
        The tool of each candidate, in the same order.
    token_budget : int
        Tokens that the text may take, at ``CHARACTERS_PER_TOKEN`` each.
    """
    room = token_budget * CHARACTERS_PER_TOKEN
    lines: list[str] = []
    used = 0
    written: set[str] = set()
    for tool in tools:
        line = _node(tool)
        if used + len(line) + 1 > room:
            return _finish(lines)
        lines.append(line)
        written.add(tool.name)
        used += len(line) + 1
    for line in _edges(candidates, written):
        if used + len(line) + 1 > room:
            break
        lines.append(line)
        used += len(line) + 1
    return _finish(lines)


def _finish(lines: list[str]) -> SubgraphText:
    text = "".join(f"{line}\n" for line in lines)
    return SubgraphText(text, -(-len(text) // CHARACTERS_PER_TOKEN))


@lru_cache(maxsize=16_384)
def _node_of(name: str, label: str | None, text: str, needs: tuple[str, ...]) -> str:
    parts = [f"TOOL {_one_line(name)}"]
    if label is not None:
        parts.append(_one_line(label))
    summary = _one_line(text)
    if len(summary) > _SUMMARY_LIMIT:
        summary = summary[: _SUMMARY_LIMIT - 1].rstrip() + "…"
    if summary:
        parts.append(summary)
    if needs:
        parts.append("needs " + ", ".join(_one_line(need) for need in dict.fromkeys(needs)))
    return " | ".join(parts)


def _node(tool: Tool) -> str:
    text = (tool.title or tool.description)[: 4 * _SUMMARY_LIMIT]
    needs = tuple(field.name for field in tool.consumes if field.required)
    return _node_of(tool.name, tool.label, text, needs)


def _edges(candidates: Sequence[Candidate], written: set[str]) -> list[str]:
    lines: dict[str, None] = {}
    for candidate in candidates:
        for edge in candidate.edge_evidence:
            if edge.source in written and edge.target in written:
                fields = ", ".join(f"{given} -> {taken}" for given, taken in edge.fields)
                line = f"EDGE {edge.source} -> {edge.target} | {edge.kind}"
                lines[_one_line(f"{line} | {fields}" if fields else line)] = None
    return list(lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())
