"""Portable records out of the store: their export, the proof of their dice, and judging them again.

What is found changes nothing: a game's position is what its log tells, which no rules judge again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbem.adjudicator.log.game_session import LONGEST_PREAMBLE, PREAMBLE
from pbem.adjudicator.log.lines import read_lines, read_opening, read_whole_lines
from pbem.beacon import round_check
from pbem.games.judged import Otherwise, describe_difference
from pbem.i18n import Catalogue
from pbem.store import Tx
from pbem.store.games.game import GameRow, get_game, get_game_seed, list_epoch_seeds
from pbem.store.games.log import EntryRow, list_entries
from pbem.store.games.seats import list_seats
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.dice import commitment
from rules_core.kernel.log import lost_lines
from rules_core.kernel.position import Position
from rules_core.kernel.record import (
    Check,
    Claim,
    DiceFault,
    Record,
    Remark,
    Salt,
    checks,
    dice_claims,
    dice_remarks,
    dump,
    export,
    verify_dice,
)
from rules_core.kernel.record import differences as differences_in


def export_game(tx: Tx, game_id: int) -> str:
    """The record of a game as text: while it runs what is final, and without any seed.

    Raises NotFound, and BadRecord where nothing of its log can be read.
    """
    game = get_game(tx, game_id)
    return dump(export(record_of(tx, game, list_entries(tx, game_id))))


def list_lost_lines(tx: Tx, game_id: int) -> Sequence[int]:
    """The lines of a game's log that its record leaves out, as they cannot be read, in order. Raises NotFound."""
    game, rows = get_game(tx, game_id), list_entries(tx, game_id)
    return [*read_opening(rows).lost, *sorted(lost_lines(read_lines(ruleset_for(game.kind), rows).entries))]


def list_lost_of_opening(tx: Tx, game_id: int) -> Sequence[int]:
    """Those of a game's lost lines without which its dice cannot be proved."""
    return read_opening(list_entries(tx, game_id, upto=LONGEST_PREAMBLE)).lost


def record_of(tx: Tx, game: GameRow, rows: list[EntryRow]) -> Record:
    """The record that lines of a game's log make, from its first on; it holds seeds once the game is over.

    Lines that cannot be read, and what was played on them, are notes in it; those of the opening are left out. Raises
    BadRecord where nothing behind that can be read.
    """
    is_over = game.status == "over"
    entries = read_lines(ruleset_for(game.kind), rows).entries
    if entries and not any(entry.event for entry in entries):
        raise BadRecord("nothing of its log can be read")
    return Record(
        kind=game.kind,
        ruleset=rows[-1].ruleset_version,
        game=game.tag,
        players=tuple(seat.name for seat in list_seats(tx, game.id)),
        options=json.loads(game.options),
        opening=read_opening(rows).facts,
        entries=tuple(entries),
        seed=get_game_seed(tx, game.id) if is_over else None,
        seeds=list_epoch_seeds(tx, game.id) if is_over else {},
    )


@dataclass(frozen=True)
class Promise:
    """The seed of an epoch of dice: by which SHA-256 it was promised, and itself, in hexadecimal, once it is shown."""

    epoch: int
    sealed: str
    seed: str | None

    @property
    def is_kept(self) -> bool:
        """Whether the seed that is shown is the one promised."""
        return self.seed is not None and commitment(bytes.fromhex(self.seed)) == self.sealed


@dataclass(frozen=True)
class Proof:
    """The public facts of a game's dice. While it is played that is what is final, and no seed."""

    record: Record
    sealed_ms: int
    """When the promise was written down, at the head of the log."""
    promises: Sequence[Promise]
    """The promises of the game's own seed, and of those of later epochs that have their own."""
    checks: Sequence[Check]
    """All draws on all branches, in order."""
    faults: Sequence[DiceFault]
    remarks: Sequence[Remark]
    claims: Sequence[Claim]
    """What is proved, and against whom, as far as nothing speaks against the dice."""
    lost: Sequence[int] = ()
    """The lines of the opening that cannot be read. Without them nothing is proved, and no seed is shown."""

    @property
    def is_shown(self) -> bool:
        """Whether the seed is revealed, so that something can be proved."""
        return self.record.seed is not None

    @property
    def salts(self) -> dict[int, str]:
        """The players' salts, by seat."""
        return {fact.seat: fact.text for fact in self.record.opening if isinstance(fact, Salt)}

    @property
    def dice(self) -> int:
        """The number of dice that were rolled, on all branches."""
        return sum(len(check.logged) for check in self.checks if check.is_roll)


def load_proof(tx: Tx, game: GameRow) -> Proof:
    """The proof of a game's dice as far as there is one. Raises BadRecord where nothing of its log can be read."""
    is_over = game.status == "over"
    rows = list_entries(tx, game.id, upto=None if is_over else game.final_position)
    record, lost = record_of(tx, game, rows), read_opening(rows).lost
    if lost:
        record = replace(record, seed=None)
    return Proof(
        record=record,
        sealed_ms=next((row.at_ms for row in rows if row.kind == "commitment"), game.created_ms),
        promises=_promises(game, record),
        checks=tuple(checks(record)),
        faults=verify_dice(record, round_check()) if is_over and not lost else (),
        remarks=dice_remarks(record),
        claims=() if lost else dice_claims(record),
        lost=lost,
    )


def load_claims(tx: Tx, game: GameRow, *, whole: bool) -> Sequence[Claim]:
    """Claim that a game's dice prove, and against whom: its first dice, or those of the `whole` log with rollbacks.

    They prove nothing where a line of the log's opening cannot be read.
    """
    seats = len(list_seats(tx, game.id))
    rows = list_entries(tx, game.id, upto=game.final_position if whole else seats + len(PREAMBLE) - 1)
    return () if read_opening(rows).lost else dice_claims(record_of(tx, game, rows))


def _promises(game: GameRow, record: Record) -> list[Promise]:
    promised = {0: game.commitment}
    for entry in record.entries:
        if entry.rollback is not None and entry.rollback.commitment is not None:
            promised.setdefault(entry.rollback.epoch, entry.rollback.commitment)
    seeds = {} if record.seed is None else {0: record.seed, **record.seeds}
    return [
        Promise(epoch, sealed, seeds[epoch].hex() if epoch in seeds else None)
        for epoch, sealed in sorted(promised.items())
    ]


@dataclass(frozen=True, slots=True)
class Rejudged:
    """The outcome of judging a game again by the rules of a `version`.

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


def find_differences(tx: Tx, game: GameRow, words: Catalogue, *, is_open: bool) -> Rejudged:
    """Find where today's rules judge a game otherwise than its log tells.

    Where the game's secrets are not open to whoever asks, only what is final is judged, in the positions as a spectator
    sees them, and only what differs whatever lies behind the screens is told. Raises BadRecord where the log cannot be
    read or folded, and KeyError for a kind of game that nobody here knows.
    """
    ruleset = ruleset_for(game.kind)
    rows = list_entries(tx, game.id, upto=None if is_open else game.final_position)
    read_whole_lines(ruleset, rows)  # of a log that is damaged a part would be judged, and all of it found well
    record = record_of(tx, game, rows)

    def seen(state: Position) -> Position:
        shown: Position = state if is_open else ruleset.view(state, None).state
        return shown

    found = [describe_difference(one, record, words) for one in differences_in(record, ruleset, seen)]
    return Rejudged(ruleset.version, _stamps(rows), record.players, tuple(found))


def _stamps(rows: Sequence[EntryRow]) -> tuple[tuple[int, int], ...]:
    """From which positions on lines were judged by which version, as far as it changes."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if not found or found[-1][1] != row.ruleset_version:
            found.append((row.position, row.ruleset_version))
    return tuple(found)
