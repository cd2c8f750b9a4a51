"""A season's summary, printed as tables or as JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

import click

from pbem.cli.office import _, show, words
from pbem.cli.season.summary import DiceLine, GameLine, PlayerLine, Summary
from pbem.games.presentation import presentation_of
from pbem.i18n import N_

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
    "offered to one named": N_("a seat was offered to whom a moderator named"),
    "nobody stands by": N_("nobody was left to be asked"),
    "nobody replaces": N_("nobody was left to replace who is late"),
    "seated": N_("a seat was taken over"),
    "returned": N_("somebody came back to a seat"),
    "clock set back": N_("a deadline came forward as the clock was set right"),
    "outage": N_("a deadline was moved by an outage"),
    "moderation": N_("to moderators"),
    "good": N_("carried out"),
    "bad": N_("refused"),
    "idle": N_("skipped, or lapsed"),
    "signed to all": N_("signed, to all"),
    "signed to some": N_("signed, to some"),
    "anonymous to all": N_("without a name, to all"),
    "anonymous to some": N_("without a name, to some"),
}
"""What is counted, in words; what is not among them is called as it is in the logs."""


MODERATED: Final[Mapping[str, str]] = {
    "disputed": N_("a turn was disputed"),
    "dispute withdrawn": N_("a dispute was withdrawn"),
    "held for dispute": N_("a game was held for a dispute"),
    "released after dispute": N_("a game went on after its disputes"),
    "ruled uphold": N_("a dispute was ruled: what was played stands"),
    "ruled amend": N_("a dispute was ruled: the position was corrected"),
    "ruled rollback": N_("a dispute was ruled: the game went back"),
    "new dice": N_("a game went back, and other dice were thrown from there"),
    "played again": N_("a game went back, and all was played again"),
    "played again in part": N_("a game went back, and a part was played again"),
    "proposed": N_("a player asked to take something back"),
    "proposal refused": N_("somebody did not agree"),
    "proposal withdrawn": N_("a player asked no longer"),
    "proposal lapsed": N_("not all agreed in time"),
    "rolled back by consent": N_("all agreed, and the game went back"),
    "held": N_("a game was held by a moderator"),
    "released": N_("a game was released by a moderator"),
    "extended by moderator": N_("more time was given by a moderator"),
    "removed with reason": N_("a seat was taken away by a moderator"),
    "cancelled": N_("a game was cancelled by a moderator"),
    "announced": N_("a moderator announced something"),
    "unsealed": N_("what is hidden was opened to a moderator"),
    "sealed": N_("what is hidden was closed to him again"),
}
"""What is counted of disputes, of going back, and of moderators, in words, in the order in which it is told."""
_NAMED: Final = {**WHAT, **MODERATED}


def tell(summary: Summary, as_json: bool) -> None:
    """Prints a season's summary."""
    if as_json:
        click.echo(json.dumps(asdict(summary), ensure_ascii=False, indent=2))
        return
    _table(_("Games"), [_of_game(line) for line in summary.games])
    _table(_("Players"), [_of_player(line) for line in summary.players])
    _counts(_("Letters in"), summary.letters)
    _counts(_("Mails out"), summary.mails)
    befell = {what: n for what, n in summary.befell.items() if what not in MODERATED}
    _counts(_("What befell the games"), befell)
    moderated = {what: summary.befell[what] for what in MODERATED if what in summary.befell}
    _counts(_("Disputes, take-backs, and what moderators did"), moderated)
    _counts(_("Lines of standing orders"), summary.standing)
    _counts(_("Press"), summary.press)
    _table(_("Dice"), [_of_dice(line) for line in summary.dice])
    for line in summary.dice:
        click.echo("\n".join((line.kind, *(f"  {sentence}" for sentence in line.told), "")))
    outages = [{_("from"): line.began, _("hours"): line.hours} for line in summary.outages]
    _table(_("Time lost, by which deadlines were moved"), outages)


def _table(title: str, rows: list[dict[str, object]]) -> None:
    click.echo(title)
    show(rows, False, _("none"))
    click.echo()


def _counts(title: str, counts: Mapping[str, int]) -> None:
    _table(title, [{_("what"): words.text(_NAMED.get(what, what)), _("number"): n} for what, n in counts.items()])


def _of_game(line: GameLine) -> dict[str, object]:
    ended = words.text(presentation_of(line.kind).endings[line.ended]) if line.ended else _("still runs")
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


def _of_dice(line: DiceLine) -> dict[str, object]:
    expected = _("expected")
    fell = {face: f"{n} ({expected} {line.expected[face]})" for face, n in line.faces.items()}
    return {_("kind"): line.kind, **fell}
