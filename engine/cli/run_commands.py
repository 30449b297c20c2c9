"""``explain``, ``run`` and ``runs``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import orjson

from engine.cli.fixture_commands import checks_json, print_checks
from engine.cli.gate_text import show_verdict
from engine.cli.output import MISSING, Output, number
from engine.cli.progress import progress_bar
from engine.cli.session import check_writable, open_lab, write_file
from engine.cli.trace_commands import moment
from engine.compare.run_gate import held_conditions, parse_floor
from engine.errors import InvalidInput
from engine.fingerprint import JsonValue
from engine.ingest.files import read_file
from engine.lab.fixtures import fixture_suite, load_fixtures
from engine.lab.gate_files import read_boundary, read_contracts, read_evidence
from engine.lab.lab import Lab
from engine.lab.model_targets import ModelTargets, recorded
from engine.lab.names import checked_name
from engine.lab.run_gate import GateInput
from engine.lab.services import chat_chooser
from engine.llm.chooser import ChatChooser
from engine.models.candidate import Candidate
from engine.models.case import Suite
from engine.models.fixture import Fixture
from engine.models.report import Explanation
from engine.models.run import CaseResult, Run, RunSettings, RunSummary
from engine.models.selection import Policy, Selection
from engine.report.words import count, latency
from engine.selection.policy import parse_policy


def explain(arguments: argparse.Namespace, output: Output) -> int:
    """Rank tools for one query and show what ranked them."""
    lab = open_lab(arguments)
    explanation = lab.explain(
        arguments.query,
        catalog=arguments.catalog,
        top_k=arguments.top_k,
        llm_target=arguments.llm_target,
        settings=_settings(arguments, top_k=None),
    )
    tools = lab.catalogs.load(arguments.catalog).by_name if arguments.tools else None
    response = explanation.ranking.model_dump(mode="json")
    for row in response["results"]:
        row["tool"] = tools[row["name"]].model_dump(mode="json") if tools else None
    response["target_selector"] = explanation.selection.model_dump(mode="json")
    output.data(response)
    _explanation(explanation, output)
    return 0


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Run a suite over a catalog and store the run."""
    if arguments.per_case is not None:
        check_writable(arguments.per_case)
    floors = [parse_floor(text) for text in arguments.fail_on]
    lab = open_lab(arguments)
    settings = _settings(arguments, top_k=arguments.top_k)
    gate = _gate(arguments)
    targets = _targets(lab, arguments)
    fixtures = load_fixtures(arguments.fixtures) if arguments.fixtures is not None else ()
    suite = _fixture_cases(lab, arguments, fixtures) if fixtures else _suite(lab, arguments)
    with progress_bar("cases") as on_progress:
        done = lab.runs.execute(
            suite,
            catalog=arguments.catalog,
            settings=settings,
            note=arguments.note,
            gate=gate,
            shadow=arguments.shadow,
            targets=targets,
            on_progress=on_progress,
        )
    if arguments.per_case is not None:
        write_file(arguments.per_case, per_case_lines(done))
    checks = lab.fixtures.check(fixtures, done)
    held_against = {"fixtures": checks_json(checks)} if fixtures else {}
    output.data({**run_json(done.summary), **held_against})
    _summary(done.summary, output)
    if fixtures:
        print_checks(checks, output)
    held = held_conditions(done.summary, floors)
    for sentence in held:
        output.note(f"quality-lab: {sentence}")
    return 1 if held or not all(check.holds for check in checks) else 0


def _targets(lab: Lab, arguments: argparse.Namespace) -> ChatChooser | ModelTargets | None:
    """Return who chooses the cases' targets; None leaves them to the cases."""
    if arguments.llm is not None:
        return chat_chooser(arguments.llm, url=arguments.llm_url, timeout_s=arguments.llm_timeout)
    if arguments.llm_from is not None:
        run_id = lab.runs.resolve(arguments.llm_from)
        return recorded(lab.runs.summary(run_id), lab.runs.results(run_id, evidence=True))
    return None


def list_runs(arguments: argparse.Namespace, output: Output) -> int:
    """List the stored runs."""
    runs = open_lab(arguments).runs.list()
    output.data({"runs": [run_json(summary) for summary in runs]})
    if not runs:
        output.line(
            "no run is stored yet; `quality-lab run --catalog NAME --suite FILE` makes one."
        )
    output.table(
        ("run", "when", "suite", "catalog", "cases>", "failed>", "MRR>", "status", "note"),
        [
            (
                summary.run_id + (" (pinned)" if summary.pinned else ""),
                f"{summary.created_at:%Y-%m-%d %H:%M}",
                summary.suite,
                summary.catalog,
                f"{summary.cases:,}",
                f"{summary.verdicts.get('fail', 0):,}",
                _measure(summary, "MRR"),
                summary.status.value,
                summary.note,
            )
            for summary in runs
        ],
    )
    return 0


def show_run(arguments: argparse.Namespace, output: Output) -> int:
    """Show a run, or one case of it."""
    lab = open_lab(arguments)
    run_id = lab.runs.resolve(arguments.run)
    if arguments.case is not None:
        result = lab.runs.case(run_id, arguments.case)
        output.data(result.model_dump(mode="json"))
        _case(result, output)
        return 0
    summary = lab.runs.summary(run_id)
    output.data({**run_json(summary), "stamp": summary.stamp.model_dump(mode="json")})
    _summary(summary, output)
    return 0


def pin_run(arguments: argparse.Namespace, output: Output) -> int:
    """Make a run the baseline of its suite."""
    lab = open_lab(arguments)
    run_id = lab.runs.resolve(arguments.run)
    lab.runs.pin(run_id)
    suite = lab.runs.summary(run_id).suite
    output.data({"pinned": run_id, "suite": suite})
    output.line(f"run {run_id} is the baseline of suite {suite} now.")
    return 0


def unpin_run(arguments: argparse.Namespace, output: Output) -> int:
    """Let no run be the baseline, of one suite or at all."""
    suite = arguments.suite
    open_lab(arguments).runs.unpin(suite)
    output.data({"pinned": None, "suite": suite})
    of = f" of suite {suite}" if suite else ""
    output.line(f"no run{of} is the baseline now.")
    return 0


def export_run(arguments: argparse.Namespace, output: Output) -> int:
    """Write a run as JSON lines: the summary first, then a line a case with its evidence."""
    check_writable(arguments.output)
    lab = open_lab(arguments)
    run_id = lab.runs.resolve(arguments.run)
    results = lab.runs.results(run_id, evidence=True)
    lines = [lab.runs.summary(run_id).model_dump_json()]
    lines += [result.model_dump_json() for result in results]
    write_file(arguments.output, "\n".join(lines).encode() + b"\n")
    output.data({"run_id": run_id, "cases": len(results), "file": arguments.output.name})
    output.line(f"run {run_id} with {len(results):,} cases written to {arguments.output}")
    return 0


def delete_run(arguments: argparse.Namespace, output: Output) -> int:
    """Delete a run."""
    lab = open_lab(arguments)
    run_id = lab.runs.resolve(arguments.run)
    lab.runs.delete(run_id)
    output.data({"deleted": run_id})
    output.line(f"run {run_id} is deleted.")
    return 0


def run_json(summary: RunSummary) -> dict[str, JsonValue]:
    """Return a run's summary as the command line prints it."""
    return {
        "run_id": summary.run_id,
        "catalog": summary.catalog,
        "suite": summary.suite,
        "created_at": summary.created_at.isoformat(),
        "note": summary.note,
        "status": summary.status.value,
        "pinned": summary.pinned,
        "cases": summary.cases,
        "planned": summary.planned,
        "verdicts": dict(summary.verdicts),
        "failures": dict(summary.failures),
        "measures": {
            name: measure.model_dump(mode="json") for name, measure in summary.measures.items()
        },
        "latency_ms": {
            stage: latency.model_dump(mode="json") for stage, latency in summary.latency_ms.items()
        },
        **_gate_json(summary),
    }


def _gate_json(summary: RunSummary) -> dict[str, JsonValue]:
    """Return what the gate said; nothing for a run without a contract."""
    if summary.gate is None:
        return {}
    counted = summary.gate
    return {
        "gate": {
            "asked": counted.asked,
            "allowed": counted.allowed,
            "refused": counted.refused,
            "contract_fingerprint": summary.stamp.contract_fingerprint,
        }
    }


def per_case_lines(done: Run) -> bytes:
    """Return one JSON line a case: rank, ranked names, selection and failure."""
    gated = done.summary.gate is not None
    return b"".join(
        orjson.dumps(
            _per_case(result) | (_verdict_json(result) if gated else {}),
            option=orjson.OPT_APPEND_NEWLINE,
        )
        for result in done.results
    )


def _verdict_json(result: CaseResult) -> dict[str, JsonValue]:
    verdict = result.gate
    if verdict is None:
        return {"gate": None}
    codes: list[JsonValue] = [code.value for code in verdict.codes]
    return {"gate": {"permission": verdict.permission.value, "codes": codes}}


def _per_case(result: CaseResult) -> dict[str, JsonValue]:
    selection, failure = result.selection, result.failure
    return {
        "case_id": result.case_id,
        "verdict": result.verdict.value,
        "rank": result.rank,
        "results": [candidate.name for candidate in result.candidates],
        "selected_target": selection.selected_target,
        "overrode_llm": selection.overrode_llm,
        "ambiguous": selection.ambiguous,
        "confidence": selection.confidence,
        "reason_codes": list(selection.reason_codes),
        "failure": None
        if failure is None
        else {"stage": failure.stage.value, "reason": failure.reason.value},
    }


def _settings(arguments: argparse.Namespace, *, top_k: int | None) -> RunSettings:
    if top_k is not None and not 1 <= top_k <= 1000:
        raise InvalidInput(f"--top-k is 1 to 1000, but {top_k} was given.")
    policy: Policy = parse_policy(arguments.policy)
    return RunSettings(top_k=top_k, channels=arguments.channels, policy=policy)


def _gate(arguments: argparse.Namespace) -> GateInput | None:
    """Return what the run's calls are judged by; None without a contract."""
    if arguments.contract is None:
        for option in ("evidence", "aggregation", "now"):
            if getattr(arguments, option) is not None:
                raise InvalidInput(
                    f"--{option} is for a run with a contract; give one with --contract FILE."
                )
        return None
    return GateInput(
        read_contracts(arguments.contract),
        read_evidence(arguments.evidence) if arguments.evidence else (),
        aggregation=read_boundary(arguments.aggregation) if arguments.aggregation else None,
        at=moment(arguments.now) if arguments.now is not None else None,
    )


def _fixture_cases(lab: Lab, arguments: argparse.Namespace, fixtures: Sequence[Fixture]) -> Suite:
    """Store the cases of fixtures as a suite and return it."""
    name = arguments.suite_name or arguments.fixtures.name.partition(".")[0]
    suite = fixture_suite(fixtures, name=checked_name("suite", name))
    lab.suites.save(suite)
    return suite


def _suite(lab: Lab, arguments: argparse.Namespace) -> Suite:
    """Return a stored suite by name, or store a file's cases and return them."""
    stored = {info.name for info in lab.suites.list()}
    path = Path(arguments.suite)
    if arguments.suite in stored and not path.exists():
        return lab.suites.load(arguments.suite)
    if not path.exists() and not path.suffix:
        held = f"it holds {', '.join(sorted(stored)[:5])}" if stored else "it holds no suite yet"
        raise InvalidInput(
            f"there is neither a file {arguments.suite!r} nor a stored suite of that name; {held}."
        )
    suite = lab.suites.read(
        read_file(path), name=arguments.suite_name or path.stem, catalog=arguments.catalog
    )
    lab.suites.save(suite)
    return suite


def _measure(summary: RunSummary, name: str) -> str:
    measure = summary.measures.get(name)
    return number(measure.value if measure else None)


def _summary(summary: RunSummary, output: Output) -> None:
    output.line(
        f"run {summary.run_id}: {summary.suite} over {summary.catalog}, {summary.status.value}, "
        f"{summary.cases:,} of {summary.planned:,} cases"
    )
    verdicts = ", ".join(f"{count:,} {word}" for word, count in summary.verdicts.items() if count)
    stages = ", ".join(f"{stage} {count:,}" for stage, count in summary.failures.items())
    output.line(f"{verdicts}{f' (by stage: {stages})' if stages else ''}")
    if summary.gate is not None:
        output.line(
            f"gate: asked in {count(summary.gate.asked, 'case')}, "
            f"{summary.gate.allowed:,} allowed, {summary.gate.refused:,} refused"
        )
    output.table(
        ("measure", "value>", "scored>", "unscored>"),
        [
            (name, number(measure.value), f"{measure.scored:,}", f"{measure.unscored:,}")
            for name, measure in summary.measures.items()
        ],
    )
    for stage, taken in summary.latency_ms.items():
        output.line(latency(stage, taken))


def _explanation(explanation: Explanation, output: Output) -> None:
    ranking = explanation.ranking
    if not ranking.results:
        output.line(f"nothing was found: {ranking.stats.empty_reason}")
    _candidates(ranking.results, output)
    _selection(explanation.selection, output)


def _case(result: CaseResult, output: Output) -> None:
    rank = MISSING if result.rank is None else str(result.rank)
    output.line(
        f"{result.case_id}: {result.verdict.value}, expected {result.expected_target or MISSING} "
        f"at rank {rank} of {result.top_k}"
    )
    if result.failure is not None:
        output.line(f"failed in {result.failure.stage.value}: {result.failure.reason.value}")
    if result.gate is not None:
        show_verdict(result.gate, output)
    _candidates(result.candidates, output)
    _selection(result.selection, output)


def _candidates(candidates: tuple[Candidate, ...], output: Output) -> None:
    output.table(
        ("#>", "tool", "score>", "contributions", "matched terms"),
        [
            (
                str(candidate.rank),
                candidate.name,
                f"{candidate.score:.4f}",
                " ".join(
                    f"{name} {value:+.3f}"
                    for name, value in candidate.score_breakdown.contributions().items()
                    if value
                ),
                " ".join(candidate.semantic_evidence.matched_terms),
            )
            for candidate in candidates
        ],
    )


def _selection(selection: Selection, output: Output) -> None:
    output.line(
        f"selected {selection.selected_target or MISSING} "
        f"(confidence {selection.confidence:.2f}{', ambiguous' if selection.ambiguous else ''}; "
        f"{', '.join(selection.reason_codes)})"
    )
    if selection.llm_target is not None:
        state = "overridden" if selection.overrode_llm else "kept or confirmed"
        output.line(
            f"model target {selection.llm_target}: {state}, policy {selection.policy.value}"
        )
