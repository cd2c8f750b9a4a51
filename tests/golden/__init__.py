"""Records of finished games, as they were once written. They must go on loading, replaying and being judged alike.

`PYTHONPATH=tests .venv/bin/python -m golden` plays the games anew and writes them again. That is called for only when
the format of records or the rules change on purpose; bots that play better are no reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.selfplay import Game

from rules_core.actions import Action, Income
from rules_core.events import IRREVOCABLE
from rules_core.games.first_rails.turn import income_due
from rules_core.record import dump, export

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a golden game was played: by which bots, with which options, and with what unusual acts."""

    number: int
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    takes_back: bool = False
    """Some actions are taken back, and something is done in their place."""
    breaks_bank: bool = False
    """Income is taken even where the bank cannot pay it (FR-71)."""

    def played(self) -> Game:
        """The game, played to its end."""
        game = Game(self.bots, self.number, self.options)
        while not game.over:
            before = len(game.entries)
            game.act(self._action(game))
            if self.takes_back and before % 5 == 0 and not isinstance(game.entries[-1].payload, IRREVOCABLE):
                game.take_back(before)
        return game

    def _action(self, game: Game) -> Action:
        table = game.state.table
        seat = table.turn.seat
        can_take = table.year > 1 and not table.turn.income and not table.last_year
        due = income_due(table, seat)
        if self.breaks_bank and can_take and due.hidden + due.wild > table.bank:
            return Income(seat, break_bank=True)
        return game.ask()


GAMES: Final[Mapping[str, Recipe]] = {
    "two_players": Recipe(103, ("heuristic",) * 2),
    "three_players_extended": Recipe(105, ("heuristic",) * 3, {"extended": "yes"}),
    "taken_back": Recipe(104, ("heuristic",) * 2, {"director_tie": "printed", "open": "yes"}, takes_back=True),
    "collapse": Recipe(101, ("random",) * 4, breaks_bank=True),
}


def path_of(name: str) -> Path:
    """Where a golden record lies."""
    return FOLDER / f"{name}.json"


def write(name: str) -> int:
    """Plays a game and writes its record; gives its size in bytes."""
    return path_of(name).write_bytes(dump(export(GAMES[name].played().record)).encode())
