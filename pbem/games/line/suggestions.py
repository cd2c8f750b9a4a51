"""Order lines for what a player may do now, out of the legal actions; they can be sent as they stand."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from pbem.games.line.orders.writing import write
from pbem.games.line.render_context import RenderContext
from pbem.reports.document import OrderLine
from pbem.reports.plain import shortened
from rules_core.games import ruleset_for
from rules_core.grid import Square, cell_of, step
from rules_core.kernel.dice import no_draw
from rules_core.kernel.rulebook import Violation, Violations
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuildStation, BuyShare, EndTurn, Income, LayRun, Piece, Roll, UseTransport
from rules_core.line.table import Screen, State

A = TypeVar("A", bound=Action)
P = TypeVar("P", LayRun, BuildStation)
E = TypeVar("E", bound=ev.Event)
_PLENTY: Final = Screen(hidden=99)
"""The dice behind each screen while the outcome of an action is tried: enough to pay for it."""
_SELLER: Final = 12
"""Columns of a name in a note, so that the longest order and its note fit into a line."""


def suggestions(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    """One order for each thing a player may do, in the order of a turn; of runs, payments and dice only the plainest.

    What is left out follows from what is there: fewer dice rolled, a "?" for a plain die, other tiles, longer runs.
    """
    kinds = (incomes, _roll, offers, _transports, sites, _runs, ending)
    return [found for suggest in kinds for found in suggest(context, legal)]


def hints(context: RenderContext) -> list[str]:
    """Hints on what a player would look for among the suggestions, and why it is not there."""
    return [*_hints_on_income(context), *context.game.hints(context)]


def _hints_on_income(context: RenderContext) -> list[str]:
    table = context.table
    broken = refused(context, Income(table.turn.seat))
    if broken is None or broken.code != "bank_would_break":
        return []
    on_purpose = write(Income(table.turn.seat, break_bank=True), context.table, context.catalogue.language)
    hint = context.catalogue.text(
        "Your income would be %(due)s dice, and the bank has %(bank)s: taking it would break the bank and end the "
        'game at once (%(rule)s). The order for that is "%(order)s".',
        rule=broken.rule,
        order=on_purpose,
        **broken.facts,
    )
    return [hint]


def outcome(context: RenderContext, action: Action) -> Sequence[ev.Event]:
    """The events that an action would bring, were there dice enough behind the screen; none if it is refused."""
    found = _decided(context, action)
    return [] if isinstance(found, Violations) else found


def unpaid(action: P) -> P:
    """An action that leaves it to the default how it is paid."""
    return replace(action, pay=None)


def first_of(kind: type[E], events: Iterable[ev.Event]) -> E | None:
    """The first event of a kind, where there is one."""
    return next((event for event in events if isinstance(event, kind)), None)


def refused(context: RenderContext, action: Action) -> Violation | None:
    """The rule that an action would break, were there dice enough behind the screen; None where it is taken."""
    found = _decided(context, action)
    return found.violations[0] if isinstance(found, Violations) else None


def _decided(context: RenderContext, action: Action) -> list[ev.Event] | Violations:
    table = context.table
    return ruleset_for(table.kind).decide(State(table, (_PLENTY,) * len(table.players)), action, no_draw)


def suggested_orders(context: RenderContext, legal: Sequence[Action]) -> list[str]:
    """The lines that a player is likely to send next; each is legal after those before it.

    A station comes before the roll, which might use up the dice it costs; until the roll, the rest depends on the dice.
    After it come a share for a share die, or a transport for every symbol, a piece of track, and the end of the turn
    where nothing else is left.
    """
    language = context.catalogue.language
    income = [write(action, context.table, language) for action in _of(Income, legal)]
    stations = [one.order for one in sites(context, legal)[:1]]
    if stations:
        return income + stations
    roll = [write(action, context.table, language) for action in _likely_roll(context, legal)]
    if income or roll:
        return income + roll
    shares = [one.order for one in offers(context, [buy for buy in _of(BuyShare, legal) if not buy.wild])[:1]]
    symbols = context.table.players[context.table.turn.seat].front.share
    transports = [write(use, context.table, language) for use in _plain_transports(legal)[:1]] * symbols
    track = [one.order for one in _runs(context, [run for run in _of(LayRun, legal) if not first_piece(run).wild])[:1]]
    return shares + transports + track or [one.order for one in ending(context, legal)]


def _likely_roll(context: RenderContext, legal: Sequence[Action]) -> list[Roll]:
    roll = _biggest(legal)
    taken = _of(Income, legal)
    if not taken or context.table.turn.rolled:
        return [replace(roll, wild=0) if roll.hidden else roll] if roll else []
    due = _income_due(context, taken[0])
    hidden = (roll.hidden if roll else 0) + due.hidden
    if hidden:
        return [Roll(taken[0].seat, hidden, 0)]
    wild = min((roll.wild if roll else 0) + due.wild, context.table.bank - due.wild)
    return [Roll(taken[0].seat, 0, wild)] if wild else []


def _income_due(context: RenderContext, action: Income) -> ev.IncomeTaken:
    taken = first_of(ev.IncomeTaken, outcome(context, action))
    assert taken is not None, "the income may be taken"
    return taken


def _biggest(legal: Sequence[Action]) -> Roll | None:
    return max(_of(Roll, legal), key=lambda roll: roll.hidden + roll.wild, default=None)


def _of(kind: type[A], legal: Sequence[Action]) -> list[A]:
    return [action for action in legal if isinstance(action, kind)]


def _first_of_each(actions: Iterable[A], key: Callable[[A], Hashable]) -> Iterator[A]:
    first: dict[Hashable, A] = {}
    for action in actions:
        first.setdefault(key(action), action)
    return iter(first.values())


def _suggestion(context: RenderContext, action: Action, note: str) -> OrderLine:
    return OrderLine(write(action, context.table, context.catalogue.language), note)


def incomes(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    """The income, where it may be taken."""
    found = []
    for action in _of(Income, legal):
        due = _income_due(context, action)
        if due.wild:
            note = context.catalogue.text("%(count)s ? in front of your screen", count=due.wild)
        else:
            note = context.catalogue.text("%(count)s dice behind your screen", count=due.hidden)
        found.append(_suggestion(context, action, note))
    return found


def _roll(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    action = _biggest(legal)
    if action is None:
        return []
    bonus = 0 if context.table.last_year else action.wild
    if bonus:
        note = context.catalogue.plural(
            "or fewer; the bank adds %(n)s die", "or fewer; the bank adds %(n)s dice", bonus
        )
    else:
        note = context.catalogue.text("or fewer")
    return [_suggestion(context, action, note)]


def offers(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    """The shares that may be bought, by company and seller."""
    buys = sorted(_of(BuyShare, legal), key=lambda buy: buy.source == "director")
    return [
        _suggestion(context, replace(buy, source=None) if buy.source == "bank" else buy, _price_of_share(context, buy))
        for buy in _first_of_each(buys, lambda buy: (buy.company, buy.source))
    ]


def _price_of_share(context: RenderContext, buy: BuyShare) -> str:
    text = context.catalogue.text
    director = context.table.companies[buy.company].director
    if buy.source == "director" and director is not None:
        seller = shortened(context.player(director), _SELLER)
        if buy.wild:
            return text("a share from %(player)s, for a ?", player=seller)
        return text("a share from %(player)s, for a share die", player=seller)
    return text("a share from the bank, for a ?") if buy.wild else text("a share from the bank, for a share die")


def transports(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    """The transport symbols that may be used, by company, and the "?" as such (GE-12)."""
    return [_suggestion(context, use, _waiting(context, use)) for use in _of(UseTransport, legal)]


def _transports(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    plain = _plain_transports(legal)
    if plain:
        return transports(context, plain)
    note = context.catalogue.text("for a ?; or for another company")
    return [_suggestion(context, use, note) for use in _of(UseTransport, legal)[:1]]


def _plain_transports(legal: Sequence[Action]) -> list[UseTransport]:
    return [use for use in _of(UseTransport, legal) if not use.wild]


def _waiting(context: RenderContext, use: UseTransport) -> str:
    """A note on how many would wait for a company when a symbol was used for it."""
    more = context.thousands(context.table.waiting[context.components.company_index(use.company)] + 1)
    if use.wild:
        return context.catalogue.text("for a ?; %(more)s wait then", more=more)
    return context.catalogue.text("%(more)s wait then", more=more)


def sites(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    """The stations that may be built, by end, way to leave it, company, kind and price."""
    return [line for _build, line in stations(context, legal)]


def stations(context: RenderContext, legal: Sequence[Action]) -> list[tuple[BuildStation, OrderLine]]:
    """The stations to suggest, each with what it stands for."""
    possible = _of(BuildStation, legal)
    found = []
    for build in _first_of_each(possible, lambda one: (one.end, one.leave, one.company, one.terrain, one.price)):
        kinds = {other.terrain for other in possible if (other.end, other.company) == (build.end, build.company)}
        company = context.table.companies[build.company]
        is_cheapest = build.terrain is not None and company.cheapest(build.terrain) == build.price
        action = replace(
            build,
            terrain=build.terrain if len(kinds) > 1 else None,
            price=None if is_cheapest else build.price,
            pay=None,
        )
        found.append((build, _suggestion(context, action, context.game.station_note(context, build))))
    return found


def _runs(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    """For each end, way on from it and tile or sector come to the plainest run: the shortest, with plain dice."""
    runs = sorted(_of(LayRun, legal), key=lambda run: (run.end, len(run.steps)))
    return [
        _suggestion(context, replace(run, pay=None), context.game.run_note(context, run))
        for run in _first_of_each(runs, lambda run: _way_on(context, run))
    ]


def _way_on(context: RenderContext, run: LayRun) -> Hashable:
    return run.end, run.leave, first_piece(run).heading, cell_of(last_square(context, run))


def last_square(context: RenderContext, run: LayRun) -> Square:
    """The square of a run's last piece; that of its end where it has none."""
    end = context.table.line.end(run.end)
    square, out = end.square, end.heading if run.leave is None else run.leave
    for piece in run.steps:
        if isinstance(piece, Piece) and out is not None:
            square, out = step(square, out), piece.heading
    return square


def first_piece(run: LayRun) -> Piece:
    """The first piece of a run."""
    return next(step for step in run.steps if isinstance(step, Piece))


def die_of(context: RenderContext, run: LayRun) -> str:
    """The die that the first piece of a run takes."""
    end = context.table.line.end(run.end)
    piece = first_piece(run)
    if piece.wild:
        return context.catalogue.text("a ?")
    if piece.heading == (run.leave if end.heading is None else end.heading):
        return context.catalogue.text("a straight")
    return context.catalogue.text("a curve")


def ending(context: RenderContext, legal: Sequence[Action]) -> list[OrderLine]:
    """The end of the turn, giving back the dice that are least missed."""
    ends = _of(EndTurn, legal)
    if not ends:
        return []
    best = least_missed(ends)
    if best.discard.total:
        note = context.catalogue.text("you can keep five dice; or give back others")
    else:
        note = context.catalogue.text("ends your turn")
    return [_suggestion(context, best, note)]


def least_missed(ends: Sequence[EndTurn]) -> EndTurn:
    """The end that gives back no "?" if that can be, then no share, then the face of which there are most."""
    return min(
        ends, key=lambda end: (end.discard.wild, end.discard.share, abs(end.discard.straight - end.discard.curve))
    )
