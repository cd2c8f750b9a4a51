"""People who are erased at once, by an operator."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

import click

from pbem.adjudicator.context import Refused
from pbem.forms import typed
from pbem.i18n import N_, Catalogue
from pbem.lobby.closing import list_seats_held
from pbem.lobby.erasing import erase
from pbem.lobby.names import LONGEST_NAME
from pbem.lobby.person_command import PersonCommand
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.form_command import FormField
from pbem.store.players.player import PlayerRow

_HELP: Final = N_("So that nobody is erased by mistake.")


class NameAgainField(FormField[str]):
    """The person's name, typed once more; the command line asks in its own way."""

    shape = ""
    form_field = typed(N_("Their name, once more"), LONGEST_NAME, description=_HELP)

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """An option, which the question of the command line makes needless."""
        return click.Option(["--name", name], default="", help=words.text("Their name, to be sure whom it concerns."))


@dataclass(frozen=True)
class Erase(PersonCommand):
    """A person who is gone but for their games, under a pseudonym."""

    name: Annotated[str, NameAgainField()] = ""

    verb: ClassVar = "erase"
    rank: ClassVar = 6
    explanation: ClassVar = N_(
        "Erase a person: their name, addresses, emails and texts are gone for good, and their games go on under a "
        "pseudonym."
    )
    title: ClassVar = N_("Erase")
    does: ClassVar = N_("Their name, addresses, emails and texts are gone for good. Their games keep a pseudonym.")

    leaves_traces: ClassVar = True
    ends_account: ClassVar = True

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `erase`."""
        player, words = self._look(context), context.words
        sentences = [
            words.text("%(name)s is erased for good: name, addresses, emails and texts.", name=player.name),
            words.text("Games and results stay under a pseudonym."),
        ]
        held = list_seats_held(context.unit, player.id)
        if held:
            tags = ", ".join(game.tag for game, _seat in held)
            sentences.append(
                words.text("Seats that become vacant and are offered to standby players: %(tags)s.", tags=tags)
            )
        warning = words.text("Backups and emails that others have keep what they have.")
        return Consequences(tuple(sentences), (warning,))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Erase a person."""
        pseudonym = erase(context.unit, self._look(context))
        return (context.words.text("They are erased; their games have %(name)s now.", name=pseudonym),)

    def _look(self, context: ModeratorContext) -> PlayerRow:
        player, words = self.found(context), context.words
        if (self.name or context.player is not None) and self.name.strip() != player.name:
            raise Refused(words.text("That is not the name of this person."), "name")
        return player
