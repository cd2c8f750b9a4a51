"""Actions and draws in few words, for seat 0 where none is named."""

from collections.abc import Iterator
from typing import cast

from rules.position import FACES, dice, turn_of
from rules_core.games.first_rails.turn import BOX
from rules_core.grid import LETTERS, Terrain
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.line.actions import (
    BuildStation,
    BuyShare,
    EndName,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Piece,
    Roll,
    Source,
    UseTransport,
)
from rules_core.line.components import components_from


def payment(text: str) -> Payment:
    """Dice paid, written like "2h 1?"."""
    numbers = {"h": 0, "?": 0}
    for word in text.split():
        numbers[word[-1]] += int(word[:-1])
    return Payment(numbers["h"], numbers["?"])


def income(*, seat: int = 0, break_bank: bool = False) -> Income:
    """Take income."""
    return Income(seat, break_bank)


def roll(hidden: int, wild: int = 0, *, seat: int = 0, break_bank: bool = False) -> Roll:
    """Roll hidden dice and "?"."""
    return Roll(seat, hidden, wild, break_bank)


def buy(company: str, source: Source | None = None, *, wild: bool = False, seat: int = 0) -> BuyShare:
    """Buy one share."""
    return BuyShare(seat, company, source, wild)


def transport(company: str, *, wild: bool = False, seat: int = 0) -> UseTransport:
    """Use a transport symbol."""
    return UseTransport(seat, company, wild)


def lay(text: str, *, leave: str = "", pay: str | None = None, seat: int = 0, break_bank: bool = False) -> LayRun:
    """A run, written like "A w n? +lake/e n": the end, and where each piece points; a new tile is marked with "+"."""
    end, *words = text.split()
    steps = tuple(_step(word) for word in words)
    side = LETTERS.index(leave) if leave else None
    return LayRun(seat, cast(EndName, end), steps, side, None if pay is None else payment(pay), break_bank)


def _step(word: str) -> Piece | NewTile:
    if word.startswith("+"):
        return NewTile(*turn_of(word[1:]))
    return Piece(LETTERS.index(word[0]), wild=word[1:] == "?")


def build(
    text: str,
    terrain: Terrain | None = None,
    price: int | None = None,
    *,
    pay: str | None = None,
    leave: str = "",
    seat: int = 0,
    break_bank: bool = False,
) -> BuildStation:
    """A station, written like "A weiden": the end and the company."""
    end, company = text.split()
    side = LETTERS.index(leave) if leave else None
    paid = None if pay is None else payment(pay)
    return BuildStation(seat, cast(EndName, end), company, terrain, price, paid, break_bank, side)


def end_turn(discard: str = "", *, seat: int = 0) -> EndTurn:
    """End the turn, giving back the dice shown."""
    return EndTurn(seat, dice(discard))


def scripted(faces: str) -> Draw:
    """A draw that throws these faces, one after another; to throw more raises StopIteration."""
    script: Iterator[str] = iter(faces)
    box = components_from(BOX)

    def draw(key: DrawKey, sides: int) -> int:
        return box.faces.index(FACES[next(script)])

    return draw
