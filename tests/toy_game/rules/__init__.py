"""The Toy Train: two dice and hands of cards, as small as a game can be. The rule numbers are those of `rules.toml`."""

from types import MappingProxyType
from typing import Final

from rules_core.kernel.definition import GameDefinition, random_bot
from rules_core.kernel.events import GameCancelled
from toy_game.rules import events as ev
from toy_game.rules import judging, play
from toy_game.rules.bots import heuristic
from toy_game.rules.cards import BOX, box_from, check_box
from toy_game.rules.state import HandView, State, evolve, view


class ToyTrain(GameDefinition[State, HandView, play.Action, object]):
    """The Toy Train."""

    kind = "toy"
    options = play.OPTIONS
    state = State
    actions = (ev.Roll, ev.Play, ev.EndTurn)
    events = (
        *(ev.GameBegan, ev.HandsDealt, ev.YearBegan, ev.TurnBegan, ev.Rolled, ev.CardTaken, ev.CardPlayed),
        *(ev.TurnEnded, ev.GameEnded, ev.CardMoved, GameCancelled),
    )
    components = BOX
    rules_of = judging.RULES_OF
    bots = MappingProxyType({"random": random_bot, "heuristic": heuristic})
    game_over = play.GAME_OVER
    not_your_turn = play.NOT_YOUR_TURN

    setup = staticmethod(play.setup)
    legal = staticmethod(play.legal)
    decide = staticmethod(play.decide)
    evolve = staticmethod(evolve)
    view = staticmethod(view)
    standings = staticmethod(play.standings)
    dice = staticmethod(judging.dice)
    drawing = staticmethod(judging.drawing)
    possible = staticmethod(judging.possible)
    unseen = staticmethod(judging.unseen)
    supposed = staticmethod(judging.supposed)
    varied = staticmethod(judging.varied)
    compare = staticmethod(judging.compare)
    check_correction = staticmethod(judging.check_correction)
    read_components = staticmethod(box_from)
    check_components = staticmethod(check_box)
    check_payload = staticmethod(judging.check_payload)


game: Final = ToyTrain()
