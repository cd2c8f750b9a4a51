"""Terms and deadlines by command: named when a game is opened, shown, and put off."""

import json
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from pbem.clock import from_ms
from pbem.store.across.outages import add_outage
from pbem.terms import Terms
from server.kit import Place, kept, new_place

PLAYERS = ("ada@player.test", "ben@player.test")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    with new_place(tmp_path) as place:
        for address in PLAYERS:
            place.pbem("player", "add", address.partition("@")[0], address)
        return place


def terms_of(place: Place, tag: str) -> Terms:
    return kept(place, tag).game.terms


def test_a_game_is_opened_on_the_terms_that_are_named_and_else_on_those_of_the_settings(place: Place) -> None:
    place.pbem("game", "new", "Usual", *PLAYERS)
    assert terms_of(place, "e1") == Terms()
    named = ("--pace", "36h", "--days", "12345", "--zone", "Europe/Berlin", "--late", "pass", "--press", "anonymous")
    place.pbem("game", "new", "Own", *PLAYERS, *named)
    assert terms_of(place, "e2") == Terms("36h", "12345", "Europe/Berlin", "pass", "anonymous")
    place.pbem("game", "new", "Mixed", *PLAYERS, "--late", "bot")
    assert terms_of(place, "e3") == Terms(late="bot")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--pace", "3"),
        ("--pace", "61d"),
        ("--pace", "1w"),
        ("--days", "8"),
        ("--days", "21"),
        ("--days", ""),
        ("--zone", "Mars/Olympus"),
        ("--zone", "../../etc/passwd"),
        ("--late", "shoot"),
        ("--press", "loud"),
    ],
)
def test_terms_that_are_none_are_a_mistake_in_use(place: Place, option: str, value: str) -> None:
    assert option in place.pbem("game", "new", "Odd", *PLAYERS, option, value, status=2).output
    assert "no games yet" in place.pbem("game", "list").output


def test_terms_are_told_with_the_game(place: Place) -> None:
    place.pbem("game", "new", "Own", *PLAYERS, "--pace", "36h", "--days", "12345", "--late", "bot", "--press", "none")
    shown = place.pbem("game", "show", "e1").output
    assert "Time per turn: 36 hours (Mon, Tue, Wed, Thu, Fri; UTC)" in shown
    assert "If the deadline is missed: a bot plays the turn" in shown
    assert "Press: none" in shown
    (listed,) = json.loads(place.pbem("game", "list", "--json").output)
    assert (listed["time"], listed["late"]) == ("36 hours (Mon, Tue, Wed, Thu, Fri; UTC)", "bot")


def test_the_operator_puts_a_deadline_off_and_the_players_are_told_why(place: Place) -> None:
    place.pbem("game", "new", "Own", *PLAYERS)
    before = from_ms(kept(place, "e1").game.deadline_ms or 0)
    said = place.pbem("game", "extend", "e1", "3d", "--reason", "The flu\ngoes round.").output
    assert said.startswith("The deadline in e1 is now ")
    mails = [mail for mail in kept(place, "e1").mails if mail.kind == "notice"]
    assert len(mails) == 2
    assert all("The flu goes round." in " ".join(mail.text.split()) for mail in mails)
    found = json.loads(place.pbem("game", "extend", "e1", "12h", "--json").output)
    after = datetime.fromisoformat(found["deadline"])
    assert after == before.replace(microsecond=0) + timedelta(days=3, hours=12)


def test_what_cannot_be_put_off_is_refused(place: Place) -> None:
    place.pbem("game", "new", "Own", *PLAYERS)
    assert "no game e9" in place.pbem("game", "extend", "e9", "3d", status=1).output
    for time in ("3", "0d", "61d", "soon"):
        assert "such as 3d or 36h" in place.pbem("game", "extend", "e1", time, status=2).output
    place.database.write(lambda tx: tx.connection.exec_driver_sql("UPDATE game SET active_seat = NULL"))
    assert "Game e1 is over." in place.pbem("game", "extend", "e1", "3d", status=1).output


def test_the_doctor_tells_of_the_last_outages(place: Place) -> None:
    assert "outages: none of more than an hour" in place.pbem("doctor").output
    hour = 3_600_000
    for number in range(5):
        at = number * 100 * hour
        place.database.write(partial(add_outage, from_ms=at, until_ms=at + (number + 2) * hour))
    text = next(line for line in place.pbem("doctor").output.splitlines() if "outages" in line)
    assert text.split("outages: ")[1].count("noticed on") == 3
    assert "6 hours, noticed on Saturday 17 January 1970" in text
