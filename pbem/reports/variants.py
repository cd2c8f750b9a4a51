"""The kinds of game and their variants, in words."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_, Catalogue

VARIANTS: Final[Mapping[tuple[str, str], str]] = {
    ("extended", "yes"): N_("extended game: 60 dice instead of 40"),
    ("director_tie", "printed"): N_("ties for director as in the printed rules"),
    ("open", "yes"): N_("open game: nothing is hidden"),
    ("two_starts", "drawn"): N_("two starts abroad, drawn by lot: one in the south and one in the north"),
    ("two_starts", "france-sweden"): N_("two starts abroad: in France and in Sweden"),
    ("two_starts", "france-denmark"): N_("two starts abroad: in France and in Denmark"),
    ("two_starts", "austria-sweden"): N_("two starts abroad: in Austria and in Sweden"),
    ("two_starts", "austria-denmark"): N_("two starts abroad: in Austria and in Denmark"),
}
"""What a game's options say where they differ from the usual game."""
GAMES: Final[Mapping[str, str]] = {"first_rails": N_("The First Rails"), "germany": N_("Germany")}
"""What the kinds of game are called; `rules_core.games.kinds` knows them all."""


def in_words(kind: str, options: Mapping[str, str], words: Catalogue) -> str:
    """A kind of game with its variants: "The First Rails, extended game: 60 dice instead of 40"."""
    told = [VARIANTS[option] for option in options.items() if option in VARIANTS]
    return ", ".join(words.text(text) for text in (GAMES[kind], *told))
