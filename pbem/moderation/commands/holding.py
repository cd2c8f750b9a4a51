"""Acts on a game's time: held, let go on, put off, cancelled."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pbem.adjudicator import corrections, extensions
from pbem.adjudicator.context import Refused, visible
from pbem.adjudicator.disputes import holds
from pbem.adjudicator.history import damage
from pbem.adjudicator.history.rollback import ROLLED_BACK
from pbem.adjudicator.sessions import load_game
from pbem.clock import Pace, from_ms
from pbem.games.presentation import year_in_words
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.fields import PaceField, Reason, Tag
from pbem.reports.notes import pace_in_words
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.moderation.disputes import list_disputes_of_game

CANCELLED: Final = "cancelled"
"""What the note of a game that is cancelled is about."""


@dataclass(frozen=True)
class Hold(ModeratorCommand):
    """`hold e7: why`: letters are kept and answered, and change nothing; no deadline runs."""

    tag: Tag
    reason: Reason

    verb: ClassVar = "hold"
    explanation: ClassVar = N_(
        "Put a game on hold: no deadline runs, emails are answered, and orders are kept until it continues."
    )
    examples: ClassVar = ("{hold} e7: I look into dispute 3.",)
    title: ClassVar = N_("Put the game on hold")
    does: ClassVar = N_(
        "No deadline runs. Orders are answered and kept, but change nothing until the game is released."
    )

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether it is played and not held."""
        return super().fits(game, is_open=is_open) and game.held_ms is None

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `hold`."""
        game = self._game(context)
        context.reason(self.reason)
        sentence = context.words.text(
            "%(tag)s is on hold: no deadline runs, emails are answered, and orders are kept until it continues.",
            tag=game.tag,
        )
        end = context.words.plural(
            "If nobody releases it, it continues by itself after %(n)s day.",
            "If nobody releases it, it continues by itself after %(n)s days.",
            context.unit.settings.play.hold_days,
        )
        return Consequences((sentence, end))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Hold a game."""
        game = self._game(context)
        holds.hold(context.unit, game.id, context.note(holds.HELD, reason=context.reason(self.reason)))
        return (context.words.text("%(tag)s is on hold. Everyone in it will be told.", tag=game.tag),)

    def _game(self, context: ModeratorContext) -> GameRow:
        game = context.running_game(self.tag)
        if game.held_ms is not None:
            raise Refused(context.words.text("%(tag)s is already on hold.", tag=game.tag))
        return game


@dataclass(frozen=True)
class Release(ModeratorCommand):
    """`release e7: why`: the game goes on, with the time that was left."""

    tag: Tag
    reason: Reason

    verb: ClassVar = "release"
    explanation: ClassVar = N_("Release a game from hold: it continues with the time that was left.")
    examples: ClassVar = ("{release} e7: All is well.",)
    title: ClassVar = N_("Release the game from hold")
    does: ClassVar = N_("The game continues, with the time that was left.")

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether it is held."""
        return super().fits(game, is_open=is_open) and game.held_ms is not None

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `release`."""
        game, words = self._game(context), context.words
        context.reason(self.reason)
        sentence = words.text("%(tag)s continues.", tag=game.tag)
        open_ones = [one.id for one in list_disputes_of_game(context.unit, game.id) if one.status == "open"]
        warnings = [words.text("Dispute %(number)s is open.", number=number) for number in open_ones]
        return Consequences((sentence, _time_left(context, game)), tuple(warnings))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Release a game."""
        game = self._game(context)
        time_left = _time_left(context, game)
        holds.release(context.unit, game.id, context.note(holds.RELEASED, reason=context.reason(self.reason)))
        return (context.words.text("%(tag)s continues. Everyone in it will be told.", tag=game.tag), time_left)

    def _game(self, context: ModeratorContext) -> GameRow:
        game = context.running_game(self.tag)
        if game.held_ms is None:
            raise Refused(context.words.text("%(tag)s is not on hold.", tag=game.tag))
        return game


@dataclass(frozen=True)
class PutOff(ModeratorCommand):
    """`extend e7 3 days: why`: the deadline of the turn is put off."""

    tag: Tag
    by: Annotated[Pace, PaceField()]
    reason: Reason

    verb: ClassVar = "extend"
    explanation: ClassVar = N_("Extend the deadline of a game by this much playing time.")
    examples: ClassVar = ("{extend} e7 3 {days}: The flu goes round.",)
    title: ClassVar = N_("Extend the deadline")
    does: ClassVar = N_("The player whose turn it is gets more time.")
    for_operator: ClassVar = False  # `pbem game extend` asks for no reason

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `extend`."""
        game, words = context.running_game(self.tag), context.words
        context.reason(self.reason)
        pace, player = pace_in_words(str(self.by), words), _mover(context, game)
        if game.held_ms is not None:
            sentence = words.text("%(player)s has %(pace)s more, once it continues.", player=player, pace=pace)
            return Consequences((sentence,))
        deadline_ms = extensions.later(context.unit, load_game(context.unit, game.id), self.by)
        sentence = words.text("%(player)s has %(pace)s more in %(tag)s.", player=player, pace=pace, tag=game.tag)
        return Consequences((sentence, _until(context, game, deadline_ms)))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Put a deadline off."""
        game = context.running_game(self.tag)
        by = "" if context.player is None else context.player.name
        reason = context.reason(self.reason)
        deadline_ms = extensions.extend_freely(context.unit, game.id, self.by, reason, moderator=by)
        if game.held_ms is not None:
            return (context.words.text("%(player)s has more time, once it continues.", player=_mover(context, game)),)
        return (_until(context, game, deadline_ms),)


@dataclass(frozen=True)
class Cancel(ModeratorCommand):
    """`cancel e7: why`: the game ends without a result."""

    tag: Tag
    reason: Reason

    verb: ClassVar = "cancel"
    explanation: ClassVar = N_("End a game without a result.")
    examples: ClassVar = ("{cancel} e7: Nobody is left.",)
    title: ClassVar = N_("Cancel the game")
    does: ClassVar = N_("The game ends without a result.")

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `cancel`."""
        game = context.running_game(self.tag)
        context.reason(self.reason)
        sentence = context.words.text("%(tag)s ends without a result; it counts for nobody.", tag=game.tag)
        year = game.year
        if game.damaged_ms is None and damage.find_damage(context.unit, game) is None:
            year = visible(load_game(context.unit, game.id).session, None).table.year
        played = context.words.text(
            "It has been played up to %(year)s.", year=year_in_words(game.kind, year, context.words)
        )
        return Consequences((sentence,), (played,))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """End a game without a result."""
        game = damage.notice_now(context.unit, context.running_game(self.tag))
        note = context.note(CANCELLED, reason=context.reason(self.reason))
        if game.damaged_ms is None or damage.make_readable(
            context.unit, game, context.note(ROLLED_BACK, reason=context.reason(self.reason))
        ):
            corrections.cancel(context.unit, game.id, note, letter_id=context.letter_id)
        else:
            damage.end_without_log(context.unit, game, note, context.letter_id)
        return (context.words.text("%(tag)s is cancelled. Everyone in it will be told.", tag=game.tag),)


def _time_left(context: ModeratorContext, game: GameRow) -> str:
    return _until(context, game, holds.deadline_after(context.unit, game))


def _until(context: ModeratorContext, game: GameRow, deadline_ms: int) -> str:
    return context.words.text(
        "%(player)s's deadline is %(deadline)s.",
        player=_mover(context, game),
        deadline=context.words.moment(from_ms(deadline_ms), context.zone),
    )


def _mover(context: ModeratorContext, game: GameRow) -> str:
    assert game.active_seat is not None, "a game that is played has somebody to move"
    return list_seats(context.unit, game.id)[game.active_seat].name
