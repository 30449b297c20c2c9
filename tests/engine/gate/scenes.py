"""One tool with every sort of field, and evidence that is complete by default."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from engine.models.contract import EvidenceContract, EvidenceItem
from engine.models.gate import ProposedCall
from engine.models.tool import Location, Tool
from tests.builders import field, tool

NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)

TOOL = tool(
    "release_batch",
    "POST /batches/{batchId}/release",
    consumes=(field("batchId", location=Location.PATH, required=True, identifier="batchId"),),
    produces=(
        field("density", location=Location.RESPONSE),
        field("purity", location=Location.RESPONSE),
        field("reportId", location=Location.RESPONSE, identifier="reportId"),
    ),
)


def contract(**values):
    return EvidenceContract.model_validate({"name": "release", "tool": "release_batch", **values})


def call(*fields, **values):
    return ProposedCall.model_validate({"tool": "release_batch", "fields": fields, **values})


def item(kind="provenance", value=None, *, age=None, **values):
    seen = {} if age is None else {"observed_at": NOW - timedelta(seconds=age)}
    return EvidenceItem.model_validate(
        {"kind": kind, "value": value, "basis": "observed", **seen, **values}
    )


def changed(**values):
    """Return the tool with other content; a copy would keep its fingerprint."""
    return Tool.model_validate({**TOOL.model_dump(), **values})
