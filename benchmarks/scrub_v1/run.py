"""Recall and false alarms of the scrubber, beside the peer's, over the same corpus in one run."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable

from benchmarks.harness import SETS, Part, labelled_sets
from benchmarks.scrub_v1.corpus import Item, look_alikes, planted
from engine.fingerprint import JsonValue
from engine.scrub.scrubber import scrub_text, scrub_value

SEEDS = {"seen while the rules were written": 1, "held back": 20261130}
TEXT = "the order of the member was shown at 2026-11-30 08:15 with token_budget=2000. "
LONG = {
    "prose": TEXT * 4000,
    "digits": "1" * 300_000,
    "digits and blanks": "1 " * 150_000,
    "dots": "a." * 150_000,
    "signs": "-----BEGIN " * 30_000,
    "at signs": "a@" * 150_000,
    "one word": "aB3" * 100_000,
    "equals": "token=" * 50_000,
}
"""Texts that make a careless pattern slow."""


def main() -> None:
    """Print the table."""
    contenders: dict[str, Callable[[JsonValue], object]] = {
        "quality-lab": lambda value: scrub_value(value).value
    }
    try:
        from graph_tool_call.learning import scrub_trace_payload
    except ImportError:
        print("the peer is not installed: pip install -e '.[bench]'")
    else:
        contenders["graph-tool-call"] = scrub_trace_payload
    for title, seed in SEEDS.items():
        secrets, harmless = planted(seed), look_alikes(seed)
        print(f"seed {seed} ({title}): {len(secrets)} secrets, {len(harmless)} look-alikes")
        for name, scrub in contenders.items():
            missed = [item for item in secrets if item.secret in flat(scrub(given(item)))]
            alarms = [item for item in harmless if scrub(given(item)) != given(item)]
            print(
                f"  {name:16} recall {1 - len(missed) / len(secrets):.3f}"
                f"  false alarms {len(alarms) / len(harmless):.3f}"
            )
            for what, items in (("missed", missed), ("false alarms", alarms)):
                kinds = Counter(item.kind for item in items).most_common(8)
                if kinds:
                    print(f"    {what}: {', '.join(f'{kind} {n}' for kind, n in kinds)}")
    for name, text in LONG.items():
        started = time.perf_counter()
        scrub_text(text)
        seconds = time.perf_counter() - started
        print(f"{name:18} {len(text) / 1e6 / seconds:6.2f} million characters a second")


def other_peoples_queries() -> None:
    """Print what is touched in the queries of the labelled sets, to be read by eye."""
    queries = [case.query for each in labelled_sets(SETS) for case in each.cases(Part.ALL)]
    kinds: Counter[str] = Counter()
    touched = 0
    for query in queries:
        scrubbed = scrub_text(query)
        touched += scrubbed.report.total > 0
        kinds.update(scrubbed.report.counts)
        if scrubbed.report.total:
            print(f"  {scrubbed.text}")
    print(f"{len(queries):,} queries, {touched} touched: {dict(kinds.most_common())}")


def given(item: Item) -> JsonValue:
    """Return the item as a trace would hold it."""
    return item.value if isinstance(item.value, dict) else {"note": item.value}


def flat(value: object) -> str:
    """Return a value as text, to be searched."""
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    if sys.argv[1:] == ["--queries"]:
        other_peoples_queries()
    else:
        main()
