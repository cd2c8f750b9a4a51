"""People who are shut out, and let in again."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

import click

from pbem.adjudicator.context import Refused, check_text
from pbem.adjudicator.mails.player import write_about_account
from pbem.forms import switch, typed
from pbem.i18n import N_, Catalogue, catalogue
from pbem.lobby.closing import list_seats_held, shut_out
from pbem.lobby.person_command import FlagField, PersonCommand
from pbem.moderation.context import LONGEST_REASON, Consequences, ModeratorContext
from pbem.moderation.form_command import FormField
from pbem.reports import document as doc
from pbem.store.players.blocks import BlockRow, block_mailboxes, block_player, unblock_player
from pbem.store.players.player import PlayerRow

_WITHHELD: Final = "withheld: this account is blocked"


class PrivateReasonField(FormField[str]):
    """The reason for something, which operators can read."""

    shape = "<words>"
    form_field = typed(N_("Reason"), LONGEST_REASON, rows=3, description=N_("Operators can read it."))
    usage = '--reason "Insulted others in press."'

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """`--reason`."""
        return click.Option(["--reason", name], required=True, help=words.text("The reason, which operators can read."))


# A form asks in the order in which its fields are made.
_TELL: Final = switch(N_("Tell them?"), {"": N_("Don't tell them"), "yes": N_("Email them, with the reason")})
_TELL_AGAIN: Final = switch(N_("Tell them?"), {"": N_("Don't tell them"), "yes": N_("Email them")})
_SEATS: Final = switch(
    N_("Their seats"),
    {
        "": N_("Become vacant, and are offered to standby players"),
        "yes": N_("Stay theirs: each game goes on by its rule for late players"),
    },
)


@dataclass(frozen=True)
class Block(PersonCommand):
    """A person who can no longer sign in, write, or register again."""

    reason: Annotated[str, PrivateReasonField()]
    tell: Annotated[bool, FlagField("--tell", N_("Email them, with the reason."), _TELL)] = False
    keep_seats: Annotated[
        bool,
        FlagField(
            "--keep-seats", N_("Leave them their seats: each game goes on by its rule for late players."), _SEATS
        ),
    ] = False

    verb: ClassVar = "block"
    rank: ClassVar = 3
    explanation: ClassVar = N_(
        "Shut a player out: they can't sign in, write, or create another account from the same mailbox."
    )
    title: ClassVar = N_("Block")
    does: ClassVar = N_("They can't sign in, write, or create another account from the same mailbox.")
    ends_account: ClassVar = True

    @classmethod
    def check_person(cls, context: ModeratorContext, player: PlayerRow) -> None:
        """Raise Refused for who is blocked, too."""
        super().check_person(context, player)
        if player.standing == "blocked":
            raise Refused(context.words.text("%(name)s is already blocked.", name=player.name))

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `block`."""
        player, words = self._look(context), context.words
        sentences = [
            words.text(
                "%(name)s can no longer sign in or write, and can't create another account from the same mailbox.",
                name=player.name,
            ),
            words.text("%(name)s is told, with the reason.", name=player.name)
            if self.tell
            else words.text("%(name)s is not told.", name=player.name),
        ]
        held = list_seats_held(context.unit, player.id)
        if held:
            tags = ", ".join(game.tag for game, _seat in held)
            sentences.append(
                words.text("Games that go on by their rule for late players: %(tags)s.", tags=tags)
                if self.keep_seats
                else words.text("Seats that become vacant and are offered to standby players: %(tags)s.", tags=tags)
            )
        return Consequences(tuple(sentences))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Block a player: what they are told goes out first, and nothing after it."""
        player, unit = self._look(context), context.unit
        shut_out(unit, player, _WITHHELD, keeps_seats=self.keep_seats)
        if self.tell:
            words = catalogue(player.language)
            lead = words.text("Your account is blocked. You can't sign in, and emails from you are refused.")
            why = words.text("The operator's reason: %(reason)s", reason=self.reason)
            write_about_account(unit, player, [doc.Lead((lead,)), doc.Paragraph(why)])
        block_mailboxes(unit, player.id, player.address)
        block_player(unit, BlockRow(player.id, unit.now_ms, self.reason, self.tell, None))
        return (context.words.text("%(name)s is blocked.", name=player.name),)

    def _look(self, context: ModeratorContext) -> PlayerRow:
        player, words = self.found(context), context.words
        check_text(self.reason, LONGEST_REASON, words)
        return player


@dataclass(frozen=True)
class Unblock(PersonCommand):
    """A person who was blocked, and can come in again."""

    tell: Annotated[bool, FlagField("--tell", N_("Email them."), _TELL_AGAIN)] = False

    verb: ClassVar = "unblock"
    rank: ClassVar = 4
    explanation: ClassVar = N_("Let a blocked player in again. Roles and seats don't come back.")
    title: ClassVar = N_("Unblock")
    does: ClassVar = N_("They can sign in and write again. Roles and seats don't come back.")
    is_confirmed: ClassVar = False

    @classmethod
    def check_person(cls, context: ModeratorContext, player: PlayerRow) -> None:
        """Raise Refused for who is not blocked."""
        super().check_person(context, player)
        if player.standing != "blocked":
            raise Refused(context.words.text("%(name)s is not blocked.", name=player.name))

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `unblock`."""
        player = self._look(context)
        return Consequences((context.words.text("%(name)s can sign in and write again.", name=player.name),))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Let a player in again."""
        player = self._look(context)
        unblock_player(context.unit, player.id)
        if self.tell:
            words = catalogue(player.language)
            lead = words.text("Your account is no longer blocked: you can sign in and write again.")
            write_about_account(context.unit, player, [doc.Lead((lead,))])
        return (context.words.text("%(name)s can sign in and write again.", name=player.name),)

    def _look(self, context: ModeratorContext) -> PlayerRow:
        return self.found(context)
