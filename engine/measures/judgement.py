"""Which tools of a catalog count as a case's target and as each of its expected steps."""

from __future__ import annotations

from engine.models.base import Record
from engine.models.case import Case, TargetKind
from engine.models.catalog import Catalog
from engine.models.tool import normal_label


class Judgement(Record):
    """What a case expects, in the names of one catalog."""

    targets: tuple[str, ...] = ()
    """Names that count as the target, sorted; empty when the catalog has none of them."""

    steps: tuple[tuple[str, ...], ...] = ()
    """For each expected step the names that count as it, sorted; each distinct step once, in the
    case's order. A step that the catalog lacks is an empty tuple and can never be found."""

    missing: tuple[str, ...] = ()
    """What the case names as expected (tool names or ``METHOD /path``) and the catalog lacks,
    sorted. An absent alternative is not missing while another name of its step is present."""

    answerable: bool = False
    """Whether the case expects any tool at all."""

    no_answer: bool = False
    """True for a no-answer case: it expects that no tool fits. A case that says it has several
    tools and names none is neither; it cannot be judged."""

    target_scored: bool = False
    """False when the case has no target of its own and is judged on its whole set only."""

    def is_target(self, name: str | None) -> bool:
        """Whether ``name`` counts as the target."""
        return name is not None and name in self.targets


def judge(case: Case, catalog: Catalog) -> Judgement:
    """Say which tools of ``catalog`` count as the target and the steps of ``case``.

    Where the case gives ``expected_paths``, a tool counts by its method and path, whatever it is
    called: the label of each expected name replaces the name. Without paths, names count.
    An alternative may be a name or a ``METHOD /path``.

    Parameters
    ----------
    case : Case
        The case with its expectations.
    catalog : Catalog
        The tools that were ranked.

    Returns
    -------
    Judgement
        Names of the catalog only. An expected tool that the catalog lacks stays expected: it is
        reported in ``missing`` and scores as not found, so that removing a tool cannot improve
        a run.

    Examples
    --------
    >>> judge(Case(case_id="c", query="q"), Catalog(name="shop", tools=())).answerable
    False
    """
    names = _Names(case, catalog)
    target = case.expected_target
    steps = _steps(case, names)
    if target is None:
        return Judgement(
            steps=steps,
            missing=tuple(sorted(names.missing)),
            answerable=bool(steps),
            no_answer=not steps and case.target_kind is TargetKind.SINGLE,
        )
    targets = names.count_as(target, case.target_alternatives)
    if not steps:
        steps = (targets,)
    return Judgement(
        targets=targets,
        steps=steps,
        missing=tuple(sorted(names.missing)),
        answerable=True,
        target_scored=case.target_kind is not TargetKind.ARBITRARY,
    )


class _Names:
    """Looks expected names up in one catalog and remembers those it lacks."""

    def __init__(self, case: Case, catalog: Catalog) -> None:
        self._catalog = catalog
        self._paths: dict[str, list[str]] = {}
        for name, label in zip(case.expected, case.expected_paths, strict=False):
            self._paths.setdefault(name, []).append(label)
        if not case.expected and case.expected_target and len(case.expected_paths) == 1:
            self._paths[case.expected_target] = [case.expected_paths[0]]
        self.missing: set[str] = set()

    def count_as(
        self, expected: str, alternatives: tuple[str, ...], label: str | None = None
    ) -> tuple[str, ...]:
        """Names that count as ``expected`` (at ``label``, when given) or as an alternative."""
        labels = [label] if label is not None else self._paths.get(expected, [])
        found = set(self._at(labels) if labels else self._called(expected))
        for name in alternatives:
            found.update(self._at(self._paths[name]) if name in self._paths else self._called(name))
        if not found:
            self.missing.add(", ".join(labels) or expected)
        return tuple(sorted(found))

    def _at(self, labels: list[str]) -> list[str]:
        """Names of the tools at these methods and paths."""
        known = self._catalog.names_by_label
        return [name for label in labels for name in known.get(normal_label(label), ())]

    def _called(self, name: str) -> list[str]:
        """Return the tool of this name; a text with a blank may also be ``METHOD /path``."""
        if name in self._catalog.by_name:
            return [name]
        return self._at([name]) if " " in name.strip() else []


def _steps(case: Case, names: _Names) -> tuple[tuple[str, ...], ...]:
    """Return the expected steps in the case's order, each distinct one once."""
    paths, alternatives = case.expected_paths, case.expected_alternatives
    # Paths alone also make a set; a single one beside a target is that target's own path.
    expected = case.expected or (paths if len(paths) > 1 or not case.expected_target else ())
    kept: dict[tuple[str, ...] | str, tuple[str, ...]] = {}
    for position, name in enumerate(expected):
        label = paths[position] if position < len(paths) else None
        others = alternatives[position] if position < len(alternatives) else ()
        found = names.count_as(name, others, label)
        # Absent steps are told apart by what the case calls them.
        kept.setdefault(found or label or name, found)
    return tuple(kept.values())
