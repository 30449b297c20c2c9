"""Names: unique in the catalog, the document's own wherever that is unique, never by order.

Nothing is merged and nothing is numbered. What must be told apart is told apart by what it is (its
method and path) or where it comes from (its document), so that a name does not change when
another tool is added, removed or moved.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Sequence

from engine.ingest.draft import Draft
from engine.ingest.report import Report
from engine.models.tool import Endpoint
from engine.text.identifiers import split_identifier

EXPORT_LENGTH = 64
"""Longest tool name that the usual providers take."""

_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]+")
_SEPARATORS = re.compile(r"[^\w-]+", re.UNICODE)


def name_tools(drafts: Sequence[Draft], report: Report) -> tuple[str, ...]:
    """Return a unique name for each draft, in their order.

    A name that one draft alone declares is kept as it stands. Drafts without one are named by
    method and path. Where several claim one name, each of them gets a suffix: its document when
    they come from different documents, its method and path when they stand in the same. A name
    that was made gives way to one that a document declares.
    """
    names = [draft.declared_name or _made_name(draft) for draft in drafts]
    claims = Counter(draft.declared_name for draft in drafts)
    documents = _document_labels(drafts)
    steps: tuple[Callable[[Draft], str], ...] = (
        lambda draft: documents[draft.source],
        lambda draft: endpoint_name(draft.endpoint) if draft.endpoint else "",
        lambda draft: _digest(draft.identity),
    )
    for suffix in (*steps, *[steps[-1]] * 3):
        for members in _groups(names):
            owner = _owner(drafts, names, members, claims)
            givers = [index for index in members if index != owner]
            suffixes = {index: suffix(drafts[index]) for index in givers}
            if owner is None and len(set(suffixes.values())) == 1:
                continue
            for index in givers:
                names[index] = (
                    f"{names[index]}_{suffixes[index] or _digest(drafts[index].identity)}"
                )
    _report_names(drafts, names, report)
    return tuple(names)


def _groups(names: Sequence[str]) -> list[list[int]]:
    """Return the places of every name that stands more than once."""
    places: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        places.setdefault(name, []).append(index)
    return [members for members in places.values() if len(members) > 1]


def _owner(
    drafts: Sequence[Draft], names: Sequence[str], members: Sequence[int], claims: Counter[str]
) -> int | None:
    """Return the one draft that declares the shared name, when only one does."""
    return next(
        (
            index
            for index in members
            if drafts[index].declared_name == names[index] and claims[names[index]] == 1
        ),
        None,
    )


def _document_labels(drafts: Sequence[Draft]) -> dict[str, str]:
    """Return a short label for each document: its name without ending where that is enough."""
    sources = sorted({draft.source for draft in drafts})
    stems = Counter(slug(posixpath.splitext(source)[0]) for source in sources)
    labels = {}
    for source in sources:
        stem = slug(posixpath.splitext(source)[0])
        labels[source] = stem if stem and stems[stem] == 1 else slug(source) or _digest(source)
    return labels


def _made_name(draft: Draft) -> str:
    return endpoint_name(draft.endpoint) if draft.endpoint else slug(draft.place)


def endpoint_name(endpoint: Endpoint) -> str:
    """Return a readable name made of method and path.

    Examples
    --------
    >>> endpoint_name(Endpoint(method="GET", path="/a/{id}"))
    'get_a_by_id'
    >>> endpoint_name(Endpoint(method="GET", path="/a/id"))
    'get_a_id'
    """
    words = [endpoint.method.lower()]
    for segment in endpoint.path.split("/"):
        if segment:
            worded = segment.replace("{", " by ").replace("}", " ")
            words.append(slug(worded))
    return "_".join(word for word in words if word) if len(words) > 1 else f"{words[0]}_root"


def slug(text: str) -> str:
    """Return a text with everything but letters, digits, ``_`` and ``-`` turned into ``_``.

    Letters of every script are kept.

    Examples
    --------
    >>> slug("pet store.v3"), slug("주문 목록")
    ('pet_store_v3', '주문_목록')
    """
    return _SEPARATORS.sub("_", text).strip("_")


def _report_names(drafts: Sequence[Draft], names: Sequence[str], report: Report) -> None:
    alike: dict[tuple[str, ...], list[int]] = {}
    for index, name in enumerate(names):
        draft = drafts[index]
        if not draft.declared_name:
            report.tally(
                "missing_operation_id",
                "operations without an operationId, named by method and path: {count}",
                document=draft.source,
                example=draft.shown,
            )
        elif name != draft.declared_name:
            report.tally(
                "duplicate_operation_id",
                "tools whose name another tool has as well, told apart by a suffix: {count}",
                document=draft.source,
                example=f"{draft.declared_name!r} is {name!r}",
            )
        if len(name) > EXPORT_LENGTH:
            report.tally(
                "long_name",
                f"names longer than {EXPORT_LENGTH} characters, kept here and shortened in an "
                "export for a provider: {count}",
                document=draft.source,
                example=repr(name),
            )
        alike.setdefault(split_identifier(name), []).append(index)
    for members in alike.values():
        if len(members) > 1:
            report.tally(
                "similar_names",
                "groups of names that differ only in case or punctuation, kept apart: {count}",
                document=drafts[members[0]].source,
                example=" and ".join(repr(names[index]) for index in members[:4]),
            )


def export_names(names: Sequence[str]) -> dict[str, str]:
    """Map tool names to names that a provider of language models takes.

    Parameters
    ----------
    names : sequence of str
        Unique tool names, in any order.

    Returns
    -------
    dict of str to str
        By tool name, sorted: unique, at most ``EXPORT_LENGTH`` characters, only ASCII letters,
        digits, ``_`` and ``-``. A name that already is so stays as it is. Any other gets a hash
        of itself at the end, so what one name becomes never depends on the others.

    Examples
    --------
    >>> export_names(["getPet", "issues/list"])
    {'getPet': 'getPet', 'issues/list': 'issues_list_0b699fb9'}
    """
    safe = {name for name in names if _is_safe(name)}
    exported = {name: name for name in safe}
    taken = set(safe)
    for name in sorted(set(names) - safe):
        clean = _UNSAFE.sub("_", name)
        digest = _digest(name)
        candidate = f"{clean[: EXPORT_LENGTH - len(digest) - 1]}_{digest}"
        while candidate in taken:
            digest = _digest(candidate)
            candidate = f"{clean[: EXPORT_LENGTH - len(digest) - 1]}_{digest}"
        taken.add(candidate)
        exported[name] = candidate
    return {name: exported[name] for name in sorted(exported)}


def _is_safe(name: str) -> bool:
    return 0 < len(name) <= EXPORT_LENGTH and _UNSAFE.search(name) is None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]
