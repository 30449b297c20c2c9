"""Whether the caller can authenticate for every call of a plan. Names of schemes only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.models.plan import AuthReadiness, AuthState
from engine.models.tool import Tool


def auth_readiness(
    steps: Sequence[str], tools: Mapping[str, Tool], held: tuple[str, ...] | None
) -> AuthReadiness:
    """Compare what the calls need with what the caller has.

    Parameters
    ----------
    steps : sequence of str
        Tools in the order of their calls.
    tools : mapping of str to Tool
        The catalog, by name.
    held : tuple of str or None
        Security schemes that the caller has; None when the case does not say.

    Returns
    -------
    AuthReadiness
        Of the first call that cannot be made; else ``ready``, or ``not_required`` when no call
        needs anything.
    """
    protected = [(name, tools[name].security) for name in steps if _is_protected(tools[name])]
    if not protected:
        return AuthReadiness(state=AuthState.NOT_REQUIRED)
    for name, alternatives in protected:
        missing = _missing(alternatives, held or ())
        if not missing:
            continue
        if held is None:
            state = AuthState.UNKNOWN
        else:
            partial = any(not set(held).isdisjoint(names) for names in alternatives)
            state = AuthState.PARTIAL if partial else AuthState.MISSING
        return AuthReadiness(state=state, tool=name, required=alternatives, missing=missing)
    return AuthReadiness(state=AuthState.READY)


def _is_protected(tool: Tool) -> bool:
    """Whether a call needs a scheme; an empty alternative means that it may go without."""
    return bool(tool.security) and all(tool.security)


def _missing(alternatives: Sequence[tuple[str, ...]], held: Sequence[str]) -> tuple[str, ...]:
    """Schemes that the alternative nearest to being met lacks."""
    gaps = [tuple(sorted(set(names) - set(held))) for names in alternatives]
    return min(gaps, key=lambda gap: (len(gap), gap))
