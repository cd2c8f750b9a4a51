"""Invitations to a waiting list: by a player's name, or by a mail address, whoever reads there.

A player is mailed a few invitations a day of the same inviter, and none of one whom they have muted in a game: they
find those among the lists that they are shown.

An inviter is told the same whether an address is a player's or not, whether it is mailed, and whether they were invited
before, joined, or declined: else addresses could be tried until one is a name's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Done, PlayerCommand, PlayerContext, Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.mails.press import check_caused_mail, count_caused_mail
from pbem.commands.command import LineField
from pbem.commands.cursor import TokenCursor
from pbem.commands.vocabulary import OFFICE
from pbem.forms import typed
from pbem.i18n import N_, catalogue
from pbem.lobby import registering
from pbem.lobby.commands.lists import LIST
from pbem.lobby.commands.seats import DeclineSeat
from pbem.lobby.fields import NO_GUEST, OfficeCursor, read_addresses, read_guests, sees_tag
from pbem.lobby.lists import entry, kept_list
from pbem.naming import LONGEST, is_address
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store.games.seats import has_muted
from pbem.store.games.waiting_lists import (
    ListRow,
    add_invitation,
    count_invitations,
    decline_invitation,
    find_invitation,
    find_waiting_list,
    list_invitations,
    list_waiting_players,
)
from pbem.store.players.player import PlayerRow, find_player_by_address, list_players_named
from pbem.store.players.preferences import get_preferences

_HELP: Final = N_("They get an email they can reply to. If they have no account yet, it tells them how to get one.")
GUEST: Final = LineField(
    "<address>|<name>",
    TokenCursor.rest,
    form_field=typed(N_("Their email address, or their name here"), LONGEST, description=_HELP),
)
NEWCOMER: Final = LineField("<address>", TokenCursor.rest, form_field=typed(N_("Their email address"), LONGEST))
MOST: Final = 20
"""Invitations to one list; those to mail addresses have an hour's allowance for all players together, too."""
MOST_TO_ONE: Final = 3
"""Invitations of one player that another is mailed in 24 hours."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Invite(PlayerCommand):
    """`invite 12 ben@example.org`: somebody asked to join one's own list, by their address or their name here."""

    verb: ClassVar = "invite"
    examples: ClassVar = ("{invite} 12 ben@example.org", "{invite} 12 Ben", "{invite} ben@example.org")
    explanation: ClassVar = N_(
        "Invite someone to a waiting list of yours, by their email address or their name here; or, without a list, "
        "someone new to this server."
    )

    list_id: Annotated[int, LIST]
    whom: Annotated[str, GUEST] = field(repr=False)

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence[PlayerCommand]:
        """`12 ben@example.org`, `Ben to 12`, and several guests with commas between them; or addresses alone.

        Raises ParseError.
        """
        addresses = read_addresses(cursor)
        if addresses:
            return [InviteNewcomer(address) for address in addresses]
        number, guests = read_guests(cursor)
        return [cls(number, guest) for guest in guests]

    def do(self, context: PlayerContext) -> Done:
        """Ask somebody to join a list of the caller's own, by mail. Raises Refused."""
        tx, words = context.unit, context.words
        row = kept_list(context, self.list_id)
        address, known = _whom(context, self.whom)
        facts = {"whom": self.whom, "number": row.id, "name": row.name}
        done = Done((words.text("%(whom)s is invited to waiting list %(number)s, %(name)s.", **facts),), row.id)
        if find_invitation(tx, row.id, address) is not None:
            return done
        if len(list_invitations(tx, row.id)) >= MOST:
            raise Refused(words.text("You can send %(most)s invitations per waiting list.", most=MOST))
        check_caused_mail(context.unit, context.player.id, words)
        if "@" in self.whom:
            _use_allowances(context, is_counted=context.unit.settings.accounts.registration == "invitation")
        is_limited = count_invitations(tx, address, context.player.id, context.unit.now_ms - _DAY_MS) >= MOST_TO_ONE
        add_invitation(tx, row.id, address, context.player.id, context.unit.now_ms)
        count_caused_mail(context.unit, context.player.id)
        if known is None:
            if context.unit.settings.accounts.registration != "closed":
                registering.invite_stranger(context, row, address)
        elif not (is_limited or _is_on(tx, row, known) or has_muted(tx, known.id, context.player.id)):
            _write(context, row, known)
        return done


@dataclass(frozen=True, slots=True)
class InviteNewcomer(PlayerCommand):
    """`invite ben@example.org`: somebody asked to play here, who is told how to create an account."""

    whom: Annotated[str, NEWCOMER] = field(repr=False)

    def do(self, context: PlayerContext) -> Done:
        """Mail an address how to become a player; nothing goes to a player's. Raises Refused."""
        words = context.words
        if context.unit.settings.accounts.registration == "closed":
            raise Refused(registering.why_closed(context.unit.settings, words))
        if not is_address(self.whom):
            raise Refused(words.text("%(address)s is not an email address.", address=self.whom), "whom")
        address, known = _whom(context, self.whom)
        check_caused_mail(context.unit, context.player.id, words)
        _use_allowances(context, is_counted=True)
        count_caused_mail(context.unit, context.player.id)
        if known is None:
            registering.invite_newcomer(context, address)
        return Done((words.text("%(whom)s is invited, unless they play here already.", whom=self.whom),))


def _use_allowances(context: PlayerContext, *, is_counted: bool) -> None:
    """Count an invitation by an address, against the hour's allowance of all, and the month's of the player if
    `is_counted`. Raises Refused.

    A player's address counts, too, or whose it is could be told from what is left.
    """
    unit, words, me = context.unit, context.words, context.player
    if not registering.has_allowance(unit, "invitation"):
        raise Refused(words.text("Too many people were invited by email in the last hour. Try again in an hour."))
    if is_counted and not (me.list_keeper or me.operator):
        if not registering.may_invite(unit, me.id):
            most = unit.settings.accounts.invitations_per_month
            raise Refused(
                words.plural(
                    "You can invite %(n)s person by email in 30 days.",
                    "You can invite %(n)s people by email in 30 days.",
                    most,
                )
            )
        registering.count_invitation(unit, me.id)
    registering.use_allowance(unit, "invitation")


@dataclass(frozen=True, slots=True)
class Decline(PlayerCommand):
    """`decline 12`: no to an invitation to a list."""

    verb: ClassVar = "decline"
    shape: ClassVar = "{decline} <number>|<tag>"
    examples: ClassVar = ("{decline} 12", "{decline} e7")
    explanation: ClassVar = N_("Decline an invitation to a waiting list, or a seat you were offered.")

    list_id: Annotated[int, LIST]

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence[PlayerCommand]:
        """`12` for a list, `e7` for a seat. Raises ParseError."""
        reading = DeclineSeat if sees_tag(cursor) else cls
        return [reading.read_fields(cursor)]

    def do(self, context: PlayerContext) -> Done:
        """Decline an invitation. Raises Refused."""
        tx, words, me = context.unit, context.words, context.player
        row, invitation = find_waiting_list(tx, self.list_id), find_invitation(tx, self.list_id, me.address)
        if row is None or invitation is None or row.status != "open":
            raise Refused(words.text("You have no invitation to an open waiting list %(number)s.", number=self.list_id))
        if _is_on(tx, row, me):
            leave = OFFICE.fill(f"{{leave}} {row.id}", words.language)
            raise Refused(words.text('You\'re on that waiting list; "%(order)s" takes you off it.', order=leave))
        decline_invitation(tx, row.id, me.address, context.unit.now_ms)
        sentence = words.text(
            "You have declined the invitation to waiting list %(number)s, %(name)s.", number=row.id, name=row.name
        )
        return Done((sentence,), row.id)


def _is_on(tx: Tx, row: ListRow, player: PlayerRow) -> bool:
    return any(one.player_id == player.id for one in list_waiting_players(tx, row.id))


def _whom(context: PlayerContext, whom: str) -> tuple[str, PlayerRow | None]:
    tx, words = context.unit, context.words
    if not whom:
        raise Refused(words.text(NO_GUEST), "whom")
    if "@" in whom:
        if not is_address(whom) or registering.is_ours(context.unit.settings, whom):
            raise Refused(words.text("%(address)s is not an email address.", address=whom), "whom")
        if whom.lower() == context.player.address:
            raise Refused(words.text("That is you."), "whom")
        return whom.lower(), find_player_by_address(tx, whom)
    named = list_players_named(tx, whom)
    people = [one for one in named if one.bot is None and one.standing in ("open", "blocked")]
    if not people:
        raise Refused(words.text('There is no player called "%(name)s".', name=whom), "whom")
    if len(people) > 1:
        raise Refused(words.text('Several players are called "%(name)s"; give an email address.', name=whom), "whom")
    if people[0].id == context.player.id:
        raise Refused(words.text("That is you."), "whom")
    return people[0].address, people[0]


def _write(context: PlayerContext, row: ListRow, guest: PlayerRow) -> None:
    words = catalogue(guest.language)
    zone = zone_of(get_preferences(context.unit, guest.id), context.unit.settings.server.time_zone)
    subject = words.text("%(who)s invites you: %(name)s", who=context.player.name, name=row.name)
    lead = words.text("%(name)s invites you to play.", name=context.player.name)
    answers = (
        doc.OrderLine(OFFICE.fill(f"{{join}} {row.id}", guest.language), words.text("to play")),
        doc.OrderLine(OFFICE.fill(f"{{decline}} {row.id}", guest.language), words.text("not to play")),
    )
    page = context.unit.settings.page(f"/lists/{row.id}")
    blocks: list[doc.Block] = [
        doc.Lead((lead,)),
        doc.Entries((entry(context.unit, row, words, zone),)),
        doc.Heading(words.text("Reply with one of these lines")),
        doc.Orders(answers),
        *((doc.Paragraph(words.text("Or on its page: %(url)s", url=page)),) if page else ()),
    ]
    write_to(context.unit, guest, "lobby", subject, blocks)
