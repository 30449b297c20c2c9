"""The scrubber: a value in, the same value without secrets out, with counts of what they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.fingerprint import JsonValue
from engine.models.scrubbing import ScrubReport, SecretKind
from engine.scrub.contacts import by_contact
from engine.scrub.credentials import by_form
from engine.scrub.entropy import by_entropy
from engine.scrub.harmless import harmless_parts
from engine.scrub.keys import holds_number, key_kind
from engine.scrub.labelled import by_label
from engine.scrub.numbers import by_check_digit
from engine.scrub.spans import PLACEHOLDER, Span, placeholder, without_overlap

MAX_DEPTH = 64
"""Nesting that is followed; what lies deeper is taken out whole."""

_ROUNDS = 4
"""Taking a secret out can lay another one bare; nothing was seen that needs more than two."""


class Scrubbed(NamedTuple):
    """A text without secrets."""

    text: str
    report: ScrubReport


class ScrubbedValue(NamedTuple):
    """A JSON value without secrets."""

    value: JsonValue
    report: ScrubReport


def scrub_text(text: str) -> Scrubbed:
    """Return a text with every secret replaced by its kind, and how many there were.

    Idempotent, and linear in the text's length.

    Parameters
    ----------
    text : str
        Any text; untrusted.

    Examples
    --------
    >>> scrub_text("mail jane@example.org on 2026-11-30").text
    'mail [scrubbed e-mail] on 2026-11-30'
    >>> scrub_text("the token_budget is 2000").report.total
    0
    """
    counts: Counter[SecretKind] = Counter()
    for _ in range(_ROUNDS):
        spans = _spans(text)
        if not spans:
            break
        parts: list[str] = []
        end = 0
        for span in spans:
            parts += [text[end : span.start], placeholder(span.kind)]
            counts[span.kind] += 1
            end = span.end
        text = "".join([*parts, text[end:]])
    return Scrubbed(text, _report(counts))


def scrub_value(value: JsonValue) -> ScrubbedValue:
    """Return a JSON value without secrets, by its texts and by the names of its keys.

    Parameters
    ----------
    value : JSON value
        Keys decide by their last words: under ``access_token`` every text goes, under
        ``token_budget`` none does. Truth values and null always stay, numbers where the key
        names a quantity.

    Examples
    --------
    >>> scrub_value({"password": "x", "token_budget": 2000, "result": "ok"}).value
    {'password': '[scrubbed secret]', 'token_budget': 2000, 'result': 'ok'}
    """
    counts: Counter[SecretKind] = Counter()
    return ScrubbedValue(_walk(value, None, "", counts, 0), _report(counts))


def _walk(
    value: JsonValue, kind: SecretKind | None, key: str, counts: Counter[SecretKind], depth: int
) -> JsonValue:
    if isinstance(value, bool) or value is None:
        return value
    if depth > MAX_DEPTH or (kind is SecretKind.PAYLOAD and not isinstance(value, int | float)):
        counts[SecretKind.PAYLOAD] += 1
        return placeholder(SecretKind.PAYLOAD)
    if isinstance(value, str):
        if kind is not None and value and not value.startswith(PLACEHOLDER):
            counts[kind] += 1
            return placeholder(kind)
        return _text(value, counts)
    if isinstance(value, int | float):
        if kind is not None and holds_number(key):
            counts[kind] += 1
            return placeholder(kind)
        return _number(value, counts)
    if isinstance(value, Mapping):
        return {
            _text(name, counts): _walk(
                item, key_kind(name) or _inside(kind), name, counts, depth + 1
            )
            for name, item in value.items()
        }
    return [_walk(item, kind, key, counts, depth + 1) for item in value]


def _inside(kind: SecretKind | None) -> SecretKind | None:
    """Return what a key says about values further inside: all of a secret's object is secret."""
    return (
        kind if kind in (SecretKind.SECRET, SecretKind.COOKIE, SecretKind.AUTHORIZATION) else None
    )


def _text(text: str, counts: Counter[SecretKind]) -> str:
    scrubbed = scrub_text(text)
    for name, count in scrubbed.report.counts.items():
        counts[SecretKind(name)] += count
    return scrubbed.text


def _number(value: int | float, counts: Counter[SecretKind]) -> JsonValue:
    """Return a number, or what takes its place when it is a card's."""
    digits = str(value)
    return (
        value
        if len(digits) < 13 or _text(digits, counts) == digits
        else placeholder(SecretKind.CARD)
    )


def _report(counts: Mapping[SecretKind, int]) -> ScrubReport:
    return ScrubReport(counts={kind.value: counts[kind] for kind in sorted(counts)})


@lru_cache(maxsize=16_384)
def _short_spans(text: str) -> Sequence[Span]:
    return _found(text)


def _spans(text: str) -> Sequence[Span]:
    """Return what to replace; the same short texts come again and again."""
    return _short_spans(text) if len(text) <= 200 else _found(text)


def _found(text: str) -> Sequence[Span]:
    if len(text) < 3:
        return ()
    harmless = harmless_parts(text)
    found = [
        *by_form(text),
        *by_label(text, harmless),
        *by_check_digit(text, harmless),
        *by_contact(text, harmless),
        *by_entropy(text, harmless),
    ]
    return tuple(without_overlap(_outside_placeholders(text, found)))


def _outside_placeholders(text: str, spans: Sequence[Span]) -> list[Span]:
    if PLACEHOLDER not in text:
        return list(spans)
    return [span for span in spans if PLACEHOLDER not in text[span.start : span.end]]
