"""A mail of ours whose Message-ID was changed on the way is known by its mark."""

from email import message_from_bytes
from pathlib import Path

from pbem.mail.reading.letter import Ignored, Letter, read_letter
from pbem.mail.reply_codes import mark_of, meant
from pbem.mail.sending.outgoing import Outgoing, build, new_message_id

GIVEN = new_message_id("m.play.example.net")
CHANGED = b"<0102019a-rewritten@relay.test>"
RETURNED = Path(__file__).parent / "letters" / "dsn_postfix.eml"


def changed(references: tuple[str, ...] = ()) -> bytes:
    """A mail as a relay passes it on that gives it an id of its own."""
    mail = Outgoing(
        GIVEN, "a@example.org", "", "b@play.example.net", "Dice", "Hi", "Hello.", 0, "", references=references
    )
    return build(mail).replace(GIVEN.encode(), CHANGED, 1)


def test_the_mark_is_the_last_of_the_references_and_no_mails_id() -> None:
    named = str(message_from_bytes(changed(("<1@example.org>",)))["References"]).split()
    assert named == ["<1@example.org>", mark_of(GIVEN)]
    assert mark_of(GIVEN) != GIVEN


def test_an_answer_names_the_mail_by_the_id_that_it_was_given() -> None:
    named = " ".join([*str(message_from_bytes(changed())["References"]).split(), CHANGED.decode()])
    raw = f"In-Reply-To: {CHANGED.decode()}\r\nReferences: {named}\r\n\r\nincome".encode()
    letter = read_letter(raw, mail_from="a@example.org", own_domains=())
    assert isinstance(letter, Letter)
    assert (letter.in_reply_to, letter.references) == (CHANGED.decode(), (GIVEN, CHANGED.decode()))


def test_an_id_of_the_servers_is_no_mark_and_has_none_if_it_is_another_programs() -> None:
    assert meant([GIVEN, "<e7.118@play.example.net>"]) == (GIVEN, "<e7.118@play.example.net>")
    assert mark_of("<e7.118@play.example.net>") == ""


def test_a_report_names_the_mail_that_came_back_by_the_id_that_it_was_given() -> None:
    head = b"Message-ID: " + CHANGED + b"\r\nReferences: <e7@play.example.net> " + mark_of(GIVEN).encode()
    raw = RETURNED.read_bytes().replace(b"\r\n", b"\n").replace(b"Message-ID: <e7.118@play.example.net>", head)
    read = read_letter(raw, mail_from="", own_domains=())
    assert isinstance(read, Ignored)
    assert read.bounced.message_id == GIVEN
