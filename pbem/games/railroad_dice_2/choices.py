"""The choices that a page offers a player now, in groups; where there are many, they are folded by square or tile.

Those with a place on the map are offered there too, by `placed_orders`: the same orders in the same words.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

from pbem.games.presenter import PlacedOrder
from pbem.games.railroad_dice_2 import suggestions
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.games.railroad_dice_2.symbols import TRACK
from pbem.games.railroad_dice_2.violations import violation_sentence
from pbem.reports.document import OrderLine
from rules_core.games import ruleset_for
from rules_core.games.railroad_dice_2.actions import (
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    LayTrack,
    NetworkAction,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.play import dice_for
from rules_core.games.railroad_dice_2.track import PAIRS
from rules_core.grid import Square
from rules_core.kernel.dice import no_draw
from rules_core.kernel.rulebook import Violations

_LESS_TELLING: Final = {"same_track": 1, "not_joined": 2, "no_die": 3}
"""Reasons why a piece is not laid, behind all others where pieces are refused for several."""
_MOST: Final = 12
"""Choices in a group that stand beside each other; where there are more, they are folded."""


class PicturedDie(NamedTuple):
    """A die beside an order: simple or complex, the track on it as paths, and what is written there."""

    is_complex: bool
    track: tuple[str, ...] = ()
    written: str = ""


class PicturedOrder(NamedTuple):
    """An order to send, its effect, and the dice that it takes, as they would lie."""

    order: str
    note: str = ""
    dice: tuple[PicturedDie, ...] = ()


@dataclass(frozen=True)
class Folded:
    """Orders that share a square, a tile or a locomotive, under its name."""

    name: str
    orders: tuple[PicturedOrder, ...]


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices of one kind: orders that stand beside each other, and others that are folded."""

    title: str
    orders: tuple[PicturedOrder, ...] = ()
    folded: tuple[Folded, ...] = ()
    ends: bool = False
    usual: str = ""
    """The order among them that is usual, which comes first."""


@dataclass(frozen=True)
class Choice:
    """A choice with what it is folded under where there are many."""

    name: str
    line: PicturedOrder


def choices(names: NetworkNames, legal: Sequence[NetworkAction]) -> tuple[ChoiceGroup, ...]:
    """Sort the legal actions into groups; those without any choice are left out."""
    text, moves = names.catalogue.text, _moves(legal)
    groups = (
        _group(text("Place a station"), _placings(names, legal)),
        ChoiceGroup(text("Roll, or do something else in its place"), tuple(_rolls(names, legal))),
        ChoiceGroup(text("Build for the nearest station"), _bare(suggestions.building_wishes(names, legal))),
        _group(text("Lay track"), _building(names, suggestions.of(LayTrack, moves))),
        _group(text("Expand track"), _building(names, suggestions.of(ExpandTrack, moves))),
        _trips(names, legal),
        ChoiceGroup(text("Buy a locomotive"), _bare(suggestions.purchases(names, legal))),
        _group(text("New passengers"), _callings(names, legal)),
        ChoiceGroup(text("End your turn"), _bare(suggestions.ending(names, legal)), ends=True),
    )
    usual = suggestions.suggested_orders(names, legal) if legal else []
    return tuple(_with_usual(group, usual) for group in groups if group.orders or group.folded)


def _bare(lines: Iterable[OrderLine]) -> tuple[PicturedOrder, ...]:
    return tuple(PicturedOrder(line.order, line.note) for line in lines)


def _with_usual(group: ChoiceGroup, usual: Sequence[str]) -> ChoiceGroup:
    found = next((one.order for one in group.orders if one.order in usual), "")
    if not found or len(group.orders) == 1:
        return group
    return replace(group, usual=found, orders=tuple(sorted(group.orders, key=lambda one: one.order != found)))


def _rolls(names: NetworkNames, legal: Sequence[NetworkAction]) -> Iterator[PicturedOrder]:
    dice = {}
    for action in legal:
        if isinstance(action, RollDice):
            taken = dice_for(names.table, action.simple, action.complex)
            dice[suggestions.order(names, action)] = tuple(
                PicturedDie(is_complex)
                for is_complex, number in zip((False, True), taken, strict=True)
                for _die in range(number)
            )
        elif isinstance(action, TakeWild):
            dice[suggestions.order(names, action)] = (PicturedDie(is_complex=True, written="?"),)
    for line in suggestions.rolls(names, legal):
        yield PicturedOrder(line.order, line.note, dice.get(line.order, ()))


def _die_of(names: NetworkNames, move: LayTrack | ExpandTrack) -> PicturedDie:
    lying = names.table.network.track.get(move.square, ()) if isinstance(move, ExpandTrack) else ()
    return PicturedDie(isinstance(move, ExpandTrack), tuple(TRACK[pair] for pair in (*lying, move.pair)))


def chosen(form: Mapping[str, str]) -> str:
    """The order that a form of the choices asks to add; empty for none."""
    return form.get("add", "")


def placed_orders(names: NetworkNames, legal: Sequence[NetworkAction], *, wild: bool = False) -> list[PlacedOrder]:
    """The orders that a press on the map adds, those first that take plain dice, or with `wild` a "?".

    Track and stations are laid on their squares, trips begin at stations, passengers come to tiles ("tile 3").
    """
    moves = sorted(_moves(legal), key=lambda move: (move.wild != wild, _by_piece(move)))
    placed = [_placed(names, move) for move in (*suggestions.of(PlaceStation, legal), *moves)]
    return [*placed, *_carried_from(names, legal), *_called_to(names, legal, wild=wild)]


def alternatives(names: NetworkNames, last: NetworkAction, legal: Sequence[NetworkAction]) -> list[PlacedOrder]:
    """The orders in place of the last one: the others for its place from it on and round, or other squares."""
    match last:
        case PlaceStation():
            return [_placed(names, place) for place in suggestions.of(PlaceStation, legal) if place != last]
        case LayTrack() | ExpandTrack():
            return _other_pieces(names, last, legal)
        case CarryPassengers():
            trips = _carried_from(names, [one for one in _carries(legal) if one.station == last.station])
            return _others(trips, suggestions.order(names, last))
        case CallPassengers():
            here = [one for one in suggestions.of(CallPassengers, legal) if one.tile == last.tile]
            return _others(_called_to(names, here, wild=False), suggestions.order(names, last))
    return []


def _other_pieces(
    names: NetworkNames, last: LayTrack | ExpandTrack, legal: Sequence[NetworkAction]
) -> list[PlacedOrder]:
    is_wild = last.wild and replace(last, wild=False) in legal  # though another die does
    here = [move for move in _moves(legal) if isinstance(move, type(last)) and move.square == last.square]
    like = {move.pair: move for move in sorted(here, key=lambda move: move.wild == is_wild)}
    pieces = [_placed(names, move) for move in sorted(like.values(), key=_by_piece)]
    return _others(pieces, suggestions.order(names, replace(last, wild=is_wild)))


def unlit(names: NetworkNames, square: Square) -> str:
    """The reason why nothing can be placed or laid on a square now: of the pieces the one that comes nearest to it."""
    table, seat = names.table, names.table.turn.seat
    if square not in table.network.land.tile_of:
        return ""
    tried: list[NetworkAction] = [PlaceStation(seat, square)]
    if table.phase != "placing":
        kind = ExpandTrack if square in table.network.track else LayTrack
        tried = [kind(seat, square, pair) for pair in PAIRS]
    decided = [ruleset_for(table.kind).decide(table, action, no_draw) for action in tried]
    broken = [found.violations[0] for found in decided if isinstance(found, Violations)]
    nearest = min(broken, key=lambda one: _LESS_TELLING.get(one.code, 0), default=None)
    return "" if nearest is None else violation_sentence(nearest, names.catalogue, names)


def _others(found: Sequence[PlacedOrder], order: str) -> list[PlacedOrder]:
    at = next((number for number, one in enumerate(found) if one.order == order), None)
    return [] if at is None else [*found[at + 1 :], *found[:at]]


def _moves(legal: Sequence[NetworkAction]) -> list[LayTrack | ExpandTrack]:
    moves = [move for move in legal if isinstance(move, LayTrack | ExpandTrack)]
    plain = {move for move in moves if not move.wild}
    return [move if replace(move, wild=False) in plain else replace(move, wild=False) for move in moves]


def _by_piece(move: LayTrack | ExpandTrack) -> tuple[bool, int]:
    return isinstance(move, ExpandTrack), PAIRS.index(move.pair)


def _placed(names: NetworkNames, move: PlaceStation | LayTrack | ExpandTrack) -> PlacedOrder:
    note = "" if isinstance(move, PlaceStation) else suggestions.built_note(names, move)
    return PlacedOrder(square_name(move.square), suggestions.order(names, move), note)


def _carries(legal: Sequence[NetworkAction]) -> list[CarryPassengers]:
    return sorted(suggestions.of(CarryPassengers, legal), key=lambda one: -one.locomotive)


def _carried_from(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[PlacedOrder]:
    waiting = names.table.waiting_at
    trips = sorted(_carries(legal), key=lambda one: (-min(one.locomotive, waiting(one.station)), one.locomotive))
    stations = names.table.network.stations
    return [
        PlacedOrder(
            square_name(stations[trip.station].square),
            suggestions.order(names, trip),
            suggestions.carried(names, trip),
            f"{min(trip.locomotive, waiting(trip.station))}",
        )
        for trip in trips
    ]


def _called_to(names: NetworkNames, legal: Sequence[NetworkAction], *, wild: bool) -> list[PlacedOrder]:
    calls = sorted(suggestions.callings(names, legal), key=lambda call: call.wild != wild)
    return [
        PlacedOrder(f"tile {call.tile}", suggestions.order(names, call), suggestions.calling_note(names, call), "+")
        for call in calls
    ]


def _group(title: str, found: Sequence[Choice]) -> ChoiceGroup:
    if len(found) <= _MOST:
        return ChoiceGroup(title, tuple(one.line for one in found))
    under = groupby(found, key=lambda one: one.name)
    return ChoiceGroup(title, folded=tuple(Folded(name, tuple(one.line for one in some)) for name, some in under))


def _placings(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[Choice]:
    tile_of = names.table.network.land.tile_of
    places = sorted(suggestions.of(PlaceStation, legal), key=lambda action: tile_of[action.square])
    text = names.catalogue.text
    return [
        Choice(text("tile %(tile)s", tile=tile_of[action.square]), PicturedOrder(suggestions.order(names, action)))
        for action in places
    ]


def _building(names: NetworkNames, moves: Sequence[LayTrack] | Sequence[ExpandTrack]) -> list[Choice]:
    return [
        Choice(
            square_name(move.square),
            PicturedOrder(suggestions.order(names, move), suggestions.built_note(names, move), (_die_of(names, move),)),
        )
        for found in suggestions.by_square(moves).values()
        for move in found
    ]


def _trips(names: NetworkNames, legal: Sequence[NetworkAction]) -> ChoiceGroup:
    text, best = names.catalogue.text, _bare(suggestions.trips(names, legal))
    known = {line.order for line in best}
    carries = sorted(suggestions.of(CarryPassengers, legal), key=lambda one: one.locomotive)
    others = [
        Choice(
            text("locomotive %(number)s", number=one.locomotive),
            PicturedOrder(suggestions.order(names, one), suggestions.carried(names, one)),
        )
        for one in carries
    ]
    more = _group(text("Carry passengers"), [one for one in others if one.line.order not in known])
    return replace(more, orders=(*best, *more.orders))


def _callings(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[Choice]:
    return [
        Choice(
            names.catalogue.text("tile %(tile)s", tile=call.tile),
            PicturedOrder(suggestions.order(names, call), suggestions.calling_note(names, call)),
        )
        for call in sorted(suggestions.callings(names, legal), key=lambda call: call.wild)
    ]
