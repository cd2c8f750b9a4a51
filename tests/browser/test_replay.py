"""Old turns are seen again: from the history to a moment, and on by links, keys, the slider and by itself."""

from playwright.sync_api import Page, expect

from browser.kit import DESKTOP, MODERATED, OVER, PHONE, PLAIN, PLAYING, Site, Window, Windows, in_windows


def where(page: Page, tag: str) -> int:
    """The position that the address bar tells."""
    assert f"/games/{tag}/at/" in page.url
    return int(page.url.rpartition("/")[2])


def expect_at(site: Site, page: Page, tag: str, position: int) -> None:
    """Wait until a moment is shown, at its own address."""
    expect(page).to_have_url(f"{site.url}/games/{tag}/at/{position}")
    expect(page.locator("#board").get_by_role("link", name=f"#{position}", exact=True)).to_be_visible()


@in_windows(PLAIN)
def test_a_turn_of_the_first_year_is_found_and_stepped_through_by_links(
    site: Site, windows: Windows, window: Window
) -> None:
    page, known = windows.open(window), site.moments(PLAYING)
    site.open(page, f"/games/{PLAYING}")
    page.get_by_role("link", name="History", exact=True).click()
    page.get_by_role("link", name="Year 1", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History, year 1")
    turn = page.get_by_role("heading", name="Turn 1: Anna")
    turn.locator("xpath=following-sibling::ul[1]").get_by_role("link").first.click()

    at = known.index(where(page, PLAYING))
    expect(page.get_by_role("heading", level=2).first).to_have_text("Year 1, turn 1: Anna")
    before = page.locator("#told").inner_text()
    page.get_by_role("link", name="Next").click()
    expect_at(site, page, PLAYING, known[at + 1])
    expect(page.locator("#told")).not_to_have_text(before)
    page.get_by_role("link", name="Previous").click()
    expect_at(site, page, PLAYING, known[at])
    assert page.locator("#told").inner_text() == before
    page.get_by_role("link", name="Newest").click()
    expect_at(site, page, PLAYING, known[-1])
    expect(page.get_by_role("link", name="Next")).to_be_disabled()
    page.get_by_role("link", name="First", exact=True).click()
    expect_at(site, page, PLAYING, known[0])
    expect(page.get_by_role("link", name="Previous")).to_be_disabled()


def test_arrow_keys_step_through_a_game_without_loading_pages(site: Site, desktop: Page) -> None:
    known = site.moments(OVER)
    site.open(desktop, f"/games/{OVER}/at/{known[3]}")
    desktop.evaluate("document.body.dataset.loaded = 'once'")
    for key, at in (("ArrowRight", 4), ("ArrowRight", 5), ("ArrowLeft", 4)):
        desktop.keyboard.press(key)
        expect_at(site, desktop, OVER, known[at])
    for _press in range(4):  # faster than moments come
        desktop.keyboard.press("ArrowRight")
    expect_at(site, desktop, OVER, known[8])
    assert desktop.evaluate("document.body.dataset.loaded") == "once"
    shown = desktop.locator("#moment").inner_text()
    desktop.reload()
    expect_at(site, desktop, OVER, known[8])
    assert desktop.locator("#moment").inner_text() == shown, "the address leads to what the script showed"


def test_a_branch_that_was_left_is_stepped_through_by_itself_and_leads_back_to_the_game(
    site: Site, desktop: Page
) -> None:
    known, old = site.moments(MODERATED), site.left(MODERATED)
    site.open(desktop, f"/games/{MODERATED}/history")
    desktop.get_by_role("link", name="The old branch").click()
    desktop.get_by_role("link", name=f"The map at #{old[0]}", exact=True).click()
    expect_at(site, desktop, MODERATED, old[0])
    expect(desktop.get_by_role("button", name="Play")).to_be_visible()  # or the script does not listen yet
    desktop.keyboard.press("End")
    for position in old[1:]:
        desktop.keyboard.press("ArrowRight")
        expect_at(site, desktop, MODERATED, position)
    expect(desktop.get_by_role("link", name="Next")).to_be_disabled()
    banner = desktop.get_by_role("complementary", name="This is an old branch")
    expect(banner).to_contain_text("The game was rolled back to")
    banner.get_by_role("link", name="Where the game continued").click()
    expect_at(site, desktop, MODERATED, known[1])
    expect(desktop.locator("#told")).to_contain_text("by the operator: A letter was misread.")
    expect(banner).to_be_hidden()


def test_keys_that_mean_something_to_the_browser_are_left_to_it(site: Site, desktop: Page) -> None:
    known = site.moments(OVER)
    site.open(desktop, f"/games/{OVER}/at/{known[3]}")
    for key in ("Alt+ArrowRight", "Shift+ArrowRight", "Control+ArrowRight", "ArrowDown", "ArrowRight"):
        desktop.keyboard.press(key)
    expect_at(site, desktop, OVER, known[4])


@in_windows(PHONE, of=[DESKTOP, PHONE])
def test_the_slider_leads_to_any_moment(site: Site, windows: Windows, window: Window) -> None:
    page, known = windows.open(window), site.moments(OVER)
    site.open(page, f"/games/{OVER}/at/{known[3]}")
    slider = page.get_by_role("slider", name="Position")
    expect(slider).to_have_value("4")
    slider.focus()
    page.keyboard.press("End")
    expect_at(site, page, OVER, known[-1])
    expect(slider).to_have_attribute("aria-valuetext", page.get_by_role("heading", level=2).first.inner_text())
    page.keyboard.press("ArrowLeft")
    expect_at(site, page, OVER, known[-2])
    box = slider.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if window.touch:
        page.touchscreen.tap(*middle)
    else:
        page.mouse.click(*middle)
    expect(page).not_to_have_url(f"{site.url}/games/{OVER}/at/{known[-2]}")
    assert abs(known.index(where(page, OVER)) - len(known) / 2) < len(known) / 8


def test_it_plays_by_itself_until_it_is_stopped(site: Site, desktop: Page) -> None:
    known = site.moments(OVER)
    site.open(desktop, f"/games/{OVER}/at/{known[-3]}")
    play = desktop.get_by_role("button", name="Play")
    play.click()
    expect_at(site, desktop, OVER, known[-2])
    desktop.get_by_role("button", name="Pause").click()
    expect(play).to_be_visible()
    desktop.keyboard.press("End")  # scrolls, and leads nowhere
    expect_at(site, desktop, OVER, known[-2])
    play.press("Enter")  # a click might miss it: the page may still be scrolling
    expect_at(site, desktop, OVER, known[-1])
    expect(play).to_be_visible()
    play.click()  # from the beginning
    desktop.get_by_role("button", name="Pause").click()
    expect(play).to_be_visible()
    assert known.index(where(desktop, OVER)) < len(known) / 2


def test_a_moment_that_cannot_be_loaded_is_told_and_asked_for_again(site: Site, desktop: Page) -> None:
    known = site.moments(OVER)
    desktop.route("**/*part=1", lambda route: route.abort("aborted"))
    site.open(desktop, f"/games/{OVER}/at/{known[3]}")
    desktop.keyboard.press("ArrowRight")
    expect(desktop.get_by_role("alert")).to_have_text("This position could not be loaded. Try again.")
    expect_at(site, desktop, OVER, known[3])
    desktop.unroute("**/*part=1")
    desktop.keyboard.press("ArrowRight")
    expect_at(site, desktop, OVER, known[4])
    expect(desktop.get_by_role("alert")).to_be_hidden()
