"""A game's past as a story, moment by moment in sentences, the moves since a seat's last turn, and one that is over
by years, in charts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.history.archive import Branch, Past, PastMoment
from pbem.adjudicator.log.lines import read_markers
from pbem.games.presentation import presentation_of
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from pbem.reports.notes import SENTENCES, Reader, sentence
from pbem.store import Tx
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.log import list_notes, list_rollbacks
from rules_core.kernel.events import Ending, TurnBeginning
from rules_core.kernel.log import RESTORED

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
    """The text of its notice, or a plain statement where there is none."""


def load_rollbacks(tx: Tx, game_id: int, notices: Sequence[Posted], words: Catalogue) -> list[WentBack]:
    """The rollbacks of a game, the oldest first.

    A notice that tells of one stands right behind it in the log, or before it where the server was restored.
    """
    texts = {notice.position - 1: notice.text for notice in notices if notice.about != RESTORED}
    texts |= {notice.position + 1: notice.text for notice in notices if notice.about == RESTORED}
    found = []
    rows = {row.position: row for row in list_rollbacks(tx, game_id)}
    for left, entry in enumerate(read_markers(rows.values()), 1):
        row, back = rows[entry.position], entry.rollback
        assert back is not None, "the line says that it is one"
        text = texts.get(row.position) or words.text("The game was rolled back to #%(place)s.", place=back.to)
        found.append(WentBack(left, row.position, row.at_ms, back.to, back.epoch, text))
    return found


def not_covered_by(backs: Iterable[WentBack], notices: Iterable[Posted]) -> list[Posted]:
    """The notices but those that tell of these rollbacks, where both are shown."""
    notices = list(notices)
    restored = {notice.position for notice in notices if notice.about == RESTORED}
    covered = restored | {back.position + 1 for back in backs if back.position - 1 not in restored}
    return [notice for notice in notices if notice.position not in covered]


def list_notices(tx: Tx, game_id: int, words: Catalogue, zone: str, names: Sequence[str]) -> list[Posted]:
    """The notices of a game, the oldest first; `names` are its players', by seat.

    A kind of note that this program does not know is passed over.
    """
    reader = Reader(words, zone, names, game_notices=presentation_of(get_game(tx, game_id).kind).notices)
    rows = list_notes(tx, game_id)
    times = {row.position: row.at_ms for row in rows}
    return [
        Posted(number, entry.position, times[entry.position], entry.seat, entry.note.about, sentence(entry, reader))
        for number, entry in enumerate(read_markers(rows), 1)
        if entry.note is not None and entry.note.about in SENTENCES
    ]


@dataclass(frozen=True)
class MomentText:
    """A moment in sentences. What came of the end of a year's last turn is told apart, at the same position."""

    position: int
    at_ms: int
    sentences: tuple[str, ...]
    back: WentBack | None = None
    """The rollback, where it is one."""


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
        placed = [(moment.position, moment) for moment in self.moments]
        noticed = [(notice.position, Noticed(notice.at_ms, (notice.text,))) for notice in self.notices]
        lines: list[tuple[int, MomentText | Noticed]] = sorted([*placed, *noticed], key=lambda line: line[0])
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
        """All its sentences."""
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


WIDTH: Final = 420
HEIGHT: Final = 220
"""The size of a chart, in its own units."""
_LEFT: Final = 64
_RIGHT: Final = 14
_TOP: Final = 14
_BOTTOM: Final = 28
_STEPS: Final = 4
"""Lines across a chart at most, beside that of nothing."""
_YEARS_NAMED: Final = 10
MARKS: Final = 6
"""Looks of lines that can be told apart."""


@dataclass(frozen=True)
class FigureLine:
    """A player's numbers at the end of each year, and where they lie in the chart."""

    name: str
    look: int
    """Which of the MARKS its points have."""
    values: tuple[int, ...]
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class YearChart:
    """One figure over the years. Lines across are pairs of a value and its height in the drawing."""

    title: str
    """A message id."""
    years: tuple[int, ...]
    lines: tuple[FigureLine, ...]
    across: tuple[tuple[int, float], ...]
    below: tuple[tuple[int, float], ...]
    """The years that are named below, with where they lie."""

    width = WIDTH
    height = HEIGHT
    left = _LEFT
    right = WIDTH - _RIGHT


def charts(past: Past, kind: str, names: Sequence[str]) -> list[YearChart]:
    """The figures of a game that is over, at the end of each of its years, with all that was hidden then."""
    ends = {moment.year: moment.position for moment in past.moments if moment.year > 0}
    years = tuple(ends)
    if not years:
        return []
    views = [[past.view_at(position, seat) for position in ends.values()] for seat in range(len(names))]
    return [
        _chart(
            figure.title,
            years,
            names,
            [tuple(figure.of_seat(view, seat) for view in of_seat) for seat, of_seat in enumerate(views)],
        )
        for figure in presentation_of(kind).figures
    ]


def _chart(title: str, years: tuple[int, ...], names: Sequence[str], values: Sequence[tuple[int, ...]]) -> YearChart:
    step = _step(max(max(line) for line in values))
    top = step * max(1, -(-max(max(line) for line in values) // step))
    xs = [_x(number, len(years)) for number in range(len(years))]
    each = -(-len(years) // _YEARS_NAMED)
    return YearChart(
        title,
        years,
        tuple(
            FigureLine(name, seat % MARKS, line, tuple((x, _y(value, top)) for x, value in zip(xs, line, strict=True)))
            for seat, (name, line) in enumerate(zip(names, values, strict=True))
        ),
        tuple((value, _y(value, top)) for value in range(0, top + 1, step)),
        tuple((year, x) for number, (year, x) in enumerate(zip(years, xs, strict=True)) if number % each == 0),
    )


def _step(most: int) -> int:
    """The least round number of which _STEPS reach as far as `most`: 1, 2, 5, 10, 20 and so on."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if step * _STEPS >= most:
                return step
        unit *= 10


def _x(number: int, years: int) -> float:
    span = WIDTH - _LEFT - _RIGHT
    return _LEFT + (span / 2 if years == 1 else round(span * number / (years - 1), 1))


def _y(value: int, top: int) -> float:
    return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top, 1)


@dataclass(frozen=True)
class MovesSince:
    """The positions of these moves, and the line that counts them; nothing of it is hidden from anybody."""

    line: str
    positions: tuple[int, ...]


def moves_since(past: Past, game: GameRow, seat: int | None, seats: int, words: Catalogue) -> MovesSince | None:
    """The moves since the last turn of a seat, but for its own; the last round for a spectator; None without any.

    As far as a seat had no turn yet, they are all since the beginning.
    """
    moments = [moment for moment in past.moments[1:] if moment.events]
    turns = [tuple(group) for _turn, group in groupby(moments, lambda one: (one.year, one.turn, one.seat))]
    if seat is None:
        past_moments, count = [moment for turn in turns[-seats:] for moment in turn], words.plural
        line = count("The last round: %(n)s move", "The last round: %(n)s moves", len(past_moments))
        return _found(line, past_moments)
    ended = [at for at, turn in enumerate(turns) if turn[0].seat == seat and not _is_on(game, turn[0])]
    since = turns[ended[-1] + 1 :] if ended else turns
    past_moments = [moment for turn in since for moment in turn if moment.seat != seat]
    if ended:
        line = words.plural("Since your last turn: %(n)s move", "Since your last turn: %(n)s moves", len(past_moments))
    else:
        line = words.plural("Since the beginning: %(n)s move", "Since the beginning: %(n)s moves", len(past_moments))
    return _found(line, past_moments)


def _found(line: str, found: Sequence[PastMoment]) -> MovesSince | None:
    return MovesSince(line, tuple(moment.position for moment in found)) if found else None


def _is_on(game: GameRow, moment: PastMoment) -> bool:
    return game.status == "playing" and (game.year, game.turn, game.active_seat) == (
        moment.year,
        moment.turn,
        moment.seat,
    )
