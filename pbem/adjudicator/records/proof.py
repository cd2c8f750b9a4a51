"""The proof of a game's dice, for everybody to see: what was promised, what was rolled, and what the seed gives."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.game_session import PREAMBLE
from pbem.adjudicator.records.export import record_of
from pbem.beacon.signatures import round_check
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from rules_core.kernel.dice import commitment
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
    verify_dice,
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
    """What everybody may know of a game's dice. While it is played that is what is final, and no seed."""

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
        """How many dice were rolled, on all branches."""
        return sum(len(check.logged) for check in self.checks if check.is_roll)


def proof_of(tx: Tx, game: GameRow) -> Proof:
    """The proof of a game's dice as far as there is one. Raises BadRecord where its log is damaged."""
    is_over = game.status == "over"
    rows = repo.entries(tx, game.id, upto=None if is_over else game.final_position)
    record = record_of(tx, game, rows)
    return Proof(
        record=record,
        sealed_ms=next((row.at_ms for row in rows if row.kind == "commitment"), game.created_ms),
        promises=_promises(game, record),
        checks=tuple(checks(record)),
        faults=verify_dice(record, round_check()) if is_over else (),
        remarks=dice_remarks(record),
        claims=dice_claims(record),
    )


def claims_of(tx: Tx, game: GameRow, *, whole: bool) -> Sequence[Claim]:
    """What the dice of a game prove, and against whom: of its first dice, or of the `whole` log, rollbacks included."""
    seats = len(repo.seats(tx, game.id))
    rows = repo.entries(tx, game.id, upto=game.final_position if whole else seats + len(PREAMBLE) - 1)
    return dice_claims(record_of(tx, game, rows))


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
