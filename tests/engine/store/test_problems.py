import os
import sys
from pathlib import Path

import duckdb
import pytest

from engine.errors import SchemaAhead, StoreError
from engine.store import problems

CONFLICT = (
    'IO Error: Could not set lock on file "lab.duckdb": Conflicting lock is held in {} (PID {})'
)


def refusal(number, program="python3"):
    return duckdb.IOException(CONFLICT.format(program, number))


def test_a_conflict_is_told_from_other_errors():
    assert problems.is_conflict(refusal(7))
    assert not problems.is_conflict(duckdb.IOException("No space left on device"))


def test_the_process_that_holds_the_file_is_named_with_its_command(tmp_path):
    path = tmp_path / "lab.duckdb"
    with path.open("w"):
        message = str(problems.locked(path, refusal(os.getpid()), 5.0))
    assert f"'{path}' is still in use by process {os.getpid()} (" in message
    assert Path(sys.executable).name[:6] in message
    assert message.endswith(
        "after waiting 5 seconds. Try again when it has finished, or name another file with --db."
    )


def test_a_process_that_does_not_hold_the_file_lends_no_command(tmp_path):
    message = str(problems.locked(tmp_path / "lab.duckdb", refusal(os.getpid()), 0.0))
    assert f"in use by process {os.getpid()}. Try again" in message


def test_a_process_that_is_gone_is_named_by_its_number(tmp_path):
    message = str(problems.locked(tmp_path / "lab.duckdb", refusal(2**22 + 1), 0.0))
    assert "in use by process 4194305. Try again" in message


@pytest.mark.parametrize("error", [refusal(0), duckdb.IOException("Could not set lock on file")])
def test_a_holder_that_the_kernel_cannot_name_is_outside(tmp_path, error):
    message = str(problems.locked(tmp_path / "lab.duckdb", error, 0.0))
    assert "in use by a process outside this machine or container." in message


def test_a_thread_of_this_process_is_named_as_such(tmp_path):
    message = str(problems.locked(tmp_path / "lab.duckdb", None, 1.5))
    assert "in use by another task of this process after waiting 1.5 seconds." in message


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        pytest.param(
            duckdb.IOException("The file exists, but it is not a valid DuckDB database file!"),
            StoreError,
            "'lab.duckdb' is not a store: it is some other kind of file",
            id="not-a-database",
        ),
        pytest.param(
            duckdb.IOException(
                "Trying to read a database file with version number 999, but we can only read "
                "versions between 64 and 68."
            ),
            SchemaAhead,
            "written by a newer DuckDB",
            id="newer-duckdb",
        ),
        pytest.param(
            OSError(28, "No space left on device"),
            StoreError,
            "the store 'lab.duckdb' cannot be used: .*No space left on device",
            id="disk-full",
        ),
    ],
)
def test_other_errors_say_what_happened_in_one_line(error, kind, words):
    translated = problems.translated(Path("lab.duckdb"), error)
    assert type(translated) is kind
    with pytest.raises(kind, match=words):
        raise translated
    assert "\n" not in str(translated)
