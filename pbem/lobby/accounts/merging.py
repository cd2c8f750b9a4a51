"""Two accounts of one person, made into one."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

import click

from pbem.adjudicator.context import Refused
from pbem.adjudicator.counts import rate_anew
from pbem.adjudicator.mails.player import write_about_account
from pbem.forms import address_field
from pbem.i18n import N_, Catalogue, catalogue
from pbem.lobby.person_command import PersonCommand, person_of
from pbem.lobby.ways_to_write import describe_own_way
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.form_command import FormField, Reading
from pbem.reports import document as doc
from pbem.store import NotFound
from pbem.store.accounts.addresses import sign_out_everywhere
from pbem.store.accounts.merging import list_shared_games, merge_players
from pbem.store.games.game import get_game
from pbem.store.games.waiting_lists import list_lists_waited_on
from pbem.store.players.player import PlayerRow, get_player, get_public_player

_HELP: Final = N_("That account goes on: it gets the seats, addresses, games and emails of this one.")


class OtherPersonField(FormField[int]):
    """The account that goes on, by an address of it."""

    shape = "<address>"
    metavar = "INTO"
    usage = "ada@work.example"
    form_field = address_field(N_("An address of the account to merge into"), _HELP)

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """An argument."""
        return click.Argument([name], metavar=self.metavar)

    def given(self, value: Any, reading: Reading) -> int:
        """The player of an address. Raises Refused."""
        return person_of(str(value), reading)

    def filled(self, name: str, form: Any, reading: Reading) -> int:
        """The player of an address. Raises Refused."""
        try:
            return person_of(form[name].data, reading)
        except Refused as refused:
            raise Refused(refused.message, name) from refused


@dataclass(frozen=True)
class Merge(PersonCommand):
    """An account whose all becomes another's of the same person."""

    other: Annotated[int, OtherPersonField()]

    verb: ClassVar = "merge"
    rank: ClassVar = 5
    explanation: ClassVar = N_(
        "Merge an account into another of the same person, which gets its seats, addresses, games and emails."
    )
    title: ClassVar = N_("Merge into another account")
    does: ClassVar = N_("Another account of the same person gets their seats, addresses, games and emails.")

    @classmethod
    def check_person(cls, context: ModeratorContext, player: PlayerRow) -> None:
        """Raise Refused for a bot, for an account that can't be used, and for whoever acts."""
        super().check_person(context, player)
        words = context.words
        if context.player is not None and context.player.id == player.id:
            raise Refused(words.text("Another operator has to do this, or you at the command line."))
        if player.bot is not None:
            raise Refused(words.text("A bot's account can't be merged."))
        if player.standing != "open":
            raise Refused(words.text("%(name)s's account can't be used.", name=player.name))

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `merge`."""
        source, target = self._look(context)
        words = context.words
        facts = {"name": source.name, "other": target.name}
        return Consequences(
            (
                words.text("Everything of %(name)s becomes %(other)s's; the name %(name)s is free again.", **facts),
                words.text("Emails from %(name)s's addresses count as %(other)s's from then on.", **facts),
                words.text("%(other)s is told, and this can't be undone.", **facts),
            )
        )

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Merge two accounts, and tell whoever goes on."""
        source, target = self._look(context)
        unit = context.unit
        sign_out_everywhere(unit, source.id, unit.now_ms)
        merge_players(unit, source.id, target.id)
        rate_anew(unit)
        after = get_player(unit, target.id)
        words = catalogue(after.language)
        lead = words.text("Your two accounts are now one: you play as %(name)s.", name=after.name)
        more = words.text("Emails from the addresses of %(name)s count as yours, too.", name=source.name)
        how = describe_own_way(unit.settings, after, words)
        write_about_account(unit, after, [doc.Lead((lead,)), doc.Paragraph(more), doc.Paragraph(how)])
        facts = {"name": source.name, "other": target.name}
        return (context.words.text("%(name)s's account is now part of %(other)s's.", **facts),)

    def state(self, context: ModeratorContext) -> str:
        """The state of both."""
        try:
            other = get_public_player(context.unit, self.other)
        except NotFound:
            return "-"
        return f"{super().state(context)} {other.id} {other.name} {other.standing}"

    def _look(self, context: ModeratorContext) -> tuple[PlayerRow, PlayerRow]:
        """The account that ends, and the one that goes on. Raises Refused."""
        source, words = self.found(context), context.words
        try:
            target = get_public_player(context.unit, self.other)
        except NotFound:
            raise Refused(words.text("There is no such player."), "other") from None
        if source.id == target.id:
            raise Refused(words.text("That is the same account."), "other")
        self.check_person(context, target)
        self._check_apart(context, source, target)
        return source, target

    def _check_apart(self, context: ModeratorContext, source: PlayerRow, target: PlayerRow) -> None:
        """Raise Refused where the two have met, so that one would know two hands, or have played against themselves."""
        unit, words = context.unit, context.words
        shared = [get_game(unit, game_id).tag for game_id in list_shared_games(unit, source.id, target.id)]
        if shared:
            why = words.text(
                "They can't be merged: both have or had a seat, or saw the hidden information, in %(tags)s.",
                tags=", ".join(shared),
            )
            raise Refused(why, "other")
        mine = {row.id for row in list_lists_waited_on(unit, source.id) if row.status in ("open", "full")}
        both = [row.id for row in list_lists_waited_on(unit, target.id) if row.id in mine]
        if both:
            numbers = ", ".join(map(str, both))
            raise Refused(words.text("Both are on waiting list %(numbers)s; one has to leave it.", numbers=numbers))
