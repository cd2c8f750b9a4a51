"""What another reading of a turn would have given: other orders, or another variant. Shown, and never applied."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.adjudicator.order_run import passed_over
from pbem.commands.orders import ActionOrder, Conditional, Fault, Order, ServerCommand, bind, explain, read
from pbem.commands.orders.conditions import unmet
from pbem.commands.orders.requests import SeatCommand
from pbem.i18n import Catalogue
from pbem.reports.context import AnsweredLine
from pbem.store.rows import GameRow
from rules_core.games import ruleset_for
from rules_core.kernel.definition import BadOptions
from rules_core.kernel.events import Action
from rules_core.kernel.log import Entry
from rules_core.kernel.position import Position
from rules_core.kernel.record.supposing import Supposed, suppose


class Unsupposable(Exception):
    """Raised where orders cannot be tried; the message says why, and the lines what was wrong with each."""

    def __init__(self, message: str, lines: Sequence[AnsweredLine] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.lines = lines


@dataclass(frozen=True)
class Turn:
    """A turn of a game to be read otherwise: its log, where it is read from, whose turn it is, and in which words.

    `is_open` says that what lies behind the screens may be looked at.
    """

    game: GameRow
    entries: Sequence[Entry]
    position: int
    seat: int
    names: Sequence[str]
    words: Catalogue
    is_open: bool

    def see(self, state: Position) -> Position:
        """What of a position is known to whoever asks."""
        seen: Position = ruleset_for(self.game.kind).view(state, None).state
        return state if self.is_open else seen

    def under(self, options: Mapping[str, str]) -> Supposed:
        """What the same orders would have given under other variants. Raises Unsupposable."""
        try:
            return suppose(self.entries, ruleset_for(self.game.kind), self.position, options, self.see)
        except (BadOptions, ValueError) as error:
            raise Unsupposable(self.words.text("That variant cannot be tried here.")) from error

    def with_orders(self, text: str, language: str) -> Supposed:
        """What other orders would have given, up to the first that would have been refused. Raises Unsupposable."""
        done = self._suppose(())
        lines = text.splitlines()
        script = read(lines, ruleset_for(self.game.kind).view(done.after, self.seat), language, self.names)
        if script.faults:
            told = [passed_over(line, self.words) for line in script.lines]
            why = explain(next(line.fault for line in script.lines if line.fault), self.words)
            raise Unsupposable(why, told)
        actions: list[Action] = []
        for order in script.orders:
            for action in self._actions(order, done):
                actions.append(action)
                done = self._suppose(actions)
                if done.stop is not None:
                    return done
        if not actions:
            raise Unsupposable(self.words.text("There are no orders in it."))
        return done

    def _suppose(self, actions: Sequence[Action]) -> Supposed:
        try:
            return suppose(self.entries, ruleset_for(self.game.kind), self.position, actions, self.see)
        except ValueError as error:
            raise Unsupposable(self.words.text("Nothing can be tried from that position.")) from error

    def _actions(self, order: Order, done: Supposed) -> list[Action]:
        """What an order asks of the engine, where things stand by then; what is no order of play is passed over."""
        if isinstance(order, ServerCommand | SeatCommand):
            return []
        view = ruleset_for(self.game.kind).view(done.after, self.seat)
        if isinstance(order, Conditional):
            inner = () if unmet(order, view) is not None else order.orders
            return [action for one in inner for action in self._actions(one, done)]
        bound = order.action if isinstance(order, ActionOrder) else bind(order, view)
        if isinstance(bound, Fault):
            raise Unsupposable(explain(bound, self.words))
        return [bound]
