"""The variants of Germany (FR-2, GE-3), and the box with the board on which they depend."""

from typing import Final

from rules_core.kernel.definition import Option, Options
from rules_core.line.chart import Chart
from rules_core.line.components import components_from, components_text, read_data, shared_components
from rules_core.line.sectors import chart_of

GERMAN_BOX: Final = components_text(
    {**shared_components(), "chart": read_data("rules_core.games.germany", "map.toml")}, "company", "chart"
)
"""The component data that new games are set up with."""


def options_on(chart: Chart) -> Options:
    """The variants on a board, whose countries in the south and in the north the line may begin by (GE-3)."""
    starts = (f"{south}-{north}".lower() for south in chart.south for north in chart.north)
    return {"extended": Option("no", "yes"), "two_starts": Option("no", "drawn", *starts)}


OPTIONS: Final = options_on(chart_of(components_from(GERMAN_BOX)))
