"""Evidence of a case as a whole: how the ranking came about and what the selector compared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from engine.models.run import CaseResult
from engine.models.selection import Reasoned
from engine.store import columns, documents, rows
from engine.store.results import LIGHT_RESULT, LIGHT_SELECTION

_STATS = frozenset(
    {
        "seeds",
        "visited_nodes",
        "visited_edges",
        "token_budget_used",
        "elapsed_ms",
        "encoder",
        "empty_reason",
    }
)
_SELECTION = LIGHT_SELECTION | {
    "ambiguity_set",
    "rank_signals",
    "why_selected",
    "why_rejected",
    "override_assessment",
}
_RESULT = LIGHT_RESULT | {
    "selection",
    "intent",
    "stats",
    "counterfactuals",
    "candidates",
    "expected_candidate",
}
ADD = "insert into case_evidence by name select * from incoming"


def incoming(run: int, first: int, results: Sequence[CaseResult]) -> dict[str, columns.Column]:
    """Return the evidence of results of a run as columns; ``first`` is the place of the first."""
    intents = [result.intent for result in results]
    stats = [result.stats for result in results]
    selections = [result.selection for result in results]
    overrides = [selection.override_assessment for selection in selections]
    return {
        "run": columns.same(run, len(results)),
        "place": columns.integers(list(range(first, first + len(results)))),
        "intent": columns.structs(
            {
                "dominant": columns.texts([x.dominant for x in intents]),
                "read": columns.numbers([x.read for x in intents]),
                "write": columns.numbers([x.write for x in intents]),
                "delete": columns.numbers([x.delete for x in intents]),
            }
        ),
        "seeds": columns.text_lists([x.seeds for x in stats]),
        "visited_nodes": columns.integers([x.visited_nodes for x in stats]),
        "visited_edges": columns.integers([x.visited_edges for x in stats]),
        "token_budget_used": columns.integers([x.token_budget_used for x in stats]),
        "elapsed_ms": columns.numbers([x.elapsed_ms for x in stats]),
        "encoder": columns.texts([x.encoder for x in stats]),
        "empty_reason": columns.texts([x.empty_reason for x in stats]),
        "stats_extra": columns.extras(stats, _STATS),
        "counterfactuals": _counterfactuals(results),
        "ambiguity_set": columns.text_lists([x.ambiguity_set for x in selections]),
        "rank_signals": _rank_signals(results),
        "why_selected": _reasoned(
            [x.why_selected or Reasoned(name="") for x in selections],
            present=[x.why_selected is not None for x in selections],
        ),
        "why_rejected": columns.lists(
            [x.why_rejected for x in selections],
            _reasoned([reasoned for x in selections for reasoned in x.why_rejected]),
        ),
        "override_evaluated": columns.flags([x.evaluated for x in overrides]),
        "override_allowed": columns.flags([x.allowed for x in overrides]),
        "override_winner": columns.texts([x.winner for x in overrides]),
        "override_supporting": columns.text_lists([x.supporting for x in overrides]),
        "override_contradicting": columns.text_lists([x.contradicting for x in overrides]),
        "override_reason_codes": columns.text_lists([x.reason_codes for x in overrides]),
        "selection_extra": columns.extras(selections, _SELECTION),
        "result_extra": columns.extras(results, _RESULT),
    }


def fields(row: rows.Row) -> dict[str, Any]:
    """Return the fields of a :class:`CaseResult` that a row holds, without its selection."""
    return {
        "intent": row["intent"],
        "stats": {
            "seeds": row["seeds"],
            "visited_nodes": row["visited_nodes"],
            "visited_edges": row["visited_edges"],
            "token_budget_used": row["token_budget_used"],
            "elapsed_ms": row["elapsed_ms"],
            "encoder": row["encoder"],
            "empty_reason": row["empty_reason"],
            **documents.extra_values(row["stats_extra"]),
        },
        "counterfactuals": row["counterfactuals"],
        **documents.extra_values(row["result_extra"]),
    }


def selection_fields(row: rows.Row) -> dict[str, Any]:
    """Return the fields of a :class:`Selection` that a row holds."""
    return {
        "ambiguity_set": row["ambiguity_set"],
        "rank_signals": [x | {"signals": dict(x["signals"])} for x in row["rank_signals"]],
        "why_selected": row["why_selected"],
        "why_rejected": row["why_rejected"],
        "override_assessment": {
            "evaluated": row["override_evaluated"],
            "allowed": row["override_allowed"],
            "winner": row["override_winner"],
            "supporting": row["override_supporting"],
            "contradicting": row["override_contradicting"],
            "reason_codes": row["override_reason_codes"],
        },
        **documents.extra_values(row["selection_extra"]),
    }


def _counterfactuals(results: Sequence[CaseResult]) -> columns.Column:
    flat = [x for result in results for x in result.counterfactuals]
    return columns.lists(
        [result.counterfactuals for result in results],
        columns.structs(
            {
                "signal": columns.texts([x.signal for x in flat]),
                "expected": columns.numbers([x.expected for x in flat]),
                "winner": columns.numbers([x.winner for x in flat]),
                "rank_without": columns.integers([x.rank_without for x in flat]),
            }
        ),
    )


def _rank_signals(results: Sequence[CaseResult]) -> columns.Column:
    rows_of = [result.selection.rank_signals for result in results]
    name, rank, score, signals = columns.values(
        list(chain.from_iterable(rows_of)), "name", "rank", "selector_score", "signals"
    )
    return columns.lists(
        rows_of,
        columns.structs(
            {
                "name": columns.texts(name),
                "rank": columns.integers(rank),
                "selector_score": columns.numbers(score),
                "signals": columns.number_maps(signals),
            }
        ),
    )


def _reasoned(
    values: Sequence[Reasoned], *, present: Sequence[bool] | None = None
) -> columns.Column:
    return columns.structs(
        {
            "name": columns.texts([x.name for x in values]),
            "reason_codes": columns.text_lists([x.reason_codes for x in values]),
            "score_difference": columns.numbers([x.score_difference for x in values]),
        },
        present=present,
    )
