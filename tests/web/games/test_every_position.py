"""Every position of whole games opens: those between the events of one action too."""

from collections.abc import Iterator

import msgspec
import pytest
from golden import GAMES
from past_kit import past_of
from recorded_kit import add_recorded
from soak import few
from web_kit import World, new_world

from pbem.store.games.seats import list_seats
from pbem.web.public_data import publish

SHORTEST = ("collapse", "germany_bank", "network_variants")
"""The golden game of each kind that has the fewest positions."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("every")) as world:
        yield world


def test_a_game_of_each_kind_is_looked_at() -> None:
    assert {GAMES[name].kind for name in SHORTEST} == {recipe.kind for recipe in GAMES.values()}


@pytest.mark.parametrize("name", [*SHORTEST, *few(sorted(GAMES.keys() - set(SHORTEST)), 0)])
def test_every_position_opens_as_page_map_and_json(world: World, name: str) -> None:
    game, client = add_recorded(world, name), world.app.test_client()
    past = past_of(world, game)
    with world.database.read() as tx:
        seats = list_seats(tx, game.id)
    failed = []
    for branch in (past, *past.branches):
        for moment in past.moments_of(branch):
            for position in range(moment.first, moment.position + 1):
                here = f"/games/{game.tag}/at/{position}"
                answers = [client.get(path).status_code for path in (f"{here}?part=1", f"{here}/map.svg")]
                failed += [] if answers == [200, 200] else [(position, answers)]
                encoded = msgspec.json.encode(publish.game(game, seats, branch.view_at(position), (), (), ""))
                assert f'"tag":"{game.tag}"'.encode() in encoded
    assert failed == []
