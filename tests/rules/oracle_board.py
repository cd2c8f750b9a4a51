"""What lies where, for the oracle: tiles that fit, ways out, areas, sites, and whether an end is alive."""

from __future__ import annotations

from rules.plain import Plain, PlainEnd, Spot, beside, cell, put_tile, turned
from rules_core.line.actions import EndName

KINDS = {"^": ("mountain", "^"), "~": ("lake", "."), ".": ("grassland", ".")}
"""For each ground: the station it makes when three such squares lie around, and the ground that station stands on."""


def across(way: int) -> int:
    """The opposite way."""
    return (way + 2) % 4


class Board:
    """The board of a position."""

    def __init__(self, now: Plain) -> None:
        self.now = now

    def fits(self, at: Spot, kind: str, quarters: int) -> bool:
        """Whether a tile that is left fits an empty cell: no side may meet another ground."""
        sides, _ = turned(kind, quarters)
        return (
            self.now.supply[kind] > 0
            and at not in self.now.sides
            and all(self.now.sides.get(beside(at, way), sides[way] * 4)[across(way)] == sides[way] for way in range(4))
        )

    def can_attach(self, at: Spot, way: int) -> bool:
        """Whether any tile that is left could be attached at a side of a tile."""
        return any(self.fits(beside(at, way), kind, turn) for kind in self.now.supply for turn in range(4))

    def put(self, at: Spot, kind: str, quarters: int) -> None:
        """Put a tile that fits into the landscape."""
        put_tile(self.now, at, kind, quarters)
        self.now.supply[kind] -= 1

    def pieces_on(self, at: Spot) -> int:
        """How many pieces lie on a tile."""
        return sum(cell(square) == at for square in self.now.pieces)

    def area(self, square: Spot) -> set[Spot]:
        """The range or lake of a square: all squares of its ground that steps between neighbours join to it."""
        found, waiting = {square}, [square]
        while waiting:
            here = waiting.pop()
            for way in range(4):
                near = beside(here, way)
                if near not in found and self.now.ground.get(near) == self.now.ground[square]:
                    found.add(near)
                    waiting.append(near)
        return found

    def is_paid(self, square: Spot) -> bool:
        """Whether the range or lake of a square was paid for in this turn."""
        return bool(self.now.paid and self.area(square) & self.now.paid)

    def other_ahead(self, name: EndName) -> Spot | None:
        """The square that the other end points at."""
        other = self.now.ends["B" if name == "A" else "A"]
        return None if other.heading is None else beside(other.at, other.heading)

    def may_lie(self, name: EndName, way: int, heading: int) -> bool:
        """Whether a piece may lie one step that way from an end and point to a heading: no touching, no dead end."""
        end = self.now.ends[name]
        target = beside(end.at, way)
        if heading not in range(4) or heading == across(way):
            return False
        ahead = beside(target, heading)
        taken = {*self.now.pieces, self.other_ahead(name)}
        if target in taken or ahead in taken:
            return False
        if cell(ahead) != cell(target):
            return True
        pointed = [side for side in range(4) if side != end.back] if end.heading is None else [end.heading]
        if self.now.reading == 1:
            before = any(self.has_way_out(beside(end.at, side), cell(target), set()) for side in pointed)
            return not before or self.has_way_out(ahead, cell(target), {target})
        tile, laid = cell(target), self.pieces_on(cell(target))
        before = any(self.leads_out(beside(end.at, side), tile, set(), laid) for side in pointed)
        return not before or self.leads_out(ahead, tile, {target}, laid + 1)

    def leads_out(self, here: Spot, tile: Spot, laid_since: set[Spot], pieces: int) -> bool:
        """Whether pieces can be laid from a square on, one after another, until five lie and the line can leave."""
        if here in laid_since or here in self.now.pieces or cell(here) != tile:
            return False
        if pieces + 1 >= 5:
            return self.has_way_out(here, tile, laid_since)
        return any(self.leads_out(beside(here, way), tile, {*laid_since, here}, pieces + 1) for way in range(4))

    def has_way_out(self, start: Spot, tile: Spot, blocked: set[Spot]) -> bool:
        """Whether free squares of a tile lead from one of them to a side where a tile could be attached."""
        leading_out = [way for way in range(4) if self.can_attach(tile, way)]
        found: set[Spot] = set()
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here in found or here in blocked or here in self.now.pieces or cell(here) != tile:
                continue
            if any(cell(beside(here, way)) != tile for way in leading_out):
                return True
            found.add(here)
            waiting += [beside(here, way) for way in range(4)]
        return False

    def lay(self, name: EndName, target: Spot, way: int, heading: int) -> None:
        """Lay a piece."""
        self.now.pieces[target] = "track"
        self.now.ends[name] = PlainEnd(target, across(way), heading)

    def station(self, name: EndName, square: Spot, company: str) -> None:
        """Build a station."""
        heading = self.now.ends[name].heading
        assert heading is not None
        self.now.pieces[square] = company
        self.now.stations[cell(square)].append(company)
        self.now.ends[name] = PlainEnd(square, across(heading), None)

    def site(self, name: EndName) -> Spot | None:
        """The square an end points at, where a station may stand there."""
        end = self.now.ends[name]
        if end.heading is None:
            return None
        square = beside(end.at, end.heading)
        near = [beside(square, way) for way in range(4)]
        if any(cell(spot) != cell(square) or self.now.pieces.get(spot, "track") != "track" for spot in near):
            return None
        return None if self.now.ground[square] == "~" else square

    def kinds(self, square: Spot) -> list[str]:
        """The kinds of station that the squares around admit."""
        x, y = square
        around = [self.now.ground[x + dx, y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
        return [
            kind
            for ground, (kind, stands_on) in KINDS.items()
            if around.count(ground) >= 3 and self.now.ground[square] == stands_on
        ]

    def alive(self, name: EndName) -> bool:
        """Whether an end could take any piece or station, whatever the dice."""
        square = self.site(name)
        if square is not None:
            for company, stock in self.now.stock.items():
                if company not in self.now.stations[cell(square)] and any(
                    left and kind in self.kinds(square) for (kind, _), left in stock.items()
                ):
                    return True
        return self._can_go_on(name)

    def _can_go_on(self, name: EndName) -> bool:
        end = self.now.ends[name]
        ways = range(4) if end.heading is None else [end.heading]
        return any(self._can_lay(name, way, heading) for way in ways if way != end.back for heading in range(4))

    def _can_lay(self, name: EndName, way: int, heading: int) -> bool:
        """Whether a run could begin with this piece, with all dice in the world."""
        target = beside(self.now.ends[name].at, way)
        if cell(target) not in self.now.sides or not self.may_lie(name, way, heading):
            return False
        longer = Board(self.now.copy())
        longer.lay(name, target, way, heading)
        ahead = beside(target, heading)
        if cell(ahead) == cell(target):
            return self.now.ground[ahead] != "~" or longer._can_go_on(name)
        if self.pieces_on(cell(target)) + 1 < 5:
            return False
        for kind in self.now.supply:
            for turn in range(4):
                if longer.fits(cell(ahead), kind, turn):
                    beyond = Board(longer.now.copy())
                    beyond.put(cell(ahead), kind, turn)
                    if beyond._can_go_on(name):
                        return True
        return False
