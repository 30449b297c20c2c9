"""Tool lists without HTTP: MCP ``tools/list`` and function schemas of the usual dialects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.ingest.draft import Contents, Draft
from engine.ingest.flatten import Fields, Flattener, report_unopened
from engine.ingest.reading import (
    JsonObject,
    as_array,
    as_object,
    as_text,
    is_true,
    texts,
    type_name,
)
from engine.ingest.references import References
from engine.ingest.report import Report
from engine.models.tool import Annotations, Location

_INPUTS = ("inputSchema", "input_schema", "parameters", "args_schema")
_OUTPUTS = ("outputSchema", "output_schema", "returns", "response", "responseSchema")
_LISTS = ("tools", "functions", "functionDeclarations", "function_declarations")
_WRAPPERS = ("function", "toolSpec")


class _Entry(NamedTuple):
    """One definition with the place it stands at."""

    value: object
    place: str


def tool_entries(root: object) -> tuple[_Entry, ...] | None:
    """Return the definitions that a document lists, or None when it is no list of tools.

    Known are an array, an object whose ``tools`` or ``functions`` is an array, the answer of a
    JSON-RPC call around it (``result``), and a single definition.
    """
    if isinstance(root, list):
        entries = tuple(_flat(root, ""))
        return entries if any(_is_definition(e.value) for e in entries) else None
    value = as_object(root)
    result = value.get("result")
    if isinstance(result, dict | list):
        inner = tool_entries(result)
        return inner and tuple(_Entry(e.value, f"/result{e.place}") for e in inner)
    for word in _LISTS:
        if isinstance(value.get(word), list):
            return tuple(_flat(as_array(value[word]), f"/{word}"))
    return (_Entry(root, ""),) if _is_definition(root) else None


def _flat(items: object, place: str) -> Iterator[_Entry]:
    for index, item in enumerate(as_array(items)):
        here = f"{place}/{index}"
        # Gemini groups declarations: every item of its list is a list itself.
        group = next((w for w in _LISTS[2:] if isinstance(as_object(item).get(w), list)), None)
        if group is not None:
            yield from _flat(as_object(item)[group], f"{here}/{group}")
        else:
            yield _Entry(item, here)


def _is_definition(value: object) -> bool:
    inner = _unwrapped(as_object(value))
    named = bool(as_text(inner.get("name")))
    has_inputs = any(isinstance(inner.get(word), dict) for word in _INPUTS)
    pydantic = bool(as_text(inner.get("title"))) and isinstance(inner.get("properties"), dict)
    return (named and (has_inputs or "description" in inner)) or (
        pydantic and inner.get("type") == "object" and "$schema" not in inner
    )


def _unwrapped(value: JsonObject) -> JsonObject:
    for word in _WRAPPERS:
        if isinstance(value.get(word), dict):
            return as_object(value[word])
    return value


class ToolListReader:
    """Reads the definitions of one document."""

    def __init__(
        self, document: str, references: References, flattener: Flattener, report: Report
    ) -> None:
        self._document = document
        self._references = references
        self._flattener = flattener
        self._report = report

    def read(self, entries: tuple[_Entry, ...]) -> Contents:
        """Return the tools; what is no definition is left out with its reason."""
        drafts = []
        mcp = False
        for entry in entries:
            value = as_object(entry.value)
            definition = _unwrapped(value)
            mcp |= "inputSchema" in definition and definition is value
            name = (
                as_text(definition.get("name")).strip() or as_text(definition.get("title")).strip()
            )
            if not name:
                reason = (
                    "it has no name"
                    if isinstance(entry.value, dict)
                    else f"it is {type_name(entry.value)}, not an object"
                )
                self._report.note(
                    "tool_left_out",
                    f"a tool is left out: {reason}.",
                    f"{self._document}#{entry.place}",
                )
                continue
            drafts.append(self._draft(definition, entry.place, name))
        kind = "mcp" if mcp else "functions"
        return Contents(format=kind, drafts=tuple(drafts), declared=len(entries))

    def _draft(self, definition: JsonObject, place: str, name: str) -> Draft:
        given = as_text(definition.get("name"))
        annotations = as_object(definition.get("annotations"))
        inputs = self._schema(definition, _INPUTS, place, Location.BODY)
        outputs = self._schema(definition, _OUTPUTS, place, Location.RESPONSE)
        report_unopened(self._report, inputs, outputs, document=self._document, tool=name)
        title = as_text(definition.get("title")) if given.strip() else ""
        return Draft(
            declared_name=given if given.strip() else name,
            source=self._document,
            place=place,
            title=title or as_text(annotations.get("title")),
            description=as_text(definition.get("description")),
            tags=texts(definition.get("tags")),
            consumes=inputs.fields,
            produces=outputs.fields,
            annotations=Annotations(
                read_only=_hint(annotations, "readOnlyHint"),
                destructive=_hint(annotations, "destructiveHint"),
                idempotent=_hint(annotations, "idempotentHint"),
                open_world=_hint(annotations, "openWorldHint"),
            ),
            deprecated=is_true(definition.get("deprecated")),
        )

    def _schema(
        self, definition: JsonObject, words: tuple[str, ...], place: str, location: Location
    ) -> Fields:
        schema = next((definition[w] for w in words if isinstance(definition.get(w), dict)), None)
        if schema is None and location is Location.BODY:
            schema = _bare_inputs(definition)
        elif isinstance(as_object(schema).get("json"), dict):
            # Bedrock puts the schema one level deeper.
            schema = as_object(schema)["json"]
        if not schema:
            return Fields((), 0)
        node = self._references.embed(self._document, f"{place}/{location.value}", schema)
        flat = self._flattener.flatten((node,), location, name=location.value)
        # A tool's input is always an object; one without properties means that nothing is needed.
        if location is Location.BODY and [field.json_path for field in flat.fields] == ["$"]:
            return Fields((), flat.unopened)
        return flat


def _bare_inputs(definition: JsonObject) -> object:
    """Return the schema of a definition that is one itself, or lists its inputs by name."""
    if isinstance(definition.get("properties"), dict):
        words = ("properties", "required", "$defs", "definitions")
        return {word: definition[word] for word in words if word in definition}
    arguments = definition.get("args")
    if isinstance(arguments, dict):
        return {"type": "object", "properties": arguments}
    listed = [as_object(item) for item in as_array(definition.get("parameters"))]
    named = {name: item for item in listed if (name := as_text(item.get("name")))}
    return {"type": "object", "properties": named} if named else None


def _hint(annotations: JsonObject, word: str) -> bool | None:
    value = annotations.get(word)
    return value if isinstance(value, bool) else None
