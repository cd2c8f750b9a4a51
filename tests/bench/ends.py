"""How games between heuristic bots end: `python -m tests.bench.ends [--game KIND] [GAMES]` prints a table of it.

The soak tests hold what it shows to the mark; `make bench` leaves it out, for it takes minutes.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Final

from rich.console import Console
from rich.table import Table

from .selfplay import Game

KINDS: Final = {
    "first_rails": ("last station", "no tile", "dead ends", "collapse", "unfinished"),
    "germany": ("last station", "dead ends", "bank", "unfinished"),
}
"""How games of each kind may end."""
TABLES = tuple(product(("no", "yes"), (2, 3, 4)))
YEARS = 60


@dataclass(frozen=True, slots=True)
class Ending:
    """How one game ended, in which year, whether undecided, and the most passengers of a player (in thousands)."""

    reason: str
    year: int
    drawn: bool
    passengers: int


def ending(kind: str, seats: int, extended: str, number: int) -> Ending:
    """Play one game."""
    state = Game(["heuristic"] * seats, number, {"extended": extended}, kind).finish(YEARS).state
    table = state.table
    behind = (screen.passengers for screen in state.screens if screen)
    carried = max(sum(player.carried) + hidden for player, hidden in zip(table.players, behind, strict=True))
    drawn = bool(table.standings) and table.standings[0].place == 0
    return Ending(table.ended or "unfinished", table.year, drawn, carried)


def endings(kind: str, seats: int, extended: str, numbers: Sequence[int]) -> Iterator[Ending]:
    """Play several games, on all processors."""
    with ProcessPoolExecutor() as pool:
        yield from pool.map(partial(ending, kind, seats, extended), numbers, chunksize=5)


def main(kind: str, games: int) -> None:
    """Print the table."""
    ends = KINDS[kind]
    heads = ("players", "extended", *ends, "drawn", "years", "longest", "most passengers")
    table = Table(*heads, box=None, pad_edge=False)
    for extended, seats in TABLES:
        found = list(endings(kind, seats, extended, range(1000, 1000 + games)))
        reasons = Counter(one.reason for one in found)
        years = [one.year for one in found]
        table.add_row(
            str(seats),
            extended,
            *(str(reasons[end]) for end in ends),
            str(sum(one.drawn for one in found)),
            f"{statistics.median(years):.0f}",
            str(max(years)),
            f"{statistics.median(one.passengers for one in found):.0f}",
        )
    console = Console()
    (console if console.is_terminal else Console(width=120)).print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ends", description="How games between bots end.")
    parser.add_argument("games", type=int, nargs="?", default=200, help="games for each table")
    parser.add_argument("--game", choices=KINDS, default="first_rails", help="which game")
    asked = parser.parse_args()
    main(asked.game, asked.games)
