"""The board of Germany as text: the sectors being built on, and all of it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from pbem.reports import map_text
from pbem.reports.board import ENDS
from pbem.reports.germany.ends import cells, sectors_of
from pbem.reports.germany.names import chart_of
from pbem.reports.names import Scene
from pbem.reports.page import flow
from rules_core.chart import ACROSS, HEIGHT, WIDTH, Chart, Site
from rules_core.geometry import SIZE, Cell, Square, square_at

_ANY: Final = "*"
"""Stands for the company of a white town square, which takes any."""
_MARGIN: Final = " "


def heading(scene: Scene, cell: Cell) -> str:
    """A sector being built on, and the ends of the line in it: "S14, end B"."""
    sector, on = scene.tile(cell), [name for name in ENDS if cell in sectors_of(scene, name)]
    if len(on) == len(ENDS):
        return scene.catalogue.text("%(tile)s, both ends", tile=sector)
    return scene.catalogue.text("%(tile)s, end %(end)s", tile=sector, end="".join(on))


def tile_map(scene: Scene, cell: Cell) -> list[str]:
    """A sector with what lies on it; a town square with the company it is for and its price."""
    squares = [square_at(cell, index) for index in range(SIZE * SIZE)]
    return map_text.tile_map(scene, cell, [_square(scene, square) for square in squares])


def legend(scene: Scene, sectors: Sequence[Cell]) -> list[str]:
    """What the signs on the maps of these sectors mean; only those that are there."""
    chart, text = chart_of(scene), scene.catalogue.text
    squares = [square_at(cell, index) for cell in sectors for index in range(SIZE * SIZE)]
    rivers = dict.fromkeys(letter for square in squares if (letter := chart.river(square)))
    items = map_text.ground_legend(scene, sectors)
    items += [f"{letter.lower()} {text(chart.river_names[letter])}" for letter in rivers]
    items += _companies_legend(scene, sectors, [chart.sites[square] for square in squares if square in chart.sites])
    if any(chart.country(square) for square in squares):
        items.append(text("(5) country with its price, (-) used up"))
    if not all(map(chart.is_german, squares)):
        items.append(text("blank: outside Germany"))
    items += map_text.track_legend(scene, sectors)
    items += map_text.station_ends_legend(scene)
    return [*items, *map_text.ends_legend(scene)]


def landscape(scene: Scene) -> list[str]:
    """All sectors, two signs a square: the line, stations, open town squares, rivers and the ground."""
    bare = _bare(chart_of(scene), tuple((card.colour, scene.letter(card.id)) for card in scene.box.companies))
    signs = {**bare, **_on_the_map(scene)}
    lines = []
    for y in range(HEIGHT):
        if y % SIZE == 0:
            lines.append(_ruler(scene, y // SIZE))
        row = [signs[Square(x, y)] for x in range(WIDTH)]
        lines.append(f"{_MARGIN}|{'|'.join(''.join(row[x : x + SIZE]) for x in range(0, WIDTH, SIZE))}|")
    return [*lines, _MARGIN + ("+" + "-" * 2 * SIZE) * ACROSS + "+", "", *flow(_key(scene), indent=_MARGIN)]


def supply(scene: Scene) -> str:
    """The countries in which a station can still be built (GE-32)."""
    chart, closed = chart_of(scene), scene.table.landscape.closed
    left = [scene.square(square) for square in chart.countries if square not in closed]
    if not left:
        return scene.catalogue.text("No country is left for a station abroad.")
    return scene.catalogue.text("Countries left for a station abroad: %(countries)s.", countries=scene.listed(left))


def _square(scene: Scene, square: Square) -> str:
    """A square with nothing of the line on it, in three signs."""
    chart = chart_of(scene)
    if chart.country(square):
        ending = "".join(name for name in ENDS if scene.table.line.end(name).square == square)
        if ending:
            return f"{ending}: "
        return "(-)" if square in scene.table.landscape.closed else f"({chart.country_prices[chart.countries[square]]})"
    if not chart.is_german(square):
        return "   "
    sign, river = chart.sign(square), (chart.river(square) or "").lower()
    site = chart.sites.get(square)
    if site is not None:
        return f"{_whose(scene, site)}{site.price}{river or sign.replace('.', ' ')}"
    if river:
        return f"{sign.replace('.', ' ')}{river} "
    return f" {sign} "


def _companies_legend(scene: Scene, sectors: Sequence[Cell], sites: Iterable[Site]) -> list[str]:
    """What the signs of town squares and stations mean: "I3 I5 [I] Insel Hopper"."""
    signs: dict[str, set[str]] = {}
    for site in sites:
        if not scene.table.line.fixture(site.square):
            letter = _whose(scene, site)
            signs.setdefault(letter, set()).add(f"{letter}{site.price}")
    for company in map_text.built_on(scene, sectors):
        letter = scene.letter(company)
        signs.setdefault(letter, set()).add(f"[{letter}]")
    names = [(scene.letter(card.id), card.name) for card in scene.box.companies]
    names.append((_ANY, scene.catalogue.text("any company")))
    return [f"{' '.join(sorted(signs[letter]))} {name}" for letter, name in names if letter in signs]


def _ruler(scene: Scene, y: int) -> str:
    """The line above a row of sectors, with their numbers; those being built on are marked."""
    line, current = _MARGIN, cells(scene)
    for x in range(ACROSS):
        cell = Cell(x, y)
        name = scene.tile(cell) if cell in scene.table.landscape.tiles else ""
        line += f"+-{name + ('*' if cell in current else ''):-<{2 * SIZE - 1}}"
    return f"{line}+"


@lru_cache(maxsize=8)
def _bare(chart: Chart, letters: tuple[tuple[str, str], ...]) -> Mapping[Square, str]:
    """The printed board, each square in two signs; `letters` are those of the companies, by colour."""
    whose = dict(letters)
    return {
        square: _printed(chart, square, whose) for square in (Square(x, y) for y in range(HEIGHT) for x in range(WIDTH))
    }


def _printed(chart: Chart, square: Square, whose: Mapping[str, str]) -> str:
    if chart.country(square):
        return "()"
    if not chart.is_german(square):
        return "  "
    site = chart.sites.get(square)
    if site is not None:
        return f"{whose[site.colour] if site.colour else _ANY}{site.price}"
    sign, river = chart.sign(square), chart.river(square)
    return f"{river.lower()}{sign.replace('.', ' ')}" if river else f"{sign} "


def _on_the_map(scene: Scene) -> Mapping[Square, str]:
    """What lies on the board, each square in two signs: countries used up, ends, track and stations."""
    line, landscape = scene.table.line, scene.table.landscape
    signs = dict.fromkeys(landscape.closed, "--")
    for name in ENDS:
        end = line.end(name)
        signs[end.square] = f"{name}:"
        if end.ahead is not None:
            signs[end.ahead] = f"<{name}"
    for pieces in line.tiles.values():
        for square, fixture in pieces.items():
            if fixture.company is None:
                signs[square] = map_text.track(fixture, landscape.terrain(square), scene.ascii)[1:]
            else:
                signs[square] = f"{scene.letter(fixture.company)}#"
    return signs


def _key(scene: Scene) -> list[str]:
    """What the signs on the map of all sectors mean."""
    text, chart = scene.catalogue.text, chart_of(scene)
    items = [
        text("* being built on"),
        text("<A <B where the line goes on"),
        *(f"{scene.letter(card.id)} {card.name}" for card in scene.box.companies),
        text("letter and number: free town square, price; * for any company"),
        text("letter#: station"),
        text("() open country, -- used up"),
    ]
    return [*items, *(f"{letter.lower()} {text(name)}" for letter, name in chart.river_names.items())]


def _whose(scene: Scene, site: Site) -> str:
    """The letter of the company that a town square is for; a star for any."""
    owner = next((card.id for card in scene.box.companies if card.colour == site.colour), None)
    return _ANY if owner is None else scene.letter(owner)
