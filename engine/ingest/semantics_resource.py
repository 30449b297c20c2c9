"""What a tool acts on: its primary resource, and the module of paths that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ingest.semantics_words import static_segments
from engine.models.tool import Derived, Endpoint
from engine.text.identifiers import split_identifier
from engine.text.nouns import singular
from engine.text.verbs import Reading, sense_of, shape_of

_VERSION = re.compile(r"v?\d+([.]\d+)*((alpha|beta|rc)\d*)?")

# Segments that every operation of a document may share; they group nothing.
_ROOTS = frozenset(["api", "apis", "rest", "service", "services", "web", "open", "openapi", "rpc"])

# Segments that say whose or for whom, so that the next segment still belongs to the module.
_SCOPE_WORDS = (
    "admin public private internal external partner mobile user me my current self authenticated"
)
_SCOPES = frozenset(_SCOPE_WORDS.split())

# Words that describe a noun without naming another one.
_DESCRIBING_WORDS = (
    "a an the my your their this all any every each many multiple single new latest current recent "
    "available existing given specific particular only simple full bulk batch popular upcoming "
    "trending similar related nearby featured active inactive pending default now today top best "
    "nearest closest"
)
_ADJECTIVES = frozenset(_DESCRIBING_WORDS.split())

_ABLE_NOUNS = frozenset(["table", "variable", "cable", "timetable", "vegetable", "able"])

# Nouns that say no more than that something is known about the noun before them.
_KNOWING_WORDS = "info information data detail details result results api legacy id ids object"
_GENERIC_NOUNS = frozenset(_KNOWING_WORDS.split())

_UNKNOWN = Derived(value="unknown", source="none", confidence=0.0)

_LONGEST = 4


def derive_resource(
    nouns: Sequence[str], endpoint: Endpoint | None, tags: Sequence[str], *, act: str = ""
) -> Derived:
    """Return the primary resource in singular words, by path and name together, or either.

    The path's last fixed segment that is no verb names the resource; the name may add the words
    before it when the path or a tag holds them too (``order item`` of ``/orders/{id}/items``).
    Without a path it is the name's noun phrase; without any, the first tag. ``act`` is the name's
    verb: a last segment that is the same word is no resource.
    """
    phrase = _noun_phrase(nouns)
    by_path = _path_resource(endpoint, act)
    tag = _tag_resource(tags)
    if by_path and not (phrase and _SCOPES.issuperset(by_path)):
        known = _known_tail(phrase, {*_path_words(endpoint), *tag})
        if phrase and phrase[-1] == by_path[-1]:
            best = known if len(known) > len(by_path) else by_path
            return Derived(value=" ".join(best), source="path", confidence=0.9)
        if known:
            # The path ends in something else (a state, a view), the name says of what.
            return Derived(value=" ".join(known), source="name", confidence=0.75)
        confidence = 0.8 if tag and tag[-1] in by_path else 0.7
        return Derived(value=" ".join(by_path), source="path", confidence=confidence)
    if phrase:
        confidence = 0.8 if set(tag) & set(phrase) else 0.65
        return Derived(value=" ".join(phrase), source="name", confidence=confidence)
    if tag:
        return Derived(value=" ".join(tag), source="tag", confidence=0.55)
    return _UNKNOWN


def derive_module(name: str, endpoint: Endpoint | None) -> Derived:
    """Return the leading path segments that group operations, or the name's own namespace.

    Version and root segments (``/api/v2``) group nothing and are left out; a scope (``/admin``)
    keeps the segment after it.
    """
    module = _leading_segments(endpoint.path) if endpoint else ""
    if module:
        return Derived(value=module, source="path", confidence=0.9)
    namespace = re.match(r"([A-Za-z][\w-]*?)(?:[/.:]|__)\w", name)
    if namespace:
        return Derived(value=f"/{namespace.group(1)}", source="name", confidence=0.6)
    return _UNKNOWN


def _leading_segments(path: str) -> str:
    segments = [part for part in path.split("?")[0].split("/") if part]
    while len(segments) > 1 and _groups_nothing(segments[0]) and not _ends_a_group(segments[1]):
        segments = segments[1:]
    kept: list[str] = []
    for segment in segments:
        words = split_identifier(segment)
        if _is_parameter(segment) or not words or _starts_with_verb(words):
            break
        head, dot, _ = segment.rpartition(".")
        kept.append(head if dot else segment)
        if segment.lower() not in _SCOPES:
            break
    return "/" + "/".join(kept) if kept else ""


def _groups_nothing(segment: str) -> bool:
    return segment.lower() in _ROOTS or _VERSION.fullmatch(segment.lower()) is not None


def _ends_a_group(segment: str) -> bool:
    """Tell whether a segment says what to do with the group before it, or which of it."""
    words = split_identifier(segment)
    return _is_parameter(segment) or (len(words) == 1 and sense_of(words[0]) is not None)


def _is_parameter(segment: str) -> bool:
    return "{" in segment or segment.startswith((":", "<"))


def _starts_with_verb(words: Sequence[str]) -> bool:
    """Tell whether a segment is a call by name (``getAuthorBooks``) instead of a group."""
    sense = sense_of(words[0])
    return len(words) > 1 and sense is not None and sense.reading is Reading.VERB


def _noun_phrase(nouns: Sequence[str]) -> tuple[str, ...]:
    """Keep the nouns that name the thing: no adjectives, no shape words, singular, the last few."""
    kept = [
        noun
        for noun in nouns
        if not _is_adjective(noun) and not _VERSION.fullmatch(noun) and shape_of(noun) is None
    ]
    while len(kept) > 1 and kept[-1] in _GENERIC_NOUNS:
        kept.pop()
    if not kept:
        return ()
    return _unrepeated(kept)


def _unrepeated(nouns: Sequence[str]) -> tuple[str, ...]:
    """Return the last few nouns in the singular, each once, where it stands last."""
    words = [singular(noun) for noun in nouns[-_LONGEST:]]
    return tuple(word for i, word in enumerate(words) if word not in words[i + 1 :])


def _path_resource(endpoint: Endpoint | None, act: str) -> tuple[str, ...]:
    if endpoint is None:
        return ()
    segments = [
        (_nouns_of(tokens), adjacent) for tokens, adjacent in static_segments(endpoint.path)
    ]
    acts = len(segments) > 1 and not endpoint.is_safe
    while segments and (not segments[-1][0] or (acts and segments[-1][0] == (act,))):
        segments.pop()
    if not segments:
        return ()
    head, adjacent = segments[-1]
    if len(head) == 1 and adjacent and len(segments) > 1:
        parent = segments[-2][0]
        if parent and not _SCOPES.issuperset(parent):
            head = (*parent, *head)
    return _unrepeated(head)


def _nouns_of(tokens: Sequence[str]) -> tuple[str, ...]:
    """Take verbs, shape words, versions and roots out of a path segment."""
    kept = [
        token
        for token in tokens
        if not _VERSION.fullmatch(token) and token not in _ROOTS and not _is_adjective(token)
    ]
    if kept and (sense := sense_of(kept[0])) and sense.reading is not Reading.NOUN_OR_VERB:
        kept = kept[1:]
    while kept and shape_of(kept[-1]):
        kept.pop()
    return tuple(kept)


def _is_adjective(word: str) -> bool:
    """Tell whether a word only describes: by list, as a participle (*archived*), or by *-able*."""
    participle = word.endswith("ed") and not word.endswith("eed") and len(word) > 4
    able = word.endswith("able") and word not in _ABLE_NOUNS
    return word in _ADJECTIVES or participle or able


def _path_words(endpoint: Endpoint | None) -> set[str]:
    if endpoint is None:
        return set()
    return {singular(token) for tokens, _ in static_segments(endpoint.path) for token in tokens}


def _known_tail(phrase: Sequence[str], known: set[str]) -> tuple[str, ...]:
    """Return the longest end of a phrase whose words are all known."""
    start = len(phrase)
    while start and phrase[start - 1] in known:
        start -= 1
    return tuple(phrase[start:])


def _tag_resource(tags: Sequence[str]) -> tuple[str, ...]:
    for tag in tags:
        tokens = tuple(token for token in split_identifier(tag) if token not in _GENERIC_NOUNS)
        if tokens:
            return _unrepeated(tokens)
    return ()
