"""GraphQL introspection: every query and mutation of a schema as a draft."""

from __future__ import annotations

from engine.ingest.draft import Contents, Draft
from engine.ingest.flatten import Flattener, report_unopened
from engine.ingest.reading import JsonObject, as_array, as_object, as_text, is_true
from engine.ingest.references import Node, References
from engine.ingest.report import Report
from engine.models.tool import Annotations, Location

_SCALARS: dict[str, JsonObject] = {
    "Int": {"type": "integer"},
    "Float": {"type": "number"},
    "String": {"type": "string"},
    "Boolean": {"type": "boolean"},
    "ID": {"type": "string", "format": "id"},
}
_MAX_WRAPS = 12
"""How many lists and non-null marks may stand around a type; introspection asks for up to 9."""


def introspected(root: object) -> JsonObject | None:
    """Return the ``__schema`` of an introspection answer, or None when it is none."""
    value = as_object(root)
    schema = value.get("__schema", as_object(value.get("data")).get("__schema"))
    return schema if isinstance(schema, dict) else None


class GraphQlReader:
    """Reads one introspection answer."""

    def __init__(
        self, document: str, references: References, flattener: Flattener, report: Report
    ) -> None:
        self._document = document
        self._references = references
        self._flattener = flattener
        self._report = report

    def read(self, schema: JsonObject) -> Contents:
        """Return queries and mutations; subscriptions are counted and left out."""
        types = {
            as_text(as_object(item).get("name")): as_object(item)
            for item in as_array(schema.get("types"))
        }
        # The types become component schemas once, so that fields are opened as everywhere else.
        schemas = {**_SCALARS, **{name: _schema(item) for name, item in types.items() if name}}
        root = self._references.embed(self._document, "types", {"components": {"schemas": schemas}})
        drafts = []
        for word, read_only in (("queryType", True), ("mutationType", False)):
            holder = types.get(as_text(as_object(schema.get(word)).get("name")), {})
            for item in as_array(holder.get("fields")):
                field = as_object(item)
                if as_text(field.get("name")):
                    place = f"/{as_text(holder.get('name'))}/{as_text(field.get('name'))}"
                    drafts.append(self._draft(field, place, read_only, root))
        subscription = types.get(as_text(as_object(schema.get("subscriptionType")).get("name")), {})
        count = len(as_array(subscription.get("fields")))
        if count:
            self._report.note(
                "subscriptions_left_out",
                f"{count} subscription{'s' if count > 1 else ''} left out: they are streams that "
                "the server sends.",
                self._document,
            )
        return Contents(
            format="graphql",
            drafts=tuple(drafts),
            declared=len(drafts),
            others=(f"{count} subscriptions",) if count else (),
        )

    def _draft(self, field: JsonObject, place: str, read_only: bool, root: Node) -> Draft:
        arguments = root.at(_object(as_array(field.get("args"))))
        inputs = self._flattener.flatten((arguments,), Location.BODY, name=Location.BODY.value)
        answer = root.at(_reference(as_object(field.get("type"))))
        outputs = self._flattener.flatten(
            (answer,), Location.RESPONSE, name=Location.RESPONSE.value
        )
        name = as_text(field.get("name"))
        report_unopened(self._report, inputs, outputs, document=self._document, tool=name)
        takes_nothing = [item.json_path for item in inputs.fields] == ["$"]
        return Draft(
            declared_name=name,
            source=self._document,
            place=place,
            description=as_text(field.get("description")),
            consumes=() if takes_nothing else inputs.fields,
            produces=outputs.fields,
            annotations=Annotations(read_only=read_only),
            deprecated=is_true(field.get("isDeprecated")),
        )


def _schema(definition: JsonObject) -> JsonObject:
    """Return a named type as a JSON schema."""
    kind = definition.get("kind")
    text = as_text(definition.get("description"))
    if kind == "ENUM":
        values = [as_text(as_object(v).get("name")) for v in as_array(definition.get("enumValues"))]
        return {"type": "string", "enum": values, "description": text}
    if kind in ("UNION", "INTERFACE"):
        branches = [
            _reference(as_object(item)) for item in as_array(definition.get("possibleTypes"))
        ]
        own = _object(as_array(definition.get("fields")))
        return {**own, "description": text, **({"oneOf": branches} if branches else {})}
    if kind in ("OBJECT", "INPUT_OBJECT"):
        members = as_array(definition.get("inputFields")) or as_array(definition.get("fields"))
        return {**_object(members), "description": text}
    return {**_SCALARS.get(as_text(definition.get("name")), {}), "description": text}


def _object(members: object) -> JsonObject:
    properties: dict[str, object] = {}
    required = []
    for item in as_array(members):
        member = as_object(item)
        name = as_text(member.get("name"))
        if not name:
            continue
        kind = as_object(member.get("type"))
        inner = _reference(kind)
        properties[name] = {
            "allOf": [inner],
            "description": as_text(member.get("description")),
            **({"default": member["defaultValue"]} if member.get("defaultValue") else {}),
        }
        if kind.get("kind") == "NON_NULL" and member.get("defaultValue") is None:
            required.append(name)
    return {"type": "object", "properties": properties, "required": required}


def _reference(kind: JsonObject) -> JsonObject:
    """Return a type reference as a JSON schema: lists as arrays, names as references."""
    lists = 0
    for _ in range(_MAX_WRAPS):
        if kind.get("kind") not in ("NON_NULL", "LIST"):
            break
        lists += kind.get("kind") == "LIST"
        kind = as_object(kind.get("ofType"))
    name = as_text(kind.get("name"))
    token = name.replace("~", "~0").replace("/", "~1")
    schema: JsonObject = {"$ref": f"#/components/schemas/{token}"} if name else {}
    for _ in range(lists):
        schema = {"type": "array", "items": schema}
    return schema
