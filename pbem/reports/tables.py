"""The companies and the players as tables, and the bank."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.reports.document import Grid
from pbem.reports.holdings import CompanyLine, SeatLine, companies_of, seats_of
from pbem.reports.names import Scene
from pbem.reports.page import shortened
from rules_core.components import TERRAINS
from rules_core.dice import FACES, Face
from rules_core.events import Standing
from rules_core.table import Screen
from rules_core.terrain import Terrain

_NAME: Final = 12
"""Columns of a player's name at the head of a row."""
_NONE: Final = "-"


def shares(scene: Scene) -> Grid:
    """Who directs each company, and who holds its shares; the last column is what the bank still sells."""
    text = scene.catalogue.text
    short = [shortened(name, 7 if len(scene.seats) > 3 else 9) for name in scene.seats]
    head = [text("Shares"), text("director"), *short, text("bank")]
    rows = [head]
    for line in companies_of(scene):
        director = _NONE if line.director is None else short[line.director]
        rows.append([_titled(line), director, *map(_or_none, (*line.shares, line.unsold))])
    return _grid(rows, range(2, len(head)))


def stations(scene: Scene) -> Grid:
    """The stations each company has left, by kind and price, how many it has built, and its longest chain (FR-60)."""
    text = scene.catalogue.text
    kinds = {"mountain": text("mountain"), "lake": text("lake"), "grassland": text("grassland")}
    head = [text("Stations left"), *(kinds[terrain] for terrain in TERRAINS), text("built"), text("chain")]
    rows = [head]
    for line in companies_of(scene):
        left = [_stock(line, terrain) for terrain in TERRAINS]
        rows.append([_titled(line), *left, _or_none(line.built), _or_none(line.chain)])
    return _grid(rows, (4, 5))


def note_on_stations(scene: Scene) -> str:
    """What the cells of the table of stations mean."""
    return scene.catalogue.text(
        "2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."
    )


def players(scene: Scene) -> Grid:
    """Each player's companies, the stations these have built, and the dice in front of the screen, by face."""
    text = scene.catalogue.text
    faces = [text("straight"), text("curve"), text("share"), "?", text("in all")]
    rows = [[text("Players"), text("directs"), text("built"), *faces]]
    for line in seats_of(scene):
        letters = "".join(company.sign.letter for company in line.directs)
        dice = [_or_none(line.front.of(face)) for face in FACES]
        rows.append([_seated(line, scene), letters or _NONE, _or_none(line.built), *dice, str(line.front.total)])
    return _grid(rows, range(2, 8), {3 + n: face for n, face in enumerate(FACES)})


def screens(scene: Scene, seen: Sequence[Screen | None]) -> Grid | None:
    """What lies behind the screens, where all may look (FR-6); None where a single one may not be seen."""
    text = scene.catalogue.text
    if None in seen:
        return None
    rows = [[text("Behind the screens"), text("dice"), text("passengers")]]
    for seat, screen in enumerate(seen):
        if screen is not None:
            rows.append([scene.player(seat), str(screen.hidden), scene.thousands(screen.passengers)])
    return _grid(rows, (1, 2))


def bank(scene: Scene) -> str:
    """The dice in the bank and on the board."""
    text = scene.catalogue.text
    dice = scene.catalogue.plural("%(n)s die", "%(n)s dice", scene.table.bank)
    return text("In the bank: %(dice)s. On the board as track: %(track)s.", dice=dice, track=scene.table.line.dice)


def standings(scene: Scene) -> Grid:
    """The players as they stand when the game is over (FR-72)."""
    text = scene.catalogue.text
    rows = [["", text("Player"), text("passengers"), text("? in front"), text("dice in all")]]
    rows += [_standing(scene, standing) for standing in scene.table.standings]
    return _grid(rows, (0, 2, 3, 4))


def _grid(rows: Sequence[Sequence[str]], right: Iterable[int], faces: Mapping[int, Face] | None = None) -> Grid:
    head, *body = (tuple(row) for row in rows)
    return Grid(head, tuple(body), tuple(right), dict(faces or {}))


def _standing(scene: Scene, standing: Standing) -> list[str]:
    return [
        f"{standing.place}.",
        scene.player(standing.seat),
        scene.thousands(standing.passengers),
        str(standing.wild),
        str(standing.dice),
    ]


def _titled(line: CompanyLine) -> str:
    return f"{line.sign.letter} {line.name}"


def _seated(line: SeatLine, scene: Scene) -> str:
    name = shortened(line.name, _NAME)
    return scene.catalogue.text("%(player)s (starts)", player=name) if line.starts else name


def _stock(line: CompanyLine, terrain: Terrain) -> str:
    return " ".join(f"{s.left}x{s.price}" for s in line.stock if s.terrain == terrain) or _NONE


def _or_none(number: int) -> str:
    return str(number) if number else _NONE
