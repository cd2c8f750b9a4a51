"""Lists of games per kind, their winners, and players as everybody may know them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from line_kit import line_table
from past_kit import bots, play, world_with_games
from web_kit import NAMES, World, new_world

from pbem.adjudicator.history.archive import present
from pbem.games.line.sentences import ENDINGS
from pbem.games.presentation import presentation_of, presented
from pbem.store.games.game import GameFacts, update_game_facts
from pbem.web import lists
from pbem.web.lists import slug
from rules_core.games import kinds
from rules_core.line.events import Standing


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world_with_games(tmp_path_factory.mktemp("lists")) as world:
        yield world


def standings(world: World, game_id: int) -> tuple[Standing, ...]:
    with world.database.read() as tx:
        return line_table(present(tx, game_id).table).standings


def test_every_kind_of_game_has_a_name_and_an_address(world: World) -> None:
    assert {game.kind for game in presented()} == set(kinds())
    for kind in kinds():
        browser = world.browser()
        response = browser.open(f"/games/{slug(kind)}")
        assert response.request.path == f"/games/{slug(kind)}/", "the last slash is added"
        assert presentation_of(kind).name in browser.text


def test_lists_of_a_kind_are_counted_and_lead_to_each_other(world: World) -> None:
    browser = world.browser()
    headings = {
        "": "Games in progress 2",
        "complete": "Finished games 1",
        "winners": "Winners 1",
        "players": "Players 2",
    }
    for path, heading in headings.items():
        browser.open(f"/games/first-rails/{path}")
        assert heading in browser.text
        (tabs,) = browser.page.find_class("tabs")
        assert " ".join(tabs.text_content().split()) == "Current 2 Finished 1 Winners 1 Players"
        assert [link.get("href") for link in tabs.iter("a") if link.get("aria-current")] == [
            f"/games/first-rails/{path}"
        ]
        for link in tabs.iter("a"):
            assert world.browser().open(link.get("href")).status_code == 200


def test_each_game_stands_in_its_list_alone(world: World) -> None:
    browser = world.browser()
    for path, there in (("", ["e3", "e2"]), ("complete", ["e1"])):
        browser.open(f"/games/first-rails/{path}")
        found = [tag.text for tag in browser.page.find_class("tag") if tag.getparent().getparent().tag == "li"]
        assert found == there


def test_winners_are_listed_with_the_year_and_how_it_ended(world: World) -> None:
    browser = world.browser()
    browser.open("/games/first-rails/winners")
    (row,) = browser.page.iterfind(".//tbody/tr")
    cells = [" ".join(cell.text_content().split()) for cell in row]
    first, game = standings(world, 1)[0], world.game(1)
    with world.database.read() as tx:
        reason = present(tx, 1).table.ended
    assert reason is not None
    winner = ("Robo", "Rita")[first.seat]
    assert cells == ["e1 Long & <winding>", winner, f"{first.passengers},000", str(game.year), ENDINGS[reason]]
    assert f"/players/{world.players[winner]}" in [link.get("href") for link in row.iter("a")]


def test_a_player_is_known_by_his_games(world: World) -> None:
    for seat, name in enumerate(("Robo", "Rita")):
        browser = world.browser()
        browser.open(f"/players/{world.players[name]}")
        mine = next(one for one in standings(world, 1) if one.seat == seat)
        with world.database.read() as tx:
            table = line_table(present(tx, 1).table)
        won = int(mine.place == 1)
        assert f"A bot. 1 game in progress · 1 finished · {won} won" in browser.text
        (row,) = browser.page.xpath("//table[caption[@id='played']]/tbody/tr")
        text = " ".join(row.text_content().split())
        assert f"{mine.passengers},000" in text
        assert ("won" in text) == bool(won)
        for card in table.box.companies:
            assert (card.name in text) == (table.companies[card.id].director == seat)
        assert ("Rita", "Robo")[seat] in text
        assert "Whitsun" in browser.text


def test_who_never_played_is_known_by_his_name(world: World) -> None:
    browser = world.browser()
    browser.open(f"/players/{world.players['Dora']}")
    assert browser.page.find(".//h1").text == "Dora"
    assert "0 games in progress · 0 finished · 0 won" in browser.text


@pytest.mark.parametrize("number", ["0", "99", "x", "-1", str(2**63), "9" * 50])
def test_other_players_are_no_page(world: World, number: str) -> None:
    assert world.browser().open(f"/players/{number}").status_code == 404


def test_no_list_tells_an_address(world: World) -> None:
    paths = ["/games/first-rails/winners", *(f"/players/{number}" for number in world.players.values())]
    for path in paths:
        assert "player.test" not in world.browser().open(path).get_data(as_text=True)


def test_a_game_that_ended_unheard_of_is_listed_all_the_same(tmp_path: Path) -> None:
    """A log may come from elsewhere; what it does not tell is left out."""
    with new_world(tmp_path) as world:
        game = world.open_game("Whitsun", NAMES[:2])
        facts = GameFacts("over", game.year, game.turn, None, 0, None, None, 0, game.position, game.final_position)
        world.database.write(lambda tx: update_game_facts(tx, game.id, facts))
        browser = world.browser()
        browser.open("/games/first-rails/winners")
        assert "unknown" in browser.text
        browser.open("/players/1")
        assert "1 finished · 0 won" in browser.text


def test_long_lists_come_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 9
    monkeypatch.setattr(lists, "ON_PAGE", most)
    with new_world(tmp_path) as world:
        over = [play(world, bots(world, name=f"Short {number}")) for number in range(2)]
        for number in range(most + 2):
            world.open_game(f"Game {number}", NAMES[:2])
        browser = world.browser()
        browser.open("/")
        assert f"Games in progress {most + 2}" in browser.text
        assert len(browser.page.find_class("games")[0]) == 8
        found = []
        for page in (1, 2):
            browser.open(f"/games/first-rails/?page={page}")
            assert f"page {page} of 2" in browser.text
            found += [tag.text for tag in browser.page.find_class("tag") if tag.getparent().getparent().tag == "li"]
        assert found == [f"e{number}" for number in range(most + 4, 2, -1)]
        browser.open("/players/1")
        assert len(browser.page.find_class("games")[0]) == most
        assert f"These are the newest {most}." in browser.text
        browser.open("/games/first-rails/winners")
        tags = [tag.text for tag in browser.page.iterfind(".//tbody//span[@class='tag']")]
        assert tags == [game.tag for game in over[::-1]]
        for path in ("/games/first-rails/", "/games/first-rails/winners", "/games/first-rails/complete", "/players/5"):
            for odd in ("0", "-3", "99", "x", "9" * 400):
                assert world.browser().open(f"{path}?page={odd}").status_code == 200
