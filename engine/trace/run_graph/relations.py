"""What joins two things of a run's evidence, and what such an edge counts for.

One row a relation. Arrows point from the ground to what rests on it, so that a path from the case
to a tool reads as "because". A confidence is one of

* ``certain``: 1, for what is there by construction or was written down;
* ``share``: the part of all that speaks for a candidate (its positive score contributions) that
  this ground alone gives, in (0, 1]; the shares of a candidate sum to 1;
* ``edge``: the tool graph's own confidence in the edge;
* ``decision``: the selector's confidence, and ``doubt``: one minus it;
* ``even``: 0.5, for a model's word, of which nothing is known.

=============== ======================== ============== ========== ============================
relation        from → to                type           confidence standing
=============== ======================== ============== ========== ============================
asks            case → term, signal      causal         certain    observed
matches         term → candidate         supports       share      derived
favours         signal → candidate       supports       share      derived
disfavours      signal → candidate       contradicts    share      derived
declares        document → candidate     supports       certain    declared
teaches         suggestion → candidate   supports       share      observed
brings_in       candidate → candidate    by edge kind   edge       by edge kind
considers       candidate → tool         related_to     certain    derived
puts_forward    candidate → decision     supports       certain    derived
rivals          candidate → decision     contradicts    doubt      derived
selects         decision → tool          causal         decision   derived
overrides       decision → tool          contradicts    decision   derived
proposes        model → tool             supports       even       none: asserted
sways           model → decision         supports       even       none: asserted
authorises      gate → tool              supports       certain    derived
refuses         gate → tool              contradicts    certain    derived
confirms        run → tool               supports       certain    observed
refutes         run → tool               contradicts    certain    observed
stops           run → tool               related_to     certain    observed
needs           tool → field             causal         certain    declared
gives           case → field             supports       certain    observed
produced_by     field → tool             supports       edge       by edge origin
=============== ======================== ============== ========== ============================

A candidate that was selected leads to its tool through the decision alone; any other is only
related to its tool. What a path gives a candidate through the tool graph is multiplied by the
path's share on its last edge. A model's word is asserted: it is shown, and no audit counts it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from engine.models.graph import EdgeKind, EdgeOrigin
from engine.models.path import EdgeType, Standing


class NodeKind(StrEnum):
    """What a node of a run's evidence graph is."""

    CASE = "case"
    TERM = "term"
    SIGNAL = "signal"
    CANDIDATE = "candidate"
    DECISION = "decision"
    TOOL = "tool"
    FIELD = "field"
    DOCUMENT = "document"
    SUGGESTION = "suggestion"
    MODEL = "model"
    GATE = "gate"
    RUN = "run"


SOURCE_KINDS = (NodeKind.CASE, NodeKind.DOCUMENT, NodeKind.SUGGESTION)
"""Kinds that need nothing behind them: what was asked, what was declared, what was observed and
promoted by a person. A model's word, a verdict and a signal are none."""


class Relation(StrEnum):
    """What joins two nodes; the table in this module's head says what each counts for."""

    ASKS = "asks"
    MATCHES = "matches"
    FAVOURS = "favours"
    DISFAVOURS = "disfavours"
    DECLARES = "declares"
    TEACHES = "teaches"
    BRINGS_IN = "brings_in"
    CONSIDERS = "considers"
    PUTS_FORWARD = "puts_forward"
    RIVALS = "rivals"
    SELECTS = "selects"
    OVERRIDES = "overrides"
    PROPOSES = "proposes"
    SWAYS = "sways"
    AUTHORISES = "authorises"
    REFUSES = "refuses"
    CONFIRMS = "confirms"
    REFUTES = "refutes"
    STOPS = "stops"
    NEEDS = "needs"
    GIVES = "gives"
    PRODUCED_BY = "produced_by"


class Confidence(StrEnum):
    """Where an edge's confidence comes from; the values are in this module's head."""

    CERTAIN = "certain"
    SHARE = "share"
    EDGE = "edge"
    DECISION = "decision"
    DOUBT = "doubt"
    EVEN = "even"


EVEN_CHANCE = 0.5
"""Confidence in a model's word: nothing is known of how often it is right."""


class Rule(NamedTuple):
    """What one relation counts for."""

    edge_type: EdgeType | None
    """None: the tool graph edge's kind decides, by :data:`KIND_TYPES`."""

    confidence: Confidence
    standing: Standing | None
    """None: the tool graph edge decides, or nobody stands for it (a model's word)."""


_CAUSAL, _SUPPORTS = EdgeType.CAUSAL, EdgeType.SUPPORTS
_RELATED, _AGAINST = EdgeType.RELATED_TO, EdgeType.CONTRADICTS
_DECLARED, _DERIVED, _OBSERVED = Standing.DECLARED, Standing.DERIVED, Standing.OBSERVED

RULES: Mapping[Relation, Rule] = MappingProxyType(
    {
        Relation.ASKS: Rule(_CAUSAL, Confidence.CERTAIN, _OBSERVED),
        Relation.MATCHES: Rule(_SUPPORTS, Confidence.SHARE, _DERIVED),
        Relation.FAVOURS: Rule(_SUPPORTS, Confidence.SHARE, _DERIVED),
        Relation.DISFAVOURS: Rule(_AGAINST, Confidence.SHARE, _DERIVED),
        Relation.DECLARES: Rule(_SUPPORTS, Confidence.CERTAIN, _DECLARED),
        Relation.TEACHES: Rule(_SUPPORTS, Confidence.SHARE, _OBSERVED),
        Relation.BRINGS_IN: Rule(None, Confidence.EDGE, None),
        Relation.CONSIDERS: Rule(_RELATED, Confidence.CERTAIN, _DERIVED),
        Relation.PUTS_FORWARD: Rule(_SUPPORTS, Confidence.CERTAIN, _DERIVED),
        Relation.RIVALS: Rule(_AGAINST, Confidence.DOUBT, _DERIVED),
        Relation.SELECTS: Rule(_CAUSAL, Confidence.DECISION, _DERIVED),
        Relation.OVERRIDES: Rule(_AGAINST, Confidence.DECISION, _DERIVED),
        Relation.PROPOSES: Rule(_SUPPORTS, Confidence.EVEN, None),
        Relation.SWAYS: Rule(_SUPPORTS, Confidence.EVEN, None),
        Relation.AUTHORISES: Rule(_SUPPORTS, Confidence.CERTAIN, _DERIVED),
        Relation.REFUSES: Rule(_AGAINST, Confidence.CERTAIN, _DERIVED),
        Relation.CONFIRMS: Rule(_SUPPORTS, Confidence.CERTAIN, _OBSERVED),
        Relation.REFUTES: Rule(_AGAINST, Confidence.CERTAIN, _OBSERVED),
        Relation.STOPS: Rule(_RELATED, Confidence.CERTAIN, _OBSERVED),
        Relation.NEEDS: Rule(_CAUSAL, Confidence.CERTAIN, _DECLARED),
        Relation.GIVES: Rule(_SUPPORTS, Confidence.CERTAIN, _OBSERVED),
        Relation.PRODUCED_BY: Rule(_SUPPORTS, Confidence.EDGE, None),
    }
)
"""The table of this module's head."""

KIND_TYPES: Mapping[EdgeKind, EdgeType] = MappingProxyType(
    {
        EdgeKind.DATA_FLOW: _CAUSAL,
        EdgeKind.OPENAPI_LINK: _CAUSAL,
        EdgeKind.ARAZZO: _CAUSAL,
        EdgeKind.OVERLAY: _CAUSAL,
        EdgeKind.OBSERVED: _CAUSAL,
        EdgeKind.PARENT_PATH: _SUPPORTS,
        EdgeKind.LIFE_CYCLE: _SUPPORTS,
        EdgeKind.SAME_RESOURCE: _RELATED,
    }
)
"""A result that flows into an input causes; a place in a path or a life cycle supports; working on
the same resource only relates. A kind of a newer engine relates, too."""

KIND_STANDINGS: Mapping[EdgeKind, Standing] = MappingProxyType(
    {
        EdgeKind.DATA_FLOW: _DERIVED,
        EdgeKind.OPENAPI_LINK: _DECLARED,
        EdgeKind.ARAZZO: _DECLARED,
        EdgeKind.OVERLAY: _DECLARED,
        EdgeKind.OBSERVED: _OBSERVED,
        EdgeKind.PARENT_PATH: _DERIVED,
        EdgeKind.LIFE_CYCLE: _DERIVED,
        EdgeKind.SAME_RESOURCE: _DERIVED,
    }
)
"""Who stands for an edge of a kind, where only the kind was stored."""

ORIGIN_STANDINGS: Mapping[EdgeOrigin, Standing] = MappingProxyType(
    {
        EdgeOrigin.DECLARED: _DECLARED,
        EdgeOrigin.DERIVED: _DERIVED,
        EdgeOrigin.OBSERVED: _OBSERVED,
    }
)
"""Who stands for an edge of the tool graph."""


def known_kind(kind: str) -> EdgeKind | None:
    """Return the edge kind of that name; None for a kind of a newer engine."""
    return EdgeKind(kind) if kind in set(EdgeKind) else None
