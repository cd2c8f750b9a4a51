"""Acts on a dispute beside the ruling: a question to those who play, and a closed one opened again."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Refused, check_text
from pbem.adjudicator.disputes import overdue
from pbem.adjudicator.disputes.filing import MOST_SIGNS, ask, may_hold
from pbem.forms import typed
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext, find_dispute, open_dispute, state_of_dispute
from pbem.moderation.fields import Dispute, Reason, WordsField
from pbem.store.games.game import GameRow
from pbem.store.moderation.disputes import FiledDispute

REOPENED: Final = "dispute reopened"
"""What the note about a dispute that is opened again is about."""
_QUESTION: Final = typed(N_("A question to all players"), MOST_SIGNS, rows=3, name="question")


@dataclass(frozen=True)
class Ask(ModeratorCommand):
    """`ask 3: text`: a moderator's question to the parties of a dispute."""

    dispute_id: Dispute
    text: Annotated[str, WordsField("<words>", _QUESTION)]

    verb: ClassVar = "ask"
    explanation: ClassVar = N_("Ask everyone in a game something about a dispute.")
    examples: ClassVar = ("{ask} 3: Which station do you mean?",)
    for_operator: ClassVar = False

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `ask`."""
        _dispute, game = self._open(context)
        sentence = context.words.text("Everyone who plays in %(tag)s will get your question by email.", tag=game.tag)
        return Consequences((sentence,))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Ask those who play something about a dispute."""
        dispute, game = self._open(context)
        assert context.player is not None, "it is declined to the operator"
        ask(context.unit, dispute, context.player, self.text, context.letter_id)
        return (context.words.text("Everyone who plays in %(tag)s will be asked.", tag=game.tag),)

    def state(self, context: ModeratorContext) -> str:
        """The state of the dispute."""
        return state_of_dispute(context, self.dispute_id)

    def _open(self, context: ModeratorContext) -> tuple[FiledDispute, GameRow]:
        dispute, game = open_dispute(context, self.dispute_id)
        if context.player is None:
            raise Refused(context.words.text("Only a moderator can do this."))
        check_text(self.text, MOST_SIGNS, context.words)
        return dispute, game


@dataclass(frozen=True)
class Reopen(ModeratorCommand):
    """`reopen 3: why`: a dispute that was closed waits for a ruling again; one on it stands until then."""

    dispute_id: Dispute
    reason: Reason

    verb: ClassVar = "reopen"
    explanation: ClassVar = N_("Open a closed dispute again: one with a ruling, withdrawn, or left without a ruling.")
    examples: ClassVar = ("{reopen} 3: There is something new to say.",)
    title: ClassVar = N_("Open a dispute again")

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `reopen`."""
        dispute, game = self._closed(context)
        words = context.words
        sentences = [
            words.text("Dispute %(number)s will wait for a ruling again, and everyone will be told.", number=dispute.id)
        ]
        if dispute.verdict is not None:
            sentences.append(words.text("The ruling on it stands until there is another."))
        if may_hold(context.unit, game):
            sentences.append(words.text("%(tag)s is on hold until then.", tag=game.tag))
        return Consequences(tuple(sentences))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Open a dispute again that was closed."""
        dispute, _game = self._closed(context)
        note = context.note(REOPENED, {"dispute": dispute.id}, reason=context.reason(self.reason))
        overdue.reopen(context.unit, dispute, note, context.letter_id)
        sentence = context.words.text(
            "Dispute %(number)s is open again. Everyone in the game will be told.", number=dispute.id
        )
        return (sentence,)

    def state(self, context: ModeratorContext) -> str:
        """The state of the dispute."""
        return state_of_dispute(context, self.dispute_id)

    def _closed(self, context: ModeratorContext) -> tuple[FiledDispute, GameRow]:
        dispute, game = find_dispute(context, self.dispute_id)
        context.reason(self.reason)
        if dispute.status == "open":
            raise Refused(context.words.text("Dispute %(number)s is open.", number=dispute.id))
        return dispute, game
