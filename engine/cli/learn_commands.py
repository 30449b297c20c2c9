"""``learn``: traces in, suggestions out, decisions about them."""

from __future__ import annotations

import argparse

from engine.cli.output import Output
from engine.cli.session import open_lab
from engine.ingest.files import read_file
from engine.models.learning import Gate, LearningDecision, Suggestion, SuggestionType


def ingest(arguments: argparse.Namespace, output: Output) -> int:
    """Read traces and say what was kept of them."""
    done = open_lab(arguments).learning.ingest(read_file(arguments.file), catalog=arguments.catalog)
    output.data(done.model_dump(mode="json"))
    output.line(
        f"{done.collection}: {done.traces:,} traces read: {done.new:,} new, {done.known:,} known"
    )
    for reason, count in done.skipped.items():
        output.line(f"  {count:,} passed over: {reason}")
    for kind, count in done.scrubbed.counts.items():
        output.line(f"  {count:,} scrubbed: {kind}")
    return 0


def suggest(arguments: argparse.Namespace, output: Output) -> int:
    """List suggestions, or show one with every gate."""
    learning = open_lab(arguments).learning
    if arguments.id is not None:
        one = learning.suggestion(arguments.catalog, arguments.id)
        gates = learning.gates(one)
        shown = one.model_copy(update={"gates": gates})
        output.data(shown.model_dump(mode="json"))
        output.line(f"{one.suggestion_id}: {what(one)}")
        output.line(f"  status {one.status.value}, weight {one.weight:.2f} after decay")
        _gates(gates, output)
        return 0
    found = learning.suggestions(arguments.catalog)
    output.data({"suggestions": [each.model_dump(mode="json") for each in found]})
    if not found:
        output.line("nothing is suggested yet; `quality-lab learn ingest FILE` reads traces.")
    output.table(
        ("id", "status", "type", "what", "seen>", "against>", "failed>", "closed gates"),
        [
            (
                each.suggestion_id.rpartition(":")[2][:8],
                each.status.value,
                each.type.value,
                what(each),
                f"{each.observations:,}",
                f"{each.against:,}",
                f"{each.failures:,}",
                ", ".join(gate.code.value for gate in each.gates if not gate.passed),
            )
            for each in found
        ],
    )
    return 0


def shadow(arguments: argparse.Namespace, output: Output) -> int:
    """Put a suggestion into shadow."""
    learning = open_lab(arguments).learning
    done = learning.shadow(arguments.catalog, arguments.suggestion, reason=arguments.reason)
    return _decided(done, output)


def promote(arguments: argparse.Namespace, output: Output) -> int:
    """Promote a suggestion, or say which gates keep it."""
    done = open_lab(arguments).learning.promote(
        arguments.catalog,
        arguments.suggestion,
        run=arguments.run,
        reason=arguments.reason,
        approved_by=arguments.approved_by,
        force=arguments.force,
    )
    return _decided(done, output)


def reject(arguments: argparse.Namespace, output: Output) -> int:
    """Reject a suggestion."""
    learning = open_lab(arguments).learning
    done = learning.reject(arguments.catalog, arguments.suggestion, reason=arguments.reason)
    return _decided(done, output)


def history(arguments: argparse.Namespace, output: Output) -> int:
    """List decisions."""
    found = open_lab(arguments).learning.history(arguments.catalog)
    output.data({"decisions": [each.model_dump(mode="json") for each in found]})
    if not found:
        output.line("nothing was decided yet.")
    output.table(
        ("#>", "when", "id", "became", "what", "run", "by", "reason"),
        [
            (
                str(each.sequence),
                f"{each.decided_at:%Y-%m-%d %H:%M}",
                each.suggestion_id.rpartition(":")[2][:8],
                each.status.value + (" (forced)" if each.forced else ""),
                what(each.suggestion),
                each.run_id or "",
                each.decided_by,
                each.reason,
            )
            for each in found
        ],
    )
    return 0


def forget(arguments: argparse.Namespace, output: Output) -> int:
    """Delete traces."""
    learning = open_lab(arguments).learning
    if arguments.trace is not None:
        learning.delete_trace(arguments.trace)
        deleted = 1
    else:
        deleted = learning.delete_traces(arguments.catalog)
    output.data({"deleted": deleted})
    output.line(f"{deleted:,} traces of {arguments.catalog} are deleted.")
    return 0


def what(suggestion: Suggestion) -> str:
    """Return what a suggestion says, in one line."""
    about = " ".join(suggestion.known_words) or "queries of one family"
    if suggestion.type is SuggestionType.DATA_FLOW_EDGE:
        (source, target), (given, taken) = suggestion.tools, suggestion.fields
        return f"{source} {given} → {target} {taken}"
    if suggestion.type is SuggestionType.ALIAS:
        return f"a word that the catalog lacks → {suggestion.tools[0]}"
    return f"“{about}” → {' → '.join(suggestion.tools)}"


def _decided(done: LearningDecision, output: Output) -> int:
    output.data(done.model_dump(mode="json"))
    forced = ", forced" if done.forced else ""
    output.line(f"{done.suggestion_id} is {done.status.value}{forced}: {what(done.suggestion)}")
    _gates(done.gates, output)
    return 0


def _gates(gates: tuple[Gate, ...], output: Output) -> None:
    for gate in gates:
        sign = "open  " if gate.passed else "closed"
        output.line(f"  {sign} {gate.code.value}: needs {gate.needed}; found {gate.found}")
