from __future__ import annotations

import io
import logging

from engine.errors import InvalidInput
from engine.privacy.messages import logger, speakable, where

MAIL = "jane" + "@" + "example.org"


def test_an_error_is_said_without_the_secret_that_it_quotes():
    text = speakable(InvalidInput(f"owner {MAIL!r} is not known."))
    assert text == "owner '[scrubbed e-mail]' is not known."


def test_a_traceback_holds_places_and_classes_and_no_message():
    try:
        try:
            raise KeyError(MAIL)
        except KeyError as error:
            raise ValueError(f"no {MAIL}") from error
    except ValueError as error:
        text = where(error)
    assert MAIL not in text
    assert "ValueError" in text
    assert "KeyError" in text
    assert "test_messages.py" in text


def test_a_log_record_is_scrubbed_with_its_arguments_and_its_exception():
    stream = io.StringIO()
    log = logger("test")
    handler = logging.StreamHandler(stream)
    log.addHandler(handler)
    try:
        try:
            raise ValueError(MAIL)
        except ValueError:
            log.exception("lost %s", MAIL)
    finally:
        log.removeHandler(handler)
    assert MAIL not in stream.getvalue()
    assert "lost [scrubbed e-mail]" in stream.getvalue()
    assert "ValueError" in stream.getvalue()
