"""Letters kept as files beside the database: after a restore those are brought again that the backup does not know."""

import errno
import os
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from disk_kit import disk
from patching_kit import patch
from postgresql_kit import new_postgresql
from rows_kit import is_quiet
from simulated_kit import StoppedClock

from pbem.clock import to_ms
from pbem.daemon import spooler
from pbem.daemon.spooler import MOST, SpoolLoop
from pbem.files import PARTIAL, sync_folder, user_name
from pbem.mail.spool import Spool
from pbem.store import Database, Tx
from pbem.store.accounts.erasing import erase_player
from pbem.store.mail.inbox import LetterOriginRow, NewLetter, store_new_letter
from pbem.store.players.player import add_player
from pbem.store.service.backups import LastBackup, put_last_backup
from server.kit import BEGINNING, FIRST_TURN, Penfriend, Place, await_until, kept, serving, settle


@pytest.fixture(autouse=True)
def without_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spooler, "RESERVE", 0)


def spooling(place: Place, clock: StoppedClock | None = None, **backup: object) -> SpoolLoop:
    """A loop that has begun anew, as after a restart."""
    settings = place.settings.backup.model_copy(update={"letters_days": 14, **backup})
    return SpoolLoop(place.database, Spool(place.settings.spool), settings, clock or StoppedClock(BEGINNING))


def letter(number: int, at_ms: int | None = None, sender: str = "a@player.test") -> NewLetter:
    came_ms = to_ms(BEGINNING) if at_ms is None else at_ms
    origin = LetterOriginRow("lmtp", "192.0.2.7", "mx.far.test")
    return NewLetter("token", f"<{number}@x>", sender, came_ms, b"Line\r\n\r\n\xff %d\n" % number, origin)


def store(database: Database, *letters: NewLetter) -> None:
    def work(tx: Tx) -> None:
        for one in letters:
            store_new_letter(tx, one)

    database.write(work)


def run(loop: SpoolLoop) -> None:
    while loop.round():
        pass


def refuse(_spool: Spool, path: Path) -> None:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def test_after_a_restore_letters_are_brought_again_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    text = place.config.read_text().replace("letters_days = 0", "letters_days = 14")
    place.config.write_text(text)
    anna, copy, spool = Penfriend(place, "e1", 0), place.folder / "a.tar.gz", Spool(place.settings.spool)
    place.pbem("backup", copy)
    place.close()
    with Place(place.folder) as again, serving(again) as server:
        assert anna.send(anna.letter(*FIRST_TURN), server.listener.port)
        await_until(lambda: is_quiet(again.database) and len(spool.files()) == 1, "the letter's file")
        lost = kept(again).letters
    place.close()
    assert "`pbem letter bring-again` brings the emails" in place.pbem("restore", copy).output
    assert kept(place).letters == {}
    place.close()
    with monkeypatch.context() as patched:
        patched.setattr(Spool, "read", refuse)  # as the system does where root has copied the folder
        said = place.pbem("letter", "bring-again", status=1).output
        assert f"`chown -R {user_name(os.geteuid())}: {spool.folder}`" in said
    assert "1 email of 1 was not known" in place.pbem("letter", "bring-again").output
    assert "0 emails of 1 were not known" in place.pbem("letter", "bring-again").output
    settle(place)
    assert kept(place).letters == lost
    (answer,) = (mail.text for mail in kept(place).mails if mail.kind == "answer")
    assert "Reply `confirm` to\ncarry them out." in answer and "roll 4?" in answer, "the dice are new ones"


def test_what_came_is_kept_as_it_came_and_nothing_is_written_to_the_database(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, spool = spooling(place), Spool(place.settings.spool)
    first, *more = (letter(number) for number in range(2 * MOST + 5))
    store(place.database, first)
    writes: list[object] = []
    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", lambda _database, work: writes.append(work))
        run(loop)
        (one,) = spool.letters()
        assert one == first and one.digest == first.digest
        assert [path.stat().st_mode & 0o777 for path in (spool.folder, spool.files()[0].path)] == [0o700, 0o600]
    store(place.database, *more)
    run(loop)
    assert sorted(one.message_id for one in spool.letters()) == sorted(one.message_id for one in [first, *more])
    spool.files()[0].path.unlink()
    run(spooling(place))
    assert len(spool.files()) == len(more) + 1, "what has no file gets one at the next start"
    assert writes == []


@pytest.mark.postgresql
def test_a_letter_whose_transaction_ends_late_is_kept_when_it_does(place: Place) -> None:
    with new_postgresql() as url, Database(url) as database:
        spool = Spool(place.settings.spool)
        loop = SpoolLoop(database, spool, place.settings.backup, StoppedClock(BEGINNING))
        store(database, letter(1))
        run(loop)
        for late in (2, 5):
            with database.engine.claiming() as slow:
                store_new_letter(Tx(slow), letter(late))
                store(database, letter(late + 1), letter(late + 2))
                for _ in range(5):
                    run(loop)
                assert len(spool.files()) == late + 1
            run(loop)
            assert len(spool.files()) == late + 2
        for _ in range(5):
            run(loop)
        assert not loop._known, "what is complete is not listed again"


def test_what_is_old_too_much_or_erased_goes(place: Place) -> None:
    clock, spool, day = StoppedClock(BEGINNING), Spool(place.settings.spool), timedelta(days=1)
    senders = {9: "Carl+9@PLAYER.test"}
    store(place.database, *(letter(n, to_ms(BEGINNING + n * day), senders.get(n, "a@player.test")) for n in range(20)))
    clock.advance(19 * day)
    run(spooling(place, clock))
    assert [int(one.message_id[1:-3]) for one in spool.letters()] == list(range(5, 20))
    place.database.write(lambda tx: put_last_backup(tx, LastBackup(to_ms(BEGINNING + 3 * day))))
    run(spooling(place, clock))
    assert [int(one.message_id[1:-3]) for one in spool.letters()] == list(range(3, 20)), "no backup holds them yet"
    place.database.write(lambda tx: put_last_backup(tx, LastBackup(to_ms(BEGINNING + 18 * day))))
    run(spooling(place, clock))

    place.database.write(lambda tx: erase_player(tx, add_player(tx, "Carl", "carl@player.test", "en", 0)))
    spool.keep({99: letter(99, to_ms(clock()))})  # one that the database does not know, as after a restore
    run(spooling(place, clock))
    assert [one.message_id for one in spool.letters()] == [f"<{n}@x>" for n in (*range(5, 9), *range(10, 20), 99)]
    size = spool.files()[-1].size
    spool.rotate(0, 3 * size)
    assert [one.message_id for one in spool.letters()][-1] == "<99@x>" and len(spool.files()) <= 3


def test_a_full_disk_keeps_no_letter_back_and_is_made_up_for(place: Place, tmp_path: Path) -> None:
    with disk(tmp_path / "small", 300_000) as small:
        spool = Spool(small / "letters")
        settings = place.settings.backup.model_copy(update={"letters_days": 14, "letters_folder": spool.folder})
        loop = SpoolLoop(place.database, spool, settings, StoppedClock(BEGINNING))
        store(place.database, letter(1))
        assert loop.round() is False and not spool.folder.exists(), "its disk may not be mounted"
        spool.folder.mkdir(0o700)
        filling = small / "filling"
        filling.write_bytes(b"x" * 290_000)
        assert loop.round() is False and spool.files() == []
        filling.unlink()
        run(loop)
        assert len(spool.files()) == 1


def test_a_process_that_is_killed_leaves_whole_letters(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    store(place.database, letter(1), letter(2))
    place.close()
    pid = os.fork()
    if not pid:
        patch(monkeypatch, sync_folder, lambda _path: os.kill(os.getpid(), signal.SIGKILL))
        run(spooling(place))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    folder = place.settings.spool
    (folder / "1-notes.letter").write_text("not one of ours")
    (folder / f"2-2-{'0' * 32}-{'0' * 8}.letter").write_text("{")
    store(place.database, letter(3))
    run(spooling(place))
    assert [one.message_id for one in Spool(folder).letters()] == ["<1@x>", "<2@x>", "<3@x>"]
    assert not list(folder.glob(f"{PARTIAL}*"))
