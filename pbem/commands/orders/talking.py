"""The reading of `press`, `mute` and `unmute`: players are meant by name, its beginning, or the number of a seat."""

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.languages import fold, spellings
from pbem.commands.orders.commands import Mute, WritePress
from pbem.commands.orders.notation import Part, PlayersCursor
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT

_WORDS_OF_A_NAME: Final = 6
_LONGEST_NUMBER: Final = 2
_BETWEEN: Final = ("joiner", "to", "please")
"""Meanings of words that may stand between names."""
_NO_NAMES: Final = ("anonymous", "all", *_BETWEEN)


def without_colon(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`press` and the like without the colon behind which their text would stand, which nobody can read."""
    cursor.skip_to_end()
    raise ParseError("no_colon", None)


def readers(cursor: PlayersCursor) -> WritePress:
    """`anonymous all`, `ben, clara`, `2 and 3`: press to these players, as yet without its text. Raises ParseError."""
    seats: set[int] = set()
    is_anonymous = to_all = False
    while cursor.peek() is not None:
        if cursor.take("anonymous"):
            is_anonymous = True
        elif cursor.take("all"):
            to_all = True
        elif _is_called(cursor) or not cursor.take(*_BETWEEN):
            seats.add(player(cursor))
    if not (seats or to_all):
        raise ParseError("missing_readers", None)
    return WritePress(None if to_all else tuple(sorted(seats)), "", is_anonymous)


def _is_called(cursor: PlayersCursor) -> bool:
    """Whether a word that may stand between names is one itself: `press an: ...`, `press a, b: ...`, to Anna.

    The "an" of `nachricht an ben` and the "à" of `message à ben` stand close before what they belong to.
    """
    token, following = cursor.peek(), cursor.peek(1)
    if token is None or not seats_called(token.fold, cursor.context.players):
        return False
    return following is None or bool(following.pause) or cursor.sees("joiner", ahead=1)


def mute(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`mute ben`, `mute anonymous`."""
    return (Mute(_writer(cursor)),)


def unmute(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`unmute ben`, `unmute anonymous`."""
    return (Mute(_writer(cursor), on=False),)


def _writer(cursor: PlayersCursor) -> int | None:
    """Whose press is meant; None for what comes without a name."""
    cursor.skip("please")
    if cursor.peek() is None:
        raise ParseError("missing_player", None)
    seat = None if cursor.take("anonymous") else player(cursor)
    cursor.skip("please")
    cursor.done()
    return seat


def player(cursor: PlayersCursor) -> int:
    """The player that comes next. Raises ParseError where nobody is called so, or several are."""
    ahead = _ahead(cursor)
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
    """The words up to the next comma of which a name may be made."""
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
    """The words among names that mean something else."""
    return frozenset().union(*map(SEAT.accepted, _NO_NAMES))


def _keys(name: str) -> frozenset[str]:
    """The spellings of a name, run together."""
    return frozenset(map(_run_together, {fold(name), *spellings(name)}))


def _key(name: str) -> str:
    return _run_together(fold(name))


def _run_together(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())
