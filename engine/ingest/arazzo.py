"""Arazzo workflows: which call follows which, and what it takes from an earlier one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.ingest.draft import Contents, Link
from engine.ingest.links import label_of, last_token
from engine.ingest.reading import JsonObject, as_array, as_object, as_text

_OUTPUT = re.compile(r"\$steps\.([A-Za-z0-9_-]+)\.outputs\.([A-Za-z0-9_.-]+)")
_BODY = re.compile(r"^\$response\.body#(/.*)$")
_MAX_TEXTS = 10_000


class _Step(NamedTuple):
    """A step that calls an operation."""

    name: str
    operation: str
    """``operationId`` or label."""

    outputs: dict[str, str]
    """Output name to the response field it is taken from."""

    takes: tuple[tuple[str, str], ...]
    """Pairs of (input's name, runtime expression)."""


def read_arazzo(document: str, root: JsonObject) -> Contents:
    """Return the links that the workflows of an Arazzo document declare."""
    workflows = [as_object(item) for item in as_array(root.get("workflows"))]
    links = [link for workflow in workflows for link in _links(document, workflow)]
    info = as_object(root.get("info"))
    count = len(workflows)
    return Contents(
        format="arazzo",
        drafts=(),
        declared=0,
        title=as_text(info.get("title")),
        version=as_text(info.get("version")),
        links=tuple(links),
        others=(f"{count} workflow{'s' if count != 1 else ''}",),
    )


def _links(document: str, workflow: JsonObject) -> Iterator[Link]:
    steps = [_step(as_object(item)) for item in as_array(workflow.get("steps"))]
    by_name = {step.name: step for step in steps}
    text = as_text(workflow.get("summary")) or as_text(workflow.get("workflowId"))
    for index, step in enumerate(steps):
        if not step.operation:
            continue
        fields: dict[str, set[tuple[str, str]]] = {}
        if index and steps[index - 1].operation:
            fields[steps[index - 1].operation] = set()
        for name, expression in step.takes:
            for source, output in _OUTPUT.findall(expression):
                producer = by_name.get(source)
                if producer is not None and producer.operation:
                    pair = (producer.outputs.get(output, output), name)
                    fields.setdefault(producer.operation, set()).add(pair)
        for operation in sorted(fields):
            pairs = tuple(sorted(fields[operation]))
            yield Link(operation, step.operation, "arazzo", document, pairs, text)


def _step(step: JsonObject) -> _Step:
    operation = as_text(step.get("operationId"))
    if operation.startswith("$sourceDescriptions."):
        operation = operation.split(".", 2)[-1]
    takes = [
        (as_text(as_object(item).get("name")), as_text(as_object(item).get("value")))
        for item in as_array(step.get("parameters"))
    ]
    payload = as_object(step.get("requestBody")).get("payload")
    outputs = {}
    for name, expression in as_object(step.get("outputs")).items():
        match = _BODY.match(as_text(expression))
        if match:
            outputs[name] = last_token(match[1])
    return _Step(
        name=as_text(step.get("stepId")),
        operation=operation or label_of(as_text(step.get("operationPath"))),
        outputs=outputs,
        takes=(*takes, *_texts_of(payload)),
    )


def _texts_of(payload: object) -> Iterator[tuple[str, str]]:
    """Yield the texts of a request body under the name of the member they stand in."""
    stack: list[tuple[str, object]] = [("body", payload)]
    for _ in range(_MAX_TEXTS):
        if not stack:
            return
        name, value = stack.pop()
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, dict):
            stack.extend((key, value[key]) for key in sorted(value, reverse=True))
        elif isinstance(value, list):
            stack.extend((name, item) for item in reversed(value))
