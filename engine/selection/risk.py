"""What a replacement must never do to the world.

A wrong read costs a moment, a wrong write costs data. So risk is asymmetric: replacing a model's
target may make a call safer, never more dangerous than the model's own choice or than the query.
"""

from __future__ import annotations

from engine.models.tool import RiskClass
from engine.selection.request import effect_level

WRITES = effect_level(RiskClass.WRITE)
"""Level from which a call leaves something behind."""


def blocks_move(current: RiskClass, candidate: RiskClass, asked: RiskClass) -> bool:
    """Whether moving from one tool to another is forbidden for what the call could do.

    Parameters
    ----------
    current : RiskClass
        Of the tool in place.
    candidate : RiskClass
        Of the tool that would replace it.
    asked : RiskClass
        Greatest effect that the query asks for.

    Returns
    -------
    bool
        True when the candidate can do more than the current tool (read to write or destructive,
        write to destructive), or has an effect that the query does not ask for. A tool of
        unknown risk counts as more than a read and less than a write.

    Examples
    --------
    >>> blocks_move(RiskClass.READ, RiskClass.WRITE, asked=RiskClass.WRITE)
    True
    >>> blocks_move(RiskClass.DESTRUCTIVE, RiskClass.READ, asked=RiskClass.DESTRUCTIVE)
    False
    """
    if effect_level(candidate) > effect_level(current):
        return True
    return effect_level(candidate) >= WRITES and effect_level(candidate) > effect_level(asked)
