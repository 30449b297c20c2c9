"""What of a tool the selector compares: the words that say what it is, and its contract."""

from __future__ import annotations

from typing import NamedTuple

from engine.models.tool import FieldKind, Location, RiskClass, Tool
from engine.selection.request import content_stems
from engine.text.scripts import language_of
from engine.text.verbs import Reading, sense_of

MAX_PROFILES = 20_000
"""Profiles kept for reuse; the oldest goes first."""

MAX_TEXT = 300
"""Characters of the short text that are read."""

MAX_PROSE = 1500
"""Characters of title and description that count as words of the tool."""

MAX_FIELDS = 40
"""Fields of each side of the contract that are read."""


class Profile(NamedTuple):
    """A tool as the selector sees it. Words are stems."""

    identity: frozenset[str]
    """Words of the name and of the fixed path segments, without verbs."""

    verbs: frozenset[str]
    """Verbs among the words of the name and of the fixed path segments."""

    text: frozenset[str]
    """Words of the title, or of the beginning of the description."""

    required: tuple[frozenset[str], ...]
    """Words of each required input that is business data."""

    output: frozenset[str]
    """Words of the fields of its result."""

    words: frozenset[str]
    """All words of its name, path, texts, tags and inputs."""

    takes_identifier: bool
    """Whether it works on one record that the caller must point at."""

    risk: RiskClass
    """What a call can do to the world."""


_cache: dict[str, Profile] = {}


def profile_of(tool: Tool) -> Profile:
    """Return the profile of ``tool``; equal content is read once."""
    profile = _cache.get(tool.fingerprint)
    if profile is None:
        if len(_cache) >= MAX_PROFILES:
            _cache.pop(next(iter(_cache)), None)
        profile = _cache[tool.fingerprint] = _read(tool)
    return profile


def _read(tool: Tool) -> Profile:
    segments = tool.endpoint.path.split("/") if tool.endpoint else []
    fixed = " ".join(segment for segment in segments if not segment.startswith("{"))
    text = (tool.title or tool.description)[:MAX_TEXT]
    inputs = [
        field
        for field in tool.consumes
        if field.required and field.kind is FieldKind.DATA and field.location is not Location.HEADER
    ]
    named = content_stems(tool.name, "en") | content_stems(fixed, "en")
    verbs = frozenset(stem for stem in named if _is_verb(stem))
    return Profile(
        identity=named - verbs,
        verbs=verbs,
        text=content_stems(text, language_of(text)),
        required=tuple(content_stems(field.name, "en") for field in inputs[:MAX_FIELDS]),
        output=frozenset().union(
            *(content_stems(field.name, "en") for field in tool.produces[:MAX_FIELDS])
        ),
        words=named | _all_words(tool),
        takes_identifier=any(
            field.identifier is not None or field.location is Location.PATH for field in inputs
        ),
        risk=RiskClass(tool.semantics.risk.value),
    )


def _all_words(tool: Tool) -> frozenset[str]:
    prose = tool.text[:MAX_PROSE]
    inputs = " ".join(field.name for field in tool.consumes[:MAX_FIELDS])
    return content_stems(prose, language_of(prose)) | content_stems(
        f"{inputs} {' '.join(tool.tags)}", "en"
    )


def _is_verb(stem: str) -> bool:
    """Whether a word is hardly ever a thing: the action is compared on its own."""
    sense = sense_of(stem)
    return sense is not None and sense.reading is Reading.VERB
