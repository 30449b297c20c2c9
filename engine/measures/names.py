"""Names of measures: ``nDCG@10`` as a value, with its cut-off and its direction."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

from engine.errors import InvalidInput, nearest


class Direction(StrEnum):
    """Which way a measure improves."""

    HIGHER = "higher"
    LOWER = "lower"


class _Kind(NamedTuple):
    """What is known of a family of measures."""

    takes_cutoff: bool
    direction: Direction
    meaning: str


SUCCESS = "Success"
RECALL = "R"
PRECISION = "P"
NDCG = "nDCG"
ALL = "All"
MRR = "MRR"
SELECTOR_ACCURACY = "selector_accuracy"
NO_ANSWER_ACCURACY = "no_answer_accuracy"

_KINDS: dict[str, _Kind] = {
    SUCCESS: _Kind(True, Direction.HIGHER, "a tool that counts as the target is in the top k"),
    MRR: _Kind(False, Direction.HIGHER, "one over the rank of the target"),
    RECALL: _Kind(True, Direction.HIGHER, "share of the expected set in the top k"),
    PRECISION: _Kind(True, Direction.HIGHER, "share of the top k that is expected"),
    NDCG: _Kind(True, Direction.HIGHER, "discounted gain over that of the ideal order"),
    ALL: _Kind(True, Direction.HIGHER, "the whole expected set is in the top k"),
    SELECTOR_ACCURACY: _Kind(False, Direction.HIGHER, "the selected tool counts as the target"),
    NO_ANSWER_ACCURACY: _Kind(
        False, Direction.HIGHER, "a case that no tool fits is recognised as one"
    ),
}

_ALIASES = {"recall": RECALL, "rr": MRR, "ndcg": NDCG, "success": SUCCESS, "hit": SUCCESS}


class Measure(NamedTuple):
    """A measure with its cut-off; prints as its own name.

    Examples
    --------
    >>> str(Measure.parse("recall@8"))
    'R@8'
    >>> Measure.parse("nDCG@10")
    Measure(kind='nDCG', cutoff=10)
    """

    kind: str
    """Family, spelled as the field spells it."""

    cutoff: int | None = None
    """Rank cut-off; None for a measure that takes none."""

    @classmethod
    def parse(cls, name: str) -> Self:
        """Read a name such as ``R@8`` or ``MRR``; the inverse of ``str``.

        Raises
        ------
        InvalidInput
            If the family is unknown, or if a cut-off is missing, superfluous or below 1.
        """
        head, at, tail = name.strip().partition("@")
        kind = next((k for k in _KINDS if k.lower() == head.lower()), _ALIASES.get(head.lower()))
        if kind is None:
            known = [example(k) for k in _KINDS]
            near = nearest(head, list(_KINDS))
            hint = f" Did you mean {example(near)!r}?" if near else ""
            raise InvalidInput(f"{name!r} is not a measure; there are {', '.join(known)}.{hint}")
        if not _KINDS[kind].takes_cutoff:
            if at:
                raise InvalidInput(f"measure {kind} takes no cut-off, but {name!r} gives one.")
            return cls(kind)
        if not tail.isdecimal() or int(tail) < 1:
            raise InvalidInput(
                f"measure {kind} needs a rank cut-off of at least 1, for example "
                f"{example(kind)!r}, but {name!r} was given."
            )
        return cls(kind, int(tail))

    def __str__(self) -> str:
        return self.kind if self.cutoff is None else f"{self.kind}@{self.cutoff}"

    @property
    def direction(self) -> Direction:
        """Which way the measure improves."""
        return _KINDS[self.kind].direction

    @property
    def meaning(self) -> str:
        """What the measure says of one case, in a few words."""
        return _KINDS[self.kind].meaning


def example(kind: str) -> str:
    """Return a name of the family as a user would write it.

    Examples
    --------
    >>> example("R"), example("MRR")
    ('R@10', 'MRR')
    """
    return f"{kind}@10" if _KINDS[kind].takes_cutoff else kind


def higher_is_better(name: str) -> bool:
    """Whether a greater value is better; True for a name of a newer engine.

    Examples
    --------
    >>> higher_is_better("MRR")
    True
    """
    try:
        return Measure.parse(name).direction is Direction.HIGHER
    except InvalidInput:
        return True


def display_order(name: str) -> tuple[int, int, str]:
    """Sort key that lists measures by family, then by cut-off, unknown ones last.

    Examples
    --------
    >>> sorted(["nDCG@10", "R@10", "MRR", "Success@5", "R@5"], key=display_order)
    ['Success@5', 'MRR', 'R@5', 'R@10', 'nDCG@10']
    """
    try:
        measure = Measure.parse(name)
    except InvalidInput:
        return (len(_KINDS), 0, name)
    return (list(_KINDS).index(measure.kind), measure.cutoff or 0, name)
