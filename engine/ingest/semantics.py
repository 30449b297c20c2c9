"""What a tool means: action, resource, result shape, module and risk, each with its source.

Whole words only, from the tool's own document; what nothing supports is ``unknown``. An author's
corrections are laid over this elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ingest.semantics_action import derive_action, derive_risk
from engine.ingest.semantics_resource import derive_module, derive_resource
from engine.ingest.semantics_shape import derive_shape
from engine.ingest.semantics_words import (
    first_sentence,
    is_generated_name,
    nouns_of_name,
    unlisted_verb,
    verb_of_name,
    verb_of_sentence,
    words_of_name,
)
from engine.models.tool import (
    Action,
    Annotations,
    ContractField,
    Derived,
    Endpoint,
    ResultShape,
    Semantics,
)
from engine.text.verbs import Reading


def derive_semantics(
    *,
    name: str,
    title: str,
    description: str,
    endpoint: Endpoint | None,
    tags: Sequence[str],
    consumes: Sequence[ContractField],
    produces: Sequence[ContractField],
    annotations: Annotations,
) -> Semantics:
    """Return what a tool means, read from its name, texts, endpoint, contract and hints.

    Parameters
    ----------
    name : str
        The tool's name as its document writes it (an OpenAPI ``operationId``).
    title, description : str
        Its short and its long text; untrusted; either may be empty. The first sentence counts.
    endpoint : Endpoint or None
        Method and path; None for a tool that is not called over HTTP.
    tags : sequence of str
        The document's tags, in its order.
    consumes, produces : sequence of ContractField
        Inputs and outputs; either may be empty.
    annotations : Annotations
        A server's hints.

    Returns
    -------
    Semantics
        Every part with source and confidence in [0, 1]; no aliases. A *read* that gives many
        is a *search*, so that ``getOrders`` and ``listOrders`` mean the same.

    Examples
    --------
    >>> meaning = derive_semantics(
    ...     name="listOrderItems",
    ...     title="",
    ...     description="",
    ...     endpoint=Endpoint(method="GET", path="/orders/{id}/items"),
    ...     tags=(),
    ...     consumes=(),
    ...     produces=(),
    ...     annotations=Annotations(),
    ... )
    >>> meaning.action.value, meaning.resource.value, meaning.result_shape.value
    ('search', 'order item', 'list')
    >>> meaning.path_module.value, meaning.risk.value
    ('/orders', 'read')
    """
    words = words_of_name(name)
    if is_generated_name(words, endpoint):
        words = ()
    sentence = first_sentence(title, description)
    text_verb = verb_of_sentence(sentence)
    verb = verb_of_name(words, text_verb)
    if verb is None or verb.sense.reading is not Reading.VERB:
        unlisted = unlisted_verb(words, sentence, endpoint)
        verb = unlisted if unlisted and (verb is None or not words[verb.position].due) else verb
    nouns = nouns_of_name(words, verb)
    reading = derive_action(words, verb, text_verb, endpoint)
    shape = derive_shape(reading, words, nouns, sentence, endpoint, produces)
    return Semantics(
        action=_settled(reading.action, shape),
        resource=derive_resource(nouns, endpoint, tags, act=verb.word if verb else ""),
        result_shape=shape,
        path_module=derive_module(name, endpoint),
        risk=derive_risk(reading, endpoint, annotations),
    )


def _settled(action: Derived, shape: Derived) -> Derived:
    """Call a read that gives many a search."""
    if action.value == Action.READ and shape.value == ResultShape.LIST:
        confidence = min(action.confidence, shape.confidence)
        return Derived(value=Action.SEARCH, source=action.source, confidence=confidence)
    return action
