"""The acts by which what is hidden in a game is opened to a moderator, and closed again."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.sessions import append_note
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext, sees_secrets
from pbem.moderation.fields import Reason, Tag
from pbem.moderation.secret_access import OPEN_FOR, UNSEALED, close
from pbem.store.games.game import GameRow
from pbem.store.moderation.secrets import grant_access, list_secret_accesses


@dataclass(frozen=True)
class GrantAccess(ModeratorCommand):
    """`unseal e7: why`: opens the game's secrets to the moderator, which everybody in it is told, until `seal e7`."""

    tag: Tag
    reason: Reason
    dispute_id: int | None = None

    verb: ClassVar = "unseal"
    explanation: ClassVar = N_(
        "Unseal a game: see its hidden information, for a week or until there is a ruling on a dispute in "
        "it. You can never take a seat in it after that."
    )
    examples: ClassVar = ("{unseal} e7: Dispute 3 is about hidden dice.",)
    title: ClassVar = N_("Unseal the game")
    does: ClassVar = N_(
        "You see the hidden information: screens, emails, and orders to confirm or for the next turn. Everyone in "
        "the game is told."
    )
    for_operator: ClassVar = False

    def opens(self) -> bool:
        """True: it opens them."""
        return True

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether they are closed."""
        return not is_open

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `unseal`."""
        tag, _game_id = self._closed_game(context)
        context.reason(self.reason)
        words = context.words
        sentence = words.text(
            "You can see the hidden information in %(tag)s for %(days)s days, or until there is a ruling on a dispute "
            "in it. Everyone in the game will be told.",
            tag=tag,
            days=OPEN_FOR.days,
        )
        return Consequences((sentence,), (words.text("You can never take a seat in that game."),))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Open a game's secrets to a moderator."""
        tag, game_id = self._closed_game(context)
        assert context.player is not None, "it is declined to the operator"
        note = context.note(UNSEALED, reason=context.reason(self.reason))
        grant_access(context.unit, game_id, context.player.id, self.dispute_id, context.unit.now_ms)
        append_note(context.unit, game_id, None, note, context.letter_id)
        proclaim(
            context.unit,
            game_id,
            lambda words: words.text("A moderator can now see the hidden information in this game."),
        )
        return (context.words.text("You can now see the hidden information in %(tag)s.", tag=tag),)

    def _closed_game(self, context: ModeratorContext) -> tuple[str, int]:
        game, words = context.game(self.tag), context.words
        if context.player is None:
            raise Refused(words.text("Only a moderator can do this."))
        if sees_secrets(context.unit, context.player.id, game.id):
            raise Refused(words.text("You can already see the hidden information in %(tag)s.", tag=game.tag))
        return game.tag, game.id


@dataclass(frozen=True)
class RevokeAccess(ModeratorCommand):
    """`seal e7`: closes the game's secrets again."""

    tag: Tag

    verb: ClassVar = "seal"
    explanation: ClassVar = N_("Seal a game again: stop seeing its hidden information.")
    examples: ClassVar = ("{seal} e7",)
    title: ClassVar = N_("Seal the game")
    does: ClassVar = N_("You see only what everyone sees again. Everyone in the game is told.")
    for_operator: ClassVar = False

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether they are open."""
        return is_open

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `seal`."""
        self._opened_game(context)
        return Consequences(
            (context.words.text("No moderator will see the hidden information in %(tag)s any more.", tag=self.tag),)
        )

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Close a game's secrets."""
        close(context.unit, self._opened_game(context), context.letter_id)
        return (context.words.text("%(tag)s is sealed.", tag=self.tag),)

    def _opened_game(self, context: ModeratorContext) -> int:
        game = context.game(self.tag)
        if not any(sight.until_ms is None for sight in list_secret_accesses(context.unit, game.id)):
            raise Refused(context.words.text("%(tag)s is not unsealed.", tag=game.tag))
        return game.id
