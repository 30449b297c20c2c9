"""What was taken out of a text: how many of which kind, never what."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Record


class SecretKind(StrEnum):
    """What may not be stored, as it is named in the text that takes its place."""

    PRIVATE_KEY = "private key"
    JWT = "jwt"
    PROVIDER_KEY = "provider key"
    """A key by whose beginning its issuer is known."""

    AUTHORIZATION = "authorization"
    """Credentials after ``Bearer``, ``Basic`` and the like."""

    COOKIE = "cookie"
    CONNECTION_STRING = "connection string"
    """Credentials inside an address or a connection string."""

    SECRET = "secret"
    """A value that its key or the word before it calls a secret."""

    HIGH_ENTROPY = "high entropy"
    """A long text that no person made up and that no known form of identifier explains."""

    EMAIL = "e-mail"
    PHONE = "phone"
    CARD = "card number"
    IBAN = "iban"
    NATIONAL_ID = "national id"
    ACCOUNT = "account"
    """A number or name that stands for a person's account."""

    ADDRESS = "address"
    PAYLOAD = "payload"
    """A request's or response's body or headers."""


class ScrubReport(Record):
    """How often each kind was met."""

    counts: dict[str, int] = Field(default_factory=dict)
    """By :class:`SecretKind`, sorted; only kinds that occurred."""

    @property
    def total(self) -> int:
        """Everything that was taken out."""
        return sum(self.counts.values())

    def __add__(self, other: ScrubReport) -> ScrubReport:
        """Return both reports as one."""
        kinds = sorted({*self.counts, *other.counts})
        return ScrubReport(
            counts={kind: self.counts.get(kind, 0) + other.counts.get(kind, 0) for kind in kinds}
        )
