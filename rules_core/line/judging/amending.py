"""Whether a correction can be: judged by what may be seen of a position, so that no refusal tells more than that."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from rules_core.grid import cell_of
from rules_core.kernel.rulebook import CorrectionFault
from rules_core.line import corrections as co
from rules_core.line.dice import FACES
from rules_core.line.legality import dues_at
from rules_core.line.table import State, Table

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
    """Find why a correction cannot be made in a position as somebody sees it; None where it can.

    Nothing may be created or lost, and the box must hold it. Of what lies behind a screen that is not open to the
    viewer nothing can be taken, however much there is: what came of it would tell. Giving is always possible.
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
