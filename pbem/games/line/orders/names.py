"""The words of games of one line: verbs, dice, and what lies on the board; companies and tiles as players type them.

Single letters (`n e s w`, `s c $ ?`, `h`) mean the same in every language; `o` is also read as east, for German Ost,
and as west, for French ouest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final

from pbem.commands.cursor import TokenCursor
from pbem.commands.languages import by_word, doubtful, fold, spellings, words
from pbem.commands.orders.notation import Notation, TableContext, check_letters, notation_of
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.i18n import N_
from rules_core.games import ruleset_for
from rules_core.grid import LETTERS, Layout, Side, Terrain
from rules_core.line.actions import FACES, Dice, Face
from rules_core.line.components import CompanyCard, Components, components_from
from rules_core.line.table import Table

PACKAGE: Final = "pbem.games.line"
LINE: Final = Vocabulary("seat", SEAT, package=PACKAGE)
"""The words of orders in games of one line."""
COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "white", "black")
"""The meanings of words that may name a company by its colour."""
PLACEHOLDERS: Final[Mapping[str, str]] = {
    "company": N_("company"),
    "side": N_("side"),
    "sides": N_("sides"),
    "tile": N_("tile"),
    "dice": N_("dice"),
    "faces": N_("faces"),
    "ground": N_("ground"),
    "square": N_("square"),
}
"""What stands in angle brackets in shapes."""
TERRAIN_KEYS: Final[tuple[Terrain, ...]] = ("grassland", "lake", "mountain")
_SIDES: Final = words("seat", "sides", PACKAGE)
_FACES: Final = words("seat", "faces", PACKAGE)

_MIDDLE_PREFIX: Final = 3
"""How many letters of a later word of a company's name tell it: "hop" for the Insel Hopper."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LineNotation(Notation):
    """The notation of orders of a game of one line, with what its readers ask for."""

    signs: Mapping[Face, str]
    third_letter: str
    """The letter that stands for the third face beside its signs; with those of two games "at" would be two faces."""
    third_face: str
    """The third face by sign and name, as a message id."""
    is_printed: bool
    """Whether the board is printed, so that it tells what stands where, and the price (GE-2, GE-31)."""


def line_notation(kind: str) -> LineNotation:
    """The notation of orders of a kind of game of one line. Raises KeyError for an unknown one."""
    found = notation_of(kind)
    if not isinstance(found, LineNotation):
        raise KeyError(f"{kind} is no game of one line")
    return found


@cache
def directions(language: str) -> Mapping[str, Side]:
    """The folded words for the compass sides, single letters among them."""
    return {word: LETTERS.index(letter) for word, letter in by_word(_SIDES, language).items()}


@cache
def doubtful_sides(language: str) -> Mapping[str, tuple[str, ...]]:
    """The compass letters that a word may stand for which means another side in another language."""
    return doubtful(_SIDES, language)


def check_sides(token: Token, language: str) -> None:
    """Raise ParseError where a word is made of letters for sides of which one may be either of two."""
    check_letters(token, directions(language), doubtful_sides(language))


def sides_of(typed: str, language: str) -> tuple[Side, ...] | None:
    """The compass sides in a folded word: `west` or `nnw`; None where it holds anything else."""
    known = directions(language)
    if typed in known:
        return (known[typed],)
    if typed and all(letter in known for letter in typed):
        return tuple(known[letter] for letter in typed)
    return None


@cache
def face_words(language: str, kind: str) -> Mapping[str, Face]:
    """The folded words for the faces of a die in a kind of game, single letters and signs among them."""
    faces: Mapping[str, Face] = {face: face for face in FACES}
    known = {word: faces[name] for word, name in by_word(_FACES, language).items()}
    return {**known, line_notation(kind).third_letter: "share"}


@cache
def pieces_named(language: str) -> tuple[str, ...]:
    """The words for the faces that are laid, as a language writes them, without letters and signs."""
    return tuple(word for face in ("straight", "curve") for word in _FACES[face][language] if len(word) > 1)


def in_signs(dice: Dice, kind: str) -> str:
    """Dice as orders name them in a kind of game: `s s c ?`; empty for none."""
    signs = line_notation(kind).signs
    return " ".join(signs[face] for face in FACES for _ in range(dice.of(face)))


@dataclass(frozen=True)
class Names:
    """The names by which the companies and tiles of a box may be called."""

    box: Components

    def companies(self, words: Sequence[str]) -> tuple[str, ...]:
        """The ids of the companies that these folded words may mean: one where it is clear, none where it is unknown.

        A company can be named by its id or name, by any beginning of them (its letter is one), by the beginning of a
        later word of its name, or by its colour.
        """
        joined = "".join(words)
        exact = [name.id for name in self._companies if joined in name.whole] or self._coloured(joined)
        if exact:
            return tuple(exact)
        if len(words) > 1:
            return tuple(name.id for name in self._companies if name.begins_with(words))
        beginning = [name.id for name in self._companies if any(key.startswith(joined) for key in name.whole)]
        if beginning or len(joined) < _MIDDLE_PREFIX:
            return tuple(beginning)
        return tuple(name.id for name in self._companies if name.has_word(joined))

    def has_name(self, typed: str) -> bool:
        """Whether a folded word is a company's id or name, or a whole word of it."""
        return any(typed in spelled for name in self._companies for spelled in (name.whole, *name.parts))

    def _coloured(self, typed: str) -> list[str]:
        cards = (card for card in self.box.companies if card.colour in COLOURS)
        return [card.id for card in cards if typed in LINE.accepted(card.colour)]

    def company_words(self) -> tuple[str, ...]:
        """The ids of all companies, in the cards' order."""
        return tuple(card.id for card in self.box.companies)

    def kind(self, typed: str) -> str | None:
        """The kind of tile with this folded name: its id, or a word for its ground where that is a kind's id."""
        known = {_key(kind): kind for kind in self.box.tiles}
        for terrain in ("grassland", "lake"):
            if terrain in self.box.tiles and typed in LINE.accepted(terrain):
                return terrain
        return known.get(typed)

    def by_mountain_sides(self, letters: str, language: str) -> tuple[Layout, ...]:
        """The tiles whose mountain sides are these folded letters, in any order; none where they are no sides."""
        sides = sides_of(letters, language)
        if sides is None or len(set(sides)) != len(sides):
            return ()
        wanted = "".join(LETTERS[side] for side in sorted(sides))
        return self._by_sides.get(wanted, ())

    def has_sides(self, kind: str) -> bool:
        """Whether a kind is named by its mountain sides."""
        return all(layout.mountain_sides for layout in self.box.tiles[kind])

    def tile_words(self, language: str = "en") -> tuple[str, ...]:
        """The names of all tiles as they can lie."""
        return tuple(tile_name(layout, self.box, language) for ways in self.box.tiles.values() for layout in ways)

    @cached_property
    def _companies(self) -> tuple["_CompanyName", ...]:
        return tuple(_CompanyName.of(card) for card in self.box.companies)

    @cached_property
    def _by_sides(self) -> Mapping[str, tuple[Layout, ...]]:
        found: dict[str, tuple[Layout, ...]] = {}
        for ways in self.box.tiles.values():
            for layout in ways:
                if layout.mountain_sides:
                    found[layout.mountain_sides] = (*found.get(layout.mountain_sides, ()), layout)
        return found


@dataclass(frozen=True)
class _CompanyName:
    id: str
    whole: frozenset[str]
    parts: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, card: CompanyCard) -> "_CompanyName":
        parts = "".join(sign if sign.isalnum() else " " for sign in card.name).split()
        whole = {_key(card.id), *map(_key, spellings(card.id)), *map(_key, spellings(card.name))}
        return cls(card.id, frozenset(whole), tuple(spellings(part) for part in parts))

    def begins_with(self, words: Sequence[str]) -> bool:
        if len(words) > len(self.parts):
            return False
        *full, last = words
        cut = self.parts[len(full)]
        return all(word in part for word, part in zip(full, self.parts, strict=False)) and any(
            part.startswith(last) for part in cut
        )

    def has_word(self, beginning: str) -> bool:
        return any(spelling.startswith(beginning) for part in self.parts for spelling in part)


def company_names(kind: str) -> tuple[str, ...]:
    """The ids and names of the companies in the box of a kind of game."""
    ruleset = ruleset_for(kind)
    box: Components = ruleset.read_components(ruleset.components)
    return tuple(name for card in box.companies for name in (card.id, card.name))


def names_of(box: Components) -> Names:
    """The names of a box."""
    return _names(box.text)


def names_in(context: TableContext) -> Names:
    """The names of the box that is played with where something is read."""
    table = context.table
    assert isinstance(table, Table), "orders of one line are read at a table of one"
    return names_of(table.box)


@lru_cache(maxsize=64)
def _names(text: str) -> Names:
    return Names(components_from(text))


_MISREAD: Final = {"new": "wne"}
"""Sides in another order where the usual one spells a word: a newcomer took "T6 (mountain new)" for a new tile."""


def tile_name(layout: Layout, box: Components, language: str = "en") -> str:
    """A tile as it lies, as orders name it: `grass`, `lake`, `lake/e`, or by its mountain sides, `nw`.

    `lake/e` lies with its printed north to the east. Where mountain sides are not enough, the kind's id stands in for
    them: `mountain2/e`.
    """
    if layout.mountain_sides and len(names_of(box).by_mountain_sides(layout.mountain_sides, language)) == 1:
        return _MISREAD.get(layout.mountain_sides, layout.mountain_sides)
    known = layout.kind in TERRAIN_KEYS and not layout.mountain_sides
    name = LINE.word(layout.kind, language) if known else layout.kind
    explicit = layout.turn or (names_of(box).has_sides(layout.kind) and len(box.tiles[layout.kind]) > 1)
    return f"{name}/{LETTERS[layout.turn]}" if explicit else name


def _key(text: str) -> str:
    return "".join(sign for sign in fold(text) if sign.isalnum())


def company(cursor: TokenCursor[TableContext]) -> tuple[str, int] | None:
    """The company that comes next, and how many tokens name it; nothing is read. None where no company is meant."""
    words = _words_ahead(cursor)
    for length in range(len(words), 0, -1):
        found = names_in(cursor.context).companies(words[:length])
        if len(found) == 1:
            return found[0], length
        if found:
            raise ParseError("ambiguous_company", cursor.peek(), found)
    return None


def _words_ahead(cursor: TokenCursor[TableContext]) -> list[str]:
    words: list[str] = []
    for token in cursor.tokens[cursor.at : cursor.at + 5]:
        joined = token.kind == "number" and not token.gap and words
        if token.kind != "word" and not joined:
            break
        words.append(token.fold)
    return words
