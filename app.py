"""The dashboard's frame: page settings, the navigation, and words for what goes wrong."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.parts.problems import in_words

ICON = str(Path(__file__).parent / "pages" / "parts" / "icon.svg")

st.set_page_config(page_title="Quality Lab", page_icon=ICON, layout="wide")

SCREENS = "pages/screens"

page = st.navigation(
    {
        "Quality": [
            st.Page(
                f"{SCREENS}/overview.py",
                title="Overview",
                icon=":material/monitoring:",
                url_path="overview",
                default=True,
                help="Is the newest run better or worse than its baseline, and where?",
            ),
            st.Page(
                f"{SCREENS}/compare.py",
                title="Compare",
                icon=":material/compare_arrows:",
                url_path="compare",
                help="Which cases changed between two runs, worst first, and why?",
            ),
            st.Page(
                f"{SCREENS}/triage.py",
                title="Triage",
                icon=":material/assignment:",
                url_path="triage",
                help="Which failures still have to be decided, and whose are they?",
            ),
        ],
        "Evidence": [
            st.Page(
                f"{SCREENS}/paths.py",
                title="Paths",
                icon=":material/route:",
                url_path="paths",
                help="By which evidence does a conclusion rest on its sources?",
            ),
            st.Page(
                f"{SCREENS}/gate.py",
                title="Gate",
                icon=":material/verified_user:",
                url_path="gate",
                help="May a call be made? Contracts, a simulator, the ledger, the benchmark.",
            ),
            st.Page(
                f"{SCREENS}/learning.py",
                title="Learning",
                icon=":material/school:",
                url_path="learning",
                help="What do traces suggest, what would it change, and who decided?",
            ),
        ],
        "Library": [
            st.Page(
                f"{SCREENS}/runs.py",
                title="Runs",
                icon=":material/play_circle:",
                url_path="runs",
                help="Start a run, watch it, pin a baseline, compare two.",
            ),
            st.Page(
                f"{SCREENS}/cases.py",
                title="Cases",
                icon=":material/checklist:",
                url_path="cases",
                help="Find, import and export cases, with their last verdict.",
            ),
            st.Page(
                f"{SCREENS}/catalogs.py",
                title="Catalogs",
                icon=":material/inventory_2:",
                url_path="catalogs",
                help="Tools and what ingest said about them; import; try a query.",
            ),
            st.Page(
                f"{SCREENS}/case.py",
                title="Case",
                icon=":material/biotech:",
                url_path="case",
                visibility="hidden",
                help="One case of one run under the microscope.",
            ),
        ],
    },
    position="top",
)

with in_words():
    page.run()
