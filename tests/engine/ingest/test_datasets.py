"""Real documents: every file becomes a catalog, and no operation is lost without a word."""

from __future__ import annotations

import json

import pytest
import yaml

from engine.errors import DocumentError
from engine.ingest.cases import read_cases
from engine.ingest.files import read_file, read_files
from engine.ingest.load import build_catalog

pytestmark = pytest.mark.datasets

TOOLS = {
    "docker_engine/swagger.yaml": 108,
    "functionchat_ko/tools.json": 147,
    "github_rest/openapi.json": 1223,
    "gtc_commerce_ko/openapi.json": 11,
    "gtc_ecommerce/openapi.json": 46,
    "gtc_mixed_mcp/tools.json": 38,
    "gtc_petstore/openapi.json": 19,
    "nestful/tools.json": 133,
    "openapi_extra/docker_v1.25_swagger.yaml": 94,
    "openapi_extra/figma_openapi.yaml": 54,
    "openapi_extra/readme_oas_2.0/api-with-examples.yaml": 2,
    "openapi_extra/readme_oas_2.0/petstore-expanded.json": 4,
    "openapi_extra/readme_oas_2.0/petstore-simple.json": 3,
    "openapi_extra/readme_oas_2.0/petstore.json": 20,
    "openapi_extra/readme_oas_2.0/petstore.yaml": 20,
    "openapi_extra/readme_oas_2.0/schema-circular.json": 1,
    "openapi_extra/readme_oas_2.0/schema-circular.yaml": 1,
    "openapi_extra/readme_oas_3.0/callbacks.json": 1,
    "openapi_extra/readme_oas_3.0/circular-paths.json": 3,
    "openapi_extra/readme_oas_3.0/circular-paths.yaml": 3,
    "openapi_extra/readme_oas_3.0/circular.json": 1,
    "openapi_extra/readme_oas_3.0/circular.yaml": 1,
    "openapi_extra/readme_oas_3.0/complex-nesting.json": 5,
    "openapi_extra/readme_oas_3.0/discriminators.json": 10,
    "openapi_extra/readme_oas_3.0/file-uploads.json": 3,
    "openapi_extra/readme_oas_3.0/link-example.json": 6,
    "openapi_extra/readme_oas_3.0/parameters-style.json": 25,
    "openapi_extra/readme_oas_3.0/petstore-expanded.json": 4,
    "openapi_extra/readme_oas_3.0/petstore-simple.json": 2,
    "openapi_extra/readme_oas_3.0/petstore.json": 20,
    "openapi_extra/readme_oas_3.0/petstore.yaml": 20,
    "openapi_extra/readme_oas_3.0/polymorphism.json": 13,
    "openapi_extra/readme_oas_3.0/readme.yaml": 36,
    "openapi_extra/readme_oas_3.0/request-examples.json": 11,
    "openapi_extra/readme_oas_3.0/response-schemas.json": 8,
    "openapi_extra/readme_oas_3.0/schema-additional-properties.json": 1,
    "openapi_extra/readme_oas_3.0/schema-circular.json": 3,
    "openapi_extra/readme_oas_3.0/schema-circular.yaml": 3,
    "openapi_extra/readme_oas_3.0/schema-deprecated.json": 1,
    "openapi_extra/readme_oas_3.0/schema-enums.yaml": 3,
    "openapi_extra/readme_oas_3.0/schema-types.json": 21,
    "openapi_extra/readme_oas_3.0/schema-types.yaml": 21,
    "openapi_extra/readme_oas_3.0/schema-validation.json": 5,
    "openapi_extra/readme_oas_3.0/security.yaml": 15,
    "openapi_extra/readme_oas_3.0/server-variables.json": 4,
    "openapi_extra/readme_oas_3.0/star-trek.yaml": 120,
    "openapi_extra/readme_oas_3.0/uspto.yaml": 3,
    "openapi_extra/readme_oas_3.1/parameters-style.json": 25,
    "openapi_extra/readme_oas_3.1/petstore-simple.json": 2,
    "openapi_extra/readme_oas_3.1/petstore.json": 20,
    "openapi_extra/readme_oas_3.1/petstore.yaml": 20,
    "openapi_extra/readme_oas_3.1/schema-types.json": 23,
    "openapi_extra/readme_oas_3.1/schema-types.yaml": 23,
    "openapi_extra/readme_oas_3.1/schema-validation-local.json": 5,
    "openapi_extra/readme_oas_3.1/security.yaml": 15,
    "openapi_extra/readme_oas_3.1/train-travel.json": 7,
    "openapi_extra/readme_oas_3.1/train-travel.yaml": 7,
    "openapi_extra/readme_oas_3.1/webhooks.json": 0,
    "openapi_extra/readme_oas_3.1/webhooks.yaml": 0,
    "openapi_extra/slack_web_openapi_v2.json": 174,
    "restbench_tmdb/openapi.json": 54,
    "sealtools/tools.json": 4076,
    "stabletoolbench/tools.json": 2479,
    "toollinkos/tools.json": 573,
}
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


@pytest.fixture(scope="module")
def imported(datasets):
    """Catalogs by relative path, each made once."""
    made = {}

    def catalog(path):
        if path not in made:
            made[path] = build_catalog("set", read_files([datasets / path]))
        return made[path]

    return catalog


def test_every_document_of_the_sets_is_named_here(datasets):
    found = {
        path.relative_to(datasets).as_posix()
        for path in datasets.rglob("*")
        if path.suffix in (".json", ".yaml")
    }

    assert found == set(TOOLS)


@pytest.mark.parametrize(("path", "tools"), TOOLS.items())
def test_a_document_gives_as_many_tools_as_it_has_operations(path, tools, imported):
    if not tools:
        with pytest.raises(DocumentError, match=r"declares 0 operations, 1 webhook"):
            imported(path)
        return
    catalog = imported(path)

    assert len(catalog.tools) == tools
    assert catalog.documents[0].operations == tools


def test_every_operation_of_the_large_document_keeps_its_own_id(imported, datasets):
    document = json.loads((datasets / "github_rest/openapi.json").read_bytes())
    catalog = imported("github_rest/openapi.json")

    labels = {
        f"{method.upper()} {path}": item[method]["operationId"]
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    }
    assert catalog.by_label == labels


def test_body_fields_of_old_documents_are_inputs(imported):
    create = imported("docker_engine/swagger.yaml").by_name["ContainerCreate"]
    post = imported("openapi_extra/slack_web_openapi_v2.json").by_name["chat_postMessage"]

    assert {"$.Image", "$.HostConfig", "$.HostConfig.Memory"} <= {
        f.json_path for f in create.consumes
    }
    assert {"$.channel", "$.text"} <= {f.json_path for f in post.consumes}


def test_parameters_of_the_path_stand_once_in_every_operation(imported, datasets):
    document = json.loads((datasets / "restbench_tmdb/openapi.json").read_bytes())
    catalog = imported("restbench_tmdb/openapi.json")

    for path, item in document["paths"].items():
        shared = [p["name"] for p in item.get("parameters", ())]
        for method in METHODS:
            if method in item:
                names = [f.name for f in catalog.by_name[item[method]["operationId"]].consumes]
                assert [names.count(name) for name in shared] == [1] * len(shared), path


def test_two_documents_of_one_api_lose_nothing(datasets):
    folder = datasets / "openapi_extra"
    paths = [folder / f"readme_oas_{version}/petstore.json" for version in ("3.0", "3.1")]

    catalog = build_catalog("both", read_files(paths))

    assert len(catalog.tools) == 40
    assert {tool.source for tool in catalog.tools} == {
        "readme_oas_3.0/petstore.json",
        "readme_oas_3.1/petstore.json",
    }


def test_json_and_yaml_of_one_document_give_equal_tools(imported, datasets):
    for path in TOOLS:
        twin = path.replace(".yaml", ".json")
        if path.endswith(".yaml") and twin in TOOLS and TOOLS[path]:
            text = (datasets / path).read_text(encoding="utf-8")
            if yaml.load(text, yaml.BaseLoader) != yaml.load(
                (datasets / twin).read_text(), yaml.BaseLoader
            ):
                continue
            assert imported(path).fingerprint == imported(twin).fingerprint, path


@pytest.mark.parametrize(
    ("cases", "document", "count"),
    [
        ("docker_engine", "swagger.yaml", 540),
        ("functionchat_ko", "tools.json", 100),
        ("github_rest", "openapi.json", 474),
        ("gtc_commerce_ko", "openapi.json", 7),
        ("gtc_mixed_mcp", "tools.json", 30),
        ("gtc_petstore", "openapi.json", 23),
        ("nestful", "tools.json", 169),
        ("restbench_tmdb", "openapi.json", 100),
        ("sealtools", "tools.json", 700),
        ("stabletoolbench", "tools.json", 474),
        ("toollinkos", "tools.json", 523),
    ],
)
def test_every_case_names_tools_of_its_catalog(cases, document, count, imported, datasets):
    file = read_file(datasets / cases / "cases.jsonl")

    assert len(read_cases(file, catalog=imported(f"{cases}/{document}"))) == count


def test_a_case_whose_tool_its_document_lacks_is_told(imported, datasets):
    file = read_file(datasets / "gtc_ecommerce/cases.jsonl")

    with pytest.raises(
        DocumentError, match=r"line 44: case 'gtc_ecommerce_043' names tool 'applyCoupon'"
    ):
        read_cases(file, catalog=imported("gtc_ecommerce/openapi.json"))
    assert len(read_cases(file)) == 46
