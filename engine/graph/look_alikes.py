"""Tools whose names differ in one word: the siblings that are mixed up first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from engine.models.readiness import LookAlikes
from engine.models.tool import Tool
from engine.text.identifiers import split_identifier
from engine.text.nouns import singular

_LEAST_SHARED = 2
"""So many words must be left when one is taken away."""

_FUNCTION_WORDS = frozenset(
    ["a", "an", "the", "by", "for", "of", "in", "from", "with", "to", "and", "or", "on", "at"]
)


def find_look_alikes(tools: Sequence[Tool]) -> tuple[LookAlikes, ...]:
    """Return groups of tools with one action on one kind of thing, named alike but for one word.

    Parameters
    ----------
    tools : sequence of Tool
        In any order.

    Returns
    -------
    tuple of LookAlikes
        Largest first. A tool may stand in several groups. Takes time linear in the words of all
        names.
    """
    groups: dict[tuple[tuple[str, ...], str, str], set[str]] = defaultdict(set)
    for tool in tools:
        action, resource = tool.semantics.action.value, tool.semantics.resource.value
        for shared in _without_one(name_words(tool.name)):
            groups[shared, action, resource.split()[-1]].add(tool.name)
    found = [
        LookAlikes(tools=tuple(sorted(names)), shared=tuple(sorted(set(shared))))
        for (shared, _, _), names in groups.items()
        if len(names) > 1
    ]
    return tuple(sorted(found, key=lambda group: (-len(group.tools), group.tools, group.shared)))


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name that tell it from others: singular, sorted, each as often."""
    words = (singular(word) for word in split_identifier(name))
    return tuple(sorted(word for word in words if word not in _FUNCTION_WORDS))


def _without_one(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    if len(words) > _LEAST_SHARED:
        yield from {(*words[:i], *words[i + 1 :]) for i in range(len(words))}
    # A name that is another's without one word.
    if len(words) >= _LEAST_SHARED:
        yield tuple(words)
