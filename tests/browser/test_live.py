"""Open pages follow their games: what somebody does in one window is seen in the windows of all others."""

import re

from forms_kit import ask_as
from playwright.sync_api import Page, Route, expect
from server.kit import FIRST_TURN, await_until, open_game

from browser.axe import violations
from browser.kit import DESKTOP, PHONE, Site, Windows
from pbem.adjudicator.commands.press import WritePress
from pbem.store.games.seats import list_seat_contacts

SECOND = 1000
"""In milliseconds."""


def play(site: Site, tag: str, text: str) -> None:
    """Send orders of whoever's turn it is, from elsewhere."""
    game = site.game(tag)
    forms = site.server.intake.forms
    with site.place.database.read() as tx:
        player = list_seat_contacts(tx, game.id)[game.active_seat or 0].player_id
    assert forms.submit(game.id, player, text, position=game.position).applied


def play_until(site: Site, tag: str, seat: int) -> None:
    """End turns until it is a seat's."""
    while site.game(tag).active_seat != seat:
        play(site, tag, "end")


def streams(site: Site) -> int:
    """The number of streams that the server tells something."""
    return 0 if site.server.web is None else site.server.web.streams


def box(page: Page) -> str:
    return page.get_by_label("One order per line").input_value()


def test_a_move_is_seen_in_all_other_windows(site: Site, windows: Windows) -> None:
    tag = open_game(site.place, "Anna", "Emma")
    anna, stranger = windows.open(DESKTOP), windows.open(PHONE)
    site.sign_in(anna, "Anna")
    site.open(anna, f"/games/{tag}")
    emma = windows.open(DESKTOP)
    site.sign_in(emma, "Emma")
    second = emma.context.new_page()
    site.open(second, f"/games/{tag}")
    site.open(stranger, f"/games/{tag}")
    # Elements that do not change stay the same ones, so that nothing flashes and what is open stays open.
    emma.evaluate("document.querySelector('h1').before = true")
    second.evaluate("document.querySelector('h1').before = true")
    second.get_by_text("What you could do next").or_(second.locator("#play details summary").last).first.click()
    opened = second.evaluate("[...document.querySelectorAll('#play details')].map((one) => one.open)")
    await_until(lambda: streams(site) == 3, "one stream for all windows of each browser")

    play(site, tag, "\n".join(FIRST_TURN))
    expect(second.locator(".status")).to_contain_text("your turn")
    expect(stranger.locator(".status")).to_contain_text("Emma")
    expect(anna.locator(".status")).to_contain_text("Emma")
    expect(emma.locator("#waiting + ul, #waiting + p")).to_contain_text(tag)
    expect(second).to_have_title(re.compile(r"^\(\d+\) "))
    expect(emma).to_have_title(re.compile(r"^\(\d+\) "))
    expect(second.locator("#live-said")).to_have_text("It's your turn.")
    expect(second.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-waits"))
    assert second.evaluate("document.querySelector('h1').before")
    assert (
        opened
        == second.evaluate("[...document.querySelectorAll('#play details')].map((one) => one.open)")[: len(opened)]
    )
    assert streams(site) == 3
    assert violations(second) == []

    # The tab that listens is closed: the other takes over.
    emma.close()
    play(site, tag, "end")
    expect(second.locator(".status")).to_contain_text("year 2")
    play_until(site, tag, 0)
    expect(second.locator(".status")).to_contain_text("Anna")


def test_what_is_typed_is_never_overwritten(site: Site, windows: Windows) -> None:
    tag = open_game(site.place, "Anna", "Emma")
    page = windows.open(PHONE)
    site.sign_in(page, "Emma")
    site.open(page, f"/games/{tag}")
    page.get_by_label("One order per line").fill("next turn: end")
    expect(page.locator(".verdict")).to_be_visible()
    play(site, tag, "\n".join(FIRST_TURN))
    line = page.locator("#live")
    expect(line).to_contain_text("It's your turn.")
    assert box(page) == "next turn: end"
    assert violations(page) == []
    line.get_by_role("link", name="Show").click()
    expect(page.locator(".status")).to_contain_text("your turn")
    expect(page.get_by_label("One order per line")).to_have_value("next turn: end")
    expect(page.locator("#kept")).to_contain_text("You typed these orders")

    # A page of something else says so too, and a page of press shows it.
    page.get_by_role("button", name="Discard them").click()
    site.open(page, f"/games/{tag}/press")
    ask_as(site.server.intake, site.game(tag).id, 0, WritePress(None, "Are you there?", False))
    expect(page.get_by_role("main")).to_contain_text("Are you there?")
    play_until(site, tag, 0)
    page.add_init_script("document.addEventListener('live', () => document.documentElement.setAttribute('heard', ''))")
    site.open(page, "/rules")
    page.locator("[heard]").wait_for(state="attached")
    play_until(site, tag, 1)
    expect(page.locator("#live")).to_contain_text(f"{tag}: It's your turn.")
    page.locator("#live").get_by_role("button", name="Not now").click()
    expect(page.locator("#live")).to_be_hidden()


def test_an_income_that_was_removed_does_not_come_back_with_news(site: Site, windows: Windows) -> None:
    tag = open_game(site.place, "Anna", "Emma")
    play_until(site, tag, 1)
    play_until(site, tag, 0)
    play_until(site, tag, 1)
    page = windows.open(PHONE)
    site.sign_in(page, "Emma")
    site.open(page, f"/games/{tag}")
    expect(page.locator("#orders")).to_have_value("income")
    page.get_by_role("button", name="Remove last line").last.click()
    expect(page.locator("#orders")).to_have_value("")
    ask_as(site.server.intake, site.game(tag).id, 0, WritePress(None, "Are you there?", False))
    expect(page.locator("#live")).to_be_visible()
    assert box(page) == ""


def test_a_page_that_could_not_be_had_is_asked_for_once_more(site: Site, windows: Windows) -> None:
    windows.expected += ["503: "]
    tag = open_game(site.place, "Anna", "Emma")
    page = windows.open(DESKTOP)
    page.clock.install()
    site.open(page, f"/games/{tag}")
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503, body="busy")

    page.route(f"**/games/{tag}", refuse_once)
    play(site, tag, "\n".join(FIRST_TURN))

    def is_new() -> bool:
        page.clock.run_for(5 * SECOND)
        return "Emma" in page.locator(".status").inner_text()

    await_until(is_new, "a page that was asked for again")
    assert len(refused) == 1


def test_where_no_stream_passes_pages_ask(site: Site, windows: Windows) -> None:
    windows.expected += ["503: "]
    tag = open_game(site.place, "Anna", "Emma")
    page = windows.open(DESKTOP)
    page.clock.install()
    page.route("**/live?*", lambda route: route.fulfill(status=503, body="no stream"))
    site.open(page, f"/games/{tag}")
    page.clock.run_for(SECOND)
    play(site, tag, "\n".join(FIRST_TURN))

    def asked_again() -> bool:
        page.clock.run_for(5 * SECOND)
        return "Emma" in page.locator(".status").inner_text()

    await_until(asked_again, "a page that has asked")
