"""Reading a letter: from its lines to orders and faults. Nothing is judged here, and nothing typed makes it raise."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbem.orders import prose
from pbem.orders.cursor import Part, Reduction, Scene, Unreadable
from pbem.orders.phrases import read_order, readable, segments_of, verb_at, without_label
from pbem.orders.script import Act, Command, EndKeeping, Fault, LineKind, LineReading, Order, Script
from pbem.orders.tokens import MAX_LINE, SHOWN, Token, shown, tokens_of
from rules_core.actions import EndTurn
from rules_core.dice import Dice
from rules_core.views import PlayerView

MAX_LINES: Final = 2_000
MAX_SIZE: Final = 100_000
"""Lines and characters in which an `end` must come; a letter that is longer without one is a fault."""
MAX_ORDERS: Final = 500
MAX_FAULTS: Final = 20
"""Behind so many faults a letter is read no further, so that its answer stays short."""
_UNREAD_MARKS: Final[dict[str, LineKind]] = {"": "blank", ">": "quote", "#": "comment"}
_SIGNATURE_MARK: Final = "--"
_DASHES: Final = ("—", "–")
_SIGNATURE_LINES: Final = 3
_SIGNATURE_WORDS: Final = 4


def read(lines: Sequence[str], view: PlayerView, language: str) -> Script:
    """A letter's lines as orders, prose and faults, in time proportional to its length.

    `view` is the writer's own: it names the seat, the companies and the tiles. `language` is the writer's, such as
    "de": it decides which words are verbs, and English always works. What counts as prose is told in
    `pbem.orders.prose`.
    Raises ValueError for the view of a spectator, and for nothing else.
    """
    letter = _Letter(Scene.of(view, language))
    for line in lines:
        letter.take(line)
    return letter.script()


class _Letter:
    """A letter as far as it has been read."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.lines: list[LineReading] = []
        self.size = 0
        """Characters read."""
        self.oversized = False
        """The letter has grown too long."""
        self.faults = 0
        self.orders = 0
        self.started = False
        """An order has been read, so that prose is over."""
        self.closing = False
        """Words of farewell have been read."""
        self.signed = False
        """A signature has begun."""
        self.end: int | None = None
        """The index of the line with `end`."""
        self.awaits_reduction = False
        """Nothing has been read since `end` but what goes back with it."""
        self.reductions: list[tuple[int, Token, Reduction]] = []
        self.names: set[int] = set()
        """The indices of faults that would be a fine signature."""

    def take(self, line: str) -> None:
        """Reads one more line."""
        self.size += min(len(line), MAX_LINE)
        self.oversized = self.size > MAX_SIZE or len(self.lines) >= MAX_LINES
        text = shown(line[: SHOWN if self.oversized else None])
        try:
            self.lines.append(self._reading(text, len(line)))
        except Unreadable as unreadable:
            self.faults += 1
            self.lines.append(self._fault(text, unreadable))

    def script(self) -> Script:
        """The letter as read, at its end."""
        self._give_back()
        self._find_signature()
        return Script(tuple(self.lines))

    def _reading(self, text: str, length: int) -> LineReading:
        if self.faults >= MAX_FAULTS:
            return self._line(text, "unread")
        stripped = text.strip()
        if not stripped or stripped[0] in ">#":
            return self._line(text, _UNREAD_MARKS[stripped[:1]])
        if stripped == _SIGNATURE_MARK or (stripped in _DASHES and self.started):
            self.signed = True
        if self.signed:
            return self._line(text, "prose")
        if self.end is None:
            self._check_size(length)
        tokens = tokens_of(text.partition("#")[0]) if length <= MAX_LINE and not self.oversized else []
        parts = self._parts(without_label(tokens, self.scene.language), text) if tokens else None
        return self._line(text, "prose") if parts is None else self._accept(text, tokens[0], parts)

    def _check_size(self, length: int) -> None:
        if self.oversized:
            self.faults = MAX_FAULTS
            raise Unreadable("letter_too_long", None, lines=MAX_LINES, characters=MAX_SIZE)
        if length > MAX_LINE and not self.closing:
            raise Unreadable("line_too_long", None, most=MAX_LINE)

    def _parts(self, tokens: list[Token], text: str) -> list[Part] | None:
        """What a line holds; None where it is prose."""
        segments = segments_of(tokens, self.scene.language)
        if not segments:
            return None
        if self.end is not None:
            return self._parts_after_end(segments[0])
        if self.closing:
            self._check_farewell(segments)
            return None
        if verb_at(segments[0], 0, self.scene.language, opening=True) is None:
            self._check_prose(segments, text)
            return None
        try:
            parts = list(read_order(segments[0], self.scene))
        except Unreadable as unreadable:
            if not self.started and self._is_sentence(segments[0]):
                self._check_prose(segments, text)
                return None
            if unreadable.code == "glued" and len(tokens) == 1:
                self.names.add(len(self.lines))
            raise
        for segment in segments[1:]:
            if not _ends(parts):
                parts += read_order(segment, self.scene)
            elif readable(segment, self.scene):
                parts += self._reduction(segment)
        return parts

    def _is_sentence(self, tokens: Sequence[Token]) -> bool:
        found = verb_at(tokens, 0, self.scene.language, opening=True)
        return found is not None and prose.is_sentence(*found, tokens, self.scene)

    def _reduction(self, segment: Sequence[Token]) -> tuple[Part, ...]:
        """What stands behind `end`: dice that go back, and no other order."""
        parts = read_order(segment, self.scene)
        if not all(isinstance(part, Reduction) for part in parts):
            raise Unreadable("after_end", segment[0])
        return parts

    def _parts_after_end(self, tokens: Sequence[Token]) -> list[Part] | None:
        """The lines directly behind `end` may say what goes back; all others are prose."""
        found = verb_at(tokens, 0, self.scene.language, opening=True)
        if not self.awaits_reduction or found is None or found[0].name not in ("discard", "keep"):
            self.awaits_reduction = False
            return None
        return None if self._is_sentence(tokens) else list(read_order(tokens, self.scene))

    def _check_farewell(self, segments: list[list[Token]]) -> None:
        """Behind words of farewell all is prose; but an order there shows that they were none."""
        if all(readable(segment, self.scene) for segment in segments):
            raise Unreadable("after_closing", segments[0][0])

    def _check_prose(self, segments: list[list[Token]], text: str) -> None:
        """Looks at a line that is no order: returns if it may be prose."""
        wrong = prose.misread(segments, self.scene, text, lambda tokens: readable(tokens, self.scene))
        if wrong is None and self.started:
            if prose.is_closing(segments[0], self.scene.language):
                self.closing = True
                return
            self.names.add(len(self.lines))
            wrong = Unreadable("unknown_verb", segments[0][0])
        if wrong is not None:
            raise wrong

    def _accept(self, text: str, token: Token, parts: list[Part]) -> LineReading:
        """Takes in what a line holds."""
        orders = tuple(part for part in parts if not isinstance(part, Reduction))
        given = [(len(self.lines), token, part) for part in parts if isinstance(part, Reduction)]
        reductions = self.reductions + given
        if given and len(reductions) > 1 and any(reduction.keep for _, _, reduction in reductions):
            raise Unreadable("discard_and_keep", token)
        if self.orders + len(orders) > MAX_ORDERS:
            self.faults = MAX_FAULTS
            raise Unreadable("too_many_orders", token, most=MAX_ORDERS)
        self.orders += len(orders)
        self.reductions = reductions
        self.started = self.started or any(_plays(part) for part in parts)
        if _ends(parts):
            self.end, self.awaits_reduction = len(self.lines), True
        return self._line(text, "orders" if orders else "part", orders)

    def _give_back(self) -> None:
        """Gives the `end` what was said of the dice that go back; without an `end` that is a fault.

        Where other lines are faults, the `end` may be among them.
        """
        if self.end is None and not self.faults:
            for index, token, _ in self.reductions:
                self.lines[index] = self._fault(self.lines[index].text, Unreadable("no_end", token), index)
        elif self.end is not None and self.reductions:
            line = self.lines[self.end]
            orders = tuple(self._reduced(order) for order in line.orders)
            self.lines[self.end] = replace(line, orders=orders)

    def _reduced(self, order: Order) -> Order:
        if not isinstance(order, Act) or not isinstance(order.action, EndTurn):
            return order
        total = Dice()
        for _, _, reduction in self.reductions:
            total = total.plus(reduction.dice)
        if self.reductions[0][2].keep:
            return EndKeeping(self.scene.seat, total)
        return Act(EndTurn(self.scene.seat, total))

    def _find_signature(self) -> None:
        """Names below the last order, parted from it by an empty line, are no orders."""
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

    def _fault(self, text: str, unreadable: Unreadable, index: int | None = None) -> LineReading:
        number = (len(self.lines) if index is None else index) + 1
        token = unreadable.token
        fault = Fault(
            unreadable.code,
            self.scene.kind,
            number,
            text,
            token.text if token else "",
            token.column if token else 0,
            unreadable.verb,
            unreadable.facts,
            prose.near_words(unreadable, self.scene),
        )
        return LineReading(number, text, "fault", fault=fault)


def _ends(parts: Sequence[Part]) -> bool:
    return any(isinstance(part, Act) and isinstance(part.action, EndTurn) for part in parts)


def _plays(part: Part) -> bool:
    """Whether something is done in the game, so that the letter's greeting is over."""
    return not (isinstance(part, Command) and part.name in ("check", "status", "help"))
