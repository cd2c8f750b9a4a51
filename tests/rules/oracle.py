"""The rules once more, slowly: an independent reading of the rulebook to hold the engine against.

Written from the rulebook on plain data, one square at a time, without the engine's checks. `judged` takes an action in
a copy of the position and gives the new position, or None where the rules forbid it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.oracle_board import Board
from rules.oracle_desk import Desk, Forbidden, Throw, demand, outcome
from rules.plain import BOX, Plain, beside, cell
from rules_core.line.actions import Action, BuildStation, BuyShare, EndTurn, Income, LayRun, NewTile, Payment, Roll


def judged(before: Plain, action: Action, throw: Throw) -> Plain | None:
    """The position after an action, or None where it is forbidden."""
    return outcome(Game, before, action, throw)


class Game(Desk[Plain]):
    """A position that actions are taken in."""

    def __init__(self, now: Plain, throw: Throw) -> None:
        super().__init__(now, throw)
        self.board = Board(now)

    def take(self, action: Action) -> None:
        """Take an action, or raise Forbidden or Collapse."""
        demand(self.now.ended is None and action.seat == self.now.seat)
        if isinstance(action, Income):
            self.income(action)
        elif isinstance(action, Roll):
            self.roll(action)
        elif isinstance(action, BuyShare):
            self.buy(action)
        elif isinstance(action, LayRun):
            self.lay(action)
        elif isinstance(action, BuildStation):
            self.build(action)
        elif isinstance(action, EndTurn):
            self.end_turn(action)
        else:
            raise Forbidden

    def collapse(self) -> None:
        """The passengers of the broken year, and the end."""
        self.carry_passengers()
        self.finish("collapse")

    # income, rolling, shares

    def income(self, action: Income) -> None:
        """Four dice or one for each station of a director's companies, hidden; four "?" for who just lost office."""
        now = self.now
        demand(now.year > 1 and not now.income and now.last_year is None)
        mine = [name for name, seat in now.director.items() if seat == now.seat]
        built = sum(
            sum(map(sum, BOX["company"][name]["stations"].values())) - sum(now.stock[name].values()) for name in mine
        )
        dice = built if mine and built > 4 else 4
        self.bank_pays(dice, action.break_bank)
        if not mine and now.lost_office[now.seat]:
            now.front[now.seat]["?"] += dice
        else:
            now.hidden[now.seat] += dice
        now.income = True

    def buy(self, action: BuyShare) -> None:
        """A share or "?" die to the bank, or behind the director's screen once enough companies are sold out."""
        now = self.now
        demand(action.company in now.unsold)
        from_bank = action.source == "bank" or (action.source is None and now.unsold[action.company] > 0)
        self.spend("share", action.wild)
        now.shares[now.seat][action.company] += 1
        if from_bank:
            demand(now.unsold[action.company] > 0)
            now.unsold[action.company] -= 1
            now.bank += 1
            return
        demand(sum(left == 0 for left in now.unsold.values()) >= len(now.front))
        director = now.director[action.company]
        demand(director is not None and director != now.seat)
        assert director is not None
        demand(now.shares[director][action.company] > 0)
        now.shares[director][action.company] -= 1
        now.hidden[director] += 1

    # track

    def lay(self, action: LayRun) -> None:
        """A run, piece by piece; in the end it points at land on its own tile, and what was named is paid."""
        now, board = self.now, self.board
        demand(any(not isinstance(step, NewTile) for step in action.steps))
        end = now.ends[action.end]
        if end.heading is None:
            demand(action.leave in (0, 1, 2, 3) and action.leave != end.back)
        else:
            demand(action.leave is None)
        purse = None if action.pay is None else [action.pay.hidden, action.pay.wild]
        fresh = None
        for step in action.steps:
            end = now.ends[action.end]
            way = action.leave if end.heading is None else end.heading
            assert way is not None
            target = beside(end.at, way)
            if isinstance(step, NewTile):
                demand(end.heading is not None and cell(target) != cell(end.at))
                demand(board.pieces_on(cell(end.at)) >= 5)
                demand(step.kind in now.supply and board.fits(cell(target), step.kind, step.turn))
                board.put(cell(target), step.kind, step.turn)
                fresh = cell(target)
                continue
            demand(cell(target) in (cell(end.at), fresh))
            demand(board.may_lie(action.end, way, step.heading))
            self.pay_dues(end.at, target, purse)
            self.spend("straight" if step.heading == way else "curve", step.wild)
            board.lay(action.end, target, way, step.heading)
            if cell(target) != cell(end.at):
                self.connect(action, cell(end.at))
                fresh = None
        end = now.ends[action.end]
        assert end.heading is not None
        ahead = beside(end.at, end.heading)
        demand(cell(ahead) == cell(end.at) and now.ground[ahead] != "~")
        demand(purse is None or purse == [0, 0])
        self.look_for_dead_ends()

    def pay_dues(self, left: tuple[int, int], target: tuple[int, int], purse: list[int] | None) -> None:
        """One die for a mountain range, two for a lake, once a turn; in a variant two for every bridge."""
        price = {".": 0, "^": 1, "~": 2}[self.now.ground[target]]
        if price == 2 and self.now.printed_bridges:
            self.pay_due(0 if self.now.ground[left] == "~" else price, purse)
        elif price and not self.board.is_paid(target):
            self.pay_due(price, purse)
            self.now.paid.add(target)

    def connect(self, action: LayRun, left: tuple[int, int]) -> None:
        """The tile that was left is cleared, unless the other end is on it, and two "?" are won."""
        now = self.now
        other = now.ends["B" if action.end == "A" else "A"]
        if cell(other.at) != left:
            for square in [square for square in now.pieces if cell(square) == left]:
                now.bank += now.pieces.pop(square) == "track"
        if not any(self.board.can_attach(cell(square), way) for square in now.pieces for way in range(4)):
            now.last_year = now.last_year or "no tile"
        self.premium(action.break_bank)

    def look_for_dead_ends(self) -> None:
        """The last year begins when neither end could take anything."""
        if self.now.last_year is None and not self.board.alive("A") and not self.board.alive("B"):
            self.now.last_year = "dead ends"

    # stations

    def build(self, action: BuildStation) -> None:
        """A station where an end points."""
        now, board = self.now, self.board
        demand(now.director.get(action.company) == now.seat)
        square = board.site(action.end)
        demand(square is not None)
        assert square is not None
        demand(action.company not in now.stations[cell(square)])
        stock = now.stock[action.company]
        kinds = [kind for kind in board.kinds(square) if any(stock.get((kind, price)) for price in (3, 5))]
        demand(kinds)
        demand(action.terrain in kinds or (action.terrain is None and len(kinds) == 1))
        kind = action.terrain or kinds[0]
        price = action.price if action.price is not None else min(p for p in (3, 5) if stock.get((kind, p)))
        demand(stock.get((kind, price)))
        cost = price + (now.ground[square] == "^" and not board.is_paid(square))
        paid = action.pay or Payment(min(cost, now.hidden[now.seat]), cost - min(cost, now.hidden[now.seat]))
        demand(paid.hidden + paid.wild == cost)
        self.pay(paid.hidden, paid.wild)
        stock[kind, price] -= 1
        if now.ground[square] == "^":
            now.paid.add(square)
        board.station(action.end, square, action.company)
        if not any(stock.values()):
            now.last_year = now.last_year or "last station"
        self.look_for_dead_ends()
        self.premium(action.break_bank)

    # the end of turns, years and the game

    def end_turn(self, action: EndTurn) -> None:
        """Down to five dice; then the next player, or the year's end."""
        now = self.now
        self.give_back(action)
        now.seat = (now.seat + 1) % len(now.front)
        if now.seat == now.start:
            self.end_year()
        if now.ended is None:
            now.income = now.rolled = False
            now.paid = set()
        else:
            now.seat = (now.start - 1) % len(now.front)

    def end_year(self) -> None:
        """Passengers; then the end of the game, or directors and the next start player."""
        now = self.now
        self.carry_passengers()
        if now.last_year:
            self.finish(now.last_year)
            return
        before = set(now.director.values())
        for company, old in now.director.items():
            now.director[company] = self.elect([held[company] for held in now.shares], old)
        after = set(now.director.values())
        now.lost_office = [seat in before and seat not in after for seat in range(len(now.front))]
        now.start = now.seat = (now.start + 1) % len(now.front)
        now.year += 1

    def elect(self, held: list[int], old: int | None) -> int | None:
        """Most shares; a tied director stays; else clockwise from the start player, or after the old director."""
        best = [seat for seat, number in enumerate(held) if number == max(held) > 0]
        if not best or old in best:
            return old if best else None
        seats = len(held)
        first = old + 1 if self.now.printed_ties and old is not None else self.now.start
        return next(seat % seats for seat in range(first, first + seats) if seat % seats in best)

    def carry_passengers(self) -> None:
        """The largest group of neighbouring tiles with a station carries for the director."""
        now = self.now
        for company, director in now.director.items():
            if director is not None:
                cells = {where for where, names in now.stations.items() if company in names}
                now.passengers[director] += max((len(_group(where, cells)) for where in cells), default=0)

    def finish(self, reason: str) -> None:
        """The screens are lifted."""
        now = self.now
        now.ended = reason
        scores = [
            (now.passengers[seat], front["?"], sum(front.values()) + now.hidden[seat])
            for seat, front in enumerate(now.front)
        ]
        now.places = {seat: 1 + sum(other > score for other in scores) for seat, score in enumerate(scores)}


def _group(start: tuple[int, int], among: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """All spots among these that steps between neighbours join to one of them."""
    left, found = set(among), {start}
    waiting = [start]
    while waiting:
        spot = waiting.pop()
        for way in range(4):
            if (near := beside(spot, way)) in left - found:
                found.add(near)
                waiting.append(near)
    return found
