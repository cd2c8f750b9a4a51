"""Who is no player is answered once a day, and becomes one only by what was mailed to his address."""

import re
from datetime import timedelta

import pytest
from rows_kit import table_counts

from lobby.kit import LOBBY, Village
from pbem.lobby.registering import GOOD_FOR
from pbem.store.mail.ignored import list_endings
from pbem.store.players.player import find_player_by_address, list_players

STRANGER = "zoe@far.test"
FOOTER = "Zoe Zander\nZander & Söhne GmbH\nSitz der Gesellschaft: Ulm, Amtsgericht Ulm HRB 12345"


def players(village: Village) -> list[str]:
    with village.world.database.read() as tx:
        return [player.name for player in list_players(tx)]


def test_a_stranger_is_told_how_to_be_registered(village: Village) -> None:
    reply = village.send(STRANGER, LOBBY, "Hello, what is this?")
    mail = reply.answer
    assert (mail.to_address, mail.player_id, mail.kind, mail.auto) == (STRANGER, None, "lobby", "auto-replied")
    assert mail.sender is not None
    assert re.fullmatch(r"[a-z2-7]{16}", mail.sender)
    assert "register Your Name" in mail.text
    assert f"https://games.test/register/{mail.sender}" in mail.text
    assert players(village) == ["Anna", "Bert", "Clara"]


def test_his_answer_makes_him_a_player_with_an_address_of_his_own(village: Village) -> None:
    village.write("Anna", 'open germany for 3 "Rhine"')
    mail = village.send(STRANGER, LOBBY, "Hello?").answer
    reply = village.answer(mail, f"register Zoe Zander\n\n{FOOTER}")
    zoe = village.by_address(STRANGER)
    assert zoe is not None
    assert (zoe.name, zoe.language, zoe.bot) == ("Zoe Zander", "en", None)
    assert "Welcome, Zoe Zander! You're ready to play." in reply.text
    assert reply.answer.sender == zoe.token
    assert "Rhine: Germany" in reply.text
    assert "join 1" in reply.answer.text, "with the lists that he may join"
    assert "not read as orders: - Zoe Zander - Zander & Söhne GmbH" in reply.text
    with village.world.database.read() as tx:
        assert [row.letters for row in list_endings(tx, zoe.id)] == [1]


def test_a_name_said_at_once_only_needs_to_be_confirmed(village: Village) -> None:
    mail = village.send(STRANGER, LOBBY, "register Zoe\nwith many thanks for your trouble").answer
    assert "confirm" in mail.text
    assert "Zoe" not in mail.text, "that address may be somebody else's"
    assert village.by_address(STRANGER) is None
    village.answer(mail, "confirm")
    zoe = village.by_address(STRANGER)
    assert zoe is not None
    assert zoe.name == "Zoe"


def test_he_may_do_more_in_the_same_letter(village: Village) -> None:
    village.write("Anna", "open first rails for 2")
    mail = village.send(STRANGER, LOBBY, "Hello?").answer
    reply = village.answer(mail, "register Zoe\njoin 1 with salt and pepper")
    assert reply.fate("register Zoe") == "done: You have an account as Zoe."
    assert reply.fate("join 1 with salt and pepper").startswith("done: You're in, and waiting list 1")
    assert len(village.games()) == 1


def test_a_letter_that_cannot_be_done_registers_nobody(village: Village) -> None:
    mail = village.send(STRANGER, LOBBY, "Hello?").answer
    reply = village.answer(mail, "register Zoe\njoin 77")
    assert reply.fate("register Zoe") == "not done: fine by itself, but line 2 is not possible"
    assert village.by_address(STRANGER) is None
    assert reply.answer.sender == mail.sender, "he may try again"
    village.answer(reply.answer, "register Zoe")
    assert village.by_address(STRANGER) is not None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("join 1", "First say who you are"),
        ("register anna", 'The name "anna" is already taken'),
        ("register a@b", "That cannot be a name."),
        ("register", "Under which name?"),
        ("confirm", "That cannot be a name."),
        ("register =?utf-8?q?a=0D=0AReply-To:e@x.org?=", "That cannot be a name."),
        (
            "register \uff1d\uff1futf-8\uff1fq\uff1fa\uff1f\uff1d",
            "mail programs take what stands between them for code",
        ),
        (f"register {'Zoe' * 14}", "This is too long for a name."),
        ("What is all this about?", "asked for nothing that this server knows"),
        ("", "All of its text is quoted from an earlier email. Type your orders above the quote."),
        ("\n" * 11_000, "could not be read"),
    ],
)
def test_what_makes_nobody_a_player_is_answered(village: Village, text: str, told: str) -> None:
    question = village.send(STRANGER, LOBBY, "Hello?").answer
    reply = village.answer(question, text)
    assert told in reply.text
    assert village.by_address(STRANGER) is None
    assert reply.letter.status == "done"


def test_only_the_address_that_was_written_to_can_answer(village: Village) -> None:
    mail = village.send(STRANGER, LOBBY, "Hello?").answer
    assert mail.sender is not None
    reply = village.send("mallory@far.test", mail.sender, "register Mallory")
    assert (reply.letter.status, reply.mails) == ("ignored", ())
    assert players(village) == ["Anna", "Bert", "Clara"]


def test_what_was_mailed_grows_too_old(village: Village) -> None:
    mail = village.send(STRANGER, LOBBY, "Hello?").answer
    village.world.clock.advance(GOOD_FOR)
    reply = village.answer(mail, "register Zoe")
    assert (reply.letter.status, reply.mails) == ("ignored", ())
    assert village.by_address(STRANGER) is None


def test_a_second_answer_comes_from_a_player(village: Village) -> None:
    mail = village.send(STRANGER, LOBBY, "Hello?").answer
    village.answer(mail, "register Zoe")
    reply = village.answer(mail, "register Zoe\nopen first rails for 2")
    assert reply.fate("register Zoe") == "done: You have an account as Zoe."
    assert village.waiting(1) == ["Zoe"]
    assert players(village).count("Zoe") == 1


def test_each_address_is_answered_once_a_day(village: Village) -> None:
    assert len(village.send(STRANGER, LOBBY, "Hello?").mails) == 1
    again = village.send(STRANGER, LOBBY, "Hello again?")
    assert (again.letter.status, again.letter.outcome, again.mails) == ("ignored", "answered within a day", ())
    assert len(village.send("max@far.test", LOBBY, "Hello?").mails) == 1
    village.world.clock.advance(timedelta(days=1))
    assert len(village.send(STRANGER, LOBBY, "Hello?").mails) == 1


def test_a_player_is_answered_once_a_day_there_too(village: Village) -> None:
    assert len(village.send("anna@player.test", LOBBY, "lists").mails) == 1
    assert village.send("anna@player.test", LOBBY, "lists").mails == ()


def test_only_so_many_strangers_are_answered_in_an_hour(village: Village) -> None:
    most = village.world.settings.mail.strangers_per_hour
    for number in range(most):
        assert len(village.send(f"z{number}@far.test", LOBBY, "Hello?").mails) == 1
        village.world.clock.at -= timedelta(minutes=1)
    one_more = village.send(STRANGER, LOBBY, "Hello?")
    assert (one_more.letter.status, one_more.letter.outcome) == ("ignored", "too many strangers within an hour")
    assert one_more.mails == ()
    assert len(village.send("anna@player.test", LOBBY, "lists").mails) == 1, "players are answered"
    village.write("Anna", "open first rails for 2")
    invited = village.write("Anna", "invite 1 max@far.test")
    assert len(invited.others("max@far.test")) == 1, "an allowance of its own"
    village.world.clock.advance(timedelta(hours=1))
    assert len(village.send(STRANGER, LOBBY, "Hello?").mails) == 1, "it was not noted as answered"


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-generated"},
        {"Precedence": "list"},
        {"List-Unsubscribe": "<mailto:x@far.test>"},
        {"X-Autoreply": "yes"},
        {"Message-ID": "<0123456789abcdef0123456789abcdef@seats.test>"},
        {"From": "MAILER-DAEMON@far.test"},
        {"From": "a@far.test, b@far.test"},
        {"From": "lobby@seats.test"},
    ],
)
def test_what_no_person_wrote_is_never_answered(village: Village, headers: dict[str, str]) -> None:
    reply = village.send(STRANGER, LOBBY, "Hello?", headers=headers)
    assert (reply.letter.status, reply.mails) == ("ignored", ())


def test_a_program_of_the_servers_own_is_not_answered(village: Village) -> None:
    village.world.add_player("Rosa", bot="heuristic")
    assert village.send("rosa@player.test", LOBBY, "lists").mails == ()


def test_old_registrations_are_forgotten(village: Village) -> None:
    village.send(STRANGER, LOBBY, "Hello?")
    village.world.clock.advance(GOOD_FOR + timedelta(days=1))
    village.world.intake.clock.forget()
    with village.world.database.read() as tx:
        counts = table_counts(tx)
    assert (counts["registration"], counts["stranger"]) == (0, 0)


@pytest.mark.parametrize(
    ("first", "then", "language"),
    [
        ("enregistrer Jean Petit", "confirmer", "fr"),
        ("anmelden Jean Petit", "confirm", "de"),
        ("register Jean Petit", "bestätige", "de"),
        ("register Jean Petit", "confirm", "en"),
        ("Hello", "inscription Jean Petit\nlistes", "fr"),
    ],
)
def test_a_new_account_has_the_language_of_the_words_that_asked_for_it(
    village: Village, first: str, then: str, language: str
) -> None:
    mail = village.send(STRANGER, LOBBY, first).answer
    village.answer(mail, then)
    with village.world.database.read() as tx:
        player = find_player_by_address(tx, STRANGER)
    assert player is not None
    assert (player.name, player.language) == ("Jean Petit", language)
