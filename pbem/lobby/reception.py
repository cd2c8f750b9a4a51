"""Where every letter goes first: to the game whose seat it was sent to, to its player's office, or to everybody's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

import structlog

from pbem.adjudicator import Adjudicator
from pbem.adjudicator.confirmations import answered_ids, forget
from pbem.adjudicator.context import Done, PlayerContext
from pbem.adjudicator.letters import (
    answered_mail,
    answers_lost_mail,
    own_lines,
    unread_outcome,
    unreadable_heading,
)
from pbem.adjudicator.mails.bounces import note_bounce
from pbem.adjudicator.mails.game import new_message_id
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.seat_context import Declined
from pbem.clock import to_ms
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.games.compose import fates_of
from pbem.i18n import Catalogue, catalogue
from pbem.lobby import acting, registering
from pbem.lobby.addresses import Lobby, Own, Seat, address_of
from pbem.lobby.commands import Confirm, OfficeCommand, Register, Show
from pbem.lobby.lists import end
from pbem.lobby.office import Heard, answer, answer_blocks, for_player, hear, help_blocks, send_answer
from pbem.lobby.reading import Reading, read
from pbem.lobby.verbs import FOR_NEWCOMERS
from pbem.mail.addresses import is_address
from pbem.mail.letter import Ignored, Letter, Unreadable
from pbem.mail.outbox import queue_mail
from pbem.reports import document as doc
from pbem.reports.plain import text_of
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import LetterRow, MailRow, NewMail, PlayerRow, RegistrationRow

T = TypeVar("T")
log = structlog.get_logger(__name__)


class Reception:
    """Takes letters of all sorts, and does what becomes due outside of games. Safe to use from any thread."""

    def __init__(self, adjudicator: Adjudicator, changed: Callable[[], None] = lambda: None) -> None:
        self.adjudicator = adjudicator
        self.database = adjudicator.database
        self.clock = adjudicator.clock
        self.settings = adjudicator.settings
        self._changed = changed

    def receive(self, letter_id: int) -> None:
        """Deals with a letter of the inbox, to its end, in one transaction that writes. Raises NotFound."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            row = repo.letter(tx, letter_id)
            address = address_of(tx, self.settings, row.recipient_token, now_ms)
        if address is None or isinstance(address, Seat):
            self.adjudicator.receive(letter_id)
            return
        letter = self.adjudicator.read(row)
        with self.database.read() as tx:  # what takes long to read keeps no others from writing
            answer = _Visit(tx, self.settings, row, now_ms).looked_up(letter)
        self._write(lambda tx: _Visit(tx, self.settings, row, now_ms).receive(letter, answer))

    def apologise(self, letter_id: int) -> None:
        """Tells the sender of a letter that was shunted that it could not be dealt with. Raises NotFound."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            row = repo.letter(tx, letter_id)
            address = address_of(tx, self.settings, row.recipient_token, now_ms)
        if address is None or isinstance(address, Seat):
            self.adjudicator.apologise(letter_id)
            return
        letter = self.adjudicator.read(row)
        if isinstance(address, Own) and not isinstance(letter, Ignored):
            self._write(lambda tx: _Visit(tx, self.settings, row, now_ms).apologise(letter, address.player))

    def expire(self) -> None:
        """Closes the lists whose time is up, each in a transaction of its own."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            stale = repo.stale_lists(tx, now_ms)
        for row in stale:
            try:
                self._write(partial(self._expire, list_id=row.id, now_ms=now_ms))
            except Exception:  # one list must not keep the others waiting
                log.exception("a waiting list could not be closed", list=row.id)

    def _expire(self, tx: Tx, list_id: int, now_ms: int) -> None:
        row = repo.waiting_list(tx, list_id)
        if row is not None and row.status == "open":
            end(tx, self.settings, row, "expired", now_ms)

    def forget(self) -> None:
        """Lets go of registrations and confirmations that are too late, and of when strangers were written to."""
        now_ms = to_ms(self.clock())
        self.database.write(lambda tx: registering.forget(tx, now_ms))
        self.database.write(lambda tx: forget(tx, now_ms))

    def _write(self, work: Callable[[Tx], T]) -> T:
        result = self.database.write(work)
        self._changed()
        return result


@dataclass(frozen=True)
class _LookedUp:
    """The answer to a player's letter that only asks for something to read."""

    player: PlayerRow
    heading: str
    blocks: Sequence[doc.Block]


@dataclass(frozen=True)
class _Visit:
    """A letter to the lobby or an office, dealt with in one transaction."""

    tx: Tx
    settings: Settings
    row: LetterRow
    now_ms: int

    def looked_up(self, letter: Letter | Unreadable | Ignored) -> _LookedUp | None:
        """The answer to a letter for which nothing is to be done but to read; None for any other. Writes nothing."""
        address = address_of(self.tx, self.settings, self.row.recipient_token, self.now_ms)
        if not isinstance(letter, Letter) or not isinstance(address, Own):
            return None
        readings, _lines = self._read(letter, address.player)
        if letter.from_address != address.registered_address or not acting.only_asks(readings):
            return None
        context = self.context(address.player, catalogue(address.player.language))
        heard = hear(self.tx, readings, for_player(context), context.words)
        return _LookedUp(address.player, heard.heading, answer_blocks(context, heard))

    def receive(self, letter: Letter | Unreadable | Ignored, looked_up: _LookedUp | None) -> None:
        """Answers a letter, or rightly not; what it was sent to is looked up again, since it may have changed."""
        address = address_of(self.tx, self.settings, self.row.recipient_token, self.now_ms)
        if isinstance(letter, Ignored):
            self._close("ignored", unread_outcome(letter))
            if isinstance(address, Own):
                note_bounce(self.tx, self.row, letter, address.player.id, self.now_ms)
        elif isinstance(address, Lobby):
            self._from_anybody(letter)
        elif isinstance(address, Seat) or address is None:
            self._close("ignored", "the address is no longer in use")
        elif letter.from_address != address.registered_address:
            self._close("ignored", "not from whom the address was given to")
        elif isinstance(address, Own):
            self._from_player(letter, address.player, looked_up)
        else:
            self._from_newcomer(letter, address.registration)

    def apologise(self, letter: Letter | Unreadable, player: PlayerRow) -> None:
        """Tells a player that his letter broke something here."""
        if letter.from_address != player.address:
            return
        words = catalogue(player.language)
        text = words.text(
            "Nothing was changed: this server failed on your letter through a fault of its own. The letter is kept, "
            "and the operator can see it."
        )
        self._write(player, doc.Paragraph(text), letter)

    def _from_player(self, letter: Letter | Unreadable, player: PlayerRow, looked_up: _LookedUp | None = None) -> None:
        """Carries out a player's letter."""
        words = catalogue(player.language)
        if isinstance(letter, Unreadable):
            self._write(player, doc.Paragraph(unreadable_heading(letter, words)), letter)
            self._close("done", unread_outcome(letter))
            return
        context = self.context(player, words)
        if looked_up is not None and looked_up.player == player:
            send_answer(context, looked_up.blocks, letter.message_id)
            self._close("done", looked_up.heading)
            return
        readings, lines = self._read(letter, player)
        heard = self._hear(context, readings, lines, letter)
        answer(context, heard, letter.message_id)
        self._close("done", heard.heading)

    def _read(self, letter: Letter, player: PlayerRow) -> tuple[list[Reading], Sequence[str]]:
        """What a player's letter asks for, and its lines."""
        lines = self._lines(letter, lambda mail: mail.player_id == player.id)
        return read(lines, player.language, self.settings.terms, moderates=player.moderator), lines

    def _hear(self, context: PlayerContext, readings: list[Reading], lines: Sequence[str], letter: Letter) -> Heard:
        """Carries out a letter; one that answers a mail which the database does not know is kept for `confirm`."""
        is_lost = answers_lost_mail(self.tx, letter, self.settings.mail.domain)
        if acting.binds(readings) or (is_lost and acting.asks_to_change(readings)):
            return acting.foresee(context, readings, lines, is_lost=is_lost)
        confirmed = acting.confirm(context, readings, answered_ids(letter))
        return confirmed or hear(self.tx, readings, for_player(context), context.words)

    def _from_newcomer(self, letter: Letter | Unreadable, asked: RegistrationRow) -> None:
        """Registers whoever answers what he was mailed, and carries out what else he asks for."""
        known = repo.player_by_address(self.tx, asked.address)
        if known is not None:
            self._from_player(letter, known)
            return
        words = catalogue(asked.language)
        if isinstance(letter, Unreadable):
            self._write_newcomer(asked, [doc.Lead((unreadable_heading(letter, words),))], letter)
            self._close("done", unread_outcome(letter))
            return
        applicant = _Applicant(self, asked, words)
        lines = self._lines(letter, lambda mail: mail.sender == asked.token)
        readings = read(lines, asked.language, self.settings.terms)
        heard = hear(self.tx, readings, applicant.carry_out, words)
        if applicant.context is None or not heard.is_done:
            self._write_newcomer(asked, _to_newcomer(heard, words), letter)
        else:
            context = applicant.context
            welcome = words.text("Welcome, %(name)s: you are a player.", name=context.player.name)
            more = registering.welcome_blocks(self.tx, self.settings, context.player, words)
            answer(context, Heard(welcome, heard.lines, heard.shown, is_done=True), letter.message_id, more)
        self._close("done", heard.heading)

    def _from_anybody(self, letter: Letter | Unreadable) -> None:
        """Answers a letter to everybody's address, once a day for each address; nothing is done for it.

        Anyone may have written it, in any name: so nothing of it stands in the answer, whomever that goes to.
        """
        writer = letter.from_address
        if not is_address(writer) or registering.is_ours(self.settings, writer):
            self._close("ignored", "nobody to answer")
            return
        player = repo.player_by_address(self.tx, writer)
        if player is None and not registering.has_allowance(self.tx, self.settings, "lobby", self.now_ms):
            self._close("ignored", "too many strangers within an hour")
        elif not registering.may_write(self.tx, writer, self.now_ms):
            self._close("ignored", "answered within a day")
        elif player is None:
            registering.use_allowance(self.tx, "lobby", self.now_ms)
            name = _named_in(letter, self.settings)
            language = self.settings.server.language
            registering.ask(self.tx, self.settings, writer, name, language, self.now_ms, answering=letter.message_id)
            self._close("done", "told how to be registered")
        elif player.bot is not None:
            self._close("ignored", "from a program")
        else:
            self._point_to_own_address(letter, player)

    def _point_to_own_address(self, letter: Letter | Unreadable, player: PlayerRow) -> None:
        """Tells a player in whose name somebody wrote to everybody's address where to write instead."""
        words = catalogue(player.language)
        ways = OFFICE.fill('"{lists}", "{games}", "{help}"', player.language)
        text = words.text(
            "Someone wrote to this server's public address in your name. Nothing was done, because anyone can do that. "
            "If it was you, reply to this email with the same words: the reply goes to your own address here. You can "
            "also ask for one of these: %(ways)s.",
            ways=ways,
        )
        self._write(player, doc.Paragraph(text), letter)
        self._close("done", "pointed to the player's own address")

    def context(self, player: PlayerRow, words: Catalogue) -> PlayerContext:
        """A player as those who do something for him want him."""
        return PlayerContext(
            tx=self.tx,
            settings=self.settings,
            player=player,
            now_ms=self.now_ms,
            words=words,
            letter_id=self.row.id,
        )

    def _lines(self, letter: Letter, is_writers: Callable[[MailRow], bool]) -> tuple[str, ...]:
        return own_lines(self.tx, letter, answered_mail(self.tx, letter, is_writers))

    def _write(self, player: PlayerRow, block: doc.Block, letter: Letter | Unreadable) -> None:
        subject = catalogue(player.language).text("Your place at %(server)s", server=self.settings.server.name)
        write_to(
            self.tx, self.settings, player, "lobby", subject, [block], self.now_ms,
            answering=letter.message_id, auto="auto-replied",
        )  # fmt: skip

    def _write_newcomer(self, asked: RegistrationRow, blocks: list[doc.Block], letter: Letter | Unreadable) -> None:
        """Answers somebody who has proved his address but is no player yet; his letters come to the same token."""
        words = catalogue(asked.language)
        signature = doc.Signature(self.settings.server.name, self.settings.web.base_url)
        mail = NewMail(
            message_id=new_message_id(self.settings.mail.domain),
            game_id=None,
            seat=None,
            player_id=None,
            to_address=asked.address,
            kind="lobby",
            subject=words.text("To play at %(server)s", server=self.settings.server.name),
            text=text_of(doc.Document(words.language, (*blocks, signature))),
            in_reply_to=letter.message_id or None,
            references=letter.message_id,
            auto="auto-replied",
            position=None,
            created_ms=self.now_ms,
            sender=asked.token,
        )
        queue_mail(self.tx, self.settings, mail)

    def _close(self, status: Literal["done", "ignored"], outcome: str) -> None:
        repo.finish_letter(self.tx, self.row.id, status, outcome)


@dataclass
class _Applicant:
    """Somebody who becomes a player by the first line of his letter that says so."""

    visit: _Visit
    asked: RegistrationRow
    words: Catalogue
    context: PlayerContext | None = None

    def carry_out(self, command: OfficeCommand) -> Done:
        """Registers him, or does what he asks for as a player. Raises Declined."""
        if self.context is None:
            if isinstance(command, Show):
                return Done(())
            if not isinstance(command, Register | Confirm):
                register = OFFICE.fill("{register}", self.words.language)
                raise Declined(self.words.text('Say first who you are, as in "%(word)s Ada Lovelace".', word=register))
            name = command.name if isinstance(command, Register) else ""
            player = registering.register(self.visit.tx, self.asked, name, self.words, self.visit.now_ms)
            self.context = self.visit.context(player, self.words)
        return for_player(self.context)(command)


def _to_newcomer(heard: Heard, words: Catalogue) -> list[doc.Block]:
    """What became of a letter by which nobody was registered, and how it is done."""
    fates = fates_of(heard.lines, words)
    letter: list[doc.Block] = [doc.Heading(words.text("Your letter, line by line")), fates] if fates.lines else []
    return [doc.Lead((heard.heading,)), *letter, *help_blocks(words, FOR_NEWCOMERS)]


def _named_in(letter: Letter | Unreadable, settings: Settings) -> str:
    """The name under which a stranger's letter asks to be registered; "" where it names none."""
    if isinstance(letter, Unreadable):
        return ""
    language = settings.server.language
    readings = read(letter.parted.spaced, language, settings.terms)
    commands = (command for reading in readings for command in reading.commands)
    return next((command.name for command in commands if isinstance(command, Register)), "")
