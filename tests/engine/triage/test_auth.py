import pytest

from engine.models.plan import AuthState
from engine.triage.auth import auth_readiness
from tests.builders import by_name, tool

TOOLS = by_name(
    tool("open"),
    tool("optional", security=((), ("key",))),
    tool("key", security=(("key",),)),
    tool("both", security=(("key", "oauth"), ("session",))),
)


@pytest.mark.parametrize(
    ("steps", "held", "state", "missing"),
    [
        pytest.param(["open"], None, AuthState.NOT_REQUIRED, (), id="nothing-needed"),
        pytest.param(["optional"], (), AuthState.NOT_REQUIRED, (), id="may-go-without"),
        pytest.param(["key"], ("key",), AuthState.READY, (), id="held"),
        pytest.param(["key"], None, AuthState.UNKNOWN, ("key",), id="case-does-not-say"),
        pytest.param(["key"], (), AuthState.MISSING, ("key",), id="caller-has-none"),
        pytest.param(["key"], ("oauth",), AuthState.MISSING, ("key",), id="caller-has-another"),
        pytest.param(["both"], ("session",), AuthState.READY, (), id="one-alternative-is-enough"),
        pytest.param(["both"], ("key",), AuthState.PARTIAL, ("oauth",), id="half-of-a-pair"),
    ],
)
def test_readiness_compares_what_is_needed_with_what_is_held(steps, held, state, missing):
    found = auth_readiness(steps, TOOLS, held)
    assert (found.state, found.missing) == (state, missing)


def test_the_first_call_of_the_plan_that_cannot_be_made_is_named():
    found = auth_readiness(["open", "key", "both"], TOOLS, ("session",))
    assert found.tool == "key"
    assert found.required == (("key",),)
