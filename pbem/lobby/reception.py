"""Letters that are about no one game: to a player's office, from a newcomer, and to everybody's address."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.adjudicator.confirmations import answered_ids
from pbem.adjudicator.context import Done, PlayerContext
from pbem.adjudicator.letters import (
    Closing,
    answered_mail,
    answers_lost_mail,
    own_lines,
    unread_outcome,
    unreadable_heading,
)
from pbem.adjudicator.mails.game import new_message_id
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.seat_context import Declined
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.games.compose import fates_of
from pbem.i18n import Catalogue, catalogue
from pbem.lobby import acting, registering
from pbem.lobby.commands import Confirm, OfficeCommand, Register, Show
from pbem.lobby.office import Heard, answer, answer_blocks, for_player, hear, help_blocks, send_answer
from pbem.lobby.reading import Reading, read
from pbem.lobby.verbs import FOR_NEWCOMERS
from pbem.mail.addresses import is_address
from pbem.mail.letter import Letter, Unreadable
from pbem.mail.outbox import queue_mail
from pbem.reports import document as doc
from pbem.reports.plain import text_of
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import LetterRow, MailRow, NewMail, PlayerRow, RegistrationRow


@dataclass(frozen=True)
class LookedUp:
    """The answer to a player's letter that only asks for something to read."""

    player: PlayerRow
    heading: str
    blocks: Sequence[doc.Block]


@dataclass(frozen=True)
class Visit:
    """A letter to the lobby or an office, dealt with in one transaction."""

    tx: Tx
    settings: Settings
    row: LetterRow
    now_ms: int

    def looked_up(self, letter: Letter, player: PlayerRow) -> LookedUp | None:
        """The answer to a letter for which nothing is to be done but to read; None for any other. Writes nothing."""
        readings, _lines = self._read(letter, player)
        if not acting.only_asks(readings):
            return None
        context = self.context(player, catalogue(player.language))
        heard = hear(self.tx, readings, for_player(context), context.words)
        return LookedUp(player, heard.heading, answer_blocks(context, heard))

    def apologise(self, letter: Letter | Unreadable, player: PlayerRow) -> None:
        """Tells a player that his letter broke something here."""
        words = catalogue(player.language)
        text = words.text(
            "Nothing was changed: this server failed on your letter through a fault of its own. The letter is kept, "
            "and the operator can see it."
        )
        self._write(player, doc.Paragraph(text), letter)

    def from_player(self, letter: Letter | Unreadable, player: PlayerRow, looked_up: LookedUp | None = None) -> Closing:
        """Carries out a player's letter, or sends the answer that was looked up for who the player still is."""
        words = catalogue(player.language)
        if isinstance(letter, Unreadable):
            self._write(player, doc.Paragraph(unreadable_heading(letter, words)), letter)
            return Closing(unread_outcome(letter))
        context = self.context(player, words)
        if looked_up is not None and looked_up.player == player:
            send_answer(context, looked_up.blocks, letter.message_id)
            return Closing(looked_up.heading)
        readings, lines = self._read(letter, player)
        heard = self._hear(context, readings, lines, letter)
        answer(context, heard, letter.message_id)
        return Closing(heard.heading)

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

    def from_newcomer(self, letter: Letter | Unreadable, asked: RegistrationRow) -> Closing:
        """Registers whoever answers what he was mailed, and carries out what else he asks for."""
        known = repo.player_by_address(self.tx, asked.address)
        if known is not None:
            return self.from_player(letter, known)
        words = catalogue(asked.language)
        if isinstance(letter, Unreadable):
            self._write_newcomer(asked, [doc.Lead((unreadable_heading(letter, words),))], letter)
            return Closing(unread_outcome(letter))
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
        return Closing(heard.heading)

    def from_anybody(self, letter: Letter | Unreadable) -> Closing:
        """Answers a letter to everybody's address, once a day for each address; nothing is done for it.

        Anyone may have written it, in any name: so nothing of it stands in the answer, whomever that goes to.
        """
        writer = letter.from_address
        if not is_address(writer) or registering.is_ours(self.settings, writer):
            return Closing("nobody to answer", "ignored")
        player = repo.player_by_address(self.tx, writer)
        if player is None and not registering.has_allowance(self.tx, self.settings, "lobby", self.now_ms):
            return Closing("too many strangers within an hour", "ignored")
        if not registering.may_write(self.tx, writer, self.now_ms):
            return Closing("answered within a day", "ignored")
        if player is None:
            registering.use_allowance(self.tx, "lobby", self.now_ms)
            name = _named_in(letter, self.settings)
            language = self.settings.server.language
            registering.ask(self.tx, self.settings, writer, name, language, self.now_ms, answering=letter.message_id)
            return Closing("told how to be registered")
        if player.bot is not None:
            return Closing("from a program", "ignored")
        self._point_to_own_address(letter, player)
        return Closing("pointed to the player's own address")

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


@dataclass
class _Applicant:
    """Somebody who becomes a player by the first line of his letter that says so."""

    visit: Visit
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
