"""Games against programs begin at once, for strangers too; nobody else sees them, and nothing counts them."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.adjudicator import counts
from pbem.adjudicator.context import Refused
from pbem.i18n import catalogue
from pbem.intake import forms as practice_intake
from pbem.lobby import practice
from pbem.lobby.names import PROGRAMS
from pbem.recent import Recent
from pbem.store import NotFound, UnitOfWork
from pbem.store.across.practice import count_games_of_guests, list_games_of_owner
from pbem.store.games.game import GameRow, find_any_game_by_tag, get_game
from pbem.store.games.listing import list_playing_games
from pbem.store.games.log import find_snapshot, put_snapshot
from pbem.store.mail.sending import list_due_mail
from pbem.store.players.player import get_player, list_players
from pbem.web.form_counts import MOST_KEYS
from pbem.web.games import positions
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.codec import decode, encode
from rules_core.line.actions import NO_DICE, Dice
from rules_core.line.table import Screen, State

ALL_IN_FRONT = Dice(0, 39)
TOKEN = re.compile(rb'name="(?:csrf_token|form_key)" value="[^"]+"')


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def begun(world: World, browser: Browser, **wished: str) -> GameRow:
    """Begin a game from the home page, and find where that leads."""
    browser.open("/")
    browser.press("Play now", **wished)
    assert browser.response.status_code == 200, browser.text
    tag = browser.response.request.path.split("/")[2]
    with world.database.read() as tx:
        game = find_any_game_by_tag(tx, tag)
    assert game is not None
    return game


def test_a_stranger_plays_at_once_and_programs_answer(world: World) -> None:
    browser = world.browser()
    game = begun(world, browser, seats="4")
    assert browser.response.request.path == f"/games/{game.tag}"
    assert "Practice: The First Rails" in browser.text and "your turn" in browser.text
    assert game.purpose == "practice" and world.game(game.id).active_seat == 0
    browser.press("Send", orders="end")
    browser.open(f"/games/{game.tag}")
    found = browser.page.xpath("//section[@aria-labelledby='latest']//li")
    players = {sentence.text_content().split()[1] for sentence in found if sentence.text_content().startswith("Bot ")}
    assert players and players <= {name.split()[1] for name in PROGRAMS}
    assert world.game(game.id).active_seat == 0
    with world.database.read() as tx:
        assert [player.name for player in list_players(tx)][-3:] == list(PROGRAMS)
        assert not list_due_mail(tx, 2**53, 9)


@pytest.mark.parametrize("kind", kinds())
def test_every_game_can_be_practised(world: World, kind: str) -> None:
    browser = world.browser()
    slug = kind.replace("_", "-")
    game = begun(world, browser, game=slug, seats=str(ruleset_for(kind).seats[0]))
    assert (game.kind, world.game(game.id).active_seat) == (kind, 0)


def test_nobody_else_sees_a_game_of_practice(world: World) -> None:
    owner = world.browser()
    game = begun(world, owner)
    pages = [
        f"/games/{game.tag}{end}" for end in ("", "/history", "/map.svg", ".json", "/feed.atom", "/dice", "/press")
    ]
    guest = world.game(game.id).owner_id
    others = (world.browser(), world.signed_in("Anna"))
    for other in others:
        for page in [*pages, f"/players/{guest}", f"/players/{guest}.json", f"/players/{guest}/feed.atom"]:
            assert other.open(page).status_code == 404, page
        assert game.tag not in other.open("/").get_data(as_text=True)
    assert owner.open(f"/games/{game.tag}/history").status_code == 200
    for page in ("/my", "/my/settings", "/lists/new"):
        owner.open(page)
        assert owner.response.request.path == "/sign-in", "a guest has no account"


def test_a_guest_has_one_game_and_may_end_it_for_another(world: World) -> None:
    browser = world.browser()
    first = begun(world, browser)
    browser.open("/")
    browser.press("Play now", game="germany", seats="2")
    assert browser.response.status_code == 422
    assert "without an account there is one at a time. Continue it, or end it" in browser.text
    browser.press(f"End {first.tag} and start the new game")
    with world.database.read() as tx:
        found = list_games_of_owner(tx, first.owner_id or 0)
        assert [game.kind for game in found] == ["germany"]
        assert find_any_game_by_tag(tx, first.tag) is None
        assert found[0].id > first.id
    browser.open("/play")
    browser.press("End this game")
    with world.database.read() as tx:
        assert list_games_of_owner(tx, first.owner_id or 0) == []


def test_a_player_has_three_games(world: World) -> None:
    browser = world.signed_in("Anna")
    for _ in range(practice.MOST_OF_PLAYER):
        begun(world, browser)
    browser.open("/")
    assert browser.press("Play now").status_code == 422
    mails = [mail for mail in world.mails("Anna") if mail.kind != "sign-in"]
    assert mails == [], "who plays on the page is mailed nothing"


def test_a_guest_who_signs_in_keeps_the_game(world: World) -> None:
    browser = world.browser()
    game = begun(world, browser)
    browser.open("/")
    browser.press("Email me a link", address="anna@player.test")
    browser.open(world.link("Anna"))
    browser.press("Sign in", form="/sign-in/")
    browser.open(f"/games/{game.tag}")
    assert "your turn" in browser.text and "signed in as Anna" in browser.text
    browser.open("/my")
    assert browser.page.xpath(f"//section[@aria-labelledby='practised']//a[@href='/games/{game.tag}']")
    browser.open(f"/games/{game.tag}")
    browser.press("Send", orders="end")
    assert "Your orders were carried out" in browser.text
    with world.database.read() as tx, pytest.raises(NotFound):
        get_player(tx, game.owner_id or 0)


def test_games_that_nobody_plays_go_with_all_of_theirs(world: World) -> None:
    browser = world.browser()
    kept, game = world.open_game(), begun(world, browser)
    world.clock.at += timedelta(days=world.settings.practice.days + 1)
    world.intake.clock.forget()
    with world.database.read() as tx:
        assert find_any_game_by_tag(tx, game.tag) is None
        assert get_game(tx, kept.id) == kept
        tables = tx.connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
        for table in tables:
            columns = [row[1] for row in tx.connection.exec_driver_sql(f"PRAGMA table_info({table})")]
            for column in {"game_id", "player_id", "owner_id"} & set(columns):
                gone = game.id if column == "game_id" else game.owner_id
                assert not tx.connection.exec_driver_sql(f"SELECT 1 FROM {table} WHERE {column} = {gone}").all(), table
        assert counts.list_miscounted(tx) == []
    assert browser.open(f"/games/{game.tag}").status_code == 404
    assert begun(world, world.browser()).id > game.id, "no number is given twice"


def test_visitors_cannot_fill_the_server(world: World) -> None:
    few = world.settings.practice.model_copy(update={"visitors": 2})
    settings = world.settings.model_copy(update={"practice": few})

    def open_one(unit: UnitOfWork) -> int:
        owner = get_player(unit, practice.new_guest(unit, "Visitor", "en"))
        return practice.against_programs(unit, owner, "first_rails", 2, catalogue("en")).id

    now_ms = world.intake.units.now_ms()
    _first, second = (world.database.write(lambda tx: open_one(UnitOfWork(tx, settings, now_ms))) for _ in range(2))
    with pytest.raises(Refused, match="Try again in an hour, or create an account"):
        world.database.write(lambda tx: open_one(UnitOfWork(tx, settings, now_ms + 60_000)))
    third = world.database.write(lambda tx: open_one(UnitOfWork(tx, settings, now_ms + 3_700_000)))
    with world.database.read() as tx:
        assert list_playing_games(tx, every=True) == [second, third]
        assert count_games_of_guests(tx) == 2


def test_an_address_begins_few_games_an_hour(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice_intake.PracticeGames, "let_programs_play", lambda *_: None)

    def begin() -> Browser:
        browser = world.browser()
        browser.open("/play")
        browser.press("Play now", seats="2")
        return browser

    for _begun in range(world.settings.practice.per_address):
        assert begin().response.status_code == 200
    refused = begin()
    assert refused.response.status_code == 429
    assert "Very many games were started here within an hour" in refused.text
    assert refused.response.headers["Retry-After"]


def test_a_visitor_who_comes_back_finds_the_game_on_the_home_page(world: World) -> None:
    browser = world.browser()
    game = begun(world, browser, seats="2")
    browser.open("/")
    (link,) = browser.page.xpath(f"//main//a[text()='Continue {game.tag}']")
    assert link.get("href") == f"/games/{game.tag}" and "your turn" in browser.text
    browser.open("/register")
    assert f"You keep your practice game {game.tag}" in browser.text
    assert "Continue" not in world.browser().open("/").get_data(as_text=True)
    browser.open(link.get("href"))
    browser.press("Send", orders="end")
    assert browser.page.xpath("//details[@class='since']//li"), "what the bot did stands beside the board"


VISITORS = 10_000


@pytest.mark.soak
def test_ten_thousand_scripted_visitors_are_held_off_and_players_begin_games_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_intake.PracticeGames, "let_programs_play", lambda *_: None)
    anna, answers = world.signed_in("Anna"), Counter[int]()
    for number in range(VISITORS):
        visitor = world.browser()
        visitor.client.environ_base["REMOTE_ADDR"] = f"198.{18 + number // 65536}.{number // 256 % 256}.{number % 256}"
        visitor.open("/play")
        answers[visitor.press("Play now", seats="2").status_code] += 1
    limits = world.settings.practice
    assert answers == {200: limits.per_hour, 429: VISITORS - limits.per_hour}
    (limiter,) = world.app.extensions["limiter"]
    assert len(limiter.storage.storage) <= MOST_KEYS
    assert world.settings.database.stat().st_size < 40 << 20
    assert begun(world, anna).purpose == "practice"


def test_a_game_that_stands_still_is_ended_by_the_bot_that_carries_most(world: World) -> None:
    """FR-71: a player may break the bank on purpose, and a bot does where nothing else can be done."""
    browser = world.browser()
    game = begun(world, browser, seats="2")
    with world.database.read() as tx:
        kept = find_snapshot(tx, game.id)
    assert kept is not None
    state = decode(State, json.loads(kept.state))
    visitor, bot = (
        replace(player, front=dice) for player, dice in zip(state.table.players, (ALL_IN_FRONT, NO_DICE), strict=True)
    )
    turn = replace(state.table.turn, seat=1, income=False)
    table = replace(state.table, players=(visitor, bot), turn=turn, year=2, bank=0)
    still = replace(state, table=table, screens=(Screen(), Screen()))
    row = replace(kept, state=json.dumps(encode(still)).encode())
    world.database.write(partial(put_snapshot, game_id=game.id, snapshot=row))
    assert world.intake.clock.play_bot(game.id, lambda _number: 0)
    assert world.game(game.id).status == "over"
    browser.open(f"/games/{game.tag}")
    assert "won" in browser.text


def test_what_a_visitor_played_is_shown_though_a_bot_fails(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = world.browser()
    begun(world, browser, seats="2")

    def failing(*_arguments: object) -> bool:
        raise ValueError("nothing is offered")

    monkeypatch.setattr(practice_intake, "play_bot", failing)
    assert browser.press("Send", orders="end").status_code == 200
    assert "ends the turn" in browser.text


def test_what_bots_hide_is_on_no_page_of_the_visitor(world: World) -> None:
    browser = world.browser()
    game = begun(world, browser)
    with world.database.read() as tx:
        kept = find_snapshot(tx, game.id)
    assert kept is not None
    pages = []
    for own, screen in ((Screen(), Screen(3, 17)), (Screen(), Screen(9, 4)), (Screen(7, 7), Screen(9, 4))):
        state = decode(State, json.loads(kept.state))
        changed = replace(state, screens=(own, screen, state.screens[2]))
        row = replace(kept, state=json.dumps(encode(changed)).encode())
        world.database.write(partial(put_snapshot, game_id=game.id, snapshot=row))
        world.app.extensions[positions.KEY] = Recent(positions.MOST_KEPT)  # which know of no snapshot that is changed
        paths = (f"/games/{game.tag}", f"/games/{game.tag}/history", "/play")
        pages.append([TOKEN.sub(b"", browser.open(path).get_data()) for path in paths])
    assert pages[0] == pages[1] != pages[2]
