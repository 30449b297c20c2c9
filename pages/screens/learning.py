from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine.errors import InvalidInput, NotStored
from engine.ingest.source import SourceFile
from engine.lab.run_suite import OnProgress
from engine.models.learning import Suggestion, SuggestionStatus
from engine.models.run import Run
from pages.parts import address, heading, suggestions, tables, words
from pages.parts.links import CatalogsLink, LearningLink
from pages.parts.problems import show
from pages.parts.session import open_jobs, open_lab
from pages.parts.untrusted import escape

TABLE = "learning.table"
SAID = "learning.said"
STATUSES = ("all", *(status.value for status in SuggestionStatus))

lab = open_lab()


def no_catalog() -> None:
    """Say what traces need before they can be read."""
    st.markdown("**No catalog is stored yet**")
    st.caption("Traces are read beside the tools that they called.")
    st.page_link(
        CatalogsLink.page,
        label="Import a catalog",
        icon=":material/inventory_2:",
        query_params=CatalogsLink(view="import").to_query(),
    )


def chosen_catalog(asked: str) -> str:
    """Draw the choice of a catalog, at first one that has learned something."""
    names = [info.name for info in lab.catalogs.list()]
    if asked and asked not in names:
        raise NotStored("catalog", asked, names)
    taught = [name for name in lab.learning.collections() if name in names]
    return address.pick(
        "Catalog",
        names,
        asked or (taught or names)[0],
        param="catalog",
        key="learning.catalog",
        words=str,
        drop=["suggestion"],
    )


def read(catalog: str) -> None:
    """Draw the import of traces."""
    upload = st.file_uploader(
        "Traces",
        type=["jsonl", "ndjson", "json"],
        key="learning.upload",
        help="JSON lines of a runner, or spans as OpenTelemetry and OpenInference export them.",
    )
    if st.button(
        "Read traces", key="learning.read", icon=":material/upload:", disabled=upload is None
    ):
        if upload is None:
            return
        done = lab.learning.ingest(SourceFile(upload.name, upload.getvalue()), catalog=catalog)
        scrubbed = words.count(done.scrubbed.total, "secret")
        st.session_state[SAID] = (
            f"{words.count(done.traces, 'trace')} read: {done.new:,} new, {done.known:,} known; "
            f"{scrubbed} met and none kept."
        )
        tables.forget(TABLE)
        st.rerun()


def detail(catalog: str, one: Suggestion) -> None:
    """Draw one suggestion with everything that a decision rests on."""
    suggestions.head(one)
    run_id = lab.learning.proof(one)
    gates = lab.learning.gates(one, approved_by=lab.learning.approved_by(one))
    suggestions.gates(gates)
    suggestions.first_closed(gates)
    view = address.segments(
        "Part",
        ["ranks", "evidence"],
        param="part",
        key="learning.part",
        default="ranks",
        words=str.capitalize,
    )
    if view == "ranks":
        changes = lab.learning.rank_changes(one, run_id) if run_id is not None else ()
        suggestions.ranks(changes, run_id)
        if one.status is SuggestionStatus.SHADOW:
            prove(catalog)
    else:
        suggestions.evidence(lab.learning.evidence(one))
    decide(catalog, one)


def prove(catalog: str) -> None:
    """Draw the start of a run that computes shadow ranks."""
    names = [info.name for info in lab.suites.list()]
    if not names:
        return
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    suite = left.selectbox("Suite", names, key="learning.suite")
    if right.button("Run in shadow", key="learning.run", icon=":material/play_circle:"):
        cases = lab.suites.load(suite)

        def run(on_progress: OnProgress, cancelled: Callable[[], bool]) -> Run:
            return lab.runs.execute(
                cases, catalog=catalog, shadow=True, on_progress=on_progress, cancelled=cancelled
            )

        open_jobs().start(f"{suite} over {catalog}, in shadow", run)
        st.session_state[SAID] = "Started; the Runs page shows its progress."
        st.rerun()


def decide(catalog: str, one: Suggestion) -> None:
    """Draw the form of a decision and carry it out."""
    steps = {
        "shadow": one.status not in (SuggestionStatus.SHADOW,),
        "promote": one.status is SuggestionStatus.SHADOW,
        "reject": one.status is not SuggestionStatus.REJECTED,
    }
    with st.form(f"learning.form.{one.suggestion_id}", border=False):
        reason = st.text_input("Reason", max_chars=300, help="Needed to reject and to force.")
        left, right = st.columns([3, 2], vertical_alignment="bottom")
        by = left.text_input(
            "Operator", max_chars=80, help="Needed when one of its tools changes something."
        )
        force = right.checkbox("Force", help="Pass over gates that may be; it is recorded.")
        with st.container(horizontal=True):
            pressed = [
                name
                for name, possible in steps.items()
                if st.form_submit_button(
                    name.capitalize(), key=f"learning.{name}", disabled=not possible
                )
            ]
    if not pressed:
        return
    try:
        if pressed[0] == "shadow":
            lab.learning.shadow(catalog, one.suggestion_id, reason=reason)
        elif pressed[0] == "promote":
            lab.learning.promote(
                catalog, one.suggestion_id, reason=reason, approved_by=by, force=force
            )
        else:
            lab.learning.reject(catalog, one.suggestion_id, reason=reason)
    except InvalidInput as error:
        show(error)
        return
    st.session_state[SAID] = f"Recorded: {pressed[0]}."
    tables.forget(TABLE)
    st.rerun()


def browse(catalog: str, asked: str) -> None:
    """Draw the suggestions of a catalog beside the chosen one."""
    found = lab.learning.suggestions(catalog)
    if not found:
        st.markdown("**Nothing is suggested yet**")
        st.caption("Read traces of an agent; what repeats and succeeds is suggested here.")
        return
    status = address.segments(
        "Status",
        STATUSES,
        param="status",
        key="learning.status",
        default="all",
        words=str.capitalize,
        forget=[TABLE],
        drop=["suggestion"],
    )
    listed: Sequence[Suggestion] = [s for s in found if status in ("all", s.status.value)]
    if not listed:
        address.nothing_found(
            f"0 of {words.count(len(found), 'suggestion')}.",
            params=["status"],
            key="learning.clear",
            forget=[TABLE],
        )
        return
    ids = [each.suggestion_id.rpartition(":")[2] for each in listed]
    named = lab.learning.suggestion(catalog, asked).suggestion_id if asked else ""
    wanted = named.rpartition(":")[2]
    start = ids.index(wanted) if wanted in ids else 0
    left, right = st.columns([18, 13], gap="medium")
    with left:
        position = suggestions.table(listed, key=TABLE, start=start)
        one = listed[start if position is None else position]
        address.write({"suggestion": one.suggestion_id.rpartition(":")[2]})
        st.caption(f"{words.count(len(listed), 'suggestion')} of {len(found):,}.")
        st.markdown("**History**")
        suggestions.history(lab.learning.history(catalog))
    with right:
        detail(catalog, one)


link = LearningLink.from_query(address.parameters())
if not lab.catalogs.list():
    heading.draw("Learning")
    no_catalog()
    st.stop()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    st.title("Learning", anchor=False, width="content")
    with st.container(width=260):
        name = chosen_catalog(link.catalog)
    with st.popover("Read traces", icon=":material/upload:"):
        read(name)
    said = st.session_state.pop(SAID, None)
    if said:
        st.caption(escape(said), width="content")
    address.copy_link(LearningLink.path, address.parameters())
browse(name, link.suggestion)
