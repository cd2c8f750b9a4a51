"""Germany by letters: orders in, reports out, and what this game's rules say otherwise than The First Rails'."""

from typing import Any

import pytest
from rules.german_position import SPOKE, german_position

from adjudicator.kit import NAMES, Game, World
from adjudicator.letters import flat
from pbem.adjudicator.counts import winners
from pbem.adjudicator.history.archive import Archive, load_endings
from rules_core.line.table import State


def before_a_town(**changes: Any) -> State:
    """Seat 0 to move, A before the red square of Mitte, with two transport symbols in front."""
    facts: dict[str, Any] = {"front": "s$$", "hidden": [6, 2], "waiting": {"bergtal": 2}, **changes}
    return german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", **facts)


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(before_a_town(), rolls={(2, 0): "sss"})


def test_a_new_game_is_announced_to_all_under_its_own_name(world: World) -> None:
    game = world.open_game(NAMES[:3], kind="germany", name="Over the Main")
    for seat in range(3):
        (mail,) = game.mails(seat)
        assert mail.subject == "[Germany e1] Over the Main"
        assert "A: S14 d4, points n at d3 (grass)" in mail.text
        assert "shares" not in mail.text.lower()
    assert "You can send any of these lines" in flat(game.last_mail(0).text)


def test_a_game_may_begin_abroad(world: World) -> None:
    game = world.open_game(kind="germany", options={"two_starts": "france-denmark"})
    text = flat(game.last_mail(0).text)
    assert "The line begins abroad: end A in Denmark, end B in France." in text
    assert "A: abroad, in Denmark, can go on" in text
    reply = game.send(0, "B leave n, e?")
    assert reply.text.startswith("Your orders were carried out.")


def test_a_turn_is_played_by_a_letter_and_told_to_the_others(game: Game) -> None:
    orders = ("income", "transport bergtal", "transport insel", "station A bergtal", "roll 3h", "B s s", "end")
    reply = game.send(0, "\n".join(orders))
    assert reply.fate("transport bergtal") == (
        "done: Anna uses a transport symbol: 1,000 more passengers wait for Berg & Tal-Bahn."
    )
    assert reply.fate("station A bergtal") == (
        "done: Anna builds a station of Berg & Tal-Bahn at end A, on S14 b2 in Mitte, and pays 3 hidden dice. "
        "Anna gets 2 ? from the bank for the station. Anna carries the 3,000 passengers who waited for "
        "Berg & Tal-Bahn. Anna becomes director of Berg & Tal-Bahn."
    )
    assert reply.text.startswith("Your orders were carried out.")
    report = reply.others[1]
    assert report.subject == "[Germany e1] Whitsun"
    text = flat(report.text)
    assert "It's your turn" in text and "Anna becomes director of Berg & Tal-Bahn." in text
    assert "B Berg & Tal-Bahn red Anna 1 8" in text


def test_symbols_left_keep_the_turn_from_ending(game: Game) -> None:
    before = game.written
    reply = game.send(0, "transport insel\nend")
    assert game.written == before
    assert reply.fate("end").startswith("REFUSED: GE-12: all transport symbols must be used before your turn ends")
    assert "Before your turn can end, 2 transport symbols must be used (GE-12)." in reply.text


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("A w w w w w w", "REFUSED: FR-30"),
        ("station A insel", "REFUSED: GE-31: that square in Mitte is for Berg & Tal-Bahn, not for Insel Hopper."),
        ("station B insel", "REFUSED: GE-31: S14 d5, to which end B leads, is no town square."),
        ("income\nincome", "REFUSED: FR-10: you have already taken income in this turn."),
    ],
)
def test_refusals_name_towns_sectors_and_rules(game: Game, order: str, why: str) -> None:
    assert game.send(0, order).fate(order.split("\n")[-1]).startswith(why)


def test_orders_out_of_turn_are_refused_by_the_games_own_rule(game: Game) -> None:
    assert game.send(1, "income").fate("income") == "REFUSED: GE-10: it is not your turn."
    assert game.send(1, "undo").fate("undo") == "REFUSED: GE-10: it is not your turn."


def test_help_tells_the_orders_of_this_game(game: Game) -> None:
    text = game.send(0, "help").text
    assert "transport" in text and "buy <company>" not in text


def test_what_was_done_can_be_taken_back_until_dice_are_thrown(game: Game) -> None:
    before = game.state
    assert game.send(0, "transport insel\nstation A bergtal").answer.text.count("done:") == 2
    game.send(0, "restart")
    assert game.state == before


def test_a_bank_broken_on_purpose_ends_the_game_in_a_draw(world: World) -> None:
    game = world.game_at(before_a_town(front="s", bank=3))
    warned = game.send(0, "income")
    assert "REFUSED: GE-41: the bank would owe 4 dice and has 3" in warned.text
    assert 'The order for that is "income break the bank".' in warned.text
    reply = game.send(0, "income break the bank")
    assert "The bank owes Anna 4 dice and has 3: the game ends at once." in reply.text
    assert "Nobody has won: the game is a draw." in reply.text
    assert flat(reply.others[1].text).startswith("The game is over: Nobody has won: the game is a draw.")
    assert game.row.status == "over"
    with world.database.read() as tx:
        assert winners(load_endings(tx, [game.row])[game.id]) == []
        assert len(Archive().past(tx, game.row).moments) >= 1
    assert game.send(1, "income").fate("income") == "REFUSED: GE-41: the game is over."


def test_the_last_station_ends_the_game_at_once_and_is_won(world: World) -> None:
    built = {"eisberg": 1, "ueberall": 1, "weiden": 1, "insel": 1, "bergtal": 8}
    game = world.game_at(before_a_town(front="s", built=built))
    reply = game.send(0, "station A bergtal; B s\nroll 1h\nend")
    assert reply.text.startswith("Your orders were carried out.")
    assert "The game is over: Anna has won. It ended because a company has built its last station." in reply.text
    assert reply.fate("roll 1h") == reply.fate("end") == "not reached"
    assert game.state.table.over
