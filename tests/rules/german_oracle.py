"""The rules of Germany once more, slowly: an independent reading of the rulebook to hold the engine against.

Written from the rulebook on plain data, one square at a time, without the engine's checks. `german_judged` takes an
action in a copy of the position and gives the new position, or None where the rules forbid it.
"""

from __future__ import annotations

from rules.german_oracle_board import GermanBoard, across
from rules.german_plain import COUNTRIES, TOWN_SQUARES, PlainGermany, sector
from rules.oracle_desk import Desk, Forbidden, Throw, demand, outcome
from rules.plain import PlainEnd, Spot, beside
from rules_core.line.actions import (
    Action,
    BuildStation,
    EndName,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Roll,
    UseTransport,
)


def german_judged(before: PlainGermany, action: Action, throw: Throw) -> PlainGermany | None:
    """The position after an action, or None where it is forbidden."""
    return outcome(GermanGame, before, action, throw)


class GermanGame(Desk[PlainGermany]):
    """A position that actions are taken in."""

    def __init__(self, now: PlainGermany, throw: Throw) -> None:
        super().__init__(now, throw)
        self.board = GermanBoard(now)

    def take(self, action: Action) -> None:
        """Take an action, or raise Forbidden or Collapse."""
        demand(self.now.ended is None and action.seat == self.now.seat)
        match action:
            case Income():
                self.income(action)
            case Roll():
                self.roll(action)
            case UseTransport():
                self.carry(action)
            case LayRun():
                self.lay(action)
            case BuildStation():
                self.build(action)
            case EndTurn():
                self.end_turn(action)
            case _:
                raise Forbidden

    def collapse(self) -> None:
        """The end; nobody comes."""
        self.finish("bank")

    def offices(self, seat: int) -> list[str]:
        """The companies a seat directs."""
        return [company for company, director in self.now.director.items() if director == seat]

    def income(self, action: Income) -> None:
        """Four dice and one for each station of a director's companies, hidden; four "?" for who lost office."""
        now = self.now
        demand(now.year > 1 and not now.income)
        mine = self.offices(now.seat)
        if now.held_office[now.seat] and not mine:
            self.bank_pays(4, action.break_bank)
            now.front[now.seat]["?"] += 4
        else:
            dice = 4 + sum(now.built(company) for company in mine)
            self.bank_pays(dice, action.break_bank)
            now.hidden[now.seat] += dice
        now.income = True

    def carry(self, action: UseTransport) -> None:
        """A symbol or "?" to the bank, and one passenger waits."""
        demand(action.company in self.now.waiting)
        self.spend("share", action.wild)
        self.now.bank += 1
        self.now.waiting[action.company] += 1

    def way_on(self, name: EndName, leave: int | None) -> int:
        """The way by which the line goes on from an end: from a station the one that is named."""
        end = self.now.ends[name]
        if end.heading is not None:
            demand(leave is None)
            return end.heading
        demand(leave in self.board.ways(name))
        assert leave is not None
        return leave

    def lay(self, action: LayRun) -> None:
        """A run, piece by piece; in the end it may stop, and what was named is paid."""
        demand(action.steps and not any(isinstance(step, NewTile) for step in action.steps))
        way = self.way_on(action.end, action.leave)
        purse = None if action.pay is None else [action.pay.hidden, action.pay.wild]
        for step in action.steps:
            assert not isinstance(step, NewTile)
            demand(self.board.may_lie(action.end, way, step.heading))
            target = beside(self.now.ends[action.end].at, way)
            for due in self.board.dues(target):
                self.pay_due(due, purse)
                self.now.paid.add(target)
            self.spend("straight" if step.heading == way else "curve", step.wild)
            if self.board.lay(action.end, way, step.heading):
                self.premium(action.break_bank)
            way = step.heading
        demand(self.board.may_stop(action.end))
        demand(purse is None or purse == [0, 0])

    def build(self, action: BuildStation) -> None:
        """A station on a town square, or abroad."""
        now, board = self.now, self.board
        demand(action.company in now.left and action.terrain is None)
        way = self.way_on(action.end, action.leave)
        square = board.site(action.end, way)
        demand(square is not None)
        assert square is not None
        demand(board.takes(square, action.company) and now.left[action.company] > 0)
        abroad = square in COUNTRIES
        price = COUNTRIES[square] if abroad else TOWN_SQUARES[square][2]
        demand(action.price in (None, price))
        dues = [] if abroad else board.dues(square)
        self.pay_in_full(price + sum(dues), action.pay)
        if dues:
            now.paid.add(square)
        self.stand(action, square, way)
        self.premium(action.break_bank)
        now.carried[now.seat][action.company] += now.waiting[action.company]
        now.waiting[action.company] = 0
        counts = [carried[action.company] for carried in now.carried]
        if all(counts[now.seat] > count for seat, count in enumerate(counts) if seat != now.seat):
            now.director[action.company] = now.seat
        if now.left[action.company] == 0:
            self.finish("last station")

    def pay_in_full(self, cost: int, named: Payment | None) -> None:
        """Hidden dice first, or as named, and exactly."""
        hidden = min(cost, self.now.hidden[self.now.seat])
        paid = named or Payment(hidden, cost - hidden)
        demand(paid.hidden + paid.wild == cost)
        self.pay(paid.hidden, paid.wild)

    def stand(self, action: BuildStation, square: Spot, way: int) -> None:
        """Put a station down; abroad the dice of the sector before it go back."""
        now = self.now
        left = sector(now.ends[action.end].at)
        now.left[action.company] -= 1
        now.pieces[square] = action.company
        now.ends[action.end] = PlainEnd(square, across(way), None)
        if square in COUNTRIES:
            now.used.add(square)
            self.board.leave(action.end, left)

    def end_turn(self, action: EndTurn) -> None:
        """Down to five dice; then the end, the next player, or the next year."""
        now = self.now
        demand(now.front[now.seat]["share"] == 0)
        self.give_back(action)
        now.held_office[now.seat] = bool(self.offices(now.seat))
        if not self.board.is_alive("A") and not self.board.is_alive("B"):
            self.finish("dead ends")
            return
        now.seat = (now.seat + 1) % len(now.front)
        now.income = now.rolled = False
        now.paid = set()
        if now.seat == now.start:
            for company in now.waiting:
                now.waiting[company] += max(1, now.built(company))
            now.start = now.seat = (now.start + 1) % len(now.front)
            now.year += 1

    def finish(self, reason: str) -> None:
        """The game is over."""
        now = self.now
        now.ended = reason
        scores = [(sum(carried.values()), len(self.offices(seat))) for seat, carried in enumerate(now.carried)]
        drawn = any(now.built(company) == 0 for company in now.left)
        now.places = {
            seat: 0 if drawn else 1 + sum(other > score for other in scores) for seat, score in enumerate(scores)
        }
