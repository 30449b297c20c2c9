"""A page's title: at the same height on every page, level with the controls beside it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def draw(title: str, *, where: DeltaGenerator | None = None) -> None:
    """Draw the title of a page, Markdown, in a column of its head or across the page."""
    # A title that stands alone gets room above; one in a row is centred in it.
    row = (where or st.container()).container(horizontal=True, vertical_alignment="center")
    row.title(title, anchor=False)
