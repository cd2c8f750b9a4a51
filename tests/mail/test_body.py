"""The texts of a letter among its parts: which are read, in which order, and what is told of the rest."""

import base64
import subprocess
from pathlib import Path

import pytest
from each_kit import each
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.reading.body import MOST_NAMED, Enclosed, Enclosure
from pbem.mail.reading.letter import Letter, read_letter
from pbem.mail.reading.mime import Wrapping, unwrap, without_armour

HEAD = b"From: Alice <alice@example.org>\r\nMessage-ID: <1@example.org>\r\n"
OPAQUE = (Path(__file__).with_name("letters") / "smime_opaque.eml").read_bytes()


def read(raw: bytes) -> Letter:
    letter = read_letter(HEAD + raw, mail_from="alice@example.org", own_domains=("play.example.net",))
    assert isinstance(letter, Letter)
    return letter


def part(text: str, kind: str = "text/plain", *headers: str) -> bytes:
    return "\r\n".join([f"Content-Type: {kind}", *headers, "", text]).encode()


def multi(kind: str, *parts: bytes) -> bytes:
    mark = f"b{hash((kind, parts)) & 0xFFFFFF}"
    body = b"".join(b"--%s\r\n%s\r\n" % (mark.encode(), one) for one in parts)
    return (
        b"Content-Type: multipart/%s; boundary=%s\r\n\r\n" % (kind.encode(), mark.encode())
        + body
        + (b"--%s--\r\n" % mark.encode())
    )


PICTURE = part("", "image/jpeg; name=IMG_0001.jpeg", "Content-Disposition: inline; filename=IMG_0001.jpeg")
PLAIN, PAGE = part("income"), part("<p>roll 4?</p>", "text/html")
SAME = part("<div>income</div><p>Anna</p>", "text/html")
EMPTY = part(" \r\n", "text/plain")
EMPTY_PAGE = part("<html><body><br></body></html>", "text/html")
FOOTER = part("Railways mailing list, to unsubscribe", "text/plain")


@each(
    ("raw", "lines"),
    [
        (multi("mixed", PLAIN, PICTURE, part("end")), ("income", "end")),
        (multi("mixed", PLAIN, PAGE), ("income", "roll 4?")),
        (multi("mixed", PLAIN, SAME), ("income",)),
        (multi("mixed", SAME, PLAIN), ("income",)),
        (multi("mixed", PLAIN, EMPTY_PAGE), ("income",)),
        (multi("mixed", PAGE, FOOTER), ("roll 4?", "Railways mailing list, to unsubscribe")),
        (multi("mixed", PAGE, PICTURE, part("<p>end</p>", "text/html")), ("roll 4?", "end")),
        (multi("alternative", PLAIN, PAGE), ("income",)),
        (multi("alternative", PAGE, PLAIN), ("income",)),
        (multi("alternative", EMPTY, PAGE), ("roll 4?",)),
        (multi("alternative", PLAIN, multi("related", PAGE, PICTURE)), ("income",)),
        (multi("alternative", EMPTY, multi("mixed", PAGE, PICTURE, SAME)), ("roll 4?", "income", "Anna")),
        (multi("mixed", multi("alternative", EMPTY, PAGE), part("Unsubscribe")), ("roll 4?", "Unsubscribe")),
        (multi("mixed", multi("alternative", PLAIN, PAGE), PICTURE, part("end")), ("income", "end")),
        (multi("related", PAGE, PICTURE), ("roll 4?",)),
        (multi("signed", PLAIN, part("x", "application/pgp-signature; name=signature.asc")), ("income",)),
        (multi("mixed", part("end", "text/plain; name=text_0.txt", "Content-Disposition: inline")), ("end",)),
        (multi("mixed", PLAIN, part("end", "text/plain; name=notes.txt", "Content-Disposition: inline")), ("income",)),
        (multi("mixed", part("end", "text/plain", "Content-Disposition: attachment; filename=orders.txt")), ()),
    ],
)  # fmt: skip
def test_the_texts_that_are_read(raw: bytes, lines: tuple[str, ...]) -> None:
    assert read(raw).lines == lines


@each("sign", ["\x0c", "\x0b", "\x0f", "\ufffe", "&#12;", "&#xFFFF;"])
def test_a_character_that_xml_forbids_behind_a_cell_damages_no_letter(sign: str) -> None:
    rows = f"<table><tr><td>roll</td>{sign}<td>4?</td></tr></table><p>end</p>"
    assert read(part(rows, "text/html; charset=utf-8")).lines == ("roll 4?", "end")


@each(
    ("raw", "found"),
    [
        (multi("mixed", PICTURE, EMPTY), [Enclosed(Enclosure.PICTURE, "IMG_0001.jpeg")]),
        (multi("mixed", part("", "audio/amr; name=a.amr")), [Enclosed(Enclosure.RECORDING, "a.amr")]),
        (multi("mixed", part("Subject: x\r\n\r\nend", "message/rfc822")), [Enclosed(Enclosure.FORWARDED)]),
        (multi("encrypted", part("Version: 1", "application/pgp-encrypted")), [Enclosed(Enclosure.ENCRYPTED)]),
        (part("-----BEGIN PGP MESSAGE-----\r\n\r\nhQEM\r\n-----END PGP MESSAGE-----"), [Enclosed(Enclosure.ENCRYPTED)]),
        (part("", "application/ms-tnef; name=winmail.dat"), [Enclosed(Enclosure.WINMAIL)]),
        (part("", "application/octet-stream; name=WINMAIL.DAT"), [Enclosed(Enclosure.WINMAIL)]),
        (multi("alternative", EMPTY, part("BEGIN:VCALENDAR", "text/calendar; method=REPLY")),
         [Enclosed(Enclosure.INVITATION)]),
        (EMPTY_PAGE, [Enclosed(Enclosure.EMPTY_PAGE)]),
        (part("", "application/pdf; name*=utf-8''z%C3%BCge.pdf"), [Enclosed(Enclosure.FILE, "züge.pdf")]),
        (part("", "application/pdf; name==?utf-8?q?z=C3=BCge.pdf?="), [Enclosed(Enclosure.FILE, "züge.pdf")]),
        (part("", "application/pdf; name=" + "x" * 90), [Enclosed(Enclosure.FILE, "x" * 40)]),
        (part("", "application/pdf; name*=no-such''x%FF"), [Enclosed(Enclosure.FILE, "xÿ")]),
        (part("x", "application/pkcs7-mime; smime-type=signed-data"), [Enclosed(Enclosure.UNOPENED)]),
        (multi("signed", EMPTY, part("x", "application/pkcs7-signature; name=smime.p7s")), []),
    ],
)  # fmt: skip
def test_what_was_not_read_is_named(raw: bytes, found: list[Enclosed]) -> None:
    letter = read(raw)
    assert (letter.lines, list(letter.enclosed)) == ((), found)


def test_only_so_many_things_are_named() -> None:
    files = [part("", f"application/pdf; name={number}.pdf") for number in range(20)]
    assert len(read(multi("mixed", PLAIN, *files)).enclosed) == MOST_NAMED


def test_an_attached_page_is_a_file() -> None:
    page = part("<p>end</p>", "text/html; name=report.html", "Content-Disposition: attachment")
    assert read(multi("mixed", PLAIN, page)).lines == ("income",)


def test_a_page_that_cannot_be_read_does_not_hide_a_text() -> None:
    assert read(multi("mixed", PLAIN, part("<b>x</b>" * 9_000, "text/html"))).lines == ("income",)


def encoded(text: bytes, below: str = "") -> bytes:
    return part(f"{base64.encodebytes(text).decode()}{below}", "text/plain", "Content-Transfer-Encoding: base64")


@each(
    ("raw", "lines"),
    [
        (encoded(b"income\nend"), ("income", "end")),
        (encoded(b"income\nend\n", "\r\n-- \r\nScanned by Mailguard"), ("income", "end")),
        (encoded(b"income\nend!\n", "________\r\nrailways mailing list"), ("income", "end!", "railways mailing list")),
        (encoded(b"income", "Diese Mail ist\r\nfrei\r\n"), ("income", "Diese Mail ist", "frei")),
        (part("aW5jb21l", "text/plain", "Content-Transfer-Encoding: BASE64 "), ("income",)),
        (part("aW5jb21lC", "text/plain", "Content-Transfer-Encoding: base64"), ("income",)),
        (part("= =", "text/plain", "Content-Transfer-Encoding: base64"), ("= =",)),
        (part("", "text/plain; charset=punycode", "Content-Transfer-Encoding: base64"), ()),
    ],
)  # fmt: skip
def test_what_stands_below_base64_is_no_part_of_it(raw: bytes, lines: tuple[str, ...]) -> None:
    assert read(raw).lines == lines


@each(
    ("charset", "text"),
    [
        ("utf-7", b"buy +APw-berall\r\n2 +- 2+"),
        ("unicode-1-1-utf-7", b"buy +APw-berall\r\n2 +- 2+"),
        ("utf-8", "\ufeffbuy überall\r\n2 + 2+".encode("utf-16-le")),
        ("us-ascii", "\ufeffbuy überall\r\n2 + 2+".encode("utf-16-be")),
        ("utf-16", "buy überall\r\n2 + 2+".encode("utf-16")),
        ("iso-8859-1", "\ufeffbuy überall\r\n2 + 2+".encode()),
    ],
)
def test_charsets_under_their_own_or_a_wrong_name(charset: str, text: bytes) -> None:
    raw = part(base64.b64encode(text).decode(), f"text/plain; charset={charset}", "Content-Transfer-Encoding: base64")
    assert read(raw).lines == ("buy überall", "2 + 2+")


@pytest.mark.parametrize(
    ("charset", "codec", "line"),
    [
        ("shift_jis", "cp932", "buy weiden # ①髙"),
        ("gb2312", "gb18030", "buy weiden # 鎔㐀"),
        ("euc-kr", "cp949", "# 똠"),
    ],
)
def test_charsets_are_read_as_what_programs_mean_by_them(charset: str, codec: str, line: str) -> None:
    raw = f"Content-Type: text/plain; charset={charset}\r\n\r\n".encode() + line.encode(codec)
    assert read(raw).lines == (line.replace("①", "①"),)


# Armour.


CLEAR = f"""\
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA512

income
- - B e e
- --{" "}
Anna
-----BEGIN PGP SIGNATURE-----

iHUEARYKAB0WIQ
=abcd
-----END PGP SIGNATURE-----
end"""


def test_a_signed_text_loses_its_armour_and_its_escapes() -> None:
    assert without_armour(CLEAR.split("\n")) == (["income", "- B e e", "-- ", "Anna", "end"], False)


@each(
    ("text", "lines"),
    [
        ("-----BEGIN PGP SIGNED MESSAGE-----\nincome\nend", ["income", "end"]),
        ("-----BEGIN PGP SIGNED MESSAGE-----\nincome: x\nend", ["income: x", "end"]),
        ("income\n-----BEGIN PGP SIGNATURE-----\nend", ["income", "end"]),
        ("income\n-----END PGP SIGNATURE-----\nend", ["income", "-----END PGP SIGNATURE-----", "end"]),
        ("> -----BEGIN PGP MESSAGE-----\n> x\nend", ["> -----BEGIN PGP MESSAGE-----", "> x", "end"]),
        ("- income", ["- income"]),
    ],
)
def test_armour_that_is_damaged_hides_no_orders(text: str, lines: list[str]) -> None:
    assert without_armour(text.split("\n"))[0] == lines


@given(st.lists(st.sampled_from([*CLEAR.split("\n"), "-----BEGIN PGP MESSAGE-----", "-----END PGP MESSAGE-----"])))
def test_no_armour_breaks_the_reader(lines: list[str]) -> None:
    kept, _ = without_armour(lines)
    assert len(kept) <= len(lines)


INNER = b"Content-Type: text/plain; charset=utf-8\r\n\r\nincome\r\nbuy \xc3\xbcberall\r\n"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a key and its certificate."""
    folder = tmp_path_factory.mktemp("smime")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "k.pem", "-out", "c.pem", "-subj", "/CN=A",
            folder=folder)  # fmt: skip
    return folder


def openssl(*arguments: str, folder: Path, given: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *arguments], cwd=folder, input=given, capture_output=True, check=True).stdout


SIGN = ("cms", "-sign", "-binary", "-nodetach", "-signer", "c.pem", "-inkey", "k.pem", "-outform", "DER")


def test_what_openssl_signs_in_one_piece_is_opened(key: Path) -> None:
    for more in ((), ("-stream",), ("-nocerts", "-stream")):
        for text in (INNER, INNER + b"# and more\r\n" * 3_000):
            assert unwrap(openssl(*SIGN, *more, folder=key, given=text)).content == text
    sealed = openssl("cms", "-encrypt", "-binary", "-aes256", "-outform", "DER", "c.pem", folder=key, given=INNER)
    assert unwrap(sealed).wrapping is Wrapping.ENCRYPTED


def test_letters_signed_within_one_another_are_opened_so_far(key: Path) -> None:
    inner = INNER
    for wraps in range(1, 6):
        signed = openssl(*SIGN, "-nocerts", folder=key, given=inner)
        inner = b"Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n"
        inner += b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(signed)
        letter = read(inner)
        assert letter.lines == (("income", "buy überall") if wraps <= 3 else ())
        assert [one.kind for one in letter.enclosed] == ([] if wraps <= 3 else [Enclosure.UNOPENED])


BER = base64.b64decode(OPAQUE.partition(b"\n\n")[2])


@given(st.binary(max_size=300), st.integers(0, len(BER)), st.integers(0, 300))
def test_no_bytes_break_the_walk(noise: bytes, at: int, gone: int) -> None:
    unwrap(noise)
    unwrap(BER[:at] + noise + BER[at + gone :])
    unwrap(BER[:at])


@pytest.mark.parametrize("nested", [b"\x24\x80", b"\x30\x80", b"\x04\x00", b"\x24\x82\xff\xff"])
def test_deep_and_long_encodings_end_the_walk(nested: bytes) -> None:
    start = BER[: BER.index(b"\xa0\x80\x24\x80") + 2]
    assert unwrap(start + nested * 400_000).content == b""
