"""The pages of a game's past: by year and turn, and each final moment with its map, under an address that stays."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from line_kit import line_events, line_table
from lxml import html
from past_kit import past_of, submit, world_with_games
from web_kit import World

from pbem.adjudicator.history.archive import Past
from pbem.games.line.board import board_of
from pbem.games.line.map_page import page_svg
from pbem.games.line.maps import alt, described
from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import format_events
from pbem.games.line.tables import hidden
from pbem.i18n import catalogue
from pbem.store.games.game import get_game
from rules_core.line.table import PlayerView


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world_with_games(tmp_path_factory.mktemp("history")) as world:
        yield world


@pytest.fixture(scope="module")
def past(world: World) -> Past:
    """That of the game that is over."""
    return past_of(world, world.game(1))


def scene_at(past: Past, position: int) -> RenderContext:
    return RenderContext(line_table(past.view_at(position).table), ("Robo", "Rita"), catalogue("en"))


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_history_tells_every_moment_of_its_year_once_and_in_order(world: World, past: Past) -> None:
    browser = world.browser()
    scene, linked = scene_at(past, past.last.position), []
    for year in range(1, past.last.year + 1):
        browser.open(f"/games/e1/history/{year}")
        assert f"History, year {year}" in browser.text
        at = 0
        for moment in past.moments:
            if moment.year == year:
                for sentence in (
                    one for chapter in format_events(line_events(moment.events), scene) for one in chapter
                ):
                    assert flat(sentence) in browser.text[at:], sentence
                    at = browser.text.index(flat(sentence), at)
        links = [link.get("href") for link in browser.page.find_class("place")]
        linked += [int(link.rpartition("/")[2]) for link in links]
    assert list(dict.fromkeys(linked)) == [moment.position for moment in past.moments]


def test_the_history_begins_with_the_newest_year_and_leads_to_all(world: World, past: Past) -> None:
    browser = world.browser()
    newest = browser.open("/games/e1/history").get_data()
    assert f"year {past.last.year}".encode() in newest
    years = browser.page.find_class("years")[0]
    assert [link.get("href") for link in years.iter("a")] == [
        f"/games/e1/history/{year}" for year in range(1, past.last.year + 1)
    ]
    assert [link.text for link in years.iter("a") if link.get("aria-current")] == [f"Year {past.last.year}"]
    for year in (0, past.last.year + 1, 10**30):
        assert browser.open(f"/games/e1/history/{year}").status_code == 404


def test_turns_and_the_ends_of_years_have_headings_of_their_own(world: World) -> None:
    browser = world.browser()
    browser.open("/games/e2/history/1")
    headings = [flat(heading.text_content()) for heading in browser.page.iter("h2")]
    assert headings[0] == "Beginning"
    assert [heading.partition(":")[0] for heading in headings[1:]] == ["Turn 1", "Turn 2", "End of the year"]
    assert "Year 2 begins with" in browser.text


def test_a_turn_that_goes_on_is_told_as_far_as_it_is_final(world: World) -> None:
    browser, game = world.browser(), world.game(3)
    before = browser.open("/games/e3/history").get_data()
    submit(world, game, "B n?")
    assert browser.open("/games/e3/history").get_data() == before
    submit(world, game, "roll 1?")
    browser.open("/games/e3/history")
    assert f"Turn 1: {world.to_move(game)} (continued)" in browser.text
    assert "lays 1 ? at end B" in browser.text
    submit(world, game, "end")
    browser.open("/games/e3/history")
    assert "(continued)" not in browser.text


def test_each_final_event_has_a_page_with_the_map_of_that_moment(world: World, past: Past) -> None:
    browser = world.browser()
    for moment in past.moments[::9]:
        for position in range(moment.first, moment.position + 1):
            assert browser.open(f"/games/e1/at/{position}").status_code == 200
            scene, news = scene_at(past, position), line_events(past.news_at(position))
            drawn = page_svg(scene.table.kind, board_of(scene.table, news, scene.seats), title=alt(scene))
            assert drawn.strip() in browser.response.get_data(as_text=True)
            for text in described(scene, news):
                assert flat(text) in browser.text
            for chapter in format_events(line_events(past.events_up_to(position)), scene):
                assert all(flat(sentence) in browser.text for sentence in chapter)
            assert f"Year {moment.year}, turn {moment.turn}: {scene.player(moment.seat)}" in browser.text


def test_a_permanent_link_shows_the_same_whatever_happens_later(world: World) -> None:
    game = world.game(3)
    browser, here = world.browser(), f"/games/e3/at/{game.final_position}?part=1"
    before = browser.open(here).get_data()
    submit(world, game, "end")
    assert world.game(3).final_position > game.final_position
    assert browser.open(here).get_data() == before


def test_what_is_not_final_is_no_page_for_anybody(world: World) -> None:
    game = world.game(3)
    submit(world, game, "B n?")
    row = world.game(3)
    assert row.position > row.final_position
    for browser in (world.browser(), world.signed_in(world.to_move(game))):
        for position in range(row.final_position + 1, row.position + 3):
            assert browser.open(f"/games/e3/at/{position}").status_code == 404
            assert browser.open(f"/games/e3/at/{position}?part=1").status_code == 404
    submit(world, game, "undo")
    assert world.browser().open(f"/games/e3/at/{row.position}").status_code == 404, "taken back"


@pytest.mark.parametrize(
    "path", ["e1/at/0", "e1/at/1", "e1/at/x", "e1/at/-5", f"e1/at/{10**40}", "e9/at/7", "e9/history"]
)
def test_other_numbers_are_no_page(world: World, path: str) -> None:
    assert world.browser().open(f"/games/{path}").status_code == 404


def test_links_lead_from_moment_to_moment_without_a_script(world: World, past: Past) -> None:
    browser = world.browser()
    positions = [moment.position for moment in past.moments]
    visited = [positions[0]]
    while True:
        browser.open(f"/games/e1/at/{visited[-1]}")
        ways = {link.get("class"): link.get("href") for link in browser.page.find_class("ways")[0].iter("a")}
        shown = {name: link and int(link.rpartition("/")[2]) for name, link in ways.items()}
        at = positions.index(visited[-1])
        assert shown["first"] == (positions[0] if at else None)
        assert shown["prev"] == (positions[at - 1] if at else None)
        assert shown["last"] == (positions[-1] if at + 1 < len(positions) else None)
        if shown["next"] is None:
            break
        visited.append(shown["next"])
    assert visited == positions


def test_from_the_middle_of_a_moment_the_way_on_leads_to_its_end(world: World, past: Past) -> None:
    browser = world.browser()
    moment = next(one for one in past.moments[1:] if len(one.events) > 2)
    browser.open(f"/games/e1/at/{moment.first}")
    links = [link for link in browser.page.iter("a") if link.get("rel") == "next"]
    assert [link.get("href") for link in links] == [f"/games/e1/at/{moment.position}"]


def test_a_part_is_the_moment_of_the_page_alone(world: World, past: Past) -> None:
    browser = world.browser()
    position = past.moments[30].position
    whole = browser.open(f"/games/e1/at/{position}").get_data(as_text=True)
    part = browser.open(f"/games/e1/at/{position}?part=1").get_data(as_text=True)
    assert part.strip() in whole
    article = html.fragment_fromstring(part)
    assert (article.tag, article.get("id"), article.get("data-number")) == ("article", "moment", "31")
    assert {"told", "board"} <= {element.get("id") for element in article.iter()}
    assert article.get("data-title") in html.document_fromstring(whole).findtext(".//title")


def test_the_script_is_told_all_moments_and_its_words(world: World, past: Past) -> None:
    browser = world.browser()
    browser.open(f"/games/e1/at/{past.last.position}")
    controls = browser.page.get_element_by_id("replay")
    assert controls.get("data-positions").split() == [str(moment.position) for moment in past.moments]
    assert controls.get("data-base") == "/games/e1/at/"
    assert controls.find_class("player")[0].get("hidden") is not None, "without a script there is no player"
    script = next(script for script in browser.page.iter("script") if "replay" in script.get("src"))
    response = browser.open(script.get("src"))
    assert (response.status_code, response.mimetype) == (200, "text/javascript")
    assert "max-age=31536000" in response.headers["Cache-Control"]


def test_tables_show_companies_and_players_as_they_were(world: World, past: Past) -> None:
    browser = world.browser()
    for moment in past.moments[5::40]:
        browser.open(f"/games/e1/at/{moment.position}")
        table = line_table(past.view_at(moment.position).table)
        rows = {
            row.find("th/span").text: [flat(cell.text_content()) for cell in row.iter("td")]
            for row in browser.page.get_element_by_id("companies").getparent().iterfind("tbody/tr")
        }
        for index, card in enumerate(table.box.companies):
            company = table.companies[card.id]
            director = "–" if company.director is None else ("Robo", "Rita")[company.director]
            held = [str(player.shares[index] or "–") for player in table.players]
            assert rows[card.name][:4] == [director, *held, str(company.unsold or "–")]
        dice = browser.page.get_element_by_id("players").getparent().iterfind("tbody/tr")
        for row, player in zip(dice, table.players, strict=True):
            text = " ".join(title.text_content() for title in row.iter("title"))
            shown = sum(int(number) for number in re.findall(r"\d+", text)) + len(
                [title for title in row.iter("title") if not re.match(r"\d", title.text_content())]
            )
            assert shown == player.front.total


def test_screens_are_lifted_on_the_last_page_alone(world: World, past: Past) -> None:
    browser = world.browser()
    browser.open(f"/games/e1/at/{past.moments[-2].position}")
    assert "Dice behind" not in browser.text
    browser.open(f"/games/e1/at/{past.last.position}")
    assert "Dice behind" in browser.text
    assert "How the game ended" in browser.text
    for standing in line_table(past.view_at(past.last.position).table).standings:
        assert f"{standing.passengers},000" in browser.text


def test_a_game_that_is_over_is_seen_from_every_seat_and_no_other_is(world: World, past: Past) -> None:
    browser = world.browser()
    middle = past.moments[len(past.moments) // 2].position
    sentences = []
    for seat in range(2):
        browser.open(f"/games/e1/at/{middle}?seat={seat}")
        view = past.view_at(middle, seat)
        assert isinstance(view, PlayerView)
        sentences.append(hidden(view, catalogue("en")))
        assert sentences[-1] in browser.text
        assert browser.page.xpath(f"//nav//a[contains(@href, '?seat={seat}')]"), "the way on keeps to that seat"
    assert sentences[0] not in browser.open(f"/games/e1/at/{middle}").get_data(as_text=True)
    for path in (f"/games/e1/at/{middle}?seat=9", f"/games/e1/at/{middle}?seat=x", "/games/e2/at/4?seat=0"):
        assert browser.open(path).status_code == 404, path


def test_the_page_of_the_game_leads_to_its_history_and_feeds(world: World) -> None:
    browser = world.browser()
    browser.open("/games/e1")
    hrefs = [element.get("href") for element in browser.page.iter("a", "link")]
    final = world.game(1).final_position
    for path in ("history", f"at/{final}", "feed.atom"):
        assert f"/games/e1/{path}" in hrefs
    assert "/games/e1.json" in hrefs
    assert {f"/players/{world.players[name]}" for name in ("Robo", "Rita")} <= set(hrefs)


def test_pages_of_the_past_have_an_etag_and_set_no_cookie(world: World, past: Past) -> None:
    for path in (
        "/games/e1/history",
        f"/games/e1/at/{past.last.position}",
        f"/games/e1/at/{past.last.position}?part=1",
    ):
        response = world.browser().open(path)
        assert "Set-Cookie" not in response.headers
        again = world.browser().open(path, headers={"If-None-Match": response.headers["ETag"]})
        assert again.status_code == 304


def test_the_past_is_told_in_the_visitors_language(tmp_path: Path) -> None:
    with world_with_games(tmp_path, "xx") as world:
        browser = world.browser()
        with world.database.read() as tx:
            final = get_game(tx, 2).final_position
        for path in ("/games/e2/history", f"/games/e2/at/{final}"):
            browser.open(path, headers={"Accept-Language": "en"})
            assert "⟦" not in browser.text
            browser.open(path)
            assert "⟦Robo ends the turn.⟧" in browser.text or "⟦Rita ends the turn.⟧" in browser.text
