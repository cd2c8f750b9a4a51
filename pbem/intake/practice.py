"""Games that visitors and players begin at once: against programs, at one screen, or to learn."""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import structlog

from pbem.adjudicator.service import play_bot
from pbem.chance import chance, repeated
from pbem.i18n import Catalogue
from pbem.intake.door import UnitOfWorkFactory
from pbem.lobby import practice
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.players.player import PlayerRow, get_player
from rules_core.kernel.definition import Choose

log = structlog.get_logger(__name__)

T = TypeVar("T")

MOST_TURNS: Final = 12
"""Turns that programs play at once behind a player's; the worker plays what is left."""
_AT_ONCE_SECONDS: Final = 1.5

Begin = Callable[[UnitOfWork, PlayerRow], GameRow]
"""Begins a game of an owner. Raises Refused."""


class PracticeGames:
    """Begins, ends and moves on games that are no matches. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units
        self._playing = threading.Lock()
        """Held by whoever has programs play: many visitors who end their turns at once keep nobody else waiting."""

    def begin(self, owner: PlayerRow, begin: Begin) -> GameRow:
        """Begin a game of a player's or guest's. Raises Refused."""
        game = self._units.write(lambda unit: begin(unit, owner))
        self.let_programs_play(game.id)
        return game

    def begin_as_guest(
        self, words: Catalogue, admit: Callable[[Tx, int], T], begin: Begin
    ) -> tuple[PlayerRow, T, GameRow]:
        """Make a guest of a stranger, whom `admit` signs in, and begin a game of theirs. Raises Refused."""

        def work(unit: UnitOfWork) -> tuple[PlayerRow, T, GameRow]:
            guest_id = practice.new_guest(unit, words.text("Visitor"), words.language)
            owner = get_player(unit, guest_id)
            return owner, admit(unit, guest_id), begin(unit, owner)

        found = self._units.write(work)
        self.let_programs_play(found[2].id)
        return found

    def end(self, owner: PlayerRow, tag: str, words: Catalogue) -> None:
        """Remove a game of a player's or guest's own. Raises Refused."""
        self._units.write(lambda unit: practice.end(unit, owner, tag, words))

    def let_programs_play(self, game_id: int) -> None:
        """Play programs' turns until somebody else is to move, for a second or so; the worker does the rest."""
        until = time.monotonic() + _AT_ONCE_SECONDS
        if not self._playing.acquire(timeout=_AT_ONCE_SECONDS):
            return
        try:
            draw = chance().randrange
            for _turn in range(MOST_TURNS):
                is_late = time.monotonic() > until
                if is_late or not self._units.write(partial(_play, game_id=game_id, begin=repeated(draw))):
                    return
        except Exception:  # whatever is wrong with a program, what its player did before is done and is to be shown
            log.exception("bots could not play at once", game=game_id)
        finally:
            self._playing.release()


def _play(unit: UnitOfWork, *, game_id: int, begin: Callable[[], Choose]) -> bool:
    return play_bot(unit, game_id, begin())
