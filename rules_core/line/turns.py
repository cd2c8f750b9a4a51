"""The actions of a turn that do not touch the line, and the list of all actions a player may take now (FR-10 to FR-14).

The list holds every run of one piece with every choice of die and payment. Where one piece leads to an edge or to
water, it also holds the closing runs of up to CLOSING_PIECES pieces, plain faces first and with the default payment.
Longer runs are legal too if `decide` accepts them. Actions that would break the bank are never listed (FR-71, GE-41).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final, TypeAlias, TypeVar

from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import IllegalAction, violation
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, Dice, EndName, EndTurn, Face, Income, LayRun, Payment, Piece, Roll
from rules_core.line.building import Run, closings, laid, lays
from rules_core.line.legality import turns_from
from rules_core.line.table import PlayerView, State, Table
from rules_core.line.transition import BankFails, require_bank

DICE: Final = {"no": 40, "yes": 60}
"""Dice in the box, by the option `extended` (FR-2)."""
FIRST_DICE: Final = 4
"""Each player's "?" at the start (FR-5, GE-4), and the least income (FR-11, GE-11)."""
FRONT_LIMIT: Final = 5
"""Dice that may stay in front at a turn's end (FR-14, GE-13)."""
SEATS: Final = (2, 3, 4)
"""How many may play (FR-1)."""

A = TypeVar("A", LayRun, BuildStation)
RunOf: TypeAlias = Callable[[State, LayRun], Run]
"""How a game begins a run."""
ENDS: Final[tuple[EndName, EndName]] = ("A", "B")


def begin_play(seats: int, draw: Draw) -> list[ev.Event]:
    """The first year and turn, with a start player drawn at random (FR-5, GE-4)."""
    start = draw(DrawKey(0, 0, "start", 0), seats)
    return [ev.YearBegan(1, start), ev.TurnBegan(start, 1)]


def take_income(state: State, action: Income, due: ev.IncomeTaken) -> list[ev.Event]:
    """The dice that are due from the bank, once a turn and not in year 1 (FR-11). Raises IllegalAction or BankFails."""
    table = state.table
    if table.year == 1:
        raise IllegalAction(violation("FR-11", "no_income_in_year_one"))
    if table.turn.income:
        raise IllegalAction(violation("FR-10", "income_taken"))
    if table.last_year:
        raise IllegalAction(violation("FR-70", "no_income_in_last_year"))
    require_bank(table, due.hidden + due.wild, action.break_bank)
    return [due]


def roll(state: State, action: Roll, draw: Draw) -> list[ev.Event]:
    """Hidden dice and own "?" are thrown with the bank's bonus dice (FR-12). Raises IllegalAction or BankFails."""
    table = state.table
    if table.turn.rolled:
        raise IllegalAction(violation("FR-10", "rolled"))
    if action.hidden < 0 or action.wild < 0 or action.hidden + action.wild == 0:
        raise IllegalAction(violation("FR-12", "no_dice"))
    screen = state.screens[action.seat]
    hidden = screen.hidden if screen else 0
    if action.hidden > hidden:
        raise IllegalAction(violation("FR-12", "too_few_hidden", asked=action.hidden, there=hidden))
    wild = table.players[action.seat].front.wild
    if action.wild > wild:
        raise IllegalAction(violation("FR-12", "too_few_wild", asked=action.wild, there=wild))
    bonus = 0 if table.last_year else action.wild
    require_bank(table, bonus, action.break_bank)
    thrown = action.hidden + action.wild + bonus
    faces = table.box.faces
    keys = (DrawKey(table.year, action.seat, "roll", index) for index in range(thrown))
    return [ev.Rolled(action.seat, action.hidden, action.wild, bonus, tuple(faces[draw(k, len(faces))] for k in keys))]


def symbol_face(front: Dice, wild: bool) -> Face | None:
    """The die given for a share or a transport: a symbol, else a "?" (FR-13, FR-20, GE-12); None: there is none."""
    if front.share and not wild:
        return "share"
    return "?" if front.wild else None


def reduce(state: State, action: EndTurn) -> ev.TurnEnded:
    """The end of a turn, for which exactly the dice beyond five go back (FR-14, GE-13). Raises IllegalAction."""
    front = state.table.players[action.seat].front
    surplus = max(0, front.total - FRONT_LIMIT)
    discard = action.discard
    if not front.covers(discard) or min(discard) < 0:
        raise IllegalAction(violation("FR-14", "not_in_front"))
    if discard.total != surplus:
        code = "discard_more" if discard.total < surplus else "discard_less"
        raise IllegalAction(violation("FR-14", code, front=front.total, surplus=surplus, discard=discard.total))
    return ev.TurnEnded(action.seat, Dice(*discard))


def next_seat(table: Table) -> int | None:
    """The seat that plays after the one whose turn it is; None where the year is over."""
    seat = (table.turn.seat + 1) % len(table.players)
    return None if seat == table.start else seat


def is_to_move(view: PlayerView) -> bool:
    """Whether the viewer has the turn in a game that is not over."""
    return not view.table.over and view.seat is not None and view.seat == view.table.turn.seat


def rolls(view: PlayerView, seat: int) -> Iterator[Roll]:
    """Every number of hidden dice with every number of "?" (FR-12)."""
    table = view.table
    if table.turn.rolled:
        return
    wild = table.players[seat].front.wild
    for hidden, picked in product(range(view.own_screen.hidden + 1), range(wild + 1)):
        if hidden + picked and (table.last_year or picked <= table.bank):
            yield Roll(seat, hidden, picked)


def symbols(view: PlayerView, seat: int) -> list[bool]:
    """The dice that can be given for a share or a transport: a symbol (False), a "?" (True)."""
    front = view.table.players[seat].front
    return [wild for wild, there in ((False, front.share), (True, front.wild)) if there]


def payments(view: PlayerView, seat: int, amount: int) -> Iterable[Payment]:
    """The ways to pay an amount, hidden dice first."""
    wild = view.table.players[seat].front.wild
    most, least = min(view.own_screen.hidden, amount), max(0, amount - wild)
    return (Payment(hidden, amount - hidden) for hidden in range(most, least - 1, -1))


def runs(view: PlayerView, seat: int, end: EndName, run_of: RunOf) -> Iterator[LayRun]:
    """The runs at one end."""
    at = view.table.line.end(end)
    front = view.table.players[seat].front
    for out in at.exits:
        leave = out if at.is_station else None
        for heading in turns_from(out):
            plain = front.straight if heading == out else front.curve
            for wild in [wild for wild, there in ((False, plain), (True, front.wild)) if there]:
                run = run_of(view.state, LayRun(seat, end, (), leave))
                piece = Piece(heading, wild)
                if not lays(run, piece):
                    break
                if run.check_stop() is None:
                    yield from _paid_each_way(view, run, piece, run_of)
                elif not (wild and plain):
                    yield from closings(run, (piece,))


def _paid_each_way(view: PlayerView, run: Run, piece: Piece, run_of: RunOf) -> Iterator[LayRun]:
    """A one-piece run with every way to pay what its square costs."""
    if not run.due:
        yield LayRun(run.seat, run.name, (piece,), run.leave)
        return
    for pay in payments(view, run.seat, run.due):
        action = LayRun(run.seat, run.name, (piece,), run.leave, pay)
        if works(lambda state, action: laid(run_of(state, action), action), view, action):
            yield action


def works(attempt: Callable[[State, A], list[ev.Event]], view: PlayerView, action: A) -> bool:
    """Whether an action is legal as it stands."""
    try:
        attempt(view.state, action)
    except (IllegalAction, BankFails):
        return False
    return True


def turn_ends(view: PlayerView, seat: int) -> Iterator[EndTurn]:
    """The end of the turn, with every choice of dice to give back (FR-14)."""
    front = view.table.players[seat].front
    surplus = max(0, front.total - FRONT_LIMIT)
    for straight, curve, share in product(*(range(n + 1) for n in front[:3])):
        wild = surplus - straight - curve - share
        if 0 <= wild <= front.wild:
            yield EndTurn(seat, Dice(straight, curve, share, wild))
