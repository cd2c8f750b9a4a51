"""How the dice fell: in a game, to a player, on the whole server, each with how often fair dice deviate as far.

Only rolls that are final count, and every roll is at once, so that nothing is told here that is not public. Rolls are
held against the dice of their own games: where an operator has edited those, what fell before is judged by itself.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.adjudicator.statistics.rolls import begun
from pbem.games.presentation import presentation_of
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.store.tallies import Sides, Thrown
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.fairness import MOST_EXACT, REMARKABLE, Fairness, bonferroni, fairness, holm, most_exact

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
        game = ruleset_for(self.kind)
        sides = dict(zip(self.found.faces, self.found.sides, strict=True))
        return all(Counter(one) != sides for one in game.dice(game.read_components(game.components)))

    @property
    def is_remarkable(self) -> bool:
        """Whether it deviates farther than the luck of so many should."""
        return self.corrected < REMARKABLE


def of_game(tx: Tx, game: GameRow) -> list[Luck]:
    """The dice of a game, by their kinds, thrown or not. There are as many tests as games of its kind.

    Raises BadRecord where its log does not tell how it began.
    """
    ruleset = ruleset_for(game.kind)
    fell: dict[Sides, Counter[str]] = {}
    for one in ruleset.dice(ruleset.read_components(begun(tx, game).components)):
        fell[tuple(sorted(one))] = Counter()
    for throw in repo.throws(tx, game.id):
        fell.setdefault(throw.sides, Counter()).update(throw.fell)
    games = sum(n for (kind, _status), n in repo.game_counts(tx).items() if kind == game.kind)
    whole = (Thrown(game.kind, sides, None, "", counts) for sides, counts in fell.items())
    return [_one("game", one, games) for one in whole]


def of_player(tx: Tx, player_id: int) -> list[Luck]:
    """A player's dice, by kind of game. There are as many tests as players who have rolled such dice there."""
    return [_one("player", one, repo.count_throwers(tx, one.kind, one.sides)) for one in repo.thrown_by(tx, player_id)]


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


def exact_upto() -> int:
    """Up to how many dice of new games are judged exactly, whichever they are."""
    games = (ruleset_for(kind) for kind in kinds())
    dice = (die for game in games for die in game.dice(game.read_components(game.components)))
    return min((most_exact(len(set(die))) for die in dice), default=MOST_EXACT)


def _one(whose: Whose, thrown: Thrown, tests: int) -> Luck:
    found = _judged(thrown)
    return Luck(whose, thrown.kind, found, tests, bonferroni(found.chance, tests), thrown.player_id, thrown.name)


def _judged(thrown: Thrown) -> Fairness:
    """How fair dice are, by the sides of those that were thrown; faces are told in the order of their game."""
    order = {face: at for at, face in enumerate(presentation_of(thrown.kind).dice)}
    return fairness(thrown.fell, sorted(thrown.sides, key=lambda face: order.get(face, len(order))))
