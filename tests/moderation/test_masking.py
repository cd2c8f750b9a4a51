"""What opens something is hidden from moderators, however mail programs have wrapped, quoted or encoded it."""

import base64
import quopri
import re
import textwrap
from collections.abc import Callable, Mapping
from email.header import Header
from html import escape
from typing import Final
from urllib.parse import quote

from adjudicator.kit import World
from each_kit import each

from pbem.mail.reply_codes import code_line, code_of
from pbem.moderation.masking import PAGES, Mask

TOKEN: Final = "k3jq7m2wzfpa5tnx"
OFFICE: Final = "q2w7e3r5t6y4u2ab"
LINK: Final = "abcdefghijklmnopqrstuvwxyz234567"
LONG: Final = "Zk3-jq7_m2Wzfpa5tnxQ2w7e3r5t6y4u2abCdEfGh-9"
SECRETS: Final[Mapping[str, str]] = {
    f"https://games.test/games/e1/enter/{LINK}": LINK,
    f"https://games.test/sign-in/{LONG}": LONG,
    f"https://games.test/unsubscribe/{TOKEN}": TOKEN,
    f"Games <{TOKEN}@games.test>": TOKEN,
    f"mailto:games+{OFFICE}@provider.test?subject=x": OFFICE,
    code_line(OFFICE): code_of(OFFICE),
    "confirm K7M2-9QRT": "K7M29QRT",
    "# proof K7M2-9QRT": "K7M29QRT",
}
MASK: Final = Mask("games.test", (TOKEN, OFFICE))


def quoted_printable(text: str) -> str:
    """A text with soft line breaks of quoted-printable, that nobody decoded."""
    return quopri.encodestring(f"{'x' * 60} {text}".encode()).decode()


def cut(text: str, between: str) -> str:
    """A text with something put in its very middle, and in the middle of its last word."""
    words = text.split(" ")
    last = words[-1]
    words[-1] = last[: len(last) // 2] + between + last[len(last) // 2 :]
    return " ".join(words)


PROGRAMS: Final[Mapping[str, Callable[[str], str]]] = {
    "as it is": str,
    "quoted": lambda text: f"> > {text}",
    "wrapped in a quote": lambda text: "\n".join(f"> {line}" for line in textwrap.wrap(text, 24)),
    "wrapped, the second line bare": lambda text: "> " + "\n".join(textwrap.wrap(text, 30)),
    "wrapped with a bar": lambda text: "\n".join(f"| {line}" for line in textwrap.wrap(text, 30)),
    "wrapped by CRLF in two quotes": lambda text: cut(text, "\r\n> > "),
    "flowed": lambda text: cut(text, " \n>> "),
    "folded header": lambda text: "X-Seen: " + cut(text, "\r\n\t"),
    "joined by a space": lambda text: cut(text, " "),
    "quoted-printable": quoted_printable,
    "quoted-printable in capitals": lambda text: text.replace("/", "=2F").replace("@", "=40"),
    "angle brackets": lambda text: f"<{text}>",
    "entities": lambda text: escape(text).replace("/", "&#47;").replace("@", "&#x40;").replace("-", "&shy;&#45;"),
    "numbered entities": lambda text: "".join(f"&#{ord(sign)};" for sign in text),
    "percent": lambda text: quote(text, safe=""),
    "percent of a redirect of a redirect": lambda text: quote(
        quote(f"https://safe.test/?url={text}", safe=""), safe=""
    ),
    "all percent": lambda text: "".join(f"%{ord(sign):02x}" for sign in text),
    "behind an equals sign": lambda text: f"https://track.test/?to={text}",
    "zero width": lambda text: cut(text, "\u200b"),
    "soft hyphen": lambda text: cut(text, "\u00ad"),
    "word break": lambda text: cut(text, "<wbr>"),
    "encoded word": lambda text: Header(text, "utf-8").encode(),
    "base64 of a header": lambda text: f"=?utf-8?b?{base64.b64encode(text.encode()).decode()}?=",
    "upper case": str.upper,
}


def bare(text: str) -> str:
    """A text's letters and digits."""
    return re.sub(r"[\W_]", "", text).lower()


@each("program", PROGRAMS)
def test_a_secret_is_hidden_in_whatever_a_program_made_of_it(program: str) -> None:
    for written, secret in SECRETS.items():
        text = f"Hello\n{PROGRAMS[program](written)}\nroll all\nend"
        for ending in ("", "\r\n-- \r\nMona"):
            shown = MASK.text(text + ending)
            for part in (bare(secret), bare(secret)[:12], bare(secret)[-8:]):
                assert part not in bare(shown), (written, shown)
            assert shown.startswith("Hello\n")
            assert shown.count("\n") == (text + ending).count("\n") or program in ("encoded word", "folded header")
            assert "roll all\nend" in shown


def test_what_is_no_secret_stays_as_it_is() -> None:
    text = (
        "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?=\r\nB e e => w, 3h 2? #118 & more\n"
        "> On Friday Ada wrote:\n>\n> roll 4? 2345\n\n  A w w w = 3%20off &amp; 7 > 6\nconfirm\nA w w\n/games/e1"
    )
    assert MASK.text(text) == text
    assert MASK.lines(text.split("\n")) == tuple(text.split("\n"))
    assert MASK.lines(()) == ()


def test_an_address_is_known_again_by_who_knows_it() -> None:
    assert MASK.text("Ada <ada@example.org>") == "Ada <a…@example.org>"
    assert MASK.text(f"<{TOKEN}@games.test>") == "<…@games.test>"
    assert MASK.text(f"games+{TOKEN}@provider.test") == "g…@provider.test"


def test_a_long_text_is_masked_in_time_in_proportion_to_its_length() -> None:
    endless = (
        "a" * 200_000,
        "=41" * 60_000,
        "> \n" * 60_000,
        "confirm " + "-" * 100_000,
        "&amp;" * 40_000,
        "/" * 99_999,
    )
    for text in endless:
        assert len(MASK.text(text)) == len(text)


def test_every_page_that_a_secret_opens_is_known(world: World) -> None:
    rules = [rule for rule in world.app.url_map.iter_rules() if "token" in rule.arguments]
    assert {re.split(r"/<(?:[^<>]*:)?token>", rule.rule)[0].rpartition("/")[2] for rule in rules} == set(PAGES)
