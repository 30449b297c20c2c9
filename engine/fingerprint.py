"""Content fingerprints: equal content has an equal fingerprint, on every machine and day."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

JsonValue = str | int | float | bool | None | Mapping[str, "JsonValue"] | Sequence["JsonValue"]

RECIPE = "v1"
"""How a fingerprint is made. Changing the recipe changes this, so that an old fingerprint cannot
be mistaken for changed content."""


def canonical_json(value: JsonValue) -> bytes:
    """Return the one byte string that stands for a JSON value.

    Keys are sorted, separators compact, text is UTF-8 without escapes.

    Raises
    ------
    ValueError
        If the value holds NaN or infinity, which JSON cannot say.

    Examples
    --------
    >>> canonical_json({"b": 1, "a": "é"}).decode()
    '{"a":"é","b":1}'
    """
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    # A lone surrogate can stand in a JSON document; it has no UTF-8 form, so it is escaped.
    return text.encode("utf-8", errors="backslashreplace")


def fingerprint(kind: str, value: JsonValue) -> str:
    """Return ``"<kind>-v1:<16 hex digits>"``, the first 64 bits of SHA-256 over canonical JSON.

    Always hash the dump of a validated model, never a raw document: 1 and 1.0 differ.

    Examples
    --------
    >>> fingerprint("tool", {"name": "getPet"}) == fingerprint("tool", {"name": "getPet"})
    True
    >>> fingerprint("tool", {"name": "getPet"}).split(":")[0]
    'tool-v1'
    """
    digest = hashlib.sha256(canonical_json(value)).hexdigest()
    return f"{kind}-{RECIPE}:{digest[:16]}"
