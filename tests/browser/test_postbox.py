"""Where no relay carries mails away, they are read and answered in the browser."""

from playwright.sync_api import expect
from server.kit import FIRST_TURN

from browser.axe import violations
from browser.kit import PLAIN, Site, Window, Windows, in_windows


@in_windows(PLAIN)
def test_a_mail_is_answered_with_the_orders_of_a_turn(site: Site, windows: Windows, window: Window) -> None:
    name = f"Lena-{window.name}"
    tag, page = site.new_game(name), windows.open(window)
    site.play_bots()
    site.sign_in(page, name)
    site.open(page, "/postbox")
    page.get_by_role("link", name=f"[First Rails {tag}] Whitsun").first.click()
    expect(page.frame_locator("iframe").get_by_text("It's your turn").first).to_be_visible()
    letter = page.get_by_label("Your email")
    quote = letter.input_value()
    assert quote.startswith("\n")
    letter.fill("\n".join(FIRST_TURN) + quote)
    page.get_by_role("button", name="Send email").click()
    expect(page.get_by_role("heading", name="Your email is sent")).to_be_visible()
    if window.javascript:
        assert violations(page) == []
    page.get_by_role("link", name="read the answer").click()
    expect(page.frame_locator("iframe").get_by_text("Your orders were carried out.")).to_be_visible()
    site.play_bots()
    assert site.game(tag).year == 2
