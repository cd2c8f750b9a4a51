"""Railroad Dice 2: a network of lines on six tiles, locomotives, and passengers that are money.

The rule numbers are those of `rules.toml`. Modules in the order of the rulebook: `components` and `network` (the box
and the map), `placing` (the start), `play` (a turn), `building` with `track` and `lines`, and `following` (payments,
new passengers, the end). `folding` takes the position of `table` on by events, `amending` by a moderator's corrections.
`planning` finds with `ways` what dice can join and trips can carry; `bots` play by it and `appraisal`.
"""

from types import MappingProxyType
from typing import Final

from rules_core.games.railroad_dice_2 import judging, play
from rules_core.games.railroad_dice_2.actions import ACTIONS, NetworkAction
from rules_core.games.railroad_dice_2.bots import heuristic, passing
from rules_core.games.railroad_dice_2.building import setup
from rules_core.games.railroad_dice_2.components import COMPONENTS, SEATS, check_components, components_from
from rules_core.games.railroad_dice_2.events import EVENTS, NetworkEvent
from rules_core.games.railroad_dice_2.folding import evolve
from rules_core.games.railroad_dice_2.payloads import check_payload
from rules_core.games.railroad_dice_2.play import standings
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable, NetworkView, view
from rules_core.kernel.definition import GameDefinition, random_bot


class RailroadDice2(GameDefinition[NetworkTable, NetworkView, NetworkAction, NetworkEvent]):
    """Railroad Dice 2, in which nothing is hidden."""

    kind = "railroad_dice_2"
    seats = SEATS
    options = OPTIONS
    components = COMPONENTS
    state = NetworkTable
    actions = ACTIONS
    events = EVENTS
    rules_of = judging.RULES_OF
    bots = MappingProxyType({"random": random_bot, "heuristic": heuristic})
    game_over = play.GAME_OVER
    not_your_turn = play.NOT_YOUR_TURN

    setup = staticmethod(setup)
    legal = staticmethod(play.legal)
    decide = staticmethod(play.decide)
    evolve = staticmethod(evolve)
    view = staticmethod(view)
    standings = staticmethod(standings)
    passing = staticmethod(passing)
    dice = staticmethod(judging.dice)
    drawing = staticmethod(judging.drawing)
    varied = staticmethod(judging.varied)
    compare = staticmethod(judging.compare)
    check_correction = staticmethod(judging.check_correction)
    read_components = staticmethod(components_from)
    check_components = staticmethod(check_components)
    check_payload = staticmethod(check_payload)


game: Final = RailroadDice2()
