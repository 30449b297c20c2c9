"""Security requirements: which schemes a call needs, and which parameters carry them."""

from __future__ import annotations

from engine.ingest.reading import JsonObject, as_array, as_object, as_text
from engine.ingest.report import Report


class Security:
    """The security of one OpenAPI or Swagger document."""

    def __init__(self, root: JsonObject, report: Report, document: str) -> None:
        components = as_object(root.get("components"))
        self._schemes = {
            **as_object(root.get("securityDefinitions")),
            **as_object(components.get("securitySchemes")),
        }
        self._general = root.get("security")
        self._report = report
        self._document = document

    @property
    def credentials(self) -> frozenset[tuple[str, str]]:
        """Place and lower-case name of the parameters that API keys travel in."""
        pairs = set()
        for scheme in self._schemes.values():
            value = as_object(scheme)
            if as_text(value.get("type")) == "apiKey":
                pairs.add((as_text(value.get("in")), as_text(value.get("name")).lower()))
        return frozenset(pairs)

    def of(self, operation: JsonObject, label: str) -> tuple[tuple[str, ...], ...]:
        """Return the alternatives of an operation, each the sorted names of its schemes.

        An operation's own list, even an empty one, replaces the document's. An alternative
        without a scheme means that the call also works without.
        """
        given = operation.get("security", self._general)
        alternatives = {
            tuple(sorted(alternative))
            for alternative in as_array(given)
            if isinstance(alternative, dict)
        }
        for name in sorted({name for alternative in alternatives for name in alternative}):
            if name not in self._schemes:
                self._report.tally(
                    "unknown_security_scheme",
                    f"operations that need the security scheme {name!r}, which the document does "
                    "not define: {count}",
                    document=self._document,
                    example=label,
                )
        # One empty alternative alone says the same as no requirement.
        return () if alternatives == {()} else tuple(sorted(alternatives))
