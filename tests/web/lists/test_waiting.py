"""Waiting lists on pages: what a letter can do, a button does, in the same words."""

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.clock import to_ms
from pbem.lobby.verbs import MESSAGES
from pbem.store.games.game import GameFacts, update_game_facts
from pbem.store.games.seats import list_game_salts, list_seats
from pbem.store.games.waiting_lists import (
    ListRow,
    find_waiting_list,
    list_open_lists,
    list_own_words,
    list_waiting_players,
)
from pbem.store.mail.outbox import MailRow, list_unsent_mail
from pbem.store.players.player import get_player
from pbem.store.players.registrations import note_stranger_mailed
from pbem.terms import Terms


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def open_list(browser: Browser, kind: str = "first-rails", **fields: str) -> int:
    """Open a list by the form, and return its number."""
    browser.open(f"/lists/new?game={kind}")
    browser.press("Open the game", **fields)
    return int(browser.response.request.path.rpartition("/")[2])


def row(world: World, list_id: int) -> ListRow:
    with world.database.read() as tx:
        found = find_waiting_list(tx, list_id)
    assert found is not None
    return found


def strangers_mail(world: World, address: str) -> MailRow:
    with world.database.read() as tx:
        return [mail for mail in list_unsent_mail(tx) if mail.to_address == address][-1]


def test_a_list_is_opened_by_a_form_and_joined_until_it_is_full(world: World) -> None:
    anna, bert = world.signed_in("Anna"), world.signed_in("Bert")
    number = open_list(anna, name="Tea", seats="2", amount="36", unit="h", late="pass", press="none")
    assert row(world, number).terms == Terms("36h", "1234567", "UTC", "pass", "none")
    assert "Waiting list 1, Tea, is open: The First Rails, for 2 players. You're on it." in anna.text
    assert row(world, number).commitment in anna.text
    bert.open("/lists")
    assert "Players so far: Anna. One seat is free." in bert.text
    assert row(world, number).commitment in bert.text
    world.changes.clear()
    bert.press("Join", salt="seven green bottles")
    assert bert.response.request.path == "/games/e1"
    assert world.changes, "mails are to be sent"
    with world.database.read() as tx:
        (own,) = list_own_words(tx, 1)
        assert (own.words, own.digest) == ("seven green bottles", list_game_salts(tx, 1)[1])
    anna.open(f"/lists/{number}")
    assert "The game has started" in anna.text
    assert [mail.kind for mail in world.mails("Anna")][-1] == "report"


def test_variants_are_chosen_for_the_game_that_is_opened(world: World) -> None:
    anna = world.signed_in("Anna")
    number = open_list(anna, "germany", seats="4", **{"option-two_starts": "drawn"})
    assert (row(world, number).kind, row(world, number).options) == ("germany", '{"two_starts": "drawn"}')
    assert "two starts abroad, drawn by lot" in anna.text
    assert row(world, number).name == "Anna's game"


@pytest.mark.parametrize(
    ("fields", "terms"),
    [
        ({}, ("7d", "standby-pass")),
        ({"pace": "evening"}, ("1h", "bot")),
        ({"pace": "days"}, ("3d", "standby-pass")),
        ({"pace": "days", "late": "wait"}, ("3d", "wait")),
        ({"pace": "evening", "amount": "2", "unit": "d"}, ("2d", "bot")),
    ],
)
def test_a_pace_says_how_much_time_there_is_and_what_comes_then(
    world: World, fields: dict[str, str], terms: tuple[str, str]
) -> None:
    opened = row(world, open_list(world.signed_in("Anna"), **fields)).terms
    assert (opened.pace, opened.late) == terms


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("amount", "0", "Please give a number of days or hours"),
        ("amount", "61", "Please give a number of days or hours"),
        ("amount", "many", "Please give a number of days or hours"),
        ("pace", "never", "Please choose one of these."),
        ("unit", "weeks", "Please give a number of days or hours"),
        ("seats", "5", "Please choose one of these."),
        ("days", "8", "Please choose at least one day."),
        ("zone", "Europe/Nowhere", "Please choose one of these."),
        ("late", "never", "Please choose one of these."),
        ("press", "daily", "Please choose one of these."),
        ("option-extended", "maybe", "Please choose one of these."),
    ],
)
def test_a_mistake_is_told_at_its_field_and_nothing_is_lost(world: World, field: str, value: str, said: str) -> None:
    anna = world.signed_in("Anna")
    anna.open("/lists/new")
    path, sent = anna.form("Open the game")
    anna.post(path, {**sent, "name": "Tea <b>", field: value})
    assert anna.response.status_code == 422
    name = "amount" if field == "unit" else field
    (fault,) = anna.page.xpath(f"//*[@id='{name}-fault']")
    assert said in fault.text_content()
    assert anna.page.xpath(f"//*[contains(@aria-describedby, '{name}-fault')][@aria-invalid='true']")
    assert anna.page.get_element_by_id("name").value == "Tea <b>"
    with world.database.read() as tx:
        assert list_open_lists(tx) == []


@pytest.mark.parametrize("name", ["=?utf-8?q?a=0D=0AReply-To:e@x.org?=", "Tea\u202e", "T" * 61])
def test_a_name_that_is_none_is_told_at_its_field(world: World, name: str) -> None:
    anna = world.signed_in("Anna")
    anna.open("/lists/new")
    path, sent = anna.form("Open the game")
    anna.post(path, {**sent, "name": name})
    assert anna.response.status_code == 422
    assert anna.page.xpath("//*[@id='name-fault']") and anna.page.get_element_by_id("name").value == name
    stranger = world.browser()
    stranger.open("/register")
    stranger.press("Email me a link", name=name, address="zoe@far.test")
    assert stranger.response.status_code == 422 and stranger.page.xpath("//*[@id='name-fault']")
    with world.database.read() as tx:
        assert list_open_lists(tx) == []
        assert not any(mail.to_address == "zoe@far.test" for mail in list_unsent_mail(tx))


def test_a_sign_of_per_cent_in_what_is_refused_is_told_as_it_stands(world: World) -> None:
    stranger = world.browser()
    stranger.open("/register")
    stranger.press("Email me a link", name="50% Ada", address="zoe@far.test")
    assert stranger.response.status_code == 422
    assert '"%"' in stranger.page.get_element_by_id("name-fault").text


def test_a_game_is_played_once_more_with_its_people(world: World) -> None:
    anna, dora = world.signed_in("Anna"), world.signed_in("Dora")
    game = world.open_game("Tea", ("Anna", "Bert", "Clara"))
    anna.open(f"/lists/new?again={game.tag}")
    assert "Bert" not in anna.page.get_element_by_id("content").text_content(), "it is not over"
    facts = GameFacts("over", game.year, game.turn, None, 0, None, None, 0, game.position, game.final_position)
    world.database.write(lambda tx: update_game_facts(tx, game.id, facts))
    dora.open(f"/lists/new?again={game.tag}")
    assert "Bert" not in dora.page.get_element_by_id("content").text_content(), "a stranger to that game"
    anna.open(f"/lists/new?again={game.tag}")
    assert "Invited as soon as it opens: Bert, Clara." in anna.text
    anna.press("Open the game")
    opened = row(world, 1)
    assert (opened.name, opened.seats, opened.private, opened.terms) == ("Tea", 3, True, game.terms)
    assert [world.mails(name)[-1].subject for name in ("Bert", "Clara")] == ["Anna invites you: Tea"] * 2
    assert "Anna invites you: Tea" not in [mail.subject for mail in world.mails("Dora")]


def test_a_game_with_bots_is_played_once_more_with_as_many(world: World) -> None:
    anna = world.signed_in("Anna")
    for name in ("Crank", "Piston"):
        world.add_player(name, bot="heuristic")
    for people, again in ((("Anna", "Bert", "Crank"), 1), (("Anna", "Crank", "Piston"), 2)):
        game = world.open_game("Tea", people)
        facts = GameFacts("over", game.year, game.turn, None, 0, None, None, 0, game.position, game.final_position)
        world.database.write(partial(update_game_facts, game_id=game.id, facts=facts))
        anna.open(f"/lists/new?again={game.tag}")
        assert f"{again} bot{'s' * (again > 1)} play{'s' * (again == 1)} again" in anna.text
        anna.press("Open the game")
        assert ("is full, and the game has started" in anna.text) == (again == 2), "bots make it full"
    with world.database.read() as tx:
        waiting = [get_player(tx, one.player_id).name for one in list_waiting_players(tx, 1)]
        seats = [row.name for row in list_seats(tx, 3)]
    assert waiting == ["Anna", "Bot Brunel"] and sorted(seats) == ["Anna", "Bot Brunel", "Bot Stephenson"]
    assert world.mails("Bert")[-1].subject == "Anna invites you: Tea"


def test_too_many_lists_are_refused_on_the_form(world: World) -> None:
    anna = world.signed_in("Anna")
    for _ in range(3):
        open_list(anna)
    anna.open("/lists/new")
    anna.press("Open the game")
    assert anna.response.status_code == 422
    assert "You have 3 waiting lists open, the most a player can have." in anna.text


def test_words_for_the_dice_are_seen_by_their_writer_alone_and_can_be_changed(world: World) -> None:
    anna, bert = world.signed_in("Anna"), world.signed_in("Bert")
    number = open_list(anna, seats="3")
    anna.open(f"/lists/{number}")
    anna.press("Change them", salt="a quick brown fox")
    assert "Your dice words for waiting list 1, Anna's game, are changed." in anna.text
    assert anna.page.get_element_by_id("salt").value == "a quick brown fox"
    for path in (f"/lists/{number}", "/lists"):
        assert "quick brown" not in bert.open(path).text


def test_leaving_and_closing(world: World) -> None:
    anna, bert = world.signed_in("Anna"), world.signed_in("Bert")
    number = open_list(anna, seats="3")
    bert.open("/lists")
    bert.press("Join")
    anna.open(f"/lists/{number}")
    anna.press("Leave")
    assert "it is now Bert's list" in anna.text
    bert.open(f"/lists/{number}")
    bert.press("Leave and close")
    assert bert.response.request.path == "/lists"
    assert "and it is closed" in bert.text
    bert.open(f"/lists/{number}")
    assert "This list is closed. The game did not start." in bert.text
    bert.post(f"/lists/{number}/join", {"csrf_token": token(bert)})
    assert bert.response.status_code == 422
    assert "There is no open waiting list 1." in bert.text


def test_a_private_list_is_there_for_whom_it_is_meant(world: World) -> None:
    anna, bert, clara = (world.signed_in(name) for name in ("Anna", "Bert", "Clara"))
    number = open_list(anna, private="yes", name="Only us")
    for browser in (bert, clara, world.browser()):
        for path in ("/", "/lists", "/lists/index.json", "/lists/feed.atom"):
            assert "Only us" not in browser.open(path).text
        assert browser.open(f"/lists/{number}").status_code == 404
        assert browser.open(f"/lists/{number + 1}").status_code == 404
    anna.open(f"/lists/{number}")
    anna.press("Invite", whom="Bert")
    assert "Bert is invited to waiting list 1, Only us." in anna.text
    bert.open("/lists")
    assert "You are invited" in bert.text
    assert "you are invited" in bert.open("/my").text
    bert.open(f"/lists/{number}")
    bert.press("Decline")
    assert "You have declined the invitation" in bert.text
    assert bert.open(f"/lists/{number}").status_code == 404
    clara.post(f"/lists/{number}/join", {"csrf_token": token(clara)})
    assert clara.response.status_code == 404


def test_what_cannot_be_is_said_on_the_lists_page(world: World) -> None:
    anna = world.signed_in("Anna")
    number = open_list(anna)
    anna.press("Invite", whom="Nobody at all")
    assert anna.response.status_code == 422
    assert 'There is no player called "Nobody at all".' in anna.text
    assert anna.page.get_element_by_id("whom").value == "Nobody at all"
    assert number == 1
    anna.press("Invite", whom=" ")
    told = "Whom? Give an email address, or a player's name."
    assert anna.page.get_element_by_id("whom-fault").text == told == MESSAGES["missing_guest"]


def test_lists_are_shown_by_kind_of_game(world: World) -> None:
    anna, bert = world.signed_in("Anna"), world.signed_in("Bert")
    open_list(anna, name="Alps")
    open_list(anna, "germany", name="Rhine")
    bert.open("/lists?game=germany")
    assert "Rhine" in bert.text
    assert "Alps" not in bert.text
    assert "Alps" in bert.open("/lists?game=chess").text


def test_whoever_is_not_known_registers_and_comes_back_to_the_list(world: World) -> None:
    number = open_list(world.signed_in("Anna"), seats="3")
    browser = world.browser()
    browser.open(f"/lists/{number}")
    browser.press("Join")
    assert browser.response.request.path == "/register"
    browser.press("Email me a link", name="Zoe", address="zoe@far.test")
    assert browser.response.request.path == "/register/sent"
    mail = strangers_mail(world, "zoe@far.test")
    assert "Zoe" not in mail.subject + mail.text, "anyone may have typed that address, and that name"
    browser.open(f"/register/{mail.sender}")
    assert browser.page.get_element_by_id("name").value == "Zoe"
    browser.press("Create my account")
    assert browser.response.request.path == f"/lists/{number}"
    assert "You are signed in as Zoe." in browser.text
    browser.press("Join")
    assert "You're in. The game starts as soon as it is full; you'll get an email." in browser.text


def test_the_hours_registrations_are_the_same_for_players_and_strangers(world: World) -> None:
    most = world.settings.mail.strangers_per_hour
    now_ms = to_ms(world.clock())
    for _ in range(most - 1):
        world.database.write(lambda tx: note_stranger_mailed(tx, "web", now_ms, 0))
    browser = world.browser()
    browser.open("/register")
    assert browser.press("Email me a link", name="Zoe", address="bert@player.test").status_code == 200
    for address in ("bert@player.test", "zoe@far.test"):
        browser.open("/register")
        assert browser.press("Email me a link", name="Zoe", address=address).status_code == 503
        assert "Too many people asked for an account in the last hour." in browser.text
    world.clock.advance(timedelta(hours=1))
    browser.press("Email me a link", name="Zoe", address="zoe@far.test")
    assert browser.response.request.path == "/register/sent"


def test_whoever_signs_in_instead_comes_back_too(world: World) -> None:
    number = open_list(world.signed_in("Anna"), seats="3")
    browser = world.browser()
    browser.open(f"/lists/{number}")
    browser.press("Join")
    browser.open("/sign-in")
    browser.press("Email me a link", address="bert@player.test")
    browser.open(world.link("Bert"))
    browser.press("Sign in", form="/sign-in/")
    assert browser.response.request.path == f"/lists/{number}"
    browser.open("/my")
    assert browser.response.status_code == 200


def test_forms_of_players_ask_strangers_to_sign_in(world: World) -> None:
    browser = world.browser()
    assert browser.open("/lists/new").request.path == "/sign-in"
    for act in ("leave", "invite", "decline"):
        browser.post(f"/lists/1/{act}", {"csrf_token": token(browser)})
        assert browser.response.request.path == "/sign-in"


def test_the_home_page_leads_to_the_lists(world: World) -> None:
    assert "Games looking for players None at the moment." in opened(world, "/")
    open_list(world.signed_in("Anna"), name="Tea at four")
    browser = world.browser()
    browser.open("/")
    assert "Tea at four" in browser.text
    assert browser.page.xpath("//main//a[@href='/lists/1']")
    assert browser.page.xpath("//header//a[@href='/lists'][text()='Join a game']")


def test_what_can_be_written_to_the_office_is_a_page(world: World) -> None:
    text = opened(world, "/help/office")
    assert "lobby@localhost" in text
    assert "join <number> [with <words>]" in text


def test_open_lists_are_data_and_a_feed(world: World) -> None:
    anna, machine = world.signed_in("Anna"), world.browser()
    number = open_list(anna, "germany", name="Rhine", seats="3", late="pass", **{"option-two_starts": "drawn"})
    response = machine.open("/lists/index.json")
    (found,) = json.loads(response.text)["lists"]
    machine.open("/help/data")
    for name, value in found.items():
        assert f"{name} " in machine.text, "each field is documented"
        assert value not in (None, "") or name == "beacon"
    assert (found["name"], found["players"], found["options"]) == ("Rhine", ["Anna"], {"two_starts": "drawn"})
    assert (found["commitment"], found["url"]) == (row(world, number).commitment, "https://games.test/lists/1")
    known = {"If-None-Match": response.headers["ETag"]}
    assert machine.client.get("/lists/index.json", headers=known, base_url="https://games.test").status_code == 304
    bert = world.signed_in("Bert")
    bert.open(f"/lists/{number}")
    bert.press("Join")
    again = machine.client.get("/lists/index.json", headers=known, base_url="https://games.test")
    assert json.loads(again.text)["lists"][0]["players"] == ["Anna", "Bert"]
    feed = machine.open("/lists/feed.atom")
    assert feed.mimetype == "application/atom+xml"
    assert "<title>Rhine</title>" in feed.text
    assert "Set-Cookie" not in feed.headers
    assert row(world, number).commitment in feed.text


def token(browser: Browser) -> str:
    """A token for a form that no page shows."""
    browser.open("/sign-in")
    found = browser.page.xpath("//input[@name='csrf_token']")
    return str(found[0].value)


def opened(world: World, path: str) -> str:
    """What a stranger reads on a page."""
    browser = world.browser()
    browser.open(path)
    return browser.text
