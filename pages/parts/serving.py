"""Start the dashboard's server: ``python -m pages.parts.serving --server.port 8501``.

The same as ``streamlit run app.py`` but for two things. A folder called ``pages`` makes Streamlit
start in its older way of finding pages, until the first session has met ``st.navigation``: whoever
opens the first link after a start would be told "Page not found" over the right page. And what
every page needs is loaded while the server starts, not while somebody waits for the first page.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web import cli

APP = Path(__file__).resolve().parents[2] / "app.py"


NEEDED = ("engine.lab.lab", "engine.frames", "plotly.graph_objects", "plotly.graph_objs._scatter")
"""Modules that take long to load, the first needed first."""


def load() -> None:
    """Load what the pages need."""
    for module in NEEDED:
        import_module(module)


def main(options: Sequence[str]) -> None:
    """Serve until interrupted; ``options`` are those of ``streamlit run``."""
    Thread(target=load, name="load", daemon=True).start()
    PagesManager.uses_pages_directory = False
    cli.main(["run", str(APP), *options])


if __name__ == "__main__":
    main(sys.argv[1:])
