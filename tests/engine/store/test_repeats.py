from engine.models.diff import Repeats
from engine.models.run import Verdict, VersionStamp
from tests.engine.store.samples import result, run


def stamped(one, **values):
    stamp = VersionStamp.model_validate({**one.summary.stamp.model_dump(), **values})
    return one.model_copy(update={"summary": one.summary.model_copy(update={"stamp": stamp})})


def test_runs_under_one_stamp_are_repeats_of_one_another(store):
    store.save_run(run("aaaa1", result("a")))
    store.save_run(run("aaaa2", result("a")))
    store.save_run(stamped(run("bbbb1", result("a")), settings_fingerprint="settings-v1:other"))
    assert store.repeats("aaaa1") == store.repeats("aaaa2")
    assert set(store.repeats("aaaa1")) == {"aaaa1", "aaaa2"}
    assert store.repeats("bbbb1") == ("bbbb1",)


def test_every_part_of_the_stamp_tells_runs_apart(store):
    store.save_run(run("aaaa1", result("a")))
    for number, part in enumerate(
        (
            {"engine_version": "9.9"},
            {"catalog_fingerprint": "catalog-v1:other"},
            {"graph_fingerprint": "graph-v1:other"},
            {"encoder": "encoder-v1:other"},
            {"suite_fingerprint": "suite-v1:other"},
            {"git_commit": "0123456789"},
            {"git_dirty": True},
            {"of_a_newer_engine": "x"},
        )
    ):
        store.save_run(stamped(run(f"bbbb{number}", result("a")), **part))
    assert store.repeats("aaaa1") == ("aaaa1",)


def test_repeats_say_how_often_a_case_passed_of_the_runs_that_judged_it(store):
    store.save_run(run("aaaa1", result("a"), result("b", verdict=Verdict.UNSCORED)))
    store.save_run(run("aaaa2", result("a", verdict=Verdict.FAIL), result("b")))
    store.save_run(run("aaaa3", result("a", verdict=Verdict.ERROR), result("b")))
    assert store.repeated_cases("aaaa2") == {
        "a": Repeats(passed=1, runs=3),
        "b": Repeats(passed=2, runs=2),
    }


def test_a_run_without_a_repeat_has_none(store):
    store.save_run(run("aaaa1", result("a")))
    assert store.repeated_cases("aaaa1") == {}
