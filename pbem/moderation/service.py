"""Acts of moderators, as pages and commands ask for them: previewed, and carried out in one transaction."""

from collections.abc import Callable, Sequence
from functools import partial

from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.moderation import sealing
from pbem.moderation.commands import ModeratorCommand
from pbem.moderation.context import ModeratorContext
from pbem.moderation.doing import Preview, Stale, carry_out, foresee
from pbem.store import Database, Tx
from pbem.store import repository as repo

__all__ = ["Moderation", "Preview", "Stale"]


class Moderation:
    """Does what moderators and the operator (None) ask for. Safe to use from any thread.

    `changed` is called when mails may have been written, a letter may wait again, or a bot may have to move.
    """

    def __init__(
        self, database: Database, clock: Clock, settings: Settings, changed: Callable[[], None] = lambda: None
    ) -> None:
        self.database = database
        self.clock = clock
        self.settings = settings
        self._changed = changed

    def preview(self, player_id: int | None, commands: Sequence[ModeratorCommand]) -> Preview:
        """What acts would do. Raises Declined, and NotFound where there is no such player."""
        now_ms = to_ms(self.clock())
        return self.database.write(lambda tx: foresee(self._context(tx, player_id, now_ms), commands))

    def carry_out(
        self, player_id: int | None, commands: Sequence[ModeratorCommand], state: str | None
    ) -> tuple[str, ...]:
        """Does acts, all or none, and returns what was done, in sentences.

        `state` is that of their preview; None does them without one. Raises Declined, Stale where things are no longer
        as they were previewed, and NotFound where there is no such player.
        """
        now_ms = to_ms(self.clock())
        done = self.database.write(lambda tx: carry_out(self._context(tx, player_id, now_ms), commands, state))
        self._changed()
        return done

    def close_sights(self, now_ms: int) -> None:
        """Closes what is hidden in games where it has been open to moderators for as long as it may."""
        with self.database.read() as tx:
            due = sealing.due(tx, now_ms)
        for game_id in due:
            self.database.write(partial(sealing.close, game_id=game_id, now_ms=now_ms))

    def _context(self, tx: Tx, player_id: int | None, now_ms: int) -> ModeratorContext:
        return ModeratorContext.of(tx, self.settings, None if player_id is None else repo.player(tx, player_id), now_ms)
