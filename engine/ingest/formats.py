"""Which format a parsed document has, or why it is none that can be read."""

from __future__ import annotations

from engine.ingest.reading import as_object, as_text, scalar_text

_FOREIGN = (
    ("swaggerVersion", "a Swagger 1 document; convert it to OpenAPI 3 first"),
    ("asyncapi", "an AsyncAPI document, which describes messages, not operations"),
    ("overlay", "an OpenAPI Overlay; apply it to its document first"),
    ("wsdl:definitions", "a WSDL document; convert it to OpenAPI first"),
    ("log", "an HTTP archive; give the OpenAPI document of the API instead"),
)


def openapi_version(root: object) -> str | None:
    """Return ``openapi-3.1`` or ``swagger-2.0`` for a document that says so, else None."""
    value = as_object(root)
    major, _, rest = scalar_text(value.get("openapi", "")).partition(".")
    if major == "3":
        return f"openapi-3.{rest.partition('.')[0] or '0'}"
    return "swagger-2.0" if scalar_text(value.get("swagger", "")) in ("2.0", "2") else None


def foreign_format(root: object) -> str | None:
    """Return what a document is, with its remedy, when it is a known kind that is not read."""
    value = as_object(root)
    for key, kind in _FOREIGN:
        if key in value:
            return kind
    if "postman" in as_text(as_object(value.get("info")).get("schema")):
        return "a Postman collection; export it as OpenAPI first"
    for key in ("openapi", "swagger"):
        if key in value:
            version = scalar_text(value[key])[:20]
            return f"a document of {key} version {version!r}; 2.0 and 3.x can be read"
    if isinstance(value.get("paths"), dict):
        return "a document without its version; add `openapi: 3.0.3` or `swagger: '2.0'`"
    return None
