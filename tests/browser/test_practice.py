"""A stranger plays against bots in a browser: from the first press on the home page, without an account."""

from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.kit import PHONE, Site, Window, Windows, box, in_windows
from pbem.store import repository as repo
from pbem.store.rows import GameRow


def begun(site: Site, page: Page) -> GameRow:
    """Begin a game against two bots as anybody can, and find it."""
    site.open(page, "/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/games/p*")
    return present(site, page.url.rpartition("/")[2])


def present(site: Site, tag: str) -> GameRow:
    with site.place.database.read() as tx:
        found = repo.any_game_by_tag(tx, tag)
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
    expect(page.get_by_role("region", name="What happened last")).to_contain_text("Bot ")
    assert present(site, game.tag).active_seat == 0
    site.open(page, "/play")
    if window.javascript:
        assert violations(page) == []
    page.get_by_role("button", name="End this game").click()
    expect(page.locator("#said")).to_have_text("The game is gone.")
