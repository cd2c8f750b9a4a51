"""Letters beyond the limits, and bytes that are no letter at all."""

import os
import re
from itertools import count
from random import Random
from typing import Any

import pytest
from each_kit import each
from hypothesis import example, given, settings
from hypothesis import strategies as st
from work_kit import at_most

from pbem.mail.reading import page
from pbem.mail.reading.headers import Automatic
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterFault, digest, read_letter
from pbem.mail.reading.text import (
    MAX_ATTRIBUTES,
    MAX_ATTRIBUTES_OF_TAG,
    MAX_BYTES,
    MAX_DEPTH,
    MAX_HEADER_BYTES,
    MAX_LINE,
    MAX_LINES,
    MAX_PARTS,
    MAX_TAGS,
)

HEAD = b"From: Alice <alice@example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: orders\r\n"
HTML = b"Content-Type: text/html; charset=utf-8\r\n\r\n"
CALLS = 5_000_000


def read(raw: bytes, mail_from: str = "alice@example.org") -> Letter | BrokenLetter | Ignored:
    return read_letter(raw, mail_from=mail_from, own_domains=("play.example.net",))


def own_lines(raw: bytes) -> tuple[str, ...]:
    letter = read(raw)
    assert isinstance(letter, Letter)
    return letter.lines


def nested(depth: int) -> bytes:
    levels = [b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i) for i in range(depth)]
    return HEAD + b"".join(levels) + b"\r\nincome\r\n"


def parts(count: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nincome\r\n" * count


def of_lines(count: int) -> bytes:
    return HEAD + b"\r\n" + b"income\r\n" * count


def attributes(count: int) -> bytes:
    """A tag with so many attributes, each of a name of its own."""
    return b"<p" + b"".join(b" a%d" % number for number in range(count)) + b">"


TOO_MUCH = {
    "2 MB of garbage": (HEAD + b"\r\n" + os.urandom(2 << 20), LetterFault.TOO_LARGE),
    "a byte too many": (HEAD + b"\r\n" + b"x" * (MAX_BYTES - len(HEAD) - 1), LetterFault.TOO_LARGE),
    "headers without end": (HEAD + b"X-Y: z\r\n" * 10_000, LetterFault.HEADERS_TOO_LONG),
    "10,000 lines": (of_lines(10_000), LetterFault.TOO_MANY_LINES),
    "a line too many": (of_lines(MAX_LINES + 1), LetterFault.TOO_MANY_LINES),
    "300,000 lines": (HEAD + b"\r\n" + b"x\r\n" * 300_000, LetterFault.TOO_MANY_LINES),
    "a line of 40 KB": (HEAD + b"\r\n" + b"income " * 6_000, LetterFault.LINE_TOO_LONG),
    "one sign too many": (HEAD + b"\r\n" + b"x" * (MAX_LINE + 1), LetterFault.LINE_TOO_LONG),
    "a line of 1 MB": (HEAD + b"\r\n" + b"x" * (MAX_BYTES - 1_000), LetterFault.LINE_TOO_LONG),
    "parts 100 deep": (nested(100), LetterFault.TOO_DEEP),
    "a part too deep": (nested(MAX_DEPTH), LetterFault.TOO_DEEP),
    "parts 9,000 deep": (nested(9_000), LetterFault.TOO_DEEP),
    "letters in letters": (HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 2_000, LetterFault.TOO_DEEP),
    "a part too many": (parts(MAX_PARTS), LetterFault.TOO_MANY_PARTS),
    "100,000 elements": (HEAD + HTML + b"<b>x</b>" * 100_000, LetterFault.TOO_MANY_LINES),
    "40,000 rows": (HEAD + HTML + b"<tr><td>x" * 40_000, LetterFault.TOO_MANY_LINES),
    "200,000 attributes": (HEAD + HTML + b"<p" + b" a" * 200_000 + b">income", LetterFault.TOO_MANY_ATTRIBUTES),
    "an attribute too many": (HEAD + HTML + attributes(MAX_ATTRIBUTES_OF_TAG + 1), LetterFault.TOO_MANY_ATTRIBUTES),
    "all attributes": (HEAD + HTML + attributes(80) * (MAX_ATTRIBUTES // 80 + 1), LetterFault.TOO_MANY_ATTRIBUTES),
    "behind a comment": (HEAD + HTML + b'<!-- <p a=" -->' + attributes(9_999), LetterFault.TOO_MANY_ATTRIBUTES),
    "behind a style": (HEAD + HTML + b"<style><p a='</style>" + attributes(9_999), LetterFault.TOO_MANY_ATTRIBUTES),
    "signs of ends in quotes": (HEAD + HTML + b"<p" + b" a='>'" * 9_999, LetterFault.TOO_MANY_ATTRIBUTES),
    "tags within tags": (HEAD + HTML + b"<p a=" * 49_000, LetterFault.TOO_MANY_ATTRIBUTES),
    "a million <": (HEAD + HTML + b"<" * 1_000_000, LetterFault.TOO_MANY_LINES),
    "CDATA": (HEAD + HTML + b"<![CDATA[" * 100_000, LetterFault.TOO_MANY_LINES),
    "comments": (HEAD + HTML + b"<!---->" * 100_000, LetterFault.TOO_MANY_LINES),
    "entities": (HEAD + HTML + b"&foo;" * 200_000, LetterFault.LINE_TOO_LONG),
    "closing tags": (HEAD + HTML + b"<b>" * 30_000 + b"</i>" * 30_000, LetterFault.TOO_MANY_LINES),
    "attributions": (HEAD + HTML + b"<br class=gmail_attr>xxxxxxxx" * 30_000, LetterFault.LINE_TOO_LONG),
    "quotes of two kinds": (
        HEAD + HTML + b"<br name=quote>" * 24_000 + b"<br class=zmail_extra>" * 24_000,
        LetterFault.TOO_MANY_LINES,
    ),
}
"""What is refused, and why; the attributes before a parser sees any."""


@each("name", TOO_MUCH)
def test_too_much_is_told_to_the_sender(name: str) -> None:
    raw, trouble = TOO_MUCH[name]
    with at_most(CALLS):
        unreadable = read(raw)
    assert isinstance(unreadable, BrokenLetter)
    assert unreadable.reason == trouble
    assert (unreadable.from_address, unreadable.message_id) == ("alice@example.org", "<1@example.org>")
    assert unreadable.subject == "orders"


JUST_ENOUGH = {
    "lines": (of_lines(MAX_LINES), ("income",) * MAX_LINES),
    "depth": (nested(MAX_DEPTH - 1), ("income",)),
    "parts": (parts(MAX_PARTS - 1), ("income",) * (MAX_PARTS - 1)),
    "line": (HEAD + b"\r\n" + b"x" * MAX_LINE, ("x" * MAX_LINE,)),
    "headers": (HEAD + b"X: y\r\n" * 9_000 + b"\r\nincome", ("income",)),
    "attributes": (HEAD + HTML + attributes(MAX_ATTRIBUTES_OF_TAG) + b"income", ("income",)),
    "letters and signs": (HEAD + HTML + b"<p>1 < 2 <3 &<p>income", ("1 < 2 <3 &", "income")),
}


@each("name", JUST_ENOUGH)
def test_the_limits_themselves_are_allowed(name: str) -> None:
    raw, lines = JUST_ENOUGH[name]
    assert own_lines(raw) == lines


def test_long_quotes_do_not_count_as_the_sender_s_lines() -> None:
    assert own_lines(HEAD + b"\r\nincome\r\n" + b"> quote\r\n" * 5_000) == ("income",)


HOSTILE = {
    "parameters": HEAD + b"Content-Type: text/plain" + b';"' * 30_000 + b"\r\n\r\nincome",
    "parameters of a part": HEAD
    + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain"
    + b';"' * 400_000
    + b"\r\n\r\nincome",
    "comments in To": b"To: " + b"(" * 60_000 + b"\r\n" + HEAD + b"\r\nincome",
    "quotes in To": b"".join(b"To: " + b'"\\(' * 1_300 + b"\r\n" for _ in range(15)) + HEAD + b"\r\nincome",
    "8,000 To": b"To: a@b.c\r\n" * 5_000 + HEAD + b"\r\nincome",
    "encoded words": b"Subject: " + b"=?a?q?" * 9_000 + b"\r\n" + HEAD + b"\r\nincome",
    "deep html": HEAD + HTML + b"<p>income</p>" + b"<div>" * 40_000,
    "wide html": HEAD + HTML + b"<p style='padding-left:99999999em;margin-top:99999999em'>income</p>",
    "table": HEAD + HTML + b"<table><tr><td colspan=99999999 width=99999999 style='padding:999999999em'>income</table>",
    "an endless attribute": HEAD + HTML + b"<p class='" + b"a " * 400_000 + b"'>income</p>",
    "an open quote": HEAD + HTML + b"<p>income</p><p class='" + b"a " * 400_000,
    "an open comment": HEAD + HTML + b"<p>income</p><!--" + b"-- " * 300_000,
    "a huge style": HEAD + HTML + b"<style>" + b"p{a:b}" * 150_000 + b"</style>income",
    "a huge style of a tag": HEAD + HTML + b"<p style='" + b"a:b;" * 240_000 + b"'>income",
    "a tag of 1 MB": HEAD + HTML + b"<" + b"a" * 1_000_000 + b">income",
    "hidden parts": HEAD + HTML + b"<br style=display:none>" * 4_900 + b"income",
}


@each("name", HOSTILE)
def test_what_is_slow_to_read_is_cut_short(name: str) -> None:
    with at_most(CALLS):
        assert own_lines(HOSTILE[name]) == ("income",)


@pytest.mark.parametrize("name", [name for name, (raw, _trouble) in TOO_MUCH.items() if HTML in raw])
def test_no_parser_sees_more_of_a_page_than_the_limits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parse = page._parse
    elements: list[int] = []

    def parsed(text: str) -> Any:
        tree = parse(text)
        elements.extend(len(element.attrib) for element in tree.iter())
        return tree

    monkeypatch.setattr(page, "_parse", parsed)
    read(TOO_MUCH[name][0])
    assert len(elements) <= 2 * MAX_TAGS
    assert max(elements, default=0) <= MAX_ATTRIBUTES_OF_TAG
    assert sum(elements) <= MAX_ATTRIBUTES


PIECES = (
    *("<p", "<br", "</p", "<", ">", "/", " ", "\t", "\f", "\n", "=", "'", '"', " @", " @=", "='@'", '="@"', "=@", "@"),
    *("<!--", "-->", "--!>", "<!", "<?", "?>", "<style>", "</style>", "<script>", "</script>", "<title>", "<![CDATA["),
    *("]]>", "&lt;", "\u00a0", "\v", "x"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=60))
@example(["<!--", "<p", ' @="', "-->", "<p", " @", " @", " @", '"', ">"])
def test_no_attribute_hides_from_the_count(pieces: list[str]) -> None:
    numbers = count()
    soup = re.sub("@", lambda _found: f"a{next(numbers)}", "".join(pieces))
    tree = page._parse(soup)
    borne = [len(element.attrib) for element in tree.iter()] if tree is not None else []
    counted = [page._attributes_at(soup, start.end())[0] for start in page._TAG_START.finditer(soup)]
    assert max(borne, default=0) <= max(counted, default=0)
    assert sum(borne) <= sum(counted)


@each(
    "raw",
    [
        ("a" + "\u0315\u0300" * 500_000).encode()[: MAX_BYTES - 1000],
        ("a" + "\u0315\u0300" * 240 + "\n").encode() * 1_000,
        b" " * (MAX_BYTES - 1_000),
        b"<a@b.c>: host said 550\n" * 4_900,
        b"x" * 150 + b"\n",
    ],
    ids=["marks", "lines of marks", "spaces", "bounces", "a line"],
)
@each("mail_from", ["alice@example.org", ""])
def test_slow_texts_are_read_in_time(raw: bytes, mail_from: str) -> None:
    with at_most(CALLS):
        read(HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + raw, mail_from)


@each("charset", ["punycode", "idna", "utf-7", "unicode_escape", "zlib", "rot13", "undefined", "..", "x" * 99, "\x00"])
def test_strange_charsets_are_guessed(charset: str) -> None:
    with at_most(CALLS):
        head = HEAD + f'Content-Type: text/plain; charset="{charset}"\r\n\r\n'.encode()
        assert own_lines(head + "buy überall\r\n".encode() + b"> a-\r\n" * 9_000) == ("buy überall",)


HEADERS = st.sampled_from(
    [
        *(b"From: ", b"To: ", b"Subject: =?utf-8?q?", b"Message-ID: <", b"References: ", b"Auto-Submitted: "),
        *(
            b"Content-Type: ",
            b"multipart/mixed; boundary=b",
            b"multipart/report; boundary=b",
            b"text/html",
            b"text/plain",
        ),
        *(
            b"; charset=",
            b"utf-8",
            b"utf-16",
            b"format=flowed; delsp=yes",
            b"message/rfc822",
            b"message/delivery-status",
        ),
        *(b"Content-Transfer-Encoding: ", b"base64", b"quoted-printable", b"x-uuencode", b"Content-Disposition: "),
        *(b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"\n ", b"--b\n", b"--b--\n", b"--", b"> ", b"On 1 wrote:\n", b"<p>"),
        *(
            b"<blockquote>",
            b"<div id=appendonsend>",
            b"<td style='white-space:pre'>",
            b"&#xD800;",
            b"=ED=A0=80",
            b"\xff",
        ),
    ]
)


@given(st.lists(st.one_of(HEADERS, st.binary(max_size=20)), max_size=40).map(b"".join), st.sampled_from(["", "a@b.c"]))
@example(b"", "a@b.c")
@example(b"\x00" * 10_000, "a@b.c")
@example(b"Subject: =?utf-8?q?=ED=A0=80?= \xff =?utf-16?b?2AA=?= =?utf-8?b?A?=\n\nx", "a@b.c")
@example(b"Content-Type: multipart/mixed\n\n--\n", "a@b.c")
@example(b"Content-Type: text/plain; charset*=utf-8''%ff%00\n\nx", "a@b.c")
@example(
    b'From: "\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nx\n', ""
)
def test_no_bytes_break_the_reader(raw: bytes, mail_from: str) -> None:
    letter = read(raw, mail_from)
    repr(letter).encode()  # no lone surrogates anywhere
    if isinstance(letter, Letter):
        "\n".join([*letter.text, letter.subject, letter.from_address, *letter.recipients_in_headers]).encode()
        assert all(line.strip() == line != "" for line in letter.lines)


@settings(max_examples=20)
@given(st.randoms(use_true_random=True), st.integers(1, 200_000))
def test_random_bytes_are_read_in_time(chance: Random, size: int) -> None:
    raw = chance.randbytes(size)
    with at_most(CALLS):
        read(raw)
        read(HEAD + b"\r\n" + raw)


@each(
    ("header", "reason"),
    [
        (b"Auto-Submitted: auto-generated (rejected)", Automatic.AUTO_SUBMITTED),
        (b"auto-submitted: Auto-Replied; owner-email=x@example.org", Automatic.AUTO_SUBMITTED),
        (b"Precedence: auto_reply", Automatic.AUTORESPONDER),
        (b"X-Autoreply: yes", Automatic.AUTORESPONDER),
        (b"X-Autorespond: orders", Automatic.AUTORESPONDER),
        (b"Delivered-To: Autoresponder", Automatic.AUTORESPONDER),
        (b"Return-Path: <>", Automatic.NULL_SENDER),
        (b"Return-Path: <MAILER-DAEMON@example.org>", Automatic.DAEMON),
        (b"Content-Type: multipart/report; boundary=x", Automatic.REPORT),
    ],
)
def test_automatic_mail_is_known_by_its_headers(header: bytes, reason: Automatic) -> None:
    assert read(HEAD + header + b"\r\n\r\nincome") == Ignored(reason, "<1@example.org>")


@each(
    ("header", "reason"),
    [
        (b"Precedence: BULK", Automatic.PRECEDENCE),
        (b"Precedence: junk", Automatic.PRECEDENCE),
        (b"X-Precedence: list", Automatic.PRECEDENCE),
        (b"List-Id: <x.example.org>", Automatic.LIST),
        (b"List-Unsubscribe: <https://example.org>", Automatic.LIST),
        (b"X-Auto-Response-Suppress: OOF, AutoReply", Automatic.SUPPRESSED),
    ],
)
def test_a_sign_of_the_way_is_kept_with_the_letter(header: bytes, reason: Automatic) -> None:
    letter = read(HEAD + header + b"\r\n\r\nincome")
    assert isinstance(letter, Letter)
    assert (letter.doubt, letter.lines) == (reason, ("income",))


@each(
    "subject",
    [
        *("Automatic reply: orders", "Out of Office: orders", "Auto: Re: x", "Abwesenheitsnotiz: orders"),
        *("Automatische Antwort: orders", "=?utf-8?q?R=C3=A9ponse_automatique_=3A_orders?="),
    ],
)
def test_the_subject_of_an_answering_machine_is_sure_beside_another_sign_only(subject: str) -> None:
    head = HEAD.replace(b"Subject: orders", f"Subject: {subject}".encode())
    letter, ignored = read(head + b"\r\nincome"), read(head + b"Precedence: bulk\r\n\r\nincome")
    if subject.startswith("Auto: "):
        assert isinstance(ignored, Letter), "which is a name as well"
        return
    assert isinstance(letter, Letter)
    assert letter.doubt == Automatic.SUBJECT
    assert ignored == Ignored(Automatic.AUTORESPONDER, "<1@example.org>")


@pytest.mark.parametrize(
    ("mail_from", "reason"),
    [("", Automatic.NULL_SENDER), ("<>", Automatic.NULL_SENDER), ("Postmaster@x", Automatic.DAEMON)],
)
def test_automatic_mail_is_known_by_its_envelope(mail_from: str, reason: Automatic) -> None:
    assert read(HEAD + b"\r\nincome", mail_from) == Ignored(reason, "<1@example.org>")


@each(
    "header",
    [
        b"Auto-Submitted: no",
        b"Precedence: first-class",
        b"X-Auto-Response-Suppress: DR, RN",
        b"Return-Path: <alice@example.org>",
        b"Importance: high",
    ],
)
def test_a_person_s_letter_is_not_taken_for_automatic(header: bytes) -> None:
    assert own_lines(HEAD + header + b"\r\n\r\nincome") == ("income",)


def test_automatic_mail_that_is_too_large_is_still_not_answered() -> None:
    assert isinstance(read(HEAD + b"Precedence: bulk\r\n\r\n" + b"x" * MAX_BYTES), Ignored)


@each(
    ("header", "address"),
    [
        (b"From: ALICE@Example.ORG", "alice@example.org"),
        (b'From: "Amsel, Alice" <alice@example.org>', "alice@example.org"),
        (b"From: =?utf-8?q?bob=40example=2Eorg?= <alice@example.org>", "alice@example.org"),
        (b"From: alice@example.org (Alice)", "alice@example.org"),
        (b"From: alice@example.org, bob@example.org", ""),
        (b"From: alice@example.org\r\nFrom: bob@example.org", ""),
        (b'From: "', ""),
        (b"From: alice", ""),
        (b"X-From: alice@example.org", ""),
        (b"From: " + b"".join(b"%d@b.c, " % i for i in range(6_000)), ""),
    ],
)
def test_the_sender_is_the_one_address_in_from(header: bytes, address: str) -> None:
    letter = read(header + b"\r\n\r\nincome")
    assert isinstance(letter, Letter)
    assert letter.from_address == address


def test_a_malformed_from_is_read_as_its_one_address_or_none() -> None:
    """Versions of Python differ in it."""
    letter = read(b"From: <[alice@example.org]>\r\n\r\nincome")
    assert isinstance(letter, Letter)
    assert letter.from_address in ("", "alice@example.org")


def test_the_latest_references_are_kept_when_there_are_too_many() -> None:
    raw = (
        b"References:" + b"".join(b"\r\n <%0200d@example.org>" % i for i in range(100)) + b"\r\n" + HEAD + b"\r\nincome"
    )
    letter = read(raw)
    assert isinstance(letter, Letter)
    assert letter.references[-1] == "<" + f"{99:0200}" + "@example.org>"
    assert 10 < len(letter.references) < 100


def test_headers_beyond_the_limit_are_not_looked_at() -> None:
    padding = b"X: y\r\n" * (MAX_HEADER_BYTES // 6 + 1)
    unreadable = read(padding + HEAD + b"\r\nincome")
    assert isinstance(unreadable, BrokenLetter)
    assert (unreadable.reason, unreadable.from_address) == (LetterFault.HEADERS_TOO_LONG, "")


def test_the_digest_sees_words_only() -> None:
    assert digest(["Income", "", "roll  4?"]) == digest([" income ", "ROLL 4?"])
    assert digest(["income", "roll 4?"]) != digest(["income roll 4?"])
    assert digest([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_logs_do_not_show_what_a_player_wrote() -> None:
    raw = b"To: k3x7q2m9w4t6z8ba@play.example.net\r\n" + HEAD + b"\r\nincome # my canary\r\n"
    shown = repr(read(raw)) + repr(read(raw + b"x" * MAX_BYTES))
    assert not any(secret in shown for secret in ("canary", "k3x7q2m9w4t6z8ba", "alice@"))
