"""Decisions without secrets: what is taken out of free text before it is stored."""

from __future__ import annotations

from engine.models.triage import LONGEST_NOTE, LONGEST_OWNER, TriageVerdict
from engine.scrub.scrubber import scrub_text


def without_secrets(verdict: TriageVerdict) -> TriageVerdict:
    """Return a verdict whose note and owner hold no secret; a kind stands where one was.

    Idempotent. A link is not changed here, as half an address leads nowhere: see
    :func:`secret_in_link`.

    Examples
    --------
    >>> without_secrets(TriageVerdict(note="ask jane@example.org")).note
    'ask [scrubbed e-mail]'
    """
    parts = {
        "note": scrub_text(verdict.note).text[:LONGEST_NOTE],
        "owner": scrub_text(verdict.owner).text[:LONGEST_OWNER].strip(),
    }
    return verdict.model_copy(update=parts)


def secret_in_link(link: str) -> str:
    """Say what an address must not carry; empty when it carries nothing of the kind.

    Examples
    --------
    >>> secret_in_link("https://tracker.example/7")
    ''
    """
    kinds = scrub_text(link).report.counts
    if not kinds:
        return ""
    return f"link holds what may not be stored ({', '.join(kinds)}); give the address without it."
