"""What is counted of players and games, in the database."""

from collections.abc import Iterator
from typing import get_args

import pytest
from sqlalchemy import Connection, insert
from store_kit import T0, new_game, new_player, open_transaction

from pbem.adjudicator.counts import SHOWN_FROM
from pbem.adjudicator.statistics import load_skills, tally_kind, tally_player
from pbem.store import Tx
from pbem.store.games.seats import PlayedBy, TenureRow, TurnTakenRow, put_turn_taken
from pbem.store.games.statistics import (
    Ends,
    Order,
    RatingRow,
    ResultRow,
    Skill,
    Tenures,
    Turns,
    count_players_of_kind,
    find_median_time,
    find_newest_rating,
    forget_ratings,
    list_ends_of_kind,
    list_ends_of_player,
    list_games_of_human_players,
    list_players_of_kind,
    list_ratings,
    list_results,
    list_tenures_of_player,
    list_times_of_player,
    list_turns_of_kind,
    list_turns_of_player,
    put_ratings,
    put_results,
)

pytestmark = pytest.mark.both_engines

HOUR = 3_600_000
TOGETHER = (None, None)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """A fresh database, in which each test undoes what it has written."""
    with open_transaction(tmp_path_factory.mktemp("statistics")) as tx:
        yield tx.connection


@pytest.fixture
def tx(connection: Connection) -> Iterator[Tx]:
    undone = connection.begin_nested()
    yield Tx(connection)
    undone.rollback()


def ended(
    tx: Tx, players: list[int | None], places: list[int], passengers: list[int], kind: str = "first_rails"
) -> int:
    """A game that is over, an hour after the one before."""
    game = new_game(tx, [player or 1 for player in players])
    rows = [
        ResultRow(game, seat, player, kind, len(players), places.count(1), place, carried, T0 + game * HOUR)
        for seat, (player, place, carried) in enumerate(zip(players, places, passengers, strict=True))
    ]
    put_results(tx, game, rows)
    return game


def taken(
    tx: Tx, game: int, year: int, player: int | None, hours: float, played_by: PlayedBy = "player", late: bool = False
) -> None:
    """A turn of the seat 0 that took so long."""
    until = T0 + int(hours * HOUR)
    row = TurnTakenRow(game, year, 1, 0, player, "first_rails", 2, T0, until, None, late, played_by)
    put_turn_taken(tx, row)


def test_nothing_is_counted_of_who_has_not_played(tx: Tx) -> None:
    ada = new_player(tx)
    new_game(tx, [ada, new_player(tx, "Ben")])
    assert list_ends_of_player(tx, ada) == {}
    assert list_turns_of_player(tx, ada) == {}
    assert list_times_of_player(tx, ada) == []
    assert find_median_time(tx, "first_rails", 2) is None
    assert list_tenures_of_player(tx, ada) == {}
    assert find_newest_rating(tx, "first_rails", ada) is None
    assert list_players_of_kind(tx, "first_rails", "rating", 0, 9) == []
    assert count_players_of_kind(tx, "first_rails") == 0


def test_games_that_are_over_are_counted_by_kind_and_seats_and_together(tx: Tx) -> None:
    ada, ben, cleo = (new_player(tx, name) for name in ("Ada", "Ben", "Cleo"))
    ended(tx, [ada, ben], [1, 2], [30, 20])
    ended(tx, [ben, ada], [1, 1], [25, 25])
    ended(tx, [ada, ben, cleo], [3, 1, 2], [5, 30, 20])
    ended(tx, [ada, ben], [0, 0], [7, 9], "germany")
    assert list_ends_of_player(tx, ada) == {
        ("first_rails", 2): Ends(games=2, won=2, shared=1, drawn=0, best=30, mean=27.5),
        ("first_rails", 3): Ends(games=1, best=5, mean=5.0),
        ("germany", 2): Ends(games=1, drawn=1, best=7, mean=7.0),
        TOGETHER: Ends(games=4, won=2, shared=1, drawn=1, best=30, mean=67 / 4),
    }
    assert list(list_ends_of_player(tx, ada))[-1] == TOGETHER
    assert list_ends_of_player(tx, cleo)[TOGETHER] == Ends(games=1, best=20, mean=20.0)


def test_games_of_a_kind_are_counted_once_each(tx: Tx) -> None:
    ada, ben, cleo = (new_player(tx, name) for name in ("Ada", "Ben", "Cleo"))
    ended(tx, [ada, ben], [2, 1], [30, 20])
    ended(tx, [ada, ben], [1, 1], [25, 25])
    ended(tx, [ada, ben, cleo], [3, 1, 2], [5, 30, 19])
    ended(tx, [ada, ben], [0, 0], [7, 9], "germany")
    assert list_ends_of_kind(tx, "first_rails") == {
        ("first_rails", 2): Ends(games=2, won=2, shared=1, best=30, mean=25.0),
        ("first_rails", 3): Ends(games=1, won=1, best=30, mean=18.0),
    }
    assert list_ends_of_kind(tx, "germany") == {("germany", 2): Ends(games=1, drawn=1, best=9, mean=8.0)}


def test_a_result_of_a_vacant_seat_is_nobodys(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    ended(tx, [None, ben], [1, 2], [30, 20])
    assert list_ends_of_player(tx, ada) == {}
    assert [line.name for line in list_players_of_kind(tx, "first_rails", "name", 0, 9)] == ["Ben"]
    assert count_players_of_kind(tx, "first_rails") == 1
    assert list_ends_of_kind(tx, "first_rails")["first_rails", 2].games == 1


def test_results_and_turns_of_a_game_played_again_replace_those_before(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    game = ended(tx, [ada, ben], [1, 2], [30, 20])
    (first, second) = list_results(tx)
    again = [ResultRow(game, 1, ben, "first_rails", 2, 1, 1, 40, T0)]
    put_results(tx, game, again)
    assert (first.player_id, second.player_id) == (ada, ben)
    assert list_results(tx) == again
    taken(tx, game, 1, ada, 1, late=True)
    taken(tx, game, 1, ada, 2)
    assert list_turns_of_player(tx, ada)[TOGETHER] == Turns(1, 0, 0)
    assert list_times_of_player(tx, ada) == [("first_rails", 2, 2 * HOUR)]


def test_turns_are_counted_with_those_that_were_late(tx: Tx) -> None:
    ada, robo = new_player(tx), new_player(tx, "Robo", bot="heuristic")
    game = new_game(tx, [ada, robo])
    taken(tx, game, 1, ada, 1)
    taken(tx, game, 2, ada, 5, late=True)
    taken(tx, game, 3, ada, 50, "pass", late=True)
    taken(tx, game, 4, ada, 60, "bot", late=True)
    taken(tx, game, 5, ada, 0, "standing")
    taken(tx, game, 6, robo, 1, "bot")
    taken(tx, game, 7, None, 1, "pass")
    assert list_turns_of_player(tx, ada) == {("first_rails", 2): Turns(5, 3, 2), TOGETHER: Turns(5, 3, 2)}
    assert list_turns_of_player(tx, robo) == {}, "a bot of the server's own is not timed"
    assert list_turns_of_kind(tx, "first_rails") == {("first_rails", 2): Turns(5, 3, 2)}
    assert list_turns_of_kind(tx, "germany") == {}


@pytest.mark.parametrize(
    ("hours", "middle"), [([7], 7), ([9, 1], 5), ([9, 1, 2], 2), ([4, 1, 2, 9], 3), ([1, 1, 1, 8, 8], 1)]
)
def test_the_time_in_the_middle_is_of_turns_played_by_the_player_himself(
    tx: Tx, hours: list[int], middle: float
) -> None:
    ada = new_player(tx)
    game = new_game(tx, [ada, new_player(tx, "Ben")])
    for year, time in enumerate(hours, 1):
        taken(tx, game, year, ada, time)
    taken(tx, game, 50, ada, 1000, "pass", late=True)
    taken(tx, game, 51, ada, 0, "standing")
    assert find_median_time(tx, "first_rails", 2) == middle * HOUR
    assert find_median_time(tx, "first_rails", 3) is None
    tallies = {(tally.kind, tally.seats): tally for tally in tally_player(tx, ada)}
    assert tallies.keys() == {("first_rails", 2), TOGETHER}
    assert [tally.median_ms for tally in tallies.values()] == [middle * HOUR] * 2
    assert [tally.median_ms for tally in tally_kind(tx, "first_rails")] == [middle * HOUR]


def test_seats_left_and_taken_over_are_counted(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    tenure = insert(TenureRow.table).values(seat=0, number=1, from_ms=0)
    for came, left in (
        ("began", "resigned"),
        ("replaced", "late"),
        ("returned", None),
        ("replaced", None),
        ("began", "removed"),
    ):
        game = new_game(tx, [ben, ben])
        tx.run(tenure, game_id=game, player_id=ada, came=came, left=left)
    assert list_tenures_of_player(tx, ada) == {
        ("first_rails", 2): Tenures(given_up=1, lost=1, taken_over=2),
        TOGETHER: Tenures(given_up=1, lost=1, taken_over=2),
    }
    assert list_tenures_of_player(tx, ben) == {}


def rate(tx: Tx, game: int, player: int, mu: float, kind: str = "first_rails", games: int = 1) -> None:
    """A rating after a game."""
    put_ratings(tx, [RatingRow(game, player, kind, 1, games, mu, 8.0, T0 + game)])


def test_the_newest_rating_holds_and_is_shown_after_some_games(tx: Tx) -> None:
    ada, ben = new_player(tx), new_player(tx, "Ben")
    games = [new_game(tx, [ada, ben]) for _ in range(SHOWN_FROM)]
    for number, mu in enumerate((26.0, 24.0, 25.0), 1):
        assert load_skills(tx, ada) == {}
        rate(tx, games[number - 1], ada, mu, games=number)
    rate(tx, games[0], ben, 22.0, "germany")
    assert load_skills(tx, ada) == {"first_rails": Skill(25.0, 8.0, SHOWN_FROM)}
    assert load_skills(tx, ben) == {}
    newest = find_newest_rating(tx, "first_rails", ada)
    assert newest is not None
    assert (newest.game_id, newest.mu) == (games[-1], 25.0)
    assert find_newest_rating(tx, "germany", ada) is None
    assert [rating.mu for rating in list_ratings(tx)] == [26.0, 22.0, 24.0, 25.0]
    forget_ratings(tx)
    assert list_ratings(tx) == []


def test_players_are_listed_in_the_order_asked_for(tx: Tx) -> None:
    ada, ben, cleo, dora = (new_player(tx, name) for name in ("Ada", "Ben", "Cleo", "dora"))
    game = ended(tx, [ada, ben, cleo], [1, 2, 3], [30, 20, 10])
    ended(tx, [ben, cleo, dora], [1, 2, 3], [21, 40, 9])
    ended(tx, [ben, ada], [1, 2], [16, 15])
    taken(tx, game, 1, ada, 1, late=True)
    taken(tx, game, 2, cleo, 1)
    taken(tx, game, 3, ben, 1)
    taken(tx, game, 4, ben, 1, late=True)
    for player, mu in ((ada, 24.0), (cleo, 27.0)):
        rate(tx, game, player, mu, games=2)
    orders: dict[Order, str] = {
        "rating": "Cleo Ada Ben dora",
        "games": "Ben Ada Cleo dora",
        "won": "Ben Ada Cleo dora",
        "best": "Cleo Ada Ben dora",
        "mean": "Cleo Ada Ben dora",
        "punctuality": "Cleo Ben Ada dora",
        "name": "Ada Ben Cleo dora",
    }
    assert set(orders) == set(get_args(Order))
    for order, names in orders.items():
        found = list_players_of_kind(tx, "first_rails", order, 2, 9)
        assert " ".join(line.name for line in found) == names, order
    assert [line.name for line in list_players_of_kind(tx, "first_rails", "name", 1, 2, 1)] == ["Ben", "Cleo"]
    first = list_players_of_kind(tx, "first_rails", "games", 1, 1)[0]
    assert (first.games, first.won, first.best, first.mean, first.turns, first.late) == (3, 2, 21, 19.0, 2, 1)
    assert list_players_of_kind(tx, "first_rails", "rating", 3, 9)[0].skill is None
    assert count_players_of_kind(tx, "first_rails") == 4
    assert list_players_of_kind(tx, "germany", "rating", 0, 9) == []


def test_games_that_people_began_wait_to_be_rated_in_the_order_of_their_ends(tx: Tx) -> None:
    ada, ben, robo = new_player(tx), new_player(tx, "Ben"), new_player(tx, "Robo", bot="heuristic")
    first = ended(tx, [ada, ben], [1, 2], [3, 2])
    ended(tx, [ada, robo], [1, 2], [3, 2])
    last = ended(tx, [None, ada], [1, 2], [3, 2])
    found = list_games_of_human_players(tx)
    assert [(seat.game_id, seat.player_id, seat.place) for seat in found] == [
        (first, ada, 1),
        (first, ben, 2),
        (last, ada, 1),
        (last, ada, 2),
    ]
    assert list_games_of_human_players(tx, unrated=True) == found
    rate(tx, first, ada, 25.0)
    assert list_games_of_human_players(tx, unrated=True) == found[2:]
