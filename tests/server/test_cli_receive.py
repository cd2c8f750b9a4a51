"""`pbem mail receive`: one letter from a mail system's pipe, with the exit status that says what became of it."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pbem.cli.mail.receive import envelope_sender, exit_status
from pbem.mail.receiving.proof import NO_SUCH_ADDRESS, WRONG_SENDER
from pbem.mail.receiving.takers import ACCEPTED, BUSY, TOO_LARGE
from pbem.store.mail.inbox import LetterRow, count_letters_by_status, get_letter
from pbem.store.sqlite import connections
from server.kit import DOMAIN, FIRST_TURN, PROGRAM, Forked, Penfriend, Place, await_until, kept, serving
from server.situations import settle

HEAVY = ("aiosmtpd", "alembic", "flask", "jinja2", "PIL", "rich", "rules_core.games", "pbem.adjudicator")


def letters(place: Place) -> list[LetterRow]:
    with place.database.read() as tx:
        return [get_letter(tx, number) for number in range(1, 1 + sum(count_letters_by_status(tx).values()))]


def test_a_letter_is_stored_whether_a_server_runs_or_not_and_once(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    anna = Penfriend(place, "e1", 0)
    raw = anna.letter(*FIRST_TURN).replace(b"\r\n", b"\n")
    named = ("--sender", anna.contact.address, "--recipient", f"{anna.contact.token}@{DOMAIN}")
    place.pbem("mail", "receive", *named, typed=raw)
    place.pbem("mail", "receive", *named, typed=b"From anna@player.test Mon Nov 23 12:00:00 2026\n" + raw)
    (letter,) = letters(place)
    assert (letter.raw, letter.mail_from) == (raw.replace(b"\n", b"\r\n"), anna.contact.address)
    with serving(place):
        await_until(lambda: kept(place).game.active_seat == 1, "the turn played")
        other = Penfriend(place, "e1", 1)
        command = [str(PROGRAM), "--config", str(place.config), "mail", "receive"]
        subprocess.run(command, input=other.letter("check", "income"), check=True)
        await_until(lambda: kept(place).letters == {"done": 2}, "the second dealt with")


@pytest.mark.parametrize(
    ("change", "arguments", "status"),
    [
        (lambda raw: raw, ["--recipient", f"nobody@{DOMAIN}"], os.EX_NOUSER),
        (lambda raw: raw, ["--recipient", "anna@else.test"], os.EX_NOUSER),
        (lambda raw: raw.replace(b"To: ", b"X-Nobody: "), [], os.EX_NOUSER),
        (lambda raw: raw + b"x" * 2_000_000, [], os.EX_UNAVAILABLE),
    ],
)
def test_what_is_not_taken_is_told_by_the_status(
    begun: Place, change: object, arguments: list[str], status: int
) -> None:
    assert callable(change)
    raw = change(Penfriend(begun, "e1", 0).letter("check", "# refused"))
    before = len(letters(begun))
    result = begun.pbem("mail", "receive", *arguments, typed=raw, status=status)
    assert "Traceback" not in result.output
    assert len(letters(begun)) == before


def test_one_from_another_address_is_refused_and_kept_for_its_owner_to_hear_of(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    raw = Penfriend(place, "e1", 0).letter(*FIRST_TURN).replace(b"anna@player", b"mallory@player")
    refused = place.pbem("mail", "receive", typed=raw, status=os.EX_NOPERM)
    assert "write from the address that our mails to you go to" in refused.stderr
    assert len(letters(place)) == 1
    place.pbem("mail", "receive", typed=raw, status=os.EX_NOPERM)
    assert len(letters(place)) == 1, "brought again it is the same"


def test_while_it_cannot_be_stored_it_is_to_come_again(begun: Place, tmp_path: Path) -> None:
    raw = Penfriend(begun, "e1", 0).letter("check", "# later")
    place = begun.copy(tmp_path)
    place.settings.database.write_bytes(b"no database")
    place.pbem("mail", "receive", typed=raw, status=os.EX_TEMPFAIL)
    place.config.write_text("nonsense")
    place.pbem("mail", "receive", typed=raw, status=os.EX_TEMPFAIL)
    place.config.unlink()
    place.pbem("mail", "receive", typed=raw, status=os.EX_TEMPFAIL)


def test_while_the_database_is_locked_or_the_disk_full_it_is_to_come_again(
    begun: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = begun.copy(tmp_path)
    raw = Penfriend(place, "e1", 0).letter("check", f"# {'x ' * 20_000}")
    usual = connections._WRITER
    monkeypatch.setattr(connections, "_WRITER", (*usual, "PRAGMA busy_timeout=1"))
    with closing(sqlite3.connect(place.settings.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        place.pbem("mail", "receive", typed=raw, status=os.EX_TEMPFAIL)
    monkeypatch.setattr(
        connections, "_WRITER", (*usual, "PRAGMA max_page_count=1")
    )  # which it has, so that it cannot grow
    place.pbem("mail", "receive", typed=raw, status=os.EX_TEMPFAIL)
    assert letters(place) == []
    monkeypatch.setattr(connections, "_WRITER", usual)
    place.pbem("mail", "receive", typed=raw)
    place.pbem("mail", "receive", typed=raw)
    assert len(letters(place)) == 1


@pytest.mark.parametrize(("point", "stored"), [("1 row written", 0), ("1 letter committed", 1)])
def test_killed_before_it_tells_its_status_it_is_called_again_and_nothing_is_doubled(
    begun: Place, tmp_path: Path, forked: Forked, point: str, stored: int
) -> None:
    with begun.copy(tmp_path) as place:
        raw = Penfriend(place, "e1", 0).letter(*FIRST_TURN)
        forked.start(place, point, words=("mail", "receive"), typed=raw)
        assert forked.ended() == -9
        assert len(letters(place)) == stored
        place.pbem("mail", "receive", typed=raw)
        settle(place)
        assert (kept(place).letters, kept(place).game.active_seat) == ({"done": 1}, 1)


def test_a_bounce_comes_with_an_empty_sender(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    anna = Penfriend(place, "e1", 0)
    report = f"From: MAILER-DAEMON@player.test\nTo: {anna.contact.token}@{DOMAIN}\n\nno such user\n".encode()
    place.pbem("mail", "receive", "--sender", "MAILER-DAEMON", typed=report)
    assert [letter.mail_from for letter in letters(place)] == [""]


def test_the_status_for_several_recipients() -> None:
    unknown, others = NO_SUCH_ADDRESS.smtp_text, WRONG_SENDER.smtp_text
    assert exit_status([]) == os.EX_NOUSER
    assert exit_status([unknown, ACCEPTED]) == os.EX_OK
    assert exit_status([ACCEPTED, BUSY, unknown]) == os.EX_TEMPFAIL
    assert exit_status([others, unknown]) == os.EX_NOPERM
    assert exit_status([TOO_LARGE]) == os.EX_UNAVAILABLE


@pytest.mark.parametrize(("said", "sender"), [("<a@x.test>", "a@x.test"), ("<>", ""), ("MAILER-DAEMON", ""), ("", "")])
def test_an_envelope_sender_is_read_as_mail_systems_write_it(said: str, sender: str) -> None:
    assert envelope_sender(said) == sender


def test_it_begins_without_what_it_does_not_need_and_so_do_lists_of_what_is_kept(begun: Place) -> None:
    lists = [("game", "list"), ("player", "list"), ("dispute", "list"), ("lists",)]
    script = (
        "import sys\nfrom pbem.cli import main\n"
        f"for words in {lists}:\n    main([*sys.argv[1:], *words], standalone_mode=False)\n"
        "try:\n    main([*sys.argv[1:], 'mail', 'receive'])\n"
        f"finally:\n    print([name for name in {HEAVY} if name in sys.modules])"
    )
    command = [sys.executable, "-c", script, "--config", str(begun.config)]
    done = subprocess.run(command, input=b"To: nobody\n\n", capture_output=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (os.EX_NOUSER, b"[]"), done.stderr.decode()
    assert b"Anna, Bert" in done.stdout and b"anna@player.test" in done.stdout
