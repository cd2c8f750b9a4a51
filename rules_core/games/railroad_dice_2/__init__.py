"""Railroad Dice 2: a network of lines on six tiles, locomotives, and passengers that are money.

The rule numbers are those of `rules.toml`. Modules in the order of the rulebook: `components` and `network` (the box
and the map), `placing` (the start), `play` (a turn), `building` with `track` and `lines`, and `following` (payments,
new passengers, the end). `folding` takes the position of `table` on by events, `amending` by a moderator's corrections.
`planning` finds with `ways` what dice can join and trips can carry; `bots` play by it and `appraisal`.
"""

from typing import Final

from rules_core.bots import random_bot
from rules_core.games.railroad_dice_2 import amending, judging, play
from rules_core.games.railroad_dice_2.actions import ACTIONS, NetworkAction
from rules_core.games.railroad_dice_2.bots import heuristic, passing
from rules_core.games.railroad_dice_2.components import COMPONENTS, SEATS, check_components, components_from
from rules_core.games.railroad_dice_2.events import EVENTS, NetworkEvent
from rules_core.games.railroad_dice_2.folding import evolve
from rules_core.games.railroad_dice_2.following import standings
from rules_core.games.railroad_dice_2.payloads import check_payload
from rules_core.games.railroad_dice_2.placing import READING, setup
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable, NetworkView, view
from rules_core.kernel.definition import GameDefinition, as_seen, nothing_unseen
from rules_core.kernel.rulebook import by_reading, load_rules

game: Final[GameDefinition[NetworkTable, NetworkView, NetworkAction, NetworkEvent]] = GameDefinition(
    kind="railroad_dice_2",
    seats=SEATS,
    version=1,
    options=OPTIONS,
    rulebooks=by_reading(load_rules(__name__), (READING,)),
    amended={},
    setup=setup,
    legal=play.legal,
    decide=play.decide,
    game_over=play.GAME_OVER,
    not_your_turn=play.NOT_YOUR_TURN,
    evolve=evolve,
    view=view,
    standings=standings,
    state=NetworkTable,
    actions=ACTIONS,
    events=EVENTS,
    components=COMPONENTS,
    read_components=components_from,
    bots={"random": random_bot, "heuristic": heuristic},
    dice=judging.dice,
    drawing=judging.drawing,
    possible=judging.possible,
    unseen=nothing_unseen,
    supposed=as_seen,
    check_correction=amending.check_correction,
    rules_of=judging.RULES_OF,
    varied=judging.varied,
    compare=judging.compare,
    check_components=check_components,
    check_payload=check_payload,
    passing=passing,
)
