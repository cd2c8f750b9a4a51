"""A page that lists things runs as many statements for fifty of them as for five, whoever looks at it."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update
from statements_kit import statements_of
from web_kit import Browser, World, new_world

from pbem.clock import to_ms
from pbem.lobby.lists import DAY_MS
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.waiting_lists import ListRow, WaitingPlayerRow, add_list
from pbem.store.games.watching import add_watch
from pbem.store.moderation.disputes import DisputeRow, add_dispute
from pbem.store.players.player import Role, set_role
from pbem.store.rows import add
from pbem.store.tables import NEW
from pbem.terms import Terms

FEW, MANY = 5, 50
PAGES = (
    "/",
    "/games/first-rails/",
    "/games/first-rails/complete",
    "/games/first-rails/winners",
    "/games/first-rails/players",
    "/games/first-rails/index.json",
    "/games/first-rails/complete.json",
    "/games/first-rails/players.json",
    "/lists",
    "/lists/index.json",
    "/lists/feed.atom",
    "/players/1",
    "/players/1.json",
    "/rulings",
    "/my",
    "/my/mail",
    "/my/data",
    "/my/settings",
    "/postbox",
    "/analysis",
    "/play",
    "/live.json",
    "/moderate",
    "/moderate/games",
    "/moderate/games?status=over",
    "/moderate/games?needs=yes",
    "/people",
    "/people/1",
    "/people/audit",
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def fill(world: World, games: int) -> None:
    """Add games, half of them over, each with a watcher and, while it is played, a dispute; and as many lists."""
    for number in range(games):
        game = world.open_game(f"Game {number}", ("Anna", "Bert"))
        world.database.write(partial(add_more, world=world, game=game, is_over=bool(number % 2)))


def add_more(tx: Tx, world: World, game: GameRow, *, is_over: bool) -> None:
    anna, bert, dora = (world.players[name] for name in ("Anna", "Bert", "Dora"))
    now_ms, terms = to_ms(world.clock()), Terms()
    if is_over:
        over = {"status": "over", "active_seat": None, "final_position": game.position}
        tx.run(update(GameRow.table).where(GameRow.c.id == game.id).values(over))
    else:
        add_dispute(tx, DisputeRow(NEW, game.id, 1, bert, 1, "No.", now_ms, None))
    add_watch(tx, game.id, dora, now_ms, 0, 0)
    waited_on = ListRow(
        id=NEW,
        name=game.name,
        kind=game.kind,
        options=game.options,
        seats=3,
        pace=terms.pace,
        playing_days=terms.playing_days,
        zone=terms.zone,
        late=terms.late,
        press=terms.press,
        private=False,
        commitment="",
        opened_by=anna,
        created_ms=now_ms,
        expires_ms=now_ms + DAY_MS,
    )
    list_id = add_list(tx, waited_on, b"")
    add(tx, WaitingPlayerRow(list_id, anna, True, now_ms), salt="", word_salt="")


def count(world: World, browsers: dict[str, Browser]) -> dict[tuple[str, str], int]:
    """The statements of each page for each visitor, at their second visit."""
    found = {}
    for name, browser in browsers.items():
        for path in PAGES:
            browser.open(path)
            with statements_of(world.database) as statements:
                browser.open(path)
            found[name, path] = len(statements)
    return found


def test_lists_run_as_many_statements_for_fifty_rows_as_for_five(world: World) -> None:
    roles: tuple[Role, ...] = ("moderator", "operator")
    for role in roles:
        world.database.write(partial(set_role, player_id=world.players["Dora"], role=role, on=True))
    browsers = {"nobody": world.browser(), **{name: world.signed_in(name) for name in ("Anna", "Dora")}}
    fill(world, FEW)
    few = count(world, browsers)
    fill(world, MANY - FEW)
    many = count(world, browsers)
    # One more where the games of one list are not all among those of another any longer.
    assert {page: (few[page], many[page]) for page in few if many[page] > few[page] + 1} == {}
