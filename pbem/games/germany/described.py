"""What the drawn map of Germany shows beside the line, in sentences."""

from collections.abc import Iterator, Sequence

from pbem.games.germany.ends import free_sites
from pbem.games.germany.names import chart_of
from pbem.games.line.described import describe_terrain, stretches
from pbem.games.line.render_context import RenderContext, on_tile
from rules_core.grid.geometry import SIZE, Cell, Mask, square_at
from rules_core.line.events import Event


def describe_tile(context: RenderContext, cell: Cell) -> list[str]:
    """Where a sector has mountains, water, rivers and free town squares."""
    chart, text = chart_of(context), context.catalogue.text
    sentences = describe_terrain(context, cell)
    for letter, name in chart.river_names.items():
        squares = _bearing(context, cell, letter)
        if squares:
            facts = {"river": text(name), "squares": stretches(context, squares)}
            sentences.append(text("River %(river)s: %(squares)s.", **facts))
    sites = free_sites(context, cell)
    if sites:
        sentences.append(text("Free town squares: %(sites)s.", sites="; ".join(sites)))
    return sentences


def describe_board(context: RenderContext) -> str:
    """All sectors with their stations and free town squares, and the countries."""
    text = context.catalogue.text
    rows = [text("Germany, by sectors from north to south, each row from west to east.")]
    rows += [told for cell in chart_of(context).cells if (told := _sector(context, cell))]
    return " ".join([*rows, *_countries(context)])


def describe_news(_context: RenderContext, _news: Sequence[Event]) -> list[str]:
    """All of the board lies from the start."""
    return []


def _bearing(context: RenderContext, cell: Cell, letter: str) -> Mask:
    chart = chart_of(context)
    return sum(1 << index for index in range(SIZE * SIZE) if chart.river(square_at(cell, index)) == letter)


def _sector(context: RenderContext, cell: Cell) -> str:
    """A sector with what stands in it and what could; nothing for one without a town."""
    text = context.catalogue.text
    chart, tiles = chart_of(context), context.table.line.tiles.get(cell, {})
    stations = [
        text(
            "%(company)s at %(square)s in %(town)s",
            company=context.company(fixture.company),
            square=on_tile(square),
            town=chart.sites[square].town,
        )
        for square, fixture in tiles.items()
        if fixture.company is not None and square in chart.sites
    ]
    parts = [text("stations of %(stations)s", stations=context.listed(stations))] if stations else []
    sites = free_sites(context, cell)
    if sites:
        parts.append(text("free %(sites)s", sites="; ".join(sites)))
    return f"{context.tile(cell)}: {'; '.join(parts)}." if parts else ""


def _countries(context: RenderContext) -> Iterator[str]:
    """The countries with a station, and those that are open."""
    chart, text = chart_of(context), context.catalogue.text
    built = [
        text("%(company)s in %(country)s", company=context.company(fixture.company), country=context.square(square))
        for square in chart.countries
        if (fixture := context.table.line.fixture(square)) and fixture.company
    ]
    if built:
        yield text("Stations abroad: %(stations)s.", stations=context.listed(built))
    yield context.game.supply(context)
