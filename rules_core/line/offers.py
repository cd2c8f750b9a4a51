"""The actions a player may take now, as far as the games share them.

Of runs, listed are: every one-piece run with every choice of die and payment; and where one piece leads to an edge or
to water, the closing runs of up to CLOSING_PIECES pieces, plain faces first and with the default payment. Longer
runs are legal too when `decide` takes them. What would break the bank is never listed (FR-71, GE-41).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final, TypeAlias, TypeVar

from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, EndName, EndTurn, LayRun, NewTile, Payment, Piece, Roll
from rules_core.line.dice import Dice
from rules_core.line.laying import Run, laid
from rules_core.line.reach import turns_from
from rules_core.line.table import State
from rules_core.line.transition import BankFails, IllegalAction
from rules_core.line.turns import KEPT
from rules_core.line.views import PlayerView

A = TypeVar("A", LayRun, BuildStation)
RunOf: TypeAlias = Callable[[State, LayRun], Run]
"""How a game begins a run."""
CLOSING_PIECES: Final = 4
ENDS: Final[tuple[EndName, EndName]] = ("A", "B")


def is_to_move(view: PlayerView) -> bool:
    """Whether the viewer has the turn in a game that is not over."""
    return not view.table.over and view.seat is not None and view.seat == view.table.turn.seat


def rolls(view: PlayerView, seat: int) -> Iterator[Roll]:
    """Every number of hidden dice with every number of "?" (FR-12)."""
    table = view.table
    if table.turn.rolled:
        return
    wild = table.players[seat].front.wild
    for hidden, picked in product(range(view.own.hidden + 1), range(wild + 1)):
        if hidden + picked and (table.last_year or picked <= table.bank):
            yield Roll(seat, hidden, picked)


def symbols(view: PlayerView, seat: int) -> list[bool]:
    """The dice that can be given for a share or a transport: a symbol (False), a "?" (True)."""
    front = view.table.players[seat].front
    return [wild for wild, there in ((False, front.share), (True, front.wild)) if there]


def payments(view: PlayerView, seat: int, amount: int) -> Iterable[Payment]:
    """The ways to pay an amount, hidden dice first."""
    wild = view.table.players[seat].front.wild
    most, least = min(view.own.hidden, amount), max(0, amount - wild)
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
                if not _lays(run, piece):
                    break
                if run.check_stop() is None:
                    yield from _paid_each_way(view, run, piece, run_of)
                elif not (wild and plain):
                    yield from _closing(run, (piece,))


def _paid_each_way(view: PlayerView, run: Run, piece: Piece, run_of: RunOf) -> Iterator[LayRun]:
    """A one-piece run with every way to pay what its square costs."""
    if not run.due:
        yield LayRun(run.seat, run.name, (piece,), run.leave)
        return
    for pay in payments(view, run.seat, run.due):
        action = LayRun(run.seat, run.name, (piece,), run.leave, pay)
        if works(lambda state, action: laid(run_of(state, action), action), view, action):
            yield action


def _closing(run: Run, steps: tuple[Piece | NewTile, ...]) -> Iterator[LayRun]:
    """The runs that go on from here, over an edge or water, to where they may stop."""
    if sum(isinstance(step, Piece) for step in steps) == CLOSING_PIECES:
        return
    for tile, heading in product(run.tiles_beyond(), turns_from(run.way_out)):
        longer = run.copy()
        piece = Piece(heading)
        if not _lays(longer, piece, tile):
            continue
        taken = (*steps, piece) if tile is None else (*steps, tile, piece)
        if longer.check_stop() is None:
            yield LayRun(run.seat, run.name, taken, run.leave)
        else:
            yield from _closing(longer, taken)


def _lays(run: Run, piece: Piece, tile: NewTile | None = None) -> bool:
    try:
        if tile is not None:
            run.attach(tile)
        run.lay(piece)
    except (IllegalAction, BankFails):
        return False
    return run.transition.shortfall is None


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
    surplus = max(0, front.total - KEPT)
    for straight, curve, share in product(*(range(n + 1) for n in front[:3])):
        wild = surplus - straight - curve - share
        if 0 <= wild <= front.wild:
            yield EndTurn(seat, Dice(straight, curve, share, wild))
