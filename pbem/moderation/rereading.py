"""Orders of a turn read again: as they were read then, as they are read today, and in another reading.

Today's reading runs a letter's orders on the position that it came to, with the dice that the log holds; where it holds
none, what follows is not told. Nothing is written, and what a letter asked beside its orders is passed over.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from msgspec import MsgspecError
from msgspec.structs import replace as replace_struct

from pbem.adjudicator.antecedents import MailReader, find_antecedent
from pbem.adjudicator.context import Refused, SeatContext, visible
from pbem.adjudicator.correspondence.endings import LetterWriter, SeatLines, Trimmed, writer_of
from pbem.adjudicator.correspondence.ignored_letters import without_signs_denied
from pbem.adjudicator.correspondence.whole_lines import read_reply_text
from pbem.adjudicator.letters import passed_over, was_read
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.order_run import Runner, judge_orders
from pbem.adjudicator.sessions import LoadedGame, load_game
from pbem.commands.command_reader import LineKind
from pbem.commands.orders import (
    Conditional,
    Fault,
    LineReading,
    Order,
    Script,
    ServerCommand,
    Wish,
    bind,
    explain,
    read,
)
from pbem.commands.orders.conditions import unmet
from pbem.commands.orders.script import Play
from pbem.commands.orders.seat_command import SeatCommand
from pbem.games.compose import fates_of
from pbem.i18n import Catalogue
from pbem.mail.reading.letter import Letter, read_letter
from pbem.moderation.masking import Mask
from pbem.reports import document as doc
from pbem.reports.document import AnsweredLine
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.log import list_entries
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import MailRow, find_mail_document
from pbem.store.moderation.disputes import find_answer_to
from rules_core.games import ruleset_for
from rules_core.kernel.definition import BadOptions, fold
from rules_core.kernel.events import Action, TurnBeginning
from rules_core.kernel.log import Branches, LogEntry, epoch_at
from rules_core.kernel.position import Position, SeatView
from rules_core.kernel.rehearsal import Departure, Rehearsal, Supposed, rolled_draw

MOST_LETTERS: Final = 30
"""Letters of one turn that are shown."""


@dataclass(frozen=True)
class LetterReading:
    """A letter, how each line was read then, and how it is read today.

    `text` holds all of its lines as received, and is empty once the letter was erased, as is `now`. `heading` is what
    its answer began with.
    """

    letter: LetterRow
    text: tuple[str, ...] = field(repr=False)
    heading: str
    then: tuple[doc.Fate, ...] = field(repr=False)
    now: tuple[doc.Fate, ...] = field(repr=False)

    @property
    def differs(self) -> bool:
        """Whether a line comes to another end today."""
        ends = [{fate.number: fate.style for fate in fates} for fates in (self.then, self.now)]
        return bool(self.then and self.now) and ends[0] != ends[1]

    def masked(self, mask: Mask) -> "LetterReading":
        """The same as a moderator is shown it: without addresses."""
        then, now = (
            tuple(replace_struct(fate, quoted=mask.text(fate.quoted)) for fate in fates)
            for fates in (self.then, self.now)
        )
        return replace(self, text=mask.lines(self.text), then=then, now=now)


@dataclass(frozen=True)
class Rereader:
    """Reads letters of a seat again."""

    unit: UnitOfWork
    loaded: LoadedGame
    entries: Sequence[LogEntry]
    letters: dict[int, int]
    """The position before the first entry of each letter that led to any."""
    words: Catalogue

    @classmethod
    def of(cls, unit: UnitOfWork, game_id: int, entries: Sequence[LogEntry], words: Catalogue) -> "Rereader":
        """A reader of a game's letters; `entries` are all of its log."""
        first: dict[int, int] = {}
        for row in list_entries(unit, game_id):
            if row.letter_id is not None and row.kind == "action":
                first.setdefault(row.letter_id, row.position - 1)
        return cls(unit, load_game(unit, game_id), entries, first, words)

    def read(self, letter: LetterRow, seat: int) -> LetterReading:
        """A letter as it was read, and as it is read today."""
        answer = find_answer_to(self.unit, self.loaded.game.id, seat, letter.message_id)
        heading, then = _stored_answer(self.unit, answer)
        if not was_read(letter):
            return LetterReading(letter, (), heading, then, ())
        letter = without_signs_denied(self.unit, letter)
        parsed = read_letter(letter.raw, mail_from=letter.mail_from, own_domains=self.unit.settings.mail.loop_domains)
        if not isinstance(parsed, Letter):
            return LetterReading(letter, (), heading, then, ())
        base = self.letters.get(letter.id, answer.position if answer else None)
        reader = MailReader.at(self.loaded.seats[seat], before=answer)
        answered = find_antecedent(self.unit, parsed, reader, self.unit.settings.mail.domain)
        lines = SeatLines.of(self.loaded, seat)
        reply = read_reply_text(self.unit, parsed, answered, lines, self._writer(parsed, seat))
        return LetterReading(letter, parsed.text, heading, then, self._today(reply.trimmed, seat, base, letter.id))

    def _writer(self, letter: Letter, seat: int) -> LetterWriter:
        return writer_of(self.unit, self.loaded.seats[seat].player_id, self.loaded.names[seat], letter.from_name)

    def _today(self, trimmed: Trimmed, seat: int, base: int | None, letter_id: int) -> tuple[doc.Fate, ...]:
        session = None if base is None else self._session(base)
        if session is None:
            return ()
        language = self.loaded.seats[seat].language
        view, names = visible(session, seat), self.loaded.names
        script = _orders_only(read(trimmed.lines, view, language, names, unclear=trimmed.unclear))
        if script.faults:
            answered_lines = [passed_over(line, self.words) for line in script.lines]
            return fates_of(answered_lines, self.words).lines
        draw = rolled_draw(session.ruleset, self.entries, epoch_at(self.entries, base or 0))
        loaded = replace(self.loaded, session=session)
        context = SeatContext(unit=self.unit, loaded=loaded, seat=seat, letter_id=letter_id, words=self.words)
        run = judge_orders(context, script, Runner.of(context, draw))
        return fates_of(run.lines, self.words).lines

    def _session(self, base: int) -> GameSession | None:
        """The turn as it stood at a position; None for one that is not in the log."""
        if not any(entry.position == base for entry in self.entries):
            return None
        standing = Branches(self.entries).at(base)
        begun = [number for number, entry in enumerate(standing) if isinstance(entry.event, TurnBeginning)]
        if not begun:
            return None
        ruleset, split = ruleset_for(self.loaded.game.kind), begun[-1] + 1
        start = fold(ruleset, [entry.event for entry in standing[:split] if entry.event is not None])
        return GameSession(ruleset, standing[split - 1].position, start, standing[split:])


def _stored_answer(tx: Tx, answer: MailRow | None) -> tuple[str, tuple[doc.Fate, ...]]:
    stored = None if answer is None else find_mail_document(tx, answer.id)
    if stored is None:
        return "", ()
    with suppress(MsgspecError):  # of another time's form
        blocks = doc.loaded(stored).blocks
        heading = next((" ".join(block.lines) for block in blocks if isinstance(block, doc.Lead)), "")
        return heading, next((block.lines for block in blocks if isinstance(block, doc.Fates)), ())
    return "", ()


def _orders_only(script: Script) -> Script:
    return Script(tuple(_without_commands(line) for line in script.lines))


def _without_commands(line: LineReading[Order]) -> LineReading[Order]:
    """A line without what it asks beside orders, which cannot be judged again."""
    orders = tuple(order for order in line.orders if not isinstance(order, SeatCommand))
    kind: LineKind = "orders" if orders else "text"
    return line if len(orders) == len(line.orders) else replace(line, orders=orders, kind=kind)


class SuppositionRefused(Refused):
    """Raised where orders cannot be tried; the message says why, and the lines what was wrong with each."""

    def __init__(self, message: str, lines: Sequence[AnsweredLine] = ()) -> None:
        super().__init__(message)
        self.lines = lines


@dataclass(frozen=True)
class SupposedTurn:
    """A turn of a game to be read otherwise: its log, where it is read from, whose turn it is, and in which words.

    `is_open` says that what lies behind the screens may be looked at.
    """

    game: GameRow
    entries: Sequence[LogEntry]
    position: int
    seat: int
    names: Sequence[str]
    words: Catalogue
    is_open: bool

    def see(self, state: Position) -> Position:
        """The part of a position that is known to whoever asks."""
        seen: Position = ruleset_for(self.game.kind).view(state, None).state
        return state if self.is_open else seen

    def under(self, options: Mapping[str, str]) -> Supposed:
        """Try the same orders under other variants. Raises SuppositionRefused."""
        try:
            here = self._here()
            return here.compared(here.under(options))
        except (BadOptions, ValueError) as error:
            raise SuppositionRefused(self.words.text("That variant cannot be tried here.")) from error

    def with_orders(self, text: str, language: str) -> Supposed:
        """Try other orders, up to the first that would have been refused.

        Raises SuppositionRefused.
        """
        try:
            here = self._here()
        except ValueError as error:
            raise SuppositionRefused(self.words.text("Nothing can be tried from that position.")) from error
        done = here.start
        script = read(text.splitlines(), self._view(done), language, self.names)
        if script.faults:
            answered_lines = [passed_over(line, self.words) for line in script.lines]
            why = explain(next(line.fault for line in script.lines if line.fault), self.words)
            raise SuppositionRefused(why, answered_lines)
        for order in script.orders:
            for play in self._plays(order, done):
                for step in count():
                    action = self._action(play, done, step)
                    if action is None:
                        break
                    done = done.play(action)
                    if done.stop is not None:
                        return here.compared(done)
        if not done.judged:
            raise SuppositionRefused(self.words.text("There are no orders in it."))
        return here.compared(done)

    def _here(self) -> Departure:
        """The position that is read from. Raises ValueError where no action had ended there."""
        return Departure.at(self.entries, ruleset_for(self.game.kind), self.position, self.see)

    def _plays(self, order: Order, done: Rehearsal) -> tuple[Play, ...]:
        if isinstance(order, ServerCommand | SeatCommand):
            return ()
        if not isinstance(order, Conditional):
            return (order,)
        return () if unmet(order, self._view(done)) is not None else order.orders

    def _action(self, play: Play, done: Rehearsal, step: int) -> Action | None:
        """The action that an order asks for after `done` of its actions; None where there is none."""
        bound = bind(play, self._view(done), step)
        if not isinstance(bound, Fault):
            return bound
        if isinstance(play, Wish):
            return None
        raise SuppositionRefused(explain(bound, self.words))

    def _view(self, done: Rehearsal) -> SeatView:
        view: SeatView = done.ruleset.view(done.state, self.seat)
        return view
