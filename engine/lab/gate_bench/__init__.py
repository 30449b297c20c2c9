"""The frozen benchmark of the gate: what a gate adds to routing, and routing to a bare agent.

Three conditions run over the same cases: ``vanilla`` (an agent that picks a tool by its name),
``routing`` (this engine's retrieval and selection) and ``gated`` (the same, then the gate). The
agent is deterministic: it acts whenever nothing stops it. Labels are joined after the run; neither
retrieval, selection nor the gate sees one.
"""
