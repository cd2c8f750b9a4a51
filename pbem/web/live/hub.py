"""The browsers that follow games at present, and the news for each of them.

Nothing is remembered of what was told but the moments that each follower knows. So a follower that comes back is told
what has changed whoever told it last: this process, one that has been stopped since, or another beside it. Their last
event's id is a digest of all that they knew; where it is still that, nothing was missed.
"""

import json
import secrets
import threading
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2s
from typing import Final, TypeVar

from pbem.networks import SITE_SHARE, site_of
from pbem.notifications.moments import FactsOfGame, GameMoment, load_facts_of, news
from pbem.store import Database, Tx
from pbem.store.across.live import (
    find_newest_game_id,
    list_followed_games,
    list_held_seats,
    list_live_sessions,
    list_pulses_by_tag,
)

T = TypeVar("T")

MOST_GAMES: Final = 200
"""Games of a player that a stream follows, of those they play and of those they watch."""
MOST_SHOWN: Final = 20
"""Games that it follows beside those, since a page of them is open."""
_SHORTEST_WAIT_MS: Final = 1_000
_WAIT_SPREAD_MS: Final = 3_000
_FAREWELL_SPREAD_MS: Final = 9_000
_ID_BYTES: Final = 8


@dataclass(frozen=True)
class StreamLimits:
    """Limits on the number of streams, and on the time that each may take; times in seconds."""

    most: int = 1000
    per_client: int = 24
    """Streams to one IPv4 address, or /64 of IPv6, as trusted proxies tell it; SITE_SHARE times as many to a /48."""
    per_player: int = 12
    """Streams to one player's browsers."""
    ping_seconds: float = 15.0
    life_seconds: float = 600.0
    """After which a stream ends, to begin anew with whatever its visitor may follow by then."""
    taking_seconds: float = 30.0
    poll_seconds: float = 0.5
    """Distance at which games are looked at for what other processes wrote."""
    rest_seconds: float = 0.05
    """Distance between two looks, however much is written."""

    @property
    def tick(self) -> float:
        """The interval at which streams are looked at, in seconds."""
        return min(1.0, self.ping_seconds / 2, self.life_seconds / 2, self.taking_seconds / 2)


@dataclass(eq=False)
class Follower:
    """A browser that follows games."""

    client: str
    player_id: int | None
    session_id: int | None
    only_shown: bool = False
    """Whether only the games on show are followed, whatever the player plays."""
    games: frozenset[int] = frozenset()
    known: dict[int, GameMoment] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    is_new: bool = True
    """Whether nothing was looked for since it was admitted."""

    @property
    def id(self) -> str:
        """A digest of all that it knows."""
        return digest_of(self.marks)


def digest_of(marks: Mapping[str, str]) -> str:
    """The id of an event after which these marks are known."""
    marked = " ".join(f"{tag}:{mark}" for tag, mark in sorted(marks.items()))
    return blake2s(marked.encode(), digest_size=_ID_BYTES).hexdigest()


class Hub:
    """Counts the followers, and finds what each has to be told. Safe to use from any thread, but for `look`."""

    def __init__(self, database: Database, limits: StreamLimits | None = None) -> None:
        self.database = database
        self.limits = limits or StreamLimits()
        self._lock = threading.Lock()
        self._clients: Counter[str] = Counter()
        self._sites: Counter[str] = Counter()
        self._players: Counter[int] = Counter()
        self._facts: dict[int, FactsOfGame] = {}
        self._newest = 0

    def followed(self, tx: Tx, player_id: int | None, tags: Sequence[str]) -> frozenset[int]:
        """The games that a visitor follows: their own, and those of which a page is open."""
        followed = [] if player_id is None else list_followed_games(tx, player_id, MOST_GAMES)
        return frozenset([*followed, *(pulse.id for pulse in list_pulses_by_tag(tx, list(tags)[:MOST_SHOWN]))])

    def marks(self, tx: Tx, player_id: int | None, game_ids: Collection[int]) -> dict[str, str]:
        """The marks of games by tag, as a page of them holds them."""
        found = load_facts_of(tx, game_ids).values()
        return {facts.pulse.tag: facts.seen_by(player_id).mark() for facts in found}

    def present(self, tx: Tx, player_id: int | None, game_ids: Collection[int]) -> dict[str, tuple[int, str, bool]]:
        """All that a visitor may know of games, by tag: position, mark, and whether it is their turn."""
        return {
            one.tag: (one.position, one.mark(), one.is_own_turn)
            for one in (facts.seen_by(player_id) for facts in load_facts_of(tx, game_ids).values())
        }

    def admit(self, follower: Follower, tags: Sequence[str]) -> Follower | None:
        """The follower, who counts until it is dismissed; None where there are too many."""
        with self._lock:
            if self._is_full(follower.client, follower.player_id):
                return None
            self._clients[follower.client] += 1
            self._sites[site_of(follower.client)] += 1
            if follower.player_id is not None:
                self._players[follower.player_id] += 1
        try:
            with self.database.read() as tx:
                follower.games = self.followed(tx, None if follower.only_shown else follower.player_id, tags)
                self._take_note(follower, load_facts_of(tx, follower.games))
        except Exception:
            self.dismiss(follower)
            raise
        return follower

    def _is_full(self, client: str, player_id: int | None) -> bool:
        limits = self.limits
        return (
            self._clients.total() >= limits.most
            or self._clients[client] >= limits.per_client
            or self._sites[site_of(client)] >= SITE_SHARE * limits.per_client
            or (player_id is not None and self._players[player_id] >= limits.per_player)
        )

    def dismiss(self, follower: Follower) -> None:
        """Count a follower no more."""
        with self._lock:
            _count_down(self._clients, follower.client)
            _count_down(self._sites, site_of(follower.client))
            if follower.player_id is not None:
                _count_down(self._players, follower.player_id)

    def greeting(self, follower: Follower, last_id: str) -> str:
        """The beginning of a stream: when to come back after it, and, unless nothing was missed, all that is known."""
        wait = f"retry: {_SHORTEST_WAIT_MS + secrets.randbelow(_WAIT_SPREAD_MS)}\n\n"
        if last_id == follower.id:
            return f"{wait}event: same\nid: {last_id}\ndata:\n\n"
        games = {one.tag: [one.position, follower.marks[one.tag], one.is_own_turn] for one in follower.known.values()}
        return wait + _event("now", follower.id, {"games": games})

    def farewell(self) -> str:
        """The end of a stream of a server that stops: come back, but not all at one moment."""
        return f"retry: {_SHORTEST_WAIT_MS + secrets.randbelow(_FAREWELL_SPREAD_MS)}\n\n"

    def look(self, followers: Collection[Follower]) -> Iterator[tuple[Follower, str]]:
        """Find what has changed, and yield for each follower the events that it has to be sent."""
        with self.database.read() as tx:
            self._welcome_new_games(tx, followers)
            followed = frozenset[int]().union(*(follower.games for follower in followers))
            facts = load_facts_of(tx, followed)
        changed = {game_id for game_id, one in facts.items() if self._facts.get(game_id) != one}
        self._facts = facts
        payloads: dict[tuple[GameMoment, GameMoment], dict[str, object]] = {}
        for follower in followers:
            behind = follower.games & (facts.keys() if follower.is_new else changed)
            follower.is_new = False
            for game_id in behind:
                event = self._event_for(follower, facts[game_id], payloads)
                if event:
                    yield follower, event

    def ended(self, followers: Collection[Follower]) -> list[Follower]:
        """The followers whose visitors are signed in no longer."""
        sessions = {one.session_id for one in followers if one.session_id is not None}
        if not sessions:
            return []
        with self.database.read() as tx:
            alive = list_live_sessions(tx, sessions)
        return [one for one in followers if one.session_id is not None and one.session_id not in alive]

    def _welcome_new_games(self, tx: Tx, followers: Collection[Follower]) -> None:
        newest = find_newest_game_id(tx)
        if self._newest and newest > self._newest:
            for held in list_held_seats(tx, range(self._newest + 1, newest + 1)):
                for follower in followers:
                    if follower.player_id == held.player_id and not follower.only_shown:
                        follower.games |= {held.game_id}
        self._newest = newest

    def _event_for(
        self, follower: Follower, facts: FactsOfGame, payloads: dict[tuple[GameMoment, GameMoment], dict[str, object]]
    ) -> str:
        after = facts.seen_by(follower.player_id)
        before = follower.known.get(facts.pulse.id)
        if before == after:
            return ""
        if before is None:  # a game that has begun
            self._take_note(follower, {facts.pulse.id: facts})
            kinds = ["move", *(["turn"] if after.is_own_turn else [])]
            return _event("news", follower.id, self._news_of(after, kinds))
        if (before, after) not in payloads:
            payloads[before, after] = self._news_of(after, news(before, after))
        self._take_note(follower, {facts.pulse.id: facts})
        return _event("news", follower.id, payloads[before, after])

    def _news_of(self, after: GameMoment, kinds: Sequence[str]) -> dict[str, object]:
        return {
            "game": after.tag,
            "position": after.position,
            "kinds": list(kinds),
            "mark": after.mark(),
            "waits": after.is_own_turn,
        }

    def _take_note(self, follower: Follower, facts: Mapping[int, FactsOfGame]) -> None:
        for game_id, one in facts.items():
            moment = one.seen_by(follower.player_id)
            follower.known[game_id] = moment
            follower.marks[moment.tag] = moment.mark()


def _count_down(counts: Counter[T], key: T) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


def _event(name: str, event_id: str, data: Mapping[str, object]) -> str:
    return f"event: {name}\nid: {event_id}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
