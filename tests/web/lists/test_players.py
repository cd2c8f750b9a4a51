"""The players of a kind of game, and what is counted of each, on pages and as data."""

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from past_kit import bots, play, submit
from web_kit import NAMES, Browser, World, new_world

from pbem.adjudicator import statistics
from pbem.adjudicator.counts import SHOWN_FROM, rate_games
from pbem.clock import to_ms
from pbem.i18n import catalogue
from pbem.store import Tx
from pbem.store.games.seats import PlayedBy, TurnTakenRow, put_turn_taken
from pbem.store.games.statistics import ResultRow, put_results
from pbem.store.players.preferences import add_absence
from pbem.web.lists import COLUMNS, ON_PAGE
from pbem.web.public_data.data import PlayerList, ProfileData
from pbem.web.public_data.help import kinds_of

HOUR = 3_600_000


def end(world: World, players: list[str], places: list[int], passengers: list[int], kind: str = "first_rails") -> int:
    """Give a game the end that it is to have had, as far as it is counted."""
    game = world.open_game("Whitsun", players, kind=kind)
    ids = [world.players[name] for name in players]

    def work(tx: Tx) -> None:
        rows = [
            ResultRow(game.id, seat, ids[seat], kind, len(ids), places.count(1), place, carried, game.id * HOUR)
            for seat, (place, carried) in enumerate(zip(places, passengers, strict=True))
        ]
        put_results(tx, game.id, rows)
        rate_games(tx)

    world.database.write(work)
    return game.id


def take(
    world: World, game: int, year: int, name: str, hours: int, late: bool = False, by: PlayedBy = "player"
) -> None:
    """Count a turn."""
    turn = TurnTakenRow(game, year, 1, 0, world.players[name], "first_rails", 2, 0, hours * HOUR, None, late, by)
    world.database.write(lambda tx: put_turn_taken(tx, turn))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("players")) as world:
        world.add_player("Robo", bot="heuristic")
        first = end(world, ["Anna", "Bert"], [1, 2], [30, 20])
        end(world, ["Anna", "Bert"], [1, 1], [25, 25])
        end(world, ["Bert", "Anna", "Clara"], [2, 1, 3], [7, 9, 2])
        end(world, ["Bert", "Clara"], [0, 0], [40, 44], "germany")
        end(world, ["Anna", "Robo"], [2, 1], [5, 50])
        take(world, first, 1, "Anna", 3)
        take(world, first, 2, "Anna", 90, late=True, by="pass")
        take(world, first, 3, "Anna", 5)
        take(world, first, 4, "Bert", 100, late=True)
        yield world


def rows(browser: Browser, caption: str) -> dict[str, list[str]]:
    """The rows of the table under a caption, by their heads."""
    (table,) = [one for one in browser.page.iter("table") if caption in one.find("caption").text_content()]
    found = [[_text(cell) for cell in row] for row in table.iterfind(".//tr")][1:]
    return {head: cells for head, *cells in found}


def _text(cell: html.HtmlElement) -> str:
    return " ".join(cell.text_content().split())


def test_players_of_a_kind_are_listed_with_what_is_counted_of_them(world: World) -> None:
    browser = world.browser()
    browser.open("/games/first-rails/players")
    found = rows(browser, "Players who have finished games")
    with world.database.read() as tx:
        anna = statistics.load_skills(tx, world.players["Anna"])["first_rails"]
    assert anna.games == SHOWN_FROM == 3
    shown = f"{round(anna.mu)} ± {round(anna.sigma)}"
    assert found["Anna"] == [shown, "4", "3", "30,000", "17,250", "66%"]
    assert found["Bert"][1:] == ["3", "1", "25,000", "17,333", "0%"]
    assert found["Clara"] == ["–", "1", "0", "2,000", "2,000", "–"], "one game says nothing"
    assert found["Robo (bot)"] == ["–", "1", "1", "50,000", "50,000", "–"]
    assert "Dora" not in browser.text, "who has finished no game stands in no list"
    for sentence in ("A rating is shown from 3 games on.", "who sat there when the game started", "starts at 25"):
        assert sentence in browser.text
    browser.open("/games/germany/players")
    assert rows(browser, "Players who have finished games") == {
        "Bert": ["–", "1", "0", "40,000", "40,000", "–"],
        "Clara": ["–", "1", "0", "44,000", "44,000", "–"],
    }


def test_each_heading_orders_the_list_by_its_column(world: World) -> None:
    orders = {
        "name": ["Anna", "Bert", "Clara", "Robo (bot)"],
        "rating": ["Anna", "Bert", "Clara", "Robo (bot)"],
        "games": ["Anna", "Bert", "Clara", "Robo (bot)"],
        "won": ["Anna", "Bert", "Robo (bot)", "Clara"],
        "best": ["Robo (bot)", "Anna", "Bert", "Clara"],
        "mean": ["Robo (bot)", "Bert", "Anna", "Clara"],
        "punctuality": ["Anna", "Bert", "Clara", "Robo (bot)"],
    }
    assert orders.keys() == COLUMNS.keys()
    browser = world.browser()
    browser.open("/games/first-rails/players")
    links = {link.text: link.get("href") for link in browser.page.iterfind(".//thead//a")}
    for order, label in COLUMNS.items():
        browser.open(links[label])
        assert list(rows(browser, "Players who have finished games")) == orders[order], order
        (sorted_by,) = browser.page.xpath("//th[@aria-sort]")
        assert sorted_by.text_content() == label
    browser.open("/games/first-rails/players?sort=nonsense")
    assert browser.page.xpath("//th[@aria-sort]")[0].text_content() == "Rating"


def test_all_games_of_a_kind_are_counted_by_the_number_of_players(world: World) -> None:
    browser = world.browser()
    browser.open("/games/first-rails/players")
    assert rows(browser, "By the number of players") == {
        "2": ["3", "3 (1 shared)", "0", "50,000", "25,833", "4", "50%", "5 hours"],
        "3": ["1", "1", "0", "9,000", "6,000", "0", "–", "–"],
    }
    browser.open("/games/germany/players")
    assert rows(browser, "By the number of players") == {"2": ["1", "0", "1", "44,000", "42,000", "0", "–", "–"]}


def test_a_players_page_tells_what_is_counted_of_him(world: World) -> None:
    browser = world.browser()
    browser.open(f"/players/{world.players['Anna']}")
    assert "· 3 won" in browser.text
    assert rows(browser, "Finished games, and the turns of all games") == {
        "The First Rails 2 players": ["3", "2 (1 shared)", "0", "30,000", "20,000", "3", "66%", "4 hours"],
        "The First Rails 3 players": ["1", "1", "0", "9,000", "9,000", "0", "–", "–"],
        "Together": ["4", "3 (1 shared)", "0", "30,000", "17,250", "3", "66%", "4 hours"],
    }
    facts = {_text(term): _text(term.getnext()) for term in browser.page.iter("dt")}
    assert facts["Turns played by the server or a bot"] == "1"
    assert "(from 3 games)" in facts["Rating in The First Rails"]
    browser.open(f"/players/{world.players['Bert']}")
    assert rows(browser, "Finished games")["Germany 2 players"] == ["1", "0", "1", "40,000", "40,000", "0", "–", "–"]
    browser.open(f"/players/{world.players['Dora']}")
    assert browser.page.find(".//table") is None


def test_a_share_of_turns_is_drawn_too(world: World) -> None:
    browser = world.browser()
    browser.open(f"/players/{world.players['Anna']}")
    bars = {bar.get("width") for bar in browser.page.xpath("//*[local-name()='rect'][@class='part']")}
    assert bars == {"66"}
    assert all(bar.get("aria-hidden") == "true" for bar in browser.page.xpath("//*[@class='bar']"))


def test_long_lists_of_players_come_in_pages_that_keep_their_order(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        names = [f"P{number:02}" for number in range(ON_PAGE + 2)]
        for name in names:
            world.add_player(name)
        for one, other in zip(names[::2], names[1::2], strict=True):
            end(world, [one, other], [1, 2], [2, 1])
        browser = world.browser()
        browser.open("/games/first-rails/players?sort=name")
        assert list(rows(browser, "Players who have finished games")) == names[:ON_PAGE]
        (following,) = [link for link in browser.page.iter("a") if link.get("rel") == "next"]
        assert following.text == "after"
        browser.open(following.get("href"))
        assert list(rows(browser, "Players who have finished games")) == names[ON_PAGE:]


def test_of_running_games_only_turns_are_counted(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        game = world.open_game("Whitsun", NAMES[:2])
        mover = world.to_move(game)
        world.clock.advance(timedelta(hours=30))
        submit(world, game, "end")
        browser = world.browser()
        browser.open(f"/players/{world.players[mover]}")
        assert rows(browser, "Finished games") == {
            "The First Rails 2 players": ["0", "0", "0", "–", "–", "1", "100%", "30 hours"]
        }
        browser.open("/games/first-rails/players")
        assert "Nobody has finished a game yet." in browser.text


def test_programs_are_not_timed(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        play(world, bots(world))
        browser = world.browser()
        browser.open("/players/5")
        (cells,) = rows(browser, "Finished games").values()
        assert cells[0] == "1"
        assert cells[-3:] == ["0", "–", "–"]
        browser.open("/games/first-rails/players")
        assert {cells[0] for cells in rows(browser, "Players who have finished games").values()} == {"–"}


def load(world: World, path: str) -> Any:
    response = world.browser().open(path)
    assert response.mimetype == "application/json"
    return json.loads(response.get_data())


def test_what_is_counted_of_a_player_comes_as_data(world: World) -> None:
    anna = world.players["Anna"]
    found = load(world, f"/players/{anna}.json")
    with world.database.read() as tx:
        skill = statistics.load_skills(tx, anna)["first_rails"]
    rating = {"rating": round(skill.mu), "uncertainty": round(skill.sigma), "games": 3}
    assert found["ratings"] == [{"kind": "first_rails", "rating": rating}]
    assert found["together"] == {
        "kind": None, "seats": None, "games": 4, "won": 3, "shared": 1, "drawn": 0, "best": 30, "mean": 17.25,
        "turns": 3, "late": 1, "played_for": 1, "median_seconds": 4 * 3600,
    }  # fmt: skip
    assert [(one["kind"], one["seats"], one["games"]) for one in found["counted"]] == [
        ("first_rails", 2, 3),
        ("first_rails", 3, 1),
    ]
    facts = {
        "format": "railroad-dice-player/1", "id": anna, "name": "Anna", "program": False, "away": [],
        "given_up": 0, "lost": 0, "taken_over": 0,
    }  # fmt: skip
    assert {key: found[key] for key in facts} == facts
    assert (found["page"], found["feed"]) == (
        f"https://games.test/players/{anna}",
        f"https://games.test/players/{anna}/feed.atom",
    )
    assert world.browser().open("/players/99.json").status_code == 404


def test_the_players_of_a_kind_come_as_data(world: World) -> None:
    found = load(world, "/games/first-rails/players.json")
    assert (found["format"], found["kind"], found["total"], found["next"]) == (
        "railroad-dice-players/1",
        "first_rails",
        4,
        None,
    )
    assert [(one["name"], one["program"], one["games"]) for one in found["players"]] == [
        ("Anna", False, 4),
        ("Bert", False, 3),
        ("Clara", False, 1),
        ("Robo", True, 1),
    ]
    assert [one["rating"] is None for one in found["players"]] == [False, False, True, True]
    first = found["players"][0]
    assert load(world, first["url"].removeprefix("https://games.test"))["together"]["won"] == first["won"] == 3
    assert load(world, "/games/first-rails/players.json?page=9")["players"] == []


def test_every_field_of_the_data_of_players_is_documented(world: World) -> None:
    browser = world.browser()
    browser.open("/help/data")
    shapes = [kind for document in (ProfileData, PlayerList) for kind in kinds_of(document, catalogue("en"))]
    for field in (field for kind in shapes for field in kind.fields):
        assert field.description in browser.text
    named = {frozenset(field.name for field in kind.fields) for kind in shapes}
    for path in (f"/players/{world.players['Anna']}.json", "/games/first-rails/players.json"):
        waiting = [load(world, path)]
        while waiting:
            one = waiting.pop()
            if isinstance(one, dict):
                assert frozenset(one) in named
                waiting += one.values()
            elif isinstance(one, list):
                waiting += one


def test_a_player_is_told_to_be_away(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        anna, now_ms = world.players["Anna"], to_ms(world.clock())
        for first, last in (("2026-11-01", "2026-11-21"), ("2026-12-24", "2026-12-31"), ("2026-11-20", "2026-11-23")):
            world.database.write(partial(add_absence, player_id=anna, first_day=first, last_day=last, now_ms=now_ms))
        browser = world.browser()
        browser.open(f"/players/{anna}")
        assert "Away from 20 November 2026 to 23 November 2026." in browser.text
        assert "Away from 24 December 2026 to 31 December 2026." in browser.text
        assert browser.text.count("Away from") == 2
        assert load(world, f"/players/{anna}.json")["away"] == [
            {"first": "2026-11-20", "last": "2026-11-23"},
            {"first": "2026-12-24", "last": "2026-12-31"},
        ]
