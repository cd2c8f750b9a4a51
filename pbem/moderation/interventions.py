"""Acts on the course of a game: held, let go on, put off, taken back, corrected, cancelled, or a seat given away."""

from collections.abc import Sequence
from typing import Final

from pbem.adjudicator import corrections as amending
from pbem.adjudicator import extensions
from pbem.adjudicator.context import Refused, visible
from pbem.adjudicator.disputes import holds
from pbem.adjudicator.history import rollback
from pbem.adjudicator.seats import vacancies
from pbem.adjudicator.sessions import load_game
from pbem.clock import from_ms
from pbem.games.moments import year_in_words
from pbem.games.presentation import presenter_for
from pbem.moderation.commands import Amend, Cancel, Hold, PutOff, Release, RollBack, Substitute
from pbem.moderation.context import Consequences, ModeratorContext, sees_secrets
from pbem.reports.notes import pace_in_words
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatContact, list_seat_contacts, list_seats
from pbem.store.games.vacancies import list_offers
from pbem.store.moderation.disputes import list_disputes_of_game
from pbem.store.players.player import PlayerRow, get_player
from rules_core.kernel.events import Corrected
from rules_core.kernel.log import Note
from rules_core.kernel.position import Position

ROLLED_BACK: Final = "rolled back"
AMENDED: Final = "amended"
CANCELLED: Final = "cancelled"
"""What the notes of these acts are about."""

REMOVED: Final = "removed with reason"
"""What the note of a seat that is taken away is about."""


def preview_hold(context: ModeratorContext, command: Hold) -> Consequences:
    """Preview the effect of `hold`. Raises Refused."""
    game = _to_hold(context, command)
    context.reason(command.reason)
    told = context.words.text(
        "%(tag)s is on hold: no deadline runs, emails are answered, and orders are kept until it continues.",
        tag=game.tag,
    )
    end = context.words.plural(
        "If nobody releases it, it continues by itself after %(n)s day.",
        "If nobody releases it, it continues by itself after %(n)s days.",
        context.unit.settings.play.hold_days,
    )
    return Consequences((told, end))


def hold(context: ModeratorContext, command: Hold) -> tuple[str, ...]:
    """Hold a game. Raises Refused."""
    game = _to_hold(context, command)
    note = context.note(holds.HELD, reason=context.reason(command.reason))
    holds.hold(context.unit, game.id, note)
    return (context.words.text("%(tag)s is on hold. Everyone in it will be told.", tag=game.tag),)


def _to_hold(context: ModeratorContext, command: Hold) -> GameRow:
    game = context.running_game(command.tag)
    if game.held_ms is not None:
        raise Refused(context.words.text("%(tag)s is already on hold.", tag=game.tag))
    return game


def preview_release(context: ModeratorContext, command: Release) -> Consequences:
    """Preview the effect of `release`. Raises Refused."""
    game, words = _to_release(context, command), context.words
    context.reason(command.reason)
    told = words.text("%(tag)s continues.", tag=game.tag)
    open_ones = [one.id for one in list_disputes_of_game(context.unit, game.id) if one.status == "open"]
    warnings = [words.text("Dispute %(number)s is open.", number=number) for number in open_ones]
    return Consequences((told, _time_left(context, game)), tuple(warnings))


def release(context: ModeratorContext, command: Release) -> tuple[str, ...]:
    """Let a game go on. Raises Refused."""
    game = _to_release(context, command)
    told = _time_left(context, game)
    note = context.note(holds.RELEASED, reason=context.reason(command.reason))
    holds.release(context.unit, game.id, note)
    return (context.words.text("%(tag)s continues. Everyone in it will be told.", tag=game.tag), told)


def _to_release(context: ModeratorContext, command: Release) -> GameRow:
    game = context.running_game(command.tag)
    if game.held_ms is None:
        raise Refused(context.words.text("%(tag)s is not on hold.", tag=game.tag))
    return game


def _time_left(context: ModeratorContext, game: GameRow) -> str:
    deadline_ms = holds.deadline_after(context.unit, game)
    return _until(context, game, deadline_ms)


def _until(context: ModeratorContext, game: GameRow, deadline_ms: int) -> str:
    return context.words.text(
        "%(player)s's deadline is %(deadline)s.",
        player=_mover(context, game),
        deadline=context.words.moment(from_ms(deadline_ms), context.zone),
    )


def _mover(context: ModeratorContext, game: GameRow) -> str:
    assert game.active_seat is not None, "a game that is played has somebody to move"
    return list_seats(context.unit, game.id)[game.active_seat].name


def preview_put_off(context: ModeratorContext, command: PutOff) -> Consequences:
    """Preview the effect of `extend`. Raises Refused."""
    game, words = context.running_game(command.tag), context.words
    context.reason(command.reason)
    pace = pace_in_words(str(command.by), words)
    if game.held_ms is not None:
        player = _mover(context, game)
        return Consequences((words.text("%(player)s has %(pace)s more, once it continues.", player=player, pace=pace),))
    deadline_ms = extensions.later(context.unit, load_game(context.unit, game.id), command.by)
    told = words.text("%(player)s has %(pace)s more in %(tag)s.", player=_mover(context, game), pace=pace, tag=game.tag)
    return Consequences((told, _until(context, game, deadline_ms)))


def put_off(context: ModeratorContext, command: PutOff) -> tuple[str, ...]:
    """Put a deadline off. Raises Refused."""
    game = context.running_game(command.tag)
    by = "" if context.player is None else context.player.name
    reason = context.reason(command.reason)
    deadline_ms = extensions.extend_freely(context.unit, game.id, command.by, reason, moderator=by)
    if game.held_ms is not None:
        return (context.words.text("%(player)s has more time, once it continues.", player=_mover(context, game)),)
    return (_until(context, game, deadline_ms),)


def preview_roll_back(context: ModeratorContext, command: RollBack) -> Consequences:
    """Preview the effect of `rollback`. Raises Refused."""
    game, words = context.game(command.tag), context.words
    context.reason(command.reason)
    told = [
        words.text(
            "%(tag)s is rolled back from #%(here)s to #%(place)s. What was played since stays in its history.",
            tag=game.tag,
            here=game.final_position,
            place=command.to,
        ),
        words.text("New dice are rolled.")
        if command.new_dice
        else words.text("Dice already seen don't change: rolled again they show the same."),
    ]
    if command.reapply:
        told.append(
            words.text("What was sent since is carried out again, up to the first order that is no longer legal.")
        )
    warnings = []
    if game.status == "over":
        warnings.append(words.text("The seed of its dice has been shown, so it continues with another."))
    return Consequences(tuple(told), tuple(warnings))


def roll_back(context: ModeratorContext, command: RollBack) -> tuple[str, ...]:
    """Take a game back to an earlier position. Raises Refused."""
    note = context.note(ROLLED_BACK, reason=context.reason(command.reason))
    returned, told = go_back(context, command, note)
    rollback.announce_return(context.unit, returned)
    return told


def go_back(context: ModeratorContext, command: RollBack, note: Note) -> tuple[rollback.Returned, tuple[str, ...]]:
    """Take a game back, for who tells of it themselves; what came of it, and the same in sentences. Raises Refused."""
    game, words = context.game(command.tag), context.words
    try:
        returned = rollback.go_back(
            context.unit,
            game.id,
            command.to,
            new_dice=command.new_dice,
            reapply=command.reapply,
            note=note,
            letter_id=context.letter_id,
        )
    except rollback.NoRollbackTarget as missing:
        raise Refused(_no_point(context, game, missing)) from missing
    told = [
        words.text(
            "%(tag)s was rolled back to #%(place)s. Everyone in it will be told.", tag=game.tag, place=command.to
        )
    ]
    if command.reapply:
        told.append(
            words.plural(
                "%(n)s message or turn sent since was carried out again.",
                "%(n)s messages or turns sent since were carried out again.",
                returned.replay.openly_again,
            )
        )
    if returned.replay.stops_openly:
        told.append(words.text("What was sent next is no longer possible in full."))
    return returned, tuple(told)


def _no_point(context: ModeratorContext, game: GameRow, missing: rollback.NoRollbackTarget) -> str:
    near = [f"#{place}" for place in (missing.before, missing.after) if place is not None]
    return context.words.text(
        "%(tag)s can't be rolled back to #%(place)s: a position is where someone's order ended. Nearest: %(near)s.",
        tag=game.tag,
        place=missing.position,
        near=", ".join(near),
    )


def preview_amend(context: ModeratorContext, command: Amend) -> Consequences:
    """Preview the effect of `amend`. Raises Refused."""
    game = context.running_game(command.tag)
    context.reason(command.reason)
    loaded = load_game(context.unit, game.id)
    state = _amended(context, game, command.corrections)
    presenter = presenter_for(state.table, loaded.names, context.words)
    return Consequences(tuple(presenter.sentences(command.corrections)))


def amend(context: ModeratorContext, command: Amend) -> tuple[str, ...]:
    """Correct a position by hand. Raises Refused."""
    told = preview_amend(context, command).told
    game = context.running_game(command.tag)
    note = context.note(AMENDED, reason=context.reason(command.reason))
    amending.amend(
        context.unit, game.id, command.corrections, note, sees_secrets=sees(context, game), letter_id=context.letter_id
    )
    return told


def _amended(context: ModeratorContext, game: GameRow, corrections: Sequence[Corrected]) -> Position:
    """The position that corrections lead to, as whoever acts may know it. Raises Refused."""
    loaded = load_game(context.unit, game.id)
    try:
        return amending.check_amendments(loaded.session, corrections, sees_secrets=sees(context, game))
    except amending.CorrectionRefused as cannot:
        raise Refused(
            presenter_for(cannot.table, loaded.names, context.words).describe_correction_fault(cannot.flaw)
        ) from cannot


def sees(context: ModeratorContext, game: GameRow) -> bool:
    """Whether what is hidden in a game is open to whoever acts."""
    return context.player is not None and sees_secrets(context.unit, context.player.id, game.id)


def preview_cancel(context: ModeratorContext, command: Cancel) -> Consequences:
    """Preview the effect of `cancel`. Raises Refused."""
    game = context.running_game(command.tag)
    context.reason(command.reason)
    told = context.words.text("%(tag)s ends without a result; it counts for nobody.", tag=game.tag)
    year = visible(load_game(context.unit, game.id).session, None).table.year
    played = context.words.text(
        "It has been played up to %(year)s.", year=year_in_words(game.kind, year, context.words)
    )
    return Consequences((told,), (played,))


def cancel(context: ModeratorContext, command: Cancel) -> tuple[str, ...]:
    """End a game without a result. Raises Refused."""
    game = context.running_game(command.tag)
    note = context.note(CANCELLED, reason=context.reason(command.reason))
    amending.cancel(context.unit, game.id, note, letter_id=context.letter_id)
    return (context.words.text("%(tag)s is cancelled. Everyone in it will be told.", tag=game.tag),)


def preview_substitute(context: ModeratorContext, command: Substitute) -> Consequences:
    """Preview the effect of `substitute`. Raises Refused."""
    game, contact, by = _look(context, command)
    words = context.words
    context.reason(command.reason)
    told = []
    if contact.vacant_ms is None:
        told.append(
            words.text(
                "%(player)s loses the seat in %(tag)s: the address is closed at once, and they can't come back.",
                player=contact.name,
                tag=game.tag,
            )
        )
    told.append(
        words.text("The seat is offered to %(player)s, and then to standby players.", player=by.name)
        if by is not None
        else words.text("The seat is offered to standby players.")
    )
    return Consequences(tuple(told))


def substitute(context: ModeratorContext, command: Substitute) -> tuple[str, ...]:
    """Take a seat from its player and offer it. Raises Refused."""
    game, contact, by = _look(context, command)
    note = context.note(REMOVED, {"who": contact.name}, reason=context.reason(command.reason))
    vacancies.substitute(context.unit, game.id, contact.seat, note, first=None if by is None else by.id)
    offered = [one for one in list_offers(context.unit, game.id, contact.seat) if one.status == "open"]
    words = context.words
    gone = words.text("%(player)s's seat in %(tag)s is vacant.", player=contact.name, tag=game.tag)
    if not offered:
        return (gone, words.text("Nobody is on standby; anyone can take it."))
    name = get_player(context.unit, offered[-1].player_id).name
    return (gone, words.text("It is offered to %(player)s.", player=name))


def _look(context: ModeratorContext, command: Substitute) -> tuple[GameRow, SeatContact, PlayerRow | None]:
    """The game, the seat, and to whom it shall be offered first. Raises Refused."""
    game, words = context.running_game(command.tag), context.words
    contacts = list_seat_contacts(context.unit, game.id)
    if command.seat not in range(len(contacts)):
        raise Refused(words.text("There is no such seat in %(tag)s.", tag=game.tag))
    contact = contacts[command.seat]
    if command.by is None:
        if contact.vacant_ms is not None:
            raise Refused(words.text("%(player)s's seat is vacant.", player=contact.name))
        return game, contact, None
    player = get_player(context.unit, command.by)
    if not vacancies.may_be_offered(context.unit, game, contact, player):
        why = words.text(
            "%(player)s can't take that seat: bots can't, nor can anyone who had a seat in the game or has seen its "
            "hidden information.",
            player=player.name,
        )
        raise Refused(why)
    return game, contact, player
