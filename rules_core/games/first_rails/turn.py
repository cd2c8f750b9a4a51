"""Setting up, income, shares and the end of a turn (FR-2 to FR-22)."""

from collections.abc import Mapping
from typing import Final

from rules_core.games.first_rails.ending import end_year
from rules_core.games.first_rails.folding import evolve
from rules_core.games.first_rails.options import OPTIONS
from rules_core.kernel.dice import Draw
from rules_core.kernel.options import chosen
from rules_core.kernel.rulebook import IllegalAction, violation
from rules_core.line import events as ev
from rules_core.line.actions import BuyShare, EndTurn
from rules_core.line.companies import sold_out
from rules_core.line.components import components_text, shared_components
from rules_core.line.table import READING, State, Table
from rules_core.line.transition import LineTransition
from rules_core.line.turns import DICE, FIRST_DICE, SEATS, begin_play, next_seat, reduce, symbol_face

BOX: Final = components_text(shared_components(), "tile", "company")
"""The component data that new games are set up with."""


def setup(options: Mapping[str, str], seats: int, draw: Draw, before: ev.GameBegan | None = None) -> list[ev.Event]:
    """The events that begin a game for 2 to 4 seats, by the box and reading of one begun `before` or by today's.

    Raises BadOptions (FR-1 to FR-5).
    """
    named = chosen(OPTIONS, options, seats, SEATS, before)
    began = ev.GameBegan(
        kind="first_rails",
        seats=seats,
        options=named,
        components=before.components if before else BOX,
        dice=DICE[dict(named)["extended"]],
        wild=FIRST_DICE,
        start_kind="grassland",
        reading=before.reading if before else READING,
    )
    return [began, *begin_play(seats, draw)]


def income_due(table: Table, seat: int) -> ev.IncomeTaken:
    """The income a seat is due, by the clauses of FR-11."""
    directed = table.directed_by(seat)
    if directed:
        stations = sum(table.built(company.id) for company in directed)
        if stations > FIRST_DICE:
            return ev.IncomeTaken(seat, stations, 0, "b")
        return ev.IncomeTaken(seat, FIRST_DICE, 0, "a")
    if table.players[seat].lost_office:
        return ev.IncomeTaken(seat, 0, FIRST_DICE, "c")
    return ev.IncomeTaken(seat, FIRST_DICE, 0, "d")


def buy_share(state: State, action: BuyShare) -> list[ev.Event]:
    """One share from the bank or from its director (FR-20 to FR-22). Raises IllegalAction."""
    table = state.table
    company = table.companies.get(action.company)
    if company is None:
        raise IllegalAction(violation("FR-3", "no_such_company", company=action.company))
    source = action.source or ("bank" if company.unsold else "director")
    seller = None
    if source == "bank":
        if not company.unsold:
            raise IllegalAction(violation("FR-20", "sold_out", company=company.id))
    else:
        seller = _seller(table, action)
    face = symbol_face(table.players[action.seat].front, action.wild)
    if face is None:
        raise IllegalAction(violation("FR-20", "no_wild_die" if action.wild else "no_share_die"))
    return [ev.ShareBought(action.seat, company.id, seller, face)]


def _seller(table: Table, action: BuyShare) -> int:
    company = table.companies[action.company]
    needed, sold = len(table.players), sold_out(table.companies)
    if sold < needed:
        raise IllegalAction(violation("FR-21", "market_closed", needed=needed, sold_out=sold))
    if company.director is None:
        raise IllegalAction(violation("FR-21", "no_director", company=company.id))
    if company.director == action.seat:
        raise IllegalAction(violation("FR-22", "own_company", company=company.id))
    if not table.players[company.director].shares[table.box.company_index(company.id)]:
        raise IllegalAction(violation("FR-22", "director_has_none", company=company.id))
    return company.director


def end_turn(state: State, action: EndTurn) -> list[ev.Event]:
    """Dice beyond five go back; the next player's turn begins, or the year ends (FR-14, FR-62).

    Raises IllegalAction.
    """
    transition = LineTransition(state, evolve)
    transition.happen(reduce(state, action))
    seat = next_seat(state.table)
    if seat is None:
        end_year(transition)
    else:
        transition.happen(ev.TurnBegan(seat, state.table.turn.number + 1))
    return transition.events
