"""Vectors of texts, kept by encoder and by the text's fingerprint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from engine.store import columns, rows

Vector = npt.NDArray[np.float32]

_STORED = np.dtype("<f4")
_GET = """
select text, vector from vectors
where encoder = $encoder and text in (select unnest($texts))
"""
_ADD = "insert into vectors select * from incoming on conflict do nothing"
_CLEAR = "delete from vectors"


def get(
    connection: duckdb.DuckDBPyConnection, encoder: str, texts: Sequence[str]
) -> dict[str, Vector]:
    """Return the known vectors by fingerprint of their text; shape (dimensions,) each."""
    if not texts:
        return {}
    found = connection.execute(_GET, {"encoder": encoder, "texts": list(texts)}).fetchall()
    return {text: np.frombuffer(stored, dtype=_STORED).astype(np.float32) for text, stored in found}


def put(connection: duckdb.DuckDBPyConnection, encoder: str, vectors: Mapping[str, Vector]) -> None:
    """Keep vectors; one that is known already stays as it is."""
    names = sorted(vectors)
    rows.insert(
        connection,
        _ADD,
        {
            "encoder": columns.texts([encoder] * len(names)),
            "text": columns.texts(names),
            "vector": pa.array(
                [vectors[name].astype(_STORED).tobytes() for name in names], pa.binary()
            ),
        },
    )


def clear(connection: duckdb.DuckDBPyConnection) -> None:
    """Forget every vector; those of texts that are still there are made again when needed."""
    connection.execute(_CLEAR)
