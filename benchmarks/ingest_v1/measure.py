"""One measured import in a process of its own; prints one JSON object.

``python -m benchmarks.ingest_v1.measure lab FILE`` or ``… peer FILE``.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path


def _lab() -> Callable[[Path], tuple[int, int]]:
    from engine.ingest.files import read_files
    from engine.ingest.load import build_catalog

    def run(path: Path) -> tuple[int, int]:
        catalog = build_catalog("benchmark", read_files([path]))
        fields = sum(len(tool.consumes) + len(tool.produces) for tool in catalog.tools)
        return len(catalog.tools), fields

    return run


def _peer() -> Callable[[Path], tuple[int, int]]:
    from graph_tool_call.ingest.openapi import ingest_openapi

    def run(path: Path) -> tuple[int, int]:
        # Its default leaves deprecated operations out; both sides shall do the same work.
        tools, _ = ingest_openapi(str(path), skip_deprecated=False)
        return len(tools), sum(len(tool.parameters) for tool in tools)

    return run


CONTENDERS = {"lab": _lab, "peer": _peer}


def _peak_bytes() -> int:
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main(contender: str, path: Path) -> int:
    """Import the document once; 3 tells that the contender is not installed."""
    try:
        run = CONTENDERS[contender]()
    except ImportError:
        return 3
    before = _peak_bytes()
    wall, cpu = time.perf_counter(), time.process_time()
    tools, fields = run(path)
    result = {
        "tools": tools,
        "fields": fields,
        "seconds": time.perf_counter() - wall,
        "cpu_seconds": time.process_time() - cpu,
        "peak_bytes": _peak_bytes(),
        "before_bytes": before,
    }
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
