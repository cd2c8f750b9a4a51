"""Railroad Dice 2 against its oracle: the same actions are listed, taken and refused, with the same outcome.

The oracle (`network_oracle.py`) was written from the digest on plain data; it goes through every chain of squares that
a train can run, where the engine makes one search, and shares no check with it.
"""

from collections import Counter
from random import Random

import pytest
from each_kit import each
from soak import few

from rules.network_chains import Stations, Track, chains, distances
from rules.network_oracle import all_actions, is_allowed, network_judged
from rules.network_plain import across, beside, plain_from, plain_map
from rules.network_play import GAMES, NetworkStep, network_game, network_played
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.components import COMPONENTS, components_from
from rules_core.games.railroad_dice_2.events import DiceThrown
from rules_core.games.railroad_dice_2.network import MapTile, Network, Station
from rules_core.games.railroad_dice_2.track import PIECES
from rules_core.grid import LETTERS, Square
from rules_core.kernel.rulebook import Violations

every_game = pytest.mark.parametrize(("seed", "seats"), few(GAMES, 6, several=True))


def _compare_outcome(step: NetworkStep) -> None:
    faces = [face for event in step.events if isinstance(event, DiceThrown) for face in event.faces]
    verdict = network_judged(plain_from(step.before), step.action, lambda simple, complex_: faces)
    after = plain_from(step.after)
    assert after.is_whole()
    assert verdict == after, f"{step.action}: {step.events}"


def _compare_list(step: NetworkStep) -> None:
    plain = plain_from(step.before)
    requested = all_actions(plain)
    allowed = {action for action in requested if is_allowed(plain, action)}
    assert set(step.listed) == allowed
    assert len(step.listed) == len(allowed)


def _compare_refusals(step: NetworkStep, rng: Random, number: int) -> None:
    """Actions picked at random are taken by the engine just when they are listed."""
    for action in rng.sample(tuple(all_actions(plain_from(step.before))), number):
        answer = railroad_dice_2.decide(step.before, action, lambda key, sides: 0)
        assert isinstance(answer, Violations) == (action not in step.listed), f"{action}: {answer}"


@every_game
def test_every_action_played_has_the_same_outcome_on_the_network(seed: int, seats: int) -> None:
    for step in network_played(seed, seats):
        _compare_outcome(step)


@every_game
def test_the_list_holds_all_that_the_network_oracle_allows(seed: int, seats: int) -> None:
    for step in network_played(seed, seats)[(seed + seats) % 60 :: 60]:
        _compare_list(step)


@every_game
def test_the_engine_refuses_what_it_does_not_list(seed: int, seats: int) -> None:
    rng = Random(seed)
    for step in network_played(seed, seats)[(seed + seats) % 90 :: 90]:
        _compare_refusals(step, rng, 100)


@pytest.mark.soak
def test_every_kind_of_action_was_compared() -> None:
    """Were the sample poor, all of the above would say little."""
    played = Counter(type(step.action) for game in GAMES for step in network_played(*game))
    assert set(played) == set(railroad_dice_2.actions)
    assert min(played.values()) > 20, played


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_networks(seats: int, part: int) -> None:
    """500 games of each number of seats, in ten parts: every outcome, and one list of 25."""
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        rng = Random(seed)
        for count, step in enumerate(network_game(seed, seats).steps()):
            _compare_outcome(step)
            if count % 25 == seed % 25:
                _compare_list(step)
                _compare_refusals(step, rng, 100)


def _random_network(rng: Random) -> Network:
    """Two tiles side by side, full of track as it never lies in a game, with a few stations."""
    tiles = tuple(MapTile(number, rng.randrange(4), 4 * number - 4, 0) for number in (1, 2))
    squares = [Square(x, y) for x in range(8) for y in range(4)]
    spots = rng.sample(squares, rng.randint(2, 5))
    stations = tuple(Station(square, None if at else 0, at) for at, square in enumerate(spots))
    track = {square: rng.choice(PIECES) for square in squares if square not in spots and rng.random() < 0.85}
    return Network(components_from(COMPONENTS), "4x4", tiles, stations, track)


@each("seed", range(5))
def test_the_search_finds_what_all_chains_find(seed: int) -> None:
    """Squares and sides that trains come to, and distances, on boards where lines cross, turn and come back."""
    rng = Random(seed)
    both_ways = 0
    for _ in range(150):
        network = _random_network(rng)
        ground = plain_map("4x4", [(tile.number, tile.turn, tile.x, tile.y) for tile in network.tiles])
        track: Track = {(at.x, at.y): frozenset(map(frozenset, piece)) for at, piece in network.track.items()}
        stations: Stations = {(at.x, at.y): number for at, number in network.station_at.items()}
        for home, at in stations.items():
            found = {(spot, side) for ((spot, side),) in (chain[-1:] for chain in chains(track, stations, home))}
            on_map = {(spot, side) for spot, side in found if spot in ground.tile}
            reach = network.reach(at)
            assert {(place.square, LETTERS[place.side]) for place in reach.arrivals} == on_map
            assert all(reach.run_to(square)[-1].square == square for square in reach.distances)
            far = {network.station_at[square]: distance for square, distance in reach.distances.items()}
            assert far == distances(ground, track, stations, home)
            both_ways += sum((beside(spot, side), across(side)) in found for spot, side in found if spot in track)
    assert both_ways > 50
