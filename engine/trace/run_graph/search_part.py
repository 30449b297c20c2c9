"""From the case to its candidates: words, signals, suggestions and paths of the tool graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.models.candidate import Candidate, MatchedTerm
from engine.models.run import CaseResult
from engine.trace.run_graph.parts import Parts, node_id
from engine.trace.run_graph.relations import NodeKind, Relation, known_kind

WORDS = "seed"
"""The score entry that matched words sum to."""

ALONG_EDGES = ("graph", "graph_expansion")
"""Score entries that a path of the tool graph gives."""

TAUGHT = "learning"
"""The score entry that a promoted suggestion gives."""


def add_candidates(parts: Parts, result: CaseResult, catalog: str, declared: Iterable[str]) -> None:
    """Add every candidate with what speaks for and against it.

    Parameters
    ----------
    parts : Parts
        Takes the nodes and edges.
    result : CaseResult
        With its evidence; the expected tool below the cut-off is a candidate, too.
    catalog : str
        The catalog's name.
    declared : iterable of str
        Names of the catalog's tools; empty when its version is not stored any more.
    """
    case = parts.node(NodeKind.CASE, result.case_id)
    names = set(declared)
    shown = list(result.candidates)
    if result.expected_candidate is not None:
        shown.append(result.expected_candidate)
    for candidate in shown:
        label = f"{candidate.name}, rank {candidate.rank}"
        parts.node(NodeKind.CANDIDATE, candidate.name, label)
    for candidate in shown:
        here = node_id(NodeKind.CANDIDATE, candidate.name)
        if candidate.name in names:
            document = parts.node(NodeKind.DOCUMENT, catalog)
            text = f"The catalog {catalog} declares {candidate.name}."
            parts.edge(Relation.DECLARES, document, here, text)
        _add_grounds(parts, case, here, candidate)


def _add_grounds(parts: Parts, case: str, here: str, candidate: Candidate) -> None:
    given = candidate.score_breakdown.contributions()
    speaks_for = sum(value for value in given.values() if value > 0)
    if speaks_for <= 0:
        return
    shares = {name: value / speaks_for for name, value in given.items() if value}
    words = _by_term(candidate.semantic_evidence.matched_fields)
    for term, met in words.items():
        gain = sum(match.contribution for match in met)
        if gain <= 0:
            continue
        node = parts.node(NodeKind.TERM, term)
        parts.edge(Relation.ASKS, case, node, f"The query says {term!r}.")
        text = f"{term!r} met {_fields(met)} and gave {gain:.3f} of {candidate.score:.3f}."
        parts.edge(Relation.MATCHES, node, here, text, strength=gain / speaks_for)
    if words:
        shares.pop(WORDS, None)
    along = sum(shares.pop(name, 0.0) for name in ALONG_EDGES)
    if along > 0 and not _add_path(parts, here, candidate, along):
        shares["graph"] = along
    if _add_suggestion(parts, here, candidate, shares.get(TAUGHT, 0.0)):
        shares.pop(TAUGHT)
    for name, share in shares.items():
        node = parts.node(NodeKind.SIGNAL, name)
        parts.edge(Relation.ASKS, case, node, f"Signal {name!r} was worked out for the query.")
        relation = Relation.FAVOURS if share > 0 else Relation.DISFAVOURS
        verb = "gave" if share > 0 else "took"
        text = f"Signal {name!r} {verb} {abs(given.get(name, along)):.3f} of {candidate.score:.3f}."
        parts.edge(relation, node, here, text, strength=abs(share))


def _by_term(matches: Iterable[MatchedTerm]) -> Mapping[str, list[MatchedTerm]]:
    terms: dict[str, list[MatchedTerm]] = {}
    for match in matches:
        terms.setdefault(match.term, []).append(match)
    return {term: terms[term] for term in sorted(terms)}


def _fields(matches: list[MatchedTerm]) -> str:
    """Return where a word was met, best field first, and how when not as it stands."""
    said = []
    for match in sorted(matches, key=lambda m: (-m.contribution, m.field, m.indexed)):
        how = "" if match.step == "exact" else f" ({match.step}: {match.indexed or match.term})"
        said.append(match.field + how)
    return ", ".join(dict.fromkeys(said))


def _add_path(parts: Parts, here: str, candidate: Candidate, share: float) -> bool:
    """Add the tool graph's path that ends in a candidate; return False when none was kept."""
    steps = candidate.edge_evidence
    for place, step in enumerate(steps):
        # Retrieval walks from a consumer to what feeds it, against the edge's arrow.
        from_node = _place(parts, step.target)
        last = place == len(steps) - 1
        to_node = here if last else _place(parts, step.source)
        parts.edge(
            Relation.BRINGS_IN,
            from_node,
            to_node,
            step.evidence or f"{step.source} feeds {step.target}.",
            detail=step.kind,
            strength=step.confidence * (share if last else 1.0),
            kind=known_kind(step.kind),
        )
    return bool(steps)


def _place(parts: Parts, tool: str) -> str:
    candidate = node_id(NodeKind.CANDIDATE, tool)
    return candidate if parts.has(candidate) else parts.node(NodeKind.TOOL, tool)


def _add_suggestion(parts: Parts, here: str, candidate: Candidate, share: float) -> bool:
    learned = candidate.learning_evidence
    if learned is None or share <= 0:
        return False
    label = f"{learned.suggestion_type}, seen {learned.observations} times"
    node = parts.node(NodeKind.SUGGESTION, learned.suggestion_id, label)
    text = f"A {learned.status} suggestion of {learned.observations} recorded calls moved it."
    parts.edge(Relation.TEACHES, node, here, text, strength=share)
    return True
