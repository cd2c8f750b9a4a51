"""The whole server as a process of its own: letters in by SMTP, mails out, pages."""

import http.client
import os
import signal
import smtplib
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from rows_kit import is_quiet
from soak import few

from pbem.cli.demo import free_port
from server.kit import (
    DOMAIN,
    FIRST_TURN,
    PATIENCE,
    PROGRAM,
    Forked,
    Penfriend,
    Place,
    await_until,
    files_to,
    kept,
    new_place,
    open_game,
    settle,
)

MEGABYTE = 1024 * 1024
MAIL_FROM = "anna@player.test"


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory, forked: Forked) -> Iterator[tuple[Place, int]]:
    """A place that is served by a process, and the port for letters; tests share its games."""
    with new_place(tmp_path_factory.mktemp("process"), web_port=free_port()) as place:
        open_game(place, "Anna", "Bert")
        open_game(place, "Anna", "Bert", "Clara")
        settle(place)
        port = forked.start(place).smtp()
        yield place, port
        assert forked.terminate() == 0
        assert (place.folder / "log").read_text() == ""


def page(place: Place, path: str) -> tuple[int, str]:
    """The status and the text of a page."""
    connection = http.client.HTTPConnection("127.0.0.1", place.settings.web.port, timeout=PATIENCE)
    connection.request("GET", path)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


@contextmanager
def door(port: int) -> Iterator[smtplib.SMTP]:
    """A connection to the port for letters, after its greeting."""
    with smtplib.SMTP("127.0.0.1", port, "mta.player.test", timeout=PATIENCE) as client:
        client.ehlo()
        yield client


def test_a_letter_gets_its_answer_in_the_maildir_and_the_page_shows_the_turn(process: tuple[Place, int]) -> None:
    place, port = process
    anna = Penfriend(place, "e1", 0)
    letter = anna.letter(*FIRST_TURN)
    assert anna.send(letter, port)
    await_until(lambda: is_quiet(place.database), "quiet")
    answer = anna.newest()
    assert answer.text.startswith("Your orders were carried out.")
    assert answer.subject == "[First Rails e1] Whitsun"
    assert kept(place).game.active_seat == 1
    assert page(place, "/healthz") == (200, "ok\n")
    status, text = page(place, "/games/e1")
    assert status == 200
    assert "Bert to play" in text
    assert anna.send(letter, port)  # once more, as an MTA that heard no 250
    await_until(lambda: is_quiet(place.database), "quiet")
    assert anna.newest() == answer


def test_strangers_and_unknown_addresses_are_refused_while_they_speak(process: tuple[Place, int]) -> None:
    place, port = process
    anna = Penfriend(place, "e2", 0)
    address, before = f"{anna.contact.token}@{DOMAIN}", kept(place, "e2")
    with door(port) as client:
        client.mail(MAIL_FROM)
        hint = f"; sign in at {place.settings.web.base_url} to be sent yours".encode()
        for unknown, more in (("nobody", hint), (f"{anna.contact.token}@elsewhere.test", b"")):
            address = unknown if "@" in unknown else f"{unknown}@{DOMAIN}"
            assert client.rcpt(address) == (550, b"5.1.1 No such address here" + more)
        address = f"{anna.contact.token}@{DOMAIN}"
        assert client.rcpt(address)[0] == 250
        code, _reply = client.data(anna.letter(*FIRST_TURN).replace(b"From: anna@", b"From: eve@", 1))
        assert code == 550
    await_until(lambda: is_quiet(place.database), "quiet")
    now = kept(place, "e2")
    assert replace(now, letters=before.letters) == before
    assert Counter(now.letters) - Counter(before.letters) == {"ignored": 1}, (
        "it is kept, so that its player hears of it"
    )


def test_two_megabytes_of_garbage_are_refused(process: tuple[Place, int]) -> None:
    place, port = process
    address, before = f"{Penfriend(place, 'e2', 0).contact.token}@{DOMAIN}", kept(place, "e2")
    with door(port) as client:
        assert client.mail(MAIL_FROM, [f"SIZE={2 * MEGABYTE}"])[0] == 552
        client.rset()
        client.mail(MAIL_FROM, ["SIZE=1000"])  # which is a lie
        assert client.rcpt(address)[0] == 250
        garbage = os.urandom(2 * MEGABYTE).replace(b"\r", b"").replace(b"\n", b"")
        lines = b"\r\n".join(garbage[start : start + 900] for start in range(0, len(garbage), 900))
        assert client.data(f"From: {MAIL_FROM}\r\n\r\n".encode() + lines)[0] == 552
    endless = b"x" * 8 * MEGABYTE
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw, suppress(OSError):  # it is hung up on
        raw.sendall(endless)
    assert kept(place, "e2") == before
    assert page(place, "/healthz") == (200, "ok\n")


@pytest.mark.parametrize(
    ("lines", "line"),
    few(
        [
            (10_000, "roll 4?"),
            (1_900, "roll 4?"),
            (1_900, "ro11 4? " * 10),
            (1_900, "buy wieden"),
            (1_900, "A n e s w n e s w onto nw w"),
        ],
        2,
        several=True,
    ),
)
def test_a_long_letter_delays_no_other_game(process: tuple[Place, int], lines: int, line: str) -> None:
    place, port = process
    long, short = Penfriend(place, "e1", 0), Penfriend(place, "e2", 2)
    before, read = kept(place, "e1"), len(files_to(place, "Clara"))
    assert long.send(long.letter(*[line] * lines), port)
    start = time.monotonic()
    assert short.send(short.letter("status"), port)
    await_until(lambda: len(files_to(place, "Clara")) > read, "the answer to the short letter")
    assert time.monotonic() - start < 60
    await_until(lambda: is_quiet(place.database), "quiet")
    assert short.newest().text.startswith("Here is what you asked")
    answer = long.newest().text
    assert answer.startswith("Nothing was changed")
    assert len(answer) < MEGABYTE / 2
    assert kept(place, "e1").log == before.log


def test_the_servers_bots_play_when_it_is_their_turn(process: tuple[Place, int]) -> None:
    place, port = process
    tag = open_game(place, "Anna", ("Botto", "heuristic"))
    await_until(lambda: is_quiet(place.database), "the first mail")
    anna = Penfriend(place, tag, 0)
    reports = len(kept(place, tag).mails)
    assert anna.send(anna.letter(*FIRST_TURN), port)
    await_until(lambda: is_quiet(place.database), "quiet")
    found = kept(place, tag)
    assert (found.game.year, found.game.active_seat) == (2, 0)
    assert len(found.mails) == reports + 3  # the answer, and a report of either turn of the bot


def test_the_installed_program_starts_a_server_of_its_own_and_stops(tmp_path: Path) -> None:
    config, web, smtp = str(tmp_path / "pbem.toml"), free_port(), free_port()
    environment = {**os.environ, "PBEM_WEB__PORT": str(web), "PBEM_MAIL__LISTEN_PORT": str(smtp), "LC_ALL": "C.UTF-8"}
    pbem = [str(PROGRAM), "--config", config]
    subprocess.run([*pbem, "init"], env=environment, check=True, input=b"", capture_output=True, timeout=60)
    with subprocess.Popen(
        [*pbem, "serve"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == f"Website at http://127.0.0.1:{web}, email at port {smtp}.\n"
        with door(smtp) as client:
            assert client.noop()[0] == 250
        server.send_signal(signal.SIGINT)
        _out, log = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert "Traceback" not in log
