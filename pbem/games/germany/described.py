"""What the drawn map of Germany shows beside the line, in sentences."""

from collections.abc import Iterator, Sequence

from pbem.games.germany.ends import free_sites
from pbem.games.germany.names import chart_of
from pbem.games.line.described import ground_told, stretches
from pbem.games.line.render_context import Scene, on_tile
from rules_core.events import Event
from rules_core.geometry import SIZE, Cell, Mask, square_at


def on_the_ground(scene: Scene, cell: Cell) -> list[str]:
    """Where a sector has mountains, water, rivers and free town squares."""
    chart, text = chart_of(scene), scene.catalogue.text
    sentences = ground_told(scene, cell)
    for letter, name in chart.river_names.items():
        squares = _bearing(scene, cell, letter)
        if squares:
            facts = {"river": text(name), "squares": stretches(scene, squares)}
            sentences.append(text("River %(river)s: %(squares)s.", **facts))
    sites = free_sites(scene, cell)
    if sites:
        sentences.append(text("Free town squares: %(sites)s.", sites="; ".join(sites)))
    return sentences


def board_told(scene: Scene) -> str:
    """All sectors with their stations and free town squares, and the countries."""
    text = scene.catalogue.text
    rows = [text("Germany, by sectors from north to south, each row from west to east.")]
    rows += [told for cell in chart_of(scene).cells if (told := _sector(scene, cell))]
    return " ".join([*rows, *_countries(scene)])


def news_told(_scene: Scene, _news: Sequence[Event]) -> list[str]:
    """All of the board lies from the start."""
    return []


def _bearing(scene: Scene, cell: Cell, letter: str) -> Mask:
    chart = chart_of(scene)
    return sum(1 << index for index in range(SIZE * SIZE) if chart.river(square_at(cell, index)) == letter)


def _sector(scene: Scene, cell: Cell) -> str:
    """A sector with what stands in it and what could; nothing for one without a town."""
    text = scene.catalogue.text
    chart, tiles = chart_of(scene), scene.table.line.tiles.get(cell, {})
    stations = [
        text(
            "%(company)s at %(square)s in %(town)s",
            company=scene.company(fixture.company),
            square=on_tile(square),
            town=chart.sites[square].town,
        )
        for square, fixture in tiles.items()
        if fixture.company is not None and square in chart.sites
    ]
    parts = [text("stations of %(stations)s", stations=scene.listed(stations))] if stations else []
    sites = free_sites(scene, cell)
    if sites:
        parts.append(text("free %(sites)s", sites="; ".join(sites)))
    return f"{scene.tile(cell)}: {'; '.join(parts)}." if parts else ""


def _countries(scene: Scene) -> Iterator[str]:
    """The countries with a station, and those that are open."""
    chart, text = chart_of(scene), scene.catalogue.text
    built = [
        text("%(company)s in %(country)s", company=scene.company(fixture.company), country=scene.square(square))
        for square in chart.countries
        if (fixture := scene.table.line.fixture(square)) and fixture.company
    ]
    if built:
        yield text("Stations abroad: %(stations)s.", stations=scene.listed(built))
    yield scene.presenter.supply(scene)
