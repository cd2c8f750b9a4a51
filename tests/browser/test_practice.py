"""A stranger plays against bots in a browser: from the first press on the home page, without an account."""

import re
import threading
import time
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from server.kit import await_until

from browser.axe import violations
from browser.kit import DESKTOP, PATIENCE_MS, PHONE, PLAIN, Site, Window, Windows, box, in_windows
from pbem.intake.clock import ClockEvents
from pbem.intake.forms import PracticeGames
from pbem.store.games.game import GameRow, find_any_game_by_tag
from rules_core.kernel.definition import Choose


def begun(site: Site, page: Page) -> GameRow:
    """Begin a game against two bots as anybody can, and find it."""
    site.open(page, "/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/games/p*")
    return present(site, page.url.rpartition("/")[2])


def present(site: Site, tag: str) -> GameRow:
    with site.place.database.read() as tx:
        found = find_any_game_by_tag(tx, tag)
    assert found is not None
    return found


def press_send(site: Site, page: Page, orders: str) -> None:
    box(page).fill(orders)
    site.press_send(page)


@in_windows(PHONE)
def test_a_stranger_plays_the_first_turn(site: Site, windows: Windows, window: Window) -> None:
    page = windows.open(window)
    game = begun(site, page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Practice: The First Rails")
    if window.javascript:
        assert violations(page) == []
    press_send(site, page, "end")
    expect(page.get_by_role("region", name="Latest events")).to_contain_text("Bot ")
    assert present(site, game.tag).active_seat == 0
    site.open(page, "/play")
    if window.javascript:
        assert violations(page) == []
    page.get_by_text(f"End {game.tag}", exact=True).click()
    page.get_by_role("button", name="End this game").click()
    expect(page.locator("#said")).to_have_text("The game is deleted.")


@in_windows(PHONE, PLAIN)
def test_the_lesson_is_finished_by_its_buttons_beside_the_board(site: Site, windows: Windows, window: Window) -> None:
    page = windows.open(window)
    site.open(page, "/play")
    page.get_by_role("button", name="Start the guided game").click()
    page.wait_for_url("**/games/p*")
    heading = page.locator("#lesson")
    for press in range(LESSON_PRESSES):
        pressed = page.locator(".guide button").first
        expect(pressed).to_be_enabled()  # the bot may have to play first
        expect(heading).to_contain_text("of 10")
        shown = page.locator(".guide").inner_text()
        if window.javascript and press in (0, 3, 10):
            assert violations(page) == []
        pressed.dblclick() if window.javascript else pressed.click()
        expect(page.locator(".guide")).not_to_have_text(shown, use_inner_text=True)
        expect(page.locator("#play[data-under-way]")).to_have_count(0)
        if window.javascript and "Step" in heading.inner_text():
            expect(heading).to_be_in_viewport()
    expect(heading).to_have_text("You know how a turn is played")


LESSON_PRESSES: Final = 17
"""Presses of the lesson's own buttons, to its end."""


@in_windows(DESKTOP, PLAIN)
def test_a_bot_is_seen_to_think_and_its_turn_comes_by_itself(
    site: Site, windows: Windows, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_thought, play = threading.Event(), ClockEvents.play_bot

    def play_slowly(clock: ClockEvents, game_id: int, choose: Choose) -> bool:
        return has_thought.wait(TURN_SECONDS) and play(clock, game_id, choose)

    monkeypatch.setattr(PracticeGames, "let_programs_play", lambda *_: None)
    monkeypatch.setattr(ClockEvents, "play_bot", play_slowly)
    page = windows.open(window)
    site.open(page, "/play")
    page.get_by_role("button", name="Start the guided game").click()
    page.wait_for_url("**/games/p*")
    press_send(site, page, "end")
    status = page.locator("#status")
    expect(status).to_contain_text("Bot Brunel is thinking")
    has_thought.set()
    if window.javascript:
        expect(status).to_contain_text("our turn", timeout=PATIENCE_MS)
    else:
        site.play_bots()
        page.get_by_role("link", name="See if it has played").click()
        expect(status).to_contain_text("our turn")


def test_orders_sent_at_one_screen_are_not_asked_about_once_more(site: Site, desktop: Page) -> None:
    site.open(desktop, "/play")
    for number, name in enumerate(("Ann", "Ben"), 1):
        desktop.locator(f"#name-{number}").fill(name)
    desktop.locator("form[action$=together] button").click()
    for _turn in range(3):
        desktop.locator(".cover button").click()
        expect(desktop.locator("#orders-form")).to_be_visible()
        expect(desktop.locator("#kept")).to_be_empty()
        box(desktop).fill("end")
        desktop.get_by_role("button", name="Send", exact=True).click()
        expect(desktop.locator(".cover")).to_be_visible()


MOST_TURNS: Final = 40
"""Turns of one player in a game, at most: most are over after ten, some stand still as long as nobody wants more."""
MOST_GAMES: Final = 6
MOST_PIECES: Final = 6
"""Pieces that they lay in a turn, at most: dice that are kept make a game long."""
END: Final = "#choices :is([name=finish], [name=do][value=finish], [value=end])"
TURN_SECONDS: Final = 60.0
"""How long the bots may take between two turns."""


@pytest.fixture
def tireless(site: Site) -> Iterator[None]:
    """Lift the limits on forms: a test presses faster than any person."""
    limiters = site.server.app.extensions["limiter"]
    for limiter in limiters:
        limiter.enabled = False
    yield
    for limiter in limiters:
        limiter.enabled = True


@pytest.mark.soak
@pytest.mark.usefixtures("tireless")
@in_windows(DESKTOP, PHONE, of=[DESKTOP, PHONE])
def test_a_stranger_plays_a_whole_game_from_the_first_press_to_its_end(
    site: Site, windows: Windows, window: Window
) -> None:
    page, tag = windows.open(window), ""
    for _game in range(MOST_GAMES):
        page.context.clear_cookies()
        site.open(page, "/")
        page.get_by_label("Players", exact=True).select_option("2")
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/games/p*")
        tag = page.url.rpartition("/")[2]
        turns = 0
        while turns < MOST_TURNS and await_turn(page):
            play_turn(site, page, tag)
            turns += 1
        if present(site, tag).status == "over":
            break
    assert not await_turn(page)
    assert present(site, tag).status == "over" and violations(page) == []
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Practice")
    expect(page.get_by_role("main")).to_contain_text("won")
    assert page.locator("table").count() > 0 and violations(page) == []


def await_turn(page: Page) -> bool:
    """Wait, on the page as it is, until it is the visitor's turn again; False where the game is over."""
    end = time.monotonic() + TURN_SECONDS
    while time.monotonic() < end:
        if page.locator(END).count() and not page.locator("form[data-under-way]").count():
            return True
        if page.get_by_text("won", exact=False).count() and not page.locator("#orders-form").count():
            return False
        page.wait_for_timeout(100)
    raise AssertionError(f"nothing goes on here: {page.locator('main').inner_text()[:2000]}")


def play_turn(site: Site, page: Page, tag: str) -> None:
    """Roll what can be rolled, lay pieces where the board offers any, and end the turn, all by presses."""
    rolls = page.locator("#choices button[value^=roll]")
    if rolls.count():
        rolls.last.click()
        page.get_by_role("button", name="Roll the dice").click()
        expect(page.locator(".answer")).to_contain_text("rolls")
    for _piece in range(MOST_PIECES):
        if not press_board(page):
            break
    position, end = present(site, tag).position, page.locator(END).last
    is_sent = end.get_attribute("value") == "finish" or end.get_attribute("name") == "finish"
    page.evaluate(MARK)
    end.click()
    if not is_sent:  # as a roll could come before it
        await_new(page)
        expect(page.locator("#orders")).to_have_value(re.compile(r"^end$", re.MULTILINE))
        page.evaluate(MARK)
        page.get_by_role("button", name="Send", exact=True).click()
    await_until(lambda: present(site, tag).position > position, "the end of the turn")
    await_new(page)


FIRST_PLACE: Final = """() => {
  document.querySelector(".board figure")?.scrollIntoView({ block: "center", behavior: "instant" });
  for (const button of document.querySelectorAll(".targets button[name=add]")) {
    const box = button.getBoundingClientRect();
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    if (document.elementFromPoint(...middle)?.closest(".targets")) {
      return middle;
    }
  }
  return null;
}"""


def press_board(page: Page) -> bool:
    """Press the middle of the first place in sight where a piece fits, and wait for it; False where there is none.

    The sign of another place may hang over it: the nearest place counts.
    """
    middle = page.evaluate(FIRST_PLACE)
    if middle is None:
        return False
    page.evaluate(MARK)
    page.mouse.click(*middle)
    await_new(page)
    return True


MARK: Final = """() => document.querySelector(".orders-panel")?.setAttribute("data-old", "")"""


def await_new(page: Page) -> None:
    """Wait until what was marked has come anew."""
    page.wait_for_function("() => !document.querySelector('.orders-panel[data-old]')")
