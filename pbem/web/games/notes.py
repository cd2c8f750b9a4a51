"""What befell a game from outside, as everybody may read it: the notes of its log in words."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.i18n import Catalogue
from pbem.reports.notes import SENTENCES, Reader, sentence
from pbem.store import Tx
from pbem.store import repository as repo
from rules_core.kernel.log import RESTORED, decode_marker

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


@dataclass(frozen=True)
class WentBack:
    """A rollback: the game left a branch of its log, and went on from a position `to` with the dice of an epoch."""

    left: int
    """The number of the branch that was left; they are counted from 1."""
    position: int
    at_ms: int
    to: int
    epoch: int
    text: str
    """The notice that told it, or, where there is none, that it was so."""


def went_back(tx: Tx, game_id: int, notices: Sequence[Posted], words: Catalogue) -> list[WentBack]:
    """The rollbacks of a game, the oldest first.

    A notice that tells of one stands right behind it in the log, or before it where the server was restored.
    """
    told = {notice.position - 1: notice.text for notice in notices if notice.about != RESTORED}
    told |= {notice.position + 1: notice.text for notice in notices if notice.about == RESTORED}
    found = []
    for left, row in enumerate(repo.rollbacks(tx, game_id), 1):
        back = decode_marker(row.position, row.kind, row.actor, json.loads(row.payload)).rollback
        assert back is not None, "the line says that it is one"
        text = told.get(row.position) or words.text("The game has gone back to #%(place)s.", place=back.to)
        found.append(WentBack(left, row.position, row.at_ms, back.to, back.epoch, text))
    return found


def not_told_by(backs: Iterable[WentBack], notices: Iterable[Posted]) -> list[Posted]:
    """The notices but those that tell of these rollbacks, where both are shown."""
    notices = list(notices)
    restored = {notice.position for notice in notices if notice.about == RESTORED}
    told = restored | {back.position + 1 for back in backs if back.position - 1 not in restored}
    return [notice for notice in notices if notice.position not in told]


def posted(tx: Tx, game_id: int, words: Catalogue, zone: str, names: Sequence[str]) -> list[Posted]:
    """The notices of a game, the oldest first; `names` are its players', by seat.

    A kind of note that this program does not know is passed over.
    """
    reader = Reader(words, zone, names)
    rows = repo.notes(tx, game_id)
    entries = [decode_marker(row.position, row.kind, row.actor, json.loads(row.payload)) for row in rows]
    return [
        Posted(number, row.position, row.at_ms, row.actor, entry.note.about, sentence(entry, reader))
        for number, (row, entry) in enumerate(zip(rows, entries, strict=True), 1)
        if entry.note is not None and entry.note.about in SENTENCES
    ]
