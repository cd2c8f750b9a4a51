"""Letters that another program lays into a Maildir: each taken once, whatever is killed when."""

import json
import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rows_kit import is_quiet
from soak import few

from pbem.clock import system_clock
from pbem.daemon.inbox_worker import DropLoop
from pbem.intake import Intake
from pbem.mail.maildir import Maildir
from pbem.mail.receiving.drop import Drop
from pbem.mail.sending.sendmail import MaildirTransport
from server.kit import DOMAIN, FIRST_TURN, Forked, Penfriend, Place, await_until, kept, serving


@pytest.fixture
def dropping(begun: Place, tmp_path: Path) -> Place:
    """A server with a drop, into which nobody has laid anything."""
    place = begun.copy(tmp_path)
    with place.config.open("a") as file:
        file.write('drop = "drop"\n')
    (place.folder / "drop" / "new").mkdir(parents=True)
    return place


def lay(place: Place, name: str, raw: bytes) -> None:
    (place.folder / "drop" / "new" / name).write_bytes(raw)


def lying(place: Place) -> dict[str, list[str]]:
    drop = place.folder / "drop"
    found = {name: sorted(path.name for path in (drop / name).glob("[!.]*")) for name in ("new", "cur", "aside")}
    return {name: names for name, names in found.items() if names}


def test_letters_are_taken_and_others_put_aside(dropping: Place, capfd: pytest.CaptureFixture[str]) -> None:
    anna, bert = Penfriend(dropping, "e1", 0), Penfriend(dropping, "e1", 1)
    raw = anna.letter(*FIRST_TURN).replace(b"\r\n", b"\n")
    forwarded = raw.replace(f"To: {anna.contact.token}@{DOMAIN}".encode(), b"To: <games@club.test>")
    noted = f"Return-Path: <anna@player.test>\nDelivered-To: {anna.contact.token}@{DOMAIN}\n".encode()
    lay(dropping, "1", noted + forwarded)
    lay(dropping, "2", bert.letter("check", "income"))
    lay(dropping, "3", b"From: spam@far.test\nTo: nobody@seats.test\n\nbuy\n")
    lay(dropping, "4", b"From: spam@far.test\n\nbuy\n")
    lay(dropping, "5", bert.letter("check").replace(b"bert@player.test", b"mallory@player.test"))
    lay(dropping, ".hidden", b"no letter")
    with serving(dropping):
        await_until(lambda: len(lying(dropping).get("new", [])) == 0, "taken")
        await_until(lambda: is_quiet(dropping.database), "quiet")
    assert lying(dropping) == {"cur": ["1:2,S", "2:2,S"], "aside": ["3", "4", "5"]}
    assert kept(dropping).letters == {"done": 2, "ignored": 1}
    assert kept(dropping).game.active_seat == 1
    text = dropping.pbem("doctor", status=1).output
    assert "3 emails for nobody here are in" in text
    assert "WRONG  players' addresses: 1 email to a player's address came from another sender within a week" in text
    (listed,) = json.loads(dropping.pbem("letter", "list", "--ignored", "--json").output)
    assert (listed["game"], listed["reason"]) == ("e1", "not from the seat's player")
    folder = MaildirTransport(dropping.settings.maildir).folder("bert@player.test")
    mails = [mail for mail in map(Path.read_text, Maildir(folder).files().values()) if "was not accepted" in mail]
    assert len(mails) == 1 and "mallory@player.test" in mails[0], "as it is by every way"


@pytest.mark.parametrize("point", few(["1 drop read", "1 row written", "1 drop moved", "1 drop done"], 2))
def test_killed_anywhere_it_takes_a_letter_once(dropping: Place, forked: Forked, point: str) -> None:
    lay(dropping, "1", Penfriend(dropping, "e1", 0).letter(*FIRST_TURN))
    forked.start(dropping, point, 1)
    assert forked.ended() == -9
    with serving(dropping):
        await_until(lambda: "new" not in lying(dropping), "taken")
        await_until(lambda: is_quiet(dropping.database), "quiet")
    found = kept(dropping)
    assert (found.letters, found.game.active_seat) == ({"done": 1}, 1)


@contextmanager
def as_another_user() -> Iterator[None]:
    """Be nobody, where the tester is root, who may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


def test_what_another_user_laid_there_is_told_once_and_by_the_doctor(
    dropping: Place, capfd: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory(prefix="pbem-drop-") as folder:
        drop = Drop(Path(folder))
        drop.make()
        (drop.folder / "new" / "1").write_bytes(b"To: somebody")
        (drop.folder / "new" / "1").chmod(0)
        for path in (drop.folder, drop.folder / "new"):
            path.chmod(0o755)
        loop = DropLoop(Intake(dropping.database, system_clock, dropping.settings), drop.folder)
        with as_another_user():
            assert (drop.count_inaccessible(), loop.round(), loop.round()) == (1, False, False)
        assert capfd.readouterr().out.count("a letter of the drop cannot be read") == 1
    broken = dropping.folder / "drop" / "new"
    broken.rmdir()
    broken.write_text("no folder")
    DropLoop(Intake(dropping.database, system_clock, dropping.settings), broken.parent).round()
    assert "the drop cannot be used" in capfd.readouterr().out
    assert f"{broken} cannot be used: Not a directory; let your mail system" in dropping.pbem("doctor", status=1).output


def test_nothing_is_read_behind_a_link(dropping: Place, capfd: pytest.CaptureFixture[str]) -> None:
    secret = dropping.folder / "secret"
    secret.write_bytes(Penfriend(dropping, "e1", 0).letter(*FIRST_TURN))
    new = dropping.folder / "drop" / "new"
    (new / "1").symlink_to(secret)
    (new / "2").symlink_to("/dev/zero")
    (new / "3").symlink_to("nowhere")
    os.mkfifo(new / "4")
    drop = Drop(new.parent)
    drop.make()
    assert (drop.count_inaccessible(), drop.count_aside()) == (0, 0)
    loop = DropLoop(Intake(dropping.database, system_clock, dropping.settings), new.parent)
    assert (loop.round(), loop.round()) == (True, False)
    assert lying(dropping) == {"aside": ["1", "2", "3"], "new": ["4"]}
    assert kept(dropping).letters == {}
    assert capfd.readouterr().out.count("it is a link") == 3
    assert secret.exists()


def test_what_cannot_be_stored_now_stays(dropping: Place) -> None:
    lay(dropping, "1", Penfriend(dropping, "e1", 0).letter("check"))
    loop = DropLoop(Intake(dropping.database, system_clock, dropping.settings), dropping.folder / "drop")
    dropping.close()
    with pytest.raises(RuntimeError, match="after shutdown"):
        loop.round()
    assert lying(dropping) == {"new": ["1"]}
