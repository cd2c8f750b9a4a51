"""What is counted as a game goes on: each turn that ends, in the transaction that ends it."""

from collections.abc import Sequence

from pbem.adjudicator.deadlines import deadline_ms
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow, PlayedBy, SeatContact, TurnTakenRow
from rules_core import events as ev
from rules_core.log import Entry


def count_turns(
    tx: Tx, game: GameRow, seats: Sequence[SeatContact], new: Sequence[Entry], now_ms: int, played_by: PlayedBy
) -> None:
    """Writes down the turns that new entries of a log end; `game` is as it was before them.

    `played_by` is who played the first. A turn that begins and ends within them was played by standing orders: nobody
    else is as fast. A bank that breaks ends the turn in which it breaks (FR-71).
    """
    year, began, deadline = game.year, game.began_ms, game.deadline_ms
    for entry in new:
        match entry.event:
            case ev.YearBegan(year=year):
                pass
            case ev.TurnBegan(seat=seat):
                began, deadline = now_ms, deadline_ms(tx, game.terms, seats[seat].player_id, now_ms)
                played_by = "standing"
            case ev.TurnEnded(seat=seat) | ev.BankBroken(seat=seat):
                _count(tx, game, seats[seat], year, began, now_ms, deadline, played_by)


def _count(
    tx: Tx,
    game: GameRow,
    contact: SeatContact,
    year: int,
    began_ms: int,
    ended_ms: int,
    deadline_ms: int | None,
    played_by: PlayedBy,
) -> None:
    """Nobody is late at a vacant seat or as a bot of the server's; whoever the server had to play for is."""
    in_time = played_by not in ("pass", "bot") and (deadline_ms is None or ended_ms <= deadline_ms)
    row = TurnTakenRow(
        game_id=game.id,
        year=year,
        seat=contact.seat,
        player_id=contact.player_id if contact.vacant_ms is None else None,
        began_ms=max(began_ms, repo.seated_since(tx, game.id, contact.seat)),
        ended_ms=ended_ms,
        deadline_ms=deadline_ms,
        late=contact.reads and not in_time,
        played_by=played_by,
    )
    repo.put_turn_taken(tx, row)
