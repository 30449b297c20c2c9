"""Print the retrieval table: every labelled set, this project beside independent tools.

::

    python -m benchmarks.retrieval_v1.run [--sets NAME ...] [--contenders NAME ...]
                                          [--part rest|all|train] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.harness import SEED, SETS, Measured, Part, labelled_sets, measure
from benchmarks.retrieval_v1.contenders import CONTENDERS, NotInstalled
from engine.measures.interval import bootstrap_mean_interval

MEASURES = ("Success@1", "Success@5", "Success@10", "MRR", "R@10", "nDCG@10")


class Row(NamedTuple):
    """One contender on one set."""

    set_name: str
    tools: int
    contender: str
    targets: int
    """Cases judged on their target."""

    whole_sets: int
    """Cases judged on their whole set."""

    means: Mapping[str, float | None]
    p50: float
    p95: float


class Difference(NamedTuple):
    """The first contender minus another one, over the cases of one set."""

    set_name: str
    against: str
    measure: str
    mean: float
    low: float
    high: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval_v1.run", description=__doc__)
    parser.add_argument("--sets", nargs="+", default=list(SETS), metavar="NAME")
    parser.add_argument("--contenders", nargs="+", default=list(CONTENDERS), metavar="NAME")
    parser.add_argument("--part", type=Part, default=Part.ALL, choices=list(Part))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)

    rows: list[Row] = []
    differences: list[Difference] = []
    for data in labelled_sets(given.sets):
        catalog = data.catalog()
        cases = data.cases(given.part)
        measured: dict[str, Measured] = {}
        for name in given.contenders:
            try:
                rank = CONTENDERS[name](data, catalog)
            except NotInstalled as missing:
                print(f"{name} is skipped: {missing} is not installed.", file=sys.stderr)
                continue
            measured[name] = measure(rank, cases, catalog)
            rows.append(_row(data.name, len(catalog.tools), name, measured[name]))
            if not given.json:
                print(_line(rows[-1]), flush=True)
        differences += _differences(data.name, measured)
    if given.json:
        print(_as_json(rows, differences, given.part))
    else:
        _print_differences(differences)
    return 0


def _row(set_name: str, tools: int, contender: str, measured: Measured) -> Row:
    return Row(
        set_name,
        tools,
        contender,
        targets=len(measured.values("MRR")),
        whole_sets=len(measured.values("R@10")),
        means={name: measured.mean(name) for name in MEASURES},
        p50=measured.p(50),
        p95=measured.p(95),
    )


def _differences(set_name: str, measured: Mapping[str, Measured]) -> list[Difference]:
    """Compare the first contender with every other one, case by case."""
    if not measured:
        return []
    first, *others = measured
    found: list[Difference] = []
    for other in others:
        for name in ("MRR", "nDCG@10"):
            pairs = zip(measured[first].values(name), measured[other].values(name), strict=True)
            values = [one - two for one, two in pairs]
            interval = bootstrap_mean_interval(values, seed=SEED)
            if interval is not None:
                mean = sum(values) / len(values)
                found.append(Difference(set_name, other, name, mean, interval.low, interval.high))
    return found


def _line(row: Row) -> str:
    shown = "  ".join(
        f"{name} {'–' if value is None else f'{value:.3f}'}" for name, value in row.means.items()
    )
    return (
        f"{row.set_name:<16} {row.tools:>5} tools  {row.contender:<16} n {row.targets:>3}/"
        f"{row.whole_sets:<3}  {shown}  p50 {row.p50:.2f} ms  p95 {row.p95:.2f} ms"
    )


def _print_differences(differences: Sequence[Difference]) -> None:
    print("\nDifference to each other contender, with its 95% paired bootstrap interval:")
    for row in differences:
        print(
            f"{row.set_name:<16} {row.measure:<8} against {row.against:<16} "
            f"{row.mean:+.3f} [{row.low:+.3f}, {row.high:+.3f}]"
        )


def _as_json(rows: Sequence[Row], differences: Sequence[Difference], part: Part) -> str:
    return json.dumps(
        {
            "part": part.value,
            "seed": SEED,
            "rows": [row._asdict() for row in rows],
            "differences": [row._asdict() for row in differences],
        },
        indent=2,
    )


if __name__ == "__main__":
    raise SystemExit(main())
