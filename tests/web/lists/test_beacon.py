"""Public rounds on pages: the form that asks for one, the list that names it, and the page of dice drawn with it."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from beacon_kit import LOCAL, LocalBeacon, local_beacon, sign
from web_kit import Browser, World, new_world

from pbem.clock import from_ms
from pbem.config import DiceSettings
from pbem.daemon.jobs import BeaconJob
from pbem.lobby.public_rounds import fingerprint_of
from pbem.store.games.waiting_lists import ListRow, find_waiting_list


@pytest.fixture
def beacon() -> Iterator[LocalBeacon]:
    with local_beacon() as beacon:
        yield beacon


@pytest.fixture
def world(tmp_path: Path, beacon: LocalBeacon) -> Iterator[World]:
    with new_world(tmp_path, dice=DiceSettings(beacon=beacon.settings())) as world:
        yield world


def open_list(browser: Browser, **fields: str) -> None:
    browser.open("/lists/new?game=first-rails")
    browser.press("Open the game", **{"seats": "2", "name": "Tea", **fields})


def row(world: World) -> ListRow:
    with world.database.read() as tx:
        found = find_waiting_list(tx, 1)
    assert found is not None
    return found


def fingerprint(world: World) -> str:
    with world.database.read() as tx:
        return fingerprint_of(tx, row(world))


def filled(world: World, **fields: str) -> tuple[Browser, Browser]:
    """Anna's list, full with Bert, as both see it."""
    anna, bert = world.signed_in("Anna"), world.signed_in("Bert")
    open_list(anna, **fields)
    bert.open("/lists/1")
    bert.press("Join", salt="seven green bottles")
    anna.open("/lists/1")
    return anna, bert


def begun(world: World) -> None:
    """Let the round come out, and the game begin."""
    number = row(world).round
    assert number is not None
    world.clock.advance(from_ms(LOCAL.moment_of(number) * 1000) - world.clock() + timedelta(hours=25))
    BeaconJob(world.intake).run()
    assert row(world).status == "started"


def test_the_form_offers_a_round_where_the_server_has_a_beacon(
    world: World, tmp_path_factory: pytest.TempPathFactory
) -> None:
    anna = world.signed_in("Anna")
    anna.open("/lists/new")
    (chosen,) = anna.page.xpath("//input[@name='beacon'][@checked]")
    assert chosen.get("value") == "wait"
    open_list(anna)
    number = row(world).round
    assert f"round {number} of the public beacon local (drand)" in anna.text
    assert "Players can join until" in anna.text
    assert "If the round cannot be reached, the game waits for it." in anna.text
    with new_world(tmp_path_factory.mktemp("plain")) as plain:
        other = plain.signed_in("Anna")
        other.open("/lists/new")
        assert other.page.xpath("//input[@name='beacon']") == []
        open_list(other)
        assert row(plain).round is None
        assert "This does not prove that the host is honest." in other.text
        other.open("/lists")
        assert "No player can choose the dice; the host, who knows the seed, could." in other.text


@pytest.mark.parametrize(("wish", "rule"), [("wait", '"rule": "wait"'), ("without", '"rule": "without"'), ("none", "")])
def test_what_the_form_asks_for_is_opened(world: World, wish: str, rule: str) -> None:
    open_list(world.signed_in("Anna"), beacon=wish)
    assert rule in (row(world).beacon or "")
    assert (row(world).beacon is None) == (wish == "none")


def test_what_is_not_offered_is_refused(world: World, tmp_path_factory: pytest.TempPathFactory) -> None:
    anna = world.signed_in("Anna")
    anna.open("/lists/new?game=first-rails")
    assert anna.press("Open the game", beacon="perhaps").status_code == 422
    assert "Please choose one of these." in anna.text
    with new_world(tmp_path_factory.mktemp("plain")) as plain:
        other = plain.signed_in("Anna")
        other.open("/lists/new?game=first-rails")
        assert other.press("Open the game", beacon="wait").status_code == 422
        assert "This server uses no public beacon" in other.text


def test_a_full_list_shows_its_fingerprint_and_can_be_changed_by_nobody(world: World) -> None:
    anna, bert = filled(world)
    for browser in (anna, bert):
        assert "This list is full: nobody can join or leave any more." in browser.text
        assert fingerprint(world) in browser.text
        assert [button.text for button in browser.page.xpath("//main//button")] == []
    assert "You're in, and waiting list 1, Tea, is full." in bert.text
    machine = world.browser()
    machine.open("/lists/1")
    assert fingerprint(world) in machine.text
    machine.open("/lists")
    assert "Tea" not in machine.text
    anna.open("/lists")
    assert "Full: Anna, Bert." in anna.text
    assert anna.page.xpath("//form[contains(@action, '/lists/1/')]") == []
    anna.open("/lists/new")
    token = anna.page.xpath("//input[@name='csrf_token']")[0].get("value")
    for act in ("join", "leave", "invite"):
        answer = anna.post(f"/lists/1/{act}", {"csrf_token": token, "salt": "other", "whom": "Clara"})
        assert answer.status_code == 422, act


def test_a_list_says_as_data_which_round_it_names(world: World) -> None:
    open_list(world.signed_in("Anna"), beacon="without")
    machine = world.browser()
    (found,) = json.loads(machine.open("/lists/index.json").text)["lists"]
    number = row(world).round
    assert number is not None
    assert found["beacon"] == {
        "name": "local",
        "chain": LOCAL.hash,
        "round": number,
        "published": from_ms(LOCAL.moment_of(number) * 1000).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "missing": "without",
        "signature": None,
    }
    machine.open("/help/data")
    for name in ("PublicRound", *found["beacon"]):
        assert name in machine.text


def test_the_page_of_dice_shows_the_round_with_its_signature_and_what_it_will_prove(world: World) -> None:
    filled(world)
    known = fingerprint(world)
    begun(world)
    browser, number = world.browser(), row(world).round
    assert number is not None
    browser.open("/games/e1/dice")
    assert "What this will prove" in browser.text
    assert "Nobody could choose the dice by trying words, not even the host" in browser.text
    for shown in (sign(number), LOCAL.hash, LOCAL.public_key, known, "list 1 |", "SHA-256 of the round's signature"):
        assert shown in browser.text
    assert "seven green bottles" not in browser.text, "as before"
    found = json.loads(browser.open("/games/e1.json").text)
    assert (found["beacon"]["round"], found["beacon"]["signature"]) == (number, sign(number))


def test_the_page_of_dice_says_that_the_game_began_without(world: World, beacon: LocalBeacon) -> None:
    beacon.is_down = True
    filled(world, beacon="without")
    begun(world)
    browser = world.browser()
    browser.open("/games/e1/dice")
    assert "The server could not reach it, and the game started without it, as its waiting list allows." in browser.text
    assert "This does not prove that the host is honest." in browser.text
    assert "none: the game started without it" in browser.text
    assert "SHA-256 of the round's signature" not in browser.text
