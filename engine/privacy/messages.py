"""What is said to people and written to logs."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType

from engine.scrub.scrubber import scrub_text

ROOT_LOGGER = "quality_lab"


def speakable(error: BaseException) -> str:
    """Return an error's own sentence, with secrets that it quotes taken out."""
    return scrub_text(str(error)).text


def where(error: BaseException) -> str:
    """Return the classes and code places of an error and its causes, without their texts.

    A message may quote what somebody entered; a place in the code does not.
    """
    parts: list[str] = []
    current: BaseException | None = error
    while current is not None and len(parts) < 10:
        parts.append(_places(type(current).__name__, current.__traceback__))
        current = current.__cause__ or current.__context__
    return "\n".join(parts)


def _places(name: str, trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)
    lines = [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
    return "\n".join([f"{name}, raised at", *lines])


class Scrubbing(logging.Filter):
    """Takes secrets out of log records, and the texts of exceptions out of their tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; every record passes."""
        record.msg = scrub_text(record.getMessage()).text
        record.args = ()
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text = where(record.exc_info[1])
            record.exc_info = None
        return True


def logger(name: str) -> logging.Logger:
    """Return a logger of this project; what it writes is scrubbed.

    Parameters
    ----------
    name : str
        Below the project's own name, for example ``pages``.
    """
    made = logging.getLogger(f"{ROOT_LOGGER}.{name}")
    if not any(isinstance(each, Scrubbing) for each in made.filters):
        made.addFilter(Scrubbing())
    return made
