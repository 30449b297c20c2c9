from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine import frames
from engine.errors import DocumentError, NotStored, QualityLabError
from engine.models.catalog import Catalog
from engine.models.listing import CatalogInfo
from engine.models.report import Explanation
from engine.models.tool import Tool
from pages.parts import (
    address,
    badges,
    exports,
    heading,
    playground,
    problems,
    readiness,
    surroundings,
    tables,
    uploads,
    words,
)
from pages.parts.badges import Chip
from pages.parts.links import CatalogsLink
from pages.parts.session import open_lab
from pages.parts.untrusted import escape, name, visible

TABLE = "catalogs.tools"
SHOWN = 1000
OTHER = "catalog:"
NOTHING = "nothing"
"""No other side yet: a catalog of one version is compared once somebody asks."""

VIEWS = {
    "tools": "Tools",
    "warnings": "Ingest report",
    "readiness": "Readiness",
    "graph": "Graph",
    "versions": "Versions",
    "query": "Try a query",
    "import": "Import",
}

lab = open_lab()


def pick_catalog(infos: Sequence[CatalogInfo], link: CatalogsLink) -> CatalogInfo:
    """Draw the choice of a catalog."""
    by_name = {info.name: info for info in infos}
    if link.catalog and link.catalog not in by_name:
        raise NotStored("catalog", link.catalog, by_name)
    newest = max(infos, key=lambda info: info.created_at)
    chosen = address.pick(
        "Catalog",
        list(by_name),
        link.catalog or newest.name,
        param="catalog",
        key="catalogs.catalog",
        words=lambda each: f"{each} · {words.count(by_name[each].tools, 'tool')}",
        forget=[TABLE],
        drop=["find", "tool"],
        visible_label=False,
    )
    return by_name[chosen]


def facts(info: CatalogInfo) -> None:
    """Draw what the catalog was made from."""
    chips = [
        Chip(f"{document.name}: {document.format}, {document.operations:,} operations")
        for document in info.documents[:4]
    ]
    if len(info.documents) > 4:
        chips.append(Chip(f"{len(info.documents) - 4:,} more documents"))
    if info.warnings:
        chips.append(Chip(words.count(info.warnings, "ingest warning"), "orange", "warning"))
    chips.append(Chip(f"stored {words.moment(info.created_at)}"))
    st.markdown(badges.row(chips))


def matching(catalog: Catalog, text: str) -> list[Tool]:
    """Return the tools whose name, endpoint, title or tags hold ``text``, whatever its case."""
    wanted = text.casefold()
    if not wanted:
        return list(catalog.tools)
    return [
        tool
        for tool in catalog.tools
        if any(
            wanted in part.casefold()
            for part in (tool.name, tool.label or "", tool.title, *tool.tags)
        )
    ]


def tools(catalog: Catalog) -> None:
    """Draw the tools with one of them in full."""
    text = address.search(
        "Name, path, title or tag",
        param="find",
        key="catalogs.find",
        forget=[TABLE],
        drop=["tool"],
    )
    found = matching(catalog, text)
    if not found:
        address.nothing_found(
            f"0 of {words.count(len(catalog.tools), 'tool')}.",
            params=("find",),
            key="catalogs.clear",
            forget=[TABLE],
        )
        return
    asked = st.query_params.get("tool", "")
    if asked and asked not in catalog.by_name:
        raise NotStored("tool", asked, catalog.by_name)
    shown = found[:SHOWN]
    names = [tool.name for tool in shown]
    left, right = st.columns([16, 9], gap="medium")
    with left:
        position = tables.show(
            frames.tools_frame(shown),
            key=TABLE,
            alt="Tools of the catalog with what they mean",
            columns={
                "Tool": st.column_config.TextColumn(width=200),
                "Endpoint": st.column_config.TextColumn(width=230),
                "Title": st.column_config.TextColumn(width=200),
            },
            at_most=18,
            start=names.index(asked) if asked in names else 0,
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            cut = f", the first {SHOWN:,} are drawn" if len(found) > SHOWN else ""
            st.caption(f"{len(found):,} of {words.count(len(catalog.tools), 'tool')}{cut}")
            exports.table_button(
                lambda: frames.tools_frame(found), name=f"tools-{catalog.name}", key="catalogs.csv"
            )
    with right:
        tool = shown[position or 0]
        address.write({"tool": tool.name})
        tool_detail(tool)


def tool_detail(tool: Tool) -> None:
    """Draw one tool: what it means and from where that is known, inputs and outputs."""
    with st.container(border=True):
        st.markdown(name(tool.name))
        if tool.label:
            st.markdown(name(tool.label))
        if tool.text:
            st.text(visible(tool.text[:600]))
        meaning = tool.semantics
        parts = (
            ("action", meaning.action),
            ("resource", meaning.resource),
            ("shape", meaning.result_shape),
            ("module", meaning.path_module),
            ("risk", meaning.risk),
        )
        st.table(
            {
                label.capitalize(): badges.markdown(Chip(derived.value))
                + (
                    f" from {escape(derived.source)}, {derived.confidence:.0%} sure"
                    if derived.confidence
                    else " nothing says it"
                )
                for label, derived in parts
            },
            border="horizontal",
        )
        chips = [Chip(f"tag {tag}") for tag in tool.tags]
        chips.extend(Chip(f"auth {' and '.join(way)}", "blue", "lock") for way in tool.security)
        if tool.deprecated:
            chips.append(Chip("deprecated", "orange", "warning"))
        if chips:
            st.markdown(badges.row(chips))
        for title, fields in (("Inputs", tool.consumes), ("Outputs", tool.produces)):
            st.markdown(f"**{title}** {len(fields):,}")
            if fields:
                tables.still(
                    frames.fields_frame(fields),
                    alt=f"{title} of the tool",
                    columns={"Field": st.column_config.TextColumn(width=130)},
                    at_most=6,
                )


def report(catalog: Catalog) -> None:
    """Draw what ingest changed, guessed or left out."""
    if not catalog.warnings:
        st.caption("Ingest had nothing to say: every operation was read as it stands.")
        return
    frame = frames.warnings_frame(catalog.warnings)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(words.count(len(catalog.warnings), "warning"))
        exports.table_button(frame, name=f"warnings-{catalog.name}", key="catalogs.warnings_csv")
    position = tables.show(
        frame[:SHOWN],
        key="catalogs.warnings",
        alt="What ingest changed, guessed or left out",
        columns={
            "Code": st.column_config.TextColumn(width=170),
            "Where": st.column_config.TextColumn(width=260),
            "What": st.column_config.TextColumn(width=830),
        },
        at_most=14,
        start=0,
    )
    chosen = catalog.warnings[position or 0]
    st.text(f"{chosen.where}\n{visible(chosen.message)}")


def graph(catalog: Catalog) -> None:
    """Draw the surroundings of one tool in the tool graph."""
    asked = st.query_params.get("tool", "")
    if asked and asked not in catalog.by_name:
        raise NotStored("tool", asked, catalog.by_name)
    left, right = st.columns([8, 3], vertical_alignment="bottom")
    with left:
        chosen = address.pick(
            "Tool",
            list(catalog.by_name),
            asked or catalog.tools[0].name,
            param="tool",
            key="catalogs.centre",
            words=str,
            forget=[surroundings.TABLE],
            visible_label=False,
        )
    with right:
        hops = address.segments(
            "Edges away",
            ["1", "2"],
            param="hops",
            key="catalogs.hops",
            default="1",
            words=lambda each: f"{each} away",
        )
    surroundings.draw(
        lab.catalogs.neighbourhood(
            catalog.name, chosen, fingerprint=catalog.fingerprint, hops=int(hops)
        )
    )


def versions(info: CatalogInfo, others: Sequence[CatalogInfo]) -> None:
    """Draw what separates the newest version from an earlier one, or from another catalog."""
    known = {
        each.fingerprint: f"{words.moment(each.created_at)} · {each.tools:,} tools"
        for each in lab.catalogs.versions(info.name)
        if each.fingerprint != info.fingerprint
    }
    catalogs = {f"{OTHER}{each.name}": each for each in others if each.name != info.name}
    alone = not known
    known |= {key: f"catalog {each.name} · {each.tools:,} tools" for key, each in catalogs.items()}
    if alone:
        st.caption(
            "There is one version of this catalog so far; import its document again once it "
            "changed" + (", or compare it with another catalog." if known else ".")
        )
        if not known:
            return
        known = {NOTHING: "nothing", **known}
    base = address.pick(
        "Compare with",
        list(known),
        st.query_params.get("base", next(iter(known))),
        param="base",
        key="catalogs.base",
        words=lambda each: visible(known[each]),
        forget=["catalogs.changes"],
    )
    if base == NOTHING:
        return
    if base in catalogs:
        difference = lab.catalogs.diff(catalogs[base].name, other=info.name)
    else:
        difference = lab.catalogs.diff(info.name, base, info.fingerprint)
    frame = frames.tool_changes_frame(difference)
    st.caption(
        f"{len(difference.added):,} added, {len(difference.removed):,} removed, "
        f"{len(difference.modified):,} modified, {difference.unchanged:,} unchanged"
        + (f"; {len(difference.renamed):,} only renamed" if difference.renamed else "")
    )
    if len(frame):
        tables.still(
            frame[:SHOWN],
            key="catalogs.changes",
            alt="Tools that differ between the two sides",
            columns={
                "Tool": st.column_config.TextColumn(width=300),
                "Change": st.column_config.TextColumn(width=100),
                "What changed": st.column_config.TextColumn(width=850),
            },
            at_most=18,
        )


def try_query(info: CatalogInfo) -> None:
    """Answer one query with its whole evidence; nothing is stored."""
    asked = playground.form()
    if asked is None:
        st.caption("Answers one query as a run would; nothing is stored.")
        return
    answer: Explanation = lab.explain(
        asked.query,
        catalog=info.name,
        top_k=asked.top_k,
        llm_target=asked.llm_target or None,
        settings=asked.settings,
    )
    playground.answer(answer)


def add(names: Sequence[str]) -> None:
    """Read uploaded documents into a catalog."""
    left, right = st.columns([5, 7], gap="large")
    with left:
        files = st.file_uploader(
            "Documents",
            type=["json", "yaml", "yml", "zip", "csv", "tsv"],
            accept_multiple_files=True,
            key="catalogs.upload",
        )
        st.caption(
            "OpenAPI 3.x, Swagger 2.0, MCP tool lists, function schemas, GraphQL introspection, "
            "Arazzo workflows, and overlays or glossaries with corrections; several files make "
            "one catalog."
        )
        chosen = uploads.existing_or_new(
            "Catalog",
            names,
            key="catalogs.import_name",
            suggestion=uploads.stem(files[0].name) if files else "",
        )
        keep = st.checkbox(
            "Keep the catalog's corrections",
            value=True,
            key="catalogs.keep_overlay",
            help="Corrections of an earlier import (an overlay) hold again, unless one of these "
            "files is an overlay.",
        )
        sent = st.button(
            "Ingest",
            icon=":material/upload:",
            disabled=not files or not chosen,
            key="catalogs.ingest",
        )
    with right:
        if not sent:
            st.caption(
                "What was read and what was left out is said here. A catalog that exists gets a "
                "new version; runs keep the version they were made with."
            )
            return
        try:
            with st.spinner("Reading…"):
                done = lab.catalogs.ingest(
                    [uploads.source(file) for file in files], name=chosen, keep_overlay=keep
                )
        except DocumentError as error:
            problems.show_problems(error)
            return
        except QualityLabError as error:
            st.error(problems.sentence(error))
            return
        uploads.ingest_report(done)
        st.page_link(
            CatalogsLink.page,
            label="Open the catalog",
            icon=":material/inventory_2:",
            query_params=CatalogsLink(catalog=chosen).to_query(),
        )


def page() -> None:
    """Draw one catalog in the chosen view."""
    infos = lab.catalogs.list()
    link = CatalogsLink.from_query(address.parameters())
    head, left, right = st.columns([1.5, 4, 7], vertical_alignment="center")
    heading.draw("Catalogs", where=head)
    with right:
        view = address.segments(
            "View",
            list(VIEWS),
            param="view",
            key="catalogs.view",
            default="tools" if infos else "import",
            words=VIEWS.__getitem__,
        )
    if view == "import" or not infos:
        add([info.name for info in infos])
        return
    with left:
        info = pick_catalog(infos, link)
    facts(info)
    if view == "query":
        try_query(info)
        return
    if view == "versions":
        versions(info, infos)
        return
    catalog = lab.catalogs.load(info.name, info.fingerprint)
    if view == "warnings":
        report(catalog)
    elif view == "readiness":
        readiness.draw(lab.catalogs.readiness(info.name, info.fingerprint), catalog=info.name)
    elif view == "graph":
        graph(catalog)
    else:
        tools(catalog)


page()
