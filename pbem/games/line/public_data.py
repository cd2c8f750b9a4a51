"""The public JSON of a position of a game of one line, and of its end.

These classes are the format. Their names and meanings stay; what is new is added.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Final, NamedTuple, TypeAlias

from msgspec import Struct

from pbem.games.line.board import ENDS, ways_out
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.games.line.tables import CompanyLine, SeatLine, companies_of, seats_of
from pbem.games.parts import END_REASON, STANDINGS, Carried, Place, PublicData, SeatNumber
from pbem.i18n import ENGLISH, catalogue
from rules_core.grid import LETTERS, Side, Square, Terrain, cell_of
from rules_core.kernel.codec import Doc
from rules_core.line.actions import EndName
from rules_core.line.events import EndReason, LastYearReason, Standing
from rules_core.line.table import PlayerView, Table

THOUSAND: Final = 1000
"""The engine counts passengers in thousands (FR-60, GE-12)."""

CountryName: TypeAlias = Annotated[str | None, Doc("The country it is in, where that is not Germany.")]


class Faces(Struct, frozen=True):
    """Dice by the face they show."""

    straight: Annotated[int, Doc("Dice showing a straight track.")]
    curve: Annotated[int, Doc("Dice showing a curved track.")]
    share: Annotated[int, Doc("Dice showing a share; in Germany, the transport symbol.")]
    wild: Annotated[int, Doc("Dice showing “?”.")]


class Holding(Struct, frozen=True):
    """The dice, companies and passengers of a player."""

    seat: SeatNumber
    front: Annotated[Faces, Doc("The dice in front of the screen.")]
    directs: Annotated[tuple[str, ...], Doc("The companies the player is director of.")]
    hidden: Annotated[int | None, Doc("The dice behind the screen, where everyone can see them; else nothing.")]
    passengers: Annotated[int | None, Doc("The passengers carried, where everyone can see them; else nothing.")]


class Stations(Struct, frozen=True):
    """Stations of one kind and price that a company has left."""

    kind: Annotated[
        Terrain | None, Doc("The ground they are for: grassland, mountain or lake; nothing where the map tells it.")
    ]
    price: Annotated[int | None, Doc("What one costs, in dice; nothing where the map tells it.")]
    left: Annotated[int, Doc("How many are left.")]


class CompanyData(Struct, frozen=True):
    """A company."""

    id: Annotated[str, Doc("The company's short name, as orders use it.")]
    name: Annotated[str, Doc("The company's name.")]
    letter: Annotated[str, Doc("The letter that stands for it on maps.")]
    director: Annotated[int | None, Doc("The director's seat; nothing where there is none.")]
    shares: Annotated[tuple[int, ...] | None, Doc("The shares that each seat holds; nothing in Germany.")]
    unsold: Annotated[int | None, Doc("The shares that the bank still has; nothing in Germany.")]
    waiting: Annotated[int | None, Doc("The passengers who wait for it in Germany; else nothing.")]
    carried: Annotated[
        tuple[int, ...] | None, Doc("The passengers whom each seat has carried for it in Germany; else nothing.")
    ]
    built: Annotated[int, Doc("The stations it has built.")]
    chain: Annotated[int | None, Doc("The tiles of its longest chain of stations; nothing in Germany.")]
    stations_left: Annotated[tuple[Stations, ...], Doc("The stations it has left.")]


class TileData(Struct, frozen=True):
    """A tile of the landscape, or a sector of Germany."""

    number: Annotated[int, Doc("Its number: of a tile in the order laid, from 1; of a sector as printed.")]
    east: Annotated[
        int, Doc("How many tiles east of the start tile it lies; less than 0: west. A sector's column, from 0.")
    ]
    south: Annotated[
        int, Doc("How many tiles south of the start tile it lies; less than 0: north. A sector's row, from 0.")
    ]
    ground: Annotated[
        tuple[str, ...], Doc("Seven rows from north to south, seven signs each: . grass, ^ mountain, ~ water.")
    ]
    stations: Annotated[tuple[str, ...], Doc("The companies with a station on it.")]


class PieceData(Struct, frozen=True):
    """A track die or a station on a tile being built on; in Germany every one that lies on the map."""

    tile: Annotated[int | None, Doc("The number of its tile or sector; nothing abroad.")]
    square: Annotated[
        str | None, Doc("Its square: a to g from west to east, 1 to 7 from north to south; nothing abroad.")
    ]
    sides: Annotated[tuple[str, ...], Doc("The sides the line uses: n, e, s, w.")]
    company: Annotated[str | None, Doc("Whose station it is; nothing for a track die.")]
    town: Annotated[str | None, Doc("The town whose square it is on; nothing elsewhere.")]
    country: CountryName


class EndData(Struct, frozen=True):
    """An end of the line."""

    name: Annotated[EndName, Doc("A or B.")]
    tile: Annotated[int | None, Doc("The number of the tile or sector it is on; nothing abroad.")]
    square: Annotated[str | None, Doc("The last square of the line; nothing abroad.")]
    ways: Annotated[tuple[str, ...], Doc("The sides by which it may go on.")]
    country: CountryName


class StateData(Struct, frozen=True):
    """A position, as everybody may see it."""

    bank: Annotated[int, Doc("The dice in the bank.")]
    start: Annotated[int, Doc("The seat that began the year.")]
    last_year: Annotated[LastYearReason | None, Doc("Why this is the last year; nothing where it is not.")]
    players: Annotated[tuple[Holding, ...], Doc("What each player has, by seat.")]
    companies: Annotated[tuple[CompanyData, ...], Doc("The companies.")]
    tiles: Annotated[
        tuple[TileData, ...], Doc("The tiles of the landscape, in the order laid, or the sectors of Germany.")
    ]
    pieces: Annotated[tuple[PieceData, ...], Doc("What lies on the tiles being built on, or on the map of Germany.")]
    ends: Annotated[tuple[EndData, ...], Doc("The two ends of the line.")]
    closed: Annotated[
        tuple[str, ...] | None, Doc("The countries around Germany that are used up; nothing in another game.")
    ]


class Rank(Struct, frozen=True):
    """The final place of a player, and what decided it."""

    place: Place
    seat: SeatNumber
    passengers: Carried
    wild: Annotated[int | None, Doc("The dice showing “?” in front of the screen; nothing in Germany.")]
    dice: Annotated[int | None, Doc("All dice before and behind the screen; nothing in Germany.")]
    offices: Annotated[int | None, Doc("The companies directed in Germany; else nothing.")]


class ResultData(Struct, frozen=True):
    """The end of a game: its reason, and the final standings."""

    reason: Annotated[EndReason, END_REASON]
    standings: Annotated[tuple[Rank, ...], STANDINGS]


class PublicDataSpec(NamedTuple):
    """The data that differ from one game to another: companies, passengers, and the end."""

    company: Callable[[CompanyLine], CompanyData]
    passengers: Callable[[SeatLine], int | None]
    """What a player carries, where everybody may see it."""
    rank: Callable[[Standing], Rank]


def public_data(spec: PublicDataSpec) -> PublicData:
    """Make the public JSON of a game of one line: of its position and its end."""
    return PublicData(StateData, partial(_state, spec), ResultData, partial(_result, spec))


def company_data(line: CompanyLine) -> CompanyData:
    """A company with shares, whose passengers nobody sees."""
    return CompanyData(
        id=line.id,
        name=line.name,
        letter=line.sign.letter,
        director=line.director,
        shares=line.shares,
        unsold=line.unsold,
        waiting=None,
        carried=None,
        built=line.built,
        chain=line.chain,
        stations_left=tuple(
            Stations(None if stock.terrain == "any" else stock.terrain, stock.price or None, stock.left)
            for stock in line.stock
        ),
    )


class PlaceOnBoard(NamedTuple):
    """The place of a square in public data: on a tile or sector, or in a country around the map."""

    tile: int | None
    square: str | None
    country: str | None


def _state(spec: PublicDataSpec, view: PlayerView, names: Sequence[str]) -> StateData:
    table = view.table
    context = RenderContext(table, names, catalogue(ENGLISH))  # for the companies' letters, which are no words
    return StateData(
        bank=table.bank,
        start=table.start,
        last_year=table.last_year,
        players=tuple(_holding(line, spec) for line in seats_of(context, view.screens)),
        companies=tuple(spec.company(line) for line in companies_of(context)),
        tiles=tuple(
            TileData(tile.number, cell.x, cell.y, table.landscape.layout(cell).rows, tile.stations)
            for cell, tile in table.landscape.tiles.items()
        ),
        pieces=_pieces(table),
        ends=tuple(_end(table, name) for name in ENDS),
        closed=_closed(table),
    )


def _holding(line: SeatLine, spec: PublicDataSpec) -> Holding:
    screen = line.screen
    return Holding(
        seat=line.seat,
        front=Faces(*line.front),
        directs=tuple(company.id for company in line.directs),
        hidden=None if screen is None else screen.hidden,
        passengers=spec.passengers(line),
    )


def _place(table: Table, square: Square) -> PlaceOnBoard:
    chart = table.box.chart
    country = chart.country(square) if chart else None
    if country is not None:
        return PlaceOnBoard(None, None, country)
    return PlaceOnBoard(table.landscape.tiles[cell_of(square)].number, on_tile(square), None)


def _pieces(table: Table) -> tuple[PieceData, ...]:
    sites = table.box.chart.sites if table.box.chart else {}
    return tuple(
        PieceData(
            **_place(table, square)._asdict(),
            sides=_letters(fixture.sides),
            company=fixture.company,
            town=sites[square].town if square in sites else None,
        )
        for pieces in table.line.tiles.values()
        for square, fixture in pieces.items()
    )


def _end(table: Table, name: EndName) -> EndData:
    end = table.line.end(name)
    return EndData(name=name, **_place(table, end.square)._asdict(), ways=_letters(ways_out(table.line, end)))


def _closed(table: Table) -> tuple[str, ...] | None:
    chart = table.box.chart
    if chart is None:
        return None
    return tuple(name for square, name in chart.countries.items() if square in table.landscape.closed)


def _result(spec: PublicDataSpec, table: Table) -> ResultData:
    assert table.ended is not None, "the game is over"
    return ResultData(table.ended, tuple(map(spec.rank, table.standings)))


def _letters(sides: Sequence[Side]) -> tuple[str, ...]:
    return tuple(LETTERS[side] for side in sides)
