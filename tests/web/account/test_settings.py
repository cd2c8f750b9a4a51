"""What a player chooses is kept and kept to; a new address is proved by its link, and the old one hears of it first."""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from forms_kit import ask_as
from web_kit import Browser, World, new_world

from pbem.adjudicator.commands.press import WritePress
from pbem.store.accounts.addresses import change_address
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.ignored import EndingRow, list_endings, put_ending
from pbem.store.mail.outbox import MailRow, count_mails_by_status
from pbem.store.mail.press import list_digest_readers
from pbem.store.players.player import find_player_by_address, get_player
from pbem.store.players.preferences import Preferences, get_preferences
from pbem.web.account.addresses import GOOD_FOR
from pbem.web.account.preferences import zones

OLD, NEW = "anna@player.test", "anna@new.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def chosen(world: World, name: str = "Anna") -> tuple[str, Preferences]:
    """A player's language, and what he has chosen."""
    with world.database.read() as tx:
        return get_player(tx, world.players[name]).language, get_preferences(tx, world.players[name])


def settings(world: World, name: str = "Anna") -> Browser:
    """A player at his settings."""
    browser = world.signed_in(name)
    browser.open("/my/settings")
    return browser


def shown(browser: Browser) -> dict[str, str | None]:
    """What the forms of choices hold."""
    forms = [form for form in browser.page.forms if form.action == "/my/settings"]
    reminders = [value for form in forms for name, value in form.form_values() if name == "reminders"]
    held = {name: form.fields[name] for form in forms for name in form.fields}
    fields = {name: held[name] for name in ("language", "zone", "format", "reports", "subjects")}
    return {**fields, "reminders": " ".join(reminders)}


def address_mails(world: World, to: str, name: str = "Anna") -> list[MailRow]:
    """The mails about a player's address that went to an address."""
    return [mail for mail in world.mails(name) if mail.kind == "address" and mail.to_address == to]


def link_to(world: World, address: str) -> str:
    """The path of the link that was mailed to a new address."""
    base = world.settings.web.base_url
    lines = address_mails(world, address)[-1].text.splitlines()
    return next(line.removeprefix(base) for line in lines if line.startswith(f"{base}/address/"))


def ask(world: World, browser: Browser, address: str = NEW) -> None:
    """Ask for another address, and have that accepted."""
    browser.open("/my/settings")
    browser.press("Email a link there", address=address)
    assert browser.response.status_code == 200
    assert "an email with a link is on its way" in browser.text


def follow(world: World, link: str) -> Browser:
    """Somebody who follows a link and presses its button."""
    browser = world.browser()
    browser.follow(link, "This is my address")
    return browser


def test_what_is_chosen_is_kept_and_shown(world: World) -> None:
    browser = settings(world)
    assert shown(browser) == {
        "language": "en", "zone": "", "format": "html", "reports": "all", "subjects": "same", "reminders": "24 0",
    }  # fmt: skip
    path, fields = browser.form("Save language and time zone")
    del fields["part"]
    wishes = {"language": "de", "zone": "Asia/Tokyo", "format": "text", "reports": "mine", "subjects": "turn"}
    browser.post(path, {**fields, **wishes})
    assert "Saved." in browser.text
    assert chosen(world) == ("de", Preferences("Asia/Tokyo", "text", "mine", "", "turn"))
    assert shown(browser) == {**wishes, "reminders": ""}
    browser.open("/my/settings")
    assert "Saved." not in browser.text, "it is said once"
    assert chosen(world, "Bert") == ("en", Preferences())


@pytest.mark.parametrize(
    ("button", "place", "sent", "kept", "now"),
    [
        ("language and time zone", "place", {"zone": "Asia/Tokyo"}, Preferences("Asia/Tokyo"), "English · Asia/Tokyo"),
        ("reports", "reports", {"reports": "daily"}, Preferences(reports="daily"), "Daily digest"),
        ("reminders", "reminders", {"reminders": "48"}, Preferences(reminders="48"), "2 days before"),
        ("reminders", "reminders", {"reminders": []}, Preferences(reminders=""), "none"),
        ("messages and announcements", "topics", {"topics": []}, Preferences(), "none by email"),
        ("how emails look", "format", {"format": "text"}, Preferences(format="text"), "Plain text only"),
    ],
)  # fmt: skip
def test_each_part_is_saved_by_itself_and_says_so_beside_its_button(
    world: World, button: str, place: str, sent: dict[str, str | list[str]], kept: Preferences, now: str
) -> None:
    browser = settings(world)
    path, fields = browser.form(f"Save {button}")
    others = {"reports": "mine"} if place != "reports" else {"format": "text"}
    browser.post(path, {**fields, **sent, **others})
    assert chosen(world) == ("en", kept), "what belongs to another part stays as it was"
    page = browser.page
    (said,) = page.xpath("//*[@role='status' and @id='said']")
    assert said.text == "Saved."
    (fold,) = page.xpath("//main//details[@open]")
    assert said in list(fold.iter()) and fold.xpath(f".//div[@id='{place}']"), "it is said within that part"
    assert fold.xpath("./summary/span[@class='now']")[0].text == now
    browser.open("/my/settings")
    assert browser.page.xpath("//main//details[@open]") == []


def test_reminders_are_chosen_at_every_distance_and_one_mail_a_day(world: World) -> None:
    browser = settings(world)
    browser.press("Save reports", reports="daily")
    browser.press("Save reminders", reminders=["0", "168", "6"])
    assert chosen(world) == ("en", Preferences(reports="daily", reminders="168 6 0"))
    assert shown(browser)["reminders"] == "168 6 0"
    assert "Daily digest: one email at 7 in the morning" in browser.text
    with world.database.read() as tx:
        assert [reader.player_id for reader in list_digest_readers(tx)] == [world.players["Anna"]]


def test_who_leaves_the_daily_mail_is_mailed_at_once_what_waited(world: World) -> None:
    world.open_game()
    browser = settings(world)
    browser.press("Save reports", reports="daily")
    game = world.game(1)
    ask_as(world.intake, 1, 1, WritePress((0,), "hello"))
    assert not [mail for mail in world.mails("Anna") if mail.kind in ("press", "digest")]
    browser.open("/my/settings")
    browser.press("Save reports", reports="all")
    (mail,) = [mail for mail in world.mails("Anna") if mail.kind == "digest"]
    assert "hello" in mail.text
    assert game.status == "playing"


def test_pages_tell_the_time_in_the_visitors_zone(world: World) -> None:
    world.open_game()
    browser = settings(world)
    assert "The time there is now Sunday 22 November 2026, 17:00 UTC (UTC)." in browser.text
    browser.press("Save language and time zone", zone="Asia/Tokyo")
    assert "The time there is now Monday 23 November 2026, 02:00" in browser.text
    for path in ("/", "/my", "/my/mail/1"):
        browser.open(path)
        assert "02:00" in browser.text, path
    stranger = world.browser()
    stranger.open("/")
    assert "17:00 UTC" in stranger.text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("zone", "Mars/Olympus"), ("zone", "../../etc/passwd"), ("zone", "Europe"), ("zone", "\x00"),
        ("zone", "a" * 999),
        ("format", "pdf"), ("format", ""), ("reports", "none"), ("language", "tlh"), ("language", "xx"),
        ("reminders", "23"), ("reminders", "soon"), ("reminders", "\x00"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_kept(world: World, field: str, value: str) -> None:
    browser = settings(world)
    sent = {"language": "de", "zone": "Asia/Tokyo", "format": "text", "reports": "mine"} | {field: value}
    path, fields = browser.form("Save language and time zone")
    del fields["part"]
    assert browser.post(path, {**fields, **sent}).status_code == 422
    (fault,) = browser.page.xpath("//*[@id=$id]", id=f"{field}-fault")
    assert fault.text == "Please choose one of these."
    assert fault.xpath("ancestor::details/@open") == [""], "the part with the fault is open"
    assert len(browser.page.xpath("//*[@autofocus]")) == 1
    kept = {name: text for name, text in sent.items() if name != field}
    assert {name: shown(browser)[name] for name in kept} == kept, "what could be stays chosen"
    assert chosen(world) == ("en", Preferences())


def test_every_zone_offered_can_be_chosen(world: World) -> None:
    browser = settings(world)
    offered = [option.get("value") for option in browser.page.get_element_by_id("zone").iter("option")]
    assert offered == ["", *zones()]
    assert {"Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"} <= set(offered)
    for zone in (offered[0], offered[-1], "America/Argentina/Ushuaia"):
        browser.press("Save language and time zone", zone=zone)
        assert chosen(world)[1].zone == zone


def test_the_language_that_the_operator_gave_stays_choosable(world: World) -> None:
    world.add_player("Emma", "nl")
    browser = settings(world, "Emma")
    browser.press("Save language and time zone", zone="Europe/Amsterdam")
    assert chosen(world, "Emma")[0] == "nl"


def test_settings_are_for_who_is_signed_in(world: World) -> None:
    for path in ("/my/settings", "/my/settings#calendar"):
        assert world.browser().open(path).request.path == "/sign-in"


# Another address.


def test_a_link_mailed_to_the_new_address_moves_the_player(world: World) -> None:
    game = world.open_game()
    browser = settings(world)
    world.changes.clear()
    ask(world, browser)
    assert world.changes, "whoever sends the mails is told that there are some"
    assert f"You asked for another: {NEW}." in browser.text
    (word,) = address_mails(world, OLD)
    assert NEW in word.text and "/my/settings#address" in word.text
    assert "/address/" not in word.text, "the old address cannot confirm the new one"
    done = follow(world, link_to(world, NEW))
    assert "Your address is changed" in done.text
    with world.database.read() as tx:
        assert get_player(tx, world.players["Anna"]).address == NEW
        assert NEW in [contact.address for contact in list_seat_contacts(tx, game.id)]
        assert find_player_by_address(tx, OLD) is None
    assert [mail.kind for mail in world.mails("Anna") if mail.to_address == NEW and mail.kind == "report"]
    assert NEW in address_mails(world, OLD)[-1].text
    browser.open("/my/settings")
    assert "You asked for another" not in browser.text
    assert NEW in browser.text and OLD not in browser.text


def test_a_scanner_that_follows_the_link_moves_nobody_and_uses_nothing_up(world: World) -> None:
    ask(world, settings(world))
    scanner = world.browser()
    for _ in range(3):
        assert scanner.open(link_to(world, NEW)).status_code == 200
    with world.database.read() as tx:
        assert get_player(tx, world.players["Anna"]).address == OLD
    assert "Your address is changed" in follow(world, link_to(world, NEW)).text


def test_a_link_works_once_and_in_time_and_until_it_is_taken_back(world: World) -> None:
    browser = settings(world)
    ask(world, browser)
    link = link_to(world, NEW)
    browser.press("Cancel the change")
    assert "Your address stays as it is" in browser.text
    assert follow(world, link).response.status_code == 403
    assert "This link no longer works" in world.browser().open(link).get_data(as_text=True), "it says so at once"
    ask(world, browser)
    world.clock.advance(GOOD_FOR)
    assert follow(world, link_to(world, NEW)).response.status_code == 403
    browser.open("/my/settings")
    assert "You asked for another" not in browser.text
    ask(world, browser)
    world.clock.advance(GOOD_FOR - timedelta(seconds=1))
    assert follow(world, link_to(world, NEW)).response.status_code == 200
    assert follow(world, link_to(world, NEW)).response.status_code == 403
    assert follow(world, "/address/" + "x" * 43).response.status_code == 403


def test_a_link_cannot_be_read_on_the_web_by_who_has_not_got_the_mail(world: World) -> None:
    browser = settings(world)
    ask(world, browser)
    (unproved,) = address_mails(world, NEW)
    assert browser.open(f"/my/mail/{unproved.number}").request.path == "/my/mail"
    assert browser.post(f"/my/mail/{unproved.number}/resend", {}).status_code in (400, 404)
    for path in ("/my", "/my/mail", "/my/settings"):
        assert f"/my/mail/{unproved.number}" not in browser.open(path).get_data(as_text=True)
    follow(world, link_to(world, NEW))
    assert browser.open(f"/my/mail/{unproved.number}").request.path == f"/my/mail/{unproved.number}"


def test_nobody_learns_who_plays_under_an_address(world: World) -> None:
    sentences, mails, browser = [], [], settings(world)
    for number, address in enumerate(("bert@player.test", "nobody@new.test")):
        before = len(world.mails("Anna"))
        ask(world, browser, address)
        text = browser.open("/my/settings").get_data(as_text=True).replace(address, "ADDRESS")
        token = browser.form("Save reports")[1]["csrf_token"]
        sentences.append(re.sub(r'name="form_key" value="[^"]+"', "", text.replace(token, "TOKEN")))
        with world.database.read() as tx:
            mails.append(sum(count_mails_by_status(tx).values()))
        assert len(address_mails(world, OLD)) == number + 1
        assert len(world.mails("Anna")) - before == 1 + number, "none is mailed a link that would move her there"
    assert sentences[0] == sentences[1]
    assert mails[1] - mails[0] == 2, "as many mails"
    (word,) = [mail for mail in world.mails("Bert") if mail.kind == "address"]
    assert "Anna wants emails from" in word.text
    assert "/address/" not in word.text


def test_an_address_that_was_taken_meanwhile_is_not_to_be_had(world: World) -> None:
    ask(world, settings(world))
    world.database.write(lambda tx: change_address(tx, world.players["Bert"], NEW))
    assert follow(world, link_to(world, NEW)).response.status_code == 403
    with world.database.read() as tx:
        assert get_player(tx, world.players["Anna"]).address == OLD


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "not an email address"), ("anna", "not an email address"),
        ("Anna <anna@new.test>", "not an email address"),
        ("a@b.test\r\nBcc: c@d.test", "not an email address"), ("ännä@new.test", "not an email address"),
        ("a" * 300 + "@new.test", "not an email address"), (" ANNA@player.test ", "already your address"),
        ("someseat@localhost", "the server's own"),
    ],
)  # fmt: skip
def test_what_is_no_address_is_said_beside_the_field_and_stays_in_it(world: World, typed: str, told: str) -> None:
    browser = settings(world)
    browser.press("Email a link there", address=typed)
    assert browser.response.status_code == 422
    field = browser.page.get_element_by_id("address-new")
    assert told in browser.page.get_element_by_id("address-new-fault").text
    assert "address-new-fault" in field.get("aria-describedby").split()
    assert (field.get("aria-invalid"), "autofocus" in field.attrib) == ("true", True)
    assert field.value == " ".join(typed.split()) or "\n" in typed
    assert [mail for mail in world.mails("Anna") if mail.kind == "address"] == []


def test_a_new_address_is_insisted_on_five_times_a_day_at_most(world: World) -> None:
    browser = settings(world)
    for number in range(5):
        ask(world, browser, f"anna{number}@new.test")
    browser.open("/my/settings")
    browser.press("Email a link there", address=NEW)
    assert browser.response.status_code == 429
    assert address_mails(world, NEW) == []


def test_slips_of_the_pen_count_for_nothing(world: World) -> None:
    browser = settings(world)
    for _ in range(7):
        browser.press("Email a link there", address="anna@@new.test")
        assert browser.response.status_code == 422
    ask(world, browser)


def test_the_old_address_signs_nobody_in_any_more(world: World) -> None:
    browser = settings(world)
    stranger = world.browser()
    stranger.open("/")
    stranger.press("Email me a link", address=OLD)
    link = world.link("Anna")
    ask(world, browser)
    follow(world, link_to(world, NEW))
    assert stranger.follow(link, "Sign in").status_code == 403
    assert browser.open("/my").request.path == "/my", "who is signed in stays so"


def test_the_endings_of_ones_emails_are_shown_and_forgotten(world: World) -> None:
    browser = settings(world)
    assert "How your emails end" not in browser.text
    for mark, letters in (("a", 3), ("b", 1)):
        row = EndingRow(mark, f"last {mark}\nfirst {mark}", letters, 0, "", 0)
        world.database.write(partial(put_ending, player_id=world.players["Anna"], row=row))
    browser = settings(world)
    assert "first a" in browser.text and "first b" not in browser.text, "what is not left out yet is not shown"
    browser.press("Forget these endings")
    assert "The endings of your emails are forgotten." in browser.text
    assert "first a" not in browser.text
    with world.database.read() as tx:
        assert list_endings(tx, world.players["Anna"]) == []
