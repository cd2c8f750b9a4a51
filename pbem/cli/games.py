"""Commands about games and waiting lists, and the options by which a command is told a game, its variant and its
terms.
"""

import json
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar, get_args
from zoneinfo import ZoneInfo

import click

from pbem.adjudicator.extensions import NothingToExtend
from pbem.adjudicator.log.records import export_game, list_lost_lines, list_lost_of_opening
from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, words, writing
from pbem.cli.players import registered, renew
from pbem.clock import LONGEST_DAYS, Pace, are_playing_days, from_ms, iso, read_pace
from pbem.files import write_whole
from pbem.games.presentation import USUAL
from pbem.lobby.lists import LONGEST_NAME
from pbem.mail.reading.text import chosen_name
from pbem.naming import BadName
from pbem.reports.notes import LATE, PRESS, time_in_words
from pbem.store import NotFound
from pbem.store.games.game import get_game
from pbem.store.games.seats import list_seats
from pbem.store.players.player import find_player_by_address
from pbem.terms import Late, PressRule, Terms
from pbem.web.games.chronicle import list_notices, load_rollbacks
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.definition import BadOptions

T = TypeVar("T")

KIND: Final = click.Choice(kinds())
"""The kind of a game, as the value of an option."""


class PaceType(click.ParamType[Pace]):
    """A length of playing time, as the value of an option or an argument."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Pace:
        """Read "3d" or "36h". Fails as a mistake in use."""
        pace = value if isinstance(value, Pace) else read_pace(str(value))
        if pace is None:
            why = _('"%(value)s" is not a number of days or hours, such as 3d or 36h, up to %(most)s days.')
            self.fail(why % {"value": value, "most": LONGEST_DAYS}, param, ctx)
        return pace


class _Days(click.ParamType[str]):
    name = "days"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not are_playing_days(str(value)):
            why = _('"%(value)s" names no days from 1 (Monday) to 7 (Sunday), each once and in order, such as 12345.')
            self.fail(why % {"value": value}, param, ctx)
        return str(value)


class _Zone(click.ParamType[str]):
    name = "zone"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return ZoneInfo(str(value)).key
        except (KeyError, ValueError, OSError):
            why = _("There is no time zone %(zone)s; they are named like Europe/Berlin.", zone=value)
            self.fail(why, param, ctx)


PACE: Final = PaceType()
_OPTIONS: Final = (
    click.option("--pace", type=PACE, metavar="TIME", help=_("The time per turn, such as 3d or 36h.")),
    click.option("--days", type=_Days(), help=_("The days that count, from 1 for Monday: 12345.")),
    click.option("--zone", type=_Zone(), help=_("The time zone in which days begin and end.")),
    click.option("--late", type=click.Choice(get_args(Late)), help=_("What happens if the deadline is missed.")),
    click.option("--press", type=click.Choice(get_args(PressRule)), help=_("How players can write to each other.")),
)


def with_terms(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command options for a game's terms, and its function the `terms`; what is not said is as in the settings.

    It has to stand below `pass_office`.
    """

    @wraps(command)
    def run(
        office: CliContext,
        *arguments: Any,
        pace: Pace | None,
        days: str | None,
        zone: str | None,
        late: Late | None,
        press: PressRule | None,
        **others: Any,
    ) -> T:
        usual = office.settings.terms
        terms = Terms(
            pace=usual.pace if pace is None else str(pace),
            playing_days=days or usual.playing_days,
            zone=zone or usual.zone,
            late=late or usual.late,
            press=press or usual.press,
        )
        return command(office, *arguments, terms=terms, **others)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


def describe_terms(terms: Terms) -> str:
    """A game's terms in lines of text."""
    return "\n".join(
        (
            _("Time per turn: %(time)s", time=time_in_words(terms, words)),
            _("If the deadline is missed: %(late)s", late=words.text(LATE[terms.late])),
            _("Press: %(press)s", press=words.text(PRESS[terms.press])),
        )
    )


_SEATS: Final = [number for kind in kinds() for number in ruleset_for(kind).seats]
PLAYERS: Final = click.IntRange(min(_SEATS), max(_SEATS))
"""How many play in a game, as the value of an option."""


def option_help() -> str:
    """The help text of an option that names a variant."""
    return _("A variant, such as extended=yes; can be given several times.")


def list_of_variants() -> str:
    """A paragraph for a command's help: each kind of game with its variants, the usual value first."""
    lines = [_("Games and their variants, the usual value first:")]
    lines += [f"  {kind}: {_variants(kind)}" for kind in kinds()]
    # Click keeps the lines of a paragraph that begins so.
    return "\n\n\b\n" + "\n".join(lines)


def chosen(options: Iterable[str]) -> dict[str, str]:
    """The variants named by NAME=VALUE."""
    return {name: value for name, _equals, value in (option.partition("=") for option in options)}


def cannot_be(kind: str, error: BadOptions) -> Failure:
    """Explain in a failure why a game cannot be set up like this, and how it can."""
    known = _("%(kind)s takes these variants: %(variants)s", kind=kind, variants=_variants(kind))
    return Failure(f"{error}\n{known}")


def _variants(kind: str) -> str:
    return ", ".join(f"{name}={'|'.join(values)}" for name, values in ruleset_for(kind).options.items())


@click.command(
    "new",
    help=_("Start a game for players with an account, in seating order, and send each the first report by email.")
    + list_of_variants(),
    epilog=example('pbem game new "Alpine tour" ada@example.org ben@example.org --kind germany --pace 3d --late pass'),
)
@click.argument("name")
@click.argument("players", nargs=-1, required=True, metavar="ADDRESS...")
@click.option("--kind", default=USUAL, show_default=True, type=KIND, help=_("Which game."))
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=option_help())
@pass_office
@with_terms
def game_new(
    office: CliContext, name: str, players: tuple[str, ...], kind: str, options: tuple[str, ...], terms: Terms
) -> None:
    """Open a game."""
    try:
        title = chosen_name(name, LONGEST_NAME)
    except BadName as bad:
        raise Failure(_(bad.msgid)) from bad
    if not title:
        raise Failure(_("Name the game."))
    with office.database.read() as tx:
        found = {address: find_player_by_address(tx, address) for address in players}
    missing = [address for address, row in found.items() if row is None]
    if missing:
        raise Failure(_("%(address)s has no account; see `pbem player add`.", address=missing[0]))
    ids = list(dict.fromkeys(row.id for row in found.values() if row is not None))
    if len(ids) < len(players):
        raise Failure(_("A player can have only one seat."))
    try:
        game_id = office.intake.operator.open_game(title, ids, chosen(options), kind=kind, terms=terms)
    except BadOptions as error:
        raise cannot_be(kind, error) from error
    with office.database.read() as tx:
        click.echo(_("Game %(tag)s is open.", tag=get_game(tx, game_id).tag))


def _moment(office: CliContext, at_ms: int | None) -> str | None:
    return None if at_ms is None else words.moment(from_ms(at_ms), office.zone)


@click.command("show", help=_("Print the public report of a game."), epilog=example("pbem game show e1"))
@click.argument("tag")
@pass_office
def game_show(office: CliContext, tag: str) -> None:
    """Print what everybody may see of a game, and how it went back."""
    with office.database.read() as tx:
        row = office.game(tx, tag)
        names = [seat.name for seat in list_seats(tx, row.id)]
        backs = load_rollbacks(tx, row.id, list_notices(tx, row.id, words, office.zone, names), words)
    kind = ", ".join([row.kind, *(f"{name}={value}" for name, value in json.loads(row.options).items())])
    click.echo(_("%(tag)s: %(name)s (%(kind)s)", tag=row.tag, name=row.name, kind=kind))
    click.echo(describe_terms(row.terms))
    if row.held_ms is not None:
        click.echo(_("on hold since %(moment)s", moment=_moment(office, row.held_ms)))
    for back in backs:
        click.echo(f"#{back.position}, {_moment(office, back.at_ms)}: {back.text}")
    click.echo()
    click.echo(office.intake.forms.report(row.id, None, words.language).text)


@click.command(
    "extend",
    help=_("Extend the deadline of a game by this much playing time, without the limits that players have."),
    epilog=example('pbem game extend e1 3d --reason "The flu goes round."'),
)
@click.argument("tag")
@click.argument("time", type=PACE)
@click.option("--reason", default="", help=_("The reason, which the players will see."))
@json_option
@pass_office
def game_extend(office: CliContext, tag: str, time: Pace, reason: str, as_json: bool) -> None:
    """Put a deadline off, and tell every player."""
    with office.database.read() as tx:
        row = office.game(tx, tag)
    try:
        deadline_ms = office.intake.operator.extend(row.id, time, " ".join(reason.split()))
    except NothingToExtend as error:
        raise Failure(_("Game %(tag)s is over.", tag=tag)) from error
    if as_json:
        click.echo(json.dumps({"tag": tag, "deadline": iso(deadline_ms)}))
    else:
        at = words.moment(from_ms(deadline_ms), office.zone)
        is_held = row.held_ms is not None
        click.echo(
            _("%(tag)s is on hold; there is more time once it continues.", tag=tag)
            if is_held
            else _("The deadline in %(tag)s is now %(deadline)s.", tag=tag, deadline=at)
        )


@click.command(
    "renew",
    help=_("Give a player's seat another address, and email it to them; the old one is refused."),
    epilog=example("pbem game renew e7 ada@example.org"),
)
@click.argument("tag")
@click.argument("address")
@pass_office
def game_renew(office: CliContext, tag: str, address: str) -> None:
    """Renew the address of the seat that a player has in a game."""
    with office.database.read() as tx:
        row, found = office.game(tx, tag), registered(tx, address)
    try:
        renew(office, found, row.id)
    except NotFound as error:
        raise Failure(_("%(name)s has no seat in %(tag)s.", name=found.name, tag=tag)) from error


@click.command("export", help=_("Write a game record."), epilog=example("pbem game export e1 -o e1.json"))
@click.argument("tag")
@click.option("-o", "--output", type=click.Path(path_type=Path), help=_("The file; standard output by default."))
@pass_office
def game_export(office: CliContext, tag: str, output: Path | None) -> None:
    """Write a game's record, with the seed once the game is over."""
    with office.database.read() as tx:
        game_id = office.game(tx, tag).id
        record, left_out = export_game(tx, game_id), list_lost_lines(tx, game_id)
        has_no_proof = bool(list_lost_of_opening(tx, game_id))
    if left_out:
        sentence = words.plural(
            "%(n)s line of the log, #%(first)s, cannot be read and is left out.",
            "%(n)s lines of the log, from #%(first)s to #%(last)s, cannot be read or were played on such lines, and "
            "are left out.",
            len(left_out),
            first=left_out[0],
            last=left_out[-1],
        )
        click.echo(sentence, err=True)
    if has_no_proof:
        click.echo(_("The dice of this game can no longer be proved, as what was to prove them is lost."), err=True)
    if output is None:
        click.echo(record, nl=False)
    else:
        with writing(output):
            write_whole(output, record.encode())
