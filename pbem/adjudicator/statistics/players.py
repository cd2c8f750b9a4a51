"""Statistics of players and of kinds of game, put together from what was counted as games went on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median

from pbem.adjudicator.statistics.ratings import SHOWN_FROM
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import AbsenceRow
from pbem.store.tallies import Ends, Group, Order, PlayerLine, Skill, Tenures, Turns
from rules_core.games import kinds


@dataclass(frozen=True)
class Tally:
    """What is counted of games of one kind with so many seats; both are None for all of a player's games together."""

    kind: str | None
    seats: int | None
    ends: Ends
    turns: Turns
    tenures: Tenures
    median_ms: float | None = None
    """The time in the middle of those in which players played turns themselves; None where they played none."""


@dataclass(frozen=True)
class Profile:
    """What everybody may know of a player beside his games."""

    tallies: Sequence[Tally]
    """What is counted, by kind and number of seats."""
    together: Tally
    skills: Mapping[str, Skill]
    """His ratings by kind of game, of those that are shown."""
    away: Sequence[AbsenceRow]
    """When he is away now, or will be."""


def profile(tx: Tx, player_id: int, today: date) -> Profile:
    """What everybody may know of a player. Scores and places are told of games that are over alone."""
    *tallies, together = of_player(tx, player_id) or [Tally(None, None, Ends(), Turns(), Tenures())]
    away = repo.absences(tx, player_id, today.isoformat())
    return Profile(tallies, together, skills(tx, player_id), away)


def of_player(tx: Tx, player_id: int) -> list[Tally]:
    """What is counted of a player, by kind and number of seats, and all of it together at the end."""
    return _tallies(
        repo.ends_of_player(tx, player_id),
        repo.turns_of_player(tx, player_id),
        repo.tenures_of_player(tx, player_id),
        _medians(repo.times_of_player(tx, player_id)),
    )


def of_kind(tx: Tx, kind: str) -> list[Tally]:
    """What is counted of all games of a kind, by number of seats."""
    turns = repo.turns_of_kind(tx, kind)
    medians: dict[Group, float | None] = {(kind, seats): repo.median_time(tx, kind, seats or 0) for _, seats in turns}
    return _tallies(repo.ends_of_kind(tx, kind), turns, {}, medians)


def skills(tx: Tx, player_id: int) -> dict[str, Skill]:
    """A player's ratings by kind of game, of those that are shown."""
    newest = {kind: repo.newest_rating(tx, kind, player_id) for kind in kinds()}
    return {
        kind: Skill(rating.mu, rating.sigma, rating.games)
        for kind, rating in newest.items()
        if rating and rating.games >= SHOWN_FROM
    }


def ranking(tx: Tx, kind: str, order: Order, limit: int, offset: int = 0) -> list[PlayerLine]:
    """A stretch of the players who have finished games of a kind, the best first, with the ratings that are shown."""
    return repo.players_of_kind(tx, kind, order, SHOWN_FROM, limit, offset)


def _medians(times: Iterable[tuple[str, int, int]]) -> dict[Group, float]:
    """The medians of times by kind and number of seats, and that of all of them."""
    found: dict[Group, list[int]] = {}
    for kind, seats, took_ms in times:
        for group in ((kind, seats), (None, None)):
            found.setdefault(group, []).append(took_ms)
    return {group: median(took) for group, took in found.items()}


def _tallies(
    ends: Mapping[Group, Ends],
    turns: Mapping[Group, Turns],
    tenures: Mapping[Group, Tenures],
    medians: Mapping[Group, float | None],
) -> list[Tally]:
    groups = sorted({*ends, *turns, *tenures}, key=lambda group: (group[0] is None, str(group[0]), group[1] or 0))
    return [
        Tally(
            *group,
            ends.get(group, Ends()),
            turns.get(group, Turns()),
            tenures.get(group, Tenures()),
            medians.get(group),
        )
        for group in groups
    ]
