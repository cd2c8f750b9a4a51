"""A game's past as a story: year by year, turn by turn, each moment in sentences, and what befell it from outside."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.history.archive import Branch, PastMoment
from pbem.games.presentation import presentation_of
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from pbem.reports.notes import SENTENCES, Reader, sentence
from pbem.store import Tx
from pbem.store.games.game import get_game
from pbem.store.games.log import list_notes, list_rollbacks
from rules_core.kernel.events import Ending, TurnBeginning
from rules_core.kernel.log import RESTORED, decode_marker

ON_GAME: Final = 5
"""The newest notices, which stand on a game's own page."""

Part: TypeAlias = Literal["beginning", "turn", "year's end"]

ENDS: Final = (TurnBeginning, Ending)
"""With these events a turn is through."""


@dataclass(frozen=True)
class Posted:
    """A notice of a game.

    `position` is its place in the log. It is never told, only used to put notices between what is final: where a note
    stands would tell how much a player has done that they can still take back.
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
    for left, row in enumerate(list_rollbacks(tx, game_id), 1):
        back = decode_marker(row.position, row.kind, row.actor, json.loads(row.payload)).rollback
        assert back is not None, "the line says that it is one"
        text = told.get(row.position) or words.text("The game was rolled back to #%(place)s.", place=back.to)
        found.append(WentBack(left, row.position, row.at_ms, back.to, back.epoch, text))
    return found


def not_covered_by(backs: Iterable[WentBack], notices: Iterable[Posted]) -> list[Posted]:
    """The notices but those that tell of these rollbacks, where both are shown."""
    notices = list(notices)
    restored = {notice.position for notice in notices if notice.about == RESTORED}
    told = restored | {back.position + 1 for back in backs if back.position - 1 not in restored}
    return [notice for notice in notices if notice.position not in told]


def posted(tx: Tx, game_id: int, words: Catalogue, zone: str, names: Sequence[str]) -> list[Posted]:
    """The notices of a game, the oldest first; `names` are its players', by seat.

    A kind of note that this program does not know is passed over.
    """
    reader = Reader(words, zone, names, own=presentation_of(get_game(tx, game_id).kind).notices)
    rows = list_notes(tx, game_id)
    entries = [decode_marker(row.position, row.kind, row.actor, json.loads(row.payload)) for row in rows]
    return [
        Posted(number, row.position, row.at_ms, row.actor, entry.note.about, sentence(entry, reader))
        for number, (row, entry) in enumerate(zip(rows, entries, strict=True), 1)
        if entry.note is not None and entry.note.about in SENTENCES
    ]


@dataclass(frozen=True)
class MomentText:
    """A moment in sentences. What came of the end of a year's last turn is told apart, at the same position."""

    position: int
    at_ms: int
    sentences: tuple[str, ...]
    back: WentBack | None = None
    """Of a rollback."""


@dataclass(frozen=True)
class Noticed:
    """A notice in its place between moments, without a place of its own: there is no map of it."""

    at_ms: int
    sentences: tuple[str, ...]
    position: None = None
    back: None = None


@dataclass(frozen=True)
class ChronicleEntry:
    """The beginning of a game, a turn with its player, or the end of a year; `turn` is the last of it for that."""

    part: Part
    year: int
    turn: int
    player: str
    moments: tuple[MomentText, ...]
    is_whole: bool
    """Whether it is through; the last turn may be going on."""
    notices: tuple[Posted, ...] = ()
    """What befell the game meanwhile."""

    @property
    def lines(self) -> list[MomentText | Noticed]:
        """Its moments and notices, in order."""
        told = [(moment.position, moment) for moment in self.moments]
        noticed = [(notice.position, Noticed(notice.at_ms, (notice.text,))) for notice in self.notices]
        lines: list[tuple[int, MomentText | Noticed]] = sorted([*told, *noticed], key=lambda line: line[0])
        return [line for _position, line in lines]

    @property
    def position(self) -> int:
        """The log position at which it ends."""
        return self.moments[-1].position

    @property
    def at_ms(self) -> int:
        """The moment at which it ended, in milliseconds since the epoch."""
        return self.moments[-1].at_ms

    @property
    def sentences(self) -> list[str]:
        """All that is told of it."""
        return [sentence for moment in self.moments for sentence in moment.sentences]


def chapters(
    branch: Branch, presenter: Presenter, backs: Iterable[WentBack], moments: Iterable[PastMoment] | None = None
) -> list[ChronicleEntry]:
    """The chapters of a branch, or of some of its moments, in order. `presenter` tells its newest position."""
    found: list[ChronicleEntry] = []
    chosen = branch.moments if moments is None else moments
    by_position = {back.position: back for back in backs}
    for (part, year, turn), group in groupby(chosen, lambda moment: _part_of(branch, moment)):
        found += _of_turn(part, year, turn, tuple(group), presenter, by_position)
    return found


def with_notices(
    found: Sequence[ChronicleEntry], notices: Iterable[Posted]
) -> tuple[list[ChronicleEntry], list[Posted]]:
    """Chapters with the notices of their turns, and the notices since the last of them."""
    waiting = list(notices)
    filled = []
    for chapter in found:
        # A year's end is at the position of its last turn, which has taken what came before.
        here = [notice for notice in waiting if not chapter.is_whole or notice.position < chapter.position]
        waiting = [notice for notice in waiting if notice not in here]
        filled.append(replace(chapter, notices=tuple(here)))
    return filled, waiting


def _part_of(branch: Branch, moment: PastMoment) -> tuple[Part, int, int]:
    return ("beginning" if moment is branch.moments[0] else "turn", moment.year, moment.turn)


def _of_turn(
    part: Part, year: int, turn: int, moments: Sequence[PastMoment], presenter: Presenter, backs: Mapping[int, WentBack]
) -> list[ChronicleEntry]:
    player = presenter.player(moments[0].seat)
    of_turn: list[MomentText] = []
    of_year: list[MomentText] = []
    for moment in moments:
        if moment.back is not None:
            back = backs[moment.position]
            of_turn.append(MomentText(moment.position, moment.at_ms, (back.text,), back))
            continue
        first, *rest = presenter.turns(moment.events) or [[]]
        of_turn.append(MomentText(moment.position, moment.at_ms, tuple(first)))
        if rest:
            sentences = tuple(sentence for chapter in rest for sentence in chapter)
            of_year.append(MomentText(moment.position, moment.at_ms, sentences))
    is_whole = any(isinstance(event, ENDS) for event in moments[-1].events)
    found = [ChronicleEntry(part, year, turn, player, tuple(of_turn), is_whole)]
    if of_year:
        found.append(ChronicleEntry("year's end", year, turn, player, tuple(of_year), True))
    return found
