"""Germany on the site: its lists, tables, winners and public data, of a game that is over and one in progress."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from line_kit import line_table
from lxml import etree, html
from msgspec import convert
from past_kit import bots, past_of, play, submit
from web_kit import NAMES, PublicGame, World, new_world

from pbem.games.line.sentences import ENDINGS
from pbem.i18n import catalogue
from pbem.web.public_data.help import kinds_of
from rules_core.games.germany.options import OPTIONS
from rules_core.line.table import Table
from rules_core.line.turns import FIRST_DICE

OVER, PLAYING, ABROAD = "/games/e1", "/games/e2", "/games/e3"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game that is over (e1), one in its third year (e2), and one that begins abroad (e3)."""
    with new_world(tmp_path_factory.mktemp("germany")) as world:
        play(world, bots(world, name="Long", kind="germany"))
        play(world, bots(world, kind="germany"), 5)
        bots(world, {"two_starts": "france-denmark"}, kind="germany")
        yield world


def page(world: World, path: str) -> html.HtmlElement:
    browser = world.browser()
    assert browser.open(path).status_code == 200
    return browser.page


def rows(found: html.HtmlElement, name: str) -> list[list[str]]:
    """The rows of the table with a caption of that id."""
    (table,) = found.xpath(f"//table[caption[@id='{name}']]")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in table.iterfind("tbody/tr")]


def told(world: World, path: str) -> PublicGame:
    response = world.browser().open(f"{path}.json")
    assert response.status_code == 200
    return convert(json.loads(response.get_data()), PublicGame, strict=True)


def table_of(world: World, number: int) -> Table:
    row = world.game(number)
    return line_table(past_of(world, row).view_at(row.final_position).table)


@pytest.mark.parametrize(("path", "tags"), [("", ["e3", "e2"]), ("complete", ["e1"]), ("winners", ["e1"])])
def test_its_games_stand_in_its_own_lists(world: World, path: str, tags: list[str]) -> None:
    found = [tag.text for tag in page(world, f"/games/germany/{path}").find_class("tag")]
    assert found == tags
    assert not page(world, f"/games/first-rails/{path}").find_class("tag")


@pytest.mark.parametrize("part", ["", "/history", "/at/%s"])
def test_its_pages_name_it_and_lead_to_its_reference(world: World, part: str) -> None:
    path = part.replace("%s", str(world.game(2).final_position))
    (kicker,) = page(world, f"{PLAYING}{path}").find_class("kicker")
    assert " ".join(kicker.text_content().split()).startswith("Germany e2")
    assert [link.get("href") for link in kicker.iter("a")] == ["/reference/germany"]


@pytest.mark.parametrize("number", [1, 2])
def test_passengers_and_directors_are_shown_to_everybody(world: World, number: int) -> None:
    table, found = table_of(world, number), page(world, f"/games/e{number}")
    shown = rows(found, "companies")
    assert len(shown) == len(table.companies)
    for index, (row, company) in enumerate(zip(shown, table.companies.values(), strict=True)):
        director = "–" if company.director is None else ("Robo", "Rita")[company.director]
        carried = [player.carried[index] for player in table.players]
        numbers = [table.built(company.id), company.stations_left, table.waiting[index], *carried]
        assert row[1:] == [director, *(str(number or "–") for number in numbers)]
    passengers = [row[-1] for row in rows(found, "players")]
    assert passengers == [f"{sum(player.carried) * 1000:,}" for player in table.players]
    assert not found.xpath("//th[normalize-space()='Shares']")


def test_dice_behind_screens_are_shown_when_the_game_is_over(world: World) -> None:
    heads = "//table[caption[@id='players']]//th[normalize-space()='Dice behind']"
    assert [len(page(world, path).xpath(heads)) for path in (OVER, PLAYING)] == [1, 0]


def test_standings_count_passengers_and_directorships(world: World) -> None:
    table = table_of(world, 1)
    assert rows(page(world, OVER), "standings") == [
        [str(one.place or "–"), ("Robo", "Rita")[one.seat], f"{one.passengers * 1000:,}", str(one.offices)]
        for one in table.standings
    ]


def test_the_winner_is_listed_with_how_it_ended(world: World) -> None:
    table, game = table_of(world, 1), world.game(1)
    assert table.ended is not None
    ((name, winner, passengers, year, reason),) = rows(page(world, "/games/germany/winners"), "won")
    best = [one for one in table.standings if one.place == 1]
    assert winner == (", ".join(("Robo", "Rita")[one.seat] for one in best) or "nobody")
    assert (name, passengers) == ("e1 Long", f"{max(one.passengers for one in table.standings) * 1000:,}")
    assert (year, reason) == (str(game.year), ENDINGS[table.ended])


def test_nobody_wins_where_a_company_has_no_station(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        game = world.open_game("Draw", NAMES[:2], kind="germany")
        while (row := world.game(game.id)).status == "playing":
            bank = table_of(world, game.id).bank
            orders = "end" if row.year == 1 else "income\nend" if bank >= FIRST_DICE else "income break the bank"
            submit(world, game, orders)
        assert [cells[:3] for cells in rows(page(world, "/games/germany/winners"), "won")] == [
            ["e1 Draw", "nobody", "0"]
        ]
        found = page(world, OVER)
        assert rows(found, "standings") == [["–", name, "0", "0"] for name in NAMES[:2]]
        assert "so nobody has won" in found.text_content()
        assert [rank.place for rank in (told(world, OVER).result or pytest.fail()).standings] == [0, 0]
        played = page(world, f"/players/{world.players['Anna']}")
        assert "0 won" in played.text_content()
        assert rows(played, "played")[0][1] == "nobody won"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_public_data_tells_its_position(world: World, number: int) -> None:
    state, table = told(world, f"/games/e{number}").state, table_of(world, number)
    chart = table.box.chart
    assert chart is not None
    for index, (company, known) in enumerate(zip(state.companies, table.companies.values(), strict=True)):
        assert (company.shares, company.unsold, company.chain) == (None, None, None)
        assert (company.waiting, company.director) == (table.waiting[index] * 1000, known.director)
        assert company.carried == tuple(player.carried[index] * 1000 for player in table.players)
        assert sum(stations.left for stations in company.stations_left) == known.stations_left
        assert all((stations.kind, stations.price) == (None, None) for stations in company.stations_left)
    assert [one.passengers for one in state.players] == [sum(player.carried) * 1000 for player in table.players]
    assert all((one.hidden is None) == (number != 1) for one in state.players)
    assert [(tile.number, len(tile.ground)) for tile in state.tiles] == [
        (tile.number, 7) for tile in table.landscape.tiles.values()
    ]
    lying = [square for pieces in table.line.tiles.values() for square in pieces]
    assert [piece.country for piece in state.pieces] == [chart.country(square) for square in lying]
    assert [piece.town for piece in state.pieces] == [
        chart.sites[square].town if square in chart.sites else None for square in lying
    ]
    assert set(state.closed or ()) == {chart.country(square) for square in table.landscape.closed}


def test_ends_abroad_are_told_by_their_countries(world: World) -> None:
    state = told(world, ABROAD).state
    assert [(end.country, end.tile, end.square) for end in state.ends] == [
        ("Denmark", None, None),
        ("France", None, None),
    ]
    assert (sorted(state.closed or ()), state.pieces) == (["Denmark", "France"], ())


def test_the_result_tells_directorships_and_no_dice(world: World) -> None:
    result, table = told(world, OVER).result, table_of(world, 1)
    assert result is not None
    assert [(rank.place, rank.seat, rank.passengers, rank.offices) for rank in result.standings] == [
        (one.place, one.seat, one.passengers * 1000, one.offices) for one in table.standings
    ]
    assert all((rank.wild, rank.dice) == (None, None) for rank in result.standings)


def test_every_field_that_is_told_is_documented(world: World) -> None:
    shapes = {frozenset(field.name for field in kind.fields) for kind in kinds_of(PublicGame, catalogue("en"))}

    def objects(found: Any) -> Iterator[dict[str, Any]]:
        parts = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
        if isinstance(found, dict):
            yield found
        for part in parts:
            yield from objects(part)

    for path in (OVER, PLAYING, ABROAD):
        for found in objects(json.loads(world.browser().open(f"{path}.json").get_data())):
            assert frozenset(found) in shapes or set(found) <= set(OPTIONS), found


def test_rules_and_orders_that_a_page_names_are_those_of_the_game(world: World) -> None:
    game = world.open_game("People", kind="germany")
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    browser.press("Preview", orders="buy weiden")
    links = [link.get("href") for link in browser.page.iter("a")]
    assert "/rules/germany#GE-10" in links
    assert "/help/orders/germany" in links
    browser.press("Preview", orders="A n? n? n? n? n?")
    links = [link.get("href") for link in browser.page.iter("a")]
    assert any(link.startswith("/rules/germany#FR-") for link in links)


def test_the_whole_map_is_a_picture_of_its_own(world: World) -> None:
    final = world.game(2).final_position
    for path in (OVER, PLAYING, f"{PLAYING}/at/{final}", "/reference/germany"):
        response = world.browser().open(f"{path}/map.svg")
        assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
        root = etree.fromstring(response.get_data())
        names = {" ".join(text.itertext()).strip() for text in root.iter("{*}text")}
        assert {"Frankfurt", "Berlin", "S22"} <= names
    for path in ("/games/e99/map.svg", f"{PLAYING}/at/{final + 1}/map.svg", "/reference/first-rails/map.svg"):
        assert world.browser().open(path).status_code == 404


def test_the_whole_map_shows_what_the_visitor_may_see(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        game = world.open_game(kind="germany")
        mover, stranger = world.signed_in(world.to_move(game)), world.browser()
        before = [browser.open(f"{OVER}/map.svg").get_data() for browser in (mover, stranger)]
        submit(world, game, "A n? n?")
        after = [browser.open(f"{OVER}/map.svg").get_data() for browser in (mover, stranger)]
        assert [one == other for one, other in zip(before, after, strict=True)] == [False, True]
