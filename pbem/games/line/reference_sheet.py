"""A game at a glance: what the reference pages of all games tell, from the data and the constants it is played by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pbem.games.line.drawing.board import BoardCompany, board_of
from pbem.games.line.drawing.company_marks import CompanyMark, company_mark
from pbem.games.line.drawing.map_svg import map_svg
from pbem.games.line.render_context import company_letters
from rules_core.games import ruleset_for
from rules_core.kernel.definition import fold
from rules_core.line import dead_ends, legality, transition, turns
from rules_core.line import events as ev
from rules_core.line.components import Components, components_from
from rules_core.line.dice import FACES, Face
from rules_core.line.table import Table


@dataclass(frozen=True)
class Numbers:
    """The numbers that all games count with."""

    dice: int
    dice_extended: int
    first_dice: int
    """Each player's "?" at the start, and the least income."""
    kept: int
    """Dice that may stay in front at a turn's end."""
    bonus: int
    """Dice for entering a tile or sector, and for a station."""
    mountain: int
    """What a mountain range costs."""
    lake: int
    """What a lake costs."""
    river: int
    """What a river costs."""
    cheap: int
    dear: int
    """The two prices of stations."""
    pieces: int
    """Pieces on a tile or in a sector before the line may leave it."""


def numbers(prices: Sequence[int]) -> Numbers:
    """What the engine counts with; `prices` are what stations cost, the cheapest first."""
    return Numbers(
        dice=turns.DICE["no"],
        dice_extended=turns.DICE["yes"],
        first_dice=turns.FIRST_DICE,
        kept=turns.KEPT,
        bonus=transition.BONUS,
        mountain=legality.DUES["mountain"],
        lake=legality.DUES["lake"],
        river=legality.DUES["river"],
        cheap=prices[0],
        dear=prices[-1],
        pieces=dead_ends.NEEDED_TO_CONNECT,
    )


def faces(box: Components) -> dict[Face, int]:
    """How often each face is on a die."""
    return {face: box.faces.count(face) for face in FACES}


def signs(box: Components) -> tuple[CompanyMark, ...]:
    """The companies' signs, in the cards' order."""
    letters = company_letters(box)
    return tuple(
        company_mark(BoardCompany(card.name, letter, card.colour), place)
        for place, (card, letter) in enumerate(zip(box.companies, letters, strict=True))
    )


def variants(options: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """The values of a game's options that differ from the usual game, each with its option."""
    return tuple((option, value) for option, values in options.items() for value in values[1:])


@lru_cache(maxsize=4)
def printed_map(kind: str, box: str) -> str:
    """All of a board as new games of a kind begin on it, with component data given as canonical JSON."""
    return map_svg(kind, board_of(table_at_start(kind, box)), view="whole")


def printed_board(kind: str, box: str) -> str | None:
    """All of a printed board as `printed_map` draws it; None for a game without one."""
    return printed_map(kind, box) if components_from(box).chart else None


@lru_cache(maxsize=4)
def table_at_start(kind: str, box: str) -> Table:
    """Set the table for a new game of a kind, with component data given as canonical JSON."""
    rules = ruleset_for(kind)
    began, *events = rules.setup({}, 2, lambda _key, _sides: 0)
    assert isinstance(began, ev.GameBegan)
    found: Table = fold(rules, [replace(began, components=box), *events]).table
    return found
