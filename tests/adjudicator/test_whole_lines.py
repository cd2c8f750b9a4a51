"""A line is read as it was written, however a program wrapped it; a text arrives whole or not at all."""

import textwrap
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

import pytest
from soak import few

from adjudicator.kit import Game, Reply, World
from adjudicator.positions import plain
from pbem.store.games.proposals import list_standing_orders
from pbem.store.mail.outbox import MailRow
from pbem.terms import Terms

TEXT = (
    "I would rather build to the east this year because the lake is nearer than the mountains, and I owe you a share. "
    "What do you think?"
)
TURN = "income\nend"
WIDTHS = (60, 66, 72, 76, 78)
DONE = "Your orders were carried out."
UNCLEAR = "NOT UNDERSTOOD: It is not clear whether this belongs to the line above."


@pytest.fixture
def game(world: World) -> Game:
    world.add_player("Ben", address="ben@example.org")
    return world.game_at(plain(seats=2), players=("Ben", "Ada"), terms=Terms(press="anonymous"))


def wrapped(text: str, width: int = 72) -> str:
    return "\n".join(textwrap.fill(line, width, break_long_words=False) for line in text.split("\n"))


def send(game: Game, text: str, page: str = "") -> Reply:
    """Send a letter with a page beside its text, or without."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = "Ben Brown <ben@example.org>", game.address(0), "orders"
    mail["Message-ID"] = f"<{next(game.world.numbers)}@example.org>"
    mail["In-Reply-To"] = game.last_mail(0).message_id
    mail.set_content(text, cte="quoted-printable")
    if page:
        mail.add_alternative(
            "".join(f"<div>{escape(line) or '<br>'}</div>" for line in page.split("\n")), subtype="html"
        )
    return game.post(0, mail.as_bytes(), mail_from="ben@example.org")


def read_by_ada(game: Game) -> list[str]:
    """The texts that Ada was sent."""
    mails = [mail for mail in game.mails(1) if mail.kind == "press"]
    return [told(mail) for mail in mails]


def told(mail: MailRow) -> str:
    lines = mail.text.split("\n\nTo answer")[0].splitlines()[2:]
    return "\n".join(line.strip() for line in lines).strip()


def flowing(texts: list[str]) -> list[str]:
    return [" ".join(text.split()) for text in texts]


# Messages.


@pytest.mark.parametrize(
    ("width", "has_page"), few([*((width, False) for width in WIDTHS), (72, True)], 2, several=True)
)
@pytest.mark.parametrize(
    "orders", ["{}", f"{TURN}\n\n{{}}", "income\n{}\nroll all", "{}\nincome\n\nViele Grüße\nBen", "income; {}"]
)
def test_a_wrapped_message_arrives_whole(game: Game, width: int, has_page: bool, orders: str) -> None:
    typed = orders.format(f"press ada: {TEXT}")
    reply = send(game, wrapped(typed, width), typed if has_page else "")
    assert reply.text.startswith(DONE), reply.answer.text
    assert flowing(read_by_ada(game)) == [TEXT]
    assert TURN in orders or game.state.table.turn.income == ("income" in orders)


@pytest.mark.parametrize("has_page", [False, True])
def test_two_texts_of_one_letter_arrive_whole(game: Game, has_page: bool) -> None:
    typed = f"income\npress ada: {TEXT}\n\npress all: {TEXT[::-1]}"
    reply = send(game, wrapped(typed), typed if has_page else "")
    assert reply.text.startswith(DONE), reply.answer.text
    assert flowing(read_by_ada(game)) == [TEXT, " ".join(TEXT[::-1].split())]


GOING_ON = [
    "press ada: I think that we should build our station in the east before the end of the year comes, dear friend",
    "press ada: I am sure that the dice of this year will let the both of us roll on to the lake, do you agree?",
    "press ada: When the lake is reached by my line in the east, I should like to buy a share of yours, may I?",
    "press ada: There are two ways to the lake for both of our lines, and of these I prefer the way of\nA to that of B",
]


@pytest.mark.parametrize("typed", GOING_ON)
def test_a_line_that_goes_on_with_a_verb_is_whole_by_its_page_and_never_half_without(game: Game, typed: str) -> None:
    typed = typed.replace("\n", " ")
    words = typed.split()
    verb = next(at for at, word in enumerate(words) if at > 8 and word in ("end", "roll", "buy", "A"))
    broken = f"{' '.join(words[:verb])}\n{' '.join(words[verb:])}"
    whole, before = typed.removeprefix("press ada: "), game.written
    reply = send(game, f"check\nincome\n{broken}")
    assert game.written == before and not read_by_ada(game)
    draft = game.draft(0)
    assert UNCLEAR in reply.text or (draft and typed in draft.text), reply.answer.text
    assert send(game, f"{TURN}\n{broken}", f"{TURN}\n{typed}").text.startswith(DONE)
    assert flowing(read_by_ada(game)) == [whole]


def test_an_order_below_a_full_line_is_an_order(game: Game) -> None:
    text = "I would rather build to the east, as the lake is nearer to me."
    assert len(f"press ada: {text}") in range(72, 74)
    assert send(game, f"press ada: {text}\nincome").text.startswith(DONE)
    assert read_by_ada(game) == [text]
    assert game.state.table.turn.income


def test_a_line_that_the_page_parts_is_not_sent_to_an_opponent(game: Game) -> None:
    typed = f"press ada: {TEXT[:60]}\nBitte nicht an Ada weitersagen, wie viele Würfel ich noch habe\nincome"
    before = game.written
    reply = send(game, typed, typed)
    assert "NOT UNDERSTOOD" in reply.text, reply.answer.text
    assert not read_by_ada(game)
    assert game.written == before


@pytest.mark.parametrize(
    "signature", ["\n-- \nBen Brown\nBrown & Sons", "\nViele Grüße\nBen", "\nBen", "\nLG Ben\n\n-- \nA motto of mine"]
)
@pytest.mark.parametrize("typed", [f"press ada: {TEXT}", "press ada: Hello!\nShall we meet?"])
def test_a_signature_is_no_part_of_a_text(game: Game, typed: str, signature: str) -> None:
    assert send(game, f"{wrapped(typed)}\n{signature}").text.startswith(DONE)
    (text,) = read_by_ada(game)
    assert " ".join(text.split()) == " ".join(typed.removeprefix("press ada: ").split())


def test_a_farewell_right_below_a_full_line_is_none_of_it(game: Game) -> None:
    text = "I would rather build to the east, as the lake is nearer to us."
    assert send(game, f"press ada: {text}\nViele Grüße\nBen").text.startswith(DONE)
    assert read_by_ada(game) == [text]


def test_a_longer_text_below_its_colon_stays_as_it_was_written(game: Game) -> None:
    typed = f"{TEXT[:70]}\nend of the year\n\nroll all"
    assert send(game, f"press ada:\n{typed}\nend press\nincome").text.startswith(DONE)
    assert flowing(read_by_ada(game)) == [" ".join(typed.split())]
    assert game.state.table.turn.income and not game.state.table.turn.rolled


# A message and what is written below it.


def test_lines_below_the_only_message_are_part_of_it(game: Game) -> None:
    first, second = "Moin zusammen! Baut doch bitte bald.", "Ich bin nächste Woche auf Rügen."
    reply = send(
        game, f"press all: {first}\n{second}\n\nDort wird nicht gebaut:\nhttps://insel.example\n\nViele Grüße\nBen"
    )
    assert reply.text.startswith(DONE), reply.answer.text
    assert read_by_ada(game) == [f"{first}\n{second}\n\nDort wird nicht gebaut:\nhttps://insel.example"]
    assert "Viele Grüße" in reply.text


def test_each_of_several_messages_has_the_lines_below_it(game: Game) -> None:
    send(game, "Hello there,\n\npress ada: One.\nTwo.\npress all: Three.\n\nFour.\nPS: Five.")
    assert read_by_ada(game) == ["One.\nTwo.", "Three.\n\nFour.\nPS: Five."]


@pytest.mark.parametrize("almost", ["roll al", "buu weiden", "income", "wuff 4?", "B e", "incom"])
@pytest.mark.parametrize("gap", few(["\n", "\nThis is more of it.\n", "\nThanks!\n"], 1))
def test_an_order_or_almost_one_below_a_message_is_never_sent(game: Game, almost: str, gap: str) -> None:
    reply = send(game, f"press ada: Hello Ada.{gap}{almost}\nand so on")
    assert reply.text.startswith("Nothing was changed"), reply.answer.text
    assert not read_by_ada(game)


@pytest.mark.parametrize("orders", ["income\n{}", f"{TURN}\n{{}}", f"{TURN}\n\n{{}}", "{}\n\nincome"])
@pytest.mark.parametrize("below", ["Shall we meet?", "\nShall we meet in Hamburg when the year is over?"])
def test_beside_orders_lines_below_a_message_are_asked_about(game: Game, orders: str, below: str) -> None:
    if orders.startswith("{}") and below.startswith("\n"):
        below = below.strip()
    before = game.written
    reply = send(game, orders.format(f"press ada: I like your station.\n{below}"))
    assert "NOT UNDERSTOOD" in reply.text, reply.answer.text
    assert game.written == before
    assert not read_by_ada(game)


@pytest.mark.parametrize(
    "signature", ["Viele Grüße\nBen", "\nBen Brown\nSoftware Engineer", "\nBen\n\n-- \nBrown & Sons"]
)
def test_beside_orders_a_signature_is_none_of_it(game: Game, signature: str) -> None:
    assert send(game, f"{TURN}\npress ada: I like your station.\n{signature}").text.startswith(DONE)
    assert read_by_ada(game) == ["I like your station."]


# Other lines.


@pytest.mark.parametrize("width", few(WIDTHS, 2))
@pytest.mark.parametrize(
    "why",
    ["rollback: ", "dispute #{}: ", "dispute: "],
)
def test_a_reason_arrives_whole(game: Game, width: int, why: str) -> None:
    position = game.row.position
    send(game, "income\nroll 1?")
    typed = f"{why.format(position)}{TEXT}"
    reply = send(game, wrapped(typed, width))
    assert TEXT in " ".join(" ".join(mail.text.split()) for mail in reply.mails if mail.seat == 1), reply.answer.text


def test_a_comment_is_one_where_its_page_says_so_and_money_is_kept(game: Game) -> None:
    typed = "# I should like to see what the dice would bring me, and when you are ready we\nroll all"
    before = game.written
    reply = send(game, typed, typed.replace("\n", " "))
    assert "There were no orders" in reply.text
    assert game.written == before


@pytest.mark.parametrize(
    "typed",
    [
        "# I should like to see what the dice would bring me, and then\nroll all",
        "# I should like to see what the dice would bring me in this year,\nroll all",
        "# I should like to see what the dice would bring me (as they say\nroll all",
        "# I should like to see what the dice would bring me if you let me\nroll all.",
        "# I should like to see what the dice would bring me if you let me\nroll all of them at once",
        "Hello, I should like to see what the dice would bring me, and then\nroll all",
        "income # I should like to see what the dice would bring me, and\nroll all",
    ],
)
def test_a_comment_that_plainly_goes_on_does_not_end_in_an_order(game: Game, typed: str) -> None:
    before = game.written
    reply = send(game, typed)
    assert UNCLEAR in reply.text, reply.answer.text
    assert game.written == before


@pytest.mark.parametrize("width", few(WIDTHS, 2))
def test_the_rest_of_a_comment_is_a_comment(game: Game, width: int) -> None:
    reply = send(game, wrapped(f"income # {TEXT}\n# {TEXT}\nroll 1?", width))
    assert reply.text.startswith(DONE), reply.answer.text
    assert game.state.table.turn.rolled


LISTS = [
    "next turn: income; roll 4?; buy weiden; station B insel lake at 5 pay 3h 2?; A e e e; end",
    "next turn: income, roll 4?, buy weiden, station B insel lake at 5 pay 3h 2?, A e e e, end",
    "next turn: income; roll 4? and buy weiden and station B insel lake at 5 pay 3h 2? and end",
    "if hidden >= 99: income; roll 4?; buy weiden; station B insel lake at 5 pay 3h 2?; A e e e; end",
]


@pytest.mark.parametrize("typed", few(LISTS, 2))
@pytest.mark.parametrize("has_page", [False, True])
def test_a_list_of_orders_is_one_wherever_it_is_wrapped(game: Game, typed: str, has_page: bool) -> None:
    before = game.state
    for width in range(60, 79, 3):
        reply = send(game, wrapped(typed, width), typed if has_page else "")
        assert reply.text.startswith(("Your orders are kept", "Nothing was changed: no condition")), reply.answer.text
        assert game.state == before


def test_a_list_for_the_next_turn_may_stand_below_the_end(game: Game) -> None:
    rest = "; ".join(f"station {end} insel lake at 5 pay 3h 2?" for end in "AB" * 3)
    reply = send(game, f"{TURN}\n{wrapped(f'next turn: income; {rest}; end', 66)}")
    assert reply.text.startswith(DONE), reply.answer.text
    with game.world.database.read() as tx:
        assert list_standing_orders(tx, game.id)[0].text == f"income; {rest}; end"


@pytest.mark.parametrize("width", few(WIDTHS, 2))
def test_a_long_run_is_one_order(game: Game, width: int) -> None:
    run = "A " + "e n w s " * 12
    reply = send(game, wrapped(run, width))
    assert "line 1 is not possible" in reply.text, reply.answer.text
    assert "NOT UNDERSTOOD" not in reply.text


def test_a_long_paragraph_before_the_orders_is_prose(game: Game) -> None:
    story = "It was a long year for all of us, dear friends, and I had much to do. " * 40
    typed = f"{story}\n\nincome"
    assert send(game, wrapped(typed), typed).text.startswith(DONE)
    assert game.state.table.turn.income


def test_what_was_kept_for_a_confirmation_is_whole(game: Game) -> None:
    reply = send(game, wrapped(f"check\nincome\npress ada: {TEXT}"))
    assert "preview" in reply.text
    assert not read_by_ada(game)
    assert send(game, "confirm").text.startswith(DONE)
    assert flowing(read_by_ada(game)) == [TEXT]
