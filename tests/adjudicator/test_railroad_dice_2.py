"""Railroad Dice 2 by letters: stations placed as turns come, wishes that are carried out, turns of one letter."""

import random
from datetime import timedelta

import pytest

from adjudicator.kit import NAMES, Game, World
from adjudicator.letters import flat, section
from adjudicator.seats import resigned
from pbem.adjudicator.sessions import load_game
from pbem.clock import from_ms
from pbem.store.games.proposals import list_standing_orders
from pbem.terms import Late, Terms
from rules_core.games.railroad_dice_2.table import NetworkTable

KIND = "railroad_dice_2"


def table(game: Game) -> NetworkTable:
    """The position as the server knows it."""
    with game.world.database.read() as tx:
        found: NetworkTable = load_game(tx, game.id).session.state
        return found


def waiting(game: Game, seat: int) -> str | None:
    """The lines that wait for a seat's next turn."""
    with game.world.database.read() as tx:
        row = list_standing_orders(tx, game.id).get(seat)
        return None if row is None else row.text


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game(NAMES[:2], kind=KIND, name="Six tiles")


def placed(world: World) -> Game:
    """A game of two in which all stations stand, and seat 0 is to play."""
    game = world.open_game(NAMES[:2], kind=KIND, name="Six tiles")
    for seat in (0, 1):
        game.send(seat, "\n".join(["place any"] * 5))
    assert table(game).phase == "play"
    return game


def test_the_first_mail_says_where_a_station_may_be_placed(game: Game) -> None:
    text = flat(game.last_mail(0).text)
    assert game.last_mail(0).subject == "[Railroad Dice 2 e1] Six tiles"
    assert "place" in text


def test_a_letter_places_all_stations_of_a_player_as_turns_come(game: Game) -> None:
    reply = game.send(0, "place green c3 or d3\nplace grey any\nplace grey any\nplace grey any\nplace grey any")
    assert reply.fate("place green c3 or d3").startswith("done: ")
    assert reply.fate("place grey any") == "done: This waits for your next turn."
    assert waiting(game, 0) == "place grey any\nplace grey any\nplace grey any\nplace grey any"
    assert waiting(game, 1) is None
    for _ in range(4):
        assert table(game).turn.seat == 1
        game.send(1, "place any")
        game.world.clock.advance(timedelta(minutes=2))
    assert waiting(game, 0) is None
    assert table(game).turn.seat == 1
    assert [station.owner for station in table(game).network.stations] == [0, 1, *[None] * 7]
    game.send(1, "place any")
    assert (table(game).phase, table(game).year, table(game).turn.seat) == ("play", 1, 0)
    assert len(table(game).network.stations) == 10


def test_stations_of_all_are_placed_in_one_go_where_all_have_said_where(game: Game) -> None:
    early = game.send(1, "\n".join(["place any"] * 5))
    assert early.fate("place any") == "done: This waits for your next turn."
    assert early.text.startswith("Your orders are kept for your next turn.")
    game.send(0, "\n".join(["place any"] * 5))
    assert (table(game).phase, table(game).year) == ("play", 1)
    assert waiting(game, 0) is waiting(game, 1) is None
    text = flat(game.last_mail(1).text)
    assert "Your next-turn orders" in text


def test_a_place_that_is_taken_by_then_is_refused_and_told(game: Game) -> None:
    game.send(1, "place c3\nplace any")
    game.send(0, "place c3")
    assert len(table(game).network.stations) == 1
    assert table(game).turn.seat == 1
    assert "REFUSED" in game.last_mail(1).text
    assert waiting(game, 1) is None


def test_two_lines_for_a_next_turn_are_kept_together(game: Game) -> None:
    game.send(1, "next turn: place c3 or any\nplace any")
    assert sorted((waiting(game, 1) or "").split("\n")) == ["place any", "place c3 or any"]


def test_a_letter_that_does_more_than_wait_says_so(game: Game) -> None:
    assert game.send(1, "place any\npress anna: Hello").text.startswith("Your orders were carried out.")
    assert game.send(1, "next turn: none").text.startswith("Your orders were carried out.")
    assert game.send(0, "place any\nplace any").text.startswith("Your orders were carried out.")


def test_a_turn_costs_one_letter_when_the_player_trusts_the_server(world: World) -> None:
    game = placed(world)
    reply = game.send(0, "buy\nroll 4\nconnect to any\nbuild towards grey 1\ncarry all\nend")
    assert table(game).turn.seat == 1
    assert reply.fate("roll 4").startswith("done: ")
    assert reply.fate("end").startswith("done: ")
    for line in ("connect to any", "build towards grey 1", "carry all"):
        assert reply.fate(line).split(":")[0] in ("done", "skipped"), "a wish never stops a letter"


def test_a_wish_that_cannot_be_met_is_skipped_with_its_reason(world: World) -> None:
    game = placed(world)
    before = game.written
    reply = game.send(0, "carry all")
    assert reply.fate("carry all").startswith("skipped: ")
    assert game.written == before
    assert reply.text.startswith("Nothing was changed: what you wish for is not possible now.")


def test_a_preview_of_wishes_changes_nothing(world: World) -> None:
    game = placed(world)
    before = game.written
    reply = game.send(0, "check\nroll 4\nconnect to any\ncarry all\nend")
    assert game.written == before
    assert reply.fate("roll 4").startswith("understood: dice would be rolled here")
    for line in ("connect to any", "carry all", "end"):
        assert reply.fate(line) == "understood: whether this is done depends on the dice"


@pytest.mark.parametrize("late", ["pass", "bot"])
def test_a_station_is_placed_for_a_player_who_does_not_come(world: World, late: Late) -> None:
    game = world.open_game(NAMES[:2], kind=KIND, terms=Terms(pace="3d", late=late))
    deadline = game.row.deadline_ms
    assert deadline is not None
    world.clock.at = from_ms(deadline)
    game.world.intake.clock.wake(game.id, choose=random.Random(5).randrange)
    assert [station.owner for station in table(game).network.stations] == [0]
    assert table(game).turn.seat == 1
    assert {mail.seat for mail in world.all_mails(after=0) if mail.kind == "report"} == {0, 1}
    text = flat(game.last_mail(1).text)
    assert ("it placed a station, or ended the turn." in text) is (late == "pass")
    assert "income" not in text


@pytest.mark.parametrize("seat", [0, 1])
def test_an_end_behind_stations_stops_no_letter(game: Game, seat: int) -> None:
    """Placing ends a turn by itself, and people write `end` below their orders all the same."""
    reply = game.send(seat, "place any\nplace any\nend\nSee you at grey 3!")
    assert reply.fate("end") == "understood: there is no turn of yours to end"
    assert waiting(game, seat) == "\n".join(["place any"] * (1 + seat))
    assert len(table(game).network.stations) == 1 - seat


def test_an_end_out_of_turn_is_refused_where_nothing_else_was_said(game: Game) -> None:
    assert game.send(1, "end").fate("end").startswith("REFUSED: R2-6")
    assert game.send(0, "end").fate("end").startswith("REFUSED: R2-5")


def test_two_stations_on_a_line_are_refused_with_the_reason(game: Game) -> None:
    reply = game.send(0, "place any; place any")
    assert "Order 2 of this line: Write one line per station." in reply.fate("place any; place any")
    assert not table(game).network.stations


def test_a_purchase_that_is_taken_back_is_told_as_it_was_ordered(world: World) -> None:
    """Another number is next for sale by then, so that no number is told."""
    game = placed(world)
    assert game.send(0, "buy 2").fate("buy 2").startswith("done: ")
    assert game.send(0, "undo").fate("undo") == 'done: "buy" is undone.'
    assert table(game).players[0].locomotives == ()


def test_every_moment_of_a_game_has_its_page_from_before_the_map_is_laid(game: Game) -> None:
    browser = game.world.app.test_client()
    pages = [f"/games/e1/at/{entry.position}" for entry in game.entries if entry.kind == "event"]
    assert len(pages) == 4
    for page in pages:
        for path in (page, f"{page}/map.svg"):
            assert browser.get(path, base_url="https://games.test").status_code == 200, path


def test_the_orders_suggested_in_the_first_mail_place_all_stations(game: Game) -> None:
    mail = game.last_mail(0).text
    orders = section(mail, "Your part")
    suggested = orders[orders.index("You could send:") + 1 :][:5]
    reply = game.send(0, "\n".join(suggested))
    assert reply.text.startswith("Your orders were carried out.")
    assert waiting(game, 0) == "\n".join(["place grey any"] * 4)


def test_a_purchase_that_cannot_be_paid_stops_no_turn_where_it_is_a_wish(world: World) -> None:
    game = placed(world)
    reply = game.send(0, "buy\nbuy\nbuy if possible\nroll 4\nconnect to any\nbuy 6 if possible\ncarry all\nend")
    assert reply.fate("buy if possible") == "skipped: The next locomotive, a 2, costs 5 units, and you have 0."
    assert reply.fate("buy 6 if possible") == "skipped: The next locomotive for sale is a 2, for 5 units."
    assert reply.fate("carry all").startswith("done: ")
    assert table(game).turn.seat == 1


def test_a_proposal_to_go_back_while_stations_are_placed_says_so(game: Game) -> None:
    game.send(0, "place c3")
    game.send(1, "place any")
    assert "to placing stations, Anna's turn." in game.send(0, "rollback: I misread the map.").text


def test_stations_that_waited_lapse_when_the_game_goes_back_and_are_told(game: Game) -> None:
    game.send(0, "place c3\nplace grey b5 or any\nplace any")
    game.send(1, "place e4")
    assert (waiting(game, 0), len(table(game).network.stations)) == ("place any", 3)
    game.send(1, "rollback: I misread the map.")
    reply = game.send(0, "agree")
    assert (waiting(game, 0), len(table(game).network.stations)) == (None, 1)
    text = flat("".join(mail.text for mail in reply.mails if mail.seat == 0))
    assert "They were not carried out: the game was rolled back to an earlier position." in text
    assert "place any" in text
    assert "place any" not in flat("".join(mail.text for mail in reply.others.values()).split("You can send")[0])


def test_a_seat_given_up_while_stations_are_placed_takes_its_lines_along(game: Game) -> None:
    game.send(1, "place e4\nplace c3")
    resigned(game, 1)
    assert waiting(game, 1) is None
    game.send(0, "place g5")
    assert [station.owner for station in table(game).network.stations] == [0], "nobody places for who has left"
