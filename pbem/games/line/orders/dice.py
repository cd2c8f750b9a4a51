"""Readers of orders about dice: income, rolls, payments, and which dice go back at the end of a turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.commands.cursor import NOISE, TokenCursor
from pbem.commands.orders.notation import OrderCursor, Part, TableContext
from pbem.commands.orders.script import ActionOrder, DeferredOrder, EndPart, Play
from pbem.commands.tokens import Fault, ParseError, Token
from pbem.commands.vocabulary import phrases_of
from pbem.games.line.orders.names import LINE, face_words, in_signs
from rules_core.line.actions import Dice, EndTurn, Face, Income, Payment, Roll, count
from rules_core.line.table import PlayerView


@dataclass(frozen=True, slots=True)
class RollAll(DeferredOrder):
    """`roll all`: how many dice that is shows when its turn comes."""

    seat: int
    hidden: bool = True
    wild: bool = True
    break_bank: bool = False

    def bind(self, view: PlayerView) -> Roll:
        """The roll of all that the player has now."""
        front = view.table.players[self.seat].front
        hidden, wild = view.own_screen.hidden if self.hidden else 0, front.wild if self.wild else 0
        return Roll(self.seat, hidden, wild, self.break_bank)


@dataclass(frozen=True, slots=True)
class EndKeeping(DeferredOrder):
    """`end` with `keep ...`: what goes back shows when its turn comes."""

    seat: int
    keep: Dice

    def bind(self, view: PlayerView) -> EndTurn | Fault:
        """The end of the turn; a Fault where the player keeps dice that do not lie there."""
        front = view.table.players[self.seat].front
        if not front.covers(self.keep):
            kind = view.table.kind
            facts = {"kept": in_signs(self.keep, kind), "front": in_signs(front, kind)}
            return Fault("keep_missing", kind, verb="keep", facts=facts)
        return EndTurn(self.seat, front.minus(self.keep))


@dataclass(frozen=True)
class Reduction(EndPart):
    """The dice that go back with the `end` of the letter: these, or all but these."""

    dice: Dice
    keep: bool

    def check(self, more: Sequence["Reduction"]) -> None:
        """Raise ParseError where two lines keep the same thing."""
        if more and any(one.keep for one in (self, *more)):
            raise ParseError("discard_and_keep")

    def completed(self, end: EndTurn, more: Sequence["Reduction"]) -> Play:
        """The end of the turn with all these dice given back; all or none of them say what is kept."""
        total = Dice()
        for one in (self, *more):
            total = total.plus(one.dice)
        return EndKeeping(end.seat, total) if self.keep else ActionOrder(EndTurn(end.seat, total))


def income(cursor: OrderCursor) -> tuple[Part, ...]:
    """`income [break the bank]` (FR-11)."""
    cursor.skip(*NOISE)
    break_bank = breaks_bank(cursor)
    cursor.skip("please")
    cursor.done()
    return (ActionOrder(Income(cursor.context.seat, break_bank)),)


def roll(cursor: OrderCursor) -> tuple[Part, ...]:
    """`roll 3h 2?`, `roll all`, `roll all ?` (FR-12)."""
    seat = cursor.context.seat
    cursor.skip(*NOISE, "turn", "dice")
    if cursor.take("all"):
        cursor.skip("articles", "turn", "from")
        hidden, wild = cursor.take("hidden"), cursor.take("wild")
        cursor.skip("dice")
        everything = hidden == wild
        order: Part = RollAll(seat, everything or hidden, everything or wild, _trailing_break(cursor))
    else:
        rolled = amount(cursor, bare=False)
        if rolled is None:
            raise ParseError("missing_number", cursor.peek())
        order = ActionOrder(Roll(seat, rolled.hidden, rolled.wild, _trailing_break(cursor)))
    return (order,)


def _trailing_break(cursor: OrderCursor) -> bool:
    break_bank = breaks_bank(cursor)
    cursor.skip("please")
    cursor.done()
    return break_bank


def breaks_bank(cursor: OrderCursor) -> bool:
    """Read the words `break the bank` if they come next (FR-71)."""
    return cursor.take_phrase(phrases_of("break", LINE))


def amount(cursor: OrderCursor, *, bare: bool) -> Payment | None:
    """Dice as `3h 2?`, `3` (hidden), `2 hidden and 1 ?`, or with `bare` as `h ? ?`; None where there are none."""
    counts: dict[str, int] = {}
    while True:
        token = cursor.peek()
        if token is None:
            break
        if token.digits:
            number = cursor.number()
            cursor.skip("dice")
            kind = _kind_paid(cursor)
            cursor.skip("dice")
            if kind in counts:
                raise ParseError("said_twice", token)
            counts[kind] = number
        elif bare and cursor.sees("wild", "hidden"):
            kind = _kind_paid(cursor)
            counts[kind] = counts.get(kind, 0) + 1
        elif not (cursor.sees("joiner") and cursor.sees_number(1) and cursor.take("joiner")):
            break
    return Payment(counts.get("hidden", 0), counts.get("wild", 0)) if counts else None


def _kind_paid(cursor: OrderCursor) -> str:
    if cursor.take("wild"):
        return "wild"
    cursor.take("hidden")
    return "hidden"


def payment(cursor: OrderCursor) -> Payment:
    """The dice after the word `pay`, which has been read."""
    paid = amount(cursor, bare=True)
    if paid is None:
        raise ParseError("missing_payment", cursor.peek())
    return paid


def discard(cursor: OrderCursor) -> tuple[Part, ...]:
    """`discard c c`: which dice go back to the bank at the end of the turn (FR-14)."""
    reduction = _reduction(cursor, keep=False)
    cursor.done()
    return (reduction,)


def keep(cursor: OrderCursor) -> tuple[Part, ...]:
    """`keep s s ?`: all other dice in front go back to the bank at the end of the turn (FR-14)."""
    reduction = _reduction(cursor, keep=True)
    cursor.done()
    return (reduction,)


def end(cursor: OrderCursor) -> tuple[Part, ...]:
    """`end`, `end discard c c`, `end keep s s ?` (FR-14). Behind a comma or full stop may stand prose."""
    parts: list[Part] = [ActionOrder(EndTurn(cursor.context.seat))]
    cursor.skip("articles", "turn", "please")
    while (token := cursor.peek()) is not None:
        if cursor.take("discard"):
            parts.append(_reduction(cursor, keep=False))
        elif cursor.take("keep"):
            parts.append(_reduction(cursor, keep=True))
        elif token.pause.strip("\"'()“”"):
            cursor.skip_to_end()
        else:
            raise cursor.unexpected()
    return tuple(parts)


def _reduction(cursor: OrderCursor, *, keep: bool) -> Reduction:
    cursor.skip("by")
    if cursor.take("all"):
        return Reduction(Dice(), not keep)
    if cursor.take("none"):
        return Reduction(Dice(), keep)
    return Reduction(faces(cursor), keep)


def faces(cursor: TokenCursor[TableContext]) -> Dice:
    """Dice by their faces: `c c`, `2 s ?`, `cs`. Raises ParseError where none come next."""
    found: list[Face] = []
    while (token := cursor.peek()) is not None and not (found and _ends_sentence(token)):
        if token.digits:
            found += _counted(cursor)
        elif shown := _faces(cursor, token):
            found += shown
            cursor.next()
        elif not cursor.take("joiner", "dice", "please"):
            break
    if not found:
        raise ParseError("missing_dice", cursor.peek())
    return count(found)


def _counted(cursor: TokenCursor[TableContext]) -> list[Face]:
    number = cursor.number()
    cursor.skip("dice")
    token = cursor.peek()
    found = _faces(cursor, token) if token else []
    if not found:
        raise ParseError("missing_dice", token)
    if len(found) > 1:
        raise ParseError("ambiguous_count", token)
    cursor.next()
    return found * number


def _faces(cursor: TokenCursor[TableContext], token: Token) -> list[Face]:
    """The faces in a word: one for `curve`, two for `cs`; none where it holds anything else."""
    known = face_words(cursor.language, cursor.context.kind)
    if token.fold in known:
        return [known[token.fold]]
    faces = [known.get(letter) for letter in token.fold]
    return [face for face in faces if face] if all(faces) else []


def _ends_sentence(token: Token) -> bool:
    return token.gap and any(sign in token.pause for sign in ".!")
