from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import duckdb
import pytest

from engine.errors import InvalidInput
from engine.gate.ledger import build_evidence_ledger_entry
from engine.gate.verify import verify
from engine.store.store import Store
from tests.engine.gate.scenes import NOW, TOOL, call, contract


def entry(last):
    return build_evidence_ledger_entry(
        call("density"), contract(), TOOL, [], now=NOW, previous=last
    )


def change(path, statement):
    with duckdb.connect(str(path)) as connection:
        connection.execute(statement)


def test_entries_come_back_as_they_were_added(store):
    added = [store.ledger.add(entry) for _ in range(3)]
    assert list(store.ledger.read()) == added
    assert verify(store.ledger.read()).state == "ok"


def test_an_entry_out_of_turn_is_not_kept(store):
    store.ledger.add(entry)
    with pytest.raises(InvalidInput, match="does not follow it"):
        store.ledger.add(lambda last: entry(None))
    assert len(list(store.ledger.read())) == 1


def test_a_row_that_was_changed_or_taken_out_is_found(store, path):
    for _ in range(3):
        store.ledger.add(entry)
    change(
        path,
        "update ledger set line = replace(line::varchar, 'allow', 'refuse')::blob "
        "where sequence = 2",
    )
    assert verify(store.ledger.read()).broken_at == 2
    change(path, "delete from ledger where sequence = 2")
    assert verify(store.ledger.read()).broken_at == 2


def test_a_writer_that_is_killed_leaves_a_whole_ledger(store, path, project_root):
    store.ledger.add(entry)
    program = textwrap.dedent(f"""
        import sys
        from pathlib import Path
        from engine.store.store import Store
        from tests.engine.store.test_ledger import entry

        store = Store(Path({str(path)!r}), wait_seconds=30.0)
        print("ready", flush=True)
        while True:
            store.ledger.add(entry)
    """)
    writer = subprocess.Popen(
        [sys.executable, "-c", program], cwd=project_root, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    with writer.stdout:
        writer.stdout.readline()
        while len(list(Store(path, wait_seconds=30.0).ledger.read())) < 3:
            pass
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
    report = verify(store.ledger.read())
    assert report.state == "ok"
    store.ledger.add(entry)
    assert verify(store.ledger.read()).entries == report.entries + 1
