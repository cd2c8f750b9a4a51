"""Mails against all that people type: they arrive as they were meant, with our headers and one body."""

import re
from dataclasses import replace
from email.header import Header

import pytest
from each_kit import each
from hypothesis import example, given
from hypothesis import strategies as st
from mail_kit import BODY, BOUNDARY, MAIL, REPLY_TO, TYPED, assert_whole

from pbem.mail.sending.outgoing import build, build_reduced, is_intact
from pbem.mail.sending.wire import MimePart, NamedAddress, NotAsMeant, difference, read, well_formed, write

IDS = TYPED.map(lambda text: f"<{text}@x.org>") | TYPED | st.just(f"<{'x' * 900}@x.org>")
ADDRESSES = TYPED | TYPED.map(lambda text: f"{text}@x.org") | st.just("alice@example.org")
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


@given(
    to_name=TYPED,
    from_name=TYPED,
    subject=TYPED,
    text=TYPED,
    html=TYPED,
    answered=IDS,
    references=st.lists(IDS, max_size=3),
)
@example(to_name=REPLY_TO, from_name=BODY, subject=REPLY_TO, text=BODY, html=BODY, answered=f"<{BODY}>", references=[])
@example(to_name="", from_name="", subject=BODY, text=BOUNDARY, html=BOUNDARY, answered="", references=[REPLY_TO])
def test_whatever_is_typed_a_mail_arrives_as_it_was_meant(
    to_name: str, from_name: str, subject: str, text: str, html: str, answered: str, references: list[str]
) -> None:
    mail = replace(
        MAIL, to_name=to_name, from_name=from_name, subject=subject, text=text, in_reply_to=answered,
        references=tuple(references),
    )  # fmt: skip
    illustrated = replace(mail, html=f"<p>{html}", picture=PICTURE if text else None)
    for one in (mail, illustrated):
        raw = build(one)
        assert_whole(one, raw)
        assert raw == build(replace(one))
        assert is_intact(raw, one)
    assert_whole(replace(mail, subject=re.sub(r"[^A-Za-z0-9 .,:\[\]-]+", " ", subject)), build_reduced(illustrated))


@given(ADDRESSES)
@example(f"{REPLY_TO}@x.org")
@example("=?utf-8?q?a=0D=0ABcc=3A?=@x.org")
@example("a@=?utf-8?q?x=0D=0Ay?=")
@example('"a b"@x.org')
def test_an_address_is_written_as_it_is_or_not_at_all(address: str) -> None:
    mail = replace(MAIL, to_address=address, to_name="")
    try:
        raw = build(mail)
    except ValueError:
        return
    assert_whole(mail, raw)


@each("name", ["Ada Lovelace", "J. R. Smith", "O'Brien", 'Ada "A" L', "a, b", "<e@x.org>", "Ünal", REPLY_TO])
def test_names_arrive_as_they_are(name: str) -> None:
    found = read(build(replace(MAIL, to_name=name)))
    assert found is not None and found.header("To") == NamedAddress(name, MAIL.to_address)


def test_long_names_and_subjects_are_folded_into_short_lines() -> None:
    raw = build(replace(MAIL, to_name="Ünal " * 18, subject="Über " * 48))
    assert max(map(len, raw.split(b"\r\n"))) <= 78


@each(
    ("written", "where"),
    [
        (b"Subject: a\r\nReply-To: e@x.org\r\n\r\nb\r\n", "the list of headers"),
        (b"Subject: b\r\n\r\nb\r\n", "the header Subject"),
        (b"Subject: =?utf-8?q?a=0D=0Ab?=\r\n\r\nb\r\n", "the header Subject"),
        (b"Subject: a\r\n\r\nc\r\n", "the text"),
        (b"Subject: a\r\n\r\nb\r\n\r\nSubject: a\r\n", "the text"),
        (b"Subject: a\r\n\r\nb\n", "a byte"),
        (b"Subject: a\r\n\r\n\xff\r\n", "a byte"),
        (b"Subject: a\r\n\r\n" + b"b" * 999 + b"\r\n", "a line"),
        (b"Subject: a\r\nno header\r\n\r\nb\r\n", "the structure"),
        (b"Subject: a\r\n\r\nb\r\n", ""),
    ],
)
def test_bytes_that_say_something_else_are_noticed(written: bytes, where: str) -> None:
    assert difference(MimePart((("Subject", "a"),), b"b\n"), written) == where


def test_a_mail_that_would_arrive_as_another_is_not_built_but_its_text_still_arrives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A library that encodes wrongly, as Python 3.11.7 did, is noticed."""
    monkeypatch.setattr(Header, "encode", lambda header, **_options: "a\r\nReply-To: e@x.org")
    mail = replace(MAIL, subject=REPLY_TO, to_name="Ünal")
    with pytest.raises(NotAsMeant, match="the list of headers"):
        build(mail)
    reduced = replace(mail, subject=" utf-8 q a 0D 0AReply-To:e x.org ")
    assert_whole(reduced, build_reduced(mail))


def test_a_value_beyond_ascii_is_never_written_as_a_header() -> None:
    for value in ("", "é", "a\r\nb", "a\0b"):
        with pytest.raises(ValueError, match="X-One"):
            write(MimePart((("X-One", value),), b""))
    with pytest.raises(NotAsMeant):
        well_formed(MimePart((("X-One", "a"),), b"\xff"))


@each(
    ("of", "to"),
    [
        (b"Subject: ", b"Bcc: e@x.org\r\nSubject: "),
        (b"Subject: ", b"Reply-To: e@x.org\r\nSubject: "),
        (b"Subject: ", b"Subject: a\r\n\r\nanother body\r\n"),
        (b"Reply-To: ", b"Reply-To: e@x.org\r\nX: "),
        (b"Message-ID: <", b"Message-ID: <x"),
        (b"turn", b"term"),
    ],
)
def test_bytes_kept_by_an_earlier_version_are_looked_at(of: bytes, to: bytes) -> None:
    raw = build(MAIL)
    assert is_intact(raw, MAIL) and is_intact(raw, replace(MAIL, to_address="new@example.org", from_name="Another"))
    assert not is_intact(raw.replace(of, to, 1), MAIL)


def test_a_picture_that_would_arrive_otherwise_is_found() -> None:
    meant = MimePart(
        (("Content-Type", "image/png"), ("Content-Transfer-Encoding", "base64"), ("MIME-Version", "1.0")), PICTURE
    )
    raw = write(meant)
    at = raw.index(b"\r\n\r\niVBOR") + 4
    assert difference(meant, raw) == ""
    assert difference(meant, raw[:at] + b"A" + raw[at + 1 :]) == "the text"
    assert difference(meant, raw[:-6] + b"\r\n") == "the text"
