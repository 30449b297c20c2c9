"""Secrets are planted wherever a caller can put one; everything is run and searched."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import zlib
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from benchmarks.scrub_v1.corpus import Item, planted
from engine.cli import main
from engine.privacy.messages import logger
from tests.engine.cli.conftest import CASES, TOOLS

SEED = 41
FIXTURE = "one.fixture.json"
"""A fixture holds its case, the query as well."""
KNOWN_ALONE = ("e-mail", "openai-like", "jwt", "card", "iban", "github-like", "random", "ssn")
"""Kinds that need no word before them to be known."""


class Scene(NamedTuple):
    """A store after everything was done, with all that was written and said."""

    folder: Path
    db: Path
    hidden: list[str]
    """Secrets that may stand nowhere."""

    asked: list[str]
    """Secrets inside queries: they may stand with their suite alone."""

    files: dict[str, str]
    said: str
    logged: str


def texts(items: list[Item]) -> list[str]:
    return [item.value for item in items if isinstance(item.value, str)]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("leaks")
    db = folder / "lab.duckdb"
    hidden = [item for item in planted(SEED, of_each=1) if item.kind != "private key"]
    asked = [item for item in planted(SEED + 1, of_each=1) if isinstance(item.value, str)]
    (folder / "tools.json").write_text(json.dumps(TOOLS))
    (folder / "cases.jsonl").write_text("".join(f"{json.dumps(c)}\n" for c in cases(hidden, asked)))
    (folder / "traces.jsonl").write_text(
        "".join(f"{json.dumps(t)}\n" for t in traces(hidden, asked))
    )
    wrong = [
        {**CASES[0], "case_id": f"w{n}", "expected_target": item.secret}
        for n, item in enumerate(hidden)
        if item.kind in KNOWN_ALONE
    ]
    (folder / "wrong.jsonl").write_text("".join(f"{json.dumps(c)}\n" for c in wrong))
    out = io.StringIO()
    patch = pytest.MonkeyPatch()
    patch.setattr("sys.stderr", out)
    patch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), write_through=True))
    stdout = __import__("sys").stdout
    try:
        for command in commands(folder, " | ".join(texts(hidden))):
            main([*command, "--db", str(db)])
    finally:
        patch.undo()
    said = out.getvalue() + stdout.buffer.getvalue().decode()
    names = ["run.jsonl", "per_case.jsonl", "cases.jsonl.out", "diff.md", "diff.html", "diff.xml"]
    names += ["diff.json", FIXTURE]
    written = [*names, "private.jsonl", "private.csv", "decisions.jsonl"]
    files = {n: (folder / n).read_text() for n in written if (folder / n).exists()}
    return Scene(
        folder,
        db,
        [item.secret for item in hidden],
        [item.secret for item in asked],
        files,
        said,
        logged(texts(hidden)),
    )


def cases(hidden: list[Item], asked: list[Item]) -> list[dict[str, object]]:
    """Return cases with a secret in every place that a case has."""
    rows: list[dict[str, object]] = []
    for number, item in enumerate(hidden):
        question = asked[number % len(asked)].value
        rows.append(
            {
                "case_id": f"case-{number:03d}",
                "query": f"cancel this order, {question}",
                "expected_target": "cancel_order",
                "llm_target": "get_order" if number % 2 else "cancel_order",
                "mode": "execute",
                "provided_entities": {"orderId": item.secret, "note": item.value},
                "auth": [str(item.value)],
                "execution": {
                    "status": 401 if number % 3 else 200,
                    "error_class": str(item.value),
                    "response_body": item.value,
                    "headers": {"Authorization": f"Bearer {item.secret}"},
                    "json_paths": [f"$.{item.value}"],
                },
                "assertions": [{"kind": "json_path_exists", "path": f"$.{item.value}"}],
                "tags": [str(item.value)] if isinstance(item.value, str) else [],
                "source": str(item.value),
                "adapter": {"kept": 1, "trace": item.value, "password": item.secret},
            }
        )
    return rows


def traces(hidden: list[Item], asked: list[Item]) -> list[dict[str, object]]:
    """Return traces with a secret in every place that a trace has."""
    return [
        {
            "trace_id": item.secret,
            "query": f"abandon the order, {item.value} {asked[number % len(asked)].value}",
            "calls": [
                {
                    "tool": "find_orders",
                    "arguments": {"memberId": item.secret},
                    "output": {"orderId": item.secret, str(item.value): item.secret},
                },
                {"tool": "cancel_order", "arguments": {"orderId": item.secret}},
            ],
            "success": True,
            "session": item.secret,
            "failure_reason": str(item.value),
        }
        for number, item in enumerate(hidden)
    ]


def commands(folder: Path, note: str) -> list[list[str]]:
    """Return everything that writes or speaks."""
    files = {name: str(folder / name) for name in ("tools.json", "cases.jsonl", "traces.jsonl")}
    run = ["run", "--catalog", "shop", "--suite", "hidden"]
    learn = ["--catalog", "shop"]
    return [
        ["ingest", files["tools.json"], "--name", "shop"],
        ["cases", "import", files["cases.jsonl"], "--suite", "hidden", "--catalog", "shop"],
        ["cases", "import", str(folder / "wrong.jsonl"), "--suite", "w", "--catalog", "shop"],
        ["learn", "ingest", files["traces.jsonl"], *learn],
        ["learn", "suggest", *learn, "--json"],
        [*run, "--note", note, "--per-case", str(folder / "per_case.jsonl")],
        [*run, "--channels", "lexical", "--note", note],
        ["diff", "previous", "latest"],
        ["diff", "previous", "latest", "--json"],
        *(
            ["diff", "previous", "latest", "--output", str(folder / f"diff.{ending}")]
            for ending in ("md", "html", "xml", "json")
        ),
        ["decisions", "set", "latest", "case-001", "--status", "acknowledged", "--note", note],
        ["decisions", "set", "latest", "case-001", "--owner", note[:150]],
        ["decisions", "history", "case-001", "--json"],
        ["decisions", "export", "--output", str(folder / "decisions.jsonl")],
        ["runs", "fixture", "latest", "--case", "case-001", "--output", str(folder / FIXTURE)],
        ["audit", "latest", "--json"],
        ["trace", "--run", "latest", "--case", "case-001", "--json"],
        ["triage", "latest"],
        ["triage", "latest", "--json"],
        ["runs", "list", "--json"],
        ["runs", "export", "latest", "--output", str(folder / "run.jsonl")],
        ["cases", "private", "hidden"],
        ["cases", "export", "hidden", "--output", str(folder / "private.jsonl")],
        ["cases", "export", "hidden", "--output", str(folder / "private.csv")],
        ["learn", "history", *learn],
    ]


def logged(found: list[str]) -> str:
    stream = io.StringIO()
    log, handler = logger("leaks"), logging.StreamHandler(stream)
    log.addHandler(handler)
    log.propagate = False
    try:
        for text in found:
            try:
                raise ValueError(text)
            except ValueError:
                log.exception("a page failed on %s", text)
    finally:
        log.removeHandler(handler)
    return stream.getvalue()


def tables(db: Path) -> dict[str, str]:
    """Return every row of every table as text, with packed documents unpacked."""
    with duckdb.connect(str(db), read_only=True) as connection:
        names = [
            row[0]
            for row in connection.execute("select table_name from duckdb_tables()").fetchall()
        ]
        rows = {name: connection.table(name).fetchall() for name in names}
    return {name: "\n".join(_shown(row) for row in found) for name, found in rows.items()}


def _shown(row: tuple[object, ...]) -> str:
    parts = []
    for value in row:
        if isinstance(value, bytes):
            with contextlib.suppress(zlib.error):
                value = zlib.decompress(value)
            value = value.decode("utf-8", errors="replace")
        parts.append(str(value))
    return " ".join(parts)


def found_in(text: str, secrets: list[str]) -> list[str]:
    plain = text.replace("\\\\n", "\n").replace("\\n", "\n")
    return [secret for secret in secrets if secret in text or secret in plain]


def test_everything_was_done(scene):
    held = tables(scene.db)
    assert len(scene.hidden) > 30
    assert held["runs"].count("\n") == 1
    assert held["traces"].count("\n") > 30
    assert "run.jsonl" in scene.files
    assert "scrubbed" in scene.said


def test_no_planted_secret_stands_in_any_table(scene):
    for name, text in tables(scene.db).items():
        assert found_in(text, scene.hidden) == [], name


def test_a_secret_inside_a_query_stands_with_its_suite_alone(scene):
    for name, text in tables(scene.db).items():
        if name != "cases":
            assert found_in(text, scene.asked) == [], name
    assert found_in(tables(scene.db)["cases"], scene.asked)


def test_no_planted_secret_stands_in_the_bytes_of_the_file(scene):
    data = scene.db.read_bytes()
    assert [secret for secret in scene.hidden if secret.encode() in data] == []


def test_no_planted_secret_stands_in_an_export(scene):
    reports = {"diff.md", "diff.html", "diff.xml", "diff.json", "decisions.jsonl", FIXTURE}
    assert set(scene.files) >= reports | {"run.jsonl", "per_case.jsonl", "private.jsonl"}
    for name, text in scene.files.items():
        assert found_in(text, scene.hidden) == [], name
        if name != FIXTURE:
            assert found_in(text, scene.asked) == [], name


def test_no_planted_secret_is_said_by_a_command_or_an_error(scene):
    assert "which is not among the catalog's 3 tools" in scene.said
    assert found_in(scene.said, scene.hidden) == []


def test_no_planted_secret_is_logged(scene):
    assert "ValueError" in scene.logged
    assert found_in(scene.logged, scene.hidden) == []


@pytest.mark.parametrize(
    "page",
    ["overview", "compare", "triage", "paths", "gate", "cases", "runs", "catalogs", "learning"],
)
def test_no_planted_secret_stands_on_a_page(scene, open_page, page):
    at = open_page(scene.db, page)
    assert not at.exception
    assert found_in(_page(at), scene.hidden) == []


def test_no_planted_secret_stands_on_the_page_of_a_case(scene, open_page):
    at = open_page(scene.db, "case", run="latest", case="case-000")
    assert not at.exception
    assert found_in(_page(at), scene.hidden) == []


def _page(at) -> str:
    parts = [*at.title, *at.subheader, *at.markdown, *at.caption, *at.text, *at.error, *at.code]
    said = [str(part.value) for part in parts]
    return "\n".join(said + [table.value.to_csv() for table in at.dataframe])
