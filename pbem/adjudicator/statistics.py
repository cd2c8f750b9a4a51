"""Statistics of players, of kinds of game, and of how dice fell, put together from what was counted.

Only rolls that are final count, and every roll is at once, so that nothing is told here that is not public. Rolls are
held against the dice of their own games: where an operator has edited those, what fell before is judged by itself.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median
from typing import Literal, TypeAlias

from pbem.adjudicator.counts import SHOWN_FROM, load_begun
from pbem.games.presentation import presentation_of
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.listing import count_games
from pbem.store.games.statistics import (
    Ends,
    Group,
    Order,
    PlayerLine,
    Skill,
    Tenures,
    Turns,
    find_median_time,
    find_newest_rating,
    list_ends_of_kind,
    list_ends_of_player,
    list_lines_of_players,
    list_players_of_kind,
    list_tenures_of_player,
    list_times_of_player,
    list_turns_of_kind,
    list_turns_of_player,
    rank_players_of_kind,
)
from pbem.store.games.throws import (
    Sides,
    Thrown,
    count_throwers,
    list_thrown_by,
    list_thrown_by_kind,
    list_thrown_by_players,
    list_throws,
)
from pbem.store.players.preferences import AbsenceRow, list_absences
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.dice import MOST_EXACT, REMARKABLE, Fairness, bonferroni, fairness, holm, most_exact

Whose: TypeAlias = Literal["game", "player", "server"]


@dataclass(frozen=True)
class Tally:
    """The counts of games of one kind with one number of seats; both are None for all of a player's games together."""

    kind: str | None
    seats: int | None
    ends: Ends
    turns: Turns
    tenures: Tenures
    median_ms: float | None = None
    """The time in the middle of those in which players played turns themselves; None where they played none."""


@dataclass(frozen=True)
class Profile:
    """The public facts of a player beside their games."""

    tallies: Sequence[Tally]
    """What is counted, by kind and number of seats."""
    together: Tally
    skills: Mapping[str, Skill]
    """Their ratings by kind of game, of those that are shown."""
    away: Sequence[AbsenceRow]


def load_profile(tx: Tx, player_id: int, today: date) -> Profile:
    """The public profile of a player. Scores and places are told of games that are over alone."""
    *tallies, together = tally_player(tx, player_id) or [Tally(None, None, Ends(), Turns(), Tenures())]
    away = list_absences(tx, player_id, today.isoformat())
    return Profile(tallies, together, load_skills(tx, player_id), away)


def tally_player(tx: Tx, player_id: int) -> list[Tally]:
    """Tally a player's games by kind and number of seats, and all of them together at the end."""
    return _tallies(
        list_ends_of_player(tx, player_id),
        list_turns_of_player(tx, player_id),
        list_tenures_of_player(tx, player_id),
        _medians(list_times_of_player(tx, player_id)),
    )


def tally_kind(tx: Tx, kind: str) -> list[Tally]:
    """Tally all games of a kind, by number of seats."""
    turns = list_turns_of_kind(tx, kind)
    medians: dict[Group, float | None] = {(kind, seats): find_median_time(tx, kind, seats or 0) for _, seats in turns}
    return _tallies(list_ends_of_kind(tx, kind), turns, {}, medians)


def load_skills(tx: Tx, player_id: int) -> dict[str, Skill]:
    """A player's ratings by kind of game, of those that are shown."""
    newest = {kind: find_newest_rating(tx, kind, player_id) for kind in kinds()}
    return {
        kind: Skill(rating.mu, rating.sigma, rating.games)
        for kind, rating in newest.items()
        if rating and rating.games >= SHOWN_FROM
    }


def rank(tx: Tx, kind: str, order: Order) -> list[int]:
    """All players who have finished games of a kind, the best first, by their ids. Reads all results and turns."""
    return rank_players_of_kind(tx, kind, order, SHOWN_FROM)


def list_ranked(tx: Tx, kind: str, player_ids: Sequence[int]) -> list[PlayerLine]:
    """Some players who have finished games of a kind, in this order, with the ratings that are shown."""
    found = {line.player_id: line for line in list_lines_of_players(tx, kind, SHOWN_FROM, player_ids)}
    return [found[player_id] for player_id in player_ids if player_id in found]


def list_ranking(tx: Tx, kind: str, order: Order, limit: int, offset: int = 0) -> list[PlayerLine]:
    """A stretch of the players who have finished games of a kind, the best first, with the ratings that are shown."""
    return list_players_of_kind(tx, kind, order, SHOWN_FROM, limit, offset)


def _medians(times: Iterable[tuple[str, int, int]]) -> dict[Group, float]:
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


@dataclass(frozen=True)
class Luck:
    """Dice of the same sides that were counted in games of one kind, and how far they are from fair ones."""

    whose: Whose
    kind: str
    found: Fairness
    tests: int
    """How many tests like it are made on this server."""
    corrected: float
    """Its chance, corrected for the number of tests."""
    player_id: int | None = None
    name: str = ""

    @property
    def has_other_dice(self) -> bool:
        """Whether they were thrown with other dice than new games of their kind have."""
        game = ruleset_for(self.kind)
        sides = dict(zip(self.found.faces, self.found.sides, strict=True))
        return all(Counter(one) != sides for one in game.dice(game.read_components(game.components)))

    @property
    def is_remarkable(self) -> bool:
        """Whether it deviates farther than fair luck should among this many tests."""
        return self.corrected < REMARKABLE


def luck_of_game(tx: Tx, game: GameRow) -> list[Luck]:
    """The dice of a game, by their kinds, thrown or not. There are as many tests as games of its kind.

    Raises BadRecord where its log does not tell how it began.
    """
    ruleset = ruleset_for(game.kind)
    fell: dict[Sides, Counter[str]] = {}
    for one in ruleset.dice(ruleset.read_components(load_begun(tx, game).components)):
        fell[tuple(sorted(one))] = Counter()
    for throw in list_throws(tx, game.id):
        fell.setdefault(throw.sides, Counter()).update(throw.fell)
    games = sum(n for (kind, _status), n in count_games(tx).items() if kind == game.kind)
    whole = (Thrown(game.kind, sides, None, "", counts) for sides, counts in fell.items())
    return [_one("game", one, games) for one in whole]


def luck_of_player(tx: Tx, player_id: int) -> list[Luck]:
    """A player's dice, by kind of game. There are as many tests as players who have rolled such dice there."""
    return [_one("player", one, count_throwers(tx, one.kind, one.sides)) for one in list_thrown_by(tx, player_id)]


def luck_of_server(tx: Tx) -> list[Luck]:
    """All dice that were thrown, by kind of game. There are as many tests as kinds."""
    found = [(one, _judged(one)) for one in list_thrown_by_kind(tx)]
    corrected = holm([judged.chance for _one, judged in found])
    return [
        Luck("server", one.kind, judged, len(found), counts)
        for (one, judged), counts in zip(found, corrected, strict=True)
    ]


def luck_of_players(tx: Tx, kind: str) -> list[Luck]:
    """The dice of every player who has rolled in games of a kind, corrected among each other, by their names."""
    found = [(one, _judged(one)) for one in list_thrown_by_players(tx) if one.kind == kind]
    corrected = holm([judged.chance for _one, judged in found])
    return [
        Luck("player", kind, judged, len(found), counts, one.player_id, one.name)
        for (one, judged), counts in zip(found, corrected, strict=True)
    ]


def exact_upto() -> int:
    """Up to how many dice of new games are judged exactly, whichever they are."""
    games = (ruleset_for(kind) for kind in kinds())
    dice = (die for game in games for die in game.dice(game.read_components(game.components)))
    return min((most_exact(len(set(die))) for die in dice), default=MOST_EXACT)


def _one(whose: Whose, thrown: Thrown, tests: int) -> Luck:
    found = _judged(thrown)
    return Luck(whose, thrown.kind, found, tests, bonferroni(found.chance, tests), thrown.player_id, thrown.name)


def _judged(thrown: Thrown) -> Fairness:
    order = {face: at for at, face in enumerate(presentation_of(thrown.kind).dice)}
    return fairness(thrown.fell, sorted(thrown.sides, key=lambda face: order.get(face, len(order))))
