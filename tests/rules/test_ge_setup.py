"""GE-1 to GE-5: what is in the box, the map, the start, and the first year."""

import re
from collections import Counter
from typing import TypeAlias

import pytest

from rules.clauses import rule
from rules.german_position import GERMANY, german_position, place
from rules.orders import end_turn, income, lay, roll, transport
from rules.playing import check_counts, front, hidden, play, refused
from rules_core.games import all_rules
from rules_core.games.germany import game as germany
from rules_core.grid import SIDES, N, S, Square, cell_of, step
from rules_core.kernel.definition import BadOptions, fold
from rules_core.kernel.dice import Draw, DrawKey, keyed_draw
from rules_core.kernel.events import Begun
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, BuyShare, PassengerPlace, PassengersMoved
from rules_core.line.landscape import LaidTile
from rules_core.line.table import State

Place: TypeAlias = tuple[PassengerPlace, int | None]
"""Where passengers are, and whose they are there."""


def _first(key: DrawKey, sides: int) -> int:
    return 0


def _last(key: DrawKey, sides: int) -> int:
    return sides - 1


def set_up(seats: int = 2, draw: Draw = _first, **options: str) -> State:
    """A game at its beginning."""
    return fold(germany, germany.setup(options, seats, draw))


# GE-1: what is in the box


@rule("GE-1", "The stations to build are 9, 9, 7, 7 and 7, one of each card being its director's marker.")
def test_stations_to_build() -> None:
    companies = set_up().table.companies
    left = {name: company.stations_left for name, company in companies.items()}
    assert left == {"eisberg": 7, "ueberall": 7, "weiden": 7, "insel": 9, "bergtal": 9}
    counts = Counter(re.findall(r"\b\d\b", all_rules()["GE-1"].text))
    assert counts == {"9": 2, "7": 3}


@rule("GE-1", "There are no shares: nobody begins with one, and none is bought.")
def test_no_shares() -> None:
    state = set_up()
    assert {player.shares for player in state.table.players} == {(0,) * 5}
    refused(german_position(front="$"), BuyShare(0, "weiden"), "GE-10", "no_shares")


@rule("GE-1", "There are five companies, and no sixth.")
@pytest.mark.parametrize("company", ["", "orient", "Weiden"])
def test_no_other_company(company: str) -> None:
    refused(german_position(hidden=9), BuildStation(0, "A", company), "GE-1", "no_such_company", company=company)
    refused(german_position(front="$"), transport(company), "GE-1", "no_such_company", company=company)


# GE-2: the map


@rule("GE-2", "The board is a map of four by six sectors of seven by seven squares, which all lie from the start.")
def test_the_sectors() -> None:
    table = set_up().table
    chart = table.box.chart
    assert chart is not None
    assert [len(row) for row in chart.ground] == [4 * 7] * 6 * 7
    german = {cell_of(Square(x, y)) for y, row in enumerate(chart.ground) for x, sign in enumerate(row) if sign != "x"}
    numbers = {at: at.y * 4 + at.x + 1 for at in german}
    assert table.landscape.tiles == {at: LaidTile(number, str(number), turn=0) for at, number in numbers.items()}


@rule("GE-2", "Nobody chooses tiles.")
def test_nobody_lays_tiles() -> None:
    refused(german_position(front="ss"), lay("A n +lake n"), "GE-2", "no_tiles", kind="lake")
    refused(german_position(front="ss"), lay("A +grassland n"), "GE-2", "no_tiles", kind="grassland")


# GE-3: the start


@rule("GE-3", "One straight lies at the north-east of Frankfurt, north to south; A goes north, and B goes south.")
def test_the_first_straight() -> None:
    table = set_up().table
    chart = table.box.chart
    assert chart is not None
    (square,) = [at for tile in table.line.tiles.values() for at in tile]
    frankfurt = [site.square for site in chart.sites.values() if site.town == "Frankfurt"]
    assert square.x > max(at.x for at in frankfurt) and square.y < min(at.y for at in frankfurt)
    assert max(square.x - max(at.x for at in frankfurt), min(at.y for at in frankfurt) - square.y) == 1
    assert table.line.a.ahead == step(square, N) and table.line.b.ahead == step(square, S)
    assert table.bank == 40 - 2 * 4 - 1


STARTS = [("France", "Sweden"), ("France", "Denmark"), ("Austria", "Sweden"), ("Austria", "Denmark")]
"""South by Saarbrücken or Rosenheim, north by Sassnitz or Kiel."""


@rule(
    "GE-3", "With two starts no die lies; one end lies abroad in the south, the other in the north; both are used up."
)
@pytest.mark.parametrize(("south", "north"), STARTS)
def test_two_starts_chosen(south: str, north: str) -> None:
    table = set_up(two_starts=f"{south}-{north}".lower()).table
    countries = {name: at for at, name in GERMANY.chart.countries.items()} if GERMANY.chart else {}
    assert {table.line.a.square, table.line.b.square} == {countries[south], countries[north]}
    assert table.line.dice == 0 and table.bank == 40 - 2 * 4
    assert table.landscape.closed == {countries[south], countries[north]}


@rule("GE-3", "Until they are placed both ends are nowhere: no side is the one they came in by.")
def test_two_starts_not_placed_yet() -> None:
    began = germany.setup({"two_starts": "drawn"}, 2, _first)[0]
    line = fold(germany, [began]).table.line
    assert (line.dice, line.a) == (0, line.b)
    assert (line.a.abroad, line.a.exits, line.a.ahead) == (True, SIDES, None)


@rule("GE-3", "The towns named lie by the starts: Saarbrücken and Rosenheim, Sassnitz and Kiel.")
def test_the_starts_lie_by_their_towns() -> None:
    chart = GERMANY.chart
    assert chart is not None
    towns = {"France": "Saarbrücken", "Austria": "Rosenheim", "Sweden": "Sassnitz", "Denmark": "Kiel"}
    for at, country in chart.countries.items():
        if country in towns:
            nearest = min(chart.sites.values(), key=lambda site: abs(site.square.x - at.x) + abs(site.square.y - at.y))
            assert nearest.town == towns[country]
    assert {*chart.south, *chart.north} == set(towns)


@rule("GE-3", "A draw of the starts is known by its own keys, so that games of old can be proved for ever.")
def test_keys_of_what_is_drawn_before_a_game() -> None:
    keys: list[DrawKey] = []

    def draw(key: DrawKey, sides: int) -> int:
        keys.append(key)
        return 0

    began, *later = germany.setup({"two_starts": "drawn"}, 2, draw)
    assert keys == [DrawKey(0, 0, "north", 0), DrawKey(0, 0, "south", 0), DrawKey(0, 0, "start", 0)]
    assert isinstance(began, Begun)
    found = [draws for event in (began, *later) if (draws := germany.drawing(event, 0, began)) is not None]
    assert {key for draws in found for key in draws.keys} == set(keys)


@rule("GE-3", "The starts are drawn at random, each with the same chance.")
def test_two_starts_drawn() -> None:
    for draw, ends in ((_first, STARTS[0]), (_last, STARTS[3])):
        assert set_up(draw=draw, two_starts="drawn").table.line == set_up(two_starts="-".join(ends).lower()).table.line
    drawn = Counter(
        next(
            event
            for event in germany.setup({"two_starts": "drawn"}, 2, keyed_draw(bytes(32), f"g{n}", [], 0))
            if isinstance(event, ev.EndsPlaced)
        )
        for n in range(400)
    )
    assert len(drawn) == 4 and min(drawn.values()) > 70


@rule("GE-3", "A start that is none cannot be chosen.")
def test_no_other_start() -> None:
    for value in ("poland-sweden", "sweden-france", "yes", "France-Sweden"):
        with pytest.raises(BadOptions, match="two_starts"):
            germany.setup({"two_starts": value}, 2, _first)


def _abroad(front: str) -> State:
    return german_position({}, a="Norland", b="Südland", front=front)


@rule("GE-3", "The first piece of each end goes on any German square beside its country.")
@pytest.mark.parametrize("side", ["w", "s", "e"])
def test_the_first_piece_goes_anywhere(side: str) -> None:
    after = play(_abroad(front="s"), lay(f"A {side}", leave=side))
    country = place("S2 d1")
    assert after.state.table.line.a.square == step(country, "nesw".index(side))


@rule("GE-3", "Not off the board, and by which side has to be said.")
def test_the_first_piece_stays_in_germany() -> None:
    refused(_abroad(front="s"), lay("A n", leave="n"), "GE-23", "not_in_germany")
    refused(_abroad(front="s"), lay("A s"), "GE-32", "leave_which_side")


@rule("GE-3", "The first sector entered needs no five pieces and wins no dice.")
def test_the_first_sector_wins_nothing() -> None:
    after = play(_abroad(front="ss"), lay("A s", leave="s"), lay("B n", leave="n"))
    assert [type(event) for event in after.events] == [ev.PieceLaid] * 2
    assert after.state.table.line.dice == 2


@rule("GE-3", "Its dice go back when it is left, for which it needs five pieces like any sector.")
def test_the_first_sector_is_left() -> None:
    state = german_position(
        {2: "...x... ...│... ...│... ...│... ...│... ...│... ......."}, a="S2 d6 s", b="Südland", front="ss"
    )
    after = play(state, lay("A s s"))
    (left,) = after.events_of(ev.TileLeft)
    assert (left.cell, left.dice) == (cell_of(place("S2 d4")), 6)
    assert [bonus.reason for bonus in after.events_of(ev.BonusPaid)] == ["tile"]
    four = {2: "...x... ....... ....... ...│... ...│... ...│... ......."}
    few = german_position(four, a="S2 d6 s", b="Südland", front="ss")
    refused(few, lay("A s s"), "FR-35", "too_few_pieces", pieces=4, missing=1)


@rule("GE-3", "Both countries are used up: no track may stay pointing at them again.")
def test_the_starts_are_used_up() -> None:
    refused(_abroad(front="ccc"), lay("A s w n", leave="e"), "GE-23", "points_at_used_country", country="Norland")


# GE-4: the first year


@rule("GE-4", "Each player begins with four dice showing '?' in front, and none behind the screen.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_dice(seats: int) -> None:
    state = set_up(seats)
    assert [front(state, seat) for seat in range(seats)] == ["????"] * seats
    assert [hidden(state, seat) for seat in range(seats)] == [0] * seats
    check_counts(state)


@rule("GE-4", "There is no income in year 1; the dice can be rolled at once.")
def test_no_income_in_year_one() -> None:
    state = set_up()
    refused(state, income(), "FR-11", "no_income_in_year_one")
    assert front(play(state, roll(0, 4), dice="sscc$$??").state) == "sscc$$??"


@rule("GE-4", "In year 2 there is income.")
def test_income_in_year_two() -> None:
    after = play(set_up(), end_turn(), end_turn(seat=1), income(seat=1))
    assert after.state.table.year == 2 and hidden(after.state, 1) == 4


@rule("GE-4", "The start player is drawn at random, each with the same chance.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_player_is_drawn(seats: int) -> None:
    drawn = Counter(set_up(seats, keyed_draw(bytes(32), f"g{n}", [], 0)).table.turn.seat for n in range(300))
    assert sorted(drawn) == list(range(seats)) and min(drawn.values()) > 240 // seats
    assert set_up(seats, _last).table.start == seats - 1


# GE-5: images


@rule("GE-5", "Local and global images are public and begin empty.")
def test_the_images_begin_empty() -> None:
    table = set_up(3).table
    assert table.waiting == (0,) * 5
    assert [player.carried for player in table.players] == [(0,) * 5] * 3


@rule("GE-5", "Everybody sees all images; secret is only the number of hidden dice.")
def test_what_is_public() -> None:
    state = german_position(hidden=(3, 4), waiting={"insel": 2}, carried={"weiden": (5, 1)})
    for seat in (0, 1, None):
        seen = germany.view(state, seat)
        assert seen.table == state.table
        assert [screen is None for screen in seen.screens] == [seat != 0, seat != 1]


@rule("GE-5", "Nothing is counted behind a screen but dice.")
def test_no_passengers_behind_screens() -> None:
    after = play(german_position(waiting={"weiden": 3}, year=2), end_turn(), end_turn(seat=1)).state
    assert [screen.passengers for screen in after.screens if screen] == [0, 0]


@rule("GE-5", "Those that a moderator moves leave one image and come into the other; the box has enough of them.")
@pytest.mark.parametrize(
    ("giver", "taker", "there"),
    [
        (("waiting", None), ("carried", 0), (2, 7, 2)),
        (("carried", 0), ("carried", 1), (4, 3, 4)),
        (("carried", 1), ("waiting", None), (6, 5, 0)),
        (("box", None), ("waiting", None), (6, 5, 2)),
        (("carried", 0), ("box", None), (4, 3, 2)),
    ],
)
def test_passengers_moved_by_hand_in_germany(giver: Place, taker: Place, there: tuple[int, int, int]) -> None:
    state = german_position(waiting={"weiden": 4}, carried={"weiden": (5, 2)})
    table = germany.evolve(state, PassengersMoved(2, "weiden", *giver, *taker)).table
    assert (table.waiting[2], *(player.carried[2] for player in table.players)) == there


# FR-1 and FR-2 hold in Germany


@rule("FR-1", "In Germany too two to four play.")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four(seats: int) -> None:
    with pytest.raises(BadOptions, match="seats: 2 to 4, not"):
        germany.setup({}, seats, _first)


@rule("FR-2", "In Germany too there are 40 dice, or 60 in the variant, and never more or fewer.")
@pytest.mark.parametrize(("option", "dice"), [("no", 40), ("yes", 60)])
@pytest.mark.parametrize("two_starts", ["no", "drawn"])
def test_dice_in_the_box(option: str, dice: int, two_starts: str) -> None:
    state = set_up(4, extended=option, two_starts=two_starts)
    assert state.table.bank + 16 + state.table.line.dice == dice
    check_counts(state)


@rule("FR-2", "Options that Germany has not are refused.")
@pytest.mark.parametrize("options", [{"open": "yes"}, {"director_tie": "faq"}, {"extended": "maybe"}])
def test_no_other_options(options: dict[str, str]) -> None:
    with pytest.raises(BadOptions, match=next(iter(options))):
        germany.setup(options, 2, _first)
