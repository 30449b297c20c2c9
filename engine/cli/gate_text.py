"""A gate verdict as lines for a person."""

from __future__ import annotations

from engine.cli.output import Output
from engine.models.gate import GateVerdict


def show_verdict(verdict: GateVerdict, output: Output) -> None:
    """Print a verdict, every refusal with who could supply what is missing."""
    output.line(f"{verdict.permission}: {verdict.tool} under contract {verdict.contract}")
    for refusal in verdict.refusals:
        field = f" {refusal.field}" if refusal.field else ""
        output.line(f"  {refusal.code}{field}: required {refusal.required}; found {refusal.found}")
        for supplier in refusal.suppliers:
            output.line(f"    could supply it: {supplier.tool}. {supplier.reason}")
    for established in verdict.established:
        output.line(f"  established: {established.kind} {established.field or ''}".rstrip())
