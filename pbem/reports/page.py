"""Plain pages: lines of at most `WIDTH` columns, lists, and tables whose columns are as wide as they must be."""

from collections.abc import Sequence
from typing import Final

WIDTH: Final = 72
"""Columns of a mail, so that it survives one or two quotations."""


def wrap(text: str, indent: str = "", hang: str | None = None) -> list[str]:
    """A text in lines, the first after `indent`, the others after `hang` (else spaces as wide as `indent`).

    A word longer than a line stays whole, so that an address or an order is never broken.
    """
    rest = " " * len(indent) if hang is None else hang
    lines: list[str] = []
    line = indent
    for word in text.split():
        if len(line) + len(word) > WIDTH and line.strip() and line != indent:
            lines.append(line.rstrip())
            line = rest
        line += f"{word} "
    return [*lines, line.rstrip()]


def flow(items: Sequence[str], gap: str = "   ", indent: str = "") -> list[str]:
    """Short items one after the other, none of them broken, in as many lines as it takes."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(gap) + len(item) <= WIDTH:
            lines[-1] += gap + item
        else:
            lines.append(indent + item)
    return lines


def table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Rows of cells as lines; the columns numbered in `right` are set to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def shortened(text: str, width: int) -> str:
    """A text cut to at most `width` signs, the last then being an ellipsis."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def side_by_side(blocks: Sequence[Sequence[str]], gap: int = 5) -> list[str]:
    """Blocks of lines, the left ones padded, the shorter ones filled up below."""
    height = max((len(block) for block in blocks), default=0)
    widths = [max(len(line) for line in block) + gap for block in blocks]
    filled = [[*block, *[""] * (height - len(block))] for block in blocks]
    return [
        "".join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*filled, strict=True)
    ]
