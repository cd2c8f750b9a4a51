"""The tables of The First Rails: shares, stations left, players, and how the game ended."""

from collections.abc import Sequence

from pbem.games.line.holdings import CompanyLine, companies_of, seats_of
from pbem.games.line.render_context import Scene
from pbem.games.line.tables import NONE, faces_head, faces_row, grid, or_none, seated, signs_from, titled
from pbem.reports.document import Block, Grid, Paragraph
from pbem.reports.page import shortened
from rules_core.components import TERRAINS
from rules_core.events import Standing
from rules_core.table import Screen
from rules_core.terrain import Terrain


def companies(scene: Scene) -> list[Block]:
    """Who directs the companies and holds their shares, and what stations they have left."""
    return [shares(scene), stations(scene), Paragraph(note_on_stations(scene))]


def shares(scene: Scene) -> Grid:
    """Who directs each company, and who holds its shares; the last column is what the bank still sells."""
    text = scene.catalogue.text
    short = [shortened(name, 7 if len(scene.seats) > 3 else 9) for name in scene.seats]
    head = [text("Shares"), text("director"), *short, text("bank")]
    rows = [head]
    for line in companies_of(scene):
        director = NONE if line.director is None else short[line.director]
        rows.append([titled(line), director, *map(or_none, (*line.shares, line.unsold))])
    return grid(rows, range(2, len(head)))


def stations(scene: Scene) -> Grid:
    """The stations each company has left, by kind and price, how many it has built, and its longest chain (FR-60)."""
    text = scene.catalogue.text
    kinds = {"mountain": text("mountain"), "lake": text("lake"), "grassland": text("grassland")}
    head = [text("Stations left"), *(kinds[terrain] for terrain in TERRAINS), text("built"), text("chain")]
    rows = [head]
    for line in companies_of(scene):
        left = [_stock(line, terrain) for terrain in TERRAINS]
        rows.append([titled(line), *left, or_none(line.built), or_none(line.chain)])
    return grid(rows, (4, 5))


def note_on_stations(scene: Scene) -> str:
    """What the cells of the table of stations mean."""
    return scene.catalogue.text(
        "2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."
    )


def players(scene: Scene) -> Grid:
    """Each player's companies, the stations these have built, and the dice in front of the screen, by face."""
    text = scene.catalogue.text
    rows = [[text("Players"), text("directs"), text("built"), *faces_head(scene), text("in all")]]
    for line in seats_of(scene):
        letters = "".join(company.sign.letter for company in line.directs)
        dice = [*faces_row(line.front), str(line.front.total)]
        rows.append([seated(line, scene), letters or NONE, or_none(line.built), *dice])
    return grid(rows, range(2, 8), signs_from(scene, 3))


def screens(scene: Scene, seen: Sequence[Screen]) -> Grid:
    """What lies behind the screens, where all may look (FR-6)."""
    text = scene.catalogue.text
    rows = [[text("Behind the screens"), text("dice"), text("passengers")]]
    for seat, screen in enumerate(seen):
        rows.append([scene.player(seat), str(screen.hidden), scene.thousands(screen.passengers)])
    return grid(rows, (1, 2))


def behind(scene: Scene, screen: Screen) -> str:
    """What lies behind a player's own screen, in a sentence."""
    dice = scene.catalogue.plural("%(n)s die", "%(n)s dice", screen.hidden)
    return scene.catalogue.text(
        "Behind your screen: %(dice)s, %(passengers)s passengers.",
        dice=dice,
        passengers=scene.thousands(screen.passengers),
    )


def standings(scene: Scene) -> list[Block]:
    """The players as they stand when the game is over (FR-72)."""
    text = scene.catalogue.text
    rows = [["", text("Player"), text("passengers"), text("? in front"), text("dice in all")]]
    rows += [_standing(scene, standing) for standing in scene.table.standings]
    tie = text("On a tie for passengers the most ? in front decide, then the most dice in all (FR-72).")
    return [grid(rows, (0, 2, 3, 4)), Paragraph(tie)]


def _standing(scene: Scene, standing: Standing) -> list[str]:
    return [
        f"{standing.place}.",
        scene.player(standing.seat),
        scene.thousands(standing.passengers),
        str(standing.wild),
        str(standing.dice),
    ]


def _stock(line: CompanyLine, terrain: Terrain) -> str:
    return " ".join(f"{s.left}x{s.price}" for s in line.stock if s.terrain == terrain) or NONE
