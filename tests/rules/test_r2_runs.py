"""The search for lines against a search through all runs, on boards at random, and what holds of runs on any board.

The reference knows nothing of the engine's: it takes sides for letters, and goes from every place that a train can be
at to every next one, a square at a time, until no run brings it nearer. A search over squares would not do, as a train
may come to a square again from another side.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import combinations, pairwise, product
from random import Random
from typing import Final, NamedTuple, TypeAlias

import pytest

from rules.clauses import rule
from rules_core.games.railroad_dice_2.building import arranged, recommended
from rules_core.games.railroad_dice_2.components import COMPONENTS, components_from
from rules_core.games.railroad_dice_2.network import Arrival, Reach, TileMap, search
from rules_core.games.railroad_dice_2.track import PAIRS, PIECES, Piece, complex_piece
from rules_core.grid import LETTERS, Square

BOX: Final = components_from(COMPONENTS)
BESIDE: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
BACK: Final = {"n": "s", "s": "n", "e": "w", "w": "e"}
MAPS: Final = tuple(product(("recommended", "random"), BOX.tiles))
"""How tiles lie, and how large they are."""

Place: TypeAlias = tuple[int, int, str]
"""Where a train can be: a square, and the side at which it came."""


class Board(NamedTuple):
    """A map with stations and track."""

    land: TileMap
    stations: tuple[Square, ...]
    track: Mapping[Square, Piece]

    def reach(self, home: Square) -> Reach:
        """What the engine finds from a station."""
        stations = {square: at for at, square in enumerate(self.stations)}
        return search(self.land.tile_of, stations, self.track, home)

    def following(self, place: Place) -> list[Place]:
        """The places that a train can go on to: none where it stops."""
        x, y, side = place
        if (x, y) in self.stations:
            return []
        pairs = [pair for pair in self.track.get(Square(x, y), ()) if side in pair]
        return [found for pair in pairs for found in self.out(x, y, pair.replace(side, ""))]

    def out(self, x: int, y: int, side: str) -> list[Place]:
        """The place that a train comes to by leaving a square; none off the map."""
        across, down = BESIDE[side]
        there = Square(x + across, y + down)
        return [(*there, BACK[side])] if there in self.land.tile_of else []

    def tiles_between(self, one: Place | Square, other: Place) -> int:
        """Whether a border between tiles lies between two squares, as 0 or 1."""
        tile_of = self.land.tile_of
        return int(tile_of[Square(*one[:2])] != tile_of[Square(*other[:2])])


@cache
def land(arrangement: str, size: str, seed: int) -> TileMap:
    """A map of the six tiles."""
    rng = Random(seed)
    lying = recommended(BOX, size) if arrangement == "recommended" else arranged(size, lambda _, n: rng.randrange(n))
    return TileMap(BOX.tiles[size], lying)


@lru_cache(maxsize=300)
def board(seed: int, arrangement: str, size: str) -> Board:
    """A board at random: stations anywhere, and beside them pieces of all kinds, fewer or more of which meet."""
    rng = Random(f"{seed} {arrangement} {size}")
    ground = land(arrangement, size, seed % 12)
    squares = sorted(ground.tile_of)
    stations = tuple(rng.sample(squares, rng.randint(2, 10)))
    density, care, simple = rng.uniform(0.6, 1), rng.randint(1, 12), rng.random()
    track: dict[Square, Piece] = {}
    for square in squares:
        if square not in stations and rng.random() < density:
            at_hand = PIECES[: len(PAIRS)] if rng.random() < simple else PIECES[len(PAIRS) :]
            track[square] = max(rng.choices(at_hand, k=care), key=partial(_meeting, track, stations, square))
    return Board(ground, stations, track)


def _meeting(track: Mapping[Square, Piece], stations: tuple[Square, ...], square: Square, piece: Piece) -> int:
    """The sides of a piece that meet track or a station, less those of either that meet none."""
    met = 0
    for side, (across, down) in BESIDE.items():
        beside = Square(square.x + across, square.y + down)
        if beside in track or beside in stations:
            joins = beside in stations or any(BACK[side] in pair for pair in track[beside])
            met += (1 if joins else -1) * any(side in pair for pair in piece)
    return met


def boards(arrangement: str, size: str, count: int) -> Iterator[Board]:
    """Boards at random on maps of a kind."""
    return (board(seed, arrangement, size) for seed in range(count))


def all_runs(board: Board, home: Square) -> dict[Place, int]:
    """Every place that some run from a station comes to, with the tiles that the nearest of them passes through."""
    begun = [place for side in BESIDE for place in board.out(*home, side)]
    at = {place: 1 + board.tiles_between(home, place) for place in begun}
    nearest = dict(at)
    while at:
        longer: dict[Place, int] = {}
        for place, far in at.items():
            for following in board.following(place):
                farther = far + board.tiles_between(place, following)
                longer[following] = min(farther, longer.get(following, farther))
        at = {place: far for place, far in longer.items() if far < nearest.get(place, far + 1)}
        nearest.update(at)
    return nearest


def engine_runs(reach: Reach) -> dict[Place, int]:
    """What the engine finds, in the words of the reference."""
    return {(*place.square, LETTERS[place.side]): far for place, far in reach.arrivals.items()}


def stations_in(board: Board, home: Square, nearest: Mapping[Place, int]) -> dict[Square, int]:
    """The other stations among the places, each with its distance."""
    found: dict[Square, int] = {}
    for (x, y, _), far in nearest.items():
        square = Square(x, y)
        if square in board.stations and square != home:
            found[square] = min(far, found.get(square, far))
    return found


def check_search(board: Board) -> int:
    """Fail where the engine finds other places or distances than the reference; give how many stations are joined."""
    joined = 0
    for home in board.stations:
        reach, nearest = board.reach(home), all_runs(board, home)
        assert engine_runs(reach) == nearest
        assert reach.distances == stations_in(board, home, nearest)
        joined += len(reach.distances)
    return joined


@rule("R2-20", "A line goes wherever a train can run, and to nowhere else; the tiles of the nearest way are counted.")
@rule("R2-16", "The distance is the number of tiles of the shortest line, a tile entered twice counted twice.")
@pytest.mark.parametrize(("arrangement", "size"), MAPS)
def test_lines_are_those_of_all_runs(arrangement: str, size: str) -> None:
    assert sum(check_search(found) for found in boards(arrangement, size, 60)) > 100


@rule("R2-20", "So they do on many boards.")
@pytest.mark.soak
@pytest.mark.parametrize(("arrangement", "size"), MAPS)
def test_lines_are_those_of_all_runs_on_many_boards(arrangement: str, size: str) -> None:
    assert sum(check_search(found) for found in boards(arrangement, size, 2000)) > 3000


@rule("R2-20", "Runs are the same in both directions: whoever reaches a station is reached from it, and as far.")
@pytest.mark.parametrize(("arrangement", "size"), MAPS)
def test_runs_are_the_same_in_both_directions(arrangement: str, size: str) -> None:
    for found in boards(arrangement, size, 60):
        reaches = {home: found.reach(home) for home in found.stations}
        for one, other in combinations(found.stations, 2):
            assert reaches[one].distances.get(other) == reaches[other].distances.get(one)


def check_run(board: Board, home: Square, run: tuple[Arrival, ...], tiles: int) -> None:
    """Fail where a train cannot run so, or passes through other than so many tiles."""
    places: list[Place] = [(*place.square, LETTERS[place.side]) for place in run]
    assert places[0] in [place for side in BESIDE for place in board.out(*home, side)]
    for at, following in pairwise(places):
        assert following in board.following(at)
    before: list[Place | Square] = [home, *places[:-1]]
    assert 1 + sum(map(board.tiles_between, before, places)) == tiles


@rule("R2-16", "The run that is told of a distance is one that a train can make, and passes so many tiles.")
@pytest.mark.parametrize(("arrangement", "size"), MAPS)
def test_a_run_told_is_a_real_one_of_that_length(arrangement: str, size: str) -> None:
    turned_round = 0
    for found in boards(arrangement, size, 60):
        for home in found.stations:
            reach = found.reach(home)
            for station, tiles in reach.distances.items():
                run = reach.run_to(station)
                assert run[-1].square == station
                check_run(found, home, run, tiles)
                turned_round += len({place.square for place in run}) < len(run)
    assert turned_round, "of no board would a search over squares be wrong"


@rule("R2-12", "Track that is laid takes no line away, nor does a die that keeps the track under it (R2-13).")
@pytest.mark.parametrize(("arrangement", "size"), MAPS)
def test_more_track_never_takes_a_line_away(arrangement: str, size: str) -> None:
    for seed, found in enumerate(boards(arrangement, size, 60)):
        rng = Random(seed)
        empty = sorted(found.land.tile_of.keys() - found.track.keys() - {*found.stations})
        simple = sorted(square for square, piece in found.track.items() if len(piece) == 1)
        more: dict[Square, Piece] = {square: (rng.choice(PAIRS),) for square in empty if rng.random() < 0.3}
        for square in simple:
            (lying,) = found.track[square]
            if rng.random() < 0.3:
                more[square] = complex_piece(lying, rng.choice([pair for pair in PAIRS if pair != lying]))
        denser = found._replace(track={**found.track, **more})
        for home in found.stations:
            fewer, after = found.reach(home).arrivals, denser.reach(home).arrivals
            assert all(after[place] <= far for place, far in fewer.items())


def drawn(stations: str, **track: str) -> Board:
    """The recommended map with stations, such as "b3 d3", and pieces, such as `c3="sw se"`."""
    pieces = {_square(name): _piece(text) for name, text in track.items()}
    return Board(land("recommended", "4x4", 0), tuple(map(_square, stations.split())), pieces)


def _square(name: str) -> Square:
    return Square(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def _piece(text: str) -> Piece:
    return tuple(pair for pair in PAIRS if pair in text.split())


def distance(board: Board) -> int | None:
    """How far it is from the first station to the second; None where no line joins them."""
    home, other = board.stations[:2]
    assert board.reach(home).distances.get(other) == board.reach(other).distances.get(home)
    check_search(board)
    return board.reach(home).distances.get(other)


def over_squares(board: Board) -> bool:
    """Whether a search that comes to no square twice joins the first station to the second."""
    home, other = board.stations[:2]
    runs: list[tuple[Place, ...]] = [(place,) for side in BESIDE for place in board.out(*home, side)]
    while runs:
        run = runs.pop()
        if run[-1][:2] == other:
            return True
        been = {place[:2] for place in run}
        runs += [(*run, place) for place in board.following(run[-1]) if place[:2] not in been]
    return False


LOOP: Final = {"d4": "sw", "d5": "nw", "c5": "ew", "b5": "ne", "b4": "se"}
"""A loop below c4, through tiles 1 and 4."""


@rule("R2-20", "A loop behind a wye turns the train, which comes back by the other branch.")
@rule("R2-16", "A tile entered twice is counted twice: out of tile 1, round through tile 4, and back into tile 1.")
def test_a_loop_behind_a_wye_turns_the_train() -> None:
    turning = drawn("b3 d3", c3="sw se", c4="ne nw", **LOOP)
    assert distance(turning) == 3
    assert not over_squares(turning)
    run = turning.reach(turning.stations[0]).run_to(turning.stations[1])
    assert [place.square for place in run].count(_square("c3")) == 2


@rule("R2-20", "Without the loop nobody gets from branch to branch, nor where the loop does not join its own stem.")
@pytest.mark.parametrize("c4", ["ns", "ne", "ns ew", "ns nw"])
def test_a_train_goes_never_from_branch_to_branch(c4: str) -> None:
    assert distance(drawn("b3 d3", c3="sw se", c4=c4, **LOOP)) is None


@rule("R2-20", "A train never reverses: behind the last piece it does not come back.")
def test_a_train_never_goes_back() -> None:
    assert distance(drawn("b3 d3", c3="sw se", c4="ns", c5="ns", c6="ns")) is None


@rule("R2-20", "A switch is run from its stem to either branch, and from either branch to its stem.")
@pytest.mark.parametrize(("stations", "joined"), [("c2 c4", True), ("c2 b3", True), ("b3 c4", False)])
def test_a_switch_is_run_as_trains_run(stations: str, joined: bool) -> None:
    switch = drawn(stations, c3="ns nw")
    assert (distance(switch) == 1) is joined
    assert distance(switch) == (1 if joined else None)


@rule("R2-20", "Tracks that cross on a die do not join.")
@pytest.mark.parametrize("c3", ["ns ew", "ne sw", "se nw"])
def test_tracks_that_cross_do_not_join(c3: str) -> None:
    ends = {"n": "c2", "e": "d3", "s": "c4", "w": "b3"}
    for one, other in combinations(ends, 2):
        joined = any({one, other} == set(pair) for pair in c3.split())
        assert (distance(drawn(f"{ends[one]} {ends[other]}", c3=c3)) == 1) is joined


@rule("R2-20", "A line ends at the next station, and goes on from there for nobody but its owner.")
def test_stations_interrupt_lines() -> None:
    straight = {"c2": "ew", "d2": "ew", "f2": "ew", "g2": "ew"}
    assert distance(drawn("b2 h2 e2", **straight)) is None
    assert distance(drawn("b2 e2 h2", **straight)) == 2
    assert distance(drawn("b2 h2", **straight, e2="ew")) == 2


@rule("R2-20", "A train that comes home again by a loop has come to a station, and ends there.")
def test_a_loop_leads_home_and_no_farther() -> None:
    round_ = drawn("b2 d2", c2="sw", c3="nw", b3="ne")
    reach = round_.reach(round_.stations[0])
    assert Arrival(round_.stations[0], LETTERS.index("s")) in reach.arrivals
    assert reach.distances == {}
    check_search(round_)


@rule("R2-16", "Both ends' tiles count, and within one tile it is 1; there need be no track on the tile of a station.")
@pytest.mark.parametrize(
    ("stations", "track", "tiles"),
    [
        ("b2 b4", {"b3": "ns"}, 1),
        ("d2 e2", {}, 2),
        ("d2 e3", {"e2": "sw"}, 2),
        ("c4 f4", {"c5": "ne", "d5": "ew", "e5": "ew", "f5": "nw"}, 4),
        ("c4 f4", {"d4": "ew", "e4": "ew"}, 2),
    ],
)
def test_tiles_are_counted_with_both_ends(stations: str, track: Mapping[str, str], tiles: int) -> None:
    assert distance(drawn(stations, **track)) == tiles


@rule("R2-16", "Of two lines that with fewer tiles counts, though it passes more squares.")
def test_the_line_with_fewest_tiles_counts() -> None:
    assert distance(drawn("b4 d4", c5="ew", b5="ne", d5="nw")) == 3
    assert distance(drawn("b4 d4", c5="ew", b5="ne", d5="nw", b3="se", c3="ew", d3="sw")) == 1
