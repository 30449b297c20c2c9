"""Rules for what comes after the selection: plan, authentication, gate, execution."""

from __future__ import annotations

from collections.abc import Callable

from engine.models.case import CaseMode, ExecutionOutcome
from engine.models.failure import FailureReason, FailureStage, Guidance
from engine.models.plan import AuthState, InputStatus, PlanInput
from engine.triage.assertions import AssertionKind
from engine.triage.facts import Facts
from engine.triage.plan import CYCLE
from engine.triage.rule import Evidence, Rule

TIMEOUT = "timeout"
NETWORK_ERROR = "network_error"
NOT_AUTHENTICATED = (401, 403)


def _open_input(facts: Facts, fits: Callable[[PlanInput], bool]) -> Evidence | None:
    """Evidence of the first required input that nothing meets, when it ``fits``."""
    if facts.plan is None:
        return None
    asked = (InputStatus.CHOOSE, InputStatus.MISSING)
    found = next((i for i in facts.plan.inputs if i.status in asked and fits(i)), None)
    if found is None:
        return None
    return {
        "tool": found.tool,
        "field": found.field,
        "producers": found.producers,
        "blocked": list(found.blocked),
        "user_input_slots": list(facts.plan.user_input_slots),
    }


def _cycle(facts: Facts) -> Evidence | None:
    return _open_input(facts, lambda found: CYCLE in found.blocked)


def _unsatisfied(facts: Facts) -> Evidence | None:
    return _open_input(facts, lambda found: bool(found.blocked))


def _enum_required(facts: Facts) -> Evidence | None:
    return _open_input(facts, lambda found: found.status is InputStatus.CHOOSE)


def _missing_argument(facts: Facts) -> Evidence | None:
    return _open_input(facts, lambda found: found.status is InputStatus.MISSING)


def _plan_assertion(facts: Facts) -> Evidence | None:
    check = facts.failed(AssertionKind.PLAN_CONTAINS_TOOL)
    if check is None or facts.plan is None:
        return None
    return {"assertion": check.kind.value, "tool": check.value, "steps": list(facts.plan.steps)}


def _auth(state: AuthState) -> Callable[[Facts], Evidence | None]:
    def finds(facts: Facts) -> Evidence | None:
        if facts.auth is None or facts.auth.state is not state:
            return None
        return {"tool": facts.auth.tool, "missing": list(facts.auth.missing)}

    return finds


def _gate_refused(facts: Facts) -> Evidence | None:
    return {"codes": list(facts.gate_refusals)} if facts.gate_refusals else None


def _recorded(facts: Facts) -> ExecutionOutcome | None:
    """Return the recorded call, for a case that goes that far."""
    return facts.case.execution if facts.case.mode is CaseMode.EXECUTE else None


def _unwanted_status(facts: Facts) -> int | None:
    """Return the recorded status, unless the case asserts exactly this one."""
    outcome = _recorded(facts)
    if outcome is None or outcome.status is None:
        return None
    wanted = {a.value for a in facts.assertions if a.kind is AssertionKind.HTTP_STATUS}
    return None if outcome.status in wanted else outcome.status


def _auth_failed(facts: Facts) -> Evidence | None:
    status = _unwanted_status(facts)
    return {"status": status} if status in NOT_AUTHENTICATED else None


def _error_class(name: str) -> Callable[[Facts], Evidence | None]:
    def finds(facts: Facts) -> Evidence | None:
        outcome = _recorded(facts)
        if outcome is None or outcome.error_class != name:
            return None
        return {"error_class": name, "latency_ms": outcome.latency_ms}

    return finds


def _status_from(low: int, high: int) -> Callable[[Facts], Evidence | None]:
    def finds(facts: Facts) -> Evidence | None:
        status = _unwanted_status(facts)
        return {"status": status} if status is not None and low <= status < high else None

    return finds


def _other_error(facts: Facts) -> Evidence | None:
    outcome = _recorded(facts)
    if outcome is None or outcome.error_class is None:
        return None
    return {"error_class": outcome.error_class, "status": outcome.status}


def _call_assertion(facts: Facts) -> Evidence | None:
    if _recorded(facts) is None:
        return None
    check = facts.failed(AssertionKind.HTTP_STATUS, AssertionKind.JSON_PATH_EXISTS)
    if check is None:
        return None
    outcome = facts.case.execution
    return {
        "assertion": check.kind.value,
        "expected": check.value,
        "status": outcome.status if outcome else None,
    }


_PLAN, _AUTH = FailureStage.SYNTHESIZE, FailureStage.AUTH_PREFLIGHT
_CALL = FailureStage.EXECUTE

CALL_RULES: tuple[Rule, ...] = (
    Rule(
        _PLAN,
        FailureReason.CYCLE,
        _cycle,
        Guidance(
            symptom="A required input is only produced by a tool that needs this one's result.",
            cause="Tools that feed each other, or data-flow edges that rest on a common name.",
            inspect=("plan.inputs", "edge_evidence"),
            action="Remove the edge that is not real, or let the caller give the input.",
        ),
    ),
    Rule(
        _PLAN,
        FailureReason.UNSATISFIED_FIELD,
        _unsatisfied,
        Guidance(
            symptom="Producers of a required input exist and none can be used.",
            cause="They change something, need inputs that nobody has, or are too far away.",
            inspect=("plan.inputs", "plan.user_input_slots", "api_contract.produces"),
            action="Give the input with the case, or allow the call that produces it.",
        ),
    ),
    Rule(
        _PLAN,
        FailureReason.ENUM_REQUIRED,
        _enum_required,
        Guidance(
            symptom="A required input takes one of a few values, and nobody chose.",
            cause="The query does not say which, or the value is called otherwise.",
            inspect=("plan.inputs", "plan.user_input_slots"),
            action="Ask the user to choose, or provide the value with the case.",
        ),
    ),
    Rule(
        _PLAN,
        FailureReason.MISSING_REQUIRED_ARGUMENT,
        _missing_argument,
        Guidance(
            symptom="A required input is neither given nor produced by any tool.",
            cause="The producer is missing from the catalog or its contract was not extracted, "
            "or only the user knows the value.",
            inspect=("plan.inputs", "api_contract.consumes", "api_contract.produces"),
            action="Ask the user for it, or complete the response schema of its producer.",
        ),
    ),
    Rule(
        _PLAN,
        FailureReason.ASSERTION_FAILED,
        _plan_assertion,
        Guidance(
            symptom="The plan leaves out a tool that the case expects in it.",
            cause="The input was given, or another producer was surer.",
            inspect=("plan.steps", "plan.inputs"),
            action="Check which producer the plan chose and why.",
        ),
    ),
    Rule(
        _AUTH,
        FailureReason.AUTH_CONTEXT_REQUIRED,
        _auth(AuthState.UNKNOWN),
        Guidance(
            symptom="The call needs a credential and the case says nothing about the caller's.",
            cause="The case has no auth context.",
            inspect=("auth_readiness.required", "auth_readiness.missing"),
            action="Say with the case which security schemes the caller has.",
        ),
    ),
    Rule(
        _AUTH,
        FailureReason.AUTH_PROFILE_MISSING,
        _auth(AuthState.MISSING),
        Guidance(
            symptom="The caller has none of the security schemes that the call needs.",
            cause="No auth profile is connected for this API.",
            inspect=("auth_readiness.tool", "auth_readiness.required"),
            action="Connect a profile for one of the schemes.",
        ),
    ),
    Rule(
        _AUTH,
        FailureReason.AUTH_HEADER_RESOLUTION_FAILED,
        _auth(AuthState.PARTIAL),
        Guidance(
            symptom="The caller has a part of what the call needs to authenticate.",
            cause="Several schemes must be met together and one cannot be filled in.",
            inspect=("auth_readiness.tool", "auth_readiness.missing"),
            action="Complete the profile by the missing scheme.",
        ),
    ),
    Rule(
        FailureStage.GATE,
        FailureReason.EVIDENCE_REFUSED,
        _gate_refused,
        Guidance(
            symptom="The evidence gate refused the call.",
            cause="Evidence that the contract requires was not established before the action.",
            inspect=("gate.refusals", "failure.evidence.codes"),
            action="Establish the missing evidence first, or correct the contract.",
        ),
    ),
    Rule(
        _AUTH,
        FailureReason.AUTH_FAILED,
        _auth_failed,
        Guidance(
            symptom="The service did not accept the credential.",
            cause="It expired, was revoked, or lacks a permission.",
            inspect=("execution.status", "auth_readiness"),
            action="Renew the credential or widen its permissions.",
        ),
    ),
    Rule(
        _CALL,
        FailureReason.TIMEOUT,
        _error_class(TIMEOUT),
        Guidance(
            symptom="No answer came in time.",
            cause="A slow or overloaded service, or a limit that is too tight.",
            inspect=("execution.latency_ms",),
            action="Repeat the call; look at the service when it stays slow.",
            retryable=True,
        ),
    ),
    Rule(
        _CALL,
        FailureReason.NETWORK_ERROR,
        _error_class(NETWORK_ERROR),
        Guidance(
            symptom="The service could not be reached.",
            cause="Name resolution, connection or certificate.",
            inspect=("execution.error_class",),
            action="Check address and network, then repeat the call.",
            retryable=True,
        ),
    ),
    Rule(
        _CALL,
        FailureReason.HTTP_5XX,
        _status_from(500, 600),
        Guidance(
            symptom="The service failed on the call.",
            cause="A fault of the service, or input that it does not expect.",
            inspect=("execution.status",),
            action="Repeat the call; report it to the service's owner when it stays.",
            retryable=True,
        ),
    ),
    Rule(
        _CALL,
        FailureReason.HTTP_4XX,
        _status_from(400, 500),
        Guidance(
            symptom="The service refused the call.",
            cause="Wrong or missing arguments, or a record that does not exist.",
            inspect=("execution.status", "plan.inputs"),
            action="Check the arguments that the plan filled in.",
        ),
    ),
    Rule(
        _CALL,
        FailureReason.EXECUTION_ERROR,
        _other_error,
        Guidance(
            symptom="The call ended in an error of the caller's own kind.",
            cause="What the recorded error class says.",
            inspect=("execution.error_class",),
            action="Look the error class up where the call was made.",
        ),
    ),
    Rule(
        _CALL,
        FailureReason.ASSERTION_FAILED,
        _call_assertion,
        Guidance(
            symptom="The call went through and its outcome is not what the case asserts.",
            cause="The service answers otherwise than expected, or the assertion is out of date.",
            inspect=("execution.status", "execution.json_paths"),
            action="Compare the outcome with the assertion and correct the wrong one.",
        ),
    ),
)
