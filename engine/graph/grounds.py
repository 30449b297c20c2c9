"""What a pair of fields rests on, and how far each ground is trusted."""

from __future__ import annotations

from enum import StrEnum


class Ground(StrEnum):
    """What a pair of a produced and a consumed field rests on."""

    IDENTIFIER = "identifier"
    """Both are the same schema-qualified identifier."""

    MENTION = "mention"
    """The consumer's text names the producer."""

    NAME = "name"
    """Both have the same telling name."""

    ROLE = "role"
    """The consumer's name says in which role it takes it: ``originSkyId`` takes a ``skyId``."""

    QUALIFIED = "qualified"
    """The producer's name says more: ``converted_distance`` is a ``distance``."""

    RESOURCE = "resource"
    """The consumer is named after the thing that the producer's handle names."""

    SUBJECT = "subject"
    """Both have the same broad name, and the tools are about the same thing."""

    QUANTITY = "quantity"
    """Both hold the same kind of quantity, and the producer works it out."""


BASE = {
    Ground.IDENTIFIER: 0.92,
    Ground.MENTION: 0.85,
    Ground.NAME: 0.8,
    Ground.ROLE: 0.75,
    Ground.QUALIFIED: 0.6,
    Ground.RESOURCE: 0.6,
    Ground.SUBJECT: 0.55,
    Ground.QUANTITY: 0.4,
}
"""Confidence of a pair by its ground, before anything speaks against it."""

SENTENCES = {
    Ground.IDENTIFIER: "{source} returns {given}, which {target} takes as {taken}.",
    Ground.MENTION: "The text of {taken} names {source}, which returns {given}.",
    Ground.NAME: "{source} returns {given}, which {target} takes as {taken}.",
    Ground.ROLE: "{target} takes {taken}, in its role a {given} as {source} returns it.",
    Ground.QUALIFIED: "{source} returns {given}, a more exact {taken} for {target}.",
    Ground.RESOURCE: "{target} takes {taken}; {source} returns {given}, which names one.",
    Ground.SUBJECT: "{source} returns {given} of the same thing that {target} takes {taken} of.",
    Ground.QUANTITY: "{source} works out {given}, a value of the kind that {taken} takes.",
}
