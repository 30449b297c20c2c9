"""Words that are one slip of the finger apart."""

from __future__ import annotations

from collections.abc import Iterable

MAX_LENGTH = 32
"""Longer words are no words; looking up all their forms would cost their length squared."""


class OneEditIndex:
    """Finds the words of a vocabulary that differ from a given one by a single edit.

    An edit is one letter left out, added, replaced, or swapped with its neighbour (the optimal
    string alignment distance). The first letter is taken to be right: slips there are rare, and
    allowing them would join words that merely rhyme.

    The index holds every word of the vocabulary under each of its forms with one letter left
    out, so that a lookup costs as many dictionary reads as the word has letters.

    Parameters
    ----------
    vocabulary : iterable of str
        The words that can be found; their order never matters.
    min_length : int
        Shorter words are not looked up and never found: one edit changes their meaning.

    Examples
    --------
    >>> index = OneEditIndex(["refund", "order", "member"], min_length=5)
    >>> index.near("refnud"), index.near("ordr"), index.near("orders")
    (('refund',), (), ('order',))
    """

    def __init__(self, vocabulary: Iterable[str], *, min_length: int) -> None:
        self._min_length = min_length
        self._by_shorter: dict[str, list[str]] = {}
        for word in sorted(set(vocabulary)):
            if self._is_covered(word):
                for form in _shortened(word):
                    self._by_shorter.setdefault(form, []).append(word)

    def near(self, word: str) -> tuple[str, ...]:
        """Return the vocabulary's words at distance one from ``word``, sorted."""
        if not self._is_covered(word):
            return ()
        found = {near for form in _shortened(word) for near in self._by_shorter.get(form, ())}
        return tuple(
            sorted(near for near in found if near[0] == word[0] and is_one_edit(word, near))
        )

    def _is_covered(self, word: str) -> bool:
        return self._min_length <= len(word) <= MAX_LENGTH and word.isalpha()


def _shortened(word: str) -> set[str]:
    return {word} | {word[:i] + word[i + 1 :] for i in range(len(word))}


def is_one_edit(one: str, other: str) -> bool:
    """Tell whether exactly one edit turns ``one`` into ``other``.

    Examples
    --------
    >>> is_one_edit("label", "lable"), is_one_edit("label", "labels"), is_one_edit("a", "a")
    (True, True, False)
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    if len(one) == len(other):
        swapped = one[start : start + 2] == other[start : start + 2][::-1]
        return one[start + 1 :] == other[start + 1 :] or (
            swapped and one[start + 2 :] == other[start + 2 :]
        )
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[start + 1 :] == shorter[start:]
