from __future__ import annotations

import argparse
import re

import pytest

from engine.cli import main
from engine.cli.parser import build_parser


def parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Every command's parser by its full name."""
    found = {parser.prog: parser}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                found.update(parsers(child))
    return found


def test_help_of_every_command_is_as_stored(golden, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    texts = [parser.format_help() for _, parser in sorted(parsers(build_parser()).items())]
    golden("cli_help.txt", "\n".join(texts))


def test_every_leaf_command_takes_a_store_and_json():
    for name, parser in parsers(build_parser()).items():
        options = set(parser._option_string_actions)
        is_group = any(isinstance(a, argparse._SubParsersAction) for a in parser._actions)
        assert is_group or {"--db", "--json"} <= options, name


def test_every_command_stands_in_the_readme(project_root):
    readme = (project_root / "README.md").read_text()
    table = readme.split("## Command line")[1].split("\n## ")[0]
    documented = set(re.findall(r"`([a-z]+)[ `]", table))
    top = {name.split()[1] for name in parsers(build_parser()) if " " in name}
    assert top <= documented


@pytest.mark.parametrize("arguments", [["--version"], ["run", "--help"]])
def test_help_and_version_exit_with_0(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 0
    assert capsys.readouterr().out


def test_an_unknown_command_exits_with_2(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["frobnicate"])
    assert stop.value.code == 2
    assert "invalid choice" in capsys.readouterr().err
