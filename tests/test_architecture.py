from __future__ import annotations

from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from engine import __version__


def test_every_import_contract_holds(project_root, monkeypatch):
    monkeypatch.chdir(project_root)
    assert lint_imports(no_cache=True) == 0


def test_no_script_lies_where_streamlit_would_route_it_by_itself(project_root):
    assert [path.name for path in (project_root / "pages").glob("*.py")] == ["__init__.py"]


def test_the_lock_files_pin_and_name_no_registry(project_root):
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (project_root / name).read_text()
        assert "://" not in text
        pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert pins
        assert all("==" in pin for pin in pins)


@pytest.mark.parametrize("word", ["utils", "helpers", "common", "manager", "handler", "misc"])
def test_no_module_is_named_after_nothing(project_root: Path, word: str):
    folders = (project_root / "engine", project_root / "pages")
    assert [p for folder in folders for p in folder.rglob(f"{word}.py")] == []


def test_the_version_stands_in_one_place(project_root):
    assert f'__version__ = "{__version__}"' in (project_root / "engine/version.py").read_text()
