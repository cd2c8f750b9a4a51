"""Letters that cannot be stored now: they wait where they are, in an MTA or a mailbox, and are dealt with once."""

from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest
from mailservers_kit import HOST, PASSWORD, Dovecot, Exim, Protocol
from rows_kit import is_quiet
from server.kit import DOMAIN, FIRST_TURN, await_until, kept, new_place, open_game, serving
from server.troubles import Trouble, full, locked

from mailservers.kit import Correspondent
from pbem.daemon import mailbox_loop, poll_loop
from pbem.daemon.server import Server

NOT_NOW = "451 4.3.0"


ORDERS = (*FIRST_TURN, f"# {'x ' * 20_000}")


@contextmanager
def place_with_report(
    folder: Path, exim: Exim, dovecot: Dovecot, mail: str = ""
) -> Iterator[tuple[Server, Correspondent, EmailMessage]]:
    """A server with a game of two, whose first player has read the first report; behind it one answer came."""
    relay = f'relay = {{host = "{HOST}", port = {exim.port}, tls = "none"}}'
    exim.route("player.test", dovecot.lmtp, "lmtp")
    dovecot.mailbox("bert")
    with new_place(folder, mail=f"{relay}\n{mail}") as place, Correspondent("Anna", exim, dovecot) as anna:
        open_game(place, "Anna", "Bert")
        with serving(place) as server:
            report = anna.await_position("e1", 1)
            await_until(lambda: is_quiet(place.database), "quiet")
            yield server, anna, report
            await_until(lambda: is_quiet(place.database), "quiet")
        assert kept(place).letters == {"done": 1}
        assert len(anna.mails) == 2


@pytest.mark.parametrize(
    ("protocol", "trouble"),
    [
        ("smtp", locked),
        pytest.param("smtp", full, marks=pytest.mark.soak),
        pytest.param("lmtp", locked, marks=pytest.mark.soak),
        pytest.param("lmtp", full, marks=pytest.mark.soak),
    ],
)
def test_an_mta_keeps_a_letter_that_cannot_be_stored_now(
    tmp_path: Path, exim: Exim, dovecot: Dovecot, protocol: Protocol, trouble: Trouble
) -> None:
    with place_with_report(tmp_path, exim, dovecot, "lmtp_port = 0") as (server, anna, report):
        listener = server.listener if protocol == "smtp" else server.lmtp
        assert listener is not None
        exim.route(DOMAIN, listener.port, protocol)
        put_off = exim.log_text().count(NOT_NOW)
        with trouble(server.database):
            letter = anna.send(report, *ORDERS)
            await_until(
                lambda: exim.log_text().count(NOT_NOW) > put_off, "the reply that the letter cannot be stored now"
            )
        anna.await_answer(letter)


@pytest.mark.parametrize("trouble", [pytest.param(locked, marks=pytest.mark.soak), full])
def test_a_letter_that_cannot_be_stored_now_stays_in_its_mailbox(
    tmp_path: Path,
    exim: Exim,
    dovecot: Dovecot,
    trouble: Trouble,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(mailbox_loop, "BUSY_PAUSE", 0.05)
    monkeypatch.setattr(poll_loop, "IDLE_SECONDS", 0.05)
    mailbox = dovecot.mailbox("club")
    exim.route("club.test", dovecot.lmtp, "lmtp")
    imap = f'mailbox = "club@club.test"\n[mail.imap]\nhost = "{HOST}"\nport = {dovecot.imap}\ntls = "none"\n'
    imap += f'user = "club@club.test"\npassword = "{PASSWORD}"\nfolders = ["INBOX"]'
    with place_with_report(tmp_path, exim, dovecot, imap) as (server, anna, report):
        failures = list[str]()

        def are_more_than_one_letter_has() -> bool:
            failures.extend(line for line in capsys.readouterr().out.splitlines() if " failed" in line)
            return len(failures) > mailbox_loop.MOST_TRIES

        with trouble(server.database):
            letter = anna.send(report, *ORDERS)
            await_until(are_more_than_one_letter_has, "more failures than a letter that is at fault has")
            with mailbox.open() as box:
                assert [mail.flags for mail in box.fetch(mark_seen=False)] == [()]
        anna.await_answer(letter)
        with mailbox.open() as box:
            assert [mail.flags for mail in box.fetch(mark_seen=False)] == [("\\Seen",)]
