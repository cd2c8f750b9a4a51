"""The tables of Germany: companies, passengers, players, and how the game ended."""

from collections.abc import Sequence

from pbem.games.germany.names import COLOURS
from pbem.games.line.holdings import companies_of, seats_of
from pbem.games.line.render_context import Scene
from pbem.games.line.tables import NONE, faces_head, faces_row, grid, or_none, seated, signs_from, titled
from pbem.reports.document import Block, Grid, Paragraph
from pbem.reports.page import shortened
from rules_core.events import Standing
from rules_core.table import Screen

_COLUMN = 7
"""Columns of a player's name at the head of his column."""


def companies(scene: Scene) -> list[Block]:
    """Who directs the companies, what stations they have left, and their passengers."""
    return [_stations(scene), _passengers(scene)]


def _stations(scene: Scene) -> Grid:
    """Each company's colour on the map, its director, and its stations, standing and left."""
    text = scene.catalogue.text
    rows = [[text("Stations"), text("colour"), text("director"), text("standing"), text("left")]]
    for line, company in zip(companies_of(scene), scene.table.companies.values(), strict=True):
        director = NONE if line.director is None else shortened(scene.player(line.director), 12)
        colour = text(COLOURS[scene.box.companies[scene.box.company_index(line.id)].colour])
        rows.append([titled(line), colour, director, or_none(line.built), or_none(company.stations_left)])
    return grid(rows, (3, 4))


def _passengers(scene: Scene) -> Grid:
    """The global image and the local ones side by side (GE-5)."""
    text = scene.catalogue.text
    head = [text("Passengers"), text("waiting"), *(shortened(name, _COLUMN) for name in scene.seats)]
    lines = companies_of(scene)
    rows = [[titled(line), *(_counted(scene, number) for number in (line.waiting, *line.carried))] for line in lines]
    return grid([head, *rows], range(1, len(head)))


def players(scene: Scene) -> Grid:
    """Each player's companies, the passengers carried in all, and the dice in front of the screen, by face."""
    text = scene.catalogue.text
    rows = [[text("Players"), text("directs"), text("carried"), *faces_head(scene)]]
    for line in seats_of(scene):
        letters = "".join(company.sign.letter for company in line.directs)
        rows.append([seated(line, scene), letters or NONE, _counted(scene, line.carried), *faces_row(line.front)])
    return grid(rows, range(2, 7), signs_from(scene, 3))


def screens(scene: Scene, seen: Sequence[Screen]) -> Grid:
    """The dice that lay behind the screens, once they are lifted."""
    text = scene.catalogue.text
    rows = [[text("Behind the screens"), text("dice")]]
    rows += [[scene.player(seat), str(screen.hidden)] for seat, screen in enumerate(seen)]
    return grid(rows, (1,))


def behind(scene: Scene, screen: Screen) -> str:
    """What lies behind a player's own screen, in a sentence."""
    dice = scene.catalogue.plural("%(n)s die", "%(n)s dice", screen.hidden)
    return scene.catalogue.text("Behind your screen: %(dice)s.", dice=dice)


def standings(scene: Scene) -> list[Block]:
    """The players as they stand when the game is over (GE-42)."""
    text = scene.catalogue.text
    rows = [["", text("Player"), text("passengers"), text("directorships")]]
    rows += [_standing(scene, standing) for standing in scene.table.standings]
    return [grid(rows, (0, 2, 3)), Paragraph(_decided(scene))]


def _decided(scene: Scene) -> str:
    without = [scene.company(company) for company in scene.table.companies if not scene.table.built(company)]
    is_won = any(standing.place for standing in scene.table.standings)
    if without and is_won:
        return scene.catalogue.text(
            "Without a station: %(companies)s. While a company has none, nobody wins (GE-42) but by others conceding.",
            companies=scene.listed(without),
        )
    if without:
        return scene.catalogue.text(
            "Without a station: %(companies)s. While a company has none, nobody wins (GE-42).",
            companies=scene.listed(without),
        )
    return scene.catalogue.text(
        "On a tie for passengers the most directorships decide; after that the victory is shared (GE-42)."
    )


def _standing(scene: Scene, standing: Standing) -> list[str]:
    place = f"{standing.place}." if standing.place else NONE
    passengers = _counted(scene, standing.passengers)
    return [place, scene.player(standing.seat), passengers, or_none(standing.offices)]


def _counted(scene: Scene, thousands: int) -> str:
    return scene.thousands(thousands) if thousands else NONE
