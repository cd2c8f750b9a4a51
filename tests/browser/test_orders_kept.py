"""Orders that could not be sent stay in the browser and are sent again, once; the page says why; nobody else sees."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from server.kit import FIRST_TURN, await_until, open_game

from browser.axe import violations
from browser.kit import DESKTOP, PHONE, Site, Windows, box

ROLL, BUY, BUILD, END = FIRST_TURN
ORDERS = "**/games/*/orders"
# Browsers tell other tabs what one has kept with a delay: this tab writes after another has forgotten everything.
WRITE_LATE = """addEventListener("storage", ({key}) => {
  if (key === "signed out") localStorage.setItem("orders 1 late", JSON.stringify({text: "end", at: Date.now()}));
})"""


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def kept(page: Page) -> list[str]:
    """The names of what the browser keeps of typed orders."""
    return [str(name) for name in page.evaluate("Object.keys(localStorage)") if name.startswith("orders ")]


def drop_answer(route: Route) -> None:
    """Let a request reach the server, and loses the answer."""
    route.fetch()
    route.abort("aborted")


def at_game(site: Site, page: Page, name: str = "Anna") -> str:
    tag = site.new_game(name)
    site.sign_in(page, name)
    site.open(page, f"/games/{tag}")
    return tag


def test_orders_outlast_a_line_that_is_down_and_a_page_that_is_closed(site: Site, windows: Windows) -> None:
    page = windows.open(PHONE)
    tag = at_game(site, page)
    page.route(ORDERS, lambda route: route.abort("aborted"))
    box(page).fill(BUILD)
    press(page, "Send")
    expect(page.get_by_role("alert")).to_contain_text("The server can't be reached")
    assert violations(page) == []
    assert box(page).input_value() == BUILD
    page.close()

    page = page.context.new_page()
    site.open(page, f"/games/{tag}")
    expect(box(page)).to_have_value(BUILD)
    expect(page.locator("#kept")).to_contain_text("You sent these orders, and no answer came.")
    expect(page.locator(".verdict")).to_have_text("Possible. Nothing is done yet.")
    expect(page.locator("#kept")).to_be_visible()
    assert violations(page) == []
    press(page, "Send")
    page.wait_for_url("**/answer")
    assert kept(page) == []


def test_orders_whose_answer_was_lost_are_done_once(site: Site, desktop: Page) -> None:
    tag = at_game(site, desktop)
    box(desktop).fill(ROLL)
    press(desktop, "Send")
    desktop.route(ORDERS, drop_answer)
    before = site.game(tag)
    press(desktop, "Roll the dice")
    expect(desktop.get_by_role("alert").last).to_contain_text("The server can't be reached")
    rolled = site.game(tag)
    assert rolled.position > before.position
    desktop.unroute(ORDERS)
    site.open(desktop, f"/games/{tag}")
    expect(desktop.locator("#kept")).to_contain_text("nothing is done twice")
    press(desktop, "Send")
    desktop.wait_for_url("**/answer")
    expect(desktop.locator(".answer")).to_contain_text("done")
    assert site.game(tag) == rolled
    expect(desktop.get_by_role("heading", name="Orders that wait")).to_have_count(0)


def test_what_is_the_matter_is_said_and_sent_again(site: Site, windows: Windows, desktop: Page) -> None:
    windows.expected += ["503"]
    at_game(site, desktop)
    desktop.route(ORDERS, lambda route: route.fulfill(status=503, body="<h1>Bad gateway</h1>"))
    box(desktop).fill(BUILD)
    press(desktop, "Send")
    trouble = desktop.get_by_role("alert")
    expect(trouble).to_contain_text("The server has a problem")
    desktop.unroute(ORDERS)
    press(desktop, "Send again")
    desktop.wait_for_url("**/answer")
    assert kept(desktop) == []


@pytest.mark.soak
def test_a_session_that_is_over_loses_nothing(site: Site, desktop: Page) -> None:
    tag = at_game(site, desktop)
    desktop.context.clear_cookies()
    box(desktop).fill(BUILD)
    press(desktop, "Send")
    trouble = desktop.get_by_role("alert")
    expect(trouble).to_contain_text("You are no longer signed in here")
    expect(trouble.get_by_role("link", name="Sign in")).to_have_attribute("href", f"/sign-in?next=/games/{tag}")
    assert violations(desktop) == []
    assert box(desktop).input_value() == BUILD
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    expect(box(desktop)).to_have_value(BUILD)


def test_press_outlasts_a_line_that_is_down_and_is_passed_on_once(site: Site, desktop: Page) -> None:
    tag = open_game(site.place, "Anna", "Emma")
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}/press")
    write = desktop.get_by_label("Text")
    desktop.get_by_label("Emma").check()
    write.fill("Shall we share the mountain?")
    desktop.reload()
    expect(write).to_have_value("Shall we share the mountain?")
    desktop.route("**/press", drop_answer)
    press(desktop, "Send")
    await_until(lambda: len(site.mails("Emma")) > 0 or desktop.url.startswith("chrome-error"), "a lost answer")
    desktop.unroute("**/press")
    site.open(desktop, f"/games/{tag}/press")
    expect(write).to_have_value("Shall we share the mountain?")
    expect(desktop.get_by_label("Emma")).to_be_checked()
    press(desktop, "Send")
    desktop.wait_for_url("**/press#said")
    expect(write).to_have_value("")
    expect(desktop.locator("ol.press > li")).to_have_count(1)
    assert kept(desktop) == []


def test_after_signing_out_nothing_typed_is_left_and_nobody_else_sees_it(site: Site, windows: Windows) -> None:
    page = windows.open(DESKTOP)
    page.add_init_script(WRITE_LATE)
    tag = at_game(site, page)
    box(page).fill(BUILD)
    assert len(kept(page)) == 1
    other = page.context.new_page()
    site.open(other, f"/games/{tag}")
    expect(box(other)).to_have_value(BUILD)
    assert site.cookies.pop("Anna")
    other.locator("header summary", has=other.locator(".who")).click()
    press(other, "Sign out")
    other.wait_for_url("**/#signed-out")
    expect(page.get_by_label("One order per line")).to_have_count(0)
    await_until(lambda: kept(other) == [], "a browser that has forgotten what was typed")

    page.evaluate("localStorage.setItem('orders 999 e1 1.1', JSON.stringify({text: 'end', at: Date.now()}))")
    site.sign_in(other, "Emma")
    assert kept(other) == [], "what a session left behind that ended by itself"


@pytest.mark.soak
def test_typed_orders_are_thrown_away(site: Site, desktop: Page) -> None:
    tag = at_game(site, desktop)
    box(desktop).fill(BUILD)
    site.open(desktop, f"/games/{tag}")
    expect(desktop.locator("#kept")).to_contain_text("You typed these orders earlier and did not send them.")
    press(desktop, "Discard them")
    expect(box(desktop)).to_have_value("")
    expect(box(desktop)).to_be_focused()
    assert kept(desktop) == []


def test_a_double_click_sends_once_and_the_button_says_so(site: Site, desktop: Page) -> None:
    tag = at_game(site, desktop)
    sent: list[str] = []
    desktop.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    box(desktop).fill(BUILD)
    expect(desktop.locator(".verdict")).to_be_visible()
    sent.clear()
    held: list[Callable[[], None]] = []
    desktop.route(ORDERS, lambda route: held.append(route.continue_))
    desktop.get_by_role("button", name="Send", exact=True).dblclick()
    expect(desktop.get_by_role("button", name="Sending …")).to_be_visible()
    desktop.get_by_role("button", name="Sending …").click(force=True)
    (follow_up,) = held
    follow_up()
    desktop.wait_for_url("**/answer")
    assert len(sent) == 1
    assert "B now points" in desktop.locator(".answer").inner_text()
    expect(desktop.get_by_role("heading", name="Orders that wait")).to_have_count(0)
    assert site.game(tag).active_seat == 0


def test_another_form_is_sent_once_too(site: Site, desktop: Page) -> None:
    tag = at_game(site, desktop)
    site.open(desktop, f"/games/{tag}/press")
    sent: list[str] = []
    desktop.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    desktop.get_by_label("all (in public)").check()
    desktop.get_by_label("Text", exact=True).fill("Good morning")
    desktop.get_by_role("button", name="Send", exact=True).dblclick()
    desktop.wait_for_url("**/press#said")
    assert len(sent) == 1
