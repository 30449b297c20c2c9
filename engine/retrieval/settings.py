"""Every weight and limit of retrieval, in one record that a run stores.

Field and signal weights were fitted by ``benchmarks/retrieval_v1/fit.py``, those of the dense
channel by ``fit_dense.py``, on the train part of the labelled sets.
"""

from __future__ import annotations

from pydantic import Field

from engine.models.base import Record


class FieldWeights(Record):
    """How much one occurrence of a word counts, by where it stands (1 is a plain description)."""

    name: float = Field(default=1.3, ge=0)
    """The tool's own name."""

    path: float = Field(default=1.4, ge=0)
    """The endpoint's path."""

    title: float = Field(default=2.0, ge=0)
    """The short text (an OpenAPI summary)."""

    lead: float = Field(default=1.7, ge=0)
    """The first sentence of the description."""

    description: float = Field(default=0.57, ge=0)
    """The rest of the description."""

    parameters: float = Field(default=1.0, ge=0)
    """Names of what the tool consumes."""

    parameter_text: float = Field(default=0.4, ge=0)
    """Descriptions and allowed values of what the tool consumes."""

    response: float = Field(default=0.3, ge=0)
    """Names of what the tool produces."""

    tags: float = Field(default=1.6, ge=0)
    """The document's tags."""

    aliases: float = Field(default=2.0, ge=0)
    """Other words by which people ask for the tool."""


class SignalWeights(Record):
    """What a full match of meaning adds, as a share of the tool's direct relevance.

    Being shares, they order tools that the query already meets and never bring in another one.
    """

    name: float = Field(default=0.17, ge=0)
    """The query says every word of the tool's name; less for a part of them."""

    action: float = Field(default=0.15, ge=0)
    """The asked action is the tool's; a contradiction subtracts as much."""

    resource: float = Field(default=0.15, ge=0)
    """The query names the tool's resource, in whole or in part."""

    module: float = Field(default=0.06, ge=0)
    """The query names the tool's path module."""

    shape: float = Field(default=0.13, ge=0)
    """The asked shape of result is the tool's; a contradiction subtracts as much."""

    contract: float = Field(default=0.1, ge=0)
    """The query names the tool's required inputs and its outputs, each for a half."""


class DenseWeights(Record):
    """What similarity of meaning adds: a weight times the cosine.

    For a query in a language that the catalog is described in, the weight is ``weight`` times
    the root of the best lexical relevance: the more of the query the catalog's words cover, the
    larger both, yet the less the encoder can turn. In another language words meet by accident
    only, and the weight is ``foreign_weight``.
    """

    weight: float = Field(default=0.8, ge=0)
    """For a query in a language that the catalog is described in."""

    foreign_weight: float = Field(default=1.0, ge=0)
    """For a query in another language."""

    least_relevance: float = Field(default=0.05, gt=0, le=1)
    """Best lexical relevance that is assumed at least, so that a query whose words meet nothing
    is still answered by its meaning."""

    sentence: float = Field(default=0.9, ge=0, le=1)
    """What the similarity of one sentence counts, where a query has several, beside that of the
    whole query."""

    entry: float = Field(default=0.15, ge=0, lt=1)
    """Cosine from which a tool that no word meets is listed at all."""


class StepWeights(Record):
    """How much a word counts that met a tool's word only by a detour; 1 is an exact meeting."""

    split: float = Field(default=0.9, ge=0, le=1)
    """Written together on one side and apart on the other."""

    acronym: float = Field(default=0.8, ge=0, le=1)
    """Initials of neighbouring words of a name, a path, a title or a tag."""

    synonym: float = Field(default=0.9, ge=0, le=1)
    """An entry of the glossary."""

    prefix: float = Field(default=0.6, ge=0, le=1)
    """Equal but for ``un-``, ``de-``, ``dis-`` or ``re-``."""

    typo: float = Field(default=0.8, ge=0, le=1)
    """One edit apart."""

    number: float = Field(default=0.3, ge=0, le=1)
    """A number: mostly a value to pass on, seldom a word of a tool."""


class ExpansionSettings(Record):
    """How far the tool graph is followed from the direct hits."""

    hit_share: float = Field(default=0.9, gt=0, lt=1)
    """Share of the best score from which a tool is a direct hit. Expansion starts from direct
    hits and never moves one; what it brings is worth less than this share."""

    max_hops: int = Field(default=3, ge=0)
    """Edges of a path at most; 0 turns expansion off."""

    max_seeds: int = Field(default=16, ge=1)
    """Direct hits that are started from, best first."""

    decay: float = Field(default=0.95, gt=0, lt=1)
    """What an edge of full confidence leaves of a path's worth."""

    trust: float = Field(default=2.0, ge=0)
    """Power of an edge's confidence: above 1, guessed edges count for much less than declared
    ones."""

    optional_input: float = Field(default=0.5, ge=0, le=1)
    """Worth of a producer of an input that the consumer can do without."""


class RetrievalSettings(Record):
    """Weights and limits of retrieval."""

    fields: FieldWeights = FieldWeights()
    signals: SignalWeights = SignalWeights()
    steps: StepWeights = StepWeights()
    dense: DenseWeights = DenseWeights()
    expansion: ExpansionSettings = ExpansionSettings()

    k1: float = Field(default=2.0, gt=0)
    """BM25F saturation: how soon further occurrences stop to count."""

    length_share: float = Field(default=0.7, ge=0, le=1)
    """BM25F ``b``: how far a field longer than usual is discounted."""

    negated_action: float = Field(default=0.5, ge=0)
    """Share of direct relevance that a tool loses whose action the query rules out."""

    typo_min_length: int = Field(default=5, ge=3)
    """Letters from which a word is looked up with one edit."""

    max_terms: int = Field(default=256, ge=1)
    """Different words of a query that are looked up; the rest of a longer text is left out."""

    token_budget: int = Field(default=2000, ge=0)
    """Tokens that ``subgraph_text`` may take, at four characters a token."""

    learning: float = Field(default=0.1, ge=0, le=0.5)
    """Most that promoted trace learning gives a tool, as a share of the best score."""

    history: float = Field(default=0.4, ge=0, le=1)
    """Share of its score that a tool loses which was already used in the conversation."""
