"""Whole games of Railroad Dice 2 between bots."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.kernel.definition import fold

ACTIONS: int = 2000
"""A game of more actions would never end."""


def bot_game(bots: Sequence[str], seed: int, options: Mapping[str, str] | None = None) -> Iterator[NetworkTable]:
    """The positions of a game between bots, named by seat, up to its end."""
    dice, choices = Random(seed), Random(seed + 1)
    table = fold(game, game.setup(options or {}, len(bots), lambda _key, sides: dice.randrange(sides)))
    for _ in range(ACTIONS):
        view = game.view(table, table.turn.seat)
        action = game.bots[bots[table.turn.seat]](view, game.legal(view), choices.randrange)
        events = game.decide(table, action, lambda _key, sides: dice.randrange(sides))
        assert isinstance(events, list), f"{action} is refused: {events}"
        table = fold(game, events, table)
        yield table
        if table.over:
            return
    raise AssertionError("the game does not end")


def end_of_game(bots: Sequence[str], seed: int, options: Mapping[str, str] | None = None) -> NetworkTable:
    """The last position of a game between bots."""
    *_, last = bot_game(bots, seed, options)
    return last
