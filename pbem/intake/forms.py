"""Forms of players who are signed in, and games that visitors and players begin at once. Each is one transaction."""

import threading
import time
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial
from typing import Final, TypeVar

from pbem.adjudicator.context import Answer, Done, PlayerContext
from pbem.adjudicator.correspondence import bounces, ignored_letters, optional_mail
from pbem.adjudicator.mails.digest import choose_reports
from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.previews import Seen, Trial, look, try_out
from pbem.adjudicator.seats import absences, addresses, vacancies
from pbem.adjudicator.service import OrdersForm, answer_command, answer_form, judge_form, play_bot
from pbem.adjudicator.sessions import load_game
from pbem.chance import chance, repeated
from pbem.commands.orders.seat_command import SeatCommand
from pbem.i18n import Catalogue, catalogue
from pbem.intake.addresses import get_seat_of
from pbem.intake.units import UnitOfWorkFactory
from pbem.lobby import practice, registering
from pbem.lobby.commands import OfficeCommand
from pbem.lobby.office import for_player
from pbem.log import LazyLog
from pbem.reports.document import Message
from pbem.store import AddressTaken, NotFound, Tx, UnitOfWork
from pbem.store.accounts.addresses import change_address, use_address_change
from pbem.store.games.game import GameRow
from pbem.store.games.proposals import clear_draft, find_draft
from pbem.store.games.seats import list_seat_contacts, list_seats
from pbem.store.mail.ignored import find_ignored_letter_marked
from pbem.store.mail.outbox import Topic
from pbem.store.mail.postbox import UnsubscriptionRow, set_wanted
from pbem.store.players.blocks import find_blocked
from pbem.store.players.player import PlayerRow, find_player_by_address, get_player, set_language
from pbem.store.players.preferences import Preferences
from pbem.store.players.registrations import find_registration, list_unused_registrations, use_registration
from rules_core.kernel.definition import Choose

T = TypeVar("T")

DAILY: Final = 3
"""Links by which to register that an address is mailed in a day, while nobody uses one."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)


class Forms:
    """Takes what players send from pages. Safe to use from any thread.

    Whatever names a game raises NotFound where there is none, or the player has no seat in it, or has it no more.
    """

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    # For a seat

    def look(self, game_id: int, seat: int | None) -> Seen:
        """A game as a seat, or a spectator (None), may see it."""
        with self._units.read() as unit:
            return look(unit, game_id, seat)

    def try_out(self, game_id: int, seat: int, text: str) -> Trial:
        """Try out orders, of which nothing is kept; up to the first roll."""
        with self._units.read() as unit:
            words = catalogue(list_seat_contacts(unit, game_id)[seat].language)
            return try_out(unit, game_id, seat, text, words)

    def report(self, game_id: int, seat: int | None, language: str) -> Message:
        """The position as a seat, or a spectator (None), may see it."""
        with self._units.read() as unit:
            composer = MailComposer(unit, load_game(unit, game_id), by_mail=False)
            return composer.status_for(seat, catalogue(language))

    def submit(
        self,
        game_id: int,
        player_id: int,
        text: str,
        *,
        position: int | None,
        sure: bool = False,
    ) -> Answer:
        """Orders typed into a page that showed the game at `position`: judged on a snapshot, then written.

        `sure`: the page has shown what these very orders would do, and they are sent once more to confirm them.
        """
        form = OrdersForm(text, position, sure)
        with self._units.database.reading_once():
            with self._units.read() as unit:
                judge_form(unit, game_id, get_seat_of(unit, game_id, player_id), form)
                now_ms = unit.now_ms
            return self._units.write(
                lambda unit: answer_form(unit, game_id, get_seat_of(unit, game_id, player_id), form),
                now_ms=now_ms,
                game_id=game_id,
            )

    def discard_draft(self, game_id: int, player_id: int, text: str) -> None:
        """Throw away the orders that wait for the player to confirm them, if they still are those of `text`."""

        def work(tx: Tx) -> None:
            seat = get_seat_of(tx, game_id, player_id)
            draft = find_draft(tx, game_id, seat)
            if draft is not None and draft.text == text:
                clear_draft(tx, game_id, seat)

        self._units.database.write(work, game_id=game_id)

    def ask(self, game_id: int, player_id: int, command: SeatCommand) -> list[str]:
        """Do what a player asks beside orders; returns the words of the answer to a letter. Raises Refused too."""

        def work(unit: UnitOfWork) -> list[str]:
            return answer_command(unit, game_id, get_seat_of(unit, game_id, player_id), command)

        return self._units.write(work, game_id=game_id)

    def resign(self, game_id: int, player_id: int) -> list[str]:
        """Give up a player's seat; returns what they are told. Raises Refused too."""
        return self._units.write(lambda unit: vacancies.resign(unit, game_id, player_id), game_id=game_id)

    def take_seat(self, game_id: int, seat: int, player_id: int) -> list[str]:
        """Give a player a seat that they are offered or may have; returns what they are told. Raises Refused too."""

        def work(unit: UnitOfWork) -> list[str]:
            if seat >= len(list_seats(unit, game_id)):
                raise NotFound("seat", (game_id, seat))
            return vacancies.take(unit, game_id, seat, player_id)

        return self._units.write(work, game_id=game_id)

    # For an office

    def do(self, player: PlayerRow, command: OfficeCommand, words: Catalogue) -> Done:
        """Do what a line of a letter to the player's own address would ask for. Raises Refused."""

        def work(unit: UnitOfWork) -> Done:
            context = PlayerContext(unit=unit, player=player, words=words)
            return for_player(context)(command)

        return self._units.write(work)

    def end_absence(self, player_id: int, first_day: str) -> list[str]:
        """End a player's absence that begins on a day, or take it back; returns what they are told."""
        return self._units.write(lambda unit: absences.take_back(unit, player_id, first_day))

    def renew_address(self, player_id: int, game_id: int | None, *, renews: bool) -> None:
        """Renew, or only mail, the address of a player's account, or of their seat in a game. Raises Refused too."""

        def work(unit: UnitOfWork) -> None:
            if game_id is not None:
                seat = get_seat_of(unit, game_id, player_id)
                if renews:
                    addresses.renew_seat_address(unit, game_id, seat, by=player_id)
                else:
                    addresses.send_seat_address(unit, game_id, seat)
            elif renews:
                addresses.renew_account_address(unit, player_id, by_owner=True)
            else:
                addresses.send_account_address(unit, player_id)

        self._units.write(work)

    def change_address(self, token: str, tell: Callable[[Tx, PlayerRow, str], None]) -> bool:
        """Move a player to the mail address that a link was mailed to; False where the link works no more.

        `tell` is given the player as they were, and the new address.
        """

        def work(unit: UnitOfWork) -> bool:
            change = use_address_change(unit, token, unit.now_ms)
            if change is None or find_blocked(unit, change.address) is not None:
                return False
            before = get_player(unit, change.player_id)
            bounces.resume(unit, before.id)  # what waits goes to the new address
            try:
                change_address(unit, before.id, change.address, session_id=change.session_id)
            except AddressTaken:
                return False
            tell(unit, before, change.address)
            return True

        return self._units.write(work)

    def deal_with_letter(self, player: PlayerRow, mark: str, words: Catalogue) -> None:
        """Have a letter of a player's own dealt with that was not read. Raises Refused."""

        def work(unit: UnitOfWork) -> None:
            found = find_ignored_letter_marked(unit, player.id, mark)
            ignored_letters.deal_with(unit, found, words, unit.now_ms)

        self._units.write(work)

    def mails_arrive(self, player_id: int) -> bool:
        """Send mails to a player again, who says that they arrive; False where they were sent all the time."""
        return self._units.write(lambda unit: bounces.resume(unit, player_id))

    def unsubscribe(self, token: str) -> UnsubscriptionRow | None:
        """End the kind of mail that a link stands for; None where the link is worth nothing."""
        return self._units.write(lambda unit: optional_mail.end(unit, token))

    def subscribe_again(self, token: str) -> UnsubscriptionRow | None:
        """Undo what a link has ended; None where the link is worth nothing."""
        return self._units.write(lambda unit: optional_mail.undo(unit, token))

    def choose(
        self, player_id: int, language: str, chosen: Preferences, wanted: Collection[Topic] | None = None
    ) -> None:
        """Keep the language that a player is written to in, and how and when; and what else is `wanted` by mail.

        Raises NotFound.
        """

        def work(unit: UnitOfWork) -> None:
            set_language(unit, player_id, language)
            choose_reports(unit, player_id, chosen)
            for topic in optional_mail.CHOSEN if wanted is not None else ():
                set_wanted(unit, player_id, topic, on=topic in (wanted or ()))

        self._units.write(work)

    # For the lobby

    def ask_to_register(self, name: str, address: str, language: str, invite: Callable[[Tx], None]) -> bool:
        """Mail a link to an address; False where the hour's allowance is used up, of which players take a share too.

        To a player's address goes what `invite` mails.
        """

        def work(unit: UnitOfWork) -> bool:
            if not registering.has_allowance(unit, "web"):
                return False
            registering.use_allowance(unit, "web")
            if find_player_by_address(unit, address) is not None:
                invite(unit)
            elif len(list_unused_registrations(unit, address, unit.now_ms - _DAY_MS, unit.now_ms)) < DAILY:
                registering.ask(unit, address, name, language)
            return True

        return self._units.write(work)

    def register(
        self, token: str, name: str, words: Catalogue, admit: Callable[[Tx, PlayerRow], T]
    ) -> tuple[PlayerRow, T] | None:
        """Register the holder of a token, unless they are registered, and sign them in by `admit`; return both.

        None where the token is none, or was used. Raises Refused.
        """

        def work(unit: UnitOfWork) -> tuple[PlayerRow, T] | None:
            registration = find_registration(unit, token, unit.now_ms)
            if registration is None or registration.used_ms is not None:
                return None
            is_new = find_player_by_address(unit, registration.address) is None
            player = registering.register(unit, registration, name, words)
            if is_new:
                registering.welcome(unit, player)
            else:
                use_registration(unit, token, unit.now_ms)
            return None if player.bot is not None else (player, admit(unit, player))

        return self._units.write(work)


log = LazyLog(__name__)


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
                if is_late or not self._units.write(
                    partial(_play, game_id=game_id, begin=repeated(draw)), game_id=game_id
                ):
                    return
        except Exception:  # whatever is wrong with a program, what its player did before is done and is to be shown
            log.exception("bots could not play at once", game=game_id)
        finally:
            self._playing.release()


def _play(unit: UnitOfWork, *, game_id: int, begin: Callable[[], Choose]) -> bool:
    return play_bot(unit, game_id, begin())
