"""Judging a letter's orders on a branch of a session, up to the first that cannot be met: for good, or only tried.

Up to the first roll the orders of a letter are all-or-nothing. A roll is final: after it, what was legal is kept, and
the first order that cannot be met stops the letter there. In a preview nothing is rolled, and a roll ends it.

A run is a value: it follows from the session, the seat, the script and the dice alone, so it is computed while nobody
is kept from writing (`Tx.compute`), and found again by the transaction that writes it down, if the game stands as it
stood; else that begins again. What a seat asks for beside its orders depends on more. So a run first takes it for
granted, and tells what is asked for where; the transaction judges that, and the run that counts is given the verdicts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import NamedTuple, Self, TypeAlias

from pbem.adjudicator.commands.turns import NextTurn
from pbem.adjudicator.context import Refused, SeatContext
from pbem.adjudicator.letters import passed_over, undone
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.seat_commands import judge
from pbem.commands.orders import (
    ActionOrder,
    Conditional,
    DeferredOrder,
    Fault,
    LineReading,
    Order,
    Script,
    ServerCommand,
    Wish,
    bind,
    explain,
    nearest,
    write,
)
from pbem.commands.orders.conditions import unmet
from pbem.commands.orders.phrases import ends_turn
from pbem.commands.orders.seat_command import SeatCommand
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from pbem.reports.document import AnsweredLine, Outcome
from rules_core.kernel.dice import Draw, NotDrawn, no_draw
from rules_core.kernel.events import Action, Drawn, Ended, Event, PlayStopped, TurnEnding, TurnFinished
from rules_core.kernel.position import PublicState
from rules_core.kernel.rulebook import Violation, Violations


class GrantedCommand(NamedTuple):
    """A command beside the orders of a letter, and the session as the orders before it leave it."""

    command: SeatCommand
    session: GameSession


Verdict: TypeAlias = tuple[str, ...] | str
"""The sentences on a command beside orders, or why it is refused."""


@dataclass
class OrderRun:
    """The outcome of a letter's lines, and what it asked for beside its orders."""

    session: GameSession
    """The session with what was done, or, in a preview, what would be."""
    lines: list[AnsweredLine] = field(default_factory=list)
    stopped: int | None = None
    """The number of the line that could not be met."""
    marks: dict[int, int] = field(default_factory=dict)
    """The session's marks before each line, by its number."""
    rolled: bool = False
    ended: bool = False
    """An order ended the game, or on a condition the turn; those behind it are passed over."""
    undrawn: Action | None = None
    """The action at which a preview stopped, as it would draw dice."""
    reached: GameSession | None = None
    """The session after the lines before the one that failed, where that failure undoes them."""
    unread: bool = False
    """A line could not be read, so nothing was tried."""
    requests: list[GrantedCommand] = field(default_factory=list)
    """The commands beside its orders, in the order of the letter, up to the first that is refused."""
    effects: tuple[Callable[[], object], ...] = ()
    """What these requests do once it is through."""
    queries: set[str] = field(default_factory=set)
    """Its questions, and what steers it, by verbs: status, help, rules, check, confirm."""
    next_turn: tuple[str, ...] = ()
    """The lines that the letter gives for the seat's next turn."""
    waiting: list[str] = field(default_factory=list)
    """The lines before those that wait for it by themselves."""
    has_unmet_wish: bool = False

    @property
    def only_waits(self) -> bool:
        """Whether all that it asks for beside orders of play is that lines wait for the seat's next turn."""
        commands = [granted.command for granted in self.requests if not granted.command.is_question]
        return bool(commands) and all(isinstance(one, NextTurn) and one.lines for one in commands)


class OrderSkipped(Exception):
    """Raised within a run where a wish cannot be met, which stops nothing; the message says why."""


class OrderRefused(Refused):
    """Raised within a run where an order cannot be met; carries what is told of it."""

    def __init__(self, message: str, near: str | None = None) -> None:
        super().__init__(message)
        self.near = near


@dataclass(frozen=True)
class Runner:
    """Runs scripts for a seat, each on a branch of a session: equal runners run them alike."""

    session: GameSession
    draw: Draw
    seat: int
    names: Sequence[str]
    """The players' names by seat."""
    words: Catalogue
    """The language of the seat's player."""
    preview: bool = False
    verdicts: Sequence[Verdict] = ()
    """The verdicts on the first commands beside orders; the others are granted without a word."""

    @classmethod
    def of(cls, context: SeatContext, draw: Draw) -> Self:
        """A runner on the game as it stands."""
        return cls(context.loaded.session, draw, context.seat, context.loaded.names, context.words)

    @classmethod
    def trying(cls, context: SeatContext) -> Self:
        """A runner on what the seat sees of the game, without dice."""
        seen = context.loaded.session.seen_by(context.seat)
        return cls(seen, no_draw, context.seat, context.loaded.names, context.words, preview=True)

    def run(self, script: Script) -> OrderRun:
        """Run a letter on a branch of the session."""
        return replace(self, session=self.session.branch())._run(script)

    def _run(self, script: Script) -> OrderRun:
        run = OrderRun(self.session, queries=_queries(script))
        if script.faults:
            run.unread = True
            run.lines = [passed_over(line, self.words) for line in script.lines]
            return run
        mark = self.session.mark()
        for line in script.lines:
            run.marks[line.number] = self.session.mark()
            run.lines.append(self._line(run, line))
        if run.stopped is not None and not run.rolled:
            if self.preview:
                run.reached = self.session.branch(run.marks[run.stopped])
            self.session.revert(mark)
            for at, (reading, answered) in enumerate(zip(script.lines, run.lines, strict=True)):
                if answered.outcome in ("done", "understood") and any(map(asks_for_more_than_text, reading.orders)):
                    run.lines[at] = undone(answered, run.stopped, self.words)
        return run

    def _line(self, run: OrderRun, line: LineReading[Order]) -> AnsweredLine:
        if not line.orders and line.kind not in ("part", "text"):
            return _answered(line, "prose")
        plays = line.kind == "part" or any(map(depends_on_position, line.orders))
        if run.stopped is not None or (run.ended and plays):
            return _answered(line, "not reached")
        if run.undrawn and plays:
            return _answered(line, "understood", self.words.text("whether this is done depends on the dice"))
        if not line.orders:
            return _answered(line, "understood")
        sentences: list[str] = []
        met = skipped = 0
        orders = line.orders
        try:
            if self._waits(line):
                outcome: Outcome = "understood" if self.preview else "done"
                return _answered(line, outcome, " ".join(self._keep(run, line)))
            if self._ends_nothing(run, line):
                return _answered(line, "understood", self.words.text("there is no turn of yours to end"))
            if isinstance(orders[0], Conditional):
                if why := self._unmet(orders[0]):
                    return _answered(line, "skipped", why)
                orders = orders[0].orders
            for order in orders:
                try:
                    sentences += self._order(run, order)
                except OrderSkipped as skip:
                    sentences.append(str(skip))
                    skipped += 1
                met += 1
        except OrderRefused as stop:
            run.stopped = line.number
            why = stop.message
            if met:
                why = self.words.text("Order %(number)s of this line: %(why)s", number=met + 1, why=why)
            stands = sentences if run.rolled else []
            return AnsweredLine(line.number, line.text, "refused", " ".join([*stands, why]), stop.near)
        except NotDrawn:
            message = self.words.text("dice would be rolled here; what follows depends on them")
            return _answered(line, "understood", message)
        run.ended = run.ended or (orders is not line.orders and ends_turn(orders))
        if skipped == len(orders):
            return _answered(line, "skipped", " ".join(sentences))
        return _answered(line, "understood" if self.preview else "done", " ".join(sentences))

    def _unmet(self, conditional: Conditional) -> str:
        """The reason why a condition does not hold; empty where it does.

        Raises OrderRefused for a seat that may do nothing at all.
        """
        if self._is_over or self.session.state.table.turn.seat != self.seat:
            raise self._idle()
        view = self.session.ruleset.view(self.session.state, self.seat)
        comparison = unmet(conditional, view)
        return "" if comparison is None else self._presenter(view.table).present(comparison, view)

    def _order(self, run: OrderRun, order: Order) -> list[str]:
        if isinstance(order, SeatCommand):
            return self._seat_command(run, order)
        if run.ended:
            return []
        if isinstance(order, ServerCommand):
            return self._command(order)
        assert not isinstance(order, Conditional), "it stands alone on its line"
        sentences: list[str] = []
        for done in count():
            if self._is_over or (isinstance(order, Wish) and not self._is_to_play):
                if done:
                    return sentences
                raise self._idle()
            bound = bind(order, self.session.ruleset.view(self.session.state, self.seat), done)
            if bound is None:
                return sentences
            if isinstance(bound, Fault):
                why = explain(bound, self.words)
                if not isinstance(order, Wish):
                    raise OrderRefused(why)
                run.has_unmet_wish = True
                raise OrderSkipped(why)
            sentences += self._apply(run, bound)
        raise AssertionError("an order comes to an end")

    def _apply(self, run: OrderRun, bound: Action) -> list[str]:
        """Do an action, and tell what came of it. Raises OrderRefused, and NotDrawn in a preview."""
        table = self.session.state.table
        try:
            outcome = self.session.apply(bound, self.draw)
        except NotDrawn:
            run.undrawn = bound
            raise
        if isinstance(outcome, Violations):
            raise self._refused(bound, outcome.violations[0], table)
        run.rolled = run.rolled or any(isinstance(event, Drawn) for event in outcome)
        run.ended = any(isinstance(event, PlayStopped | Ended) for event in outcome)
        return self._sentences(outcome)

    def _waits(self, line: LineReading[Order]) -> bool:
        """Whether a line is kept for the seat's next turn, because this one is over or another player's."""
        return (
            not self._is_over
            and not self._is_to_play
            and all(isinstance(order, DeferredOrder) and order.waits for order in line.orders)
        )

    def _ends_nothing(self, run: OrderRun, line: LineReading[Order]) -> bool:
        ends = all(isinstance(order, ActionOrder) and isinstance(order.action, TurnEnding) for order in line.orders)
        return ends and not self._is_to_play and (self._is_through or bool(run.waiting))

    def _keep(self, run: OrderRun, line: LineReading[Order]) -> list[str]:
        run.waiting.append(line.text)
        return self._seat_command(run, NextTurn(run.next_turn))

    def _seat_command(self, run: OrderRun, request: SeatCommand) -> list[str]:
        if isinstance(request, NextTurn):
            run.next_turn = request.lines
            request = NextTurn((*run.waiting, *request.lines))
        verdict = self.verdicts[len(run.requests)] if len(run.requests) < len(self.verdicts) else ()
        if isinstance(verdict, str):
            raise OrderRefused(verdict)
        run.requests.append(GrantedCommand(request, self.session.branch()))
        return list(verdict)

    def _presenter(self, table: PublicState) -> Presenter:
        return presenter_for(table, self.names, self.words)

    def _sentences(self, events: Sequence[Event]) -> list[str]:
        chapters = self._presenter(self.session.state.table).turns(events)
        return chapters[0] if chapters else []

    def _refused(self, action: Action, broken: Violation, table: PublicState) -> OrderRefused:
        view = self.session.ruleset.view(self.session.state, self.seat)
        near = nearest(action, self.session.ruleset.legal(view), table)
        line = None if near is None else write(near, table, self.words.language)
        return OrderRefused(self._presenter(table).describe_violation(broken), line)

    def _command(self, order: ServerCommand) -> list[str]:
        if order.name not in ("undo", "restart"):
            return []
        table = self.session.state.table
        if self._is_over or table.turn.seat != self.seat:
            raise self._idle()
        last = self.session.last_action()
        if last is None:
            raise OrderRefused(self.words.text("there is nothing to undo: rolls and finished turns are final"))
        if order.name == "restart":
            self.session.restart(self.seat)
            return [self.words.text("Everything that no roll has made final is undone.")]
        self.session.take_back(self.seat)
        line = write(last, table, self.words.language)
        return [self.words.text('"%(order)s" is undone.', order=line)]

    def _idle(self) -> OrderRefused:
        """The refusal, as the rules have it, of whatever a seat asks that has no turn, or whose game is over."""
        rules = self.session.ruleset
        broken = rules.game_over if self._is_over else rules.not_your_turn
        return OrderRefused(self._presenter(self.session.state.table).describe_violation(broken))

    @property
    def _is_to_play(self) -> bool:
        return self.session.state.table.turn.seat == self.seat and not self._is_through

    @property
    def _is_through(self) -> bool:
        return any(isinstance(entry.payload, TurnFinished) for entry in self.session.new)

    @property
    def _is_over(self) -> bool:
        """Whether play has stopped; what is hidden may have to be counted before the game is over."""
        broken = any(isinstance(entry.payload, PlayStopped) for entry in self.session.new)
        return broken or self.session.state.table.over


def judge_orders(context: SeatContext, script: Script, runner: Runner) -> OrderRun:
    """Judge a script for the seat of a context, with what it asks for beside orders; nothing is written.

    A transaction that writes finds the runs that were computed before it, and is undone and begins again where there
    are none, as the game, its dice or a verdict is another by now (`Tx.compute`).
    """
    run = context.unit.compute(Runner.run, runner, script)
    if not run.requests:
        return run
    verdicts, effects = list[Verdict](), list[Callable[[], object]]()
    for at, (command, session) in enumerate(run.requests):
        before = tuple(granted.command for granted in run.requests[:at] if not granted.command.is_question)
        here = replace(context, loaded=replace(context.loaded, session=session), before=before)
        try:
            judged = judge(here, command)
        except Refused as refused:
            verdicts.append(refused.message)
            break
        verdicts.append(tuple(judged.sentences))
        if not command.is_question:
            effects.append(judged.effect)
    run = context.unit.compute(Runner.run, replace(runner, verdicts=tuple(verdicts)), script)
    return replace(run, effects=tuple(effects)) if run.stopped is None or run.rolled else run


def asks_for_more_than_text(order: Order) -> bool:
    """Whether an order asks for more than a text or a way of answering."""
    if isinstance(order, SeatCommand):
        return not order.is_question
    return not isinstance(order, ServerCommand) or order.name in ("undo", "restart")


def depends_on_position(order: Order) -> bool:
    """Whether an order depends on how the game stands."""
    return asks_for_more_than_text(order) and not isinstance(order, SeatCommand)


def _answered(line: LineReading[Order], outcome: Outcome, message: str = "") -> AnsweredLine:
    return AnsweredLine(line.number, line.text, outcome, message)


def _queries(script: Script) -> set[str]:
    questions = {order.verb for order in script.orders if isinstance(order, SeatCommand) and order.is_question}
    return questions | {order.name for order in script.orders if isinstance(order, ServerCommand)}
