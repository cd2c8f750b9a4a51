"""Matters that need a moderator, in all games that they may moderate: one line each, the worst first, with next steps.

All of it is told of by few questions to the database. Only games over which somebody has stumbled are opened, to see
whether their logs can be read at all; what is wrong with one is not told further, since it might quote what is secret.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import groupby, islice
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.sessions import load_game
from pbem.i18n import N_, Catalogue
from pbem.reports.notes import span_in_words
from pbem.store import Tx, UnitOfWork
from pbem.store.games.log import list_notes
from pbem.store.moderation.waiting import (
    MOST_TASKS,
    ModeratorTask,
    list_damaged_games,
    list_deserted_games,
    list_disputes_waiting,
    list_held_games,
    list_idle_bots,
    list_late_turns,
    list_proposals_to_vacant_seats,
    list_shunted_letters,
    list_undelivered_mails,
    list_unreachable_seats,
    list_untaken_seats,
    list_unwatched_games,
)
from pbem.store.players.player import PlayerRow
from rules_core.kernel.codec import BadRecord

Sort: TypeAlias = Literal[
    "unreadable",
    "deserted",
    "disputed",
    "shunted",
    "idle bot",
    "unwatched",
    "vacant",
    "proposed",
    "held",
    "unreachable",
    "undelivered",
    "late",
]
Next: TypeAlias = Literal["release", "extend", "substitute", "cancel", "retry", "dispute", "mails", "file"]

_HOUR_MS: Final = 3_600_000
PATIENCE_MS: Final = _HOUR_MS
"""How long after its time something that happens by itself may be wanting before a moderator is told."""
VACANCY_MS: Final = 24 * _HOUR_MS
"""How long a seat that nobody is asked to take may be vacant before a moderator is told."""
MOST_COUNTED: Final = 100
"""Needs that are counted for the head of a page."""
MOST_OPENED: Final = 20
"""Games that are opened to see whether their logs can be read; where there are more, the whole server is out."""

WORDS: Final[Mapping[Sort, tuple[str, str]]] = {
    "unreadable": (N_("damaged"), N_("Its log cannot be read to its end: roll it back, or cancel it.")),
    "deserted": (N_("deserted"), N_("Nobody is left in it.")),
    "disputed": (N_("disputed"), N_("%(player)s disputes the play.")),
    "shunted": (N_("email set aside"), N_("An email from %(player)s could not be processed.")),
    "idle bot": (N_("stuck"), N_("A bot should play for %(player)s, and does not.")),
    "unwatched": (N_("stuck"), N_("The server should have looked at it, and did not.")),
    "vacant": (N_("vacant seat"), N_("Nobody takes over %(player)s's seat.")),
    "proposed": (
        N_("rollback request"),
        N_("%(player)s asks to roll it back, and nobody can agree for a vacant seat; a moderator can."),
    ),
    "held": (N_("on hold"), N_("It is on hold: %(reason)s")),
    "unreachable": (N_("unreachable"), N_("Emails to %(player)s came back, and are stopped.")),
    "undelivered": (N_("email undelivered"), N_("Emails do not reach %(player)s.")),
    "late": (N_("late"), N_("%(player)s is late.")),
}
"""What each sort of need is called, and what is said of it; the worst first."""
NEXT: Final[Mapping[Sort, tuple[Next, ...]]] = {
    "unreadable": ("file", "cancel"),
    "deserted": ("substitute", "cancel"),
    "disputed": ("dispute",),
    "shunted": ("retry",),
    "idle bot": ("file",),
    "unwatched": ("file",),
    "vacant": ("substitute",),
    "proposed": ("file",),
    "held": ("release",),
    "unreachable": ("mails", "substitute"),
    "undelivered": ("mails", "substitute"),
    "late": ("extend", "substitute"),
}
"""What a moderator may do next, the likeliest first."""
_STUMBLES: Final = ("shunted", "idle bot", "unwatched")
"""Needs that may come of a log that cannot be read."""
_RANK: Final = {sort: rank for rank, sort in enumerate(WORDS)}


@dataclass(frozen=True, slots=True)
class Need:
    """Something that needs a moderator since a moment; of a game, unless the letter put aside was to no seat.

    `item` is the number of the dispute, mail or position, or the mark of the letter; `reason` why a game is held;
    `others` in how many more games mails do not reach the same player.
    """

    sort: Sort
    since_ms: int
    game_id: int | None
    tag: str | None
    name: str | None
    seat: int | None
    player: str | None
    item: int | str | None = None
    reason: str = ""
    others: int = 0

    @property
    def next(self) -> tuple[Next, ...]:
        """The next steps open to a moderator, the likeliest first."""
        return NEXT[self.sort]


def needs(unit: UnitOfWork, player: PlayerRow) -> list[Need]:
    """The needs for a player who is a moderator, the worst first, and of the same sort the oldest; none for others.

    Of each sort there are MOST_TASKS at most: those that have waited longest.
    """
    found = _with_broken_logs(unit, _found(unit, player))
    explained = [replace(need, reason=_why_held(unit, need.game_id)) if need.sort == "held" else need for need in found]
    return sorted(explained, key=lambda need: (_RANK[need.sort], need.since_ms, need.game_id or 0, str(need.item)))


def count_needs(unit: UnitOfWork, player: PlayerRow) -> int:
    """Count the needs up to one more than MOST_COUNTED, without opening a game: for the head of every page."""
    return min(len(_found(unit, player, MOST_COUNTED + 1)), MOST_COUNTED + 1)


def describe_need(need: Need, words: Catalogue) -> str:
    """Describe a need in a sentence."""
    player = need.player or words.text("someone")
    if need.others:
        one = N_("Emails do not reach %(player)s, here and in %(n)s more game.")
        many = N_("Emails do not reach %(player)s, here and in %(n)s more games.")
        return words.plural(one, many, need.others, player=player)
    if need.sort == "held" and not need.reason:
        return words.text("It is on hold.")
    return words.text(WORDS[need.sort][1], player=player, reason=need.reason)


def age(need: Need, now_ms: int, words: Catalogue) -> str:
    """For how long it has been so."""
    return span_in_words(timedelta(milliseconds=max(0, now_ms - need.since_ms)), words)


def _found(unit: UnitOfWork, player: PlayerRow, most: int = MOST_TASKS) -> list[Need]:
    if not player.moderator:
        return []
    me, before = player.id, unit.now_ms - PATIENCE_MS
    idle, unwatched = list_idle_bots(unit, me, before, most), list_unwatched_games(unit, me, before, most)
    damaged = list_damaged_games(unit, me, most)
    disputed, stopped = list_disputes_waiting(unit, me, most), list_unreachable_seats(unit, me, most)
    known = {row.player_id for row in stopped}
    return [
        *_as("unreadable", damaged),
        *_as("disputed", disputed),
        *_as("shunted", list_shunted_letters(unit, me, most)),
        *_as("idle bot", idle),
        *_as("unwatched", _of_others(unwatched, idle)),
        *_as("late", _of_others(list_late_turns(unit, me, unit.now_ms, most), unwatched)),
        *_as("held", _of_others(list_held_games(unit, me, most), [*disputed, *damaged])),
        *_as("vacant", list_untaken_seats(unit, me, unit.now_ms - VACANCY_MS, most)),
        *_as("proposed", list_proposals_to_vacant_seats(unit, me, unit.now_ms, most)),
        *_as("deserted", list_deserted_games(unit, me, most)),
        *_once_each("unreachable", stopped),
        *_once_each(
            "undelivered", [row for row in list_undelivered_mails(unit, me, most) if row.player_id not in known]
        ),
    ]


def _of_others(rows: Iterable[ModeratorTask], explained: Iterable[ModeratorTask]) -> list[ModeratorTask]:
    games = {row.game_id for row in explained}
    return [row for row in rows if row.game_id not in games]


def _as(sort: Sort, rows: Iterable[ModeratorTask]) -> Iterable[Need]:
    return [Need(sort, row.since_ms, row.game_id, row.tag, row.name, row.seat, row.player, row.item) for row in rows]


def _once_each(sort: Sort, rows: Sequence[ModeratorTask]) -> Iterable[Need]:
    """One for each player: mails that do not reach them are about their address, not about a game."""
    by_player = sorted(rows, key=lambda row: row.player_id or 0)
    for _player, group in groupby(by_player, key=lambda row: row.player_id):
        mails = list(group)
        (need,) = _as(sort, mails[:1])
        yield replace(need, others=len({row.game_id for row in mails}) - 1)


def _why_held(tx: Tx, game_id: int | None) -> str:
    for row in reversed(list_notes(tx, game_id or 0)):
        with suppress(ValueError):
            facts = json.loads(row.payload)
            if str(facts.get("about", "")).startswith("held"):
                return str(facts.get("reason", ""))
    return ""


def _with_broken_logs(tx: Tx, found: Sequence[Need]) -> list[Need]:
    """The needs, those of a game whose log cannot be read as one more; what it keeps the server from doing is none."""
    stumbles = sorted((need for need in found if need.sort in _STUMBLES), key=lambda need: need.since_ms)
    stumbled = dict.fromkeys(need.game_id for need in stumbles if need.game_id is not None)
    broken = {game_id for game_id in islice(stumbled, MOST_OPENED) if not _can_be_read(tx, game_id)}
    readable = [need for need in found if need.game_id not in broken or need.sort == "shunted"]
    for game_id in broken:
        needs_of_it = [need for need in found if need.game_id == game_id]
        since = min(need.since_ms for need in needs_of_it)
        readable.append(replace(needs_of_it[0], sort="unreadable", since_ms=since, seat=None, player=None, item=None))
    return readable


def _can_be_read(tx: Tx, game_id: int) -> bool:
    try:
        load_game(tx, game_id)
    except (BadRecord, ValueError, KeyError):
        return False
    return True
