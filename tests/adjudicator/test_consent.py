"""Going back by consent: a player proposes it, everybody whom it concerns is asked, and the last who agrees does it."""

import json
from datetime import timedelta

import pytest

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from pbem.adjudicator.history.restored import lose_time
from pbem.adjudicator.history.rollback import go_back, targets
from pbem.adjudicator.seats.vacancies import take
from pbem.clock import from_ms, to_ms
from pbem.daemon.server import Server
from pbem.store import repository as repo
from pbem.store.rows import ProposalRow
from rules_core.kernel.log import Note
from rules_core.line.events import Rolled

THREE = ("Anna", "Bert", "Clara")


def proposal(game: Game) -> ProposalRow | None:
    with game.world.database.read() as tx:
        return repo.open_proposal(tx, game.id)


def told(game: Game) -> list[str]:
    """What befell the game."""
    return [json.loads(entry.payload)["about"] for entry in game.entries if entry.kind == "note"]


def backs(game: Game) -> list[int]:
    """Where the game went back to."""
    return [json.loads(entry.payload)["to"] for entry in game.entries if entry.kind == "rollback"]


def played(world: World, *players: str) -> Game:
    """A game in which Anna has rolled and ended her turn."""
    game = world.open_game(players or THREE, rolls={(1, 0): "ssc$?"})
    game.send(0, "roll 1?\nA w\nend")
    assert game.row.active_seat == 1
    return game


def rolled_at(game: Game) -> int:
    """Where the first roll stands."""
    found = [entry.position for entry in game.entries if entry.kind == "event" and Rolled.__name__ in entry.payload]
    return found[0]


def test_a_turn_is_taken_back_when_the_last_has_agreed(world: World) -> None:
    game = played(world)
    place = rolled_at(game)
    reply = game.send(0, "rollback: I meant to build east.")
    assert f"roll the game back to #{place}: to year 1, Anna's turn" in reply.text
    assert "Bert, Clara" in reply.text
    for mail in (reply.others[1], reply.others[2]):
        assert f'Reply "agree {place}" or "refuse {place}"' in flat(mail.text)
        assert "I meant to build east." in flat(mail.text)
    assert "Not answered yet: Clara" in game.send(1, "agree").text
    assert not backs(game)
    last = game.send(2, f"agree {place}")
    assert f"everyone has agreed: the game is rolled back to #{place}" in flat(last.mails[-1].text)
    assert backs(game) == [place]
    assert (game.row.active_seat, proposal(game)) == (0, None)
    assert game.state.table.line.end("A").square == game.state.table.line.end("B").square
    assert all("as Anna had asked and everyone agreed" in flat(game.last_mail(seat).text) for seat in (0, 1))
    assert game.send(0, "B e\nend").text.startswith("Your orders were carried out.")
    assert game.row.active_seat == 1


def test_dice_that_were_seen_stand(world: World) -> None:
    game = played(world, "Anna", "Bert")
    before = [entry.payload for entry in game.entries if Rolled.__name__ in entry.payload]
    with world.database.read() as tx:
        beginning = targets(tx, game.row)[0]
    game.send(0, f"rollback #{beginning}: Once more, please.")
    game.send(1, "agree")
    assert game.row.epoch == 0
    game.send(0, "roll 1?")
    again = [entry.payload for entry in game.entries if Rolled.__name__ in entry.payload]
    assert again == before * 2


def test_one_refusal_ends_it(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    game.send(1, "agree")
    reply = game.send(2, "refuse")
    assert "You don't agree; the game continues as it is." in reply.text
    assert all("Clara does not agree to roll back" in flat(mail.text) for mail in reply.others.values())
    assert sorted(reply.others) == [0, 1]
    assert (backs(game), proposal(game)) == ([], None)
    assert "REFUSED: There is no open rollback request." in game.send(1, "agree").text


def test_it_can_be_withdrawn_by_its_proposer_alone(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    assert "no open rollback request" in game.send(1, "withdraw proposal").text
    assert '"withdraw proposal" withdraws it' in game.send(0, "agree").text
    reply = game.send(0, "withdraw proposal")
    assert "Your rollback request is withdrawn" in reply.text
    assert sorted(reply.others) == [1, 2]
    assert (proposal(game), told(game)) == (None, ["proposed", "proposal withdrawn"])


def test_it_lapses_when_its_time_is_up_and_everybody_is_told(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    row = proposal(game)
    assert row is not None and row.expires_ms - row.made_ms == to_ms(from_ms(0) + timedelta(days=7))
    with world.database.read() as tx:
        assert not repo.due_proposals(tx, row.expires_ms - 1)
    known = len(world.all_mails())
    for _ in range(2):
        world.intake.clock.expire_proposal(row.id, row.expires_ms)
    mails = world.all_mails()[known:]
    assert [mail.seat for mail in mails] == [0, 1, 2]
    assert all("Not everyone agreed in time" in flat(mail.text) for mail in mails)
    world.clock.at = from_ms(row.expires_ms)
    assert "REFUSED: There is no open rollback request." in game.send(1, "agree").text


def test_a_server_looks_for_proposals_whose_time_is_up(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    row = proposal(game)
    assert row is not None
    server = Server(
        world.settings, world.database, world.clock, ticking=False, monotonic=lambda: world.clock.at.timestamp()
    )
    server.tick()
    assert proposal(game) == row
    world.clock.at = from_ms(row.expires_ms)
    server.tick()
    server.stop()
    assert (proposal(game), told(game)[-1]) == (None, "proposal lapsed")


def test_who_is_late_to_agree_finds_nothing_to_agree_to_even_before_it_was_looked_at(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    world.clock.advance(timedelta(days=8))
    assert "There is no open rollback request" in game.send(1, "agree").text
    assert "Bert, Clara" in game.send(0, "rollback: Again, please.").text
    assert told(game).count("proposed") == 2


def test_bots_and_vacant_seats_need_not_agree(world: World) -> None:
    world.add_player("Robo", bot="heuristic")
    game = played(world, "Anna", "Robo", "Clara")
    game.send(2, "resign")
    game.send(2, "confirm")
    reply = game.send(0, "rollback: A slip.")
    assert "Nobody else has to agree, so it goes back at once." in flat(reply.mails[-1].text)
    assert (backs(game), game.row.active_seat) == ([rolled_at(game)], 0)


def test_where_the_last_to_be_heard_leaves_it_goes_back(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: A slip.")
    game.send(1, "agree")
    game.send(2, "resign")
    game.send(2, "confirm")
    assert (backs(game), game.row.active_seat) == ([rolled_at(game)], 0)
    assert "as Anna had asked and everyone agreed" in flat(game.last_mail(1).text)


def test_time_that_the_server_was_out_is_given_to_a_proposal_too(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: A slip.")
    before = proposal(game)
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: lose_time(tx, now_ms - 7_200_000, now_ms))
    after = proposal(game)
    assert before is not None and after is not None
    assert after.expires_ms - before.expires_ms == 7_200_000


def test_a_newcomer_is_asked_anew_and_a_proposer_who_has_left_asks_no_more(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    game.send(1, "agree")
    world.add_player("Dora")
    game.send(1, "resign")
    game.send(1, "confirm")
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: take(tx, world.settings, game.id, 1, world.players["Dora"], now_ms))
    assert "Not answered yet: Dora" in game.send(2, "agree").text
    game.send(0, "resign")
    game.send(0, "confirm")
    assert "There is no open rollback request" in game.send(1, "agree").text


def test_in_a_game_that_is_held_it_goes_back_and_stays_held(world: World) -> None:
    game = played(world, "Anna", "Bert")
    game.send(0, "rollback: Please.")
    world.database.write(lambda tx: repo.hold_game(tx, game.id, to_ms(world.clock())))
    game.send(1, "agree")
    row = game.row
    assert (row.active_seat, row.deadline_ms, row.wake_ms) == (0, None, None)
    assert row.held_ms is not None and row.left_ms == row.held_ms + to_ms(from_ms(0) + timedelta(days=7))


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        ("rollback #9999: Please.", "because nothing final ends there. Nearest: #"),
        ("rollback: ", "There is no text."),
        ("rollback", "A colon is missing before the text."),
        ("rollback #1: Please.", "Nearest: #"),
        ("rollback: " + "x" * 501, "The text has 501 characters; 500 are allowed."),
    ],
)
def test_what_cannot_be_proposed_is_declined_with_the_reason(world: World, letter: str, why: str) -> None:
    game = played(world, "Anna", "Bert")
    assert why in game.send(0, letter).text
    assert proposal(game) is None


def test_who_has_not_played_says_where_to(world: World) -> None:
    game = played(world)
    assert "You have not played anything yet" in game.send(2, "rollback: Please.").text


def test_the_player_to_move_asks_for_his_whole_turn(world: World) -> None:
    game = played(world)
    began = game.row.position
    game.send(1, "roll 2?")
    assert f"back to #{began}: to year 1, Bert's turn" in game.send(1, "rollback: Too early.").text


def test_one_proposal_stands_at_a_time_and_none_beside_orders(world: World) -> None:
    game = played(world)
    assert "so it can't hold game orders too" in game.send(1, "rollback: Please.\nroll 1?").text
    assert proposal(game) is None
    game.send(0, "rollback: Please.")
    assert "Anna has already asked to roll back" in game.send(1, "rollback #9: Please.").text
    assert "so it can't hold game orders too" in game.send(1, "agree\nroll 1?").text
    assert "no other" in game.send(1, "agree 1").text
    game.send(1, "agree")
    assert "You have agreed already" in game.send(1, "agree").text


def test_words_for_it_are_read_in_german_and_french(world: World) -> None:
    world.add_player("Hans", "de")
    world.add_player("Rose", "fr")
    game = played(world, "Hans", "Rose", "Anna")
    game.send(0, "Zug zurücknehmen: Versehen.")
    assert proposal(game) is not None
    game.send(1, "accepter")
    game.send(0, "Vorschlag zurückziehen")
    assert proposal(game) is None
    game.send(0, "Rücknahme: Versehen.")
    game.send(1, "refuser")
    assert proposal(game) is None


def test_a_moderators_rollback_ends_what_was_proposed(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    with world.database.read() as tx:
        place = targets(tx, game.row)[0]
    note = Note("rolled back", {"by": "", "reason": "A test."})
    world.database.write(lambda tx: go_back(tx, world.settings, game.id, place, to_ms(world.clock()), note=note))
    assert proposal(game) is None
