"""The public past of games: each moment that is final, and the position after it, as a spectator saw it.

The branch of a log that stands is the game's history; the branches that rollbacks have left can be read beside it. Only
final lines are read at all, and of a branch only what was final when it was left, so that nothing a player can still
take back, and nothing that they have taken back, is ever shown. What is final does not change: a past is read once, and
kept while there is room.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Final

from pbem.adjudicator.context import visible
from pbem.adjudicator.history.branches import begins_moment
from pbem.adjudicator.log.lines import read_lines
from pbem.adjudicator.sessions import load_game
from pbem.recent import Recent
from pbem.store import NotFound, Tx
from pbem.store.games.game import GameRow
from pbem.store.games.log import list_entries, list_last_lines
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.events import Ended, Event, TurnBeginning, YearBeginning, ending_of
from rules_core.kernel.log import Branches, LogEntry, Rollback, final_upto
from rules_core.kernel.position import Position, SeatView

MOST_KEPT: Final = 64
"""Pasts kept by an archive; the one not asked for longest goes first. A long game's takes about half a megabyte."""
_STRIDE: Final = 16
"""Events between two positions that a past keeps; those between are folded when asked for."""


@dataclass(frozen=True)
class PastMoment:
    """An action with all that came of it, the beginning of the game, corrections, or a rollback, which has no events.

    `position` is that of its last event; `year`, `turn` and `seat` tell in whose turn it was taken.
    """

    position: int
    year: int
    turn: int
    seat: int
    at_ms: int
    events: tuple[Event, ...]
    back: Rollback | None = None
    """The position that the game went back to, for a rollback."""

    @property
    def first(self) -> int:
        """The position of its first event; those between follow without gaps."""
        return self.position - max(len(self.events) - 1, 0)


class Branch:
    """One branch of a game's log, as far as it is final. Safe to use from any thread."""

    def __init__(self, ruleset: AnyGame, number: int, moments: Sequence[PastMoment]) -> None:
        self._ruleset = ruleset
        self.number = number
        """Branches are counted from 1; each rollback leaves one and begins the next."""
        self.moments = tuple(moments)
        """In the order they happened; the first is the beginning of the game."""

    @property
    def last(self) -> PastMoment:
        """The newest moment."""
        return self.moments[-1]

    def __contains__(self, position: int) -> bool:
        """Whether there is an event of it, or a rollback, at a position."""
        return position in self._index

    def index_at(self, position: int) -> int:
        """The number, from 0, of the moment to which the event at a position belongs. Raises NotFound."""
        return self._places(position)[0]

    def events_up_to(self, position: int) -> tuple[Event, ...]:
        """The events of an action, up to and with the one at a position. Raises NotFound."""
        moment = self.moments[self.index_at(position)]
        return moment.events[: position - moment.first + 1]

    def news_at(self, position: int) -> tuple[Event, ...]:
        """The events up to a position since the turn began in which it lies. Raises NotFound."""
        index = self.index_at(position)
        here = self.moments[index]
        begun = index
        while begun and _turn_of(self.moments[begun - 1]) == _turn_of(here) and begun > 1:
            begun -= 1
        before = [event for moment in self.moments[begun:index] for event in moment.events]
        return (*before, *self.events_up_to(position))

    def view_at(self, position: int, seat: int | None = None) -> SeatView:
        """The position after an event, as a seat, or a spectator, saw it. Raises NotFound."""
        at = self._places(position)[1]
        stride = at // _STRIDE
        state = fold(self._ruleset, self._events[stride * _STRIDE : at + 1], self._kept[stride])
        found: SeatView = self._ruleset.view(state, seat)
        return found

    def _places(self, position: int) -> tuple[int, int]:
        """The number of an event's moment, and its own, both from 0; a rollback has that of the event before it."""
        found = self._index.get(position)
        if found is None:
            raise NotFound("moment", position)
        return found

    @cached_property
    def _events(self) -> list[Event]:
        return [event for moment in self.moments for event in moment.events]

    @cached_property
    def _index(self) -> Mapping[int, tuple[int, int]]:
        found: dict[int, tuple[int, int]] = {}
        before = 0
        for number, moment in enumerate(self.moments):
            if moment.back is not None:
                found[moment.position] = (number, before - 1)
            for offset in range(len(moment.events)):
                found[moment.first + offset] = (number, before + offset)
            before += len(moment.events)
        return found

    @cached_property
    def _kept(self) -> list[Position | None]:
        """The position before every block of events; None before the first."""
        states: list[Position | None] = [None]
        events = iter(self._events)
        while stretch := list(islice(events, _STRIDE)):
            states.append(fold(self._ruleset, stretch, states[-1]))
        return states


class Past(Branch):
    """The past of one game as far as it is final: the present branch, and those that were left."""

    def __init__(self, ruleset: AnyGame, moments: Sequence[PastMoment], branches: Sequence[Branch] = ()) -> None:
        super().__init__(ruleset, len(branches) + 1, moments)
        self.branches = tuple(branches)
        """The branches that were left, in the order they were, each as far as it was final then."""

    def branch(self, number: int) -> Branch:
        """The branch of a number. Raises NotFound."""
        if not 1 <= number <= self.number:
            raise NotFound("branch", number)
        return self if number == self.number else self.branches[number - 1]

    def branch_at(self, position: int) -> Branch:
        """The branch on which the event at a position stands, or stood last. Raises NotFound."""
        for branch in (self, *reversed(self.branches)):
            if position in branch:
                return branch
        raise NotFound("moment", position)

    def moments_of(self, branch: Branch) -> tuple[PastMoment, ...]:
        """The moments that stand on a branch, or stood on it last; each moment is one branch's own."""
        return self._moments_by_branch[branch.number]

    @cached_property
    def _moments_by_branch(self) -> Mapping[int, tuple[PastMoment, ...]]:
        known: set[int] = set()
        found = {}
        for branch in (self, *reversed(self.branches)):
            found[branch.number] = tuple(moment for moment in branch.moments if moment.position not in known)
            known.update(moment.position for moment in branch.moments)
        return found


class Archive:
    """The pasts of all games of one database. Safe to use from any thread."""

    def __init__(self) -> None:
        self._kept = Recent[tuple[int, int, int | None], Past](MOST_KEPT)

    def past(self, tx: Tx, game: GameRow) -> Past:
        """Look up a game's past, as far as it is final. Raises BadRecord where its log cannot be read."""
        return self._kept.get_or_make((game.id, game.final_position, game.damaged_ms), lambda: _read(tx, game))


def present(tx: Tx, game_id: int) -> SeatView:
    """The position as a spectator sees it now. Raises NotFound, and BadRecord where the log cannot be read."""
    return visible(load_game(tx, game_id).session, None)


def load_endings(tx: Tx, games: Sequence[GameRow]) -> dict[int, Ended]:
    """The endings, by id, of those of these games that are over; one whose log cannot be read is left out."""
    rulesets = {game.id: ruleset_for(game.kind) for game in games if game.status == "over"}
    lines = list_last_lines(tx, list(rulesets)) if rulesets else {}
    found = {game_id: _ending(rulesets[game_id], payload) for game_id, payload in lines.items()}
    return {game_id: ending for game_id, ending in found.items() if ending is not None}


def _ending(ruleset: AnyGame, payload: str) -> Ended | None:
    try:
        return ending_of(ruleset.decode_event(json.loads(payload)))
    except ValueError:
        return None


def _read(tx: Tx, game: GameRow) -> Past:
    rows, ruleset = list_entries(tx, game.id, upto=_last_read(game)), ruleset_for(game.kind)
    entries = [entry for entry in read_lines(ruleset, rows).entries if entry.position <= game.final_position]
    if not any(entry.event for entry in entries):
        raise BadRecord("nothing of its log can be read")
    log = _Log(entries, {row.position: row.at_ms for row in rows})
    left = [
        Branch(ruleset, number, log.moments(log.left_at(back.position))) for number, back in enumerate(log.backs, 1)
    ]
    return Past(ruleset, log.moments(log.line(entries[-1].position)), left)


def _last_read(game: GameRow) -> int | None:
    """The last line to read of a log: of one that is damaged all of them, since the last tell which line it is."""
    return game.final_position if game.damaged_ms is None else None


class _Log:
    """The log of a game, as far as it is final, and when its lines were written."""

    def __init__(self, entries: Sequence[LogEntry], times: Mapping[int, int]) -> None:
        self._entries = entries
        self._times = times
        self._branches = Branches(entries)
        self.backs = [entry for entry in entries if entry.rollback is not None]
        """All rollbacks."""

    def line(self, position: int) -> list[LogEntry]:
        """The entries that stood after a position: actions and events, and the rollbacks that had led there."""
        return sorted([*self._branches.at(position), *self._backs_to(position)], key=lambda entry: entry.position)

    def left_at(self, position: int) -> list[LogEntry]:
        """The entries that had stood before a rollback at a position, as far as they were final then."""
        final = final_upto([entry for entry in self._entries if entry.position < position])
        return [entry for entry in self.line(position - 1) if entry.position <= final]

    def _backs_to(self, position: int) -> Iterator[LogEntry]:
        for back in reversed(self.backs):
            if back.position <= position and back.rollback is not None:
                yield back
                position = back.rollback.to

    def moments(self, line: Sequence[LogEntry]) -> list[PastMoment]:
        groups = [[line[0]]]
        for before, entry in pairwise(line):
            if entry.rollback is not None or begins_moment(before, entry):
                groups.append([])
            groups[-1].append(entry)
        moments: list[PastMoment] = []
        turn = (0, 0, 0)
        for group in groups:
            events = tuple(event for entry in group if (event := entry.event) is not None)
            after = _after(turn, events)
            year, number, seat = turn if moments else after
            last = group[-1]
            moments.append(
                PastMoment(last.position, year, number, seat, self._times[last.position], events, last.rollback)
            )
            turn = after
        return moments


def _after(turn: tuple[int, int, int], events: Sequence[Event]) -> tuple[int, int, int]:
    year, number, seat = turn
    for event in events:
        if isinstance(event, YearBeginning):
            year = event.year
        elif isinstance(event, TurnBeginning):
            number, seat = event.number, event.seat
    return year, number, seat


def _turn_of(moment: PastMoment) -> tuple[int, int]:
    return moment.year, moment.turn
