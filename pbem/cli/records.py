"""Commands about records, dice and orders, which need no running server."""

import json

import click

from pbem.adjudicator import statistics
from pbem.adjudicator.context import SeatContext, visible
from pbem.adjudicator.order_run import Runner
from pbem.adjudicator.sessions import load_game
from pbem.adjudicator.statistics import Luck
from pbem.beacon import round_check
from pbem.cli.context import (
    CliContext,
    Failure,
    _,
    example,
    json_option,
    pass_office,
    printable,
    read_file,
    show,
    words,
)
from pbem.cli.rejudging import record_in, rejudge
from pbem.clock import system_clock, to_ms
from pbem.commands.orders import read
from pbem.games.compose import fates_of
from pbem.games.dice_faults import describe_fault
from pbem.games.presentation import presentation_of
from pbem.reports.dice import OTHER_DICE, describe_claim, describe_remark, verdict
from pbem.reports.plain import lines_of
from pbem.store import Tx, UnitOfWork
from pbem.store.players.player import find_player_by_address
from rules_core.kernel.codec import encode
from rules_core.kernel.record import dice_claims, dice_remarks, verify_dice
from rules_core.kernel.record import replay as replay_record

record_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))


@click.group(help=_("Game records: files with everything that was played."))
def record() -> None:
    """Group the commands about records."""


@record.command(
    "replay", help=_("Read a game record, and show where its game is."), epilog=example("pbem record replay e1.json")
)
@record_file
@json_option
def replay(file: str, as_json: bool) -> None:
    """Replay a record."""
    with record_in(file) as game:
        table = replay_record(game).table
    if as_json:
        standings = [encode(standing) for standing in table.standings]
        click.echo(json.dumps({"year": table.year, "ended": table.ended, "standings": standings}, indent=2))
        return
    if table.ended is None:
        click.echo(_("%(game)s is in year %(year)s.", game=game.game, year=table.year))
        return
    why = words.text(presentation_of(game.kind).endings[table.ended])
    click.echo(_("%(game)s ended in year %(year)s: %(why)s.", game=game.game, year=table.year, why=why))
    score = presentation_of(game.kind).score
    for standing in table.standings:
        place = f"{standing.place}." if standing.place else "-"
        counted = words.number(standing.score * score.unit)
        click.echo(words.text(score.placed, place=place, player=printable(game.players[standing.seat]), score=counted))


_ZONE = "UTC"
"""In which moments of a record are told, wherever it is read."""


@click.group(help=_("Dice: check rolls, count faces."))
def dice() -> None:
    """Group the commands about dice."""


@dice.command(
    "verify",
    help=_(
        "Check every roll of a finished game against its revealed seed, and say what that proves. The signature of a "
        "public round needs the library drand-verify: pip install 'pbem[beacon]'."
    ),
    epilog=example("pbem dice verify e1.json"),
)
@record_file
def verify(file: str) -> None:
    """Check commitment, public round and every roll, offline; exit status 1 where one does not fit or is unchecked."""
    with record_in(file) as game:
        faults, remarks = verify_dice(game, round_check()), dice_remarks(game)
    if faults:
        raise Failure("\n".join(f"{file}: {describe_fault(fault, game.kind, game.players, words)}" for fault in faults))
    for remark in remarks:
        click.echo(f"{file}: {describe_remark(remark, words)}")
    if remarks:
        click.echo(_("%(file)s: the seeds are those promised, and every roll follows from them.", file=file))
    else:
        click.echo(_("%(file)s: the seed is the one promised, and every roll follows from it.", file=file))
    for claim in dice_claims(game):
        click.echo(f"{file}: {describe_claim(claim, game.players, words, _ZONE)}")


@dice.command(
    "counts",
    help=_(
        "Show how often each face was rolled, on the server, in a game or by a player, and how often fair dice show it."
    ),
    epilog=example("pbem dice counts --game e1"),
)
@click.option("--game", "tag", help=_("The dice of a game, by its tag."))
@click.option("--player", "address", help=_("The dice of a player, by their address."))
@json_option
@pass_office
def counts(office: CliContext, tag: str | None, address: str | None, as_json: bool) -> None:
    """Print faces by kind of game, and what an honest test says of them."""
    if tag and address:
        raise click.UsageError(_("Ask for a game or for a player, not for both."))
    with office.database.read() as tx:
        lucks = _lucks(tx, office, tag, address)
    show(
        [row for one in lucks for row in ([_test(one)] if as_json else _faces(one))],
        as_json,
        _("No dice have been rolled yet."),
    )
    for one in lucks if not as_json else ():
        if one.has_other_dice:
            click.echo(f"{one.kind}: {words.text(OTHER_DICE)}")
        for sentence in verdict(one.whose, one.found, one.tests, one.corrected, words):
            click.echo(f"{one.kind}: {sentence}")


def _lucks(tx: Tx, office: CliContext, tag: str | None, address: str | None) -> list[Luck]:
    """The dice that are asked for. Raises Failure where there is no such game or player."""
    if tag:
        game = office.game(tx, tag)
        return statistics.luck_of_game(tx, game)
    if address:
        found = find_player_by_address(tx, address.lower())
        if found is None:
            raise Failure(_("%(address)s has no account; see `pbem player add`.", address=address))
        return statistics.luck_of_player(tx, found.id)
    return statistics.luck_of_server(tx)


def _faces(one: Luck) -> list[dict[str, object]]:
    """A row for each face."""
    return [
        {"kind": one.kind, "face": face, "fell": one.found.thrown(face), "expected": round(one.found.expected(face), 1)}
        for face in one.found.faces
    ]


def _test(one: Luck) -> dict[str, object]:
    """The test as data."""
    return {
        "kind": one.kind,
        "dice": one.found.total,
        "faces": {
            face: {"fell": one.found.thrown(face), "expected": one.found.expected(face)} for face in one.found.faces
        },
        "chance": one.found.chance,
        "exact": one.found.is_exact,
        "tests": one.tests,
        "corrected": one.corrected,
        "remarkable": one.is_remarkable,
    }


@click.group(help=_("Orders."))
def orders() -> None:
    """Group the commands about orders."""


@orders.command(
    "check",
    help=_("Preview orders from a file for a seat: nothing is changed, and no dice are rolled."),
    epilog=example("pbem orders check orders.txt --game e1 --seat 0"),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--game", "tag", required=True, help=_("The game's tag."))
@click.option("--seat", type=int, required=True, help=_("The seat, from 0."))
@pass_office
def check(office: CliContext, file: str, tag: str, seat: int) -> None:
    """Preview orders; exit status 1 where one cannot be met."""
    lines = read_file(file).decode("utf-8", "replace").splitlines()
    with office.database.read() as tx:
        loaded = load_game(tx, office.game(tx, tag).id)
        if seat not in range(len(loaded.seats)):
            raise Failure(_("There is no seat %(seat)s in %(game)s.", seat=seat, game=tag))
        language = loaded.seats[seat].language
        script = read(lines, visible(loaded.session, seat), language, loaded.names)
        context = SeatContext(
            unit=UnitOfWork(tx, office.settings, to_ms(system_clock())), loaded=loaded, seat=seat, words=words
        )
        run = Runner.trying(context).run(script)
    for line in lines_of(fates_of(run.lines, words), words):
        click.echo(line)
    if run.unread or run.stopped is not None:
        raise SystemExit(1)


record.add_command(rejudge)
