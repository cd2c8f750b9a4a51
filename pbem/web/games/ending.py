"""A game that is over, told by years: charts of what each player had at the end of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.history.archive import Past
from pbem.games.presentation import presentation_of

WIDTH: Final = 420
HEIGHT: Final = 220
"""The size of a chart, in its own units."""
_LEFT: Final = 64
_RIGHT: Final = 14
_TOP: Final = 14
_BOTTOM: Final = 28
_STEPS: Final = 4
"""Lines across a chart at most, beside that of nothing."""
_YEARS_NAMED: Final = 10
MARKS: Final = 6
"""Looks of lines that can be told apart."""


@dataclass(frozen=True)
class FigureLine:
    """A player's numbers at the end of each year, and where they lie in the chart."""

    name: str
    look: int
    """Which of the MARKS its points have."""
    values: tuple[int, ...]
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class YearChart:
    """One figure over the years. Lines across are pairs of a value and its height in the drawing."""

    title: str
    """A message id."""
    years: tuple[int, ...]
    lines: tuple[FigureLine, ...]
    across: tuple[tuple[int, float], ...]
    below: tuple[tuple[int, float], ...]
    """The years that are named below, with where they lie."""

    width = WIDTH
    height = HEIGHT
    left = _LEFT
    right = WIDTH - _RIGHT


def charts(past: Past, kind: str, names: Sequence[str]) -> list[YearChart]:
    """The figures of a game that is over, at the end of each of its years, with all that was hidden then."""
    ends = {moment.year: moment.position for moment in past.moments if moment.year > 0}
    years = tuple(ends)
    if not years:
        return []
    views = [[past.view_at(position, seat) for position in ends.values()] for seat in range(len(names))]
    return [
        _chart(
            figure.title,
            years,
            names,
            [tuple(figure.of_seat(view, seat) for view in of_seat) for seat, of_seat in enumerate(views)],
        )
        for figure in presentation_of(kind).figures
    ]


def _chart(title: str, years: tuple[int, ...], names: Sequence[str], values: Sequence[tuple[int, ...]]) -> YearChart:
    step = _step(max(max(line) for line in values))
    top = step * max(1, -(-max(max(line) for line in values) // step))
    xs = [_x(number, len(years)) for number in range(len(years))]
    each = -(-len(years) // _YEARS_NAMED)
    return YearChart(
        title,
        years,
        tuple(
            FigureLine(name, seat % MARKS, line, tuple((x, _y(value, top)) for x, value in zip(xs, line, strict=True)))
            for seat, (name, line) in enumerate(zip(names, values, strict=True))
        ),
        tuple((value, _y(value, top)) for value in range(0, top + 1, step)),
        tuple((year, x) for number, (year, x) in enumerate(zip(years, xs, strict=True)) if number % each == 0),
    )


def _step(most: int) -> int:
    """The least round number of which _STEPS reach as far as `most`: 1, 2, 5, 10, 20 and so on."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if step * _STEPS >= most:
                return step
        unit *= 10


def _x(number: int, years: int) -> float:
    span = WIDTH - _LEFT - _RIGHT
    return _LEFT + (span / 2 if years == 1 else round(span * number / (years - 1), 1))


def _y(value: int, top: int) -> float:
    return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top, 1)
