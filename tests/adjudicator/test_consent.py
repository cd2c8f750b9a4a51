"""Going back by consent: a player proposes it, everybody whom it concerns is asked, and the last who agrees does it."""

import json
from datetime import timedelta

import pytest

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.positions import plain
from pbem.adjudicator.counts import is_sound
from pbem.adjudicator.history.restored import lose_time
from pbem.adjudicator.history.rollback import go_back, list_targets
from pbem.adjudicator.seats.vacancies import take
from pbem.clock import from_ms, to_ms
from pbem.daemon.server import Server
from pbem.store import UnitOfWork
from pbem.store.games.game import hold_game
from pbem.store.games.proposals import ProposalRow, find_open_proposal, list_due_proposals
from pbem.store.games.statistics import list_ratings
from pbem.store.mail.outbox import MailRow
from pbem.terms import Terms
from rules_core.kernel.log import Note
from rules_core.line.events import Rolled

THREE = ("Anna", "Bert", "Clara")


def proposal(game: Game) -> ProposalRow | None:
    with game.world.database.read() as tx:
        return find_open_proposal(tx, game.id)


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
        beginning = list_targets(tx, game.row)[0]
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
        assert not list_due_proposals(tx, row.expires_ms - 1)
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


# Seats that cannot answer.


def leave(game: Game, seat: int) -> None:
    """Have a seat's player resign, as they do on the page."""
    world = game.world
    world.intake.forms.resign(game.id, game.seats[seat].player_id)


def come(game: Game, name: str, seat: int) -> MailRow:
    """Have a newcomer take a seat, as they do on the page; the mail that shows them the game."""
    world = game.world
    world.add_player(name)
    world.clock.advance(timedelta(minutes=1))
    world.intake.forms.take_seat(game.id, seat, world.players[name])
    return game.last_mail(seat)


def rated(game: Game) -> bool:
    """Whether a game of three is rated, which ends now since nobody has built anything for a year."""
    game.put(plain(seats=3, seat=2, last_year="no tile"))
    game.send(2, "end")
    assert game.row.status == "over"
    with game.world.database.read() as tx:
        assert is_sound(tx)
        return bool(list_ratings(tx))


def left_by_bert(world: World, *players: str) -> Game:
    """A game in which Anna and Bert have played their turns, and Bert has left."""
    game = played(world, *players)
    assert game.send(1, "roll 1?\nend").text.startswith("Your orders were carried out.")
    leave(game, 1)
    return game


def test_who_is_left_alone_takes_nothing_back_not_even_their_own(world: World) -> None:
    for game in (left_by_bert(world, "Anna", "Bert"), played(world, "Anna", "Bert")):
        if game.seats[1].vacant_ms is None:
            leave(game, 1)
        reply = game.send(0, f"rollback #{rolled_at(game)}: A slip.")
        assert "It goes back if these players agree by" in reply.text
        assert "Bert's vacant seat" in reply.text
        assert "whoever takes it over has to agree. Or a moderator can roll the game back" in reply.text
        assert (backs(game), proposal(game) is not None) == ([], True)


def test_what_one_who_has_left_played_is_not_the_others_to_take_back(world: World) -> None:
    game = left_by_bert(world)
    game.send(0, f"rollback #{rolled_at(game)}: A slip.")
    assert "Not answered yet: Bert's vacant seat." in game.send(2, "agree").text
    row = proposal(game)
    assert (backs(game), row is not None) == ([], True)
    assert row is not None
    world.intake.clock.expire_proposal(row.id, row.expires_ms)
    assert (backs(game), proposal(game)) == ([], None), "it has an end"


def test_who_comes_into_the_seat_is_asked_and_then_the_game_is_not_rated(world: World) -> None:
    game = left_by_bert(world)
    game.send(0, f"rollback #{rolled_at(game)}: I took one for the other.")
    game.send(2, "agree")
    welcome = flat(come(game, "Dora", 1).text)
    assert "Anna asks to roll the game back" in welcome
    assert "I took one for the other." in welcome
    assert f'Reply "agree {rolled_at(game)}"' in welcome
    last = game.send(1, "agree")
    assert backs(game) == [rolled_at(game)]
    assert told(game)[-3:] == ["proposal agreed", "rolled back by consent", "not rated"]
    for mail in (last.mails[-1], game.last_mail(0)):
        assert "This game is no longer rated: the players took back what Bert had played" in flat(mail.text)
    assert "Dora agrees to roll back" in flat(game.last_mail(0).text)
    assert not rated(game)


def test_a_newcomer_takes_back_what_was_played_at_the_seat_before_if_all_agree(world: World) -> None:
    game = left_by_bert(world)
    come(game, "Dora", 1)
    with world.database.read() as tx:
        began = list_targets(tx, game.row)
    game.send(1, f"rollback #{max(place for place in began if place < game.row.final_position)}: Not my way.")
    game.send(0, "agree")
    game.send(2, "agree")
    assert len(backs(game)) == 1
    assert told(game)[-1] == "not rated"


def test_a_newcomers_own_play_taken_back_leaves_the_game_rated(world: World) -> None:
    game = played(world)
    leave(game, 1)
    come(game, "Dora", 1)
    game.send(1, "roll 1?\nend")
    game.send(1, "rollback: My slip.")
    game.send(0, "agree")
    game.send(2, "agree")
    assert len(backs(game)) == 1
    assert rated(game)


def test_who_has_agreed_before_leaving_has_agreed(world: World) -> None:
    game = played(world)
    game.send(1, "roll 1?\nend")
    game.send(0, f"rollback #{rolled_at(game)}: A slip.")
    game.send(1, "agree")
    leave(game, 1)
    assert not backs(game)
    game.send(2, "agree")
    assert len(backs(game)) == 1
    assert "not rated" not in told(game)


def test_it_does_not_go_back_because_one_leaves_whose_play_it_takes_back(world: World) -> None:
    game = played(world)
    game.send(1, "roll 1?\nend")
    game.send(0, f"rollback #{rolled_at(game)}: A slip.")
    game.send(2, "agree")
    leave(game, 1)
    assert (backs(game), proposal(game) is not None) == ([], True)


def test_what_a_program_played_at_a_vacant_seat_is_that_seats(world: World) -> None:
    game = world.open_game(THREE, terms=Terms(late="bot"))
    leave(game, 1)
    game.send(0, "roll 1?\nend")
    world.intake.clock.wake(game.id, choose=lambda _number: 0)
    assert game.row.active_seat == 2
    game.send(0, "rollback: A slip.")
    assert "Not answered yet: Bert's vacant seat." in game.send(2, "agree").text
    assert not backs(game)


def test_beside_bots_one_goes_back_alone_and_the_log_says_so(world: World) -> None:
    world.add_player("Robo", bot="heuristic")
    game = played(world, "Anna", "Robo")
    game.send(0, "rollback: A slip.")
    assert (len(backs(game)), told(game)) == (1, ["rolled back alone"])
    assert "Only bots play beside them now, and bots agree." in flat(game.last_mail(0).text)


def test_a_roll_of_fewer_dice_shows_the_first_of_those_seen_and_all_are_told_before(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), rolls={(1, 0): "ssc$?"})
    before = game.row.final_position
    game.send(0, "roll 3?")
    reply = game.send(0, f"rollback #{before}: Too many.")
    assert "a roll of fewer dice the first of them" in flat(reply.others[1].text)
    game.send(1, "agree")
    game.send(0, "roll 2?")
    faces = [json.loads(entry.payload)["faces"] for entry in game.entries if Rolled.__name__ in entry.payload]
    assert len(faces[1]) < len(faces[0])
    assert faces[1] == faces[0][: len(faces[1])]


# Once for a position.


def test_nobody_asks_twice_for_a_position_they_were_refused_or_did_not_want(world: World) -> None:
    game = played(world)
    place = rolled_at(game)
    game.send(0, "rollback: Please.")
    game.send(2, "refuse")
    for line in ("rollback: Please!", f"rollback #{place}: Please!"):
        assert f"You have asked to roll back to #{place} before, and nothing came of it." in game.send(0, line).text
    assert proposal(game) is None
    game.send(1, f"rollback #{place}: Let us, he is new.")
    assert proposal(game) is not None, "another player may ask"


def test_on_another_branch_it_may_be_asked_again(world: World) -> None:
    game = played(world)
    place = rolled_at(game)
    game.send(0, "rollback: Please.")
    game.send(0, "withdraw proposal")
    game.send(1, f"rollback #{place}: All right, I ask.")
    game.send(0, "agree")
    game.send(2, "agree")
    game.send(0, "end")
    assert proposal(game) is None
    game.send(0, f"rollback #{place}: Please.")
    assert proposal(game) is not None


def test_time_that_the_server_was_out_is_given_to_a_proposal_too(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: A slip.")
    before = proposal(game)
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: lose_time(world.unit(tx), now_ms - 7_200_000))
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
    world.database.write(lambda tx: take(UnitOfWork(tx, world.settings, now_ms), game.id, 1, world.players["Dora"]))
    assert "Not answered yet: Dora" in game.send(2, "agree").text
    game.send(0, "resign")
    game.send(0, "confirm")
    assert "There is no open rollback request" in game.send(1, "agree").text


def test_who_comes_in_after_one_who_had_agreed_agrees_too(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    game.send(1, "agree")
    leave(game, 1)
    come(game, "Dora", 1)
    game.send(2, "agree")
    assert not backs(game)
    assert "Now everyone has agreed" in flat(game.send(1, "agree").answer.text)
    assert len(backs(game)) == 1


def test_in_a_game_that_is_held_it_goes_back_and_stays_held(world: World) -> None:
    game = played(world, "Anna", "Bert")
    game.send(0, "rollback: Please.")
    world.database.write(lambda tx: hold_game(tx, game.id, to_ms(world.clock())))
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
    game.send(0, f"Rücknahme #{rolled_at(game) - 1}: Versehen.")
    game.send(1, "refuser")
    assert proposal(game) is None


def test_a_moderators_rollback_ends_what_was_proposed(world: World) -> None:
    game = played(world)
    game.send(0, "rollback: Please.")
    with world.database.read() as tx:
        place = list_targets(tx, game.row)[0]
    note = Note("rolled back", {"by": "", "reason": "A test."})
    world.database.write(
        lambda tx: go_back(UnitOfWork(tx, world.settings, to_ms(world.clock())), game.id, place, note=note)
    )
    assert proposal(game) is None
