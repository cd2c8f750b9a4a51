"""Commands about players and games."""

import json
from pathlib import Path
from typing import Final, get_args

import click

from pbem.adjudicator.digest import choose
from pbem.adjudicator.exporting import export_game
from pbem.adjudicator.extending import NothingToExtend
from pbem.adjudicator.wishes import reminders_of, zone_of
from pbem.cli.office import Failure, Office, _, example, json_option, pass_office, show, words
from pbem.cli.terms import PACE, told, with_terms
from pbem.cli.variants import KIND, cannot_be, chosen, list_of_variants, option_help
from pbem.clock import from_ms, system_clock, to_ms
from pbem.mail.addresses import is_address
from pbem.playing_time import Pace
from pbem.reports.terms import time_in_words
from pbem.store import AddressTaken, Tx
from pbem.store import repository as repo
from pbem.store.rows import REMINDERS, Bot, MailFormat, PlayerRow, Preferences, Reports
from pbem.terms import Terms
from pbem.web.noticeboard import posted, went_back
from rules_core.ruleset import BadOptions

_OFFERED: Final = " ".join(map(str, REMINDERS))
"""The distances from a deadline at which players may be reminded, in hours."""


@click.group(help=_("Players: people and bots."))
def player() -> None:
    """Groups the commands about players."""


@player.command("add", help=_("Register a player."), epilog=example('pbem player add "Ada Lovelace" ada@example.org'))
@click.argument("name")
@click.argument("address")
@click.option("--language", default=None, help=_("The player's language; the server's by default."))
@click.option("--bot", type=click.Choice(get_args(Bot)), help=_("The server plays for this one."))
@pass_office
def player_add(office: Office, name: str, address: str, language: str | None, bot: Bot | None) -> None:
    """Registers a player."""
    if not is_address(address):
        raise Failure(_("%(address)s is not a mail address.", address=address))
    tongue = language or office.settings.server.language
    try:
        office.database.write(lambda tx: repo.add_player(tx, name, address, tongue, to_ms(system_clock()), bot))
    except AddressTaken as error:
        raise Failure(_("%(address)s is registered already.", address=address)) from error
    click.echo(_("%(name)s is registered.", name=name))


@player.command(
    "set",
    help=_(
        "Choose for a player how he is written to, as he may himself on the page of his settings, and whether he is a "
        "moderator."
    ),
    epilog=example("pbem player set ada@example.org --zone Europe/Berlin --format text"),
)
@click.argument("address")
@click.option("--zone", help=_('The time zone he is told the time in, such as Europe/Berlin; "" for the server\'s.'))
@click.option("--format", "mail_format", type=click.Choice(get_args(MailFormat)), help=_("What his mails bring."))
@click.option(
    "--reports", type=click.Choice(get_args(Reports)), help=_("All, those of his own turns, or one mail a day.")
)
@click.option(
    "--reminders",
    metavar="HOURS",
    help=_('When he is reminded of deadlines, such as "48 24 0", of %(offered)s; "" for never.', offered=_OFFERED),
)
@click.option("--moderator/--no-moderator", default=None, help=_("Whether he moderates games that he is not in."))
@pass_office
def player_set(
    office: Office,
    address: str,
    zone: str | None,
    mail_format: MailFormat | None,
    reports: Reports | None,
    reminders: str | None,
    moderator: bool | None,
) -> None:
    """Changes what is named, and leaves the rest as it is."""
    if zone and zone_of(Preferences(zone), "") != zone:
        raise Failure(_("There is no time zone %(zone)s; they are named like Europe/Berlin.", zone=zone))
    hours = None if reminders is None else reminders_of(reminders)
    if reminders is not None and hours is None:
        raise Failure(_("Reminders come %(offered)s hours before a deadline.", offered=_OFFERED))

    def work(tx: Tx) -> PlayerRow | None:
        found = repo.player_by_address(tx, address)
        if found is not None:
            before = repo.preferences(tx, found.id)
            chosen = Preferences(
                zone=before.zone if zone is None else zone,
                format=mail_format or before.format,
                reports=reports or before.reports,
                reminders=before.reminders if hours is None else hours,
            )
            choose(tx, office.settings, found.id, chosen, to_ms(system_clock()))
            if moderator is not None:
                repo.set_moderator(tx, found.id, moderator)
        return found

    found = office.database.write(work)
    if found is None:
        raise Failure(_("%(address)s is not registered; see `pbem player add`.", address=address))
    click.echo(_("%(name)s's settings are changed.", name=found.name))


@player.command("list", help=_("List the players."), epilog=example("pbem player list --json"))
@json_option
@pass_office
def player_list(office: Office, as_json: bool) -> None:
    """Lists the players."""
    with office.database.read() as tx:
        found = repo.players(tx)
    rows = [
        {"name": p.name, "address": p.address, "language": p.language, "bot": p.bot, "moderator": p.moderator}
        for p in found
    ]
    show(rows, as_json, _("There are no players yet."))


@click.group(help=_("Games."))
def game() -> None:
    """Groups the commands about games."""


@game.command(
    "new",
    help=_("Open a game for registered players, in seating order, and mail each the first report.")
    + list_of_variants(),
    epilog=example('pbem game new "Alpine tour" ada@example.org ben@example.org --kind germany --pace 3d --late pass'),
)
@click.argument("name")
@click.argument("players", nargs=-1, required=True, metavar="ADDRESS...")
@click.option("--kind", default="first_rails", show_default=True, type=KIND, help=_("Which game."))
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=option_help())
@pass_office
@with_terms
def game_new(
    office: Office, name: str, players: tuple[str, ...], kind: str, options: tuple[str, ...], terms: Terms
) -> None:
    """Opens a game."""
    with office.database.read() as tx:
        found = {address: repo.player_by_address(tx, address) for address in players}
    missing = [address for address, row in found.items() if row is None]
    if missing:
        raise Failure(_("%(address)s is not registered; see `pbem player add`.", address=missing[0]))
    ids = list(dict.fromkeys(row.id for row in found.values() if row is not None))
    if len(ids) < len(players):
        raise Failure(_("A player can have one seat only."))
    try:
        game_id = office.adjudicator.open_game(name, ids, chosen(options), kind=kind, terms=terms)
    except BadOptions as error:
        raise cannot_be(kind, error) from error
    with office.database.read() as tx:
        click.echo(_("Game %(tag)s is open.", tag=repo.game(tx, game_id).tag))


@game.command("list", help=_("List the games."), epilog=example("pbem game list"))
@json_option
@pass_office
def game_list(office: Office, as_json: bool) -> None:
    """Lists the games."""
    with office.database.read() as tx:
        rows = []
        for row in repo.games(tx):
            names = [seat.name for seat in repo.seats(tx, row.id)]
            mover = None if row.active_seat is None else names[row.active_seat]
            until = _("held") if row.held_ms is not None else _moment(office, row.deadline_ms)
            rows.append(
                {
                    "tag": row.tag,
                    "name": row.name,
                    "kind": row.kind,
                    "players": ", ".join(names),
                    "status": row.status,
                    "year": row.year,
                    "to play": mover,
                    "deadline": until,
                    "time": time_in_words(row.terms, words),
                    "late": row.late,
                }
            )
    show(rows, as_json, _("There are no games yet."))


def _moment(office: Office, at_ms: int | None) -> str | None:
    return None if at_ms is None else words.moment(from_ms(at_ms), office.zone)


@game.command("show", help=_("Print the public report of a game."), epilog=example("pbem game show e1"))
@click.argument("tag")
@pass_office
def game_show(office: Office, tag: str) -> None:
    """Prints what everybody may see of a game, and how it went back."""
    with office.database.read() as tx:
        row = office.game(tx, tag)
        names = [seat.name for seat in repo.seats(tx, row.id)]
        backs = went_back(tx, row.id, posted(tx, row.id, words, office.zone, names), words)
    kind = ", ".join([row.kind, *(f"{name}={value}" for name, value in json.loads(row.options).items())])
    click.echo(_("%(tag)s: %(name)s (%(kind)s)", tag=row.tag, name=row.name, kind=kind))
    click.echo(told(row.terms))
    if row.held_ms is not None:
        click.echo(_("held since %(moment)s", moment=_moment(office, row.held_ms)))
    for back in backs:
        click.echo(f"#{back.position}, {_moment(office, back.at_ms)}: {back.text}")
    click.echo()
    click.echo(office.adjudicator.report(row.id, None, words.language).text)


@game.command(
    "extend",
    help=_("Put the deadline of a game off by so much playing time, free of the limits that players have."),
    epilog=example('pbem game extend e1 3d --reason "The flu goes round."'),
)
@click.argument("tag")
@click.argument("time", type=PACE)
@click.option("--reason", default="", help=_("Why, as the players are told."))
@json_option
@pass_office
def game_extend(office: Office, tag: str, time: Pace, reason: str, as_json: bool) -> None:
    """Puts a deadline off, and tells every player."""
    with office.database.read() as tx:
        row = office.game(tx, tag)
    try:
        deadline = from_ms(office.adjudicator.extend(row.id, time, " ".join(reason.split())))
    except NothingToExtend as error:
        raise Failure(_("Game %(tag)s is over.", tag=tag)) from error
    if as_json:
        click.echo(json.dumps({"tag": tag, "deadline": deadline.isoformat(timespec="seconds")}))
    else:
        at = words.moment(deadline, office.zone)
        is_held = row.held_ms is not None
        click.echo(
            _("%(tag)s is held; there is more time once it goes on.", tag=tag)
            if is_held
            else _("The latest date in %(tag)s is now %(deadline)s.", tag=tag, deadline=at)
        )


@game.command("export", help=_("Write a game's record."), epilog=example("pbem game export e1 -o e1.json"))
@click.argument("tag")
@click.option("-o", "--output", type=click.Path(path_type=Path), help=_("The file; standard output by default."))
@pass_office
def game_export(office: Office, tag: str, output: Path | None) -> None:
    """Writes a game's record, with the seed once the game is over."""
    with office.database.read() as tx:
        record = export_game(tx, office.game(tx, tag).id)
    if output is None:
        click.echo(record, nl=False)
    else:
        output.write_text(record, encoding="utf-8")
