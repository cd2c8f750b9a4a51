"""FR-1 to FR-6: the components, the start, and what is secret."""

from collections import Counter

import pytest

from rules.clauses import rule
from rules.orders import build, buy, end_turn, income, lay, roll
from rules.playing import check_counts, front, play, refused, stations
from rules.position import FIVE, LAKES, Tile, position, square
from rules_core.games.first_rails import game as first_rails
from rules_core.games.first_rails.turn import BOX
from rules_core.grid import BadComponents, Cell, E, W, layouts
from rules_core.kernel.definition import BadOptions, fold
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.line.companies import SHARES
from rules_core.line.components import components_from
from rules_core.line.events import GameBegan, GameEnded, TurnBegan, YearBegan
from rules_core.line.landscape import LaidTile
from rules_core.line.table import Screen, State


def _starting_with(seat: int) -> Draw:
    def draw(key: DrawKey, sides: int) -> int:
        assert seat < sides
        return seat

    return draw


def _new_game(seats: int, first: int = 0, **options: str) -> State:
    return fold(first_rails, first_rails.setup(options, seats, _starting_with(first)))


@rule("FR-1", "Two to four players take part, no more and no fewer.")
@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_no_game_for_fewer_than_two_or_more_than_four(seats: int) -> None:
    with pytest.raises(BadOptions, match="seats: 2 to 4, not"):
        first_rails.setup({}, seats, _starting_with(0))


@rule("FR-1", "All players build one line with two ends.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_line_for_all_players(seats: int) -> None:
    table = _new_game(seats).table
    assert len(table.players) == seats
    after = play(position(seats=seats, front=["s", "s"]), lay("A w"), end_turn(), lay("B e", seat=1)).state
    assert after.table.line.a.square == square("c4")
    assert after.table.line.b.square == square("e4")


@rule("FR-1", "Variants that the game does not know are refused by name.")
@pytest.mark.parametrize(
    ("options", "why"),
    [({"extended": "maybe"}, "extended: no or yes, not maybe"), ({"colour": "red"}, "colour: unknown")],
)
def test_unknown_variants_are_refused(options: dict[str, str], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        first_rails.setup(options, 2, _starting_with(0))


@rule("FR-2", "There are 40 dice, in the extended game 60.")
@pytest.mark.parametrize(("extended", "number"), [("no", 40), ("yes", 60)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_number_of_dice(seats: int, extended: str, number: int) -> None:
    state = _new_game(seats, extended=extended)
    assert state.table.bank == number - 4 * seats - 1
    check_counts(state, tiles=35)


@rule("FR-2", "Each die has two straights, two curves, one share and one '?'.")
def test_faces_of_a_die() -> None:
    assert Counter(components_from(BOX).faces) == {"straight": 2, "curve": 2, "share": 1, "?": 1}
    events = first_rails.decide(position(hidden=6), roll(6), lambda key, sides: key.number % sides)
    assert isinstance(events, list)
    assert front(fold(first_rails, events, position(hidden=6))) == "sscc$?"


@rule(
    "FR-2", "No die is lost or added: what is laid comes from the front, what is paid or given back goes to the bank."
)
def test_dice_are_conserved() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="sssc$", hidden=3, year=2)
    after = play(state, income(), buy("weiden"), lay("A w +lake w"), roll(7), end_turn("ssssss"), dice="sssssss")
    assert after.state.table.bank == state.table.bank - 4 + 1 - 2 + 6
    check_counts(after.state)


CARDS = {
    "eisberg": {("mountain", 3): 2, ("mountain", 5): 2, ("lake", 3): 2, ("lake", 5): 2},
    "ueberall": {
        ("mountain", 3): 1,
        ("mountain", 5): 1,
        ("lake", 3): 1,
        ("lake", 5): 1,
        ("grassland", 3): 3,
        ("grassland", 5): 1,
    },
    "weiden": {("grassland", 3): 5, ("grassland", 5): 3},
    "insel": {("lake", 3): 3, ("lake", 5): 2, ("grassland", 3): 3, ("grassland", 5): 2},
    "bergtal": {("mountain", 3): 3, ("mountain", 5): 2, ("grassland", 3): 3, ("grassland", 5): 2},
}
"""The station overview of the rulebook."""


@rule("FR-3", "Five companies have the stations printed on their cards, 44 in all.")
def test_station_overview() -> None:
    state = _new_game(2)
    cards = {id_: {(s.terrain, s.price): s.left for s in c.stock} for id_, c in state.table.companies.items()}
    assert cards == CARDS
    assert stations(state) == 44


@rule("FR-3", "Each company has ten shares, all in the bank at first, and no director.")
def test_shares_and_directors_at_first() -> None:
    for company in _new_game(3).table.companies.values():
        assert company.unsold == SHARES == 10
        assert company.director is None


@rule("FR-3", "There are no other companies.")
def test_no_other_companies() -> None:
    refused(position(front="$"), buy("orient"), "FR-3", "no_such_company", company="orient")
    refused(position(hidden=5), build("A orient"), "FR-3", "no_such_company", company="orient")


AT_EDGE = {(0, 0): Tile("grassland", FIVE)}


@rule("FR-4", "There are 35 small tiles in four kinds; the start tile is one of them.")
def test_small_tiles() -> None:
    assert components_from(BOX).supply == {"grassland": 9, "lake": 8, "mountain2": 9, "mountain3": 9}
    assert _new_game(2).table.landscape.supply["grassland"] == 8


@rule("FR-4", "A large tile may be chosen only while a small one of its kind is left, and uses that up.")
def test_a_tile_needs_a_small_tile() -> None:
    state = position(AT_EDGE, a="T1 b4 w", b="T1 f4 e", front="ss", supply={"lake": 0})
    refused(state, lay("A w +lake w"), "FR-4", "none_left", kind="lake")
    last = position(AT_EDGE, a="T1 b4 w", b="T1 f4 e", front="ss", supply={"lake": 1})
    assert play(last, lay("A w +lake w")).state.table.landscape.supply["lake"] == 0


@rule("FR-4", "Large tiles never run out: the same kind may be chosen again when both current tiles are of it.")
def test_a_third_lake_beside_two_lakes() -> None:
    after = play(position(LAKES, a="T2 f6 s", b="T3 a4 n", front="ss"), lay("A s +lake s")).state
    assert after.table.landscape.tiles[Cell(-1, 1)].kind == "lake"


@rule("FR-4", "There are no other tiles.")
def test_no_other_kinds() -> None:
    state = position(AT_EDGE, a="T1 b4 w", b="T1 f4 e", front="ss")
    refused(state, lay("A w +desert w"), "FR-4", "no_such_kind", kind="desert")


GRASS = (".......",) * 7


@rule("FR-4", "A tile is drawn as seven rows of seven squares of grass, mountain and water.")
@pytest.mark.parametrize(
    "rows", [GRASS[1:], (*GRASS, "......."), (*GRASS[1:], "......"), (*GRASS[1:], "........"), (*GRASS[1:], "...x...")]
)
def test_tiles_that_cannot_be_drawn(rows: tuple[str, ...]) -> None:
    with pytest.raises(BadComponents, match=r"^tile\.hill\.rows: "):
        layouts("hill", "GGGG", rows)


@rule("FR-4", "Each of its four sides is grass or mountain.")
@pytest.mark.parametrize("sides", ["GGG", "GGGGG", "GGGL", ""])
def test_tiles_that_have_no_four_sides(sides: str) -> None:
    with pytest.raises(BadComponents, match=r"^tile\.hill\.sides: "):
        layouts("hill", sides, GRASS)


@rule("FR-5", "The game begins with a straight from west to east on the centre of a grassland tile, A west and B east.")
def test_start_of_the_line() -> None:
    table = _new_game(2).table
    assert table.landscape.tiles == {Cell(0, 0): LaidTile(number=1, kind="grassland", turn=0)}
    assert table.line.dice == 1
    assert (table.line.a.square, table.line.a.heading) == (square("d4"), W)
    assert (table.line.b.square, table.line.b.heading) == (square("d4"), E)


@rule("FR-5", "Each player has four '?' in front of the screen and no die behind it.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dice_at_the_start(seats: int) -> None:
    state = _new_game(seats)
    assert [front(state, seat) for seat in range(seats)] == ["????"] * seats
    assert state.screens == (Screen(0, 0),) * seats


@rule("FR-5", "The start player is drawn by lot and has the first turn of year 1.")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_start_player(first: int) -> None:
    requested: list[DrawKey] = []

    def lot(key: DrawKey, sides: int) -> int:
        requested.append(key)
        return first

    events = first_rails.setup({}, 3, lot)
    assert requested == [DrawKey(year=0, seat=0, purpose="start", number=0)]
    assert isinstance(events[0], GameBegan)
    assert events[1:] == [YearBegan(1, first), TurnBegan(first, 1)]
    assert fold(first_rails, events).table.turn.seat == first


SECRET = position(seats=3, hidden=(1, 2, 3), passengers=(4, 5, 6), front=("s", "c", "$"))


@rule("FR-6", "A player sees behind no screen but his own; a spectator behind none.")
def test_others_screens_are_secret() -> None:
    assert first_rails.view(SECRET, 1).screens == (None, Screen(2, 5), None)
    assert first_rails.view(SECRET, 1).own_screen == Screen(2, 5)
    assert first_rails.view(SECRET, None).screens == (None, None, None)


@rule("FR-6", "Everything else is public.")
def test_the_table_is_public() -> None:
    for seat in (0, 1, 2, None):
        assert first_rails.view(SECRET, seat).table == SECRET.table


@rule("FR-6", "In the open game hidden dice and passengers are public.")
def test_open_game() -> None:
    state = position(seats=2, hidden=(1, 2), passengers=(4, 5), options={"open": "yes"})
    assert first_rails.view(state, 0).screens == state.screens
    assert first_rails.view(state, None).screens == state.screens
    assert _new_game(2, open="yes").table.options["open"] == "yes"


@rule("FR-6", "The screens are lifted when the game is over.")
def test_screens_are_lifted_at_the_end() -> None:
    state = position(seats=2, seat=1, hidden=(3, 1), passengers=(4, 5), last_year="no tile")
    after = play(state, end_turn(seat=1))
    assert first_rails.view(after.state, None).screens == after.state.screens
    (ended,) = after.events_of(GameEnded)
    assert [(s.seat, s.passengers, s.dice) for s in ended.standings] == [(1, 5, 1), (0, 4, 3)]


@rule("FR-6", "What a player takes is told as seen at a table, not what it adds up to.")
def test_events_tell_no_totals() -> None:
    few = play(position(hidden=1), income())
    many = play(position(hidden=9), income())
    assert few.events == many.events
