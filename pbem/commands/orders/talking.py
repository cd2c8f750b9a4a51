"""The reading of whom something is said to or of: players are meant by name, its beginning, or the number of a seat."""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from pbem.commands.cursor import TokenCursor
from pbem.commands.languages import fold, spellings
from pbem.commands.orders.notation import PlayersContext, PlayersCursor
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import SEAT

_WORDS_OF_A_NAME: Final = 6
_LONGEST_NUMBER: Final = 2
_BETWEEN: Final = ("joiner", "to", "please")
"""Meanings of words that may stand between names."""
_JOINING: Final = ("joiner", "and", "then")
"""Meanings of words that make of two names two people."""
_NO_NAMES: Final = ("anonymous", "all", *_BETWEEN)


class Readers(NamedTuple):
    """The seats that something is written to, all others where it is None, and whether without a name."""

    seats: tuple[int, ...] | None
    anonymous: bool = False


def readers(cursor: PlayersCursor) -> Readers:
    """`anonymous all`, `ben, clara`, `2 and 3`: these players.

    Words may be the name of one player or of several, as old names can hold a word that joins names. Where that cannot
    be told it is asked. Raises ParseError.
    """
    start, found, fault = cursor.at, dict[Readers, None](), ParseError("missing_readers", None)
    for way in (_plain, _odd, _short):
        cursor.at = start
        try:
            found[_readers(cursor, way)] = None
        except ParseError as error:
            fault = error if way is _plain else fault
    cursor.skip_to_end()
    if len(found) > 1:
        players = cursor.context.players
        meant = sorted({seat for one in found for seat in one.seats or ()})
        raise ParseError("ambiguous_player", cursor.tokens[start], (written(players, seat) for seat in meant))
    if not found or fault.code == "ambiguous_player":
        raise fault
    return next(iter(found))


def is_addressed(tokens: Sequence[Token], context: PlayersContext) -> bool:
    """Whether tokens name readers of press without its verb, and nothing else: "an alle", "to Ben"."""
    cursor = TokenCursor(tokens, context)
    if not cursor.take("to"):
        return False
    try:
        return cursor.peek() is not None and bool(readers(cursor))
    except ParseError:
        return False


_Way: TypeAlias = Callable[[PlayersCursor], int | None]
"""Reads the player that comes next in one way, or gives None where nobody does. Raises ParseError."""


def _readers(cursor: PlayersCursor, way: _Way) -> Readers:
    seats: set[int] = set()
    is_anonymous = to_all = False
    while cursor.peek() is not None:
        seat = way(cursor)
        if seat is not None:
            seats.add(seat)
        elif cursor.take("anonymous"):
            is_anonymous = True
        elif cursor.take("all"):
            to_all = True
        elif _is_called(cursor) or not cursor.take(*_BETWEEN):
            seats.add(_begun(cursor, _apart(cursor)))
    if not (seats or to_all):
        raise ParseError("missing_readers", None)
    return Readers(None if to_all else tuple(sorted(seats)), is_anonymous)


def _is_called(cursor: PlayersCursor) -> bool:
    """Whether a word that may stand between names is one itself: `press an: ...`, `press a, b: ...`, to Anna.

    The "an" of `nachricht an ben` and the "à" of `message à ben` stand close before what they belong to.
    """
    token, following = cursor.peek(), cursor.peek(1)
    if token is None or not seats_called(token.fold, cursor.context.players):
        return False
    return following is None or bool(following.pause) or cursor.sees("joiner", ahead=1)


def _plain(cursor: PlayersCursor) -> int | None:
    if cursor.sees(*_NO_NAMES):
        return None
    return _whole(cursor, range(len(_apart(cursor)), 0, -1))


def _odd(cursor: PlayersCursor) -> int | None:
    return _whole(cursor, range(_WORDS_OF_A_NAME, 0, -1))


def _short(cursor: PlayersCursor) -> int | None:
    """The shortest whole name; nothing else is read so. Raises ParseError."""
    if cursor.sees(*_NO_NAMES):
        return None
    seat = _whole(cursor, range(1, _WORDS_OF_A_NAME + 1))
    if seat is None:
        raise cursor.unexpected()
    return seat


def _whole(cursor: PlayersCursor, lengths: Iterable[int]) -> int | None:
    """The player whose whole name comes next, in one of `lengths` tokens, which are read; None where nobody's does."""
    players = tuple(cursor.context.players)
    ahead = cursor.tokens[cursor.at : cursor.at + _WORDS_OF_A_NAME]
    for length in lengths:
        typed = "".join(token.fold for token in ahead[:length] if token.kind in ("word", "number"))
        found = [seat for seat, name in enumerate(players) if typed in _keys(name)] if length <= len(ahead) else []
        if len(found) == 1:
            cursor.at += length
            return found[0]
    return None


def _apart(cursor: PlayersCursor) -> list[Token]:
    ahead = _ahead(cursor)
    return ahead[:1] + list(takewhile(lambda one: one.fold not in _meanings() and not _joins(one), ahead[1:]))


def _joins(token: Token) -> bool:
    return bool(token.pause.strip(" -'’.()_"))


@cache
def joining_words() -> frozenset[str]:
    """The folded words between two things that mean both, in any language."""
    return frozenset().union(*(SEAT.accepted(key) for key in _JOINING))


def player(cursor: PlayersCursor) -> int:
    """The player that comes next. Raises ParseError where nobody is called so, or several are."""
    return _begun(cursor, _ahead(cursor))


def _begun(cursor: PlayersCursor, ahead: Sequence[Token]) -> int:
    players = cursor.context.players
    for length in range(len(ahead), 0, -1):
        found = seats_called("".join(token.fold for token in ahead[:length]), players)
        if len(found) == 1:
            cursor.at += length
            return found[0]
        if found:
            raise ParseError("ambiguous_player", ahead[0], (written(players, seat) for seat in found))
    token = cursor.next()
    near = get_close_matches(token.fold, [_key(name) for name in players], n=2)
    raise ParseError(
        "unknown_player", token, (written(players, seat) for seat, name in enumerate(players) if _key(name) in near)
    )


def _ahead(cursor: PlayersCursor) -> list[Token]:
    words: list[Token] = []
    for token in cursor.tokens[cursor.at : cursor.at + _WORDS_OF_A_NAME]:
        if token.kind not in ("word", "number") or (words and "," in token.pause):
            break
        words.append(token)
    return words


@lru_cache(maxsize=1024)
def seats_called(typed: str, players: Sequence[str]) -> tuple[int, ...]:
    """The seats whose players a folded word may mean: by name, by the number of the seat, by a beginning of the name.

    `players` are the players' names by seat, as a tuple. A whole name comes before a number, and both before a
    beginning.
    """
    whole = tuple(seat for seat, name in enumerate(players) if typed in _keys(name))
    if whole:
        return whole
    if typed.isdecimal():
        number = int(typed) if len(typed) <= _LONGEST_NUMBER else 0
        return (number - 1,) if 0 < number <= len(players) else ()
    return tuple(seat for seat, name in enumerate(players) if any(key.startswith(typed) for key in _keys(name)))


def written(players: Sequence[str], seat: int) -> str:
    """Name a player in orders: in small letters where the name is one word of their own, else by their seat."""
    name = players[seat].lower()
    is_word = name.isalpha() and fold(name) not in _meanings()
    return name if is_word and seats_called(fold(name), tuple(players)) == (seat,) else str(seat + 1)


@cache
def _meanings() -> frozenset[str]:
    return frozenset().union(*map(SEAT.accepted, _NO_NAMES))


def _keys(name: str) -> frozenset[str]:
    return frozenset(map(_run_together, {fold(name), *spellings(name)}))


def _key(name: str) -> str:
    return _run_together(fold(name))


def _run_together(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())
