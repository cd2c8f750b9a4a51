"""Order lines for what a player may do now, out of the legal actions; they can be sent as they stand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from pbem.commands.orders import write
from pbem.commands.orders.notation import notation_of
from pbem.games.railroad_dice_2.names import HOMES, NetworkNames, square_name
from pbem.games.railroad_dice_2.outlook import best_passengers, missing, reached
from pbem.games.railroad_dice_2.sentences import dice_taken, listed
from pbem.games.railroad_dice_2.violations import face_word
from pbem.reports.document import OrderLine
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    NetworkAction,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.building import cost_at
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS
from rules_core.games.railroad_dice_2.planning import best_trips, connection, towards
from rules_core.games.railroad_dice_2.play import ISSUE, dice_for, issue
from rules_core.games.railroad_dice_2.track import complex_piece
from rules_core.grid import Square

M = TypeVar("M", bound=NetworkAction)
B = TypeVar("B", bound=LayTrack | ExpandTrack)
_SHOWN: Final = 3
"""Other squares of a tile that a note names."""
_CARRY_ALL: Final = "{carry} {all}"


def suggestions(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    """One order for each thing a player may do, in the order of a turn; of track one for each square."""
    kinds = (_places, rolls, trips, purchases, building_wishes, _layings, _expansions, _callings, ending)
    return [line for suggest in kinds for line in suggest(names, legal)]


def suggested_orders(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[str]:
    """The lines a player is likely to send next: a whole turn, with wishes for what depends on the dice."""
    places = of(PlaceStation, legal)
    if places:
        return [_place_or_any(names, places), *_later_places(names)]
    roll = [line.order for line in rolls(names, legal)[:1]]
    build = _first_wishes(names) if roll else [line.order for line in building_wishes(names, legal)]
    buy = [] if names.table.active.locomotives or not names.table.locomotives else [wish(names, "{buy} {if possible}")]
    carry = [_carry_all(names)] if buy or (roll and names.table.active.locomotives) or best_trips(names.table) else []
    return [*roll, *build, *buy, *carry, *(line.order for line in ending(names, legal))]


def order(names: NetworkNames, action: NetworkAction) -> str:
    """An action as its player orders it."""
    return write(action, names.table, names.catalogue.language)


def wish(names: NetworkNames, template: str) -> str:
    """A template such as "{carry} {all}" in the words of the reader's language."""
    return notation_of(names.table.kind).vocabulary.fill(template, names.catalogue.language)


def _place_or_any(names: NetworkNames, places: Sequence[PlaceStation]) -> str:
    land = names.table.network.land
    nearest = sorted(
        places,
        key=lambda place: abs(2 * place.square.x + 1 - land.width) + abs(2 * place.square.y + 1 - land.height),
    )
    squares = (square_name(place.square) for place in nearest[:2])
    return wish(names, "{place} " + " {or} ".join((*squares, "{any}")))


def _later_places(names: NetworkNames) -> list[str]:
    table = names.table
    is_home = table.network.home(table.turn.seat) is None
    return [wish(names, "{place} {grey} {any}")] * (table.active.grey - (not is_home))


def of(kind: type[M], legal: Iterable[NetworkAction]) -> list[M]:
    """The legal actions of one kind."""
    return [action for action in legal if isinstance(action, kind)]


def _may_build(legal: Iterable[NetworkAction]) -> bool:
    return any(isinstance(action, LayTrack | ExpandTrack) for action in legal)


def _line(names: NetworkNames, action: NetworkAction, note: str = "") -> OrderLine:
    return OrderLine(order(names, action), note)


def _places(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    text = names.catalogue.text
    by_tile: dict[int, list[PlaceStation]] = {}
    for action in of(PlaceStation, legal):
        by_tile.setdefault(names.table.network.land.tile_of[action.square], []).append(action)
    found = []
    for tile, actions in sorted(by_tile.items()):
        first, *others = actions
        note = text("tile %(tile)s", tile=tile)
        if others:
            squares = listed(square_name(other.square) for other in others[:_SHOWN])
            more = text("%(squares)s …", squares=squares) if len(others) > _SHOWN else squares
            note = text("tile %(tile)s; or %(squares)s", tile=tile, squares=more)
        found.append(_line(names, first, note))
    return found


def rolls(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    """The ways to take dice, and the pass in place of them."""
    text, found = names.catalogue.text, []
    for action in legal:
        match action:
            case RollDice(_, simple, complex_):
                dice = dice_taken(*dice_for(names.table, simple, complex_), names)
                found.append(_line(names, action, text("rolls %(dice)s", dice=dice)))
            case TakeWild():
                found.append(_line(names, action, text("a complex die showing ?, without a roll")))
            case PassRoll():
                coming = names.passengers(sum(issue(names.table, TILE_NUMBERS)))
                found.append(_line(names, action, text("no roll; %(passengers)s come", passengers=coming)))
    return found


def trips(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    """The best trips one by one, and all of them in one order."""
    text = names.catalogue.text
    best = best_trips(names.table) if of(CarryPassengers, legal) else ()
    lines = [_line(names, trip, carried(names, trip)) for trip in best]
    if len(best) > 1:
        passengers = names.passengers(best_passengers(names.table.turn.seat, names))
        lines.insert(0, OrderLine(_carry_all(names), text("the best trips: %(passengers)s", passengers=passengers)))
    return lines


def _carry_all(names: NetworkNames) -> str:
    return wish(names, _CARRY_ALL)


def carried(names: NetworkNames, trip: CarryPassengers) -> str:
    """The passengers that a trip would carry."""
    return names.passengers(min(trip.locomotive, names.table.waiting_at(trip.station)))


def purchases(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    """The next locomotive, where it can be paid."""
    text, table = names.catalogue.text, names.table
    found = []
    for action in of(BuyLocomotive, legal):
        number = table.locomotives[0]
        note = text(
            "locomotive %(number)s for %(price)s", number=number, price=names.units(names.components.price(number))
        )
        found.append(_line(names, action, note))
    return found


def planned(names: NetworkNames) -> list[LayTrack | ExpandTrack]:
    """The moves that join the nearest station with the dice in hand, or bring the line nearest to it."""
    table, seat = names.table, names.table.turn.seat
    for station in missing(seat, names):
        moves = connection(table, seat, station) or towards(table, seat, station)
        if moves:
            return [*moves]
    return []


def _first_wishes(names: NetworkNames) -> list[str]:
    """The wishes for dice that are still to be rolled: the nearest connection or any other, else a step towards it."""
    nearest = next(iter(missing(names.table.turn.seat, names)), None)
    return [] if nearest is None else [_connect(names, nearest), _towards(names, nearest)]


def building_wishes(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    """The wish that the dice in hand can meet, with what it lays: a connection, else a step towards one."""
    if not _may_build(legal):
        return []
    table, seat = names.table, names.table.turn.seat
    stations = missing(seat, names)
    for plan, write_wish in ((connection, _connect), (towards, _towards)):
        for at in stations:
            moves = plan(table, seat, at)
            if moves:
                note = names.catalogue.text("with your dice: %(moves)s", moves=listed(map(_named, moves)))
                return [OrderLine(write_wish(names, at), note)]
    return []


def _named(move: LayTrack | ExpandTrack) -> str:
    return f"{square_name(move.square)} {_sides(move)}"


def _connect(names: NetworkNames, station: int) -> str:
    return wish(names, f"{{connect}} {{joining}} {_station(names, station)} {{or}} {{any}}")


def _towards(names: NetworkNames, station: int) -> str:
    return wish(names, f"{{towards}} {_station(names, station)}")


def _station(names: NetworkNames, at: int) -> str:
    """A station as a template of orders: "{grey} 3", "{blue}"."""
    station = names.table.network.stations[at]
    return f"{{grey}} {station.grey}" if station.owner is None else f"{{{HOMES[station.owner]}}}"


def by_square(moves: Iterable[B]) -> dict[Square, list[B]]:
    """Ways to lay or expand by their squares; plain dice before those that show "?"."""
    found: dict[Square, list[B]] = {}
    for move in sorted(moves, key=lambda move: move.wild):
        found.setdefault(move.square, []).append(move)
    return found


def _layings(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    return _grouped(names, by_square(of(LayTrack, legal)))


def _expansions(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    return _grouped(names, by_square(of(ExpandTrack, legal)))


def _grouped(names: NetworkNames, squares: dict[Square, list[B]]) -> list[OrderLine]:
    plan = planned(names) if squares else []
    lines: list[tuple[bool, OrderLine]] = []
    for moves in squares.values():
        first = next((move for move in moves if move in plan), moves[0])
        notes = [built_note(names, first)]
        others = dict.fromkeys(_sides(move) for move in moves if move.pair != first.pair)
        if others:
            notes.append(names.catalogue.text("or %(pairs)s", pairs=listed(others)))
        lines.append((first not in plan, _line(names, first, "; ".join(notes))))
    return [line for _is_other, line in sorted(lines, key=lambda entry: entry[0])]


def _sides(move: LayTrack | ExpandTrack) -> str:
    return move.pair if isinstance(move, LayTrack) else f"+{move.pair}"


def built_note(names: NetworkNames, move: LayTrack | ExpandTrack) -> str:
    """The die that a move takes and what the ground costs: "a curve, 2 units"."""
    table = names.table
    if isinstance(move, ExpandTrack):
        (lying,) = table.network.track[move.square]
        face = table.box.face_for(complex_piece(lying, move.pair), move.wild)
        return face_word(face, names.catalogue)
    cost = cost_at(table.network, move.square)
    return listed([face_word(move.face, names.catalogue), *([names.units(cost)] if cost else [])])


def _callings(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    calls = callings(names, legal)
    if not calls:
        return []
    first = min(calls, key=lambda call: call.wild)
    notes = [calling_note(names, first)]
    others = dict.fromkeys(str(call.tile) for call in calls if call.tile != first.tile)
    if others:
        notes.append(names.catalogue.text("or tile %(tiles)s", tiles=listed(others)))
    return [_line(names, first, "; ".join(notes))]


def callings(names: NetworkNames, legal: Iterable[NetworkAction]) -> list[CallPassengers]:
    """Ways to call new passengers, those tiles first where most stations are at the end of the player's lines."""
    table = names.table
    near = Counter(table.tile_of(station) for station in reached(table.turn.seat, names))
    calls = of(CallPassengers, legal)
    return sorted(calls, key=lambda call: (-near[call.tile], -table.network.stations_on(call.tile), call.tile))


def calling_note(names: NetworkNames, call: CallPassengers) -> str:
    """The passengers that a die given back brings, and which die it is."""
    number = min(ISSUE * names.table.network.stations_on(call.tile), names.table.bank)
    face = face_word(call.face, names.catalogue)
    return names.catalogue.text(
        "%(passengers)s, for a die showing %(face)s", passengers=names.passengers(number), face=face
    )


def ending(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[OrderLine]:
    """The end of the turn."""
    turn = names.table.turn
    unused = names.dice([*turn.simple, *turn.complex])
    text = names.catalogue.text
    note = text("ends your turn; dice left go back") if unused else text("ends your turn")
    return [_line(names, action, note) for action in of(FinishTurn, legal)]


def help_with_orders(names: NetworkNames) -> list[str]:
    """Help with writing orders of this moment, in paragraphs."""
    text, table = names.catalogue.text, names.table
    facts = {"connect": wish(names, "{connect} {joining} {grey} 1 {or} {any}"), "carry": _carry_all(names)}
    if table.phase == "placing":
        return [
            text(
                "You can write stations for later turns too, in the order you prefer: each line waits until it is "
                "your turn to place one."
            )
        ]
    if table.phase == "closing":
        return []
    return [
        text(
            "Track: a piece is named by its square and the two sides it joins, of n, e, s and w; + adds a pair of "
            "sides to the die that lies there."
        ),
        text(
            "Wishes are carried out with whatever you roll, so a whole turn fits into one message: `%(connect)s` "
            "joins the first of these stations that the dice allow, `%(carry)s` makes the best trips.",
            **facts,
        ),
    ]


def hints(names: NetworkNames) -> list[str]:
    """The reasons why something that a player would look for is not there."""
    table, text = names.table, names.catalogue.text
    if table.phase != "play" or not table.turn.rolled:
        return []
    if table.turn.simple or table.turn.complex:
        return []
    return [text("You have no dice in hand: they come once in a turn (R2-10).")]
