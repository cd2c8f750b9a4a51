"""Records of Railroad Dice 2: its map and dice are proved, and what no game can hold is refused, whatever it is."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from bench.selfplay import Game
from each_kit import each

from rules_core.games.railroad_dice_2 import actions as ac
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.building import arranged, outcomes
from rules_core.games.railroad_dice_2.components import TILE_SIZES
from rules_core.games.railroad_dice_2.network import MapTile
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable
from rules_core.grid import Square
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.events import Action, Event
from rules_core.kernel.record import (
    Record,
    checks,
    differences,
    dump,
    export,
    load,
    rejudge,
    replay,
    verify_dice,
)
from rules_core.kernel.rehearsal import other_options, suppose

KIND: Final = "railroad_dice_2"
VARIED: Final = {key: values[1] for key, values in OPTIONS.items()}
BOX: Final = railroad_dice_2.read_components(railroad_dice_2.components)


@cache
def played(seats: int, arrangement: str = "random", tiles: str = "4x4") -> Record:
    """The record of a game played at random to its end."""
    options = {"arrangement": arrangement, "tiles": tiles}
    game = Game(["random"] * seats, 10 + seats, options, KIND).finish(years=300)
    assert game.over
    return again(game.record)


def again(record: Record) -> Record:
    """A record written anew, with a checksum that fits, and read."""
    return load(dump(export(record)))


def with_event(record: Record, kind: type[Event], **changes: object) -> Record:
    """A record with something changed in the first event of a kind."""
    at = next(at for at, entry in enumerate(record.entries) if isinstance(entry.payload, kind))
    payload: Any = record.entries[at].payload
    changed = replace(record.entries[at], payload=replace(payload, **changes))
    return replace(record, entries=(*record.entries[:at], changed, *record.entries[at + 1 :]))


@each("tiles", TILE_SIZES)
@each("arrangement", OPTIONS["arrangement"])
@each("seats", railroad_dice_2.seats)
def test_records_load_replay_and_prove(seats: int, arrangement: str, tiles: str) -> None:
    record = played(seats, arrangement, tiles)
    table = replay(record)
    assert (rejudge(record, railroad_dice_2), verify_dice(record)) == (None, [])
    last = record.entries[-1].payload
    assert isinstance(last, ev.NetworkEnded)
    assert (table.table.ended, table.table.standings) == (last.reason, last.standings)
    proved = [check.what for check in checks(record)]
    assert proved[:2] == (["map", "start"] if arrangement == "random" else ["start", "roll"])
    rolls = [entry for entry in record.entries if isinstance(entry.payload, ev.DiceThrown)]
    assert proved.count("roll") == len(rolls) > 0


def test_every_variant_at_once_is_proved() -> None:
    record = again(Game(["random"] * 3, 21, VARIED, KIND).finish(years=300).record)
    assert (rejudge(record, railroad_dice_2), verify_dice(record)) == (None, [])


def tiles_of(record: Record) -> tuple[MapTile, ...]:
    """The tiles of the map of a record's game."""
    return next(entry.payload.tiles for entry in record.entries if isinstance(entry.payload, ev.MapArranged))


@pytest.mark.parametrize("change", [{}, {"x": 20}, {"y": -20}])
def test_a_map_told_otherwise_is_not_what_was_drawn(change: dict[str, int]) -> None:
    """Nor is it judged where it could not have been drawn at all."""
    record = played(2)
    *tiles, last = tiles_of(record)
    moved = {name: getattr(last, name) + more for name, more in change.items()}
    told = again(with_event(record, ev.MapArranged, tiles=(*tiles, replace(last, **{**moved, "turn": 3 - last.turn}))))
    [fault] = verify_dice(told)
    assert (fault.code, fault.facts["what"]) == ("draw_differs", "map")
    if change:
        assert next(differences(told, railroad_dice_2)).got is None


def test_a_map_that_was_not_drawn_is_found_in_a_game_with_the_recommended_one() -> None:
    record = played(2, "recommended")
    first, second, *rest = tiles_of(record)
    exchanged = (replace(first, number=second.number), replace(second, number=first.number), *rest)
    difference = rejudge(again(with_event(record, ev.MapArranged, tiles=exchanged)), railroad_dice_2)
    assert difference is not None and difference.position == 1


@pytest.mark.parametrize("size", TILE_SIZES)
def test_a_place_can_always_be_drawn(size: str) -> None:
    """There is one, and never more than a draw can tell apart."""
    rng = Random(3)
    for _ in range(12):
        tiles = arranged(size, lambda _key, sides: rng.randrange(sides))
        assert all(0 < len(outcomes(size, tiles[:at])[2]) <= 256 for at in range(len(tiles)))


def tiles(*changed: MapTile) -> ev.MapArranged:
    """The recommended map of 4x4 tiles, of which the first are others."""
    usual = [MapTile(number + 1, 0, number % 3 * 4, number // 3 * 4) for number in range(6)]
    return ev.MapArranged((*changed, *usual[len(changed) :]))


def standing(seat: int, place: int = 1) -> ev.NetworkStanding:
    """A standing of nothing at all."""
    return ev.NetworkStanding(seat, place, 0, 0, 0, 0, 0)


BANK: Final = ev.UnitPlace("bank")
FAR: Final = Square(10**30, 0)
IMPOSSIBLE: Final[tuple[tuple[Event | Action, str], ...]] = (
    (tiles(MapTile(0, 0, 0, 0)), "MapTile.number"),
    (tiles(MapTile(7, 0, 0, 0)), "MapTile.number"),
    (tiles(MapTile(2, 0, 0, 0)), "MapArranged.tiles"),
    (tiles(MapTile(1, 4, 0, 0)), "MapTile.turn"),
    (tiles(MapTile(1, -1, 0, 0)), "MapTile.turn"),
    (tiles(MapTile(1, 0, 43, 0)), "MapTile.x"),
    (ev.NetworkBegan("railroad_dice_2", 2, (), "", 2, 4, (2,)), "NetworkBegan.reading"),
    (ev.NetworkBegan("railroad_dice_2", 2, (), "", 1, 10, (2,)), "NetworkBegan.grey"),
    (ev.NetworkBegan("railroad_dice_2", 2, (), "", 1, 4, (7,)), "NetworkBegan.locomotives"),
    (ev.NetworkBegan("railroad_dice_2", 2, (), "", 1, 4, (2,) * 5), "NetworkBegan.locomotives"),
    (tiles(MapTile(1, 0, 0, -(10**30))), "MapTile.y"),
    (tiles(MapTile(1, 0, 3, 0)), "MapArranged.tiles"),
    (ev.MapArranged(()), "MapArranged.tiles"),
    (ev.MapArranged(tiles().tiles[:5]), "MapArranged.tiles"),
    (ev.MapArranged(tiles().tiles * 1000), "MapArranged.tiles"),
    (ev.StartDrawn(2), "StartDrawn.seat"),
    (ev.StartDrawn(-1), "StartDrawn.seat"),
    (ev.StationPlaced(0, FAR, 0), "StationPlaced.square"),
    (ev.StationPlaced(0, Square(0, -1), 0), "StationPlaced.square"),
    (ev.StationPlaced(0, Square(42, 0), 0), "StationPlaced.square"),
    (ev.StationPlaced(0, Square(1, 1), 10), "StationPlaced.grey"),
    (ev.StationsLeftOut(-1), "StationsLeftOut.number"),
    (ev.PassengersArrived("lack", (5,) * 5), "PassengersArrived.tiles"),
    (ev.PassengersArrived("lack", (5,) * 7), "PassengersArrived.tiles"),
    (ev.PassengersArrived("lack", (-5, 5, 0, 0, 0, 0)), "PassengersArrived.tiles"),
    (ev.PassengersArrived("closing", (0,) * 6, 10**9), "PassengersArrived.extra"),
    (ev.DiceThrown(0, (), 0), "DiceThrown.faces"),
    (ev.DiceThrown(0, ("curve",) * 5, 5), "DiceThrown.faces"),
    (ev.DiceThrown(0, ("curve",) * 100_000, 9), "DiceThrown.faces"),
    (ev.DiceThrown(0, ("curve", "wye"), 2), "DiceThrown.faces"),
    (ev.DiceThrown(0, ("curve", "wye"), 0), "DiceThrown.faces"),
    (ev.DiceThrown(0, ("curve", "wye"), 3), "DiceThrown.faces"),
    (ev.DiceThrown(0, ("share",), 1), "DiceThrown.faces"),
    (ev.DiceThrown(0, ("curve",), -1), "DiceThrown.simple"),
    (ev.TrackLaid(0, Square(1, 1), "ns", "locomotive", 0), "TrackLaid.face"),
    (ev.TrackLaid(0, Square(1, 1), "ns", "wye", 0), "TrackLaid.face"),
    (ev.TrackLaid(0, Square(1, 1), "ns", "straight", -1), "TrackLaid.cost"),
    (ev.TrackExpanded(0, Square(1, 1), "ns", "straight", "curve"), "TrackExpanded.face"),
    (ev.TrackExpanded(0, Square(1, 1), "ns", "wye", "?"), "TrackExpanded.back"),
    (ev.StationsConnected(((0, 10),), (5, 0)), "StationsConnected.joined"),
    (ev.StationsConnected(((2, 1),), (5, 0)), "StationsConnected.joined"),
    (ev.StationsConnected(((0, -1),), (5, 0)), "StationsConnected.joined"),
    (ev.StationsConnected(((0, 1),), (5,)), "StationsConnected.paid"),
    (ev.StationsConnected(((0, 1),), (5, 0, 5)), "StationsConnected.paid"),
    (ev.StationsConnected(((0, 1),), (5, -5)), "StationsConnected.paid"),
    (ev.LocomotiveBought(0, 7, 5), "LocomotiveBought.number"),
    (ev.LocomotiveBought(0, 2, -5), "LocomotiveBought.price"),
    (ev.LocomotivesScrapped(1), "LocomotivesScrapped.number"),
    (ev.PassengersTransported(0, 7, 1, 2), "PassengersTransported.locomotive"),
    (ev.PassengersTransported(0, 2, 10, 2), "PassengersTransported.station"),
    (ev.PassengersTransported(0, 2, 1, -2), "PassengersTransported.number"),
    (ev.PassengersCalled(0, 0, "locomotive"), "PassengersCalled.tile"),
    (ev.PassengersCalled(0, 7, "locomotive"), "PassengersCalled.tile"),
    (ev.PassengersCalled(0, 1, "wye"), "PassengersCalled.face"),
    (ev.NetworkYearBegan(10**9), "NetworkYearBegan.year"),
    (ev.NetworkTurnBegan(0, -1), "NetworkTurnBegan.number"),
    (ev.NetworkEnded("nobody able", ()), "NetworkEnded.standings"),
    (ev.NetworkEnded("nobody able", (standing(0), standing(0))), "NetworkEnded.standings"),
    (ev.NetworkEnded("nobody able", (standing(0), standing(1, 3))), "NetworkStanding.place"),
    (ev.NetworkEnded("agreed", (standing(0), standing(1)), (2,)), "NetworkEnded.conceded"),
    (ev.UnitsMoved(-1, BANK, ev.UnitPlace("seat", 1)), "UnitsMoved.number"),
    (ev.UnitsMoved(1, BANK, ev.UnitPlace("tile", 7)), "UnitPlace.number"),
    (ev.LocomotiveMoved(7, None, 0), "LocomotiveMoved.number"),
    (ev.LocomotiveMoved(2, None, 2), "LocomotiveMoved.taker"),
    (ev.RollMarked(-1, True), "RollMarked.seat"),
    (ac.PlaceStation(0, FAR), "PlaceStation.square"),
    (ac.RollDice(0, 5, 0), "RollDice.simple"),
    (ac.RollDice(0, 0, -2), "RollDice.complex"),
    (ac.LayTrack(0, Square(-1, 0), "ns"), "LayTrack.square"),
    (ac.ExpandTrack(2, Square(1, 0), "ns"), "ExpandTrack.seat"),
    (ac.CarryPassengers(0, 0, 1), "CarryPassengers.locomotive"),
    (ac.CarryPassengers(0, 2, -1), "CarryPassengers.station"),
    (ac.CallPassengers(0, 0), "CallPassengers.tile"),
)


@each(("payload", "place"), IMPOSSIBLE, ids=lambda value: value if isinstance(value, str) else "")
def test_a_value_that_cannot_be_is_refused_by_its_field(payload: Event | Action, place: str) -> None:
    with pytest.raises(ValueError, match=f"^{place}: it cannot be "):
        railroad_dice_2.check_payload(payload, 2, BOX)


def test_whatever_was_played_can_be() -> None:
    for seats in railroad_dice_2.seats:
        for entry in played(seats, tiles="7x7").entries:
            railroad_dice_2.check_payload(entry.payload, seats, BOX)


@pytest.mark.parametrize("option", [("tiles", "9x9"), ("extended", "yes")])
def test_an_option_that_nobody_knows_is_refused(option: tuple[str, str]) -> None:
    record = played(2)
    began = tuple({**dict(record.began.options), option[0]: option[1]}.items())
    with pytest.raises(BadRecord, match=r"NetworkBegan\.options: it cannot be"):
        again(with_event(record, ev.NetworkBegan, options=began))


def test_a_pair_of_sides_is_spelled_in_one_way() -> None:
    text = json.dumps(export(played(2))).replace('"ns"', '"sn"')
    with pytest.raises(BadRecord, match="not a"):
        load(text)


def box_with(change: Callable[[Any], object]) -> str:
    """Component data that are changed, and spelled as they should be."""
    data = json.loads(railroad_dice_2.components)
    change(data)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@each(
    ("change", "told"),
    [
        (lambda box: box.update(more=1), "components.more: nothing reads this"),
        (lambda box: box["dice"]["simple"].update(more=1), "components.dice.simple.more: nothing reads this"),
        (lambda box: box["locomotives"]["2"].update(more=1), "locomotives.2.more: nothing reads this"),
        (lambda box: box.update(units=True), "units: a number from 1"),
        (lambda box: box.update(units=float("nan")), "units: a number from 1"),
        (lambda box: box.update(units=39), "start: not more than 4 players can get out of 39 units"),
        (lambda box: box["dice"]["simple"].update(count=10**6), "count: a number from 1"),
        (lambda box: box["dice"]["simple"].update(faces="??????"), "dice.simple.faces: six out of"),
        (lambda box: box["dice"]["complex"].update(faces=["straight"] * 6), "dice.complex.faces: six out of"),
        (lambda box: box["faces"].update({"?": ["ns", "ew"]}), "faces.?: two out of"),
        (lambda box: box["faces"].update(wye=["sn", "ew"]), "faces.wye: two out of"),
        (lambda box: box["faces"].update({"x" * 30_000: ["ns", "ew"]}), "more than any game needs"),
        (
            lambda box: box["locomotives"].update({"02": {"count": 1, "price": 1}}),
            "locomotives: named by their numbers",
        ),
        (
            lambda box: box["locomotives"].update({"99": {"count": 1, "price": 1}}),
            "locomotives: named by their numbers",
        ),
        (lambda box: box["tiles"]["4x4"].update({"1": [[".", ".", ".", "."]] * 4}), "tiles.4x4: 4 strings of 4 signs"),
        (lambda box: box["tiles"]["4x4"].update({"1": ["...."] * 3}), "tiles.4x4: 4 strings of 4 signs"),
        (lambda box: box["tiles"]["7x7"].pop("6"), "tiles.7x7: the tiles 1 to 6"),
        (lambda box: box["recommended"].update(rows=[[1, 2, 3], [4, 5, 5]]), "recommended.rows: each of the tiles"),
        (lambda box: box["recommended"].update(rows=[[1], [2, 3, 4, 5, 6]]), "recommended.rows: as many tiles in each"),
    ],
)
def test_component_data_of_a_record_are_checked(change: Callable[[Any], object], told: str) -> None:
    with pytest.raises(BadRecord, match=r"^position 1: ") as refused:
        again(with_event(played(2), ev.NetworkBegan, components=box_with(change)))
    assert told in str(refused.value)


def test_a_game_can_be_judged_by_other_variants_that_shape_no_beginning() -> None:
    for arrangement in OPTIONS["arrangement"]:
        record = played(2, arrangement)
        others = other_options(record.entries, railroad_dice_2)
        fixed = {"arrangement", "tiles"}
        assert set(others) == set(OPTIONS) - fixed, (
            "an option that shapes the beginning of a game is among the fixed ones here; what it gives stands in the "
            'event that begins the game: see "How to add a variant" in pbem/guide/contributor-server.md'
        )


def test_a_closing_issue_out_of_the_bank_is_supposed() -> None:
    """Extra counters that it brought are not there then."""
    record = again(Game(["random"] * 2, 21, {}, KIND).finish(years=300).record)
    [issue] = [at for at, entry in enumerate(record.entries) if getattr(entry.payload, "extra", 0)]
    requested = [entry.position for entry in record.entries[:issue] if entry.action][-1]
    supposed = suppose(record.entries, railroad_dice_2, requested - 1, {"closing_issue": "bank"})
    before, after = (position for position in (supposed.logged, supposed.after) if isinstance(position, NetworkTable))
    assert before.extra > after.extra == 0
    assert {("extra", None), ("waiting", 1)} <= {(one.what, one.of) for one in supposed.differences}
