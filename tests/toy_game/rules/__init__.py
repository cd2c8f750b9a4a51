"""The Toy Train: two dice and hands of cards, as small as a game can be. The rule numbers are those of `rules.toml`."""

from typing import Final

from rules_core.bots import random_bot

from rules_core.kernel.definition import GameDefinition
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.rulebook import by_reading, load_rules
from toy_game.rules import events as ev
from toy_game.rules import judging, play
from toy_game.rules.bots import heuristic, passing
from toy_game.rules.cards import BOX, box_from, check_box
from toy_game.rules.state import HandView, State, evolve, view

game: Final[GameDefinition[State, HandView, play.Action, object]] = GameDefinition(
    kind="toy",
    seats=play.SEATS,
    version=1,
    options=play.OPTIONS,
    rulebooks=by_reading(load_rules(__name__), (1,)),
    amended={},
    setup=play.setup,
    legal=play.legal,
    decide=play.decide,
    game_over=play.GAME_OVER,
    not_your_turn=play.NOT_YOUR_TURN,
    evolve=evolve,
    view=view,
    standings=play.standings,
    state=State,
    actions=(ev.Roll, ev.Play, ev.EndTurn),
    events=(
        *(ev.GameBegan, ev.HandsDealt, ev.YearBegan, ev.TurnBegan, ev.Rolled, ev.CardTaken, ev.CardPlayed),
        *(ev.TurnEnded, ev.GameEnded, ev.CardMoved, GameCancelled),
    ),
    components=BOX,
    read_components=box_from,
    bots={"random": random_bot, "heuristic": heuristic},
    dice=judging.dice,
    drawing=judging.drawing,
    possible=judging.possible,
    unseen=judging.unseen,
    supposed=judging.supposed,
    check_correction=judging.check_correction,
    rules_of=judging.RULES_OF,
    varied=judging.varied,
    compare=judging.compare,
    check_components=check_box,
    check_payload=judging.check_payload,
    passing=passing,
)
