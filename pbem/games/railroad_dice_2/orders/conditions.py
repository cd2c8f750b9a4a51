"""Conditions: what they compare, how it is read, what it comes to, and its wording."""

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.commands.orders.conditions import MOST, goes_on, value_of
from pbem.commands.orders.notation import OrderCursor, Quantity
from pbem.commands.orders.script import Comparison
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import phrases_of
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.games.railroad_dice_2.orders.arguments import FILLING, WORDS, station, station_of
from pbem.i18n import N_
from rules_core.games.railroad_dice_2.components import TILES
from rules_core.games.railroad_dice_2.table import NetworkPlayer, NetworkView
from rules_core.games.railroad_dice_2.track import LOCOMOTIVE, WILD

COMPARED: Final = (
    "number", "station", "straights", "curves", "symbols", "wild", "faces", "switches", "wyes", "crossings", "dice",
    "hand", "complex", "units", "locomotives", "year", "bank", "passenger", "waiting", "distance", "connected",
    "closing", "phase", "self", "not", "and", "on", "tile", "joining",
)  # fmt: skip
"""The meanings of words that may stand in a condition."""
SWITCHES: Final = ("switch-left", "switch-right")
_FACES: Final[Mapping[str, str]] = {
    "straights": "straight",
    "curves": "curve",
    "wild": WILD,
    "symbols": LOCOMOTIVE,
    "switches": "switch",
    "wyes": "wye",
    "crossings": "crossing",
}
"""Faces by the meaning of the word that names them."""
_PHRASED: Final[Mapping[str, str]] = {
    "left switches": SWITCHES[0],
    "right switches": SWITCHES[1],
    "double curves": "double-curve",
}
"""Faces by the phrase of two words that names them."""
_PLAIN: Final = ("units", "year", "bank", "hand", "complex", "dice", "closing")
_COMPARING: Final = "<>=≤≥"
_ON: Final = ("on", "at", "from", "to", "tile", *FILLING)
_UNSAID: Final = ("self", "joining", "phase", "to", "on", *FILLING)
_NOT_JOINED: Final = MOST
"""The distance to a station that is not joined: more than any."""


def _face(name: str, shape: str, meaning: str) -> Quantity:
    return Quantity(name, shape, meaning, lambda view, _: count_faces(view, name))


def count_faces(view: NetworkView, face: str) -> int:
    """The dice of a face that the viewer has in hand; `switch` stands for both kinds of them."""
    faces = SWITCHES if face == "switch" else (face,)
    return sum(_hand(view).count(one) for one in faces)


def _hand(view: NetworkView) -> tuple[str, ...]:
    turn = view.table.turn
    return (*turn.simple, *turn.complex) if view.seat == turn.seat else ()


def _mine(view: NetworkView) -> NetworkPlayer:
    assert view.seat is not None, "a spectator gives no orders"
    return view.table.players[view.seat]


def _waiting(view: NetworkView, of: str) -> int:
    if not of:
        return sum(view.table.waiting)
    if of.isdecimal():
        return view.table.waiting[int(of) - 1]
    at = station_of(of, view.table.network)
    return 0 if at is None else view.table.waiting_at(at)


def _distance(view: NetworkView, of: str) -> int:
    at = station_of(of, view.table.network)
    found = None if at is None or view.seat is None else view.table.distance(view.seat, at)
    return _NOT_JOINED if found is None else found


def _connected(view: NetworkView, of: str) -> int:
    joined = _mine(view).connected
    return int(station_of(of, view.table.network) in joined) if of else len(joined)


QUANTITIES: Final[tuple[Quantity, ...]] = (
    _face("straight", "{straights}", N_("straights in your hand")),
    _face("curve", "{curves}", N_("curves in your hand")),
    _face(WILD, "?", N_('"?" in your hand')),
    _face(LOCOMOTIVE, "{symbols}", N_("dice in your hand that show a locomotive")),
    _face("switch", "{switches}", N_("switches of both kinds in your hand")),
    _face(SWITCHES[0], "{left switches}", N_("those to the left")),
    _face(SWITCHES[1], "{right switches}", N_("those to the right")),
    _face("wye", "{wyes}", N_("wyes in your hand")),
    _face("crossing", "{crossings}", N_("crossings in your hand")),
    _face("double-curve", "{double curves}", N_("double curves in your hand")),
    Quantity("hand", "{hand}", N_("all dice in your hand"), lambda view, _: len(_hand(view))),
    Quantity("units", "{units}", N_("your units"), lambda view, _: _mine(view).units),
    Quantity("locomotives", "{locomotives}", N_("your locomotives"), lambda view, _: len(_mine(view).locomotives)),
    Quantity("waiting", "{waiting} 3", N_("passengers beside tile 3, or beside a station's tile"), _waiting),
    Quantity(
        "distance", "{distance} {blue}", N_("tiles from your home to a station; 999 if there is no line"), _distance
    ),
    Quantity("connected", "{connected}", N_("stations joined to your home; of one that is named, 1 or 0"), _connected),
    Quantity("year", "{year}", N_("the year"), lambda view, _: view.table.year),
    Quantity("bank", "{bank}", N_("units in the bank"), lambda view, _: view.table.bank),
    Quantity("dice", "{dice}", N_("dice in the dice bank or in a hand"), lambda view, _: _dice_left(view)),
    Quantity("complex", "{complex}", N_("complex dice among them"), lambda view, _: view.table.complex_left),
    Quantity(
        "closing",
        "{closing}",
        N_("whether the closing phase has begun, 1 or 0"),
        lambda view, _: int(view.table.phase == "closing"),
    ),
)
"""Everything that conditions compare, in the order in which it is explained."""


def _dice_left(view: NetworkView) -> int:
    return view.table.simple_left + view.table.complex_left


def compared(cursor: OrderCursor) -> tuple[str, str] | None:
    """Read what is compared, and the tile or station that is named for it; None where nothing such comes next."""
    for phrase, face in _PHRASED.items():
        if cursor.take_phrase(phrases_of(phrase, WORDS)):
            return face, ""
    meaning = cursor.one_of(_FACES)
    if meaning is not None:
        cursor.skip("dice")
        return _FACES[meaning], ""
    if cursor.take("locomotives"):
        return (LOCOMOTIVE if cursor.take("faces") else "locomotives"), ""
    if cursor.take("connected"):
        return "connected", _named_station(cursor)
    if cursor.take("distance"):
        return "distance", station(cursor, *_UNSAID, "going").key
    if cursor.take("waiting") or (cursor.take("passenger") and (cursor.take("waiting") or goes_on(cursor))):
        return "waiting", _place(cursor)
    plain = cursor.one_of(_PLAIN)
    if plain is None:
        return None
    cursor.skip("dice", "on", "phase", *FILLING)
    if cursor.take("hand"):
        return "hand", ""
    if plain in ("dice", "complex"):
        cursor.skip("bank")
    return plain, ""


def _place(cursor: OrderCursor) -> str:
    """The tile or station that is named, as a text that stands for it; empty where none is."""
    cursor.skip(*_ON)
    if cursor.sees_number() and not _compares(cursor.peek()):
        return str(cursor.number(1, TILES))
    return _named_station(cursor)


def _named_station(cursor: OrderCursor) -> str:
    cursor.skip(*_UNSAID)
    return "" if _sign_follows(cursor) else station(cursor).key


def _sign_follows(cursor: OrderCursor) -> bool:
    token = cursor.peek()
    return not goes_on(cursor) or _compares(token) or _is_worded_sign(cursor.tokens, cursor.at)


def _compares(token: Token | None) -> bool:
    return token is not None and (token.kind == "arrow" or any(sign in token.pause for sign in _COMPARING))


def _is_worded_sign(tokens: Sequence[Token], at: int) -> bool:
    phrases = (phrase for sign in (">=", "<=") for phrase in phrases_of(sign))
    return any(tuple(token.fold for token in tokens[at : at + len(phrase)]) == phrase for phrase in phrases)


def stated(cursor: OrderCursor) -> Comparison | None:
    """`closing`, `not connected to blue`, `ich bin mit grau 3 verbunden`; None where a sign of comparison follows."""
    what, end = _claim(cursor)
    if what is None:
        return None
    named, denied = "", False
    while cursor.at < end:
        if cursor.take("not"):
            denied = True
        elif not cursor.take(what, *_UNSAID):
            named = station(cursor).key
    if what == "connected" and not named:
        raise ParseError("missing_station", cursor.peek())
    return Comparison(what, "=", int(not denied), named)


def _claim(cursor: OrderCursor) -> tuple[str | None, int]:
    what, at = None, cursor.at
    while at < len(cursor.tokens):
        token, ahead = cursor.tokens[at], at - cursor.at
        if (ahead and ":" in token.pause) or cursor.sees("and", "then", ahead=ahead):
            break
        if _compares(token) or _is_worded_sign(cursor.tokens, at):
            return None, at
        what = what or next((name for name in ("connected", "closing") if cursor.sees(name, ahead=ahead)), None)
        at += 1
    return what, at


def present(comparison: Comparison, view: NetworkView, names: NetworkNames) -> str:
    """The current value of a comparison's quantity, as part of a sentence to the viewer: "you have 1 straight"."""
    text, plural = names.catalogue.text, names.catalogue.plural
    value = value_of(comparison, view)
    match comparison.quantity:
        case "switch":
            return plural("you have %(n)s switch", "you have %(n)s switches", value)
        case "hand":
            return plural("you have %(n)s die in hand", "you have %(n)s dice in hand", value)
        case "units":
            return text("you have %(units)s", units=names.units(value))
        case "locomotives":
            return plural("you have %(n)s locomotive", "you have %(n)s locomotives", value)
        case "waiting":
            return _present_waiting(comparison.of, value, names)
        case "distance":
            place = _named(comparison.of, names)
            if value == _NOT_JOINED:
                return text("%(station)s is not joined to your home", station=place)
            return plural("%(station)s is %(n)s tile away", "%(station)s is %(n)s tiles away", value, station=place)
        case "connected" if comparison.of:
            joined = N_("%(station)s is joined to your home")
            return text(
                joined if value else N_("%(station)s is not joined to your home"), station=_named(comparison.of, names)
            )
        case "connected":
            return plural("%(n)s station is joined to your home", "%(n)s stations are joined to your home", value)
        case "year":
            return text("it is year %(year)s", year=value)
        case "bank":
            return text("the bank has %(units)s", units=names.units(value))
        case "dice":
            return plural(
                "%(n)s die is in the dice bank or in a hand", "%(n)s dice are in the dice bank or in a hand", value
            )
        case "complex":
            return plural(
                "%(n)s complex die is in the dice bank or in a hand",
                "%(n)s complex dice are in the dice bank or in a hand",
                value,
            )
        case "closing":
            return text(N_("the closing phase has begun") if value else N_("the closing phase has not begun"))
        case face:
            return text("you have %(dice)s", dice=names.faces(face, value))


def _present_waiting(of: str, value: int, names: NetworkNames) -> str:
    text, passengers = names.catalogue.text, names.passengers(value)
    if not of:
        return text("in all %(passengers)s are waiting", passengers=passengers)
    if of.isdecimal():
        return text("beside tile %(tile)s %(passengers)s are waiting", tile=of, passengers=passengers)
    return text("for %(station)s %(passengers)s are waiting", station=_named(of, names), passengers=passengers)


def _named(of: str, names: NetworkNames) -> str:
    at = station_of(of, names.table.network)
    return of if at is None else names.station(at)
