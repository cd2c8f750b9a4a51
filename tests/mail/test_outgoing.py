"""The bytes of our mails, as a player's mail program reads them."""

from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime

import pytest
from each_kit import each
from hypothesis import given, settings
from hypothesis import strategies as st
from mail_kit import MAIL

from pbem.mail.reading.letter import Automatic, Ignored, read_letter
from pbem.mail.sending.outgoing import Outgoing, build, picture_address


def parsed(mail: Outgoing) -> EmailMessage:
    return message_from_bytes(build(mail), policy=default)


def text_of(mail: Outgoing) -> str:
    content = parsed(mail).get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n")


def test_the_headers() -> None:
    message = parsed(MAIL)
    assert dict(message.items()) == {
        "Message-ID": "<e7.118.b2c3@play.example.net>",
        "In-Reply-To": "<1@example.org>",
        "References": "<e7@play.example.net> <1@example.org>",
        "From": "Railroad Dice <k3x7q2m9w4t6z8ba@play.example.net>",
        "To": "Alice Amsel <alice@example.org>",
        "Reply-To": "k3x7q2m9w4t6z8ba@play.example.net",
        "Subject": "[First Rails e7] Köln",
        "Date": "Sun, 22 Nov 2026 10:02:00 +0000",
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All",
        "Content-Type": 'text/plain; charset="utf-8"',
        "Content-Transfer-Encoding": "7bit",
        "MIME-Version": "1.0",
    }
    assert parsedate_to_datetime(message["Date"]).timestamp() * 1000 == MAIL.date_ms


def test_the_same_mail_gives_the_same_bytes() -> None:
    assert build(MAIL) == build(replace(MAIL))


def test_a_mail_of_itself_answers_nothing() -> None:
    message = parsed(replace(MAIL, auto="generated", in_reply_to="", references=()))
    assert message["Auto-Submitted"] == "auto-generated"
    assert "In-Reply-To" not in message
    assert "References" not in message


@each(
    "text",
    [
        "    a b c\n  1 . ~ I  \n\n\n. . .\n..\nFrom here\n-- \n",
        "Überall, Kö​ln – „ja“ · 3 × 4\n",
        "x" * 5_000 + "\n",
        " a=3D b = =\n",
        "a\tb\n",
        "\n",
    ],
)
def test_texts_arrive_as_they_were(text: str) -> None:
    assert text_of(replace(MAIL, text=text)) == text
    raw = build(replace(MAIL, text=text))
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 78


def test_a_text_gets_its_last_line_end() -> None:
    assert text_of(replace(MAIL, text="a\r\nb")) == "a\nb\n"


def test_plain_texts_are_readable_as_they_lie() -> None:
    assert b"\r\n    a b c\r\n  1 . ~ I\r\n" in build(MAIL)


@settings(max_examples=30)
@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=200))
def test_no_name_subject_or_text_makes_a_header(name: str, subject: str, text: str) -> None:
    bad = "\r\nBcc: mallory@example.org\r\n\r\nhello"
    mail = replace(MAIL, to_name=name + bad, from_name=bad + name, subject=subject + bad, text=text + bad)
    message = parsed(mail)
    assert list(message.keys()) == list(parsed(MAIL).keys())
    assert message["To"].addresses[0].addr_spec == "alice@example.org"
    assert len(message["To"].addresses) == len(message["From"].addresses) == 1


@each(
    "address",
    ["", "alice", "a b@example.org", "a@b\r\nBcc: c@d", "a@b, c@d", "<a@b>", "a@b>", "ä@example.org", "@", "a@@b"],
)
def test_what_is_no_address_cannot_be_written_to(address: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        build(replace(MAIL, to_address=address))


@each("message_id", ["", "<>", "e7@play.example.net", "<a@b>\r\nBcc: c@d", "<a b@c>", "<ä@b>"])
def test_a_mail_needs_a_message_id(message_id: str) -> None:
    with pytest.raises(ValueError, match="Message-ID"):
        build(replace(MAIL, message_id=message_id))


def test_ids_that_are_none_are_left_out_of_the_thread() -> None:
    bad = "<a@b>\r\nBcc: c@d"
    message = parsed(replace(MAIL, in_reply_to=bad, references=(bad, "<1@example.org>", "", "x")))
    assert "In-Reply-To" not in message
    assert "Bcc" not in message
    assert message["References"] == "<1@example.org>"


def test_long_ids_are_not_encoded() -> None:
    long_id = "<AM0PR07MB4321" + "A" * 90 + "@AM0PR07MB4321.eurprd07.prod.outlook.com>"
    raw = build(replace(MAIL, in_reply_to=long_id, references=("<e7@play.example.net>", long_id)))
    assert raw.count(long_id.encode()) == 2


def test_a_long_thread_keeps_its_root_and_its_end() -> None:
    ids = tuple(f"<{n}@example.org>" for n in range(100))
    kept = parsed(replace(MAIL, references=ids))["References"].split()
    assert (kept[0], kept[-1]) == (ids[0], ids[-1])
    assert len(kept) < 30


def test_our_own_reader_knows_our_mails_for_automatic() -> None:
    read = read_letter(build(MAIL), mail_from=MAIL.envelope_from, own_domains=("other.example.net",))
    assert isinstance(read, Ignored)
    assert read.reason == Automatic.AUTO_SUBMITTED


def test_logs_do_not_show_addresses_and_texts() -> None:
    assert not any(secret in repr(MAIL) for secret in ("k3x7q2m9w4t6z8ba", "alice@", "your turn"))


PAGE = "<html><body><p>Köln is to play.</p><img src='%s' alt='map'></body></html>"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 5
ILLUSTRATED = replace(MAIL, html=PAGE % picture_address(MAIL.message_id), picture=PICTURE)


def test_with_html_it_is_both_the_text_first() -> None:
    message = parsed(ILLUSTRATED)
    assert message.get_content_type() == "multipart/alternative"
    text, related = message.iter_parts()
    assert text.get_content_type() == "text/plain"
    assert related.get_content_type() == "multipart/related"
    page, picture = related.iter_parts()
    assert page.get_content_type() == "text/html" and picture.get_content_type() == "image/png"
    assert text.get_content().splitlines() == MAIL.text.splitlines()
    assert page.get_content().strip() == ILLUSTRATED.html
    assert picture.get_content() == PICTURE
    assert picture["Content-ID"].strip("<>") in ILLUSTRATED.html
    assert picture.get_content_disposition() == "inline"


def test_html_without_a_picture_is_an_alternative_of_two() -> None:
    message = parsed(replace(ILLUSTRATED, picture=None))
    assert [part.get_content_type() for part in message.walk()] == ["multipart/alternative", "text/plain", "text/html"]


def test_an_illustrated_mail_has_the_same_headers_and_is_ascii() -> None:
    ours, plain = parsed(ILLUSTRATED), parsed(MAIL)
    apart = ("Content-Type", "Content-Transfer-Encoding")
    assert [h for h in ours.items() if h[0] not in apart] == [h for h in plain.items() if h[0] not in apart]
    raw = build(ILLUSTRATED)
    assert raw.isascii() and max(map(len, raw.split(b"\r\n"))) < 998
    assert raw.count(b"\n") == raw.count(b"\r\n")


def test_the_same_illustrated_mail_gives_the_same_bytes() -> None:
    assert build(ILLUSTRATED) == build(replace(ILLUSTRATED))
    boundaries = [part.get_boundary() for part in parsed(ILLUSTRATED).walk() if part.is_multipart()]
    assert len(set(boundaries)) == 2
    other = replace(ILLUSTRATED, message_id="<other@play.example.net>")
    assert not set(boundaries) & {part.get_boundary() for part in parsed(other).walk() if part.is_multipart()}


@given(st.text())
def test_any_html_goes_through(page: str) -> None:
    _text, sent = parsed(replace(MAIL, html=f"<p>{page}")).iter_parts()
    assert "<p>" in sent.get_content()


def test_our_own_illustrated_mail_is_automatic() -> None:
    found = read_letter(build(ILLUSTRATED), mail_from="x@play.example.net", own_domains=("play.example.net",))
    assert isinstance(found, Ignored)
