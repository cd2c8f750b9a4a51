"""Wishes of Railroad Dice 2, in positions out of random play: what is built and carried to meet them."""

from dataclasses import replace
from random import Random

import pytest
from network_orders_kit import PLAYERS, bound, done, in_play, joined, letter, name_of, only_order, random_draw, rolled

from pbem.commands.orders import Conditional, explain, read
from pbem.commands.orders.script import Wish
from pbem.commands.tokens import Fault
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.games.railroad_dice_2.orders.wishes import ConnectTo
from pbem.i18n import catalogue
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import NetworkAction
from rules_core.games.railroad_dice_2.events import NetworkEvent, PassengersArrived, PassengersTransported
from rules_core.games.railroad_dice_2.planning import best_trips, connection, needed, towards
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.kernel.definition import fold

ENGLISH = catalogue("en")
SEATS = PLAYERS[:3]


def granted(
    wish: Wish, view: NetworkView
) -> tuple[NetworkTable, list[NetworkAction], list[NetworkEvent], Fault | None]:
    """What becomes of a wish: the position, its actions, all of which are legal, what came of them, and a fault."""
    table, seat, actions, events = view.table, view.table.turn.seat, list[NetworkAction](), list[NetworkEvent]()
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
            text = explain(fault, ENGLISH)
            faces = ["straight"] * need.straights + ["curve"] * need.curves + [*need.complex]
            assert text.endswith(f" takes {NetworkNames(table, SEATS, ENGLISH).dice(faces)}.")
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
