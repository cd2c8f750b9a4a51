"""How games between heuristic bots end: `python -m tests.bench.ends [GAMES]` prints a table for each kind of table.

The soak tests hold what it shows to the mark; `make bench` leaves it out, for it takes minutes.
"""

import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product

from rich.console import Console
from rich.table import Table

from .selfplay import Game

ENDS = ("last station", "no tile", "dead ends", "collapse", "unfinished")
TABLES = tuple(product(("no", "yes"), (2, 3, 4)))
YEARS = 60


@dataclass(frozen=True, slots=True)
class Ending:
    """How one game ended, in which year, and with how many passengers for the winner (in thousands)."""

    reason: str
    year: int
    passengers: int


def ending(seats: int, extended: str, number: int) -> Ending:
    """Plays one game."""
    state = Game(["heuristic"] * seats, number, {"extended": extended}).finish(YEARS).state
    carried = max(screen.passengers for screen in state.screens if screen)
    return Ending(state.table.ended or "unfinished", state.table.year, carried)


def endings(seats: int, extended: str, numbers: Sequence[int]) -> Iterator[Ending]:
    """Plays several games, on all processors."""
    with ProcessPoolExecutor() as pool:
        yield from pool.map(partial(ending, seats, extended), numbers, chunksize=5)


def main(games: int) -> None:
    """Prints the table."""
    table = Table("players", "extended", *ENDS, "years", "longest", "winner's passengers", box=None, pad_edge=False)
    for extended, seats in TABLES:
        found = list(endings(seats, extended, range(1000, 1000 + games)))
        reasons = Counter(one.reason for one in found)
        years = [one.year for one in found]
        table.add_row(
            str(seats),
            extended,
            *(str(reasons[end]) for end in ENDS),
            f"{statistics.median(years):.0f}",
            str(max(years)),
            f"{statistics.median(one.passengers for one in found):.0f}",
        )
    console = Console()
    (console if console.is_terminal else Console(width=120)).print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
