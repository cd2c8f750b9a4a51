"""An overdue turn is told as overdue wherever a deadline is told, and nothing moves it back but more time."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from lobby.kit import Village
from web_kit import Browser, sit_down

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from pbem.clock import from_ms, to_ms
from pbem.store.players.player import set_role
from pbem.terms import Terms

pytestmark = pytest.mark.both_engines

PACE = timedelta(days=3)


@pytest.fixture
def game(world: World) -> Iterator[Game]:
    """A game that has waited for Anna for an hour; Mona moderates."""
    mona = world.add_player("Mona")
    world.database.write(lambda tx: set_role(tx, mona, "moderator", on=True))
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="3d"))
    assert game.row.deadline_ms is not None
    world.clock.at = from_ms(game.row.deadline_ms) + timedelta(hours=1)
    world.intake.clock.wake(game.id)
    yield game


def browser_of(game: Game, name: str) -> Browser:
    browser = Browser(game.world.app)
    sit_down(browser.client, game.world.players[name], "https://games.test")
    return browser


def test_mails_tell_it(game: Game) -> None:
    text = flat(game.send(1, "status").text)
    assert "It's Anna's turn (year 1, turn 1 of 2). Overdue: the deadline was Wednesday 25 November 2026" in text
    own = flat(game.send(0, "status").text)
    assert "It's your turn (year 1, turn 1 of 2). Overdue: the deadline was Wednesday 25 November" in own
    moved = flat(game.send(0, "end").text)
    assert "It's Bert's turn (year 1, turn 2 of 2). Deadline: Saturday 28 November" in moved and "overdue" not in moved


def test_pages_tell_it(game: Game) -> None:
    for name, page in (("Bert", "/games/e1"), ("Bert", "/games/first-rails/"), ("Anna", "/games/e1"), ("Anna", "/")):
        browser = browser_of(game, name)
        browser.open(page)
        assert "overdue since" in browser.text, page
    mona = browser_of(game, "Mona")
    for page in ("/moderate/e1", "/games/e1"):
        mona.open(page)
        assert "overdue since" in mona.text, page
    game.send(0, "end")
    assert "overdue since" not in browser_of(game, "Bert").open("/games/e1").text


def test_data_tell_it_and_are_fetched_anew_by_who_has_them(game: Game) -> None:
    browser = browser_of(game, "Bert")
    for page in ("/games/e1.json", "/games/first-rails/index.json"):
        response = browser.open(page)
        data = response.json
        assert data is not None
        assert (data["games"][0] if "games" in data else data)["overdue"] is True
        again = browser.client.get(
            page, base_url="https://games.test", headers={"If-None-Match": response.headers["ETag"]}
        )
        assert again.status_code == 304
    tag = browser.open("/games/e1.json").headers["ETag"]
    game.send(0, "extend")
    fresh = browser.client.get("/games/e1.json", base_url="https://games.test", headers={"If-None-Match": tag})
    assert fresh.json is not None and fresh.json["overdue"] is False


def test_the_desk_and_the_file_tell_it(game: Game) -> None:
    office = Village(game.world)
    assert "Anna is late." in flat(office.write("Mona", "desk").text)
    assert "The turn is overdue: the deadline was Wednesday 25 November 2026" in flat(
        office.write("Mona", "file e1").text
    )


def test_away_after_a_missed_deadline_moves_nothing_back(game: Game) -> None:
    before = game.row
    text = flat(game.send(0, "away 2026-11-25 until 2026-12-15").text)
    assert "e1 Whitsun: you missed the deadline there (Wednesday 25 November 2026, 17:00 UTC)" in text
    assert (game.row.deadline_ms, game.row.overdue, game.row.wake_ms) == (before.deadline_ms, 1, before.wake_ms)
    for turns in (1, 2):
        assert game.row.wake_ms is not None
        game.world.clock.at = from_ms(game.row.wake_ms)
        game.world.intake.clock.wake(game.id)
        assert game.row.overdue == turns + 1
        assert game.row.wake_ms == to_ms(game.world.clock() + PACE), "days off that are announced late cost nothing"
    assert "this can't be undone" in flat(game.send(1, "finish game").text)


def test_away_that_was_announced_in_time_is_waited_for(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="3d"))
    game.send(0, "away 2026-11-30 until 2026-12-10")
    assert game.row.deadline_ms is not None
    world.clock.at = from_ms(game.row.deadline_ms)
    for _turn in range(2):
        world.intake.clock.wake(game.id)
        assert game.row.wake_ms is not None
        world.clock.at = from_ms(game.row.wake_ms)
    assert world.clock().isoformat().startswith("2026-12-12")
