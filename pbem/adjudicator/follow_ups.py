"""Follow-ups in a game: what happens by itself when a turn begins, as time goes by, and when a program plays.

Orders for a next turn are carried out once, in the transaction in which it begins, and wait no longer, whatever becomes
of them: next own turn only, never later. Where they end the turn, the next one begins, and its player's orders may
follow in turn; each seat's at most once, as nobody can give new ones in between. Lines that wait by themselves for one
turn after another are fewer each time.

Whatever is done at one moment is one transaction, which also notes the next moment; so nothing is done twice.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.adjudicator.context import FollowUps, SeatContext
from pbem.adjudicator.disputes.holds import end_in_time
from pbem.adjudicator.letters import faults_heading
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.order_run import OrderRun, Runner, judge_orders
from pbem.adjudicator.reminders import announce_choices, notify_others, remind_before, remind_late
from pbem.adjudicator.seat_orders import outcome_heading
from pbem.adjudicator.seats.vacancies import offer, open_offer
from pbem.adjudicator.sessions import LoadedGame, append_note, draw_for, find_last_action, load_game, save, turn_moved
from pbem.adjudicator.stalled_games import (
    end_if_forsaken,
    end_if_still,
    end_if_unplayed,
    given,
    lapse,
    warn_if_unplayed,
)
from pbem.adjudicator.times import compute_deadline_ms, next_wake_ms, waiting_turns
from pbem.commands.orders import Script
from pbem.commands.orders.reader import read_waiting
from pbem.i18n import N_, catalogue
from pbem.log import LazyLog
from pbem.reports.document import AnsweredLine, StandingResult
from pbem.store import UnitOfWork
from pbem.store.games.game import get_game, set_wake
from pbem.store.games.log import find_last_position, list_rollbacks
from pbem.store.games.proposals import StandingRow, list_standing_orders, take_standing
from pbem.store.games.seats import PlayedBy, SeatContact
from pbem.terms import Late
from rules_core.games import bot_named, passing_player
from rules_core.kernel.definition import AnyPlayer, Choose
from rules_core.kernel.dice import Draw
from rules_core.kernel.events import PlayStopped
from rules_core.kernel.log import Note
from rules_core.kernel.rulebook import Violations

log = LazyLog(__name__)


def follow_up(unit: UnitOfWork, loaded: LoadedGame) -> FollowUps:
    """Carry out what waits for the turn that has begun by what is new in the game's session, once that is saved.

    To be called wherever a turn may have ended; where none has, or no orders wait, nothing is done. Reports are then
    written of the game that is returned, and tell its news behind those of the session given. In a game that is held
    nothing follows. One that has gone back or ended meanwhile is returned as it stands since.
    """
    has_ended = get_game(unit, loaded.game.id).status == "over" and not loaded.session.state.table.over
    has_grown = find_last_position(unit, loaded.game.id) > loaded.session.end
    if has_ended or (has_grown and list_rollbacks(unit, loaded.game.id, after=loaded.session.end)):
        return FollowUps(load_game(unit, loaded.game.id))
    follow_ups = FollowUps(loaded)
    if get_game(unit, loaded.game.id).held_ms is not None:
        return follow_ups
    while turn_moved(follow_ups.loaded.session.new):
        table, game_id = follow_ups.loaded.session.state.table, loaded.game.id
        if table.over:
            follow_ups.standing.update(lapse(unit, follow_ups.loaded, "over"))
            break
        seat = table.turn.seat
        orders = take_standing(unit, game_id, seat)
        if orders is None:
            break
        last = find_last_action(unit, game_id, seat)
        if last is not None:
            follow_ups.since.setdefault(seat, last)
        follow_ups.loaded, result = _carry_out(unit, load_game(unit, game_id), orders)
        follow_ups.standing[seat] = _joined(follow_ups.standing.get(seat), result)
        follow_ups.news += follow_ups.loaded.session.events_seen_by(None)
    return follow_ups


def judge_follow_ups(unit: UnitOfWork, loaded: LoadedGame) -> bool:
    """Judge on a snapshot what `follow_up` will carry out once what is new in the game's session is saved.

    Returns whether it is anything.
    """
    session, done = loaded.session, set[int]()
    while turn_moved(session.new) and not session.state.table.over and loaded.game.held_ms is None:
        seat = session.state.table.turn.seat
        orders = list_standing_orders(unit, loaded.game.id).get(seat)
        if orders is None or seat in done:
            break
        done.add(seat)
        begun = GameSession(session.ruleset, session.position, session.state, ())
        session = _judge(unit, replace(loaded, session=begun), orders)[1].session
    return bool(done)


def _judge(unit: UnitOfWork, loaded: LoadedGame, orders: StandingRow) -> tuple[Script, OrderRun]:
    """Read and judge orders as those of a letter, for the seat whose turn it is."""
    contact = loaded.seats[orders.seat]
    context = SeatContext(
        unit=unit.at(orders.created_ms),
        loaded=loaded,
        seat=contact.seat,
        letter_id=orders.letter_id,
        words=catalogue(contact.language),
    )
    runner = Runner.of(context, draw_for(unit, loaded.game))
    script, run = unit.compute(_read_and_run, tuple(orders.text.split("\n")), contact.language, runner)
    unit.keep(run, Runner.run, runner, script)
    return script, judge_orders(context, script, runner)


def _read_and_run(lines: Sequence[str], language: str, runner: Runner) -> tuple[Script, OrderRun]:
    view = runner.session.ruleset.view(runner.session.state, runner.seat)
    script = read_waiting(lines, view, language, runner.names)
    return script, runner.run(script)


def _carry_out(unit: UnitOfWork, loaded: LoadedGame, orders: StandingRow) -> tuple[LoadedGame, StandingResult]:
    words = catalogue(loaded.seats[orders.seat].language)
    script, run = _judge(unit, loaded, orders)
    played = replace(loaded, session=run.session)
    save(unit, played, orders.letter_id, "standing")
    for effect in run.effects:
        effect()
    heading = faults_heading(script.lines, words) if run.unread else outcome_heading(run, bool(run.session.new), words)
    return played, StandingResult((given(unit, played, orders, words), heading), tuple(run.lines))


def _joined(before: StandingResult | None, result: StandingResult) -> StandingResult:
    if before is None:
        return result
    waited = Counter(line.text for line in result.lines)
    done: list[AnsweredLine] = []
    for line in reversed(before.lines):
        if waited[line.text]:
            waited[line.text] -= 1
        else:
            done.insert(0, line)
    lines = (*done, *result.lines)
    return StandingResult(result.sentences, tuple(replace(line, number=at) for at, line in enumerate(lines, 1)))


class ProgramFailed(Exception):
    """Raised where a program has not brought a turn to its end by the rules; the message says how it failed."""


def play_turn(
    loaded: LoadedGame, player: AnyPlayer, choose: Choose, draw: Draw, *, may_stop_play: bool = False
) -> None:
    """Have a program play the turn that is being played, to its end, out of the view of its seat. Raises ProgramFailed.

    The session holds what was done until it failed. To stop play is a failure unless it `may_stop_play`: a bot breaks
    the bank as any player may where a game stands still, but nothing does it in a person's name (FR-71, GE-41).
    """
    session = loaded.session
    table = session.state.table
    turn = (table.year, table.turn.number)
    while not table.over and (table.year, table.turn.number) == turn:
        view = session.ruleset.view(session.state, table.turn.seat)
        outcome = session.apply(player(view, session.ruleset.legal(view), choose), draw)
        if isinstance(outcome, Violations):
            raise ProgramFailed(f"a program broke {outcome.violations[0].rule}")
        if not may_stop_play and any(isinstance(event, PlayStopped) for event in outcome):
            raise ProgramFailed("a program stopped play")
        table = session.state.table


@dataclass(frozen=True)
class Due:
    """A game that is looked at because its moment has come. `choose` is the chance that a bot plays by."""

    unit: UnitOfWork
    loaded: LoadedGame
    choose: Choose

    @property
    def mover(self) -> SeatContact:
        """Whose turn it is."""
        seat = self.loaded.game.active_seat
        assert seat is not None
        return self.loaded.seats[seat]

    def composer(self) -> MailComposer:
        """The post office of the game, as it stands now."""
        return MailComposer(self.unit, self.loaded)


Remedy: TypeAlias = Callable[[Due], bool]
"""A way to bring a turn to its end whose player does not come; False where it could not be done, and nothing was."""


def wake(unit: UnitOfWork, game_id: int, choose: Choose) -> None:
    """Do what is due in a game at a moment, and note when it has to be looked at next. Raises NotFound."""
    loaded = load_game(unit, game_id)
    game = loaded.game
    if game.wake_ms is None or game.wake_ms > unit.now_ms:
        return
    if game.deadline_ms is None:
        end_in_time(unit, game_id)
        return
    due = Due(unit, loaded, choose)
    is_vacant = due.mover.vacant_ms is not None
    if game.deadline_ms > unit.now_ms and not is_vacant:
        set_wake(unit, game_id, next_wake_ms(game.pace, game.deadline_ms, unit.now_ms), game.overdue)
        remind_before(due.composer())
    elif not any(remedy(due) for remedy in _remedies(due)):
        _wait(due)


def _remedies(due: Due) -> Sequence[Remedy]:
    """The remedies to try for the seat to move: by the game's terms, or as those who waited have asked for."""
    mover = due.mover
    if mover.vacant_ms is None or mover.program_ms is None:
        return REMEDIES[due.loaded.game.late]
    is_offered = open_offer(due.unit, due.loaded.game.id, mover.seat) is not None
    return () if is_offered else REMEDIES["bot"]


def _wait(due: Due) -> None:
    """The game waits: the player to move is reminded, and the others are told, ever more seldom.

    They are told when the deadline has passed and after each turn's time more, until they can do something about it
    themselves; from then on each time that the game has waited twice as long. A seat that nobody has is offered again
    now and then, and that of a late player where the terms say so.
    """
    unit, game, mover = due.unit, due.loaded.game, due.mover
    assert game.deadline_ms is not None
    if end_if_forsaken(unit, due.loaded):
        return
    # Whoever says that they are away once their time is up keeps the others waiting no longer by it.
    next_ms = compute_deadline_ms(unit, game.terms, mover.player_id, due.unit.now_ms, announced_by_ms=game.deadline_ms)
    set_wake(unit, game.id, next_ms, game.overdue + (game.deadline_ms <= due.unit.now_ms))
    is_vacant = mover.vacant_ms is not None
    if game.overdue == 0 and not is_vacant:
        append_note(unit, game.id, mover.seat, _note("late", due))
    if game.late in ("standby", "standby-pass") or is_vacant:
        offer(unit, game.id, mover.seat)
    turns = waiting_turns(unit.settings, game.terms)
    at_stake = game.overdue >= turns and is_step(game.overdue, turns) and game.deadline_ms <= due.unit.now_ms
    if at_stake:
        announce_choices(due.composer())
    elif game.overdue < turns and not is_vacant:
        notify_others(due.composer(), N_("The game is waiting for %(player)s."))
    if not is_vacant and (game.overdue < turns or is_step(game.overdue, turns)):
        remind_late(due.composer(), at_stake=at_stake)


def is_step(overdue: int, turns: int) -> bool:
    """Whether to tell of it now: after `turns` turns' time past a deadline, twice as many, four times as many, and so
    on.
    """
    times, rest = divmod(overdue, turns)
    return rest == 0 and times.bit_count() == 1


def _pass(due: Due) -> bool:
    return _played(due, passing_player, "passed", "pass")


def _pass_unless_offered(due: Due) -> bool:
    """As `_pass`, but where somebody who stands by is asked to take the seat, within the time that others wait."""
    game = due.loaded.game
    is_patient = game.overdue < waiting_turns(due.unit.settings, game.terms)
    if is_patient and offer(due.unit, game.id, due.mover.seat):
        return False
    asked_in_vain = load_game(due.unit, game.id)  # the log may tell so
    return _pass(replace(due, loaded=asked_in_vain))


def _bot(due: Due) -> bool:
    return _played(due, bot_named("heuristic"), "bot played", "bot")


def _played(due: Due, player: AnyPlayer, about: str, played_by: PlayedBy) -> bool:
    loaded, session, mover = due.loaded, due.loaded.session, due.mover
    if not any(contact.reads for contact in loaded.seats):
        return False  # nobody is there whom it would help
    if end_if_unplayed(due.unit, loaded):
        return True
    mark = session.mark()
    if mover.vacant_ms is not None:
        about = f"vacant {about}"
    session.note(mover.seat, _note(about, due))
    try:
        play_turn(loaded, player, due.choose, draw_for(due.unit, loaded.game))
    except Exception:  # whatever is wrong with a program, the next remedy is tried
        log.exception("a turn could not be played", game=loaded.game.id, by=played_by)
        session.revert(mark)
        return False
    save(due.unit, loaded, None, played_by)
    follow_ups = follow_up(due.unit, loaded)
    composer = MailComposer(due.unit, follow_ups.loaded, follow_ups=follow_ups)
    composer.report_to_others(None, [*session.events_since(session.start), *follow_ups.news], insisting=mover.seat)
    warn_if_unplayed(due.unit, loaded.game.id)
    end_if_still(due.unit, loaded.game)
    return True


def _note(about: str, due: Due) -> Note:
    """The log's note on a turn whose player did not come: who it was, and until when they had time."""
    return Note(about, {"who": due.mover.name, "deadline_ms": due.loaded.game.deadline_ms})


REMEDIES: Final[Mapping[Late, tuple[Remedy, ...]]] = {
    "wait": (),
    "pass": (_pass,),
    "standby": (),
    "standby-pass": (_pass_unless_offered,),
    "bot": (_bot, _pass),
}
"""What is tried when the time for a turn is up, one after another; where none of it can be done, the game waits."""
