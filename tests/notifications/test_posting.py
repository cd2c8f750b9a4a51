"""Posting to addresses of players: to what was checked, without following anything, and with an end to patience."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from email.utils import format_datetime
from functools import partial
from ipaddress import ip_address

import pytest

from notifications.kit import HANGING_SECONDS, HERE, HOST, LOOPBACK, Endpoint, certificate, endpoint, found_here, poster
from pbem.clock import from_ms
from pbem.notifications import posting
from pbem.notifications.posting import (
    LONGEST_WAIT_S,
    HttpAnswer,
    IpAddress,
    NotSent,
    PinnedPoster,
    look_up,
    read_address,
)

NOW_S = 1_795_000_000


@pytest.fixture
def site() -> Iterator[Endpoint]:
    with endpoint() as found:
        yield found


def posted(by: PinnedPoster, address: str) -> HttpAnswer:
    return by.post(read_address(address), b"{}", {"Content-Type": "application/json"}, NOW_S)


def reason(by: PinnedPoster, address: str) -> tuple[str, bool]:
    with pytest.raises(NotSent) as failed:
        posted(by, address)
    return failed.value.reason, failed.value.may_have_arrived


def test_a_body_is_posted_with_the_name_that_was_asked_for(site: Endpoint) -> None:
    assert posted(poster(), site.address("/a?b=c")) == HttpAnswer(201, None)
    (found,) = site.posted
    assert (found.path, found.body, found.headers["Host"]) == ("/a?b=c", b"{}", f"{HOST}:{site.port}")
    assert found.headers["Content-Type"] == "application/json" and "User-Agent" not in found.headers


def test_a_name_is_looked_up_once_and_the_connection_goes_to_what_was_checked(site: Endpoint) -> None:
    """An answer that is public when it is checked and private when it is used (DNS rebinding) leads nowhere."""
    answers: list[list[IpAddress]] = [[LOOPBACK], [ip_address("10.0.0.1")]]
    requested: list[tuple[str, int]] = []

    def rebinding(host: str, port: int) -> Sequence[IpAddress]:
        requested.append((host, port))
        return answers.pop(0)

    assert posted(PinnedPoster(HERE, certificate(), rebinding), site.address()).status == 201
    assert requested == [(HOST, site.port)] and len(site.posted) == 1


def _always(found: Sequence[IpAddress], _host: str, _port: int) -> Sequence[IpAddress]:
    return found


def test_a_name_that_leads_into_a_private_network_is_not_connected_to(site: Endpoint) -> None:
    mixed: list[list[IpAddress]] = [
        [LOOPBACK],
        [ip_address("1.1.1.1"), LOOPBACK],
        [ip_address("::ffff:127.0.0.1")],
        [ip_address("169.254.169.254")],
    ]
    for found in mixed:
        strict = PinnedPoster((), certificate(), partial(_always, found))
        assert reason(strict, site.address()) == ("private", False)
    assert reason(PinnedPoster((), certificate()), site.address(host="localhost")) == ("private", False)
    assert reason(PinnedPoster((), certificate()), site.address(host="2130706433")) == ("private", False)
    assert site.posted == []


def test_a_name_that_is_not_known_is_a_reason(site: Endpoint) -> None:
    def unknown(_host: str, _port: int) -> Sequence[IpAddress]:
        raise socket.gaierror("no such name")

    assert reason(poster(unknown), site.address()) == ("name", False)
    assert reason(poster(lambda _host, _port: []), site.address()) == ("name", False)
    assert reason(poster(look_up), f"https://{'x' * 70}.example/") == ("name", False)


def test_a_redirect_is_not_followed_and_no_proxy_is_used(site: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    site.answers.append((307, {"Location": site.address("/elsewhere")}))
    assert posted(poster(), site.address("/first")).status == 307
    assert [one.path for one in site.posted] == ["/first"]


def test_a_certificate_for_another_name_or_of_nobody_known_is_refused(site: Endpoint) -> None:
    assert reason(poster(), site.address(host="other.test")) == ("certificate", False)
    assert reason(PinnedPoster(HERE, None, found_here), site.address()) == ("certificate", False)
    assert (
        reason(PinnedPoster(HERE, certificate().parent / "missing.pem", found_here), site.address())[0] == "certificate"
    )
    assert site.posted == []
    assert posted(poster(look_up), site.address(host="127.0.0.1")).status == 201


def test_the_next_address_of_a_name_is_tried_where_one_does_not_answer(site: Endpoint) -> None:
    several = [ip_address("127.0.0.2"), LOOPBACK]
    assert posted(poster(lambda _host, _port: several), site.address()).status == 201


def test_nobody_there_is_a_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert reason(poster(), f"https://{HOST}:{port}/") == ("connection", False)


def test_who_takes_a_body_and_does_not_answer_may_have_taken_it(
    site: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "STEP_SECONDS", 1.0)
    site.release.clear()
    assert reason(poster(), site.address()) == ("timeout", True)
    assert len(site.posted) == 1


def test_who_says_nothing_at_all_and_who_drips_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 0.5)
    monkeypatch.setattr(posting, "STEP_SECONDS", 2 * HANGING_SECONDS)
    ended = threading.Event()

    def drip(listening: socket.socket) -> None:
        connection, _peer = listening.accept()
        with connection:
            while not ended.wait(0.05):
                try:
                    connection.sendall(b"\x16")
                except OSError:
                    return

    with socket.create_server(("127.0.0.1", 0)) as silent, socket.create_server(("127.0.0.1", 0)) as dripping:
        thread = threading.Thread(target=drip, args=[dripping], daemon=True)
        thread.start()
        begun = time.monotonic()
        for listening in (silent, dripping):
            assert reason(poster(), f"https://{HOST}:{listening.getsockname()[1]}/")[1] is False
        ended.set()
        thread.join()
    assert time.monotonic() - begun < HANGING_SECONDS


FLOODS = {
    "a line without end": (b"HTTP/1.1 200 OK\r\nX: ", b"a" * 60_000),
    "headers without end": (b"HTTP/1.1 200 OK\r\n", b"X: " + b"a" * 60_000 + b"\r\n"),
    "headers of a promise without end": (b"HTTP/1.1 100 Continue\r\n", b"X: a\r\n" * 1000),
    "promises without end": (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1000),
    "a status that is none": (b"HTTP/1.1 99999 OK\r\n\r\n", b"x"),
    "no HTTP": (b"SSH-2.0-OpenSSH\r\n", b"\0" * 60_000),
}
TAKEN_FLOODS = {
    "a body without end": (b"HTTP/1.1 201 \xff\r\nRetry-After: \xff\r\n\r\n", b"a" * 60_000),
    "a body of a length below nothing": (b"HTTP/1.1 201 OK\r\nContent-Length: -5\r\n\r\n", b"a" * 60_000),
    "chunks that are too large": (b"HTTP/1.1 201 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"fffffffffff\r\n"),
    "trailers without end": (b"HTTP/1.1 201 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"X: a\r\n" * 1000),
}


@pytest.mark.parametrize("name", [*FLOODS, *TAKEN_FLOODS])
def test_an_answer_that_has_no_end_is_cut_off(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The other side pours out as much as it can, until it is cut off; what it has said by then counts."""
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 1.0)
    first, more = (FLOODS | TAKEN_FLOODS)[name]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate())
    ended = threading.Event()

    def pour(listening: socket.socket) -> None:
        with suppress(OSError), context.wrap_socket(listening.accept()[0], server_side=True) as connection:
            connection.recv(4096)
            connection.sendall(first)
            while True:
                connection.sendall(more)
        ended.set()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=pour, args=[listening], daemon=True).start()
        address = f"https://{HOST}:{listening.getsockname()[1]}/"
        if name in FLOODS:
            assert reason(poster(), address) == ("connection", True)
        else:
            assert posted(poster(), address) == HttpAnswer(201, None)
        assert ended.wait(30)


def test_what_is_in_hand_ends_when_it_is_aborted(site: Endpoint) -> None:
    site.release.clear()
    by = poster()
    timer = threading.Timer(0.3, by.abort)
    timer.start()
    assert reason(by, site.address()) == ("connection", True)
    timer.join()


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120),
        (format_datetime(from_ms((NOW_S + 60) * 1000), usegmt=True), 60),
        (format_datetime(from_ms((NOW_S - 60) * 1000), usegmt=True), 0),
        ("99999999999999999999", LONGEST_WAIT_S),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("Mon, 99 Foo 2026", None),
        ("\xb2", None),
    ],
)
def test_a_server_may_ask_to_wait_in_seconds_or_until_a_date(site: Endpoint, header: str, seconds: int | None) -> None:
    site.answers.append((429, {"Retry-After": header}))
    assert posted(poster(), site.address()) == HttpAnswer(429, seconds)
