"""R2-1 to R2-4, R2-6: what is in the box, the map, and who begins."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from rules.clauses import rule
from rules.network import first, network_position, set_up
from rules.network_plain import BOX, beside, plain_from, plain_map
from rules.network_play import GAMES, network_played
from rules.network_playing import expand, lay, listed, place, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.building import outcomes
from rules_core.games.railroad_dice_2.network import MapTile, TileMap
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.grid import Square
from rules_core.kernel.definition import BadOptions
from rules_core.kernel.dice import Draw, DrawKey, keyed_draw

RANDOM = {"arrangement": "random"}
SEEDS = range(25)

LINE = """
    ............
    .G─1......B.
    ............
    ............
    ............
    ......2.....
"""
"""The green home is joined to grey 1."""


def last(key: DrawKey, sides: int) -> int:
    return sides - 1


def _keyed(seed: int) -> Draw:
    return keyed_draw(seed.to_bytes(32, "big"), "arranged", [], 0)


@cache
def _arranged(size: str, seed: int) -> NetworkTable:
    return set_up(2, {**RANDOM, "tiles": size}, _keyed(seed))


# R2-1: players and stations


@rule("R2-1", "Two to four play.")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_how_many_play_on_the_network(seats: int) -> None:
    assert railroad_dice_2.seats == (2, 3, 4)
    with pytest.raises(BadOptions, match="seats"):
        railroad_dice_2.setup({}, seats, first)


@rule("R2-1", "4 grey stations each with two players, 2 with three, 1 with four: with the homes 10, 9 or 8.")
@pytest.mark.parametrize(("seats", "grey", "stations"), [(2, 4, 10), (3, 2, 9), (4, 1, 8)])
def test_grey_stations(seats: int, grey: int, stations: int) -> None:
    table = set_up(seats)
    assert [player.grey for player in table.players] == [grey] * seats
    assert seats + sum(player.grey for player in table.players) == stations


# R2-2: the map


@rule("R2-2", "Six tiles of 4 by 4 squares, three wide and two high, 1 to 3 above 4 to 6, none turned.")
def test_the_recommended_map() -> None:
    network = set_up().network
    assert network.tiles == tuple(MapTile(at + 1, 0, at % 3 * 4, at // 3 * 4) for at in range(6))
    assert (network.land.width, network.land.height, len(network.land.plots)) == (12, 8, 96)


@rule("R2-2", "As a variant the tiles have 7 by 7 squares.")
def test_tiles_of_seven_squares() -> None:
    network = set_up(options={"tiles": "7x7"}).network
    assert network.tiles == tuple(MapTile(at + 1, 0, at % 3 * 7, at // 3 * 7) for at in range(6))
    assert len(network.land.plots) == 6 * 49
    assert network.land.plots[Square(5, 0)] == (1, "mountain") and network.land.plots[Square(9, 2)] == (2, "lake")


@rule("R2-2", "The ground is that of the tiles as they lie, turned or not.")
@pytest.mark.parametrize("size", ["4x4", "7x7"])
@pytest.mark.parametrize("seed", range(5))
def test_the_ground_of_turned_tiles(size: str, seed: int) -> None:
    network = _arranged(size, seed).network
    ground = plain_map(size, [(tile.number, tile.turn, tile.x, tile.y) for tile in network.tiles])
    signs = {"grassland": ".", "mountain": "^", "lake": "~"}
    assert {at: plot.tile for at, plot in network.land.plots.items()} == ground.tile
    assert {at: signs[plot.terrain] for at, plot in network.land.plots.items()} == ground.sign


@rule("R2-2", "A square is on the border of the map where a square beside it, not diagonally, is off the map.")
def test_the_border() -> None:
    land = set_up().network.land
    outer = {Square(x, y) for x, y in product(range(12), range(8)) if x in (0, 11) or y in (0, 7)}
    assert land.border == outer
    grass = ("....",) * 4
    bent = TileMap((grass,) * 3, (MapTile(1, 0, 0, 0), MapTile(2, 0, 4, 0), MapTile(3, 0, 0, 4)))
    assert Square(3, 3) not in bent.border, "only a square diagonal to it is off the map"
    assert Square(4, 3) in bent.border and Square(3, 4) in bent.border


@rule("R2-2", "Drawn by lot, tiles keep their number, do not lie over each other, and fill six places.")
@pytest.mark.parametrize("size", ["4x4", "7x7"])
def test_random_maps_are_maps(size: str) -> None:
    for seed in SEEDS:
        network = _arranged(size, seed).network
        assert sorted(tile.number for tile in network.tiles) == [1, 2, 3, 4, 5, 6]
        assert len(network.land.plots) == 6 * len(BOX["tiles"][size]["1"]) ** 2
        assert min(at.x for at in network.land.plots) == min(at.y for at in network.land.plots) == 0


def _sharing(table: NetworkTable) -> Iterator[int]:
    """For each tile its squares that lie beside other tiles."""
    tile_of = plain_from(table).map.tile
    for number in range(1, 7):
        squares = [at for at, tile in tile_of.items() if tile == number]
        yield sum(any(tile_of.get(beside(at, side), number) != number for side in "nesw") for at in squares)


@rule("R2-2", "At least four squares of each tile lie beside other tiles, however they are drawn.")
@pytest.mark.parametrize("size", ["4x4", "7x7"])
def test_tiles_share_at_least_four_squares(size: str) -> None:
    assert min(_sharing(set_up(options={"tiles": size}))) >= 4
    assert all(min(_sharing(_arranged(size, seed))) >= 4 for seed in SEEDS)


@rule("R2-2", "A tile may be drawn to wherever it shares four squares with those that lie, and to nowhere else.")
@pytest.mark.parametrize("size", [4, 7])
@pytest.mark.parametrize("lying", [[(0, 0)], [(0, 0), (4, 0)], [(0, 0), (-2, 7), (5, 7)]])
def test_the_places_of_the_next_tile(size: int, lying: list[tuple[int, int]]) -> None:
    corners = [(x * size // 4, y * size // 7) for x, y in lying]
    tiles = [MapTile(number, 0, x, y) for number, (x, y) in enumerate(corners, 1)]

    def squares(x: int, y: int) -> set[tuple[int, int]]:
        return set(product(range(x, x + size), range(y, y + size)))

    there = set().union(*(squares(x, y) for x, y in corners))
    around = {beside(at, side) for at in there for side in "nesw"} - there
    everywhere = product(range(-20, 30), range(-20, 30))
    fitting = {at for at in everywhere if not squares(*at) & there and len(squares(*at) & around) >= 4}
    numbers, turns, places = outcomes(f"{size}x{size}", tiles)
    assert set(places) == fitting and len(places) == len(fitting)
    assert turns == (0, 1, 2, 3) and set(numbers) == {1, 2, 3, 4, 5, 6} - {tile.number for tile in tiles}


@rule("R2-2", "Order, turns and places of the tiles are drawn: by each seed the same map, by others other ones.")
def test_random_maps_hang_on_the_seed() -> None:
    maps = [_arranged("4x4", seed).network.tiles for seed in SEEDS]
    assert maps == [set_up(2, RANDOM, _keyed(seed)).network.tiles for seed in SEEDS]
    assert len(set(maps)) == len(maps)
    assert {tiles[0].number for tiles in maps} == {1, 2, 3, 4, 5, 6}
    assert {tile.turn for tiles in maps for tile in tiles} == {0, 1, 2, 3}
    offsets = {(tile.x - tiles[0].x) % 4 for tiles in maps for tile in tiles}
    assert offsets == {0, 1, 2, 3}, "tiles may lie shifted by squares"


@rule("R2-2", "The layout is stored with the game, and each draw of it can be proved.")
@pytest.mark.parametrize("seed", range(10))
def test_random_maps_are_stored_and_proved(seed: int) -> None:
    began, arranged, *_ = railroad_dice_2.setup(RANDOM, 3, _keyed(seed))
    assert isinstance(began, ev.NetworkBegan) and isinstance(arranged, ev.MapArranged)
    draws = railroad_dice_2.drawing(arranged, 0, began)
    assert draws is not None and len(draws.keys) == len(set(draws.keys)) == 18
    drawn = [draws.outcomes[at][_keyed(seed)(key, len(draws.outcomes[at]))] for at, key in enumerate(draws.keys)]
    assert tuple(drawn) == draws.logged
    found = [(tile.number, tile.turn, f"{tile.x},{tile.y}") for tile in arranged.tiles]
    assert draws.logged == tuple(fact for tile in found for fact in tile)


@rule("R2-2", "The recommended map is not drawn.")
def test_the_recommended_map_is_not_drawn() -> None:
    began, arranged, *_ = railroad_dice_2.setup({}, 3, first)
    assert isinstance(began, ev.NetworkBegan)
    assert railroad_dice_2.drawing(arranged, 0, began) is None


@rule("R2-2", "Nothing is placed off the map.")
def test_nothing_lies_off_the_map() -> None:
    for at in (Square(-1, 3), Square(12, 3), Square(3, -1), Square(3, 8)):
        named = f"{at.x},{at.y}"
        refused(set_up(), act.PlaceStation(0, at), "R2-2", "off_map", square=named)
        table = network_position(hand="straight", complex_hand="?")
        refused(table, act.LayTrack(0, at, "ns"), "R2-2", "off_map", square=named)
        refused(table, act.ExpandTrack(0, at, "ns", wild=True), "R2-2", "off_map", square=named)


@rule("R2-2", "Options and their values are those of the rules.")
def test_options_of_the_network() -> None:
    for options in ({"arrangement": "sorted"}, {"tiles": "5x5"}, {"colour": "blue"}):
        with pytest.raises(BadOptions):
            railroad_dice_2.setup(options, 2, first)


# R2-3: units and dice


@rule("R2-3", "Each player starts with 10 units; the rest of 280 is in the bank, with 30 simple and 20 complex dice.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_units_and_dice_at_the_start(seats: int) -> None:
    table = set_up(seats)
    assert [player.units for player in table.players] == [10] * seats
    assert table.bank == 280 - 10 * seats
    assert (table.simple, table.complex) == (30, 20)


@rule("R2-3", "If all stations fit 210, 205 or 200 units are left with 2, 3 or 4 players.")
@pytest.mark.parametrize(("seats", "left"), [(2, 210), (3, 205), (4, 200)])
def test_units_left_once_all_stations_stand(seats: int, left: int) -> None:
    table = set_up(seats, {"tiles": "7x7"})
    while table.phase == "placing":
        table = play(table, listed(table)[0]).table
    assert len(table.network.stations) == {2: 10, 3: 9, 4: 8}[seats]
    assert table.bank == left


@rule("R2-3", "280 units are conserved, and all dice, in every position of whole games; extra counters come on top.")
@pytest.mark.parametrize(("seed", "seats"), GAMES[::7])
def test_units_and_dice_are_conserved(seed: int, seats: int) -> None:
    assert all(plain_from(step.after).is_whole() for step in network_played(seed, seats))


# R2-4: locomotives


@rule("R2-4", "Four of each number, sold in ascending order; with two players one of each is taken out.")
@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 4), (4, 4)])
def test_locomotives_for_sale(seats: int, each: int) -> None:
    assert set_up(seats).locomotives == tuple(number for number in (2, 3, 4, 5, 6) for _ in range(each))


# R2-6: who begins


@rule("R2-6", "The start player is drawn, each seat being as likely.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_player_is_drawn(seats: int) -> None:
    began, *_, drawn, turn = railroad_dice_2.setup({}, seats, last)
    assert drawn == ev.StartDrawn(seats - 1) and turn == ev.NetworkTurnBegan(seats - 1, 1)
    assert isinstance(began, ev.NetworkBegan)
    draws = railroad_dice_2.drawing(drawn, 0, began)
    assert draws is not None and draws.outcomes == (tuple(range(seats)),) and draws.logged == (seats - 1,)
    for seed in range(9):
        assert set_up(seats, draw=_keyed(seed)).start == _keyed(seed)(draws.keys[0], seats)
    starts = Counter(set_up(seats, draw=_keyed(seed)).start for seed in range(60))
    assert set(starts) == set(range(seats))


@rule("R2-6", "Clockwise; one round is a year, which the start player begins each time.")
def test_a_round_is_a_year() -> None:
    table = network_position(seats=2, start=1, seat=1)
    after = play(table, act.FinishTurn(1), act.FinishTurn(0), act.FinishTurn(1))
    assert after.events_of(ev.NetworkYearBegan) == [ev.NetworkYearBegan(3)]
    assert after.events_of(ev.NetworkTurnBegan) == [
        ev.NetworkTurnBegan(0, 2),
        ev.NetworkTurnBegan(1, 1),
        ev.NetworkTurnBegan(0, 2),
    ]


@rule("R2-6", "Only whoever is to play may act.")
def test_others_wait() -> None:
    table = network_position(hand="straight")
    for action in (act.FinishTurn(1), act.BuyLocomotive(1), lay("b3", "ns", seat=1), expand("b3", "ns", seat=1)):
        refused(table, action, "R2-6", "not_your_turn")
    refused(set_up(), place("b2", seat=1), "R2-6", "not_your_turn")
    assert listed(table, 1) == []


@rule("R2-6", "In a turn everything may be done in any order and repeatedly.")
def test_any_order_and_repeatedly() -> None:
    table = network_position(LINE, units=(30,))
    actions = (
        act.BuyLocomotive(0),
        act.CarryPassengers(0, 2, 2),
        act.BuyLocomotive(0),
        act.RollDice(0, 4, 0),
        lay("b3", "ns"),
        act.CallPassengers(0, 1),
        lay("b4", "ns"),
        act.BuyLocomotive(0),
        act.CallPassengers(0, 5),
    )
    play(table, *actions, dice="straight locomotive straight locomotive")
