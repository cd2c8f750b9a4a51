"""Channels of players of a world, and what is told there, without the network."""

from datetime import timedelta
from typing import Any

from adjudicator.kit import World

from pbem.clock import to_ms
from pbem.notifications import channels
from pbem.notifications.messages import GameNotice
from pbem.notifications.news import begin_to_send, find_news, note, note_sent
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.channels import ChannelRow, get_own_channel, list_awake_channels, set_channel

ALL = frozenset(channels.EVENTS)


def webhook(world: World, player: str, address: str = "https://hooks.test/secret", **facts: Any) -> ChannelRow:
    """A webhook of a player, by which all events are told unless it is said otherwise."""
    now_ms, kind = to_ms(world.clock()), facts.pop("kind", "slack")

    def work(tx: Tx) -> ChannelRow:
        player_id = world.players[player]
        row = channels.add_webhook(tx, player_id, kind=kind, address=address, name="Club", now_ms=now_ms)
        set_channel(tx, row.id, **{"events": ALL, **facts})
        return get_own_channel(tx, player_id, row.id)

    return world.database.write(work)


def tell(world: World, after: timedelta = timedelta(minutes=1)) -> list[GameNotice]:
    """All notices that are due after some time, which are told by that."""
    world.clock.advance(after)
    now_ms = to_ms(world.clock())

    def work(tx: Tx) -> list[GameNotice]:
        found = find_news(UnitOfWork(tx, world.settings, now_ms), list_awake_channels(tx))
        note(tx, found)
        for due in found.due:
            begin_to_send(tx, due)
            note_sent(tx, due.channel.id, due, now_ms)
        return [due.notice for due in found.due]

    return world.database.write(work)
