from __future__ import annotations

import json
import re
import shlex

import pytest

from engine.cli import main
from engine.ingest.cases import read_cases
from engine.ingest.source import SourceFile


def blocks(project_root, language: str) -> list[str]:
    text = (project_root / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_quick_start_works_as_it_is_written(project_root, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(project_root)
    monkeypatch.setenv("QUALITY_LAB_DB", str(tmp_path / "lab.duckdb"))
    commands = [
        shlex.split(line, comments=True)[1:]
        for block in blocks(project_root, "sh")
        for line in block.splitlines()
        if line.startswith(".venv/bin/quality-lab ")
    ]
    verbs = [command[0] for command in commands]
    assert verbs[:4] == ["ingest", "explain", "run", "serve"]
    for command in commands:
        if command[0] != "serve":
            assert main(command) == 0
    shown = capsys.readouterr().out
    assert "getRefundableOrderList" in shown
    assert "MRR" in shown


def test_the_case_of_the_readme_can_be_read(project_root):
    (block,) = blocks(project_root, "json")
    (case,) = read_cases(SourceFile("cases.jsonl", block.encode()))
    assert case.case_id == json.loads(block)["case_id"]


def test_every_make_target_of_the_readme_exists(project_root):
    makefile = (project_root / "Makefile").read_text()
    readme = (project_root / "README.md").read_text()
    for target in set(re.findall(r"\bmake ([a-z]+)\b", readme)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("kind", ["path", "picture"])
def test_what_the_readme_names_exists(project_root, kind):
    readme = (project_root / "README.md").read_text()
    if kind == "picture":
        names = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", readme)
    else:
        names = re.findall(r"`((?:engine|tests|pages|data|benchmarks)/[\w/.]+)`", readme)
    assert names
    for name in names:
        assert (project_root / name).exists(), name
