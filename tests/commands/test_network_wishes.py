"""Wishes, conditions and corrections of Railroad Dice 2, in positions out of random play."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from network_orders_kit import PLAYERS, bound, done, in_play, letter, only_order, positions, random_draw, with_hand

from pbem.commands.faults import Fault
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import Conditional, bind, explain, read
from pbem.commands.orders.conditions import unmet, value_of
from pbem.commands.orders.script import Comparison, Wish
from pbem.games.railroad_dice_2.corrections import CORRECTIONS
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.games.railroad_dice_2.orders.conditions import QUANTITIES, present
from pbem.games.railroad_dice_2.orders.wishes import ConnectTo
from pbem.i18n import PSEUDO, catalogue
from pbem.moderation.correction_lines import correction_verbs, explain_correction, read_correction
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import CarryPassengers, Move, RollDice
from rules_core.games.railroad_dice_2.events import (
    LocomotiveMoved,
    NetworkEvent,
    PassengersArrived,
    PassengersTransported,
    RollMarked,
    UnitPlace,
    UnitsMoved,
)
from rules_core.games.railroad_dice_2.planning import best_trips, connection, needed, towards
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.kernel.definition import fold
from rules_core.kernel.events import Corrected

ENGLISH = catalogue("en")
SEATS = PLAYERS[:3]


def rolled(seed: int, every: int = 7) -> Iterator[NetworkView]:
    """Positions in which the player to move has just rolled, out of a game played at random."""
    random = Random(seed)
    for view in list(positions(seed, most=900))[::every]:
        table = view.table
        if table.is_rolling_allowed:
            roll = random.choice([action for action in game.legal(view) if isinstance(action, RollDice)])
            table = fold(game, done(table, roll, random_draw(random)), table)
        if table.phase == "play":
            yield game.view(table, view.seat)


def granted(wish: Wish, view: NetworkView) -> tuple[NetworkTable, list[Move], list[NetworkEvent], Fault | None]:
    """What becomes of a wish: the position, its actions, all of which are legal, what came of them, and a fault."""
    table, seat, actions, events = view.table, view.table.turn.seat, list[Move](), list[NetworkEvent]()
    while not table.over and table.turn.seat == seat:
        action = wish.next_action(game.view(table, seat), len(actions))
        if action is None or isinstance(action, Fault):
            return table, actions, events, action
        outcome = done(table, action, random_draw(Random(0)))
        table = fold(game, outcome, table)
        actions.append(action)
        events += outcome
    return table, actions, events, None


def wish(text: str, view: NetworkView) -> Wish:
    order = only_order(text, view=view)
    assert isinstance(order, Wish)
    return order


def joined(table: NetworkTable) -> set[int]:
    """The stations that the player to move is joined to."""
    return set(table.active.connected)


def name_of(table: NetworkTable, station: int) -> str:
    found = table.network.stations[station]
    return f"grey {found.grey}" if found.owner is None else PLAYERS[found.owner]


@pytest.fixture(scope="module")
def hands() -> list[NetworkView]:
    return [view for seed in range(4) for view in rolled(seed)]


def open_stations(table: NetworkTable) -> list[int]:
    seat = table.turn.seat
    others = (at for at in range(len(table.network.stations)) if at != table.network.home(seat))
    return [at for at in others if table.distance(seat, at) is None]


def test_a_line_to_any_station_takes_the_fewest_dice(hands: list[NetworkView]) -> None:
    met = 0
    for view in hands:
        table, seat = view.table, view.table.turn.seat
        plans = {at: moves for at in open_stations(table) if (moves := connection(table, seat, at))}
        after, actions, _, fault = granted(wish("connect to any", view), view)
        if not plans:
            assert isinstance(fault, Fault)
            assert fault.code in ("no_line", "no_dice")
            continue
        met += 1
        assert len(actions) == min(map(len, plans.values()))
        assert joined(after) > joined(table)
    assert met > 5


def test_a_line_goes_to_the_first_station_that_can_be_joined(hands: list[NetworkView]) -> None:
    second = 0
    for view in hands:
        table, seat = view.table, view.table.turn.seat
        able = [at for at in open_stations(table) if connection(table, seat, at)]
        unable = [at for at in open_stations(table) if not connection(table, seat, at)]
        if not able:
            continue
        order = [*unable[:1], able[-1], *able[:-1]]
        text = "connect to " + " or ".join(name_of(table, at) for at in order)
        after, actions, _, fault = granted(wish(text, view), view)
        assert fault is None
        assert actions
        assert able[-1] in joined(after)
        second += bool(unable)
    assert second > 3


def test_two_wishes_for_any_station_join_two(hands: list[NetworkView]) -> None:
    """What one wish has joined does not count as met for the next on the same letter."""
    twice = 0
    for view in hands:
        after, actions, _, _ = granted(wish("connect to any", view), view)
        seen = game.view(after, after.turn.seat)
        if not actions or after.over or after.turn.seat != view.table.turn.seat:
            continue
        again = wish("connect to any", view)
        possible = any(connection(after, after.turn.seat, at) for at in open_stations(after))
        then, more, _, _ = granted(again, seen)
        assert bool(more) == possible
        assert (joined(then) > joined(after)) == possible
        twice += possible
    assert twice


def test_a_wish_begins_anew_behind_a_preview(hands: list[NetworkView]) -> None:
    view = next(
        view
        for view in hands
        if any(connection(view.table, view.table.turn.seat, at) for at in open_stations(view.table))
    )
    order = wish("connect to any", view)
    first = granted(order, view)
    assert granted(order, view)[:2] == first[:2]
    assert order == wish("connect to any", view)


def test_a_line_that_cannot_be_completed_is_skipped_with_what_it_takes(hands: list[NetworkView]) -> None:
    for view in hands:
        table, seat = view.table, view.table.turn.seat
        if not (table.turn.simple or table.turn.complex):
            continue
        for station in open_stations(table):
            if connection(table, seat, station):
                continue
            order = wish(f"connect to {name_of(table, station)}", view)
            fault = order.next_action(view, 0)
            assert isinstance(fault, Fault)
            need = needed(table, seat, station)
            if need is None:
                continue
            told = explain(fault, ENGLISH)
            assert f"straights {need.straights}, curves {need.curves}, complex dice {len(need.complex)}." in told
            return
    raise AssertionError("there is always such a station")


def test_track_is_built_towards_a_station(hands: list[NetworkView]) -> None:
    helped = 0
    for view in hands[::4]:
        table, seat = view.table, view.table.turn.seat
        for station in open_stations(table)[:2]:
            moves = towards(table, seat, station)
            after, actions, _, fault = granted(wish(f"build towards {name_of(table, station)}", view), view)
            assert bool(moves) == bool(actions)
            assert (fault is not None) == (not moves)
            if not moves or after.over or after.turn.seat != seat:
                continue
            helped += 1
            before, now = needed(table, seat, station), needed(after, seat, station)
            assert after.distance(seat, station) is not None or (before and now and now.dice < before.dice)
    assert helped > 10


def test_track_is_built_towards_the_nearest_where_any_will_do(hands: list[NetworkView]) -> None:
    for view in hands[::8]:
        table, seat = view.table, view.table.turn.seat
        needs = {at: need.dice for at in open_stations(table) if (need := needed(table, seat, at))}
        helpful = [at for at in sorted(needs, key=needs.__getitem__) if towards(table, seat, at)]
        _, actions, _, fault = granted(wish("build towards any", view), view)
        assert (fault is None) == bool(helpful)
        if helpful:
            assert actions[0] == towards(table, seat, helpful[0])[0]


def test_all_that_can_be_carried_is_carried(hands: list[NetworkView]) -> None:
    met = 0
    for view in hands:
        table = view.table
        if not best_trips(table):
            continue
        met += 1
        after, actions, events, fault = granted(wish("carry all", view), view)
        assert fault is None
        trips = [event for event in events if isinstance(event, PassengersTransported)]
        assert len(trips) == len(actions) >= len(best_trips(table))
        assert after.over or after.active.carried - table.active.carried == sum(trip.number for trip in trips)
        assert after.over or not best_trips(after)
        assert len({trip.station for trip in trips}) == len(trips)
    assert met > 20


def test_passengers_who_come_while_others_are_carried_are_carried_too(hands: list[NetworkView]) -> None:
    """One passenger waits at the one station that is joined; when it is carried, three tiles are bare (R2-18)."""
    for view in hands:
        table, seat = view.table, view.table.turn.seat
        near = [at for at in sorted(joined(table)) if (table.distance(seat, at) or 9) <= 6]
        tiles = {table.tile_of(at): at for at in near}
        if len(tiles) < 2:
            continue
        first, second = list(tiles)[:2]
        bare = [tile for tile in range(1, 7) if table.network.stations_on(tile) and tile not in tiles][:1]
        waiting = tuple(
            int(tile == first) if tile in (first, second, *bare) or tile in tiles else 5 for tile in range(1, 7)
        )
        fresh = replace(table, waiting=waiting, bank=100).with_turn(used=(), served=())
        full = fresh.with_player(seat, locomotives=(6, 6))
        after, actions, events, _ = granted(wish("carry all", view), game.view(full, seat))
        kinds = [type(event) for event in events if isinstance(event, PassengersArrived | PassengersTransported)]
        assert len(best_trips(full)) == 1
        assert kinds == [PassengersTransported, PassengersArrived, PassengersTransported]
        assert len(actions) == 2
        assert after.active.carried > full.active.carried + 1
        return
    raise AssertionError("in some position two stations on different tiles are joined")


def test_nothing_to_carry_is_told_and_later_there_is_nothing_more() -> None:
    (fault,) = bound("carry all")
    assert isinstance(fault, Fault)
    assert fault.code == "no_locomotive"
    assert wish("carry all", in_play()).next_action(in_play(), 1) is None


def test_what_is_joined_already_is_no_wish(hands: list[NetworkView]) -> None:
    view = next(view for view in hands if joined(view.table))
    station = min(joined(view.table))
    fault = wish(f"connect to {name_of(view.table, station)}", view).next_action(view, 0)
    assert isinstance(fault, Fault)
    assert fault.code == "joined_already"


def test_wishes_stand_behind_conditions_and_wait_for_the_next_turn() -> None:
    (order,) = letter("if straights >= 1: connect to grey 3 or any; carry all").orders
    assert isinstance(order, Conditional)
    assert [type(one).__name__ for one in order.orders] == ["ConnectTo", "CarryAll"]
    script = read(["next turn: connect to clara, else any"], in_play(), "en", SEATS)
    assert not script.faults
    one = wish("connect to grey 3, grey 2 or any", in_play())
    assert isinstance(one, ConnectTo)
    assert ([station.grey for station in one.stations], one.anywhere) == ([3, 2], True)


CONDITIONS: list[tuple[str, str, str, str, int]] = [
    ("straights >= 2", "straight", "", ">=", 2),
    ("s >= 2", "", "", "", 0),
    ("at least 2 straights", "straight", "", ">=", 2),
    ("curves > 0", "curve", "", ">", 0),
    ("? >= 1", "?", "", ">=", 1),
    ("jokers >= 1", "?", "", ">=", 1),
    ("symbols >= 1", "locomotive", "", ">=", 1),
    ("locomotive faces >= 1", "locomotive", "", ">=", 1),
    ("switches >= 1", "switch", "", ">=", 1),
    ("left switches >= 1", "switch-left", "", ">=", 1),
    ("right switch = 1", "switch-right", "", "=", 1),
    ("wyes >= 1", "wye", "", ">=", 1),
    ("crossings >= 1", "crossing", "", ">=", 1),
    ("double curves >= 1", "double-curve", "", ">=", 1),
    ("hand > 1", "hand", "", ">", 1),
    ("dice in hand > 1", "hand", "", ">", 1),
    ("units >= 15", "units", "", ">=", 15),
    ("locomotives < 2", "locomotives", "", "<", 2),
    ("year > 3", "year", "", ">", 3),
    ("waiting 3 < 5", "waiting", "3", "<", 5),
    ("waiting >= 5", "waiting", "", ">=", 5),
    ("waiting at blue >= 5", "waiting", "blue", ">=", 5),
    ("waiting at grey 3 >= 5", "waiting", "grey 3", ">=", 5),
    ("passengers on tile 3 >= 5", "waiting", "3", ">=", 5),
    ("at least 5 passengers on tile 3", "waiting", "3", ">=", 5),
    ("distance to grey 3 <= 4", "distance", "grey 3", "<=", 4),
    ("distance ben <= 4", "distance", "blue", "<=", 4),
    ("connected >= 3", "connected", "", ">=", 3),
    ("connected to e4 = 1", "connected", "e4", "=", 1),
    ("connected to blue", "connected", "blue", "=", 1),
    ("not connected to grey 3", "connected", "grey 3", "=", 0),
    ("I am connected to grey 3", "connected", "grey 3", "=", 1),
    ("closing", "closing", "", "=", 1),
    ("not closing", "closing", "", "=", 0),
    ("it is not the closing phase", "closing", "", "=", 0),
    ("closing = 0", "closing", "", "=", 0),
    ("bank < 20", "bank", "", "<", 20),
    ("dice <= 10", "dice", "", "<=", 10),
    ("dice in the bank <= 10", "dice", "", "<=", 10),
    ("complex dice <= 3", "complex", "", "<=", 3),
]


@pytest.mark.parametrize(("said", "quantity", "of", "sign", "number"), CONDITIONS, ids=[one[0] for one in CONDITIONS])
def test_conditions_are_read_as_people_say_them(said: str, quantity: str, of: str, sign: str, number: int) -> None:
    script = letter(f"if {said}: end")
    if not quantity:
        assert [fault.code for fault in script.faults] == ["unknown_quantity"]
        return
    (order,) = script.orders
    assert isinstance(order, Conditional)
    (found,) = order.comparisons
    assert (found.quantity, found.of, found.sign, found.number) == (quantity, of, sign, number)


@pytest.mark.parametrize(
    ("said", "language", "meant"),
    [
        ("geraden >= 2", "de", ("straight", "", ">=", 2)),
        ("mindestens 2 Kurven", "de", ("curve", "", ">=", 2)),
        ("ich mit grau 3 verbunden bin", "de", ("connected", "grey 3", "=", 1)),
        ("grau 3 nicht verbunden ist", "de", ("connected", "grey 3", "=", 0)),
        ("Schlussphase ist", "de", ("closing", "", "=", 1)),
        ("Linksweichen >= 1", "de", ("switch-left", "", ">=", 1)),
        ("wartende auf Plättchen 3 > 4", "de", ("waiting", "3", ">", 4)),
        ("loks >= 2", "de", ("locomotives", "", ">=", 2)),
        ("aiguillages à gauche >= 1", "fr", ("switch-left", "", ">=", 1)),
        ("au moins 2 droites", "fr", ("straight", "", ">=", 2)),
        ("reliée à gris 3", "fr", ("connected", "grey 3", "=", 1)),
    ],
)
def test_conditions_are_read_in_other_languages(said: str, language: str, meant: tuple[str, str, str, int]) -> None:
    opened = {"de": f"wenn {said}: ende", "fr": f"si {said}: fin"}[language]
    (order,) = letter(opened, language).orders
    assert isinstance(order, Conditional)
    (found,) = order.comparisons
    assert (found.quantity, found.of, found.sign, found.number) == meant


def test_several_conditions_are_joined() -> None:
    (order,) = letter("if straights >= 2 and not closing and connected to blue and units > 4: carry all").orders
    assert isinstance(order, Conditional)
    assert [one.quantity for one in order.comparisons] == ["straight", "closing", "connected", "units"]


def test_quantities_have_the_values_that_the_writer_sees() -> None:
    view = with_hand(in_play(), "straight straight curve locomotive ?", "switch-left switch-right wye ?")
    table = view.table
    home = table.tile_of(0)
    values = {
        "straight": 2, "curve": 1, "?": 2, "locomotive": 1, "switch": 2, "switch-left": 1, "switch-right": 1, "wye": 1,
        "crossing": 0, "double-curve": 0, "hand": 9, "units": 10, "locomotives": 0, "connected": 0, "year": 1,
        "waiting": sum(table.waiting), "bank": table.bank, "dice": 59, "complex": 24, "closing": 0,
    }  # fmt: skip
    for name, value in values.items():
        assert value_of(Comparison(name, "=", 0), view) == value, name
    assert value_of(Comparison("waiting", "=", 0, str(home)), view) == table.waiting[home - 1]
    assert value_of(Comparison("waiting", "=", 0, "green"), view) == table.waiting_at(0)
    assert value_of(Comparison("waiting", "=", 0, "e99"), view) == 0
    assert value_of(Comparison("distance", "=", 0, "blue"), view) == 999
    assert value_of(Comparison("connected", "=", 0, "blue"), view) == 0
    assert {*values, "distance"} == {one.name for one in QUANTITIES}
    other = replace(view, seat=1)
    assert value_of(Comparison("hand", "=", 0), other) == 0


def test_a_joined_station_has_its_distance(hands: list[NetworkView]) -> None:
    view = next(view for view in hands if joined(view.table))
    table, station = view.table, min(joined(view.table))
    key = letter(f"if connected to {name_of(table, station)}: end", view=view).orders[0]
    assert isinstance(key, Conditional)
    assert unmet(key, view) is None
    of = key.comparisons[0].of
    far = table.distance(table.turn.seat, station)
    assert value_of(Comparison("distance", "=", 0, of), view) == far
    told = present(Comparison("distance", "=", 0, of), view, NetworkNames(table, SEATS, ENGLISH))
    assert told == f"{of} is {far} tile{'' if far == 1 else 's'} away"


def test_what_a_condition_compares_is_told_as_it_is() -> None:
    view = with_hand(in_play(), "straight straight curve")
    names = NetworkNames(view.table, SEATS, ENGLISH)
    waiting = view.table.waiting[2]
    for name, of, told in (
        ("straight", "", "you have 2 straights"),
        ("curve", "", "you have 1 curve"),
        ("wye", "", "you have 0 wyes"),
        ("switch", "", "you have 0 switches"),
        ("hand", "", "you have 3 dice in hand"),
        ("units", "", "you have 10 units"),
        ("locomotives", "", "you have 0 locomotives"),
        ("waiting", "3", f"beside tile 3 {waiting} passengers are waiting"),
        ("distance", "blue", "blue is not joined to your home"),
        ("connected", "blue", "blue is not joined to your home"),
        ("connected", "", "0 stations are joined to your home"),
        ("year", "", "it is year 1"),
        ("closing", "", "the closing phase has not begun"),
    ):
        assert present(Comparison(name, "=", 0, of), view, names) == told
    pseudo = NetworkNames(view.table, SEATS, catalogue(PSEUDO))
    for one in QUANTITIES:
        for of in ("", "blue", "3") if one.name == "waiting" else ("blue",) if one.name == "distance" else ("",):
            assert present(Comparison(one.name, "=", 0, of), view, pseudo).startswith("⟦")


BANK = UnitPlace("bank")
CORRECTED: list[tuple[str, Corrected, str, str]] = [
    (
        "units 3 from bank to anna",
        UnitsMoved(3, BANK, UnitPlace("seat", 0)),
        "einheiten 3 von der Bank an Anna",
        "unités 3 de la banque à Anna",
    ),
    (
        "units 5 from tile 2 to bank",
        UnitsMoved(5, UnitPlace("tile", 2), BANK),
        "einheiten 5 von Plättchen 2 an bank",
        "unités 5 de tuile 2 à la banque",
    ),
    (
        "units 1 to ben from anna",
        UnitsMoved(1, UnitPlace("seat", 0), UnitPlace("seat", 1)),
        "einheiten 1 an ben von anna",
        "unités 1 à ben de anna",
    ),
    (
        "locomotive 3 from anna to ben",
        LocomotiveMoved(3, 0, 1),
        "lok 3 von anna an ben",
        "locomotive 3 de anna à ben",
    ),
    (
        "locomotive 2 from bank to clara",
        LocomotiveMoved(2, None, 2),
        "Lok 2 vom Vorrat an Clara",
        "loco 2 de la réserve à clara",
    ),
    ("rolled no", RollMarked(0, False), "gewürfelt nein", "lancé non"),
    ("rolled yes anna", RollMarked(0, True), "gewürfelt anna ja", "lancé oui anna"),
    ("rolled ben off", RollMarked(1, False), "gewürfelt ben aus", "lancé ben non"),
]


@pytest.mark.parametrize(("english", "meant", "german", "french"), CORRECTED, ids=[one[0] for one in CORRECTED])
def test_corrections_are_read_in_every_language(english: str, meant: Corrected, german: str, french: str) -> None:
    for line, language in ((english, "en"), (german, "de"), (french, "fr")):
        assert read_correction(line, in_play().table, SEATS, ENGLISH, language) == meant, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_a_correction_is_read(language: str) -> None:
    verbs = correction_verbs("railroad_dice_2")
    for verb in verbs.verbs:
        for line, english in zip(
            verbs.examples_of(verb.form, language), verbs.examples_of(verb.form, "en"), strict=True
        ):
            found = read_correction(line, in_play().table, SEATS, ENGLISH, language)
            assert found == read_correction(english, in_play().table, SEATS, ENGLISH, "en")
            assert isinstance(found, Corrected)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("units", "missing_units"),
        ("units 3", "missing_way"),
        ("units 3 from bank", "missing_way"),
        ("units 3 from bank to", "missing_way"),
        ("units 3 from bank from anna", "said_twice"),
        ("units 3 soon", "unexpected"),
        ("units 3 from tile to anna", "missing_tile"),
        ("units 3 from tile 7 to anna", "number_range"),
        ("units 3 from bank to dora", "unknown_player"),
        ("locomotive from bank to anna", "missing_number"),
        ("locomotive 7 from bank to anna", "number_range"),
        ("locomotive 3 from tile 2 to anna", "no_place"),
        ("rolled", "yes_or_no"),
        ("rolled anna", "yes_or_no"),
        ("rolled yes anna now", "unexpected"),
        ("frobnicate", "no_correction"),
        ("untis 3 from bank to anna", "unknown_correction"),
    ],
)
def test_a_correction_that_cannot_be_read_is_explained(line: str, code: str) -> None:
    fault = read_correction(line, in_play().table, SEATS, ENGLISH)
    assert isinstance(fault, Fault)
    assert fault.code == code
    assert explain_correction(fault, ENGLISH)
    assert CORRECTIONS.otherwise


def test_a_correction_of_a_trip_is_none() -> None:
    """An action is no correction: it is told what one begins with."""
    fault = read_correction("carry 4 to blue", in_play().table, SEATS, ENGLISH)
    assert isinstance(fault, Fault)
    assert "units, locomotive, rolled" in explain_correction(fault, ENGLISH)
    assert isinstance(bind(only_order("carry 4 to blue"), in_play(), 0), CarryPassengers)
