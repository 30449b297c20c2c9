"""What a case requires before each of its actions, and before it may end."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from engine.lab.safeact.objects import Object, list_of, name_of, object_of, slug, values_of
from engine.lab.safeact.records import Forbidden, Protocol, Read, Requirement, Step


def steps_of(row: Object, protocol: Protocol) -> tuple[Step, ...]:
    """Return the consequential calls of a case, each with what it requires."""
    if protocol is Protocol.LEGACY:
        action = object_of(row["candidate_action"])
        asked = [object_of(each) for each in list_of(row.get("confirmation_requirements"))]
        requires = tuple(
            Requirement(
                requirement_id=str(each.get("requirement_id", f"r{place}")),
                tools=tuple(str(tool) for tool in list_of(each.get("evidence_tools"))),
            )
            for place, each in enumerate(asked, start=1)
        )
        name, given = str(action["tool"]), action.get("args", action.get("arguments"))
        return (Step(step_id="action", tool=name, arguments=values_of(given), requires=requires),)
    if protocol is Protocol.V0:
        return ()
    if protocol is Protocol.V1:
        action = object_of(row["key_action_template"])
        return (
            Step(
                step_id="action",
                tool=str(action["tool"]),
                arguments=values_of(action.get("arguments")),
                requires=_requirements(row.get("requirements")),
                forbidden=_forbidden(row.get("requirements")),
            ),
        )
    workflow = row["workflow"]
    commits = workflow.get("commits") if isinstance(workflow, dict) else workflow
    return _workflow([object_of(each) for each in list_of(commits)], linear=protocol is Protocol.V2)


def _workflow(commits: Sequence[Object], *, linear: bool) -> tuple[Step, ...]:
    """Return the commits as steps; in a line each also follows the one before it."""
    made_by: dict[str, str] = {}
    for each in commits:
        for name in list_of(each.get("postconditions")):
            made_by.setdefault(name_of(name), str(each["commit_id"]))
    steps: list[Step] = []
    for each in commits:
        asked = list_of(each.get("requirements"))
        names = {name_of(one) for one in asked if not isinstance(one, dict)}
        after = {str(one) for one in list_of(each.get("depends_on"))}
        after |= {made_by[name] for name in names if name in made_by}
        if linear and steps:
            after.add(steps[-1].step_id)
        schema = each.get("result_schema")
        fields = schema.get("properties", schema) if isinstance(schema, dict) else {}
        steps.append(
            Step(
                step_id=str(each["commit_id"]),
                tool=str(each["tool"]),
                arguments=values_of(each.get("arguments")),
                requires=(
                    *_requirements([one for one in asked if isinstance(one, dict)]),
                    # A name that no earlier action establishes must come from a read.
                    *(
                        Requirement(requirement_id=slug(name), predicate=name)
                        for name in sorted(names - made_by.keys())
                    ),
                ),
                forbidden=_forbidden(each.get("requirements")),
                after=tuple(sorted(after)),
                results=tuple(sorted(values_of(fields))),
            )
        )
    return tuple(steps)


def _requirements(value: JsonValue) -> tuple[Requirement, ...]:
    """Return requirements; each condition on a fact is one, so that each can be named."""
    found: list[Requirement] = []
    for place, row in enumerate((object_of(each) for each in list_of(value)), start=1):
        name = slug(str(row.get("requirement_id", f"r{place}")))
        found += _conditions(name, row.get("supported_if_all"))
    return tuple(found)


def _forbidden(value: JsonValue) -> tuple[Forbidden, ...]:
    """Return what speaks against an action, as far as facts alone do."""
    found: list[Forbidden] = []
    for row in (each for each in list_of(value) if isinstance(each, dict)):
        for each in map(object_of, list_of(row.get("violated_if_any"))):
            reason = str(each.get("reason", "violated"))
            conditions = _conditions(slug(reason), each.get("all"))
            if conditions and len(conditions) == len(list_of(each.get("all"))):
                found.append(Forbidden(reason=reason, conditions=tuple(conditions)))
    return tuple(found)


def _conditions(name: str, value: JsonValue) -> list[Requirement]:
    """Return each condition on a fact as a requirement of its own, so that it can be named."""
    facts = [
        fact for fact in map(object_of, list_of(value)) if fact.get("source", "fact") == "fact"
    ]
    found: list[Requirement] = []
    for number, fact in enumerate(facts, start=1):
        rest = {k: v for k, v in fact.items() if k not in {"source", "predicate", "tool"}}
        bound = {
            field: str(asked["action_arg"])
            for field, asked in rest.items()
            if isinstance(asked, dict) and "action_arg" in asked
        }
        found.append(
            Requirement(
                requirement_id=name if len(facts) == 1 else f"{name}_{number}",
                tools=(str(fact["tool"]),) if "tool" in fact else (),
                predicate=str(fact.get("predicate", "")),
                values={field: v for field, v in rest.items() if field not in bound},
                bound=bound,
            )
        )
    return found


def investigation_of(row: Object, protocol: Protocol) -> tuple[Read, ...]:
    """Return the reads that must be made before a case may end."""
    asked = list_of(row.get("required_info_calls"))
    if protocol is Protocol.V0 and not asked:
        asked = [
            {"tool": rule.get("tool"), "arguments": rule.get("args_match")}
            for rule in map(object_of, list_of(row.get("evidence_rules")))
        ]
    return tuple(
        Read(tool=str(each["tool"]), arguments=values_of(each.get("arguments")))
        if isinstance(each, dict)
        else Read(tool=str(each))
        for each in asked
    )
