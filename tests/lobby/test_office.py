"""Letters to a player's own address: read whole, carried out whole or not at all, answered line by line."""

from datetime import timedelta

import pytest
from adjudicator.kit import DOMAIN, NAMES
from adjudicator.letters import Form, flat, letter_bytes
from patching_kit import patch

from lobby.kit import LOBBY, Village
from pbem.daemon.inbox_worker import InboxWorker
from pbem.daemon.server import Server
from pbem.intake.addresses import MOST_WAITING, LobbyDestination, OfficeDestination
from pbem.mail.receiving.proof import Busy
from pbem.store import AlreadyFinished, Tx
from pbem.store.games.waiting_lists import find_waiting_list, list_open_lists, list_public_lists
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.mail.outbox import find_mail_document
from pbem.store.players.player import set_language


def test_a_letter_may_greet_and_take_leave(village: Village) -> None:
    greeting = "Hi all, I was away, sorry for that!"
    reply = village.write("Anna", f"{greeting}\n\nopen first rails for 2  # at last\n\nThanks\nA.")
    assert reply.fate("open first rails for 2  # at last").startswith("done: Waiting list 1")
    assert reply.fate(greeting) == "comment"
    assert (reply.answer.kind, reply.answer.auto) == ("lobby", "auto-replied")
    assert reply.answer.sender == village.player("Anna").token
    assert reply.letter.status == "done"


def test_one_line_that_cannot_be_done_undoes_all(village: Village) -> None:
    reply = village.write("Anna", "open first rails for 2\ninvite 1 Bert\nleave 77\nlists")
    assert "Nothing was changed: line 3 is not possible." in reply.text
    undone = "not done: fine by itself, but line 3 is not possible"
    assert reply.fate("open first rails for 2") == reply.fate("invite 1 Bert") == undone
    assert reply.fate("leave 77") == "REFUSED: You're not on an open waiting list 77."
    assert reply.fate("lists") == "not reached"
    assert [mail.to_address for mail in reply.mails] == ["anna@player.test"], "Bert is not mailed what did not happen"
    with village.world.database.read() as tx:
        assert list_open_lists(tx) == []


def test_one_line_that_cannot_be_read_keeps_all_from_being_done(village: Village) -> None:
    reply = village.write("Anna", "open first rails for 2\njion 1")
    assert "Nothing was changed: one line was not understood." in reply.text
    assert reply.fate("open first rails for 2") == "not reached"
    assert 'NOT UNDERSTOOD: "jion" was not understood.' in reply.fate("jion 1")
    with village.world.database.read() as tx:
        assert list_open_lists(tx) == []


@pytest.mark.parametrize("order", ["roll 4?", "income", "B e e", "buy weiden", "end"])
def test_orders_of_games_sent_here_are_told_where_to_go(village: Village, order: str) -> None:
    reply = village.write("Anna", order)
    assert "This looks like a game order. Send it in reply to an email about that game." in reply.fate(order)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "eröffne germany für 2 tempo 36 stunden tage mo-fr verspätet passen post keine privat\nlisten"),
        ("fr", "ouvre germany pour 2 rythme 36 heures jours lu-ve retard passer presse aucune privé\nlistes"),
        ("en", "OPEN Germany 2 players, pace 36 hours, days mon to fri, late pass, press none, private\nLISTS"),
    ],
)
def test_words_of_three_languages_are_understood(village: Village, language: str, text: str) -> None:
    player = village.player("Anna").id
    village.world.database.write(lambda tx: set_language(tx, player, language))
    village.write("Anna", text)
    row = village.row(1)
    assert (row.kind, row.seats, row.pace, row.playing_days) == ("germany", 2, "36h", "12345")
    assert (row.late, row.press, row.private) == ("pass", "none", True)


def test_help_and_whatever_is_no_question_get_the_table_of_words(village: Village) -> None:
    for text in ("help", "I do not quite know what to say here, what can I do?", ""):
        reply = village.write("Anna", text)
        assert "== What you can write ==" in reply.answer.text
        assert "join <number> [with <words>]" in reply.text
        assert 'late pass "Tea at four"' in reply.text


def test_my_games_are_listed_with_deadlines_and_links(village: Village) -> None:
    assert "You have no game in progress." in village.write("Anna", "games").text
    game = village.world.open_game(NAMES[:2], name="Whitsun", start=1)
    text = village.write("Anna", "games").text
    assert f"{game.row.tag} · Whitsun (The First Rails)" in text
    assert "Bert to play, until Sunday 29 November 2026" in text
    assert f"https://games.test/games/{game.row.tag}" in text
    assert "It's your turn, until" in village.write("Bert", "games").text


def test_days_away_are_announced_for_all_games(village: Village) -> None:
    game = village.world.open_game(NAMES[:2], start=0)
    before = game.row.deadline_ms
    assert before is not None
    reply = village.write("Anna", "away 2026-11-24 to 2026-11-26")
    assert "You're away: 24 November 2026 to 26 November 2026" in reply.fate("away 2026-11-24 to 2026-11-26")
    moved = game.row.deadline_ms
    assert moved is not None
    assert timedelta(milliseconds=moved - before) == timedelta(days=3)
    assert "You will not be away" in village.write("Anna", "back").fate("back")


def test_seats_are_declined_and_taken_by_letter(village: Village) -> None:
    village.write("Clara", "standby first rails")
    game = village.world.open_game(NAMES[:2], start=0)
    resigned = game.send(0, "resign")
    assert "confirm" in resigned.text
    game.send(0, "confirm")
    offer = [mail for mail in village.mails() if mail.to_address == "clara@player.test"][-1]
    assert f"take {game.row.tag}" in offer.text
    assert "The seat in Whitsun is yours" in village.answer(offer, f"take {game.row.tag}").text
    assert game.seats[0].name == "Clara"
    assert "REFUSED" in village.write("Anna", f"return {game.row.tag}").fate(f"return {game.row.tag}")
    assert "REFUSED" in village.write("Clara", f"decline {game.row.tag}").fate(f"decline {game.row.tag}")
    assert "REFUSED: There is no game e99." in village.write("Clara", "take e99").fate("take e99")
    assert "You will not be offered any more seats." in village.write("Clara", "standby off").fate("standby off")


def test_only_the_players_own_letters_are_carried_out(village: Village) -> None:
    anna = village.player("Anna")
    reply = village.send("bert@player.test", anna.token, "open first rails for 2")
    assert (reply.letter.status, reply.mails) == ("ignored", ())
    with village.world.database.read() as tx:
        assert list_open_lists(tx) == []


def test_automatic_mail_is_not_answered(village: Village) -> None:
    anna = village.player("Anna")
    for text, headers in (
        ("lists", {"Auto-Submitted": "auto-replied"}),
        ("Hello there, I am at the sea.", {"Precedence": "bulk"}),
        ("", {"List-Id": "<x.example>"}),
    ):
        reply = village.write("Anna", text, headers=headers)
        assert (reply.letter.status, reply.mails) == ("ignored", ())
    assert village.send(anna.address, anna.token, "lists", mail_from="").mails == ()


@pytest.mark.parametrize("headers", [{"Precedence": "bulk"}, {"X-Auto-Response-Suppress": "All"}])
def test_a_sign_of_the_way_does_not_make_a_players_wish_automatic(village: Village, headers: dict[str, str]) -> None:
    village.player("Anna")
    assert len(village.write("Anna", "lists", headers=headers).mails) == 1
    assert len(village.write("Anna", "listz", headers=headers).mails) == 1


def test_a_letter_that_cannot_be_read_is_answered(village: Village) -> None:
    reply = village.write("Anna", "\n" * 11_000 + "lists")
    assert "your email could not be read" in reply.text
    assert reply.letter.status == "done"


def test_answers_with_quotes_are_read_without_them(village: Village) -> None:
    village.write("Anna", "open first rails for 3\ninvite 1 Bert")
    question = next(mail for mail in village.mails() if mail.to_address == "bert@player.test")
    assert "join 1" in question.text
    reply = village.answer(question, "join 1")
    assert village.waiting(1) == ["Anna", "Bert"], "though the mail quoted below holds the very line"
    assert "decline 1" not in reply.text, "and the quoted lines are no wish of his"


def test_a_letter_is_dealt_with_once(village: Village) -> None:
    reply = village.write("Anna", "open first rails for 2")
    with pytest.raises(AlreadyFinished):
        village.world.intake.letters.receive(reply.letter.id)
    with village.world.database.read() as tx:
        assert len(list_open_lists(tx)) == 1


def test_a_failure_of_the_servers_own_is_apologised_for(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_tx: Tx, _kind: str | None = None, limit: int = 0) -> None:
        raise ZeroDivisionError(limit)

    patch(monkeypatch, list_public_lists, broken)
    anna, world = village.player("Anna"), village.world
    with pytest.raises(ZeroDivisionError):
        village.write("Anna", "lists")
    worker = InboxWorker(world.intake)
    while worker.round():
        pass
    (apology,) = [mail for mail in village.mails() if mail.to_address == anna.address]
    assert "something went wrong on our side" in flat(apology.text)
    with world.database.read() as tx:
        assert count_letters_by_status(tx) == {"shunted": 1}


def test_a_player_in_whose_name_somebody_writes_to_everybodys_address_reads_nothing_of_it(village: Village) -> None:
    reply = village.send("anna@player.test", LOBBY, "open first rails for 2\ninvite 1 Bert")
    assert reply.answer.sender == village.player("Anna").token, "from where he can do it"
    assert "Someone wrote to this server's public address in your name." in reply.text
    assert "open first rails" not in reply.text
    assert "Bert" not in reply.text
    assert [mail.to_address for mail in reply.mails] == ["anna@player.test"]
    with village.world.database.read() as tx:
        assert list_open_lists(tx) == []
    village.answer(reply.answer, "open first rails for 2")
    assert village.waiting(1) == ["Anna"]


def to_store(village: Village, sender: str, token: str, number: int) -> int:
    """A letter that waits in the inbox."""
    form: Form = {"answering": None, "message_id": f"<{number}.waiting@far.test>"}
    return village.world.store(letter_bytes("lists", sender, f"{token}@{DOMAIN}", form), token, sender)


def dealt_with(village: Village, waiting: list[int]) -> list[int]:
    """Letters in the order in which the worker deals with them."""
    worker, done = InboxWorker(village.world.intake), []
    while worker.round():
        done += [one for one in waiting if one not in done and village.world.letter(one).status != "new"]
    return done


def test_letters_to_everybodys_address_wait_behind_players_but_not_for_ever(village: Village) -> None:
    anna = village.player("Anna")
    writers = ("zoe@far.test", anna.address, "max@far.test")  # whoever names a player may be a stranger
    strangers = [to_store(village, writer, LOBBY, number) for number, writer in enumerate(writers)]
    players = [to_store(village, anna.address, anna.token, 100 + number) for number in range(25)]
    order = [*players[:10], strangers[0], *players[10:20], strangers[1], *players[20:], strangers[2]]
    assert dealt_with(village, strangers + players) == order


def test_a_flood_at_everybodys_address_keeps_no_bot_waiting(village: Village) -> None:
    world = village.world
    world.add_player("Rosa", bot="heuristic")
    game = world.open_game(("Rosa", "Bert"))
    to_store(village, "zoe@far.test", LOBBY, 1)
    worker = InboxWorker(world.intake)
    moves = []
    while worker.round():
        with world.database.read() as tx:
            moves.append((game.row.active_seat, count_letters_by_status(tx).get("new", 0)))
    assert moves == [(1, 1), (1, 0)]


def test_everybodys_address_takes_no_more_while_many_letters_to_it_wait(village: Village) -> None:
    world = village.world
    anna, server = village.player("Anna"), Server(world.settings, world.database, world.clock, ticking=False)
    for number in range(MOST_WAITING):
        assert isinstance(server.intake.letters.recipient(LOBBY), LobbyDestination)
        to_store(village, "zoe@far.test", LOBBY, number)
    with pytest.raises(Busy):
        server.intake.letters.recipient(LOBBY)
    assert isinstance(server.intake.letters.recipient(anna.token), OfficeDestination)
    assert InboxWorker(world.intake).round()
    assert isinstance(server.intake.letters.recipient(LOBBY), LobbyDestination)


CANARIES = {
    "a line": "canary",
    "a fault": "jion 12 canary",
    "what is sought": "rulings canary",
    "a name": "register Canary Canarysson",
    "a list": 'open first rails for 2 "canary"',
    "who is invited": "invite 1 canary@far.test",
    "a remark": "lists # canary",
    "too many lines": "canary\n" * 3_000,
}


@pytest.mark.parametrize("writer", ["zoe@far.test", "anna@player.test"])
@pytest.mark.parametrize("name", CANARIES)
def test_nothing_that_is_written_to_everybodys_address_comes_back(village: Village, name: str, writer: str) -> None:
    reply = village.send(writer, LOBBY, CANARIES[name], subject="canary", headers={"From": f"Canary <{writer}>"})
    assert reply.answer.to_address == writer
    assert "canary" not in "".join((reply.answer.subject, reply.text, reply.letter.outcome)).lower()
    with village.world.database.read() as tx:
        assert "canary" not in (find_mail_document(tx, reply.answer.id) or "").lower()


LOST = f"<{'0123456789abcdef' * 2}@{DOMAIN}>"


def test_what_answers_a_mail_that_the_database_does_not_know_waits_for_confirm(village: Village) -> None:
    reply = village.write("Anna", "open first rails for 2", headers={"In-Reply-To": LOST})
    assert reply.text.startswith("Nothing was done: you replied to an email that this server does not know")
    with village.world.database.read() as tx:
        assert find_waiting_list(tx, 1) is None
    village.write("Anna", "confirm", headers={"In-Reply-To": LOST})
    with village.world.database.read() as tx:
        assert find_waiting_list(tx, 1) is None
    village.write("Anna", "confirm", answering=reply.answer)
    assert village.waiting(1) == ["Anna"]
    shown = village.write("Anna", "lists", headers={"References": LOST})
    assert shown.text.startswith("Here is what you asked for. Nothing was changed.")


def test_a_kept_letter_means_the_list_it_named_though_another_takes_its_name(village: Village) -> None:
    village.write("Anna", 'open germany for 3 "Nordsee"')
    kept = village.write("Bert", "join Nordsee", headers={"In-Reply-To": LOST})
    village.write("Anna", "leave 1")
    village.write("Anna", 'open germany for 4 "Nordsee"')
    reply = village.write("Bert", "confirm", answering=kept.answer)
    assert village.waiting(2) == ["Anna"]
    assert reply.fate("join Nordsee") == "REFUSED: There is no open waiting list 1."


def test_an_office_tells_those_of_one_game_or_of_all(village: Village) -> None:
    text = village.write("Anna", "rules silent germany").text
    assert "GE-23" in text and "R2-31" not in text
    text = village.write("Anna", "rules silent").text
    assert all(id_ in text for id_ in ("FR-40", "GE-23", "R2-31"))


def test_what_introduces_a_quote_asks_for_nothing(village: Village) -> None:
    for said in ("Dne 27.11.2026 v 20:54 Railroad Dice napsal(a):", "27.11.2026, 20:54, Railroad Dice пишет:"):
        reply = village.write("Anna", f"lists\n{said}\n> Welcome to the server.")
        assert reply.text.startswith("Here is what you asked for. Nothing was changed.")
