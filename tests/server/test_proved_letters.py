"""Letters that bring proof of their sender, through a whole server: signed ones by SMTP, and ones that quote a code."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path

import pytest
from dkim_kit import signed, zone
from rows_kit import is_quiet, mails_of_player

from pbem.daemon.server import Server
from pbem.mail.proof_codes import codes_in
from pbem.store.mail.inbox import count_letters_by_status, get_letter
from pbem.store.players.player import find_player_by_address
from server.kit import DOMAIN, FIRST_TURN, Penfriend, Place, await_until, files_to, kept, new_place, open_game, serving


@contextmanager
def asking_for(proof: str, folder: Path) -> Iterator[tuple[Place, Server, Penfriend]]:
    """A server that asks for this proof of all letters, with a game in which Anna is to move."""
    with new_place(folder, mail=f'proof = "{proof}"') as place:
        open_game(place, "Anna", "Bert")
        with serving(place) as server:
            server.intake.letters._proof.resolver = zone()
            await_until(lambda: is_quiet(place.database), "quiet")
            yield place, server, Penfriend(place, "e1", 0)


def send(server: Server, anna: Penfriend, letter: bytes) -> str:
    """Bring a letter, and return the status it ends with."""
    assert anna.send(letter, server.listener.port)
    await_until(lambda: is_quiet(server.database), "quiet")
    with server.database.read() as tx:
        return get_letter(tx, sum(count_letters_by_status(tx).values())).status


def notices(place: Place) -> list[str]:
    with place.database.read() as tx:
        anna = find_player_by_address(tx, "anna@player.test")
        assert anna is not None
        return [mail.text for mail in mails_of_player(tx, anna.id) if mail.kind == "notice"]


def test_a_signed_letter_is_carried_out_and_an_unsigned_one_is_not(tmp_path: Path) -> None:
    with asking_for("aligned", tmp_path) as (place, server, anna):
        letter = anna.letter(*FIRST_TURN).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        assert send(server, anna, letter) == "ignored"
        assert kept(place).game.active_seat == 0 and len(notices(place)) == 1
        assert send(server, anna, signed(letter)) == "done"
        assert kept(place).game.active_seat == 1
        assert send(server, anna, signed(letter).replace(b"roll 4?", b"roll 3?")) == "ignored"
        assert len(notices(place)) == 1


def test_one_from_another_address_is_refused_with_what_to_do_and_its_player_hears_of_it(tmp_path: Path) -> None:
    with asking_for("token+from", tmp_path) as (place, server, anna):
        raw = anna.letter(*FIRST_TURN).replace(b"anna@player.test", b"anna@work.test")
        for _time in range(2):
            with (
                smtplib.SMTP("127.0.0.1", server.listener.port, "mta.work.test") as client,
                pytest.raises(smtplib.SMTPDataError) as refused,
            ):
                client.sendmail("anna@work.test", f"{anna.contact.token}@{DOMAIN}", raw)
            assert refused.value.smtp_code == 550
            assert b"write from the address that our mails to you go to, or add this one" in refused.value.smtp_error
        await_until(lambda: kept(place).letters == {"ignored": 1}, "looked at, once")
        (text,) = notices(place)
        assert "anna@work.test" in text and kept(place).game.active_seat == 0
        assert "another sender" in place.pbem("doctor", status=1).output


def test_a_reply_quotes_the_code_of_the_mail_by_itself(tmp_path: Path) -> None:
    with asking_for("code", tmp_path) as (place, server, anna):
        newest = anna.newest()
        (code,) = codes_in(newest.text.splitlines()[-1:])
        pages = [
            part.get_payload(decode=True)
            for path, _mail in [anna.mailbox.new()[-1]]
            for part in message_from_bytes(path.read_bytes()).walk()
            if part.get_content_type() == "text/html"
        ]
        assert len(pages) == 1 and f"{code[:4]}-{code[4:]}".encode() in bytes(pages[0])
        with place.database.read() as tx:
            texts = [mail.text for mail in mails_of_player(tx, 1)]
        assert not any(codes_in(text.splitlines()[-3:]) for text in texts), "moderators may be shown these"
        bare = b"From: anna@player.test\r\nMessage-ID: <1@player.test>\r\n\r\nincome\r\n"
        assert send(server, anna, bare) == "ignored" and len(notices(place)) == 1
        assert send(server, anna, bare.replace(b"income", code.encode())) == "done"
        assert send(server, anna, anna.letter(*FIRST_TURN)) == "done"
        assert kept(place).game.active_seat == 1
        assert all(codes_in(mail.text.splitlines()[-1:]) for mail in files_to(place, "Bert")), (
            "each has codes of their own"
        )
        place.pbem("doctor")
