"""Names that users give to catalogs and suites."""

from __future__ import annotations

import re

from engine.errors import InvalidInput

_NAME = re.compile(r"[\w][\w .\-]{0,79}", re.UNICODE)


def checked_name(kind: str, name: str) -> str:
    """Return ``name`` when it can stand in a link, a file name and a table.

    Raises
    ------
    InvalidInput
        If it is empty, longer than 80 characters, or has characters other than letters, digits,
        blanks, ``.``, ``-`` and ``_``.

    Examples
    --------
    >>> checked_name("catalog", "github")
    'github'
    """
    if not _NAME.fullmatch(name) or name != name.strip():
        raise InvalidInput(
            f"a {kind}'s name has 1 to 80 letters, digits, blanks, '.', '-' or '_' and starts "
            f"with a letter or digit, but {name[:100]!r} was given."
        )
    return name
