"""Ingest's report while it grows: single notes, and tallies that become one line each.

A document with 1,200 operations would drown its reader in one line an occurrence. What can occur
many times is tallied by code and document, and becomes one warning with its count and the first
examples. What loses an operation is always a line of its own.
"""

from __future__ import annotations

from engine.models.catalog import IngestWarning

EXAMPLES = 3
"""How many places a tallied warning names."""


class Report:
    """Collects the warnings of one import, in document order."""

    def __init__(self) -> None:
        self._warnings: list[IngestWarning | _Tally] = []
        self._tallies: dict[tuple[str, str, str], _Tally] = {}

    def note(self, code: str, message: str, where: str = "") -> None:
        """Add a warning of its own."""
        self._warnings.append(IngestWarning(code=code, message=message, where=where))

    def tally(
        self, code: str, message: str, *, document: str, example: str, weight: int = 1
    ) -> None:
        """Count one occurrence of something that may occur often.

        Parameters
        ----------
        code : str
            The warning's code.
        message : str
            The warning's sentence; ``{count}`` stands for the number of occurrences. Occurrences
            with the same code, message and document become one warning.
        document : str
            Name of the document.
        example : str
            Where it occurred; the first few are named.
        weight : int, default 1
            How much it adds to ``{weight}``, a second number that the sentence may use.
        """
        key = (code, message, document)
        tally = self._tallies.get(key)
        if tally is None:
            tally = self._tallies[key] = _Tally(code, message, document)
            self._warnings.append(tally)
        tally.add(example, weight)

    def warnings(self) -> tuple[IngestWarning, ...]:
        """Return what was collected, tallies at the place of their first occurrence."""
        return tuple(
            item.warning() if isinstance(item, _Tally) else item for item in self._warnings
        )


class _Tally:
    """Occurrences of one kind in one document."""

    def __init__(self, code: str, message: str, document: str) -> None:
        self.code = code
        self.message = message
        self.document = document
        self.count = 0
        self.weight = 0
        self.examples: list[str] = []

    def add(self, example: str, weight: int) -> None:
        self.count += 1
        self.weight += weight
        if len(self.examples) < EXAMPLES and example not in self.examples:
            self.examples.append(example)

    def warning(self) -> IngestWarning:
        message = self.message.replace("{count}", f"{self.count:,}")
        message = message.replace("{weight}", f"{self.weight:,}")
        more = ", …" if self.count > len(self.examples) else ""
        return IngestWarning(
            code=self.code,
            message=f"{message} ({', '.join(self.examples)}{more})",
            where=self.document,
        )
