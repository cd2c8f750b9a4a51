"""Orders for the next turn: kept, replaced, carried out once when it begins, and told of; secret until then."""

import random
from datetime import timedelta

import pytest
from forms_kit import submit_as
from rows_kit import turns_taken
from rules.playing import front, hidden

from adjudicator.kit import Game, World
from adjudicator.letters import fates, flat, section
from adjudicator.positions import plain
from pbem.adjudicator import stalled_games
from pbem.adjudicator.seats import vacancies
from pbem.adjudicator.sessions import load_game
from pbem.cli.mail.player import orders_for
from pbem.clock import from_ms, to_ms
from pbem.store import UnitOfWork
from pbem.store.games.log import list_entries
from pbem.store.games.proposals import StandingRow, list_standing_orders, put_standing
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.terms import Terms
from rules_core.games import bot_named
from rules_core.line.table import State

ROLLS = {(2, 1): "sc$", (2, 2): "ssc"}


def three(**changes: object) -> State:
    """Three players alike, in year 2; Anna is to move."""
    facts: dict[str, object] = {"seats": 3, "front": ("ssc$?",) * 3, "hidden": (3, 3, 3)}
    return plain(**{**facts, **changes})


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(three(), rolls=ROLLS)


def waiting(game: Game, seat: int) -> StandingRow | None:
    """The orders that wait for a seat."""
    with game.world.database.read() as tx:
        return list_standing_orders(tx, game.id).get(seat)


def told(text: str) -> str:
    """What a mail says of standing orders, on one line."""
    return flat(" ".join(section(text, "Your next-turn orders")))


def fired(text: str) -> dict[str, str]:
    """What a mail says became of each line of standing orders."""
    _, _, rest = text.partition("== Your next-turn orders ==\n\n")
    return fates("== Your orders, line by line ==\n\n" + rest.partition("\n\n")[2])


def test_orders_wait_for_the_turn_and_are_carried_out_as_it_begins(game: Game) -> None:
    given = game.send(1, "next turn: income; roll 3h\nnext turn: buy weiden")
    assert given.fate("next turn: income; roll 3h") == "done: This waits for your next turn."
    assert "next turn: income; roll 3h\nnext turn: buy weiden" in given.answer.text
    assert "Send `next turn: nothing` to cancel them" in given.text
    assert given.others == {}
    ended = game.send(0, "end")
    report = ended.others[1].text
    assert told(report).startswith(
        "You gave these orders on Sunday 22 November 2026, 17:01 UTC, at #7. Your orders were carried out."
    )
    assert {line: fate.split(":")[0] for line, fate in fired(report).items()} == {
        "income; roll 3h": "done",
        "buy weiden": "done",
    }
    assert "Bert rolls 3 hidden dice: 1 straight, 1 curve, 1 share." in flat(" ".join(section(report, "What happened")))
    assert "It's your turn (year 2, turn 2 of 3)." in flat(report)
    assert "next turn:" not in report
    assert "Bert rolls 3 hidden dice" in ended.text, "the answer to the letter tells what followed"
    assert "Bert rolls 3 hidden dice" in flat(ended.others[2].text)
    assert [mail.kind for mail in ended.mails] == ["answer", "report", "report"]
    assert waiting(game, 1) is None
    assert game.state.table.players[1].shares[2] == 1


def test_what_came_of_them_bears_the_number_of_the_letter_that_gave_them(game: Game) -> None:
    given = game.send(1, "next turn: income")
    ended = game.send(0, "end")
    by_letter = {entry.actor: entry.letter_id for entry in game.entries if entry.kind == "action"}
    assert by_letter == {0: ended.letter.id, 1: given.letter.id}


def test_they_are_carried_out_once_and_never_later(game: Game) -> None:
    game.send(1, "next turn: income")
    game.send(0, "end")
    game.send(1, "end")
    for _ in range(3):
        game.send(game.state.table.turn.seat, "end")
    with game.world.database.read() as tx:
        incomes = [entry for entry in list_entries(tx, game.id) if '"IncomeTaken"' in entry.payload]
    assert len(incomes) == 1


def test_where_they_end_the_turn_the_next_players_follow(game: Game) -> None:
    game.send(1, "next turn: income; end")
    game.send(2, "next turn: if h >= 3: income\nnext turn: end")
    ended = game.send(0, "end\nnext turn: income")
    assert [mail.kind for mail in ended.mails] == ["answer", "report", "report"]
    assert game.row.year == 3
    for text in (ended.answer.text, ended.others[1].text, ended.others[2].text):
        assert "Bert takes income: 4 dice" in flat(text)
        assert "Clara takes income: 4 dice" in flat(text)
    assert fired(ended.others[1].text) == {
        "income; end": "done: Bert takes income: 4 dice behind the screen. Bert ends the turn."
    }
    assert list(fired(ended.others[2].text)) == ["if h >= 3: income", "end"]
    with game.world.database.read() as tx:
        played = {turn.seat: turn.played_by for turn in turns_taken(tx)}
    assert played == {0: "player", 1: "standing", 2: "standing"}


def test_up_to_the_first_roll_they_are_all_or_nothing(game: Game) -> None:
    game.send(1, "next turn: income\nnext turn: buy 9 weiden\nnext turn: end")
    report = game.send(0, "end").others[1].text
    assert "Nothing was changed: line 2 is not possible." in told(report)
    assert fired(report)["income"].startswith("not done: fine by itself")
    assert fired(report)["buy 9 weiden"].startswith("REFUSED: ")
    assert fired(report)["end"] == "not reached"
    assert hidden(game.state, 1) == 3
    assert waiting(game, 1) is None


def test_after_a_roll_they_go_on_up_to_the_first_that_cannot_be_met(game: Game) -> None:
    game.send(1, "next turn: roll 3h\nnext turn: if s >= 3: buy weiden\nnext turn: if s >= 9: end\nnext turn: roll 9h")
    report = game.send(0, "end").others[1].text
    assert "carried out up to line 4, which is not possible" in told(report)
    assert fired(report)["if s >= 3: buy weiden"].startswith("done: Bert buys")
    assert fired(report)["if s >= 9: end"] == "skipped: you have 3 straights"
    assert fired(report)["roll 9h"].startswith("REFUSED: FR-10")
    assert front(game.state, 1).count("s") == 3


def test_orders_that_changed_nothing_are_told_of_too(game: Game) -> None:
    game.send(1, "next turn: if s > 9: roll all")
    report = game.send(0, "end").others[1].text
    assert "Nothing was changed: no condition that your orders depend on is met." in told(report)
    assert fired(report)["if s > 9: roll all"] == "skipped: you have 2 straights"


def test_given_in_ones_own_turn_they_wait_for_the_next_one(game: Game) -> None:
    game.send(0, "next turn: income")
    game.send(0, "buy weiden")
    assert waiting(game, 0) is not None
    assert "next turn: income" in game.send(0, "status").answer.text
    game.send(0, "end")
    game.send(1, "end")
    assert waiting(game, 0) is not None
    assert hidden(game.state, 0) == 3


def test_below_the_end_of_a_turn_they_are_read_too(game: Game) -> None:
    reply = game.send(0, "end\nnext turn: income\n\nSee you on the next turn!")
    assert reply.fate("next turn: income") == "done: This waits for your next turn."
    orders = waiting(game, 0)
    assert orders is not None
    assert orders.text == "income"


def test_new_ones_replace_the_old_and_nothing_takes_them_back(game: Game) -> None:
    game.send(1, "next turn: roll all")
    replaced = game.send(1, "next turn: income\nnext turn: end")
    assert replaced.fate("next turn: income").endswith("It replaces your earlier next-turn orders.")
    assert replaced.fate("next turn: end") == "done: This waits for your next turn."
    orders = waiting(game, 1)
    assert orders is not None
    assert orders.text == "income\nend"
    gone = game.send(1, "next turn: nothing")
    assert gone.fate("next turn: nothing") == "done: You have no next-turn orders any more."
    assert waiting(game, 1) is None
    assert "next turn" not in flat(game.send(1, "status").text)


def test_a_letter_that_fails_or_is_only_checked_keeps_none(game: Game) -> None:
    assert game.send(1, "check\nnext turn: income").text.startswith("This is a preview")
    assert waiting(game, 1) is None
    assert game.send(1, "confirm").fate("next turn: income").startswith("done")
    assert waiting(game, 1) is not None
    game.send(0, "buy 9 weiden\nnext turn: income")
    assert waiting(game, 0) is None
    assert game.send(0, "next turn: bui weiden").text.startswith("Nothing was changed: one line was not understood.")


def test_a_letter_that_answers_an_older_mail_may_give_them(game: Game) -> None:
    old = game.last_mail(1)
    game.send(0, "end")
    game.send(1, "end")
    assert game.send(1, "next turn: income", answering=old).fate("next turn: income").startswith("done")


def test_they_are_read_in_the_language_of_their_player(world: World) -> None:
    world.add_player("Bert", "de")
    game = world.game_at(three(), rolls=ROLLS)
    game.send(1, "Nächster Zug: einkommen; würfle 3v\nnächster zug: wenn s >= 3: kaufe weiden")
    report = game.send(0, "end").others[1].text
    assert fired(report)["einkommen; würfle 3v"].startswith("done")
    assert fired(report)["wenn s >= 3: kaufe weiden"].startswith("done")


def test_orders_that_can_no_longer_be_read_lapse_and_are_told_of(game: Game) -> None:
    orders = StandingRow(1, "einkommen\nfrobnicate", 1, None, to_ms(game.world.clock()))
    game.world.database.write(lambda tx: put_standing(tx, game.id, orders))
    report = game.send(0, "end").others[1].text
    assert "Nothing was changed: one line was not understood." in told(report)
    assert fired(report)["frobnicate"].startswith("NOT UNDERSTOOD")
    assert waiting(game, 1) is None


def test_who_wants_few_mails_is_told_of_them_all_the_same(game: Game) -> None:
    world = game.world
    chosen = Preferences(reports="mine")
    world.database.write(lambda tx: put_preferences(tx, world.players["Bert"], chosen))
    game.send(1, "next turn: income; end")
    ended = game.send(0, "end")
    assert "Your next-turn orders" in ended.others[1].text
    assert 1 not in game.send(2, "end").others or game.state.table.turn.seat == 1


def test_whoever_has_had_a_turn_is_told_all_since_his_last_one(game: Game) -> None:
    game.send(0, "end")
    game.send(1, "end\nnext turn: if s > 9: end")
    reply = game.send(2, "buy insel; end")
    while game.state.table.turn.seat != 1:
        reply = game.send(game.state.table.turn.seat, "end")
    happened = flat(" ".join(section(reply.others[1].text, "What happened")))
    assert "Clara buys a share of Insel Hopper" in happened
    assert "Bert ends" not in happened


def test_the_end_of_the_game_comes_first(world: World) -> None:
    game = world.game_at(three(seat=2, last_year="no tile"))
    game.send(0, "next turn: income\nnext turn: end")
    assert game.send(1, "next turn: income").fate("next turn: income").startswith("done")
    ended = game.send(2, "end")
    assert game.row.status == "over"
    for seat in (0, 1):
        assert "not carried out: the game ended before your next turn." in told(ended.others[seat].text)
        assert fired(ended.others[seat].text)["income"] == "not reached"
    assert "Your next-turn orders" not in ended.answer.text
    assert waiting(game, 0) is waiting(game, 1) is None
    assert game.send(0, "next turn: income").fate("next turn: income").startswith("REFUSED: The game is over")


def test_orders_lapse_where_the_game_is_taken_back(game: Game) -> None:
    world = game.world
    game.send(1, "next turn: income")
    lapsed = world.database.write(lambda tx: stalled_games.lapse(world.unit(tx), load_game(tx, game.id), "rolled back"))
    assert lapsed.keys() == {1}
    assert lapsed[1].sentences[1].startswith("They were not carried out: the game was rolled back")
    assert waiting(game, 1) is None


def test_who_leaves_takes_them_with_him(game: Game) -> None:
    world = game.world
    game.send(1, "next turn: income; end")
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: vacancies.vacate(UnitOfWork(tx, world.settings, now_ms), game.id, 1, "resigned"))
    farewell = next(mail for mail in reversed(world.all_mails()) if mail.player_id == world.players["Bert"])
    assert "or your next turn are dropped" in flat(farewell.text)
    game.send(0, "end")
    assert hidden(game.state, 1) == 3


# Whatever moves the game on.


def test_a_page_moves_the_game_on_as_a_letter_does(game: Game) -> None:
    intake = game.world.intake
    submit_as(intake, game.id, 1, "next turn: income; end", position=None)
    submit_as(intake, game.id, 2, "next turn: income; end", position=None)
    known = {mail.id for mail in game.world.all_mails()}
    answer = submit_as(intake, game.id, 0, "next turn: if s > 9: end\nend", position=game.row.position)
    assert answer.applied
    assert game.row.year == 3
    mails = [mail for mail in game.world.all_mails() if mail.id not in known]
    told_of = {mail.seat for mail in mails if "== Your next-turn orders ==" in mail.text}
    assert {1, 2} <= told_of
    assert len(mails) == len({mail.seat for mail in mails}), "nobody gets two mails"
    assert (0 in told_of) == (waiting(game, 0) is None)


def test_the_deadline_moves_the_game_on(world: World) -> None:
    for name in ("Anna", "Bert", "Clara"):
        world.add_player(name)
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="3d", late="pass"))
    game.put(three())
    game.send(1, "next turn: income; end")
    assert game.row.deadline_ms is not None
    world.clock.at = from_ms(game.row.deadline_ms) + timedelta(hours=1)
    known = {mail.id for mail in world.all_mails()}
    world.intake.clock.wake(game.id, choose=random.Random(1).randrange)
    mails = {mail.seat: mail for mail in world.all_mails() if mail.id not in known}
    assert game.state.table.turn.seat == 2
    assert fired(mails[1].text)["income; end"].startswith("done")
    assert "Bert takes income: 4 dice" in flat(mails[2].text)


def test_a_bot_moves_the_game_on(world: World) -> None:
    world.add_player("Anna", bot="heuristic")
    game = world.game_at(three())
    game.send(1, "next turn: income; end")
    known = {mail.id for mail in world.all_mails()}
    assert world.intake.clock.play_bot(game.id, random.Random(1).randrange)
    mails = [mail for mail in world.all_mails() if mail.id not in known]
    assert sorted(mail.seat or 0 for mail in mails) == [1, 2]
    assert game.state.table.turn.seat == 2


def test_conditions_in_letters_look_at_what_a_roll_gave(game: Game) -> None:
    game.send(0, "end")
    reply = game.send(1, "roll 3h\nif s >= 3: buy weiden\nif s >= 4: buy insel\nif $ = 1: A w; end discard c\nB e")
    assert reply.fate("if s >= 3: buy weiden").startswith("done: Bert buys a share of Weiden Express")
    assert reply.fate("if s >= 4: buy insel") == "skipped: you have 3 straights"
    assert reply.fate("if $ = 1: A w; end discard c").startswith("done: ")
    assert reply.fate("B e") == "not reached"
    assert game.state.table.turn.seat == 2


def test_a_preview_tells_what_a_condition_finds_up_to_the_roll(game: Game) -> None:
    reply = game.send(0, "check\nif s >= 2: buy weiden\nif s > 2: end\nroll 1h\nif s >= 3: A w")
    assert reply.fate("if s >= 2: buy weiden").startswith("understood: Anna buys")
    assert reply.fate("if s > 2: end") == "skipped: you have 2 straights"
    assert reply.fate("if s >= 3: A w") == "understood: whether this is done depends on the dice"


def test_a_condition_in_anothers_turn_is_refused_as_any_order_is(game: Game) -> None:
    reply = game.send(1, "if s > 9: A w")
    assert reply.fate("if s > 9: A w").startswith("REFUSED: FR-10")


def test_a_letter_whose_conditions_all_fail_says_so(game: Game) -> None:
    before = game.written
    assert game.send(0, "if s > 9: A w").text.startswith("Nothing was changed: no condition")
    assert game.written == before


def test_in_a_long_season_everybody_gets_one_mail_a_moment_and_no_orders_stay_behind(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"))
    chance, times = random.Random(4), 0
    for _ in range(12):
        state = game.state
        if state.table.over:
            break
        mover = state.table.turn.seat
        for seat in range(3):
            if chance.random() < 0.7:
                game.send(seat, "next turn: if year > 1: income\nnext turn: roll all\nnext turn: if dice <= 5: end")
        given = {seat for seat in range(3) if waiting(game, seat)}
        reply = game.send(
            mover, "\n".join(orders_for(world.database, game.id, mover, bot_named("heuristic"), chance.randrange))
        )
        assert len(reply.mails) == len({mail.seat for mail in reply.mails})
        told_of = {mail.seat for mail in reply.mails if "== Your next-turn orders ==" in mail.text}
        assert told_of == {seat for seat in given if not waiting(game, seat)}
        times += len(told_of)
    assert times > 3
