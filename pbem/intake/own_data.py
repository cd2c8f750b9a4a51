"""Wishes of people about all that is kept of them: to have it, or to have it erased. Each is one transaction."""

import secrets
from datetime import timedelta
from typing import IO, Final

from pbem.adjudicator.audit import Concerned, log_done
from pbem.adjudicator.mails.player import write_about_account
from pbem.clock import from_ms
from pbem.i18n import catalogue
from pbem.intake.units import UnitOfWorkFactory
from pbem.lobby.erasing import erase
from pbem.lobby.exporting import export_person
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.accounts.erasures import (
    ErasureRow,
    ask_erasure,
    confirm_erasure,
    drop_erasure,
    find_erasure,
    find_erasure_to_confirm,
)
from pbem.store.players.player import get_player

GOOD_FOR: Final = timedelta(hours=24)
"""How long the link can be used that confirms a wish to be erased."""
_GOOD_MS: Final = GOOD_FOR // timedelta(milliseconds=1)
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
_TOKEN_BYTES: Final = 32


class OwnData:
    """Gives people what is kept of them, and erases it. Safe to use from any thread."""

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

    def ask_erasure(self, player_id: int) -> None:
        """Mail a person the link by which they confirm that they want to be erased. Raises NotFound."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)

        def work(unit: UnitOfWork) -> None:
            player = get_player(unit, player_id)
            words, days = catalogue(player.language), unit.settings.accounts.erasure_days
            ask_erasure(unit, player.id, token, unit.now_ms, unit.now_ms + _GOOD_MS)
            lead = words.text("You asked to have your account erased. Nothing was done yet.")
            how = words.text("To confirm it, follow this link within 24 hours:")
            then = words.plural(
                "You can take it back for %(n)s day after that. Then it is done, and nobody can undo it.",
                "You can take it back for %(n)s days after that. Then it is done, and nobody can undo it.",
                days,
            )
            other = words.text("If it was not you, sign out everywhere in your settings: someone is in your account.")
            link = f"{unit.settings.web.base_url}/erase/{token}"
            blocks: list[doc.Block] = [
                doc.Lead((lead,)),
                doc.Paragraph(how),
                doc.Signs((link,)),
                doc.Paragraph(then),
                doc.Paragraph(other),
            ]
            write_about_account(unit, player, blocks)
            log_done(unit, player, "erase", Concerned(player.id), outcome="asked")

        self._units.write(work)

    def find_wish(self, player_id: int) -> ErasureRow | None:
        """The request of a person to be erased."""
        with self._units.read() as unit:
            return find_erasure(unit, player_id)

    def is_good(self, token: str) -> bool:
        """Whether a link still confirms a request."""
        with self._units.read() as unit:
            return find_erasure_to_confirm(unit, token, unit.now_ms) is not None

    def confirm_erasure(self, token: str) -> bool:
        """Have a person erased in some days; False where the link is worth nothing."""

        def work(unit: UnitOfWork) -> bool:
            found = find_erasure_to_confirm(unit, token, unit.now_ms)
            if found is None:
                return False
            player = get_player(unit, found.player_id)
            due_ms = unit.now_ms + unit.settings.accounts.erasure_days * _DAY_MS
            confirm_erasure(unit, player.id, due_ms)
            words = catalogue(player.language)
            moment = words.moment(from_ms(due_ms), unit.settings.server.time_zone)
            lead = words.text("Your account will be erased on %(moment)s.", moment=moment)
            back = words.text("Until then you can take it back on the page of your data, in your settings.")
            write_about_account(unit, player, [doc.Lead((lead,)), doc.Paragraph(back)])
            log_done(unit, player, "erase", Concerned(player.id), outcome="confirmed")
            return True

        return self._units.write(work)

    def withdraw_erasure(self, player_id: int) -> bool:
        """Take a request back; False where there is none."""

        def work(unit: UnitOfWork) -> bool:
            if not drop_erasure(unit, player_id):
                return False
            log_done(unit, get_player(unit, player_id), "erase", Concerned(player_id), outcome="taken back")
            return True

        return self._units.write(work)

    def erase(self, player_id: int) -> None:
        """Erase a person whose request is due, unless they took it back; the database's log is emptied behind it."""

        def work(unit: UnitOfWork) -> bool:
            found = find_erasure(unit, player_id)
            if found is None or found.due_ms is None or found.due_ms > unit.now_ms:
                return False
            player = get_player(unit, player_id)
            log_done(unit, player, "erase", Concerned(player_id))
            erase(unit, player)
            return True

        if self._units.write(work):
            self._units.database.empty_log()
