"""A player who has nothing but the text of the mails: no rules engine, no view, no state.

It reads what a person would read: whose turn it is, the lines it may send, its dice, where the ends point, and the maps
as they are drawn. From these it plans runs of its own, longer than those suggested.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

STEPS: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
BACK: Final = {"n": "s", "e": "w", "s": "n", "w": "e"}
COLUMNS: Final = "abcdefg"
LONGEST: Final = 6
"""Pieces of a run that are thought out."""
LIKED: Final = ("weiden", "insel", "bergtal", "ueberall", "eisberg")
"""The companies as the player likes their shares: most grassland stations first."""
Square = tuple[int, int]
"""Column and row of a tile, from 0."""


@dataclass(frozen=True)
class Purse:
    """Dice in front that can be laid."""

    straights: int
    curves: int
    shares: int
    wild: int

    def lays(self, headings: str, came: str) -> bool:
        """Whether there are dice for these pieces, when the line pointed `came` before the first."""
        turns = sum(a != b for a, b in zip(came + headings, headings, strict=False))
        straight = len(headings) - turns
        return max(0, turns - self.curves) + max(0, straight - self.straights) <= self.wild


@dataclass(frozen=True)
class Plan:
    """A tile as its map and the lines below it tell: squares, the way on, and what may be laid beyond each side."""

    order: str
    """How an order begins: "A", or at a station "A leave n,"."""
    at: Square
    heading: str
    signs: dict[Square, str]
    missing: int
    """Pieces to lay before the line may leave the tile."""
    beyond: dict[str, list[str]]
    """The tiles that fit beyond each side."""

    def runs(self, purse: Purse) -> Iterator[str]:
        """Runs over grass, the best first: over the edge, then the longest."""
        found = list(self._runs("", self.at, self.heading, frozenset()))
        for headings, tile in sorted(found, key=lambda run: (run[1] == "", -len(run[0]))):
            over = f" onto {tile} {headings[-1]}" if tile else ""
            if purse.lays(headings + (headings[-1] if tile else ""), self.heading):
                yield f"{self.order} {' '.join(headings)}{over}"

    def _runs(self, headings: str, at: Square, came: str, laid: frozenset[Square]) -> Iterator[tuple[str, str]]:
        """(headings, tile over the edge or nothing) of the runs that go on from here by laying on `at`."""
        if len(headings) == LONGEST or self.signs.get(at) not in (" . ", f"<{self.order}>") or at in laid:
            return
        laid |= {at}
        for heading in STEPS:
            ahead = _step(at, heading)
            longer = headings + heading
            if heading == BACK[came]:
                continue
            if ahead not in self.signs:
                if len(longer) >= self.missing and (tile := self._tile(heading)):
                    yield longer, tile
            elif self._is_free(ahead, laid) and "<" not in self.signs[ahead] and self._leads_out(ahead, laid):
                if self.signs[ahead] != " ~ ":
                    yield longer, ""
                yield from self._runs(longer, ahead, heading, laid)

    def _tile(self, side: str) -> str:
        """A tile that can be entered on grass: plain, or with mountains on other sides only."""
        names = (name for name in self.beyond.get(side, []) if not name.startswith("lake") and "mountain" not in name)
        return next((name for name in names if name == "grass" or BACK[side] not in name), "")

    def _is_free(self, square: Square, laid: frozenset[Square]) -> bool:
        return square not in laid and self.signs.get(square, "") in (" . ", " ^ ", " ~ ", "<A>", "<B>")

    def _leads_out(self, start: Square, laid: frozenset[Square]) -> bool:
        """Whether free squares lead from here to a side where a tile fits."""
        reached = [start]
        for square in reached:
            for heading in STEPS:
                beside = _step(square, heading)
                if beside not in self.signs and self.beyond.get(heading):
                    return True
                if self._is_free(beside, laid) and beside not in reached:
                    reached.append(beside)
        return False


def _square(text: str) -> Square:
    return COLUMNS.index(text[0]), int(text[1]) - 1


def _plain(text: str) -> str:
    return "".join(sign for sign in text.lower().replace("ü", "ue") if sign.isalpha())


def _step(square: Square, heading: str) -> Square:
    return square[0] + STEPS[heading][0], square[1] + STEPS[heading][1]


class Reading:
    """What a mail's text says to a person."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.flat = " ".join(text.split())

    @property
    def is_my_turn(self) -> bool:
        """Whether the mail says so."""
        return "It's your turn (year" in self.flat

    @property
    def is_over(self) -> bool:
        """Whether the mail says that the game is over."""
        return "The game is over: " in self.flat

    @property
    def may_send(self) -> list[str]:
        """The lines that may be sent as they stand."""
        return self._block_behind("comment:")

    def sendable(self, beginning: str) -> list[str]:
        """Those of these lines that begin like this."""
        return [line for line in self.may_send if line.startswith(beginning)]

    @property
    def sheet(self) -> list[str]:
        """The lines that the mail proposes."""
        return self._block_behind("You could send:")

    @property
    def hidden(self) -> int:
        """The dice behind the reader's own screen."""
        return int(self._found(r"Behind your screen: (\d+) di"))

    @property
    def purse(self) -> Purse:
        """The dice in front of it that can be laid."""
        said = self._found(r"In front of it, for everyone to see: (.*?)\.")
        counts = {kind: int(n) for n, kind in re.findall(r"(\d+) (straight|curve|share|\?)", said)}
        return Purse(*(counts.get(kind, 0) for kind in ("straight", "curve", "share", "?")))

    def plans(self, end: str) -> Iterator[Plan]:
        """What can be planned at an end: nothing where it points off its tile, or at anything but grass."""
        pointing = re.search(rf"\b{end}: (T\d+) [a-g]\d, points ([nesw]) at ([a-g]\d) \(grass\)", self.flat)
        station = re.search(rf"\b{end}: station at (T\d+) ([a-g]\d), can leave ([nesw](?:, [nesw])*)", self.flat)
        signs = self._map(end)
        if pointing:
            tile, heading, ahead = pointing.groups()
            if signs.get(_square(ahead)) == f"<{end}>":
                yield self._plan(tile, end, _square(ahead), heading, signs)
        elif station:
            tile, place, exits = station.groups()
            for side in exits.split(", "):
                yield self._plan(tile, f"{end} leave {side},", _step(_square(place), side), side, signs)

    def _plan(self, tile: str, order: str, at: Square, heading: str, signs: dict[Square, str]) -> Plan:
        leave = re.search(rf"The line can leave {tile}(?: after (\d+) more pieces?)?[: ]", self.flat)
        missing = 99 if leave is None else int(leave[1] or 0)
        return Plan(order, at, heading, signs, missing, self._beyond(tile))

    def in_bank(self, company: str) -> int:
        """How many shares the bank has of a company, by the table of companies."""
        head = next(at for at, line in enumerate(self.lines) if line.startswith("Shares "))
        row = next(line for line in self.lines[head:] if _plain(company) in _plain(line))
        return int(row.split()[-1].replace("-", "0"))

    def _found(self, pattern: str) -> str:
        match = re.search(pattern, self.flat)
        assert match is not None, pattern
        return match[1]

    def _block_behind(self, heading: str) -> list[str]:
        """The lines behind one that ends like this, from the blank line below it to the next."""
        starts = [at for at, line in enumerate(self.lines) if line.endswith(heading)]
        if not starts:
            return []
        rest = self.lines[starts[0] + 2 :]
        return rest[: rest.index("")]

    def _map(self, end: str) -> dict[Square, str]:
        """The squares of the map that an end is on, as three signs each."""
        for at, line in enumerate(self.lines):
            for title in re.finditer(r"T\d+ \([^)]*\), (?:both ends|end [AB])", line):
                if title[0].endswith(("both ends", f"end {end}")):
                    left = title.start() + 3
                    rows = [row.ljust(left + 21)[left : left + 21] for row in self.lines[at + 2 : at + 9]]
                    return {(x, y): row[3 * x : 3 * x + 3] for y, row in enumerate(rows) for x in range(7)}
        return {}

    def _beyond(self, tile: str) -> dict[str, list[str]]:
        sides = "n: (.*?) e: (.*?) s: (.*?) w: (.*?)(?: New| Paid| ==)"
        block = re.search(f"New tiles that fit beside {tile}: {sides}", self.flat)
        said = dict(zip("nesw", block.groups() if block else (), strict=False))
        return {side: tiles.split(", ") for side, tiles in said.items() if not re.search("lies there|none", tiles)}


def next_letter(text: str) -> str:
    """What the player answers to a mail that says it is his turn.

    First what the mail proposes: income, a station, the roll. Then shares and runs of his own, and the end.
    """
    mail = Reading(text)
    if "Reply `confirm` to carry them out" in mail.flat:
        return "confirm"
    for verb in ("income", "station", "roll"):
        if found := mail.sendable(verb):
            return found[0]
    purse = mail.purse
    liked = next((company for company in LIKED if mail.sendable(f"buy {company} ") and mail.in_bank(company)), None)
    shares = [f"buy {min(purse.shares, mail.in_bank(liked))} {liked}"] if liked and purse.shares else []
    runs = [run for end in "AB" for plan in mail.plans(end) for run in plan.runs(purse)]
    return "\n".join([*shares, *runs[:1]]) or mail.sendable("end")[0]
