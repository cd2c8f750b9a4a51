"""What the tables of all games have in common: rows, names, dice in front of screens, and the bank."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.games.line.holdings import CompanyLine, SeatLine
from pbem.games.line.render_context import RenderContext
from pbem.reports.document import Grid, Sign
from pbem.reports.page import shortened
from rules_core.line.dice import FACES, Dice

NONE: Final = "-"
"""What stands for no number."""
_NAME: Final = 12
"""Columns of a player's name at the head of a row."""


def grid(rows: Sequence[Sequence[str]], right: Iterable[int], faces: Mapping[int, Sign] | None = None) -> Grid:
    """A table of these rows, the first being its head; the columns in `right` are set to the right."""
    head, *body = (tuple(row) for row in rows)
    return Grid(head, tuple(body), tuple(right), dict(faces or {}))


def faces_head(context: RenderContext) -> list[str]:
    """The heads of columns for dice, by face."""
    text = context.catalogue.text
    return [text("straight"), text("curve"), context.game.symbol(context.catalogue), "?"]


def faces_row(front: Dice) -> list[str]:
    """How many dice show each face."""
    return [or_none(front.of(face)) for face in FACES]


def signs_from(context: RenderContext, column: int) -> dict[int, Sign]:
    """The dice that stand at the heads of columns in HTML, from this column on."""
    return {column + n: context.game.SYMBOL if face == "share" else face for n, face in enumerate(FACES)}


def bank(context: RenderContext) -> str:
    """The dice in the bank and on the board."""
    text = context.catalogue.text
    dice = context.catalogue.plural("%(n)s die", "%(n)s dice", context.table.bank)
    return text("In the bank: %(dice)s. On the board as track: %(track)s.", dice=dice, track=context.table.line.dice)


def titled(line: CompanyLine) -> str:
    """A company at the head of a row."""
    return f"{line.sign.letter} {line.name}"


def seated(line: SeatLine, context: RenderContext) -> str:
    """A player at the head of a row."""
    name = shortened(line.name, _NAME)
    return context.catalogue.text("%(player)s (starts)", player=name) if line.starts else name


def or_none(number: int) -> str:
    """A number, where it is one."""
    return str(number) if number else NONE
