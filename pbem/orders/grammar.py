"""How the arguments of the verbs that do not build are read: from a cursor behind the verb to what is ordered."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pbem.orders.cursor import MOST, Cursor, Part, Reduction, Unreadable
from pbem.orders.script import Act, Command, CommandName, Order, RollAll
from pbem.orders.tokens import Token
from pbem.orders.words import face_words
from rules_core.kernel.dice import Dice, Face, count
from rules_core.line.actions import BuyShare, EndTurn, Income, Roll, Source, UseTransport
from rules_core.line.companies import SHARES

NOISE: Final = ("articles", "please", "joiner")
"""Words that change nothing."""


def income(cursor: Cursor) -> tuple[Part, ...]:
    """`income [break the bank]` (FR-11)."""
    cursor.skip(*NOISE)
    break_bank = cursor.breaks_bank()
    cursor.skip("please")
    cursor.done()
    return (Act(Income(cursor.scene.seat, break_bank)),)


def roll(cursor: Cursor) -> tuple[Part, ...]:
    """`roll 3h 2?`, `roll all`, `roll all ?` (FR-12)."""
    seat = cursor.scene.seat
    cursor.skip(*NOISE, "turn", "dice")
    if cursor.take("all"):
        cursor.skip("articles", "turn", "from")
        hidden, wild = cursor.take("hidden"), cursor.take("wild")
        cursor.skip("dice")
        everything = hidden == wild
        order: Part = RollAll(seat, everything or hidden, everything or wild, _trailing_break(cursor))
    else:
        amount = cursor.amount(bare=False)
        if amount is None:
            raise Unreadable("missing_number", cursor.peek())
        order = Act(Roll(seat, amount.hidden, amount.wild, _trailing_break(cursor)))
    return (order,)


def _trailing_break(cursor: Cursor) -> bool:
    break_bank = cursor.breaks_bank()
    cursor.skip("please")
    cursor.done()
    return break_bank


@dataclass
class _Choice:
    """One company of an order that may name several, with what was said of it."""

    number: int = 1
    company: str = ""
    said: dict[str, Token] = field(default_factory=dict)
    source: Source | None = None
    wild: bool = False


def buy(cursor: Cursor) -> tuple[Part, ...]:
    """`buy [number] company [from bank|director] [with ?]`, for one company or several (FR-20, FR-21)."""
    seat = cursor.scene.seat
    named = _named(cursor, "share", SHARES, ("from", "share"), sold=True)
    return tuple(Act(BuyShare(seat, one.company, one.source, one.wild)) for one in named for _ in range(one.number))


def transport(cursor: Cursor) -> tuple[Part, ...]:
    """`transport [number] company [with ?]`, for one company or several (GE-12)."""
    seat = cursor.scene.seat
    named = _named(cursor, "symbol", MOST, ("at", "by", "from", "symbol", "passenger"), sold=False)
    return tuple(Act(UseTransport(seat, one.company, one.wild)) for one in named for _ in range(one.number))


def _named(cursor: Cursor, die: str, most: int, unsaid: tuple[str, ...], *, sold: bool) -> list[_Choice]:
    """The companies of an order, with what was said of each: how often, with which die, and where it is sold, by whom.

    `die` means the face that is used where no "?" is, and the words `unsaid` change nothing.
    """
    done: list[_Choice] = []
    coming = _Choice()
    while (token := cursor.peek()) is not None:
        if sold and cursor.sees("bank", "director"):
            of = _meant(coming, done, token)
            _say(of, "source", token)
            of.source = "bank" if cursor.sees("bank") else "director"
            cursor.next()
        elif cursor.take("with"):
            _read_die(cursor, _meant(coming, done, token), token, die)
        elif token.fold == "?":
            raise Unreadable("bare_wild", token)
        elif token.kind == "number":
            _say(coming, "number", token)
            coming.number = cursor.number(1, most)
        elif not cursor.take(*NOISE, "a", *unsaid):
            found = cursor.company()
            if found is None:
                raise Unreadable("unknown_company", token)
            coming.company, length = found
            cursor.at += length
            done.append(coming)
            coming = _Choice()
    if not done or coming.said:
        raise Unreadable("missing_company", None)
    return done


def _meant(coming: _Choice, done: list[_Choice], token: Token) -> _Choice:
    """The company that "from" or "with" speaks of: the one just named, if it is clear that no other is meant too."""
    if not done:
        return coming
    if not all(earlier.said for earlier in done[:-1]):
        raise Unreadable("which_company", token)
    return done[-1]


def _say(of: _Choice, what: str, token: Token) -> None:
    if what in of.said:
        raise Unreadable("said_twice", token)
    of.said[what] = token


def _read_die(cursor: Cursor, of: _Choice, token: Token, die: str) -> None:
    _say(of, "die", token)
    cursor.skip("articles", "a")
    of.wild = cursor.take("wild")
    if not of.wild and not cursor.take(die):
        raise Unreadable("missing_wild" if die == "share" else "missing_symbol", cursor.peek())


def discard(cursor: Cursor) -> tuple[Part, ...]:
    """`discard c c`: which dice go back to the bank at the end of the turn (FR-14)."""
    reduction = _reduction(cursor, keep=False)
    cursor.done()
    return (reduction,)


def keep(cursor: Cursor) -> tuple[Part, ...]:
    """`keep s s ?`: all other dice in front go back to the bank at the end of the turn (FR-14)."""
    reduction = _reduction(cursor, keep=True)
    cursor.done()
    return (reduction,)


def end(cursor: Cursor) -> tuple[Part, ...]:
    """`end`, `end discard c c`, `end keep s s ?` (FR-14). Behind a comma or full stop may stand prose."""
    parts: list[Part] = [Act(EndTurn(cursor.scene.seat))]
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


def _reduction(cursor: Cursor, *, keep: bool) -> Reduction:
    cursor.skip("by")
    if cursor.take("all"):
        return Reduction(Dice(), not keep)
    if cursor.take("none"):
        return Reduction(Dice(), keep)
    return Reduction(faces(cursor), keep)


def faces(cursor: Cursor) -> Dice:
    """Dice by their faces: `c c`, `2 s ?`, `cs`. Raises Unreadable where none come next."""
    found: list[Face] = []
    while (token := cursor.peek()) is not None and not (found and _ends_sentence(token)):
        if token.kind == "number":
            found += _counted(cursor)
        elif shown := _faces(cursor, token):
            found += shown
            cursor.next()
        elif not cursor.take("joiner", "dice", "please"):
            break
    if not found:
        raise Unreadable("missing_dice", cursor.peek())
    return count(found)


def _counted(cursor: Cursor) -> list[Face]:
    number = cursor.number()
    cursor.skip("dice")
    token = cursor.peek()
    found = _faces(cursor, token) if token else []
    if not found:
        raise Unreadable("missing_dice", token)
    if len(found) > 1:
        raise Unreadable("ambiguous_count", token)
    cursor.next()
    return found * number


def _faces(cursor: Cursor, token: Token) -> list[Face]:
    """The faces in a word: one for `curve`, two for `cs`; none where it holds anything else."""
    known = face_words(cursor.language, cursor.scene.kind)
    if token.fold in known:
        return [known[token.fold]]
    faces = [known.get(letter) for letter in token.fold]
    return [face for face in faces if face] if all(faces) else []


def _ends_sentence(token: Token) -> bool:
    return token.gap and any(sign in token.pause for sign in ".!")


def command(name: CommandName) -> Callable[[Cursor], tuple[Part, ...]]:
    """The reader of an order to the server, which has no arguments."""
    return bare(Command(name))


def bare(order: Order) -> Callable[[Cursor], tuple[Part, ...]]:
    """The reader of an order that has no arguments."""

    def read(cursor: Cursor) -> tuple[Part, ...]:
        cursor.skip(*NOISE)
        cursor.done()
        return (order,)

    return read


def confirm(cursor: Cursor) -> tuple[Part, ...]:
    """`confirm`, `confirm 7KM2 9QRT`: the code is all letters and digits that follow, however they are spaced."""
    cursor.skip(*NOISE)
    typed: list[str] = []
    while (token := cursor.peek()) is not None and token.kind in ("word", "number"):
        typed.append(cursor.next().text)
    cursor.done()
    return (Command("confirm", "".join(typed).upper()),)


def ask_help(cursor: Cursor) -> tuple[Part, ...]:
    """`help`, whatever follows."""
    cursor.skip_to_end()
    return (Command("help"),)
