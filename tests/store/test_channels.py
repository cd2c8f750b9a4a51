"""Channels as the database keeps them: whose they are, with what they go, and what they were told."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from store_kit import T0, new_game, new_player, open_transaction

from pbem.store import NotFound, Tx
from pbem.store.accounts.addresses import sign_out_everywhere
from pbem.store.accounts.channels import (
    ChannelEvent,
    ChannelGameRow,
    ChannelRow,
    add_channel,
    find_channel,
    find_channel_by_endpoint,
    get_own_channel,
    list_awake_channels,
    list_channel_games,
    list_channels_of,
    list_matches_of_players,
    put_channel_game,
    set_channel,
)
from pbem.store.accounts.sessions import (
    add_session,
    end_all_sessions,
    end_session,
    end_sessions,
    find_player_by_session,
    forget_sign_ins,
    list_sessions,
    renew_session,
)
from pbem.store.games.vacancies import vacate_seat
from pbem.store.tables import NEW

pytestmark = pytest.mark.both_engines


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def webhook(tx: Tx, player: int) -> ChannelRow:
    events = frozenset[ChannelEvent](("turn", "over"))
    return add_channel(
        tx, ChannelRow(NEW, player, "ntfy", "Phone", "https://ntfy.example/t", None, None, None, events, T0)
    )


def device(tx: Tx, player: int, token: str, endpoint: str = "https://push.example/1") -> ChannelRow:
    add_session(tx, token, player, "Firefox, Linux", T0)
    signed_in = find_player_by_session(tx, token, T0 - 1)
    assert signed_in is not None
    keys = ("p256dh-canary", "auth-canary")
    return add_channel(
        tx, ChannelRow(NEW, player, "push", "Firefox", endpoint, *keys, signed_in[1].id, frozenset(("turn",)), T0)
    )


def test_a_channel_is_read_as_it_was_kept_and_is_its_owners_alone(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    row = webhook(tx, ada)
    assert (row.kind, row.name, row.address) == ("ntfy", "Phone", "https://ntfy.example/t")
    assert row.events == {"turn", "over"}
    assert (row.paused_ms, row.failure, row.last_ms, row.test_waits) == (None, "", None, False)
    assert list_channels_of(tx, ada) == [row] == [get_own_channel(tx, ada, row.id)]
    with pytest.raises(NotFound):
        get_own_channel(tx, ben, row.id)
    set_channel(tx, row.id, name="Tablet", events=frozenset(("press",)), paused_ms=T0 + 1)
    changed = get_own_channel(tx, ada, row.id)
    assert (changed.name, changed.paused_ms) == ("Tablet", T0 + 1)
    assert changed.events == {"press"}
    assert list_awake_channels(tx) == []


def test_a_device_goes_with_its_session_however_that_ends(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    ways: list[Callable[[str], None]] = [
        lambda mark: end_session(tx, ada, mark),
        lambda _: end_sessions(tx, ada),
        lambda _: end_all_sessions(tx),
        lambda _: forget_sign_ins(tx, T0, T0),
        lambda _: sign_out_everywhere(tx, ada, T0),
    ]
    for number, end in enumerate(ways):
        row = device(tx, ada, f"token {number}")
        put_channel_game(tx, ChannelGameRow(row.id, new_game(tx, [ada]), "{}", 0, T0, None))
        (session,) = list_sessions(tx, ada, T0 - 1)
        end(session.mark)
        assert find_channel(tx, row.id) is None and list_channel_games(tx, [row.id]) == []


def test_a_session_that_goes_on_keeps_its_device(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    row = device(tx, ada, "token")
    (session,) = list_sessions(tx, ada, T0 - 1)
    renew_session(tx, ada, session.mark, "another token")
    end_sessions(tx, ada, but=session.id)
    assert find_channel_by_endpoint(tx, "https://push.example/1") == row


def test_channels_go_with_their_player_and_what_they_were_told_with_the_game(tx: Tx) -> None:
    ada, zoe = new_player(tx, "Ada"), new_player(tx, "Zoe")
    row, game = webhook(tx, ada), new_game(tx, [zoe])
    put_channel_game(tx, ChannelGameRow(row.id, game, "{}", 0, T0, None))
    put_channel_game(tx, ChannelGameRow(row.id, game, '{"position":2}', T0, T0, "notice"))
    (found,) = list_channel_games(tx, [row.id])
    assert (found.moment, found.sent_ms, found.sending) == ('{"position":2}', T0, "notice")
    tx.run(text("DELETE FROM player WHERE id = :player"), player=ada)
    assert find_channel(tx, row.id) is None and list_channel_games(tx, [row.id]) == []


def test_only_matches_that_go_on_are_followed_by_their_players(tx: Tx) -> None:
    ada, ben = new_player(tx, "Ada"), new_player(tx, "Ben")
    match, practice, left = (new_game(tx, [ada, ben]) for _ in range(3))
    tx.run(text("UPDATE game SET purpose = 'practice' WHERE id = :game"), game=practice)
    vacate_seat(tx, left, 0, "token", "resigned", T0)
    for game in (match, practice, left):
        tx.run(text("UPDATE game SET status = 'playing' WHERE id = :game"), game=game)
    assert list_matches_of_players(tx, [ada]) == [(ada, match)]
