"""The base of the ways in: a transaction for each thing that comes in."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pbem.adjudicator.history.damage import find_damage, notice
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.log import LazyLog
from pbem.store import Database, UnitOfWork
from pbem.store.games.game import get_game

T = TypeVar("T")
log = LazyLog(__name__)


class UnitOfWorkFactory:
    """Opens the transactions of what comes into a database. Safe to use from any thread."""

    def __init__(self, database: Database, clock: Clock, settings: Settings) -> None:
        self.database = database
        self.clock = clock
        self.settings = settings

    def now_ms(self) -> int:
        """The present moment, in milliseconds since the epoch; not to be asked for within a transaction that writes."""
        return to_ms(self.clock())

    def write(self, work: Callable[[UnitOfWork], T], *, now_ms: int | None = None, game_id: int | None = None) -> T:
        """Do work in one transaction.

        `now_ms` is the moment for which it was due, if not the present one; `game_id` the game that it deals with, if
        that is known.
        """
        settings, at_ms = self.settings, self.now_ms() if now_ms is None else now_ms
        return self.database.write(lambda tx: work(UnitOfWork(tx, settings, at_ms)), game_id=game_id)

    @contextmanager
    def read(self) -> Iterator[UnitOfWork]:
        """A unit of work that only reads: one snapshot."""
        now_ms = self.now_ms()  # before the snapshot, which a clock that notes lost time would end
        with self.database.read() as tx:
            yield UnitOfWork(tx, self.settings, now_ms)


def notice_damage(units: UnitOfWorkFactory, game_id: int) -> bool:
    """Look whether a game's log is damaged, and tell of it if that is news; returns whether. Raises NotFound.

    Whatever met it asks: it is looked for on a snapshot, then noted once.
    """
    with units.read() as unit:
        game = get_game(unit, game_id)
        found = None if game.damaged_ms is not None else find_damage(unit, game)
    if found is not None:
        log.error("a game is damaged", game=game.tag, line=found.line, see="`pbem doctor`")
        units.write(lambda unit: notice(unit, game_id, found), game_id=game_id)
    return game.damaged_ms is not None or found is not None
