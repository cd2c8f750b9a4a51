"""The effects of the events that the games share on a position, each in its own way; nothing is judged here."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from rules_core.kernel.definition import Options, meant
from rules_core.kernel.position import changed
from rules_core.line import actions as co
from rules_core.line import events as ev
from rules_core.line.actions import NO_DICE, Dice, Payment, count, one
from rules_core.line.companies import founded
from rules_core.line.components import Components, components_from
from rules_core.line.landscape import Landscape
from rules_core.line.table import Player, Screen, State, Table, Turn
from rules_core.line.track import Line

Folds: TypeAlias = Mapping[type, Callable[[State, Any], State]]
"""For each type of event how it takes a position on."""
Begin: TypeAlias = Callable[[ev.GameBegan, Components], tuple[Landscape, Line]]
"""How a game's board lies at the start."""


def evolver(options: Options, begin: Begin, folds: Folds) -> Callable[[State | None, ev.Event], State]:
    """A game's `evolve`, which raises ValueError where the first event is not GameBegan."""

    def evolve(state: State | None, event: ev.Event) -> State:
        if state is not None:
            return folds[type(event)](state, event)
        if not isinstance(event, ev.GameBegan):
            raise ValueError(f"a game begins with GameBegan, not {type(event).__name__}")
        box = components_from(event.components)
        return _begun(event, meant(options, event.options), box, *begin(event, box))

    return evolve


def _begun(event: ev.GameBegan, options: Mapping[str, str], box: Components, landscape: Landscape, line: Line) -> State:
    companies = {card.id: founded(card) for card in box.companies}
    none = (0,) * len(companies)
    table = Table(
        box=box,
        options=options,
        bank=event.dice - event.seats * event.wild - line.dice,
        year=0,
        start=0,
        turn=Turn(seat=0, number=0),
        players=(Player(front=Dice(wild=event.wild), shares=none, carried=none),) * event.seats,
        companies=companies,
        landscape=landscape,
        line=line,
        waiting=none,
        kind=event.kind,
        reading=event.reading,
    )
    return State(table, (Screen(),) * event.seats)


def with_player(table: Table, seat: int, player: Player, **changes: Any) -> Table:
    """The table with one player's part, and other fields, changed."""
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return changed(table, players=players, **changes)


def with_front(table: Table, seat: int, front: Dice, **changes: Any) -> Table:
    """The table with the dice in front of one player, and other fields, changed."""
    return with_player(table, seat, changed(table.players[seat], front=front), **changes)


def behind(state: State, seat: int, hidden: int = 0, passengers: int = 0) -> tuple[Screen | None, ...]:
    """The screens, with dice and passengers added behind one that may be seen."""
    screen = state.screens[seat]
    if screen is None or not (hidden or passengers):
        return state.screens
    more = Screen(screen.hidden + hidden, screen.passengers + passengers)
    return (*state.screens[:seat], more, *state.screens[seat + 1 :])


def added(numbers: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """The numbers, of which one has grown."""
    return (*numbers[:index], numbers[index] + by, *numbers[index + 1 :])


def paid_by(state: State, seat: int, paid: Payment, **changes: Any) -> State:
    """The position after a seat paid the bank, with other fields of the table changed."""
    table = state.table
    front = table.players[seat].front.minus(Dice(wild=paid.wild))
    table = with_front(table, seat, front, bank=table.bank + paid.total, **changes)
    return State(table, behind(state, seat, hidden=-paid.hidden))


def _year_began(state: State, event: ev.YearBegan) -> State:
    return State(changed(state.table, year=event.year, start=event.start), state.screens)


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return State(changed(state.table, turn=Turn(event.seat, event.number)), state.screens)


def _income_taken(state: State, event: ev.IncomeTaken) -> State:
    table = state.table
    front = table.players[event.seat].front.plus(Dice(wild=event.wild))
    bank = table.bank - event.hidden - event.wild
    table = with_front(table, event.seat, front, bank=bank, turn=changed(table.turn, income=True))
    return State(table, behind(state, event.seat, hidden=event.hidden))


def _rolled(state: State, event: ev.Rolled) -> State:
    table = state.table
    front = table.players[event.seat].front.minus(Dice(wild=event.wild)).plus(count(event.faces))
    turn = changed(table.turn, rolled=True)
    table = with_front(table, event.seat, front, bank=table.bank - event.bonus, turn=turn)
    return State(table, behind(state, event.seat, hidden=-event.hidden))


def _due_paid(state: State, event: ev.DuePaid) -> State:
    turn = state.table.turn
    return paid_by(state, event.seat, event.paid, turn=changed(turn, paid=turn.paid | {event.square}))


def _piece_laid(state: State, event: ev.PieceLaid) -> State:
    table = state.table
    front = table.players[event.seat].front.minus(one(event.face))
    line = table.line.with_piece(event.end, event.square, event.back, event.heading)
    return State(with_front(table, event.seat, front, line=line), state.screens)


def _bonus_paid(state: State, event: ev.BonusPaid) -> State:
    table = state.table
    front = table.players[event.seat].front.plus(Dice(wild=event.wild))
    return State(with_front(table, event.seat, front, bank=table.bank - event.wild), state.screens)


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    table = state.table
    front = table.players[event.seat].front.minus(event.discarded)
    return State(with_front(table, event.seat, front, bank=table.bank + event.discarded.total), state.screens)


def _bank_broken(state: State, event: ev.BankBroken) -> State:
    return state


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return State(changed(state.table, ended=event.reason, standings=event.standings), state.screens)


def _dice_moved(state: State, event: co.DiceMoved) -> State:
    state = _with_dice(state, event.source, event.giver, -event.number, NO_DICE.minus(event.faces))
    return _with_dice(state, event.target, event.taker, event.number, event.faces)


def _with_dice(state: State, place: co.DicePlace, seat: int | None, number: int, faces: Dice) -> State:
    table = state.table
    if seat is None:
        return State(changed(table, bank=table.bank + number), state.screens)
    if place == "hidden":
        return State(table, behind(state, seat, hidden=number))
    return State(with_front(table, seat, table.players[seat].front.plus(faces)), state.screens)


def _director_named(state: State, event: co.DirectorNamed) -> State:
    table = state.table
    company = replace(table.companies[event.company], director=event.seat)
    return State(changed(table, companies={**table.companies, event.company: company}), state.screens)


def _turn_marked(state: State, event: co.TurnMarked) -> State:
    turn = state.table.turn
    turn = changed(turn, income=event.done) if event.mark == "income" else changed(turn, rolled=event.done)
    return State(changed(state.table, turn=turn), state.screens)


def _due_marked(state: State, event: co.DueMarked) -> State:
    turn = state.table.turn
    paid = turn.paid | {event.square} if event.paid else turn.paid - {event.square}
    return State(changed(state.table, turn=changed(turn, paid=paid)), state.screens)


def _game_cancelled(state: State, event: co.GameCancelled) -> State:
    return State(changed(state.table, ended="cancelled"), state.screens)


SHARED: Final[Folds] = {
    ev.YearBegan: _year_began,
    ev.TurnBegan: _turn_began,
    ev.IncomeTaken: _income_taken,
    ev.Rolled: _rolled,
    ev.DuePaid: _due_paid,
    ev.PieceLaid: _piece_laid,
    ev.BonusPaid: _bonus_paid,
    ev.TurnEnded: _turn_ended,
    ev.BankBroken: _bank_broken,
    ev.GameEnded: _game_ended,
    co.DiceMoved: _dice_moved,
    co.DirectorNamed: _director_named,
    co.TurnMarked: _turn_marked,
    co.DueMarked: _due_marked,
    co.GameCancelled: _game_cancelled,
}
