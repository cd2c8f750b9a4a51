"""Records of finished games, as they were once written. They must go on loading, replaying and being judged alike.

`PYTHONPATH=tests .venv/bin/python -m golden` plays the games anew and writes them again. That is called for only when
the format of records or the rules change on purpose; bots that play better are no reason.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bench.selfplay import Game

from rules_core.games.railroad_dice_2.events import LocomotiveMoved, RollMarked, UnitPlace, UnitsMoved
from rules_core.kernel.events import Action, Corrected, Irrevocable
from rules_core.kernel.record import Record, dump, export, replay
from rules_core.line.actions import DiceMoved, Income
from rules_core.line.table import State

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a golden game was played: which game, by which bots, with which options, and with what unusual acts."""

    kind: str
    number: int
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    takes_back: bool = False
    """Some actions are taken back, and something is done in their place."""
    goes_back: bool = False
    """A moderator lets the game go on from earlier positions, in several branches, and corrects something."""
    breaks_bank: bool = False
    """Income is taken even where the bank cannot pay it (FR-71, GE-41)."""
    reading: int = 1
    """How the rules are read."""

    def played(self) -> Game:
        """The game, played to its end."""
        game = Game(self.bots, self.number, self.options, self.kind, reading=self.reading)
        if self.goes_back:
            _go_back(game)
        while not game.over:
            before = len(game.entries)
            game.act(self._action(game))
            if self.takes_back and before % 5 == 0 and _may_return(game, before):
                game.take_back(before)
        return game

    def _action(self, game: Game) -> Action:
        if self.breaks_bank and _can_break(game):
            return Income(game.state.table.turn.seat, break_bank=True)
        return game.ask()


def _can_break(game: Game) -> bool:
    """Whether income is due that the bank cannot pay."""
    table = game.state.table
    return table.year > 1 and not table.turn.income and not table.last_year and not game.offers(Income)


def _go_back(game: Game) -> None:
    """Play some years on three branches; the last goes on from the first, where its second year began."""
    game.finish(years=1)
    second_year = len(game.entries)
    game.finish(years=2)
    game.roll_back(second_year, 1)
    game.finish(years=3)
    game.roll_back(second_year)
    for correction in _corrections(game.state.table):
        game.correct(correction)


def _corrections(table: Any) -> Iterator[Corrected]:
    """The things that a moderator corrects in the turn of a player."""
    seat = table.turn.seat
    if table.kind != "railroad_dice_2":
        yield DiceMoved(1, "bank", None, "hidden", seat)
        return
    yield UnitsMoved(4, UnitPlace("bank"), UnitPlace("seat", seat))
    yield LocomotiveMoved(2, None, seat)
    yield RollMarked(seat, True)


def position_of(record: Record) -> State:
    """The position that a record of a game of the line ends at."""
    state = replay(record)
    assert isinstance(state, State)
    return state


def _may_return(game: Game, position: int) -> bool:
    """Whether what came after a position can be taken back, and the position still stands."""
    is_takeback = isinstance(game.entries[position - 1].payload, int)
    return not is_takeback and not any(isinstance(entry.payload, Irrevocable) for entry in game.entries[position:])


NETWORK_VARIANTS: Final = {"connection_pays": "active", "winner": "carried", "station_distance": "diagonal"}
GAMES: Final[Mapping[str, Recipe]] = {
    "two_players": Recipe("first_rails", 103, ("heuristic",) * 2),
    "three_players_extended": Recipe("first_rails", 105, ("heuristic",) * 3, {"extended": "yes"}),
    "taken_back": Recipe(
        "first_rails", 104, ("heuristic",) * 2, {"director_tie": "printed", "open": "yes"}, takes_back=True
    ),
    "gone_back": Recipe("first_rails", 110, ("heuristic",) * 2, goes_back=True),
    "collapse": Recipe("first_rails", 101, ("random",) * 4, breaks_bank=True),
    "germany_two_players": Recipe("germany", 106, ("heuristic",) * 2),
    "germany_two_starts": Recipe("germany", 107, ("heuristic",) * 3, {"two_starts": "drawn"}, takes_back=True),
    "germany_four_players_extended": Recipe("germany", 108, ("heuristic",) * 4, {"extended": "yes"}),
    "germany_bank": Recipe("germany", 109, ("random",) * 4, breaks_bank=True),
    "second_reading": Recipe("first_rails", 111, ("heuristic",) * 2, reading=2),
    "germany_second_reading": Recipe("germany", 112, ("heuristic",) * 2, reading=2),
    "network_two_players": Recipe("railroad_dice_2", 113, ("heuristic",) * 2),
    "network_drawn_map": Recipe(
        "railroad_dice_2", 114, ("heuristic",) * 3, {"arrangement": "random", "tiles": "7x7"}, takes_back=True
    ),
    "network_gone_back": Recipe(
        "railroad_dice_2", 121, ("random",) * 2, {"arrangement": "random", "closing_issue": "bank"}, goes_back=True
    ),
    "network_variants": Recipe("railroad_dice_2", 116, ("heuristic",) * 4, NETWORK_VARIANTS),
}


def path_of(name: str) -> Path:
    """Where a golden record lies."""
    return FOLDER / f"{name}.json"


def write(name: str) -> int:
    """Play a game and write its record; give its size in bytes."""
    return path_of(name).write_bytes(dump(export(GAMES[name].played().record)).encode())
