"""Slow, idle and greedy clients, over real sockets, keep neither visitors nor the health check from their answers."""

import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import cast

import pytest
from flask import Flask, request
from soak import few
from web_kit import new_world

from pbem.daemon.health.answers import Answers
from pbem.intake import Intake
from pbem.web.app import create_app
from pbem.web.connections import Connection, ConnectionLimits, FairQueue
from pbem.web.protection import TrustedProxies
from pbem.web.server import WebServer, serve, serve_health

SHORT = ConnectionLimits(
    most=150, per_client=20, header_seconds=0.4, body_seconds=0.6, idle_seconds=0.4, taking_seconds=0.4
)
LARGE = 5 << 20
"""Bytes of an answer that the system's buffers do not swallow."""
PATIENCE = 30
ONE = ("127.0.0.2",)
MANY = tuple(f"127.0.{number // 200 + 1}.{number % 200 + 1}" for number in range(700))


def pages(busy: threading.Semaphore, free: threading.Event) -> Flask:
    """An application with pages that are short, large, and slow."""
    app = Flask(__name__)
    app.add_url_rule("/", "short", view_func=lambda: "hello")
    app.add_url_rule("/large", "large", view_func=lambda: b"x" * LARGE)
    app.add_url_rule("/length", "length", view_func=lambda: str(len(request.get_data())), methods=["POST"])

    def slow() -> str:
        busy.release()
        free.wait(PATIENCE)
        return "at last"

    app.add_url_rule("/slow", view_func=slow)
    return app


class Served:
    """A server of such pages."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.busy, self.free = threading.Semaphore(0), threading.Event()
        self.server: WebServer = serve(pages(self.busy, self.free), "127.0.0.1", 0, limits)
        self.server.start()

    def connect(self, source: str = "127.0.0.1", sent: bytes = b"", buffer: int = 0) -> socket.socket:
        """A connection from an address, on which something is sent."""
        connection = socket.socket()
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.settimeout(PATIENCE)
        connection.bind((source, 0))
        connection.connect(("127.0.0.1", self.server.port))
        connection.sendall(sent)
        return connection

    def visit(self, source: str = "127.0.0.1", path: str = "/", **headers: str) -> str:
        """What a visitor is answered."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=PATIENCE, source_address=(source, 0)
        )
        try:
            connection.request("GET", path, headers=headers)
            return connection.getresponse().read().decode()
        finally:
            connection.close()

    def stop(self) -> None:
        """End it, and whatever it serves."""
        self.free.set()
        self.server.stop()


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served(SHORT)
    try:
        yield served
    finally:
        served.stop()


@contextmanager
def trickling(connections: Sequence[socket.socket]) -> Iterator[None]:
    """Send a byte on each connection now and then, as long as it is open."""
    done = threading.Event()

    def trickle() -> None:
        left = list(connections)
        while left and not done.wait(0.1):
            for connection in list(left):
                try:
                    connection.send(b"a")
                except OSError:
                    left.remove(connection)

    thread = threading.Thread(target=trickle)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def end_of(connection: socket.socket) -> bytes:
    """What came on a connection until the server closed it. Fails where it does not."""
    found = b""
    try:
        while chunk := connection.recv(1 << 16):
            found += chunk
    except ConnectionResetError:
        pass
    return found


def await_none(server: WebServer) -> None:
    """Wait until a server has closed all connections. Fails where it does not."""
    end = time.monotonic() + PATIENCE
    while server.connections:
        assert time.monotonic() < end
        time.sleep(0.01)


IDLE = b""
HEADERS = b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: "
BODY = b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"
BLANK = b"\r\n\r\n"
READER = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "number", "trickles", "sources"),
    few(
        [
            (*slow, sources)
            for sources in (ONE, MANY)
            for slow in (
                (IDLE, 200, False),
                (HEADERS, 200, True),
                (BODY, 200, True),
                (BLANK, 50, False),
                (READER, 100, False),
            )
        ],
        4,
        several=True,
    ),
)
def test_slow_clients_are_cut_off_and_visitors_are_answered_meanwhile(
    served: Served, sent: bytes, number: int, trickles: bool, sources: tuple[str, ...]
) -> None:
    with ExitStack() as open_ones:
        health = serve_health(Answers({"/healthz": lambda: (True, b"ok\n", "text/plain")}), "127.0.0.1", 0)
        assert health is not None
        health.start()
        open_ones.callback(health.stop)
        slow = []
        for at in range(number):
            connection = served.connect(sources[at % len(sources)], buffer=4096 if sent == READER else 0)
            open_ones.callback(connection.close)
            slow.append(connection)
            try:
                connection.sendall(sent)
            except OSError:
                assert at >= SHORT.per_client, "this one was too much"
        with trickling(slow if trickles else ()):
            assert served.visit() == "hello"
            requested = http.client.HTTPConnection("127.0.0.1", health.port, timeout=PATIENCE)
            requested.request("GET", "/healthz")
            assert requested.getresponse().read() == b"ok\n"
            requested.close()
            await_none(served.server)
            ends = {end_of(connection).split(b"\r\n")[0] for connection in slow if sent != READER}
            assert served.visit(sources[0]) == "hello"
    assert ends <= {b"", b"HTTP/1.1 408 Request Timeout"}
    assert (len(ends) > 1) == trickles


def test_an_answer_is_taken_slowly_by_who_takes_some_of_it(served: Served) -> None:
    with served.connect(sent=READER) as reader:
        taken = 0
        for _ in range(12):
            taken += len(reader.recv(1 << 20))
            time.sleep(0.1)
        assert served.visit("127.0.0.2") == "hello"
        while taken < LARGE:
            chunk = reader.recv(1 << 20)
            assert chunk
            taken += len(chunk)


def test_a_body_may_come_in_pieces_as_long_as_it_comes(served: Served) -> None:
    with served.connect(sent=b"POST /length HTTP/1.0\r\nContent-Length: 50\r\n\r\n") as writer:
        for _ in range(5):
            writer.sendall(b"x" * 10)
            time.sleep(0.02)
        assert end_of(writer).endswith(b"\r\n\r\n50")


def test_whoever_has_most_connections_makes_room_and_whoever_has_none_gets_one() -> None:
    patient = ConnectionLimits(most=40, per_client=30)
    served = Served(patient)
    try:
        with ExitStack() as stack:
            greedy = [stack.enter_context(served.connect("127.0.0.2")) for _ in range(29)]
            modest = [stack.enter_context(served.connect(f"127.0.0.{number}")) for number in range(10, 21)]
            for number in range(30, 50):
                assert served.visit(f"127.0.0.{number}") == "hello"
            first = greedy[0]
            first.settimeout(PATIENCE)
            assert first.recv(1) == b"", "the one that had waited for longest"
            for connection in modest:
                connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
                assert end_of(connection).endswith(b"hello")
    finally:
        served.stop()


def test_a_client_at_its_limit_loses_its_own_oldest_connection() -> None:
    served = Served(ConnectionLimits(per_client=6))
    try:
        with ExitStack() as stack:
            own = [stack.enter_context(served.connect("127.0.0.2")) for _ in range(6)]
            assert served.visit("127.0.0.2") == "hello"
            assert own[0].recv(1) == b""
            own[5].sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert end_of(own[5]).endswith(b"hello")
    finally:
        served.stop()


def test_a_trusted_proxy_has_as_many_connections_as_there_are() -> None:
    proxies = TrustedProxies(["127.0.0.2"])
    served = Served(ConnectionLimits(per_client=6, proxies=proxies))
    try:
        with ExitStack() as stack:
            own = [stack.enter_context(served.connect("127.0.0.2")) for _ in range(30)]
            for connection in own:
                connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert all(end_of(connection).endswith(b"hello") for connection in own)
    finally:
        served.stop()


@pytest.mark.parametrize(("neighbour", "client"), [("127.0.0.9", "192.0.2.1"), ("127.0.0.2", "127.0.0.2")])
def test_the_pages_know_the_client_whom_a_trusted_proxy_names(tmp_path: Path, neighbour: str, client: str) -> None:
    with new_world(tmp_path) as world:
        web = world.settings.web.model_copy(update={"trusted_proxies": ("127.0.0.9",)})
        settings = world.settings.model_copy(update={"web": web})
        app = create_app(Intake(world.database, world.clock, settings), world.clock)
        app.add_url_rule("/client", view_func=lambda: f"{request.remote_addr} {'X-Forwarded-For' in request.headers}")
        server = serve(app, "127.0.0.1", 0, ConnectionLimits.of(web))
        server.start()
        try:
            connection = http.client.HTTPConnection(
                "127.0.0.1", server.port, timeout=PATIENCE, source_address=(neighbour, 0)
            )
            connection.request("GET", "/client", headers={"X-Forwarded-For": "198.51.100.1, 192.0.2.1"})
            assert connection.getresponse().read().decode() == f"{client} False"
            connection.close()
        finally:
            server.stop()


def test_the_clients_of_one_site_leave_threads_to_others() -> None:
    served = Served(ConnectionLimits(proxies=TrustedProxies(["127.0.0.9"])))

    def ask(client: str, path: str) -> str:
        return served.visit("127.0.0.9", path, **{"X-Forwarded-For": client})

    slow = [
        threading.Thread(target=ask, args=(f"2001:db8:1:{number:x}::1", "/slow"), daemon=True) for number in range(12)
    ]
    try:
        for thread in slow:
            thread.start()
        for _ in range(4):
            assert served.busy.acquire(timeout=PATIENCE)
        assert not served.busy.acquire(timeout=0.2)
        assert ask("2001:db8:2::1", "/") == "hello"
        served.free.set()
        for thread in slow:
            thread.join(PATIENCE)
    finally:
        served.stop()


@pytest.mark.parametrize("behind_a_proxy", [False, True])
def test_one_client_with_slow_requests_leaves_threads_to_others(behind_a_proxy: bool) -> None:
    served = Served(ConnectionLimits(proxies=TrustedProxies(["127.0.0.9"] if behind_a_proxy else ())))

    def ask(client: str, path: str) -> str:
        if behind_a_proxy:
            return served.visit("127.0.0.9", path, **{"X-Forwarded-For": f"192.0.2.1, {client}"})
        return served.visit(client, path)

    answers: list[str] = []
    slow = [threading.Thread(target=lambda: answers.append(ask("127.0.0.2", "/slow"))) for _ in range(12)]
    try:
        for thread in slow:
            thread.start()
        for _ in range(4):
            assert served.busy.acquire(timeout=PATIENCE)
        assert not served.busy.acquire(timeout=0.2), "four of six threads, and no more"
        assert ask("127.0.0.3", "/") == "hello"
        served.free.set()
        for thread in slow:
            thread.join(PATIENCE)
        assert answers == ["at last"] * 12
    finally:
        served.stop()


class Waiting:
    """What the queue asks of a connection."""

    def __init__(self, asker: str) -> None:
        self.asker = asker


def test_clients_take_turns() -> None:
    queue = FairQueue(4, lambda _client: None)
    for client in "aaaabbc":
        queue.append(cast(Connection, Waiting(client)))
    order = []
    while queue:
        turn = queue.popleft()
        order.append(turn.connection.asker)
        queue.end(turn.connection.asker)
    assert "".join(order) == "abcabaa"
    with pytest.raises(IndexError):
        queue.popleft()


SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 6\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 6",
        b"Content-Length: 6\r\ntransfer-encoding: Chunked",
        b"Content-Length: 5\r\nContent-Length: 6",
        b"Content-Length: 5, 5",
        b"Content-Length: +5",
        b"Content-Length: 0x5",
        b"Transfer-Encoding: xchunked",
        b"Transfer-Encoding: chunked, identity",
        b"Transfer-Encoding : chunked",
        b"Transfer-Encoding:\x0bchunked",
        b"Content-Length: 6\r\n Transfer-Encoding: chunked",
        b"X: y\nTransfer-Encoding: chunked",
        b"X: y\rTransfer-Encoding: chunked",
    ],
)
def test_requests_whose_length_can_be_read_in_two_ways_smuggle_nothing(served: Served, headers: bytes) -> None:
    with served.connect(
        sent=b"POST /length HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n\r\n0\r\n\r\n" + SMUGGLED
    ) as one:
        answer = end_of(one)
    assert len(re.findall(rb"HTTP/1\.[01] \d+", answer)) == 1, answer
    assert b" 404 " not in answer


def test_requests_in_one_packet_are_answered_in_order(served: Served) -> None:
    posted = b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    requested = (
        b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" + posted + b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    with served.connect(sent=requested) as one:
        answer = end_of(one)
    assert [part.rpartition(b"\r\n\r\n")[2] for part in answer.split(b"HTTP/1.1 200 OK")] == [b"", b"", b"3", b"hello"]


@pytest.mark.parametrize(("length", "status"), [(900_000, b"200"), (1 << 20, b"413"), (1 << 40, b"413")])
def test_bodies_have_a_greatest_length(served: Served, length: int, status: bytes) -> None:
    with served.connect() as one:
        one.sendall(b"POST /length HTTP/1.0\r\nContent-Length: %d\r\n\r\n" % length)
        if status == b"200":
            one.sendall(b"x" * length)
        assert end_of(one).split()[1] == status


def test_headers_have_a_greatest_length(served: Served) -> None:
    with served.connect(sent=b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000) as one:
        assert end_of(one).split()[1] == b"431"


def test_programs_that_watch_are_answered_at_a_port_of_their_own() -> None:
    def fail() -> tuple[bool, bytes, str]:
        raise RuntimeError("nothing answers")

    answers = Answers({"/healthz": lambda: (True, b"ok\n", "text/plain"), "/failing": fail})
    health = serve_health(answers, "127.0.0.1", 0)
    assert health is not None
    health.start()
    try:
        for method, path, status, text in (
            ("GET", "/healthz", 200, b"ok\n"),
            ("HEAD", "/healthz", 200, b""),
            ("POST", "/healthz", 404, b"not here\n"),
            ("GET", "/failing", 503, b"failed\n"),
            ("GET", "/", 404, b"not here\n"),
        ):
            connection = http.client.HTTPConnection("127.0.0.1", health.port, timeout=PATIENCE)
            connection.request(method, path)
            response = connection.getresponse()
            assert (response.status, response.read()) == (status, text)
            connection.close()
        assert serve_health(answers, "127.0.0.1", health.port) is None, "games go on without it"
    finally:
        health.stop()


def test_chunks_are_not_for_http_1_0_but_are_for_1_1(served: Served) -> None:
    chunks = b"\r\nTransfer-Encoding: chunked\r\nConnection: close\r\nHost: x\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    for version, status in ((b"1.0", b"400"), (b"1.1", b"200")):
        with served.connect(sent=b"POST /length HTTP/" + version + chunks) as one:
            assert end_of(one).split()[1] == status
