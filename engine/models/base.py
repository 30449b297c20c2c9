"""Bases of every record."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Base of everything we write: immutable, and an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Envelope(BaseModel):
    """Base of what comes from outside or from a newer engine.

    Unknown keys are kept and written back unchanged: the evidence format only ever grows.
    """

    model_config = ConfigDict(frozen=True, extra="allow", use_attribute_docstrings=True)
