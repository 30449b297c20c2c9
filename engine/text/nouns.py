"""Singular forms of English nouns, so that ``orders`` and ``order`` are one resource."""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
    "criteria": "criterion",
    "indices": "index",
    "vertices": "vertex",
    "matrices": "matrix",
    "analyses": "analysis",
    "diagnoses": "diagnosis",
    "statuses": "status",
    "leaves": "leaf",
    "lives": "life",
    "quizzes": "quiz",
    "buses": "bus",
    "aliases": "alias",
    "viruses": "virus",
    "campuses": "campus",
    "bonuses": "bonus",
    "canvases": "canvas",
    "gases": "gas",
    "lenses": "lens",
    "censuses": "census",
    "caches": "cache",
    "niches": "niche",
}

_SAME_IN_PLURAL = (
    "news series species sms mms dns aws gps css tls sns sqs sts lens canvas atlas alias bias gas "
    "chaos kubernetes always perhaps less thanks https"
)
_INVARIANT = frozenset(_SAME_IN_PLURAL.split())

# Plurals in -ies whose singular ends in -ie, not in -y.
_SINGULAR_IN_IE = (
    "movies cookies zombies calories ties pies selfies rookies hoodies brownies genies"
)
_IE_NOUNS = frozenset(_SINGULAR_IN_IE.split())


@lru_cache(maxsize=65_536)
def singular(word: str) -> str:
    """Return the singular of a lower-case English noun; any other word comes back as it is.

    Parameters
    ----------
    word : str
        One whole word in lower case.

    Examples
    --------
    >>> [singular(word) for word in ("orders", "categories", "movies", "addresses", "boxes")]
    ['order', 'category', 'movie', 'address', 'box']
    >>> [singular(word) for word in ("status", "news", "ids", "access", "주문")]
    ['status', 'news', 'id', 'access', '주문']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _INVARIANT or len(word) < 3 or not word.isascii():
        return word
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word in _IE_NOUNS:
        return word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]


def is_plural(word: str) -> bool:
    """Tell whether a lower-case English noun stands in the plural.

    Examples
    --------
    >>> is_plural("orders"), is_plural("status"), is_plural("people")
    (True, False, True)
    """
    return singular(word) != word
