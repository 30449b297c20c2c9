"""The evidence gate inside a run: the selected tool's call, judged before it would be made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from pydantic import JsonValue

from engine.errors import InvalidInput, unknown_tool_message
from engine.fingerprint import fingerprint
from engine.gate.evaluate import Gate
from engine.gate.suppliers import Suppliers
from engine.models.case import Case, CaseMode, Suite
from engine.models.catalog import Catalog
from engine.models.contract import AggregationBoundary, EvidenceContract, EvidenceItem
from engine.models.gate import GateVerdict, ProposedCall
from engine.models.plan import InputStatus, Plan
from engine.models.run import CaseResult, GateTally
from engine.models.tool import Tool

SHOWN_CASES = 5
"""Cases that one message names."""


class GateInput:
    """What a run's calls are judged by; all of it comes from the operator's own files.

    Parameters
    ----------
    contracts : mapping of str to EvidenceContract
        By the tool that they govern; a tool without one is not judged.
    evidence : sequence of EvidenceItem
        Held for every case, beside the case's own.
    aggregation : AggregationBoundary, optional
        Which sources are independent.
    at : datetime, optional
        The moment of every call; the run's start when left out.
    """

    def __init__(
        self,
        contracts: Mapping[str, EvidenceContract],
        evidence: Sequence[EvidenceItem] = (),
        *,
        aggregation: AggregationBoundary | None = None,
        at: datetime | None = None,
    ) -> None:
        self.contracts = dict(sorted(contracts.items()))
        self.evidence = tuple(evidence)
        self.aggregation = aggregation
        self.at = at

    @property
    def contract_fingerprint(self) -> str:
        """Content of the contracts and of the aggregation."""
        content: dict[str, JsonValue] = {
            "contracts": [contract.fingerprint for contract in self.contracts.values()],
            "aggregation": self.aggregation.model_dump(mode="json") if self.aggregation else None,
        }
        return fingerprint("contracts", content)

    @property
    def evidence_fingerprint(self) -> str | None:
        """Content of the evidence that is held for every case; None when there is none."""
        if not self.evidence:
            return None
        rows = sorted(item.model_dump_json() for item in self.evidence)
        return fingerprint("evidence", list(rows))


class RunGate:
    """A gate input made ready for one catalog. Travels to workers pickled.

    Parameters
    ----------
    given : GateInput
        Contracts and what is held for every case.
    catalog : Catalog
        Whose tools are selected; each governed tool must be in it.
    suppliers : Suppliers
        Names, on a refusal, the tools that could supply what is missing.
    at : datetime
        The moment of every call.

    Raises
    ------
    InvalidInput
        If a contract governs a tool that the catalog lacks: it could never be asked.
    """

    def __init__(
        self, given: GateInput, catalog: Catalog, suppliers: Suppliers, at: datetime
    ) -> None:
        known = sorted(catalog.by_name)
        problems = [
            unknown_tool_message(name, f"contract {contract.name!r}", known)
            for name, contract in given.contracts.items()
            if name not in catalog.by_name
        ]
        if problems:
            raise InvalidInput("\n".join(problems))
        self.given = given
        self.at = at
        self._tools = {name: catalog.by_name[name] for name in given.contracts}
        self._gates = {
            name: Gate(contract, self._tools[name], suppliers=suppliers)
            for name, contract in given.contracts.items()
        }

    @property
    def key(self) -> str:
        """Tells gates apart: equal content has an equal key."""
        parts = (self.given.contract_fingerprint, self.given.evidence_fingerprint or "")
        return " ".join((*parts, self.at.isoformat()))

    def judge(self, case: Case, selected: str | None, plan: Plan | None) -> GateVerdict | None:
        """Return what the gate says to the call of the selected tool, whether right or wrong.

        Parameters
        ----------
        case : Case
            Its evidence counts beside the run's; its provided entities are the arguments.
        selected : str or None
            The tool that would be called.
        plan : Plan or None
            How its inputs would be met; what an earlier call gives is sent, too.

        Returns
        -------
        GateVerdict or None
            None when no contract governs the tool, or the case does not go beyond search.
        """
        if case.mode is CaseMode.SEARCH or selected not in self._gates:
            return None
        call = proposed_call(case, self._tools[selected], plan)
        return self._gates[selected].evaluate(
            call,
            (*self.given.evidence, *case.evidence),
            now=self.at,
            aggregation=self.given.aggregation,
        )


def proposed_call(case: Case, tool: Tool, plan: Plan | None) -> ProposedCall:
    """Return the call that a case would make of a tool, in the gate's words.

    The fields are the case's own ``call_fields``; without them, the tool's inputs that the case
    provides or that its plan has an earlier call give.
    """
    given = {name: value for name, value in case.provided_entities.items() if value is not None}
    produced = {
        each.field
        for each in (plan.inputs if plan is not None else ())
        if each.tool == tool.name and each.status is InputStatus.PRODUCED
    }
    sent = given.keys() | produced
    inputs = sorted({field.json_path for field in tool.consumes if field.name in sent})
    return ProposedCall(
        tool=tool.name,
        fields=case.call_fields or tuple(inputs),
        arguments={name: _text(value) for name, value in sorted(given.items())},
    )


def _text(value: JsonValue) -> str:
    # A record is named by text or a number; 42 and "42" name the same one.
    return value if isinstance(value, str) else str(value)


def check_evidence(suite: Suite) -> None:
    """Refuse a suite whose evidence was stored: what was seen, and of which record, is not kept.

    Raises
    ------
    InvalidInput
        Naming the cases.
    """
    withheld = [
        case.case_id for case in suite.cases if any(item.withheld for item in case.evidence)
    ]
    if withheld:
        shown = ", ".join(withheld[:SHOWN_CASES])
        more = f" and {len(withheld) - SHOWN_CASES:,} more" if len(withheld) > SHOWN_CASES else ""
        raise InvalidInput(
            f"suite {suite.name!r} comes from the store, which keeps no record's name and nothing "
            f"that was seen, so the evidence of {shown}{more} cannot be judged; give the suite's "
            "own file with --suite FILE."
        )


def tally(results: Sequence[CaseResult]) -> GateTally:
    """Count what the gate said."""
    verdicts = [result.gate for result in results if result.gate is not None]
    return GateTally(asked=len(verdicts), allowed=sum(verdict.allowed for verdict in verdicts))
