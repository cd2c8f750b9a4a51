"""Positions in which each player hides something else."""

from rules.german_position import SPOKE, german_position

from adjudicator.positions import plain
from rules_core.line.table import State


def four_seats(*, seat: int, **changes: object) -> State:
    """Four players of whom each hides something else; `seat` is to move."""
    facts: dict[str, object] = {
        "seats": 4,
        "front": ("ssc$?",) * 4,
        "hidden": (2, 5, 3, 1),
        "passengers": (11, 23, 4, 8),
        "shares": {"weiden": [4, 1, 3, 2], "insel": [1, 6, 2, 1], "eisberg": [3, 3, 2, 2], "bergtal": [2, 2, 5, 1]},
        "directors": {"weiden": 2, "insel": 1, "eisberg": 0, "bergtal": 3},
    }
    return plain(seat=seat, **{**facts, **changes})


def in_germany(*, seat: int) -> State:
    """Four players of whom each hides other dice, before a town; `seat` is to move."""
    fronts = ["ssc$?" if one == seat else "ssc?" for one in range(4)]
    return german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", seats=4, seat=seat, front=fronts, hidden=(2, 5, 3, 4))
