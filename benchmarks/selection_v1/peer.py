"""graph-tool-call's selector over the same cases, on its own retrieval rows or on ours."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any

import yaml

from benchmarks.harness import TOP_K, labelled_sets
from benchmarks.selection_v1.observations import Observation, ObservedSet
from benchmarks.selection_v1.outcomes import Chosen, Replaced, is_harmful
from benchmarks.selection_v1.simulate import simulate
from engine.models.tool import normal_label


class NotInstalled(Exception):
    """The peer's package is missing."""


class Peer:
    """The peer over one labelled set; its tools are named as in the catalog.

    Parameters
    ----------
    data : ObservedSet
        Cases with our retrieval's rows.
    same_rows : bool
        Let it select from our rows, in its own form of a row, instead of those that it retrieves.

    Raises
    ------
    NotInstalled
        If the package is not there.
    """

    def __init__(self, data: ObservedSet, *, same_rows: bool = False) -> None:
        if find_spec("graph_tool_call") is None:
            raise NotInstalled("graph-tool-call")
        from graph_tool_call.graphify import ingest_openapi_graphify
        from graph_tool_call.ingest.mcp import ingest_mcp_tools
        from graph_tool_call.ingest.openapi import ingest_openapi

        path = labelled_sets([data.name])[0].path
        text = path.read_text(encoding="utf-8")
        document = json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
        if "paths" in document:
            schemas, _ = ingest_openapi(document)
            self._graph, _ = ingest_openapi_graphify(schemas, raw_spec=document)
        else:
            schemas = ingest_mcp_tools(document["tools"])
            self._graph, _ = ingest_openapi_graphify(schemas)
        self._data = data
        self._same_rows = same_rows
        self._tools = {schema.name: schema for schema in schemas}
        self._ours = _names(schemas, data)
        self._theirs = {ours: theirs for theirs, ours in self._ours.items()}
        self._rows: dict[str, list[dict[str, Any]]] = {}

    def choose(self) -> Iterator[Chosen]:
        """Select for every case without a model's target."""
        for observation in self._data.observations:
            rows = self._retrieve(observation)
            started = time.perf_counter()
            answer = self._select(observation, rows, None)
            ms = (time.perf_counter() - started) * 1000
            first = self._ours.get(rows[0]["name"]) if rows else None
            yield Chosen(
                self._data.name,
                first in observation.right,
                self._ours.get(answer["selected_target"] or "") in observation.right,
                bool(answer["ambiguous"]),
                min(1.0, max(0.0, float(answer["confidence"] or 0.0))),
                ms,
            )

    def replace(self) -> Iterator[Replaced]:
        """Select for every case against the same simulated targets as ours."""
        for simulated in simulate(self._data):
            observation = simulated.observation
            llm_target = self._theirs.get(simulated.llm_target)
            if llm_target is None:
                continue
            answer = self._select(observation, self._retrieve(observation), llm_target)
            selected = self._ours.get(answer["selected_target"] or "")
            yield Replaced(
                simulated.kind,
                bool(answer["overrode_llm"]),
                selected in observation.right,
                is_harmful(self._data, simulated.llm_target, selected),
            )

    def _retrieve(self, observation: Observation) -> list[dict[str, Any]]:
        from graph_tool_call.graphify import retrieve_graphify

        if self._same_rows:
            return [
                {**row.model_dump(mode="json"), "name": self._theirs[row.name]}
                for row in observation.rows
                if row.name in self._theirs
            ]
        key = observation.case.case_id
        if key not in self._rows:
            answer = retrieve_graphify(
                self._graph, observation.case.query, top_k=TOP_K, include_evidence=True
            )
            self._rows[key] = answer["results"]
        return self._rows[key]

    def _select(
        self, observation: Observation, rows: list[dict[str, Any]], llm_target: str | None
    ) -> dict[str, Any]:
        from graph_tool_call.graphify import select_target_candidate

        answer: dict[str, Any] = select_target_candidate(
            observation.case.query,
            [row["name"] for row in rows],
            self._tools,
            retrieval_results=rows,
            llm_target=llm_target,
        )
        return answer


def _names(schemas: list[Any], data: ObservedSet) -> Mapping[str, str]:
    """Map the peer's tool names to the catalog's, by method and path where there are any."""
    labels = {
        normal_label(tool.label): tool.name for tool in data.catalog.tools if tool.label is not None
    }
    names: dict[str, str] = {}
    for schema in schemas:
        method, path = schema.metadata.get("method"), schema.metadata.get("path")
        label = normal_label(f"{method.upper()} {path}") if method and path else ""
        if label in labels:
            names[schema.name] = labels[label]
        elif schema.name in data.catalog.by_name:
            names[schema.name] = schema.name
    return names
