"""How the dice fell: in a game, to a player, on the whole server, each with how often fair dice deviate as far.

Only rolls that are final count, and every roll is at once, so that nothing is told here that is not public. Rolls are
held against the dice of their own games: where an operator has edited those, what fell before is judged by itself.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.store.tallies import Thrown
from rules_core.games import ruleset_for
from rules_core.kernel.fairness import REMARKABLE, Fairness, bonferroni, fairness, holm
from rules_core.line.components import components_from
from rules_core.line.dice import FACES, NO_DICE, Dice, Face

Whose: TypeAlias = Literal["game", "player", "server"]


@dataclass(frozen=True)
class Luck:
    """Dice of the same sides that were counted in games of one kind, and how far they are from fair ones."""

    whose: Whose
    kind: str
    found: Fairness
    tests: int
    """How many tests like it are made on this server."""
    corrected: float
    """Its chance as it counts among them."""
    player_id: int | None = None
    name: str = ""

    @property
    def has_other_dice(self) -> bool:
        """Whether they were thrown with other dice than new games of their kind have."""
        sides = dict(zip(self.found.faces, self.found.sides, strict=True))
        return sides != Counter(components_from(ruleset_for(self.kind).components).faces)

    @property
    def is_remarkable(self) -> bool:
        """Whether it deviates farther than the luck of so many should."""
        return self.corrected < REMARKABLE


def of_game(tx: Tx, game: GameRow, faces: Sequence[Face]) -> Luck:
    """The dice of a game, which have these faces. There are as many tests as games of its kind."""
    thrown = NO_DICE
    for throw in repo.throws(tx, game.id):
        thrown = thrown.plus(throw.dice)
    games = sum(n for (kind, _status), n in repo.game_counts(tx).items() if kind == game.kind)
    return _one("game", game.kind, fairness(_by_face(thrown), faces), games)


def of_player(tx: Tx, player_id: int) -> list[Luck]:
    """A player's dice, by kind of game. There are as many tests as players who have rolled such dice there."""
    return [
        _one("player", one.kind, _judged(one), repo.count_throwers(tx, one.kind, one.sides), one)
        for one in repo.thrown_by(tx, player_id)
    ]


def of_server(tx: Tx) -> list[Luck]:
    """All dice that were thrown, by kind of game. There are as many tests as kinds."""
    found = [(one, _judged(one)) for one in repo.thrown_by_kind(tx)]
    corrected = holm([judged.chance for _one, judged in found])
    return [
        Luck("server", one.kind, judged, len(found), counts)
        for (one, judged), counts in zip(found, corrected, strict=True)
    ]


def of_players(tx: Tx, kind: str) -> list[Luck]:
    """The dice of every player who has rolled in games of a kind, corrected among each other, by their names."""
    found = [(one, _judged(one)) for one in repo.thrown_by_players(tx) if one.kind == kind]
    corrected = holm([judged.chance for _one, judged in found])
    return [
        Luck("player", kind, judged, len(found), counts, one.player_id, one.name)
        for (one, judged), counts in zip(found, corrected, strict=True)
    ]


def _one(whose: Whose, kind: str, found: Fairness, tests: int, thrown: Thrown | None = None) -> Luck:
    corrected = bonferroni(found.chance, tests)
    if thrown is None:
        return Luck(whose, kind, found, tests, corrected)
    return Luck(whose, kind, found, tests, corrected, thrown.player_id, thrown.name)


def _judged(thrown: Thrown) -> Fairness:
    """How fair dice are, by the sides of those that were thrown."""
    sides = [face for face, number in zip(FACES, thrown.sides, strict=True) for _ in range(int(number))]
    return fairness(_by_face(thrown.dice), sides)


def _by_face(dice: Dice) -> dict[str, int]:
    return dict(zip(FACES, dice, strict=True))
