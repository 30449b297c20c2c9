"""Resolve what the selected tool needs: given, produced upstream, ambient, or to be asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from engine.models.plan import InputStatus, Plan, PlanInput, Producer
from engine.models.tool import ContractField, FieldKind, Location, RiskClass, Tool
from engine.text.identifiers import split_identifier

MAX_DEPTH = 5
"""Longest chain of producers before the target."""

MAX_VISITS = 2000
"""Most tools that are looked into for one plan; a wider search is cut off."""

MUTATION_DENIED = "mutation_denied"
CYCLE = "cycle"
TOO_DEEP = "too_deep"
UNRESOLVED = "unresolved"

_AMBIENT = (FieldKind.CONTEXT, FieldKind.PAGING)
_CHANGES = (RiskClass.WRITE.value, RiskClass.DESTRUCTIVE.value)
_ASKED = (InputStatus.CHOOSE, InputStatus.MISSING)

_NAME = re.compile(r"[^.\[\]'\"$*]+")
"""A name in a JSON path."""


class Producers(Protocol):
    """Tells which tools' results can fill an input."""

    def producers_of(self, tool: str, field: ContractField) -> Sequence[Producer]:
        """Return the producers of ``tool``'s input ``field``, in any order."""
        ...


class NoProducers:
    """A lookup that knows of no connection between tools."""

    def producers_of(self, tool: str, field: ContractField) -> Sequence[Producer]:
        """Return nothing."""
        return ()


def resolve_plan(
    target: str,
    tools: Mapping[str, Tool],
    provided: Collection[str],
    producers: Producers,
    *,
    allow_mutation: bool = False,
) -> Plan:
    """Say how every required input of ``target`` could be met.

    A required input is *given* when the caller has a field of its name or identifier, in any
    spelling; *ambient* when it is a paging or context field; *produced* when a tool whose own
    inputs can be met puts it out; to be *chosen* when it has a list of values; else *missing*.
    Credentials are no inputs here: they are what auth readiness is about.

    Parameters
    ----------
    target : str
        The selected tool; one of ``tools``.
    tools : mapping of str to Tool
        The catalog, by name.
    provided : collection of str
        Names of the fields that the caller has.
    producers : Producers
        Which tools put out what an input needs.
    allow_mutation : bool, default False
        Whether a tool that changes something may be called to get an input.

    Returns
    -------
    Plan
        Chains are free of cycles and at most five calls long before the target. Among producers
        that work, the surest connection wins, then the name.
    """
    search = _Search(tools, frozenset(normal_name(n) for n in provided), producers, allow_mutation)
    inputs, steps = search.resolve(target, ())
    return Plan(
        target=target,
        complete=not any(found.status in _ASKED for found in inputs),
        steps=steps,
        inputs=inputs,
    )


def normal_name(name: str) -> str:
    """Return a field name without its spelling.

    Examples
    --------
    >>> normal_name("order_id") == normal_name("orderId") == normal_name("ORDER-ID")
    True
    """
    return "".join(split_identifier(name)) or name


class _Search:
    """One walk from the target up to what the caller has."""

    def __init__(
        self,
        tools: Mapping[str, Tool],
        provided: frozenset[str],
        producers: Producers,
        allow_mutation: bool,
    ) -> None:
        self._tools = tools
        self._provided = provided
        self._producers = producers
        self._allow_mutation = allow_mutation
        self._visits = 0

    def resolve(
        self, name: str, above: tuple[str, ...]
    ) -> tuple[tuple[PlanInput, ...], tuple[str, ...]]:
        """Return the inputs of ``name`` and of the calls before it, and the calls in order."""
        self._visits += 1
        own: list[PlanInput] = []
        before: dict[str, None] = {}
        upstream: dict[tuple[str, str], PlanInput] = {}
        for field in required_inputs(self._tools[name]):
            found, inputs, steps = self._meet(name, field, (*above, name))
            own.append(found)
            upstream.update({(i.tool, i.field): i for i in inputs})
            before.update(dict.fromkeys(steps))
        return (*upstream.values(), *own), (*before, name)

    def _meet(
        self, name: str, field: ContractField, chain: tuple[str, ...]
    ) -> tuple[PlanInput, tuple[PlanInput, ...], tuple[str, ...]]:
        if self._is_given(field):
            return PlanInput(tool=name, field=field.name, status=InputStatus.GIVEN), (), ()
        if field.kind in _AMBIENT:
            return PlanInput(tool=name, field=field.name, status=InputStatus.CONTEXT), (), ()
        known = sorted(
            self._producers.producers_of(name, field),
            key=lambda producer: (-producer.confidence, producer.tool, producer.field),
        )
        blocked: set[str] = set()
        for producer in known:
            reason = self._refuses(producer, chain)
            if reason is not None:
                blocked.add(reason)
                continue
            inputs, steps = self.resolve(producer.tool, chain)
            if any(found.status in _ASKED for found in inputs):
                nested = {why for found in inputs for why in found.blocked}
                blocked.add(CYCLE if CYCLE in nested else UNRESOLVED)
                continue
            met = PlanInput(
                tool=name,
                field=field.name,
                status=InputStatus.PRODUCED,
                producer=producer.tool,
                producer_field=producer.field,
                producers=len(known),
            )
            return met, inputs, steps
        open_input = PlanInput(
            tool=name,
            field=field.name,
            status=InputStatus.CHOOSE if field.enum else InputStatus.MISSING,
            options=field.enum,
            producers=len(known),
            blocked=tuple(sorted(blocked)),
        )
        return open_input, (), ()

    def _is_given(self, field: ContractField) -> bool:
        names = {normal_name(field.name)}
        if field.identifier is not None:
            names.add(normal_name(field.identifier))
        if _in_body(field):
            # Who has the object or the list has what stands inside.
            names.update(normal_name(name) for name in _NAME.findall(field.json_path))
        return not names.isdisjoint(self._provided)

    def _refuses(self, producer: Producer, chain: tuple[str, ...]) -> str | None:
        """Say why a producer may not be called here; None when it may."""
        tool = self._tools.get(producer.tool)
        if tool is None:
            return UNRESOLVED
        if producer.tool in chain:
            return CYCLE
        if tool.semantics.risk.value in _CHANGES and not self._allow_mutation:
            return MUTATION_DENIED
        if len(chain) > MAX_DEPTH or self._visits >= MAX_VISITS:
            return TOO_DEEP
        return None


def required_inputs(tool: Tool) -> tuple[ContractField, ...]:
    """Return the required inputs that a caller fills in, without credentials, by name.

    A field inside an optional object is not required, and an object is not filled in itself when
    its parts are listed.
    """
    by_path = {field.json_path: field for field in tool.consumes if _in_body(field)}
    kept = {
        (field.name, field.json_path): field
        for field in tool.consumes
        if field.required
        and field.kind is not FieldKind.AUTH
        and (not _in_body(field) or _is_effective(field, by_path))
    }
    return tuple(kept[key] for key in sorted(kept))


def _in_body(field: ContractField) -> bool:
    return field.location is Location.BODY


def _is_effective(field: ContractField, by_path: Mapping[str, ContractField]) -> bool:
    path = field.json_path
    # "$.items" is above "$.items[].id" as well as above "$.items.id".
    starts = (f"{path}.", f"{path}[")
    if any(other.startswith(starts) for other in by_path):
        return False
    above = [
        other
        for other in by_path.values()
        if path.startswith((f"{other.json_path}.", f"{other.json_path}["))
    ]
    return all(other.required for other in above)
