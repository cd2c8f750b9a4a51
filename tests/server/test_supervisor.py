"""A supervisor such as systemd hears when the server is ready, that it lives, and that it ends as it was told."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.daemon.health.supervisor import Supervisor
from pbem.daemon.server import Server
from server.kit import Place, await_until


@pytest.fixture
def told(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(told: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(told.recv(4096).decode())
        except BlockingIOError:
            return found


def test_a_server_says_that_it_is_ready_lives_and_ends(place: Place, told: socket.socket, tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "100000"}
    server = Server(place.settings, place.database, supervisor=Supervisor(environment))
    server.start()
    words = list[str]()

    def lives() -> bool:
        words.extend(heard(told))
        return words.count("WATCHDOG=1") > 1

    try:
        await_until(lives, "signs of life")
    finally:
        server.stop()
    words += heard(told)
    assert words[-1] == "STOPPING=1" and "READY=1" in words
    assert set(words) <= {"READY=1", "WATCHDOG=1", "STATUS=ok", "STOPPING=1"}


@pytest.mark.parametrize(
    ("environment", "pause_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, None),
        ({"NOTIFY_SOCKET": "/nowhere/at/all"}, None),
        ({"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "30000000"}, 15.0),
        ({"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "this"}, 15.0),
        ({"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "soon"}, None),
    ],
    ids=str,
)
def test_signs_are_given_to_whom_they_are_meant_and_nobody_there_is_no_harm(
    environment: dict[str, str], pause_s: float | None
) -> None:
    supervisor = Supervisor(
        {name: str(os.getpid()) if value == "this" else value for name, value in environment.items()}
    )
    supervisor.say_ready()
    supervisor.say_alive()
    assert supervisor.pause_s == pause_s


def test_a_name_that_begins_with_an_at_sign_is_in_the_abstract_namespace() -> None:
    name = f"pbem-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        Supervisor({"NOTIFY_SOCKET": f"@{name}"}).say_status("two\nlines")
        assert listening.recv(100) == b"STATUS=two lines"
