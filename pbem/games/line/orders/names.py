"""Companies and tiles of one box by name, as players type them and as orders are written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from pbem.commands.cursor import TokenCursor
from pbem.commands.faults import ParseError
from pbem.commands.languages import fold, spellings
from pbem.commands.orders.notation import TableContext
from pbem.games.line.orders.words import COLOURS, LINE, TERRAIN_KEYS, sides_of
from rules_core.grid.geometry import LETTERS
from rules_core.grid.terrain import Layout
from rules_core.line.components import CompanyCard, Components, components_from
from rules_core.line.table import Table

_MIDDLE_PREFIX: Final = 3
"""How many letters of a later word of a company's name tell it: "hop" for the Insel Hopper."""


@dataclass(frozen=True)
class Names:
    """How the companies and tiles of a box may be called."""

    box: Components

    def companies(self, words: Sequence[str], language: str) -> tuple[str, ...]:
        """The ids of the companies that these folded words may mean; one where it is clear, none where it is unknown.

        A company goes by its id or name, by any beginning of them (its letter is one), by the beginning of a later word
        of its name, or by its colour.
        """
        joined = "".join(words)
        exact = [name.id for name in self._companies if joined in name.whole] or self._coloured(joined, language)
        if exact:
            return tuple(exact)
        if len(words) > 1:
            return tuple(name.id for name in self._companies if name.begins_with(words))
        beginning = [name.id for name in self._companies if any(key.startswith(joined) for key in name.whole)]
        if beginning or len(joined) < _MIDDLE_PREFIX:
            return tuple(beginning)
        return tuple(name.id for name in self._companies if name.has_word(joined))

    def _coloured(self, typed: str, language: str) -> list[str]:
        """The companies with the colour that a folded word names."""
        cards = (card for card in self.box.companies if card.colour in COLOURS)
        return [card.id for card in cards if typed in LINE.accepted(card.colour, language)]

    def company_words(self) -> tuple[str, ...]:
        """The ids of all companies, in the cards' order."""
        return tuple(card.id for card in self.box.companies)

    def kind(self, typed: str, language: str) -> str | None:
        """The kind of tile with this folded name: its id, or a word for its ground where that is a kind's id."""
        known = {_key(kind): kind for kind in self.box.tiles}
        for terrain in ("grassland", "lake"):
            if terrain in self.box.tiles and typed in LINE.accepted(terrain, language):
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
    """The spellings of a company's id and name run together, and those of each word of its name."""

    id: str
    whole: frozenset[str]
    parts: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, card: CompanyCard) -> "_CompanyName":
        parts = "".join(sign if sign.isalnum() else " " for sign in card.name).split()
        whole = {_key(card.id), *map(_key, spellings(card.id)), *map(_key, spellings(card.name))}
        return cls(card.id, frozenset(whole), tuple(spellings(part) for part in parts))

    def begins_with(self, words: Sequence[str]) -> bool:
        """Whether the name begins with these words, the last of which may be cut short."""
        if len(words) > len(self.parts):
            return False
        *full, last = words
        cut = self.parts[len(full)]
        return all(word in part for word, part in zip(full, self.parts, strict=False)) and any(
            part.startswith(last) for part in cut
        )

    def has_word(self, beginning: str) -> bool:
        """Whether some word of the name begins like this."""
        return any(spelling.startswith(beginning) for part in self.parts for spelling in part)


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
        found = names_in(cursor.context).companies(words[:length], cursor.language)
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
