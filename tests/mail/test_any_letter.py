"""Letters put together at random of what programs make: orders on top are read, what they quote is not, none raises."""

import base64
import quopri
from collections.abc import Callable, Sequence
from pathlib import Path

from each_kit import each
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from work_kit import at_most

from pbem.adjudicator.correspondence.endings import LetterWriter, trim
from pbem.mail.reading.introductions import Sense
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, read_headers, read_letter
from pbem.mail.reading.quotes import cut

REPORT = (Path(__file__).parent / "letters" / "report.txt").read_text(encoding="utf-8").splitlines()
TOLD = {line.strip() for line in REPORT if line.strip().endswith((".", ":"))}
"""Lines of the mail answered that no player types as orders."""
ORDERS = ("income", "roll 4?", "buy weiden", "B n n", "A w w w? onto nw w?", "end", "buy überall", "- discard c c")
HEAD = "From: Alice Amsel <alice@example.org>\r\nMessage-ID: <1@example.org>\r\n"
BOUNDED = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
CALLS = 100_000

orders = st.lists(st.sampled_from(ORDERS), min_size=1, max_size=6)
noise = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def _marked(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


QUOTING: dict[str, Callable[[str], str]] = {
    "marks": _marked,
    "attribution": lambda text: f"On 22 Nov 2026, at 11:02, First Rails wrote:\n\n{_marked(text)}",
    "unmarked": lambda text: f"Am 22.11.26 um 11:02 schrieb First Rails:\n{text}",
    "outlook": lambda text: f"Von: First Rails\nGesendet: Sonntag\nAn: Alice\nBetreff: your turn\n\n{text}",
    "separator": lambda text: f"-----Original Message-----\n{text}",
    "forwarded": lambda text: f"---------- Forwarded message ---------\nFrom: First Rails\n\n{text}",
    "signature": lambda text: f"-- \n{text}",
    "copied": lambda text: text,
    "nothing": lambda _text: "",
}
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "8bit": lambda text: text,
    "base64": base64.encodebytes,
    "quoted-printable": quopri.encodestring,
}


def _multi(kind: str, *parts: str) -> str:
    mark = f"--{abs(hash(parts))}"
    body = "".join(f"--{mark}\r\n{part}\r\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{mark}"\r\n\r\n{body}--{mark}--\r\n'


PICTURE = "Content-Type: image/png; name=a.png\r\nContent-Disposition: attachment\r\n\r\niVBO"
PAGE = "Content-Type: text/html\r\n\r\n<p>a page of the same</p>"
WRAPS: dict[str, Callable[[str], str]] = {
    "alone": lambda part: part,
    "mixed": lambda part: _multi("mixed", part, PICTURE),
    "below a picture": lambda part: _multi("mixed", PICTURE, part),
    "alternative": lambda part: _multi("alternative", part, PAGE),
    "related": lambda part: _multi("related", part, PICTURE),
    "signed": lambda part: _multi("signed", part, "Content-Type: application/pgp-signature\r\n\r\nx"),
    "with a vcard": lambda part: _multi("mixed", part, "Content-Type: text/x-vcard\r\n\r\nBEGIN:VCARD"),
}


def armoured(text: str) -> str:
    """A text as PGP signs it."""
    escaped = "\n".join(f"- {line}" if line.startswith("-") else line for line in text.split("\n"))
    block = "-----BEGIN PGP SIGNATURE-----\n\niHUEARYKAB0\n-----END PGP SIGNATURE-----"
    return f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{escaped}\n{block}"


def flowed(text: str) -> str:
    """A text as `format=flowed` sends it: the spaces at the ends of lines are gone, but for the signature's."""
    return "\n".join(f" {line}" if line.startswith((" ", "From ")) else line for line in text.split("\n"))


@st.composite
def letters(draw: st.DrawFn) -> tuple[bytes, list[str]]:
    """A letter, and the orders on top of it."""
    typed = draw(orders)
    quote = draw(st.sampled_from(sorted(QUOTING)))
    text = "\n".join([*typed, "", QUOTING[quote]("\n".join(REPORT))])
    if draw(st.booleans()):
        text = armoured(text)
    charset = draw(st.sampled_from(["utf-8", "iso-8859-1", "windows-1252", "UTF-8"]))
    name = draw(st.sampled_from(sorted(ENCODINGS)))
    way = draw(st.sampled_from(["", "; format=flowed", "; format=fixed"]))
    body = ENCODINGS[name](text.encode(charset)).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n").decode("latin-1")
    part = f"Content-Type: text/plain; charset={charset}{way}\r\nContent-Transfer-Encoding: {name}\r\n\r\n{body}"
    for _ in range(draw(st.integers(0, 4))):
        part = WRAPS[draw(st.sampled_from(sorted(WRAPS)))](part)
    return (HEAD + part).encode("latin-1"), [line.strip() for line in typed]


@BOUNDED
@given(letters())
def test_orders_on_top_are_read_and_the_mail_below_is_not(made: tuple[bytes, list[str]]) -> None:
    raw, typed = made
    with at_most(CALLS):
        letter = read_letter(raw, mail_from="alice@example.org", own_domains=("play.example.net",))
    assert isinstance(letter, Letter), raw
    own = cut(letter.text, REPORT).unquoted
    assert list(own[: len(typed)]) == typed
    assert not TOLD.intersection(own)


PIECES = (
    *(
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
        "Content-Type: multipart/alternative; boundary=b\r\n",
    ),
    *("Content-Type: text/plain; charset=utf-16\r\n\r\n", "Content-Type: text/html\r\n\r\n", "--b\r\n", "--b--\r\n"),
    *("Content-Type: application/pkcs7-mime\r\n", "Content-Transfer-Encoding: base64\r\n\r\n", "MIAGCSqGSIb3DQEHAqCA"),
    *("Content-Type: text/plain; name*=x''%FF\r\n", "-----BEGIN PGP SIGNED MESSAGE-----\r\n", "-- \r\n", "> ", "\r\n"),
    *("-----BEGIN PGP MESSAGE-----\r\n", "-----END PGP MESSAGE-----\r\n", "<blockquote>", "<div class=gmail_quote>"),
    *("Content-Type: text/plain; charset=utf-7\r\n\r\n+APw-+", "income\r\n", "On 1 A wrote:\r\n", "\ufeff", "\u2067"),
)


@BOUNDED
@given(st.lists(st.sampled_from(PIECES) | noise, max_size=30).map("".join), st.sampled_from(["utf-8", "utf-16-le"]))
def test_no_letter_raises_or_leaves_its_bounds(text: str, charset: str) -> None:
    raw = HEAD.encode() + text.encode(charset)
    with at_most(CALLS):
        found = [
            read(raw, mail_from="a@b.c", own_domains=("play.example.net",)) for read in (read_headers, read_letter)
        ]
    assert isinstance(found[1], Letter | BrokenLetter | Ignored)
    if isinstance(found[1], Letter):
        assert not any(line != line.strip() or "\n" in line or not line for line in found[1].lines)


# Endings.


LINES: dict[str, Sense] = {
    **dict.fromkeys(("income", "roll 4?", "end", "buy weiden"), "order"),
    **dict.fromkeys(("incom", "buy wieden", "roll"), "slip"),
    **dict.fromkeys(("", "Hi all,", "See you"), "prose"),
    **dict.fromkeys(("a text of press", "and more of it"), "text"),
    **dict.fromkeys(
        ("Anna", "Viele Grüße", "LG A.", "Amsel GmbH", "Tel.: +49 30 1234567", "This email is confidential.",
         "To unsubscribe, write to us", "some words", "Diese Nachricht ist vertraulich"), "fault"),
}  # fmt: skip


def senses(lines: Sequence[str]) -> list[Sense]:
    return [LINES[line] for line in lines]


@BOUNDED
@given(
    st.lists(st.sampled_from(sorted(LINES)), max_size=25),
    st.lists(st.lists(st.sampled_from([line.casefold() for line in sorted(LINES) if line]), max_size=5), max_size=4),
)
def test_whatever_was_learned_no_order_is_left_out(lines: list[str], endings: list[list[str]]) -> None:
    trimmed = trim(lines, senses(lines), LetterWriter(("Anna Amsel", "Roll"), endings))
    kept = [line for line in trimmed.lines if line]
    assert sorted([*kept, *trimmed.left_out]) == sorted(filter(None, lines)), "nothing is lost, and nothing doubled"
    assert len(trimmed.lines) == len(lines), "every line keeps its number"
    assert "order" not in senses(trimmed.left_out)
    last = max((at for at, line in enumerate(lines) if LINES[line] == "order"), default=-1)
    assert list(trimmed.lines[: last + 1]) == lines[: last + 1], "what stands above an order stays"
    assert not set(trimmed.ending) & {"income", "roll 4?", "end", "buy weiden", "incom", "buy wieden", "roll"}


@each("sign", [" ", "x", ", ", "a.", "\u00e9", "l'", "e-mail ", "von ", "+49 (", "_ "])
def test_footers_are_looked_for_with_little_work(sign: str) -> None:
    lines = [sign * (2_000 // len(sign))] * 500 + ["this email " + sign * 900] * 100
    with at_most(CALLS):
        trim(lines, ["fault"] * len(lines), LetterWriter(("Anna",), ()))
