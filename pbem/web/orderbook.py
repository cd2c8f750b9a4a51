"""What the order reference tells: verbs by situation, words in three languages, and a lesson played by the engine."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbem.games.line.render_context import on_tile
from pbem.i18n import N_, Catalogue
from pbem.orders import Act, read, verbs_of
from pbem.orders.helptext import Entry, entry
from pbem.orders.verbs import BY_NAME, in_words
from pbem.orders.words import KEYWORDS, LANGUAGES
from rules_core.dice import DrawKey
from rules_core.geometry import LETTERS, SIZE, Side, Square, cell_of
from rules_core.rulebook import Refusal
from rules_core.ruleset import fold, ruleset_for
from rules_core.terrain import Layout

SITUATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    N_("Dice, shares and transport"): ("income", "roll", "buy", "transport"),
    N_("Building"): ("lay", "station"),
    N_("The end of your turn"): ("discard", "keep", "end"),
    N_("Orders for later, and on a condition"): ("if", "next"),
    N_("Second thoughts"): ("check", "confirm", "undo", "restart"),
    N_("Asking"): ("status", "help"),
    N_("Writing to the others"): ("press", "mute", "unmute"),
    N_("When you cannot play"): ("extend", "away", "back", "resign"),
    N_("When the others have waited long for a player"): ("replace", "finish", "concede"),
    N_("When someone else knows your address here"): ("renew",),
    N_("When you think it was judged wrongly"): ("dispute", "statement", "withdraw_dispute"),
    N_("When a turn is to be taken back"): ("rollback", "agree", "refuse", "withdraw_proposal"),
}
"""The verbs by the situation in which they are looked up, under the situations' message ids."""
LETTERS_OF: Final = {
    "first_rails": ("{income}", "{roll} 3{hidden} 2?", "{buy} weiden", "B e e s", "{station} B insel {lake}", "{end}"),
    "germany": ("{income}", "{roll} 5{hidden} 1?", "{transport} weiden", "A n n e", "{station} A insel", "{end}"),
}
"""A whole turn of each kind of game, as templates of `in_words`."""
LESSONS: Final = {"first_rails": "B e s", "germany": "B s e"}
"""For each kind of game a run from the start position that shows a straight and a curve."""
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
    for title, names in SITUATIONS.items():
        known = (BY_NAME[name] for name in names if kind in BY_NAME[name].forms)
        yield catalogue.text(title), tuple(entry(verb, catalogue, kind) for verb in known)


def letter(kind: str, language: str) -> tuple[str, ...]:
    """A whole turn in a language, line by line."""
    return tuple(in_words(line, language) for line in LETTERS_OF[kind])


def verb_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All names of every verb that has any of its own, in each of LANGUAGES."""
    return tuple(tuple(", ".join(verb.aliases[code]) for code in LANGUAGES) for verb in verbs_of(kind))


def other_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All spellings of the words that stand inside orders, in each of LANGUAGES."""
    forms = [verb.forms[kind] for verb in verbs_of(kind)]
    templates = [template for form in forms for template in (form.shape, *form.examples)]
    keys = dict.fromkeys(key for template in templates for key in _WORD.findall(template) if key not in BY_NAME)
    return tuple(tuple(", ".join(KEYWORDS[key][code].split()) for code in LANGUAGES) for key in keys)


@cache
def lesson(kind: str) -> Lesson:
    """The run of LESSONS, as the engine lays it."""
    game = ruleset_for(kind)
    before = fold(game, game.setup({}, 2, _first))
    (order,) = read([LESSONS[kind]], game.view(before, 0), "en").orders
    assert isinstance(order, Act)
    events = game.decide(before, order.action, _first)
    assert not isinstance(events, Refusal)
    table = fold(game, events, before).table
    start = cell_of(before.table.line.b.square)
    pieces = table.line.tiles[start]
    laid = [square for square in pieces if square not in before.table.line.tiles[start]]
    end = table.line.b
    assert end.heading is not None and end.ahead is not None
    ahead = [(name, table.line.end(name).ahead) for name in ("A", "B")]
    return Lesson(
        order=LESSONS[kind],
        layout=table.landscape.layout(start),
        track=tuple(_path(square, fixture.sides) for square, fixture in pieces.items()),
        ends=tuple((name, square.x % SIZE, square.y % SIZE) for name, square in ahead if square),
        squares=tuple(on_tile(square) for square in (*laid, end.ahead)),
        heading=LETTERS[end.heading],
    )


def _path(square: Square, sides: tuple[Side, ...]) -> str:
    """A piece of track from side to side, bent around the middle of its square on a tile."""
    left, top = 10 * (square.x % SIZE), 10 * (square.y % SIZE)
    (x1, y1), (x2, y2) = (_MIDDLES[side] for side in sides)
    return f"M{left + x1} {top + y1}Q{left + 5} {top + 5} {left + x2} {top + y2}"


def _first(key: DrawKey, sides: int) -> int:
    return 0
