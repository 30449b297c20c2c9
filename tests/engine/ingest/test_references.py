from __future__ import annotations

import pytest

from engine.errors import DocumentError
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from tests.engine.ingest.documents import answering, as_file, codes, message, openapi, paths_of

PET = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "tag": {"$ref": "../common/tag.json"}},
}
TAG = {"type": "object", "properties": {"name": {"type": "string"}}}
ROOT = openapi({"/pets": {"$ref": "paths/pets.json"}, "/dogs": {"$ref": "./paths/dogs.json#/item"}})
PATHS = {
    "paths/pets.json": answering({"$ref": "../schemas/pet.json#/Pet"}),
    "paths/dogs.json": {"item": answering({"$ref": "../schemas/pet.json#/Pet"}) | {}},
}


def split(**left_out):
    files = {"api.json": ROOT, **PATHS, "schemas/pet.json": {"Pet": PET}, "common/tag.json": TAG}
    files["paths/dogs.json"] = {"item": answering({"$ref": "../schemas/pet.json#/Pet"})}
    files["paths/dogs.json"]["item"]["get"]["operationId"] = "dogs"
    return [as_file(value, name) for name, value in files.items() if name not in left_out.values()]


def test_a_document_split_over_files_is_read_against_each_files_own_folder():
    catalog = build_catalog("pets", split())

    assert sorted(catalog.by_label) == ["GET /dogs", "GET /pets"]
    for tool in catalog.tools:
        assert paths_of(tool.produces) == ["$.id", "$.tag", "$.tag.name"]
        assert tool.produces[0].identifier == "petId"
    assert catalog.warnings == ()
    assert [document.name for document in catalog.documents] == ["api.json"]


def test_a_missing_schema_file_is_named_and_the_operations_stay():
    catalog = build_catalog("pets", split(out="common/tag.json"))

    assert len(catalog.tools) == 2
    assert message(catalog, "missing_file") == (
        "the file common/tag.json is referred to 1 times but was not given; give its folder or "
        "archive (../common/tag.json)"
    )


def test_a_missing_path_file_loses_its_operations_with_a_reason():
    catalog = build_catalog("pets", split(out="paths/pets.json"))

    assert sorted(catalog.by_label) == ["GET /dogs"]
    assert "every operation of /pets is left out" in message(catalog, "operation_left_out")
    assert "paths/pets.json" in message(catalog, "missing_file")


def test_a_document_whose_every_path_is_missing_names_the_files():
    with pytest.raises(DocumentError, match=r"the file paths/pets\.json is referred to 1 times"):
        build_catalog("pets", [as_file(ROOT)])


def test_files_that_were_named_one_by_one_are_found_by_their_bare_name():
    document = openapi({"/pets": answering({"$ref": "./schemas/pet.json"})})

    catalog = build_catalog("pets", [as_file(document), as_file(TAG, "pet.json")])

    assert paths_of(catalog.tools[0].produces) == ["$.name"]


def test_a_file_of_another_folder_is_not_taken_for_a_missing_one():
    document = openapi({"/pets": answering({"$ref": "v1/pet.json"})})

    catalog = build_catalog("pets", [as_file(document), as_file(TAG, "v2/pet.json")])

    assert "v1/pet.json" in message(catalog, "missing_file")
    assert "v2/pet.json" in message(catalog, "not_a_document")


def test_a_remote_reference_is_never_fetched():
    document = openapi({"/pets": answering({"$ref": "https://example.com/pet.json"})})

    catalog = build_catalog("pets", [as_file(document)])

    assert "is never fetched; save it beside the document" in message(catalog, "remote_reference")


@pytest.mark.parametrize(
    "reference",
    ["#/components/schemas/Ghost", "#/paths/~1pets/5", "#nowhere", "#/openapi/x", "#/tags/7"],
)
def test_a_reference_that_leads_nowhere_is_counted(reference):
    document = openapi({"/pets": answering({"$ref": reference})}, tags=[])

    catalog = build_catalog("pets", [as_file(document)])

    assert message(catalog, "missing_reference") == (
        f"references that lead nowhere: 1; what they stand for is unknown ({reference})"
    )


@pytest.mark.parametrize(
    ("reference", "schemas"),
    [
        pytest.param("#/components/schemas/a~1b~0c", {"a/b~c": TAG}, id="escaped"),
        pytest.param("#/components/schemas/a%20b", {"a b": TAG}, id="percent"),
        pytest.param("#tag", {"x": TAG | {"$anchor": "tag"}}, id="anchor"),
        pytest.param(
            "#/components/schemas/a",
            {"a": {"$ref": "#/components/schemas/b"}, "b": TAG},
            id="chain",
        ),
    ],
)
def test_a_reference_finds_its_target_however_it_is_written(reference, schemas):
    document = openapi({"/x": answering({"$ref": reference})}, components={"schemas": schemas})

    catalog = build_catalog("x", [as_file(document)])

    assert paths_of(catalog.tools[0].produces) == ["$.name"]


def test_references_of_files_to_each_other_end():
    files = [
        as_file(openapi({"/x": answering({"$ref": "a.json"})})),
        as_file({"$ref": "b.json"}, "a.json"),
        as_file({"$ref": "a.json"}, "b.json"),
    ]

    assert codes(build_catalog("x", files)) == ["circular_reference"]


def test_several_hundred_files_give_every_operation():
    paths = {f"/r{i}": {"$ref": f"paths/r{i}.json"} for i in range(200)}
    files = [as_file(openapi(paths), "root/api.json")]
    for i in range(200):
        item = answering({"$ref": f"../schemas/s{i}.json"})
        item["get"]["operationId"] = f"op{i}"
        files.append(as_file(item, f"root/paths/r{i}.json"))
        files.append(as_file(TAG, f"root/schemas/s{i}.json"))

    catalog = build_catalog("many", files)

    assert len(catalog.tools) == 200
    assert all(paths_of(tool.produces) == ["$.name"] for tool in catalog.tools)
    assert codes(catalog) == []


def test_two_files_of_one_name_are_refused_and_equal_documents_are_read_once():
    document = openapi({"/x": {"get": {"operationId": "x"}}})

    with pytest.raises(DocumentError, match=r"two files of this name have different content"):
        build_catalog("x", [as_file(document), SourceFile("api.json", b"{}")])
    catalog = build_catalog("x", [as_file(document), as_file(document, "copy.json")])
    assert [tool.name for tool in catalog.tools] == ["x"]
    assert codes(catalog) == ["same_document"]


def test_every_file_that_cannot_be_read_is_told_at_once():
    files = [
        SourceFile("a.json", b"{"),
        SourceFile("b.yaml", b"a: b: c"),
        SourceFile("c.json", b""),
    ]

    with pytest.raises(DocumentError) as caught:
        build_catalog("all", files)

    assert str(caught.value).splitlines()[0] == "all has 3 problems:"
    assert [problem.where for problem in caught.value.problems] == [
        "a.json, line 1, column 2",
        "b.yaml, line 1, column 5",
        "c.json",
    ]
