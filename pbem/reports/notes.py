"""Notes of a game's log in words: what befell it from outside; and the terms on which it is run."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from pbem.clock import EVERY_DAY, from_ms, read_pace
from pbem.i18n import N_, Catalogue
from pbem.terms import Late, PressRule, Terms
from rules_core.kernel.log import LogEntry, NoteFact

LATE: Final[Mapping[Late, str]] = {
    "wait": N_("the game waits, and everyone is told"),
    "pass": N_("the server does only what the rules demand, and ends the turn"),
    "standby": N_("the seat is offered to standby players"),
    "standby-pass": N_("the seat is offered to standby players; if nobody takes it, the server ends the turn"),
    "bot": N_("a bot plays the turn"),
}
"""What comes when the time for a turn is up."""
PRESS: Final[Mapping[PressRule, str]] = {
    "none": N_("none"),
    "signed": N_("signed"),
    "anonymous": N_("signed or anonymous"),
}
"How players can write to each other."
REMINDED: Final[Mapping[int, str]] = {
    168: N_("a week before"),
    72: N_("3 days before"),
    48: N_("2 days before"),
    24: N_("a day before"),
    12: N_("12 hours before"),
    6: N_("6 hours before"),
    2: N_("2 hours before"),
    0: N_("at the deadline"),
}
"""When a player may choose to be reminded, by the distances of REMINDERS."""
_DAY: Final = timedelta(days=1)
_HOUR: Final = timedelta(hours=1)
_MINUTE: Final = timedelta(minutes=1)
SENTENCES: Final[dict[str, str]] = {
    "late": N_("%(who)s missed the deadline (%(deadline_ms)s) and has not ended the turn yet. The game waits."),
    "passed": N_(
        "%(who)s missed the deadline (%(deadline_ms)s). The server did what the rules demand, and ended the turn."
    ),
    "bot played": N_("%(who)s missed the deadline (%(deadline_ms)s). A bot played the turn; %(who)s keeps the seat."),
    "vacant passed": N_("%(who)s's seat is vacant. The server ended its turn."),
    "vacant bot played": N_("%(who)s's seat is vacant. A bot played its turn."),
    "extended": N_("%(who)s has taken %(pace)s more. The deadline is now %(deadline_ms)s."),
    "extended for a reason": N_("%(who)s has taken %(pace)s more: %(reason)s (The deadline is now %(deadline_ms)s.)"),
    "extended by operator": N_("The operator has given %(who)s %(pace)s more, until %(deadline_ms)s."),
    "extended with reason": N_("The operator has given %(who)s %(pace)s more, until %(deadline_ms)s: %(reason)s"),
    "extended by moderator": N_("%(who)s was given %(pace)s more by %(by)s, until %(deadline_ms)s: %(reason)s"),
    "extended while held": N_("%(who)s was given %(pace)s more by %(by)s, once the game continues: %(reason)s"),
    "held": N_("The game was put on hold by %(by)s: %(reason)s"),
    "hold ended": N_(
        "The game was on hold for %(days)s days and now continues. The deadline for %(who)s is %(deadline_ms)s."
    ),
    "released": N_(
        "The game continues. The deadline for %(who)s is %(deadline_ms)s. Released from hold by %(by)s: %(reason)s"
    ),
    "damaged": N_(
        "Line #%(line)s of this game's log is damaged and cannot be used, nor what was played after it. The game waits "
        "until a moderator rolls it back or ends it."
    ),
    "opening damaged": N_(
        "Line #%(line)s of this game's log, which was to prove its dice, is damaged: its dice can no longer be proved. "
        "The game waits until a moderator rolls it back or ends it."
    ),
    "unsealed": N_("From now on %(by)s can see the hidden information in this game: %(reason)s"),
    "sealed": N_("No moderator can see the hidden information in this game any more."),
    "announced": N_("Announcement by %(by)s: %(reason)s"),
    "disputed": N_(
        "%(who)s disputes the play of %(mover)s in year %(year)s, up to #%(place)s. This is dispute %(dispute)s."
    ),
    "dispute withdrawn": N_("%(who)s has withdrawn dispute %(dispute)s."),
    "held for dispute": N_("The game is on hold until there is a ruling on dispute %(dispute)s."),
    "dispute lapsed": N_("Nobody ruled on dispute %(dispute)s in time: the play stands."),
    "dispute reopened": N_("Dispute %(dispute)s was opened again by %(by)s: %(reason)s"),
    "ruling superseded": N_(
        "The ruling on dispute %(dispute)s that was told at #%(place)s, under %(rule)s, no longer stands; the next one "
        "takes its place."
    ),
    "released after dispute": N_(
        "The game continues, as no dispute is open any more. The deadline for %(who)s is %(deadline_ms)s."
    ),
    "ruled uphold": N_("Ruling by %(by)s on dispute %(dispute)s under %(rule)s: the play stands. %(reason)s"),
    "ruled amend": N_("Ruling by %(by)s on dispute %(dispute)s under %(rule)s: the position is corrected. %(reason)s"),
    "ruled rollback": N_(
        "Ruling by %(by)s on dispute %(dispute)s under %(rule)s: the game is rolled back to #%(place)s. %(reason)s"
    ),
    "outage": N_("The server was down for %(span_ms)s. The deadline is extended by the same time, to %(deadline_ms)s."),
    "clock set back": N_(
        "The server's clock was set back by %(span_ms)s. The deadline has moved by the same time, to %(deadline_ms)s."
    ),
    "arranged": N_("The first rolls of this guided game are fixed; later ones are thrown by chance."),
    "restored": N_(
        "The server was restored from a backup of %(since_ms)s; everything played after it is lost. From here on new "
        "dice are rolled. Their fingerprint (the SHA-256 of their seed) is %(commitment)s."
    ),
    "away": N_("%(who)s is away from %(first_day)s to %(last_day)s."),
    "away for a day": N_("%(who)s is away on %(first_day)s."),
    "stays": N_("%(who)s will not be away from %(first_day)s to %(last_day)s after all."),
    "stays for a day": N_("%(who)s will not be away on %(first_day)s after all."),
    "back": N_("%(who)s is back."),
    "unreachable": N_("Emails to %(who)s do not arrive."),
    "unreachable for now": N_(
        "Emails to %(who)s do not arrive. Their deadlines are paused until emails arrive again, but not beyond "
        "%(last_day)s."
    ),
    "reachable": N_("Emails to %(who)s arrive again."),
    "resigned": N_("%(who)s has resigned."),
    "left late": N_("%(who)s did not play, and has lost the seat."),
    "left missing": N_(
        "The game has waited long for %(who)s. %(asker)s has asked for someone else: the seat is offered to standby "
        "players, and a bot plays it as long as nobody takes it."
    ),
    "left to a bot": N_("%(asker)s has asked that a bot play the seat of %(who)s as long as nobody takes it."),
    "end agreed": N_("%(who)s agrees that the game ends as it stands."),
    "conceded": N_("%(who)s concedes the game."),
    "ended by agreement": N_("Everyone who waited for %(who)s agreed to end the game as it stood."),
    "nobody plays": N_(
        "The server or bots have played the last %(idle)s turns. If nobody else plays one of the next %(turns)s, the "
        "game ends as it stands."
    ),
    "waits too long": N_(
        "The game has waited very long for %(who)s. If it still waits on %(until_ms)s, it ends as it stands."
    ),
    "abandoned": N_("The game has ended as it stood, because nobody played it any more."),
    "stands still": N_(
        "For %(years)s years nobody has laid, built, bought or carried anything. If nobody does in the next %(more)s "
        "years, the game ends as it stands."
    ),
    "stood still": N_(
        "The game has ended as it stood: for %(years)s years nobody had laid, built, bought or carried anything."
    ),
    "removed": N_("The operator has removed %(who)s from the seat."),
    "rolled back": N_("The game was rolled back to #%(place)s by %(by)s: %(reason)s"),
    "proposed": N_("%(who)s asks to roll the game back to #%(place)s, if everyone agrees by %(until_ms)s: %(reason)s"),
    "proposal agreed": N_("%(who)s agrees to roll back to #%(place)s."),
    "proposal refused": N_("%(who)s does not agree to roll back to #%(place)s."),
    "proposal withdrawn": N_("%(who)s no longer asks to roll back to #%(place)s."),
    "proposal lapsed": N_("Not everyone agreed in time to roll back to #%(place)s, as %(who)s had asked."),
    "rolled back by consent": N_(
        "The game was rolled back to #%(place)s, as %(who)s had asked and everyone agreed. Dice already seen don't "
        "change. The reason: %(reason)s"
    ),
    "rolled back alone": N_(
        "The game was rolled back to #%(place)s, as %(who)s had asked. Only bots play beside them now, and bots agree. "
        "Dice already seen don't change. The reason: %(reason)s"
    ),
    "not rated": N_("This game is no longer rated: the players took back what %(who)s had played before leaving."),
    "new dice": N_("From here on new dice are rolled: those already seen do not come again."),
    "new seed": N_(
        "The seed of the dice has been shown, so new dice are rolled from here on. Their fingerprint (the SHA-256 of "
        "their seed) is %(commitment)s."
    ),
    "played again": N_("Everything played after it was played again."),
    "played again in part": N_(
        "What had been played after it was played again, up to what %(who)s did on %(sent_ms)s: that is no longer "
        "possible in full."
    ),
    "amended": N_("The position was corrected by %(by)s: %(reason)s"),
    "cancelled": N_("The game was cancelled by %(by)s: %(reason)s"),
    "removed with reason": N_("%(who)s was removed from the seat by %(by)s: %(reason)s"),
    "offered": N_("%(who)s's seat is offered to a standby player."),
    "offered to one named": N_("%(who)s's seat is offered to a player who was chosen for it."),
    "offered anew": N_("%(who)s's seat is offered again by %(by)s: %(reason)s"),
    "nobody stands by": N_(
        "Nobody on standby is left to ask for %(who)s's seat. Anyone can take it over now, first come, first served."
    ),
    "nobody replaces": N_("Nobody on standby is left to ask for %(who)s's seat. The game waits."),
    "seated": N_("%(newcomer)s has taken over %(who)s's seat."),
    "returned": N_("%(newcomer)s has come back to the seat."),
}
"""What each kind of note says, as a message id. `player` is whom it concerns; facts stand under their names: those that
end in `_ms` as moments, `span_ms` as a length of time, those in `_day` as dates, `pace` as a time, `by` as the
moderator of that name, or the operator where it is empty."""
REQUESTED: Final = frozenset(
    {
        *("late", "extended", "extended for a reason", "away", "away for a day", "stays", "stays for a day", "back"),
        *("disputed", "dispute withdrawn", "proposed", "proposal agreed", "proposal refused", "proposal withdrawn"),
        *("end agreed", "conceded"),
    }
)
"""What a seat's player has asked for themselves, and was told of then, or is reminded of."""


def pace_in_words(pace: str, words: Catalogue) -> str:
    """The time for a turn: "7 days"."""
    read = read_pace(pace)
    if read is None:
        return pace
    if read.unit == "d":
        return words.plural("%(n)s day", "%(n)s days", read.amount)
    return words.plural("%(n)s hour", "%(n)s hours", read.amount)


def span_in_words(span: timedelta, words: Catalogue) -> str:
    """A length of time, rounded: in days from three on, or where it is two; else in hours, or in minutes below two."""
    span = round(abs(span) / _MINUTE) * _MINUTE
    if span >= 3 * _DAY or 2 * _DAY <= span < 2 * _DAY + _HOUR:
        return words.plural("%(n)s day", "%(n)s days", round(span / _DAY))
    if span >= 2 * _HOUR:
        return words.plural("%(n)s hour", "%(n)s hours", round(span / _HOUR))
    return words.plural("%(n)s minute", "%(n)s minutes", round(span / _MINUTE))


def days_in_words(days: str, words: Catalogue) -> str:
    """The playing days: "every day", or "Mon, Tue, Wed"."""
    if days == EVERY_DAY:
        return words.text("every day")
    names = words.locale.days["stand-alone"]["abbreviated"]
    return ", ".join(str(names[int(day) - 1]) for day in days)


def time_in_words(terms: Terms, words: Catalogue) -> str:
    """The time for a turn with the days on which it runs: "3 days (Mon, Tue, Wed, Thu, Fri; Europe/Berlin)"."""
    pace = pace_in_words(terms.pace, words)
    if terms.playing_days == EVERY_DAY:
        return pace
    days = days_in_words(terms.playing_days, words)
    return words.text("%(pace)s (%(days)s; %(zone)s)", pace=pace, days=days, zone=terms.zone)


@dataclass(frozen=True)
class Reader:
    """The reader of notices: their words and time zone, and the players' names by seat."""

    words: Catalogue
    zone: str
    names: Sequence[str]
    seat: int | None = None
    game_notices: Mapping[str, str] = field(default_factory=dict)
    """Sentences that the game has of its own, as message ids, by what notes are about."""


def notices(entries: Iterable[LogEntry], reader: Reader) -> list[str]:
    """The sentences of the notes among these entries, in order."""
    return [sentence(entry, reader) for entry in entries if _is_news(entry, reader)]


def _is_news(entry: LogEntry, reader: Reader) -> bool:
    if entry.note is None or entry.note.about not in SENTENCES:
        return False
    return entry.note.about not in REQUESTED or entry.seat is None or entry.seat != reader.seat


def sentence(entry: LogEntry, reader: Reader) -> str:
    """Format a note as a sentence; `entry` is one. Raises KeyError for a kind of note that has no sentence."""
    assert entry.note is not None
    facts: Mapping[str, str] = {name: _describe_fact(name, fact, reader) for name, fact in entry.note.facts.items()}
    player = "" if entry.seat is None else reader.names[entry.seat]
    msgid = reader.game_notices.get(entry.note.about) or SENTENCES[entry.note.about]
    return reader.words.text(msgid, **{"player": player, **facts})


def actor(name: str, words: Catalogue) -> str:
    """Name who has acted on a game: the moderator of a name, or, where it is empty, the operator."""
    return words.text("the moderator %(name)s", name=name) if name else words.text("the operator")


def _describe_fact(name: str, fact: NoteFact, reader: Reader) -> str:
    if name == "span_ms" and isinstance(fact, int):
        return span_in_words(timedelta(milliseconds=fact), reader.words)
    if name.endswith("_ms") and isinstance(fact, int):
        return reader.words.moment(from_ms(fact), reader.zone)
    if name.endswith("_day") and isinstance(fact, str):
        return reader.words.day(date.fromisoformat(fact))
    if name == "pace" and isinstance(fact, str):
        return pace_in_words(fact, reader.words)
    if name == "by":
        return actor("" if fact is None else str(fact), reader.words)
    return "" if fact is None else str(fact)
