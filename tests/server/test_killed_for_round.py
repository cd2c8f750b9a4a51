"""Killed with -9 between the fetch of a public round and the game it begins, a server begins the game once, with it."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from beacon_kit import LOCAL, LocalBeacon, local_beacon, sign

from pbem.adjudicator.sessions import beacon_of
from pbem.store.games.listing import list_games
from pbem.store.games.waiting_lists import list_full_lists, list_open_lists
from server.kit import Forked, Place, new_place
from server.situations import Situation, before, hear, register, to_office

LONG_AGO = timedelta(days=4)
"""After it the round of a list that was opened then is out, and its game has not begun yet."""


@pytest.fixture
def beacon() -> Iterator[LocalBeacon]:
    with local_beacon() as beacon:
        yield beacon


def place_with(beacon: LocalBeacon, folder: Path) -> Place:
    """A place whose servers use a beacon on this machine."""
    place = new_place(folder)
    with place.config.open("a", encoding="utf-8") as config:
        config.write(
            f'[dice.beacon]\nurls = ["{beacon.url}"]\nchain = "{LOCAL.hash}"\nname = "{LOCAL.name}"\n'
            f'public_key = "{LOCAL.public_key}"\nperiod = {LOCAL.period}\ngenesis = {LOCAL.genesis}\n'
            f'group_hash = "{LOCAL.group_hash}"\n'
        )
    place.__dict__.pop("settings", None)
    return place


@pytest.mark.parametrize("point", ["round fetched", "game opened", "round settled"])
def test_killed_there_the_game_begins_once_with_its_round(
    tmp_path: Path, forked: Forked, beacon: LocalBeacon, point: str
) -> None:
    with place_with(beacon, tmp_path) as place:
        register(place, "Anna", "Bert")
        hear(place, to_office(place, "Anna", 'open first rails for 2 "Whitsun"'), before(LONG_AGO))
        hear(place, to_office(place, "Bert", "join 1 with mine"), before(LONG_AGO))
        with place.database.read() as tx:
            (row,) = list_full_lists(tx)
        assert row.round is not None
        assert "lists 1 wait for rounds that are out" in place.pbem("doctor", status=1).output
        situation = Situation(place)
        situation.killed_at(forked, [(point, 1)])
        with place.database.read() as tx:
            (game,) = list_games(tx)
            draw = beacon_of(game)
            assert (list_full_lists(tx), list_open_lists(tx)) == ([], [])
        assert draw is not None
        assert (draw.number, draw.signature) == (row.round, sign(row.round))
        assert set(beacon.asked) == {beacon.path_of(row.round)}
        assert Counter(situation.kinds("Anna")) == Counter(situation.kinds("Bert")) == {"lobby": 2, "report": 1}
        place.pbem("doctor")
