"""Start the dashboard's server: ``python -m pages.parts.serving --server.port 8501``.

The same as ``streamlit run app.py`` but for one thing. A folder called ``pages`` makes Streamlit
start in its older way of finding pages, until the first session has met ``st.navigation``: whoever
opens the first link after a start would be told "Page not found" over the right page.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web import cli

APP = Path(__file__).resolve().parents[2] / "app.py"


def main(options: Sequence[str]) -> None:
    """Serve until interrupted; ``options`` are those of ``streamlit run``."""
    PagesManager.uses_pages_directory = False
    cli.main(["run", str(APP), *options])


if __name__ == "__main__":
    main(sys.argv[1:])
