"""The notices that are due for each channel and game, and what came of those that were sent."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.press import load_press_for
from pbem.adjudicator.times import reminder_moments
from pbem.clock import from_ms
from pbem.i18n import catalogue
from pbem.notifications import moments
from pbem.notifications.messages import GameNotice, MessageKind, NewsOfGame, notice_of
from pbem.notifications.moments import FactsOfGame, GameMoment, load_facts_of, news
from pbem.notifications.posting import HttpAnswer, NotSent
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.channels import (
    ChannelGameRow,
    ChannelRow,
    clear_failures,
    drop_channel,
    find_channel,
    forget_channel_games,
    list_actors_between,
    list_channel_games,
    list_matches_of_players,
    put_channel_game,
    set_channel,
)
from pbem.store.games.game import get_game
from pbem.store.games.seats import list_muted_seats, list_seats
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.players.preferences import Preferences, get_preferences

BETWEEN_MS: Final = 30_000
"""The shortest time between two notices of a game to a channel."""
MOST_PER_HOUR: Final = 40
"""Notices of all games to a channel in an hour."""
HOUR_MS: Final = 3_600_000
_EVENTS: Final[Mapping[MessageKind, str]] = {"begun": "notice"}
"""The event that a player chooses for a kind of news, where it is called otherwise."""


@dataclass(frozen=True)
class DueNotice:
    """A notice that is due, and what the channel will have been told once it is sent."""

    channel: ChannelRow
    player: PlayerRow
    game_id: int
    notice: GameNotice
    moment: GameMoment
    now_ms: int

    @property
    def sent(self) -> ChannelGameRow:
        """The row of the channel and the game, once it is sent."""
        return ChannelGameRow(
            self.channel.id, self.game_id, moments.dumped(self.moment), self.now_ms, self.now_ms, None
        )


@dataclass(frozen=True)
class FoundNews:
    """The notices that are due, and what has to be noted of channels and games of which nothing is told."""

    due: list[DueNotice]
    noted: list[ChannelGameRow]
    forgotten: list[tuple[int, int]]


def find_news(unit: UnitOfWork, rows: Collection[ChannelRow]) -> FoundNews:
    """The news for some channels, as far as they can be sent now."""
    found, look = FoundNews([], [], []), _Look(unit)
    open_rows = [row for row in rows if _is_open(row, unit.now_ms)]
    if not open_rows:
        return found
    known: dict[int, dict[int, ChannelGameRow]] = {row.id: {} for row in open_rows}
    for one in list_channel_games(unit, known):
        known[one.channel_id][one.game_id] = one
    played: dict[int, set[int]] = {row.player_id: set() for row in open_rows}
    for player_id, game_id in list_matches_of_players(unit, played):
        played[player_id].add(game_id)
    facts = load_facts_of(unit, set().union(*known.values(), *played.values()))
    for row in open_rows:
        for game_id in sorted(known[row.id].keys() | played[row.player_id]):
            look.at(found, row, facts[game_id], known[row.id].get(game_id))
    return found


def note(tx: Tx, found: FoundNews) -> None:
    """Write down what has to be noted of news of which nothing is told."""
    for one in found.noted:
        if find_channel(tx, one.channel_id) is not None:
            put_channel_game(tx, one)
    for channel_id, game_id in found.forgotten:
        forget_channel_games(tx, channel_id, game_id)


def is_quiet(at: datetime, zone: str, first: int | None, last: int | None) -> bool:
    """Whether a moment lies in the quiet hours from minute `first` of the day up to `last`, over midnight if need be.

    Clocks that are set forward or back take the hours with them, since it is the wall's clock that counts.
    """
    if first is None or last is None:
        return False
    here = at.astimezone(ZoneInfo(zone))
    minute = here.hour * 60 + here.minute
    return first <= minute < last if first < last else minute >= first or minute < last


def begin_to_send(tx: Tx, due: DueNotice) -> None:
    """Write down that a notice is being sent, and count it."""
    sent = due.sent
    known = next((one for one in list_channel_games(tx, [due.channel.id]) if one.game_id == due.game_id), None)
    before = known or replace(sent, moment=moments.NOTHING, sent_ms=0)
    sending = json.dumps({"moment": sent.moment, "at": due.now_ms})
    put_channel_game(tx, replace(before, sending=sending))
    row = due.channel
    is_new_hour = not 0 <= due.now_ms - row.hour_ms < HOUR_MS
    hour = {"hour_ms": due.now_ms, "hour_count": 1} if is_new_hour else {"hour_count": row.hour_count + 1}
    set_channel(tx, row.id, **hour)


def settled(known: ChannelGameRow, row: ChannelRow) -> ChannelGameRow:
    """Take a notice over which the process was killed as told by a webhook, and as not told to a device.

    What is pushed again takes the place of what may have arrived; in a chat it would stand there twice.
    """
    if known.sending is None or row.kind == "push":
        return known
    sending = json.loads(known.sending)
    return replace(known, moment=sending["moment"], sent_ms=sending["at"], reminded_ms=sending["at"])


def _is_open(row: ChannelRow, now_ms: int) -> bool:
    """Whether anything may be sent by a channel now, but for quiet hours; a clock set back holds up nothing."""
    is_over_limit = row.hour_count >= MOST_PER_HOUR and 0 <= now_ms - row.hour_ms < HOUR_MS
    return row.paused_ms is None and now_ms >= row.retry_ms and not is_over_limit


@dataclass(frozen=True)
class _Pair:
    """A channel and a game: what was told there, if anything was, and how things are."""

    row: ChannelRow
    facts: FactsOfGame
    known: ChannelGameRow | None
    before: GameMoment | None
    after: GameMoment

    @property
    def game_id(self) -> int:
        return self.facts.pulse.id

    def present(self, now_ms: int) -> ChannelGameRow:
        return ChannelGameRow(self.row.id, self.game_id, moments.dumped(self.after), 0, now_ms, None)


class _Look:
    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._players: dict[int, tuple[PlayerRow, Preferences]] = {}

    def at(self, found: FoundNews, row: ChannelRow, facts: FactsOfGame, known: ChannelGameRow | None) -> None:
        if row.player_id not in facts.seats:  # they have left, or lost their seat
            found.forgotten.extend([(row.id, facts.pulse.id)] if known is not None else [])
            return
        known = None if known is None else settled(known, row)
        before = None if known is None else moments.loaded(known.moment)
        pair = _Pair(row, facts, known, before, facts.unasked_for(row.player_id))
        if known is not None and before is None and known.moment != moments.NOTHING:  # of another version
            found.noted.append(pair.present(self._unit.now_ms))
            return
        kinds = self._kinds(pair)
        if "turn" not in kinds and self._is_to_be_reminded(found, pair):
            kinds.add("reminder")
        wanted = {kind for kind in kinds if _EVENTS.get(kind, kind) in row.events}
        self._note_in_silence(found, pair, kinds, wanted)
        if wanted and self._may_send(row, known):
            notice, player = self._notice(pair, wanted), self._player(row.player_id)[0]
            found.due.append(DueNotice(row, player, facts.pulse.id, notice, pair.after, self._unit.now_ms))

    def _kinds(self, pair: _Pair) -> set[MessageKind]:
        before, after, events = pair.before, pair.after, pair.row.events
        if before is None:
            return {"turn"} if after.is_own_turn else {"begun"}
        found: set[MessageKind] = {kind for kind in news(before, after) if kind != "deadline"}
        if "move" in found and "move" in events:
            seat = pair.facts.seats[pair.row.player_id].seat
            actors = list_actors_between(self._unit, pair.game_id, before.position, after.position)
            if actors <= {seat}:  # nothing but what they did themselves, and what came of it
                found.discard("move")
        if "press" in found and "press" in events and self._is_all_muted(pair, before):
            found.discard("press")
        return found

    def _is_all_muted(self, pair: _Pair, before: GameMoment) -> bool:
        if not list_muted_seats(self._unit, pair.game_id, pair.row.player_id):
            return False
        pieces = load_press_for(self._unit, pair.game_id, pair.row.player_id)
        return all(piece.is_own or piece.muted or piece.at_ms <= before.press[0] for piece in pieces)

    def _is_to_be_reminded(self, found: FoundNews, pair: _Pair) -> bool:
        known, after = pair.known, pair.after
        is_waited_for = after.is_own_turn and after.status == "playing"
        if known is None or after.deadline_ms is None or not is_waited_for or "reminder" not in pair.row.events:
            return False
        at = reminder_moments(pair.facts.pulse.pace, after.deadline_ms)
        reached = {hours for hours, at_ms in at.items() if known.reminded_ms < at_ms <= self._unit.now_ms}
        if not reached:
            return False
        chosen = self._player(pair.row.player_id)[1].reminders.split()
        if any(str(hours) in chosen for hours in reached):
            return True
        found.noted.append(replace(known, reminded_ms=self._unit.now_ms))  # or their choice would be read at each look
        return False

    def _note_in_silence(
        self, found: FoundNews, pair: _Pair, kinds: Collection[MessageKind], wanted: Collection[MessageKind]
    ) -> None:
        """Note what nobody is told of: a game that is new or over, and turns that come and go."""
        known, before, after = pair.known, pair.before, pair.after
        if known is None or before is None:
            found.noted.extend([] if wanted else [pair.present(self._unit.now_ms)])
            return
        if after.status == "over" and not wanted:
            found.forgotten.append((pair.row.id, pair.game_id))
            return
        # Or it would be no news when the same turn is theirs again, and reminders would count from an earlier one.
        is_past = before.is_own_turn and not after.is_own_turn and not wanted
        if is_past or ("turn" in kinds and "turn" not in wanted):
            turned = replace(before, turn=after.turn, active_seat=after.active_seat, is_own_turn=after.is_own_turn)
            found.noted.append(
                replace(known, moment=moments.dumped(turned), reminded_ms=self._unit.now_ms, sending=None)
            )

    def _may_send(self, row: ChannelRow, known: ChannelGameRow | None) -> bool:
        if known is not None and 0 <= self._unit.now_ms - known.sent_ms < BETWEEN_MS:
            return False
        zone = zone_of(self._player(row.player_id)[1], self._unit.settings.server.time_zone)
        return not is_quiet(from_ms(self._unit.now_ms), zone, row.quiet_from, row.quiet_until)

    def _notice(self, pair: _Pair, kinds: Iterable[MessageKind]) -> GameNotice:
        before, after = pair.before, pair.after
        player, chosen = self._player(pair.row.player_id)
        game = get_game(self._unit, pair.game_id)
        seats = {seat.seat: seat.name for seat in list_seats(self._unit, game.id)}
        mover = "" if after.active_seat is None else seats.get(after.active_seat, "")
        was_held = before is not None and before.held_ms is not None
        is_begun = after.turn == (1, 1)
        news = NewsOfGame(game.tag, game.name, after, frozenset(kinds), mover, self._unit.now_ms, was_held, is_begun)
        zone = zone_of(chosen, self._unit.settings.server.time_zone)
        return notice_of(news, catalogue(player.language), zone, self._unit.settings.web.base_url)

    def _player(self, player_id: int) -> tuple[PlayerRow, Preferences]:
        if player_id not in self._players:
            self._players[player_id] = get_player(self._unit, player_id), get_preferences(self._unit, player_id)
        return self._players[player_id]


FIRST_PAUSE_MS: Final = 30_000
LONGEST_PAUSE_MS: Final = 6 * 3_600_000
"""Pauses between tries; each is twice the one before."""
PAUSED_AFTER_MS: Final = 3 * 24 * 3_600_000
"""For how long everything may fail before a channel is paused, until its owner has it go on."""
PAUSED_AFTER: Final = 5
"""Tries in that time at least."""

_REDIRECTS: Final = range(300, 400)
_GONE: Final = (404, 410)
_BUSY: Final = (408, 425, 429)
_BROKEN_FROM: Final = 500


def checked(answer: HttpAnswer) -> None:
    """Raise NotSent unless an answer says that the message was taken."""
    if 200 <= answer.status < 300:
        return
    if answer.status in _REDIRECTS:
        raise NotSent("redirect")
    if answer.status in _GONE:
        raise NotSent("gone")
    raise NotSent("busy" if answer.status in _BUSY or answer.status >= _BROKEN_FROM else "refused")


def note_sent(tx: Tx, channel_id: int, due: DueNotice | None, now_ms: int) -> None:
    """Note that a channel took a notice, or, without one, a test."""
    row = find_channel(tx, channel_id)
    if row is None:
        return
    if due is not None and due.moment.status == "over":
        forget_channel_games(tx, channel_id, due.game_id)
    elif due is not None:
        put_channel_game(tx, due.sent)
    clear_failures(tx, channel_id)
    set_channel(tx, channel_id, last_ms=now_ms)


def note_failed(
    tx: Tx, channel_id: int, due: DueNotice | None, error: NotSent, now_ms: int, wait_s: int | None = None
) -> None:
    """Note that a notice or a test was not taken; a device that is gone is removed.

    What a webhook may have taken counts as told. `wait_s` is how long the other side asks us to wait.
    """
    row = find_channel(tx, channel_id)
    if row is None:
        return
    if error.reason == "gone" and row.kind == "push":
        drop_channel(tx, channel_id)
        return
    if due is not None:
        _take_back(tx, row, due, error)
    set_channel(tx, channel_id, **_failed(row, error, now_ms, wait_s, is_test=due is None))


def _take_back(tx: Tx, row: ChannelRow, due: DueNotice, error: NotSent) -> None:
    for known in list_channel_games(tx, [row.id]):
        if known.game_id == due.game_id:
            stands = settled(known, row) if error.may_have_arrived else known
            put_channel_game(tx, replace(stands, sending=None))


def _failed(row: ChannelRow, error: NotSent, now_ms: int, wait_s: int | None, *, is_test: bool) -> dict[str, Any]:
    """The facts of a channel after one more failure; a test that fails keeps only more tests from being tried."""
    if is_test:
        return {"failure": error.reason, "failures": row.failures + 1}
    failures, since_ms = row.failures + 1, row.failing_ms if row.failing_ms is not None else now_ms
    pause_ms = min(FIRST_PAUSE_MS * 2 ** min(failures - 1, 20), LONGEST_PAUSE_MS)
    facts: dict[str, Any] = {"failures": failures, "failure": error.reason, "failing_ms": since_ms}
    facts["retry_ms"] = now_ms + max(pause_ms, (wait_s or 0) * 1000)
    is_hopeless = error.reason == "gone" or (failures >= PAUSED_AFTER and now_ms - since_ms >= PAUSED_AFTER_MS)
    if is_hopeless and row.paused_ms is None:
        facts["paused_ms"] = now_ms
    return facts
