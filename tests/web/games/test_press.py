"""The page of a game's press shows each visitor what he may read, and what is sent there goes the way of a letter."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from forms_kit import ask_as
from web_kit import Browser, World, new_world

from pbem.adjudicator.commands.press import WritePress
from pbem.store.games.game import GameRow
from pbem.terms import PressRule, Terms

PAGE = "/games/e1/press"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def opened(world: World, press: PressRule = "anonymous") -> GameRow:
    """A game of Anna, Bert and Clara."""
    ids = [world.players[name] for name in ("Anna", "Bert", "Clara")]
    return world.game(world.intake.operator.open_game("Whitsun", ids, {}, terms=Terms(press=press)))


def seen(browser: Browser) -> list[str]:
    """The press on the page, as it is to be read."""
    return [" ".join(item.text_content().split()) for item in browser.page.xpath("//ol[@class='press']/li")]


def at_press(world: World, name: str) -> Browser:
    """A player at his game's press."""
    browser = world.signed_in(name)
    browser.open(PAGE)
    return browser


def test_what_is_written_on_the_page_is_mailed_and_shown_to_those_it_is_for(world: World) -> None:
    opened(world)
    anna = at_press(world, "Anna")
    anna.press("Send", form="/press", to=["1", "2"], text="Shall we\r\n<b>build</b> east?")
    assert anna.page.get_element_by_id("said").text == "It goes to Bert and Clara."
    assert [mail.kind for mail in world.mails("Bert")] == ["report", "press"]
    assert "   Shall we\n   <b>build</b> east?\n" in world.mails("Bert")[1].text
    (own,) = seen(anna)
    assert own.startswith("You wrote to Bert and Clara: Sunday 22 November 2026, 17:00 UTC")
    assert own.endswith("Shall we <b>build</b> east?")
    (got,) = seen(at_press(world, "Bert"))
    assert got.startswith("Anna writes to you and Clara:")
    for stranger in (world.browser(), world.signed_in("Dora")):
        stranger.open(PAGE)
        assert seen(stranger) == []
        assert "Shall we" not in stranger.text
        assert not stranger.page.xpath("//textarea"), "who has no seat cannot write"


def test_press_to_all_is_everybodys_and_in_the_feed(world: World) -> None:
    opened(world)
    before = world.browser().open("/games/e1/feed.atom")
    at_press(world, "Anna").press("Send", form="/press", to="all", text="See you in <Hamburg>!")
    stranger = world.browser()
    stranger.open(PAGE)
    assert seen(stranger)[0].startswith("Anna writes to all:")
    feed = stranger.open("/games/e1/feed.atom")
    assert feed.headers["ETag"] != before.headers["ETag"]
    assert "<title>e1: Anna writes to all:</title>" in feed.text
    assert "<p>See you in &lt;Hamburg&gt;!</p>" in feed.text
    assert "/games/e1/press" in feed.text


def test_what_is_private_or_hidden_is_in_no_feed(world: World) -> None:
    game = opened(world)
    ask_as(world.intake, game.id, 0, WritePress((1,), "private"))
    ask_as(world.intake, game.id, 0, WritePress(None, "a rumour", anonymous=True))
    assert "rumour" not in world.browser().open("/games/e1/feed.atom").text
    world.clock.advance(timedelta(minutes=2))
    world.intake.clock.pass_on_press(game.id)
    feed = world.browser().open("/games/e1/feed.atom").text
    assert "An anonymous message to all:" in feed
    assert "private" not in feed
    entry = next(part for part in feed.split("<entry>") if "rumour" in part)
    assert "Anna" not in entry
    assert "<updated>2026-11-22T17:01:00Z</updated>" in entry


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"to": [], "text": "Hello"}, "To whom? Name players, or all."),
        ({"to": ["9"], "text": "Hello"}, "To whom? Name players, or all."),
        ({"to": ["1"], "text": " \r\n "}, "There is no text."),
        ({"to": ["0"], "text": "Hello"}, "You can't write to yourself."),
        ({"to": ["1"], "text": "x" * 4001}, "The text has 4,001 characters; 4,000 are allowed."),
    ],
)
def test_what_cannot_be_sent_is_kept_on_the_page_which_says_why(
    world: World, fields: dict[str, str | list[str]], why: str
) -> None:
    opened(world)
    anna = at_press(world, "Anna")
    assert anna.press("Send", form="/press", **fields).status_code == 422
    assert anna.page.get_element_by_id("fault").text_content() == f"Nothing was sent. {why}"
    assert anna.page.xpath("//textarea")[0].text.strip() == str(fields["text"]).strip()
    assert len(world.mails("Bert")) == 1


def test_without_a_name_only_where_the_game_allows_it(world: World) -> None:
    game = opened(world, "signed")
    anna = at_press(world, "Anna")
    assert not anna.page.xpath("//input[@name='anonymous']")
    anna.press("Send", form="/press", to="1", text="Hello", anonymous="yes")
    assert "There are no anonymous messages in this game." in anna.text
    assert game.press == "signed"


def test_a_game_without_press_says_so(world: World) -> None:
    opened(world, "none")
    anna = at_press(world, "Anna")
    assert "Players can't write to each other in this game." in anna.text
    assert not anna.page.xpath("//textarea")
    assert [heading.text for heading in anna.page.xpath("//h2")] == ["Mute"], "of notices, which there are all the same"


def test_what_has_no_name_is_shown_when_its_minute_is_over(world: World) -> None:
    game = opened(world)
    anna = at_press(world, "Anna")
    anna.press("Send", form="/press", to="1", text="psst", anonymous="yes")
    assert "It is anonymous, and leaves within minutes." in anna.text
    assert seen(at_press(world, "Bert")) == []
    world.clock.advance(timedelta(minutes=2))
    world.intake.clock.pass_on_press(game.id)
    assert seen(at_press(world, "Bert"))[0].startswith("An anonymous message to you:")
    anna.open(PAGE)
    assert seen(anna)[0].startswith("You wrote to Bert anonymously:")


def test_muted_press_is_folded_away_and_not_mailed(world: World) -> None:
    game = opened(world)
    bert = at_press(world, "Bert")
    bert.press("Mute Anna")
    assert "You no longer get messages from Anna" in bert.text
    ask_as(world.intake, game.id, 0, WritePress((1,), "noise"))
    assert not [mail for mail in world.mails("Bert") if mail.kind == "press"]
    bert.open(PAGE)
    (folded,) = bert.page.xpath("//ol[@class='press']/li/details")
    assert "muted" in folded.find("summary").text_content()
    assert "noise" in folded.text_content()
    bert.press("Unmute Anna")
    assert not bert.page.xpath("//ol[@class='press']/li/details")


def test_where_only_bots_play_besides_there_is_nobody_to_mute(world: World) -> None:
    world.add_player("Crank", bot="heuristic")
    opened(world, "signed")
    ids = [world.players[name] for name in ("Anna", "Crank")]
    world.intake.operator.open_game("Tea", ids, {}, terms=Terms(press="signed"))
    anna = world.signed_in("Anna")
    for tag, muting in (("e1", ["Mute"]), ("e2", [])):
        anna.open(f"/games/{tag}/press")
        assert [heading.text for heading in anna.page.xpath("//h2[@id='mute']")] == muting


def test_nobody_writes_or_mutes_for_others(world: World) -> None:
    opened(world)
    dora, path = world.signed_in("Dora"), PAGE
    dora.open("/my")
    token = dora.form("Sign out")[1]["csrf_token"]
    assert dora.post(path, {"csrf_token": token, "to": "all", "text": "I play too"}).status_code == 403
    assert dora.post(f"{path}/mute", {"csrf_token": token, "whom": "0", "do": "mute"}).status_code == 403
    anna = at_press(world, "Anna")
    token = anna.form("Sign out")[1]["csrf_token"]
    for whom in ("7", "-2", "x", ""):
        assert anna.post(f"{path}/mute", {"csrf_token": token, "whom": whom, "do": "mute"}).status_code == 404
    assert world.browser().open("/games/e9/press").status_code == 404


def test_a_long_exchange_has_pages(world: World) -> None:
    game = opened(world)
    for number in range(60):
        world.clock.advance(timedelta(hours=2))
        ask_as(world.intake, game.id, 0, WritePress(None, f"number {number}"))
    browser = world.browser()
    browser.open(PAGE)
    assert (len(seen(browser)), seen(browser)[0][-9:]) == (50, "number 59")
    browser.open(f"{PAGE}?page=2")
    assert (len(seen(browser)), seen(browser)[-1][-8:]) == (10, "number 0")


def test_who_has_no_seat_watches_by_a_button(world: World) -> None:
    opened(world)
    dora = world.signed_in("Dora")
    dora.open("/games/e1")
    dora.press("Watch this game")
    assert dora.page.get_element_by_id("said").text == "You're watching e1. You get emails with everything public."
    ask_as(world.intake, 1, 0, WritePress(None, "Hello, Dora"))
    assert [mail.kind for mail in world.mails("Dora")][-1] == "press"
    dora.open("/my")
    assert "Watching 1" in dora.text
    dora.open("/games/e1")
    dora.press("Stop watching")
    assert dora.page.get_element_by_id("said").text == "You're no longer watching e1."
    assert dora.form("Watch this game")
    for browser in (world.browser(), world.signed_in("Anna")):
        browser.open("/games/e1")
        assert "Watch this game" not in browser.text
