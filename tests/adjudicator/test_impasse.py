"""A player who has vanished keeps nobody waiting for ever: the others have them replaced, end the game, or concede."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from rules.german_position import german_position
from web_kit import Browser, sit_down

from adjudicator import positions
from adjudicator.kit import Game, Reply, World
from adjudicator.letters import flat, section
from adjudicator.seats import expire, mails_to, offers, stand_by, take
from adjudicator.test_lateness import notes
from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.mails.press import MOST_A_DAY
from pbem.clock import from_ms, to_ms
from pbem.config import Play
from pbem.store.games.game import hold_game
from pbem.store.games.statistics import list_results
from pbem.store.mail.outbox import MailRow
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.terms import Late, Terms
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.record.judging import rejudge
from rules_core.kernel.record.text import load
from rules_core.line.events import GameEnded
from rules_core.line.table import State

PACE = timedelta(days=3)
THREE = ("Anna", "Bert", "Clara")


def opened(world: World, late: Late = "wait", players: Sequence[str] = THREE) -> Game:
    """A game that waits for Anna, whose deadline has just passed; Dora and Emil play nowhere."""
    for name in ("Dora", "Emil"):
        world.add_player(name)
    game = world.open_game(players, terms=Terms(pace="3d", late=late))
    assert game.row.deadline_ms is not None
    world.clock.at = from_ms(game.row.deadline_ms)
    return game


def waited(game: Game, turns: int) -> list[MailRow]:
    """The mails that come as the game waits from now on, and so many turns' time more."""
    known = {mail.id for mail in game.world.all_mails()}
    wake(game)
    for _ in range(turns):
        game.world.clock.advance(PACE)
        wake(game)
    return [mail for mail in game.world.all_mails() if mail.id not in known]


def wake(game: Game) -> None:
    game.world.intake.clock.wake(game.id, choose=random.Random(5).randrange)


def stuck(world: World, late: Late = "wait", players: Sequence[str] = THREE) -> Game:
    """A game that has waited for Anna for long enough."""
    game = opened(world, late, players)
    waited(game, 2)
    return game


def confirmed(game: Game, seat: int, order: str) -> Reply:
    """What comes of an order that a seat sends and confirms."""
    reply = game.send(seat, order)
    assert "this can't be undone" in flat(reply.text), reply.text
    game.world.clock.advance(timedelta(minutes=1))
    return game.post(seat, game.write(seat, "confirm"))


def is_over(game: Game) -> bool:
    """Whether the game is over by now."""
    return game.row.status == "over"


def ending(game: Game) -> GameEnded:
    table = game.state.table
    assert table.ended is not None
    return GameEnded(table.ended, table.standings)


# When


@pytest.mark.parametrize("order", ["replace player", "finish game", "concede"])
def test_nothing_of_it_is_possible_before_the_game_has_waited_for_long(world: World, order: str) -> None:
    game = opened(world)
    assert "has waited for 2 turns' time past a deadline" in flat(game.send(1, order).text)
    waited(game, 1)
    assert "has waited for 2 turns' time past a deadline" in flat(game.send(1, order).text)
    waited(game, 1)
    assert "the others wait for you" in flat(game.send(0, order).text)
    reply = game.send(1, order)
    assert "this can't be undone" in flat(reply.text)
    game.send(0, "end")
    refused = game.post(1, game.write(1, "confirm", answering=reply.answer))
    assert "It's your turn: the others wait for you." in flat(refused.text)
    assert (game.row.status, game.seats[0].vacant_ms) == ("playing", None)


def test_those_who_wait_are_told_what_they_can_do_whatever_reports_they_want(world: World) -> None:
    game = opened(world)
    bert = world.players["Bert"]
    world.database.write(lambda tx: put_preferences(tx, bert, Preferences(reports="daily")))
    mails = [mail for mail in waited(game, 2) if mail.seat == 1]
    assert len(mails) == 1
    text = flat(mails[0].text)
    assert text.startswith("The game has waited 6 days for Anna. ")
    for line in ("replace player # have another player take over Anna's seat", "finish game #", "concede #"):
        assert line in text


def test_who_is_late_is_told_what_the_others_can_do_whatever_reminders_they_want(world: World) -> None:
    game = opened(world)
    anna = world.players["Anna"]
    world.database.write(lambda tx: put_preferences(tx, anna, Preferences(reminders="")))
    (text,) = [flat(mail.text) for mail in waited(game, 2) if mail.seat == 0]
    assert text.startswith("Your orders are 6 days late, and the others are waiting for you. ")
    assert "They can now have another player take over your seat, or agree that the game ends" in text


def test_a_game_that_is_held_waits_for_its_moderator(world: World) -> None:
    game = stuck(world)
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: hold_game(tx, game.id, now_ms))
    assert "past a deadline" in flat(game.send(1, "finish game").text)


# Replaced


def test_a_vanished_player_is_replaced_by_one_who_stands_by(world: World) -> None:
    game = stuck(world)
    stand_by(world, "Dora")
    answer = confirmed(game, 1, "replace player")
    assert "Anna loses the seat" in flat(answer.text)
    assert ("left missing", 0) in notes(game) and offers(game, 0) == [("Dora", "open")]
    gone = flat(mails_to(world, "Anna")[-1].text)
    assert "the others waited long for your orders" in gone and "`return e1`" in gone
    wake(game)
    assert game.row.active_seat == 0, "Dora is asked first"
    take(game, "Dora")
    assert (game.seats[0].name, game.row.active_seat) == ("Dora", 0)
    assert game.seats[0].program_ms is None
    assert game.send(0, "end").others.keys() == {1, 2}


@pytest.mark.parametrize("asked", [True, False])
def test_where_nobody_takes_the_seat_a_program_plays_it_until_somebody_does(world: World, asked: bool) -> None:
    game = stuck(world)
    if asked:
        stand_by(world, "Dora")
    confirmed(game, 2, "replace player")
    if asked:
        wake(game)
        assert game.row.active_seat == 0
        expire(world, timedelta(days=4))
    wake(game)
    assert (notes(game)[-1], game.row.active_seat) == (("vacant bot played", 0), 1)
    game.send(1, "end # now")
    game.send(2, "end # now")
    for seat in (1, 2):
        if game.row.active_seat == seat:
            game.send(seat, "end")
    while game.row.active_seat != 0:
        game.send(game.row.active_seat or 1, "end")
    assert game.row.wake_ms is not None and game.row.wake_ms <= to_ms(world.clock()), "it plays at once"
    assert "The seat in Whitsun is yours" in take(game, "Anna", 0)[0], "it was hers, and nobody has it"
    assert game.seats[0].program_ms is None
    wake(game)
    assert game.row.active_seat == 0


def test_a_vacant_seat_that_nobody_takes_is_left_to_a_program_too(world: World) -> None:
    game = opened(world)
    game.send(0, "resign")
    world.clock.advance(timedelta(minutes=1))
    game.post(0, game.write(0, "confirm"))
    waited(game, 4)
    confirmed(game, 1, "replace player")
    assert ("left to a bot", 0) in notes(game)
    assert "asked for already" in flat(game.send(2, "replace player").text)
    wake(game)
    assert game.row.active_seat == 1


def test_who_stands_by_is_asked_and_else_the_server_ends_the_turn(world: World) -> None:
    game = opened(world, "standby-pass")
    wake(game)
    assert (notes(game)[-1], game.row.active_seat) == (("passed", 0), 1)
    stand_by(world, "Dora")
    assert game.row.deadline_ms is not None
    world.clock.at = from_ms(game.row.deadline_ms)
    wake(game)
    assert (offers(game, 1), game.row.active_seat) == ([("Dora", "open")], 1)
    expire(world, timedelta(days=3))
    wake(game)
    assert (notes(game)[-1], game.row.active_seat) == (("passed", 1), 2)


def test_those_who_stand_by_are_not_asked_one_after_another_for_ever(world: World) -> None:
    game = opened(world, "standby-pass")
    stand_by(world, "Dora")
    stand_by(world, "Emil")
    settings = world.settings.model_copy(update={"play": Play(waiting_turns=1)})
    world.intake.units.settings = settings
    wake(game)
    assert offers(game, 0) == [("Dora", "open")]
    world.clock.advance(PACE)
    wake(game)
    assert (game.row.active_seat, offers(game, 0)) == (1, [("Dora", "lapsed")])


# Ended


def test_the_game_ends_as_it_stands_when_all_who_wait_agree(world: World) -> None:
    game = stuck(world)
    first = confirmed(game, 1, "finish game")
    assert "The game ends as it stands if these agree, too: Clara." in flat(first.text)
    facts = {mail.seat: flat(mail.text) for mail in first.mails if mail.seat in (0, 2)}
    assert 'Reply "finish game" to agree' in facts[2] and "Reply" not in facts[0].split("Y1")[0]
    assert not is_over(game)
    assert "You have said so already." in flat(game.send(1, "finish game").text)
    last = confirmed(game, 2, "finish game")
    assert is_over(game)
    assert "The game is over" in flat(last.answer.text)
    assert {mail.seat for mail in last.mails} == {0, 1, 2}
    for mail in last.mails:
        assert "the players who waited agreed to end it as it stood" in flat(mail.text)
    assert (game.state.table.ended, len(game.state.table.standings)) == ("agreed", 3)
    with world.database.read() as tx:
        assert len(list_results(tx)) == 3
    assert waited(game, 3) == []


def test_the_late_player_comes_back_and_nothing_of_it_counts_any_more(world: World) -> None:
    game = stuck(world)
    confirmed(game, 1, "finish game")
    game.send(0, "extend 1 day")
    waited(game, 4)
    confirmed(game, 2, "finish game")
    assert not is_over(game), "what Bert said was about another time"
    confirmed(game, 1, "finish game")
    assert is_over(game)


def test_to_agree_is_refused_to_nobody_and_changing_ones_mind_ends_with_the_ledger(world: World) -> None:
    game = stuck(world, players=(*THREE, "Dora"))
    game.send(1, "\n".join(f"press clara: {number}" for number in range(MOST_A_DAY)))
    assert "You agree." in confirmed(game, 1, "finish game").text
    assert "this would be one too many" in game.send(1, "concede").text
    game.world.clock.advance(timedelta(days=1))
    assert "You take the last place." in confirmed(game, 1, "concede").text


def test_who_concedes_is_last_and_with_one_other_the_game_is_over(world: World) -> None:
    game = stuck(world, players=("Anna", "Bert"))
    confirmed(game, 1, "concede")
    assert [(one.seat, one.place) for one in ending(game).standings] == [(0, 1), (1, 2)]
    assert notes(game)[-2:] == [("conceded", 1), ("ended by agreement", None)]


def test_one_concedes_and_the_other_agrees(world: World) -> None:
    game = stuck(world)
    confirmed(game, 1, "concede")
    confirmed(game, 2, "finish game")
    places = {one.seat: one.place for one in ending(game).standings}
    assert places[1] == 3 and places[0] < 3 and places[2] < 3


def test_when_one_who_waits_has_left_the_others_agreement_is_enough(world: World) -> None:
    game = stuck(world)
    confirmed(game, 1, "finish game")
    confirmed(game, 2, "resign")
    confirmed(game, 1, "finish game")
    assert is_over(game)


@pytest.mark.parametrize("state", [positions.plain(seats=2), german_position(front="$s", hidden=1, seats=2)])
def test_both_games_end_as_they_stand_and_the_record_proves_it(world: World, state: State) -> None:
    game = world.game_at(state, terms=Terms(pace="3d"))
    assert game.row.deadline_ms is not None
    world.clock.at = from_ms(game.row.deadline_ms)
    waited(game, 2)
    confirmed(game, 1, "finish game")
    assert game.state.table.standings == ruleset_for(game.row.kind).standings(game.state)
    assert section(game.last_mail(0).text, "How it ended")


def test_a_record_of_such_a_game_is_judged_again_and_a_changed_one_refused(world: World) -> None:
    game = stuck(world, players=("Anna", "Bert"))
    confirmed(game, 1, "concede")
    with world.database.read() as tx:
        record = load(export_game(tx, game.id))
    rules = ruleset_for(record.kind)
    assert rejudge(record, rules) is None
    *before, last = record.entries
    assert isinstance(last.payload, GameEnded)
    for ending in (replace(last.payload, conceded=()), replace(last.payload, conceded=(7,))):
        changed = replace(record, entries=(*before, replace(last, payload=ending)))
        with pytest.raises(BadRecord, match="does not stand so"):
            rejudge(changed, rules)


def test_the_page_offers_it_and_asks_once_more(world: World) -> None:
    game = opened(world, players=("Anna", "Bert"))
    bert = Browser(world.app)
    sit_down(bert.client, world.players["Bert"], "https://games.test")
    bert.open("/games/e1")
    assert "If you don't want to wait any longer" not in bert.text
    waited(game, 2)
    bert.open("/games/e1")
    assert "have another player take over Anna's seat" in bert.text
    bert.press("concede")
    assert "What you are about to do can't be undone." in bert.text
    assert not is_over(game)
    bert.press("Send")
    assert is_over(game)
