"""The dashboard. Scripts live in ``screens``; nothing else may stand in this folder.

Streamlit serves scripts that lie directly in ``pages/`` through its older router, which would
run a page without the frame that ``app.py`` builds.
"""
