from engine.models.run import Verdict
from tests.engine.store.samples import result, run


def test_values_are_counted_for_each_run_and_measure(store):
    store.save_run(
        run(
            "aaaa1",
            result("a", measures={"MRR": 0.5}),
            result("b", measures={"MRR": 1.0}),
            result("c", measures={"MRR": 0.5}),
            result("d", measures={"MRR": None}),
            result("e", verdict=Verdict.ERROR, measures={}),
            result("f", measures={}),
        )
    )
    store.save_run(run("aaaa2", result("a", measures={"MRR": 0.25})))
    assert store.measure_values(["aaaa1", "aaaa2"], ["MRR"]) == {
        ("aaaa1", "MRR"): ((0.0, 1), (0.5, 2), (1.0, 1)),
        ("aaaa2", "MRR"): ((0.25, 1),),
    }
    assert store.measure_values(["aaaa1"], ["R@5"]) == {("aaaa1", "R@5"): ((0.0, 1),)}
    assert store.measure_values([], ["MRR"]) == {}
