"""Clauses: where in a sentence its verbs stand, and which of them it rules out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.text.function_words import FUNCTION_WORDS
from engine.text.scripts import fold
from engine.text.verbs import Reading, VerbSense, base_form, sense_of
from engine.text.words import MAX_WORD, chunks

VERB_LAST = frozenset({"ja", "ko"})
"""Languages in which the verb that counts closes the sentence."""


class Piece(NamedTuple):
    """A piece of a sentence between blanks."""

    text: str
    folded: str
    """Its bare word, case-folded."""

    capitals: bool
    """Written in capitals alone, in a sentence that is not."""

    opens: bool
    """A clause begins with it: the place of an imperative."""

    negated: bool
    """A verb that the sentence rules out."""


class Verb(NamedTuple):
    """A verb of a sentence."""

    sense: VerbSense
    opens: bool
    negated: bool


def _by_language(**words: str) -> dict[str, frozenset[str]]:
    return {language: frozenset(text.split()) for language, text in words.items()}


_NEGATORS = _by_language(
    en="not no never without except dont don't doesnt doesn't didnt didn't cannot cant can't wont "
    "won't shouldnt shouldn't isnt isn't avoid excluding",
    de="nicht kein keine keinen keiner ohne nie niemals",
    fr="pas jamais sans aucun aucune",
    es="no sin nunca jamas ningun ninguna",
    it="non senza mai nessun nessuna",
    pt="nao sem nunca nenhum nenhuma",
    nl="niet geen zonder nooit",
    id="tanpa jangan bukan tidak",
    ru="не без нельзя",
)
"""Words that rule out the verb behind them."""

_PASSED_OVER = {
    language: FUNCTION_WORDS.get(language, frozenset()) | _NEGATORS.get(language, frozenset())
    for language in (*FUNCTION_WORDS, *_NEGATORS)
}
"""Words before which an imperative may still open its clause."""

_INSTEAD_OF = (("instead", "of"), ("rather", "than"))
_BEHIND_THE_VERB = re.compile(r"지\s*(?:말|마|않)|말고$|없이$")
"""Korean rules out behind the verb: 삭제하지 말고."""

_REACH = 3
"""Pieces behind a negator within which the verb stands that it rules out."""

_CONNECTORS = _by_language(
    en="and then or but to please",
    de="und dann oder aber sondern zu bitte",
    fr="et puis ou mais",
    es="y luego o pero",
    it="e poi o ma",
    pt="e depois ou mas",
    nl="en dan of maar te",
    id="dan lalu atau tetapi",
    ru="и затем или но а",
)
_CLAUSE_END = re.compile(r"[,.;:!?…、。，！？]+[\"')\]]*$")
_EDGES = re.compile(r"^\W+|\W+$")


def pieces(text: str, language: str) -> list[Piece]:
    """Return the pieces of a sentence, in order.

    Parameters
    ----------
    text : str
        Any text; untrusted.
    language : str
        ISO 639-1 code; its function words, connectors and negators are used.

    Examples
    --------
    >>> [piece.folded for piece in pieces("Archive it, don't delete it", "en") if piece.opens]
    ['archive', "don't", 'delete']
    >>> [piece.folded for piece in pieces("Archive it, don't delete it", "en") if piece.negated]
    ['delete']
    """
    raw = chunks(text)
    folded = [fold(_EDGES.sub("", piece.replace("’", "'"))) for piece in raw]
    passed_over = _PASSED_OVER.get(language, frozenset())
    connectors = _CONNECTORS.get(language, frozenset())
    negated = _negated(raw, folded, language)
    shouted = text.isupper()
    found: list[Piece] = []
    opens = True
    for position, (piece, bare) in enumerate(zip(raw, folded, strict=True)):
        found.append(
            Piece(piece, bare, piece.isupper() and not shouted, opens, position in negated)
        )
        opens = (
            _CLAUSE_END.search(piece) is not None
            or bare in connectors
            or (opens and bare in passed_over)
        )
    return found


_INTERROGATIVES = _by_language(
    en="who whom whose what whats which when where why how",
    de="wer wen wem wessen was welche welcher welches welchen wann wo warum wie",
    fr="qui que quoi quel quelle quels quelles quand ou pourquoi comment combien",
    es="quien quienes que cual cuales cuando donde cuanto cuantos cuanta cuantas",
    it="chi che quale quali quando dove perche quanto quanti quanta quante",
    pt="quem que qual quais quando onde quanto quantos quanta quantas",
    nl="wie wat welke welk wanneer waar waarom hoe hoeveel",
    id="siapa apa mana kapan mengapa bagaimana berapa",
    ru="кто что какой какая какие когда где почему сколько",
    ko="누구 누가 뭐 뭘 무엇 무슨 어떤 언제 어디 어디서 왜 얼마 얼마나 몇",
)


def is_question(found: list[Piece], language: str) -> bool:
    """Tell whether a sentence asks: it opens with an interrogative or ends with its mark.

    Where the verb closes the sentence, an interrogative may stand anywhere.

    Examples
    --------
    >>> is_question(pieces("Who played the lead", "en"), "en")
    True
    >>> is_question(pieces("Tell me who played the lead", "en"), "en")
    False
    """
    if not found:
        return False
    asking = _INTERROGATIVES.get(language, frozenset())
    asked = found if language in VERB_LAST else found[:1]
    return any(piece.folded in asking for piece in asked) or found[-1].text.endswith(("?", "？"))


def verbs(found: list[Piece]) -> list[Verb]:
    """Return the verbs among the pieces of a sentence, in order.

    A word that also names a thing (*list*, *search*, *order*) is taken for a verb only where a
    clause begins with it.
    """
    return [
        Verb(sense, piece.opens, piece.negated)
        for piece in found
        if (sense := _sense(piece.folded)) is not None
        and (sense.reading is Reading.VERB or piece.opens or piece.negated)
    ]


def _sense(bare: str) -> VerbSense | None:
    return _known_sense(bare) if len(bare) <= MAX_WORD else None


@lru_cache(maxsize=16_384)
def _known_sense(bare: str) -> VerbSense | None:
    return sense_of(bare) or sense_of(base_form(bare)) or sense_of(bare.removesuffix("하지"))


def _negated(raw: list[str], folded: list[str], language: str) -> set[int]:
    negators = _NEGATORS.get(language, frozenset())
    ruled_out: set[int] = set()
    for position, bare in enumerate(folded):
        if bare in negators or tuple(folded[max(0, position - 1) : position + 1]) in _INSTEAD_OF:
            for other in range(position + 1, min(position + 1 + _REACH, len(raw))):
                if _sense(folded[other]) is not None:
                    ruled_out.add(other)
                    break
                if _CLAUSE_END.search(raw[other]):
                    break
        behind = " ".join(raw[position : position + 2])
        if language == "ko" and _BEHIND_THE_VERB.search(behind) and _sense(bare) is not None:
            ruled_out.add(position)
    return ruled_out
