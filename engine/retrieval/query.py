"""What a query says: its words, the action and the shape that it asks for, what it rules out."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.models.candidate import EmptyReason, Intent
from engine.models.tool import Action, ResultShape, RiskClass
from engine.text.clauses import VERB_LAST, Piece, Verb, is_question, pieces, verbs
from engine.text.function_words import FUNCTION_WORDS
from engine.text.scripts import language_of
from engine.text.verbs import shape_of
from engine.text.words import Word, chunk_words


class QueryWord(NamedTuple):
    """One word of a query."""

    word: Word
    capitals: bool
    """Whether it is written in capitals alone, as initials are."""

    negated: bool
    """Whether the query rules it out."""


class Query(NamedTuple):
    """A query, read."""

    text: str
    language: str
    """ISO 639-1 code."""

    words: tuple[QueryWord, ...]
    """Words that name something, in order; function words are left out."""

    action: Action
    """What it asks to do; ``unknown`` when it does not say."""

    shape: ResultShape
    """What it asks to get; ``unknown`` when it does not say."""

    negated_actions: frozenset[Action]
    """Actions that it rules out and does not ask for elsewhere."""

    intent: Intent
    empty_reason: EmptyReason | None
    """Set when nothing can be looked up."""


def read_query(text: str) -> Query:
    """Read a query.

    Never fails: a query that holds nothing to look up carries the reason.

    Parameters
    ----------
    text : str
        Any text, also an empty one; untrusted.

    Examples
    --------
    >>> query = read_query("Don't delete the order, archive it")
    >>> query.action.value, [action.value for action in query.negated_actions]
    ('update', ['delete'])
    >>> read_query("how many members are there").shape.value
    'count'
    """
    language = language_of(text)
    sentence = pieces(text, language)
    stops = FUNCTION_WORDS.get(language, frozenset())
    found = [
        QueryWord(word, piece.capitals, piece.negated)
        for piece in sentence
        for word in chunk_words(piece.text, language)
    ]
    kept = tuple(word for word in found if word.word.surface not in stops)
    said = verbs(sentence)
    asked = [verb for verb in said if not verb.negated]
    return Query(
        text=text,
        language=language,
        words=kept,
        action=_asked_action(asked, language, sentence),
        shape=_asked_shape(sentence, text),
        negated_actions=frozenset(verb.sense.action for verb in said if verb.negated)
        - {verb.sense.action for verb in asked},
        intent=_intent(asked),
        empty_reason=_empty_reason(text, any_words=bool(found), any_kept=bool(kept)),
    )


def _empty_reason(text: str, *, any_words: bool, any_kept: bool) -> EmptyReason | None:
    if any_kept:
        return None
    if not text.strip():
        return EmptyReason.EMPTY_QUERY
    return EmptyReason.STOP_WORDS_ONLY if any_words else EmptyReason.NO_TOKENS


def _asked_action(asked: list[Verb], language: str, sentence: list[Piece]) -> Action:
    """Return the action of the verb that counts: the first imperative, or else the first verb.

    Where the verb closes the sentence, it is the last one. A question without a known verb asks
    to be told something.
    """
    if not asked:
        return Action.READ if is_question(sentence, language) else Action.UNKNOWN
    if language in VERB_LAST:
        return asked[-1].sense.action
    return next((verb for verb in asked if verb.opens), asked[0]).sense.action


_COUNT_PHRASES = re.compile(
    r"\b(?:how many|(?:total )?number of|wie viele|combien de|cu[aá]nt[oa]s|quant[eio]|quant[oa]s"
    r"|hoeveel|berapa(?: banyak)?)\b|몇\s?(?:개|건|명|번)|сколько|何(?:件|個|人)|多少",
    re.IGNORECASE,
)


def _asked_shape(sentence: list[Piece], text: str) -> ResultShape:
    if _COUNT_PHRASES.search(text):
        return ResultShape.COUNT
    shapes = (shape_of(piece.folded) for piece in sentence if not piece.negated)
    return next((shape for shape in shapes if shape is not None), ResultShape.UNKNOWN)


def _intent(asked: list[Verb]) -> Intent:
    if not asked:
        return Intent()
    effects = [verb.sense.effect for verb in asked]
    shares = {
        "read": effects.count(RiskClass.READ) / len(effects),
        "write": effects.count(RiskClass.WRITE) / len(effects),
        "delete": effects.count(RiskClass.DESTRUCTIVE) / len(effects),
    }
    best = max(shares, key=lambda name: shares[name])
    return Intent(
        dominant=best if shares[best] > 0.5 else "neutral",
        read=round(shares["read"], 6),
        write=round(shares["write"], 6),
        delete=round(shares["delete"], 6),
    )
