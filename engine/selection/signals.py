"""What speaks for each candidate over the others, in named signals.

Candidates are compared by what *distinguishes* them: a word that every candidate carries weighs
nothing, one that a single candidate carries weighs most. Every signal is a number in [-1, 1]
before it is weighted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from engine.models.candidate import Candidate
from engine.selection.profile import Profile
from engine.selection.request import Request


class Signal(StrEnum):
    """Names of the signals."""

    RETRIEVAL = "retrieval"
    """Retrieval score, relative to the best candidate's."""

    RETRIEVAL_FIRST = "retrieval_first"
    """Retrieval ranked it first."""

    QUALIFIER_MATCH = "qualifier_match"
    """The query names what its name and path say and its siblings' do not."""

    UNREQUESTED_QUALIFIER = "unrequested_qualifier"
    """Its name or path says what neither its siblings' nor the query does."""

    TEXT_MATCH = "text_match"
    """The query names what its short text says and its siblings' do not."""

    EXCLUDED_WORD = "excluded_word"
    """It is named after an act that the query rules out."""

    ACTION_MATCH = "action_match"
    """Its action is the one asked for (negative: it is another)."""

    SHAPE_MATCH = "shape_match"
    """Its result has the shape asked for (negative: it has another)."""

    REQUEST_CONTRACT = "request_contract"
    """The query names its required inputs."""

    RESPONSE_CONTRACT = "response_contract"
    """The query names fields of its result that its siblings lack."""

    IDENTIFIER_FIT = "identifier_fit"
    """The query points at one record and the tool takes one (negative: only one of the two)."""

    LEARNING = "learning"
    """Promoted trace learning prefers it."""


Signals = dict[str, float]
"""Value of each signal that is not zero, by name."""


def compare(
    request: Request,
    profiles: Mapping[str, Profile],
    rows: Mapping[str, Candidate],
    preferred: frozenset[str],
) -> dict[str, Signals]:
    """Return the unweighted signals of every candidate.

    Parameters
    ----------
    request : Request
        The query, read.
    profiles : mapping of str to Profile
        The candidates, by name.
    rows : mapping of str to Candidate
        Retrieval's row of each candidate that it brought.
    preferred : frozenset of str
        Candidates that promoted learning prefers for this query.
    """
    identity = _weights([profile.identity for profile in profiles.values()])
    text = _weights([profile.text for profile in profiles.values()])
    output = _weights([profile.output for profile in profiles.values()])
    wanted = request.wanted
    identity_total = _total(identity, wanted)
    text_total = _total(text, wanted)
    output_total = _total(output, wanted)
    best = max((row.score for row in rows.values()), default=0.0)
    compared: dict[str, Signals] = {}
    for name, profile in profiles.items():
        row = rows.get(name)
        own = _total(identity, profile.identity)
        signals = {
            Signal.RETRIEVAL: row.score / best if row and best > 0 else 0.0,
            Signal.RETRIEVAL_FIRST: float(row is not None and row.rank == 1),
            Signal.QUALIFIER_MATCH: _share(identity, profile.identity & wanted, identity_total),
            Signal.UNREQUESTED_QUALIFIER: -_share(identity, profile.identity - wanted, own),
            Signal.TEXT_MATCH: _share(text, profile.text & wanted, text_total),
            Signal.EXCLUDED_WORD: -_carries(profile, request.excluded),
            Signal.ACTION_MATCH: _fit(row.semantic_evidence.action_match if row else None),
            Signal.SHAPE_MATCH: _fit(row.semantic_evidence.shape_match if row else None),
            Signal.REQUEST_CONTRACT: _named(profile.required, wanted),
            Signal.RESPONSE_CONTRACT: _share(output, profile.output & wanted, output_total),
            Signal.IDENTIFIER_FIT: _identifier_fit(request, profile),
            Signal.LEARNING: float(name in preferred),
        }
        compared[name] = {signal.value: value for signal, value in signals.items() if value}
    return compared


def similarities(rows: Iterable[Candidate]) -> dict[str, float]:
    """Return the cosine of the query with each row's tool, of those that an encoder compared."""
    return {
        row.name: row.semantic_evidence.dense_similarity
        for row in rows
        if row.semantic_evidence.dense_similarity is not None
    }


def coverage(request: Request, profile: Profile) -> float:
    """Share of the words that the query speaks of which the tool carries, in [0, 1].

    Unlike a signal it is no comparison: it says how much of the query any answer can rest on.
    """
    if not request.wanted:
        return 0.0
    return len(request.wanted & profile.words) / len(request.wanted)


def _weights(word_sets: Sequence[frozenset[str]]) -> dict[str, float]:
    """Weigh each word by the share of candidates that lack it; shared by all weighs nothing."""
    counts = Counter(word for words in word_sets for word in words)
    n = len(word_sets)
    return {word: 1.0 - count / n for word, count in counts.items() if count < n}


def _total(weights: Mapping[str, float], words: frozenset[str]) -> float:
    # fsum is exact before its one rounding: the order of a set cannot show.
    return math.fsum(weights[word] for word in words if word in weights)


def _share(weights: Mapping[str, float], words: frozenset[str], total: float) -> float:
    return _total(weights, words) / total if total > 0 else 0.0


def _carries(profile: Profile, words: frozenset[str]) -> float:
    return float(bool((profile.verbs | profile.identity) & words))


def _fit(matches: bool | None) -> float:
    if matches is None:
        return 0.0
    return 1.0 if matches else -1.0


def _named(fields: Sequence[frozenset[str]], wanted: frozenset[str]) -> float:
    """Share of the required inputs that the query names in part."""
    if not fields:
        return 0.0
    return sum(bool(words & wanted) for words in fields) / len(fields)


def _identifier_fit(request: Request, profile: Profile) -> float:
    if request.has_identifier == profile.takes_identifier:
        return float(profile.takes_identifier)
    return -1.0
