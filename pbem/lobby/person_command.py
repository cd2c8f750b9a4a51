"""A command about a person: done by an operator on the website, or at the command line, by the same class.

A letter is not asked for it: anyone can write one in an operator's name, and what is done here is hard to undo.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

import click

from pbem.adjudicator.audit import Concerned
from pbem.adjudicator.context import Refused
from pbem.i18n import N_, Catalogue
from pbem.moderation.context import ModeratorContext
from pbem.moderation.form_command import AboutField, FormCommand, FormField, Reading
from pbem.store import NotFound
from pbem.store.players.player import PlayerRow, Standing, find_player_by_address, get_public_player

STANDINGS: Final[Mapping[Standing, str]] = {
    "open": N_("can be used"),
    "blocked": N_("blocked"),
    "merged": N_("merged into another account"),
    "erased": N_("erased"),
}
"""How an account stands, as message ids."""
NO_ACCOUNT: Final = N_("%(address)s has no account; see `pbem player add`.")


def person_of(address: str, reading: Reading) -> int:
    """The id of the player who writes from an address. Raises Refused."""
    found = find_player_by_address(reading.context.unit, address)
    if found is None or found.guest:
        raise Refused(reading.context.words.text(NO_ACCOUNT, address=address), "other")
    return found.id


class PersonField(AboutField[int]):
    """The id of the person, whom the command line knows by an address."""

    shape = "<address>"
    about = "player"
    metavar = "ADDRESS"
    usage = "ada@example.org"

    def given(self, value: Any, reading: Reading) -> int:
        """The player of an address. Raises Refused."""
        return person_of(str(value), reading)


class FlagField(FormField[bool]):
    """Something to be done or not: a choice, and a flag."""

    def __init__(self, flag: str, explanation: str, form_field: Any, usage: str = "") -> None:
        """`explanation` is the flag's, as a message id; `form_field` a `switch`."""
        self.flag, self.explanation, self.form_field, self.usage = flag, explanation, form_field, usage

    shape = ""

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """A flag."""
        return click.Option([self.flag, name], is_flag=True, help=words.text(self.explanation))


@dataclass(frozen=True)
class PersonCommand(FormCommand):
    """A command about a person, who is the first of its fields."""

    person: Annotated[int, PersonField()]

    rank: ClassVar[int]
    """Its place among the others, from 1."""
    spares_operators: ClassVar[bool] = True
    """Whether only the command line may do it to an operator."""

    ends_account: ClassVar[bool] = False
    """Whether it shuts people out of their accounts: it is done neither to bots nor to whoever acts."""

    @classmethod
    def check_person(cls, context: ModeratorContext, player: PlayerRow) -> None:
        """Raise Refused where it can't be done to a person, whatever else is asked for: then no form is offered."""
        words = context.words
        if player.standing in ("merged", "erased"):
            raise Refused(words.text("%(name)s has no account any more.", name=player.name))
        if cls.spares_operators and player.operator and context.player is not None:
            raise Refused(words.text("%(name)s is an operator; do this at the command line.", name=player.name))
        if cls.ends_account and player.bot is not None:
            raise Refused(words.text("%(name)s is a bot.", name=player.name))
        if cls.ends_account and context.player is not None and context.player.id == player.id:
            raise Refused(words.text("You can't do this to yourself."))

    def concerned(self, context: ModeratorContext) -> Concerned:
        """The person."""
        return Concerned(self.person)

    def state(self, context: ModeratorContext) -> str:
        """The person's name, roles, and whether their account can be used."""
        try:
            found = get_public_player(context.unit, self.person)
        except NotFound:
            return "-"
        return f"{found.id} {found.name} {found.standing} {' '.join(found.roles)}"

    def found(self, context: ModeratorContext) -> PlayerRow:
        """The person, if whoever acts may do this to them. Raises Refused."""
        context.check_operator()
        words = context.words
        try:
            player = get_public_player(context.unit, self.person)
        except NotFound:
            raise Refused(words.text("There is no such player.")) from None
        self.check_person(context, player)
        return player
