"""Readers of the orders of a turn: placing, dice, track, locomotives and passengers, in the order of the rulebook."""

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.commands.cursor import NOISE
from pbem.commands.orders.notation import OrderCursor, Part
from pbem.commands.orders.script import ActionOrder, Play
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import phrases_of
from pbem.games.railroad_dice_2.names import HOMES
from pbem.games.railroad_dice_2.orders.arguments import (
    FILLING,
    GREY,
    WORDS,
    BuyNumber,
    CarryTo,
    ExpandByDice,
    LayByDice,
    PlaceByPreference,
    is_pair,
    is_square_here,
    network_table,
    pair,
    sees_square,
    square,
    station,
    takes_wild,
)
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    PassRoll,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.components import TILES
from rules_core.games.railroad_dice_2.track import Pair, SimpleTrack, simple_face
from rules_core.grid import Square

SORTS: Final = ("simple", "complex")
"""The sorts of dice, and the meanings of words for them."""
MOST_SIMPLE: Final = 4
"""The most dice of a sort that are rolled at once (R2-10)."""
POSSIBLE: Final = "if possible"
"""The phrase by which an order becomes a wish."""
BESIDE_PLACES: Final = ("or", "on", "onto", "station", "label", "turn", "where", "going", "a")
"""Meanings of words that change nothing beside the squares of a station."""
_WITH_PLACES: Final = (*BESIDE_PLACES, *FILLING, "any", "home", GREY)


def place(cursor: OrderCursor) -> tuple[Part, ...]:
    """`place e4`, `place green e4 or d2 or any` (R2-5)."""
    if not cursor.at and network_table(cursor.context).phase != "placing":
        raise ParseError("missing_pair", cursor.peek())
    is_home: bool | None = None
    squares: list[Square] = []
    anywhere = False
    while (token := cursor.peek()) is not None:
        if sees_square(cursor):
            squares.append(square(cursor))
        elif cursor.take(GREY):
            is_home = _said_once(is_home, False, cursor)
            if cursor.sees_number():  # grey stations are numbered as they come
                cursor.next()
        elif (colour := cursor.one_of(HOMES)) is not None:
            if HOMES.index(colour) != cursor.context.seat:
                raise ParseError("not_yours", token, [WORDS.word(HOMES[cursor.context.seat], cursor.language)])
            is_home = _said_once(is_home, True, cursor)
        elif cursor.take("home"):
            is_home = _said_once(is_home, True, cursor)
        elif cursor.take("any"):
            anywhere = True
            cursor.skip("where")
        elif squares and cursor.sees("joiner"):
            raise ParseError("place_each", token)
        elif not cursor.take(*BESIDE_PLACES, *NOISE):
            raise ParseError("missing_square" if not squares else "unexpected", token)
    if not squares and not anywhere:
        raise ParseError("missing_square", None)
    return (PlaceByPreference(cursor.context.seat, tuple(squares), anywhere, is_home),)


def begins_place(tokens: Sequence[Token], at: int, language: str, opening: bool) -> bool:
    """Whether an order begins that places a station without saying so: `e4`, `e4 or d2`, `my station: e4`.

    It is nothing but squares, or a station and `any`, and words that may stand with them.
    """
    if not opening or at >= len(tokens) or _means(tokens[at], ("or",)):
        return False
    has_square = has_station = has_any = False
    while at < len(tokens):
        if is_square_here(tokens[at:]):
            has_square = True
            at += 2
        elif _means(tokens[at], _WITH_PLACES):
            has_station |= _means(tokens[at], ("station", "home"))
            has_any |= _means(tokens[at], ("any",))
            at += 1
        else:
            return False
    return has_square or (has_station and has_any)


def _means(token: Token, meanings: Iterable[str]) -> bool:
    return any(token.fold in WORDS.accepted(meaning) for meaning in meanings)


def _said_once(before: bool | None, now: bool, cursor: OrderCursor) -> bool:
    if before is not None and before != now:
        raise ParseError("said_twice", cursor.tokens[cursor.at - 1])
    return now


def roll(cursor: OrderCursor) -> tuple[Part, ...]:
    """`roll 4`, `roll 2+1`, `roll 2 complex`, `roll ssc` (R2-10)."""
    cursor.skip(*FILLING, "dice")
    start = cursor.peek()
    counts: dict[str, int] = {}
    bare: list[int] = []
    while (token := cursor.peek()) is not None:
        if token.digits:
            number = cursor.number(0, MOST_SIMPLE)
            cursor.skip("dice")
            sort = cursor.one_of(SORTS)
            if sort is None:
                bare.append(number)
            elif sort in counts:
                raise ParseError("said_twice", token)
            else:
                counts[sort] = number
        elif letters := _in_letters(cursor):
            counts = {sort: counts.get(sort, 0) + number for sort, number in letters.items()}
        elif not cursor.take("joiner", "dice", "plus", "with", *FILLING):
            raise ParseError("missing_roll" if not (counts or bare) else "unexpected", token)
    simple, complex_ = _sorted_out(counts, bare, cursor.language)
    if (simple, complex_) == (0, 0):
        raise ParseError("missing_roll", start)
    return (ActionOrder(RollDice(cursor.context.seat, simple, complex_)),)


def _in_letters(cursor: OrderCursor) -> dict[str, int]:
    token = cursor.peek()
    letters = token.fold if token is not None and token.kind == "word" else ""
    known = {sort: WORDS.accepted(sort) for sort in SORTS}
    found = {sort: sum(letter in words for letter in letters) for sort, words in known.items()}
    if not letters or sum(found.values()) != len(letters):
        return {}
    cursor.next()
    return found


def _sorted_out(counts: dict[str, int], bare: list[int], language: str) -> tuple[int, int]:
    """The simple and the complex dice of a roll: of numbers without a word the first counts simple ones."""
    sorts = [sort for sort in SORTS if sort not in counts]
    if len(bare) > len(sorts):
        raise ParseError("missing_roll", None)
    if not counts and len(bare) == 1 and bare[0] != MOST_SIMPLE:
        raise ParseError("which_roll", None, _rolls(language))
    found = {**counts, **dict(zip(sorts, bare, strict=False))}
    return found.get("simple", 0), found.get("complex", 0)


def _rolls(language: str) -> list[str]:
    return [WORDS.fill(f"{{roll}} {dice}", language) for dice in ("4", "2+1", "2 {complex}")]


def take(cursor: OrderCursor) -> tuple[Part, ...]:
    """`take ?`: a complex die without a roll (R2-10)."""
    cursor.skip(*NOISE, "a", "complex", "dice", "with")
    if not cursor.take("wild"):
        raise ParseError("missing_wild_die", cursor.peek())
    cursor.skip(*NOISE, "complex", "dice")
    cursor.done()
    return (ActionOrder(TakeWild(cursor.context.seat)),)


def pass_roll(cursor: OrderCursor) -> tuple[Part, ...]:
    """`pass`: passengers in place of the roll (R2-11); it is not the turn that is passed."""
    start = cursor.peek()
    if cursor.take_phrase(sorted(phrases_of("own turn", WORDS), key=len, reverse=True)):
        raise ParseError("pass_turn", start, [WORDS.word(verb, cursor.language) for verb in ("end", "pass")])
    cursor.skip(*NOISE)
    cursor.done()
    return (ActionOrder(PassRoll(cursor.context.seat)),)


def lay(cursor: OrderCursor) -> tuple[Part, ...]:
    """`lay e4 ns`, `lay e4 ns, f4 sw with ?` (R2-12); a plus says that track is added to what lies there."""
    return _pieces(cursor, is_added=False)


def expand(cursor: OrderCursor) -> tuple[Part, ...]:
    """`expand e4 +sw`, `expand e4 +sw with ?` (R2-13)."""
    return _pieces(cursor, is_added=True)


def _pieces(cursor: OrderCursor, *, is_added: bool) -> tuple[Part, ...]:
    found: list[Part] = []
    while True:
        face = _face_named(cursor)
        if cursor.peek() is None and found:
            return tuple(found)
        if found and not sees_square(cursor):
            raise cursor.unexpected()
        place = square(cursor)
        face = _face_named(cursor) or face
        token = cursor.peek()
        adds = cursor.take("plus") or is_added or (token is not None and "+" in token.pause)
        sides = pair(cursor)
        if face and not adds and face != simple_face(sides):
            raise ParseError("other_face", token)
        found.append(_piece(cursor.context.seat, place, sides, adds, takes_wild(cursor)))


def _face_named(cursor: OrderCursor) -> SimpleTrack | None:
    named: SimpleTrack | None = None
    while (token := cursor.peek()) is not None and not sees_square(cursor):
        is_letter = len(token.fold) == 1 and is_pair(token, cursor.context)
        if is_letter or (cursor.sees("with") and cursor.sees("wild", ahead=1)):
            break
        if cursor.take("straights", "curves"):
            named = "straight" if token.fold in WORDS.accepted("straights") else "curve"
        elif not cursor.take("on", "onto", "by", "from", "at", "with", "a", "track", "dice", *SORTS, *NOISE):
            break
    return named


def _piece(seat: int, place: Square, sides: Pair, adds: bool, wild: bool) -> Play:
    if not wild:
        return ExpandByDice(seat, place, sides) if adds else LayByDice(seat, place, sides)
    return ActionOrder(ExpandTrack(seat, place, sides, True) if adds else LayTrack(seat, place, sides, True))


def purchases(cursor: OrderCursor) -> tuple[Part, ...]:
    """`buy`, `buy 3`, `buy 3, 3` (R2-15)."""
    seat, found = cursor.context.seat, list[Part]()
    while cursor.peek() is not None and not sees_possible(cursor):
        if cursor.sees_number():
            known = [kind.number for kind in network_table(cursor.context).box.locomotives]
            token, number = cursor.peek(), cursor.number(min(known), max(known))
            if cursor.sees("several") and not cursor.sees_number(1):
                raise ParseError("count_or_number", token, [WORDS.fill(f"{{buy}} {number}", cursor.language)])
            found.append(BuyNumber(seat, number))
        elif not cursor.take("locomotive", "upcoming", "a", *NOISE):
            raise cursor.unexpected()
    return tuple(found) or (ActionOrder(BuyLocomotive(seat)),)


def sees_possible(cursor: OrderCursor) -> bool:
    """Whether `if possible` comes next."""
    rest = tuple(token.fold for token in cursor.tokens[cursor.at :])
    return any(rest[: len(phrase)] == phrase for phrase in phrases_of(POSSIBLE, WORDS))


def trips(cursor: OrderCursor) -> tuple[Part, ...]:
    """`carry 4 to grey 3`, `carry 4 to blue, 3 to e4` (R2-16)."""
    found: list[Part] = []
    while True:
        cursor.skip("with", "locomotive", "a", *NOISE)
        if cursor.peek() is None and found:
            return tuple(found)
        if not cursor.sees_number():
            raise ParseError("missing_locomotive", cursor.peek())
        number = cursor.number()
        cursor.skip("locomotive")
        if cursor.sees("passenger"):
            raise ParseError("missing_locomotive", cursor.peek())
        target = station(cursor, "going", "on", "at", "by", "to", "from", "joiner")
        found.append(CarryTo(cursor.context.seat, number, target))


def call(cursor: OrderCursor) -> tuple[Part, ...]:
    """`passengers 3`, `passengers 3 with ?`: to a tile by its number (R2-17)."""
    found: list[Part] = []
    while True:
        cursor.skip("tile", "on", "onto", "at", "to", "locomotive", *NOISE)
        if cursor.peek() is None and found:
            return tuple(found)
        if not cursor.sees_number():
            raise ParseError("missing_tile", cursor.peek())
        tile = cursor.number(1, TILES)
        found.append(ActionOrder(CallPassengers(cursor.context.seat, tile, takes_wild(cursor))))


def end(cursor: OrderCursor) -> tuple[Part, ...]:
    """`end`. Behind a comma or full stop may stand prose."""
    cursor.skip("articles", "turn", "please")
    token = cursor.peek()
    if token is not None and token.pause.strip("\"'()“”"):
        cursor.skip_to_end()
    cursor.done()
    return (ActionOrder(FinishTurn(cursor.context.seat)),)
