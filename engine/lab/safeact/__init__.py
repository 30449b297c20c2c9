"""SafeActBench's published catalogs, replayed through the gate: a self-check, never a score.

:mod:`.catalog` reads a folder that the user names; nothing of it is part of this project. What the
gate sees (:class:`.records.SeenCase`, the events, what the reads gave) and what only the report
sees (:class:`.records.Gold`) are kept apart from the first line on. :mod:`.replay` walks a recorded
trajectory, :mod:`.mutations` breaks it in five ways, each of which must be caught and named.
"""
