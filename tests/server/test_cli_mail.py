"""Commands about mail."""

import json
from pathlib import Path

import pytest
from rows_kit import is_quiet

from pbem.chance import new_token
from pbem.cli.demo import free_port
from pbem.store.games.seats import renew_token
from pbem.store.mail.inbox import get_letter
from server.kit import (
    DOMAIN,
    FIRST_TURN,
    Penfriend,
    Place,
    address_of,
    await_until,
    files_to,
    kept,
    new_place,
    open_game,
    serving,
    settle,
)


@pytest.fixture
def anna(place: Place) -> Penfriend:
    return Penfriend(place, "e1", 0)


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_a_letter_is_taken_from_a_file_and_dealt_with(place: Place, anna: Penfriend, line_end: bytes) -> None:
    eml = place.folder / "letter.eml"
    eml.write_bytes(anna.letter(*FIRST_TURN).replace(b"\r\n", line_end))
    assert place.pbem("mail", "inject", eml).output == "done: Your orders were carried out.\n"
    assert kept(place).game.active_seat == 1
    with place.database.read() as tx:
        raw = get_letter(tx, 1).raw
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r") > 20
    assert "processed before" in place.pbem("mail", "inject", eml, status=1).output
    settle(place)
    assert [len(files_to(place, name)) for name in ("Anna", "Bert", "Clara")] == [2, 2, 2]
    place.pbem("doctor")


def test_a_letter_is_taken_from_standard_input_for_a_named_seat(place: Place, anna: Penfriend) -> None:
    letter = anna.letter("status").replace(b"\nTo: ", b"\nX-To: ")
    assert "for no address" in place.pbem("mail", "inject", "-", typed=letter, status=1).output
    address = f"{anna.contact.token}@{DOMAIN}"
    assert place.pbem("mail", "inject", "-", "--to", address, typed=letter).output.startswith("done: ")
    assert "for no address" in place.pbem("mail", "inject", "-", "--to", "nobody@x", typed=letter, status=1).output


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ((b"From: anna@", b"From: eve@"), "not from the seat's player"),
        ((b"\r\nSubject: ", b"\r\nAuto-Submitted: auto-replied\r\nSubject: "), "automatic"),
    ],
)
def test_a_letter_that_is_rightly_ignored_is_told(
    place: Place, anna: Penfriend, change: tuple[bytes, bytes], why: str
) -> None:
    letter = anna.letter(*FIRST_TURN).replace(*change, 1)
    assert why in place.pbem("mail", "inject", "-", typed=letter, status=1).output
    assert kept(place).letters == {"ignored": 1}
    assert len(kept(place).mails) == 3


@pytest.mark.parametrize("rubbish", [b"", b"\x00\xff" * 1000, b"\x89PNG\r\n\x1a\n", b"Dear server,\n\nroll 4?\n"])
def test_what_is_no_letter_is_refused(place: Place, rubbish: bytes) -> None:
    assert "for no address" in place.pbem("mail", "inject", "-", typed=rubbish, status=1).output


def test_the_outbox_is_listed_and_a_mail_is_sent_again_as_it_was(place: Place, anna: Penfriend) -> None:
    assert place.pbem("mail", "outbox").output == "All emails are sent.\n"
    assert json.loads(place.pbem("mail", "outbox", "--json").output) == []
    mail = next(mail for mail in kept(place).mails if mail.seat == 0)
    (path,) = (path for path, _mail in anna.mailbox.new())
    before = path.read_bytes()
    path.unlink()
    place.database.write(lambda tx: renew_token(tx, 1, 0, new_token()))  # which another mail would tell of
    assert "is due" in place.pbem("mail", "resend", mail.id).output
    (row,) = json.loads(place.pbem("mail", "outbox", "--json").output)
    assert (row["id"], row["to"], row["status"]) == (mail.id, "anna@player.test", "due")
    assert "anna@player.test" in place.pbem("mail", "outbox").output
    assert "WRONG" not in place.pbem("doctor").output
    settle(place)
    assert path.read_bytes() == before
    assert "There is no email 999" in place.pbem("mail", "resend", 999, status=1).output


def test_a_turn_is_played_by_mail_from_the_command_line(tmp_path: Path) -> None:
    port = free_port()
    with new_place(tmp_path, smtp_port=port) as place:
        open_game(place, "Anna", "Bert")
        said = place.pbem("mail", "write", "e1", status=1).output
        assert str(port) in said
        assert "does not accept email" in said
        with serving(place):
            await_until(lambda: is_quiet(place.database), "quiet")
            said = place.pbem("mail", "write", "e1", "status", "roll 4?").output
            assert "Sent from anna@player.test:\n    status\n    roll 4?\n" in said
            assert "Your orders were carried out." in said
            assert str(tmp_path / "var" / "maildir" / address_of("Anna")) in said
            assert kept(place).game.active_seat == 0
            place.pbem("game", "hold", "e1", "--reason", "I look into it.", "--yes")
            await_until(lambda: is_quiet(place.database), "quiet")
            stopped = place.pbem("mail", "write", "e1", status=1).output
            assert stopped.count("Sent from") == 1 and "These orders changed nothing" in stopped
            place.pbem("game", "release", "e1", "--reason", "All is well.", "--yes")
            await_until(lambda: is_quiet(place.database), "quiet")
            assert "Your orders were carried out." in place.pbem("mail", "write", "e1").output
            assert kept(place).game.active_seat == 1
            assert "not this seat's turn" in place.pbem("mail", "write", "e1", "--seat", "0", status=1).output
            assert "it is not your turn" in place.pbem("mail", "write", "e1", "end", "--seat", "0").output
            assert "name a seat" in place.pbem("mail", "write", "e1", "end", "--seat", "7", status=1).output


def test_a_letter_is_written_where_one_mailbox_is_all_there_is(tmp_path: Path) -> None:
    with new_place(tmp_path, smtp_port=free_port(), mail='mailbox = "club@provider.test"') as place:
        assert "of this server itself" in place.pbem("player", "add", "Host", "Club@provider.test", status=1).output
        open_game(place, "Anna", "Bert")
        open_game(place, "Anna", "Bert")
        with serving(place):
            await_until(lambda: is_quiet(place.database), "quiet")
            for tag in ("e1", "e2"):  # the newest mail of hers is of e2
                assert f"/games/{tag}\n" in place.pbem("mail", "write", tag, "check", "roll 4?").output
            for path in place.settings.maildir.rglob("new/*"):
                path.unlink()
            assert "/games/e1\n" in place.pbem("mail", "write", "e1", "status").output, "by the code of the seat"


def test_nobody_writes_for_a_bot_or_where_mails_leave_by_a_relay(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        open_game(place, ("Bertbot", "random"), ("Clarabot", "random"))
        assert "Bertbot is a bot" in place.pbem("mail", "write", "e1", status=1).output
    with new_place(tmp_path / "relayed", mail='relay = {host = "127.0.0.1", port = 1, tls = "none"}') as place:
        open_game(place, "Anna", "Bert")
        assert "leave by a relay" in place.pbem("mail", "write", "e1", status=1).output
