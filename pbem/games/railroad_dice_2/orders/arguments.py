"""Readers of what orders name: squares, pairs of sides, stations, and the "?" that a die shows.

Squares and sides are written alike in every language; a German may also write `o` for Ost, a Frenchman for ouest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

from pbem.commands.cursor import NOISE, TokenCursor
from pbem.commands.faults import ParseError
from pbem.commands.languages import by_word, doubtful, words
from pbem.commands.orders.notation import OrderContext, TableContext, check_letters
from pbem.commands.orders.talking import player, seats_called
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.games.railroad_dice_2.names import ALPHABET, HOMES, square_name, square_named
from rules_core.games.railroad_dice_2.network import Network
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import Pair, pair_of
from rules_core.grid import LETTERS, Side, Square

PACKAGE: Final = "pbem.games.railroad_dice_2"
WORDS: Final = Vocabulary("seat", SEAT, package=PACKAGE)
"""The words of orders in this game."""
FILLING: Final = ("articles", "please")
"""Meanings of words that may stand before a name and change nothing."""
GREY: Final = "grey"
_SIDES: Final = words("seat", "sides", PACKAGE)

TableCursor: TypeAlias = TokenCursor[TableContext]


def network_table(context: TableContext) -> NetworkTable:
    """The table at which something is read."""
    assert isinstance(context.table, NetworkTable), "these orders are read at a table of this game"
    return context.table


@cache
def directions(language: str) -> Mapping[str, Side]:
    """The folded words for the compass sides, single letters among them."""
    return {word: LETTERS.index(letter) for word, letter in by_word(_SIDES, language).items()}


@cache
def _doubtful_sides(language: str) -> Mapping[str, tuple[str, ...]]:
    return doubtful(_SIDES, language)


def sides_in(typed: str, language: str) -> tuple[Side, ...]:
    """The one or two sides that a folded word names: `n`, `ns`, `north`, `suedost`; none where it is another word."""
    known = directions(language)
    if typed in known:
        return (known[typed],)
    halves = ((typed[:at], typed[at:]) for at in range(1, len(typed)))
    return next(((known[one], known[other]) for one, other in halves if one in known and other in known), ())


def sees_square(cursor: TableCursor) -> bool:
    """Whether a letter and a number come next, as in `e4`; two letters where the map is so wide."""
    letters, number = cursor.peek(), cursor.peek(1)
    if letters is None or number is None or letters.kind != "word" or number.kind != "number":
        return False
    longest = 2 if network_table(cursor.context).network.land.width > ALPHABET else 1
    return len(letters.text) <= longest and letters.text.isascii()


def square(cursor: TableCursor) -> Square:
    """The square that comes next, on the map or not. Raises ParseError where none does."""
    token = cursor.peek()
    if not sees_square(cursor):
        raise ParseError("missing_square", token)
    found = square_named(cursor.next().fold + cursor.next().fold)
    if found is None:
        raise ParseError("unknown_square", token)
    return found


def pair(cursor: TableCursor) -> Pair:
    """The pair of sides that comes next, in one word or two: `ns`, `n s`, `north-south`. Raises ParseError."""
    cursor.skip(*NOISE)
    token = cursor.peek()
    found = list(_sides(cursor))
    if len(found) == 1:
        cursor.skip("joiner", "going", "by")
        found += _sides(cursor)
    if len(found) != 2:
        if (word := cursor.peek()) is not None:
            check_letters(word, directions(cursor.language), _doubtful_sides(cursor.language))
        raise ParseError("missing_pair", word)
    if found[0] == found[1]:
        raise ParseError("same_sides", token)
    return pair_of(*found)


def _sides(cursor: TableCursor) -> tuple[Side, ...]:
    token = cursor.peek()
    if token is None or token.kind != "word" or sees_square(cursor):
        return ()
    found = sides_in(token.fold, cursor.language)
    cursor.at += bool(found)
    return found


def takes_wild(cursor: TableCursor) -> bool:
    """Read `with ?`, or a bare "?", if it comes next. Raises ParseError where "with" speaks of anything else."""
    if not cursor.take("with"):
        return cursor.take("wild")
    cursor.skip(*FILLING, "a")
    if not cursor.take("wild"):
        raise ParseError("missing_wild", cursor.peek())
    return True


@dataclass(frozen=True, slots=True)
class NamedStation:
    """A station as an order names it: by its owner, by the number of a grey one, or by its square.

    It need not be on the map yet. `said` are the words by which the writer named it.
    """

    owner: int | None = None
    grey: int = 0
    square: Square | None = None
    said: str = field(default="", compare=False)

    def find(self, network: Network) -> int | None:
        """The station on the map; None where it is not there."""
        for at, station in enumerate(network.stations):
            if self.square in (None, station.square) and (self.square or self._is(station.owner, station.grey)):
                return at
        return None

    def _is(self, owner: int | None, grey: int) -> bool:
        return (owner, grey) == (self.owner, self.grey)

    @property
    def key(self) -> str:
        """A text that stands for it in comparisons: `blue`, `grey 3`, `e4`."""
        if self.square is not None:
            return square_name(self.square)
        return f"{GREY} {self.grey}" if self.owner is None else HOMES[self.owner]


def station_of(key: str, network: Network) -> int | None:
    """The station that such a text stands for; None where it is not on the map."""
    if key in HOMES:
        return NamedStation(HOMES.index(key)).find(network)
    colour, _, number = key.partition(" ")
    if colour == GREY:
        return NamedStation(grey=int(number)).find(network)
    return NamedStation(square=square_named(key)).find(network)


def station_word(at: int, network: Network, language: str) -> str:
    """A station as a language writes it: `grey 3`, `blau`."""
    found = network.stations[at]
    if found.owner is not None:
        return WORDS.word(HOMES[found.owner], language)
    return f"{WORDS.word(GREY, language)} {found.grey}"


def station(cursor: TableCursor, *before: str) -> NamedStation:
    """The station that comes next: `grey 3`, `blue`, `e4`, or the name of a player, whose home is meant.

    `before` are meanings of words that may stand before it. Raises ParseError.
    """
    skip_before(cursor, *before, *FILLING, "station")
    start, token = cursor.at, cursor.peek()
    if token is None:
        raise ParseError("missing_station", None)
    owner, grey, place = _station(cursor, token)
    cursor.skip("station", "home")
    said = " ".join(read.text for read in cursor.tokens[start : cursor.at])
    return NamedStation(owner, grey, place, said if place is None else square_name(place))


def skip_before(cursor: TableCursor, *meanings: str) -> None:
    """Read words with these meanings, up to a square: in `a4` no article is read."""
    while not sees_square(cursor) and cursor.take(*meanings):
        pass


def _station(cursor: TableCursor, token: Token) -> tuple[int | None, int, Square | None]:
    table = network_table(cursor.context)
    if sees_square(cursor):
        return None, 0, square(cursor)
    if cursor.take(GREY):
        cursor.skip("station", "locomotive")
        return None, _grey_number(cursor, table), None
    colour = cursor.one_of(HOMES)
    if colour is not None and HOMES.index(colour) < table.seats:
        return HOMES.index(colour), 0, None
    if token.digits:
        raise ParseError("bare_number", token, [f"{WORDS.word(GREY, cursor.language)} {token.digits}"])
    if colour is not None or token.kind != "word":
        raise ParseError("unknown_station", token, home_words(cursor.context))
    return _home_of_player(cursor, token), 0, None


def _grey_number(cursor: TableCursor, table: NetworkTable) -> int:
    if not cursor.sees_number():
        raise ParseError("missing_grey", cursor.peek())
    placed = sum(one.owner is None for one in table.network.stations)
    return cursor.number(1, max(1, placed + sum(one.grey for one in table.players)))


def _home_of_player(cursor: TableCursor, token: Token) -> int:
    """The seat of the player who is named, perhaps in the genitive: `Bens Bahnhof`, `Ben's station`."""
    try:
        return player(cursor)
    except ParseError as error:
        if error.code == "ambiguous_player":
            raise
        owners = seats_called(token.fold.removesuffix("s"), cursor.context.players)
        if not token.fold.endswith("s") or len(owners) != 1:
            raise ParseError("unknown_station", token) from None
        return owners[0]


def home_words(context: TableContext) -> tuple[str, ...]:
    """The colours of the homes, as the writer's language writes them."""
    return tuple(WORDS.word(colour, context.language) for colour in HOMES[: network_table(context).seats])


def station_words(context: TableContext) -> tuple[str, ...]:
    """The words by which stations are named, as the writer's language writes them."""
    return (WORDS.word(GREY, context.language), *home_words(context))


def is_square(token: Token, context: OrderContext) -> bool:
    """Whether a word may be the column of a square."""
    found = square_named(f"{token.fold}1") if token.text.isascii() else None
    return found is not None and found.x < network_table(context).network.land.width


def is_square_here(tokens: Sequence[Token]) -> bool:
    """Whether tokens begin like `e4`, in one word."""
    if len(tokens) < 2 or tokens[0].kind != "word" or tokens[1].kind != "number":
        return False
    return len(tokens[0].text) == 1 and not tokens[1].gap


def is_pair(token: Token, context: OrderContext) -> bool:
    """Whether a word names sides."""
    return bool(sides_in(token.fold, context.language))
