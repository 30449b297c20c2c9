"""Declared links between drafts to links between the tools of a catalog."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.ingest.draft import Draft, Link
from engine.ingest.report import Report
from engine.models.catalog import DeclaredLink
from engine.models.overlay import Overlay
from engine.models.tool import normal_label


class Ends:
    """Finds the tool that a link's end means."""

    def __init__(self, drafts: Sequence[Draft], names: Sequence[str]) -> None:
        self._here: dict[tuple[str, str], str] = {}
        self._anywhere: dict[str, set[str]] = {}
        for draft, name in zip(drafts, names, strict=True):
            label = draft.endpoint.label if draft.endpoint else ""
            for key in (draft.place, draft.declared_name, label):
                if key:
                    self._here.setdefault((draft.source, key), name)
            for key in {draft.declared_name, label, name} - {""}:
                self._anywhere.setdefault(key, set()).add(name)

    def find(self, end: str, document: str) -> str | None:
        """Return the name of the tool that ``end`` means, seen from ``document``.

        A name or label of the document itself goes before one of another; one that several
        other documents have means none of them.
        """
        for key in (end, normal_label(end) if " " in end else end):
            if (document, key) in self._here:
                return self._here[(document, key)]
            found = self._anywhere.get(key, set())
            if len(found) == 1:
                return next(iter(found))
        return None


def connect(
    links: Iterable[Link], overlay: Overlay | None, ends: Ends, report: Report
) -> tuple[DeclaredLink, ...]:
    """Return the links whose ends are tools, sorted, each once; the rest is reported."""
    pairs = overlay.pairs if overlay is not None else ()
    declared = [
        Link(pair.producer, pair.consumer, "overlay", "overlay", pair.fields, pair.description)
        for pair in pairs
    ]
    connected = set()
    for link in (*links, *declared):
        source = ends.find(link.source, link.document)
        target = ends.find(link.target, link.document)
        if source is None or target is None:
            lost = link.source if source is None else link.target
            report.tally(
                "link_without_tool",
                "declared links one end of which is no tool of the catalog, left out: {count}",
                document=link.document,
                example=f"{link.kind} names {lost!r}",
            )
            continue
        connected.add((source, target, link.kind, tuple(sorted(link.fields)), link.description))
    return tuple(
        DeclaredLink(source=source, target=target, kind=kind, fields=fields, description=text)
        for source, target, kind, fields, text in sorted(connected)
    )
