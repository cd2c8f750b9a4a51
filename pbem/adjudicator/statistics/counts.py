"""What is counted as a game goes on: each roll, each turn that ends and how the game ended.

All is counted in the transaction that saves it; a roll at once, since nobody can take it back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.statistics.ratings import rate_games
from pbem.adjudicator.statistics.rolls import begun, throws_of
from pbem.adjudicator.times import deadline_ms
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow, PlayedBy, SeatContact
from pbem.store.tallies import ResultRow, TurnTakenRow
from rules_core.games import ruleset_for
from rules_core.kernel.events import DiceRolled, Ended, TurnBeginning, TurnFinished, YearBeginning
from rules_core.kernel.log import Entry

_PROGRAMS: Final[tuple[PlayedBy, ...]] = ("pass", "bot")
"""Who plays in a player's place; a bot of the server's own plays in its own."""


@dataclass(frozen=True)
class Counter:
    """Counts what is new in a game's log at a moment; `game` and `seats` are as they were before."""

    tx: Tx
    game: GameRow
    seats: Sequence[SeatContact]
    now_ms: int

    def count(self, new: Sequence[Entry], played_by: PlayedBy) -> None:
        """Writes down new rolls, the turns that end, and the end of the game with the ratings that come of it.

        `played_by` is who played the first turn. One that begins and ends within the entries was played by standing
        orders: nobody else is as fast. A game may end within a turn, which ends with it (FR-71, GE-41).
        """
        year, mover = self.game.year, self.game.active_seat
        began_ms, until_ms = self.game.began_ms, self.game.deadline_ms
        for entry in new:
            match entry.event:
                case YearBeginning(year=year):
                    pass
                case TurnBeginning(seat=mover):
                    began_ms, played_by = self.now_ms, "standing"
                    until_ms = deadline_ms(self.tx, self.game.terms, self.seats[mover].player_id, self.now_ms)
                case DiceRolled() as rolled:
                    self._count_roll(year, rolled, played_by)
                case TurnFinished(seat=seat):
                    self._count_turn(year, seat, began_ms, until_ms, played_by)
                    mover = None
                case Ended() as ending:
                    if mover is not None:
                        self._count_turn(year, mover, began_ms, until_ms, played_by)
                    repo.put_results(self.tx, self.game.id, results(self.game, self.seats, ending, self.now_ms))
                    rate_games(self.tx)

    def _count_roll(self, year: int, rolled: DiceRolled, played_by: PlayedBy) -> None:
        contact = self.seats[rolled.seat]
        in_his_place = contact.reads and played_by in _PROGRAMS
        drawing = ruleset_for(self.game.kind).drawing(rolled, year, begun(self.tx, self.game))
        if drawing is not None:
            thrower = None if in_his_place else _player(contact)
            for throw in throws_of(self.game, self.game.epoch, rolled.seat, drawing, thrower, self.now_ms):
                repo.put_throw(self.tx, throw)

    def _count_turn(self, year: int, seat: int, began_ms: int, until_ms: int | None, played_by: PlayedBy) -> None:
        """Nobody is late at a vacant seat or as a bot of the server's own; whoever others had to play for is."""
        in_time = played_by not in _PROGRAMS and (until_ms is None or self.now_ms <= until_ms)
        turn = TurnTakenRow(
            game_id=self.game.id,
            year=year,
            seat=seat,
            player_id=_player(self.seats[seat]),
            kind=self.game.kind,
            seats=len(self.seats),
            began_ms=max(began_ms, repo.seated_since(self.tx, self.game.id, seat)),
            ended_ms=self.now_ms,
            deadline_ms=until_ms,
            late=self.seats[seat].reads and not in_time,
            played_by=played_by,
        )
        repo.put_turn_taken(self.tx, turn)


def results(game: GameRow, seats: Sequence[SeatContact], ending: Ended, ended_ms: int) -> list[ResultRow]:
    """What is kept of a game's end for each seat."""
    return [
        ResultRow(
            game_id=game.id,
            seat=standing.seat,
            player_id=_player(seats[standing.seat]),
            kind=game.kind,
            seats=len(seats),
            winners=len(winners(ending)),
            place=standing.place,
            score=standing.score,
            ended_ms=ended_ms,
        )
        for standing in ending.standings
    ]


def winners(ending: Ended) -> list[int]:
    """The seats that have won: none in a draw (GE-42), several where they share the victory (FR-72)."""
    return [standing.seat for standing in ending.standings if standing.place == 1]


def _player(contact: SeatContact) -> int | None:
    return contact.player_id if contact.vacant_ms is None else None
