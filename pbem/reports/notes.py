"""Notes of a game's log in words: what befell it from outside."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from pbem.clock import from_ms
from pbem.i18n import Catalogue
from pbem.reports.terms import pace_in_words
from rules_core.log import Entry, NoteFact

SENTENCES: Final[dict[str, str]] = {}
"""What each kind of note says, as a message id. `player` is whom it concerns; facts stand under their names: those that
end in `_ms` as moments, those in `_day` as dates, `pace` as a time."""


@dataclass(frozen=True)
class Reader:
    """Who is told: in which words and time zone, and the players' names by seat."""

    words: Catalogue
    zone: str
    names: Sequence[str]


def notices(entries: Iterable[Entry], reader: Reader) -> list[str]:
    """What the notes among these entries say, in order."""
    return [_sentence(entry, reader) for entry in entries if entry.note is not None and entry.note.about in SENTENCES]


def _sentence(entry: Entry, reader: Reader) -> str:
    assert entry.note is not None
    facts: Mapping[str, str] = {name: _told(name, fact, reader) for name, fact in entry.note.facts.items()}
    player = "" if entry.seat is None else reader.names[entry.seat]
    return reader.words.text(SENTENCES[entry.note.about], **{"player": player, **facts})


def _told(name: str, fact: NoteFact, reader: Reader) -> str:
    if name.endswith("_ms") and isinstance(fact, int):
        return reader.words.moment(from_ms(fact), reader.zone)
    if name.endswith("_day") and isinstance(fact, str):
        return reader.words.day(date.fromisoformat(fact))
    if name == "pace" and isinstance(fact, str):
        return pace_in_words(fact, reader.words)
    return "" if fact is None else str(fact)
