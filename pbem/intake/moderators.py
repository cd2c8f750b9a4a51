"""Acts of moderators and of the operator, as pages and commands ask for them: previewed, then carried out."""

from collections.abc import Sequence

from pbem.config import Settings
from pbem.intake.door import Door
from pbem.moderation.commands import ModeratorCommand
from pbem.moderation.context import ModeratorContext
from pbem.moderation.doing import Preview, Stale, carry_out, foresee
from pbem.store import Tx
from pbem.store import repository as repo

__all__ = ["Moderators", "Preview", "Stale"]


class Moderators:
    """Does what moderators and the operator (None) ask for. Safe to use from any thread."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def preview(self, player_id: int | None, commands: Sequence[ModeratorCommand]) -> Preview:
        """What acts would do. Raises Declined, and NotFound where there is no such player."""
        settings, now_ms = self._door.settings, self._door.now_ms()
        return self._door.database.write(lambda tx: foresee(_context(tx, settings, player_id, now_ms), commands))

    def carry_out(
        self, player_id: int | None, commands: Sequence[ModeratorCommand], state: str | None
    ) -> tuple[str, ...]:
        """Does acts, all or none, and returns what was done, in sentences.

        `state` is that of their preview; None does them without one. Raises Declined, Stale where things are no longer
        as they were previewed, and NotFound where there is no such player.
        """
        return self._door.write(
            lambda tx, settings, now_ms: carry_out(_context(tx, settings, player_id, now_ms), commands, state)
        )


def _context(tx: Tx, settings: Settings, player_id: int | None, now_ms: int) -> ModeratorContext:
    return ModeratorContext.of(tx, settings, None if player_id is None else repo.player(tx, player_id), now_ms)
