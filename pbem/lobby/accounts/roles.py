"""Roles of people: operator, moderator, list keeper."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, get_args

import click

from pbem.adjudicator.context import Refused
from pbem.forms import PageForm, one_of, switch
from pbem.i18n import N_, Catalogue
from pbem.lobby.person_command import FlagField, PersonCommand
from pbem.moderation import secret_access
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.form_command import FormField, Reading
from pbem.store.players.player import PlayerRow, Role, set_role

ROLES: Final[dict[Role, str]] = {
    "operator": N_("Operator"),
    "moderator": N_("Moderator"),
    "list_keeper": N_("List keeper"),
}
"""What roles are called, as message ids."""
_MEANINGS: Final[dict[Role, str]] = {
    "operator": N_("looks after the people here, and sees who did what"),
    "moderator": N_("rules on disputes, and helps in games in which they never had a seat"),
    "list_keeper": N_("closes and invites to other players' waiting lists, and invites new players"),
}
_TAKE: Final = switch(N_("Give or take?"), {"": N_("Give the role"), "yes": N_("Take the role away")})


def _may_change(context: ModeratorContext, role: Role) -> bool:
    """Whether whoever acts may give a role, or take it."""
    return role != "operator" or context.player is None


def _roles(form: PageForm, _field: object) -> dict[Role, str]:
    """The roles to choose from."""
    reading: Reading = form.about
    return {role: title for role, title in ROLES.items() if _may_change(reading.context, role)}


class RoleField(FormField[Role]):
    """A role."""

    shape = "<role>"
    form_field = one_of(N_("Role"), _roles, default="moderator")
    usage = "moderator"

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """One of the names, in which hyphens stand for blanks."""
        return click.Argument([name], type=click.Choice([role.replace("_", "-") for role in get_args(Role)]))

    def given(self, value: Any, reading: Any) -> Role:
        """The role with a name."""
        return next(role for role in ROLES if role.replace("_", "-") == value)


@dataclass(frozen=True)
class ChangeRole(PersonCommand):
    """A role given to a person, or taken from them."""

    role: Annotated[Role, RoleField()]
    take: Annotated[bool, FlagField("--take", N_("Take the role away."), _TAKE)] = False

    verb: ClassVar = "role"
    rank: ClassVar = 1
    explanation: ClassVar = N_("Make a player an operator, a moderator or a list keeper, or no longer, with --take.")
    title: ClassVar = N_("Change a role")
    does: ClassVar = N_("A role gives rights on this server. Only the command line makes operators.")
    is_confirmed: ClassVar = False
    spares_operators: ClassVar = False

    @classmethod
    def check_person(cls, context: ModeratorContext, player: PlayerRow) -> None:
        """Raise Refused for a bot."""
        super().check_person(context, player)
        if player.bot is not None:
            raise Refused(context.words.text("%(name)s is a bot.", name=player.name))

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `role`."""
        player, words = self._look(context), context.words
        role = words.text(ROLES[self.role])
        if self.take:
            return Consequences((words.text("%(name)s has no longer the role %(role)s.", name=player.name, role=role),))
        return Consequences((self._given(context, player),))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Give or take a role; what a moderator has opened is closed to who is none any more."""
        player = self._look(context)
        done = self.judge(context).sentences
        set_role(context.unit, player.id, self.role, on=not self.take)
        if self.take and self.role == "moderator":
            secret_access.revoke_access_of(context.unit, player.id)
        return done

    def _given(self, context: ModeratorContext, player: PlayerRow) -> str:
        words = context.words
        means = words.text(_MEANINGS[self.role])
        role = words.text(ROLES[self.role])
        return words.text("%(name)s has the role %(role)s: %(means)s.", name=player.name, role=role, means=means)

    def _look(self, context: ModeratorContext) -> PlayerRow:
        player, words = self.found(context), context.words
        if not _may_change(context, self.role):
            raise Refused(words.text("Only the command line makes operators, and takes that role away."), "role")
        if player.standing != "open" and not self.take:
            raise Refused(words.text("%(name)s is blocked.", name=player.name))
        if self.take and self.role not in player.roles:
            role = words.text(ROLES[self.role])
            raise Refused(words.text("%(name)s doesn't have the role %(role)s.", name=player.name, role=role), "take")
        return player
