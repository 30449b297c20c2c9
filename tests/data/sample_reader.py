"""Read the sample without the engine, so that its tests do not lean on what it is to test."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from engine.models.case import Case

DATA = Path(__file__).resolve().parents[2] / "data"
CATALOG = DATA / "catalogs" / "shop.openapi.yaml"
SUITE = DATA / "suites" / "shop.jsonl"
TENANT = "X-Tenant-Id"
"""The context header: whoever calls has it, so no case provides it."""


class Operation(NamedTuple):
    method: str
    path: str
    parameters: tuple[dict[str, Any], ...]
    body: dict[str, Any]
    spec: dict[str, Any]

    @property
    def label(self) -> str:
        return f"{self.method} {self.path}"


class Sample:
    """The document with its references followed on demand."""

    def __init__(self) -> None:
        self.document: dict[str, Any] = yaml.load(
            CATALOG.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
        )

    def follow(self, node: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in node:
            place: Any = self.document
            for key in node["$ref"].removeprefix("#/").split("/"):
                place = place[key]
            node = place
        return node

    @cached_property
    def operations(self) -> dict[str, Operation]:
        return {operation.spec["operationId"]: operation for operation in self.all_operations()}

    def all_operations(self) -> Iterator[Operation]:
        for path, item in self.document["paths"].items():
            shared = item.get("parameters", [])
            for method, spec in item.items():
                if method == "parameters":
                    continue
                parameters = [self.follow(p) for p in shared + spec.get("parameters", [])]
                content = spec.get("requestBody", {}).get("content", {})
                body = next((self.follow(c["schema"]) for c in content.values()), {})
                yield Operation(method.upper(), path, tuple(parameters), body, spec)

    def inputs(self, name: str) -> dict[str, dict[str, Any]]:
        """Every input of an operation by name, the context header left out."""
        operation = self.operations[name]
        found = {p["name"]: self.follow(p["schema"]) for p in operation.parameters}
        found |= {k: self.follow(v) for k, v in operation.body.get("properties", {}).items()}
        found.pop(TENANT, None)
        return found

    def required(self, name: str) -> set[str]:
        operation = self.operations[name]
        found = {p["name"] for p in operation.parameters if p.get("required")}
        if operation.spec.get("requestBody", {}).get("required"):
            found |= set(operation.body.get("required", []))
        return found - {TENANT}

    @cached_property
    def readers(self) -> dict[str, set[str]]:
        """Identifiers that each reading operation needs: what only a record of the shop gives."""
        return {
            name: {field for field in self.required(name) if field.endswith(("Id", "Ids"))}
            for name, operation in self.operations.items()
            if operation.method == "GET"
        }

    @cached_property
    def produced(self) -> dict[str, frozenset[str]]:
        """Identifiers in each success answer by operation; ``id`` of a Ticket is ``ticketId``."""
        return {name: self._produced(name) for name in self.operations}

    def _produced(self, name: str) -> frozenset[str]:
        names: set[str] = set()
        for code, response in self.operations[name].spec["responses"].items():
            if code.startswith("2"):
                for content in response.get("content", {}).values():
                    self._collect(content["schema"], names, frozenset())
        return frozenset(names)

    def _collect(self, schema: dict[str, Any], names: set[str], open_: frozenset[str]) -> None:
        reference = schema.get("$ref", "")
        if reference in open_:
            return
        title = reference.rpartition("/")[2]
        open_ |= {reference} if reference else set()
        schema = self.follow(schema)
        for field, value in schema.get("properties", {}).items():
            if field == "id" and title:
                names.add(title[0].lower() + title[1:] + "Id")
            elif field.endswith("Id"):
                names |= {field, field + "s"}
            self._collect(value, names, open_)
        for part in (*schema.get("allOf", []), *schema.get("oneOf", [])):
            self._collect(part, names, open_)
        if "items" in schema:
            self._collect(schema["items"], names, open_)

    def obtainable(self, given: set[str]) -> set[str]:
        """Identifiers that calls which only read can bring, starting from the given ones."""
        have = set(given)
        while True:
            more = have.union(
                *(self.produced[o] for o, need in self.readers.items() if need <= have)
            )
            if more == have:
                return have
            have = more

    def security(self, name: str) -> list[set[str]]:
        """Alternatives, each the schemes that must all be met; empty when none is needed."""
        own = self.operations[name].spec.get("security", self.document["security"])
        return [set(alternative) for alternative in own]


@cache
def read_sample() -> Sample:
    return Sample()


@cache
def read_suite() -> tuple[Case, ...]:
    lines = SUITE.read_text(encoding="utf-8").splitlines()
    return tuple(Case.model_validate(json.loads(line)) for line in lines)


def aimed_at(*reasons: str) -> list[Case]:
    wanted = {f"aim:{reason}" for reason in reasons}
    return [case for case in read_suite() if wanted.intersection(case.tags)]


def missing_inputs(case: Case) -> set[str]:
    assert case.expected_target is not None
    return read_sample().required(case.expected_target) - set(case.provided_entities)


def may_call(auth: tuple[str, ...] | None, alternatives: list[set[str]]) -> bool:
    return not alternatives or any(set(auth or ()) >= needed for needed in alternatives)


def references(node: object) -> Iterator[str]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)
