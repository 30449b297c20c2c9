"""What a person typed as an edit of a verdict, checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from engine.errors import InvalidInput
from engine.ingest.validation import field_problems
from engine.models.triage import TriageEdit


def read_edit(parts: Mapping[str, str]) -> TriageEdit:
    """Return the edit that these texts mean.

    Parameters
    ----------
    parts : mapping of str to str
        ``status``, ``cause``, ``owner``, ``note``, ``link``, as many as are to be replaced; an
        empty cause takes the cause back, any other empty text empties its part.

    Raises
    ------
    InvalidInput
        If nothing is given, or with every part that cannot be used.

    Examples
    --------
    >>> read_edit({"status": "wont-fix"}).status.value
    'wont_fix'
    """
    if not parts:
        raise InvalidInput(
            "nothing is to be changed; give at least one of status, cause, owner, note and link."
        )
    codes = {
        name: parts[name].strip().lower().replace("-", "_").replace(" ", "_")
        for name in ("status", "cause")
        if name in parts
    }
    if codes.get("cause") == "":
        return read_edit({**parts, "cause": "other"}).model_copy(update={"cause": None})
    try:
        return TriageEdit.model_validate({**parts, **codes})
    except ValidationError as error:
        found = field_problems(error, "", TriageEdit.model_fields)
        raise InvalidInput("\n".join(problem.message for problem in found.values())) from None
