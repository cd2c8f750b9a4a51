"""Looking at a game and trying orders out: what pages show of a position, and of what orders would do to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pbem.adjudicator.context import SeatContext, visible
from pbem.adjudicator.correspondence.endings import read_orders
from pbem.adjudicator.letters import passed_over
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.mails.game import position_for
from pbem.adjudicator.order_run import OrderRun, Runner, judge_orders
from pbem.adjudicator.sessions import LoadedGame, list_events_since_own_turn, list_latest_events, load_game
from pbem.commands.orders import ActionOrder, DeferredOrder, Fault, Script
from pbem.i18n import Catalogue
from pbem.reports.document import AnsweredLine
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game_seed
from pbem.store.games.proposals import list_standing_orders
from rules_core.kernel.events import Action, BoardChanged, Event, TurnFinished
from rules_core.kernel.position import SeatView


@dataclass(frozen=True)
class Seen:
    """A game as a seat, or a spectator, may see it."""

    view: SeatView
    names: tuple[str, ...]
    latest: Sequence[Event]
    """The latest events, in sentences."""
    position: int
    may_undo: bool
    """Whether the seat has done something in this turn that can still be taken back."""
    legal: tuple[Action, ...]
    """What the seat may do next."""
    seed: str | None
    """The seed of the dice in hexadecimal, once the game is over."""
    marked: Sequence[Event] = ()
    """What the map marks: for a seat all since its last turn, or what orders that are tried would build."""
    marks_orders: bool = False
    """Whether it marks what orders would build."""
    waiting: tuple[str, ...] = field(default=(), repr=False)
    """The seat's orders for its next turn, line by line."""


class Exchange(NamedTuple):
    """The last of some orders where others may take its place: what it asked for, and what was legal there."""

    view: SeatView
    last: Action
    legal: tuple[Action, ...]


@dataclass(frozen=True)
class Trial:
    """A trial of orders: the fate of each line, and the game as they would leave it.

    Where a line cannot be read or met it is the game as the lines before it would leave it. `undrawn` is the action
    that the orders come to and that draws, behind which nothing can be told.
    """

    lines: tuple[AnsweredLine, ...]
    start: SeatView
    seen: Seen
    works: bool
    undrawn: Action | None
    exchange: Exchange | None = None


class TriedOrders(NamedTuple):
    """Orders tried on a session of their own, of which nothing is kept: the fate of each line, and what they lead to.

    The session is as the lines before the first would leave it that cannot be read or met.
    """

    lines: tuple[AnsweredLine, ...]
    session: GameSession
    works: bool
    undrawn: Action | None
    exchange: Exchange | None

    @property
    def is_through(self) -> bool:
        """Whether they end the turn; orders after it are not read, even if the seat is next too."""
        return any(isinstance(entry.event, TurnFinished) for entry in self.session.new)


def look(tx: Tx, game_id: int, seat: int | None) -> Seen:
    """A game as it stands. Raises NotFound, and BadRecord where its log cannot be read."""
    loaded = load_game(tx, game_id)
    latest = list_latest_events(tx, loaded, seat)
    marked = latest if seat is None else list_events_since_own_turn(tx, loaded, seat)
    return _seen(tx, loaded, seat, visible(loaded.session, seat), latest, marked)


def try_out(unit: UnitOfWork, game_id: int, seat: int, text: str, words: Catalogue) -> Trial:
    """Try orders that a seat has typed, in the language of its player. Raises as `look` does."""
    loaded = load_game(unit, game_id)
    context = SeatContext(unit=unit, loaded=loaded, seat=seat, words=words)
    tried = rehearse(context, text)
    session = tried.session
    latest = session.events_since(session.start) if session.new else list_latest_events(unit, loaded, seat)
    new = session.events_since(session.start) if session.new else ()
    builds = any(isinstance(event, BoardChanged) for event in new)
    marked = new if builds else (*list_events_since_own_turn(unit, loaded, seat), *new)
    seen = _seen(unit, loaded, seat, visible(session, seat), latest, marked, is_through=tried.is_through)
    seen = replace(seen, marks_orders=builds)
    return Trial(tried.lines, visible(loaded.session, seat), seen, tried.works, tried.undrawn, tried.exchange)


def rehearse(context: SeatContext, text: str, runner: type[Runner] = Runner) -> TriedOrders:
    """Run orders as far as they can be read and met, on what their seat sees of the game, up to the first roll."""
    words = context.words
    script = read_orders(context.unit, context.loaded, context.seat, text.splitlines())
    wrong = min((line.number for line in script.lines if line.fault), default=len(script.lines) + 1)
    run = judge_orders(context, Script(tuple(script.lines[: wrong - 1])), runner.trying(context))
    lines = (*run.lines, *(passed_over(line, words) for line in script.lines[wrong - 1 :]))
    works = not script.faults and run.stopped is None
    exchange = _exchange(context.seat, script, run) if works and run.undrawn is None else None
    return TriedOrders(lines, run.reached or run.session, works, run.undrawn, exchange)


def _exchange(seat: int, script: Script, run: OrderRun) -> Exchange | None:
    last = next((line for line in reversed(script.lines) if line.kind != "blank"), None)
    order = last.orders[0] if last is not None and len(last.orders) == 1 else None
    if last is None or not isinstance(order, DeferredOrder | ActionOrder):
        return None
    ruleset = run.session.ruleset
    view = ruleset.view(run.session.branch(run.marks[last.number]).state, seat)
    legal = tuple(ruleset.legal(view))
    if isinstance(order, DeferredOrder):
        if not (order.exchangeable and legal):
            return None
        bound = order.bind(view)
        return None if bound is None or isinstance(bound, Fault) else Exchange(view, bound, legal)
    return Exchange(view, order.action, legal) if legal else None


def _seen(
    tx: Tx,
    loaded: LoadedGame,
    seat: int | None,
    view: SeatView,
    latest: Sequence[Event],
    marked: Sequence[Event],
    *,
    is_through: bool = False,
) -> Seen:
    """`is_through`: the turn is ended by what is tried; orders after it are not read, even if the seat is next too."""
    is_mover = not view.table.over and seat == view.table.turn.seat
    return Seen(
        view=view,
        names=loaded.names,
        latest=latest,
        marked=marked,
        position=position_for(loaded.game, seat),
        may_undo=is_mover and loaded.session.last_action() is not None,
        legal=() if is_through else tuple(loaded.session.ruleset.legal(view)),
        seed=get_game_seed(tx, loaded.game.id).hex() if loaded.game.status == "over" else None,
        waiting=_waiting(tx, loaded.game.id, seat),
    )


def _waiting(tx: Tx, game_id: int, seat: int | None) -> tuple[str, ...]:
    orders = None if seat is None else list_standing_orders(tx, game_id).get(seat)
    return () if orders is None else tuple(orders.text.split("\n"))
