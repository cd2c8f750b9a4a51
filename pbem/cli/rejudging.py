"""`pbem record rejudge`: which games these rules would judge otherwise, and where; records found in files."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Final

import click
from rich.console import Console
from rich.progress import Progress

from pbem.adjudicator.records import Rejudged, differences
from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, read_file, words
from pbem.games.judged import Otherwise, describe_difference, describe_place
from pbem.store.games.game import GameRow, list_games
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.record import MOST_BYTES, BadRecord, Record, UnknownKind, load
from rules_core.kernel.record import differences as differences_in

TOLD: Final = 5
"""Differences told of a game, the first ones; JSON holds all."""


@contextmanager
def record_in(file: str) -> Iterator[Record]:
    """The record in a file. Raises Failure where it, or what is done with it in the block, shows that it is none.

    On standard error it is said where the game was played with other component data than this program's.
    """
    try:
        game = load(read_file(file, MOST_BYTES + 1))
        if not game.has_own_components:
            said = _("position 1: the game was played with other component data than those of this program.")
            click.echo(f"{file}: {said}", err=True)
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
        """Whether there is more to tell than that nothing differs."""
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
            return Found(game.tag, differences(tx, game, words, is_open=True))
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
    for one in rejudged.differences[:TOLD]:
        yield from _difference(one, rejudged)
    more = len(rejudged.differences) - TOLD
    if more > 0:
        yield words.plural("%(n)s more difference.", "%(n)s more differences.", more)


def _difference(one: Otherwise, rejudged: Rejudged) -> Iterator[str]:
    yield f"{describe_place(one, rejudged.players, words)}: {one.sentence}"
    if one.logged:
        yield "  " + _("logged: %(told)s", told=" ".join(one.logged))
    if one.today:
        yield "  " + _("today: %(told)s", told=" ".join(one.today))


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
