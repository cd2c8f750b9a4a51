"""Readers of what stands in orders of Railroad Dice 2, and the parts of an order that are settled when it is carried
out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

from pbem.commands.cursor import NOISE, TokenCursor
from pbem.commands.languages import by_word, doubtful, words
from pbem.commands.orders.notation import OrderContext, TableContext, check_letters
from pbem.commands.orders.script import DeferredOrder
from pbem.commands.orders.talking import player, seats_called
from pbem.commands.tokens import Fault, ParseError, Token
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.games.railroad_dice_2.names import ALPHABET, HOMES, square_name, square_named
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CarryPassengers,
    ExpandTrack,
    LayTrack,
    PlaceStation,
)
from rules_core.games.railroad_dice_2.bots import heuristic
from rules_core.games.railroad_dice_2.building import open_squares
from rules_core.games.railroad_dice_2.network import Network
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.games.railroad_dice_2.track import WILD, Pair, complex_piece, pair_of, simple_face
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
    text: str = field(default="", compare=False)

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
    text = " ".join(read.text for read in cursor.tokens[start : cursor.at])
    return NamedStation(owner, grey, place, text if place is None else square_name(place))


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


def fault(code: str, view: NetworkView, **facts: object) -> Fault:
    """The reason why an order that was well written cannot be met in a position."""
    return Fault(code, view.kind, facts=facts)


@dataclass(frozen=True, slots=True)
class PlaceByPreference(DeferredOrder):
    """`place e4 or d2 or any`: the first of these squares that is free; `is_home` where it is told which station."""

    waits = True
    exchangeable = True

    seat: int
    squares: tuple[Square, ...] = ()
    anywhere: bool = False
    is_home: bool | None = None

    def bind(self, view: NetworkView) -> PlaceStation | Fault:
        """The station on the first square that it may stand on; a Fault where another station is to be placed.

        A line waits for its turn as a whole, so one that holds a second order like this holds one too many.
        """
        table = view.table
        if table.phase == "placing":
            if table.turn.seat != self.seat:
                return fault("place_each", view)
            expects_home = table.network.home(self.seat) is None
            if self.is_home not in (None, expects_home):
                return fault("home_first" if expects_home else "home_stands", view)
            free = open_squares(table)
            chosen = next((square for square in self.squares if square in free), None)
            if chosen is not None:
                return PlaceStation(self.seat, chosen)
            if self.anywhere:
                return best_place(view, free)
            if len(self.squares) > 1:
                return fault("none_free", view, squares=", ".join(map(square_name, self.squares)))
        if not self.squares:
            return fault("nothing_to_place", view)
        return PlaceStation(self.seat, self.squares[0])


def best_place(view: NetworkView, free: tuple[Square, ...]) -> PlaceStation:
    """The station on the square that a program would choose of these, which are at least one."""
    actions = [PlaceStation(view.table.turn.seat, square) for square in free]
    chosen = heuristic(view, actions, lambda number: 0)
    assert isinstance(chosen, PlaceStation), "nothing else was offered"
    return chosen


@dataclass(frozen=True, slots=True)
class LayByDice(DeferredOrder):
    """`lay e4 ns`: with the plain die, or where none is in hand with a "?"."""

    exchangeable = True

    seat: int
    square: Square
    pair: Pair

    def bind(self, view: NetworkView) -> LayTrack:
        """The laying with the die that is there."""
        hand = view.table.turn.simple
        return LayTrack(self.seat, self.square, self.pair, simple_face(self.pair) not in hand and WILD in hand)


@dataclass(frozen=True, slots=True)
class ExpandByDice(DeferredOrder):
    """`expand e4 +sw`: with the die that shows it, or where none is in hand with a "?"."""

    exchangeable = True

    seat: int
    square: Square
    pair: Pair

    def bind(self, view: NetworkView) -> ExpandTrack:
        """The exchange with the die that is there."""
        hand, face = view.table.turn.complex, expanded_face(view.table, self.square, self.pair)
        return ExpandTrack(self.seat, self.square, self.pair, face not in hand and WILD in hand)


def expanded_face(table: NetworkTable, square: Square, pair: Pair) -> str:
    """The face of a complex die that adds a pair to a square; empty where none can."""
    lying = table.network.track.get(square, ())
    if len(lying) != 1 or pair in lying:
        return ""
    return table.box.face_of.get(complex_piece(lying[0], pair), "")


@dataclass(frozen=True, slots=True)
class BuyNumber(DeferredOrder):
    """`buy 3`: the next locomotive, if it has this number."""

    seat: int
    number: int

    def bind(self, view: NetworkView) -> BuyLocomotive | Fault:
        """The purchase; a Fault where another number is sold now."""
        table = view.table
        if table.locomotives and table.locomotives[0] != self.number:
            following = table.locomotives[0]
            return fault("other_number", view, following=following, price=table.box.price(following))
        return BuyLocomotive(self.seat)


@dataclass(frozen=True, slots=True)
class CarryTo(DeferredOrder):
    """`carry 4 to grey 3`: a trip to a station, which may be placed by then."""

    seat: int
    locomotive: int
    station: NamedStation

    def bind(self, view: NetworkView) -> CarryPassengers | Fault:
        """The trip; a Fault where no such station is on the map."""
        found = self.station.find(view.table.network)
        if found is None:
            return fault("no_such_station", view, station=self.station.text)
        return CarryPassengers(self.seat, self.locomotive, found)
