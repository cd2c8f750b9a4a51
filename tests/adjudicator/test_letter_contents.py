"""A letter without orders is told what it held instead, and what to do."""

from email.message import EmailMessage
from email.policy import SMTP

import pytest

from adjudicator.kit import Game, Reply, World
from adjudicator.positions import plain
from pbem.store.players.player import get_player

PICTURE = ("image", "jpeg", "IMG_0042.jpeg")


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(seats=2))


def send(game: Game, text: str = "", *files: tuple[str, str, str], subject: str = "", kind: str = "") -> Reply:
    """Send a letter with files, or of a kind of its own."""
    mail = EmailMessage(policy=SMTP)
    answered = game.last_mail(0)
    mail["From"], mail["To"] = f"Anna <{game.seats[0].address}>", game.address(0)
    mail["Subject"] = subject or f"Re: {answered.subject}"
    mail["In-Reply-To"], mail["Message-ID"] = answered.message_id, f"<{next(game.world.numbers)}.x@player.test>"
    mail.set_content(text)
    for main, sub, name in files:
        mail.add_attachment(b"...", maintype=main, subtype=sub, filename=name)
    if kind:
        mail.replace_header("Content-Type", kind)
    return game.post(0, mail.as_bytes())


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([PICTURE], "It contains a picture (IMG_0042.jpeg), and pictures are not read. Type your orders as text."),
        (
            [PICTURE, ("image", "png", "b.png"), ("application", "pdf", "z.pdf")],
            "It contains a picture (IMG_0042.jpeg, b.png), and pictures are not read. Type your orders as text. "
            "It contains an attachment (z.pdf), which was not opened. Type your orders into the email itself.",
        ),
        ([("audio", "mp4", "memo.m4a")], "It contains a recording (memo.m4a), which is not listened to."),
        ([("application", "ms-tnef", "winmail.dat")], "Outlook packed it into winmail.dat, which only Outlook can"),
        ([("application", "ics", "")], "It contains a calendar entry, which is not read."),
    ],
)
def test_files_are_named(game: Game, files: list[tuple[str, str, str]], sentence: str) -> None:
    reply = send(game, "", *files)
    assert reply.text.startswith(f"There were no orders in your message. Nothing was changed. {sentence}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Its text is empty."),
        ("> income\n> end", "All of its text is quoted from an earlier email. Type your orders above the quote."),
        ("-- \nincome", "All of its text is below `--`, where a signature goes. Type your orders above that line."),
        (
            "---------- Forwarded message ---------\nFrom: Bert\n\nincome",
            "It contains a forwarded email, which was not",
        ),
        ("Begin forwarded message:\n\nFrom: Bert\n\nincome", "It contains a forwarded email, which was not read."),
        (
            "-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----",
            "It is encrypted, and this server has no key. Send it again without encryption. It's your",
        ),
    ],
)
def test_a_text_that_is_none_of_its_senders_own_is_explained(game: Game, text: str, sentence: str) -> None:
    assert send(game, text).text.startswith(f"There were no orders in your message. Nothing was changed. {sentence}")


def test_a_page_without_words_is_empty(game: Game) -> None:
    reply = send(game, "<p><img src=x></p>", kind="text/html")
    assert reply.text.startswith(
        "There were no orders in your message. Nothing was changed. Its text is empty. It's your"
    )


@pytest.mark.parametrize("prefix", ["", "Re: ", "AW: Re: [First Rails e1] Whitsun ", "Fwd: "])
def test_orders_in_the_subject_are_told_and_not_carried_out(game: Game, prefix: str) -> None:
    before = game.written
    reply = send(game, "", subject=f"{prefix}income; end")
    assert "Its subject says `income; end`, but orders are only read from the text." in reply.text
    assert game.written == before


@pytest.mark.parametrize("subject", ["Hello", "Re: [First Rails e1] Whitsun", "incom", "Re: Re:", "my orders"])
def test_a_subject_without_orders_is_not_told(game: Game, subject: str) -> None:
    assert "Its subject says" not in send(game, "", subject=subject).text


def test_a_subject_is_read_in_the_players_language(world: World) -> None:
    world.add_player("Anna", "de")
    game = world.game_at(plain(seats=2))
    assert "`einkommen`" in send(game, "", subject="einkommen").text


def test_prose_alone_needs_no_explanation(game: Game) -> None:
    assert game.send(0, "Thank you all!").text.startswith(
        "There were no orders in your message. Nothing was changed. It's your turn"
    )


def test_a_letter_with_orders_is_told_of_texts_beside_them_and_not_of_pictures(game: Game) -> None:
    reply = send(game, "income", PICTURE, ("text", "plain", "orders.txt"))
    assert reply.text.startswith("Your orders were carried out.")
    assert "Only the email itself was read, not the attachment (orders.txt)." in reply.text
    assert "IMG_0042" not in reply.text


def test_a_letter_to_the_account_is_told_the_same(world: World) -> None:
    game = world.game_at(plain(seats=2))
    with world.database.read() as tx:
        anna = get_player(tx, world.players["Anna"])
    raw = game.write(0, "", answering=None, subject="lists").replace(b"orders", b"lists")
    world.intake.letters.receive(world.store(raw, anna.token, anna.address))
    mail = world.all_mails()[-1]
    text = " ".join(mail.text.split())
    assert "Your email asked for nothing that this server knows. Its subject says `lists`" in text
    assert "Its text is empty." in text
