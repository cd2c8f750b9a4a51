"""Setting up, and the actions of a turn that do not touch the line (FR-2 to FR-22)."""

from collections.abc import Mapping
from typing import Final

from rules_core import events as ev
from rules_core.actions import BuyShare, EndTurn, Income, Roll
from rules_core.companies import sold_out
from rules_core.components import BOX
from rules_core.dice import Dice, Draw, DrawKey, Face
from rules_core.games.first_rails.deed import Deed, Illegal, require_bank
from rules_core.games.first_rails.ending import end_year
from rules_core.rulebook import violation
from rules_core.ruleset import BadOptions
from rules_core.table import State, Table

DICE: Final = {"no": 40, "yes": 60}
"""Dice in the box, by the option `extended` (FR-2)."""
FIRST_DICE: Final = 4
"""Each player's "?" at the start (FR-5), and the least income (FR-11)."""
KEPT: Final = 5
"""Dice that may stay in front at a turn's end (FR-14)."""
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "extended": ("no", "yes"),
    "director_tie": ("faq", "printed"),
    "open": ("no", "yes"),
}
"""The variants, each with its values, the default first (FR-2, FR-6, FR-61)."""


def setup(options: Mapping[str, str], seats: int, draw: Draw) -> list[ev.Event]:
    """The events that begin a game for 2 to 4 seats. Raises BadOptions (FR-1 to FR-5)."""
    if seats not in (2, 3, 4):
        raise BadOptions(f"seats: 2 to 4, not {seats}")
    for key, value in options.items():
        if value not in OPTIONS.get(key, ()):
            raise BadOptions(
                f"{key}: {' or '.join(OPTIONS[key])}, not {value}" if key in OPTIONS else f"{key}: unknown"
            )
    chosen = {key: options.get(key, values[0]) for key, values in OPTIONS.items()}
    start = draw(DrawKey(0, 0, "start", 0), seats)
    return [
        ev.GameBegan(
            kind="first_rails",
            seats=seats,
            options=tuple(chosen.items()),
            components=BOX,
            dice=DICE[chosen["extended"]],
            wild=FIRST_DICE,
            start_kind="grassland",
        ),
        ev.YearBegan(1, start),
        ev.TurnBegan(start, 1),
    ]


def take_income(state: State, action: Income) -> list[ev.Event]:
    """Dice from the bank, once a turn and not in year 1 (FR-11). Raises Illegal or BankFails."""
    table = state.table
    if table.year == 1:
        raise Illegal(violation("FR-11", "no_income_in_year_one"))
    if table.turn.income:
        raise Illegal(violation("FR-10", "income_taken"))
    if table.last_year:
        raise Illegal(violation("FR-70", "no_income_in_last_year"))
    income = income_due(table, action.seat)
    require_bank(table.bank, income.hidden + income.wild, action.break_bank)
    return [income]


def income_due(table: Table, seat: int) -> ev.IncomeTaken:
    """What income a seat is due, by the clauses of FR-11."""
    directed = table.directed_by(seat)
    if directed:
        stations = sum(table.built(company.id) for company in directed)
        if stations > FIRST_DICE:
            return ev.IncomeTaken(seat, stations, 0, "b")
        return ev.IncomeTaken(seat, FIRST_DICE, 0, "a")
    if table.players[seat].lost_office:
        return ev.IncomeTaken(seat, 0, FIRST_DICE, "c")
    return ev.IncomeTaken(seat, FIRST_DICE, 0, "d")


def roll(state: State, action: Roll, draw: Draw) -> list[ev.Event]:
    """Hidden dice and own "?" are thrown with the bank's bonus dice (FR-12). Raises Illegal or BankFails."""
    table = state.table
    if table.turn.rolled:
        raise Illegal(violation("FR-10", "rolled"))
    if action.hidden < 0 or action.wild < 0 or action.hidden + action.wild == 0:
        raise Illegal(violation("FR-12", "no_dice"))
    screen = state.screens[action.seat]
    hidden = screen.hidden if screen else 0
    if action.hidden > hidden:
        raise Illegal(violation("FR-12", "too_few_hidden", asked=action.hidden, there=hidden))
    wild = table.players[action.seat].front.wild
    if action.wild > wild:
        raise Illegal(violation("FR-12", "too_few_wild", asked=action.wild, there=wild))
    bonus = 0 if table.last_year else action.wild
    require_bank(table.bank, bonus, action.break_bank)
    thrown = action.hidden + action.wild + bonus
    faces = table.box.faces
    keys = (DrawKey(table.year, action.seat, "roll", index) for index in range(thrown))
    return [ev.Rolled(action.seat, action.hidden, action.wild, bonus, tuple(faces[draw(k, len(faces))] for k in keys))]


def buy_share(state: State, action: BuyShare) -> list[ev.Event]:
    """One share from the bank or from its director (FR-20 to FR-22). Raises Illegal."""
    table = state.table
    company = table.companies.get(action.company)
    if company is None:
        raise Illegal(violation("FR-3", "no_such_company", company=action.company))
    source = action.source or ("bank" if company.unsold else "director")
    seller = None
    if source == "bank":
        if not company.unsold:
            raise Illegal(violation("FR-20", "sold_out", company=company.id))
    else:
        seller = _seller(table, action)
    face = _payment_face(table, action)
    return [ev.ShareBought(action.seat, company.id, seller, face)]


def _seller(table: Table, action: BuyShare) -> int:
    company = table.companies[action.company]
    needed, sold = len(table.players), sold_out(table.companies)
    if sold < needed:
        raise Illegal(violation("FR-21", "market_closed", needed=needed, sold_out=sold))
    if company.director is None:
        raise Illegal(violation("FR-21", "no_director", company=company.id))
    if company.director == action.seat:
        raise Illegal(violation("FR-22", "own_company", company=company.id))
    if not table.players[company.director].shares[table.box.company_index(company.id)]:
        raise Illegal(violation("FR-22", "director_has_none", company=company.id))
    return company.director


def _payment_face(table: Table, action: BuyShare) -> Face:
    front = table.players[action.seat].front
    if front.share and not action.wild:
        return "share"
    if front.wild:
        return "?"
    raise Illegal(violation("FR-20", "no_wild_die" if action.wild else "no_share_die"))


def end_turn(state: State, action: EndTurn) -> list[ev.Event]:
    """Dice beyond five go back; the next player's turn begins, or the year ends (FR-14, FR-62). Raises Illegal."""
    deed = Deed(state)
    front = state.table.players[action.seat].front
    surplus = max(0, front.total - KEPT)
    discard = action.discard
    if not front.covers(discard) or min(discard) < 0:
        raise Illegal(violation("FR-14", "not_in_front"))
    if discard.total != surplus:
        code = "discard_more" if discard.total < surplus else "discard_less"
        raise Illegal(violation("FR-14", code, front=front.total, surplus=surplus, discard=discard.total))
    deed.happen(ev.TurnEnded(action.seat, Dice(*discard)))
    turn = state.table.turn
    seat = (turn.seat + 1) % len(state.table.players)
    if seat == state.table.start:
        end_year(deed)
    else:
        deed.happen(ev.TurnBegan(seat, turn.number + 1))
    return deed.events
