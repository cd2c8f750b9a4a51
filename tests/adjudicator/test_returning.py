"""Going back: where to, what of the branch that is left counts no more, and what is played again, by which dice."""

import json
import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import count, pairwise

import pytest
from rules.playing import check_counts
from rules.position import FACES

from adjudicator.kit import Game, World, salts_for
from adjudicator.letters import flat
from pbem.adjudicator.corrections import cancel
from pbem.adjudicator.counts import is_sound, list_miscounted
from pbem.adjudicator.follow_ups import follow_up
from pbem.adjudicator.history.rollback import NoRollbackTarget, Returned, announce_return, go_back, list_targets
from pbem.adjudicator.sessions import check_snapshot, draw_for, load_game, save
from pbem.clock import to_ms
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game_seed, hold_game, list_epoch_seeds
from pbem.store.games.log import EntryRow, find_last_position
from pbem.store.games.proposals import list_standing_orders
from pbem.store.games.seats import list_turns_of_game
from pbem.store.games.statistics import list_ratings, list_results
from pbem.store.games.watching import add_watch, list_watchers
from pbem.store.players.preferences import Preferences, put_preferences
from rules_core.games import bot_named, ruleset_for
from rules_core.games.first_rails.turn import BOX
from rules_core.kernel.dice import DrawKey, commitment, keyed_draw
from rules_core.kernel.log import LogEntry, Note, decode_entry, final_upto
from rules_core.line.components import components_from
from rules_core.line.events import Rolled, TurnBegan, TurnEnded, YearBegan
from rules_core.line.table import State

HOUR = timedelta(hours=1)
SIGNS = {face: sign for sign, face in FACES.items()}
BOX_FACES = [SIGNS[face] for face in components_from(BOX).faces]
NO_STRAIGHT = "FR-30: no die for this piece (straight) lies in front of your screen, and no ? either."


def return_to(game: Game, to: int, *, new_dice: bool = False, reapply: bool = False, tell: bool = False) -> Returned:
    """Let the operator take a game back."""
    world, note = game.world, Note("rolled back", {"by": "", "reason": "A slip."})
    now_ms = to_ms(world.clock())

    def work(tx: Tx) -> Returned:
        done = go_back(
            UnitOfWork(tx, world.settings, now_ms), game.id, to, new_dice=new_dice, reapply=reapply, note=note
        )
        if tell:
            announce_return(UnitOfWork(tx, world.settings, now_ms), done)
        return done

    return world.database.write(work)


def places(game: Game) -> list[int]:
    """Where a game may go back to."""
    with game.world.database.read() as tx:
        return list_targets(tx, game.row)


def log(game: Game) -> list[LogEntry]:
    """The game's log without what stood before it began."""
    return [decoded(game.row.kind, row) for row in game.entries if row.kind not in ("commitment", "salt")]


def decoded(kind: str, row: EntryRow) -> LogEntry:
    return decode_entry(ruleset_for(kind), row.position, row.kind, row.actor, json.loads(row.payload))


def notes(game: Game) -> list[str]:
    return [entry.note.about for entry in log(game) if entry.note is not None]


def played(world: World, kind: str = "first_rails") -> Game:
    """A game in which Anna rolled, bought and ended her turn, Bert rolled and laid, and Bert's piece is not final."""
    game = world.open_game(("Anna", "Bert"), rolls={(1, 0): "ssc$?", (1, 1): "ss$c?"}, kind=kind)
    game.send(0, "roll 1?\nA w\nbuy weiden\nend")
    game.send(1, "roll 1?")
    game.send(1, "B e")
    return game


# Where to.


def test_a_game_goes_back_to_what_is_final_and_to_no_middle_of_a_moment(world: World) -> None:
    game = played(world)
    entries = log(game)
    found = places(game)
    before_actions = {one.position for one, after in pairwise(entries) if after.action}
    assert set(found) == {place for place in before_actions if place <= game.row.final_position}
    assert game.row.position not in found
    for wrong in (0, 1, found[0] - 1, found[2] + 1, game.row.position, 9999):
        with pytest.raises(NoRollbackTarget) as refused:
            return_to(game, wrong)
        lower, higher = [one for one in found if one < wrong], [one for one in found if one > wrong]
        assert refused.value.before == (lower[-1] if lower else None)
        assert refused.value.after == (higher[0] if higher else None)


def test_a_rollback_is_a_place_itself_and_what_its_player_could_still_take_back_is_none(world: World) -> None:
    game = played(world)
    not_final = game.row.position
    first = return_to(game, places(game)[1])
    assert first.position in places(game)
    assert not_final not in places(game)
    second = return_to(game, first.position)
    assert game.state == game.snapshot_state
    assert (game.row.position, game.row.final_position) == (second.position, second.position)


def test_no_game_goes_back_to_where_it_is_over(world: World) -> None:
    game = played(world)
    note = Note("cancelled", {"by": "", "reason": "No."})
    world.database.write(lambda tx: cancel(UnitOfWork(tx, world.settings, to_ms(world.clock())), game.id, note))
    assert game.row.status == "over"
    end = max(entry.position for entry in log(game) if entry.event is not None)
    assert end not in places(game)


# What comes of it.


def test_an_earlier_branch_is_gone_back_to_as_it_was(world: World) -> None:
    game = played(world)
    there, state = game.row.final_position, game.state
    return_to(game, places(game)[0])
    game.send(0, "roll 2?")
    assert game.state != state
    back = return_to(game, there)
    assert game.row.active_seat == 1
    assert (back.epoch, game.row.epoch) == (0, 0)
    assert game.events(back.position) == []
    assert game.state.table.players[0] == state.table.players[0]


def test_the_turn_has_its_whole_time_anew(world: World) -> None:
    game = played(world)
    world.clock.advance(timedelta(days=5))
    return_to(game, places(game)[1])
    row = game.row
    assert (row.year, row.turn, row.active_seat, row.overdue) == (1, 1, 0, 0)
    assert row.deadline_ms == to_ms(world.clock() + timedelta(days=7))
    assert row.began_ms == to_ms(world.clock())


def test_what_waited_is_dropped_and_its_owner_alone_is_told(world: World) -> None:
    game = played(world)
    game.send(0, "next turn: buy insel")
    game.send(1, "check\nend")
    assert game.draft(1) is not None
    return_to(game, places(game)[0], tell=True)
    assert game.draft(1) is None
    with world.database.read() as tx:
        assert not list_standing_orders(tx, game.id)
    own, other = flat(game.last_mail(0).text), flat(game.last_mail(1).text)
    assert "buy insel" in own and "the game was rolled back to an earlier position. Send them again." in own
    assert "Your orders that were waiting for `confirm` are dropped." in other
    assert "buy insel" not in other and "waiting for `confirm`" not in own
    assert all("rolled back to #6 by the operator: A slip." in text for text in (own, other))


def test_everybody_is_mailed_at_once_and_told_nothing_of_it_twice(world: World) -> None:
    game = played(world)
    world.add_player("Dora")
    world.database.write(lambda tx: put_preferences(tx, world.players["Bert"], Preferences(reports="daily")))
    world.database.write(
        lambda tx: add_watch(
            tx, game.id, world.players["Dora"], 0, find_last_position(tx, game.id), game.row.final_position
        )
    )
    known = len(world.all_mails())
    return_to(game, places(game)[0], tell=True)
    mails = world.all_mails()[known:]
    assert sorted(mail.to_address for mail in mails) == [f"{name}@player.test" for name in ("anna", "bert", "dora")]
    assert all(f"The game was rolled back to #{places(game)[0]}." in mail.text for mail in mails)
    assert all("== The line ==" in mail.text for mail in mails), "they had seen another"
    assert {contact.reported for contact in game.seats} == {game.row.final_position}
    assert {contact.notified_position for contact in game.seats} == {log(game)[-1].position}
    with world.database.read() as tx:
        (watcher,) = list_watchers(tx, game.id)
    assert (watcher.notified_position, watcher.reported) == (log(game)[-1].position, game.row.final_position)


def test_orders_from_before_are_shown_first_and_may_be_sent_again(world: World) -> None:
    game = played(world)
    old = game.mails(0)[0]
    return_to(game, places(game)[0], tell=True)
    orders = "roll 1?\nA w\nbuy weiden\nend"
    stale = game.send(0, orders, answering=old)
    assert "you replied to an older email" in stale.text
    assert game.row.active_seat == 0
    assert game.send(0, orders).text.startswith("Your orders were carried out.")
    assert game.row.active_seat == 1


def test_the_same_text_without_a_mail_that_it_answers_is_no_repetition_any_more(world: World) -> None:
    game = played(world)
    return_to(game, places(game)[0])
    again = game.send(0, "roll 1?\nA w\nbuy weiden\nend", answering=None)
    assert again.text.startswith("Your orders were carried out.")


def test_turns_that_stand_no_more_count_no_more(world: World) -> None:
    game = played(world)
    assert counted(game) == {(1, 0)}
    return_to(game, places(game)[1])
    assert counted(game) == set()


def counted(game: Game) -> set[tuple[int, int]]:
    with game.world.database.read() as tx:
        return {(turn.year, turn.seat) for turn in list_turns_of_game(tx, game.id)}


# Playing again.


def test_what_was_sent_is_carried_out_again_letter_by_letter(world: World) -> None:
    game = played(world)
    before, state = log(game), game.state
    with world.database.read() as tx:
        taken = list_turns_of_game(tx, game.id)
    letters = [row.letter_id for row in game.entries if row.kind == "action"]
    world.clock.advance(HOUR)
    done = return_to(game, places(game)[0], reapply=True)
    assert game.state == state
    assert [row.letter_id for row in game.entries if row.kind == "action"] == letters * 2
    assert [sent.letter_id for sent in done.replay.again] == list(dict.fromkeys(letters))
    assert (done.replay.stopped, done.replay.missing) == (None, [])
    assert notes(game)[-1] == "played again"
    with world.database.read() as tx:
        assert list_turns_of_game(tx, game.id) == taken
    assert [entry.action for entry in log(game) if entry.action][len(letters) :] == [
        entry.action for entry in before if entry.action
    ]
    undone = game.send(1, "undo")
    assert "is undone" in undone.text


def test_where_nothing_differs_the_mail_begins_with_that(world: World) -> None:
    game = played(world)
    place, before = places(game)[0], game.state
    for is_again, lead in (
        (True, f"The game was rolled back to #{place} and played again from there: it is as before."),
        (False, f"The game was rolled back to #{place}."),
    ):
        known = len(world.all_mails())
        return_to(game, place, reapply=is_again, tell=True)
        assert (game.state == before) is is_again
        mails = world.all_mails()[known:]
        assert len(mails) == 2
        assert all(flat(mail.text).startswith(lead) for mail in mails)


def two_epochs(world: World) -> Game:
    """A game in which Anna begins; of all her dice some are straights and shares, in the second epoch no straight."""
    ids = [world.add_player(name) for name in ("Anna", "Bert")]

    def thrown(seed: bytes, epoch: int) -> set[str]:
        draw = keyed_draw(seed, "e1", salts_for(2), epoch)
        return {BOX_FACES[draw(DrawKey(1, 0, "roll", at), 6)] for at in range(8)}

    seeds = (number.to_bytes(32, "big") for number in count())
    starts = (seed for seed in seeds if keyed_draw(seed, "e1", salts_for(2), 0)(DrawKey(0, 0, "start", 0), 2) == 0)
    seed = next(seed for seed in starts if thrown(seed, 0) >= {"s", "$"} and not thrown(seed, 1) & {"s", "?"})
    return Game(world, world.intake.operator.open_game("Whitsun", ids, {}, seed=seed, salts=salts_for(2)))


def end(game: Game) -> str:
    """The order that ends a turn, with what has to go back."""
    table = game.state.table
    front = table.players[table.turn.seat].front
    dice = [SIGNS[face] for face, number in zip(FACES.values(), front, strict=True) for _ in range(number)]
    return f"end discard {' '.join(dice[5:])}"


def test_it_stops_at_the_first_letter_that_is_not_legal_and_its_writer_alone_learns_why(world: World) -> None:
    game = two_epochs(world)
    game.send(0, "roll 4?\nA w\nbuy weiden")
    game.send(0, end(game))
    game.send(1, "buy insel with ?\nend")
    done = return_to(game, places(game)[0], new_dice=True, reapply=True, tell=True)
    assert (done.epoch, done.commitment, game.row.epoch, game.row.active_seat) == (1, None, 1, 0)
    replay = done.replay
    assert replay.stopped is not None and replay.stops_openly
    assert [sent.seat for sent in replay.missing] == [0, 0, 1]
    assert (replay.again, replay.at, replay.kept) == ((), 1, 1)
    again = [entry.action for entry in log(game) if entry.action and entry.position > done.position]
    assert again == list(replay.stopped.actions[:1])
    assert notes(game) == ["rolled back", "new dice", "played again in part"]
    own, other = flat(game.last_mail(0).text), flat(game.last_mail(1).text)
    assert f"1 roll 4? (done) 2 A w REFUSED: {NO_STRAIGHT} 3 buy weiden (not reached)" in own
    assert "1 buy insel with ? (not reached) 2 end (not reached)" in other
    for text in (own, other):
        assert "Your orders that were not all carried out again" in text
        assert "send them again" in text
        assert "up to what Anna did on" in text
    assert NO_STRAIGHT not in other


def test_up_to_its_first_roll_a_letter_is_all_or_nothing(world: World) -> None:
    game = two_epochs(world)
    game.send(0, "roll 4?")
    game.send(0, "buy weiden\nA w")
    done = return_to(game, places(game)[0], new_dice=True, reapply=True, tell=True)
    assert (len(done.replay.again), done.replay.kept) == (1, 0)
    assert "REFUSED: FR-" in game.last_mail(0).text
    assert sum(game.state.table.players[0].shares) == 0


def test_orders_that_nobody_knows_of_are_not_told_of_where_they_cannot_be_done_again(world: World) -> None:
    game = two_epochs(world)
    game.send(0, "roll 4?")
    game.send(0, "A w")
    done = return_to(game, places(game)[0], new_dice=True, reapply=True, tell=True)
    assert done.replay.stopped is not None and not done.replay.stops_openly
    assert notes(game)[-1] == "played again"
    assert "not all carried out again" in game.last_mail(0).text
    assert "not all carried out again" not in game.last_mail(1).text


def test_a_game_that_is_held_stays_held_with_its_new_time(world: World) -> None:
    game = played(world)
    world.database.write(lambda tx: hold_game(tx, game.id, to_ms(world.clock())))
    return_to(game, places(game)[0], reapply=True)
    row = game.row
    assert (row.active_seat, row.deadline_ms, row.wake_ms) == (1, None, None)
    assert row.held_ms is not None and row.left_ms == row.held_ms + 7 * 24 * 3_600_000


# Games that are over.


def finished(world: World) -> Game:
    """A game of two people, which programs have played to its end."""
    game = world.open_game(("Anna", "Bert"))
    choose = random.Random(1).randrange
    while game.row.status == "playing":
        letter(game, choose, 99)
    return game


def test_a_game_that_was_over_goes_on_with_dice_nobody_knows_and_without_its_result(world: World) -> None:
    game = finished(world)
    with world.database.read() as tx:
        assert len(list_results(tx)) == len(list_ratings(tx)) == 2
        seed = get_game_seed(tx, game.id)
    began = [one.position for one in log(game) if isinstance(one.event, TurnBegan)]
    done = return_to(game, began[-1], tell=True)
    row = game.row
    assert (row.status, row.epoch, done.epoch) == ("playing", 1, 1)
    with world.database.read() as tx:
        assert (list_results(tx), list_ratings(tx)) == ([], [])
        own = list_epoch_seeds(tx, game.id)[1]
    assert own != seed and commitment(own) == done.commitment
    assert log(game)[-1].note == Note("new seed", {"commitment": done.commitment})
    assert str(done.commitment) in flat(game.last_mail(0).text).replace(" ", "")
    # From where the new dice are thrown, nothing has been shown yet; before that, all has.
    assert return_to(game, done.position).epoch == 1
    again = return_to(game, began[-1])
    assert again.epoch == 2 and again.commitment not in (None, done.commitment)
    check(game)


# Any sequence of it.


def letter(game: Game, choose: Callable[[int], int], most: int) -> None:
    """Have a program send up to so many orders of whoever is to move, as one letter; or take back what it may."""
    world = game.world
    world.clock.advance(HOUR)
    now_ms = to_ms(world.clock())

    def work(tx: Tx) -> None:
        loaded = load_game(tx, game.id)
        session, seat = loaded.session, loaded.session.state.table.turn.seat
        if choose(8) == 0:
            session.take_back(seat)
        for _ in range(most):
            view = session.ruleset.view(session.state, seat)
            session.apply(bot_named("heuristic")(view, session.ruleset.legal(view), choose), draw_for(tx, loaded.game))
            if session.state.table.over or any(isinstance(entry.event, TurnBegan) for entry in session.new):
                break
        save(world.unit(tx, now_ms), loaded, None)
        follow_up(UnitOfWork(tx, world.settings, now_ms), loaded)

    world.database.write(work)


def states(game: Game) -> dict[int, State]:
    """The state after each position, by a reading of the log that knows of no snapshot or branch."""
    ruleset = ruleset_for(game.row.kind)
    found: dict[int, State] = {}
    state: State | None = None
    for entry in log(game):
        if entry.event is not None:
            state = ruleset.evolve(state, entry.event)
        elif entry.rollback is not None:
            state = found[entry.rollback.to]
        elif isinstance(entry.payload, int):
            state = found[entry.payload]
        if state is not None:
            found[entry.position] = state
    return found


def check(game: Game) -> None:
    """All that has to hold of a game, whatever was done to it."""
    row, entries, after = game.row, log(game), states(game)
    state = game.state
    with game.world.database.read() as tx:
        assert check_snapshot(tx, row) == ""
        assert list_miscounted(tx) == []
        assert is_sound(tx)
    assert after[entries[-1].position] == state
    table = state.table
    assert (row.status, row.year, row.turn) == ("over" if table.over else "playing", table.year, table.turn.number)
    assert row.active_seat == (None if table.over else table.turn.seat)
    assert row.final_position == final_upto(entries)
    assert (row.deadline_ms is None) == table.over
    for place in (*places(game), entries[-1].position):
        check_counts(after[place])
    thrown: dict[tuple[int, int, int], Sequence[str]] = {}
    epoch = year = 0
    for entry in entries:
        epoch = epoch if entry.rollback is None else entry.rollback.epoch
        if isinstance(entry.event, Rolled):
            year = after[entry.position].table.year
            faces = entry.event.faces
            known = thrown.setdefault((epoch, year, entry.event.seat), faces)
            shorter, longer = sorted((known, faces), key=len)
            assert longer[: len(shorter)] == shorter, "dice that were seen stand"
            thrown[epoch, year, entry.event.seat] = longer


@pytest.mark.parametrize(("kind", "seed"), [("germany", 3), pytest.param("first_rails", 1, marks=pytest.mark.soak)])
def test_whatever_is_done_to_a_game_its_log_and_counts_agree(world: World, kind: str, seed: int) -> None:
    chance = random.Random(seed)
    game = world.open_game(("Anna", "Bert"), kind=kind)
    note = Note("cancelled", {"by": "", "reason": "No."})
    straight = True
    for step in range(6):
        for _ in range(chance.randrange(1, 5)):
            if game.row.status == "playing":
                letter(game, chance.randrange, chance.randrange(1, 6))
        if step % 3 == 2:
            world.database.write(lambda tx: cancel(UnitOfWork(tx, world.settings, to_ms(world.clock())), game.id, note))
        here = {one.position for one in standing(game)}
        to = chance.choice(places(game)[-12:])
        straight = straight and to in here
        return_to(game, to, new_dice=chance.random() < 0.3, reapply=chance.random() < 0.5)
        check(game)
        assert counted(game) <= ended(game)
        assert counted(game) == ended(game) or not straight
    assert len(game.entries) > 30


def standing(game: Game) -> list[LogEntry]:
    """What stands, by the ends that rollbacks and takebacks name."""
    line: list[LogEntry] = []
    lines: dict[int, list[LogEntry]] = {}
    for entry in log(game):
        if entry.rollback is not None:
            line = [*lines[entry.rollback.to]]
        elif isinstance(entry.payload, int):
            line = [*lines[entry.payload]]
        elif entry.note is None:
            line = [*line, entry]
        lines[entry.position] = line
    return line


def ended(game: Game) -> set[tuple[int, int]]:
    """The turns that have ended and stand."""
    year, found = 0, set()
    for entry in standing(game):
        if isinstance(entry.event, YearBegan):
            year = entry.event.year
        elif isinstance(entry.event, TurnEnded):
            found.add((year, entry.event.seat))
    return found
