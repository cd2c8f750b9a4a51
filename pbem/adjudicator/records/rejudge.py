"""Games judged again by today's rules: before a rules fix is taken into use, or after, where they differ.

What is found changes nothing: a game's position is what its log tells, which no rules judge again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.records.export import record_of
from pbem.games.judged import Otherwise, word_difference
from pbem.i18n import Catalogue
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import EntryRow, GameRow
from rules_core.games import ruleset_for
from rules_core.kernel.position import Position
from rules_core.kernel.record import differences as differences_in


@dataclass(frozen=True, slots=True)
class Rejudged:
    """What came of judging a game again by the rules of a `version`.

    `stamps` tells from which positions on lines were judged by which version. `players` are the names by seat.
    """

    version: int
    stamps: tuple[tuple[int, int], ...]
    players: tuple[str, ...]
    differences: tuple[Otherwise, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """The versions other than this one by which lines were judged, in order."""
        return tuple(sorted({version for _, version in self.stamps} - {self.version}))

    def judged_by(self, position: int) -> int:
        """The version by which the line at a position was judged."""
        return [version for start, version in self.stamps if start <= position][-1]


def differences(tx: Tx, game: GameRow, words: Catalogue, *, is_open: bool) -> Rejudged:
    """Where today's rules judge a game otherwise than its log tells.

    Where the game's secrets are not open to whoever asks, only what is final is judged, in the positions as a spectator
    sees them, and only what differs whatever lies behind the screens is told. Raises BadRecord where the log cannot be
    read or folded, and KeyError for a kind of game that nobody here knows.
    """
    ruleset = ruleset_for(game.kind)
    rows = repo.entries(tx, game.id, upto=None if is_open else game.final_position)
    record = record_of(tx, game, rows)

    def seen(state: Position) -> Position:
        shown: Position = state if is_open else ruleset.view(state, None).state
        return shown

    found = [word_difference(one, record, words) for one in differences_in(record, ruleset, seen)]
    return Rejudged(ruleset.version, _stamps(rows), record.players, tuple(found))


def _stamps(rows: Sequence[EntryRow]) -> tuple[tuple[int, int], ...]:
    """From which positions on lines were judged by which version, as far as it changes."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if not found or found[-1][1] != row.ruleset_version:
            found.append((row.position, row.ruleset_version))
    return tuple(found)
