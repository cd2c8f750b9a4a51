"""Services for moderators and the operator, for pages and commands: previews and acts, games, players, restores."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from pbem.adjudicator.audit import NOBODY, Concerned, log_done
from pbem.adjudicator.correspondence import ignored_letters
from pbem.adjudicator.extensions import extend_freely
from pbem.adjudicator.mails.digest import choose_reports
from pbem.adjudicator.opening import open_game, report_beginning
from pbem.adjudicator.seats.addresses import renew_account_address, renew_seat_address
from pbem.clock import Pace
from pbem.games.presentation import USUAL
from pbem.i18n import Catalogue
from pbem.intake.addresses import get_seat_of
from pbem.intake.units import UnitOfWorkFactory, notice_damage
from pbem.lobby.lists import end
from pbem.lobby.names import check_free
from pbem.lobby.restoring import recover
from pbem.mail.sending.outgoing import new_message_id
from pbem.moderation.context import ModeratorContext
from pbem.moderation.form_command import FormCommand
from pbem.moderation.letters import MovedOn, Preview, Stale, carry_out, preview
from pbem.store import AddressTaken, UnitOfWork
from pbem.store.accounts.addresses import sign_out_everywhere
from pbem.store.games.game import find_game_by_tag
from pbem.store.games.waiting_lists import find_waiting_list
from pbem.store.mail.ignored import find_ignored_letter
from pbem.store.mail.outbox import Topic, resend_mail
from pbem.store.mail.postbox import set_wanted
from pbem.store.mail.sending import end_mail_hold, list_failed_mail
from pbem.store.players.blocks import find_blocked
from pbem.store.players.player import Bot, add_player, find_player_by_address, get_player
from pbem.store.players.preferences import Preferences, get_preferences
from pbem.store.row_map import MOST_BEGINNINGS
from pbem.store.service.server import Marked
from pbem.terms import Terms
from rules_core.kernel.codec import BadRecord

__all__ = ["Moderators", "Preview", "Stale"]

T = TypeVar("T")


class Moderators:
    """Does what moderators and the operator (None) ask for. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    @contextmanager
    def reading(self, player_id: int | None) -> Iterator[ModeratorContext]:
        """The context in which an act is read, on one snapshot. Raises NotFound where there is no such player."""
        with self._units.read() as unit:
            yield _context(unit, player_id)

    def preview(self, player_id: int | None, act: FormCommand) -> Preview:
        """Preview an act, on one snapshot; damage to its game that was not known is noticed.

        Raises Refused, and NotFound where there is no such player.
        """
        try:
            with self._units.read() as unit:
                return preview(_context(unit, player_id), act)
        except BadRecord:
            with self._units.read() as unit:
                game = find_game_by_tag(unit, getattr(act, "tag", ""))
            if game is None or game.damaged_ms is not None or not notice_damage(self._units, game.id):
                raise
        return self.preview(player_id, act)

    def carry_out(self, player_id: int | None, act: FormCommand, state: str | None) -> tuple[str, ...]:
        """Judge an act as a preview does, then do it, and return what was done, in sentences.

        Where the game moves on in between, the act is judged again. `state` is that of the preview; None does the act
        without one. Raises Refused, Stale where things are no longer as they were previewed, and NotFound where there
        is no such player.
        """
        with self._units.database.reading_once():
            for _ in range(MOST_BEGINNINGS):
                judged = self.preview(player_id, act)
                if state not in (None, judged.state):
                    raise Stale(judged)
                with suppress(MovedOn):
                    done = self._units.write(partial(_carry_out, player_id=player_id, act=act, judged=judged))
                    if act.leaves_traces:
                        self._units.database.empty_log()
                    return done
        raise RuntimeError("things move on faster than an act is judged")


def _carry_out(unit: UnitOfWork, player_id: int | None, act: FormCommand, judged: Preview) -> tuple[str, ...]:
    return carry_out(_context(unit, player_id), act, judged)


def _context(unit: UnitOfWork, player_id: int | None) -> ModeratorContext:
    return ModeratorContext.of(unit, None if player_id is None else get_player(unit, player_id))


class Operator:
    """Does what the operator asks for at the command line. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    def _do(
        self,
        command: str,
        work: Callable[[UnitOfWork], T],
        concerned: Concerned = NOBODY,
        facts: Mapping[str, object] = MappingProxyType({}),
    ) -> T:
        """Do work in one transaction, in which the audit log has it as a command; what is refused leaves no trace."""

        def logged(unit: UnitOfWork) -> T:
            result = work(unit)
            log_done(unit, None, command, concerned, facts)
            return result

        return self._units.write(logged)

    def open_game(
        self,
        name: str,
        players: Sequence[int],
        options: Mapping[str, str],
        *,
        kind: str = USUAL,
        terms: Terms | None = None,
        seed: bytes | None = None,
        salts: Sequence[str] | None = None,
    ) -> int:
        """Open a game for these players and mail each the first report; return its id. Raises BadOptions.

        `terms` are by default those of the settings.
        """

        def work(unit: UnitOfWork) -> int:
            game_id = open_game(
                unit,
                name=name,
                kind=kind,
                options=options,
                players=players,
                salts=salts,
                seed=seed,
                terms=terms or unit.settings.terms,
                domain=unit.settings.mail.domain,
            )
            report_beginning(unit, game_id)
            log_done(unit, None, "new", Concerned(game_id=game_id))
            return game_id

        return self._units.write(work)

    def extend(self, game_id: int, by: Pace, reason: str) -> int:
        """Put a game's deadline off, which everybody is told; return the new one in milliseconds since the epoch.

        Raises NotFound and NothingToExtend.
        """
        concerned = Concerned(game_id=game_id)
        return self._do("extend", lambda unit: extend_freely(unit, game_id, by, reason), concerned)

    def close_list(self, list_id: int) -> bool:
        """Close a waiting list, and tell those who wait on it; False where it is not open."""

        def work(unit: UnitOfWork) -> bool:
            row = find_waiting_list(unit, list_id)
            if row is None or row.status not in ("open", "full"):
                return False
            end(unit, row, "closed")
            log_done(unit, None, "close", facts={"list_id": list_id})
            return True

        return self._units.write(work)

    def add_player(self, name: str, address: str, language: str, bot: Bot | None = None) -> int:
        """Register a player, whose name can be one; returns their id. Raises AddressTaken, and BadName."""

        def work(unit: UnitOfWork) -> int:
            if find_player_by_address(unit, address) is not None or find_blocked(unit, address) is not None:
                raise AddressTaken(address)
            check_free(unit, name)
            player_id = add_player(unit, name, address, language, unit.now_ms, bot)
            log_done(unit, None, "add", Concerned(player_id))
            return player_id

        return self._units.write(work)

    def choose(
        self,
        player_id: int,
        change: Callable[[Preferences], Preferences],
        wanted: Mapping[Topic, bool | None] = MappingProxyType({}),
    ) -> None:
        """Change how a player is written to, and what else is `wanted` by mail; None leaves it as it is.

        Raises NotFound.
        """

        def work(unit: UnitOfWork) -> None:
            choose_reports(unit, player_id, change(get_preferences(unit, player_id)))
            for topic, on in wanted.items():
                if on is not None:
                    set_wanted(unit, player_id, topic, on=on)

        self._do("set", work, Concerned(player_id))

    def renew_address(self, player_id: int, game_id: int | None = None) -> None:
        """Renew the address of a player's account, or of their seat in a game, and mail it.

        Raises Refused, and NotFound where they have no seat in the game.
        """

        def work(unit: UnitOfWork) -> None:
            if game_id is None:
                renew_account_address(unit, player_id, by_owner=False)
            else:
                renew_seat_address(unit, game_id, get_seat_of(unit, game_id, player_id), by=None)

        self._do("renew", work, Concerned(player_id, game_id))

    def sign_out(self, player_id: int) -> None:
        """Sign a player out everywhere; links that were mailed and not used are void."""
        self._do("sign-out", lambda unit: sign_out_everywhere(unit, player_id, unit.now_ms), Concerned(player_id))

    def deal_with_letter(self, letter_id: int, words: Catalogue) -> None:
        """Have a letter dealt with that was not read, by the running server. Raises Refused."""

        def work(unit: UnitOfWork) -> None:
            ignored_letters.deal_with(unit, find_ignored_letter(unit, letter_id), words, unit.now_ms)

        self._do("deal", work, facts={"letter_id": letter_id})

    def send_again(self, mail_id: int | None) -> int:
        """Make a mail due again, or (None) all that were given up; return how many. Raises NotFound."""

        def work(unit: UnitOfWork) -> int:
            chosen = list_failed_mail(unit) if mail_id is None else [mail_id]
            for one in chosen:
                resend_mail(unit, one, unit.now_ms, new_message_id(unit.settings.mail.domain))
            return len(chosen)

        return self._do("resend", work, facts={"mail_id": mail_id})

    def release_mails(self) -> bool:
        """End the hold of the outbox; False where no mails are held."""
        return self._do("release mails", end_mail_hold)

    def recover(self, mark: Marked) -> list[str]:
        """Put a restored database into service; returns the tags of games that are left as they were (`recover`)."""
        return self._do("restore", lambda unit: recover(unit, mark))
