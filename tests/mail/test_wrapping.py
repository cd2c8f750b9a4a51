"""What a letter's page shows of lines that a program wrapped, and which lines may be wrapped where there is none."""

import re
import textwrap
from collections.abc import Callable
from email.message import EmailMessage
from html import escape
from typing import Any

import pytest
from each_kit import each
from work_kit import at_most

from pbem.mail.reading.letter import Letter, read_letter
from pbem.mail.reading.quotes import cut
from pbem.mail.reading.wrapping import Witness, rejoined

LONG = (
    "press ada: I would rather build to the east this year because the lake is nearer than the mountains, and I owe "
    "you a share. What do you think?"
)
WIDTHS = (60, 66, 72, 76, 78)
CALLS = 5_000_000


def read(plain: str, page: str | None = None, flowed: str = "") -> Letter:
    """A letter of a text, with a page of the same beside it."""
    mail = EmailMessage()
    mail["From"], mail["Message-ID"] = "ben@example.org", "<1@example.org>"
    mail.set_content(plain)
    if flowed:
        mail.replace_header("Content-Type", f'text/plain; charset="utf-8"; format=flowed{flowed}')
    if page is not None:
        mail.add_alternative(page, subtype="html")
    letter = read_letter(mail.as_bytes(), mail_from="ben@example.org", own_domains=())
    assert isinstance(letter, Letter)
    return letter


def divs(*lines: str) -> str:
    """A page as Gmail writes it."""
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)


def breaks(*lines: str) -> str:
    """A page with `<br>` between its lines."""
    return f"<p>{'<br>'.join(map(escape, lines))}</p>"


def wrapped(text: str, width: int = 72) -> str:
    return textwrap.fill(text, width, break_long_words=False)


# With a page.


@each("width", [*WIDTHS, 100])
@each("page", [divs, breaks])
def test_lines_are_one_where_the_page_has_them_on_one(width: int, page: Callable[..., str]) -> None:
    letter = read(f"end\n\n{wrapped(LONG, width)}\nroll all", page("end", "", LONG, "roll all"))
    assert letter.lines == ("end", LONG, "roll all")
    assert not letter.open_ends


def test_lines_are_the_writers_where_the_page_parts_them_too() -> None:
    typed = ("# I would like to see what the dice will bring me in this year and then", "roll all", LONG[:70], "end")
    letter = read("\n".join(typed), divs(*typed))
    assert letter.lines == typed
    assert not letter.open_ends


def test_a_comment_is_one_line_where_it_was_one() -> None:
    typed = "# I would like to see what the dice will bring me in this year and then roll all"
    assert read(wrapped(typed, 72), divs(typed)).lines == (typed,)


def test_signs_that_programs_put_into_one_of_both_do_not_count() -> None:
    plain = (
        "press ada: my *dear* friend, this “plan” of yours – as it stands – is a\nrather good one, I think, and _we_ "
        "should follow it\nend"
    )
    page = (
        "<div>press ada: my <b>dear</b> friend, this &quot;plan&quot; of yours — as it stands — is a rather good one, "
        "I think, and <i>we</i> should&nbsp;follow it</div><div>end</div>"
    )
    assert len(read(plain, page).lines) == 2


def test_a_word_broken_at_its_hyphen_is_whole_again() -> None:
    typed = "press ada: what do you think of this narrow line to the lake, my much-travelled friend from Ulm?"
    assert wrapped(typed, 72).splitlines()[0].endswith("much-")
    assert read(wrapped(typed, 72), divs(typed)).lines == (typed,)


def test_quotes_are_never_joined_and_do_not_disturb() -> None:
    quote = wrapped("It is your turn, and you may write one of these lines to us in your answer to this mail.", 70)
    plain = (
        f"{wrapped(LONG)}\n\nOn Sun, 22 Nov 2026 at 11:02, First Rails of the Railroad Dice server <\n"
        f"abc@play.example.net> wrote:\n\n{re.sub('^', '> ', quote, flags=re.MULTILINE)}\n"
    )
    page = divs(LONG) + "<blockquote class='gmail_quote'>" + divs("It is your turn, and so on.") + "</blockquote>"
    letter = read(plain, page)
    assert letter.lines == (LONG,)
    assert [line for line in letter.text if line.startswith(">")] == [f"> {line}" for line in quote.splitlines()]


def test_answers_between_quotes_and_below_a_repeated_line_are_found() -> None:
    plain = f"{wrapped(LONG)}\n> quoted\n{wrapped(LONG)}\nend"
    page = f"{divs(LONG)}<blockquote>quoted</blockquote>{divs(LONG, 'end')}"
    assert read(plain, page).lines == (LONG, LONG, "end")


def test_a_page_that_has_lost_its_lines_is_no_witness() -> None:
    typed = ("income", "roll 2?", "# this is a long remark of mine that a program could have put on a line", "end")
    letter = read("\n".join(typed), f"<html><body><p class=pre>{' '.join(typed)}</p></body></html>")
    assert letter.lines == typed


def test_a_page_that_says_something_else_tells_nothing() -> None:
    letter = read(wrapped(LONG), "<p>Your program cannot show this letter.</p>")
    assert letter.lines == tuple(wrapped(LONG).splitlines())
    assert letter.open_ends == {0}


def test_a_page_that_lacks_most_lines_is_searched_for_the_first_of_them_only() -> None:
    class Letters(str):
        searches = 0

        def find(self, *facts: Any) -> int:
            Letters.searches += 1
            return super().find(*facts)

    page = Witness(["a" * 30_000])
    page.letters = Letters(page.letters)
    near = f"{'a' * 50}b{'a' * 48}"
    found = rejoined([near] * 1_900, lambda: page)
    assert len(found.open_ends) == 1_899
    assert Letters.searches <= 100


def test_a_page_beside_the_text_is_a_witness_too() -> None:
    mail = EmailMessage()
    mail["From"] = "ben@example.org"
    mail.set_content(wrapped(LONG))
    mail.make_mixed()
    part = EmailMessage()
    part.set_content(divs(LONG), subtype="html")
    mail.attach(part)
    footer = EmailMessage()
    footer.set_content("railways mailing list")
    mail.attach(footer)
    letter = read_letter(mail.as_bytes(), mail_from="ben@example.org", own_domains=())
    assert isinstance(letter, Letter)
    assert letter.lines == (LONG, "railways mailing list")


def test_a_text_that_flows_has_its_lines() -> None:
    flowing = read(wrapped(LONG).replace("\n", " \n"), flowed="; delsp=no")
    assert (flowing.lines, flowing.open_ends) == ((LONG,), frozenset())
    stripped = read(wrapped(LONG), flowed="; delsp=no")
    assert stripped.open_ends == {0}, "a relay has dropped the spaces at the ends of lines"


# Without one.


@each("width", WIDTHS)
def test_a_line_may_go_on_where_the_next_word_did_not_fit(width: int) -> None:
    lines = wrapped(LONG, width).splitlines()
    assert read("\n".join(lines)).open_ends == set(range(len(lines) - 1))


@each(
    ("above", "below", "may"),
    [
        ("income", "end", False),
        ("a " * 28 + "bcd", "x", True),
        ("a " * 28 + "bc", "x", False),
        ("see", "https://maps.example.org/" + "x" * 60, True),
        ("https://maps.example.org/" + "x" * 80, "which I drew", True),
        ("word " * 17 + "word", "more", False),
        ("word " * 190 + "word", "more", True),
        ("word " * 14, "", False),
        ("> " + "word " * 14, "> more", False),
        ("word " * 14, "> more", False),
        ("ü" * 59, "x", True),
        ("u\u0308" * 58, "x", False),
    ],
)
def test_which_lines_may_go_on(above: str, below: str, may: bool) -> None:
    mail = EmailMessage()
    mail["From"] = "ben@example.org"
    mail.set_content(f"{above}\n{below}\n", cte="base64")
    letter = read_letter(mail.as_bytes(), mail_from="ben@example.org", own_domains=())
    assert isinstance(letter, Letter)
    assert (0 in letter.open_ends) == may


def test_what_stands_below_a_signature_mark_does_not_go_on() -> None:
    assert not read(
        "end\n-- \n" + wrapped("A long motto of somebody who has a lot to say below a letter, " * 3)
    ).open_ends


def test_open_ends_are_told_of_the_lines_that_are_left() -> None:
    letter = read(f"> quoted\nincome\n\n\n> more\n{wrapped(LONG)}")
    parted = cut(letter.text, open_ends=letter.open_ends)
    assert parted.spaced[0] == "income"
    assert [parted.spaced[at][:10] for at in parted.open_ends] == ["press ada:"]
    assert letter.parted == parted and letter.parted.open_ends == parted.open_ends


def test_line_ends_of_all_kinds_are_alike() -> None:
    raw = f"From: ben@example.org\n\n{wrapped(LONG)}\n\nend\n".encode()
    ends = [raw, raw.replace(b"\n", b"\r\n"), raw.replace(b"\n", b"\r")]
    letters = [read_letter(one, mail_from="ben@example.org", own_domains=()) for one in ends]
    assert [one.open_ends for one in letters if isinstance(one, Letter)] == [{0}] * 3


# What it costs.


@pytest.mark.parametrize("page_line", ["x" * 70, "word " * 14])
def test_lines_that_no_page_has_are_little_work(page_line: str) -> None:
    line = "y" * 70
    plain = "\n".join([line] * 5_000)
    page = "<br>".join([page_line] * 2_000) + page_line * 6_000
    raw = (
        "From: ben@example.org\nContent-Type: multipart/alternative; boundary=b\n\n"
        f"--b\nContent-Type: text/plain\n\n> {plain[:40]}\n{plain}\n"
        f"--b\nContent-Type: text/html\n\n<p>{page}</p>\n--b--\n"
    ).encode()
    with at_most(CALLS):
        read_letter(raw, mail_from="ben@example.org", own_domains=())


def test_a_paragraph_of_thousands_of_characters_is_one_line() -> None:
    typed = "press ada: " + "a longer word or two " * 180
    letter = read(wrapped(typed), divs(typed))
    assert letter.lines == (typed.strip(),)
