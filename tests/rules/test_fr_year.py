"""FR-60 to FR-62: year's end."""

import pytest

from rules.clauses import rule
from rules.orders import buy, end_turn
from rules.playing import evolve_checked, passengers, play
from rules.position import START, Tile, position
from rules_core.games.first_rails import game as first_rails
from rules_core.line.actions import PassengerPlace, PassengersMoved
from rules_core.line.events import DirectorsAssigned, PassengersCarried, TurnBegan, YearBegan
from rules_core.line.table import State

# FR-60: passengers


def _landscape(text: str, drawing: str = START) -> dict[tuple[int, int], Tile]:
    """Tiles with the initials of their stations, rows parted by "/"; "-" has none, "_" is empty, "*" is in play."""
    tiles: dict[tuple[int, int], Tile] = {}
    for y, row in enumerate(text.split("/")):
        for x, word in enumerate(row.split()):
            if word == "*":
                tiles = {(x, y): Tile("grassland", drawing), **tiles}
            elif word != "_":
                tiles[x, y] = Tile("grassland", stations="" if word == "-" else word)
    return tiles


def _carried(landscape: str, directors: dict[str, int], drawing: str = START) -> list[tuple[str, int, int]]:
    state = position(_landscape(landscape, drawing), seat=1, directors=directors)
    found = play(state, end_turn(seat=1)).events_of(PassengersCarried)
    return [(carried.company, carried.seat, carried.passengers) for carried in found]


@rule("FR-60", "Each station of a company's longest chain carries 1,000 passengers for its director.")
def test_passengers_of_the_longest_chain() -> None:
    assert _carried("* B _ _ / _ - B B", {"bergtal": 0}) == [("bergtal", 0, 2)]


@rule("FR-60", "Stations are connected side by side, not diagonally.")
def test_diagonally_is_not_connected() -> None:
    assert _carried("* W / W -", {"weiden": 1}) == [("weiden", 1, 1)]


@rule("FR-60", "A station between two chains joins them.")
def test_one_station_joins_two_chains() -> None:
    assert _carried("* B - / - B B / - - B", {"bergtal": 0}) == [("bergtal", 0, 4)]


@rule("FR-60", "The chain is the whole connected group, also where it branches.")
def test_a_chain_may_branch() -> None:
    assert _carried("* W _ / W W W / - W _", {"weiden": 0}) == [("weiden", 0, 5)]


@rule("FR-60", "Stations on the tiles in play count.")
def test_tiles_in_play_count() -> None:
    drawing = "....... ....... ....... ..─W─.. ....... ....... ......."
    state = position(
        _landscape("* W", drawing), a="T1 c4 w", b="T1 e4 e", seat=1, directors={"weiden": 0}, front=["", ""]
    )
    assert play(state, end_turn(seat=1)).events_of(PassengersCarried) == [PassengersCarried("weiden", 0, 2)]


@rule("FR-60", "Only directors get passengers: a company without one carries none.")
def test_no_director_no_passengers() -> None:
    assert _carried("* W I", {"insel": 1}) == [("insel", 1, 1)]


@rule("FR-60", "A company without a station carries none, though it has a director.")
def test_no_stations_no_passengers() -> None:
    assert _carried("* I", {"weiden": 0, "insel": 1}) == [("insel", 1, 1)]


@rule("FR-60", "Each company is counted by itself, also where two have the same director.")
def test_companies_are_counted_apart() -> None:
    assert _carried("* W IW I I", {"weiden": 0, "insel": 0}) == [("weiden", 0, 2), ("insel", 0, 3)]


@rule("FR-60", "Passengers are kept behind the screen and added up over the years.")
def test_passengers_add_up() -> None:
    state = position(_landscape("* W W"), seat=1, directors={"weiden": 0}, shares={"weiden": (1, 0)}, passengers=(5, 1))
    after = play(state, end_turn(seat=1), end_turn(seat=1), end_turn()).state
    assert (passengers(after, 0), passengers(after, 1)) == (9, 1)


@rule("FR-60", "Those that a moderator moves come from behind one screen and go behind another; the box has enough.")
@pytest.mark.parametrize(("giver", "taker", "there"), [(0, 1, (5, 3)), (0, None, (5, 1)), (None, 1, (7, 3))])
def test_passengers_moved_by_hand(giver: int | None, taker: int | None, there: tuple[int, int]) -> None:
    source: PassengerPlace = "box" if giver is None else "carried"
    target: PassengerPlace = "box" if taker is None else "carried"
    after = evolve_checked(position(passengers=(7, 1)), PassengersMoved(2, None, source, giver, target, taker))
    assert (passengers(after, 0), passengers(after, 1)) == there


# FR-61: directors


def _elected(
    shares: tuple[int, ...],
    director: int | None = None,
    start: int = 0,
    tie: str = "faq",
) -> int | None:
    """The new director of Weiden Express."""
    seats = len(shares)
    last = (start - 1) % seats
    state = position(
        seats=seats,
        seat=last,
        start=start,
        shares={"weiden": shares},
        directors={} if director is None else {"weiden": director},
        options={"director_tie": tie},
    )
    return play(state, end_turn(seat=last)).state.table.companies["weiden"].director


@rule("FR-61", "Whoever has the most shares becomes director; one can be enough.")
@pytest.mark.parametrize(("shares", "director"), [((0, 1, 0), 1), ((3, 2, 4), 2), ((6, 2, 2), 0)])
def test_most_shares(shares: tuple[int, ...], director: int) -> None:
    for old in (None, 0, 1, 2):
        assert _elected(shares, old, start=1) == _elected(shares, old, start=1, tie="printed") == director


@rule("FR-61", "Where nobody has a share there is no director.")
def test_no_shares_no_director() -> None:
    assert _elected((0, 0)) is None


@rule("FR-61", "On a tie the old director stays if he is among the tied.")
@pytest.mark.parametrize("old", [0, 1, 3])
def test_the_old_director_stays_on_a_tie(old: int) -> None:
    for start in range(4):
        assert _elected((3, 3, 1, 3), old, start) == old
        assert _elected((3, 3, 1, 3), old, start, "printed") == old


@rule("FR-61", "Otherwise the tied player first clockwise from the start player of the year just played, he included.")
@pytest.mark.parametrize(
    ("shares", "start", "director"),
    [((2, 2, 0, 2), 2, 3), ((2, 2, 0, 0), 2, 0), ((0, 2, 2, 2), 2, 2), ((0, 2, 0, 2), 0, 1), ((0, 2, 0, 2), 2, 3)],
)
@pytest.mark.parametrize("tie", ["faq", "printed"])
def test_tie_without_an_old_director(shares: tuple[int, ...], start: int, director: int, tie: str) -> None:
    assert _elected(shares, None, start, tie) == director


@rule("FR-61", "With the FAQ the old director's place plays no part when he is not among the tied.")
@pytest.mark.parametrize("old", [0, 2])
def test_tie_by_the_faq(old: int) -> None:
    assert _elected((0, 2, 1, 2), old, start=2) == 3
    assert _elected((0, 2, 1, 2), old, start=0) == 1


@rule("FR-61", "As printed, the tied player nearest clockwise after the old director.")
@pytest.mark.parametrize(("old", "director"), [(0, 1), (2, 3)])
def test_tie_as_printed(old: int, director: int) -> None:
    for start in range(4):
        assert _elected((0, 2, 1, 2), old, start, "printed") == director
    assert _elected((2, 2, 0, 1), 2, 1, "printed") == 0


@rule("FR-61", "Directors change at the year's end only.")
def test_directors_change_at_the_years_end() -> None:
    state = position(front="$$$", directors={"weiden": 1}, shares={"weiden": (0, 2)})
    after = play(state, buy("weiden"), buy("weiden"), buy("weiden"), end_turn())
    assert after.state.table.companies["weiden"].director == 1
    assert play(after.state, end_turn(seat=1)).state.table.companies["weiden"].director == 0


@rule("FR-61", "Who was director and is of nothing any more has lost office, for next year's income.")
def test_who_lost_office() -> None:
    state = position(
        seats=3,
        seat=2,
        directors={"weiden": 0, "insel": 1, "bergtal": 1},
        shares={"weiden": (1, 0, 2), "insel": (0, 1, 2), "bergtal": (0, 1, 0)},
    )
    (event,) = play(state, end_turn(seat=2)).events_of(DirectorsAssigned)
    assert event == DirectorsAssigned(directors=(None, None, 2, 2, 1), lost_office=(0,))


@rule("FR-61", "Each company is told of: a record that lacks one is none of a game.")
def test_a_director_for_each_company() -> None:
    with pytest.raises(ValueError, match="zip"):
        first_rails.evolve(position(), DirectorsAssigned((0, 1, None, None), ()))


# FR-62: the start player


@rule("FR-62", "After the last turn the year ends, and the start player's place moves one seat to the left.")
@pytest.mark.parametrize(("seats", "start", "following"), [(2, 0, 1), (2, 1, 0), (3, 1, 2), (4, 3, 0)])
def test_the_start_player_moves_on(seats: int, start: int, following: int) -> None:
    last = (start - 1) % seats
    after = play(position(seats=seats, seat=last, start=start, year=4), end_turn(seat=last))
    assert after.events_of(YearBegan) == [YearBegan(5, following)]
    assert after.events_of(TurnBegan) == [TurnBegan(following, 1)]


@rule("FR-62", "Passengers are carried for the directors in office; then directors change; then the start player.")
def test_order_of_the_years_end() -> None:
    state: State = position(_landscape("* W"), seat=1, directors={"weiden": 1}, shares={"weiden": (2, 1)})
    after = play(state, end_turn(seat=1))
    kinds = (PassengersCarried, DirectorsAssigned, YearBegan, TurnBegan)
    assert [type(event) for event in after.events if isinstance(event, kinds)] == list(kinds)
    assert after.events_of(PassengersCarried) == [PassengersCarried("weiden", 1, 1)]
