"""How many producers a field keeps, chosen on one half of the labelled producers.

``python -m benchmarks.graph_v1.tune`` prints precision and recall on the half to tune on for
every setting. The chosen one stands in ``engine.graph.data_flow``; the other half is for
``benchmarks.graph_v1.run`` alone.
"""

from __future__ import annotations

from benchmarks.graph_v1 import gold
from engine.graph import data_flow
from engine.graph.ports import Faces

NAMED = (3, 6, 9)
OF_A_KIND = (1, 3, 6, 9, 12, 16, 24)


def main() -> None:
    """Print one line for every setting."""
    faces = Faces(gold.load("nestful", "tools.json"))
    labelled = {(row["source"], row["target"]) for row in gold.rows("nestful")}
    tune, _ = gold.halves(labelled)
    print("named  of a kind   found right prec. rec.")
    for named in NAMED:
        for of_a_kind in OF_A_KIND:
            data_flow.PRODUCERS_PER_FIELD = named
            data_flow.PRODUCERS_OF_A_KIND = of_a_kind
            found = gold.flows_of(data_flow.DataFlow(faces).edges())
            print(f"{named:5} {of_a_kind:10}  {gold.score(found, labelled, tune)}")


if __name__ == "__main__":
    main()
