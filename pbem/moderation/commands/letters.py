"""The act by which a letter that was put aside is dealt with once more."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pbem.adjudicator.context import Refused
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext, may_moderate
from pbem.moderation.fields import LetterField
from pbem.store import NotFound
from pbem.store.games.seats import find_seat_by_token
from pbem.store.mail.inbox import LetterRow, get_letter, get_letter_marked, retry_letter


@dataclass(frozen=True)
class Retry(ModeratorCommand):
    """`retry k3mfq7ab2x`: a letter that was put aside is dealt with once more; the operator names it by its id."""

    letter: Annotated[int | str, LetterField()]

    verb: ClassVar = "retry"
    explanation: ClassVar = N_("Process an email again that was set aside.")
    examples: ClassVar = ("{retry} k3mfq7ab2x",)
    title: ClassVar = N_("Process an email again")
    does: ClassVar = N_("The server tries again to process it. That helps once the cause of the failure is mended.")
    is_confirmed: ClassVar = False

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `retry`."""
        name = _name(context, self._shunted(context))
        return Consequences((context.words.text("Email %(number)s will be processed again.", number=name),))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Let a letter that was put aside wait to be dealt with once more."""
        letter = self._shunted(context)
        retry_letter(context.unit, letter.id)
        name = _name(context, letter)
        return (context.words.text("Email %(number)s is waiting to be processed again.", number=name),)

    def state(self, context: ModeratorContext) -> str:
        """The state of the letter."""
        try:
            return f"letter {self.letter} {self._row(context).status}"
        except NotFound:
            return "-"

    def _row(self, context: ModeratorContext) -> LetterRow:
        """The letter, by its id or its mark. Raises NotFound."""
        if isinstance(self.letter, int):
            return get_letter(context.unit, self.letter)
        return get_letter_marked(context.unit, self.letter)

    def _shunted(self, context: ModeratorContext) -> LetterRow:
        """The letter, if it was put aside, and whoever acts may moderate the game it was for. Raises Refused."""
        context.check_moderator()
        none = Refused(context.words.text("No email %(number)s was set aside.", number=self.letter))
        try:
            letter = self._row(context)
        except NotFound:
            raise none from None
        if letter.status != "shunted":
            raise none
        contact = find_seat_by_token(context.unit, letter.recipient_token)
        if contact and context.player and not may_moderate(context.unit, context.player, contact.game_id):
            raise none
        return letter


def _name(context: ModeratorContext, letter: LetterRow) -> str:
    """The name of a letter: its id for the operator, its mark for moderators, who are not to count letters."""
    return str(letter.id) if context.player is None else letter.mark
