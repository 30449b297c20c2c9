"""Print the selection tables: every labelled set, model targets, calibration, time, a peer.

::

    python -m benchmarks.selection_v1.run [--sets NAME ...] [--part rest|all|train]
                                          [--channels hybrid|lexical] [--json]
                                          [--no-peer | --same-rows]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence

from benchmarks.harness import SETS, Part
from benchmarks.selection_v1.observations import ObservedSet, observe
from benchmarks.selection_v1.outcomes import Chosen, Replaced, is_harmful
from benchmarks.selection_v1.peer import NotInstalled, Peer
from benchmarks.selection_v1.simulate import Kind, Simulated, simulate
from engine.measures.interval import bootstrap_mean_interval
from engine.measures.latency import percentile
from engine.models.run import Channel
from engine.models.selection import Policy, Selection
from engine.selection.profile import profile_of
from engine.selection.selector import select_target_candidate

BINS = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="benchmarks.selection_v1.run", description=__doc__)
    parser.add_argument("--sets", nargs="+", default=list(SETS), metavar="NAME")
    parser.add_argument("--part", type=Part, default=Part.REST, choices=list(Part))
    parser.add_argument("--channels", type=Channel, default=Channel.HYBRID, choices=list(Channel))
    parser.add_argument("--policy", type=Policy, default=Policy.STRONG_EVIDENCE)
    parser.add_argument("--no-peer", action="store_true", help="leave graph-tool-call out")
    parser.add_argument(
        "--same-rows",
        action="store_true",
        help="graph-tool-call selects from our rows, not its own",
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)

    ours: list[Chosen] = []
    theirs: list[Chosen] = []
    moves: list[Replaced] = []
    their_moves: list[Replaced] = []
    for data in observe(given.sets, given.part, given.channels):
        ours += choose(data)
        moves += replace(data, given.policy)
        if not given.no_peer:
            try:
                peer = Peer(data, same_rows=given.same_rows)
            except NotInstalled as missing:
                print(f"the peer is skipped: {missing} is not installed.", file=sys.stderr)
                given.no_peer = True
            else:
                theirs += peer.choose()
                their_moves += peer.replace()
        print(f"{data.name} done", file=sys.stderr, flush=True)
    report = {"ours": summary(ours, moves)}
    if theirs:
        report["graph-tool-call"] = summary(theirs, their_moves)
    if given.json:
        print(json.dumps({"part": given.part.value, **report}, indent=2))
    else:
        for name, values in report.items():
            print(table(name, given.part, values))
    return 0


def choose(data: ObservedSet) -> Iterable[Chosen]:
    """Select for every case without a model's target."""
    tools = data.catalog.by_name
    for tool in data.catalog.tools:
        profile_of(tool)
    for observation in data.observations:
        started = time.perf_counter()
        selection = select_target_candidate(
            observation.case.query, observation.names, tools, observation.rows
        )
        ms = (time.perf_counter() - started) * 1000
        yield Chosen(
            data.name,
            observation.first_is_right,
            selection.selected_target in observation.right,
            selection.ambiguous,
            selection.confidence,
            ms,
        )


def replace(data: ObservedSet, policy: Policy) -> Iterable[Replaced]:
    """Select for every case against simulated model targets."""
    tools = data.catalog.by_name
    for simulated in simulate(data):
        observation = simulated.observation
        selection = select_target_candidate(
            observation.case.query,
            observation.names,
            tools,
            observation.rows,
            llm_target=simulated.llm_target,
            policy=policy,
        )
        yield _replaced(data, simulated, selection)


def _replaced(data: ObservedSet, simulated: Simulated, selection: Selection) -> Replaced:
    return Replaced(
        simulated.kind,
        selection.overrode_llm,
        selection.selected_target in simulated.observation.right,
        is_harmful(data, simulated.llm_target, selection.selected_target),
    )


def summary(chosen: Sequence[Chosen], moves: Sequence[Replaced]) -> dict[str, object]:
    """Bring all figures of one selector together."""
    names = list(dict.fromkeys(each.set_name for each in chosen))
    flagged = [each for each in chosen if each.ambiguous]
    clear = [each for each in chosen if not each.ambiguous]
    difference = bootstrap_mean_interval(
        [float(each.right) - float(each.first_is_right) for each in chosen]
    )
    return {
        "sets": {name: _counts([c for c in chosen if c.set_name == name]) for name in names},
        "all": _counts(chosen),
        "difference_ci": difference,
        "ambiguous_share": len(flagged) / len(chosen),
        "accuracy_flagged": _share(each.right for each in flagged),
        "accuracy_clear": _share(each.right for each in clear),
        "expected_calibration_error": calibration_error(chosen),
        "reliability": reliability(chosen),
        "select_ms": {
            "p50": percentile([each.ms for each in chosen], 50),
            "p95": percentile([each.ms for each in chosen], 95),
        },
        "model_targets": {
            kind.value: _moved([m for m in moves if m.kind is kind]) for kind in Kind
        },
        "harmful_flips": sum(move.harmful for move in moves),
    }


def _counts(chosen: Sequence[Chosen]) -> dict[str, float]:
    return {
        "n": len(chosen),
        "success_at_1": _share(each.first_is_right for each in chosen) or 0.0,
        "selector_accuracy": _share(each.right for each in chosen) or 0.0,
        "fixed": sum(each.right and not each.first_is_right for each in chosen),
        "broken": sum(each.first_is_right and not each.right for each in chosen),
        "ambiguous": sum(each.ambiguous for each in chosen),
    }


def _moved(moves: Sequence[Replaced]) -> dict[str, float]:
    return {
        "n": len(moves),
        "overridden": sum(move.overrode for move in moves),
        "right_after": sum(move.right for move in moves),
        "replaced_by_wrong": sum(move.overrode and not move.right for move in moves),
        "fixed": sum(move.overrode and move.right for move in moves),
    }


def reliability(chosen: Sequence[Chosen]) -> list[dict[str, float]]:
    """Confidence against accuracy in bins of equal width; empty bins are left out."""
    rows = []
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [c for c in chosen if low <= c.confidence < high or (high == 1 == c.confidence)]
        if inside:
            rows.append(
                {
                    "from": low,
                    "to": high,
                    "n": len(inside),
                    "confidence": sum(c.confidence for c in inside) / len(inside),
                    "accuracy": sum(c.right for c in inside) / len(inside),
                }
            )
    return rows


def calibration_error(chosen: Sequence[Chosen]) -> float:
    """Return the mean gap between confidence and accuracy over the bins, weighted by cases."""
    gaps = [row["n"] * abs(row["confidence"] - row["accuracy"]) for row in reliability(chosen)]
    return sum(gaps) / len(chosen)


def _share(values: Iterable[bool]) -> float | None:
    found = list(values)
    return sum(found) / len(found) if found else None


def table(name: str, part: Part, values: dict[str, object]) -> str:
    """Return the figures of one selector as text."""
    lines = [f"\n{name} ({part.value})", json.dumps(values["all"])]
    sets = values["sets"]
    assert isinstance(sets, dict)
    lines += [f"{set_name:18} {json.dumps(row)}" for set_name, row in sets.items()]
    skipped = ("sets", "all", "reliability")
    lines += [f"{key}: {json.dumps(value)}" for key, value in values.items() if key not in skipped]
    rows = values["reliability"]
    assert isinstance(rows, list)
    lines += [
        f"  {row['from']:.1f}-{row['to']:.1f}  n {row['n']:4}  confidence {row['confidence']:.3f}"
        f"  accuracy {row['accuracy']:.3f}"
        for row in rows
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
