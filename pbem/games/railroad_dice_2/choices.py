"""The choices that a page offers a player now, in groups; where there are many, a square or a tile is chosen first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from pbem.games.presenter import PlacedOrder
from pbem.games.railroad_dice_2 import suggestions
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.reports.document import OrderLine
from rules_core.games.railroad_dice_2.actions import (
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    LayTrack,
    NetworkAction,
    PlaceStation,
)
from rules_core.games.railroad_dice_2.track import PAIRS, Pair
from rules_core.grid import Square

_MOST: Final = 12
"""Choices in a group that stand beside each other; where there are more, they are chosen in two steps."""

_WITH_WILD: Final = "passengers ?"


@dataclass(frozen=True)
class FirstStep:
    """The beginning of orders that share a square or a tile: what stands for it in a form, its name, how many."""

    begun: str
    name: str
    number: int


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices of one kind: whole orders, and first steps of others; `begun` is the step that was chosen before."""

    title: str
    orders: tuple[OrderLine, ...] = ()
    steps: tuple[FirstStep, ...] = ()
    begun: str = ""
    """The name of what was chosen; empty where nothing was."""


@dataclass(frozen=True)
class Stepwise:
    """A choice with the step that it can be reached by."""

    step: str
    name: str
    line: OrderLine


def choices(names: NetworkNames, legal: Sequence[NetworkAction], begun: str = "") -> tuple[ChoiceGroup, ...]:
    """Sort the legal actions into groups; those without any choice are left out.

    `begun` is the step that was chosen, as a FirstStep had it. One that is none is passed over.
    """
    text = names.catalogue.text
    groups = (
        _group(text("Place a station"), _placings(names, legal), begun),
        ChoiceGroup(text("Roll, or something in its place"), tuple(suggestions.rolls(names, legal))),
        ChoiceGroup(text("Build for the nearest station"), tuple(suggestions.building_wishes(names, legal))),
        _group(text("Lay track"), _building(names, suggestions.of(LayTrack, legal), "lay"), begun),
        _group(text("Expand track"), _building(names, suggestions.of(ExpandTrack, legal), "expand"), begun),
        _trips(names, legal, begun),
        ChoiceGroup(text("Buy a locomotive"), tuple(suggestions.purchases(names, legal))),
        _callings(names, legal, begun),
        ChoiceGroup(text("End your turn"), tuple(suggestions.ending(names, legal))),
    )
    return tuple(group for group in groups if group.orders or group.steps)


def chosen(form: Mapping[str, str]) -> str:
    """The order that a form of the choices asks to add; empty for none."""
    return form.get("add", "")


def placed_orders(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[PlacedOrder]:
    """The orders for squares, those first that a press on the map adds: the first piece that fits, or a station."""
    return [_placed(names, move) for move in _on_squares(legal)]


def alternatives(names: NetworkNames, last: NetworkAction, legal: Sequence[NetworkAction]) -> list[PlacedOrder]:
    """The orders in place of the last one: the other pieces for its square from it on and round, or other squares."""
    if isinstance(last, PlaceStation):
        return [_placed(names, place) for place in suggestions.of(PlaceStation, legal) if place != last]
    if not isinstance(last, LayTrack | ExpandTrack):
        return []
    kind = type(last)
    here = [move for move in _on_squares(legal) if isinstance(move, kind) and move.square == last.square]
    at = next((number for number, move in enumerate(here) if move.pair == last.pair), 0)
    return [_placed(names, move) for move in (*here[at + 1 :], *here[:at])]


def _on_squares(legal: Sequence[NetworkAction]) -> list[PlaceStation | LayTrack | ExpandTrack]:
    """Moves on squares of the map; a "?" is used where no other die does, and needs no word then."""
    found: dict[tuple[type[NetworkAction], Square, Pair], LayTrack | ExpandTrack] = {}
    for move in legal:
        if isinstance(move, LayTrack | ExpandTrack):
            key = (type(move), move.square, move.pair)
            found[key] = replace(move, wild=False)
    pieces = sorted(found.values(), key=lambda move: (isinstance(move, ExpandTrack), PAIRS.index(move.pair)))
    return [*suggestions.of(PlaceStation, legal), *pieces]


def _placed(names: NetworkNames, move: PlaceStation | LayTrack | ExpandTrack) -> PlacedOrder:
    note = "" if isinstance(move, PlaceStation) else suggestions.built_note(names, move)
    return PlacedOrder(square_name(move.square), suggestions.order(names, move), note)


def _group(title: str, found: Sequence[Stepwise], begun: str) -> ChoiceGroup:
    if len(found) <= _MOST:
        return ChoiceGroup(title, tuple(one.line for one in found))
    under = [one for one in found if one.step == begun]
    if under:
        return ChoiceGroup(title, tuple(one.line for one in under), begun=under[0].name)
    return ChoiceGroup(title, steps=tuple(_steps(found)))


def _steps(found: Iterable[Stepwise]) -> Iterable[FirstStep]:
    for (step, name), under in groupby(found, key=lambda one: (one.step, one.name)):
        yield FirstStep(step, name, len(list(under)))


def _placings(names: NetworkNames, legal: Sequence[NetworkAction]) -> list[Stepwise]:
    tile_of = names.table.network.land.tile_of
    places = sorted(suggestions.of(PlaceStation, legal), key=lambda action: tile_of[action.square])
    text = names.catalogue.text
    return [
        Stepwise(
            f"place {tile_of[action.square]}",
            text("tile %(tile)s", tile=tile_of[action.square]),
            OrderLine(suggestions.order(names, action)),
        )
        for action in places
    ]


def _building(names: NetworkNames, moves: Sequence[LayTrack] | Sequence[ExpandTrack], verb: str) -> list[Stepwise]:
    return [
        Stepwise(
            f"{verb} {square_name(move.square)}",
            square_name(move.square),
            OrderLine(suggestions.order(names, move), suggestions.built_note(names, move)),
        )
        for found in suggestions.by_square(moves).values()
        for move in found
    ]


def _trips(names: NetworkNames, legal: Sequence[NetworkAction], begun: str) -> ChoiceGroup:
    """The best trips, all in one first, and then every other one, by the locomotives where they are many."""
    text, best = names.catalogue.text, tuple(suggestions.trips(names, legal))
    known = {line.order for line in best}
    carries = sorted(suggestions.of(CarryPassengers, legal), key=lambda one: one.locomotive)
    others = [
        Stepwise(
            f"carry {one.locomotive}",
            text("locomotive %(number)s", number=one.locomotive),
            OrderLine(suggestions.order(names, one), suggestions.carried(names, one)),
        )
        for one in carries
    ]
    more = _group(text("Carry passengers"), [one for one in others if one.line.order not in known], begun)
    return more if more.begun else replace(more, orders=(*best, *more.orders))


def _callings(names: NetworkNames, legal: Sequence[NetworkAction], begun: str) -> ChoiceGroup:
    """Tiles for new passengers, those first that the player's lines lead to.

    Where a locomotive does for them, which is good for nothing else, a "?" is offered after a step.
    """
    text, calls = names.catalogue.text, suggestions.callings(names, legal)
    title, plain, wild = text("New passengers"), _called(names, calls, False), _called(names, calls, True)
    if not (plain and wild):
        return ChoiceGroup(title, plain or wild)
    if begun == _WITH_WILD:
        return ChoiceGroup(title, wild, begun=text("with ?"))
    return ChoiceGroup(title, plain, (FirstStep(_WITH_WILD, text("with ?"), len(wild)),))


def _called(names: NetworkNames, calls: Iterable[CallPassengers], wild: bool) -> tuple[OrderLine, ...]:
    return tuple(
        OrderLine(suggestions.order(names, call), suggestions.calling_note(names, call))
        for call in calls
        if call.wild == wild
    )
