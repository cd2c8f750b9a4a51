"""The public past of games: each moment that is final, and the position after it, as a spectator saw it.

Only final lines of a log are read at all, so that nothing a player can still take back, and nothing that was taken
back, is ever shown. What is final does not change: a past is read once, and kept while there is room.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from pbem.adjudicator.casebook import PREAMBLE, open_case
from pbem.adjudicator.heard import visible
from pbem.store import NotFound, Tx
from pbem.store import repository as repo
from pbem.store.rows import EntryRow, GameRow
from rules_core import events as ev
from rules_core.codec import decode_event
from rules_core.log import Entry, decode_entry, live
from rules_core.ruleset import Ruleset, fold, ruleset_for
from rules_core.table import State
from rules_core.views import PlayerView

MOST_KEPT: Final = 64
"""Pasts kept by an archive; the one not asked for longest goes first. A long game's takes about half a megabyte."""
_STRIDE: Final = 16
"""Events between two positions that a past keeps; those between are folded when asked for."""


@dataclass(frozen=True)
class Moment:
    """An action with all that came of it, or the beginning of the game.

    `position` is that of its last event; `year`, `turn` and `seat` tell in whose turn it was taken.
    """

    position: int
    year: int
    turn: int
    seat: int
    at_ms: int
    events: tuple[ev.Event, ...]

    @property
    def first(self) -> int:
        """The position of its first event; those between follow without gaps."""
        return self.position - len(self.events) + 1


class Past:
    """What is final of one game. Safe to use from any thread."""

    def __init__(self, ruleset: Ruleset, moments: Sequence[Moment]) -> None:
        self._ruleset = ruleset
        self.moments = tuple(moments)
        """In the order they happened; the first is the beginning of the game."""

    @property
    def last(self) -> Moment:
        """The newest moment."""
        return self.moments[-1]

    def index_at(self, position: int) -> int:
        """The number, from 0, of the moment to which the event at a position belongs. Raises NotFound."""
        return self._places(position)[0]

    def told_at(self, position: int) -> tuple[ev.Event, ...]:
        """What came of its action up to and with the event at a position. Raises NotFound."""
        moment = self.moments[self.index_at(position)]
        return moment.events[: position - moment.first + 1]

    def news_at(self, position: int) -> tuple[ev.Event, ...]:
        """What happened up to a position since the turn began in which it lies. Raises NotFound."""
        index = self.index_at(position)
        here = self.moments[index]
        begun = index
        while begun and _turn_of(self.moments[begun - 1]) == _turn_of(here) and begun > 1:
            begun -= 1
        before = [event for moment in self.moments[begun:index] for event in moment.events]
        return (*before, *self.told_at(position))

    def view_at(self, position: int) -> PlayerView:
        """The position after an event, as a spectator saw it. Raises NotFound."""
        at = self._places(position)[1]
        kept = at // _STRIDE
        state = fold(self._ruleset, self._events[kept * _STRIDE : at + 1], self._kept[kept])
        return self._ruleset.view(state, None)

    def _places(self, position: int) -> tuple[int, int]:
        """The number of an event's moment, and its own, both from 0."""
        found = self._index.get(position)
        if found is None:
            raise NotFound("moment", position)
        return found

    @cached_property
    def _events(self) -> list[ev.Event]:
        return [event for moment in self.moments for event in moment.events]

    @cached_property
    def _index(self) -> Mapping[int, tuple[int, int]]:
        positions = [
            (moment.first + offset, number)
            for number, moment in enumerate(self.moments)
            for offset in range(len(moment.events))
        ]
        return {position: (number, at) for at, (position, number) in enumerate(positions)}

    @cached_property
    def _kept(self) -> list[State | None]:
        """The position before every so many events; None before the first."""
        states: list[State | None] = [None]
        events = iter(self._events)
        while stretch := list(islice(events, _STRIDE)):
            states.append(fold(self._ruleset, stretch, states[-1]))
        return states


class Archive:
    """The pasts of all games of one database. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, int], Past] = OrderedDict()

    def past(self, tx: Tx, game: GameRow) -> Past:
        """What is final of a game. Raises BadRecord where its log cannot be read."""
        key = (game.id, game.final_position)
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
        past = _read(tx, game)
        with self._lock:
            self._kept[key] = past
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return past


def present(tx: Tx, game_id: int) -> PlayerView:
    """The position as a spectator sees it now. Raises NotFound, and BadRecord where the log cannot be read."""
    return visible(open_case(tx, game_id).ledger, None)


def endings(tx: Tx, games: Sequence[GameRow]) -> dict[int, ev.GameEnded]:
    """How those of these games have ended that are over, by id."""
    lines = repo.last_lines(tx, [game.id for game in games if game.status == "over"])
    found = {game_id: _ending(payload) for game_id, payload in lines.items()}
    return {game_id: ending for game_id, ending in found.items() if ending is not None}


def _ending(payload: str) -> ev.GameEnded | None:
    event = decode_event(json.loads(payload))
    return event if isinstance(event, ev.GameEnded) else None


def _read(tx: Tx, game: GameRow) -> Past:
    rows = [row for row in repo.entries(tx, game.id, upto=game.final_position) if row.kind not in PREAMBLE]
    times = {row.position: row.at_ms for row in rows}
    stood = live(_decoded(row) for row in rows)
    return Past(ruleset_for(game.kind), _moments(stood, times))


def _decoded(row: EntryRow) -> Entry:
    return decode_entry(row.position, row.kind, row.actor, json.loads(row.payload))


def _moments(entries: Sequence[Entry], times: Mapping[int, int]) -> list[Moment]:
    """The entries as moments: each action begins one, and the game's beginning is the first."""
    groups: list[list[Entry]] = [[]]
    for entry in entries:
        if entry.kind == "action":
            groups.append([])
        else:
            groups[-1].append(entry)
    moments: list[Moment] = []
    turn = (0, 0, 0)
    for group in groups:
        if not group:
            continue
        events = tuple(event for entry in group if (event := entry.event) is not None)
        after = _after(turn, events)
        year, number, seat = turn if moments else after
        last = group[-1].position
        moments.append(Moment(last, year, number, seat, times[last], events))
        turn = after
    return moments


def _after(turn: tuple[int, int, int], events: Sequence[ev.Event]) -> tuple[int, int, int]:
    """Year, turn and seat after these events."""
    year, number, seat = turn
    for event in events:
        if isinstance(event, ev.YearBegan):
            year = event.year
        elif isinstance(event, ev.TurnBegan):
            number, seat = event.number, event.seat
    return year, number, seat


def _turn_of(moment: Moment) -> tuple[int, int]:
    return moment.year, moment.turn
