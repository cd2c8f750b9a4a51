"""A season's summary, printed as tables or as JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

import click

from pbem.cli.office import _, show, words
from pbem.cli.season.summary import GameLine, PlayerLine, Summary
from pbem.i18n import N_
from pbem.reports.sentences import ENDINGS

WHAT: Final[Mapping[str, str]] = {
    "done": N_("dealt with"),
    "ignored": N_("rightly ignored"),
    "refused": N_("refused at the door"),
    "report": N_("reports"),
    "answer": N_("answers"),
    "reminder": N_("reminders"),
    "notice": N_("notices"),
    "press": N_("press"),
    "digest": N_("digests"),
    "lobby": N_("from the lobby and the office"),
    "late": N_("time was up, and the game waited"),
    "passed": N_("time was up, and the server ended the turn"),
    "bot played": N_("time was up, and a program played"),
    "vacant passed": N_("the server ended the turn of a vacant seat"),
    "vacant bot played": N_("a program played for a vacant seat"),
    "extended": N_("more time was taken"),
    "away": N_("somebody went away"),
    "back": N_("somebody came back earlier"),
    "resigned": N_("a seat was given up"),
    "left late": N_("a seat was lost by being late"),
    "offered": N_("a seat was offered to who stands by"),
    "nobody stands by": N_("nobody was left to be asked"),
    "nobody replaces": N_("nobody was left to replace who is late"),
    "seated": N_("a seat was taken over"),
    "returned": N_("somebody came back to a seat"),
    "clock set back": N_("a deadline came forward as the clock was set right"),
    "outage": N_("a deadline was moved by an outage"),
    "good": N_("carried out"),
    "bad": N_("refused"),
    "idle": N_("skipped, or lapsed"),
    "signed to all": N_("signed, to all"),
    "signed to some": N_("signed, to some"),
    "anonymous to all": N_("without a name, to all"),
    "anonymous to some": N_("without a name, to some"),
}
"""What is counted, in words; what is not among them is called as it is in the logs."""


def tell(summary: Summary, as_json: bool) -> None:
    """Prints a season's summary."""
    if as_json:
        click.echo(json.dumps(asdict(summary), ensure_ascii=False, indent=2))
        return
    _table(_("Games"), [_of_game(line) for line in summary.games])
    _table(_("Players"), [_of_player(line) for line in summary.players])
    _counts(_("Letters in"), summary.letters)
    _counts(_("Mails out"), summary.mails)
    _counts(_("What befell the games"), summary.befell)
    _counts(_("Lines of standing orders"), summary.standing)
    _counts(_("Press"), summary.press)
    outages = [{_("from"): line.began, _("hours"): line.hours} for line in summary.outages]
    _table(_("Time lost, by which deadlines were moved"), outages)


def _table(title: str, rows: list[dict[str, object]]) -> None:
    click.echo(title)
    show(rows, False, _("none"))
    click.echo()


def _counts(title: str, counts: Mapping[str, int]) -> None:
    _table(title, [{_("what"): words.text(WHAT.get(what, what)), _("number"): n} for what, n in counts.items()])


def _of_game(line: GameLine) -> dict[str, object]:
    ended = words.text(ENDINGS[line.ended]) if line.ended else _("still runs")
    if line.ended and line.ended != "cancelled":
        ended += ": " + (", ".join(line.winners) or _("nobody: a draw"))
    return {
        _("game"): line.game,
        _("kind"): line.kind,
        _("players"): ", ".join(line.players),
        _("terms"): f"{line.pace}, {line.late}, {line.press}",
        _("years"): line.years,
        _("turns"): line.turns,
        _("ended by"): ", ".join(f"{who} {n}" for who, n in line.turns_by.items()),
        _("how it ended"): ended,
    }


def _of_player(line: PlayerLine) -> dict[str, object]:
    punctual = f"{100 * (line.turns - line.late) // line.turns} %" if line.turns else ""
    return {
        _("player"): line.player,
        _("seats"): line.seats,
        _("finished"): line.finished,
        _("won"): line.won,
        _("turns"): line.turns,
        _("punctual"): punctual,
        _("played for him"): line.in_his_place,
        _("given up"): line.given_up,
        _("lost"): line.lost,
        _("taken over"): line.taken_over,
        _("rating"): ", ".join(f"{kind} {rating}" for kind, rating in line.ratings.items()),
    }
