"""The five mails of the order language, as they stand, through real letters."""

from rules.playing import front, hidden, stations

from adjudicator.kit import World
from adjudicator.positions import at_the_edge, into_the_mountains, market, to_the_lake
from rules_core.grid import W


def test_the_first_turn_of_a_game(world: World) -> None:
    game = world.open_game(rolls={(1, 0): "ssss$???"})
    reply = game.send(0, "roll 4?\nbuy weiden\nB e e\nA w w w? onto nw w?\nend")
    assert reply.fate("roll 4?") == "done: Anna rolls 4 ? + 4 bonus dice: 4 straights, 1 share, 3 ?."
    assert reply.fate("buy weiden") == "done: Anna buys a share of Weiden Express from the bank."
    assert reply.fate("B e e") == ("done: Anna builds at end B: e e, using 2 straights. B now points e at T1 g4.")
    assert reply.fate("A w w w? onto nw w?") == (
        "done: Anna builds at end A: w w w, onto T2 (mountain nw) w, using 2 straights, 2 ?. A now points w at "
        "T2 f4. Anna gets 2 ? from the bank for the new tile."
    )
    assert reply.fate("end") == "done: Anna ends the turn."
    assert reply.text.startswith("Your orders were carried out. Y1.2 #")
    table = game.state.table
    assert table.players[0].shares == (0, 0, 1, 0, 0)
    assert front(game.state) == "???"
    assert (table.turn.seat, table.turn.number, table.year) == (1, 2, 1)
    assert [tile.kind for tile in table.landscape.tiles.values()] == ["grassland", "mountain2"]
    assert reply.others.keys() == {1}
    report = reply.others[1]
    assert report.kind == "report"
    assert "It's your turn" in report.text
    for text in ("Anna rolls 4 ? + 4 bonus dice", "onto T2 (mountain nw) w", "Anna ends the turn."):
        assert text in " ".join(report.text.split())


def test_a_lake_station_paid_with_hidden_dice_and_a_wild_one(world: World) -> None:
    game = world.game_at(to_the_lake())
    reply = game.send(0, "income\nB e onto lake e\nstation B insel lake pay 2h 1?\nroll 2?")
    assert reply.fate("income") == "done: Anna takes income: 4 dice behind the screen."
    assert "onto T2 (lake) e" in reply.fate("B e onto lake e")
    assert reply.fate("station B insel lake pay 2h 1?") == (
        "done: Anna builds a lake station of Insel Hopper at end B, on T2 b3, and pays 2 hidden dice, 1 ?. "
        "Anna gets 2 ? from the bank for the station."
    )
    assert reply.fate("roll 2?").startswith("done: Anna rolls 2 ? + 2 bonus dice: ")
    assert hidden(game.state) == 2
    assert game.state.table.companies["insel"].left("lake", 3) == 2
    assert game.state.table.players[0].front.total == 5
    assert stations(game.state) == 44
    assert game.state.table.turn.seat == 0
    assert reply.others == {}, "the turn goes on, so nobody else is told"


def test_a_station_left_by_its_west_side_into_a_mountain(world: World) -> None:
    game = world.game_at(into_the_mountains())
    reply = game.send(0, "income\nroll 1h\nstation A weiden\nA leave w, w w? pay 1?\nend")
    assert reply.fate("station A weiden") == (
        "done: Anna builds a grassland station of Weiden Express at end A, on T2 f4, and pays 3 hidden dice. "
        "Anna gets 2 ? from the bank for the station."
    )
    built = reply.fate("A leave w, w w? pay 1?")
    assert "Anna builds at end A: w w, using" in built
    assert "Anna pays 1 ? for the mountain range at T2 d4." in built
    assert reply.fate("end") == "done: Anna ends the turn."
    assert game.state.table.line.a.heading == W
    assert hidden(game.state) == 0
    assert len(front(game.state)) == 1, "the die rolled; two straights were laid, and both ? went"
    assert reply.others.keys() == {1}


def test_shares_from_the_bank_and_from_a_director(world: World) -> None:
    game = world.game_at(market(), rolls={(2, 0): "$$c"})
    before = hidden(game.state, 1)
    buying = "buy eisberg from bank\nbuy insel from director\nbuy insel from director with ?"
    reply = game.send(0, f"income\nroll 3h\n{buying}\ndiscard c\nend")
    assert reply.fate("roll 3h") == "done: Anna rolls 3 hidden dice: 1 curve, 2 shares."
    assert reply.fate("buy eisberg from bank") == "done: Anna buys a share of Eisberg Tours from the bank."
    assert reply.fate("buy insel from director") == "done: Anna buys a share of Insel Hopper from Bert."
    assert reply.fate("buy insel from director with ?") == "done: Anna buys a share of Insel Hopper from Bert for a ?."
    assert reply.fate("discard c") == "understood"
    assert reply.fate("end") == "done: Anna gives back 1 curve and ends the turn."
    table = game.state.table
    assert table.players[0].shares == (1, 0, 4, 5, 0)
    assert table.players[1].shares == (0, 0, 6, 5, 0)
    assert hidden(game.state, 1) == before + 2
    assert hidden(game.state) == 1
    assert front(game.state) == "sscc?"


def test_a_preview_of_a_lake_bridged_from_shore_to_shore(world: World) -> None:
    game = world.game_at(at_the_edge())
    before = game.written
    reply = game.send(0, "check\nB e onto lake e e e e e")
    assert reply.text.startswith(
        "This is a preview: nothing was changed and no dice were rolled. Reply `confirm` to carry it out."
    )
    text = reply.fate("B e onto lake e e e e e")
    assert text.startswith("understood: Anna builds at end B: e, onto T2 (lake) e e e e e, using ")
    assert "B now points e at T2 f4" in text
    assert "Anna pays 2 hidden dice for the lake at " in text
    assert game.written == before
    assert reply.others == {}
    done = game.send(0, "B e onto lake e e e e e")
    assert done.fate("B e onto lake e e e e e") == text.replace("understood", "done", 1)
