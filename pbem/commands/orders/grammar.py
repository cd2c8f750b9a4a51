"""How the arguments of a game's verbs that do not build are read: dice, payments, companies and shares."""

from dataclasses import dataclass, field

from pbem.commands.cursor import MOST
from pbem.commands.faults import ParseError
from pbem.commands.orders.arguments import NOISE
from pbem.commands.orders.context import OrderCursor, Part, Reduction
from pbem.commands.orders.script import ActionOrder, RollAll
from pbem.commands.orders.words import face_words
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import phrases_of
from rules_core.line.actions import BuyShare, EndTurn, Income, Payment, Roll, Source, UseTransport
from rules_core.line.companies import SHARES
from rules_core.line.dice import Dice, Face, count


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


@dataclass
class _Choice:
    """One company of an order that may name several, with what was said of it."""

    number: int = 1
    company: str = ""
    said: dict[str, Token] = field(default_factory=dict)
    source: Source | None = None
    wild: bool = False


def buy(cursor: OrderCursor) -> tuple[Part, ...]:
    """`buy [number] company [from bank|director] [with ?]`, for one company or several (FR-20, FR-21)."""
    seat = cursor.context.seat
    named = _named(cursor, "share", SHARES, ("from", "share"), sold=True)
    return tuple(
        ActionOrder(BuyShare(seat, one.company, one.source, one.wild)) for one in named for _ in range(one.number)
    )


def transport(cursor: OrderCursor) -> tuple[Part, ...]:
    """`transport [number] company [with ?]`, for one company or several (GE-12)."""
    seat = cursor.context.seat
    named = _named(cursor, "symbol", MOST, ("at", "by", "from", "symbol", "passenger"), sold=False)
    return tuple(ActionOrder(UseTransport(seat, one.company, one.wild)) for one in named for _ in range(one.number))


def _named(cursor: OrderCursor, die: str, most: int, unsaid: tuple[str, ...], *, sold: bool) -> list[_Choice]:
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
            raise ParseError("bare_wild", token)
        elif token.kind == "number":
            _say(coming, "number", token)
            coming.number = cursor.number(1, most)
        elif not cursor.take(*NOISE, "a", *unsaid):
            found = company(cursor)
            if found is None:
                raise ParseError("unknown_company", token)
            coming.company, length = found
            cursor.at += length
            done.append(coming)
            coming = _Choice()
    if not done or coming.said:
        raise ParseError("missing_company", None)
    return done


def _meant(coming: _Choice, done: list[_Choice], token: Token) -> _Choice:
    """The company that "from" or "with" speaks of: the one just named, if it is clear that no other is meant too."""
    if not done:
        return coming
    if not all(earlier.said for earlier in done[:-1]):
        raise ParseError("which_company", token)
    return done[-1]


def _say(of: _Choice, what: str, token: Token) -> None:
    if what in of.said:
        raise ParseError("said_twice", token)
    of.said[what] = token


def _read_die(cursor: OrderCursor, of: _Choice, token: Token, die: str) -> None:
    _say(of, "die", token)
    cursor.skip("articles", "a")
    of.wild = cursor.take("wild")
    if not of.wild and not cursor.take(die):
        raise ParseError("missing_wild" if die == "share" else "missing_symbol", cursor.peek())


def breaks_bank(cursor: OrderCursor) -> bool:
    """Reads the words `break the bank` if they come next (FR-71)."""
    return cursor.take_phrase(phrases_of("break"))


def amount(cursor: OrderCursor, *, bare: bool) -> Payment | None:
    """Dice as `3h 2?`, `3` (hidden), `2 hidden and 1 ?`, or with `bare` as `h ? ?`; None where there are none."""
    counts: dict[str, int] = {}
    while True:
        token = cursor.peek()
        if token is None:
            break
        if token.kind == "number":
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


def company(cursor: OrderCursor) -> tuple[str, int] | None:
    """The company that comes next, and how many tokens name it; nothing is read. None where no company is meant."""
    words = _words_ahead(cursor)
    for length in range(len(words), 0, -1):
        found = cursor.context.names.companies(words[:length], cursor.language)
        if len(found) == 1:
            return found[0], length
        if found:
            raise ParseError("ambiguous_company", cursor.peek(), found)
    return None


def _words_ahead(cursor: OrderCursor) -> list[str]:
    words: list[str] = []
    for token in cursor.tokens[cursor.at : cursor.at + 5]:
        joined = token.kind == "number" and not token.gap and words
        if token.kind != "word" and not joined:
            break
        words.append(token.fold)
    return words


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


def faces(cursor: OrderCursor) -> Dice:
    """Dice by their faces: `c c`, `2 s ?`, `cs`. Raises ParseError where none come next."""
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
        raise ParseError("missing_dice", cursor.peek())
    return count(found)


def _counted(cursor: OrderCursor) -> list[Face]:
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


def _faces(cursor: OrderCursor, token: Token) -> list[Face]:
    """The faces in a word: one for `curve`, two for `cs`; none where it holds anything else."""
    known = face_words(cursor.language, cursor.context.kind)
    if token.fold in known:
        return [known[token.fold]]
    faces = [known.get(letter) for letter in token.fold]
    return [face for face in faces if face] if all(faces) else []


def _ends_sentence(token: Token) -> bool:
    return token.gap and any(sign in token.pause for sign in ".!")
