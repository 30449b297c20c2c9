from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from engine.errors import DocumentError, QualityLabError
from engine.lab.evidence_graphs import SAMPLE
from engine.lab.paths import PathQuestion
from engine.models.run import CaseResult, RunSummary
from engine.trace.run_graph.relations import SOURCE_KINDS
from engine.trace.tracer import Tracer
from pages.parts import (
    address,
    cycle_question,
    heading,
    path_answer,
    path_cache,
    path_controls,
    path_difference,
    problems,
    tables,
    topology_view,
    uploads,
    words,
)
from pages.parts.links import CaseLink, PathsLink
from pages.parts.path_controls import FORGET, Asked
from pages.parts.session import open_lab
from pages.parts.untrusted import escape, visible

GRAPH_SOURCES = ("source", "document", "observation")
RUNS_LISTED = 30
VIEWS = {"paths": "Paths", "topology": "Topology", "import": "Import a graph"}
OWN_RUN = "run:"

lab = open_lab()


class Evidence(NamedTuple):
    """The graph that is looked at, and the case of a run when it is that case's own."""

    tracer: Tracer
    source: str
    target: str
    run: RunSummary | None = None
    result: CaseResult | None = None


def pick_graph(link: PathsLink) -> str:
    """Draw the choice among the sample, imported graphs and runs; return its slug."""
    graphs = {info.name: info for info in lab.evidence_graphs.list()}
    runs = {run.run_id: run for run in lab.runs.list(RUNS_LISTED)}
    called = {SAMPLE: "Sample graph: a returns desk"}
    called |= {name: f"{name} · {info.edges:,} edges" for name, info in graphs.items()}
    called |= {
        f"{OWN_RUN}{run.run_id}": f"Run {run.run_id[:6]} · {run.suite} · {run.note}".rstrip(" ·")
        for run in runs.values()
    }
    chosen = link.graph or SAMPLE
    if link.run:
        chosen = OWN_RUN + lab.runs.resolve(link.run)
        called.setdefault(chosen, f"Run {chosen[len(OWN_RUN) :][:6]}")
    elif chosen not in called:
        lab.evidence_graphs.tracer(chosen)
    key = "paths.graph"
    if st.session_state.get(key) != chosen:
        st.session_state[key] = chosen
    st.selectbox(
        "Evidence",
        list(called),
        key=key,
        format_func=lambda each: visible(called[each]),
        label_visibility="collapsed",
        on_change=_graph_changed,
    )
    return chosen


def _graph_changed() -> None:
    """Write the choice into the address; ends and edges of another graph mean nothing here."""
    chosen = str(st.session_state["paths.graph"])
    run = chosen[len(OWN_RUN) :] if chosen.startswith(OWN_RUN) else ""
    kept = {"view": st.query_params.get("view", "")}
    st.query_params.from_dict(
        {name: value for name, value in kept.items() if value}
        | ({"run": run} if run else {"graph": chosen})
    )
    tables.forget(*FORGET)


def evidence(chosen: str, link: PathsLink) -> Evidence:
    """Return what was chosen; for a run, one of its cases is chosen beside it."""
    if not chosen.startswith(OWN_RUN):
        tracer = lab.evidence_graphs.tracer(chosen)
        return Evidence(tracer, *path_cache.ends(tracer))
    run_id = chosen[len(OWN_RUN) :]
    address.write({"run": run_id})
    cases = [row.case_id for row in lab.runs.rows(run_id).rows]
    case = address.pick(
        "Case",
        cases if not link.case or link.case in cases else [link.case, *cases],
        link.case or cases[0],
        param="case",
        key="paths.case",
        words=visible,
        forget=FORGET,
        drop=["from", "to", "edge", "rank", "vs"],
        visible_label=False,
    )
    found = lab.paths.evidence(run_id, case)
    chosen_tool = found.result.selection.selected_target
    target = f"tool:{chosen_tool or found.result.expected_target or ''}"
    if target not in found.graph.node_by_id:
        target = found.graph.nodes[-1].id
    return Evidence(found.tracer, f"case:{case}", target, found.summary, found.result)


def paths(looked_at: Evidence) -> None:
    """Draw the question and its answer."""
    graph = looked_at.tracer.graph
    way = "both" if looked_at.run is None else "arrows"
    asked = path_controls.draw(graph, looked_at.source, looked_at.target, way=way)
    now = looked_at.run.created_at if looked_at.run is not None else None
    if asked.source == asked.target:
        st.info("Choose two different nodes: a path joins one with another.")
        return
    result = looked_at.tracer.trace(
        asked.source,
        asked.target,
        asked.k,
        asked.half_life_hours,
        asked.both_ways,
        asked.max_hops,
        asked.recency,
        now=now,
        budget=path_cache.BUDGET,
    )
    flips = path_cache.flips(looked_at.tracer, asked, now) if result.paths else ()
    path_answer.draw(result, graph, flips, asked)
    if looked_at.run is not None and looked_at.result is not None:
        beside(looked_at.run, looked_at.result, asked)


def beside(run: RunSummary, result: CaseResult, asked: Asked) -> None:
    """Draw what changed in the case's evidence and paths since another run."""
    history = lab.runs.history(result.case_id, suite=run.suite)
    others = [row.run_id for row in history if row.run_id != run.run_id]
    if not others:
        return
    named = st.query_params.get("vs", "")
    base = path_difference.pick(others, lab.runs.resolve(named) if named else "")
    if not base:
        return
    question = PathQuestion(
        k=asked.k,
        half_life_hours=asked.half_life_hours,
        bidirectional=asked.both_ways,
        max_hops=asked.max_hops,
        recency=asked.recency,
    )
    path_difference.draw(lab.paths.difference(base, run.run_id, result.case_id, question))


def add() -> None:
    """Read an uploaded graph and keep it under a name."""
    left, right = st.columns([5, 7], gap="large")
    with left:
        file = st.file_uploader(
            "Graph",
            type=["json", "jsonl", "ndjson", "graphml", "xml", "csv"],
            key="paths.upload",
        )
        st.caption(
            "Nodes and edges as JSON or JSON Lines, GraphML, or CSV with one pair a line. A name "
            "that is taken gets the new graph."
        )
        named = uploads.existing_or_new(
            "Name",
            [info.name for info in lab.evidence_graphs.list()],
            key="paths.import_name",
            suggestion=uploads.stem(file.name) if file else "",
        )
        sent = st.button(
            "Import",
            icon=":material/upload:",
            disabled=file is None or not named,
            key="paths.import",
        )
    with right:
        if not sent or file is None:
            st.caption("Every problem of a document is shown, and nothing is stored then.")
            return
        upload = uploads.source(file)
        try:
            done = lab.evidence_graphs.add(upload.data, file_name=upload.name, name=named)
        except DocumentError as error:
            problems.show_problems(error)
            return
        except QualityLabError as error:
            st.error(problems.sentence(error))
            return
        st.markdown(
            f":material/check_circle: {words.count(done.info.nodes, 'node')} and"
            f" {words.count(done.info.edges, 'edge')} stored."
        )
        for warning in done.warnings:
            st.markdown(f":material/info: {escape(warning)}")
        st.page_link(
            PathsLink.page,
            label="Trace it",
            icon=":material/route:",
            query_params=PathsLink(graph=named).to_query(),
        )


def page() -> None:
    """Draw the chosen view of the chosen graph."""
    link = PathsLink.from_query(address.parameters())
    head, left, middle, right = st.columns([1.1, 4, 2.6, 6], vertical_alignment="center")
    heading.draw("Paths", where=head)
    with right, st.container(horizontal=True, horizontal_alignment="right"):
        view = address.segments(
            "View",
            list(VIEWS),
            param="view",
            key="paths.view",
            default="paths",
            words=VIEWS.__getitem__,
        )
        slot = st.container(horizontal=True, vertical_alignment="center", width="content")
    if view == "import":
        add()
        return
    with left:
        chosen = pick_graph(link)
    with middle:
        looked_at = evidence(chosen, link)
    if view == "topology":
        kinds = GRAPH_SOURCES if looked_at.run is None else tuple(map(str, SOURCE_KINDS))
        found = path_cache.topology(looked_at.tracer, kinds)
        cycle_question.draw(looked_at.tracer.graph, looked_at.source, looked_at.target)
        topology_view.draw(found, looked_at.tracer.graph, kinds)
    else:
        if looked_at.run is not None and looked_at.result is not None:
            case = CaseLink(run=looked_at.run.run_id, case=looked_at.result.case_id)
            with slot:
                st.page_link(
                    CaseLink.page,
                    label="Case",
                    icon=":material/biotech:",
                    query_params=case.to_query(),
                )
        paths(looked_at)
    with slot:
        address.copy_link(PathsLink.path, address.parameters())


page()
