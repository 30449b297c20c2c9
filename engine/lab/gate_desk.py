"""Use cases around the gate: contracts at hand, a call tried out, the ledger, the benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.gate.evaluate import evaluate
from engine.gate.ledger import Unreadable, build_evidence_ledger_entry
from engine.gate.verify import Today, verify
from engine.ingest.files import read_file
from engine.ingest.source import SourceFile
from engine.lab.catalogs import Catalogs
from engine.lab.clock import Clock
from engine.lab.gate_bench.bench import run_bench
from engine.lab.gate_files import contracts_of
from engine.lab.gate_suppliers import GraphSuppliers
from engine.lab.graphs import Graphs
from engine.lab.stamp import PROJECT_ROOT
from engine.models.contract import AggregationBoundary, EvidenceContract, EvidenceItem
from engine.models.gate import GateVerdict, LedgerEntry, LedgerReport, ProposedCall
from engine.models.gate_bench import Report
from engine.store.store import Store

CONTRACTS = PROJECT_ROOT / "data" / "contracts"
"""Where the operator keeps contract files beside the sample catalog."""

Contracts = Mapping[str, EvidenceContract]
"""By the tool that they govern."""


class Question(NamedTuple):
    """A call with everything that the gate judges it by."""

    call: ProposedCall
    contract: EvidenceContract
    evidence: Sequence[EvidenceItem]
    now: datetime
    aggregation: AggregationBoundary | None = None


class GateDesk:
    """The evidence gate of a lab.

    Parameters
    ----------
    store : Store
        Holds the ledger.
    clock : Clock
        Measures the benchmark.
    catalogs : Catalogs
        Whose tools are called.
    graphs : Graphs
        Who could supply what is missing.
    """

    def __init__(self, store: Store, clock: Clock, catalogs: Catalogs, graphs: Graphs) -> None:
        self._store = store
        self._catalogs = catalogs
        self._graphs = graphs
        # Nothing but latency differs between two runs of the frozen benchmark.
        self._bench = lru_cache(maxsize=1)(lambda: run_bench(clock))

    def contract_files(self, folder: Path = CONTRACTS) -> tuple[SourceFile, ...]:
        """Return the contract files of a folder, by name; other files are left out."""
        paths = sorted(p for p in folder.glob("*") if p.suffix in {".yaml", ".yml", ".json"})
        files = [read_file(path) for path in paths]
        return tuple(file for file in files if b"evidence_contract" in file.data)

    def contracts(self, file: SourceFile) -> Contracts:
        """Return the contracts of a file by the tool that they govern.

        Raises
        ------
        DocumentError
            With everything in it that cannot be used.
        """
        return contracts_of(file)

    def judge(self, question: Question, *, catalog: str) -> GateVerdict:
        """Judge a call against a catalog's current tools; nothing is kept.

        Raises
        ------
        NotStored
            If there is no such catalog.
        """
        loaded = self._catalogs.load(catalog)
        return evaluate(
            question.call,
            question.contract,
            loaded.by_name.get(question.contract.tool),
            question.evidence,
            now=question.now,
            aggregation=question.aggregation,
            suppliers=GraphSuppliers(loaded, self._graphs.get(loaded)),
        )

    def record(self, question: Question, *, catalog: str) -> LedgerEntry:
        """Judge a call anew and add the answer to the store's ledger.

        Raises
        ------
        NotStored
            If there is no such catalog.
        InvalidInput
            If the ledger's last entry is not what was written.
        """
        tool = self._catalogs.load(catalog).by_name.get(question.contract.tool)
        return self._store.ledger.add(
            lambda last: build_evidence_ledger_entry(
                question.call,
                question.contract,
                tool,
                question.evidence,
                now=question.now,
                previous=last,
                aggregation=question.aggregation,
            )
        )

    def ledger(self) -> tuple[LedgerEntry | Unreadable, ...]:
        """Return every entry of the store's ledger, oldest first."""
        return tuple(self._store.ledger.read())

    def verify(
        self,
        *,
        catalog: str | None = None,
        contracts: Contracts | None = None,
        now: datetime | None = None,
    ) -> LedgerReport:
        """Walk the store's ledger; what is left out is not held against it.

        Raises
        ------
        NotStored
            If there is no such catalog.
        """
        tools = self._catalogs.load(catalog).by_name if catalog is not None else None
        prints = None if contracts is None else {t: c.fingerprint for t, c in contracts.items()}
        return verify(self._store.ledger.read(), Today(tools, prints, now))

    def benchmark(self) -> Report:
        """Run the frozen benchmark; a second call returns the first one's answer."""
        return self._bench()
