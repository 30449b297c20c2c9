"""Triage: what a person decided about a failure, kept apart from what was computed of it."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, AwareDatetime, Field, model_validator

from engine.fingerprint import fingerprint
from engine.models.base import Record
from engine.models.failure import FailureReason, FailureStage

LONGEST_NOTE = 2000
LONGEST_LINK = 1000
LONGEST_OWNER = 80


class TriageStatus(StrEnum):
    """What was decided about a failure."""

    NEW = "new"
    """Nobody has decided anything."""

    ACKNOWLEDGED = "acknowledged"
    """Known, and somebody's."""

    FIXED = "fixed"
    """Said to be gone; a later run that still shows it brings it up again."""

    WONT_FIX = "wont_fix"
    """Known, and to be left."""

    FLAKY = "flaky"
    """Comes and goes without a change."""


class TriageCause(StrEnum):
    """What is behind a failure, in words that say whose work it is."""

    TOOL_TEXTS = "tool_texts"
    """The tool's name, description or aliases lack the callers' words."""

    SIBLING_TOOLS = "sibling_tools"
    """Tools that share words, action and shape are not told apart."""

    MODEL_CHOICE = "model_choice"
    """The model named a wrong or an unknown tool."""

    VAGUE_QUERY = "vague_query"
    """The query says too little to choose by."""

    CASE_LABEL = "case_label"
    """The case expects something wrong or out of date."""

    MISSING_INPUT = "missing_input"
    """A required input is not given and not produced."""

    ACCESS = "access"
    """The caller may not call, or cannot prove that it may."""

    EVIDENCE = "evidence"
    """What an action needs was not established before it."""

    REQUEST = "request"
    """The call was made with wrong arguments."""

    SERVICE = "service"
    """The service or the network failed."""

    ENGINE = "engine"
    """A fault of this program."""

    OTHER = "other"


def _is_control(character: str) -> bool:
    """Control characters, line separators, and lone surrogates, which no file can hold."""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


def _in_utc(moment: datetime) -> datetime:
    # Equal moments must have equal fingerprints, whatever zone they were written in.
    return moment.astimezone(UTC)


def _checked_note(text: str) -> str:
    hidden = sorted({c for c in text if _is_control(c) and c not in "\n\t\r"})
    if hidden:
        raise ValueError(f"must be plain text, but it holds {hidden[0]!r}")
    return text


def _checked_line(text: str) -> str:
    if any(_is_control(c) for c in text):
        raise ValueError("must stand on one line, without control characters")
    return text.strip()


def _checked_link(text: str) -> str:
    if not text:
        return text
    wrong = "must be a whole address that begins with http:// or https://"
    if any(c.isspace() or _is_control(c) for c in text):
        raise ValueError(f"{wrong}, without blanks")
    try:
        parts = urlsplit(text)
    except ValueError:
        raise ValueError(wrong) from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(wrong)
    if "@" in parts.netloc:
        raise ValueError("must not carry a user name or a password")
    return text


Note = Annotated[str, Field(max_length=LONGEST_NOTE), AfterValidator(_checked_note)]
Owner = Annotated[str, Field(max_length=LONGEST_OWNER), AfterValidator(_checked_line)]
Link = Annotated[str, Field(max_length=LONGEST_LINK), AfterValidator(_checked_link)]


class FailureIdentity(Record):
    """What makes a failure the same one when another run shows it again.

    The question (catalog, suite, case, the query's text and the expected tool), the place where
    it went wrong (stage and reason), and the *names* in its evidence. Ranks, margins, confidences
    and versions of the catalog are left out: they move with every run, and nobody wants to decide
    again because a margin moved.
    """

    catalog: str
    suite: str
    case_id: str
    query_fingerprint: str
    """Fingerprint of the query's text; the text itself stays in its suite."""

    expected_target: str | None = None
    stage: FailureStage
    reason: FailureReason
    facts: dict[str, str | int | tuple[str, ...]] = Field(default_factory=dict)
    """Names and codes of the evidence, lists sorted: the wrong tool, the open field, the status."""

    @cached_property
    def signature(self) -> str:
        """Fingerprint of all of it."""
        return fingerprint("failure", self.model_dump(mode="json"))


class TriageVerdict(Record):
    """What a person says about a failure; it stands beside the computed diagnosis."""

    status: TriageStatus = TriageStatus.NEW
    cause: TriageCause | None = None
    """None as long as nobody confirmed or replaced the suggested one."""

    owner: Owner = ""
    note: Note = ""
    """Free text of the operator; untrusted when it is shown."""

    link: Link = ""
    """Where it is worked on: http or https."""


class TriageEdit(Record):
    """Parts of a verdict to be replaced; a part that is not given stays as it is."""

    status: TriageStatus | None = None
    cause: TriageCause | None = None
    """When given as None, the cause is taken back."""

    owner: Owner | None = None
    note: Note | None = None
    link: Link | None = None

    def applied(self, verdict: TriageVerdict) -> TriageVerdict:
        """Return ``verdict`` with the given parts replaced.

        Examples
        --------
        >>> edit = TriageEdit(status=TriageStatus.FLAKY)
        >>> edit.applied(TriageVerdict(owner="search")).owner
        'search'
        """
        given = {
            name: value
            for name in self.model_fields_set
            if (value := getattr(self, name)) is not None or name == "cause"
        }
        return verdict.model_copy(update=given)


class TriageChange(Record):
    """One decision about one failure; never changed and never deleted once it is stored."""

    signature: str
    """Fingerprint of ``identity``."""

    identity: FailureIdentity
    verdict: TriageVerdict
    run_id: str | None = None
    """Run in front of which it was decided; it may have been deleted since."""

    changed_at: Annotated[AwareDatetime, AfterValidator(_in_utc)]
    """UTC; later than every decision about the same failure that was known then."""

    @model_validator(mode="after")
    def _signature_is_of_the_identity(self) -> Self:
        if self.signature != self.identity.signature:
            raise ValueError(
                f"signature {self.signature!r} is not that of the identity beside it, "
                f"{self.identity.signature!r}"
            )
        return self

    @cached_property
    def change_id(self) -> str:
        """Fingerprint of the whole change; the same decision is stored once."""
        return fingerprint("triage", self.model_dump(mode="json"))


class TriageEntry(Record):
    """The latest decision about a failure."""

    change: TriageChange
    revision: int = Field(ge=1)
    """How many decisions there are by now; an edit names the one that it is based on."""

    @property
    def verdict(self) -> TriageVerdict:
        """What was decided."""
        return self.change.verdict
