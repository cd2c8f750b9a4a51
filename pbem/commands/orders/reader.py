"""Reading a letter: from its lines to orders and faults. Nothing is judged here, and nothing typed makes it raise."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from pbem.commands.command_reader import CommandReader
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
from pbem.commands.orders.script import Conditional, EndPart, LineKind, LineReading, Order, Play, Script, ServerCommand
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.tokens import MAX_FAULTS, MAX_LINE, MAX_ORDERS, SHOWN, ParseError, Token, legible, shown, tokens_of
from rules_core.kernel.position import SeatView

_UNREAD_MARKS: Final[dict[str, LineKind]] = {"": "blank", ">": "quote", "#": "comment"}
_SIGNATURE_MARK: Final = "--"
_DASHES: Final = ("—", "–")
_SIGNATURE_LINES: Final = 3
_SIGNATURE_WORDS: Final = 4


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


class _OrderLetter(CommandReader[LineReading]):
    def __init__(self, context: OrderContext, *, waits: bool = False) -> None:
        """`waits`: it holds orders for a next turn and nothing else, neither prose nor what is asked of the server."""
        super().__init__()
        self.context = context
        self.waits = waits
        self.orders = 0
        self.started = waits
        self.signed = False
        """A signature has begun."""
        self.end: int | None = None
        """The index of the line with `end`."""
        self.awaits_more = False
        """Nothing has been read since `end` but what belongs to it."""
        self.of_end: list[tuple[int, Token, EndPart]] = []
        """What was said of the end of the turn, with the index and the first token of its line."""
        self.names: set[int] = set()
        """The indices of faults that would be a fine signature."""
        self.dictation: Dictation | None = None
        """An order whose text is being read."""
        self.waiting: _OrderLetter | None = None
        """What was read for the next turn, a letter of its own."""
        self.waiting_at: list[tuple[int, Token]] = []
        """The indices of its lines in this letter, each with the token that it begins with."""

    def _shown(self, line: str) -> str:
        return shown(line[: SHOWN if self.oversized else None])

    def _reading(self, text: str, line: str) -> LineReading:
        return self._dictated(text, line) or self._undictated(text, len(line))

    def script(self) -> Script:
        self._end_text()
        self._complete_end()
        self._complete_waiting()
        self._find_signature()
        return Script(tuple(self.lines))

    def _undictated(self, text: str, length: int) -> LineReading:
        if self.is_full:
            return self._pass_over(text)
        stripped = text.strip()
        if not stripped or stripped[0] in ">#":
            return self._line(text, _UNREAD_MARKS[stripped[:1]])
        if stripped == _SIGNATURE_MARK or (stripped in _DASHES and self.started):
            self.signed = True
        if self.signed:
            return self._line(text, "prose")
        if self.end is None and not self._is_long_prose(text, length):
            self._check_size(length)
        tokens = tokens_of(text.partition("#")[0]) if length <= MAX_LINE and not self.oversized else []
        parts = self._parts(without_label(tokens, self.context), text) if tokens else None
        return self._line(text, "prose") if parts is None else self._accept(text, tokens[0], parts)

    def _begins(self, tokens: Sequence[Token]) -> bool:
        return bool(verb_at(tokens, 0, self.context, opening=True) or clauses.clause_at(tokens, self.context))

    def _begins_prose(self, tokens: Sequence[Token], text: str) -> bool:
        try:
            return verb_at(tokens, 0, self.context, opening=True) is None and self._parts(tokens, text) is None
        except ParseError:
            return False

    def _not_read(self, text: str, *, may_be_order: bool) -> LineReading:
        return replace(self._line(text, "unread"), may_be_order=may_be_order)

    def _dictated(self, text: str, line: str) -> LineReading | None:
        if self.dictation is not None:
            self._check_size(0)
            if ends_text(text):
                self._end_text()
            else:
                self.dictation.lines.append(legible(line))
            return self._line(text, "text")
        if self.oversized or self.signed or self.is_full or text.lstrip()[:1] in _UNREAD_MARKS:
            return None
        if ends_text(text):
            raise ParseError("no_text", None)
        head = head_of(line, self.context)
        return None if head is None else self._begin_text(text, head)

    def _begin_text(self, text: str, head: TextLine) -> LineReading:
        if head.before and clauses.clause_at(head.before, self.context):
            raise ParseError("cannot_wait", head.tokens[0])
        before = self._parts(head.before, text) if head.before else []
        if before is None:
            raise ParseError("hidden_order", head.tokens[0])
        verb, order = begun(head.tokens, self.context)
        if not head.text:
            self.dictation = Dictation(len(self.lines), verb, order)
        return self._accept(text, head.tokens[0], [*before, order.closed_by(head.text)])

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
            self.lines[dictation.index] = self._fault(line.text, missing, dictation.index)

    def _parts(self, tokens: Sequence[Token], text: str) -> list[Part] | None:
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
            self._check_farewell(segments)
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
            reading = waiting._undictated(line, len(line))
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
                self.lines[index] = self._fault(self.lines[index].text, ParseError(line.fault.code, token), index)

    def _parts_after_end(self, tokens: Sequence[Token]) -> list[Part] | None:
        found = verb_at(tokens, 0, self.context, opening=True)
        if not self.awaits_more or found is None or not found[0].of_end:
            self.awaits_more = False
            return None
        return None if self._is_sentence(tokens) else list(read_order(tokens, self.context))

    def _check_farewell(self, segments: list[list[Token]]) -> None:
        """Behind words of farewell all is prose; but an order there shows that they were none."""
        if all(readable(segment, self.context) for segment in segments):
            raise ParseError("after_closing", segments[0][0])

    def _check_prose(self, segments: list[list[Token]], text: str) -> None:
        wrong = prose.error_in_prose(segments, self.context, text)
        if wrong is None and self.started:
            if prose.is_closing(segments[0]):
                self.closing = True
                return
            self.names.add(len(self.lines))
            wrong = ParseError("unknown_verb", segments[0][0])
        if wrong is not None:
            raise wrong

    def _accept(self, text: str, token: Token, parts: list[Part]) -> LineReading:
        orders = tuple(part for part in parts if not isinstance(part, EndPart))
        if self.waits and not all(isinstance(order, Play | Conditional) for order in orders):
            raise ParseError("cannot_wait", token)
        said = [(len(self.lines), token, part) for part in parts if isinstance(part, EndPart)]
        if said:
            check_together([part for _, _, part in (*self.of_end, *said)], token)
        if self.orders + len(orders) > MAX_ORDERS:
            self.faults = MAX_FAULTS
            raise ParseError("too_many_orders", token, most=MAX_ORDERS)
        self.orders += len(orders)
        self.of_end += said
        self.started = self.started or any(_ends_greeting(part) for part in parts)
        if ends_turn(parts):
            self.end, self.awaits_more = len(self.lines), True
        return self._line(text, "orders" if orders else "part", orders)

    def _complete_end(self) -> None:
        """Give the `end` what was said of it elsewhere; without an `end` that is a fault.

        Where other lines are faults, the `end` may be among them.
        """
        if self.end is None and not self.faults:
            for index, token, _ in self.of_end:
                self.lines[index] = self._fault(self.lines[index].text, ParseError("no_end", token), index)
        elif self.end is not None and self.of_end:
            line = self.lines[self.end]
            of_end = [part for _, _, part in self.of_end]
            orders = tuple(completed(order, of_end) for order in line.orders)
            self.lines[self.end] = replace(line, orders=orders)

    def _find_signature(self) -> None:
        found: list[int] = []
        for index in range(len(self.lines) - 1, -1, -1):
            line = self.lines[index]
            if line.kind in ("blank", "quote", "comment", "prose"):
                continue
            if index not in self.names or len(line.text.split()) > _SIGNATURE_WORDS:
                break
            found.append(index)
        if found and len(found) <= _SIGNATURE_LINES and found[-1] and self.lines[found[-1] - 1].kind == "blank":
            for index in found:
                self.lines[index] = replace(self.lines[index], kind="prose", fault=None)

    def _line(self, text: str, kind: LineKind, orders: tuple[Order, ...] = ()) -> LineReading:
        return LineReading(len(self.lines) + 1, text, kind, orders)

    def _fault(self, text: str, error: ParseError, index: int | None = None) -> LineReading:
        number = (len(self.lines) if index is None else index) + 1
        fault = error.fault(self.context.kind, number, text)
        meant = prose.near_words(error, self.context)
        return LineReading(number, text, "fault", fault=replace(fault, did_you_mean=meant))


def _ends_greeting(part: Part) -> bool:
    """Whether something is done in the game, so that the letter's greeting is over."""
    return not (isinstance(part, ServerCommand) and part.name in ("check", "status", "help", "rules"))
