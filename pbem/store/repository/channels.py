"""Channels as the database keeps them: whose they are, how they fare, and what each was told of a game.

A device's row goes with the session that it was added in, and all go with their player.
"""

from collections.abc import Collection
from dataclasses import fields
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import CHANNEL, CHANNEL_GAME, ENTRY, GAME, SEAT, WEB_SESSION, columns, values
from pbem.store.rows.channels import ChannelEvent, ChannelGame, ChannelRow, NewChannel

_FIELDS = [field.name for field in fields(ChannelRow)]
_ALL = select(*columns(ChannelRow, CHANNEL)).order_by(CHANNEL.c.id)
_THIS = CHANNEL.c.id == bindparam("channel")
_OF_PLAYER = _ALL.where(CHANNEL.c.player_id == bindparam("player"))
_OWN = _OF_PLAYER.where(_THIS)
_BY_ID = _ALL.where(_THIS)
_BY_ENDPOINT = _ALL.where(CHANNEL.c.kind == "push", CHANNEL.c.address == bindparam("endpoint"))
_AWAKE = _ALL.where(CHANNEL.c.paused_ms.is_(None))
_TESTS = _ALL.where(CHANNEL.c.test_waits)
_COUNTS = select(CHANNEL.c.kind, CHANNEL.c.failure, func.count()).group_by(CHANNEL.c.kind, CHANNEL.c.failure)
_IN_SESSION = (
    select(CHANNEL.c.id)
    .join(WEB_SESSION, WEB_SESSION.c.id == CHANNEL.c.session_id)
    .where(WEB_SESSION.c.player_id == bindparam("player"), WEB_SESSION.c.mark == bindparam("mark"))
)
_ADD = insert(CHANNEL).values(failures=0, failure="", retry_ms=0, test_waits=False, hour_ms=0, hour_count=0)
_DROP = delete(CHANNEL).where(_THIS)

_OF_CHANNEL = CHANNEL_GAME.c.channel_id == bindparam("channel")
_GAMES = select(*columns(ChannelGame, CHANNEL_GAME)).where(
    CHANNEL_GAME.c.channel_id.in_(bindparam("channels", expanding=True))
)
_OF_BOTH = _OF_CHANNEL & (CHANNEL_GAME.c.game_id == bindparam("game"))
_PUT = insert(CHANNEL_GAME)
_FORGET = delete(CHANNEL_GAME).where(_OF_BOTH)
_FORGET_ALL = delete(CHANNEL_GAME).where(_OF_CHANNEL)
_MATCHES = (
    select(SEAT.c.player_id, SEAT.c.game_id)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.player_id.in_(bindparam("players", expanding=True)),
        SEAT.c.vacant_ms.is_(None),
        GAME.c.status == "playing",
        GAME.c.purpose == "match",
    )
)
_ACTORS = (
    select(ENTRY.c.actor)
    .where(
        ENTRY.c.game_id == bindparam("game"),
        ENTRY.c.kind.in_(("action", "rollback")),
        ENTRY.c.position > bindparam("after"),
        ENTRY.c.position <= bindparam("upto"),
    )
    .distinct()
)


def add_channel(tx: Tx, new: NewChannel) -> ChannelRow:
    """Keep a new channel, and return it."""
    key = tx.add(_ADD, **values(new) | {"events": _text(new.events)})
    return tx.one(_row, "channel", _BY_ID, channel=key)


def channels_of(tx: Tx, player_id: int) -> list[ChannelRow]:
    """A player's channels, the oldest first."""
    return tx.all(_row, _OF_PLAYER, player=player_id)


def own_channel(tx: Tx, player_id: int, channel_id: int) -> ChannelRow:
    """One of a player's channels. Raises NotFound where there is none, or it is another player's."""
    return tx.one(_row, "channel", _OWN, player=player_id, channel=channel_id)


def channel(tx: Tx, channel_id: int) -> ChannelRow | None:
    """One channel, if it is there still."""
    return tx.first(_row, _BY_ID, channel=channel_id)


def channel_by_endpoint(tx: Tx, endpoint: str) -> ChannelRow | None:
    """The device that a push service knows by this address."""
    return tx.first(_row, _BY_ENDPOINT, endpoint=endpoint)


def awake_channels(tx: Tx) -> list[ChannelRow]:
    """All channels that are not paused."""
    return tx.all(_row, _AWAKE)


def channels_to_test(tx: Tx) -> list[ChannelRow]:
    """The channels that wait for a test, paused or not."""
    return tx.all(_row, _TESTS)


def set_channel(tx: Tx, channel_id: int, **facts: Any) -> None:
    """Give a channel other facts, by the names of its columns; nothing where it is gone."""
    if "events" in facts:
        facts["events"] = _text(facts["events"])
    tx.run(update(CHANNEL).where(_THIS).values(facts), channel=channel_id)


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


def channel_counts(tx: Tx) -> list[tuple[str, str, int]]:
    """Count the channels by kind and by what they fail of, "" for nothing."""
    return tx.all(lambda kind, failure, count: (kind, failure, count), _COUNTS)


def channel_games(tx: Tx, channel_ids: Collection[int]) -> list[ChannelGame]:
    """The moments that channels were told of games."""
    return tx.all(ChannelGame, _GAMES, channels=list(channel_ids))


def put_channel_game(tx: Tx, known: ChannelGame) -> None:
    """Note what a channel is told of a game, in place of what it was."""
    tx.run(_FORGET, channel=known.channel_id, game=known.game_id)
    tx.run(_PUT, **values(known))


def forget_channel_games(tx: Tx, channel_id: int, game_id: int | None = None) -> None:
    """Forget what a channel was told of a game, or of all."""
    if game_id is None:
        tx.run(_FORGET_ALL, channel=channel_id)
    else:
        tx.run(_FORGET, channel=channel_id, game=game_id)


def matches_of_players(tx: Tx, player_ids: Collection[int]) -> list[tuple[int, int]]:
    """The matches that go on in which players have seats, as pairs of player and game."""
    return tx.all(lambda player, game: (player, game), _MATCHES, players=list(player_ids))


def actors_between(tx: Tx, game_id: int, after: int, upto: int) -> frozenset[int | None]:
    """The seats that acted in a game between two positions; None among them for a rollback."""
    return frozenset(tx.all(lambda actor: actor, _ACTORS, game=game_id, after=after, upto=upto))


def _row(*found: Any) -> ChannelRow:
    facts = dict(zip(_FIELDS, found, strict=True))
    return ChannelRow(**facts | {"events": frozenset[ChannelEvent](facts["events"].split())})


def _text(events: Collection[ChannelEvent]) -> str:
    return " ".join(sorted(events))
