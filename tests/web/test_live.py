"""What browsers are told while pages are open: over real sockets, of a real server, as it happens."""

import http.client
import io
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from forms_kit import ask_as, submit_as
from PIL import Image
from web_kit import World, new_world, sit_down

from pbem.adjudicator.commands.press import WritePress
from pbem.networks import SITE_SHARE, subscriber
from pbem.store.accounts.sessions import end_sessions
from pbem.web.live import pages as live
from pbem.web.live.hub import Follower, Hub, StreamLimits
from pbem.web.server import WebServer, serve

BASE = "http://127.0.0.1"
PATIENCE = 10


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path, base_url=BASE) as world:
        yield world


@contextmanager
def served(world: World, **limits: Any) -> Iterator[WebServer]:
    world.app.extensions[live.KEY] = Hub(world.database, StreamLimits(**limits))
    server = serve(world.app, "127.0.0.1", 0)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def cookie_of(world: World, name: str) -> str:
    browser = world.app.test_client()
    sit_down(browser, world.players[name], BASE)
    kept = browser.get_cookie("session", "127.0.0.1")
    assert kept is not None
    return f"session={kept.value}"


@dataclass
class Event:
    """What came on a stream."""

    name: str = ""
    id: str = ""
    data: Any = None


@dataclass
class Ear:
    """A browser's end of a stream."""

    server: WebServer
    cookie: str = ""
    games: str = ""
    last_id: str = ""
    status: int = field(init=False)
    retry: int = 0

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        self.connection.request("GET", f"/live?games={self.games}", headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def hear(self) -> Event:
        """The next event. Raises EOFError at the end."""
        event = Event()
        while True:
            line = self.response.readline()
            if not line:
                raise EOFError
            name, _colon, value = line.decode().rstrip("\n").partition(": ")
            match name:
                case "event":
                    event.name = value
                case "id":
                    event.id = value
                case "data":
                    event.data = json.loads(value) if value else None
                case "retry":
                    self.retry = int(value)
                case "" if event.name:
                    return event

    def close(self) -> None:
        """Hang up."""
        self.response.close()
        self.connection.close()


def heard_out(ear: Ear) -> None:
    """Hear all there is. Raises EOFError."""
    while True:
        ear.hear()


def await_streams(server: WebServer, number: int) -> None:
    end = time.monotonic() + PATIENCE
    while server.streams != number:
        assert time.monotonic() < end, f"{server.streams} streams"
        time.sleep(0.005)


def end_turn(world: World, game_id: int) -> None:
    game = world.game(game_id)
    assert game.active_seat is not None
    answer = submit_as(world.intake, game_id, game.active_seat, "end", position=game.position)
    assert answer.applied


def test_all_who_follow_a_game_are_told_of_a_turn_as_they_may_know_it(world: World) -> None:
    game = world.open_game("Whitsun", ("Anna", "Bert"))
    mover, other = ("Anna", "Bert") if world.to_move(game) == "Anna" else ("Bert", "Anna")
    seats = {"Anna": 0, "Bert": 1}
    with served(world, poll_seconds=2 * PATIENCE) as server:  # so that what is heard comes by itself
        ears = {
            "stranger": Ear(server, games="e1,e99"),
            mover: Ear(server, cookie_of(world, mover)),
            other: Ear(server, cookie_of(world, other)),
        }
        first = {name: ear.hear() for name, ear in ears.items()}
        assert {event.name for event in first.values()} == {"now"}
        assert {name: event.data["games"]["e1"][2] for name, event in first.items()} == {
            "stranger": False,
            mover: True,
            other: False,
        }
        await_streams(server, 3)
        assert server.connections == 0, "they are no connections of the pages any more"

        position = world.game(game.id).position
        assert submit_as(world.intake, game.id, seats[mover], "B n?", position=position).applied
        found = ears[mover].hear()
        assert (found.name, found.data["kinds"], found.data["position"] > position) == ("news", ["move"], True)

        end_turn(world, game.id)
        received = {name: ear.hear() for name, ear in ears.items()}
        assert {name: event.data["kinds"] for name, event in received.items()} == {
            "stranger": ["move"],
            mover: ["move"],
            other: ["move", "turn"],
        }, "nobody but the mover was told of what the mover could still take back"
        assert {event.data["position"] for event in received.values()} == {world.game(game.id).final_position}
        assert received["stranger"].data["mark"] != received[other].data["mark"]
        for ear in ears.values():
            ear.close()
        await_streams(server, 0)


def test_private_press_is_told_to_its_readers_alone(world: World) -> None:
    game = world.open_game()
    with served(world) as server:
        ears = {name: Ear(server, cookie_of(world, name)) for name in ("Anna", "Bert", "Clara")}
        ears["stranger"] = Ear(server, games="e1")
        for ear in ears.values():
            ear.hear()
        await_streams(server, 4)
        ask_as(world.intake, game.id, 0, WritePress((1,), "Between us.", False))
        for name in ("Anna", "Bert"):
            assert ears[name].hear().data["kinds"] == ["press"]
        ask_as(world.intake, game.id, 0, WritePress(None, "To all of you.", False))
        assert [ear.hear().data["kinds"] for ear in ears.values()] == [["press"]] * 4
        for ear in ears.values():
            ear.close()


def test_a_new_deadline_is_told_and_so_is_what_another_process_wrote(world: World) -> None:
    game = world.open_game()
    with served(world, poll_seconds=0.05) as server:
        ear = Ear(server, games="e1")
        ear.hear()
        await_streams(server, 1)
        world.database._notified_of_writes = ()  # as if another process wrote
        submit_as(world.intake, game.id, world.game(game.id).active_seat or 0, "extend 1 day", position=0)
        assert ear.hear().data["kinds"] == ["deadline", "notice"]
        ear.close()


def test_who_comes_back_is_told_what_they_missed_and_nothing_else(world: World) -> None:
    game = world.open_game()
    with served(world) as server:
        ear = Ear(server, games="e1")
        last = ear.hear()
        assert 1000 <= ear.retry < 5000
        ear.close()
        again = Ear(server, games="e1", last_id=last.id)
        assert again.hear() == Event("same", last.id)
        again.close()
    end_turn(world, game.id)
    with served(world) as server:
        ear = Ear(server, games="e1", last_id=last.id)
        missed = ear.hear()
        assert (missed.name, missed.data["games"]["e1"][0]) == ("now", world.game(game.id).final_position)
        ear.close()


def test_streams_are_pinged_and_end_after_their_time_with_their_session_and_with_the_server(world: World) -> None:
    world.open_game()
    with served(world, ping_seconds=0.1, life_seconds=0.8) as server:
        ear, anna = Ear(server, games="e1"), Ear(server, cookie_of(world, "Anna"))
        assert [ear.hear().name for _ in range(2)] == ["now", "ping"]
        await_streams(server, 2)
        world.database.write(lambda tx: end_sessions(tx, world.players["Anna"]))
        with pytest.raises(EOFError):
            heard_out(anna)
        with pytest.raises(EOFError):
            heard_out(ear)
    with served(world, life_seconds=2 * PATIENCE) as server:
        last = Ear(server, games="e1")
        last.hear()
        await_streams(server, 1)
        server.stop()
        with pytest.raises(EOFError):
            heard_out(last)
        assert last.retry >= 1000


def test_there_are_so_many_streams_and_no_more(world: World) -> None:
    world.open_game()
    with served(world, per_client=4, per_player=2) as server:
        anna = cookie_of(world, "Anna")
        ears = [Ear(server, anna), Ear(server, anna)]
        refused = Ear(server, anna)
        assert (refused.status, refused.response.headers["Retry-After"]) == (503, "300")
        ears += [Ear(server), Ear(server)]
        assert Ear(server).status == 503
        for ear in ears:
            assert ear.hear().name == "now"
            ear.close()
        await_streams(server, 0)
        ear = Ear(server, anna)
        assert ear.hear().name == "now"
        ear.close()


def test_who_does_not_read_is_dropped_and_keeps_nobody_waiting(world: World) -> None:
    game = world.open_game()
    with served(world, taking_seconds=0.2, ping_seconds=0.02, rest_seconds=0.0) as server:
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(b"GET /live?games=e1 HTTP/1.1\r\nHost: x\r\n\r\n")
        ear = Ear(server, games="e1")
        ear.hear()
        await_streams(server, 2)
        streams = server._streams
        assert streams is not None
        for stream in list(streams._open.values()):
            if stream.socket.getpeername() == deaf.getsockname():
                stream.pending += b"x" * (20 << 20)  # as if it had read nothing for long
        end_turn(world, game.id)
        while ear.hear().name == "ping":
            pass
        await_streams(server, 1)
        ear.close()
        deaf.close()


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /live HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"HEAD /live HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_a_request_that_cannot_become_a_stream_is_answered_and_counts_no_more(world: World, request_: bytes) -> None:
    with served(world, per_client=1) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(request_)
            assert b" 503 " in connection.recv(65536).split(b"\r\n")[0]
        ear = Ear(server)
        assert ear.hear().name == "now"
        ear.close()


def test_a_proxy_of_old_gets_a_stream_without_chunks(world: World) -> None:
    world.open_game()
    with served(world) as server, socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET /live?games=e1 HTTP/1.0\r\nHost: x\r\n\r\n")
        data = b""
        while b"event: now" not in data or not data.endswith(b"\n\n"):
            data += connection.recv(65536)
        head, _blank, body = data.partition(b"\r\n\r\n")
        assert b"chunked" not in head and b"text/event-stream" in head and b"no-store" in head
        assert body.startswith(b"retry: ")


def test_where_no_stream_passes_the_same_is_asked_for(world: World) -> None:
    game = world.open_game()
    anna, stranger = world.app.test_client(), world.app.test_client()
    sit_down(anna, world.players["Anna"], BASE)
    assert anna.get("/live", base_url=BASE).status_code == 503

    def ask(browser: FlaskClient, games: str = "") -> dict[str, Any]:
        response = browser.get(f"/live.json?games={games}", base_url=BASE)
        assert isinstance(response.json, dict)
        return response.json

    before = ask(anna)
    assert set(before["games"]) == {"e1"}
    assert ask(anna) == before
    end_turn(world, game.id)
    assert ask(anna)["id"] != before["id"]
    assert list(ask(stranger, "e1,,e2,%00")["games"]) == ["e1"]


def test_a_link_to_a_game_is_previewed_with_what_everybody_knows(world: World) -> None:
    world.open_game("A & <b>B</b>")
    pages = {name: world.signed_in(name) for name in ("Anna", "Bert")} | {"stranger": world.browser()}
    sentences = []
    for browser in pages.values():
        browser.open("/games/e1")
        sentences.append(
            [(one.get("property"), one.get("content")) for one in browser.page.iter("meta") if one.get("property")]
        )
    assert sentences[0] == sentences[1] == sentences[2]
    facts = dict(sentences[0])
    assert (facts["og:title"], facts["og:url"]) == ("e1 A & <b>B</b>", f"{BASE}/games/e1")
    assert f"{world.to_move(world.game(1))} to play" in facts["og:description"]


def test_the_website_can_be_kept_as_a_program(world: World) -> None:
    browser = world.browser()
    browser.open("/")
    (link,) = browser.page.xpath("//link[@rel='manifest']")
    found = json.loads(browser.open(link.get("href")).get_data())
    assert browser.response.mimetype == "application/manifest+json"
    assert (found["start_url"], found["scope"], found["display"]) == ("/my", "/", "standalone")
    for icon in found["icons"]:
        picture = browser.open(icon["src"])
        with Image.open(io.BytesIO(picture.get_data())) as shown:
            assert f"{shown.width}x{shown.height}" == icon["sizes"]


def test_the_clients_of_one_site_leave_streams_for_others(world: World) -> None:
    hub = Hub(world.database, StreamLimits())
    admitted = [
        hub.admit(Follower(subscriber(f"2001:db8:1:{number % 60:x}::1"), None, None), ()) for number in range(42 * 24)
    ]
    taken = [one for one in admitted if one is not None]
    assert len(taken) == SITE_SHARE * StreamLimits.per_client
    assert hub.admit(Follower(subscriber("2001:db8:2::1"), None, None), ()) is not None
    assert hub.admit(Follower(subscriber("192.0.2.7"), None, None), ()) is not None
    hub.dismiss(taken[0])
    assert hub.admit(Follower(subscriber("2001:db8:1:ff::1"), None, None), ()) is not None
