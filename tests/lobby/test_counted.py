"""What the office tells a player of what is counted of him."""

from lobby.kit import Village
from pbem.adjudicator.counts import rate_games
from pbem.adjudicator.statistics import load_skills
from pbem.store import Tx
from pbem.store.games.seats import TurnTakenRow, put_turn_taken
from pbem.store.games.statistics import ResultRow, put_results


def test_who_asks_for_his_games_is_told_what_is_counted_of_him(village: Village) -> None:
    world = village.world
    assert "Your statistics" not in village.write("Anna", "games").text
    games = [world.open_game(["Anna", "Bert"]) for _ in range(3)]
    anna, bert = world.players["Anna"], world.players["Bert"]

    def end(tx: Tx) -> None:
        for number, game in enumerate(games, 1):
            rows = [
                ResultRow(game.id, seat, player, "first_rails", 2, 1, 1 + seat, 9, number)
                for seat, player in enumerate((anna, bert))
            ]
            put_results(tx, game.id, rows)
            put_turn_taken(
                tx, TurnTakenRow(game.id, 1, 1, 0, anna, "first_rails", 2, 0, 5, None, number == 1, "player")
            )
        rate_games(tx)

    world.database.write(end)
    text = village.write("Anna", "games").text
    with world.database.read() as tx:
        skill = load_skills(tx, anna)["first_rails"]
    assert "3 games finished, 3 won." in text
    assert "66% of 3 turns in time." in text
    assert f"Rating in The First Rails: {round(skill.mu)} ± {round(skill.sigma)}, from 3 games." in text
    assert f"https://games.test/players/{anna}" in text
    other = village.write("Bert", "games").text
    assert "3 games finished, 0 won." in other
    assert "turns in time" not in other
