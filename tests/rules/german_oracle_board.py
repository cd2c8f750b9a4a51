"""What lies where in Germany, for the oracle: sectors, ways out, areas, towns, and whether an end is alive."""

from __future__ import annotations

from rules.german_plain import (
    COLOURS,
    COUNTRIES,
    GROUND,
    RIVERS,
    TOWN_SQUARES,
    PlainGermany,
    is_german,
    sector,
)
from rules.plain import PlainEnd, Spot, beside
from rules_core.line.actions import EndName

TRIES = 2000
"""An end for which so many pieces were tried in vain is not called dead."""


def across(way: int) -> int:
    """The opposite way."""
    return (way + 2) % 4


def area(square: Spot) -> set[Spot]:
    """The range or water of a square: all squares of its ground that steps between neighbours join to it."""
    found, waiting = {square}, [square]
    while waiting:
        here = waiting.pop()
        for way in range(4):
            near = beside(here, way)
            if near not in found and GROUND.get(near) == GROUND[square]:
                found.add(near)
                waiting.append(near)
    return found


class GermanBoard:
    """The board of a position."""

    def __init__(self, now: PlainGermany) -> None:
        self.now = now

    def other(self, name: EndName) -> PlainEnd:
        """The other end."""
        return self.now.ends["B" if name == "A" else "A"]

    def other_ahead(self, name: EndName) -> Spot | None:
        """The square that the other end points at."""
        other = self.other(name)
        return None if other.heading is None else beside(other.at, other.heading)

    def ways(self, name: EndName) -> list[int]:
        """The ways by which the line may go on: from abroad back too, where its die is gone."""
        end = self.now.ends[name]
        if end.heading is not None:
            return [end.heading]
        return [way for way in range(4) if way != end.back or not is_german(end.at)]

    def pieces_in(self, where: Spot | None) -> int:
        """Dice and stations in a sector."""
        return sum(sector(square) == where for square in self.now.pieces)

    def stations_in(self, where: Spot | None) -> int:
        """Stations in a sector."""
        return sum(sector(square) == where and piece != "track" for square, piece in self.now.pieces.items())

    def clear(self, where: Spot) -> int:
        """Take the dice of a sector off the board, and say how many those were."""
        dice = [square for square, piece in self.now.pieces.items() if piece == "track" and sector(square) == where]
        for square in dice:
            del self.now.pieces[square]
        return len(dice)

    def leave(self, name: EndName, where: Spot | None) -> None:
        """The dice of a sector that was left go back, unless the other end is there."""
        if where is not None and sector(self.other(name).at) != where:
            self.now.bank += self.clear(where)

    def dues(self, square: Spot) -> list[int]:
        """What a die on a square costs, range or water first, then the river, as far as it was not paid this turn."""
        dues = []
        price = {".": 0, "^": 1, "~": 2}[GROUND[square]]
        if price and not area(square) & self.now.paid:
            dues.append(price)
        river = RIVERS.get(square)
        if river and all(RIVERS.get(paid) != river for paid in self.now.paid):
            dues.append(1)
        return dues

    def is_open(self, square: Spot) -> bool:
        """Whether a square is the coloured one of a country that nothing used up."""
        return square in COUNTRIES and square not in self.now.used

    def may_lie(self, name: EndName, way: int, heading: int) -> bool:
        """Whether a piece may lie one step that way from an end and point to a heading."""
        end, other = self.now.ends[name], self.other(name)
        target = beside(end.at, way)
        if heading not in range(4) or heading == across(way) or not is_german(target):
            return False
        left = sector(end.at)
        if sector(target) != left and sector(target) == sector(other.at):
            return False
        if sector(target) != left and left is not None and self.pieces_in(left) < 5:
            return False
        ahead = beside(target, heading)
        if not is_german(ahead) and not self.is_open(ahead):
            return False
        taken = {*self.now.pieces, self.other_ahead(name)}
        if target in taken or ahead in taken:
            return False
        if sector(ahead) != sector(target):
            return True
        if self.now.reading == 1:
            before = any(self.has_way_out(beside(end.at, side), target, set()) for side in self.ways(name))
            return not before or self.has_way_out(ahead, target, {target})
        laid = self.pieces_in(sector(target)) if sector(target) == left else self.stations_in(sector(target))
        if self.leads_on(ahead, target, {target}, laid + 1):
            return True
        if sector(target) != left:
            return False
        return not any(self.leads_on(beside(end.at, side), target, set(), laid) for side in self.ways(name))

    def leads_on(self, here: Spot, inside: Spot, laid_since: set[Spot], pieces: int) -> bool:
        """Whether pieces laid from a square on come to an open country, or with five of them over a border."""
        if here in laid_since or here in self.now.pieces or sector(here) != sector(inside):
            return False
        if self.has_way_out(here, inside, laid_since, over_borders=pieces + 1 >= 5):
            return True
        return pieces + 1 < 5 and any(
            self.leads_on(beside(here, way), inside, {*laid_since, here}, pieces + 1) for way in range(4)
        )

    def has_way_out(self, start: Spot, inside: Spot, blocked: set[Spot], *, over_borders: bool = True) -> bool:
        """Whether free squares of a sector lead from one to a free square of another, or to an open country.

        Dice in another sector are in the way in the first reading only.
        """
        first = self.now.reading == 1
        found: set[Spot] = set()
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here in found or here in blocked or here in self.now.pieces or sector(here) != sector(inside):
                continue
            for way in range(4):
                near = beside(here, way)
                if self.is_open(near):
                    return True
                is_free = near not in self.now.pieces if first else self.now.pieces.get(near, "track") == "track"
                if over_borders and is_german(near) and sector(near) != sector(here) and is_free:
                    return True
            found.add(here)
            waiting += [beside(here, way) for way in range(4)]
        return False

    def lay(self, name: EndName, way: int, heading: int) -> bool:
        """Lay a piece that may lie there; say whether it wins dice for the sector it enters."""
        end = self.now.ends[name]
        target = beside(end.at, way)
        self.now.pieces[target] = "track"
        self.now.ends[name] = PlainEnd(target, across(way), heading)
        entered, left = sector(target), sector(end.at)
        assert entered is not None
        if entered == left:
            return False
        self.leave(name, left)
        if self.stations_in(entered):
            return False
        if left is not None:
            return True
        return end.back is not None and sector(beside(end.at, end.back)) != entered

    def may_stop(self, name: EndName) -> bool:
        """Whether a run may stop: before land of the same sector or a country."""
        end = self.now.ends[name]
        assert end.heading is not None
        ahead = beside(end.at, end.heading)
        return ahead in COUNTRIES or (sector(ahead) == sector(end.at) and GROUND[ahead] != "~")

    def site(self, name: EndName, way: int) -> Spot | None:
        """The square one step that way, where some station might stand."""
        end = self.now.ends[name]
        square = beside(end.at, way)
        if square in COUNTRIES:
            return square if end.heading is not None and self.is_open(square) else None
        free = square not in self.now.pieces and square != self.other_ahead(name)
        return square if square in TOWN_SQUARES and free else None

    def takes(self, square: Spot, company: str) -> bool:
        """Whether a free town square, or a country, takes a company."""
        if square in COUNTRIES:
            return True
        town, colour, _ = TOWN_SQUARES[square]
        if colour != "white":
            return colour == COLOURS[company]
        own = [at for at, (name, _, _) in TOWN_SQUARES.items() if name == town]
        return all(TOWN_SQUARES[at][1] != COLOURS[company] and self.now.pieces.get(at) != company for at in own)

    def is_alive(self, name: EndName) -> bool:
        """Whether an end could take a station, or pieces that may stop, whatever the dice."""
        for way in self.ways(name):
            square = self.site(name, way)
            if square is not None and any(self.takes(square, company) for company in COLOURS if self.now.left[company]):
                return True
        waiting = [(self, way) for way in self.ways(name)]
        for _ in range(TRIES):
            if not waiting:
                return False
            board, way = waiting.pop()
            for heading in (way - 1) % 4, (way + 1) % 4, way:
                if board.may_lie(name, way, heading):
                    longer = GermanBoard(board.now.copy())
                    longer.lay(name, way, heading)
                    if longer.may_stop(name):
                        return True
                    waiting.append((longer, heading))
        return True
