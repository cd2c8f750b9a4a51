"""GE-30, GE-31, GE-33 and GE-34, and what FR-50, FR-51 and FR-54 come to: stations in towns, passengers, directors."""

import pytest

from rules.clauses import rule
from rules.german_position import SPOKE, START, TWO_WHITES, german_position, place
from rules.orders import build, end_turn, lay, scripted, transport
from rules.playing import front, hidden, play, refused
from rules_core.games.germany import game as germany
from rules_core.grid import Terrain
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import BuildStation
from rules_core.line.events import BonusPaid, DirectorChanged, PassengersTaken, PieceLaid, StationBuilt
from rules_core.line.sectors import takers
from rules_core.line.table import State

COMPANIES = ("eisberg", "ueberall", "weiden", "insel", "bergtal")
BELOW = {14: "....... ....... ..┐.... ..└┐... ...│... ....... ......."}
"""A points west from c3 at the white square of Mitte."""


def _at_red(hidden: int = 9, front: str = "", waiting: dict[str, int] | None = None) -> State:
    return german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=hidden, front=front, waiting=waiting)


def _at_white(sectors: dict[int, str] | None = None) -> State:
    return german_position(sectors or BELOW, a="S14 c3 w", b="S14 d5 s", hidden=9)


# GE-30: who builds


@rule("GE-30", "Any player may build for any company, without being its director.")
@rule("FR-50", "In Germany nobody needs to be director to build.")
@pytest.mark.parametrize("director", [None, 0, 1])
def test_anybody_builds(director: int | None) -> None:
    state = german_position(
        SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=3, directors={} if director is None else {"bergtal": director}
    )
    assert play(state, build("A bergtal")).events_of(StationBuilt)[0].company == "bergtal"


@rule("GE-30", "At either end.")
def test_at_either_end() -> None:
    state = german_position(SPOKE, a="S14 d4 s", b="S14 c2 w", hidden=3)
    after = play(state, build("B bergtal")).state
    assert after.table.line.b.square == place("S14 b2") and after.table.line.b.is_station


# GE-31: town squares


@rule("GE-31", "Stations stand on town squares only.")
@rule("FR-51", "In Germany a station stands where a town square is printed, and nowhere else.")
def test_only_on_town_squares() -> None:
    refused(german_position(hidden=9), build("A weiden"), "GE-31", "no_town_square", end="A", square="10,23")


@rule("GE-31", "A coloured square takes its own company, and no other.")
@pytest.mark.parametrize("company", COMPANIES)
def test_a_coloured_square(company: str) -> None:
    if company == "bergtal":
        assert play(_at_red(), build("A bergtal")).events_of(StationBuilt)
    else:
        refused(_at_red(), build(f"A {company}"), "GE-31", "other_company", town="Mitte", owner="bergtal")


@rule("GE-31", "A white square takes any company that has no coloured square in that town.")
@pytest.mark.parametrize("company", COMPANIES)
def test_a_white_square(company: str) -> None:
    if company in ("bergtal", "ueberall"):
        refused(_at_white(), build(f"A {company}"), "GE-31", "has_own_square", town="Mitte", company=company)
    else:
        assert play(_at_white(), build(f"A {company}")).events_of(StationBuilt)[0].company == company


@rule("GE-31", "One station of each colour in a town: a company on one white square does not take another.")
def test_one_station_of_each_colour() -> None:
    two = {14: "....... ....... ..┐.... .W└┐... ...│... ....... ......."}
    state = german_position(two, a="S14 c3 w", b="S14 d5 s", hidden=9, box=TWO_WHITES)
    refused(state, build("A weiden"), "GE-31", "has_station_here", town="Mitte", company="weiden")
    assert play(state, build("A insel")).events_of(StationBuilt)


@rule("GE-31", "In another town the company may build.")
def test_other_towns_do_not_matter() -> None:
    elsewhere = {**BELOW, 10: "....... ....... ....... ....W.. ....... ....... ......."}
    assert play(_at_white(elsewhere), build("A weiden")).events_of(StationBuilt)


@rule("GE-31", "A white square takes just the companies told of for it: not those with a square there, or a station.")
def test_companies_that_may_build_on_a_white_square() -> None:
    def able(state: State) -> list[str]:
        return [company.id for company in takers(state.table, place("S14 b3"))]

    for state in (_at_white(), _at_white({14: "....... .W..... ..┐.... ..└┐... ...│... ....... ......."})):
        for company in COMPANIES:
            if company in able(state):
                assert play(state, build(f"A {company}")).events_of(StationBuilt)
            else:
                refused_code(state, build(f"A {company}"))
    assert able(_at_white()) == ["eisberg", "weiden", "insel"]
    assert able(german_position(built={"insel": 9})) == ["eisberg", "weiden"]


def refused_code(state: State, action: BuildStation) -> None:
    """Fail unless a station is refused for whose square it is."""
    outcome = germany.decide(state, action, scripted(""))
    assert isinstance(outcome, Violations) and outcome.violations[0].rule == "GE-31"


@rule("GE-31", "A station stands on the ground of its square, which is told.")
def test_the_ground_of_a_station() -> None:
    mountains = {14: START, 15: "....... ..^^^.. ─┐^^^.. .└─^^.. ....... .~~~... ......."}
    state = german_position(mountains, a="S15 c4 e", b="S14 d4 s", hidden=9)
    assert play(state, build("A eisberg")).events_of(StationBuilt)[0].terrain == "mountain"
    assert play(_at_red(), build("A bergtal")).events_of(StationBuilt)[0].terrain == "grassland"


@rule("GE-31", "The price is printed on the square, and there is no other.")
@rule("FR-50", "In Germany the price of a station is printed on its square; it is paid from hidden dice and '?'.")
def test_the_price_is_printed() -> None:
    assert hidden(play(_at_red(), build("A bergtal")).state) == 9 - 3
    assert hidden(play(_at_white(), build("A weiden")).state) == 9 - 5
    assert play(_at_red(), build("A bergtal", price=3)).events_of(StationBuilt)[0].price == 3
    refused(_at_red(), build("A bergtal", price=5), "GE-31", "price_is_printed", price=3)
    refused(_at_white(), build("A weiden", price=3), "GE-31", "price_is_printed", price=5)


@rule("FR-50", "In Germany too hidden dice and '?' pay in any mix, and nothing else does.")
@pytest.mark.parametrize(
    ("pay", "left"), [("3h", ("s???", 0)), ("1h 2?", ("s?", 2)), ("3?", ("s", 3)), (None, ("s???", 0))]
)
def test_any_mix_pays(pay: str | None, left: tuple[str, int]) -> None:
    after = play(_at_red(3, "s???"), build("A bergtal", pay=pay))
    assert (front(after.state).removesuffix("??"), hidden(after.state)) == left


@rule("FR-50", "In Germany too the price is paid in full, and no more.")
def test_paying_wrong() -> None:
    refused(_at_red(2, "sc$"), build("A bergtal"), "FR-50", "cannot_pay", due=3, wild=0)
    refused(_at_red(9), build("A bergtal", pay="4h"), "FR-50", "paid_wrong", due=3, paid=4)
    refused(_at_red(9), build("A bergtal", pay="2h"), "FR-50", "paid_wrong", due=3, paid=2)


@rule("GE-31", "Stations are of no kind of ground.")
@pytest.mark.parametrize("kind", ["grassland", "mountain", "lake"])
def test_no_kinds(kind: Terrain) -> None:
    refused(_at_red(), build("A bergtal", kind), "GE-31", "no_kinds")


# GE-31: side by side


@rule("GE-31", "Stations may stand side by side: from one the line may lead straight into the next.")
@rule("FR-51", "In Germany stations may stand beside each other.")
def test_side_by_side() -> None:
    state = _at_red(13)
    after = play(state, build("A bergtal"), build("A insel", leave="s"))
    line = after.state.table.line
    assert line.a.square == place("S14 b3") and line.a.is_station
    assert [line.a.back, hidden(after.state)] == [0, 13 - 3 - 5]
    station = line.fixture(place("S14 b2"))
    assert station is not None and set(station.sides) == {1, 2}


@rule("GE-31", "The line leaves a station on any side but the one it came in by, which has to be said.")
def test_the_side_it_came_in_by() -> None:
    built = play(_at_red(front="ccc"), build("A bergtal")).state
    refused(built, build("A ueberall", leave="e"), "FR-30", "came_in_by", back="e")
    refused(built, build("A insel"), "FR-30", "leave_which_side", back="e")
    refused(built, BuildStation(0, "A", "insel", leave=9), "FR-30", "came_in_by")
    refused(built, lay("A e", leave="e"), "FR-30", "came_in_by")
    for side, way in (("w", "s"), ("n", "e"), ("s", "w")):
        assert play(built, lay(f"A {way}", leave=side)).events_of(PieceLaid)


@rule("GE-31", "Nor by the same side after a second station.")
def test_the_side_it_came_in_by_again() -> None:
    two = play(_at_red(14), build("A bergtal"), build("A insel", leave="s")).state
    refused(two, lay("A n?", leave="n"), "FR-30", "came_in_by", back="n")
    assert play(two, lay("A s?", leave="s")).events_of(PieceLaid)


@rule("GE-31", "From a track end no side is named.")
def test_no_side_from_track() -> None:
    refused(_at_red(), build("A bergtal", leave="w"), "FR-30", "no_station_to_leave")


@rule("GE-31", "From a station too a station is built on town squares only.")
def test_no_station_beside_a_town() -> None:
    built = play(_at_red(12), build("A bergtal")).state
    refused(built, build("A insel", leave="w"), "GE-31", "no_town_square", square="7,22")


# GE-33, FR-54: dice and passengers


@rule("GE-33", "The builder gets two '?' in front, and all passengers that wait for the company.")
@rule("FR-54", "In Germany too a station brings two '?'.")
def test_what_a_station_earns() -> None:
    state = _at_red(3, waiting={"bergtal": 4, "insel": 2})
    after = play(state, build("A bergtal"))
    assert after.events_of(BonusPaid) == [BonusPaid(0, wild=2, reason="station")]
    assert after.events_of(PassengersTaken) == [PassengersTaken(0, "bergtal", 4)]
    assert front(after.state) == "??"
    table = after.state.table
    assert table.waiting == (0, 0, 0, 2, 0)
    assert [player.carried for player in table.players] == [(0, 0, 0, 0, 4), (0,) * 5]


@rule("GE-33", "Passengers add up in the local image.")
def test_passengers_add_up() -> None:
    state = german_position(
        SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=3, waiting={"bergtal": 1}, carried={"bergtal": (2, 7)}
    )
    assert [player.carried[4] for player in play(state, build("A bergtal")).state.table.players] == [3, 7]


@rule("GE-33", "Where nobody waits, nobody is carried.")
def test_nobody_waits() -> None:
    after = play(_at_red(3, waiting={"insel": 3}), build("A bergtal"))
    assert after.events_of(PassengersTaken) == [] and after.events_of(DirectorChanged) == []


# GE-34: directors


@rule("GE-34", "Who has carried more of the company than every other player becomes its director at once.")
def test_the_first_director() -> None:
    after = play(_at_red(3, waiting={"bergtal": 1}), build("A bergtal"))
    assert after.events_of(DirectorChanged) == [DirectorChanged("bergtal", 0, None)]
    assert after.state.table.companies["bergtal"].director == 0


def _three(carried: tuple[int, int, int], waiting: int, director: int | None) -> State:
    return german_position(
        SPOKE,
        a="S14 c2 w",
        b="S14 d4 s",
        seats=3,
        hidden=3,
        waiting={"bergtal": waiting},
        carried={"bergtal": carried},
        directors={} if director is None else {"bergtal": director},
    )


@rule("GE-34", "More than every other player it must be; a tie changes nothing.")
@pytest.mark.parametrize(
    ("carried", "waiting", "before", "after"),
    [
        ((0, 2, 1), 3, 1, 0),
        ((0, 2, 1), 2, 1, 1),
        ((0, 2, 2), 2, None, None),
        ((0, 2, 4), 3, 1, 1),
        ((0, 2, 4), 5, 2, 0),
        ((0, 1, 0), 1, None, None),
        ((5, 1, 0), 0, 0, 0),
        ((0, 0, 0), 0, None, None),
    ],
)
def test_more_than_every_other(
    carried: tuple[int, int, int], waiting: int, before: int | None, after: int | None
) -> None:
    state = _three(carried, waiting, before)
    played = play(state, build("A bergtal"))
    assert played.state.table.companies["bergtal"].director == after
    changed = [] if before == after else [DirectorChanged("bergtal", 0, before)]
    assert played.events_of(DirectorChanged) == changed


@rule("GE-34", "Passengers of other companies do not count.")
def test_other_companies_do_not_count() -> None:
    state = german_position(
        SPOKE,
        a="S14 c2 w",
        b="S14 d4 s",
        hidden=3,
        waiting={"bergtal": 1},
        carried={"bergtal": (0, 1), "insel": (9, 0)},
    )
    assert play(state, build("A bergtal")).events_of(DirectorChanged) == []


@rule("GE-34", "Nothing else makes a director: not the passengers that a transport symbol or a year's end brings.")
def test_directors_change_only_with_stations() -> None:
    state = german_position(front="$", directors={"weiden": 1}, carried={"weiden": (3, 1)})
    after = play(state, transport("weiden"), end_turn(), end_turn(seat=1))
    assert after.events_of(DirectorChanged) == []
    assert after.state.table.companies["weiden"].director == 1
