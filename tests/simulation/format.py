"""The summary of a season, printed as tables."""

from collections.abc import Mapping
from typing import Final

import click

from pbem.cli.context import show
from pbem.games.line.sentences import ENDINGS

from .summary import ENGLISH_WORDS, DiceLine, GameLine, PlayerLine, Summary

COUNTED: Final[Mapping[str, str]] = {
    "done": "dealt with",
    "ignored": "rightly ignored",
    "refused": "refused at the door",
    "report": "reports",
    "answer": "answers",
    "reminder": "reminders",
    "notice": "notices",
    "press": "press",
    "digest": "digests",
    "lobby": "from the lobby and the office",
    "late": "time was up, and the game waited",
    "passed": "time was up, and the server ended the turn",
    "bot played": "time was up, and a program played",
    "vacant passed": "the server ended the turn of a vacant seat",
    "vacant bot played": "a program played for a vacant seat",
    "extended": "more time was taken",
    "away": "somebody went away",
    "back": "somebody came back earlier",
    "resigned": "a seat was given up",
    "left late": "a seat was lost by being late",
    "offered": "a seat was offered to who stands by",
    "offered to one named": "a seat was offered to whom a moderator named",
    "nobody stands by": "nobody was left to be asked",
    "nobody replaces": "nobody was left to replace who is late",
    "seated": "a seat was taken over",
    "returned": "somebody came back to a seat",
    "clock set back": "a deadline came forward as the clock was set right",
    "outage": "a deadline was moved by an outage",
    "moderation": "to moderators",
    "good": "carried out",
    "bad": "refused",
    "idle": "skipped, or lapsed",
    "signed to all": "signed, to all",
    "signed to some": "signed, to some",
    "anonymous to all": "without a name, to all",
    "anonymous to some": "without a name, to some",
}
"""Labels of what is counted; what is not among them is called as it is in the logs."""
MODERATED: Final[Mapping[str, str]] = {
    "disputed": "a turn was disputed",
    "dispute withdrawn": "a dispute was withdrawn",
    "held for dispute": "a game was held for a dispute",
    "released after dispute": "a game went on after its disputes",
    "ruled uphold": "a dispute was ruled: the play stands",
    "ruled amend": "a dispute was ruled: the position was corrected",
    "ruled rollback": "a dispute was ruled: the game went back",
    "new dice": "a game went back, and other dice were thrown from there",
    "played again": "a game went back, and all was played again",
    "played again in part": "a game went back, and a part was played again",
    "proposed": "a player asked to take something back",
    "proposal agreed": "somebody agreed",
    "proposal refused": "somebody did not agree",
    "proposal withdrawn": "a player asked no longer",
    "proposal lapsed": "not all agreed in time",
    "rolled back by consent": "all agreed, and the game went back",
    "rolled back alone": "a player went back alone, beside bots",
    "not rated": "a game is not rated, since the turn of one who left was taken back",
    "held": "a game was held by a moderator",
    "released": "a game was released by a moderator",
    "extended by moderator": "more time was given by a moderator",
    "removed with reason": "a seat was taken away by a moderator",
    "cancelled": "a game was cancelled by a moderator",
    "announced": "a moderator announced something",
    "unsealed": "what is hidden was opened to a moderator",
    "sealed": "what is hidden was closed to them again",
}
"""Labels of what is counted of disputes, of going back, and of moderators, in the order in which they are shown."""
_LABELS: Final = {**COUNTED, **MODERATED}


def show_summary(summary: Summary) -> None:
    """Print the summary of a season."""
    _show_table("Games", [_game_row(line) for line in summary.games])
    _show_table("Players", [_player_row(line) for line in summary.players])
    _show_counts("Letters in", summary.letters)
    _show_counts("Mails out", summary.mails)
    befell = {what: n for what, n in summary.befell.items() if what not in MODERATED}
    _show_counts("What befell the games", befell)
    moderated = {what: summary.befell[what] for what in MODERATED if what in summary.befell}
    _show_counts("Disputes, take-backs, and what moderators did", moderated)
    _show_counts("Lines of standing orders", summary.standing)
    _show_counts("Press", summary.press)
    _show_table("Dice", [_dice_row(line) for line in summary.dice])
    for line in summary.dice:
        click.echo("\n".join((line.kind, *(f"  {sentence}" for sentence in line.verdict), "")))
    outages = [{"from": line.began, "hours": line.hours} for line in summary.outages]
    _show_table("Time lost, by which deadlines were moved", outages)


def _show_table(title: str, rows: list[dict[str, object]]) -> None:
    click.echo(title)
    show(rows, False, "none")
    click.echo()


def _show_counts(title: str, counts: Mapping[str, int]) -> None:
    _show_table(title, [{"what": _LABELS.get(what, what), "number": n} for what, n in counts.items()])


def _game_row(line: GameLine) -> dict[str, object]:
    ended = ENGLISH_WORDS.text(ENDINGS[line.ended]) if line.ended else "still runs"
    if line.ended and line.ended != "cancelled":
        ended += ": " + (", ".join(line.winners) or "nobody: a draw")
    return {
        "game": line.game,
        "kind": line.kind,
        "players": ", ".join(line.players),
        "terms": f"{line.pace}, {line.late}, {line.press}",
        "years": line.years,
        "turns": line.turns,
        "ended by": ", ".join(f"{who} {n}" for who, n in line.turns_by.items()),
        "how it ended": ended,
    }


def _player_row(line: PlayerLine) -> dict[str, object]:
    punctual = f"{100 * (line.turns - line.late) // line.turns} %" if line.turns else ""
    return {
        "player": line.player,
        "seats": line.seats,
        "finished": line.finished,
        "won": line.won,
        "turns": line.turns,
        "punctual": punctual,
        "played for them": line.in_his_place,
        "given up": line.given_up,
        "lost": line.lost,
        "taken over": line.taken_over,
        "rating": ", ".join(f"{kind} {rating}" for kind, rating in line.ratings.items()),
    }


def _dice_row(line: DiceLine) -> dict[str, object]:
    fell = {face: f"{n} (expected {line.expected[face]})" for face, n in line.faces.items()}
    return {"kind": line.kind, **fell}
