"""The differences of two positions of a game, as values for a page to word; `one` and `other` are what each has."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_core.grid import Cell, Square
from rules_core.line.actions import EndName
from rules_core.line.companies import Company
from rules_core.line.components import StationKind
from rules_core.line.dice import Dice
from rules_core.line.events import EndReason, LastYearReason
from rules_core.line.landscape import LaidTile
from rules_core.line.table import Player, State, Table, Turn
from rules_core.line.track import End, Fixture

Counted: TypeAlias = Literal["bank", "hidden", "passengers", "shares", "unsold", "carried", "waiting", "supply"]
"""Dice in the bank and behind a screen, passengers behind it; shares of a seat and in the bank; passengers of the local
and the global image; small tiles left. Passengers are in thousands."""


@dataclass(frozen=True, slots=True)
class CountDiffers:
    """The count of something: of a seat's, of a company's, or of a kind of tile, where they are named."""

    what: Counted
    one: int
    other: int
    seat: int | None = None
    company: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class FrontDiffers:
    """The dice in front of a screen."""

    seat: int
    one: Dice
    other: Dice


@dataclass(frozen=True, slots=True)
class DirectorDiffers:
    """The seat that is director of a company."""

    company: str
    one: int | None
    other: int | None


@dataclass(frozen=True, slots=True)
class OfficeDiffers:
    """Whether a seat lost its last office (FR-61), or was a director when its last turn ended (GE-11)."""

    seat: int
    what: Literal["lost", "held"]
    one: bool
    other: bool


@dataclass(frozen=True, slots=True)
class StockDiffers:
    """The number of stations of a kind and price a company has left."""

    company: str
    terrain: StationKind
    price: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class TileDiffers:
    """The tile that lies in a cell, and whose stations are on it."""

    cell: Cell
    one: LaidTile | None
    other: LaidTile | None


@dataclass(frozen=True, slots=True)
class SquareDiffers:
    """The piece of track or the station that lies on a square."""

    square: Square
    one: Fixture | None
    other: Fixture | None


@dataclass(frozen=True, slots=True)
class EndDiffers:
    """The place of an end of the line, and where it points."""

    end: EndName
    one: End
    other: End


@dataclass(frozen=True, slots=True)
class TurnDiffers:
    """The year and turn being played, and what was done in it that counts only once."""

    one_year: int
    one: Turn
    other_year: int
    other: Turn


@dataclass(frozen=True, slots=True)
class EndingDiffers:
    """Whether the last year has begun, or the game is over, and why."""

    what: Literal["last year", "end"]
    one: LastYearReason | EndReason | None
    other: LastYearReason | EndReason | None


Differing: TypeAlias = (
    CountDiffers
    | FrontDiffers
    | DirectorDiffers
    | OfficeDiffers
    | StockDiffers
    | TileDiffers
    | SquareDiffers
    | EndDiffers
    | TurnDiffers
    | EndingDiffers
)


def compare(one: State, other: State) -> tuple[Differing, ...]:
    """List what differs between two positions of a game; what lies behind a screen not seen in both is passed over.

    Options, standings and who begins the year are not compared.
    """
    a, b = one.table, other.table
    return (
        *_turns(a, b),
        *_counts("bank", a.bank, b.bank),
        *_screens(one, other),
        *(found for seat in range(len(a.players)) for found in _players(a, b, seat)),
        *(found for company in a.companies for found in _companies(a, b, company)),
        *_waiting(a, b),
        *_board(a, b),
    )


def _counts(
    what: Counted, one: int, other: int, seat: int | None = None, company: str | None = None, kind: str | None = None
) -> Iterator[CountDiffers]:
    if one != other:
        yield CountDiffers(what, one, other, seat, company, kind)


def _turns(a: Table, b: Table) -> Iterator[Differing]:
    if (a.year, a.turn) != (b.year, b.turn):
        yield TurnDiffers(a.year, a.turn, b.year, b.turn)
    if a.last_year != b.last_year:
        yield EndingDiffers("last year", a.last_year, b.last_year)
    if a.ended != b.ended:
        yield EndingDiffers("end", a.ended, b.ended)


def _screens(one: State, other: State) -> Iterator[Differing]:
    for seat, (mine, theirs) in enumerate(zip(one.screens, other.screens, strict=True)):
        if mine is not None and theirs is not None:
            yield from _counts("hidden", mine.hidden, theirs.hidden, seat)
            yield from _counts("passengers", mine.passengers, theirs.passengers, seat)


def _players(a: Table, b: Table, seat: int) -> Iterator[Differing]:
    one, other = a.players[seat], b.players[seat]
    if one.front != other.front:
        yield FrontDiffers(seat, one.front, other.front)
    for company, shares in _paired(a, one.shares, other.shares):
        yield from _counts("shares", *shares, seat, company)
    for company, carried in _paired(a, one.carried, other.carried):
        yield from _counts("carried", *carried, seat, company)
    yield from _offices(seat, one, other)


def _offices(seat: int, one: Player, other: Player) -> Iterator[OfficeDiffers]:
    if one.lost_office != other.lost_office:
        yield OfficeDiffers(seat, "lost", one.lost_office, other.lost_office)
    if one.held_office != other.held_office:
        yield OfficeDiffers(seat, "held", one.held_office, other.held_office)


def _paired(table: Table, one: tuple[int, ...], other: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, int]]]:
    return zip(table.companies, zip(one, other, strict=True), strict=False)


def _companies(a: Table, b: Table, name: str) -> Iterator[Differing]:
    one, other = a.companies[name], b.companies[name]
    if one.director != other.director:
        yield DirectorDiffers(name, one.director, other.director)
    yield from _counts("unsold", one.unsold, other.unsold, company=name)
    yield from _stocks(one, other)


def _stocks(one: Company, other: Company) -> Iterator[StockDiffers]:
    for mine, theirs in zip(one.stock, other.stock, strict=True):
        if mine.left != theirs.left:
            yield StockDiffers(one.id, mine.terrain, mine.price, mine.left, theirs.left)


def _waiting(a: Table, b: Table) -> Iterator[Differing]:
    for company, waiting in _paired(a, a.waiting, b.waiting):
        yield from _counts("waiting", *waiting, company=company)


def _board(a: Table, b: Table) -> Iterator[Differing]:
    ours, theirs = a.landscape, b.landscape
    for kind in ours.supply:
        yield from _counts("supply", ours.supply[kind], theirs.supply[kind], kind=kind)
    for cell in sorted({*ours.tiles, *theirs.tiles}):
        if ours.tiles.get(cell) != theirs.tiles.get(cell):
            yield TileDiffers(cell, ours.tiles.get(cell), theirs.tiles.get(cell))
    squares = {square for table in (a, b) for tile in table.line.tiles.values() for square in tile}
    for square in sorted(squares):
        if a.line.fixture(square) != b.line.fixture(square):
            yield SquareDiffers(square, a.line.fixture(square), b.line.fixture(square))
    ends: tuple[EndName, EndName] = ("A", "B")
    for end in ends:
        if a.line.end(end) != b.line.end(end):
            yield EndDiffers(end, a.line.end(end), b.line.end(end))
