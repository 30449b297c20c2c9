from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.flatten import INPUT_DEPTH, MAX_FIELDS, OUTPUT_DEPTH
from tests.engine.ingest.documents import (
    answering,
    catalog_of,
    message,
    only_tool,
    openapi,
    paths_of,
    required_of,
    swagger,
    taking,
)


def read(schema, **schemas):
    return only_tool(openapi({"/x": answering(schema)}, components={"schemas": schemas})).produces


def taken(schema, **schemas):
    return only_tool(openapi({"/x": taking(schema)}, components={"schemas": schemas})).consumes


def reference(name):
    return {"$ref": f"#/components/schemas/{name}"}


def types(fields):
    return {field.json_path: field.type for field in fields}


def test_all_of_merges_the_parts_and_what_they_require():
    base = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
    inline = {"required": ["breed"], "properties": {"age": {"type": "integer"}, "breed": {}}}

    fields = taken({"allOf": [reference("Base"), inline]}, Base=base)

    assert paths_of(fields) == ["$.age", "$.breed", "$.name"]
    assert required_of(fields) == ["$.breed", "$.name"]


def test_requirements_of_a_part_count_for_properties_of_another():
    fields = taken({"allOf": [{"properties": {"a": {}, "b": {}}}, {"required": ["a"]}]})

    assert required_of(fields) == ["$.a"]


@pytest.mark.parametrize("word", ["oneOf", "anyOf"])
def test_a_choice_unites_its_branches_and_requires_what_all_of_them_require(word):
    cat = {"required": ["id", "claws"], "properties": {"id": {}, "claws": {}}}
    dog = {"required": ["id"], "properties": {"id": {}, "bark": {}}}

    fields = taken({word: [reference("Cat"), dog]}, Cat=cat)

    assert paths_of(fields) == ["$.bark", "$.claws", "$.id"]
    assert required_of(fields) == ["$.id"]


def test_null_as_a_branch_only_allows_null():
    branch = {
        "required": ["id"],
        "properties": {"id": {"oneOf": [{"type": "string"}, {"type": "null"}]}},
    }

    fields = taken({"anyOf": [branch, {"type": "null"}]})

    assert required_of(fields) == ["$.id"]
    assert types(fields) == {"$.id": "string|null"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "string"),
        ({"type": ["string", "null"]}, "string|null"),
        ({"type": "string", "nullable": True}, "string|null"),
        ({"type": "string", "x-nullable": True}, "string|null"),
        ({"type": ["string", "integer"]}, "string|integer"),
        ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, "integer|string"),
        ({"type": "array", "items": {"type": "string"}}, "array<string>"),
        (
            {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
            "array<array<number>>",
        ),
        ({"type": "array"}, "array"),
        ({"items": {"type": "integer"}}, "array<integer>"),
        ({"prefixItems": [{"type": "integer"}, {"type": "string"}]}, "array<integer|string>"),
        ({"additionalProperties": {"type": "integer"}}, "object<integer>"),
        ({"properties": {"a": {}}}, "object"),
        ({"enum": ["a", 1]}, "string|integer"),
        ({"const": True}, "boolean"),
        ({"type": "dict"}, "object"),
        ({"type": "STRING"}, "string"),
        ({}, "unknown"),
        (True, "unknown"),
        (reference("Nowhere"), "unknown"),
    ],
)
def test_types_are_told_in_words(schema, expected):
    assert types(read({"properties": {"x": schema}}))["$.x"] == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"enum": ["b", "a", "b", None, 1, True]}, ("b", "a", "1", "true")),
        ({"const": "x"}, ("x",)),
        ({"oneOf": [{"enum": ["a"]}, {"const": "b"}]}, ("a", "b")),
        ({"anyOf": [{"type": "string"}, {"enum": ["a"]}]}, ()),
        ({"allOf": [{"type": "string"}, {"enum": ["a"]}]}, ("a",)),
    ],
)
def test_allowed_values_are_text_in_the_documents_order(schema, expected):
    (field,) = read({"properties": {"x": schema}})

    assert field.enum == expected


def test_arrays_maps_and_odd_names_have_their_own_steps():
    schema = {
        "properties": {
            "items": {"type": "array", "items": {"properties": {"id": {}}}},
            "grid": {
                "type": "array",
                "items": {"type": "array", "items": {"properties": {"x": {}}}},
            },
            "labels": {"additionalProperties": {"properties": {"text": {}}}},
            "a.b": {"type": "string"},
            "it's": {"type": "string"},
            "a\\b.c": {"type": "string"},
            "": {"type": "string"},
        }
    }

    assert paths_of(read(schema)) == [
        "$.grid",
        "$.grid[][].x",
        "$.items",
        "$.items[].id",
        "$.labels",
        "$.labels.*.text",
        "$['']",
        "$['a.b']",
        "$['a\\\\b.c']",
        "$['it\\'s']",
    ]


def test_a_body_that_is_no_object_is_a_field_itself():
    (field,) = read({"type": "array", "items": {"type": "string"}})

    assert (field.json_path, field.name, field.type) == ("$", "response", "array<string>")


def test_a_nested_field_is_required_only_with_everything_above_it():
    inner = {"required": ["id"], "properties": {"id": {}}}
    schema = {"required": ["must"], "properties": {"must": inner, "may": inner}}

    assert required_of(taken(schema)) == ["$.must", "$.must.id"]


def test_the_text_beside_a_reference_goes_before_the_text_behind_it():
    schema = {"properties": {"a": {**reference("T"), "description": "beside"}, "b": reference("T")}}

    fields = read(schema, T={"type": "string", "description": "behind"})

    assert [field.description for field in fields] == ["beside", "behind"]


def test_format_and_default_are_kept_as_text():
    schema = {"properties": {"x": {"type": "integer", "format": "int64", "default": 5}}}

    (field,) = read(schema)

    assert (field.format, field.default) == ("int64", "5")


def test_identifiers_are_qualified_by_the_schema_they_belong_to():
    pet = {"properties": {"id": {}, "ownerId": {}, "color": {}, "tag": {"properties": {"id": {}}}}}

    fields = read({"type": "array", "items": reference("PetDto")}, PetDto=pet)

    assert {f.json_path: f.identifier for f in fields if f.identifier} == {
        "$[].id": "petId",
        "$[].ownerId": "ownerId",
        "$[].tag.id": "tagId",
    }


def test_a_schema_without_a_name_belongs_to_the_collection_in_the_path():
    paths = {"/orders/{id}/cancel": answering({"properties": {"id": {}}})}

    tool = only_tool(openapi(paths))

    assert [field.identifier for field in tool.produces] == ["orderId"]
    assert [field.identifier for field in tool.consumes] == ["orderId"]


CIRCLES = {
    "itself": {"A": {"properties": {"id": {}, "a": "A"}}},
    "through-an-array": {"A": {"properties": {"id": {}, "a": {"type": "array", "items": "A"}}}},
    "through-a-map": {"A": {"properties": {"id": {}, "a": {"additionalProperties": "A"}}}},
    "through-all-of": {"A": {"properties": {"id": {}, "a": {"allOf": ["A"]}}}},
    "through-one-of": {"A": {"properties": {"id": {}, "a": {"oneOf": ["A", {"type": "null"}]}}}},
    "of-two": {"A": {"properties": {"id": {}, "b": "B"}}, "B": {"properties": {"a": "A"}}},
    "all-of-itself": {"A": {"allOf": ["A"], "properties": {"id": {}}}},
    "one-of-itself": {"A": {"oneOf": ["A", "B"], "properties": {"id": {}}}, "B": {"allOf": ["A"]}},
    "array-of-itself": {"A": {"type": "array", "items": "A"}},
    "map-of-itself": {"A": {"additionalProperties": "A"}},
    "reference-to-itself": {"A": "A"},
    "references-to-each-other": {"A": "B", "B": "A"},
}


def linked(value, base):
    if isinstance(value, str) and len(value) == 1:
        return {"$ref": f"{base}{value}"}
    if isinstance(value, dict):
        return {key: linked(item, base) for key, item in value.items()}
    return [linked(item, base) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("schemas", [pytest.param(s, id=name) for name, s in CIRCLES.items()])
def test_a_circle_of_any_shape_ends(schemas):
    new = openapi(
        {"/x": answering(reference("A"))},
        components={"schemas": linked(schemas, "#/components/schemas/")},
    )
    response = {"200": {"schema": {"$ref": "#/definitions/A"}}}
    old = swagger(
        {"/x": {"get": {"operationId": "get", "responses": response}}},
        definitions=linked(schemas, "#/definitions/"),
    )

    fields = only_tool(new).produces

    assert paths_of(only_tool(old).produces) == paths_of(fields)
    assert len(fields) <= 3
    if "id" in json.dumps(schemas):
        assert fields[-1].json_path.endswith(".id") or "$.id" in paths_of(fields)


def test_a_circle_is_opened_once_and_counted():
    schemas = {"Node": {"properties": {"id": {}, "child": reference("Node")}}}

    catalog = catalog_of(
        openapi({"/x": answering(reference("Node"))}, components={"schemas": schemas})
    )

    assert paths_of(catalog.tools[0].produces) == ["$.child", "$.id"]
    assert "1, with 1 such objects (GET /x)" in message(catalog, "fields_left_out")


def test_a_discriminator_brings_in_the_schemas_it_chooses_among():
    pet = {
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat"}},
    }
    cat = {"allOf": [reference("Pet"), {"required": ["claws"], "properties": {"claws": {}}}]}
    dog = {"allOf": [reference("Pet"), {"properties": {"bark": {}}}]}

    fields = taken(reference("Pet"), Pet=pet, Cat=cat, Dog=dog)

    assert paths_of(fields) == ["$.bark", "$.claws", "$.kind"]
    assert required_of(fields) == ["$.kind"]
    assert fields[-1].enum == ("cat",)


def test_a_schema_built_on_a_base_does_not_bring_in_its_siblings():
    pet = {"properties": {"kind": {}}, "discriminator": {"propertyName": "kind"}}
    cat = {"allOf": [reference("Pet"), {"properties": {"claws": {}}}]}
    dog = {"allOf": [reference("Pet"), {"properties": {"bark": {}}}]}

    assert paths_of(taken(reference("Cat"), Pet=pet, Cat=cat, Dog=dog)) == ["$.claws", "$.kind"]


def nested(levels):
    schema = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"x": schema}}
    return schema


def test_what_lies_too_deep_is_left_out_and_counted():
    output = catalog_of(openapi({"/x": answering(nested(OUTPUT_DEPTH + 2))}))
    inputs = only_tool(openapi({"/x": taking(nested(INPUT_DEPTH + 2))})).consumes

    assert len(output.tools[0].produces) == OUTPUT_DEPTH
    assert len(inputs) == INPUT_DEPTH
    assert "fields_left_out" in [warning.code for warning in output.warnings]


def test_too_many_fields_are_cut_at_the_deepest():
    wide = {"properties": {f"f{i:03}": {"properties": {"x": {}}} for i in range(MAX_FIELDS - 1)}}

    catalog = catalog_of(openapi({"/x": answering(wide)}))

    paths = paths_of(catalog.tools[0].produces)
    assert len(paths) == MAX_FIELDS
    assert sum(path.count(".") == 1 for path in paths) == MAX_FIELDS - 1
    assert "fields_left_out" in [warning.code for warning in catalog.warnings]


LEAVES = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["string", "integer", "null", ["string", "null"], 5, []]),
        "enum": st.lists(st.none() | st.sampled_from(["a", 1, True, 1.5]), max_size=3),
        "const": st.sampled_from(["a", None, 2]),
        "nullable": st.booleans(),
        "description": st.sampled_from(["text", 3]),
        "format": st.sampled_from(["uuid", ""]),
        "default": st.none() | st.integers() | st.text(max_size=3),
        "readOnly": st.booleans(),
    },
)


@given(LEAVES)
def test_a_schema_alone_says_the_same_as_the_only_part_of_another(leaf):
    alone = taken({"properties": {"x": leaf}})
    wrapped = taken({"properties": {"x": {"allOf": [leaf]}}})

    assert alone == wrapped


OBJECTS = st.recursive(
    st.just({"type": "string"}) | st.just({"type": "array", "items": {"type": "integer"}}),
    lambda inner: st.builds(
        lambda properties, required, many: (
            {
                "type": "array",
                "items": {"type": "object", "properties": properties, "required": required},
            }
            if many
            else {"type": "object", "properties": properties, "required": required}
        ),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
        st.lists(st.sampled_from("abc"), unique=True),
        st.booleans(),
    ),
    max_leaves=12,
)


def naive(schema, path="$", required=True, depth=0):
    """The fields of a schema without references or compositions, written down by recursion."""
    if schema["type"] == "array":
        schema, path = schema["items"], f"{path}[]"
    found = {}
    for name, inner in schema.get("properties", {}).items():
        if depth < OUTPUT_DEPTH:
            must = required and name in schema["required"]
            found[f"{path}.{name}"] = must
            found.update(naive(inner, f"{path}.{name}", must, depth + 1))
    return found


@given(st.dictionaries(st.sampled_from("xyz"), OBJECTS, min_size=1, max_size=3))
def test_a_plain_schema_gives_the_fields_that_recursion_gives(properties):
    schema = {"type": "object", "properties": properties, "required": ["x"]}

    assert {field.json_path: field.required for field in read(schema)} == naive(schema)


def test_a_composition_of_everything_with_everything_ends_and_says_that_it_was_cut():
    names = [f"S{i}" for i in range(120)]
    schemas = {
        name: {
            "allOf": [reference(other) for other in names],
            "properties": {name: reference(name)},
        }
        for name in names
    }

    catalog = catalog_of(
        openapi({"/x": answering(reference("S0"))}, components={"schemas": schemas})
    )

    assert "$.S0" in paths_of(catalog.tools[0].produces)
    assert message(catalog, "fields_left_out")


def test_the_same_list_in_two_media_types_keeps_the_name_of_what_it_holds():
    pet = {"type": "object", "properties": {"id": {"type": "string"}}}
    body = {"schema": {"type": "array", "items": reference("Pet")}}
    twice = {"application/json": dict(body), "application/xml": json.loads(json.dumps(body))}
    operation = {"responses": {"200": {"description": "ok", "content": twice}}}
    document = openapi({"/x": {"get": operation}}, components={"schemas": {"Pet": pet}})

    assert [field.identifier for field in only_tool(document).produces][-1] == "petId"


def test_nothing_among_the_values_of_a_map_is_required():
    schema = {"required": ["a"], "properties": {"a": {"additionalProperties": reference("P")}}}
    part = {"required": ["b"], "properties": {"b": {"type": "string"}}}

    assert required_of(taken(schema, P=part)) == ["$.a"]
