"""Killed with -9 over a notice, a server pushes it again in its place, and says nothing twice in a chat."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from notifications.kit import HANGING_SECONDS, Device, Endpoint, certificate, endpoint

from pbem.clock import system_clock, to_ms
from pbem.notifications import channels
from pbem.store import Tx
from pbem.store.accounts.channels import ChannelRow
from pbem.store.accounts.sessions import add_session, find_player_by_session
from pbem.store.players.player import find_player_by_address
from server.kit import FIRST_TURN, Forked, Place, address_of, new_place, open_game
from server.situations import hear, to_seat

WINDOWS = {
    "notice written down": (1, 1),
    "notice about to be sent": (1, 0),
    "notice sent": (2, 1),
    "notice noted": (2, 1),
}
"""How often a notice arrives at a device and in a chat where the server dies there and is started again."""
TOLD_APART = "notice about to be sent"
"""Where it matters whether sending twice is seen; the other points are tried with a chat, and the soak has them all."""


@pytest.fixture
def site() -> Iterator[Endpoint]:
    with endpoint() as found:
        yield found


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A place whose server may write to this machine, with a game that it will be Bert's turn in."""
    with new_place(tmp_path) as place:
        text = f'[notifications]\nnetworks = ["127.0.0.1"]\nca_file = "{certificate()}"\n'
        place.config.write_text(place.config.read_text() + text)
        del place.settings
        open_game(place, "Anna", "Bert")
        yield place


def add(place: Place, kind: str, address: str, phone: Device) -> ChannelRow:
    """Give Bert a device or a webhook."""
    now_ms = to_ms(system_clock())

    def work(tx: Tx) -> ChannelRow:
        bert = find_player_by_address(tx, address_of("Bert"))
        assert bert is not None
        networks = place.settings.notifications.allowed
        if kind != "push":
            return channels.add_webhook(
                tx, bert.id, kind=kind, address=address, name="Club", now_ms=now_ms, networks=networks
            )
        add_session(tx, "token", bert.id, "Firefox", now_ms)
        signed_in = find_player_by_session(tx, "token", 0)
        assert signed_in is not None
        given = {"endpoint": address, "name": "Phone", **phone.keys}
        return channels.add_push(tx, bert.id, signed_in[1], **given, now_ms=now_ms, networks=networks)

    return place.database.write(work)


@pytest.mark.parametrize(
    ("kind", "point"),
    [
        *(("slack", point) for point in WINDOWS),
        *(pytest.param("push", point, marks=() if point == TOLD_APART else pytest.mark.soak) for point in WINDOWS),
    ],
)
def test_a_notice_over_which_the_server_dies(
    place: Place, forked: Forked, site: Endpoint, kind: str, point: str
) -> None:
    phone = Device()
    row = add(place, kind, site.address(host="127.0.0.1"), phone)
    hear(place, to_seat(place, 0, *FIRST_TURN))
    forked.start(place, point)
    assert forked.ended() == -9
    forked.start(place).smtp()
    times = WINDOWS[point][kind != "push"]
    site.await_posted(times)
    place.database.write(lambda tx: channels.begin_test(tx, row.player_id, row.id, to_ms(system_clock())))
    *notices, last = site.await_posted(times + 1)
    if kind == "push":
        assert [phone.read(one)["kind"] for one in (*notices, last)] == ["turn"] * times + ["test"]
        assert {(one.headers["Topic"], phone.read(one)["tag"]) for one in notices} == {("game-e1", "game-e1")}
    else:
        titles = [one.json["text"].partition(" (")[0] for one in (*notices, last)]
        assert titles == ["Whitsun"] * times + ["A test"]
    assert forked.terminate() == 0


def test_a_server_tells_a_webhook_what_another_process_committed(place: Place, forked: Forked, site: Endpoint) -> None:
    add(place, "discord", site.address(host="127.0.0.1"), Device())
    forked.start(place).smtp()
    hear(place, to_seat(place, 0, *FIRST_TURN))
    (posted,) = site.await_posted(1)
    assert posted.json["content"].startswith("Whitsun (Bert): It's your turn.")
    assert forked.terminate() == 0
    assert (place.folder / "log").read_text() == ""


def test_a_server_ends_within_seconds_though_an_endpoint_hangs(place: Place, forked: Forked, site: Endpoint) -> None:
    site.release.clear()
    for kind in ("push", "slack"):
        add(place, kind, site.address(f"/{kind}", host="127.0.0.1"), Device())
    hear(place, to_seat(place, 0, *FIRST_TURN))
    forked.start(place).smtp()
    site.await_posted(1)
    begun = time.monotonic()
    assert forked.terminate() == 0
    assert time.monotonic() - begun < HANGING_SECONDS / 2
    assert (place.folder / "log").read_text() == ""
