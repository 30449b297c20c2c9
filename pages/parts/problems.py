"""Every error as words on the page: the same sentence that the command line prints."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from engine.errors import DocumentError, NotStored, QualityLabError, StoreLocked
from engine.privacy.messages import logger, speakable
from engine.scrub.scrubber import scrub_text
from pages.parts.links import OverviewLink, RunsLink
from pages.parts.untrusted import escape, paragraphs

_LOG = logger("pages")

RETRY_SECONDS = 3
"""How often a page whose store is locked looks again."""


@contextmanager
def in_words() -> Iterator[None]:
    """Show any error raised inside as words and stop the page there."""
    try:
        yield
    except QualityLabError as error:
        show(error)
        st.stop()
    except Exception:
        # The page must not print what a traceback may hold; the log keeps it, under a number.
        reference = uuid.uuid4().hex[:8]
        _LOG.exception("page failed, reference %s", reference)
        st.error(
            f"The page stopped on a fault of its own. Its traceback is in the server's log under "
            f"reference {reference}.",
            icon=":material/error:",
        )
        st.stop()


def show(error: QualityLabError) -> None:
    """Draw ``error`` with the way out that fits its kind."""
    if isinstance(error, StoreLocked):
        _locked(error)
    elif isinstance(error, NotStored):
        _not_found(error)
    elif isinstance(error, DocumentError):
        show_problems(error)
    else:
        st.error(sentence(error), icon=":material/error:")


def sentence(error: QualityLabError) -> str:
    """Return the error's own words, upper case first, safe as Markdown."""
    text = speakable(error)
    return paragraphs(text[:1].upper() + text[1:])


def show_problems(error: DocumentError) -> None:
    """Draw every problem of a document with its place."""
    n = len(error.problems)
    noun = "problem" if n == 1 else "problems"
    st.error(
        f"{escape(error.source)} has {n:,} {noun}; nothing was stored.", icon=":material/error:"
    )
    st.dataframe(
        {
            "Where": [problem.where for problem in error.problems],
            "Problem": [scrub_text(problem.message).text for problem in error.problems],
        },
        hide_index=True,
        height="auto",
        column_config={"Where": st.column_config.TextColumn(width=160)},
        alt="Problems of the document, in its own order",
    )


def _not_found(error: NotStored) -> None:
    st.subheader(f"{error.kind.capitalize()} not found", anchor=False)
    st.markdown(sentence(error))
    with st.container(horizontal=True):
        st.page_link(OverviewLink.page, label="Overview", icon=":material/monitoring:")
        st.page_link(RunsLink.page, label="All runs", icon=":material/play_circle:")


def _locked(error: StoreLocked) -> None:
    st.subheader("The store is busy", anchor=False)
    st.markdown(sentence(error))
    st.button("Try again", icon=":material/refresh:", key="problems.retry")
    _look_again()


@st.fragment(run_every=RETRY_SECONDS)
def _look_again() -> None:
    key = "problems.locked_looks"
    looks = int(st.session_state.get(key, 0))
    st.caption(f"Another process is writing; looking again every {RETRY_SECONDS} seconds.")
    st.session_state[key] = looks + 1
    if looks:
        st.session_state[key] = 0
        st.rerun()
