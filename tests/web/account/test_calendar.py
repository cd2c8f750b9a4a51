"""A player's deadlines as a calendar: under a secret address, and with nothing but those in it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from icalendar import Calendar, Event
from web_kit import Browser, World, new_world

from pbem.store.games.game import GameRow
from pbem.store.players.preferences import find_calendar_token, renew_calendar


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def opened(world: World, name: str, button: str = "Make a secret address") -> tuple[Browser, str]:
    """A player who has made his calendar's address, and its path."""
    browser = world.signed_in(name)
    browser.open("/my/settings")
    browser.press(button)
    return browser, urlsplit(browser.page.get_element_by_id("calendar-address").value).path


def events(world: World, path: str) -> list[Event]:
    """What a calendar program reads at an address."""
    response = world.browser().open(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(response.get_data()).events)


def mover_of(world: World, *games: GameRow) -> str:
    (name,) = {world.to_move(game) for game in games}
    return name


def test_the_deadline_of_a_game_that_waits_for_me_is_in_my_calendar(world: World) -> None:
    game = world.open_game("Whitsun; or, <Rails>")
    mover = mover_of(world, game)
    browser, path = opened(world, mover)
    (event,) = events(world, path)
    assert event.decoded("DTSTART") == datetime(2026, 11, 29, 17, 0, tzinfo=UTC)
    assert event.decoded("DTSTAMP") == datetime(2026, 11, 22, 17, 0, tzinfo=UTC)
    assert str(event["SUMMARY"]) == "Your turn: e1 Whitsun; or, <Rails>"
    assert "Deadline: Sunday 29 November 2026, 17:00 UTC. https://games.test/games/e1" in str(event["DESCRIPTION"])
    assert str(event["URL"]) == "https://games.test/games/e1"
    (alarm,) = event.walk("VALARM")
    assert alarm.decoded("TRIGGER") == timedelta(days=-1)
    other = next(name for name in ("Anna", "Bert", "Clara") if name != mover)
    assert events(world, opened(world, other)[1]) == []
    browser.press("Save language and time zone", zone="Asia/Tokyo")
    (event,) = events(world, path)
    assert "Monday 30 November 2026, 02:00" in str(event["DESCRIPTION"])


def test_each_line_is_as_the_standard_wants_it(world: World) -> None:
    world.open_game("A long name, with ümlauts; and \\ signs " * 3)
    _browser, path = opened(world, mover_of(world, world.game(1)))
    raw = world.browser().open(path).get_data()
    assert raw.startswith(b"BEGIN:VCALENDAR\r\n") and raw.endswith(b"END:VCALENDAR\r\n")
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 and b"\n" not in line for line in lines)
    assert {b"VERSION:2.0", b"METHOD:PUBLISH", b"REFRESH-INTERVAL;VALUE=DURATION:PT1H"} <= set(lines)


def test_a_turn_keeps_its_name_and_the_next_one_has_another(world: World) -> None:
    game = world.open_game(players=("Anna", "Bert"))
    first = mover_of(world, game)
    second = next(name for name in ("Anna", "Bert") if name != first)
    (_mine, path), (_theirs, other) = opened(world, first), opened(world, second)
    (event,) = events(world, path)
    world.clock.advance(timedelta(hours=5))
    assert events(world, path) == [event]
    browser = world.signed_in(first)
    browser.open("/games/e1")
    browser.press("Send", orders="end")
    assert events(world, path) == []
    (follows,) = events(world, other)
    assert follows["UID"] != event["UID"]


def test_a_deadline_that_moves_is_the_same_event_in_a_later_version(world: World) -> None:
    game = world.open_game(players=("Anna", "Bert"))
    mover = mover_of(world, game)
    browser, path = opened(world, mover)
    versions = [events(world, path)]
    for _ in range(2):
        world.clock.advance(timedelta(hours=5))
        browser.open("/games/e1")
        browser.press("Send", orders="extend 1 day")
        versions.append(events(world, path))
    found = [event for (event,) in versions]
    assert len({event["UID"] for event in found}) == 1
    assert [event.decoded("DTSTART").day for event in found] == [29, 30, 1]
    assert [event["SEQUENCE"] for event in found] == [0, 1, 2]
    assert [event.decoded("DTSTAMP").hour for event in found] == [17, 22, 3]


def test_a_calendar_is_insisted_on_again_by_its_etag(world: World) -> None:
    game = world.open_game()
    mover = mover_of(world, game)
    browser, path = opened(world, mover)
    program = world.browser()
    response = program.open(path)
    assert response.headers["Cache-Control"] == "private"
    assert "Set-Cookie" not in response.headers
    world.clock.advance(timedelta(days=1))
    again = program.open(path, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
    browser.open("/games/e1")
    browser.press("Send", orders="end")
    assert program.open(path, headers={"If-None-Match": response.headers["ETag"]}).status_code == 200


def test_the_address_is_secret_and_can_be_changed_and_closed(world: World) -> None:
    world.open_game()
    browser, first = opened(world, "Anna")
    with world.database.read() as tx:
        token = find_calendar_token(tx, world.players["Anna"])
    assert first == f"/calendar/{token}.ics"
    browser.press("Make a new address")
    second = urlsplit(browser.page.get_element_by_id("calendar-address").value).path
    statuses = [world.browser().open(path).status_code for path in (first, second)]
    assert statuses == [404, 200]
    browser.press("Turn off calendar")
    assert "its address no longer works" in browser.text
    for path in (first, second, "/calendar/.ics", "/calendar/None.ics", "/calendar/x.ics", "/calendar/%00.ics"):
        assert world.browser().open(path).status_code == 404, path


def test_a_calendar_is_written_in_its_owners_language(world: World) -> None:
    world.add_player("Emma", "xx")
    game = world.open_game(players=("Emma", "Emma"))
    assert world.to_move(game) == "Emma"
    token = world.database.write(lambda tx: renew_calendar(tx, world.players["Emma"]))
    found = events(world, f"/calendar/{token}.ics")
    assert found
    assert all(str(event["SUMMARY"]).startswith("⟦Your turn") for event in found)
