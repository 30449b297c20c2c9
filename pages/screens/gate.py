from __future__ import annotations

from collections.abc import Collection, Sequence

import streamlit as st

from engine.errors import DocumentError, NotStored
from engine.gate.ledger import Unreadable
from engine.lab.gate_desk import Question
from engine.models.catalog import Catalog
from engine.models.contract import AggregationBoundary, EvidenceContract
from engine.models.gate import LedgerEntry, ProposedCall
from engine.models.tool import Tool
from pages.parts import (
    address,
    gate_benchmark,
    gate_contracts,
    gate_editor,
    gate_ledger,
    gate_verdict,
    heading,
    problems,
)
from pages.parts.gate_contracts import Contracts
from pages.parts.links import CatalogsLink, GateLink
from pages.parts.session import open_lab
from pages.parts.untrusted import escape

VIEWS = {
    "simulator": "Simulator",
    "contracts": "Contracts",
    "ledger": "Ledger",
    "benchmark": "Benchmark",
}
ALONE = "chain"
"""The ledger held against nothing but its own chain."""

MANY = 24
"""Fields beyond which their list scrolls."""

MANY_HEIGHT = 150

lab = open_lab()


def chosen_contracts() -> Contracts | None:
    """Draw the choice of a contract file and return what it holds."""
    file = gate_contracts.choice(lab.gate.contract_files())
    if file is None:
        gate_contracts.absent()
        return None
    try:
        return lab.gate.contracts(file)
    except DocumentError as error:
        problems.show_problems(error)
        return None


def chosen_catalog(contracts: Contracts | None) -> Catalog | None:
    """Draw the choice of a catalog, at first the one with most of the governed tools.

    None when none is stored.
    """
    infos = lab.catalogs.list()
    if not infos:
        st.markdown("**No catalog is stored yet**")
        st.caption("A contract is tried on calls of a catalog's tools.")
        st.page_link(
            CatalogsLink.page,
            label="Import a catalog",
            icon=":material/inventory_2:",
            query_params=CatalogsLink(view="import").to_query(),
        )
        return None
    names = [info.name for info in infos]
    asked = st.query_params.get("catalog", "")
    if asked and asked not in names:
        raise NotStored("catalog", asked, names)
    name = address.pick(
        "Catalog",
        names,
        asked or _fitting(names, contracts or {}),
        param="catalog",
        key="gate.catalog",
        words=str,
        drop=["tool"],
    )
    return lab.catalogs.load(name)


def _fitting(names: Sequence[str], contracts: Collection[str]) -> str:
    """Return the catalog that holds most of the tools that contracts govern; ties by name."""

    def held(name: str) -> int:
        return len(lab.catalogs.load(name).by_name.keys() & set(contracts))

    return min(names, key=lambda name: (-held(name), name))


def contracts() -> None:
    """Draw the contracts of a file."""
    found = chosen_contracts()
    if found is not None:
        gate_contracts.table(found, chosen_catalog(found))


def simulator() -> None:
    """Draw a call that can be changed, and the gate's answer to it at once."""
    left, right = st.columns([12, 10], gap="medium")
    with left:
        found = chosen_contracts()
        one, other = st.columns(2)
        with one:
            catalog = chosen_catalog(found)
        if found is None or catalog is None:
            return
        with other:
            asked = st.query_params.get("tool", "")
            governed = address.pick(
                "Tool",
                list(found),
                asked if asked in found else next(iter(found)),
                param="tool",
                key="gate.tool",
                words=str,
            )
        contract, tool = found[governed], catalog.by_name.get(governed)
        if tool is None:
            gate_contracts.unknown_tool(governed)
            return
        question = call_of(contract, tool)
    with right:
        gate_verdict.draw(lab.gate.judge(question, catalog=catalog.name))
        recorded(question, catalog.name)


def call_of(contract: EvidenceContract, tool: Tool) -> Question:
    """Draw the fields, the arguments and the evidence of a call; return it as a question."""
    paths = gate_editor.paths(tool)
    labels = {*contract.fields, *contract.corroboration.fields}
    names = {field.name: field.json_path for field in (*tool.consumes, *tool.produces)}
    wanted = sorted({names.get(label, label) for label in labels} & set(paths))
    with st.container(height=MANY_HEIGHT if len(paths) > MANY else "content", border=False):
        fields = st.pills(
            "Fields that the call sends or reads",
            paths,
            selection_mode="multi",
            default=wanted,
            key=f"gate.fields.{tool.name}.{contract.fingerprint}",
        )
    asked = (contract.requirements, *contract.fields.values())
    entities = sorted({each.entity for each in asked if each.entity})
    arguments = {
        entity: st.text_input(
            f"Argument {entity}", value="A-1", max_chars=200, key=f"gate.argument.{entity}"
        )
        for entity in entities
    }
    record = next(iter(arguments.values()), "")
    key = f"gate.evidence.{contract.tool}.{contract.fingerprint}"
    filled = st.session_state.get(f"{key}.filled", False)
    start = gate_editor.as_asked(contract, record) if filled else gate_editor.blank()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**Evidence** that the host holds")
        st.button(
            "Fill in what is asked",
            key="gate.fill",
            on_click=fill,
            args=(key, True),
            help="One fresh observation for everything that the contract asks",
        )
        st.button("Clear", key="gate.empty", on_click=fill, args=(key, False))
    frame = gate_editor.editor(tool, start, key=f"{key}.{st.session_state.get(key, 0)}")
    now = lab.clock.now().replace(microsecond=0)
    read = gate_editor.items_of(frame, now)
    for problem in read.problems:
        st.markdown(f":material/warning: {escape(problem)}")
    call = ProposedCall(tool=tool.name, fields=tuple(fields), arguments=arguments)
    return Question(call, contract, read.items, now, boundary(contract, frame["Source"].tolist()))


def fill(key: str, full: bool) -> None:
    """Begin the editor anew, with everything that is asked or with nothing."""
    st.session_state[f"{key}.filled"] = full
    st.session_state[key] = st.session_state.get(key, 0) + 1


def boundary(contract: EvidenceContract, sources: list[object]) -> AggregationBoundary | None:
    """Draw whether the named sources are independent; only an operator can say so."""
    if contract.corroboration.minimum == 1:
        return None
    named = sorted({str(source) for source in sources if isinstance(source, str) and source})
    key = contract.corroboration.independence_key
    if not st.toggle(
        f"The sources are independent by {key}", key="gate.independent", disabled=not named
    ):
        return None
    return AggregationBoundary(independence_key=key, groups={source: source for source in named})


def recorded(question: Question, catalog: str) -> None:
    """Draw the button that adds the answer to the ledger."""
    if st.button("Record in the ledger", icon=":material/history_edu:", key="gate.record"):
        entry = lab.gate.record(question, catalog=catalog)
        st.markdown(f"Entry {entry.sequence:,} of the ledger, hash {escape(entry.hash[:16])}…")


def ledger() -> None:
    """Draw the store's ledger with how it stands."""
    rows = lab.gate.ledger()
    if not rows:
        st.markdown(
            "The ledger is empty. Record an answer in the simulator, or with "
            "`quality-lab gate check … --record`."
        )
        return
    names = [info.name for info in lab.catalogs.list()]
    left, right = st.columns([8, 3], vertical_alignment="center")
    with right:
        against = address.pick(
            "Held against",
            [ALONE, *names],
            st.query_params.get("against", ALONE),
            param="against",
            key="gate.against",
            words=lambda each: "the chain alone" if each == ALONE else f"catalog {each}, now",
            forget=[gate_ledger.TABLE],
        )
    catalog = against if against in names else None
    now = lab.clock.now() if catalog else None
    report = lab.gate.verify(catalog=catalog, now=now)
    with left:
        gate_ledger.chain(report)
    unreadable = [row for row in rows if isinstance(row, Unreadable)]
    for row in unreadable[:3]:
        st.markdown(f":material/link_off: {escape(row.message)}")
    entries = [row for row in rows if isinstance(row, LedgerEntry)]
    shown = gate_ledger.filters(entries)
    if not shown:
        address.nothing_found(
            f"0 of {len(entries):,} entries.",
            params=("permission", "code", "find"),
            key="gate.clear",
            forget=[gate_ledger.TABLE],
        )
        return
    gate_ledger.table(shown, report)


def benchmark() -> None:
    """Draw the frozen benchmark; it runs once for a server."""
    with st.spinner("Running the frozen benchmark…"):
        report = lab.gate.benchmark()
    gate_benchmark.draw(report)


def page() -> None:
    """Draw the chosen view of the gate."""
    link = GateLink.from_query(address.parameters())
    head, middle, right = st.columns([1.2, 6, 2], vertical_alignment="center")
    heading.draw("Gate", where=head)
    with middle:
        view = address.segments(
            "View",
            list(VIEWS),
            param="view",
            key="gate.view",
            default="simulator",
            words=VIEWS.__getitem__,
        )
    with right.container(horizontal=True, horizontal_alignment="right"):
        address.copy_link(GateLink.path, link.to_query())
    {"simulator": simulator, "contracts": contracts, "ledger": ledger, "benchmark": benchmark}[
        view
    ]()


page()
