"""Commands about records, dice and orders, which need no running server; and records judged again by today's rules."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Final

import click
from rich.console import Console
from rich.progress import Progress

from pbem.adjudicator import statistics
from pbem.adjudicator.context import SeatContext, visible
from pbem.adjudicator.log.records import Rejudged, find_differences
from pbem.adjudicator.order_run import Runner, judge_orders
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
from pbem.clock import system_clock, to_ms
from pbem.commands.orders import read
from pbem.games.compose import fates_of
from pbem.games.judged import Otherwise, describe_difference, describe_fault, describe_place
from pbem.games.presentation import presentation_of
from pbem.reports.dice import OTHER_DICE, describe_claim, describe_remark, verdict
from pbem.reports.plain import lines_of
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_games
from pbem.store.players.player import find_player_by_address
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.codec import encode
from rules_core.kernel.record import (
    MOST_BYTES,
    BadRecord,
    Record,
    UnknownKind,
    dice_claims,
    dice_remarks,
    load,
    verify_dice,
)
from rules_core.kernel.record import differences as differences_in
from rules_core.kernel.record import replay as replay_record

MOST_SHOWN: Final = 5
"""Differences told of a game, the first ones; JSON holds all."""


@contextmanager
def record_in(file: str) -> Iterator[Record]:
    """The record in a file. Raises Failure where it, or what is done with it in the block, shows that it is none.

    On standard error it is said where the game was played with other component data than this program's.
    """
    try:
        game = load(read_file(file, MOST_BYTES + 1))
        if not game.has_own_components:
            warning = _("position 1: the game was played with other component data than those of this program.")
            click.echo(f"{file}: {warning}", err=True)
        yield game
    except UnknownKind as error:
        raise Failure(_("There is no kind of game called %(kind)s.", kind=error.kind)) from error
    except BadRecord as error:
        raise Failure(_("%(file)s: %(error)s", file=file, error=error)) from error


@dataclass(frozen=True)
class Found:
    """The result of judging a file or a game again: either it cannot be read, or so much differs."""

    name: str
    rejudged: Rejudged | None
    problem: str | None = None

    @property
    def differs(self) -> bool:
        """Whether there is anything to look at."""
        return self.rejudged is None or bool(self.rejudged.differences)

    @property
    def is_remarkable(self) -> bool:
        """Whether anything differs, or could not be judged."""
        return self.rejudged is None or bool(self.rejudged.differences or self.rejudged.others)


@click.command(
    "rejudge",
    help=_("Judge records, or the games of the database, again by these rules, and show where they differ."),
    epilog=example("pbem record rejudge --running"),
)
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--running", is_flag=True, help=_("Judge the games of the database that are in progress."))
@click.option("--all", "every", is_flag=True, help=_("Judge all games of the database."))
@json_option
@click.pass_context
@pass_office
def rejudge(
    office: CliContext, context: click.Context, files: tuple[str, ...], running: bool, every: bool, as_json: bool
) -> None:
    """Judge again what is named, and change nothing; exit status 1 where anything differs or cannot be read."""
    if bool(files) + running + every != 1:
        raise click.UsageError(_("Name files, or choose --running or --all."))
    found = [_file(file) for file in files] if files else list(_games(office, every=every))
    if as_json:
        click.echo(json.dumps([_row(one) for one in found], ensure_ascii=False, indent=2))
    else:
        _print_findings(found, is_database=not files)
    if any(one.differs for one in found):
        context.exit(1)


def _file(file: str) -> Found:
    """A record in a file, judged again. Raises Failure where it is none."""
    with record_in(file) as record:
        ruleset = ruleset_for(record.kind)
        otherwise = tuple(describe_difference(one, record, words) for one in differences_in(record, ruleset))
        return Found(file, Rejudged(ruleset.version, ((1, record.ruleset),), record.players, otherwise))


def _games(office: CliContext, *, every: bool) -> Iterator[Found]:
    with office.untouched.read() as tx:
        games = [game for game in list_games(tx) if every or game.status == "playing"]
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        for game in bar.track(games, description=_("Games")):
            yield _game(office, game)


def _game(office: CliContext, game: GameRow) -> Found:
    if game.kind not in kinds():
        return Found(game.tag, None, _("There is no kind of game called %(kind)s.", kind=game.kind))
    try:
        with office.untouched.read() as tx:
            return Found(game.tag, find_differences(tx, game, words, is_open=True))
    except (BadRecord, ValueError) as error:
        return Found(game.tag, None, str(error))


def _print_findings(found: Sequence[Found], *, is_database: bool) -> None:
    for one in found:
        if is_database and not one.is_remarkable:
            continue
        for line in _lines(one):
            click.echo(f"{one.name}: {line}")
    if is_database:
        differing = sum(one.differs for one in found)
        click.echo(
            words.plural(
                "%(differing)s of %(n)s game would be judged differently, or cannot be read.",
                "%(differing)s of %(n)s games would be judged differently, or cannot be read.",
                len(found),
                differing=differing,
            )
            if differing
            else words.plural(
                "%(n)s game is judged again without a difference.",
                "%(n)s games are judged again without a difference.",
                len(found),
            )
        )


def _lines(found: Found) -> Iterator[str]:
    rejudged = found.rejudged
    if rejudged is None:
        yield _("cannot be judged: %(problem)s", problem=found.problem)
        return
    if rejudged.others:
        yield _(
            "its orders were judged by version %(versions)s of the rules; these are version %(version)s.",
            versions=", ".join(map(str, rejudged.others)),
            version=rejudged.version,
        )
    if not rejudged.differences:
        yield _("judged again without a difference.")
    for one in rejudged.differences[:MOST_SHOWN]:
        yield from _difference(one, rejudged)
    more = len(rejudged.differences) - MOST_SHOWN
    if more > 0:
        yield words.plural("%(n)s more difference.", "%(n)s more differences.", more)


def _difference(one: Otherwise, rejudged: Rejudged) -> Iterator[str]:
    yield f"{describe_place(one, rejudged.players, words)}: {one.sentence}"
    if one.logged:
        yield "  " + _("logged: %(events)s", events=" ".join(one.logged))
    if one.today:
        yield "  " + _("today: %(events)s", events=" ".join(one.today))


def _row(found: Found) -> dict[str, object]:
    rejudged = found.rejudged
    if rejudged is None:
        return {"name": found.name, "problem": found.problem, "version": None, "judged_by": [], "differences": []}
    return {
        "name": found.name,
        "problem": None,
        "version": rejudged.version,
        "judged_by": sorted({version for _start, version in rejudged.stamps}),
        "differences": [
            {
                **asdict(one),
                "player": None if one.seat is None else rejudged.players[one.seat],
                "judged_by": rejudged.judged_by(one.position),
            }
            for one in rejudged.differences
        ],
    }


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
    return [
        {"kind": one.kind, "face": face, "fell": one.found.thrown(face), "expected": round(one.found.expected(face), 1)}
        for face in one.found.faces
    ]


def _test(one: Luck) -> dict[str, object]:
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
        run = judge_orders(context, script, Runner.trying(context))
    for line in lines_of(fates_of(run.lines, words), words):
        click.echo(line)
    if run.unread or run.stopped is not None:
        raise SystemExit(1)


record.add_command(rejudge)
