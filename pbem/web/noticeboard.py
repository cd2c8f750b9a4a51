"""What befell a game from outside, as everybody may read it: the notes of its log in words."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.i18n import Catalogue
from pbem.reports.notes import SENTENCES, Reader, sentence
from pbem.store import Tx
from pbem.store import repository as repo
from rules_core.log import decode_entry

ON_GAME: Final = 5
"""The newest notices, which stand on a game's own page."""


@dataclass(frozen=True)
class Posted:
    """A notice of a game.

    `position` is its place in the log. It is never told, only used to put notices between what is final: where a note
    stands would tell how much a player has done that he can still take back.
    """

    number: int
    """Notices of a game are counted from 1."""
    position: int
    at_ms: int
    seat: int | None
    about: str
    text: str


def posted(tx: Tx, game_id: int, words: Catalogue, zone: str, names: Sequence[str]) -> list[Posted]:
    """The notices of a game, the oldest first; `names` are its players', by seat.

    A kind of note that this program does not know is passed over.
    """
    reader = Reader(words, zone, names)
    rows = repo.notes(tx, game_id)
    entries = [decode_entry(row.position, row.kind, row.actor, json.loads(row.payload)) for row in rows]
    return [
        Posted(number, row.position, row.at_ms, row.actor, entry.note.about, sentence(entry, reader))
        for number, (row, entry) in enumerate(zip(rows, entries, strict=True), 1)
        if entry.note is not None and entry.note.about in SENTENCES
    ]
