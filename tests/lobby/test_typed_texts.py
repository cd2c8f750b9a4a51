"""All that people type, through real letters: every mail that comes of it arrives as it was meant."""

import re
from datetime import timedelta

import pytest
from adjudicator.kit import DOMAIN
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from mail_kit import BODY, REPLY_TO, TYPED, assert_whole
from rows_kit import mails_after
from structlog.testing import capture_logs

from lobby.kit import LOBBY, Village
from pbem.mail.sending.outgoing import build, outgoing_for, picture_address
from pbem.reports.document import loaded
from pbem.reports.plain import mail_html
from pbem.store.mail.outbox import find_mail_document
from pbem.terms import Terms

FEW = settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
BREAKS = re.compile("[\r\n]+")
PICTURE = b"\x89PNG\r\n\x1a\n"


def letter(sender: str, to: str, headers: dict[str, str], text: str) -> bytes:
    """A letter as an attacker writes it: any bytes in headers and text, as long as there is one header block."""
    lines = [f"{name}: {BREAKS.sub(' ', value)}" for name, value in headers.items()]
    head = "\r\n".join([f"From: {sender}", f"To: {to}@{DOMAIN}", *lines, 'Content-Type: text/plain; charset="utf-8"'])
    return f"{head}\r\n\r\n{text}\r\n".encode("utf-8", "replace")


def assert_all_whole(village: Village, known: int = 0) -> None:
    """Build every mail after those known, as text and with HTML and a picture, and hold it against what it says."""
    world = village.world
    with world.database.read() as tx:
        for row in mails_after(tx, known):
            mail = outgoing_for(world.unit(tx), row, row.sender or "noreply")
            assert_whole(mail, build(mail))
            text = find_mail_document(tx, row.id)
            if text is not None:
                page = mail_html(loaded(text), row.subject, picture_address(row.message_id))
                shown = type(mail)(**{**vars(mail), "html": page, "picture": PICTURE})
                assert_whole(shown, build(shown))


@FEW
@given(st.lists(TYPED, min_size=9, max_size=9), st.booleans())
@example([REPLY_TO] * 9, True)
@example([BODY] * 9, False)
def test_whatever_is_typed_in_letters_every_mail_arrives_as_it_was_meant(
    village: Village, typed: list[str], is_framed: bool
) -> None:
    name, title, salt, guest, press, comment, subject, message_id, reference = typed
    world = village.world
    number = next(world.numbers)
    ids = {"Message-ID": f"<{number}{message_id}@x.org>" if is_framed else f"<{number}@x.org> {message_id}"}
    headers = {**ids, "Subject": subject, "In-Reply-To": f"<{reference}@x.org>", "References": f"<{reference}@x.org>"}
    anna, stranger = village.player("Anna"), f"zoe{number}@far.test"
    game = world.open_game(
        ("Anna", "Bert", "Clara"),
        name=title.encode("utf-8", "replace").decode() or "Tea",
        terms=Terms(press="anonymous"),
    )
    office = [f'open first rails for 3 "{title}"', f"join 1 with {salt}", f"invite 1 {guest}", f"# {comment}", "help"]
    texts = (
        (anna.address, anna.token, "\r\n".join(office)),
        (anna.address, game.seats[0].token, f"press bert: {press}\r\nroll all # {comment}\r\n{comment}"),
        (anna.address, game.seats[0].token, f"press anonymous all: {press}\r\nresign {comment}"),
        (stranger, LOBBY, f"register {name}"),
    )
    known = max((mail.id for mail in village.mails()), default=0)
    with capture_logs() as logs:
        for at, (sender, to, text) in enumerate(texts):
            world.clock.advance(timedelta(minutes=2))
            message_id = f"<{at}.{headers['Message-ID'][1:]}"
            raw = letter(sender, to, {**headers, "Message-ID": message_id}, text)
            world.intake.letters.receive(world.store(raw, to, sender))
        world.intake.clock.pass_on_press(game.id)
    assert [log for log in logs if log["log_level"] in ("error", "warning")] == []
    assert_all_whole(village, known)


@pytest.mark.parametrize("address", [f"{REPLY_TO}@x.org", "a@=?utf-8?q?x=0D=0Ay?=", '"a\\"@x.org', "ä@x.org"])
def test_an_address_that_is_none_is_written_to_nobody(village: Village, address: str) -> None:
    before = len(village.mails())
    raw = letter(address, LOBBY, {"Message-ID": "<1@x.org>", "Subject": "Hello"}, "How do I play?")
    world = village.world
    world.intake.letters.receive(world.store(raw, LOBBY, address))
    assert len(village.mails()) == before
    village.write("Anna", "open first rails for 2")
    village.write("Anna", f"invite 1 {address}")
    assert all(mail.to_address.endswith("@player.test") for mail in village.mails())
    assert_all_whole(village)
