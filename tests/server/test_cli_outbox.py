"""Commands about mails on their way out, with relays that take them and that do not."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from relay_kit import RudeRelay

from pbem.store.mail.outbox import FailureCause, MailFailureRow, list_unsent_mail, mark_failed
from pbem.store.mail.sending import MailHoldRow, put_mail_failure, put_mail_hold
from server.kit import Place, kept

Relayed = Callable[..., Place]


@pytest.fixture
def relayed(place: Place) -> Relayed:
    """Give the place a table in its configuration."""

    def configure(table: str) -> Place:
        place.config.write_text(place.config.read_text() + table)
        return place

    return configure


def settings_of(relay: RudeRelay) -> str:
    return (
        f'\n[mail.relay]\nhost = "127.0.0.1"\nport = {relay.port}\ntls = "none"\n'
        'user = "railroad"\npassword = "open sesame"\n'
    )


def test_a_mail_is_tried_and_every_step_is_shown(relayed: Relayed) -> None:
    with RudeRelay() as relay:
        place = relayed(settings_of(relay))
        said = place.pbem("mail", "test", "me@example.org").output
        assert [line.split()[0] for line in said.splitlines() if line.startswith("    ")] == [
            "connect", "EHLO", "login", "MAIL", "RCPT", "DATA", "end",
        ]  # fmt: skip
        assert "sesame" not in said
        ((to, raw),) = relay.taken
        assert to == "me@example.org"
        assert b"A test email from" in raw
        (own_id,) = re.findall(rb"^Message-ID: (\S+)", raw, re.MULTILINE)
        assert f"Its Message-ID should still be {own_id.decode()} there." in said
        relay.script["AUTH"] = ["535 5.7.8 \x1b[31mno"]
        said = place.pbem("mail", "test", "me@example.org", status=1).output
        assert "535 5.7.8  [31mno. Check user and password" in said
        assert "not an email address" in place.pbem("mail", "test", "me", status=1).output
    with place.database.read() as tx:
        assert list_unsent_mail(tx) == []


def test_a_mail_is_tried_by_a_command_and_in_the_maildir(relayed: Relayed, tmp_path: Path) -> None:
    place = relayed("")
    assert "is on its way to me@example.org" in place.pbem("mail", "test", "me@example.org").output
    assert len(list((place.settings.maildir / "me@example.org" / "new").iterdir())) == 1
    place = Place(relayed('\n[mail.sendmail]\ncommand = "/nowhere/sendmail {recipient}"\n').folder)
    said = place.pbem("mail", "test", "me@example.org", status=1).output
    assert "/nowhere/sendmail: No such file" in said
    assert (
        "WRONG  email sending: the command /nowhere/sendmail {recipient}: there is no such program"
        in place.pbem("doctor", status=1).output
    )


def test_the_doctor_logs_in(relayed: Relayed) -> None:
    with RudeRelay() as relay:
        place = relayed(settings_of(relay) + "[mail.sendmail]\n")
        said = place.pbem("doctor").output
        assert (
            f'the relay 127.0.0.1, port {relay.port}, tls "none"; [mail.sendmail] is not used: accepts the login'
            in said
        )
        relay.always["AUTH"] = "535 5.7.8 authentication failed"
        said = place.pbem("doctor", status=1).output
        assert "535 5.7.8 authentication failed. Check user and password of [mail.relay]" in said
        assert "sesame" not in said
        assert relay.count("MAIL") == 0


def test_mails_that_are_held_are_told_of_and_let_go(place: Place) -> None:
    mail = kept(place).mails[0]
    hold = MailHoldRow("policy", "login", "535 5.7.8 no", 1_795_341_720_000, 1_795_345_320_000, 3)
    place.database.write(lambda tx: put_mail_hold(tx, hold))
    place.pbem("mail", "resend", mail.id)
    doctor = place.pbem("doctor", status=1).output
    assert "WRONG  emails held: no email leaves since" in doctor and "535 5.7.8 no" in doctor
    assert "1 waiting, 0 given up; the oldest has waited for" in doctor
    assert "held with all emails" in place.pbem("mail", "outbox").output
    assert "sends emails again" in place.pbem("mail", "release").output
    assert "No emails are held" in place.pbem("mail", "release").output
    assert "WRONG" not in place.pbem("doctor").output


def test_states_are_told_in_words(place: Place) -> None:
    first, second, third = (mail.id for mail in kept(place).mails)

    def fail(mail_id: int, cause: FailureCause, next_ms: int | None) -> None:
        failure = MailFailureRow(mail_id, cause, "RCPT", 1, 0)
        place.database.write(lambda tx: put_mail_failure(tx, failure))
        place.database.write(lambda tx: mark_failed(tx, mail_id, "said", next_ms))

    for mail_id in (first, second, third):
        place.pbem("mail", "resend", mail_id)
    fail(first, "recipient", None)
    fail(second, "later", None)
    fail(third, "doubt", 1)
    rows = json.loads(place.pbem("mail", "outbox", "--json").output)
    assert [(row["status"], row["state"]) for row in rows] == [
        ("failed", "given up: nobody can be reached at this address"),
        ("failed", "given up after days of trying"),
        ("due", "may have been taken: sent again to be sure"),
    ]
    assert place.pbem("mail", "resend", "--failed").output.startswith("2 emails are due")
    rows = json.loads(place.pbem("mail", "outbox", "--json").output)
    assert [row["state"] for row in rows][:2] == ["waits to be sent"] * 2
    assert place.pbem("mail", "resend", "--failed").output == "No email was given up.\n"
    place.pbem("mail", "resend", status=2)
    place.pbem("mail", "resend", 1, "--failed", status=2)


def test_the_record_of_signatures_is_printed(relayed: Relayed) -> None:
    place = relayed("")
    assert "so emails are not signed" in place.pbem("mail", "dkim-record", status=1).output
    key = place.folder / "dkim.pem"
    subprocess.run(["openssl", "genrsa", "-out", key, "2048"], check=True, capture_output=True)
    key.chmod(0o600)
    place = Place(relayed(f'\n[mail.dkim]\nselector = "railroad"\nkey_file = "{key}"\n').folder)
    said = place.pbem("mail", "dkim-record").output
    assert said.startswith('railroad._domainkey.seats.test. IN TXT "v=DKIM1; k=rsa; p=')
    assert all(len(part) <= 250 for part in said.split('"')[1::2])
    assert "ok     signatures" in place.pbem("doctor").output
