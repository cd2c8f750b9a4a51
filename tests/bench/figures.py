"""Figures: what was measured, beside what it should reach; and the means of measuring."""

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number, with what it should be at least or at most, where that is said.

    `ceiling` is what this machine can do at best in such a matter, in the same unit.
    """

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None
    ceiling: float | None = None

    @property
    def met(self) -> bool:
        """Whether it is as it should be."""
        low = self.at_least is None or self.value >= self.at_least
        return low and (self.at_most is None or self.value <= self.at_most)

    @property
    def row(self) -> tuple[str, str, str, str, str]:
        """The figure as a table shows it: name, value, target, ceiling, and the ratio of ceiling and value above 1."""
        target = ""
        if self.at_least is not None:
            target = f"≥ {_number(self.at_least)}"
        elif self.at_most is not None:
            target = f"≤ {_number(self.at_most)}"
        ceiling = ratio = ""
        if self.ceiling and self.value:
            ceiling = _number(self.ceiling)
            ratio = _number(max(self.ceiling / self.value, self.value / self.ceiling))
        return (
            self.name,
            f"{_number(self.value)} {self.unit}",
            target if self.met else f"{target} MISSED",
            ceiling,
            ratio,
        )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cpu_ms(work: Callable[[], object]) -> float:
    """The processor's milliseconds for one call."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def median_ms(work: Callable[[], object], times: int) -> float:
    """The median of the milliseconds that so many calls take, after one that is not counted."""
    work()
    gc.collect()
    return statistics.median(cpu_ms(work) for _ in range(times))


def per_second(work: Callable[[], int], times: int) -> float:
    """How many things a second are done: the median of so many calls, each of which tells how many it did."""
    work()
    gc.collect()
    rates = []
    for _ in range(times):
        start = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - start))
    return statistics.median(rates)


def show(title: str, figures: Iterable[Figure]) -> None:
    """Print figures as a table."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("measured")
    for head in ("value", "target", "ceiling", "ratio"):
        table.add_column(head, justify="right")
    for figure in figures:
        table.add_row(*figure.row)
    console.print(table)
    console.print()
