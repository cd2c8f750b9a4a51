"""Signing in by the mailed link, and out again."""

import re

from playwright.sync_api import Page, expect
from server.kit import await_until

from browser.kit import DESKTOP, Site, Window, Windows, box, in_windows

# Each test signs in players of its own, as nobody may ask for many links within an hour.


@in_windows(DESKTOP)
def test_whoever_follows_the_mailed_link_is_in_until_he_leaves(site: Site, windows: Windows, window: Window) -> None:
    name = f"Dora-{window.name}"
    tag, page = site.new_game(name), windows.open(window)
    site.ask_for_link(page, name)
    assert page.url == f"{site.url}/sign-in/sent"
    link = site.link_to(name)

    site.open(page, link)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{site.url}/my")
    expect(page.get_by_role("contentinfo")).to_contain_text(f"You are signed in as {name}.")
    expect(page.get_by_role("link", name=f"{tag} Whitsun")).to_be_visible()

    page.locator("header summary", has=page.locator(".who")).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("contentinfo")).not_to_contain_text(name)
    site.open(page, "/my")
    assert page.url == f"{site.url}/sign-in?next=/my"


def test_a_link_works_once(site: Site, windows: Windows) -> None:
    site.new_game("Gerd")
    mine, theirs = windows.open(), windows.open()
    site.ask_for_link(mine, "Gerd")
    link = site.link_to("Gerd")
    for page in (mine, theirs):
        site.open(page, link)  # which uses nothing up
    mine.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(mine).to_have_url(f"{site.url}/my")
    theirs.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(theirs.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    expect(theirs.get_by_role("contentinfo")).not_to_contain_text("Gerd")


def test_a_session_is_kept_where_the_browser_keeps_it(site: Site, desktop: Page) -> None:
    site.new_game("Hanna")
    site.sign_in(desktop, "Hanna")
    (cookie,) = [cookie for cookie in desktop.context.cookies() if cookie["name"] == "session"]
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert desktop.evaluate("document.cookie") == ""
    other = desktop.context.new_page()
    site.open(other, "/my")
    expect(other.get_by_role("contentinfo")).to_contain_text("You are signed in as Hanna.")


def test_who_ends_a_turn_by_a_link_in_a_report_reads_the_answer_while_the_game_goes_on(
    site: Site, windows: Windows
) -> None:
    tag, page = site.new_game("Ines"), windows.open()
    links = re.compile(rf"{site.url}/games/{tag}/enter/\w+")
    await_until(lambda: any(links.search(mail.text) for mail in site.mails("Ines")), "the report with its link")
    site.open(page, next(found[0] for mail in site.mails("Ines") if (found := links.search(mail.text))))
    page.get_by_role("button", name="Go to the game").click()
    box(page).fill("end")
    before = site.game(tag)
    page.get_by_role("button", name="Send", exact=True).dblclick()
    answer = page.locator(".answer")
    expect(answer).to_contain_text("Your orders were carried out.")
    await_until(lambda: site.game(tag).position > before.position and site.game(tag).active_seat == 0, "the bot's turn")
    expect(page.locator("#live")).to_be_visible()
    expect(answer).to_contain_text("you are no longer signed in by the link")
