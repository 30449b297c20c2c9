"""What a query asks for and what it rules out, read word by word."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.models.tool import RiskClass
from engine.text.clauses import VERB_LAST, Piece, pieces
from engine.text.function_words import FUNCTION_WORDS
from engine.text.scripts import language_of
from engine.text.verbs import Reading, VerbSense, base_form, sense_of
from engine.text.words import WordKind, words

MAX_CHARACTERS = 4000
"""A query is read up to here; what follows is pasted material rather than a wish."""

_IDENTIFIER = re.compile(r"\d|^id$|^ids$|^uuid$|^guid$|^sku$")
_KOREAN_JOINTS = ("하고", "하여", "해서")
_ORDER = (RiskClass.READ, RiskClass.UNKNOWN, RiskClass.WRITE, RiskClass.DESTRUCTIVE)


class Request(NamedTuple):
    """One query, read."""

    wanted: frozenset[str]
    """Stems of what it speaks of, without function words and without what it rules out."""

    excluded: frozenset[str]
    """Stems of the verbs that it rules out."""

    effect: RiskClass
    """Greatest effect that a verb of the query asks for; ``read`` when none asks for a change.
    A verb under a negation asks for nothing."""

    has_identifier: bool
    """Whether it holds something that points at one record: a number, a code, the word *id*."""


def effect_level(effect: RiskClass) -> int:
    """Return how much a call can do to the world, for comparison: read 0 to destructive 3.

    Examples
    --------
    >>> effect_level(RiskClass.READ) < effect_level(RiskClass.WRITE)
    True
    """
    return _ORDER.index(effect)


@lru_cache(maxsize=4096)
def read_request(query: str) -> Request:
    """Read a query.

    Whole tokens only: nothing is found inside another word. What licenses an effect is read more
    strictly than what ranks a tool: "running jobs" describes, "run the job" acts.

    Parameters
    ----------
    query : str
        Any text, untrusted; may be empty.

    Examples
    --------
    >>> read_request("delete the draft").effect
    <RiskClass.DESTRUCTIVE: 'destructive'>
    >>> read_request("show the order, do not delete it").effect
    <RiskClass.READ: 'read'>
    """
    text = query[:MAX_CHARACTERS]
    language = language_of(text)
    found = pieces(text, language)
    kept = " ".join(piece.text for piece in found if not piece.negated)
    ruled_out = " ".join(piece.text for piece in found if piece.negated)
    wanted = content_stems(kept, language)
    excluded = content_stems(ruled_out, language) - wanted
    effects = [_effect_of(found, position, language) for position in range(len(found))]
    return Request(
        wanted=wanted,
        excluded=excluded,
        effect=max(effects, key=effect_level, default=RiskClass.READ),
        has_identifier=any(_IDENTIFIER.search(piece.folded) for piece in found),
    )


def content_stems(text: str, language: str) -> frozenset[str]:
    """Return the stems of a text's words, without function words and written-together forms.

    Examples
    --------
    >>> sorted(content_stems("the order's refunds", "en"))
    ['order', 'refund']
    """
    functional = FUNCTION_WORDS.get(language, frozenset()) | FUNCTION_WORDS["en"]
    return frozenset(
        word.key
        for word in words(text, language)
        if word.kind is not WordKind.JOINED and word.surface not in functional
    )


def _effect_of(found: list[Piece], position: int, language: str) -> RiskClass:
    """Return what the verb at ``position`` leaves behind; ``read`` where no verb acts."""
    piece = found[position]
    sense = _sense_of(piece)
    if sense is None or piece.negated:
        return RiskClass.READ
    if language in VERB_LAST:
        acts = _closes_sentence(found, position)
    else:
        acts = _acts(piece, sense, found[position + 1] if position + 1 < len(found) else None)
    return sense.effect if acts else RiskClass.READ


def _sense_of(piece: Piece) -> VerbSense | None:
    return sense_of(piece.folded) or sense_of(base_form(piece.folded))


def _acts(piece: Piece, sense: VerbSense, after: Piece | None) -> bool:
    """Whether a verb tells what to do, rather than describe or name a thing."""
    takes_object = after is not None and (
        after.folded in FUNCTION_WORDS["en"] or after.folded[:1].isdigit()
    )
    inflected = sense_of(piece.folded) is None
    if inflected and piece.folded.endswith("ing"):
        return takes_object
    if sense.reading is Reading.VERB:
        return True
    if sense.reading is Reading.VERB_OR_NOUN:
        return piece.opens
    return piece.opens and takes_object and not inflected


def _closes_sentence(found: list[Piece], position: int) -> bool:
    """Whether a verbal noun is an act rather than a thing, where the verb stands last.

    The act stands last, or is joined to the next one by an ending.
    """
    if any(joint in found[position].folded for joint in _KOREAN_JOINTS):
        return True
    return all(_sense_of(piece) is None for piece in found[position + 1 :])
