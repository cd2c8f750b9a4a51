"""Years and turns in words. A game that has a prelude calls what comes before its first year by its name."""

from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue


def year_in_words(kind: str, year: int, words: Catalogue) -> str:
    """A year of a kind of game: "year 3", "placing stations"."""
    return _prelude(kind, year, words) or words.text("year %(year)s", year=year)


def turn_in_words(kind: str, year: int, turn: int, words: Catalogue, seats: int | None = None) -> str:
    """A turn of a kind of game: "year 3, turn 2", where the number of turns is known "year 3, turn 2 of 4"; "placing
    stations, turn 5".
    """
    prelude = _prelude(kind, year, words)
    if prelude:
        return words.text("%(prelude)s, turn %(turn)s", prelude=prelude, turn=turn)
    if seats is None:
        return words.text("year %(year)s, turn %(turn)s", year=year, turn=turn)
    return words.text("year %(year)s, turn %(turn)s of %(seats)s", year=year, turn=turn, seats=seats)


def begun_large(text: str) -> str:
    """A text as it begins a line: "Year 3"."""
    return text[:1].upper() + text[1:]


def _prelude(kind: str, year: int, words: Catalogue) -> str:
    prelude = presentation_of(kind).prelude
    return "" if year or not prelude else words.text(prelude)
