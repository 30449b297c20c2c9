from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.errors import InvalidInput
from engine.models.run import RunSummary, Verdict
from engine.models.triage import TriageCause, TriageStatus
from engine.models.triage_queue import (
    TriageConflict,
    TriageFilter,
    TriageItem,
    TriageQueue,
    TriageView,
)
from engine.triage.diagnose import explain
from engine.triage.edits import read_edit
from pages.parts import (
    address,
    badges,
    bulk_form,
    cards,
    decision_form,
    decisions,
    heading,
    queue_table,
    tables,
    words,
)
from pages.parts.decision_form import Draft
from pages.parts.links import CaseLink, RunsLink, TriageLink
from pages.parts.problems import sentence
from pages.parts.queue_table import TABLE
from pages.parts.session import case_of, open_lab
from pages.parts.untrusted import escape, mark, name

SAID = "triage.said"
FILTERS = ("status", "cause", "owner", "find", "case")
STATUSES = (TriageView.OPEN.value, TriageView.ALL.value, *(each.value for each in TriageStatus))
KEYS = {
    "J": "next case",
    "K": "case before",
    "1 to 5": "status: new, acknowledged, fixed, won't fix, flaky",
    "S": "save and go to the next case",
    "H": "this list",
    "↑ ↓": "walk the table after a click into it",
}

lab = open_lab()


def pick_run(runs: Sequence[RunSummary], link: TriageLink) -> RunSummary:
    """Draw the choice of the run; a reference in the address is resolved."""
    by_id = {run.run_id: run for run in runs}
    wanted = runs[0].run_id
    if link.run:
        wanted = link.run if link.run in by_id else lab.runs.resolve(link.run)
    labels = cards.labels(runs)
    chosen = address.pick(
        "Run",
        list(by_id),
        wanted,
        param="run",
        key="triage.run",
        words=lambda run_id: labels[run_id],
        forget=[TABLE],
        drop=["case"],
        visible_label=False,
    )
    return by_id[chosen]


def header(runs: Sequence[RunSummary]) -> RunSummary:
    """Draw the title, the run, and what can be done with the view."""
    left, middle, right = st.columns([3, 8, 7], vertical_alignment="center")
    heading.draw("Triage", where=left)
    with middle:
        run = pick_run(runs, TriageLink.from_query(address.parameters()))
    with right.container(
        horizontal=True, horizontal_alignment="right", vertical_alignment="center"
    ):
        if st.button("Keys", icon=":material/keyboard:", shortcut="H", key="triage.keys"):
            keys()
        st.download_button(
            "Decisions",
            data=lab.triage.export,
            file_name="triage.jsonl",
            mime="application/x-ndjson",
            key="triage.export",
            icon=":material/download:",
            on_click="ignore",
            help="Every decision with its history as JSON lines, for `quality-lab decisions "
            "import`.",
        )
        address.copy_link(TriageLink.path, address.parameters())
    return run


@st.dialog("Keys")
def keys() -> None:
    """Say what the keyboard does."""
    st.table({key: escape(what) for key, what in KEYS.items()}, border="horizontal")
    st.caption("Keys rest while you type in a field.")


def filters(run: RunSummary) -> TriageQueue:
    """Draw the filters and return the part of the queue that they let through."""
    link = TriageLink.from_query(address.parameters())
    whole = lab.triage.queue(run.run_id, wanted(link.but(cause="")))
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        address.segments(
            "Status",
            STATUSES,
            param="status",
            key="triage.status",
            default=TriageView.OPEN.value,
            words=status_words,
            forget=[TABLE],
            drop=["case"],
        )
        if whole.owners:
            address.pick(
                "Owner",
                ["", *whole.owners],
                link.owner if link.owner in whole.owners else "",
                param="owner",
                key="triage.owner",
                words=lambda owner: owner or "any owner",
                forget=[TABLE],
                drop=["case"],
                visible_label=False,
            )
        address.search(
            "Case, query or tool",
            param="find",
            key="triage.find",
            forget=[TABLE],
            drop=["case"],
        )
    labels = {group.cause.value: decisions.group(group) for group in whole.groups}
    if labels:
        address.pill(
            "Suggested cause",
            list(labels),
            param="cause",
            key="triage.cause",
            words=lambda cause: labels[cause],
            forget=[TABLE],
            drop=["case"],
        )
    if link.cause not in labels:
        return whole
    return lab.triage.queue(run.run_id, wanted(link))


def wanted(link: TriageLink) -> TriageFilter:
    """Return what an address lets through; an unknown word in it lets everything through."""
    statuses = {each.value: each for each in TriageStatus}
    causes = {each.value: each for each in TriageCause}
    is_open = link.status in ("", TriageView.OPEN.value)
    return TriageFilter(
        view=TriageView.OPEN if is_open else TriageView.ALL,
        status=statuses.get(link.status),
        cause=causes.get(link.cause),
        owner=link.owner,
        text=link.find,
    )


def status_words(slug: str) -> str:
    """Return what a choice of the status filter is called."""
    return next(
        (chip.text for each, chip in decisions.STATUSES.items() if each.value == slug), slug
    ).capitalize()


def current(run: RunSummary, queue: TriageQueue) -> TriageItem:
    """Return the open case: the address's, also when the filter hides it, else the first."""
    asked = st.query_params.get("case", "")
    found = next((item for item in queue.items if item.case.case_id == asked), None)
    if found is None and asked:
        found = lab.triage.item(run.run_id, asked)
        if found is None:
            st.caption(
                f"{name(lab.runs.case(run.run_id, asked).case_id)} did not fail in this run."
            )
    found = found or queue.items[0]
    address.write({"case": found.case.case_id})
    return found


def apply_to_all(run_id: str, based_on: dict[str, int], parts: dict[str, str]) -> bool:
    """Decide about several cases: about all of them, or none."""
    if not store(run_id, based_on, parts):
        return False
    tables.forget(TABLE)
    address.write({"case": ""})
    return True


def save(run_id: str, item: TriageItem, draft: Draft) -> bool:
    """Store a draft; False, with words on the page, when it cannot be stored."""
    if not store(run_id, {item.case.case_id: draft.based_on}, draft.parts):
        return False
    decision_form.forget(item)
    tables.forget(TABLE)
    return True


def store(run_id: str, based_on: dict[str, int], parts: dict[str, str]) -> bool:
    """Decide, and leave for the next drawing of the page what came of it."""
    try:
        outcome = lab.triage.classify(run_id, list(based_on), read_edit(parts), based_on=based_on)
    except InvalidInput as error:
        st.session_state[SAID] = (":material/error: " + sentence(error), False)
        return False
    if outcome.conflicts:
        st.session_state[SAID] = (conflict_words(outcome.conflicts), False)
        return False
    stored = [entry.change.identity.case_id for entry in outcome.stored]
    what = name(stored[0]) if len(stored) == 1 else words.count(len(stored), "case")
    st.session_state[SAID] = (f"{what} saved" if stored else "nothing to change", True)
    return True


def conflict_words(conflicts: Sequence[TriageConflict]) -> str:
    """Say which decisions somebody else made in between, with both versions of some."""
    if len(conflicts) == 1:
        return (
            f":material/warning: {name(conflicts[0].case_id)} was not saved: somebody else decided "
            f"in between.  \nStored: {decisions.said(conflicts[0].stored.verdict)}"
        )
    lines = [
        f":material/warning: Somebody else decided about {words.count(len(conflicts), 'case')} "
        "since this page was drawn; nothing was stored. Look at what stands there, and save again."
    ]
    for conflict in conflicts[:3]:
        stored = decisions.said(conflict.stored.verdict)
        yours = decisions.said(conflict.yours)
        lines.append(f"{name(conflict.case_id)} stored: {stored}  \nyours: {yours}")
    return "  \n".join(lines)


def what_came_of_it() -> tuple[str, bool]:
    """Return what the last click stored, or why it stored nothing."""
    text, fine = st.session_state.pop(SAID, ("", True))
    return (f":material/check: {text}" if fine and text else text), fine


def detail(run: RunSummary, item: TriageItem, after: str) -> None:
    """Draw one failure with its evidence, and the form in which it is decided."""
    with st.container(border=True):
        failure = item.case.failure
        st.markdown(
            f"**{name(item.case.case_id)}** "
            f"{badges.row([*badges.failure(failure), decisions.status(item)])}"
        )
        case = case_of(run, item.case.case_id)
        if case is not None:
            st.markdown(f"“{mark(case.query, [])}”")
        told = explain(failure)
        rank = f"rank {item.case.rank}" if item.case.rank else f"not in the top {item.case.top_k}"
        st.table(
            {
                "Expected": f"{name(item.case.expected_target or '')} {rank}",
                "Selected": name(item.case.selected_target or ""),
                "Evidence": escape(decisions.evidence(item)) or "–",
                "Suggested": escape(f"{decisions.cause(item.suggested_cause)}: {told.cause}"),
                "To do": escape(told.action),
            },
            border="horizontal",
        )
        link = CaseLink(run=run.run_id, case=item.case.case_id)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(
                link.page,
                label="Open case",
                icon=":material/open_in_full:",
                query_params=link.to_query(),
            )
            if item.verdict.link:
                decisions.link_button(item.verdict.link)
        earlier(item)
        actions = decision_form.Actions(
            save=lambda one, draft: save(run.run_id, one, draft),
            save_and_next=lambda one, draft: save_and_go(run.run_id, one, draft, after),
        )
        decision_form.draw(item, actions)
        past(run, item)


def save_and_go(run_id: str, item: TriageItem, draft: Draft, after: str) -> None:
    """Store a draft and open the case after it."""
    if save(run_id, item, draft):
        address.write({"case": after})


def earlier(item: TriageItem) -> None:
    """Say what was decided before that does not settle this failure."""
    if item.recurred and item.entry is not None:
        when = words.moment(item.entry.change.changed_at)
        st.caption(f"Said to be fixed on {when} UTC; this run was made later and shows it still.")
    if item.changed_from is not None:
        change = item.changed_from.change
        st.caption(
            f"Another failure of this case ({words.stage(change.identity.stage)}, "
            f"{words.reason(change.identity.reason)}) was decided on "
            f"{words.moment(change.changed_at)} UTC: {decisions.said(change.verdict)}"
        )


def past(run: RunSummary, item: TriageItem) -> None:
    """Draw the history of a case's decisions, when it is asked for."""
    if item.entry is None and item.changed_from is None:
        return
    box = st.expander("History", key="triage.history", on_change="rerun")
    if box.open:
        found = lab.triage.history(item.case.case_id, suite=run.suite)
        box.markdown(decisions.history(found))


def nothing_to_show(run: RunSummary, queue: TriageQueue) -> None:
    """Say why the queue is empty, with the way on."""
    progress = queue.progress
    link = TriageLink.from_query(address.parameters())
    if not progress.failing:
        passed = run.verdicts.get(Verdict.PASS.value, 0)
        unscored = run.verdicts.get(Verdict.UNSCORED.value, 0)
        st.markdown("**No case of this run failed**")
        st.caption(
            f"{words.count(passed, 'case')} passed and {unscored:,} could not be judged; there is "
            "nothing to decide."
        )
        return
    narrowed = any((link.cause, link.owner, link.find))
    if not progress.open and not narrowed and wanted(link).view is TriageView.OPEN:
        st.markdown("**Everything is decided**")
        st.caption(
            f"All {words.count(progress.failing, 'failing case')} of this run have a decision. A "
            "failure comes back here when it changes, or when it was said to be fixed and a later "
            "run shows it."
        )
        st.button(
            "Show all",
            key="triage.show_all",
            on_click=address.write,
            args=({"status": TriageView.ALL.value},),
        )
        return
    address.nothing_found(
        f"0 of {words.count(progress.failing, 'failing case')}.",
        params=FILTERS,
        key="triage.clear",
        forget=[TABLE],
    )


def page(run: RunSummary) -> None:
    """Draw the queue of one run."""
    queue = filters(run)
    progress = queue.progress
    if progress.failing:
        st.progress(progress.done / progress.failing, text=decisions.progress(progress))
    said, fine = what_came_of_it()
    if not fine:
        st.markdown(said)
    asked = st.query_params.get("case", "")
    if not queue.items and (not asked or lab.triage.item(run.run_id, asked) is None):
        nothing_to_show(run, queue)
        return
    item = current(run, queue)
    position = queue_table.place_of(item.case.case_id, queue)
    following = 0 if position is None else position + 1
    after = queue.items[following].case.case_id if following < len(queue.items) else ""
    left, right = st.columns([15, 11], gap="medium")
    with left:
        queue_table.steps(queue, position, said if fine else "")
        ticked = queue_table.draw(queue, position) if queue.items else ()
        if ticked:
            bulk_form.draw(ticked, partial(apply_to_all, run.run_id))
    with right:
        detail(run, item, after)


found = lab.runs.list()
if not found:
    heading.draw("Triage")
    st.markdown("**No run is stored yet**")
    st.caption("Failing cases of a run are decided here.")
    st.page_link(RunsLink.page, label="Start a run", icon=":material/play_circle:")
else:
    page(header(found))
