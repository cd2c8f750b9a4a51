"""Judging what was played: whether a correction can be, by what may be seen of a position, and the differences of
two positions, as values for a page to word.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from rules_core.grid import Cell, Square, cell_of
from rules_core.kernel.definition import BadSupposition, Unseen
from rules_core.kernel.rulebook import CorrectionFault
from rules_core.line import actions as co
from rules_core.line.actions import FACES, Dice, EndName
from rules_core.line.companies import Company
from rules_core.line.components import StationKind
from rules_core.line.events import EndReason, LastYearReason
from rules_core.line.landscape import LaidTile
from rules_core.line.legality import dues_at
from rules_core.line.table import Player, PlayerView, Screen, State, Table, Turn
from rules_core.line.track import End, Fixture
from rules_core.line.turns import DICE

CorrectionFaultCode: TypeAlias = Literal[
    "over",
    "no such seat",
    "no such place",
    "no number",
    "faces",
    "no such face",
    "no such company",
    "no shares here",
    "company",
    "no company",
    "too few dice",
    "too few faces",
    "too few shares",
    "too few passengers",
    "secret",
    "no change",
    "nothing due",
    "not paid",
]


def check(state: State, correction: co.Correction) -> CorrectionFault | None:
    """Find why a correction cannot be made in a position as its viewer sees it; None where it can.

    Nothing may be created or lost, and the game's components must suffice. Nothing can be taken from behind a screen
    that is closed to the viewer, however much is there, since the result would show it. Giving is always possible.
    """
    if state.table.over:
        return CorrectionFault("over")
    return _CHECKS[type(correction)](state, correction)


def _check_dice(state: State, moved: co.DiceMoved) -> CorrectionFault | None:
    table = state.table
    ends = ((moved.source, moved.giver), (moved.target, moved.taker))
    for place, seat in ends:
        if (place == "bank") != (seat is None):
            return CorrectionFault("no such place", {"place": place})
        if fault := _check_seat(table, seat):
            return fault
    if ends[0] == ends[1]:
        return CorrectionFault("no change")
    return _check_number(moved.number) or _check_faces(table, moved) or _check_there(state, moved)


def _check_faces(table: Table, moved: co.DiceMoved) -> CorrectionFault | None:
    if min(moved.faces) < 0 or moved.faces.total != (moved.number if "front" in (moved.source, moved.target) else 0):
        return CorrectionFault("faces", {"number": moved.number})
    missing = [face for face in FACES if moved.faces.of(face) and face not in table.box.faces]
    return CorrectionFault("no such face", {"face": missing[0]}) if missing else None


def _check_there(state: State, moved: co.DiceMoved) -> CorrectionFault | None:
    if moved.giver is None:
        return _enough("too few dice", moved.number, state.table.bank)
    if moved.source == "front":
        front = state.table.players[moved.giver].front
        short = [face for face in FACES if moved.faces.of(face) > front.of(face)]
        if not short:
            return None
        face = short[0]
        return CorrectionFault("too few faces", {"face": face, "asked": moved.faces.of(face), "there": front.of(face)})
    screen = state.screens[moved.giver]
    return CorrectionFault("secret") if screen is None else _enough("too few dice", moved.number, screen.hidden)


def _check_shares(state: State, moved: co.SharesMoved) -> CorrectionFault | None:
    table = state.table
    if table.box.chart is not None:
        return CorrectionFault("no shares here")
    if fault := _check_company(table, moved.company) or _check_number(moved.number):
        return fault
    if fault := _check_seat(table, moved.giver) or _check_seat(table, moved.taker):
        return fault
    if moved.giver == moved.taker:
        return CorrectionFault("no change")
    if moved.giver is None:
        return _enough("too few shares", moved.number, table.companies[moved.company].unsold)
    held = table.players[moved.giver].shares[table.box.company_index(moved.company)]
    return _enough("too few shares", moved.number, held)


def _check_director(state: State, named: co.DirectorNamed) -> CorrectionFault | None:
    if fault := _check_company(state.table, named.company) or _check_seat(state.table, named.seat):
        return fault
    return CorrectionFault("no change") if state.table.companies[named.company].director == named.seat else None


def _check_passengers(state: State, moved: co.PassengersMoved) -> CorrectionFault | None:
    table = state.table
    if moved.company is not None and table.box.chart is None:
        return CorrectionFault("no company")
    if moved.company is None and table.box.chart is not None:
        return CorrectionFault("company")
    if moved.company is not None and (fault := _check_company(table, moved.company)):
        return fault
    ends = ((moved.source, moved.giver), (moved.target, moved.taker))
    for place, seat in ends:
        if (place == "carried") == (seat is None) or (place == "waiting" and moved.company is None):
            return CorrectionFault("no such place", {"place": place})
        if fault := _check_seat(table, seat):
            return fault
    if ends[0] == ends[1]:
        return CorrectionFault("no change")
    return _check_number(moved.number) or _check_carried(state, moved)


def _check_carried(state: State, moved: co.PassengersMoved) -> CorrectionFault | None:
    table = state.table
    if moved.source == "box":
        return None
    if moved.company is None:
        assert moved.giver is not None, "nobody waits where companies do not matter"
        screen = state.screens[moved.giver]
        return (
            CorrectionFault("secret")
            if screen is None
            else _enough("too few passengers", moved.number, screen.passengers)
        )
    there = table.waiting if moved.giver is None else table.players[moved.giver].carried
    return _enough("too few passengers", moved.number, there[table.box.company_index(moved.company)])


def _check_turn(state: State, marked: co.TurnMarked) -> CorrectionFault | None:
    turn = state.table.turn
    is_done = turn.income if marked.mark == "income" else turn.rolled
    return CorrectionFault("no change") if is_done == marked.done else None


def _check_due(state: State, marked: co.DueMarked) -> CorrectionFault | None:
    table = state.table
    if not marked.paid:
        return None if marked.square in table.turn.paid else CorrectionFault("not paid")
    if cell_of(marked.square) not in table.landscape.tiles:
        return CorrectionFault("nothing due")
    return None if dues_at(table.landscape, table.turn.paid, marked.square) else CorrectionFault("nothing due")


def _check_office(state: State, marked: co.OfficeMarked) -> CorrectionFault | None:
    if fault := _check_seat(state.table, marked.seat):
        return fault
    player = state.table.players[marked.seat]
    is_marked = player.lost_office if state.table.box.chart is None else player.held_office
    return CorrectionFault("no change") if is_marked == marked.marked else None


def _check_cancelled(state: State, cancelled: co.GameCancelled) -> CorrectionFault | None:
    return None


def _check_seat(table: Table, seat: int | None) -> CorrectionFault | None:
    return None if seat is None or 0 <= seat < len(table.players) else CorrectionFault("no such seat", {"seat": seat})


def _check_company(table: Table, company: str) -> CorrectionFault | None:
    return None if company in table.companies else CorrectionFault("no such company", {"company": company})


def _check_number(number: int) -> CorrectionFault | None:
    return None if number > 0 else CorrectionFault("no number", {"number": number})


def _enough(code: CorrectionFaultCode, needed: int, there: int) -> CorrectionFault | None:
    return None if needed <= there else CorrectionFault(code, {"asked": needed, "there": there})


_CHECKS: Final[Mapping[type, Callable[[State, Any], CorrectionFault | None]]] = {
    co.DiceMoved: _check_dice,
    co.SharesMoved: _check_shares,
    co.DirectorNamed: _check_director,
    co.PassengersMoved: _check_passengers,
    co.TurnMarked: _check_turn,
    co.DueMarked: _check_due,
    co.OfficeMarked: _check_office,
    co.GameCancelled: _check_cancelled,
}


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


DICE_BEHIND: Final = "dice"
PASSENGERS: Final = "passengers"
MOST_PASSENGERS: Final = 9_999
"""In thousands; more than any game brings."""


def unseen(view: PlayerView) -> tuple[Unseen, ...]:
    """The numbers behind the screens that a view hides, with a plausible first guess.

    The number of hidden dice follows from the visible ones; they are assumed to be spread evenly, odd ones going to the
    seats after the player to move. Of passengers each is assumed to have as many as the viewer, or none.
    """
    hidden = [seat for seat, screen in enumerate(view.screens) if screen is None]
    turn, seats = view.table.turn.seat, len(view.screens)
    total = _dice_behind(view.table) - sum(screen.hidden for screen in view.screens if screen is not None)
    share, odd = divmod(max(0, total), max(1, len(hidden)))
    first = sorted(hidden, key=lambda seat: (seat - turn - 1) % seats)[:odd]
    return (
        *(Unseen(DICE_BEHIND, seat, share + (seat in first), max(0, total)) for seat in hidden),
        *(Unseen(PASSENGERS, seat, view.own_screen.passengers, MOST_PASSENGERS) for seat in hidden),
    )


def supposed(view: PlayerView, numbers: Sequence[int]) -> State:
    """The position with these numbers behind the screens that a view hides. Raises BadSupposition."""
    unknown = unseen(view)
    given = {(one.what, one.seat): number for one, number in zip(unknown, numbers, strict=True)}
    dice = [one for one in unknown if one.what == DICE_BEHIND]
    if dice and sum(given[DICE_BEHIND, one.seat] for one in dice) != dice[0].most:
        raise BadSupposition(DICE_BEHIND, dice[0].most)
    screens = (
        Screen(given[DICE_BEHIND, seat], given[PASSENGERS, seat]) if screen is None else screen
        for seat, screen in enumerate(view.screens)
    )
    return State(view.table, tuple(screens))


def _dice_behind(table: Table) -> int:
    """Count the dice behind all screens: those of the box that lie nowhere else (FR-2)."""
    in_sight = table.bank + table.line.dice + sum(player.front.total for player in table.players)
    return DICE[table.options["extended"]] - in_sight
