"""The gate itself: one proposed call, one contract, one answer. Pure, and closed on any doubt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.gate.fields import DeclaredFields
from engine.gate.findings import Findings
from engine.gate.identity import Identity
from engine.gate.judgement import Demands, Judgement
from engine.gate.suppliers import Suppliers, with_suppliers
from engine.models.contract import AggregationBoundary, EvidenceContract, EvidenceItem
from engine.models.gate import GateVerdict, Permission, ProposedCall
from engine.models.tool import Tool


def evaluate(
    call: ProposedCall,
    contract: EvidenceContract,
    tool: Tool | None,
    evidence: Sequence[EvidenceItem],
    *,
    now: datetime,
    aggregation: AggregationBoundary | None = None,
    suppliers: Suppliers | None = None,
) -> GateVerdict:
    """Decide whether a call may be made.

    Parameters
    ----------
    call : ProposedCall
        What the agent wants to do; untrusted.
    contract : EvidenceContract
        What must be established; trusted, read from a local file.
    tool : Tool or None
        The contract's tool in the current catalog; None when it is gone.
    evidence : sequence of EvidenceItem
        Everything that the host holds for this call, in any order.
    now : datetime
        When the call would be made; aware of its zone.
    aggregation : AggregationBoundary, optional
        Which sources are independent; without one, corroboration above 1 is refused.
    suppliers : Suppliers, optional
        Asked, on a refusal, which tools could supply what is missing.

    Returns
    -------
    GateVerdict
        Every refusal, not only the first.
    """
    return Gate(contract, tool, suppliers=suppliers).evaluate(
        call, evidence, now=now, aggregation=aggregation
    )


class Gate:
    """A contract and its tool, made ready to judge any number of calls.

    Parameters
    ----------
    contract : EvidenceContract
        What must be established.
    tool : Tool or None
        The contract's tool in the current catalog; None when it is gone.
    suppliers : Suppliers, optional
        Asked, on a refusal, which tools could supply what is missing.
    """

    def __init__(
        self,
        contract: EvidenceContract,
        tool: Tool | None,
        *,
        suppliers: Suppliers | None = None,
    ) -> None:
        self.contract = contract
        self.tool = tool
        self.contract_fingerprint = contract.fingerprint
        self.identity = Identity(tool)
        self._suppliers = suppliers
        self._fields = DeclaredFields(tool) if tool is not None else None
        self._demands = Demands.of(contract, self._fields) if self._fields else None

    def evaluate(
        self,
        call: ProposedCall,
        evidence: Sequence[EvidenceItem],
        *,
        now: datetime,
        aggregation: AggregationBoundary | None = None,
    ) -> GateVerdict:
        """Decide whether a call may be made; see :func:`evaluate`."""
        findings = Findings()
        findings.add(self.identity.drift(self.contract, self.contract_fingerprint, call))
        selected: tuple[str, ...] = ()
        if self._fields is not None and self._demands is not None:
            judgement = Judgement(call, self._demands, self._fields, evidence, now, findings)
            judgement.judge(aggregation)
            selected = judgement.selected
        refusals = findings.refusals
        if refusals and self._suppliers is not None and self.tool is not None:
            refusals = with_suppliers(self.tool.name, refusals, self._suppliers)
        return GateVerdict(
            permission=Permission.REFUSE if refusals else Permission.ALLOW,
            tool=self.contract.tool,
            contract=self.contract.name,
            contract_fingerprint=self.contract_fingerprint,
            fields=selected,
            refusals=refusals,
            established=findings.established,
            contrary=tuple(sorted(findings.contrary)),
            expires_at=None if refusals else findings.expires_at,
        )
