"""Names that attack: refused wherever they are typed, harmless where an old database holds them."""

from email import message_from_bytes
from email.header import Header
from email.message import Message
from hashlib import sha256
from pathlib import Path

import pytest
from renderer_kit import RENDERER
from structlog.testing import capture_logs

from pbem.clock import system_clock, to_ms
from pbem.daemon.sender import Sender
from pbem.intake import Intake
from pbem.mail.sending.outgoing import queue_mail
from pbem.mail.sending.sendmail import transport_for
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.outbox import (
    BuiltMail,
    Delivery,
    MailRow,
    enqueue_mail,
    keep_bytes,
    list_unsent_mail,
    mark_failed,
    mark_sent,
    resend_mail,
)
from pbem.store.players.player import add_player
from pbem.store.tables import NEW
from server.kit import DOMAIN, Place, new_place

HEADER = "=?utf-8?q?a=0D=0AReply-To:e@x.org?="
BODY = "=?utf-8?q?a=0D=0A=0D=0Aanother_body?="
MANY = [HEADER, BODY, "a\r\nBcc: e@x.org", 'a" <e@x.org>, "b', "\u202ea", "名前" * 40]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return new_place(tmp_path)


def carried(place: Place) -> list["Message[str, str]"]:
    """The mails in the Maildirs, once the outbox is empty."""
    sender = Sender(place.database, transport_for(place.settings), system_clock, place.settings, RENDERER)
    while sender.round():
        pass
    files = sorted(place.settings.maildir.rglob("new/*"), key=lambda file: (file.stat().st_mtime_ns, file.name))
    return [message_from_bytes(file.read_bytes()) for file in files]


def assert_ours(mail: "Message[str, str]") -> None:
    """Hold a mail's headers against those that the program writes."""
    sometimes = ("In-Reply-To", "References", "Content-Transfer-Encoding", "List-Id")
    names = [name for name in mail if name not in sometimes]
    assert names == [
        *("Message-ID", "From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted", "X-Auto-Response-Suppress"),
        *("MIME-Version", "Content-Type"),
    ]
    assert mail["Reply-To"].endswith(f"@{DOMAIN}") and "x.org" not in mail["Reply-To"]
    assert not mail.defects and not mail.preamble and not mail.epilogue


def a_mail(tx: Tx, subject: str, address: str = "ada@player.test") -> int:
    """Put a mail to a stranger into the outbox, past everything that looks at it."""
    return enqueue_mail(tx, new_mail(subject, address))


def new_mail(subject: str, address: str = "ada@player.test") -> MailRow:
    now_ms = to_ms(system_clock())
    message_id = f"<{sha256((subject + address).encode()).hexdigest()}@{DOMAIN}>"
    return MailRow(NEW, message_id, address, "lobby", subject, "It's your turn.\n", now_ms)


def test_names_that_an_old_database_holds_reach_no_header(place: Place) -> None:
    with place:
        now_ms = to_ms(system_clock())
        add = add_player
        ids = place.database.write(
            lambda tx: [add(tx, name, f"p{at}@player.test", "en", now_ms) for at, name in enumerate(MANY[:4])]
        )
        intake = Intake(place.database, system_clock, place.settings)
        for title in MANY:
            intake.operator.open_game(title, ids, {}, kind="first_rails")
        mails = carried(place)
        assert len(mails) == len(MANY) * 4
        for mail in mails:
            assert_ours(mail)
            assert mail.get_content_type() == "multipart/alternative"


def test_bytes_that_an_old_version_kept_are_not_sent_again(place: Place) -> None:
    hostile = b"Message-ID: <1@x>\r\nFrom: a@b\r\nTo: c@d\r\nSubject: a\r\nReply-To: e@x.org\r\n\r\nanother body\r\n"
    with place:

        def old(tx: Tx) -> None:
            mail_id = a_mail(tx, "Tea")
            keep_bytes(tx, [BuiltMail(mail_id, hostile)], 0)
            mark_sent(tx, [Delivery(mail_id, "")], to_ms(system_clock()))
            resend_mail(tx, mail_id, to_ms(system_clock()), "<again@g>")

        place.database.write(old)
        with capture_logs() as logs:
            (mail,) = carried(place)
        assert_ours(mail)
        assert [log["log_level"] for log in logs] == ["error"]


def test_a_mail_that_cannot_be_written_keeps_no_other_waiting(place: Place) -> None:
    with place:
        addresses = ("ada@player.test", "a b@c\r\nBcc: e@x.org", "=?utf-8?q?a=0D=0A?=@x.org", "ben@player.test")
        place.database.write(lambda tx: [a_mail(tx, "Tea", address) for address in addresses])
        assert sorted(mail["To"] for mail in carried(place)) == ["ada@player.test", "ben@player.test"]
        with place.database.read() as tx:
            texts = [mail.last_reply for mail in list_unsent_mail(tx)]
        assert texts == ["cannot be built: not an address that email can be sent to"] * 2
        assert "cannot be built" in place.pbem("mail", "outbox").output
        assert "2 given up" in place.pbem("doctor", status=1).output


def test_a_mail_is_read_again_before_the_outbox_takes_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that writes what it should encode is noticed when the mail is written, and again at its first send."""
    with place:
        place.database.write(lambda tx: queue_mail(UnitOfWork(tx, place.settings, 0), new_mail("Tea\r\nat four")))
        monkeypatch.setattr(Header, "encode", lambda _header, **_options: "a\r\nReply-To: e@x.org")
        with capture_logs() as logs:
            place.database.write(lambda tx: queue_mail(UnitOfWork(tx, place.settings, 0), new_mail(HEADER)))
            place.database.write(lambda tx: a_mail(tx, BODY))
            mails = carried(place)
        assert [log["log_level"] for log in logs] == ["error", "error"]
        for mail in mails:
            assert_ours(mail)
            assert mail.get_payload() == "It's your turn.\n"
        assert sorted(mail["Subject"] for mail in mails) == [
            "Tea at four", "utf-8 q a 0D 0A 0D 0Aanother body", "utf-8 q a 0D 0AReply-To:e x.org",
        ]  # fmt: skip


def test_every_mail_goes_the_way_on_which_it_is_read(checkout: Path) -> None:
    package = checkout / "pbem"
    users = {file.relative_to(package) for file in package.rglob("*.py") if "enqueue_mail" in file.read_text("utf-8")}
    assert {str(file) for file in users if file.parts[0] != "store"} == {"mail/sending/outgoing.py"}


def test_a_terminal_does_not_obey_what_a_relay_or_a_name_says(place: Place) -> None:
    with place:
        mail_id = place.database.write(lambda tx: a_mail(tx, "Tea"))
        place.database.write(lambda tx: mark_failed(tx, mail_id, "550 \x1b]0;a\x07 \x9b31m\r\nb", None))
        place.database.write(lambda tx: add_player(tx, "Ada\x1b[2J", "ada@player.test", "en", 0))
        for command in (("mail", "outbox"), ("player", "list")):
            assert not any(
                ord(sign) < 32 or ord(sign) == 0x9B for sign in place.pbem(*command).output.replace("\n", "")
            )


@pytest.mark.parametrize("name", MANY)
def test_commands_refuse_them(place: Place, name: str) -> None:
    with place:
        refused = place.pbem("player", "add", name, "ada@player.test", status=1).output
        assert "name" in refused
        place.pbem("player", "add", "Ada", "ada@player.test")
        place.pbem("player", "add", "Ben", "ben@player.test")
        if not name.startswith('a"'):  # quotes and signs of addresses are a game's own business
            assert "name" in place.pbem("game", "new", name, "ada@player.test", "ben@player.test", status=1).output
        assert "There are no games yet." in place.pbem("game", "list").output
