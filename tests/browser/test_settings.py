"""What a player chooses: how he is written to, where, and what his calendar shows."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from server.kit import address_of, await_until

from browser.axe import violations
from browser.kit import MODERATED, PHONE, PLAIN, Site, Window, Windows, in_windows


@in_windows(PHONE, of=[PHONE, PLAIN])
def test_choices_are_kept_and_hold_at_once(site: Site, windows: Windows, window: Window) -> None:
    name = f"Hanna-{window.name}"
    tag, page = site.new_game(name), windows.open(window)
    site.sign_in(page, name)
    site.open(page, f"/games/{tag}")
    expect(page.locator("time").first).to_contain_text("UTC")

    site.open(page, "/my")
    own = page.locator("header summary", has=page.locator(".who"))
    own.press("Enter")
    page.keyboard.press("Escape" if window.javascript else "Enter")
    expect(own).to_be_focused()
    expect(page.get_by_role("banner").get_by_role("link", name="Settings")).to_be_hidden()
    own.press("Enter")
    page.get_by_role("banner").get_by_role("link", name="Settings").click()
    expect(page.get_by_label("Time zone", exact=True)).to_be_hidden()
    unfold(page, "Language and time zone").get_by_label("Time zone", exact=True).select_option("Asia/Tokyo")
    save(page, "Save language and time zone")
    unfold(page, "How emails look").get_by_label("Plain text only").check()
    save(page, "Save how emails look")
    unfold(page, "Deadline reminders").get_by_label("at the deadline").uncheck()
    save(page, "Save reminders")
    page.reload()
    for title, now in (("Language and time zone", "Asia/Tokyo"), ("How emails look", "Plain text only")):
        expect(folded(page, title).locator("summary")).to_contain_text(now)
        unfold(page, title)
    unfold(page, "Deadline reminders")
    expect(page.get_by_label("Time zone", exact=True)).to_have_value("Asia/Tokyo")
    expect(page.get_by_label("Plain text only")).to_be_checked()
    expect(page.get_by_label("at the deadline")).not_to_be_checked()
    site.open(page, f"/games/{tag}")
    expect(page.locator("time").first).to_contain_text(re.compile(r"JST|\+09"))


def folded(page: Page, title: str) -> Locator:
    """A setting by its name, folded or not."""
    return page.locator("details.setting", has=page.get_by_role("heading", name=title, exact=True))


def unfold(page: Page, title: str) -> Locator:
    """A setting that is open to be changed; it is opened by the keyboard."""
    setting = folded(page, title)
    if setting.get_attribute("open") is None:
        setting.locator("summary").press("Enter")
    return setting


def save(page: Page, button: str) -> None:
    """Save a part of the settings, and find beside its button that it was."""
    page.get_by_role("button", name=button).click()
    said = page.get_by_role("status")
    expect(said).to_have_text("Saved.")
    expect(said).to_be_in_viewport()
    below, above = said.bounding_box(), page.get_by_role("button", name=button).bounding_box()
    assert below and above
    assert 0 <= below["y"] - above["y"] < 150, "it is said right below the button"


def test_a_link_to_a_setting_unfolds_it(site: Site, desktop: Page) -> None:
    site.sign_in(desktop, "Anna")
    for place, label in (("address", "New address"), ("reports", "Every turn")):
        site.open(desktop, "/my/settings")
        expect(desktop.get_by_label(label)).to_be_hidden()
        site.open(desktop, f"/my/settings?from=mail#{place}")
        expect(desktop.get_by_label(label)).to_be_in_viewport()


def test_axe_finds_nothing_wrong_where_all_is_unfolded(site: Site, phone: Page) -> None:
    site.sign_in(phone, "Anna")
    for path in ("/my/settings", f"/moderate/{MODERATED}"):
        site.open(phone, path)
        phone.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
        assert violations(phone) == []
        assert phone.evaluate("document.scrollingElement.scrollWidth") <= PHONE.width


@pytest.mark.soak
def test_an_address_changes_by_a_link_that_is_mailed_to_the_new_one(site: Site, windows: Windows) -> None:
    site.new_game("Jana")
    page = site.sign_in(windows.open(), "Jana")
    ask_for(site, page, "nowhere")
    expect(page.get_by_label("New address")).to_be_focused()
    expect(page.get_by_text("This is not an email address")).to_be_visible()
    assert violations(page) == []

    ask_for(site, page, address_of("Jana.New"))
    expect(page.get_by_text(f"You asked for another: {address_of('Jana.New')}")).to_be_visible()
    assert violations(page) == []
    await_until(lambda: bool(site.mails("Jana.New")), "the mail to the new address")
    assert f"{site.url}/address/" not in site.mails("Jana")[-1].text, "the old address hears of it, and cannot do it"

    elsewhere = windows.open()  # where the new mailbox is read, and nobody signed in
    site.open(elsewhere, site.link_to("Jana.New", "address"))
    elsewhere.get_by_role("main").get_by_role("button").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Your address is changed")
    assert violations(elsewhere) == []
    site.open(page, "/my/settings")
    expect(folded(page, "Your email address").locator("summary")).to_contain_text(address_of("Jana.New"))


def ask_for(site: Site, page: Page, address: str) -> None:
    """Ask for another address as a browser would that does not judge addresses itself."""
    site.open(page, "/my/settings")
    unfold(page, "Your email address")
    page.locator("form").evaluate_all("(forms) => forms.forEach((form) => { form.noValidate = true; })")
    page.get_by_label("New address").fill(address)
    page.get_by_role("button", name="Email a link there").click()


@pytest.mark.soak
def test_the_calendar_has_a_secret_address_that_can_be_made_worthless(site: Site, desktop: Page) -> None:
    tag = site.new_game("Karl")
    site.sign_in(desktop, "Karl")
    site.open(desktop, "/my/settings")
    unfold(desktop, "Calendar").get_by_role("button", name="Make a secret address").click()
    secret = desktop.get_by_label("Secret address").input_value()
    assert violations(desktop) == []
    desktop.context.clear_cookies()
    assert f"{tag} Whitsun" in desktop.request.get(secret).text(), "calendars have no cookies"

    site.sign_in(desktop, "Karl")
    site.open(desktop, "/my/settings")
    unfold(desktop, "Calendar").get_by_role("button", name="Turn off calendar").click()
    expect(desktop.get_by_role("button", name="Make a secret address")).to_be_visible()
    assert desktop.request.get(secret).status == 404
