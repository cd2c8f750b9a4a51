"""Time that nobody saw, since the server was out or its clock jumped: whatever has a time to end is put off by it."""

from pbem.adjudicator.sessions import append_note
from pbem.store import Tx
from pbem.store import repository as repo
from rules_core.kernel.log import Note


def lose_time(tx: Tx, from_ms: int, until_ms: int) -> None:
    """Puts off all that ends by the time that was lost, as it is written down and noted in the log of each game.

    The first moment is when time was lost, by the clock as it was, the other the present by the clock as it is; where
    that is the earlier, the clock was set back, and everything is brought forward.
    """
    by_ms = until_ms - from_ms
    repo.add_outage(tx, from_ms, until_ms)
    repo.put_off_all(tx, by_ms)
    about = "outage" if by_ms > 0 else "clock set back"
    for game_id, deadline_ms in repo.running_games(tx):
        note = Note(about, {"span_ms": abs(by_ms), "deadline_ms": deadline_ms})
        append_note(tx, game_id, None, note, until_ms)
