"""Acts on a game's position: taken back to an earlier one, or corrected by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pbem.adjudicator import corrections as amending
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history import damage, rollback
from pbem.adjudicator.sessions import load_game
from pbem.games.presentation import presenter_for
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext, sees_secrets
from pbem.moderation.correction_lines import can_be_corrected
from pbem.moderation.fields import Again, CorrectionsField, NewDice, PositionField, Reason, Tag
from pbem.store.games.game import GameRow
from rules_core.kernel.events import Corrected
from rules_core.kernel.log import Note
from rules_core.kernel.position import Position

AMENDED: Final = "amended"
"""What the note of a correction is about."""


@dataclass(frozen=True)
class RollBack(ModeratorCommand):
    """`rollback e7 118: why`: the game goes on from a position of its log, of whatever branch.

    `new_dice`: another epoch begins, so that dice fall otherwise. `reapply`: what was played later on the branch that
    is left is played again while it is legal, up to the first that is not.
    """

    tag: Tag
    to: Annotated[int, PositionField()]
    reason: Reason
    new_dice: NewDice = False
    reapply: Again = False

    verb: ClassVar = "rollback"
    explanation: ClassVar = N_(
        "Roll a game back to an earlier position, such as #118. Dice already seen don't change, unless you "
        "ask for new ones. What was sent since is carried out again if you ask for it, as long as it is "
        "legal."
    )
    examples: ClassVar = (
        "{rollback} e7 118: The share was not for sale.",
        "{rollback} e7 118 {new} {dice} {again}: A fault of ours.",
    )
    title: ClassVar = N_("Roll back")
    does: ClassVar = N_(
        "The game continues from an earlier position. What was played since stays readable as an old branch."
    )

    @property
    def returns_to(self) -> int | None:
        """The position it goes back to."""
        return self.to

    def opens(self) -> bool:
        """Whether dice are thrown by what is played again."""
        return self.reapply

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether there is a log, however it stands."""
        return True

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `rollback`."""
        game, words = context.game(self.tag), context.words
        context.reason(self.reason)
        try:
            rollback.load_rollback_targets(context.unit, game).check(self.to)
        except rollback.NoRollbackTarget as missing:
            raise Refused(_not_there(context, game, missing), "to") from missing
        sentences = [
            words.text(
                "%(tag)s is rolled back from #%(here)s to #%(place)s. What was played since stays in its history.",
                tag=game.tag,
                here=game.final_position,
                place=self.to,
            ),
            words.text("New dice are rolled.")
            if self.new_dice
            else words.text("Dice already seen don't change: rolled again they show the same."),
        ]
        if self.reapply:
            sentences.append(
                words.text("What was sent since is carried out again, up to the first order that is no longer legal.")
            )
        warnings = []
        if game.status == "over":
            warnings.append(words.text("The seed of its dice has been shown, so it continues with another."))
        return Consequences(tuple(sentences), tuple(warnings))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Take a game back to an earlier position."""
        damage.notice_now(context.unit, context.game(self.tag))
        note = context.note(rollback.ROLLED_BACK, reason=context.reason(self.reason))
        returned, sentences = go_back(context, self, note)
        rollback.announce_return(context.unit, returned)
        return sentences


@dataclass(frozen=True)
class Amend(ModeratorCommand):
    """`amend e7 ben 1 hidden from bank: why`: typed corrections of the position, in their order."""

    tag: Tag
    corrections: Annotated[tuple[Corrected, ...], CorrectionsField()]
    reason: Reason

    verb: ClassVar = "amend"
    explanation: ClassVar = N_(
        "Correct the position of a game by hand. Nothing is made or lost: it moves from one place to another."
    )
    examples: ClassVar = ("{amend} e7 give ben 1 hidden: The income of year 3.",)
    title: ClassVar = N_("Correct the position")
    does: ClassVar = N_("You correct by hand what is wrong. The corrections are recorded in the log.")

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether anything in it can be corrected by hand."""
        return super().fits(game, is_open=is_open) and can_be_corrected(game.kind)

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `amend`."""
        game = context.running_game(self.tag)
        context.reason(self.reason)
        loaded = load_game(context.unit, game.id)
        state = _amended(context, game, self.corrections)
        presenter = presenter_for(state.table, loaded.names, context.words)
        return Consequences(tuple(presenter.sentences(self.corrections)))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Correct a position by hand."""
        sentences = self.judge(context).sentences
        game = context.running_game(self.tag)
        note = context.note(AMENDED, reason=context.reason(self.reason))
        sees = sees_hidden(context, game)
        amending.amend(context.unit, game.id, self.corrections, note, sees_secrets=sees, letter_id=context.letter_id)
        return sentences


def go_back(context: ModeratorContext, act: RollBack, note: Note) -> tuple[rollback.Returned, tuple[str, ...]]:
    """Roll a game back without telling the players; return the result, and sentences on it. Raises Refused."""
    game, words = context.game(act.tag), context.words
    try:
        returned = rollback.go_back(
            context.unit,
            game.id,
            act.to,
            new_dice=act.new_dice,
            reapply=act.reapply,
            note=note,
            letter_id=context.letter_id,
        )
    except rollback.NoRollbackTarget as missing:
        raise Refused(_not_there(context, game, missing)) from missing
    sentences = [
        words.text("%(tag)s was rolled back to #%(place)s. Everyone in it will be told.", tag=game.tag, place=act.to)
    ]
    if act.reapply:
        sentences.append(
            words.plural(
                "%(n)s message or turn sent since was carried out again.",
                "%(n)s messages or turns sent since were carried out again.",
                returned.replay.openly_again,
            )
        )
    if returned.replay.stops_openly:
        sentences.append(words.text("What was sent next is no longer possible in full."))
    return returned, tuple(sentences)


def _not_there(context: ModeratorContext, game: GameRow, missing: rollback.NoRollbackTarget) -> str:
    near = [f"#{place}" for place in (missing.before, missing.after) if place is not None]
    if not near:
        return context.words.text(
            "%(tag)s can't be rolled back: nothing in its log can be gone back to. It can only be cancelled.",
            tag=game.tag,
        )
    return context.words.text(
        "%(tag)s can't be rolled back to #%(place)s: a position is where someone's order ended. Nearest: %(near)s.",
        tag=game.tag,
        place=missing.position,
        near=", ".join(near),
    )


def _amended(context: ModeratorContext, game: GameRow, corrections: Sequence[Corrected]) -> Position:
    """The position that corrections lead to, as whoever acts may know it. Raises Refused."""
    loaded = load_game(context.unit, game.id)
    try:
        return amending.check_amendments(loaded.session, corrections, sees_secrets=sees_hidden(context, game))
    except amending.CorrectionRefused as cannot:
        raise Refused(
            presenter_for(cannot.table, loaded.names, context.words).describe_correction_fault(cannot.fault),
            "corrections",
        ) from cannot


def sees_hidden(context: ModeratorContext, game: GameRow) -> bool:
    """Whether what is hidden in a game is open to whoever acts."""
    return context.player is not None and sees_secrets(context.unit, context.player.id, game.id)
