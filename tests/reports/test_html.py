"""The HTML of mails: the same words as the text, right without pictures, for a screen reader, and small."""

import re
from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from lxml import html
from reports_kit import KINDS, context, game_of, news, played, random_game
from rules.position import position

from pbem.games.compose import LOOKED_UP, answer, brief, looked_up, status_report, turn_report, with_looked_up
from pbem.i18n import PSEUDO, catalogue
from pbem.mail.reading.page import page_lines
from pbem.mail.reading.quotes import cut
from pbem.reports import document as doc
from pbem.reports.document import AnsweredLine, Message
from pbem.reports.plain import mail_html, quotable
from rules_core.games.first_rails import game as first_rails

ENGLISH = catalogue("en")
FATES = (
    AnsweredLine(1, "Dear <b>game</b> & all,", "prose", ""),
    AnsweredLine(2, "income", "done", "Anna takes income: 4 dice behind the screen."),
    AnsweredLine(3, "A n", "refused", "FR-31: the piece would point at T1 d4, which is occupied.", "A w"),
    AnsweredLine(4, "end", "not reached", ""),
)


def messages(language: str = "en") -> Iterator[Message]:
    """Mails of every kind, over whole games of all kinds."""
    words = catalogue(language)
    for steps in (*map(random_game, (2, 3, 4)), *map(played, (2, 3))):
        game, kind = game_of(steps[0].state), steps[0].state.table.kind
        seats, stride = len(steps[0].state.screens), max(30, len(steps) // 3)
        for at in [*range(0, len(steps), stride), len(steps) - 1]:
            state = steps[at].state
            view = game.view(state, state.table.turn.seat)
            facts, legal = context(seats, over=state.table.over, kind=kind), list(game.legal(view))
            events = news(steps[max(0, at - 9) : at + 1])
            yield turn_report(view, events, facts, words, year_ended=True, legal=legal)
            yield answer(view, FATES, events, facts, words, heading="Nothing was changed.", legal=legal)
            yield brief(view, FATES, events, facts, words, heading="Nothing was changed.", legal=legal, options=True)
            yield status_report(game.view(state, None), facts, words)
    for kind in KINDS:
        yield looked_up("You asked.", context(2, kind=kind), words, LOOKED_UP)
    status = status_report(first_rails.view(position(), 0), context(2), words)
    yield with_looked_up(status, words, "first_rails", LOOKED_UP)


def page(message: Message, picture: str | None = "cid:map@play.example") -> str:
    return mail_html(message.document, message.subject, picture)


def words_of(lines: list[str]) -> list[str]:
    return [word for line in lines for word in line.split() if re.search(r"\w", word)]


@pytest.fixture(scope="module")
def mails() -> list[Message]:
    return list(messages())


def test_a_document_comes_back_from_the_store_as_it_was(mails: list[Message]) -> None:
    for message in mails:
        assert doc.loaded(doc.dumped(message.document)) == message.document


def test_what_is_no_document_is_refused() -> None:
    for text in ("", "{}", "[]", '["en", [["Nothing"]]]', '["en", [["Heading", 3]]]'):
        with pytest.raises(msgspec.MsgspecError):
            doc.loaded(text)


def test_the_html_says_what_the_text_says(mails: list[Message]) -> None:
    """In the same order, but for the maps of signs, which are drawn, and dice, which stand as signs."""
    for message in mails:
        assert words_of(page_lines(page(message, None))) == words_of(quotable(message.document))


def test_it_is_small_and_asks_for_nothing_from_outside(mails: list[Message]) -> None:
    for message in mails:
        source = page(message)
        assert len(source.encode()) < 100_000
        tree = html.document_fromstring(source)
        assert tree.xpath("//script | //link | //iframe | //form | //@onclick | //base") == []
        assert set(tree.xpath("//@src")) <= {"cid:map@play.example"}
        assert all(href.startswith("https://play.example/") for href in tree.xpath("//a/@href"))


def test_every_picture_has_words_and_every_layout_table_is_none(mails: list[Message]) -> None:
    for message in mails:
        tree = html.document_fromstring(page(message))
        assert tree.get("lang") == "en"
        assert all(alt.strip() for alt in tree.xpath("//img/@alt")) and not tree.xpath("//img[not(@alt)]")
        for table in tree.xpath("//table"):
            is_layout = table.get("role") == "presentation"
            assert is_layout != bool(table.xpath("./thead/tr/th[@scope='col']"))
        for row in tree.xpath("//table[@class='grid']/tbody/tr"):
            assert [cell.tag for cell in row][:2] == ["th", "td"]
            assert row[0].get("scope") == "row"
        assert [int(heading.tag[1]) for heading in tree.iter("h1", "h2")][:2] in ([1, 2], [2])


def test_dice_are_drawn_and_told(mails: list[Message]) -> None:
    state = position(front="sc$??", hidden=3)
    view = first_rails.view(state, 0)
    tree = html.document_fromstring(page(status_report(view, context(2), ENGLISH)))
    (hand,) = tree.xpath("//div[@class='hand']")
    drawn = hand.xpath(".//span[contains(@class, 'die')]")
    assert len(drawn) == 3 + 5
    assert {die.get("aria-hidden") for die in drawn} == {"true"}, "the words beside them tell the same"
    assert "Behind your screen: 3 dice" in hand.text_content()
    assert "In front of it, for everyone to see: 1 straight, 1 curve, 1 share, 2 ?." in hand.text_content()
    heads = tree.xpath("//th/span[contains(@class, 'die')]")
    assert [head.get("aria-label") for head in heads] == ["straight", "curve", "share", "?"]


def test_without_the_picture_its_words_stand_in_its_place(mails: list[Message]) -> None:
    message = mails[0]
    assert "<img" in page(message) and "<img" not in page(message, None)
    alt = html.document_fromstring(page(message)).xpath("//img/@alt")[0]
    assert alt in html.document_fromstring(page(message, None)).text_content()


def test_what_players_write_is_text() -> None:
    view = first_rails.view(position(), 0)
    message = answer(view, FATES, (), context(2), ENGLISH, heading='<script>alert("x")</script>')
    tree = html.document_fromstring(page(message))
    assert tree.xpath("//script | //li//b") == []
    assert '<script>alert("x")</script>' in tree.text_content()


def test_the_style_is_in_every_element_and_the_dark_one_is_kept(mails: list[Message]) -> None:
    tree = html.document_fromstring(page(mails[0]))
    assert all(element.get("style") for element in tree.iter("h1", "h2", "p", "th", "ul", "img", "code"))
    (kept,) = tree.xpath("//style")
    assert "prefers-color-scheme: dark" in kept.text and "max-width: 480px" in kept.text


def test_no_word_of_the_html_bypasses_the_catalogue() -> None:
    """What the text says is tested for the text; what the HTML alone says are the names of dice, or "2 ?"."""
    for message in messages(PSEUDO):
        tree = html.document_fromstring(page(message))
        assert all(re.fullmatch(r"[\d ?]+|⟦.+⟧", label) for label in tree.xpath("//@aria-label | //@title"))
        known = set(words_of([*message.text.splitlines(), *quotable(message.document)]))
        assert set(words_of(page_lines(page(message)))) <= known


def test_a_quoted_html_mail_is_known_whatever_marks_it(mails: list[Message]) -> None:
    """Some mail programs put the page they answer below as bare text: it is no order of the player's."""
    for message in mails[::3]:
        known = [*message.text.splitlines(), *quotable(message.document)]
        for picture in ("cid:map@play.example", None):
            quoted = page_lines(page(message, picture))
            assert cut(["income", "", *quoted], known).unquoted == ("income",)
            assert cut([*quoted, "", "income"], known).unquoted == ("income",)
            assert cut(["income", "", *(f"* {line}" for line in quoted)], known).unquoted == ("income",)


def test_the_tags_of_blocks_that_are_stored_are_frozen() -> None:
    """Documents of mails are kept for years; a class may be called otherwise, its tag never."""
    tags = [str(part.__struct_config__.tag) for part in get_args(doc.Block)]
    assert tags == [
        "Lead",
        "Heading",
        "Paragraph",
        "Lines",
        "Bullets",
        "Entries",
        "Glossary",
        "Grid",
        "Drawing",
        "Signs",
        "Tiles",
        "Orders",
        "Fates",
        "Hand",
        "Speech",
        "Link",
        "Signature",
        "Footer",
    ]
