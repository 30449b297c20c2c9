"""Simulated model targets: the right tool, the best wrong sibling, a random wrong tool."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from benchmarks.harness import SEED
from benchmarks.selection_v1.observations import Observation, ObservedSet


class Kind(StrEnum):
    """How the simulated model chose."""

    RIGHT = "right"
    """A tool that counts as the target: the best placed one, else the first by name."""

    SIBLING = "best wrong sibling"
    """The best placed candidate that does not count as the target."""

    RANDOM = "random wrong tool"
    """Any tool of the catalog that does not count as the target."""


class Simulated(NamedTuple):
    """A case with a model's target."""

    observation: Observation
    kind: Kind
    llm_target: str


def simulate(data: ObservedSet) -> Iterator[Simulated]:
    """Give every case that has candidates a target of each kind, where there is one."""
    for observation in data.observations:
        if not observation.rows:
            continue
        right = set(observation.right)
        placed = [name for name in observation.names if name in right]
        wrong = [name for name in observation.names if name not in right]
        others = [tool.name for tool in data.catalog.tools if tool.name not in right]
        targets = {
            Kind.RIGHT: (placed or list(observation.right))[:1],
            Kind.SIBLING: wrong[:1],
            Kind.RANDOM: [others[_draw(data.name, observation, len(others))]] if others else [],
        }
        for kind, names in targets.items():
            for name in names:
                yield Simulated(observation, kind, name)


def _draw(set_name: str, observation: Observation, n: int) -> int:
    """Draw a number below ``n``, the same for the same case on every machine."""
    text = f"{SEED}:{set_name}:{observation.case.case_id}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % n
