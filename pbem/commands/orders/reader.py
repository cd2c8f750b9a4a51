"""Reading a letter: from its lines to orders and faults. Nothing is judged here, and nothing typed makes it raise."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from pbem.commands.command_reader import SEAT_LIMITS, CommandReader, LineReading
from pbem.commands.cursor import TokenCursor
from pbem.commands.orders import clauses, prose
from pbem.commands.orders.clauses import Dictation, TextLine, begun, ends_text, head_of
from pbem.commands.orders.notation import OrderContext, OrderVerb, Part
from pbem.commands.orders.phrases import (
    check_together,
    completed,
    ends_turn,
    language_of,
    parts_of,
    read_order,
    readable,
    segments_of,
    verb_at,
    verb_last,
    without_label,
)
from pbem.commands.orders.script import Conditional, EndPart, Order, Play, Script, ServerCommand
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.tokens import ParseError, Token, legible, tokens_of
from rules_core.kernel.position import SeatView

_UNREAD_MARKS: Final = ("", ">", "#")


def read(
    lines: Sequence[str],
    view: SeatView,
    language: str,
    players: Sequence[str] = (),
    *,
    unclear: Collection[int] = (),
) -> Script:
    """A letter's lines as orders, prose and faults, in time proportional to its length.

    `view` is the writer's own: it names the seat and the things of the game. `language` is the writer's, such as
    "de": words of all languages are read, and it decides between two meanings (`language_of`). `players` are the
    players' names by seat, without which nobody can be written to. `pbem.commands.orders.prose` tells what is prose.
    `unclear` are the indices of lines that may belong to the line above them, or not: each is a fault.
    Raises ValueError for the view of a spectator, and for nothing else.
    """
    letter = _OrderLetter(OrderContext.of(view, language_of(lines, view.kind, language), players))
    for at, line in enumerate(lines):
        letter.take(line, is_unclear=at in unclear)
    return letter.script()


def read_waiting(lines: Sequence[str], view: SeatView, language: str, players: Sequence[str] = ()) -> Script:
    """Orders that were kept for this turn, as `read` reads a letter; no prose is among them."""
    letter = _OrderLetter(OrderContext.of(view, language_of(lines, view.kind, language), players), waits=True)
    for line in lines:
        letter.take(line)
    return letter.script()


class _OrderLetter(CommandReader[Order]):
    limits = SEAT_LIMITS

    def __init__(self, context: OrderContext, *, waits: bool = False) -> None:
        """`waits`: it holds orders for a next turn and nothing else, neither prose nor what is asked of the server."""
        super().__init__(context.kind, prose.weigher_of(context))
        self.context = context
        self.waits = waits
        self.started = waits
        self.end: int | None = None
        """The index of the line with `end`."""
        self.awaits_more = False
        """Nothing has been read since `end` but what belongs to it."""
        self.of_end: list[tuple[int, Token, EndPart]] = []
        """What was said of the end of the turn, with the index and the first token of its line."""
        self.dictation: Dictation | None = None
        """An order whose text is being read."""
        self.waiting: _OrderLetter | None = None
        """What was read for the next turn, a letter of its own."""
        self.waiting_at: list[tuple[int, Token]] = []
        """The indices of its lines in this letter, each with the token that it begins with."""

    def script(self) -> Script:
        self._end_text()
        self._complete_end()
        self._complete_waiting()
        return Script(self.finish())

    @property
    def is_over(self) -> bool:
        return self.end is not None

    def begins(self, tokens: Sequence[Token]) -> bool:
        return bool(verb_at(tokens, 0, self.context, opening=True) or clauses.clause_at(tokens, self.context))

    def is_readable(self, tokens: Sequence[Token]) -> bool:
        return readable(tokens, self.context)

    def starts(self, orders: Sequence[Part]) -> bool:
        return any(map(_ends_greeting, orders))

    def read_line(self, text: str, line: str) -> LineReading[Order]:
        return self._dictated(text, line) or self.read_text(text, len(line))

    def _dictated(self, text: str, line: str) -> LineReading[Order] | None:
        if self.dictation is not None:
            self.check_size(0)
            if ends_text(text):
                self._end_text()
            else:
                self.dictation.lines.append(legible(line))
            return self.line(text, "text")
        if self.oversized or self.signed or self.is_full or text.lstrip()[:1] in _UNREAD_MARKS:
            return None
        if ends_text(text):
            raise ParseError("no_text", None)
        head = head_of(line, self.context)
        return None if head is None else self._begin_text(text, head)

    def _begin_text(self, text: str, head: TextLine) -> LineReading[Order]:
        if head.before and clauses.clause_at(head.before, self.context):
            raise ParseError("cannot_wait", head.tokens[0])
        before = self.orders_in(head.before, text) if head.before else []
        if before is None:
            raise ParseError("hidden_order", head.tokens[0])
        verb, order = begun(head.tokens, self.context)
        if not head.text:
            self.dictation = Dictation(len(self.lines), verb, order)
        return self.accept(text, head.tokens[0], [*before, order.closed_by(head.text)])

    def _end_text(self) -> None:
        dictation, self.dictation = self.dictation, None
        if dictation is None:
            return
        line = self.lines[dictation.index]
        if dictation.text:
            order = dictation.order.closed_by(dictation.text)
            self.lines[dictation.index] = replace(line, orders=(*line.orders[:-1], order))
        else:
            self.faults += 1
            missing = ParseError("missing_text", None)
            missing.verb = dictation.verb
            self.lines[dictation.index] = self.fault(line.text, missing, dictation.index)

    def orders_in(self, tokens: Sequence[Token], text: str) -> list[Part] | None:
        tokens = without_label(tokens, self.context)
        segments = segments_of(tokens, self.context)
        if not segments:
            return None
        clause = clauses.clause_at(tokens, self.context)
        if clause is not None and not self.closing:
            if self._opens(clause, tokens, text):
                return [self._clause(clause, tokens, text)]
            if self.end is None:
                self._check_prose(segments, text)
            return None
        if self.end is not None:
            return self._parts_after_end(segments[0])
        if self.closing:
            self.check_farewell(segments)
            return None
        opens = verb_at(segments[0], 0, self.context, opening=True) or verb_last(segments[0], self.context)
        if opens is None:
            self._check_prose(segments, text)
            return None
        try:
            return parts_of(self._with_reasons(segments, text), self.context, text)
        except ParseError as error:
            if not self.started and self._is_sentence(segments[0], text) and not readable(segments[0], self.context):
                self._check_prose(segments, text)
                return None
            if error.code in self.context.notation.like_names and len(tokens) == 1:
                self.names.add(len(self.lines))
            raise

    def _with_reasons(self, segments: list[list[Token]], text: str) -> list[list[Token]]:
        """The orders of a line, the reason behind `extend 2 days` in one piece, whatever verbs stand in it."""
        found: list[list[Token]] = []
        for segment in segments:
            verb = verb_at(found[-1], 0, self.context, opening=True) if found else None
            if verb is not None and verb[0].reasoned and self._goes_on(found[-1], segment, text):
                found[-1] += segment
            else:
                found.append(segment)
        return found

    def _goes_on(self, before: Sequence[Token], segment: Sequence[Token], text: str) -> bool:
        between = text[before[-1].column - 1 + len(before[-1].text) : segment[0].column - 1]
        if any(token.kind == "stop" for token in tokens_of(between)) or readable(segment, self.context):
            return False
        if verb_at(segment, 0, self.context, opening=False) is not None and not self._is_sentence(segment):
            return False
        return prose.error_in_prose([segment], self.context, text) is None

    def _is_sentence(self, tokens: Sequence[Token], text: str = "") -> bool:
        found = verb_at(tokens, 0, self.context, opening=True)
        return found is not None and prose.is_sentence(*found, tokens, self.context, text)

    def _opens(self, clause: tuple[OrderVerb, int], tokens: Sequence[Token], text: str) -> bool:
        """Whether a line that opens like a condition, or like orders for the next turn, is read as such.

        Below `end` a condition comes too late, but orders for the next turn do not.
        """
        if self.end is not None:
            return clause[0].name == "next" and clauses.is_meant(tokens, clause, self.context, text)
        return self.started or clauses.is_meant(tokens, clause, self.context, text)

    def _clause(self, clause: tuple[OrderVerb, int], tokens: Sequence[Token], text: str) -> Part:
        if clause[0].name == "next" and self.waits:
            raise ParseError("cannot_wait", tokens[0])
        if clause[0].name == "next" and clauses.is_nothing(tokens[clause[1] :], self.context):
            self.waiting, self.waiting_at = None, []
            (nothing,) = clause[0].read(TokenCursor([], self.context))
            return nothing
        head, body = clauses.read_head(tokens, clause, self.context)
        if isinstance(head, Conditional):
            return clauses.conditional(head, body, self.context)
        assert isinstance(head, SeatCommand), "no other verbs open lines"
        return head.closed_by(self._for_next_turn(body, text))

    def _for_next_turn(self, body: Sequence[Token], text: str) -> tuple[str, ...]:
        """Orders for the next turn, with those of the lines before: a letter within the letter."""
        waiting = self.waiting or _OrderLetter(self.context, waits=True)
        before = body[0].column - 1
        line = text[before:]
        try:
            reading = waiting.read_text(line, len(line))
        except ParseError as error:
            if error.token is not None:
                error.token = error.token._replace(column=error.token.column + before)
            raise
        if reading.kind not in ("orders", "part"):
            raise ParseError("unknown_verb" if waiting.end is None else "after_end", body[0])
        waiting.lines.append(reading)
        self.waiting = waiting
        self.waiting_at.append((len(self.lines), body[0]))
        return tuple(line.text for line in waiting.lines)

    def _complete_waiting(self) -> None:
        if self.waiting is None:
            return
        self.waiting._complete_end()
        for (index, token), line in zip(self.waiting_at, self.waiting.lines, strict=True):
            if line.fault is not None:
                self.lines[index] = self.fault(self.lines[index].text, ParseError(line.fault.code, token), index)

    def _parts_after_end(self, tokens: Sequence[Token]) -> list[Part] | None:
        found = verb_at(tokens, 0, self.context, opening=True)
        if not self.awaits_more or found is None or not found[0].of_end:
            self.awaits_more = False
            return None
        return None if self._is_sentence(tokens) else list(read_order(tokens, self.context))

    def _check_prose(self, segments: list[list[Token]], text: str) -> None:
        self.check_prose(segments[0][0], prose.error_in_prose(segments, self.context, text))

    def accept(self, text: str, token: Token, orders: Sequence[Part]) -> LineReading[Order]:
        wanted = tuple(part for part in orders if not isinstance(part, EndPart))
        if self.waits and not all(isinstance(order, Play | Conditional) for order in wanted):
            raise ParseError("cannot_wait", token)
        said = [(len(self.lines), token, part) for part in orders if isinstance(part, EndPart)]
        if said:
            check_together([part for _, _, part in (*self.of_end, *said)], token)
        accepted = super().accept(text, token, wanted)
        self.of_end += said
        self.started = self.started or bool(said)
        if ends_turn(wanted):
            self.end, self.awaits_more = len(self.lines), True
        return accepted

    def _complete_end(self) -> None:
        """Give the `end` what was said of it elsewhere; without an `end` that is a fault.

        Where other lines are faults, the `end` may be among them.
        """
        if self.end is None and not self.faults:
            for index, token, _ in self.of_end:
                self.lines[index] = self.fault(self.lines[index].text, ParseError("no_end", token), index)
        elif self.end is not None and self.of_end:
            line = self.lines[self.end]
            of_end = [part for _, _, part in self.of_end]
            orders = tuple(completed(order, of_end) for order in line.orders)
            self.lines[self.end] = replace(line, orders=orders)


def _ends_greeting(part: Part) -> bool:
    """Whether something is done in the game, so that the letter's greeting is over."""
    if isinstance(part, SeatCommand):
        return not part.is_question
    return not (isinstance(part, ServerCommand) and part.name == "check")
