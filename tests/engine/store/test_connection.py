import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from engine.errors import StoreError, StoreLocked
from engine.store.store import Store
from tests.engine.store.samples import START, run, suite

ROOT = Path(__file__).parents[3]


def python(code, *arguments, **options):
    """Start another process that sees the project."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_the_folder_is_made_at_once_and_the_file_at_the_first_call(path):
    store = Store(path)
    assert path.parent.is_dir()
    assert not path.exists()
    assert store.runs() == ()
    assert [entry.name for entry in path.parent.iterdir()] == ["lab.duckdb"]


def test_nothing_is_held_between_calls(store, path):
    store.save_suite(suite(), START)
    store.suites()
    assert os.path.realpath(path) not in map(os.path.realpath, Path("/proc/self/fd").iterdir())
    with duckdb.connect(str(path)) as other:
        other.execute("delete from suite_versions")
    assert store.suites() == ()


def test_an_empty_file_is_as_good_as_none(path):
    path.parent.mkdir()
    path.touch()
    assert Store(path).runs() == ()


def test_what_a_killed_creation_left_is_swept_away(path):
    path.parent.mkdir()
    path.with_name("lab.duckdb.new").write_bytes(b"half a file")
    Store(path).save_suite(suite(), START)
    assert [entry.name for entry in path.parent.iterdir()] == ["lab.duckdb"]


def test_a_file_that_is_no_database_is_refused_and_left_alone(path):
    path.parent.mkdir()
    path.write_bytes(b"case_id,query\n" * 1000)
    for call in (Store(path).runs, lambda: Store(path).save_run(run())):
        with pytest.raises(StoreError, match=r"lab.duckdb' is not a store: it is some other kind"):
            call()
    assert path.read_bytes() == b"case_id,query\n" * 1000


def test_a_folder_in_the_place_of_the_file_is_refused(path):
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match=r"cannot be used: .*directory"):
        Store(path).runs()


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "lab").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot be used: .*lab"):
        Store(tmp_path / "lab" / "lab.duckdb")


def test_a_record_that_this_engine_cannot_read_is_named(store, path):
    store.save_run(run("aaaa1"))
    with duckdb.connect(str(path)) as other:
        other.execute("update runs set status = 'paused'")
    with pytest.raises(
        StoreError, match=r"holds a RunSummary that this engine cannot read: status"
    ):
        store.runs()


def test_the_instance_reaches_neither_the_network_nor_other_folders(store, tmp_path):
    store.runs()
    (tmp_path / "other.csv").write_text("a\n1\n")
    settings = "select name, value from duckdb_settings()"
    with store._database.reading() as connection:
        values = dict(connection.execute(settings).fetchall())
        for name in (
            "autoinstall_known_extensions",
            "autoload_known_extensions",
            "allow_community_extensions",
            "enable_external_access",
        ):
            assert values[name] == "false"
        assert values["lock_configuration"] == "true"
        with pytest.raises(duckdb.PermissionException, match="disabled by configuration"):
            connection.execute(
                "select * from read_csv($path)", {"path": str(tmp_path / "other.csv")}
            )


def test_two_stores_of_one_process_share_the_file(path):
    Store(path).save_suite(suite("one"), START)
    link = path.with_name("link.duckdb")
    link.symlink_to(path)
    Store(link).save_suite(suite("two"), START)
    assert [info.name for info in Store(path).suites()] == ["one", "two"]


def test_threads_read_and_write_at_the_same_time(store):
    names = [f"suite-{number}" for number in range(6)]

    def work(name):
        store.save_suite(suite(name), START)
        return store.load_suite(name).name, len(store.suites()) > 0

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, names))
    assert found == [(name, True) for name in names]
    assert [info.name for info in store.suites()] == names


def test_a_writer_of_the_same_process_is_waited_for_and_then_named(path):
    store, hurried = Store(path), Store(path, wait_seconds=0.0)
    inside, done = threading.Event(), threading.Event()

    def hold():
        with store._database.writing():
            inside.set()
            done.wait(30.0)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert inside.wait(30.0)
        for call in (hurried.runs, lambda: hurried.save_suite(suite(), START)):
            with pytest.raises(StoreLocked, match=r"still in use by another task of this process"):
                call()
    finally:
        done.set()
        holder.join()
    assert hurried.runs() == ()


def test_a_failed_write_leaves_nothing_and_the_store_usable(store, monkeypatch):
    def fail(*_):
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patch:
        patch.setattr("engine.store.candidates.incoming", fail)
        with pytest.raises(RuntimeError, match="in the middle"):
            store.save_run(run("aaaa1"))
    assert store.runs() == ()
    store.save_run(run("aaaa1"))
    assert store.run_results("aaaa1", evidence=True) == run("aaaa1").results


HOLD = """
import sys, duckdb
with duckdb.connect(sys.argv[1], read_only=sys.argv[2] == "ro") as connection:
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.parametrize("mode", ["rw", "ro"])
def test_another_process_that_holds_the_file_is_named_and_outlived(path, mode):
    store, hurried = Store(path, wait_seconds=30.0), Store(path, wait_seconds=0.0)
    store.save_suite(suite(), START)
    with python(HOLD, path, mode) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreLocked, match=rf"in use by process {holder.pid} \(.*python"):
            hurried.save_suite(suite("other"), START)
        if mode == "ro":
            assert len(hurried.suites()) == 1
        else:
            with pytest.raises(StoreLocked, match=rf"process {holder.pid}"):
                hurried.suites()
        release = threading.Timer(0.05, lambda: holder.communicate("\n"))
        release.start()
        assert store.save_suite(suite("other"), START)
        release.join()
    assert len(store.suites()) == 2


WORK = """
import sys
from pathlib import Path
from engine.store.store import Store
from tests.engine.store.samples import run
store = Store(Path(sys.argv[1]), wait_seconds=60.0)
for number in range(3):
    store.save_run(run(f"{sys.argv[2]}{number}"))
    assert len(store.run_results(f"{sys.argv[2]}{number}", evidence=True)) == 2
    store.runs()
"""


def test_processes_that_read_and_write_at_once_lose_nothing(path):
    workers = [python(WORK, path, name) for name in ("aaaa", "bbbb")]
    store = Store(path, wait_seconds=60.0)
    while any(worker.poll() is None for worker in workers):
        for summary in store.runs():
            assert len(store.run_results(summary.run_id, evidence=True)) == summary.cases
    for worker in workers:
        assert worker.communicate()[1] == ""
        assert worker.returncode == 0
    expected = [f"{name}{number}" for name in ("aaaa", "bbbb") for number in range(3)]
    assert sorted(summary.run_id for summary in store.runs()) == expected


KILL = """
import os, signal, sys
from pathlib import Path
from engine.store import connection, rows
from engine.store.store import Store
from tests.engine.store.samples import run

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

store = Store(Path(sys.argv[1]), wait_seconds=30.0)
store.save_run(run("aaaa1"))
if sys.argv[2] == "before the commit":
    save = rows.insert_all
    rows.insert_all = lambda *values: (save(*values), die())
else:
    connection.AttachedFile.detach = die
store.save_run(run("aaaa2"))
"""


@pytest.mark.parametrize(
    ("moment", "stored"),
    [
        ("before the commit", ["aaaa1"]),
        ("after the commit", ["aaaa2", "aaaa1"]),
    ],
)
def test_a_run_whose_writer_is_killed_is_complete_or_absent(path, moment, stored):
    with python(KILL, path, moment) as victim:
        assert victim.communicate()[1] == ""
    assert victim.returncode == -9
    store = Store(path, wait_seconds=30.0)
    assert [summary.run_id for summary in store.runs()] == stored
    for run_id in stored:
        assert store.run_results(run_id, evidence=True) == run(run_id).results
    if "aaaa2" not in stored:
        store.save_run(run("aaaa2"))
    assert len(store.runs()) == 2
