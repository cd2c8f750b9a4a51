"""Pages on which players say that they are away, give up seats, take them over and stand by; and the wall between."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from forms_kit import submit_as
from web_kit import Browser, World, new_world

from pbem.adjudicator.seats import vacancies
from pbem.clock import to_ms
from pbem.store import UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.players.preferences import renew_calendar


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


@pytest.fixture
def game(world: World) -> GameRow:
    """A game of Anna, Bert and Clara; Dora plays nowhere."""
    return world.open_game()


def vacate(world: World, game: GameRow, name: str = "Bert") -> int:
    """Have a player give up his seat; return its number."""
    with world.database.read() as tx:
        seat = next(row.seat for row in list_seats(tx, game.id) if row.name == name)
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: vacancies.vacate(UnitOfWork(tx, world.settings, now_ms), game.id, seat, "resigned"))
    return seat


def occupant(world: World, game: GameRow, seat: int) -> str:
    """The name of who has a seat; empty where nobody has."""
    with world.database.read() as tx:
        row = list_seats(tx, game.id)[seat]
    return row.name if row.vacant_ms is None else ""


def at(world: World, name: str, path: str) -> Browser:
    """A player who is signed in, at a page."""
    browser = world.signed_in(name)
    browser.open(path)
    assert browser.response.status_code == 200
    return browser


# Away.


def test_days_away_are_announced_shown_and_taken_back_in_the_words_of_the_mails(world: World, game: GameRow) -> None:
    browser = at(world, "Anna", "/my/away")
    assert "None planned." in browser.text
    assert "You can be away for 30 more days in 2026. You can be away for 30 more days in 2027." in browser.text
    browser.press("Save days away", first="2026-12-20", last="2027-01-05")
    assert "You're away: 20 December 2026 to 5 January 2027. The others will be told." in browser.text
    assert "You can be away for 18 more days in 2026. You can be away for 25 more days in 2027." in browser.text
    browser.open("/my/away")
    assert "The others will be told" not in browser.text, "once is enough"
    browser.press("Cancel")
    assert "You will not be away: 20 December 2026 to 5 January 2027." in browser.text
    assert "None planned." in browser.text
    assert world.changes, "whoever waits for mails is woken"


def test_one_day_alone_and_the_way_back(world: World, game: GameRow) -> None:
    browser = at(world, "Anna", "/my/away")
    browser.press("Save days away", first="2026-11-22")
    assert "You're away: 22 November 2026." in browser.text
    assert "You're away now: 22 November 2026" in browser.text
    browser.press("I'm back")
    assert "You're back." in browser.text


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        ("", "", "Choose two days, or write them as in 2026-12-20."),
        ("20.12.", "", "Choose two days, or write them as in 2026-12-20."),
        ("2026-12-20", "soon", "Choose two days, or write them as in 2026-12-20."),
        ("2026-11-20", "2026-11-25", "20 November 2026 is past; today is 22 November 2026."),
        ("2026-12-20", "2026-12-19", "That ends before it begins."),
        ("2026-12-01", "2026-12-31", "That is 31 days of 2026, and you have 30 days left."),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    world: World, game: GameRow, first: str, last: str, why: str
) -> None:
    browser = at(world, "Anna", "/my/away")
    browser.press("Save days away", first=first, last=last)
    assert browser.response.status_code == 422
    assert why in browser.text
    _path, fields = browser.form("Save days away")
    assert (fields["first"], fields["last"]) == (first, last)


def test_anothers_absence_is_nobodys_to_end(world: World, game: GameRow) -> None:
    at(world, "Anna", "/my/away").press("Save days away", first="2026-12-20")
    bert = at(world, "Bert", "/my/away")
    bert.press("Save days away", first="2026-12-21")
    path, fields = bert.form("Cancel")
    assert path == "/my/away/2026-12-21/back"
    bert.post("/my/away/2026-12-20/back", fields)
    assert "You have no days away" in bert.text
    assert "20 December 2026" in at(world, "Anna", "/my/away").text


def test_the_pages_of_a_game_say_who_is_away(world: World, game: GameRow) -> None:
    at(world, "Anna", "/my/away").press("Save days away", first="2026-11-22", last="2026-11-30")
    assert "(away until 30 November 2026)" in at(world, "Dora", f"/games/{game.tag}").text
    world.clock.advance(timedelta(days=9))
    assert "(away" not in at(world, "Dora", f"/games/{game.tag}").text


# Giving up.


def test_a_seat_is_given_up_with_a_warning_and_a_second_press(world: World, game: GameRow) -> None:
    browser = at(world, "Bert", f"/games/{game.tag}")
    browser.open(browser.page.xpath("//a[contains(@href, '/resign')]/@href")[0])
    assert "You can come back only as long as nobody has taken the seat." in browser.text
    browser.press("Resign")
    assert "You have resigned from Whitsun." in browser.text
    assert occupant(world, game, 1) == ""
    assert world.mails("Bert")[-1].kind == "lobby"
    browser.open(f"/games/{game.tag}/resign")
    assert "Do you want to resign" not in browser.text
    assert browser.post(f"/games/{game.tag}/resign", csrf(browser)).status_code == 422
    assert "You have no seat in that game." in browser.text


def csrf(browser: Browser) -> dict[str, str]:
    """What proves that a form came from a page."""
    return {"csrf_token": browser.page.xpath("//input[@name='csrf_token']/@value")[0]}


def test_resign_among_orders_is_held_back_until_it_is_sent_again(world: World, game: GameRow) -> None:
    browser = at(world, "Bert", f"/games/{game.tag}")
    browser.press("Send", form="/orders", orders="resign")
    assert "What you are about to do can't be undone. Press Send again if you are sure." in browser.text
    assert occupant(world, game, 1) == "Bert"
    browser.press("Send", form="/orders", orders="resign")
    assert occupant(world, game, 1) == ""
    assert "You have left this game." in browser.text


# The wall.


def test_who_has_left_sees_what_everybody_sees_and_nothing_more(world: World, game: GameRow) -> None:
    mover = world.to_move(game)
    browser = at(world, mover, f"/games/{game.tag}")
    path, form = browser.form("Send", "/orders")
    submit_as(world.intake, game.id, world.game(game.id).active_seat or 0, "buy weiden with ?", position=None)
    browser.open(f"/games/{game.tag}")
    seat = vacate(world, game, mover)
    stranger = world.browser()
    for page in (f"/games/{game.tag}", f"/games/{game.tag}/map.svg"):
        mine, theirs = browser.open(page), stranger.open(page)
        assert mine.status_code == theirs.status_code == 200
    browser.open(f"/games/{game.tag}")
    assert "Your dice" not in browser.text
    assert not browser.page.xpath("//textarea")
    assert "You have left this game" in browser.text
    assert browser.post(path, {**form, "orders": "end"}).status_code == 403
    browser.open(f"/games/{game.tag}/answer")
    assert "Send" not in browser.text
    browser.open("/my")
    assert "Whitsun" not in browser.page.xpath("string(//section[@aria-labelledby='waiting'])")
    at(world, "Dora", "/seats").press("Take over this seat")
    known = len(world.mails(mover))
    assert browser.post(path, {**form, "orders": "end"}).status_code == 403
    browser.open("/my/mail")
    assert len(browser.page.xpath("//ul[@class='games']/li")) == known
    assert occupant(world, game, seat) == "Dora"


def test_calendars_and_lists_of_who_has_left_know_nothing_of_the_game(world: World, game: GameRow) -> None:
    mover = world.to_move(game)
    token = world.database.write(lambda tx: renew_calendar(tx, world.players[mover]))
    browser = world.browser()
    assert game.tag in browser.open(f"/calendar/{token}.ics").text
    seat = vacate(world, game, mover)
    assert game.tag not in browser.open(f"/calendar/{token}.ics").text
    at(world, "Dora", "/seats").press("Take over this seat")
    assert game.tag not in browser.open(f"/calendar/{token}.ics").text
    other = world.database.write(lambda tx: renew_calendar(tx, world.players["Dora"]))
    assert game.tag in browser.open(f"/calendar/{other}.ics").text
    assert f"/games/{game.tag}" not in browser.open(f"/players/{world.players[mover]}").text
    assert f"/games/{game.tag}" in browser.open(f"/players/{world.players['Dora']}").text
    assert occupant(world, game, seat) == "Dora"


def test_an_old_mail_is_still_read_and_sent_again_by_who_got_it_and_by_nobody_else(world: World, game: GameRow) -> None:
    vacate(world, game)
    dora = at(world, "Dora", "/seats")
    dora.press("Take over this seat")
    first = next(mail for mail in world.mails("Bert") if mail.kind == "report")
    bert = at(world, "Bert", f"/my/mail/{first.number}")
    bert.press("Send it to me again")
    assert bert.response.status_code == 200
    mine, theirs = (world.mails(name) for name in ("Dora", "Bert"))
    assert {mail.message_id for mail in mine}.isdisjoint(mail.message_id for mail in theirs)
    for browser, mails in ((dora, mine), (bert, theirs)):
        assert browser.open(f"/my/mail/{len(mails)}").request.path == f"/my/mail/{len(mails)}"
        assert browser.open(f"/my/mail/{len(mails) + 1}").request.path == "/my/mail"


# Taking over.


def test_a_vacant_seat_is_taken_over_and_leads_to_its_game(world: World, game: GameRow) -> None:
    assert "No vacant seats at the moment." in at(world, "Dora", "/seats").text
    seat = vacate(world, game)
    stranger = world.browser()
    stranger.open("/seats")
    assert "Bert's seat, vacant since" in stranger.text
    assert not stranger.page.xpath("//button[normalize-space()='Take over this seat']")
    dora = at(world, "Dora", "/seats")
    dora.press("Take over this seat")
    assert dora.page.xpath("//h1")[0].text_content() == "Whitsun"
    assert dora.page.xpath("//textarea")
    assert occupant(world, game, seat) == "Dora"


def test_who_may_not_take_a_seat_is_told_why(world: World, game: GameRow) -> None:
    seat = vacate(world, game)
    anna = at(world, "Anna", "/seats")
    assert "You had another seat in this game, and know its hidden information." in anna.text
    assert not anna.page.xpath("//button[normalize-space()='Take over this seat']")
    response = anna.post(f"/seats/{game.tag}/{seat}/take", csrf(anna))
    assert response.status_code == 422
    for path in (f"/seats/{game.tag}/9/take", "/seats/e99/0/take", "/seats/e99/decline"):
        assert anna.post(path, csrf(at(world, "Anna", "/seats"))).status_code in (400, 404), path


def test_who_has_left_comes_back_from_the_page(world: World, game: GameRow) -> None:
    seat = vacate(world, game)
    bert = at(world, "Bert", f"/games/{game.tag}")
    assert "You have left this game" in bert.text
    bert.open("/seats")
    assert "The seat you resigned" in bert.text
    bert.press("Take my seat back")
    assert occupant(world, game, seat) == "Bert"
    assert bert.page.xpath("//textarea")


def test_what_is_offered_can_be_declined(world: World, game: GameRow) -> None:
    dora = at(world, "Dora", "/seats")
    path, form = dora.form("Save")
    dora.post(path, {**form, "kind": "first_rails"})
    assert "You're on standby: seats that become vacant are offered to you (The First Rails)." in dora.text
    assert dora.page.xpath("//input[@id='kind-first_rails']/@checked")
    vacate(world, game)
    dora.open("/seats")
    assert "Bert's seat is offered to you, until Sunday 29 November 2026, 17:00 UTC" in dora.text
    dora.press("No, thank you")
    assert "You have declined the seat; the next player is asked." in dora.text
    dora.post(path, {name: value for name, value in form.items() if name != "kind"})
    assert "You will not be offered any more seats." in dora.text


def test_a_game_shows_which_seats_are_vacant(world: World, game: GameRow) -> None:
    vacate(world, game)
    assert "Bert (has left)" in at(world, "Dora", f"/games/{game.tag}").text


def test_these_pages_go_through_the_catalogue(tmp_path: Path) -> None:
    with new_world(tmp_path, "xx") as world:
        game = world.open_game()
        vacate(world, game)
        browser = at(world, "Dora", "/seats")
        browser.press("Take over this seat")
        for path in ("/seats", "/my/away", f"/games/{game.tag}/resign"):
            browser.open(path)
            for element in browser.page.xpath("//main//*[self::h1 or self::h2 or self::label or self::legend]"):
                assert "⟦" in element.text_content(), (path, element.text_content())
