"""Acts on the course of a game: held, let go on, its deadline put off, taken back, corrected by hand, cancelled."""

from collections.abc import Sequence
from typing import Final

from pbem.adjudicator import corrections as amending
from pbem.adjudicator.context import Declined
from pbem.adjudicator.deadlines import extensions
from pbem.adjudicator.disputes import holds
from pbem.adjudicator.history import rollback
from pbem.adjudicator.results import visible
from pbem.adjudicator.sessions import load_game
from pbem.clock import from_ms
from pbem.games.presentation import presenter_for
from pbem.moderation.acts import Amend, Cancel, Hold, PutOff, Release, RollBack
from pbem.moderation.bench import Bench, Foreseen
from pbem.moderation.rights import sees_secrets
from pbem.reports.terms import pace_in_words
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from rules_core.kernel.log import Note
from rules_core.line.corrections import Correction
from rules_core.line.table import State

ROLLED_BACK: Final = "rolled back"
AMENDED: Final = "amended"
CANCELLED: Final = "cancelled"
"""What the notes of these acts are about."""


def foresee_hold(bench: Bench, act: Hold) -> Foreseen:
    """What `hold` would do. Raises Declined."""
    game = _to_hold(bench, act)
    bench.reason(act.reason)
    told = bench.words.text(
        "%(tag)s is held: no time runs, letters are answered, and orders in them are kept until it goes on.",
        tag=game.tag,
    )
    end = bench.words.plural(
        "If nobody releases it, it continues by itself after %(n)s day.",
        "If nobody releases it, it continues by itself after %(n)s days.",
        bench.settings.play.hold_days,
    )
    return Foreseen((told, end))


def hold(bench: Bench, act: Hold) -> tuple[str, ...]:
    """Holds a game. Raises Declined."""
    game = _to_hold(bench, act)
    note = bench.note(holds.HELD, reason=bench.reason(act.reason))
    holds.hold(bench.tx, bench.settings, game.id, note, bench.now_ms)
    return (bench.words.text("%(tag)s is held. Everybody in it is told.", tag=game.tag),)


def _to_hold(bench: Bench, act: Hold) -> GameRow:
    game = bench.running_game(act.tag)
    if game.held_ms is not None:
        raise Declined(bench.words.text("%(tag)s is held already.", tag=game.tag))
    return game


def foresee_release(bench: Bench, act: Release) -> Foreseen:
    """What `release` would do. Raises Declined."""
    game, words = _to_release(bench, act), bench.words
    bench.reason(act.reason)
    told = words.text("%(tag)s goes on.", tag=game.tag)
    open_ones = [one.id for one in repo.disputes_of_game(bench.tx, game.id) if one.status == "open"]
    warnings = [words.text("Dispute %(number)s is open.", number=number) for number in open_ones]
    return Foreseen((told, _time_told(bench, game)), tuple(warnings))


def release(bench: Bench, act: Release) -> tuple[str, ...]:
    """Lets a game go on. Raises Declined."""
    game = _to_release(bench, act)
    told = _time_told(bench, game)
    note = bench.note(holds.RELEASED, reason=bench.reason(act.reason))
    holds.release(bench.tx, bench.settings, game.id, note, bench.now_ms)
    return (bench.words.text("%(tag)s goes on. Everybody in it is told.", tag=game.tag), told)


def _to_release(bench: Bench, act: Release) -> GameRow:
    game = bench.running_game(act.tag)
    if game.held_ms is None:
        raise Declined(bench.words.text("%(tag)s is not held.", tag=game.tag))
    return game


def _time_told(bench: Bench, game: GameRow) -> str:
    deadline_ms = holds.deadline_after(bench.tx, game, bench.now_ms)
    return _until(bench, game, deadline_ms)


def _until(bench: Bench, game: GameRow, deadline_ms: int) -> str:
    return bench.words.text(
        "%(player)s has time until %(deadline)s.",
        player=_mover(bench, game),
        deadline=bench.words.moment(from_ms(deadline_ms), bench.zone),
    )


def _mover(bench: Bench, game: GameRow) -> str:
    assert game.active_seat is not None, "a game that is played has somebody to move"
    return repo.seats(bench.tx, game.id)[game.active_seat].name


def foresee_put_off(bench: Bench, act: PutOff) -> Foreseen:
    """What `extend` would do. Raises Declined."""
    game, words = bench.running_game(act.tag), bench.words
    bench.reason(act.reason)
    pace = pace_in_words(str(act.by), words)
    if game.held_ms is not None:
        player = _mover(bench, game)
        return Foreseen((words.text("%(player)s has %(pace)s more, once it goes on.", player=player, pace=pace),))
    deadline_ms = extensions.later(bench.tx, load_game(bench.tx, game.id), act.by, bench.now_ms)
    told = words.text("%(player)s has %(pace)s more in %(tag)s.", player=_mover(bench, game), pace=pace, tag=game.tag)
    return Foreseen((told, _until(bench, game, deadline_ms)))


def put_off(bench: Bench, act: PutOff) -> tuple[str, ...]:
    """Puts a deadline off. Raises Declined."""
    game = bench.running_game(act.tag)
    by = "" if bench.player is None else bench.player.name
    reason = bench.reason(act.reason)
    deadline_ms = extensions.extend_freely(
        bench.tx, game.id, bench.settings, act.by, reason, bench.now_ms, moderator=by
    )
    if game.held_ms is not None:
        return (bench.words.text("%(player)s has more time, once it goes on.", player=_mover(bench, game)),)
    return (_until(bench, game, deadline_ms),)


def foresee_roll_back(bench: Bench, act: RollBack) -> Foreseen:
    """What `rollback` would do. Raises Declined."""
    game, words = bench.game(act.tag), bench.words
    bench.reason(act.reason)
    told = [
        words.text(
            "%(tag)s goes back from #%(here)s to #%(place)s. What was played since stays in its history.",
            tag=game.tag,
            here=game.final_position,
            place=act.to,
        ),
        words.text("Its dice fall anew.")
        if act.new_dice
        else words.text("Dice that were seen stand: thrown again they show the same."),
    ]
    if act.reapply:
        told.append(words.text("What was sent since is carried out again, up to the first that is not legal any more."))
    warnings = []
    if game.status == "over":
        warnings.append(words.text("The seed of its dice has been shown, so that it goes on with another."))
    return Foreseen(tuple(told), tuple(warnings))


def roll_back(bench: Bench, act: RollBack) -> tuple[str, ...]:
    """Takes a game back to an earlier position. Raises Declined."""
    note = bench.note(ROLLED_BACK, reason=bench.reason(act.reason))
    returned, told = go_back(bench, act, note)
    rollback.tell_return(bench.tx, bench.settings, returned, bench.now_ms)
    return told


def go_back(bench: Bench, act: RollBack, note: Note) -> tuple[rollback.Returned, tuple[str, ...]]:
    """Takes a game back, for who tells of it himself; what came of it, and the same in sentences. Raises Declined."""
    game, words = bench.game(act.tag), bench.words
    try:
        returned = rollback.go_back(
            bench.tx,
            bench.settings,
            game.id,
            act.to,
            bench.now_ms,
            new_dice=act.new_dice,
            reapply=act.reapply,
            note=note,
            letter_id=bench.letter_id,
        )
    except rollback.NoSuchPoint as missing:
        raise Declined(_no_point(bench, game, missing)) from missing
    told = [words.text("%(tag)s has gone back to #%(place)s. Everybody in it is told.", tag=game.tag, place=act.to)]
    if act.reapply:
        told.append(
            words.plural(
                "%(n)s letter or turn sent since was carried out again.",
                "%(n)s letters or turns sent since were carried out again.",
                returned.replay.openly_again,
            )
        )
    if returned.replay.stops_openly:
        told.append(words.text("What was sent next cannot all be done any more."))
    return returned, tuple(told)


def _no_point(bench: Bench, game: GameRow, missing: rollback.NoSuchPoint) -> str:
    near = [f"#{place}" for place in (missing.before, missing.after) if place is not None]
    return bench.words.text(
        "%(tag)s cannot go back to #%(place)s: a position is where an order of somebody ended. The nearest: %(near)s.",
        tag=game.tag,
        place=missing.position,
        near=", ".join(near),
    )


def foresee_amend(bench: Bench, act: Amend) -> Foreseen:
    """What `amend` would do. Raises Declined."""
    game = bench.running_game(act.tag)
    bench.reason(act.reason)
    loaded = load_game(bench.tx, game.id)
    state = _amended(bench, game, act.corrections)
    return Foreseen(tuple(presenter_for(state.table, loaded.names, bench.words).sentences(act.corrections)))


def amend(bench: Bench, act: Amend) -> tuple[str, ...]:
    """Corrects a position by hand. Raises Declined."""
    told = foresee_amend(bench, act).told
    game = bench.running_game(act.tag)
    note = bench.note(AMENDED, reason=bench.reason(act.reason))
    amending.amend(
        bench.tx,
        bench.settings,
        game.id,
        act.corrections,
        note,
        bench.now_ms,
        sees_secrets=sees(bench, game),
        letter_id=bench.letter_id,
    )
    return told


def _amended(bench: Bench, game: GameRow, corrections: Sequence[Correction]) -> State:
    """The position that corrections lead to, as whoever acts may know it. Raises Declined."""
    loaded = load_game(bench.tx, game.id)
    try:
        return amending.check_amendments(loaded.session, corrections, sees_secrets=sees(bench, game))
    except amending.CannotAmend as cannot:
        raise Declined(presenter_for(cannot.table, loaded.names, bench.words).flaw(cannot.flaw)) from cannot


def sees(bench: Bench, game: GameRow) -> bool:
    """Whether what is hidden in a game is open to whoever acts."""
    return bench.player is not None and sees_secrets(bench.tx, bench.player.id, game.id)


def foresee_cancel(bench: Bench, act: Cancel) -> Foreseen:
    """What `cancel` would do. Raises Declined."""
    game = bench.running_game(act.tag)
    bench.reason(act.reason)
    told = bench.words.text("%(tag)s ends without a result; it counts for nobody.", tag=game.tag)
    year = visible(load_game(bench.tx, game.id).session, None).table.year
    return Foreseen((told,), (bench.words.text("It has been played up to year %(year)s.", year=year),))


def cancel(bench: Bench, act: Cancel) -> tuple[str, ...]:
    """Ends a game without a result. Raises Declined."""
    game = bench.running_game(act.tag)
    note = bench.note(CANCELLED, reason=bench.reason(act.reason))
    amending.cancel(bench.tx, bench.settings, game.id, note, bench.now_ms, letter_id=bench.letter_id)
    return (bench.words.text("%(tag)s is cancelled. Everybody in it is told.", tag=game.tag),)
