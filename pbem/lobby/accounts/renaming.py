"""A person's name, under which they appear in all of their games."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pbem.adjudicator.context import Refused
from pbem.forms import typed
from pbem.i18n import N_
from pbem.lobby.names import LONGEST_NAME, check_free, name_of, why_not
from pbem.lobby.person_command import PersonCommand
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.form_command import FormField
from pbem.naming import BadName
from pbem.store.players.player import PlayerRow, rename_player


class NameField(FormField[str]):
    """The new name."""

    shape = "<name>"
    form_field = typed(N_("New name"), LONGEST_NAME)
    usage = '"Ada K"'


@dataclass(frozen=True)
class Rename(PersonCommand):
    """Another name for a person."""

    name: Annotated[str, NameField()]

    verb: ClassVar = "rename"
    rank: ClassVar = 2
    explanation: ClassVar = N_(
        "Give a player another name, under which they appear in all of their games from then on."
    )
    title: ClassVar = N_("Change the name")
    does: ClassVar = N_("They appear under it in all of their games from then on.")
    is_confirmed: ClassVar = False
    spares_operators: ClassVar = False

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `rename`."""
        player, name = self._look(context)
        return Consequences((context.words.text("%(old)s is now called %(name)s.", old=player.name, name=name),))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Rename a player."""
        player, name = self._look(context)
        rename_player(context.unit, player.id, name)
        return (context.words.text("%(old)s is now called %(name)s.", old=player.name, name=name),)

    def _look(self, context: ModeratorContext) -> tuple[PlayerRow, str]:
        """The player, and the name as it is kept. Raises Refused."""
        player = self.found(context)
        try:
            name = name_of(self.name, is_bot=player.bot is not None)
            check_free(context.unit, name, but=player.id)
        except BadName as bad:
            raise Refused(why_not(bad, context.words), "name") from bad
        return player, name
