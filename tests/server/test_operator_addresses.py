"""Addresses that a domain owes the world: postmaster, abuse, and those that mails come from; and old domains."""

import smtplib
from pathlib import Path

import pytest
from rows_kit import is_quiet, mails_after

from pbem.lobby.registering import MOST_LINES
from pbem.store.mail.inbox import count_letters_by_status, get_letter, list_bounces_of
from pbem.store.mail.outbox import list_mails_of_seat
from pbem.store.players.player import find_player_by_address
from server.kit import DOMAIN, FIRST_TURN, Penfriend, Place, await_until, kept, new_place, open_game, serving, settle

OLD = "old.seats.test"
LETTER = b"From: Mallory <mallory@far.test>\r\nMessage-ID: <1@far.test>\r\n\r\nSomeone abuses you.\r\n"


@pytest.fixture
def moved(tmp_path: Path) -> Place:
    """A server that had another domain, with a game."""
    place = new_place(tmp_path, mail=f'old_domains = ["{OLD}"]')
    open_game(place, "Anna", "Bert", "Clara")
    settle(place)
    return place


def test_everybody_reaches_the_operator_and_reports_come_back_to_where_mails_came_from(moved: Place) -> None:
    with moved.database.read() as tx:
        anna = find_player_by_address(tx, "anna@player.test")
        assert anna is not None
        mail = list_mails_of_seat(tx, 1, 0)[0]
    report = (
        b"From: MAILER-DAEMON@far.test\r\nSubject: Undelivered mail\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        b"--x\r\nContent-Type: text/plain\r\n\r\nno such user\r\n"
        b"--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; far.test\r\n\r\n"
        b"Final-Recipient: rfc822; anna@player.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
        b"--x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: "
        + mail.message_id.encode()
        + b"\r\n\r\nx\r\n--x--\r\n"
    )
    with serving(moved) as server, smtplib.SMTP("127.0.0.1", server.listener.port) as client:
        for address in (f"postmaster@{DOMAIN}", f"Abuse@{OLD}"):
            client.sendmail("mallory@far.test", [address], LETTER + address.encode() + b"\r\n")
        client.sendmail("", [f"postmaster@{DOMAIN}"], report)
        client.mail("mallory@far.test")
        assert client.docmd("RCPT", "TO:<postmaster>")[0] == 250
        assert client.rcpt(f"noreply@{DOMAIN}")[0] == 550
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pbem.intake.addresses.MOST_KEPT", 0)
            assert client.rcpt(f"abuse@{DOMAIN}")[0] == 451, "nobody fills the disk there"
        client.rset()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pbem.intake.addresses.MOST_AN_HOUR", 1)
            patch.setattr("pbem.intake.addresses.MOST_STRANGE_AN_HOUR", 0)
            assert client.mail("")[0] == 250
            assert client.rcpt(f"abuse@{DOMAIN}")[0] == 451, "nor in a night"
            client.rset()
            with pytest.raises(smtplib.SMTPDataError, match="451"):
                client.sendmail("", [f"noreply@{DOMAIN}"], report.replace(mail.message_id.encode(), b"<1@far.test>"))
            client.sendmail("", [f"noreply@{DOMAIN}"], report)
        await_until(lambda: is_quiet(server.database), "quiet")
    with moved.database.read() as tx:
        assert count_letters_by_status(tx) == {"ignored": 4}
        assert [bounce.failed for bounce in list_bounces_of(tx, [mail.id])] == [True]
    assert "3 emails to postmaster or abuse are kept" in moved.pbem("doctor").output


def test_a_letter_to_an_address_of_the_old_domain_is_taken_and_nobody_registers_there(moved: Place) -> None:
    anna = Penfriend(moved, "e1", 0)
    raw = anna.letter(*FIRST_TURN).replace(f"@{DOMAIN}".encode(), f"@{OLD}".encode())
    sent_by_us = b"From: %s\r\nMessage-ID: <1@%s>\r\n\r\nend\r\n" % (anna.contact.address.encode(), OLD.encode())
    assert moved.settings.mail.is_own(f"somebody@{OLD.upper()}")
    with serving(moved) as server, smtplib.SMTP("127.0.0.1", server.listener.port) as client:
        for letter in (raw, sent_by_us):
            client.sendmail(anna.contact.address, [f"{anna.contact.token}@{OLD}"], letter)
        await_until(lambda: is_quiet(server.database), "quiet")
    assert kept(moved).game.active_seat == 1
    with moved.database.read() as tx:
        assert get_letter(tx, 2).outcome == "automatic: loop", "an email of the time before the move came back"


def test_a_providers_domain_is_no_sign_of_our_own_mails(moved: Place) -> None:
    there = moved.settings.mail.model_copy(update={"mailbox": f"club@{OLD}", "domain": OLD})
    assert (moved.settings.mail.loop_domains, there.loop_domains) == ((DOMAIN, OLD), ())


def test_the_operator_is_mailed_what_people_write_to_them_and_not_what_programs_do(tmp_path: Path) -> None:
    place = new_place(tmp_path, mail='operator = "owner@home.test"\nstrangers_per_hour = 2')
    broken = LETTER.replace(b"<1@", b"<2@").replace(b"\r\n\r\n", b"\r\nAuto-Submitted: auto-replied\r\n\r\n")
    long = b"From: x@far.test, y@far.test\r\nSubject: Much\r\n\r\n" + b"a line\r\n" * (MOST_LINES + 3)
    with serving(place) as server, smtplib.SMTP("127.0.0.1", server.listener.port) as client:
        for raw in (LETTER, broken, LETTER, long, LETTER.replace(b"<1@", b"<3@")):
            client.sendmail("mallory@far.test", [f"abuse@{DOMAIN}"], raw)
        await_until(lambda: is_quiet(server.database), "quiet")
    with place.database.read() as tx:
        first, second = sorted(mails_after(tx, 0), key=lambda mail: mail.id)
        assert count_letters_by_status(tx) == {"done": 2, "ignored": 2}
    assert {first.to_address, second.to_address} == {"owner@home.test"}
    assert f"mallory@far.test wrote to abuse@{DOMAIN}." in first.text and "Someone abuses you." in first.text
    assert (second.subject, second.text.count("a line")) == ("To abuse: Much", MOST_LINES)
    assert "(3 more lines)" in second.text


def test_an_operator_is_somebody_elsewhere(tmp_path: Path) -> None:
    for wrong in (f"postmaster@{DOMAIN}", "nobody"):
        place = new_place(tmp_path / wrong[:3])
        text = place.config.read_text().replace("[mail]", f'[mail]\noperator = "{wrong}"')
        place.config.write_text(text)
        shown_text = place.pbem("doctor", status=1).output
        assert "elsewhere" in shown_text or "operator: must be an address" in shown_text
