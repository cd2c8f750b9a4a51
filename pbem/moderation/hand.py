"""The words of corrections, and a finger on the tokens of one: what reading and writing them share."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from pbem.games.line.render_context import COLUMNS
from pbem.i18n import N_
from pbem.lobby.walk import Unclear
from pbem.orders.cursor import Cursor
from pbem.orders.talking import seats_called, written
from pbem.orders.words import KEYWORDS, LANGUAGES, accepted, fold, spoken, vocabulary, word
from rules_core.grid.geometry import SIZE, Square
from rules_core.grid.landscape import Landscape

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "give": {"en": "give", "de": "gib gebe geben", "fr": "donne donner"},
    "take": {"en": "take", "de": "nimm nehme nehmen", "fr": "prends prendre retire retirer"},
    "move": {"en": "move", "de": "verschiebe verschieben bewege", "fr": "déplace déplacer"},
    "hidden": {"en": "hidden h", "de": "verdeckt verdeckte verdeckten h v", "fr": "caché cachés cachée cachées h"},
    "passenger": {
        "en": "passengers passenger",
        "de": "fahrgäste fahrgast fahrgästen passagiere passagier reisende reisenden",
        "fr": "passagers passager voyageurs voyageur",
    },
    "director": KEYWORDS["director"],
    "turn": KEYWORDS["turn"],
    "paid": {"en": "paid", "de": "bezahlt", "fr": "payé payée"},
    "office": {"en": "office", "de": "amt", "fr": "fonction"},
    "income": {"en": "income", "de": "einkommen", "fr": "revenu"},
    "rolled": {"en": "rolled roll", "de": "gewürfelt wurf", "fr": "lancé lancer"},
    "on": {"en": "on yes", "de": "an ja", "fr": "oui"},
    "off": {"en": "off no", "de": "aus nein", "fr": "non"},
    "lost": {"en": "lost", "de": "verloren", "fr": "perdue perdu"},
    "kept": {"en": "kept", "de": "behalten", "fr": "gardée gardé"},
    "held": {"en": "held", "de": "gehabt innegehabt", "fr": "tenue tenu"},
    "nobody": {"en": "nobody none", "de": "niemand keiner", "fr": "personne aucun"},
    "as": {"en": "as", "de": "als", "fr": "comme"},
    "waiting": {"en": "waiting", "de": "wartend wartende wartenden", "fr": "attente"},
    "bank": {"en": "bank box", "de": "bank vorrat", "fr": "banque réserve"},
    "to": {"en": "to", "de": "an zu", "fr": "à au"},
    "from": {"en": "from of", "de": "von vom aus", "fr": "de du des"},
}
"""Words with a meaning in corrections, by meaning and language, where orders have none or another; the first of each is
the one that is written."""
MOST_PASSENGERS: Final = 999_000
"""More are not moved at once."""
_NO_NAMES: Final = ("bank", "waiting", "nobody", "to", "from", "articles")
"""Meanings of words that may stand where a player is named."""
_THOUSAND: Final = 1000
_LETTERS: Final = ("t", "s")
"""What may stand before the number of a tile or sector."""
_ROWS: Final = tuple(str(row) for row in range(1, SIZE + 1))


class Hand(Cursor):
    """Walks along the tokens of one correction, by the words above and, for other meanings, by those of orders."""

    def sees(self, *keys: str) -> bool:
        """Whether the next token is a word with one of these meanings."""
        return any(self.means(key) for key in keys)

    def means(self, key: str, ahead: int = 0) -> bool:
        """Whether a token has a meaning."""
        token = self.peek(ahead)
        return token is not None and token.fold in _vocabulary(key, self.language)

    def passengers(self) -> int:
        """Passengers as they are told, 3000 or 3,000, in thousands. Raises Unreadable, and Unclear for other ones."""
        told = self.number(0, MOST_PASSENGERS)
        while (more := self.peek()) is not None and more.kind == "number" and not more.gap and len(more.fold) == 3:
            told = told * _THOUSAND + self.number(0, _THOUSAND - 1)
        if told % _THOUSAND or told > MOST_PASSENGERS:
            raise Unclear(N_("Passengers come by the thousand: write 3000 for three of their counters."))
        return told // _THOUSAND

    def square(self, landscape: Landscape) -> Square:
        """The square that comes next: `T2 f4`, `S14 b3`. Raises Unclear where no tile that lies has such a one."""
        letter = self.peek()
        if letter is not None and letter.fold in _LETTERS:
            self.next()
        number, column, row = (self.next().fold if self.peek() else "" for _ in range(3))
        cell = landscape.numbered(int(number)) if number.isdecimal() and len(number) <= 3 else None
        if cell is None or column not in tuple(COLUMNS) or row not in _ROWS:
            raise Unclear(N_("Which square? Name it as reports do: its tile or sector, then column and row."))
        return Square(cell.x * SIZE + COLUMNS.index(column), cell.y * SIZE + _ROWS.index(row))

    def switch(self, on: str, off: str) -> bool:
        """One of two words that come next. Raises Unclear where neither does."""
        if self.take(on):
            return True
        if not self.take(off):
            raise Unclear(
                N_("Which of the two: %(on)s, or %(off)s?"), on=said(on, self.language), off=said(off, self.language)
            )
        return False


def said(key: str, language: str) -> str:
    """The word with a meaning as it is written in a language. Raises KeyError for an unknown meaning."""
    return WORDS[key][spoken(language)].split()[0] if key in WORDS else word(key, language)


def named(players: Sequence[str], seat: int) -> str:
    """How a player is named in a correction: as in orders, with a comma where what follows might belong to the name.

    One whose name means something else here goes by the number of his seat, unless that is another's name.
    """
    name = written(players, seat)
    if any(fold(name) in _vocabulary(key, language) for key in _NO_NAMES for language in LANGUAGES):
        name = str(seat + 1)
    if seats_called(fold(name), tuple(players)) != (seat,):
        name = players[seat].lower()
    is_clear = name.isalpha() and len([one for one in players if fold(one).startswith(fold(name))]) == 1
    return name if is_clear else f"{name},"


@cache
def _vocabulary(key: str, language: str) -> frozenset[str]:
    return accepted(WORDS[key], language) if key in WORDS else vocabulary(key, language)
