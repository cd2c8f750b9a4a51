"""Random play of Germany, steered so that everything the rules speak of comes to pass."""

from functools import cache

from rules.german_board import check_board
from rules.random_play import Game, Step
from rules_core.line.table import READING

MOST = 350
"""Actions after which a game is left: players who build at random may go on for hundreds of years."""
STARTS = ("no", "drawn", "no", "france-sweden", "no", "austria-denmark")
"""Every other game begins in the middle."""
TEMPERS = ("explorer", "builder", "even", "explorer", "spender")


def german_game(seed: int, seats: int, most: int = MOST, reading: int = READING) -> Game:
    """A game from a seed, which every event leaves with a position that the rules allow."""
    options = {"two_starts": STARTS[seed % len(STARTS)], "extended": "yes" if seed % 7 == 3 else "no"}
    temper = TEMPERS[seed % len(TEMPERS)]
    return Game(seed, seats, options, temper, most=most, kind="germany", check=check_board, reading=reading)


SEEDS = {
    2: (1, 4, 5, 9, 12, 26, 33, 45, 51, 55),
    3: (2, 10, 11, 14, 15, 19, 23, 26, 43, 55),
    4: (8, 12, 17, 20, 23, 24, 29, 31, 38, 42),
}
"""Ten games of each number of seats, many of which come to their end before they are left."""
GERMAN_GAMES = tuple(
    german_game(seed, seats, reading=2 if number % 4 else 1)
    for number, (seats, seed) in enumerate((seats, seed) for seats, seeds in SEEDS.items() for seed in seeds)
)
"""What the suite plays, a quarter of it by the first reading of the rules."""


@cache
def german_played(number: int) -> tuple[Step, ...]:
    """The actions of one of the games."""
    return tuple(GERMAN_GAMES[number].steps())
