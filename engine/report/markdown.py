"""A comparison as Markdown, to be pasted into a pull request."""

from __future__ import annotations

import re

from engine.models.diff import Change
from engine.models.report import Comparison
from engine.report import facts, words
from engine.report.facts import Table
from engine.report.plain import one_line

_JOINER = "\u2060"
"""Word joiner: zero width, no line break."""

_SIGNS = re.compile(r"([\\`*_\[\]<>|~#!&$^{}])")
_OPENER = re.compile(r"^(\d{0,9})([-+.)=])(?=\s|$)")
"""What would begin a list or a heading at the start of a line."""

_SEPARATED = re.compile(r"([@#]|:(?=//)|www(?=\.)|GH(?=-))", re.IGNORECASE)
"""What begins a mention, an issue number or a bare address."""


def to_markdown(comparison: Comparison) -> str:
    """Return the report: the verdict first, then stamps, counts, measures, worst cases, groups.

    Names, ids and notes are untrusted and never become markup, links or mentions.
    """
    diff = comparison.diff
    parts = [f"**{text(facts.verdict(comparison))}**"]
    if comparison.outcome is not None:
        parts.append(_gate(comparison))
    parts.append(_stamps(comparison))
    if diff.comparable.differences:
        parts.append(
            "What else differs:\n\n"
            + "\n".join(
                f"- {text(each.message, limit=1000)}" for each in diff.comparable.differences
            )
        )
    found = facts.counts(comparison)
    counted = ", ".join(f"{count:,} {change}" for change, count in found)
    parts.append(f"{text(facts.common(comparison))}. {counted.capitalize() or 'No case'}.")
    if diff.measures:
        parts.append(f"### Measures\n\n{_table(facts.measures(diff.measures), code={0})}")
        if diff.mcnemar_p is not None:
            parts.append(f"McNemar's exact test over pass and fail: p = {diff.mcnemar_p:.3f}.")
    for change, title in ((Change.REGRESSED, "Worst regressions"), (Change.FLAKY, "Flaky cases")):
        parts += _cases(comparison, change, title)
    parts += _groups(comparison)
    return "\n\n".join(parts) + "\n"


def _gate(comparison: Comparison) -> str:
    outcome = comparison.outcome
    assert outcome is not None
    lines = [f"Gate: **{outcome.decision.value}**"]
    lines += [f"- {each.decision.value}: {text(each.message)}" for each in outcome.conditions]
    return "\n".join([lines[0], "", *lines[1:]]) if lines[1:] else lines[0]


def _stamps(comparison: Comparison) -> str:
    rows = tuple((side.what, side.base, side.run) for side in facts.stamps(comparison))
    return _table(Table(("", "baseline", "current"), rows), code={1, 2})


def _cases(comparison: Comparison, change: Change, title: str) -> list[str]:
    found = facts.worst(comparison, change)
    if not found:
        return []
    shown = found[: facts.SHOWN_CASES]
    head = f"{title}: {len(shown):,} of {len(found):,}"
    return [f"### {head}\n\n{_table(facts.cases(shown), code={0, 2, 3, 5})}"]


def _groups(comparison: Comparison) -> list[str]:
    parts = []
    for rollup in comparison.diff.rollups:
        more = f"\n\n{rollup.left_out:,} smaller groups are left out." if rollup.left_out else ""
        table = _table(facts.groups(rollup), code={0})
        summary = f"<summary>By {facts.GROUP_WORDS[rollup.by]}</summary>"
        parts.append(f"<details>{summary}\n\n{table}{more}\n\n</details>")
    return parts


def _table(table: Table, *, code: set[int]) -> str:
    """Set a table; the cells of the columns ``code`` are names and are set as code."""
    header = " | ".join(title.rstrip(">") for title in table.header)
    rule = " | ".join("---:" if title.endswith(">") else "---" for title in table.header)
    lines = [f"| {header} |", f"| {rule} |"]
    for row in table.rows:
        cells = [name(cell) if at in code else text(cell) for at, cell in enumerate(row)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def text(value: str, *, limit: int = 300) -> str:
    r"""Return a text so that Markdown shows it letter by letter.

    A mention, an issue number and a bare address are recognised after the escapes are gone, so
    what begins one is also kept apart by a word joiner.

    Examples
    --------
    >>> text("a_b|c")
    'a\\_b\\|c'
    >>> text("- a"), text("1. a"), text("+0.027")
    ('\\- a', '1\\. a', '+0.027')
    >>> text("see @you, http://h/a").replace("\u2060", "+")
    'see @+you, http:+//h/a'
    """
    escaped = _SIGNS.sub(r"\\\1", one_line(value, limit=limit))
    begun = _OPENER.sub(r"\1\\\2", escaped)
    return _SEPARATED.sub(rf"\1{_JOINER}", begun)


def name(value: str, *, limit: int = 120) -> str:
    r"""Return an id or a tool's name as code, also inside a table.

    Examples
    --------
    >>> name("getOrder"), name("a|b"), name("")
    ('`getOrder`', '`a\\|b`', '–')
    >>> name("a`b")
    '`` a`b ``'
    """
    flat = one_line(value, limit=limit)
    if flat in ("", words.MISSING):
        return words.MISSING
    longest = max((len(run) for run in re.findall("`+", flat)), default=0)
    fence = "`" * (longest + 1)
    inside = f" {flat} " if longest else flat
    # A table ends a cell at a bar even inside code, and takes this one escape away again.
    return f"{fence}{inside}{fence}".replace("|", "\\|")
