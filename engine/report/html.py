"""A comparison as one HTML file that needs nothing else, for light and dark screens."""

from __future__ import annotations

from html import escape

from engine.models.diff import Change
from engine.models.report import Comparison
from engine.report import facts
from engine.report.facts import Table
from engine.report.plain import one_line

# No script, no address: the page can be opened from a mail or a build server as it is.
_STYLE = """
:root { color-scheme: light dark; --ground: #ffffff; --text: #1f2733; --soft: #5b6675;
  --line: #d9dfe7; --head: #f2f5f9; --red: #b42318; --green: #13733a; --orange: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --text: #e6eaf0; --soft: #a3adba;
  --line: #333c48; --head: #1c232c; --red: #ff9088; --green: #6fd394; --orange: #f2b35e; } }
body { background: var(--ground); color: var(--text); margin: 2rem auto; max-width: 76rem;
  padding: 0 1rem; font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.35rem; line-height: 1.35; } h2 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left;
  vertical-align: top; } th { background: var(--head); font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: 12.5px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); } .block, .regressed { color: var(--red); }
.ship, .improved { color: var(--green); } .inconclusive, .flaky { color: var(--orange); }
summary { cursor: pointer; font-weight: 600; margin-top: .8rem; }
"""


def to_html(comparison: Comparison) -> str:
    """Return the report as a page; every name, id and note is escaped."""
    diff = comparison.diff
    verdict = _text(facts.verdict(comparison))
    parts = [f"<h1>{verdict}</h1>", *_gate(comparison), _stamps(comparison)]
    if diff.comparable.differences:
        items = "".join(
            f"<li>{_text(each.message, limit=1000)}</li>" for each in diff.comparable.differences
        )
        parts.append(f"<h2>What else differs</h2><ul>{items}</ul>")
    counted = ", ".join(
        f'<span class="{change}">{count:,} {change}</span>'
        for change, count in facts.counts(comparison)
    )
    parts.append(f"<p>{_text(facts.common(comparison))}. {counted or 'No case'}.</p>")
    if diff.measures:
        parts.append(f"<h2>Measures</h2>{_table(facts.measures(diff.measures), code={0})}")
        if diff.mcnemar_p is not None:
            test = f"McNemar’s exact test over pass and fail: p = {diff.mcnemar_p:.3f}. "
            parts.append(f'<p class="soft">{test}Intervals are paired bootstrap, 95 %.</p>')
    for change, title in ((Change.REGRESSED, "Worst regressions"), (Change.FLAKY, "Flaky cases")):
        found = facts.worst(comparison, change)
        shown = found[: facts.SHOWN_CASES]
        if found:
            parts.append(f"<h2>{title}: {len(shown):,} of {len(found):,}</h2>")
            parts.append(_table(facts.cases(shown), code={0, 2, 3, 5}))
    if diff.rollups:
        parts.append("<h2>By group</h2>")
    for rollup in diff.rollups:
        parts.append(f"<details><summary>By {facts.GROUP_WORDS[rollup.by]}</summary>")
        parts.append(_table(facts.groups(rollup), code={0}))
        if rollup.left_out:
            parts.append(f'<p class="soft">{rollup.left_out:,} smaller groups are left out.</p>')
        parts.append("</details>")
    return _page(verdict, "\n".join(parts))


def _page(title: str, body: str) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _gate(comparison: Comparison) -> list[str]:
    outcome = comparison.outcome
    if outcome is None:
        return []
    items = "".join(
        f"<li>{each.decision.value}: {_text(each.message)}</li>" for each in outcome.conditions
    )
    decision = outcome.decision.value
    return [f'<p>Gate: <strong class="{decision}">{decision}</strong></p><ul>{items}</ul>']


def _stamps(comparison: Comparison) -> str:
    rows = tuple((side.what, side.base, side.run) for side in facts.stamps(comparison))
    return _table(Table(("made with", "baseline", "current"), rows), code={1, 2})


def _table(table: Table, *, code: set[int]) -> str:
    """Set a table; the cells of the columns ``code`` are names and are set as code."""
    right = [title.endswith(">") for title in table.header]
    head = "".join(
        f'<th scope="col"{_right(is_right)}>{_text(title.rstrip(">"))}</th>'
        for title, is_right in zip(table.header, right, strict=True)
    )
    rows = [f"<tr>{head}</tr>"]
    for row in table.rows:
        cells = [
            f"<td{_right(is_right)}>{_cell(cell, as_code=at in code)}</td>"
            for at, (cell, is_right) in enumerate(zip(row, right, strict=True))
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(rows)
    return f'<div class="scroll" tabindex="0"><table>\n{body}\n</table></div>'


def _right(is_right: bool) -> str:
    return ' class="n"' if is_right else ""


def _cell(value: str, *, as_code: bool) -> str:
    if as_code:
        return f"<code>{_text(value)}</code>"
    certain = ' class="soft"' if value == "not significant" else ""
    return f"<span{certain}>{_text(value)}</span>" if certain else _text(value)


def _text(value: str, *, limit: int = 300) -> str:
    return escape(one_line(value, limit=limit), quote=True)
