"""Letters that are about no one game: to a player's office, done at once or kept, from a newcomer, or to everybody.

Letters are kept first that ask for what cannot be undone, or answer a mail of ours that the database does not know.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.adjudicator import confirmations
from pbem.adjudicator.antecedents import MailReader, note_changed_id
from pbem.adjudicator.confirmations import Evidence, Requester, Unconfirmed, answered_ids
from pbem.adjudicator.context import Done, PlayerContext, Refused
from pbem.adjudicator.correspondence.endings import LetterWriter, learn, writer_of
from pbem.adjudicator.correspondence.letter_contents import find_seat_named
from pbem.adjudicator.letters import (
    LetterEffect,
    LetterOutcome,
    broken_letter_heading,
    inbox_outcome,
)
from pbem.adjudicator.mails.player import write_about_account
from pbem.adjudicator.service import answer_letter, holds_orders
from pbem.commands.vocabulary import OFFICE
from pbem.games.compose import fates_of
from pbem.i18n import Catalogue, catalogue
from pbem.lobby import registering
from pbem.lobby.commands import Confirm, OfficeCommand, Register, Search, Show
from pbem.lobby.fields import ListName
from pbem.lobby.office import (
    CarryOut,
    LetterResult,
    answer,
    answer_blocks,
    for_player,
    handle_lines,
    help_blocks,
    send_answer,
)
from pbem.lobby.office_text import AccountWriter, OfficeLines, OfficeText, read_text
from pbem.lobby.reading import OfficeLine, language_of, read
from pbem.lobby.verbs import FOR_NEWCOMERS
from pbem.lobby.ways_to_write import ask_what_for
from pbem.mail.proof_codes import codes_in
from pbem.mail.reading.headers import Automatic
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.moderation import letters
from pbem.moderation.lines import ModeratorLine, ModeratorQuery
from pbem.naming import is_address
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.games.proposals import find_draft
from pbem.store.games.seats import SeatContact
from pbem.store.games.waiting_lists import list_names_for
from pbem.store.mail.inbox import LetterRow, get_letter
from pbem.store.mail.outbox import find_mail_by_message_id
from pbem.store.players.blocks import find_block, find_blocked, note_block_answered
from pbem.store.players.player import PlayerRow, find_player_by_address, get_player
from pbem.store.players.registrations import ConfirmationRow, RegistrationRow, find_confirmation

_KeptLetter: TypeAlias = tuple[tuple[OfficeLine, ...], letters.LetterCommands]
_LINK: Final = re.compile(r"://|\bwww\.|\w\.[^\W\d]{2}", re.IGNORECASE)
"""What mail programs make links of."""


def binds(readings: Sequence[OfficeLine]) -> bool:
    """Whether a letter asks for an act of a moderator, or for another address."""
    return any(command.is_binding for command in _commands(readings))


def asks_to_change(readings: Sequence[OfficeLine]) -> bool:
    """Whether a letter can be read and asks for more than something to read, or to be confirmed."""
    is_clear = not any(reading.kind == "fault" for reading in readings)
    asking = (Show, ModeratorQuery, Confirm)
    return is_clear and any(not isinstance(command, asking) for command in _commands(readings))


def only_asks(readings: Sequence[OfficeLine]) -> bool:
    """Whether nothing is to be done for a letter but to answer it."""
    return all(isinstance(command, Show | ModeratorQuery) for command in _commands(readings))


def preview_lines(
    context: PlayerContext, readings: Sequence[OfficeLine], lines: Sequence[str], *, is_lost: bool = False
) -> LetterResult:
    """Tell what a letter would do, and keep it for `confirm` where all of it can be done.

    `is_lost` says that it answers a mail of ours that the database does not know.
    """
    heading = context.words.text("Nothing was done yet. Here is what would be done. Reply `confirm` to do it.")
    text, player = _not_known(context.words) if is_lost else heading, context.player
    names = list_names_for(context.unit, player.id, player.address)
    return _preview(context, readings, "\n".join(lines), text, names)


def confirm(
    context: PlayerContext, readings: Sequence[OfficeLine], answered: Sequence[str], quoted: Sequence[str] = ()
) -> LetterResult | None:
    """Carry out an earlier letter, if this one confirms it and nothing has changed since.

    Else preview it anew, and keep that. None where this letter asks for anything but `confirm`, or nothing waits.
    `answered` are the Message-IDs that it answers, the newest first, `quoted` the codes in what it quotes.
    """
    match _commands(readings):
        case [Confirm(code)]:
            evidence = Evidence(code, tuple(answered), tuple(quoted))
        case _:
            return None
    words, player = context.words, context.player
    found = Requester(context.unit, player.id).redeem(evidence)
    if found == "nothing":
        return None
    if not isinstance(found, ConfirmationRow):
        return handle_lines(context.unit, readings, _declining(context, found), words)
    state, _, named = found.state.partition("\n")
    names = tuple((name, number) for name, number in json.loads(named or "[]"))
    reader = OfficeLines(player.language, context.unit.settings.terms, player.moderator, names)

    def read_kept(lines: Sequence[str]) -> _KeptLetter:
        lines_read = context.unit.compute(OfficeLines.read, reader, tuple(lines))
        return lines_read, letters.LetterCommands(context, _commands(lines_read))

    has_changed = words.text(
        "Nothing was done: things have changed since you saw what would be done. Here is what would be done now. "
        "Reply `confirm` to do it."
    )
    return confirmations.resume(
        found.text,
        read_kept,
        lambda kept: None if kept[1].state() == state else has_changed,
        lambda kept: handle_lines(context.unit, kept[0], _carry_out_kept(context, kept[1]), words),
        lambda kept, why: _preview(context, kept[0], found.text, why, names),
    )


def _not_known(words: Catalogue) -> str:
    return words.text(
        "Nothing was done: you replied to an email that this server does not know, perhaps because it was restored "
        "from a backup. Here is what would be done now. Reply `confirm` to do it."
    )


def _preview(
    context: PlayerContext, readings: Sequence[OfficeLine], text: str, heading: str, names: Sequence[ListName]
) -> LetterResult:
    """Tell what lines would do, and keep them with the numbers of the lists named: a name may be another's by then."""
    acts = letters.LetterCommands(context, _commands(readings))
    meant = {getattr(command, "list_id", None) for command in _commands(readings)}
    state = f"{acts.state()}\n{json.dumps([one for one in names if one[1] in meant])}"
    result = handle_lines(context.unit, readings, _carry_out_for_preview(context, acts), context.words, preview=heading)
    if not result.can_be_done:
        return result
    challenge = Requester(context.unit, context.player.id).ask(text, state, context.letter_id)
    return replace(result, challenge=challenge)


def _carry_out_for_preview(context: PlayerContext, acts: letters.LetterCommands) -> CarryOut:
    """The function that previews a line behind those before it; whatever is done for it is undone."""

    def carry_out(command: OfficeCommand) -> Done:
        if isinstance(command, ModeratorLine):
            return acts.preview(command)
        acts.settle()
        return letters.look(context, command) if isinstance(command, ModeratorQuery) else command.preview(context)

    return carry_out


def _carry_out_kept(context: PlayerContext, acts: letters.LetterCommands) -> CarryOut:
    do = for_player(context)
    return lambda command: acts.carry_out(command) if isinstance(command, ModeratorLine) else do(command)


def _declining(context: PlayerContext, why: Unconfirmed) -> CarryOut:
    def carry_out(_command: OfficeCommand) -> Done:
        raise Refused(confirmations.explain(why, context.words))

    return carry_out


def _commands(readings: Sequence[OfficeLine]) -> list[OfficeCommand]:
    return [command for reading in readings for command in reading.orders]


def _effect_of(readings: Sequence[OfficeLine], result: LetterResult) -> LetterEffect:
    if result.is_done and not only_asks(readings):
        return "change"
    asks = any(not isinstance(command, Confirm) for command in _commands(readings))
    return "question" if asks and (result.is_done or result.can_be_done) else "nothing"


@dataclass(frozen=True)
class LookedUp:
    """The answer to a player's letter that only asks for something to read."""

    player: PlayerRow
    heading: str
    blocks: Sequence[doc.Block]
    effect: LetterEffect = "question"


@dataclass(frozen=True)
class ReceivedLetter:
    """A letter to the lobby or an office, dealt with in one transaction."""

    unit: UnitOfWork
    row: LetterRow

    def asks_for_something(
        self, letter: Letter, player: PlayerRow | None, registration: RegistrationRow | None
    ) -> bool:
        """Whether a letter's own lines ask for anything, or try to: those of a player, or of a newcomer who was told to
        answer.
        """
        if player is not None:
            readings = self._read(letter, player).readings
        elif registration is not None:
            readings = self._read_newcomers(letter, registration).readings
        else:
            return False
        is_strict = letter.doubt is Automatic.SUBJECT
        return any(reading.orders or (reading.fault and not is_strict) for reading in readings)

    def read(self, letter: Letter, to: PlayerRow | RegistrationRow) -> None:
        """Read a letter of a player or a newcomer beforehand, so that `from_...` finds it read."""
        if isinstance(to, PlayerRow):
            text = self._read(letter, to)
            letters.LetterCommands(self.context(to, catalogue(to.language)), _commands(text.readings))
        else:
            self._read_newcomers(letter, to)

    def looked_up(self, letter: Letter, player: PlayerRow) -> LookedUp | None:
        """The answer to a letter for which nothing is to be done but to read; None for any other. Writes nothing."""
        text = self._read(letter, player)
        readings = text.readings
        if not only_asks(readings):
            return None
        context = self.context(player, catalogue(player.language))
        result = _with_contents(
            handle_lines(self.unit, readings, for_player(context), context.words), text, context.words
        )
        return LookedUp(player, result.heading, answer_blocks(context, result), _effect_of(readings, result))

    def apologise(self, letter: Letter | BrokenLetter, player: PlayerRow) -> None:
        """Tell a player that their letter broke something here."""
        words = catalogue(player.language)
        text = words.text(
            "Nothing was changed: something went wrong on our side. Your message is kept, and the operator can see it."
        )
        self._write(player, [doc.Paragraph(text)], letter)

    def from_player(
        self, letter: Letter | BrokenLetter, player: PlayerRow, looked_up: LookedUp | None = None
    ) -> LetterOutcome:
        """Carry out a player's letter, or send the answer that was looked up, if the player has not changed since."""
        words = catalogue(player.language)
        if isinstance(letter, BrokenLetter):
            self._write(player, [doc.Paragraph(broken_letter_heading(letter, words))], letter)
            return LetterOutcome(inbox_outcome(letter))
        context = self.context(player, words)
        if looked_up is not None and looked_up.player == player:
            send_answer(context, looked_up.blocks, letter.message_id)
            return LetterOutcome(looked_up.heading, effect=looked_up.effect)
        text = self._read(letter, player)
        if text.answered.is_rewritten:
            note_changed_id(self.unit, answered_ids(letter)[0])
        result = _with_contents(self._handle(context, text, letter), text, words)
        learn(self.unit, player.id, text.trimmed)
        answer(context, result, letter.message_id)
        return LetterOutcome(result.heading, effect=_effect_of(text.readings, result))

    def _read(self, letter: Letter, player: PlayerRow) -> OfficeText:
        writer = AccountWriter(
            player.language,
            MailReader(lambda mail: mail.player_id == player.id, player.token, player.id),
            writer_of(self.unit, player.id, player.name, letter.from_name),
            player.moderator,
            tuple(list_names_for(self.unit, player.id, player.address)),
        )
        return read_text(self.unit, letter, writer)

    def _read_newcomers(self, letter: Letter, registration: RegistrationRow) -> OfficeText:
        names = LetterWriter((registration.name, letter.from_name, _named_in(self.unit, letter)))
        lists = tuple(list_names_for(self.unit, 0, registration.address))
        reader = MailReader(lambda mail: mail.sender == registration.token, registration.token)
        writer = AccountWriter(registration.language, reader, names, lists=lists)
        return read_text(self.unit, letter, writer)

    def _handle(self, context: PlayerContext, text: OfficeText, letter: Letter) -> LetterResult:
        readings, is_lost = text.readings, text.answered.is_lost
        if binds(readings) or (is_lost and asks_to_change(readings)):
            return preview_lines(context, readings, text.trimmed.lines, is_lost=is_lost)
        confirmed = confirm(context, readings, answered_ids(letter), codes_in(text.written.quoted))
        return confirmed or handle_lines(self.unit, readings, for_player(context), context.words)

    def from_newcomer(self, letter: Letter | BrokenLetter, registration: RegistrationRow) -> LetterOutcome:
        """Register the newcomer who answers a registration mail, and carry out the rest of their letter."""
        known = find_player_by_address(self.unit, registration.address)
        if known is not None:
            return self.from_player(letter, known)
        if isinstance(letter, Letter):
            registration = replace(registration, language=language_of(letter.parted.spaced, registration.language))
        words = catalogue(registration.language)
        if isinstance(letter, BrokenLetter):
            blocks: list[doc.Block] = [doc.Lead((broken_letter_heading(letter, words),))]
            registering.write_to_newcomer(self.unit, registration, blocks, letter.message_id)
            return LetterOutcome(inbox_outcome(letter))
        applicant, text = _Applicant(self, registration, words), self._read_newcomers(letter, registration)
        result = _with_contents(handle_lines(self.unit, text.readings, applicant.carry_out, words), text, words)
        if applicant.context is None or not result.is_done:
            blocks = _to_newcomer(result, words)
            registering.write_to_newcomer(self.unit, registration, blocks, letter.message_id)
        else:
            context = applicant.context
            learn(self.unit, context.player.id, text.trimmed)
            welcome = words.text("Welcome, %(name)s! You're ready to play.", name=context.player.name)
            more = registering.welcome_blocks(self.unit, context.player, words)
            answer(context, replace(result, heading=welcome), letter.message_id, more)
        return LetterOutcome(result.heading, effect=_effect_of(text.readings, result))

    def from_anybody(self, letter: Letter | BrokenLetter) -> LetterOutcome:
        """Answer a letter to everybody's address, once a day for each address; nothing is done for it.

        Anyone may have written it, in any name: so nothing of it stands in the answer, whomever that goes to, but
        orders for a game that its subject names, which their player is asked to confirm.
        """
        writer = letter.from_address
        if not is_address(writer) or registering.is_ours(self.unit.settings, writer):
            return LetterOutcome("nobody to answer", "ignored")
        blocked = find_blocked(self.unit, writer)
        if blocked is not None:
            return self._refuse_blocked(blocked, writer, letter)
        player = find_player_by_address(self.unit, writer)
        if player is None and not registering.has_allowance(self.unit, "lobby"):
            return LetterOutcome("too many strangers within an hour", "ignored")
        is_asked = player is not None and bool(self.unit.settings.mail.mailbox)  # who may have forgotten a code
        if not is_asked and not registering.may_write(self.unit, writer):
            return LetterOutcome("answered within a day", "ignored")
        if player is None:
            registering.use_allowance(self.unit, "lobby")
            name = _named_in(self.unit, letter)
            lines = letter.parted.spaced if isinstance(letter, Letter) else []
            language = language_of(lines, self.unit.settings.server.language)
            registering.ask(self.unit, writer, name, language, answering=letter.message_id)
            return LetterOutcome("told how to be registered")
        if player.bot is not None:
            return LetterOutcome("from a program", "ignored")
        contact = self._seat_named(letter, player)
        if contact is not None:
            return answer_letter(self.unit, self.row, letter, contact, in_doubt=True)
        if is_asked:
            self._write(player, ask_what_for(self.unit, player, catalogue(player.language)), letter)
            return LetterOutcome("asked what it is for")
        self._point_to_own_address(letter, player)
        return LetterOutcome("pointed to the player's own address")

    def _refuse_blocked(self, player_id: int, writer: str, letter: Letter | BrokenLetter) -> LetterOutcome:
        """Answer somebody who writes from a blocked mailbox, once for all that come from it."""
        block = find_block(self.unit, player_id)
        if block is None or not block.is_told or block.answered_ms is not None:
            return LetterOutcome("from a blocked mailbox", "ignored")
        note_block_answered(self.unit, player_id, self.unit.now_ms)
        registering.refuse_blocked(self.unit, writer, get_player(self.unit, player_id).language, letter.message_id)
        return LetterOutcome("told that the account is blocked")

    def _seat_named(self, letter: Letter | BrokenLetter, player: PlayerRow) -> SeatContact | None:
        """The seat that a letter holds orders for, by the game that its subject names; None where that is for none.

        Orders that wait for the player to confirm them go first: nobody who writes in their name can have them
        forgotten. Nor can anybody have us mail links.
        """
        if isinstance(letter, BrokenLetter) or any(_LINK.search(line) for line in letter.lines):
            return None
        if any(
            find_mail_by_message_id(self.unit, one) is not None for one in answered_ids(letter)
        ):  # of an address given up
            return None
        contact = find_seat_named(self.unit, player.id, letter.subject)
        if contact is None or find_draft(self.unit, contact.game_id, contact.seat) is not None:
            return None
        waiting = find_confirmation(self.unit, player.id, (contact.game_id, contact.seat))
        is_theirs = waiting is not None and waiting.expires_ms > self.unit.now_ms and not self._was_in_doubt(waiting)
        return None if is_theirs or not holds_orders(self.unit, letter, contact) else contact

    def _was_in_doubt(self, waiting: ConfirmationRow) -> bool:
        if waiting.letter_id is None:
            return False
        return get_letter(self.unit, waiting.letter_id).recipient_token == self.unit.settings.mail.lobby

    def _point_to_own_address(self, letter: Letter | BrokenLetter, player: PlayerRow) -> None:
        words = catalogue(player.language)
        ways = OFFICE.fill('"{lists}", "{games}", "{help}"', player.language)
        text = words.text(
            "Someone wrote to this server's public address in your name. Nothing was done, because anyone can do that. "
            "If it was you, reply to this email with the same words: the reply goes to your own address here. You can "
            "also ask for one of these: %(ways)s.",
            ways=ways,
        )
        self._write(player, [doc.Paragraph(text)], letter)

    def context(self, player: PlayerRow, words: Catalogue) -> PlayerContext:
        """The context in which something is done for a player."""
        return PlayerContext(unit=self.unit, player=player, words=words, letter_id=self.row.id)

    def _write(self, player: PlayerRow, blocks: Sequence[doc.Block], letter: Letter | BrokenLetter) -> None:
        write_about_account(self.unit, player, blocks, answering=letter.message_id)


@dataclass
class _Applicant:
    received: ReceivedLetter
    registration: RegistrationRow
    words: Catalogue
    context: PlayerContext | None = None

    def carry_out(self, command: OfficeCommand) -> Done:
        """Register them, or do what they ask for as a player. Raises Refused."""
        if self.context is None:
            if isinstance(command, Show) and not isinstance(command, Search):
                return Done(())
            if not isinstance(command, Register | Confirm):
                register = OFFICE.fill("{register}", self.words.language)
                raise Refused(self.words.text('First say who you are, as in "%(word)s Ada Lovelace".', word=register))
            name = command.name if isinstance(command, Register) else ""
            player = registering.register(self.received.unit, self.registration, name, self.words)
            self.context = self.received.context(player, self.words)
        return for_player(self.context)(command)


def _to_newcomer(result: LetterResult, words: Catalogue) -> list[doc.Block]:
    fates = fates_of(result.lines, words)
    letter: list[doc.Block] = [doc.Heading(words.text("Your orders, line by line")), fates] if fates.lines else []
    return [doc.Lead((result.heading,)), *result.contents, *letter, *help_blocks(words, FOR_NEWCOMERS)]


def _with_contents(result: LetterResult, text: OfficeText, words: Catalogue) -> LetterResult:
    return replace(result, contents=text.contents(words, is_empty=result.is_empty))


def _named_in(unit: UnitOfWork, letter: Letter | BrokenLetter) -> str:
    if isinstance(letter, BrokenLetter):
        return ""
    language = unit.settings.server.language
    readings = unit.compute(read, letter.parted.spaced, language, unit.settings.terms)
    commands = (command for reading in readings for command in reading.orders)
    return next((command.name for command in commands if isinstance(command, Register)), "")
