"""Filters of cases, between an address and the store."""

from __future__ import annotations

from engine.models.listing import CaseFilter
from engine.models.run import Verdict
from pages.parts.links import CAUSES


def case_filter(verdict: str, cause: str, text: str) -> CaseFilter:
    """Return what the slugs of an address let through; an unknown slug lets everything through.

    Examples
    --------
    >>> case_filter("fail", "selector", "").verdicts
    (<Verdict.FAIL: 'fail'>,)
    >>> case_filter("nonsense", "", "") == CaseFilter()
    True
    """
    known = {each.value: each for each in Verdict}
    return CaseFilter(
        verdicts=(known[verdict],) if verdict in known else (),
        stages=(CAUSES[cause],) if cause in CAUSES else (),
        text=text,
    )
