"""Commands about what is counted of players: their statistics, and who plays a kind of game how well."""

from datetime import timedelta
from typing import get_args

import click

from pbem.adjudicator import statistics
from pbem.adjudicator.statistics import Tally
from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, show, words
from pbem.cli.game_options import KIND
from pbem.clock import system_clock
from pbem.games.presentation import usual_kind
from pbem.reports.notes import span_in_words
from pbem.store.games.statistics import Order, Skill, count_players_of_kind
from pbem.store.players.player import find_player_by_address


@click.command(
    "show",
    help=_("Print a player's statistics: finished games, turns in time, ratings."),
    epilog=example("pbem player show ada@example.org"),
)
@click.argument("address")
@json_option
@pass_office
def player_show(office: CliContext, address: str, as_json: bool) -> None:
    """Print what is counted of a player, by kind of game and number of seats, and all of it together at the end."""
    with office.database.read() as tx:
        found = find_player_by_address(tx, address.lower())
        if found is None:
            raise Failure(_("%(address)s has no account; see `pbem player add`.", address=address))
        profile = statistics.profile(tx, found.id, system_clock().date())
    rows = [_row(tally, profile.skills.get(tally.kind or "")) for tally in (*profile.tallies, profile.together)]
    show(rows, as_json, "")


@click.command(
    "ranking",
    help=_("List players who have finished games of a kind, with ratings."),
    epilog=example("pbem player ranking --kind germany --sort games"),
)
@click.option("--kind", default=usual_kind(), show_default=True, type=KIND, help=_("Which game."))
@click.option(
    "--sort", type=click.Choice(get_args(Order)), default="rating", show_default=True, help=_("How to sort them.")
)
@json_option
@pass_office
def player_ranking(office: CliContext, kind: str, sort: Order, as_json: bool) -> None:
    """List the players of a kind of game."""
    with office.database.read() as tx:
        total = count_players_of_kind(tx, kind)
        lines = statistics.ranking(tx, kind, sort, total)
    rows = [
        {
            "name": line.name,
            "rating": _rating(line.skill),
            "games": line.games,
            "won": line.won,
            "best": line.best,
            "mean": round(line.mean, 1),
            "in time": _share(line.turns, line.late),
        }
        for line in lines
    ]
    show(rows, as_json, _("Nobody has finished a game yet."))


def _row(tally: Tally, skill: Skill | None) -> dict[str, str | int | float | None]:
    ends, turns, tenures = tally.ends, tally.turns, tally.tenures
    usual = None if tally.median_ms is None else span_in_words(timedelta(milliseconds=tally.median_ms), words)
    return {
        "kind": tally.kind,
        "players": tally.seats,
        "rating": _rating(skill),
        "games": ends.games,
        "won": ends.won,
        "shared": ends.shared,
        "draws": ends.drawn,
        "best": ends.best,
        "mean": round(ends.mean, 1),
        "turns": turns.turns,
        "in time": _share(turns.turns, turns.late),
        "played for": turns.in_his_place,
        "usual time": usual,
        "given up": tenures.given_up,
        "lost": tenures.lost,
        "taken over": tenures.taken_over,
    }


def _rating(skill: Skill | None) -> str | None:
    return None if skill is None else f"{round(skill.mu)} ± {round(skill.sigma)}"


def _share(turns: int, late: int) -> str | None:
    return words.percent(turns - late, turns) if turns else None
