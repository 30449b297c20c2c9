"""What every tool gives and takes, in words that can be matched."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from engine.graph.field_words import HANDLES, IDENTIFIERS, field_words, is_broad, path_words
from engine.models.catalog import Catalog
from engine.models.tool import Action, ContractField, FieldKind, Location, RiskClass, Tool
from engine.text.identifiers import split_identifier
from engine.text.nouns import singular
from engine.text.verbs import Reading, sense_of, shape_of

MAX_PRODUCED = 150
"""How many produced fields of one tool take part, the least deep first."""

MAX_CONSUMED = 60
"""How many consumed fields of one tool take part, required ones first."""

Words = tuple[str, ...]

_SUBJECTLESS_WORDS = (
    "a an the by for of in from with to and or on at api data info detail details all new using "
    "via v1 v2 v3"
)
_SUBJECTLESS = frozenset(_SUBJECTLESS_WORDS.split())


class Port(NamedTuple):
    """One field of one tool."""

    tool: int
    """Index of the tool in the catalog."""

    field: ContractField
    words: Words
    """The field's own words."""

    key: Words
    """Words that say whose field it is: those of its schema-qualified identifier, or, where its
    own words could be anybody's, with what holds it in front."""

    owner: Words
    """What holds it: the object around it, or the tool's resource."""

    nested: bool
    """Whether it belongs to something else than the tool's resource."""

    implied: bool = False
    """Whether no document says so: it follows from what the tool does."""


class Face(NamedTuple):
    """One tool as the matcher sees it."""

    name: str
    gives: tuple[Port, ...]
    takes: tuple[Port, ...]
    taken: frozenset[Words]
    """Keys of what it takes; giving the same back is an echo."""

    subject: frozenset[str]
    """Nouns of its resource and name, singular."""

    document: str
    """The document that it came from."""

    family: str
    """What it belongs to in its document: its path module or its name's namespace; empty when it
    says neither."""

    outputs: int
    """How many data fields it produces at all."""

    gives_result: bool
    """Whether it reads, finds or works something out, and does not change something."""

    ease: float
    """How easily it is called, in (0, 1]: the fewer fields it requires, the sooner it can come
    before another tool."""

    resource: Words
    """Words of its primary resource; empty when unknown."""

    writes: bool
    """Whether its inputs may be parts of the record that it makes or changes."""

    searches: bool
    """Whether what it may be given are filters."""

    creates: bool
    """Whether it makes the record that it returns."""


class Faces:
    """All tools of a catalog, by index."""

    def __init__(self, catalog: Catalog) -> None:
        self.tools = catalog.tools
        self.faces = tuple(_face(index, tool) for index, tool in enumerate(catalog.tools))
        self.of_many_documents = len({face.document for face in self.faces}) > 1
        families: dict[str, set[str]] = defaultdict(set)
        for face in self.faces:
            families[face.document].add(face.family)
        self.with_families = frozenset(doc for doc, found in families.items() if len(found) > 1)
        """Documents whose tools fall into more than one family."""

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of every tool by its name."""
        return {tool.name: index for index, tool in enumerate(self.tools)}


def _face(index: int, tool: Tool) -> Face:
    resource = _resource_words(tool)
    given = sorted(
        (field for field in tool.produces if field.kind is FieldKind.DATA and _is_value(field)),
        key=lambda field: (field.json_path.count("."), field.json_path),
    )
    taken = sorted(
        (field for field in tool.consumes if field.kind is FieldKind.DATA and _is_value(field)),
        key=lambda field: (not field.required, field.json_path.count("."), field.json_path),
    )
    action = tool.semantics.action.value
    takes = tuple(
        port
        for port in _ports(index, taken[:MAX_CONSUMED], resource)
        if not (action == Action.CREATE and _names_what_is_made(port, resource))
    )
    return Face(
        name=tool.name,
        gives=tuple(
            _ports(index, given[:MAX_PRODUCED], resource) if given else _implied(index, tool)
        ),
        takes=takes,
        taken=frozenset(port.key for port in takes),
        subject=frozenset(_subject(tool)),
        document=tool.source,
        family=_family(tool),
        outputs=len(given),
        gives_result=tool.semantics.risk.value in (RiskClass.READ, RiskClass.UNKNOWN),
        ease=0.98 ** min(sum(port.field.required for port in takes), 4),
        resource=resource,
        writes=action in (Action.CREATE, Action.UPDATE),
        searches=action == Action.SEARCH,
        creates=action == Action.CREATE,
    )


def _implied(index: int, tool: Tool) -> Iterable[Port]:
    """Return what a tool without a described answer gives all the same.

    Who reads or works out a thing returns it; who logs in opens a session.
    """
    resource = _resource_words(tool)
    reads = tool.semantics.risk.value == RiskClass.READ
    if reads and resource and not tool.produces:
        yield _implied_port(index, " ".join(resource), resource)
    if not tool.produces and not _OPENING.isdisjoint(split_identifier(tool.name)):
        yield _implied_port(index, "session id", resource)


def _implied_port(index: int, name: str, resource: Words) -> Port:
    field = ContractField(name=name, json_path="$", location=Location.RESPONSE)
    words = field_words(name)
    return Port(index, field, words, words, resource, nested=False, implied=True)


_OPENING = frozenset(["login", "signin", "authenticate"])
"""Verbs of calls that open a session."""


def _names_what_is_made(port: Port, resource: Words) -> bool:
    """Tell whether an input is the identifier of the record that the call makes: no need."""
    if port.field.location is Location.PATH or port.key[-1] not in IDENTIFIERS:
        return False
    return not port.field.required and port.key[:-1] in (resource, resource[-1:])


def _is_value(field: ContractField) -> bool:
    """Leave out objects: their fields stand beside them with paths of their own."""
    return "object" not in field.type


def _resource_words(tool: Tool) -> Words:
    value = tool.semantics.resource.value
    return field_words(value) if value != "unknown" else ()


def _ports(tool: int, fields: Iterable[ContractField], resource: Words) -> Iterable[Port]:
    seen: set[tuple[Words, Words]] = set()
    for field in fields:
        steps = path_words(field.json_path)
        words = field_words(field.name) or (steps[-1] if steps else ())
        if not words:
            continue
        owner = steps[-2] if len(steps) > 1 and field.location is not Location.PATH else resource
        key = _key(field, words, owner)
        if (words, key) not in seen:
            seen.add((words, key))
            yield Port(tool, field, words, key, owner, owner[-1:] != resource[-1:])


def _key(field: ContractField, words: Words, owner: Words) -> Words:
    """Say whose field it is."""
    if field.identifier:
        identifier = field_words(field.identifier)
        # An identifier that starts with a verb was read from a call's name, not from a thing's.
        named = sense_of(identifier[0]) if len(identifier) > 2 else None
        if not is_broad(identifier) and not (named and named.reading is Reading.VERB):
            return identifier
    if is_broad(words) and owner and words[0] not in owner:
        return (*owner, *words)
    return words


def _subject(tool: Tool) -> Iterable[str]:
    yield from (word for word in _resource_words(tool) if word not in HANDLES)
    for word in split_identifier(tool.name):
        noun = singular(word)
        if noun in _SUBJECTLESS or noun in HANDLES or shape_of(word) or sense_of(word):
            continue
        yield noun


def _family(tool: Tool) -> str:
    module = tool.semantics.path_module.value
    return module if module != "unknown" else ""


def shared_subject(left: Face, right: Face) -> frozenset[str]:
    """Return the nouns that two tools have in common."""
    return left.subject & right.subject
