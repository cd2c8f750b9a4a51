"""What machines read: JSON as it is documented, Atom that feed readers take, and an ETag on all of it."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from line_kit import line_view
from lxml import etree
from past_kit import BOTS, bots, past_of, play, submit, world_with_games
from web_kit import NAMES, SEED, Browser, PublicGame, World, new_world

import rules_core.kernel.record
from pbem.adjudicator.log.records import export_game
from pbem.clock import from_ms
from pbem.games.presentation import presentation_of, presenter_for
from pbem.i18n import catalogue
from pbem.store.games.game import get_game
from pbem.web.games.chronicle import chapters
from pbem.web.protection import FEEDS
from pbem.web.public_data import data, feeds
from pbem.web.public_data.feeds import MOST
from pbem.web.public_data.help import example, kinds_of
from rules_core.games import kinds
from rules_core.kernel.codec import Doc
from rules_core.kernel.record import RecordData, load, verify_dice
from rules_core.line.events import TurnBegan

ATOM = "{http://www.w3.org/2005/Atom}"
PATHS = (
    "/games/e1.json", "/games/e2.json", "/games/e1/record.json", "/games/e2/record.json", "/games/e1/feed.atom",
    "/games/e3/feed.atom", "/players/5/feed.atom", "/players/1/feed.atom", "/games/first-rails/index.json",
    "/games/first-rails/complete.json",
)  # fmt: skip


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world_with_games(tmp_path_factory.mktemp("feeds")) as world:
        yield world


@pytest.fixture(scope="module")
def visitors(world: World) -> list[Browser]:
    """A stranger, a player, and one who plays nothing."""
    return [world.browser(), world.signed_in("Anna"), world.signed_in("Dora")]


def load_json(world: World, path: str) -> Any:
    response = world.browser().open(path)
    assert (response.status_code, response.mimetype) == (200, "application/json")
    return json.loads(response.get_data())


def game_of(world: World, path: str) -> PublicGame:
    return msgspec.convert(load_json(world, path), PublicGame, strict=True)


def feed_of(world: World, path: str) -> etree._Element:
    response = world.browser().open(path)
    assert (response.status_code, response.mimetype) == (200, "application/atom+xml")
    return etree.fromstring(response.get_data())


# Everybody gets the same, and nobody gets it twice.


@pytest.mark.parametrize("path", PATHS)
def test_everybody_gets_the_same_bytes_and_no_cookie(visitors: list[Browser], path: str) -> None:
    answers = [
        browser.open(path, headers={"Accept-Language": language})
        for browser, language in zip(visitors, ("en", "xx", "de-AT"), strict=True)
    ]
    assert len({answer.get_data() for answer in answers}) == 1
    for answer in answers:
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["ETag"] == answers[0].headers["ETag"]


@pytest.mark.parametrize("path", PATHS)
def test_who_has_it_already_is_told_so_before_anything_is_made(
    world: World, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = world.browser()
    etag = browser.open(path).headers["ETag"]

    def never(*_arguments: object) -> None:
        raise AssertionError("this takes long")

    for costly in ("present", "export_game", "of_game", "of_player"):
        monkeypatch.setattr(feeds, costly, never)
    for requested in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        again = browser.open(path, headers={"If-None-Match": requested})
        assert (again.status_code, again.get_data()) == (304, b"")
        assert again.headers["ETag"] == etag
        assert "Content-Security-Policy" in again.headers


@pytest.mark.parametrize("path", ["/games/e3.json", "/games/e3/record.json", "/games/e3/feed.atom"])
def test_an_etag_changes_with_what_is_final_alone(tmp_path: Path, path: str) -> None:
    with world_with_games(tmp_path) as world:
        browser, game = world.browser(), world.game(3)
        before = browser.open(path)
        submit(world, game, "B n?")
        now = browser.open(path)
        assert (now.headers["ETag"], now.get_data()) == (before.headers["ETag"], before.get_data())
        submit(world, game, "end")
        later = browser.open(path)
        assert later.headers["ETag"] != before.headers["ETag"]
        assert later.get_data() != before.get_data()


def test_a_players_feed_changes_when_his_turn_comes(tmp_path: Path) -> None:
    with world_with_games(tmp_path) as world:
        game, browser = world.game(3), world.browser()
        path = f"/players/{world.players['Dora']}/feed.atom"
        following = NAMES[(NAMES.index(world.to_move(game)) + 1) % 3]
        his = f"/players/{world.players[following]}/feed.atom"
        before, idle = browser.open(his).headers["ETag"], browser.open(path).headers["ETag"]
        submit(world, game, "end")
        assert browser.open(his).headers["ETag"] != before
        assert browser.open(path).headers["ETag"] == idle
        titles = [entry.findtext(f"{ATOM}title") for entry in feed_of(world, his).iter(f"{ATOM}entry")]
        assert titles[0] == f"e3 People: {following} to play"


@pytest.mark.parametrize(
    "path", ["/games/e9.json", "/games/e9/record.json", "/games/e9/feed.atom", "/players/99/feed.atom", "/games/.json"]
)
def test_what_is_not_there_is_said_so(world: World, path: str) -> None:
    assert world.browser().open(path).status_code == 404


# JSON


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_game_is_told_as_it_stands(world: World, number: int) -> None:
    row, data = world.game(number), game_of(world, f"/games/e{number}.json")
    view = line_view(past_of(world, row).view_at(row.final_position))
    table = view.table
    assert (data.tag, data.name, data.status, data.position) == (row.tag, row.name, row.status, row.final_position)
    assert (data.year, data.turn, data.to_move) == (row.year, row.turn, row.active_seat)
    deadline = None if data.deadline is None else datetime.fromisoformat(data.deadline)
    assert deadline == (None if row.deadline_ms is None else from_ms(row.deadline_ms))
    assert [player.id for player in data.players] == [world.players[player.name] for player in data.players]
    for holding, player, screen in zip(data.state.players, table.players, view.screens, strict=True):
        assert tuple(msgspec.structs.astuple(holding.front)) == player.front
        assert holding.hidden == (None if screen is None else screen.hidden)
        assert holding.passengers == (None if screen is None else screen.passengers * 1000)
    for index, company in enumerate(data.state.companies):
        known = table.companies[company.id]
        assert (company.director, company.unsold) == (known.director, known.unsold)
        assert company.shares == tuple(player.shares[index] for player in table.players)
        assert sum(stations.left for stations in company.stations_left) == known.stations_left
        assert company.built == table.built(company.id)
    assert data.state.bank == table.bank
    track = sum(piece.company is None for piece in data.state.pieces)
    assert track == table.line.dice
    assert [(tile.number, tile.east, tile.south, tile.stations) for tile in data.state.tiles] == [
        (tile.number, cell.x, cell.y, tile.stations) for cell, tile in table.landscape.tiles.items()
    ]
    assert [end.name for end in data.state.ends] == ["A", "B"]
    assert (data.result is None) == (row.status == "playing")
    if data.result:
        assert [rank.seat for rank in data.result.standings] == [standing.seat for standing in table.standings]
        assert data.result.standings[0].passengers == table.standings[0].passengers * 1000


def test_every_link_of_a_game_leads_somewhere(world: World) -> None:
    data = game_of(world, "/games/e2.json")
    base = world.settings.web.base_url
    links = [*msgspec.structs.asdict(data.links).values(), *(player.url for player in data.players)]
    for link in links:
        assert world.browser().open(link.removeprefix(base)).status_code == 200, link


def test_hidden_dice_and_passengers_are_told_when_the_rules_lift_the_screens(world: World) -> None:
    running, over = game_of(world, "/games/e2.json"), game_of(world, "/games/e1.json")
    assert [(one.hidden, one.passengers) for one in running.state.players] == [(None, None)] * 2
    assert all(one.hidden is not None and one.passengers is not None for one in over.state.players)


def test_a_record_is_what_the_program_exports_and_proves_its_dice(world: World) -> None:
    for number, is_over in ((1, True), (2, False)):
        text = world.browser().open(f"/games/e{number}/record.json").get_data(as_text=True)
        with world.database.read() as tx:
            assert text == export_game(tx, number)
        assert (SEED.hex() in text) == is_over
        record = load(text)
        if is_over:
            assert verify_dice(record) == []


def test_lists_of_games_come_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "ON_PAGE", 5)
    with new_world(tmp_path) as world:
        for number in range(feeds.ON_PAGE + 3):
            world.open_game(f"Game {number}", NAMES[:2])
        found, path = [], "/games/first-rails/index.json"
        while path:
            result = msgspec.convert(load_json(world, path), data.GameList, strict=True)
            assert (result.total, result.status, result.kind) == (feeds.ON_PAGE + 3, "playing", "first_rails")
            found += [line.tag for line in result.games]
            path = (result.next or "").removeprefix(world.settings.web.base_url)
        assert found == [f"e{number}" for number in range(feeds.ON_PAGE + 3, 0, -1)]
        for odd in ("page=0", "page=x", "page=-1", f"page={10**30}", "page=99"):
            assert world.browser().open(f"/games/first-rails/index.json?{odd}").status_code == 200
        assert load_json(world, "/games/first-rails/complete.json")["games"] == []


# The documentation


@pytest.mark.parametrize("kind", kinds())
def test_the_example_is_a_game_as_the_server_tells_it(world: World, kind: str) -> None:
    found = json.loads(example(kind))
    assert found["kind"] == kind
    assert set(found) == set(load_json(world, "/games/e2.json"))
    assert found["year"] > 1
    told = presentation_of(kind).public_data.state_type
    assert json.loads(msgspec.json.encode(msgspec.convert(found["state"], told, strict=True))) == found["state"]
    assert any(found["state"].values())
    browser = world.browser()
    browser.open("/help/data")
    shown = [block.text_content() for block in browser.page.iter("pre")]
    assert shown == [example(kind) for kind in kinds()]


def values(document: object) -> Iterator[dict[str, object]]:
    """Every object in a JSON value."""
    if isinstance(document, dict):
        yield document
        for one in document.values():
            yield from values(one)
    elif isinstance(document, list):
        for one in document:
            yield from values(one)


@pytest.mark.parametrize("path", ["/games/e1.json", "/games/e2.json", "/games/first-rails/index.json"])
def test_every_field_that_is_told_is_documented(world: World, path: str) -> None:
    browser = world.browser()
    browser.open("/help/data")
    kinds = [kind for document in (PublicGame, data.GameList) for kind in kinds_of(document, catalogue("en"))]
    shapes = {frozenset(field.name for field in kind.fields) for kind in kinds}
    for found in values(load_json(world, path)):
        if set(found) != {"extended"} and found:
            assert frozenset(found) in shapes, found
    for kind in kinds:
        for field in kind.fields:
            assert field.description in browser.text, field
            assert field.type


def test_every_key_of_a_record_is_documented(world: World) -> None:
    (record,) = kinds_of(RecordData, catalogue("en"))
    keys = [field.name for field in record.fields]
    optional = "seeds"  # of dice that began when the game had been over
    assert [key for key in keys if key != optional] == list(load_json(world, "/games/e1/record.json"))
    assert keys == re.findall(r'^    [ {]"(\w+)":', rules_core.kernel.record.__doc__ or "", re.MULTILINE)


def test_every_address_that_is_documented_is_there(world: World) -> None:
    browser = world.browser()
    browser.open("/help/data")
    addresses = [code.text for code in browser.page.get_element_by_id("addresses").getparent().iter("code")]
    assert len(addresses) == len(data.ENDPOINTS) == 10
    for address, endpoint in zip(addresses, data.ENDPOINTS, strict=True):
        here = address.replace("e7", "e1")
        first, later = browser.open(here), browser.open(f"{here}?page=9")
        assert first.status_code == later.status_code == 200
        assert (first.get_data() != later.get_data()) == endpoint.is_paged
        if endpoint.document:
            document = kinds_of(endpoint.document, catalogue("en"))[0]
            assert set(json.loads(first.get_data())) | {"seeds"} == {field.name for field in document.fields} | {
                "seeds"
            }


def test_every_address_of_data_is_documented(world: World) -> None:
    rules = list(world.app.url_map.iter_rules())
    served = {rule.rule for rule in rules if rule.endpoint.partition(".")[0] == FEEDS}
    data_like = {rule.rule for rule in rules if rule.rule.endswith((".json", ".atom"))}
    assert served == data_like - {"/live.json"} == {endpoint.rule for endpoint in data.ENDPOINTS}


def test_every_description_stands_once() -> None:
    """A field that several classes have is declared once."""
    root = Path(rules_core.__path__[0]).parent
    sources = [
        path.read_text(encoding="utf-8") for room in ("pbem", "rules_core") for path in (root / room).rglob("*.py")
    ]
    calls = (node for text in sources if " Doc(" in text for node in ast.walk(ast.parse(text)))
    texts = [ast.unparse(node) for node in calls if isinstance(node, ast.Call) and ast.unparse(node.func) == "Doc"]
    assert len(texts) > 150
    assert sorted(texts) == sorted(set(texts))


def test_a_field_without_a_description_is_refused() -> None:
    class Bare(msgspec.Struct):
        seats: Annotated[int, Doc("The seats.")]
        late: bool

    with pytest.raises(LookupError, match=r"Bare\.late"):
        kinds_of(Bare, catalogue("en"))


# Atom (RFC 4287)


def check(feed: etree._Element) -> list[etree._Element]:
    """A feed has what RFC 4287 (4.1) asks for, and so have its entries, which are given back."""
    assert feed.tag == f"{ATOM}feed"
    entries: list[etree._Element] = list(feed.iterfind(f"{ATOM}entry"))
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1
        assert element.findtext(f"{ATOM}id").startswith("tag:localhost,2026-")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", element.findtext(f"{ATOM}updated"))
        assert [link.get("type") for link in element.findall(f"{ATOM}link") if link.get("rel") == "alternate"]
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(ids) == len(set(ids))
    updated = [entry.findtext(f"{ATOM}updated") for entry in entries]
    assert updated == sorted(updated, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == updated[0]
    return entries


def words_of(entries: Sequence[etree._Element]) -> list[list[str]]:
    return [
        [" ".join(p.itertext()).strip() for p in entry.iter("{http://www.w3.org/1999/xhtml}p")] for entry in entries
    ]


def test_a_games_feed_tells_each_turn_that_is_through_and_each_years_end(world: World) -> None:
    row = world.game(2)
    past = past_of(world, row)
    presenter = presenter_for(past.view_at(past.last.position).table, BOTS, catalogue("en"))
    found = [chapter for chapter in chapters(past, presenter, ()) if chapter.is_whole][::-1]
    entries = check(feed_of(world, "/games/e2/feed.atom"))
    assert words_of(entries) == [chapter.sentences for chapter in found]
    for entry, chapter in zip(entries, found, strict=True):
        link = entry.find(f"{ATOM}link").get("href")
        assert link == f"https://games.test/games/e2/at/{chapter.position}"
        assert world.browser().open(link.removeprefix("https://games.test")).status_code == 200
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert titles[-1] == "e2: the game starts"
    assert "e2: end of year 1" in titles


def test_a_feed_holds_the_newest_entries_only(world: World) -> None:
    entries = check(feed_of(world, "/games/e1/feed.atom"))
    assert len(entries) <= MOST
    assert any("Year" in text or "game is over" in text for text in words_of(entries)[0])


def test_names_keep_to_themselves_and_xml_holds(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        world.add_player('<b>"Ro\x0bbo" & co', bot="heuristic")
        game = world.open_game("Ding \x07 ]]> <dong> &", ('<b>"Ro\x0bbo" & co', "Anna"))
        feed = feed_of(world, "/games/e1/feed.atom")
        assert check(feed)
        assert feed.findtext(f"{ATOM}title") == "e1 Ding  ]]> <dong> &"
        assert check(feed_of(world, f"/players/{world.players['Anna']}/feed.atom"))
        assert game.tag == "e1"


def test_a_players_feed_tells_where_his_games_began_and_ended_and_his_turn_came(world: World) -> None:
    player_id = world.players["Rita"]
    entries = check(feed_of(world, f"/players/{player_id}/feed.atom"))
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert len(titles) <= MOST
    assert "e1 Long & <winding>: the game is over" in titles
    assert "e2 Whitsun: the game starts" in titles
    came = [
        event
        for moment in past_of(world, world.game(2)).moments
        for event in moment.events
        if isinstance(event, TurnBegan) and event.seat == 1
    ]
    assert titles.count("e2 Whitsun: Rita to play") == len(came)
    assert not any("Robo to play" in title for title in titles)


def test_a_game_in_which_a_player_has_two_seats_begins_once(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        world.open_game("Patience", ("Anna", "Anna"))
        entries = check(feed_of(world, f"/players/{world.players['Anna']}/feed.atom"))
        titles = [entry.findtext(f"{ATOM}title") for entry in entries]
        assert titles == ["e1 Patience: Anna to play", "e1 Patience: the game starts"]


def test_a_feed_of_who_never_played_is_empty_and_sound(world: World) -> None:
    feed = feed_of(world, f"/players/{world.players['Dora']}/feed.atom")
    assert feed.findall(f"{ATOM}entry") == []
    assert feed.findtext(f"{ATOM}updated")


def test_ids_stay_when_the_game_goes_on(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        game = play(world, bots(world), 4)
        before = {
            entry.findtext(f"{ATOM}id"): etree.tostring(entry)
            for path in ("/games/e1/feed.atom", f"/players/{world.players['Robo']}/feed.atom")
            for entry in feed_of(world, path).iter(f"{ATOM}entry")
        }
        play(world, game, 2)
        with world.database.read() as tx:
            assert get_game(tx, game.id).status == "playing"
        now = {
            entry.findtext(f"{ATOM}id"): etree.tostring(entry)
            for path in ("/games/e1/feed.atom", f"/players/{world.players['Robo']}/feed.atom")
            for entry in feed_of(world, path).iter(f"{ATOM}entry")
        }
        assert len(now) > len(before) > 5
        assert {name: now[name] for name in before} == before
