"""Evidence of two runs side by side: the database pairs it, arrays tell it apart."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

import duckdb
import numpy as np
from numpy.typing import NDArray

from engine.models.bulk import trusted
from engine.models.diff import NOISE, SignalDifference
from engine.models.listing import EvidenceChange
from engine.store import documents, rows
from engine.store.candidates import CONTRIBUTIONS

_NAMES = tuple(sorted(CONTRIBUTIONS))


def evidence(
    connection: duckdb.DuckDBPyConnection, base: int, run: int
) -> dict[str, EvidenceChange]:
    """Return what differs in the evidence, by case id; cases without a difference are absent."""
    names = _overtaken(connection, base, run)
    signals = _signals(connection, base, run)
    return {
        case_id: EvidenceChange(names.get(case_id, ()), signals.get(case_id, ()))
        for case_id in {**signals, **names}
    }


def _overtaken(
    connection: duckdb.DuckDBPyConnection, base: int, run: int
) -> dict[str, tuple[str, ...]]:
    found = rows.table(connection, documents.query("overtaken"), {"base": base, "run": run})
    told = zip(found["case_id"].to_pylist(), found["name"].to_pylist(), strict=True)
    return {
        case_id: tuple(name for _, name in group)
        for case_id, group in groupby(told, key=itemgetter(0))
    }


def _signals(
    connection: duckdb.DuckDBPyConnection, base: int, run: int
) -> dict[str, tuple[SignalDifference, ...]]:
    """Contributions to the expected tool that differ, largest change first."""
    before, old = _proofs(connection, base)
    after, new = _proofs(connection, run)
    place_of = {case_id: place for place, case_id in enumerate(before)}
    common = [(place_of[i], place) for place, i in enumerate(after) if i in place_of]
    old = old[[one for one, _ in common]]
    new = new[[other for _, other in common]]
    change = np.abs(new - old)
    case, signal = np.nonzero(change > NOISE)
    # Names are sorted, so that the place of a signal breaks ties by name.
    order = np.lexsort((signal, -change[case, signal], case))
    case, signal = case[order], signal[order]
    # Ours to trust: the names are the columns' own, the numbers come from columns of doubles that
    # are not null.
    records = trusted(
        SignalDifference,
        [
            {"signal": _NAMES[number], "base": one, "run": other}
            for number, one, other in zip(
                signal.tolist(), old[case, signal].tolist(), new[case, signal].tolist(), strict=True
            )
        ],
    )
    ends = np.cumsum(np.bincount(case, minlength=len(common))).tolist()
    starts = [0, *ends]
    return {
        after[place]: records[start:end]
        for (_, place), start, end in zip(common, starts, ends, strict=False)
        if start < end
    }


def _proofs(
    connection: duckdb.DuckDBPyConnection, run: int
) -> tuple[list[str], NDArray[np.float64]]:
    """Case ids, and the contributions to the expected tool; shape (cases, signals)."""
    found = rows.table(connection, documents.query("proofs"), {"run": run})
    ids: list[str] = found["case_id"].to_pylist()
    parts = [np.from_dlpack(found[name].combine_chunks()) for name in _NAMES]
    return ids, np.column_stack(parts)
