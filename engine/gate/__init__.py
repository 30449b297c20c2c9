"""The evidence-to-action gate: no call before what it needs is established.

A precondition, not an orchestrator: :mod:`engine.gate.evaluate` answers one proposed call under one
trusted contract, :mod:`engine.gate.aggregation` says which observations are independent,
:mod:`engine.gate.ledger` keeps every answer without its payload and :mod:`engine.gate.verify` walks
what was kept.

Two laws hold, and tests hold them:

* What is asserted (by a model, a catalog, a remote description) never changes an answer.
* Withdrawing evidence never turns a refusal into an allow: a withdrawn item supports nothing, and
  what it objects to stays objected to. An item that is left out altogether can turn one only where
  the verdict named it as ``contrary``.
"""
