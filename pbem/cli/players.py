"""Commands about players."""

import os
from pathlib import Path
from typing import Final, get_args

import click

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.game import reminders_of, zone_of
from pbem.cli.context import CliContext, Failure, _, example, pass_office, words, writing
from pbem.files import open_private
from pbem.lobby.names import name_of, why_not
from pbem.mail.proof_codes import ORDER
from pbem.naming import BadName, is_address
from pbem.store import AddressTaken, Tx
from pbem.store.mail.outbox import Topic
from pbem.store.players.player import Bot, PlayerRow, find_player_by_address
from pbem.store.players.preferences import REMINDERS, MailFormat, Preferences, Reports, Subjects

_OFFERED: Final = " ".join(map(str, REMINDERS))
"""The distances from a deadline at which players may be reminded, in hours."""
_BY_ITSELF: Final = "server"
"""The choice of a player who leaves the proof to the server."""


@click.command(
    "add", help=_("Create an account for a player."), epilog=example('pbem player add "Ada Lovelace" ada@example.org')
)
@click.argument("name")
@click.argument("address")
@click.option("--language", default=None, help=_("The player's language; the server's by default."))
@click.option("--bot", type=click.Choice(get_args(Bot)), help=_("A bot: the server plays for it."))
@pass_office
def player_add(office: CliContext, name: str, address: str, language: str | None, bot: Bot | None) -> None:
    """Register a player."""
    if not is_address(address):
        raise Failure(_("%(address)s is not an email address.", address=address))
    if bot is None and office.settings.mail.is_own(address):
        sentence = _("%(address)s is an address of this server itself, from which nobody can play.", address=address)
        raise Failure(f"{sentence} " + _("Use one of the player's own."))
    try:
        name = name_of(name, is_bot=bot is not None)
        tongue = language or office.settings.server.language
        office.intake.operator.add_player(name, address, tongue, bot)
    except BadName as bad:
        raise Failure(why_not(bad, words)) from bad
    except AddressTaken as error:
        raise Failure(_("%(address)s already has an account.", address=address)) from error
    click.echo(_("%(name)s now has an account.", name=name))


@click.command(
    "set",
    help=_("Change a player's settings, as they can themselves on the website."),
    epilog=example("pbem player set ada@example.org --zone Europe/Berlin --format text"),
)
@click.argument("address")
@click.option("--zone", help=_('The time zone of times in their emails, such as Europe/Berlin; "" for the server\'s.'))
@click.option(
    "--format", "mail_format", type=click.Choice(get_args(MailFormat)), help=_("Which reports they get by email.")
)
@click.option(
    "--reports", type=click.Choice(get_args(Reports)), help=_("All, those of their own turns, or one email a day.")
)
@click.option(
    "--reminders",
    metavar="HOURS",
    help=_('When they get deadline reminders, such as "48 24 0", of %(offered)s; "" for never.', offered=_OFFERED),
)
@click.option(
    "--proof",
    type=click.Choice([*ORDER, _BY_ITSELF]),
    help=_("The proof that emails in their name need, as in [mail] proof; server: the server's own choice."),
)
@click.option(
    "--subjects",
    type=click.Choice(get_args(Subjects)),
    help=_(
        'Whether the subjects of a game\'s emails are always the same, or say "your turn" when it is. Gmail keeps '
        "emails together only if their subjects are the same."
    ),
)
@click.option("--press/--no-press", default=None, help=_("Whether they get other players' messages by email."))
@click.option(
    "--announcements/--no-announcements", default=None, help=_("Whether they get announcements to everyone by email.")
)
@pass_office
def player_set(
    office: CliContext,
    address: str,
    zone: str | None,
    mail_format: MailFormat | None,
    reports: Reports | None,
    reminders: str | None,
    proof: str | None,
    subjects: Subjects | None,
    press: bool | None,
    announcements: bool | None,
) -> None:
    """Change what is named, and leave the rest as it is."""
    if zone and zone_of(Preferences(zone), "") != zone:
        raise Failure(_("There is no time zone %(zone)s; they are named like Europe/Berlin.", zone=zone))
    hours = None if reminders is None else reminders_of(reminders)
    if reminders is not None and hours is None:
        raise Failure(_("Reminders come %(offered)s hours before a deadline.", offered=_OFFERED))

    def change(before: Preferences) -> Preferences:
        return Preferences(
            zone=before.zone if zone is None else zone,
            format=mail_format or before.format,
            reports=reports or before.reports,
            reminders=before.reminders if hours is None else hours,
            subjects=subjects or before.subjects,
        )

    with office.database.read() as tx:
        found = registered(tx, address)
    if proof is not None:
        try:
            office.intake.senders.choose_proof(
                found.id, next((known for known in ORDER if known == proof), None), by_owner=False
            )
        except Refused as refused:
            raise Failure(refused.message) from refused
    wanted: dict[Topic, bool | None] = {"press": press, "announcements": announcements}
    office.intake.operator.choose(found.id, change, wanted)
    click.echo(_("%(name)s's settings are changed.", name=found.name))


@click.command(
    "add-address",
    help=_(
        "Let a player write from one more address, once they follow the link that is emailed there; or at once with "
        "--confirmed. Their main address is told."
    ),
    epilog=example("pbem player add-address ada@example.org ada@work.example"),
)
@click.argument("address")
@click.argument("other")
@click.option("--confirmed", is_flag=True, help=_("You know that the address is theirs: no link is emailed there."))
@pass_office
def player_add_address(office: CliContext, address: str, other: str, confirmed: bool) -> None:
    """Mail a link to a further address of a player's, or take letters from there at once."""
    with office.database.read() as tx:
        found = registered(tx, address)
    if not (confirmed or office.settings.has_pages):
        sentence = _(
            "Players cannot open the website at %(url)s, so no link is emailed.", url=office.settings.web.base_url
        )
        raise Failure(f"{sentence} " + _("If you know that the address is theirs, add --confirmed."))
    senders = office.intake.senders
    try:
        if confirmed:
            senders.add_confirmed(found.id, other)
        else:
            senders.add(found.id, other, by_owner=False)
    except Refused as refused:
        raise Failure(refused.message) from refused
    except AddressTaken as error:
        raise Failure(_("%(address)s already has an account.", address=other)) from error
    if confirmed:
        click.echo(_("Emails from %(address)s now count as %(name)s's.", address=other, name=found.name))
        return
    click.echo(_("If %(address)s can be %(name)s's, an email with a link goes there.", address=other, name=found.name))


@click.command(
    "remove-address",
    help=_("Accept no more emails from a further address of a player. Both addresses are told."),
    epilog=example("pbem player remove-address ada@example.org ada@work.example"),
)
@click.argument("address")
@click.argument("other")
@pass_office
def player_remove_address(office: CliContext, address: str, other: str) -> None:
    """Remove a further address of a player's."""
    with office.database.read() as tx:
        found = registered(tx, address)
    if not office.intake.senders.remove(found.id, other, by_owner=False):
        raise Failure(_("%(address)s is not a further address of %(name)s.", address=other, name=found.name))
    click.echo(_("Emails from %(address)s are refused from now on.", address=other))


@click.command(
    "renew",
    help=_("Give a player another account address at this server, and email it to them; the old one is refused."),
    epilog=example("pbem player renew ada@example.org"),
)
@click.argument("address")
@pass_office
def player_renew(office: CliContext, address: str) -> None:
    """Renew the address that a player writes to about no one game."""
    with office.database.read() as tx:
        found = registered(tx, address)
    renew(office, found)


@click.command(
    "sign-out",
    help=_(
        "Sign a player out of the website everywhere. Links that were emailed and not used, to sign in or for another "
        "address, stop working. The addresses of their seats and of their calendar stay."
    ),
    epilog=example("pbem player sign-out ada@example.org"),
)
@click.argument("address")
@pass_office
def player_sign_out(office: CliContext, address: str) -> None:
    """End all of a player's sessions."""
    with office.database.read() as tx:
        found = registered(tx, address)
    office.intake.operator.sign_out(found.id)
    click.echo(_("%(name)s is signed out everywhere.", name=found.name))


@click.command(
    "export",
    help=_("Write everything that concerns a player into a ZIP file, for them: facts, emails they sent and got."),
    epilog=example("pbem player export ada@example.org ada.zip"),
)
@click.argument("address")
@click.argument("file", type=click.Path(path_type=Path))
@pass_office
def player_export(office: CliContext, address: str, file: Path) -> None:
    """Write a person's own data into a file that only its owner can read."""
    with office.database.read() as tx:
        found = registered(tx, address)
    with writing(file), open_private(file, os.O_WRONLY | os.O_EXCL) as archive:
        left_out = office.intake.own_data.export(found.id, archive, by_owner=False)
    click.echo(_("Everything that concerns %(name)s is in %(path)s.", name=found.name, path=file))
    if left_out:
        click.echo(words.plural("%(n)s older email had no room.", "%(n)s older emails had no room.", left_out))


def registered(tx: Tx, address: str) -> PlayerRow:
    """The player of an address. Raises Failure."""
    found = find_player_by_address(tx, address)
    if found is None:
        raise Failure(_("%(address)s has no account; see `pbem player add`.", address=address))
    return found


def renew(office: CliContext, found: PlayerRow, game_id: int | None = None) -> None:
    """Renew the address of a player, or of their seat in a game, and say whose. Raises Failure and NotFound."""
    try:
        office.intake.operator.renew_address(found.id, game_id)
    except Refused as refused:
        raise Failure(refused.message) from refused
    click.echo(_("%(name)s's address is renewed; an email tells them which it is.", name=found.name))
