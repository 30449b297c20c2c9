"""Every table and column of the store, with what may stand in it. What is not listed is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from engine.scrub.scrubber import scrub_text, scrub_value


class Content(StrEnum):
    """What a column may hold."""

    NUMBER = "number"
    """Counts, places, scores, truth values."""

    TIME = "time"
    NAME = "name"
    """What the operator or a catalog named: catalogs, suites, cases, tools, fields, signals."""

    CODE = "code"
    """A word of a fixed vocabulary, or a version."""

    FINGERPRINT = "fingerprint"
    """A hash of content; what was hashed cannot be read from it."""

    CATALOG = "catalog"
    """Text of the operator's own documents about tools."""

    EVIDENCE = "evidence"
    """Typed records of numbers, names and codes; words of a query only where a tool has them."""

    QUERY = "query"
    """A case's query, in its suite and nowhere else."""

    CASE = "case"
    """A case as :func:`engine.privacy.records.storable_case` leaves it."""

    GRAPH = "graph"
    """An evidence graph that the operator imported, scrubbed."""

    NOTE = "note"
    """Free text, scrubbed when it is written."""

    JSON = "json"
    """JSON of a newer engine's or a caller's making, scrubbed when it is written."""

    VECTOR = "vector"


def _table(**contents: str) -> Mapping[str, Content]:
    return MappingProxyType(
        {
            column: Content(content)
            for content, names in contents.items()
            for column in names.split()
        }
    )


TABLES: Mapping[str, Mapping[str, Content]] = MappingProxyType(
    {
        "tools": _table(fingerprint="fingerprint", name="name", catalog="document"),
        "catalog_versions": _table(
            number="version tool_count link_count warning_count",
            name="name",
            fingerprint="fingerprint content",
            time="created_at",
            catalog="documents links warnings overlay",
        ),
        "catalog_tools": _table(
            number="version place", fingerprint="tool_fingerprint", name="source"
        ),
        "cases": _table(fingerprint="fingerprint", name="case_id", query="query", case="document"),
        "suite_versions": _table(
            number="version case_count", name="name", fingerprint="fingerprint", time="created_at"
        ),
        "suite_cases": _table(number="version place", fingerprint="case_fingerprint"),
        "private_suites": _table(name="name"),
        "runs": _table(
            number="run cases planned store_schema evidence_format git_dirty verdicts failures "
            "latency_ms",
            name="run_id catalog suite",
            time="created_at",
            note="note",
            code="status engine_version git_commit",
            fingerprint="catalog_fingerprint graph_fingerprint encoder suite_fingerprint "
            "settings_fingerprint",
            evidence="settings",
            json="stamp_extra summary_extra",
        ),
        "run_measures": _table(number="run place value scored unscored", name="name"),
        "suite_pins": _table(name="suite run_id"),
        "case_results": _table(
            number="run place rank full_rank top_k candidates overrode_llm ambiguous confidence "
            "margin llm_margin measures latency_ms",
            name="case_id expected_target selected_target llm_target",
            fingerprint="case_fingerprint query_fingerprint",
            code="verdict lang decision policy reason_codes stage reason",
            note="tags",
            json="failure_evidence",
            evidence="gate",
        ),
        "case_evidence": _table(
            number="run place visited_nodes visited_edges token_budget_used elapsed_ms "
            "override_evaluated override_allowed",
            name="seeds ambiguity_set override_winner",
            code="empty_reason override_supporting override_contradicting override_reason_codes",
            evidence="intent counterfactuals rank_signals why_selected why_rejected",
            json="stats_extra selection_extra result_extra",
            fingerprint="encoder",
        ),
        "candidates": _table(
            number="run place below_cutoff rank score seed dense graph learning name_match "
            "action_match resource_match module_match shape_match contract_match graph_expansion "
            "history history_demoted action_matches resource_matches module_matches shape_matches "
            "contract_matches dense_similarity",
            name="name expanded_from primary_resource path_module",
            fingerprint="tool_fingerprint",
            code="canonical_action result_shape query_action query_result_shape",
            evidence="edges matched_terms matched_fields learning_evidence",
            catalog="dense_text",
            json="candidate_extra breakdown_extra semantic_extra",
        ),
        "vectors": _table(fingerprint="encoder text", vector="vector"),
        "ledger": _table(
            number="sequence",
            time="recorded_at",
            name="tool contract",
            code="permission codes",
            evidence="line",
        ),
        "triage_changes": _table(
            fingerprint="change_id signature",
            name="catalog suite case_id run_id owner",
            evidence="identity",
            code="status cause",
            note="note link",
            time="changed_at",
        ),
        "evidence_graphs": _table(
            name="name",
            fingerprint="fingerprint",
            time="created_at",
            number="nodes edges",
            graph="document",
        ),
        "traces": _table(
            fingerprint="trace_id session family query_fingerprint word_prints",
            name="collection selected_target llm_target plan",
            code="lang failure_reason source",
            number="success latency_ms scrubbed",
            time="happened_at",
            evidence="edges known_words",
        ),
        "learning_decisions": _table(
            number="sequence forced",
            fingerprint="suggestion_id",
            name="collection run_id decided_by",
            code="status",
            note="reason",
            evidence="suggestion gates",
            time="decided_at",
        ),
        "pending_erasures": _table(time="requested_at"),
        "schema_migrations": _table(
            number="number", name="name", fingerprint="sha256", time="applied_at"
        ),
    }
)


class NotAllowed(Exception):
    """A write to a column that is not on the list: a fault of the code that writes."""


@cache
def contents(table: str, columns: tuple[str, ...]) -> tuple[tuple[str, Content], ...]:
    """Return what the columns of one write may hold.

    Raises
    ------
    NotAllowed
        If the table or a column is not listed.
    """
    allowed = TABLES.get(table)
    if allowed is None:
        raise NotAllowed(f"table {table!r} is not on the list of what may be kept.")
    for column in columns:
        if column not in allowed:
            raise NotAllowed(f"column {column!r} of {table!r} is not on the list.")
    return tuple((column, allowed[column]) for column in columns)


def kept(content: Content, value: object) -> object:
    """Return a value as it may stand in a column of this content.

    Examples
    --------
    >>> kept(Content.NOTE, "ask jane@example.org")
    'ask [scrubbed e-mail]'
    >>> kept(Content.JSON, '{"token":"abc"}')
    '{"token":"[scrubbed secret]"}'
    """
    if content is Content.NOTE:
        if isinstance(value, str):
            return scrub_text(value).text
        if isinstance(value, list | tuple):
            return [scrub_text(part).text for part in value]
    if content is Content.JSON and isinstance(value, str):
        read = json.loads(value)
        clean = scrub_value(read)
        if clean.report.total:
            return json.dumps(clean.value, separators=(",", ":"))
    return value
