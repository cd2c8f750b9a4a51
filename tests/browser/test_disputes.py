"""A dispute is opened by mail, and ruled on the desk; everybody reads the ruling in his mail."""

import pytest
from playwright.sync_api import Page, expect
from server.kit import FIRST_TURN, Penfriend, open_game

from browser.axe import violations
from browser.kit import Site
from pbem.store.moderation.disputes import list_disputes_of_game

PLAYERS = ("Olga", "Pavel")
RULE = "FR-30"


@pytest.mark.soak
def test_a_dispute_by_mail_is_examined_and_ruled_on_the_desk(site: Site, desktop: Page) -> None:
    tag = open_game(site.place, *PLAYERS)
    site.play_bots()
    write(site, tag, 0, *FIRST_TURN)
    before = site.game(tag).final_position
    site.sign_in(desktop, "Anna")
    write(site, tag, 1, "dispute: Was that laid as the rules have it?")
    assert site.game(tag).held_ms is not None
    number = examine(site, desktop, tag)
    desktop.get_by_role("button", name="Unseal the game").click()
    expect(desktop.get_by_text("How each line was read then").first).to_be_visible()
    expect(desktop.get_by_text(FIRST_TURN[0], exact=True).first).to_be_visible()
    assert violations(desktop) == []
    rule(site, desktop, "The game is rolled back", "The line was not laid.")
    assert site.game(tag).held_ms is None
    assert site.game(tag).active_seat == 0
    assert site.game(tag).final_position > before
    told_everybody(site, number, "The line was not laid.", "The game is rolled back to #")
    write(site, tag, 1, "dispute: And where is my die?")
    number = examine(site, desktop, tag)
    desktop.get_by_text("Corrections", exact=True).click()
    desktop.get_by_label("Corrections, one per line").fill("give pavel 1 hidden")
    rule(site, desktop, "The position is corrected", "It comes from the bank.")
    told_everybody(site, number, "It comes from the bank.", "The position is corrected.")


def write(site: Site, tag: str, seat: int, *lines: str) -> None:
    """Send a letter of a seat's player by SMTP, and wait until all is done that comes of it."""
    player = Penfriend(site.place, tag, seat)
    assert player.send(player.letter(*lines), site.server.listener.port)
    site.play_bots()


def examine(site: Site, page: Page, tag: str) -> int:
    """Go from the desk to the dispute that is open in a game; return its number."""
    with site.place.database.read() as tx:
        number = list_disputes_of_game(tx, site.game(tag).id)[-1].id
    site.open(page, "/moderate")
    page.locator(f"a[href='/moderate/disputes/{number}']").first.click()
    page.wait_for_url(f"**/moderate/disputes/{number}")
    return number


def rule(site: Site, page: Page, verdict: str, text: str) -> None:
    """Fill in a ruling, look at what it would do, and do it."""
    page.get_by_role("radio", name=verdict).check()
    page.get_by_label("Deciding rule").select_option(RULE)
    page.get_by_label("The ruling", exact=True).fill(text)
    page.get_by_role("button", name="See what it would do").click()
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("status").first).to_contain_text("You have ruled on dispute")
    site.play_bots()


def told_everybody(site: Site, number: int, text: str, verdict: str) -> None:
    """Look for a ruling in the newest mail to each player."""
    for name in PLAYERS:
        mail = site.mails(name)[-1].text
        assert f"Ruling by the moderator Anna on dispute {number}" in mail
        assert f"{RULE}: Track is laid only" in mail
        assert text in mail
        assert verdict in " ".join(mail.split())
