"""A server whose only address is a mailbox: whom a letter is for, what is asked, and what is none of our business."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.kit import FIRST_TURN, address_of, new_place

from lobby.club import BOX, Club, text_of, was_done
from pbem.mail.reply_codes import code_line, code_of, codes_in
from pbem.moderation.masking import Mask
from pbem.store.games.game import get_game
from pbem.store.games.seats import list_seats
from pbem.store.mail.inbox import list_bounces_of
from pbem.store.mail.outbox import list_mails_of_seat
from pbem.store.players.player import add_other_address, find_player_by_address


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club whose provider knows no plus."""
    with new_place(tmp_path, mail=f'mailbox = "{BOX}"') as place:
        yield Club(place)


@pytest.fixture
def plus_club(tmp_path: Path) -> Iterator[Club]:
    """A club whose provider brings railroad+anything to the same mailbox."""
    with new_place(tmp_path, mail=f'mailbox = "{BOX}"\nplus = true') as place:
        yield Club(place)


def test_mails_come_from_the_mailbox_and_carry_the_code_of_their_seat_alone(club: Club) -> None:
    codes: set[str] = set()
    for name in ("Anna", "Bert"):
        for tag in ("e1", "e2"):
            mail = club.newest(name, tag)
            assert str(mail["From"]) == f"Railroad Dice {tag} <{BOX}>"
            assert str(mail["Reply-To"]) == BOX
            assert f"\n\n{code_line(club.token(name, tag))} (keep" in text_of(mail)
            html = mail.get_body(("html",))
            assert html is not None
            assert code_line(club.token(name, tag)) in str(html.get_content())
            assert codes_in(text_of(mail).splitlines()) == (code_of(club.token(name, tag)),)
            assert club.token(name, tag) not in mail.as_string()
            codes.update(codes_in(text_of(mail).splitlines()))
    assert len(codes) == 4


@pytest.mark.parametrize("tag", ["e1", "e2"])
def test_an_answer_is_for_the_game_whose_mail_it_answers_by_its_id_or_by_the_code_it_quotes(
    club: Club, tag: str
) -> None:
    mail = club.newest("Bert", tag)
    assert was_done(club.bring(club.reply(mail, "status")), tag)
    assert was_done(club.bring(club.reply(mail, "status", names=False, quotes=True)), tag)


@pytest.mark.parametrize("written", ["# code {} (keep this line)", "code {}", "Code: {}", "code {} (keep this line)"])
def test_a_new_letter_is_for_the_game_whose_code_it_has(club: Club, written: str) -> None:
    code = code_line(club.token("Anna", "e2")).removeprefix("# code ").lower()
    text = "\n".join((written.format(code), *FIRST_TURN))
    row = club.bring(club.letter("Anna <anna@player.test>", text))
    assert was_done(row, "e2")
    assert "NOT UNDERSTOOD" not in text_of(club.newest("Anna", "e2"))


def test_what_cannot_be_told_apart_is_asked_and_the_answer_is_carried_out(club: Club) -> None:
    row = club.bring(club.letter(address_of("Anna"), "roll 4?"))
    assert row is not None
    assert row.outcome == "asked what it is for"
    question = club.mails(address_of("Anna"))[-1]
    lines = text_of(question).splitlines()
    for tag in ("e1", "e2", ""):
        assert any(line.startswith(code_line(club.token("Anna", tag))) for line in lines)
    own = next(line for line in lines if line.endswith("e2 Whitsun"))
    row = club.bring(club.reply(question, "\n".join((own, *FIRST_TURN)), quotes=True))
    assert was_done(row, "e2")
    with club.place.database.read() as tx:
        assert get_game(tx, 2).active_seat == 1
    row = club.bring(club.reply(question, "games", quotes=True))
    assert row is not None
    assert (row.status, row.game_id) == ("done", None)
    assert "Whitsun" in text_of(club.mails(address_of("Anna"))[-1]), "else it is for the account"


def test_a_flood_in_a_players_name_does_not_become_a_flood_to_them(club: Club) -> None:
    before = len(club.mails(address_of("Anna")))
    for number in range(40):
        club.bring(club.letter(address_of("Anna"), f"sell {number}"))
    assert len(club.mails(address_of("Anna"))) - before < 20
    assert was_done(club.bring(club.reply(club.newest("Anna"), "status")))
    assert text_of(club.newest("Anna"))


def test_who_has_found_a_mail_or_a_code_of_somebody_else_writes_in_vain(club: Club) -> None:
    mail = club.newest("Anna")
    row = club.bring(club.reply(mail, "\n".join(FIRST_TURN), sender=address_of("Bert")))
    assert row is not None
    assert (row.status, row.outcome) == ("ignored", "not from the seat's player")
    text = " ".join(text_of(club.mails(address_of("Anna"))[-1]).split())
    assert "came from another sender. Nothing was done." in text and address_of("Bert") in text
    before = len(club.mails(address_of("Anna")))
    club.bring(club.reply(mail, "status", sender=address_of("Bert")))
    assert len(club.mails(address_of("Anna"))) == before, "once a day"
    row = club.bring(club.letter(address_of("Bert"), "\n".join((code_line(club.token("Anna", "e1")), *FIRST_TURN))))
    assert row is not None
    assert row.outcome == "asked what it is for"
    assert club.token("Anna", "e1") not in text_of(club.mails(address_of("Bert"))[-1])
    assert code_of(club.token("Anna", "e1")) not in text_of(club.mails(address_of("Bert"))[-1]).replace("-", "")
    many = "\n".join(f"# code {code[:4]}-{code[4:]}" for code in (f"{number:08}" for number in range(2000)))
    row = club.bring(club.letter(address_of("Anna"), f"{many}\n{code_line(club.token('Anna', 'e1'))}"))
    assert row is not None


def test_a_player_may_write_from_another_address_of_theirs(club: Club) -> None:
    with club.place.database.read() as tx:
        anna = find_player_by_address(tx, address_of("Anna"))
    assert anna is not None
    club.place.database.write(lambda tx: add_other_address(tx, anna.id, "anna@work.test", 0))
    assert was_done(club.bring(club.reply(club.newest("Anna", "e2"), "status", sender="anna@work.test")), "e2")
    text = f"{code_line(club.token('Anna', 'e1'))}\nstatus"
    assert was_done(club.bring(club.letter("Anna <anna@work.test>", text)), "e1")
    before = len(club.mails(address_of("Anna")))
    row = club.bring(club.letter("anna@work.test", "status"))
    assert row is not None
    assert row.outcome == "asked what it is for"
    assert len(club.mails(address_of("Anna"))) == before + 1
    assert not club.mails("anna@work.test"), "who may be anybody is told nothing"


def test_no_mail_tells_a_code_of_somebody_else_and_no_moderator_is_shown_one(club: Club) -> None:
    assert was_done(club.bring(club.reply(club.newest("Anna"), "\n".join(FIRST_TURN), quotes=True)))
    club.bring(club.reply(club.newest("Bert"), "press: hello", quotes=True))
    club.bring(club.letter(address_of("Anna"), "status"))
    secret = {name: {club.token(name, tag) for tag in ("e1", "e2", "")} for name in ("Anna", "Bert")}
    for name, other in (("Anna", "Bert"), ("Bert", "Anna")):
        for mail in club.mails(address_of(name)):
            plain = "\n".join(str(part.get_content()) for part in mail.walk() if part.get_content_maintype() == "text")
            shown = plain + str(mail["Subject"]) + str(mail["From"]) + str(mail["Reply-To"])
            assert not any(token in shown for token in secret["Anna"] | secret["Bert"])
            assert not set(codes_in(shown.splitlines())) & {code_of(token) for token in secret[other]}
    for token in secret["Anna"]:
        line = code_line(token)
        assert codes_in([line]) == (code_of(token),)
        for written in (line, line.lower(), f"> {line} (keep this line in replies, copy it into new emails)"):
            assert not codes_in([Mask("provider.test", ()).text(written)])


def test_after_a_new_code_older_mails_and_the_old_code_are_for_nothing(club: Club) -> None:
    mail, code = club.newest("Anna"), code_line(club.token("Anna", "e1"))
    club.bring(club.reply(mail, "renew address"))
    club.bring(club.reply(club.newest("Anna"), "confirm"))
    assert code_line(club.token("Anna", "e1")) != code
    assert code_line(club.token("Anna", "e1")) in text_of(club.newest("Anna"))
    for letter in (club.reply(mail, "status"), club.letter(address_of("Anna"), f"{code}\nstatus")):
        row = club.bring(letter)
        assert row is not None
        assert row.outcome == "asked what it is for"
    assert was_done(club.bring(club.reply(club.newest("Anna"), "status")))


PRIVATE = {
    "a friend": ("Dinner", "Join us on Friday?", {}),
    "a short friend": ("Friday", "Help!", {}),
    "a friend who wants a seat": ("Chess", "register me for the tournament, please", {}),
    "a newsletter": ("Register now", "join today", {"List_Unsubscribe": "<https://x.test>"}),
    "an advertisement": ("Join", "Join now: https://casino.test", {}),
    "bulk": ("lobby", "register Ada", {"Precedence": "bulk"}),
    "a robot": ("lobby", "register Ada", {"Auto_Submitted": "auto-generated"}),
}


@pytest.mark.parametrize("kind", PRIVATE)
def test_private_mail_is_left_alone(club: Club, kind: str) -> None:
    subject, text, headers = PRIVATE[kind]
    assert club.bring(club.letter("someone@elsewhere.test", text, subject, **headers)) is None
    assert not club.mails("someone@elsewhere.test")


def test_our_own_mails_and_what_the_mailbox_sends_are_no_letters(club: Club) -> None:
    assert club.bring(club.newest("Anna")) is None
    assert club.bring(club.letter(f"The host <{BOX}>", "lists", "lobby")) is None
    assert club.bring(club.letter(BOX, "status", In_Reply_To=str(club.newest("Anna")["Message-ID"]))) is None


@pytest.mark.parametrize(
    ("subject", "text"),
    [("lobby", "Hello!"), ("Re: Lobby: may I?", "x"), ("hi", "register Zoe Q"), ("join", ""), ("lists", "Hi there")],
)
def test_a_stranger_begins_and_others_at_the_same_provider_are_not_us(club: Club, subject: str, text: str) -> None:
    zoe = "zoe@provider.test"
    row = club.bring(club.letter(zoe, text, subject))
    assert row is not None
    assert row.outcome == "told how to be registered"
    (message,) = club.mails(zoe)
    assert club.bring(club.reply(message, "register Zoe")) is not None
    with club.place.database.read() as tx:
        player = find_player_by_address(tx, zoe)
    assert player is not None
    welcome = club.mails(zoe)[-1]
    assert code_line(player.token) in text_of(welcome)
    assert "The code in this email is yours alone" in " ".join(text_of(welcome).split())
    assert "address" not in text_of(welcome)
    row = club.bring(club.letter(zoe, f"{code_line(player.token)}\nopen first rails for 2"))
    assert row is not None
    assert row.status == "done"


BOUNCE = """From: Mail Delivery System <MAILER-DAEMON@provider.test>
Return-Path: <>
To: railroad@provider.test
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce{number}@provider.test>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

No such user.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; provider.test

Final-Recipient: rfc822; {address}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: text/rfc822-headers

Message-ID: {message_id}
Subject: x

--b--
"""


def test_mails_that_come_back_are_noted_and_those_of_others_are_left_alone(club: Club) -> None:
    facts = {"address": address_of("Anna"), "number": 1}
    ours = BOUNCE.format(message_id=club.newest("Anna")["Message-ID"], **facts)
    row = club.bring(ours.replace("\n", "\r\n").encode())
    assert row is not None
    assert row.outcome == "automatic: report"
    with club.place.database.read() as tx:
        mails = [mail for mail in list_mails_of_seat(tx, 1, 0) if mail.message_id == club.newest("Anna")["Message-ID"]]
        assert [bounce.failed for bounce in list_bounces_of(tx, [mails[0].id])] == [True]
    assert club.bring(BOUNCE.format(message_id="<a@provider.test>", **facts).replace("\n", "\r\n").encode()) is None


def test_with_plus_each_game_has_an_address_to_which_answers_go(plus_club: Club) -> None:
    club, token = plus_club, plus_club.token("Anna", "e2")
    mail = club.newest("Anna", "e2")
    assert str(mail["From"]) == f"Railroad Dice e2 <{BOX}>"
    assert str(mail["Reply-To"]) == f"railroad+{token}@provider.test"
    assert "# code" not in text_of(mail)
    assert was_done(
        club.bring(club.letter(address_of("Anna"), "status", to=f"RailRoad+{token.upper()}@provider.test")), "e2"
    )
    forwarded = {"Delivered_To": f"railroad+{token}@provider.test"}
    assert was_done(club.bring(club.letter(address_of("Anna"), "status", to="us@list.test", **forwarded)), "e2")
    mangled = club.reply(mail, "status")
    mangled.replace_header("To", BOX)
    assert was_done(club.bring(mangled), "e2"), "a mail program that does not look at Reply-To"
    row = club.bring(club.letter(address_of("Anna"), "status"))
    assert row is not None
    assert row.outcome == "asked what it is for"
    assert f"railroad+{token}@provider.test" in text_of(club.mails(address_of("Anna"))[-1])
    row = club.bring(club.letter("zoe@elsewhere.test", "Hello!", to="railroad+lobby@provider.test"))
    assert row is not None
    assert row.outcome == "told how to be registered"
    assert club.bring(club.letter("zoe@elsewhere.test", "Hello!", to="railroad+nothing@provider.test")) is None


def test_the_addresses_in_settings_are_of_the_mailbox(club: Club) -> None:
    mail = club.place.settings.mail
    assert mail.domain == "provider.test"
    assert mail.is_own("Railroad@Provider.test")
    assert mail.is_own("railroad+x@provider.test")
    assert not mail.is_own("zoe@provider.test")
    assert not mail.is_own("railroad@elsewhere.test")


# What a subject names.


def test_a_new_letter_whose_subject_names_the_game_is_done_by_a_bare_confirm(club: Club) -> None:
    text = "Bonjour a tous,\n\n" + "\n".join(FIRST_TURN) + "\n\nAnna"
    row = club.bring(club.letter(f"Anna <{address_of('Anna')}>", text, "Railroad Dice E2"))
    assert row is not None and row.outcome.startswith("Nothing was changed yet: your email names e2")
    with club.place.database.read() as tx:
        assert get_game(tx, 2).active_seat == 0, "anyone could have written it"
    mail = club.newest("Anna", "e2")
    shown_text = text_of(mail)
    assert code_line(club.token("Anna", "e2")) in shown_text
    assert all(line in shown_text for line in FIRST_TURN), "their own words, to look at"
    assert "If it was not you, don't confirm it" in shown_text and "someone else knows the address" not in shown_text
    forged = club.reply(mail, "confirm", sender=address_of("Bert"))
    assert not was_done(club.bring(forged), "e2")
    assert was_done(club.bring(club.reply(mail, "confirm", quotes=True)), "e2")
    with club.place.database.read() as tx:
        assert get_game(tx, 2).active_seat == 1


def test_the_name_of_a_game_is_as_good_as_its_tag_and_other_subjects_are_asked_about(club: Club) -> None:
    for subject, outcome in (
        ("orders for whitsun, second turn", "asked what it is for"),  # e1 and e2 have the same name
        ("e1 or e2", "asked what it is for"),
        ("e17", "asked what it is for"),
        ("Re: [First Rails e1] Whitsun", "Nothing was changed yet: your email names e1"),
    ):
        row = club.bring(club.letter(address_of("Anna"), "\n".join(FIRST_TURN), subject))
        assert row is not None and row.outcome.startswith(outcome), subject
    row = club.bring(club.letter(address_of("Anna"), "Nice game, that e1!\nSee you on Sunday.", "e1"))
    assert row is not None and row.outcome == "asked what it is for", "it holds no orders"
    row = club.bring(club.letter(address_of("Anna"), "press bert:\nlook at www.evil.test", "e1"))
    assert row is not None and row.outcome == "asked what it is for", "nobody has us mail links"
    row = club.bring(club.letter(address_of("Bert"), "rol all", "e1"))
    assert row is not None and "NOT UNDERSTOOD" in text_of(club.newest("Bert", "e1"))


def test_whoever_writes_in_a_players_name_has_nothing_forgotten_that_they_are_to_confirm(club: Club) -> None:
    assert was_done(club.bring(club.reply(club.newest("Anna"), "\n".join(("check", *FIRST_TURN)))))
    preview = club.newest("Anna")
    for text in ("roll 1?", "resign", "confirm", "check\nroll 1?"):
        row = club.bring(club.letter(address_of("Anna"), text, "Railroad Dice e1"))
        assert row is not None and row.outcome == "asked what it is for", text
    assert was_done(club.bring(club.reply(preview, "confirm", quotes=True)))
    with club.place.database.read() as tx:
        assert get_game(tx, 1).active_seat == 1
    club.bring(club.reply(club.newest("Bert"), "resign"))
    requested = club.newest("Bert")
    row = club.bring(club.letter(address_of("Bert"), "roll all", "Railroad Dice e1"))
    assert row is not None and row.outcome == "asked what it is for"
    assert was_done(club.bring(club.reply(requested, "confirm", quotes=True)))
    with club.place.database.read() as tx:
        assert list_seats(tx, 1)[1].vacant_ms is not None


def test_a_subject_and_a_thread_of_different_games_are_asked_about(club: Club) -> None:
    letter = club.reply(club.newest("Anna", "e1"), "\n".join(FIRST_TURN))
    letter.replace_header("Subject", "Railroad Dice e2")
    row = club.bring(letter)
    assert row is not None
    assert row.outcome.startswith("Nothing was changed: the subject of your email names e2, but the email came to e1.")
    with club.place.database.read() as tx:
        assert [get_game(tx, number).active_seat for number in (1, 2)] == [0, 0]
    press = club.reply(club.newest("Anna", "e1"), "press bert: my secret plan")
    press.replace_header("Subject", "Re: [First Rails e2] Whitsun")
    before = len(club.mails(address_of("Bert")))
    assert was_done(club.bring(press))
    assert len(club.mails(address_of("Bert"))) == before, "nobody is told what may be for others"
    confirmed = club.reply(club.newest("Anna", "e1"), "confirm")
    confirmed.replace_header("Subject", "Re: [First Rails e2] Whitsun")
    assert was_done(club.bring(confirmed))
    assert len(club.mails(address_of("Bert"))) == before + 1
    both = club.reply(club.newest("Anna", "e1"), "\n".join(FIRST_TURN))
    both.replace_header("Subject", "e1, not e2")
    assert was_done(club.bring(both))
    with club.place.database.read() as tx:
        assert get_game(tx, 1).active_seat == 1


# Requests in people's own words.

NATURAL = {
    "as the letter that was not answered": (
        "Anmeldung zum Spiel",
        "Guten Tag,\n\nich würde gerne bei Railroad Dice mitspielen. Was muss ich tun?\n\nOskar Brandt",
    ),
    "a subject": ("Anmeldung", "Guten Tag!\n\nOskar Brandt"),
    "another": ("Inscription au jeu", "Bonjour,\nJean Petit"),
    "a third": ("Registration for a game", "Hi, I'm Zoe."),
    "the game's name": ("The First Rails", "Hello,\nhow does this work?\nZoe"),
    "the game's name, in a text": ("Question", "Hello, I read about Railroad Dice 2 and\nwould like to join."),
    "wrapped": ("Hallo", "ich wollte fragen, ob ich bei euch eine Partie Railroad\nDice spielen kann. Gruß, Oskar"),
    "french": ("Bonjour", "Bonjour,\n\nj'aimerais jouer à Railroad Dice avec vous.\n\nJean"),
    "by itself": ("Hallo", "Guten Abend,\nich möchte gern mitspielen!\nViele Grüße, Oskar"),
    "a wish for a game": (
        "Question",
        "Hello, how do I join a game? Zoe",
    ),
    "a wish for a game, french": ("Je voudrais participer à une partie", "Bonjour, c'est Jean."),
    "by itself, french": ("Bonjour", "Bonjour, je voudrais m'inscrire.\nJean"),
}


def test_a_natural_request_is_answered_as_the_lobby_does(club: Club) -> None:
    stranger = subject = text = ""
    for number, (subject, text) in enumerate(NATURAL.values()):
        stranger = f"oskar{number}@elsewhere.test"
        row = club.bring(club.letter(f"Oskar <{stranger}>", text, subject))
        assert row is not None and row.outcome == "told how to be registered", (subject, text)
        (message,) = club.mails(stranger)
        assert "register Your Name" in text_of(message)
    again = club.bring(club.letter(f"Oskar <{stranger}>", text, subject))
    assert again is not None and again.outcome == "answered within a day"


ALIKE = {
    "an answer in a private thread": (
        "Re: Anmeldung",
        "Ja, ich möchte gern mitspielen.",
        {"In_Reply_To": "<x@y.test>"},
    ),
    "one whose program names no thread": ("AW: Railroad Dice", "Das ist ein schönes Spiel, danke!", {}),
    "another's answer": ("Railroad Dice", "Gern!", {"References": "<x@y.test>"}),
    "an invoice": ("Ihre Rechnung", "1 Railroad Dice, Registrierung inklusive\nSumme: 39,90 EUR", {}),
    "a newsletter": ("Railroad Dice", "Join now: https://shop.test", {}),
    "a newsletter without links": ("Register now", "Railroad Dice", {"List_Id": "<news.shop.test>"}),
    "a shop": ("Registration", "You can register.", {"From": "noreply@shop.test"}),
    "a course": ("Anmeldung Schwimmkurs", "Hast du Emma schon für Montag und Freitag angemeldet?", {}),
    "a friend": ("Samstag", "Kannst du am Samstag bei uns im Verein beim Fußball mitspielen?", {}),
    "a friend who calls": ("Sunday", "Join us for the game? Ben", {}),
    "a friend who asks": ("Dinner", "Will you join?", {}),
    "a trip": ("Germany", "I want to join the trip to Germany.", {}),
    "a game that was bought": ("Geschenk", "Railroad Dice ist angekommen, vielen Dank noch mal dafür!", {}),
    "one that is long": ("Question", "Railroad Dice\n" + "and so on, and on\n" * 30 + "I would like to join.", {}),
    "an absence": ("Abwesenheitsnotiz: Anmeldung", "Ich bin nicht da.", {"Auto_Submitted": "auto-replied"}),
}


def test_private_mail_that_holds_the_same_words_is_left_alone(club: Club) -> None:
    for subject, text, headers in ALIKE.values():
        sender = headers.get("From", "someone@elsewhere.test")
        more = {name: value for name, value in headers.items() if name != "From"}
        assert club.bring(club.letter(sender, text, subject, **more)) is None, (subject, text)
        assert not club.mails(sender)
