"""Commands about press (`pbem.adjudicator.mails.press`): to write to others of a game, and to mute them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext, check_text
from pbem.adjudicator.mails.press import MOST_SIGNS, write_press
from pbem.commands.command import TEXT
from pbem.commands.orders.fields import READERS, WRITER
from pbem.commands.orders.seat_command import SeatCommand
from pbem.config import Settings
from pbem.i18n import N_, Catalogue
from pbem.reports.press import listed
from pbem.store.games.seats import UNNAMED, SeatContact, set_muted
from pbem.store.mail.press import TO_ALL, PressRow
from pbem.store.tables import NEW

_MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class WritePress(SeatCommand):
    """`press ben: ...`: a text for others of the game; `readers` are seats, all others where it is None."""

    verb: ClassVar = "press"
    examples: ClassVar = ("{press} {all}: Well played!", "{press} 2: Shall we help each other?")
    explanation: ClassVar = N_(
        "Write to players of this game, by name or by seat number. Nobody sees an address. A message to all "
        "is public; a message to some stays between you. Some games allow anonymous messages."
    )
    everyday: ClassVar = False
    has_others_mailed: ClassVar = True

    readers: Annotated[tuple[int, ...] | None, READERS]
    text: Annotated[str, TEXT]
    anonymous: bool = False

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "WritePress":
        """Press to the readers that were named, perhaps without a name."""
        return cls(values["readers"].seats, values["text"], values["readers"].anonymous)

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge press. Raises Refused."""
        words, game = context.words, context.loaded.game
        if game.press == "none":
            raise Refused(words.text("Players can't write to each other in this game."))
        if self.anonymous and game.press != "anonymous":
            raise Refused(words.text("There are no anonymous messages in this game."))
        check_text(self.text, MOST_SIGNS, words)
        others = [contact for contact in context.loaded.seats if contact.seat != context.seat]
        readers = [contact for contact in others if self.readers is None or contact.seat in self.readers]
        if not readers:
            raise Refused(words.text("You can't write to yourself."))
        return JudgedCommand(
            _destination(context.unit.settings, self, readers, words), lambda: _write(context, self, readers)
        )


@dataclass(frozen=True, slots=True)
class Mute(SeatCommand):
    """`mute ben`: the writer is not mailed what a seat does beside play, or (None) press without a name."""

    verb: ClassVar = "mute"
    examples: ClassVar[tuple[str, ...]] = ("{mute} 2", "{mute} {anonymous}")
    explanation: ClassVar = N_(
        "Stop getting a player's messages by email, and notices of what else they do beside playing, unless "
        "you are asked something. The player never learns of it."
    )
    everyday: ClassVar = False
    on: ClassVar[bool] = True

    seat: Annotated[int | None, WRITER]

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge who is not to be heard any more, or again. Raises Refused."""
        words = context.words
        if self.seat == context.seat:
            raise Refused(words.text("You can't mute yourself."))
        muted = words.text("anonymous writers") if self.seat is None else context.loaded.names[self.seat]
        sentences = [words.text("You get messages from %(player)s by email again.", player=muted)]
        if self.on:
            sentences = _muted_sentences(context, muted, is_named=self.seat is not None)
        seat = UNNAMED if self.seat is None else self.seat
        return JudgedCommand(
            sentences, lambda: set_muted(context.unit, context.game_id, context.player_id, seat, on=self.on)
        )


@dataclass(frozen=True, slots=True)
class Unmute(Mute):
    """`unmute ben`: the writer is mailed that again."""

    verb: ClassVar = "unmute"
    examples: ClassVar = ("{unmute} 2",)
    explanation: ClassVar = N_("Get a player's messages and notices by email again.")
    on: ClassVar = False


def _destination(settings: Settings, press: WritePress, readers: Sequence[SeatContact], words: Catalogue) -> list[str]:
    reading = listed([contact.name for contact in readers if contact.reads], words)
    deaf = listed([contact.name for contact in readers if not contact.reads], words)
    sentences = []
    if reading:
        sentences.append(words.text("It goes to %(players)s.", players=reading))
    if deaf:
        sentences.append(words.text("Nobody reads email for %(players)s.", players=deaf))
    if press.readers is None:
        sentences.append(
            words.text("Anyone can read it on the game's page.")
            if settings.has_pages
            else words.text("Everyone who watches the game gets it, too.")
        )
    if press.anonymous:
        sentences.append(words.text("It is anonymous, and leaves within minutes."))
    return sentences


def _write(context: SeatContext, press: WritePress, readers: Sequence[SeatContact]) -> None:
    seats = TO_ALL if press.readers is None else " ".join(str(contact.seat) for contact in readers)
    at_ms = (context.unit.now_ms // _MINUTE_MS + 1) * _MINUTE_MS if press.anonymous else context.unit.now_ms
    new = PressRow(
        id=NEW,
        game_id=context.game_id,
        seat=context.seat,
        readers=seats,
        anonymous=press.anonymous,
        text=press.text,
        at_ms=at_ms,
        passed_on=not press.anonymous,
    )
    write_press(context.unit, new, context.letter_id)


def _muted_sentences(context: SeatContext, muted: str, *, is_named: bool) -> list[str]:
    words = context.words
    still = words.text(
        "You no longer get messages from %(player)s by email; they are still on the game's page.", player=muted
    )
    if not context.unit.settings.has_pages:
        still = words.text("You no longer get messages from %(player)s by email.", player=muted)
    notices = words.text("Notices of what else they do beside playing come with your next report.")
    return [still, words.text("Nobody else learns of this."), *([notices] if is_named else [])]
