"""The pages over real HTTP."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from lxml import html
from web_kit import World, new_world

from pbem.store import Tx
from pbem.web.server import WebServer, serve


@contextmanager
def served(world: World) -> Iterator[WebServer]:
    server = serve(world.app, "127.0.0.1", 0)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def connect(server: WebServer) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)


def test_a_player_signs_in_and_sends_orders_over_one_connection(tmp_path: Path) -> None:
    with new_world(tmp_path, base_url="http://127.0.0.1") as world, served(world) as server:
        game = world.open_game()
        connection, cookie = connect(server), ""

        def load(method: str, path: str, fields: dict[str, str] | None = None) -> html.HtmlElement:
            nonlocal cookie
            headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
            connection.request(method, path, urlencode(fields or {}), headers)
            response = connection.getresponse()
            cookie = (response.headers["Set-Cookie"] or cookie).split(";")[0]
            assert "WebServer" not in response.headers
            page = html.document_fromstring(response.read() or b"<p>")
            if response.status == 303:
                return load("GET", response.headers["Location"])
            assert response.status == 200
            return page

        home = load("GET", "/")
        name = world.to_move(game)
        load("POST", "/sign-in", {**dict(home.forms[-1].form_values()), "address": f"{name}@player.test"})
        path = world.link(name)
        mine = load("POST", path, dict(load("GET", path).forms[-1].form_values()))
        assert f"You are signed in as {name}." in mine.text_content()
        form = load("GET", f"/games/{game.tag}").forms[-1]
        answer = load("POST", form.action, {**dict(form.form_values()), "orders": "end", "do": "send"})
        assert "Your orders were carried out." in answer.text_content()
        assert world.to_move(game) != name
        connection.close()


def test_requests_in_progress_are_finished_and_later_ones_refused(tmp_path: Path) -> None:
    with new_world(tmp_path, base_url="http://127.0.0.1") as world:
        server = serve(world.app, "127.0.0.1", 0)
        server.start()
        connection, busy, free = connect(server), threading.Event(), threading.Event()
        connection.request("GET", "/sign-in")
        response = connection.getresponse()
        fields = dict(html.document_fromstring(response.read()).forms[-1].form_values())
        cookie = (response.headers["Set-Cookie"] or "").split(";")[0]

        def occupy(_tx: Tx) -> None:
            busy.set()
            free.wait(60)

        writer = threading.Thread(target=world.database.write, args=(occupy,))
        writer.start()
        assert busy.wait(60)
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/sign-in", urlencode({**fields, "address": "anna@player.test"}), headers)
        stopping = threading.Timer(0.2, server.stop)
        stopping.start()
        threading.Timer(0.5, free.set).start()
        answered = connection.getresponse()
        assert (answered.status, answered.headers["Location"]) == (303, "/sign-in/sent")
        stopping.join(10)
        writer.join(10)
        assert not stopping.is_alive()
        with pytest.raises(ConnectionRefusedError):
            connect(server).connect()
        server.stop()


def test_a_server_that_was_never_started_closes_its_port(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        server = serve(world.app, "127.0.0.1", 0)
        server.stop()
        again = serve(world.app, "127.0.0.1", server.port)
        again.stop()


def test_a_port_that_is_taken_is_an_error(tmp_path: Path) -> None:
    with new_world(tmp_path) as world, served(world) as server, pytest.raises(OSError, match="in use"):
        serve(world.app, "127.0.0.1", server.port)


def test_idle_connections_do_not_hold_up_the_stop(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        server = serve(world.app, "127.0.0.1", 0)
        server.start()
        idle = connect(server)
        idle.request("GET", "/healthz")
        assert idle.getresponse().read() == b"ok\n"
        stopped = threading.Thread(target=server.stop)
        stopped.start()
        stopped.join(3)
        assert not stopped.is_alive()


@pytest.mark.parametrize("asked", ["/dice/rules", "/rules"])
def test_pages_below_a_path_link_below_it(tmp_path: Path, asked: str) -> None:
    """Whether the proxy before it takes the path away or leaves it."""
    with new_world(tmp_path, base_url="https://games.test/dice") as world, served(world) as server:
        connection = connect(server)
        connection.request("GET", asked)
        response = connection.getresponse()
        assert response.status == 200
        page = html.document_fromstring(response.read())
        links = [link for _element, _attribute, link, _at in page.iterlinks() if not link.startswith("#")]
        assert links
        assert all(link.startswith("/dice/") for link in links)


def test_what_makes_no_sense_is_refused_and_the_next_request_answered(tmp_path: Path) -> None:
    with new_world(tmp_path) as world, served(world) as server:
        for header in ("-1", "x", "5000000"):
            connection = connect(server)
            connection.putrequest("POST", "/sign-in")
            connection.putheader("Content-Length", header)
            connection.endheaders()
            assert connection.getresponse().status in (400, 413)
            connection.close()
        connection = connect(server)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
