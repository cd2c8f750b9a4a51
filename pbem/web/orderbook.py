"""What the order reference tells: verbs by situation, words in three languages, and a lesson played by the engine."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.orders import Act, read, verbs_of
from pbem.orders.helptext import Entry, entry
from pbem.orders.verbs import BY_NAME, in_words
from pbem.orders.words import KEYWORDS, LANGUAGES
from pbem.reports.names import on_tile
from rules_core.dice import DrawKey
from rules_core.games import first_rails
from rules_core.geometry import LETTERS, SIZE, Cell, Side, Square
from rules_core.rulebook import Refusal
from rules_core.ruleset import fold
from rules_core.terrain import Layout

_ALIKE: Final[Mapping[str, tuple[str, ...]]] = {
    N_("Building"): ("lay", "station"),
    N_("The end of your turn"): ("discard", "keep", "end"),
    N_("Second thoughts"): ("check", "confirm", "undo", "restart"),
    N_("Asking"): ("status", "help"),
}
SITUATIONS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "first_rails": {N_("Dice and shares"): ("income", "roll", "buy"), **_ALIKE},
    "germany": {N_("Dice and passengers"): ("income", "roll", "transport"), **_ALIKE},
}
"""By kind of game, the verbs by the situation in which they are looked up, under the situations' message ids."""
TURNS: Final[Mapping[str, tuple[str, ...]]] = {
    "first_rails": ("{income}", "{roll} 3{hidden} 2?", "{buy} weiden", "B e e s", "{station} B insel {lake}", "{end}"),
    "germany": ("{income}", "{roll} 3{hidden} 2?", "{transport} weiden", "A n n e", "{station} A weiden", "{end}"),
}
"""By kind of game, a whole turn, as a template of `in_words`."""
LESSON: Final = "B e s"
"""A run from the start position that shows a straight and a curve."""
_WORD: Final = re.compile(r"\{(\w+)\}")
_MIDDLES: Final = ((5, 0), (10, 5), (5, 10), (0, 5))
"""Where track meets each side of a square, ten units wide."""


@dataclass(frozen=True)
class Lesson:
    """A run laid from the start position: the order, the tile, each piece as a path, and where the ends point.

    `squares` are those laid on, in order, and then the one that the end points at.
    """

    order: str
    layout: Layout
    track: tuple[str, ...]
    ends: tuple[tuple[str, int, int], ...]
    squares: tuple[str, ...]
    heading: str


def situations(kind: str, catalogue: Catalogue) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """Every verb of a kind of game under its situation."""
    for title, names in SITUATIONS[kind].items():
        yield catalogue.text(title), tuple(entry(BY_NAME[name], catalogue, kind) for name in names)


def letter(kind: str, language: str) -> tuple[str, ...]:
    """A whole turn of a kind of game in a language, line by line."""
    return tuple(in_words(line, language) for line in TURNS[kind])


def verb_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All names of every verb of a kind of game, in each of LANGUAGES."""
    return tuple(tuple(", ".join(verb.aliases[code]) for code in LANGUAGES) for verb in verbs_of(kind))


def other_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All spellings of the words that stand inside a kind of game's orders, in each of LANGUAGES."""
    forms = [verb.forms[kind] for verb in verbs_of(kind)]
    templates = [template for form in forms for template in (form.shape, *form.examples)]
    keys = dict.fromkeys(key for template in templates for key in _WORD.findall(template) if key not in BY_NAME)
    return tuple(tuple(", ".join(KEYWORDS[key][code].split()) for code in LANGUAGES) for key in keys)


@cache
def lesson() -> Lesson:
    """The run of LESSON, as the engine lays it."""
    before = fold(first_rails, first_rails.setup({}, 2, _first))
    (order,) = read([LESSON], first_rails.view(before, 0), "en").orders
    assert isinstance(order, Act)
    events = first_rails.decide(before, order.action, _first)
    assert not isinstance(events, Refusal)
    table = fold(first_rails, events, before).table
    start = Cell(0, 0)
    pieces = table.line.tiles[start]
    laid = [square for square in pieces if square not in before.table.line.tiles[start]]
    end = table.line.b
    assert end.heading is not None and end.ahead is not None
    ahead = [(name, table.line.end(name).ahead) for name in ("A", "B")]
    return Lesson(
        order=LESSON,
        layout=table.landscape.layout(start),
        track=tuple(_path(square, fixture.sides) for square, fixture in pieces.items()),
        ends=tuple((name, square.x % SIZE, square.y % SIZE) for name, square in ahead if square),
        squares=tuple(on_tile(square) for square in (*laid, end.ahead)),
        heading=LETTERS[end.heading],
    )


def _path(square: Square, sides: tuple[Side, ...]) -> str:
    """A piece of track from side to side, bent around the middle of its square."""
    left, top = 10 * square.x, 10 * square.y
    (x1, y1), (x2, y2) = (_MIDDLES[side] for side in sides)
    return f"M{left + x1} {top + y1}Q{left + 5} {top + 5} {left + x2} {top + y2}"


def _first(key: DrawKey, sides: int) -> int:
    return 0
