"""What a tool and its endpoint are, so that a change of either is seen."""

from __future__ import annotations

from functools import cached_property

from engine.fingerprint import JsonValue, fingerprint
from engine.models.contract import EvidenceContract
from engine.models.gate import ProposedCall, Refusal, RefusalCode
from engine.models.tool import ContractField, Tool


def endpoint_fingerprint(tool: Tool) -> str:
    """Return the fingerprint of what a call meets: method, path, inputs and outputs.

    Descriptions, titles, tags and everything derived are left out, so that a reworded document
    does not look like another endpoint; :attr:`engine.models.tool.Tool.fingerprint` has them.
    """
    return fingerprint(
        "endpoint",
        {
            "method": tool.endpoint.method if tool.endpoint else None,
            "path": tool.endpoint.path if tool.endpoint else None,
            "consumes": [_shape(field) for field in tool.consumes],
            "produces": [_shape(field) for field in tool.produces],
            "security": [list(each) for each in tool.security],
        },
    )


def _shape(field: ContractField) -> JsonValue:
    return field.model_dump(mode="json", exclude={"description", "identifier"})


class Identity:
    """A tool's fingerprints, made when they are first asked for.

    Parameters
    ----------
    tool : Tool or None
        Of the current catalog; None when the catalog no longer holds it.
    """

    def __init__(self, tool: Tool | None) -> None:
        self._tool = tool

    @property
    def tool(self) -> str | None:
        """Fingerprint of the tool; None when it is absent."""
        return self._tool.fingerprint if self._tool is not None else None

    @cached_property
    def endpoint(self) -> str | None:
        """Fingerprint of the endpoint; None when the tool is absent."""
        return endpoint_fingerprint(self._tool) if self._tool is not None else None

    def drift(
        self, contract: EvidenceContract, contract_fingerprint: str, call: ProposedCall
    ) -> list[Refusal]:
        """Return what is not as the contract or the plan of the call says; absence is drift."""
        found: list[Refusal] = []
        if self._tool is None:
            found.append(_drift(RefusalCode.TOOL_DRIFT, "the tool of the contract", "no such tool"))
        elif call.tool != contract.tool or self._tool.name != contract.tool:
            found.append(_drift(RefusalCode.TOOL_DRIFT, "the tool of the contract", "another tool"))
        for pin in (contract.tool_fingerprint, call.tool_fingerprint):
            if pin is not None and pin != self.tool:
                found.append(_drift(RefusalCode.TOOL_DRIFT, pin, self.tool or "no such tool"))
        for pin in (contract.endpoint_fingerprint, call.endpoint_fingerprint):
            if pin is not None and pin != self.endpoint:
                found.append(
                    _drift(RefusalCode.ENDPOINT_DRIFT, pin, self.endpoint or "no such tool")
                )
        pin = call.contract_fingerprint
        if pin is not None and pin != contract_fingerprint:
            found.append(_drift(RefusalCode.CONTRACT_DRIFT, pin, contract_fingerprint))
        return found


def _drift(code: RefusalCode, required: str, found: str) -> Refusal:
    return Refusal(code=code, required=required, found=found)
