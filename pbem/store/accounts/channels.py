"""Channels as the database keeps them: whose they are, how they fare, and what each was told of a game.

A device's row goes with the session that it was added in, and all go with their player.
"""

from collections.abc import Collection
from typing import Any, Literal, TypeAlias, cast

from sqlalchemy import Dialect, String, Text, TypeDecorator, bindparam, delete, func, select, update

from pbem.store.accounts.sessions import WebSessionRow
from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow
from pbem.store.games.seats import SeatRow
from pbem.store.rows import add, columns, values
from pbem.store.service.processes import NOBODY, Claimer, is_claimed_by_another, number_key
from pbem.store.tables import TableRow, column, table

ChannelKind: TypeAlias = Literal["push", "discord", "slack", "mattermost", "ntfy"]
ChannelEvent: TypeAlias = Literal["turn", "reminder", "over", "move", "press", "notice"]


class _Events(TypeDecorator[frozenset[ChannelEvent]]):
    """Events as they are kept: their words in a row."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: Collection[str] | None, dialect: Dialect) -> str | None:
        return None if value is None else " ".join(sorted(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> frozenset[ChannelEvent] | None:
        return None if value is None else cast(frozenset[ChannelEvent], frozenset(value.split()))


# What is being sent names a channel by its id, which must not become another one's.
@table("channel", sqlite_autoincrement=True)
class ChannelRow(TableRow):
    """A device (Web Push) or a webhook of a player; its address and its keys are visible to its owner only.

    A device's row is deleted with the session in which it was added. `events` are those that it is notified of;
    `quiet_from` and `quiet_until` are minutes of the player's day.
    """

    id: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id", ondelete="CASCADE", index=True)
    kind: ChannelKind
    name: str
    address: str = column(shown=False, index=True, sa_type=Text)
    p256dh: str | None = column(shown=False)
    """The keys that what is pushed to a device is encrypted with; None for a webhook."""
    auth_secret: str | None = column(shown=False)
    session_id: int | None = column(foreign_key="web_session.id", ondelete="CASCADE", index=True)
    """The session that a device was added in, and goes with."""
    events: frozenset[ChannelEvent] = column(sa_type=_Events)
    created_ms: int
    quiet_from: int | None = None
    """From which minute of the player's day nothing is sent; None for no quiet hours."""
    quiet_until: int | None = None
    last_ms: int | None = None
    failures: int = 0
    """Tries that failed since then."""
    failure: str = ""
    """The reason of the last of them, as one of a few keys; "" for none."""
    failing_ms: int | None = None
    retry_ms: int = 0
    """The moment before which nothing is sent to the channel."""
    paused_ms: int | None = None
    """The moment from which nothing is sent to it: paused by the server after failures, else by its owner."""
    tested_ms: int | None = None
    """When its owner last asked for a test."""
    test_waits: bool = False
    hour_ms: int = 0
    """When the hour began in which its notices are counted."""
    hour_count: int = 0


@table("channel_game")
class ChannelGameRow(TableRow):
    """The moment of a game that a channel was last notified of, as JSON.

    `sending` is the notice being sent, as JSON with its moment; if the process was killed meanwhile, it may have
    arrived or not. Reminders that were due by `reminded_ms` are not sent again.
    """

    channel_id: int = column(primary_key=True, foreign_key="channel.id", ondelete="CASCADE")
    game_id: int = column(primary_key=True, foreign_key="game.id", ondelete="CASCADE", index=True)
    moment: str = column(sa_type=Text)
    """The moment that was told, as JSON."""
    sent_ms: int
    """When something was last sent; 0 for never."""
    reminded_ms: int
    """Reminders that were due by then are no news any more."""
    sending: str | None = column(sa_type=Text)
    """The notice that is on its way, as JSON; None for none."""


_ALL = select(*columns(ChannelRow)).order_by(ChannelRow.c.id)
_THIS = ChannelRow.c.id == bindparam("channel")
_OF_PLAYER = _ALL.where(ChannelRow.c.player_id == bindparam("player"))
_CHANNEL = _OF_PLAYER.where(_THIS)
_BY_ID = _ALL.where(_THIS)
_BY_ENDPOINT = _ALL.where(ChannelRow.c.kind == "push", ChannelRow.c.address == bindparam("endpoint"))
_IS_FREE = ~is_claimed_by_another("notices", number_key(ChannelRow.c.player_id))
_AWAKE = _ALL.where(ChannelRow.c.paused_ms.is_(None), _IS_FREE)
_TESTS = _ALL.where(ChannelRow.c.test_waits, _IS_FREE)
_COUNTS = select(ChannelRow.c.kind, ChannelRow.c.failure, func.count()).group_by(
    ChannelRow.c.kind, ChannelRow.c.failure
)
_IN_SESSION = (
    select(ChannelRow.c.id)
    .join(WebSessionRow.table, WebSessionRow.c.id == ChannelRow.c.session_id)
    .where(WebSessionRow.c.player_id == bindparam("player"), WebSessionRow.c.mark == bindparam("mark"))
)
_DROP = delete(ChannelRow.table).where(_THIS)
_OF_CHANNEL = ChannelGameRow.c.channel_id == bindparam("channel")
_GAMES = select(*columns(ChannelGameRow)).where(ChannelGameRow.c.channel_id.in_(bindparam("channels", expanding=True)))
_OF_BOTH = _OF_CHANNEL & (ChannelGameRow.c.game_id == bindparam("game"))
_FORGET = delete(ChannelGameRow.table).where(_OF_BOTH)
_FORGET_ALL = delete(ChannelGameRow.table).where(_OF_CHANNEL)
_MATCHES = (
    select(SeatRow.c.player_id, SeatRow.c.game_id)
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(
        SeatRow.c.player_id.in_(bindparam("players", expanding=True)),
        SeatRow.c.vacant_ms.is_(None),
        GameRow.c.status == "playing",
        GameRow.c.purpose == "match",
    )
)
_ACTORS = (
    select(EntryRow.c.actor)
    .where(
        EntryRow.c.game_id == bindparam("game"),
        EntryRow.c.kind.in_(("action", "rollback")),
        EntryRow.c.position > bindparam("after"),
        EntryRow.c.position <= bindparam("upto"),
    )
    .distinct()
)


def add_channel(tx: Tx, new: ChannelRow) -> ChannelRow:
    """Keep a new channel, and return it."""
    return add(tx, new)


def list_channels_of(tx: Tx, player_id: int) -> list[ChannelRow]:
    """A player's channels, the oldest first."""
    return tx.all(ChannelRow, _OF_PLAYER, player=player_id)


def get_own_channel(tx: Tx, player_id: int, channel_id: int) -> ChannelRow:
    """One of a player's channels. Raises NotFound where there is none, or it is another player's."""
    return tx.one(ChannelRow, "channel", _CHANNEL, player=player_id, channel=channel_id)


def find_channel(tx: Tx, channel_id: int) -> ChannelRow | None:
    """One channel, if it is there still."""
    return tx.first(ChannelRow, _BY_ID, channel=channel_id)


def find_channel_by_endpoint(tx: Tx, endpoint: str) -> ChannelRow | None:
    """The device that a push service knows by this address."""
    return tx.first(ChannelRow, _BY_ENDPOINT, endpoint=endpoint)


def list_awake_channels(tx: Tx, claimer: Claimer = NOBODY) -> list[ChannelRow]:
    """All channels that are not paused, but for those of players whom another process than `claimer` has claimed."""
    return tx.all(ChannelRow, _AWAKE, **values(claimer))


def list_channels_to_test(tx: Tx, claimer: Claimer = NOBODY) -> list[ChannelRow]:
    """The channels that wait for a test, paused or not, with the same exception."""
    return tx.all(ChannelRow, _TESTS, **values(claimer))


def set_channel(tx: Tx, channel_id: int, **facts: Any) -> None:
    """Give a channel other facts, by the names of its columns; nothing where it is gone."""
    tx.run(update(ChannelRow.table).where(_THIS).values(facts), channel=channel_id)


def clear_failures(tx: Tx, channel_id: int) -> None:
    """Have a channel begin anew, as if nothing had failed; one that is paused stays so."""
    set_channel(tx, channel_id, failures=0, failure="", failing_ms=None, retry_ms=0)


def drop_channel(tx: Tx, channel_id: int) -> None:
    """Forget a channel, with what it was told."""
    tx.run(_DROP, channel=channel_id)


def detach_devices(tx: Tx, player_id: int, mark: str) -> list[int]:
    """Take a player's devices off a session that ends, so that they stay; return their ids, for another to be set."""
    found = tx.all(int, _IN_SESSION, player=player_id, mark=mark)
    for channel_id in found:
        set_channel(tx, channel_id, session_id=None)
    return found


def count_channels(tx: Tx) -> list[tuple[str, str, int]]:
    """Count the channels by kind and by what they fail of, "" for nothing."""
    return tx.all(lambda kind, failure, count: (kind, failure, count), _COUNTS)


def list_channel_games(tx: Tx, channel_ids: Collection[int]) -> list[ChannelGameRow]:
    """The moments that channels were told of games."""
    return tx.all(ChannelGameRow, _GAMES, channels=list(channel_ids))


def put_channel_game(tx: Tx, known: ChannelGameRow) -> None:
    """Note what a channel is told of a game, in place of what it was."""
    tx.run(_FORGET, channel=known.channel_id, game=known.game_id)
    add(tx, known)


def forget_channel_games(tx: Tx, channel_id: int, game_id: int | None = None) -> None:
    """Forget what a channel was told of a game, or of all."""
    if game_id is None:
        tx.run(_FORGET_ALL, channel=channel_id)
    else:
        tx.run(_FORGET, channel=channel_id, game=game_id)


def list_matches_of_players(tx: Tx, player_ids: Collection[int]) -> list[tuple[int, int]]:
    """The matches that go on in which players have seats, as pairs of player and game."""
    return tx.all(lambda player, game: (player, game), _MATCHES, players=list(player_ids))


def list_actors_between(tx: Tx, game_id: int, after: int, upto: int) -> frozenset[int | None]:
    """The seats that acted in a game between two positions; None among them for a rollback."""
    return frozenset(tx.all(lambda actor: actor, _ACTORS, game=game_id, after=after, upto=upto))
