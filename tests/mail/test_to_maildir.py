"""The way out into Maildirs: real folders, and processes that are killed."""

import contextlib
import mailbox
import multiprocessing
import os
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from mail_kit import MAIL

from pbem.mail.sending.outgoing import Outgoing, build
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.mail.sending.transport import Failed, Sent

fork = multiprocessing.get_context("fork")


def test_what_killed_writers_left_in_tmp_goes_with_the_next_mails(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path)
    assert isinstance(transport.send(MAIL), Sent)
    folder = transport.folder(MAIL.to_address)
    (laid,) = (folder / "new").iterdir()
    laid.unlink()
    same, old, young, others = (
        folder / "tmp" / name for name in (f"{laid.name}.1.2", "1.ab.pbem.1.2", "2.cd.pbem.1.2", "3.of.another.program")
    )
    for fragment in (same, old, young, others):
        fragment.write_text("half a ma")
    for fragment in (old, others):
        os.utime(fragment, (0, 0))
    assert isinstance(transport.send(MAIL), Sent)
    assert sorted((folder / "tmp").iterdir()) == [young, others]
    assert [path.name for path in (folder / "new").iterdir()] == [laid.name]


def test_each_player_s_mails_lie_in_a_maildir_of_their_own(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path / "maildir")
    to_bob = replace(MAIL, to_address="Bob@Example.org", message_id="<2@play.example.net>")
    assert [transport.send(MAIL), transport.send(to_bob)] == [Sent(), Sent()]
    transport.close()
    assert sorted(path.name for path in (tmp_path / "maildir").iterdir()) == ["alice@example.org", "bob@example.org"]
    (message,) = mailbox.Maildir(transport.folder("ALICE@example.org"), create=False)
    assert message.as_bytes() == build(MAIL).replace(b"\r\n", b"\n")


def test_a_mail_sent_again_is_still_one_mail(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path)
    for _ in range(3):
        assert transport.send(MAIL) == Sent()
    folder = transport.folder(MAIL.to_address)
    (file,) = (folder / "new").iterdir()
    file.rename(folder / "cur" / f"{file.name}:2,S")
    assert transport.send(MAIL) == Sent()
    assert len(mailbox.Maildir(folder, create=False)) == 1


@pytest.mark.parametrize(
    "address",
    ["../../etc@example.org", "/etc@example.org", "..@example.org", ".", "..", "", "a/b@x", "x" * 400, "ä@x", "a\0b@x"],
)
def test_no_address_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    folder = MaildirTransport(tmp_path).folder(address)
    assert folder.parent == tmp_path
    assert folder.resolve().parent == tmp_path.resolve()
    folder.mkdir()


def test_a_disk_that_fails_is_tried_later(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = MaildirTransport(tmp_path / "file").send(MAIL)
    assert isinstance(result, Failed)
    assert result.cause == "later"


def test_what_cannot_be_a_mail_is_not_laid_down(tmp_path: Path) -> None:
    result = MaildirTransport(tmp_path).send(replace(MAIL, to_address="alice"))
    assert isinstance(result, Failed)
    assert result.cause == "mail"
    assert list(tmp_path.iterdir()) == []


LONG = replace(MAIL, text="a line of a long report\n" * 20_000)


def numbered(number: int) -> Outgoing:
    return replace(LONG, message_id=f"<{number}@play.example.net>")


def write_without_end(root: Path, first: int, said: Connection) -> None:
    transport = MaildirTransport(root)
    for number in range(first, 1_000_000):
        transport.send(numbered(number))
        said.send(number)


def sent_before_the_kill(root: Path, first: int, delay: float) -> int:
    """Kill a process that writes mails from `first` on, a moment after its first; the number of the next."""
    received, said = fork.Pipe(duplex=False)
    writer = fork.Process(target=write_without_end, args=(root, first, said))
    writer.start()
    said.close()
    following = received.recv() + 1
    time.sleep(delay)
    writer.kill()
    writer.join()
    with contextlib.suppress(EOFError):
        while True:
            following = received.recv() + 1
    return int(following)


def test_a_mail_is_there_whole_or_not_at_all_when_the_writer_is_killed(tmp_path: Path) -> None:
    sent = 0
    for round_ in range(8):
        sent = sent_before_the_kill(tmp_path, sent, delay=0.003 * round_)
    mails = list(mailbox.Maildir(MaildirTransport(tmp_path).folder(MAIL.to_address), create=False))
    assert sent <= len(mails) <= sent + 1
    numbers = [int(message["Message-ID"].strip("<").partition("@")[0]) for message in mails]
    assert set(numbers) >= set(range(sent))
    for number, message in zip(numbers, mails, strict=True):
        assert message.as_bytes() == build(numbered(number)).replace(b"\r\n", b"\n")
