"""What people ask about all that is kept of them: to have it, or to have it erased. Each is one transaction."""

from typing import IO

from pbem.adjudicator.audit import Concerned, log_done
from pbem.intake.units import UnitOfWorkFactory
from pbem.lobby.exporting import export_person
from pbem.store.players.player import get_player


class OwnData:
    """Gives people what is kept of them. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    def export(self, player_id: int, file: IO[bytes], *, by_owner: bool = True) -> int:
        """Write all that concerns a person into a file, from one snapshot; it is in the audit log first.

        Returns how many mails and letters had no room. Raises NotFound.
        """
        self._units.write(
            lambda unit: log_done(
                unit, get_player(unit, player_id) if by_owner else None, "export", Concerned(player_id)
            )
        )
        with self._units.read() as unit:
            return export_person(unit, player_id, file)
