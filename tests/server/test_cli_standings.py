"""Commands about what is counted of players."""

import json
from typing import Any

from pbem.adjudicator.counts import rate_games
from pbem.chance import new_token
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_games
from pbem.store.games.opening import NewSeat, add_game, find_free_tag
from pbem.store.games.seats import TurnTakenRow, put_turn_taken
from pbem.store.games.statistics import ResultRow, put_results
from pbem.store.games.throws import Throw, put_throws
from pbem.store.players.player import get_player
from pbem.store.rows import values
from pbem.store.tables import NEW
from pbem.terms import Terms
from server.kit import Place

HOUR = 3_600_000


def end_games(tx: Tx) -> None:
    """Three games of the first two players that are over, and a turn of the first's in each."""
    for number in range(3):
        tag = find_free_tag(tx)
        began: dict[str, Any] = {**values(Terms()), "created_ms": 0, "root_message_id": f"<{tag}@game.test>"}
        seats = [NewSeat(player, new_token(), "salt") for player in (1, 2)]
        game = add_game(tx, GameRow(NEW, tag, "Over", "first_rails", "{}", "ab" * 32, 1, **began), bytes(32), seats)
        put_results(
            tx,
            game,
            [ResultRow(game, seat, 1 + seat, "first_rails", 2, 1, 1 + seat, 9 - seat, number) for seat in (0, 1)],
        )
        put_turn_taken(tx, TurnTakenRow(game, 1, 1, 0, 1, "first_rails", 2, 0, 5 * HOUR, None, False, "player"))
    rate_games(tx)


def test_what_is_counted_of_a_player_is_printed(place: Place) -> None:
    place.database.write(end_games)
    with place.database.read() as tx:
        anna, other = (get_player(tx, number) for number in (1, 2))
    (first, together) = json.loads(place.pbem("player", "show", anna.address, "--json").output)
    assert first == {
        "kind": "first_rails", "players": 2, "rating": first["rating"], "games": 3, "won": 3, "shared": 0, "draws": 0,
        "best": 9, "mean": 9.0, "turns": 3, "in time": "100%", "played for": 0, "usual time": "5 hours",
        "given up": 0, "lost": 0, "taken over": 0,
    }  # fmt: skip
    assert " ± " in first["rating"]
    assert together == first | {"kind": None, "players": None, "rating": None}
    said = place.pbem("player", "show", other.address).output
    assert "first_rails" in said
    assert "has no account" in place.pbem("player", "show", "nobody@player.test", status=1).output


def test_the_players_of_a_kind_are_listed(place: Place) -> None:
    assert "Nobody has finished a game yet." in place.pbem("player", "ranking").output
    place.database.write(end_games)
    found = json.loads(place.pbem("player", "ranking", "--json").output)
    with place.database.read() as tx:
        names = [get_player(tx, number).name for number in (1, 2)]
    assert [row["name"] for row in found] == names
    assert [(row["games"], row["won"], row["in time"]) for row in found] == [(3, 3, "100%"), (3, 0, None)]
    assert names[0] in place.pbem("player", "ranking", "--sort", "won").output
    assert place.pbem("player", "ranking", "--kind", "germany", "--json").output.strip() == "[]"
    place.pbem("player", "ranking", "--sort", "beauty", status=2)


def throw(tx: Tx) -> None:
    """What fell to the first player in a game: far too many question marks."""
    game = list_games(tx)[0]
    sides = ("?", "curve", "curve", "share", "straight", "straight")
    fell = {"straight": 5, "curve": 5, "share": 5, "?": 60}
    put_throws(tx, game.id, [Throw(game.id, 0, 1, 0, "roll", 0, sides, 1, game.kind, fell, 0)])


def test_how_the_dice_fell_is_printed(place: Place) -> None:
    assert place.pbem("dice", "counts").output == "No dice have been rolled yet.\n"
    place.database.write(throw)
    with place.database.read() as tx:
        anna = get_player(tx, 1).address
    for requested in ((), ("--game", "e1"), ("--player", anna)):
        text = place.pbem("dice", "counts", *requested).output
        assert "first_rails  ?         60    12.5" in text
        assert "fewer than 1 of 1,000,000" in text
        (test,) = json.loads(place.pbem("dice", "counts", *requested, "--json").output)
        assert (test["kind"], test["dice"], test["exact"], test["remarkable"]) == ("first_rails", 75, False, True)
        assert test["faces"]["straight"] == {"fell": 5, "expected": 25.0}
    for refused in (("--game", "e9"), ("--player", "nobody@player.test")):
        place.pbem("dice", "counts", *refused, status=1)
    place.pbem("dice", "counts", "--game", "e1", "--player", anna, status=2)
