"""The moment at which a viewer knows a game, by which it is told whether a page is out of date, and what is new to a
channel.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import blake2s
from typing import Any, Final, Literal, TypeAlias

from pbem.store import Tx
from pbem.store.accounts.channels import (
    ChannelGameRow,
    ChannelRow,
    forget_channel_games,
    list_matches_of_players,
    put_channel_game,
)
from pbem.store.across.live import (
    HeldSeat,
    PressCount,
    Pulse,
    count_notes_of_games,
    count_press,
    list_held_seats,
    list_pulses,
)
from pbem.store.mail.press import TO_ALL

Kind: TypeAlias = Literal["move", "turn", "deadline", "press", "notice", "over"]
"""The kinds of news: something was played; it is the viewer's turn; another deadline; press that they may read; a note
in the log, such as a hold; the end of the game.
"""
_MARK_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class GameMoment:
    """The facts of a game that a viewer may know, by which their page is made anew."""

    tag: str
    position: int
    status: str
    turn: tuple[int, int]
    active_seat: int | None
    is_own_turn: bool
    deadline_ms: int | None
    held_ms: int | None
    notes: int
    press: tuple[int, int]
    """When the newest piece of press was written that the viewer may read, and how many all may read."""

    def mark(self) -> str:
        """A short sign that differs when anything here does."""
        return blake2s(repr(self).encode(), digest_size=_MARK_BYTES).hexdigest()


@dataclass(frozen=True)
class FactsOfGame:
    """The facts of a game that some viewer or other may know."""

    pulse: Pulse
    seats: Mapping[int, HeldSeat]
    notes: int
    press: tuple[PressCount, ...]
    _known: dict[int | None, GameMoment] = field(default_factory=dict, compare=False, repr=False)

    def seen_by(self, player_id: int | None) -> GameMoment:
        """The moment for a player, or for somebody who is none."""
        held = None if player_id is None else self.seats.get(player_id)
        seat = None if held is None else held.seat
        if seat not in self._known:
            self._known[seat] = self._moment(held)
        return self._known[seat]

    def unasked_for(self, player_id: int) -> GameMoment:
        """The same for a player who is told of it unasked: without the press that they wrote themselves."""
        held = self.seats.get(player_id)
        return self._moment(held, without=None if held is None else held.seat)

    def _moment(self, held: HeldSeat | None, without: int | None = None) -> GameMoment:
        pulse, seat = self.pulse, None if held is None else held.seat
        press = [one for one in self.press if _may_read(one, held) and one.seat != without]
        is_own_turn = seat is not None and seat == pulse.active_seat
        return GameMoment(
            pulse.tag,
            pulse.position if seat == pulse.active_seat else pulse.final_position,
            pulse.status,
            (pulse.year, pulse.turn),
            pulse.active_seat,
            is_own_turn,
            pulse.deadline_ms,
            pulse.held_ms,
            self.notes,
            (
                max((one.latest_ms for one in press), default=0),
                sum(one.pieces for one in press if one.readers == TO_ALL),
            ),
        )


def _may_read(press: PressCount, held: HeldSeat | None) -> bool:
    """Whether the newest of some press is for a viewer to read; what was private before they came is not."""
    if press.readers == TO_ALL:
        return True
    if held is None or press.latest_ms < held.from_ms:
        return False
    return held.seat == press.seat or str(held.seat) in press.readers.split()


def load_facts_of(tx: Tx, game_ids: Collection[int]) -> dict[int, FactsOfGame]:
    """The facts of games, by id."""
    if not game_ids:
        return {}
    notes = count_notes_of_games(tx, game_ids)
    seats: dict[int, dict[int, HeldSeat]] = {}
    for held in list_held_seats(tx, game_ids):
        seats.setdefault(held.game_id, {})[held.player_id] = held
    press: dict[int, list[PressCount]] = {}
    for count in count_press(tx, game_ids):
        press.setdefault(count.game_id, []).append(count)
    return {
        pulse.id: FactsOfGame(pulse, seats.get(pulse.id, {}), notes.get(pulse.id, 0), tuple(press.get(pulse.id, ())))
        for pulse in list_pulses(tx, game_ids)
    }


def news(before: GameMoment, after: GameMoment) -> list[Kind]:
    """The kinds of what has happened between two moments of a game."""
    is_new_turn = (before.turn, before.active_seat) != (after.turn, after.active_seat)
    found: dict[Kind, bool] = {
        "move": before.position != after.position,
        "turn": after.is_own_turn and (is_new_turn or not before.is_own_turn),
        "deadline": before.deadline_ms != after.deadline_ms and not is_new_turn and after.status == "playing",
        "press": before.press < after.press,
        "notice": before.notes != after.notes or before.held_ms != after.held_ms,
        "over": before.status != after.status and after.status == "over",
    }
    return [kind for kind, happened in found.items() if happened]


NOTHING: Final = ""
"""The moment of a game of which a channel was told nothing yet."""


def begin_with_present(tx: Tx, channel: ChannelRow, now_ms: int) -> None:
    """Have a channel know its player's games as they are now, so that it is told of what comes only."""
    forget_channel_games(tx, channel.id)
    games = [game_id for _, game_id in list_matches_of_players(tx, [channel.player_id])]
    for game_id, facts in load_facts_of(tx, games).items():
        moment = dumped(moment_for(facts, channel.player_id))
        put_channel_game(tx, ChannelGameRow(channel.id, game_id, moment, 0, now_ms, None))


def moment_for(facts: FactsOfGame, player_id: int) -> GameMoment:
    """The moment of a game for a player, without the press that they wrote themselves."""
    return facts.unasked_for(player_id)


def dumped(moment: GameMoment) -> str:
    """A moment in its stored form."""
    return json.dumps(asdict(moment), separators=(",", ":"))


@lru_cache(maxsize=20_000)
def loaded(text: str) -> GameMoment | None:
    """A moment that was kept; None for NOTHING, and where it has a form of another version of the program."""
    try:
        found: dict[str, Any] = json.loads(text)
        (year, turn), (latest_ms, pieces) = found.pop("turn"), found.pop("press")
        return GameMoment(**found, turn=(year, turn), press=(latest_ms, pieces))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
