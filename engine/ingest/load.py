"""Documents to a catalog: a pure function of their bytes."""

from __future__ import annotations

import hashlib
import itertools
import posixpath
from collections import Counter
from collections.abc import Sequence

from engine import collector
from engine.errors import DocumentError, InvalidInput, Problem
from engine.ingest.arazzo import read_arazzo
from engine.ingest.archives import is_archive, unpack
from engine.ingest.connect import Ends, connect
from engine.ingest.corrections import corrected
from engine.ingest.draft import Contents, Draft
from engine.ingest.flatten import Flattener
from engine.ingest.formats import openapi_version
from engine.ingest.graphql import GraphQlReader, introspected
from engine.ingest.names import name_tools
from engine.ingest.openapi import OpenApiReader
from engine.ingest.overlay import is_overlay, overlay_of, overlay_problems
from engine.ingest.parse import parse_file
from engine.ingest.reading import Malformed, as_object
from engine.ingest.references import References
from engine.ingest.refusal import why_no_tools
from engine.ingest.report import Report
from engine.ingest.schema import Schemas
from engine.ingest.semantics import derive_semantics
from engine.ingest.source import SourceFile
from engine.ingest.tool_list import ToolListReader, tool_entries
from engine.models.catalog import Catalog, SourceDocument
from engine.models.overlay import Overlay
from engine.models.tool import Tool


def build_catalog(
    name: str, files: Sequence[SourceFile], *, kept: Overlay | None = None
) -> Catalog:
    """Make one catalog of documents.

    Parameters
    ----------
    name : str
        The catalog's name; not part of any fingerprint.
    files : sequence of SourceFile
        Documents and the files they refer to, in any order; archives are opened. Overlay files
        among them are applied in the order of their names.
    kept : Overlay, optional
        Corrections of an earlier import; they hold when no file is an overlay, and the report
        says so.

    Returns
    -------
    Catalog
        Every operation of the documents is a tool, or stands in the warnings with its reason.

    Raises
    ------
    InvalidInput
        If no file is given.
    DocumentError
        If a file cannot be read, or the files together hold no operation; all problems at once.
    """
    if not files:
        raise InvalidInput("no document was given; name at least one file, folder or archive.")
    with collector.paused():
        return _Import(name, _opened(files)).catalog(kept)


def _opened(files: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    opened: list[SourceFile] = []
    for file in files:
        opened += unpack(file) if is_archive(file.name) else (file,)
    return tuple(sorted(opened))


def _distinct(files: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Refuse different contents of one name."""
    distinct = sorted(set(files))
    for before, file in itertools.pairwise(distinct):
        if before.name == file.name:
            problem = Problem("", "two files of this name have different content; rename one.")
            raise DocumentError(file.name, [problem])
    return tuple(distinct)


_OPERATIONS = ("openapi", "swagger", "mcp", "functions", "graphql")


class _Import:
    """One import: its documents, its report, and what grows out of them."""

    def __init__(self, name: str, files: Sequence[SourceFile]) -> None:
        self._name = name
        self._report = Report()
        self._source = files[0].name if len(files) == 1 else name
        self._files = _distinct(files)
        self._problems: list[Problem] = []
        self._alone = len(self._files) == 1
        self._references = References(self._parsed(), self._report)
        self._flattener = Flattener(Schemas(self._references))
        self._overlay = Overlay()
        self._copies: set[str] = set()

    def catalog(self, kept: Overlay | None) -> Catalog:
        """Read every document and put the catalog together."""
        contents = self._contents()
        drafts = [draft for found in contents.values() for draft in found.drafts]
        if not drafts:
            roots = {file.name: self._references.document(file.name) for file in self._files}
            found = {file.name: item for file, item in contents.items()}
            problems = why_no_tools(roots, found, self._report.warnings())
            raise DocumentError(self._source, problems)
        drafts = self._without_copies(drafts)
        names = name_tools(drafts, self._report)
        tools = [_tool(draft, name) for draft, name in zip(drafts, names, strict=True)]
        overlay = self._overlay_in_force(contents, kept)
        tools = corrected(tools, overlay, self._report)
        declared = [link for found in contents.values() for link in found.links]
        links = connect(declared, overlay, Ends(drafts, names), self._report)
        self._report_unused(contents)
        return Catalog(
            name=self._name,
            tools=tuple(sorted(tools, key=lambda tool: tool.name)),
            documents=tuple(_document(file, found) for file, found in contents.items()),
            links=links,
            overlay=None if overlay.is_empty else overlay,
            warnings=self._report.warnings(),
        )

    def _contents(self) -> dict[SourceFile, Contents]:
        """Read every document; a copy that lies beside another is read once."""
        contents: dict[SourceFile, Contents] = {}
        read: dict[tuple[str, bytes], str] = {}
        for file in self._files:
            # A copy in another folder is another document: its references lead elsewhere.
            key = (posixpath.dirname(file.name), file.data)
            if key in read:
                self._report.note(
                    "same_document",
                    f"{file.name} holds the same bytes as {read[key]} and is read once.",
                    file.name,
                )
                self._copies.add(file.name)
                continue
            found = self._read(file)
            if found is not None:
                contents[file] = found
                read[key] = file.name
        self._refuse_problems()
        return contents

    def _parsed(self) -> dict[str, object]:
        parsed: dict[str, object] = {}
        for file in self._files:
            try:
                parsed[file.name] = parse_file(file, self._report)
            except Malformed as refusal:
                self._add_problem(file, refusal.problem)
        self._refuse_problems()
        return parsed

    def _add_problem(self, file: SourceFile, problem: Problem) -> None:
        where = ", ".join(
            part for part in ("" if self._alone else file.name, problem.where) if part
        )
        self._problems.append(Problem(where, problem.message))

    def _refuse_problems(self) -> None:
        if self._problems:
            raise DocumentError(self._source, self._problems)

    def _read(self, file: SourceFile) -> Contents | None:
        """Return what a file holds, or None when it is only a part of another or nothing."""
        root = self._references.document(file.name)
        shared = (file.name, self._references, self._flattener, self._report)
        try:
            version = openapi_version(root)
            if version is not None:
                return OpenApiReader(*shared).read(as_object(root), version)
            if is_overlay(root):
                return self._read_overlay(file, root)
            if "arazzo" in as_object(root):
                return read_arazzo(file.name, as_object(root))
            schema = introspected(root)
            if schema is not None:
                return GraphQlReader(*shared).read(schema)
            entries = tool_entries(root)
            if entries is not None:
                return ToolListReader(*shared).read(entries)
        except Malformed as refusal:
            self._add_problem(file, refusal.problem)
        return None

    def _read_overlay(self, file: SourceFile, root: object) -> Contents:
        problems = overlay_problems(root)
        for problem in problems:
            self._add_problem(file, problem)
        if not problems:
            self._overlay = self._overlay.merged(overlay_of(root))
        return Contents(format="overlay", drafts=(), declared=0, others=("an overlay",))

    def _overlay_in_force(
        self, contents: dict[SourceFile, Contents], kept: Overlay | None
    ) -> Overlay:
        given = any(found.format == "overlay" for found in contents.values())
        if given or kept is None or kept.is_empty:
            return self._overlay
        self._report.note(
            "overlay_kept",
            f"the corrections of the import before are applied again ({kept.fingerprint}); give "
            "another overlay to replace them.",
            self._name,
        )
        return kept

    def _report_unused(self, contents: dict[SourceFile, Contents]) -> None:
        """Report files that gave nothing: no document, and no other refers to them."""
        for file in self._files:
            if file.name in self._references.used | self._copies:
                continue
            if file not in contents:
                self._report.tally(
                    "not_a_document",
                    "files that are no API document and that none refers to, left out: {count}",
                    document="",
                    example=file.name,
                )
            elif not contents[file].drafts and contents[file].format.startswith(_OPERATIONS):
                beside = f" ({', '.join(contents[file].others)})" if contents[file].others else ""
                self._report.note(
                    "no_operations", f"the document declares no operation{beside}.", file.name
                )

    def _without_copies(self, drafts: list[Draft]) -> list[Draft]:
        """Leave out definitions that stand in one list twice, word for word."""
        shared = Counter((draft.source, draft.declared_name) for draft in drafts)
        kept: dict[str, Draft] = {}
        for index, draft in enumerate(drafts):
            if draft.endpoint is not None or shared[(draft.source, draft.declared_name)] == 1:
                kept[str(index)] = draft
            elif draft.identity in kept:
                self._report.note(
                    "tool_left_out",
                    f"{draft.shown!r} stands twice, word for word, and is read once.",
                    f"{draft.source}#{draft.place}",
                )
            else:
                kept[draft.identity] = draft
        return list(kept.values())


def _document(file: SourceFile, found: Contents) -> SourceDocument:
    return SourceDocument(
        name=file.name,
        format=found.format,
        sha256=hashlib.sha256(file.data).hexdigest(),
        size=len(file.data),
        operations=found.declared,
        title=found.title,
        version=found.version,
    )


def _tool(draft: Draft, name: str) -> Tool:
    semantics = derive_semantics(
        name=draft.declared_name or name,
        title=draft.title,
        description=draft.description,
        endpoint=draft.endpoint,
        tags=draft.tags,
        consumes=draft.consumes,
        produces=draft.produces,
        annotations=draft.annotations,
    )
    return Tool(
        name=name,
        title=draft.title,
        description=draft.description,
        endpoint=draft.endpoint,
        tags=draft.tags,
        consumes=draft.consumes,
        produces=draft.produces,
        semantics=semantics,
        annotations=draft.annotations,
        security=draft.security,
        deprecated=draft.deprecated,
        source=draft.source,
    )
