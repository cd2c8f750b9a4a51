"""Letters that are looked for in a mailbox, at a real IMAP server."""

import socket
import threading
import time
from contextlib import closing, suppress
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from smtplib import LMTP
from typing import Any

import pytest
from listening_kit import Listening
from mailservers_kit import CERTIFICATE, HOST, PASSWORD, Dovecot, Mailbox
from pydantic import SecretStr

from pbem.cli.mail.way_back import as_it_came
from pbem.clock import system_clock
from pbem.config import Imap
from pbem.daemon import mailbox_loop
from pbem.daemon.mailbox_loop import MailboxLoop
from pbem.intake import Intake
from pbem.intake.mailbox import MailboxIntake
from pbem.mail.receiving.imap import ImapMailbox, LoginRefused, MailboxFault
from pbem.mail.sending.outgoing import Outgoing, build, new_message_id
from pbem.store.mail.inbox import get_letter
from pbem.store.mail.mailboxes import MailboxFolderRow, count_mailbox_letters
from server.kit import (
    DOMAIN,
    FIRST_TURN,
    PATIENCE,
    Forked,
    Penfriend,
    Place,
    address_of,
    await_until,
    files_to,
    kept,
    new_place,
    open_game,
    serving,
)


def place_at(folder: Path, dovecot: Dovecot, user: str, *more: str, mail: str = "", port: int = 0) -> Place:
    """A place with a game of two, whose letters lie in a mailbox; `more` are lines of its table."""
    lines = (f'host = "{HOST}"', f"port = {port or dovecot.imap}", f'user = "{user}"', f'password = "{PASSWORD}"')
    place = new_place(folder, mail="\n".join((mail, "[mail.imap]", *lines, *(more or ('tls = "none"',)))))
    open_game(place, "Anna", "Bert")
    return place


def bring(dovecot: Dovecot, user: str, raw: bytes, sender: str = "someone@elsewhere.test") -> None:
    """Have a mail system bring a letter to a mailbox."""
    with LMTP(HOST, dovecot.lmtp) as door:
        door.sendmail(sender, f"{user}@{DOMAIN}", raw)


def private(subject: str, text: str = "What about dinner?") -> bytes:
    """A letter of the host's friends."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "friend@elsewhere.test", f"host@{DOMAIN}", subject
    letter.set_content(text)
    return letter.as_bytes()


def seen(box: Mailbox, folder: str = "INBOX") -> list[bool]:
    """Whether each letter of a folder is marked as read, the oldest first."""
    with box.open() as opened:
        opened.folder.set(folder)
        return ["\\Seen" in mail.flags for mail in opened.fetch(mark_seen=False, headers_only=True)]


def are_seen(box: Mailbox, number: int) -> bool:
    """Whether so many letters are there, all of them marked as read."""
    return seen(box) == [True] * number


def has_counted(place: Place, taken: int) -> bool:
    """Whether so many letters were taken, and none left alone."""
    return counts(place) == (taken, 0)


def counts(place: Place) -> tuple[int, int]:
    """How many letters were taken, and how many left alone."""
    with place.database.read() as tx:
        return count_mailbox_letters(tx)


def first_mail_of(place: Place, seat: int = 0) -> Penfriend:
    """A player, by default the one who begins, once the first report has come."""
    player = Penfriend(place, "e1", seat)
    await_until(lambda: bool(player.mailbox.new()), "the first report")
    return player


def test_letters_of_all_folders_are_carried_out_once_and_private_ones_are_left_alone(
    tmp_path: Path, dovecot: Dovecot
) -> None:
    box = dovecot.mailbox("walk")
    with box.open() as opened:
        opened.folder.create("Entwürfe & Müll")
        opened.append(private("an old letter"), dt=None)
    folders = 'folders = ["INBOX", "Entwürfe & Müll"]'
    place = place_at(tmp_path, dovecot, "walk", 'tls = "none"', folders, f"poll_seconds = {2 * int(PATIENCE)}")
    with place:
        with serving(place):
            anna = first_mail_of(place)
            letter = anna.letter(*FIRST_TURN)
        # While no server is there a person reads the letter with a mail program, and moves a copy to another folder.
        bring(dovecot, "walk", letter, address_of("Anna"))
        with box.open() as opened:
            uids = opened.uids()
            opened.flag(uids, "\\Seen", True)
            opened.copy(uids[-1], "Entwürfe & Müll")
        bring(dovecot, "walk", private("join us"))
        with serving(place):
            await_until(lambda: kept(place).letters.get("done") == 1, "the letter")
            bring(dovecot, "walk", Penfriend(place, "e1", 1).letter("status"), address_of("Bert"))
            # By IDLE: the next look would be too late.
            await_until(lambda: kept(place).letters.get("done") == 2, "the letter that the server was told of")
            await_until(lambda: seen(box) == [True, True, False, True], "the mark")
            assert counts(place) == (3, 2)
        assert [mail.kind for mail in kept(place).mails if mail.to_address == address_of("Anna")].count("answer") == 1


@pytest.mark.soak
def test_a_server_without_idle_is_asked_again_and_again(
    tmp_path: Path, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = dovecot.mailbox("asked")
    monkeypatch.setattr(ImapMailbox, "wait", None)
    monkeypatch.setattr("pbem.mail.receiving.imap._capabilities", lambda _box: {b"IMAP4REV1"})
    with place_at(tmp_path, dovecot, "asked", 'tls = "none"', "poll_seconds = 5") as place, serving(place):
        letter = first_mail_of(place).letter("status")
        for number in (1, 2):
            bring(dovecot, "asked", letter.replace(b"status", b"status" * number), address_of("Anna"))
            await_until(partial(are_seen, box, number), "the mark")


def test_a_letter_that_is_too_large_is_answered_and_not_fetched(tmp_path: Path, dovecot: Dovecot) -> None:
    box = dovecot.mailbox("large")
    place = place_at(tmp_path, dovecot, "large", mail="max_bytes = 8192")
    with place, serving(place):
        letter = first_mail_of(place).letter("status")
        bring(dovecot, "large", letter + b"\r\n# " + b"x" * 90 * 99, address_of("Anna"))
        bring(dovecot, "large", private("a film", "x" * 9000))
        await_until(lambda: kept(place).letters.get("done") == 1, "the letter")
        await_until(lambda: seen(box) == [True, False], "the mark")
        assert "It is larger than this server reads." in " ".join(kept(place).mails[1].text.split())
        with place.database.read() as tx:
            assert len(get_letter(tx, 1).raw) < 8192


@pytest.mark.parametrize(
    "point",
    [
        pytest.param("1 mailbox letter fetched", marks=pytest.mark.soak),
        "1 mailbox letter noted",
        "1 mailbox letter taken",
        pytest.param("1 mailbox letter marked", marks=pytest.mark.soak),
    ],
)
def test_killed_anywhere_it_takes_a_letter_once(tmp_path: Path, dovecot: Dovecot, forked: Forked, point: str) -> None:
    user = point.replace(" ", "-")
    box = dovecot.mailbox(user)
    place = place_at(tmp_path, dovecot, user)
    with place:
        with serving(place):
            letter = first_mail_of(place).letter(*FIRST_TURN)
        bring(dovecot, user, letter, address_of("Anna"))
        forked.start(place, point)
        assert forked.ended() == -9
        with serving(place):
            await_until(lambda: kept(place).letters == {"done": 1}, "the letter")
            await_until(lambda: seen(box) == [True], "the mark")
            await_until(lambda: len(files_to(place, "Anna")) == 2, "the answer")
        assert kept(place).game.active_seat == 1


def test_a_folder_that_was_made_anew_brings_no_letter_twice(tmp_path: Path, dovecot: Dovecot) -> None:
    box = dovecot.mailbox("anew")
    with box.open() as opened:
        opened.folder.create("Post")
    with place_at(tmp_path, dovecot, "anew", 'tls = "none"', 'folders = ["Post"]') as place:
        with serving(place):
            letter = first_mail_of(place).letter("status")
        for taken in (1, 2):
            with box.open() as opened:
                opened.folder.delete("Post")
                opened.folder.create("Post")
                opened.append(letter, "Post")
            with serving(place):
                await_until(partial(has_counted, place, taken), "the letter")
                await_until(lambda: kept(place).letters == {"done": 1}, "nothing twice")


class Wire:
    """A wire to a server, which can be cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = Listening(self._serve)
        self.port = self._listening.port

    def cut(self) -> None:
        """Cut all connections; new ones can be made."""
        self._listening.cut()

    def close(self) -> None:
        """Cut all connections, for good."""
        self._listening.close()

    def _serve(self, near: socket.socket) -> None:
        with socket.create_connection((HOST, self._to)) as far:
            back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
            back.start()
            self._carry(near, far)
            back.join()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def test_a_mailbox_that_is_gone_for_a_while_loses_nothing(tmp_path: Path, dovecot: Dovecot) -> None:
    dovecot.mailbox("gone")
    with (
        closing(Wire(dovecot.imap)) as wire,
        place_at(tmp_path, dovecot, "gone", port=wire.port) as place,
        serving(place) as server,
    ):
        letter = first_mail_of(place).letter("status")
        await_until(lambda: server.mailbox is not None and server.mailbox._box is not None, "the mailbox")
        wire.cut()
        bring(dovecot, "gone", letter, address_of("Anna"))
        await_until(lambda: kept(place).letters.get("done") == 1, "the letter")


def test_a_login_that_is_refused_is_told_once_and_by_the_doctor(
    tmp_path: Path, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mailbox_loop, "REFUSED_PAUSE", 0.0)
    monkeypatch.setattr(mailbox_loop, "FIRST_PAUSE", 0.0)
    with place_at(tmp_path, dovecot, "nobody-there") as place:
        assert "WRONG  mailbox: 127.0.0.1 refuses the login of nobody-there" in place.pbem("doctor", status=1).output
        imap = place.settings.mail.imap
        assert imap is not None
        loop = MailboxLoop(Intake(place.database, system_clock, place.settings), imap)
        for _ in range(2):
            loop._rest(LoginRefused("no"))
        said = capsys.readouterr().out
        assert said.count("the mailbox refuses the login") == 1
        assert PASSWORD not in said
        dovecot.mailbox("nobody-there")
        assert "ok     mailbox: 127.0.0.1, 0 emails taken, 0 left alone" in place.pbem("doctor").output


def test_only_a_server_that_an_authority_vouches_for_is_told_the_password(dovecot: Dovecot) -> None:
    dovecot.mailbox("vouched")
    for tls, port in (("tls", dovecot.imaps), ("starttls", dovecot.imap)):
        facts: dict[str, Any] = {"host": "localhost", "user": "vouched", "password": PASSWORD, "tls": tls, "port": port}
        with closing(ImapMailbox(Imap(**facts, ca_file=CERTIFICATE))) as box:
            assert box.can_idle
        with pytest.raises(MailboxFault, match="certificate verify failed"):
            ImapMailbox(Imap(**facts))


def test_a_letter_that_breaks_something_keeps_no_other_waiting_and_is_tried_at_the_next_start(
    tmp_path: Path, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = dovecot.mailbox("broken")
    whole = MailboxIntake.take
    tries = []

    def take(intake: MailboxIntake, folder: MailboxFolderRow, uid: int, raw: bytes, peer: str) -> bool:
        if b"income" in raw:
            tries.append(uid)
            raise ZeroDivisionError
        return whole(intake, folder, uid, raw, peer)

    with place_at(tmp_path, dovecot, "broken") as place:
        with serving(place):
            anna, bert = first_mail_of(place), first_mail_of(place, seat=1)
            letters = (anna.letter("income"), bert.letter("status"))
        for letter, name in zip(letters, ("Anna", "Bert"), strict=True):
            bring(dovecot, "broken", letter, address_of(name))
        with monkeypatch.context() as broken:
            broken.setattr(MailboxIntake, "take", take)
            broken.setattr(mailbox_loop, "BUSY_PAUSE", 0.01)
            with serving(place):
                await_until(lambda: len(tries) == 3, "three tries")
                await_until(lambda: seen(box) == [False, True], "the other letter")
        with serving(place):
            await_until(lambda: seen(box) == [True, True], "the letter")


def test_a_server_that_watches_its_mailbox_stops_at_once(tmp_path: Path, dovecot: Dovecot) -> None:
    dovecot.mailbox("stop")
    with closing(Wire(dovecot.imap)) as wire, place_at(tmp_path, dovecot, "stop", port=wire.port) as place:
        with serving(place):
            first_mail_of(place)
            began = time.monotonic()
        assert time.monotonic() - began < 30


@pytest.mark.parametrize("changed", ["", "<0102019a-rewritten@relay.test>"])
def test_a_mail_that_comes_back_is_known_though_its_id_was_changed(dovecot: Dovecot, changed: str) -> None:
    user, message_id = f"back{len(changed)}", new_message_id(DOMAIN)
    imap = Imap(host=HOST, port=dovecot.imap, user=user, password=SecretStr(PASSWORD), tls="none")
    mail = Outgoing(message_id, f"{user}@{DOMAIN}", "", f"no-reply@{DOMAIN}", "Dice", "A test", "Hello.", 0, "")
    with dovecot.mailbox(user).open():
        bring(dovecot, user, private("Friday"))
    assert as_it_came(imap, message_id, 0) is None
    raw = build(mail)
    bring(dovecot, user, raw.replace(message_id.encode(), changed.encode(), 1) if changed else raw)
    assert as_it_came(imap, message_id, 10) == (changed or message_id)
