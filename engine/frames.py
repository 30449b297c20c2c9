"""Models as tables: one function for each table, columns named as people read them.

The one module of the engine that speaks pandas. Frames hold display values: words for enums, a
dash for what is unknown where the column is text, an empty list where a cell shows chips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from engine.models.candidate import Candidate
from engine.models.case import Case
from engine.models.catalog import IngestWarning
from engine.models.catalog_diff import CatalogDiff
from engine.models.diff import CaseChange, MeasureDifference, Rollup
from engine.models.graph import GraphEdge
from engine.models.listing import CaseHistoryRow, CaseRow
from engine.models.readiness import Finding
from engine.models.run import RunStatus, RunSummary
from engine.models.tool import ContractField, Tool
from engine.models.triage_queue import TriageItem
from engine.report.facts import headline

MISSING = "–"
"""Shown where there is no value."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_bytes(frame: pd.DataFrame) -> bytes:
    r"""Return a table as CSV that a spreadsheet opens without running anything.

    Cells of text that would start a formula (``= + - @``, tab, carriage return) get a leading
    apostrophe; lists are joined with a semicolon. UTF-8 with a byte order mark, which spreadsheets
    need to read Korean; lines end in CR LF (RFC 4180).

    Examples
    --------
    >>> csv_bytes(pd.DataFrame({"Query": ["=1+1"], "Tags": [["a", "b"]]})).decode("utf-8-sig")
    "Query,Tags\r\n'=1+1,a; b\r\n"
    """
    safe = frame.map(_safe_cell)
    safe.columns = pd.Index([_safe_cell(str(name)) for name in frame.columns])
    return safe.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")


def _safe_cell(value: object) -> object:
    if isinstance(value, list | tuple):
        value = "; ".join(str(part) for part in value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def runs_frame(runs: Sequence[RunSummary], measures: Sequence[str]) -> pd.DataFrame:
    """Return runs as rows, one column for each name of ``measures``.

    Columns ``Run, Role, Started, Catalog, Suite, Cases, Failed``, the measures, ``Status, Policy,
    Channels, Note``. Unknown measures are NaN; a complete run has no status to speak of.
    """
    columns: dict[str, list[object]] = {
        "Run": [run.run_id[:6] for run in runs],
        "Role": [["baseline"] if run.pinned else [] for run in runs],
        "Started": [run.created_at for run in runs],
        "Catalog": [run.catalog for run in runs],
        "Suite": [run.suite for run in runs],
        "Cases": [
            f"{run.cases:,}" if run.cases == run.planned else f"{run.cases:,} of {run.planned:,}"
            for run in runs
        ],
        "Failed": [run.verdicts.get("fail", 0) + run.verdicts.get("error", 0) for run in runs],
    }
    for name in measures:
        values = [run.measures[name].value if name in run.measures else None for run in runs]
        columns[name] = [float("nan") if value is None else value for value in values]
    columns["Status"] = [
        [] if run.status is RunStatus.COMPLETE else [run.status.value] for run in runs
    ]
    columns["Policy"] = [run.settings.policy.value.replace("_", " ") for run in runs]
    columns["Channels"] = [run.settings.channels.value for run in runs]
    columns["Note"] = [run.note for run in runs]
    return pd.DataFrame(columns)


def case_rows_frame(
    rows: Sequence[CaseRow], stage_name: Callable[[CaseRow], str | None]
) -> pd.DataFrame:
    """Return cases of a run as rows.

    Parameters
    ----------
    rows : sequence of CaseRow, length n
        In the order in which they are shown.
    stage_name : callable
        What a failing row's stage is called; None for a row that did not fail.
    """
    return pd.DataFrame(
        {
            "Case": [row.case_id for row in rows],
            "Query": [MISSING if row.query is None else row.query for row in rows],
            "Verdict": [[row.verdict.value] for row in rows],
            "Rank": [rank_text(row.rank) for row in rows],
            "Expected": [row.expected_target or MISSING for row in rows],
            "Selected": [row.selected_target or MISSING for row in rows],
            "Cause": [[name] if (name := stage_name(row)) else [] for row in rows],
            "Reason": [row.reason.value.replace("_", " ") if row.reason else "" for row in rows],
            "LLM target": [row.llm_target or MISSING for row in rows],
            "Tags": [", ".join(row.tags) for row in rows],
        }
    )


def triage_frame(
    items: Sequence[TriageItem],
    *,
    status: Callable[[TriageItem], str],
    stage: Callable[[TriageItem], str],
    evidence: Callable[[TriageItem], str],
) -> pd.DataFrame:
    """Return failing cases as rows.

    Parameters
    ----------
    items : sequence of TriageItem, length n
        In the order in which they are shown.
    status, stage, evidence : callable
        What holds for an item, what its stage is called, and its evidence in words.
    """
    return pd.DataFrame(
        {
            "Case": [item.case.case_id for item in items],
            "Suggested cause": [_words(item.suggested_cause.value) for item in items],
            "Stage": [[stage(item)] for item in items],
            "Reason": [_words(item.case.failure.reason.value) for item in items],
            "Evidence": [evidence(item) for item in items],
            "Status": [[status(item)] for item in items],
            "Owner": [item.verdict.owner for item in items],
            "Cause": [
                _words(item.verdict.cause.value) if item.verdict.cause else "" for item in items
            ],
            "Note": [item.verdict.note for item in items],
            "Link": [item.verdict.link for item in items],
        }
    )


def _words(code: str) -> str:
    return code.replace("_", " ")


def cases_frame(cases: Sequence[Case]) -> pd.DataFrame:
    """Return a suite's cases as rows, for a suite that was never run."""
    return pd.DataFrame(
        {
            "Case": [case.case_id for case in cases],
            "Query": [case.query for case in cases],
            "Expected": [case.expected_target or MISSING for case in cases],
            "LLM target": [case.llm_target or MISSING for case in cases],
            "Mode": [case.mode.value for case in cases],
            "Language": [case.lang or MISSING for case in cases],
            "Tags": [", ".join(case.tags) for case in cases],
        }
    )


def rank_text(rank: int | None) -> str:
    """Return a rank as text, a dash when the tool is absent."""
    return MISSING if rank is None else str(rank)


def candidates_frame(
    candidates: Sequence[Candidate],
    *,
    roles: Callable[[str], list[str]],
    why: Callable[[Candidate], str],
    cut_off: int | None = None,
) -> pd.DataFrame:
    """Return ranked candidates as rows, with the cut-off as a row of its own.

    Parameters
    ----------
    candidates : sequence of Candidate, length n
        Best first.
    roles : callable
        What a tool is in this case (expected, selected, LLM), for its chips.
    why : callable
        Why a candidate entered the ranking, in words.
    cut_off : int, optional
        Number of leading candidates after which the cut-off row stands; None for no such row.
    """
    rows: list[dict[str, object]] = []
    for position, candidate in enumerate(candidates):
        if cut_off is not None and position == cut_off:
            rows.append(_cut_off_row())
        meaning = candidate.semantic_evidence
        rows.append(
            {
                "#": str(candidate.rank),
                "Tool": candidate.name,
                "Role": roles(candidate.name),
                "Score": candidate.score,
                "Action": match_cell(meaning.action_match),
                "Resource": match_cell(meaning.resource_match),
                "Shape": match_cell(meaning.shape_match),
                "Contributions": [
                    f"{signal} {value:+.3f}".replace("-", "−")
                    for signal, value in largest(candidate.score_breakdown.contributions())
                ],
                "Matched": [
                    f"{term.term} · {term.field}"
                    for term in candidate.semantic_evidence.matched_fields
                ],
                "Why it is here": why(candidate),
            }
        )
    return pd.DataFrame(rows)


def _cut_off_row() -> dict[str, object]:
    return {
        "#": "",
        "Tool": "cut-off: below, not offered",
        "Role": [],
        "Score": float("nan"),
        "Action": [],
        "Resource": [],
        "Shape": [],
        "Contributions": [],
        "Matched": [],
        "Why it is here": "",
    }


def match_cell(fits: bool | None) -> list[str]:
    """Return a tick or a cross as a chip; no chip when the query or the tool does not say."""
    return [] if fits is None else ["✓" if fits else "✗"]


def largest(contributions: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return the contributions that are not zero, by falling size, ties by name."""
    kept = [(name, value) for name, value in contributions.items() if value != 0.0]
    return sorted(kept, key=lambda item: (-abs(item[1]), item[0]))


def matched_terms_frame(candidate: Candidate) -> pd.DataFrame:
    """Return where each word of the query met a tool, and what it gave."""
    terms = candidate.semantic_evidence.matched_fields
    return pd.DataFrame(
        {
            "Query word": [term.term for term in terms],
            "Field": [term.field for term in terms],
            "Tool's word": [term.indexed or term.term for term in terms],
            "How": [term.step for term in terms],
            "Contribution": [term.contribution for term in terms],
        }
    )


def changes_frame(
    changes: Sequence[CaseChange],
    queries: Mapping[str, str],
    cause: Callable[[CaseChange], str | None],
) -> pd.DataFrame:
    """Return changed cases as rows, in the order given."""
    return pd.DataFrame(
        {
            "Case": [change.case_id for change in changes],
            "Query": [queries.get(change.case_id, MISSING) for change in changes],
            "Change": [[change.change.value] for change in changes],
            "Rank": [
                f"{rank_text(change.rank_base)} → {rank_text(change.rank_run)}"
                for change in changes
            ],
            "Δ": [_places(change.delta) for change in changes],
            "Expected": [change.expected_target or MISSING for change in changes],
            "Selected": [change.selected_run or MISSING for change in changes],
            "Cause": [[name] if (name := cause(change)) else [] for change in changes],
        }
    )


def _places(delta: int) -> str:
    return f"{delta:+d}".replace("-", "−") if delta else "0"


def measures_frame(differences: Sequence[MeasureDifference]) -> pd.DataFrame:
    """Return measures on both sides of a diff as rows."""
    return pd.DataFrame(
        {
            "Measure": [d.name for d in differences],
            "Baseline": [_or_nan(d.base) for d in differences],
            "Current": [_or_nan(d.run) for d in differences],
            "Difference": [_or_nan(d.difference) for d in differences],
            "95% low": [_or_nan(d.ci[0] if d.ci else None) for d in differences],
            "95% high": [_or_nan(d.ci[1] if d.ci else None) for d in differences],
            "Significant": [
                [] if d.ci is None else ["yes" if d.significant else "no"] for d in differences
            ],
            "Win / tie / loss": [f"{d.wins:,} / {d.ties:,} / {d.losses:,}" for d in differences],
            "Scored": [d.scored for d in differences],
        }
    )


def groups_frame(rollup: Rollup) -> pd.DataFrame:
    """Return the groups of one kind as rows, each with the measure that speaks for it.

    Columns ``Group, Cases, Regressed, Improved, Measure, Difference, 95% low, 95% high,
    More than chance, Scored, Not scored``; unknown numbers are NaN.
    """
    rows = [(group, d) for group in rollup.groups if (d := headline(group)) is not None]
    return pd.DataFrame(
        {
            "Group": [MISSING if group.value is None else group.value for group, _ in rows],
            "Cases": [group.cases for group, _ in rows],
            "Regressed": [group.regressed for group, _ in rows],
            "Improved": [group.improved for group, _ in rows],
            "Measure": [d.name for _, d in rows],
            "Difference": [_or_nan(d.difference) for _, d in rows],
            "95% low": [_or_nan(d.ci[0] if d.ci else None) for _, d in rows],
            "95% high": [_or_nan(d.ci[1] if d.ci else None) for _, d in rows],
            "More than chance": [
                [] if d.ci is None else ["significant" if d.significant else "not significant"]
                for _, d in rows
            ],
            "Scored": [d.scored for _, d in rows],
            "Not scored": [d.unscored for _, d in rows],
        }
    )


def comparison_frame(changes: Sequence[CaseChange], queries: Mapping[str, str]) -> pd.DataFrame:
    """Return a whole comparison for a spreadsheet: one value a column, empty where unknown.

    Parameters
    ----------
    changes : sequence of CaseChange, length n
        In the order of the rows.
    queries : mapping of str to str
        Queries by case id, where they are stored.
    """
    return pd.DataFrame(
        {
            "case_id": [c.case_id for c in changes],
            "query": [queries.get(c.case_id, "") for c in changes],
            "change": [c.change.value for c in changes],
            "verdict_base": [c.verdict_base.value if c.verdict_base else "" for c in changes],
            "verdict_run": [c.verdict_run.value if c.verdict_run else "" for c in changes],
            "rank_base": pd.array([c.rank_base for c in changes], dtype="Int64"),
            "rank_run": pd.array([c.rank_run for c in changes], dtype="Int64"),
            "delta": [c.delta for c in changes],
            "expected_target": [c.expected_target or "" for c in changes],
            "selected_base": [c.selected_base or "" for c in changes],
            "selected_run": [c.selected_run or "" for c in changes],
            "stage_base": [c.failure_base.stage.value if c.failure_base else "" for c in changes],
            "reason_base": [c.failure_base.reason.value if c.failure_base else "" for c in changes],
            "stage_run": [c.failure_run.stage.value if c.failure_run else "" for c in changes],
            "reason_run": [c.failure_run.reason.value if c.failure_run else "" for c in changes],
            "overtaken_by": [list(c.overtaken_by) for c in changes],
            "signal_moved": [c.signals[0].signal if c.signals else "" for c in changes],
            "signal_difference": [
                c.signals[0].run - c.signals[0].base if c.signals else float("nan") for c in changes
            ],
            "passed_base": pd.array(
                [c.repeats_base.passed if c.repeats_base else None for c in changes], dtype="Int64"
            ),
            "repeats_base": pd.array(
                [c.repeats_base.runs if c.repeats_base else None for c in changes], dtype="Int64"
            ),
            "passed_run": pd.array(
                [c.repeats_run.passed if c.repeats_run else None for c in changes], dtype="Int64"
            ),
            "repeats_run": pd.array(
                [c.repeats_run.runs if c.repeats_run else None for c in changes], dtype="Int64"
            ),
        }
    )


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value


def history_frame(rows: Sequence[CaseHistoryRow]) -> pd.DataFrame:
    """Return how a case fared in its runs."""
    return pd.DataFrame(
        {
            "Run": [row.run_id[:6] for row in rows],
            "Started": [row.created_at for row in rows],
            "Verdict": [[row.verdict.value] for row in rows],
            "Rank": [rank_text(row.rank) for row in rows],
            "Selected": [row.selected_target or MISSING for row in rows],
            "Note": [row.note for row in rows],
        }
    )


def tools_frame(tools: Iterable[Tool]) -> pd.DataFrame:
    """Return tools as rows."""
    listed = list(tools)
    return pd.DataFrame(
        {
            "Tool": [tool.name for tool in listed],
            "Endpoint": [tool.label or MISSING for tool in listed],
            "Title": [tool.title or tool.description[:120] for tool in listed],
            "Action": [tool.semantics.action.value for tool in listed],
            "Resource": [tool.semantics.resource.value for tool in listed],
            "Shape": [tool.semantics.result_shape.value for tool in listed],
            "Module": [tool.semantics.path_module.value for tool in listed],
            "Inputs": [len(tool.consumes) for tool in listed],
            "Outputs": [len(tool.produces) for tool in listed],
        }
    )


def fields_frame(fields: Sequence[ContractField]) -> pd.DataFrame:
    """Return the fields that a tool consumes or produces."""
    return pd.DataFrame(
        {
            "Field": [field.name for field in fields],
            "Where": [field.location.value for field in fields],
            "Path": [field.json_path for field in fields],
            "Type": [field.type for field in fields],
            "Required": ["yes" if field.required else "" for field in fields],
            "Kind": [field.kind.value for field in fields],
        }
    )


def warnings_frame(warnings: Sequence[IngestWarning]) -> pd.DataFrame:
    """Return what ingest had to say."""
    return pd.DataFrame(
        {
            "Code": [warning.code.replace("_", " ") for warning in warnings],
            "Where": [warning.where for warning in warnings],
            "What": [warning.message for warning in warnings],
        }
    )


def findings_frame(findings: Sequence[Finding]) -> pd.DataFrame:
    """Return what a catalog should be looked at for, one row a finding."""
    return pd.DataFrame(
        {
            "Finding": [finding.code.value.replace("_", " ") for finding in findings],
            "Tools": [finding.count for finding in findings],
            "Share": [100.0 * finding.share for finding in findings],
            "Examples": [", ".join(finding.examples) for finding in findings],
            "Remedy": [finding.remedy for finding in findings],
        }
    )


def edges_frame(edges: Sequence[GraphEdge]) -> pd.DataFrame:
    """Return edges of a tool graph, producer first."""
    return pd.DataFrame(
        {
            "From": [edge.source for edge in edges],
            "To": [edge.target for edge in edges],
            "Kind": [edge.kind.value.replace("_", " ") for edge in edges],
            "Origin": [edge.origin.value for edge in edges],
            "Confidence": [edge.confidence for edge in edges],
            "Fields": [
                ", ".join(f"{produced} → {consumed}" for produced, consumed in edge.fields)
                for edge in edges
            ],
            "Why": [edge.evidence for edge in edges],
        }
    )


def tool_changes_frame(difference: CatalogDiff) -> pd.DataFrame:
    """Return what separates two versions of a catalog, or two catalogs, one row a tool."""
    after = dict(difference.renamed)
    before = {new: old for old, new in difference.renamed}
    rows = [(n, "added", f"was {before[n]}" if n in before else "") for n in difference.added]
    rows += [(n, "removed", f"now {after[n]}" if n in after else "") for n in difference.removed]
    rows += [
        (
            tool.name,
            "modified",
            "; ".join(
                [
                    ", ".join(tool.changed),
                    *(f"+ {path}" for path in (*tool.inputs_added, *tool.outputs_added)),
                    *(f"- {path}" for path in (*tool.inputs_removed, *tool.outputs_removed)),
                ]
            ),
        )
        for tool in difference.modified
    ]
    return pd.DataFrame(rows, columns=["Tool", "Change", "What changed"])
