"""The proof of a record's dice: every draw follows from a seed committed to before anybody chose words.

So no player can influence the dice. The operator knows the seed and can try out the last words; only a public round
that is published after the last words rules that out. `dice_claims` says what is proved, and against whom. The
signature of a public round is checked by a function passed in, since the standard library cannot.

Where a finished game is taken up again its seed is public, and where the server was restored from a backup it may be
known; the dice of the epoch that begins there have a seed of their own, which the rollback commits to. Whoever chose it
knew the salts, as `dice_remarks` says openly.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_core.kernel.beacon import BeaconDraw
from rules_core.kernel.dice import Draw, DrawKey, commitment, keyed_draw
from rules_core.kernel.events import DiceRolled, Ending
from rules_core.kernel.log import ARRANGED, LogEntry, LoggedDraw, Rollback, drawn, restores
from rules_core.kernel.record.text import Commitment, Record, Salt
from rules_core.kernel.registry import ruleset_for
from rules_core.kernel.rulebook import Fact

ClaimCode: TypeAlias = Literal[
    "players_cannot_steer",
    "host_could_choose",
    "words_from_server",
    "round_to_come",
    "round_or_none",
    "nobody_could_choose",
    "round_left_out",
    "two_choices",
    "chain_unknown",
    "new_dice_foreseen",
    "new_dice_chosen",
]

FaultCode: TypeAlias = Literal[
    "seed_not_revealed",
    "no_commitment",
    "two_commitments",
    "seed_differs",
    "salt_before_commitment",
    "salt_missing",
    "two_salts",
    "epoch_differs",
    "later_promised_twice",
    "later_unpromised",
    "later_missing",
    "later_differs",
    "draw_differs",
    "roll_differs",
    "two_beacons",
    "beacon_not_last",
    "beacon_too_early",
    "beacon_missing",
    "beacon_signature_differs",
    "beacon_unchecked",
]
RemarkCode: TypeAlias = Literal["promised_after_salts", "restored", "seed_was_shown", "arranged"]
RoundCheck: TypeAlias = Callable[[BeaconDraw], bool]
"""Says whether a draw's signature is that of its round by the key of its chain."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A thing that holds of a game's dice; `facts` are its numbers, digests and moments in Unix milliseconds.

    `seats` are seats from 0 with spaces between.
    """

    code: ClaimCode
    facts: Mapping[str, Fact]


def dice_claims(record: Record) -> list[Claim]:
    """List what is proved of a record's dice and against whom, in the order in which it is shown.

    It holds as far as `verify_dice` finds nothing against them.
    """
    from_server = [fact.seat for fact in record.opening if isinstance(fact, Salt) and fact.from_server]
    digest = next((fact.digest for fact in record.opening if isinstance(fact, Commitment)), "")
    fingerprint = "" if record.beacon is None else record.beacon.fingerprint(digest, record.salts)
    return [*opening_claims(record.beacon, from_server, fingerprint), *_later_claims(record)]


def opening_claims(
    beacon: BeaconDraw | None, from_server: Sequence[int] = (), fingerprint: str = "", *, has_begun: bool = True
) -> list[Claim]:
    """List what holds of a game's first dice: of one that has begun, or of one that a waiting list is to become.

    `from_server` are the seats whose words the server chose; `fingerprint` is that of `BeaconDraw.fingerprint`.
    """
    claims = [Claim("players_cannot_steer", {})]
    if beacon is None:
        claims.append(Claim("host_could_choose", {}))
    else:
        claims += _beacon_claims(beacon, fingerprint, has_begun=has_begun)
    if from_server:
        claims.append(Claim("words_from_server", {"seats": " ".join(map(str, sorted(from_server)))}))
    return claims


def _beacon_claims(beacon: BeaconDraw, fingerprint: str, *, has_begun: bool) -> Iterator[Claim]:
    facts: dict[str, Fact] = {
        "round": beacon.number,
        "name": beacon.chain.name,
        "chain": beacon.chain.hash,
        "published_ms": beacon.published_ms,
        "fixed_ms": beacon.fixed_ms,
        "fingerprint": fingerprint,
    }
    if not has_begun:
        yield Claim("round_to_come", facts)
        if beacon.rule == "without":
            yield Claim("round_or_none", facts)
    elif beacon.signature is None:
        yield Claim("round_left_out", facts)
        yield Claim("host_could_choose", {})
    else:
        yield Claim("nobody_could_choose", facts)
        if beacon.rule == "without":
            yield Claim("two_choices", facts)
    if not beacon.chain.is_known:
        yield Claim("chain_unknown", facts)


def _later_claims(record: Record) -> Iterator[Claim]:
    """Rollbacks to new dice, of which no public round proves anything.

    Their seed is their own, drawn when words and round were known, or the first, as long as it was not shown.
    """
    used, shown = {0}, False
    for entry in record.entries:
        back = entry.rollback
        shown = shown or isinstance(entry.payload, Ending)
        if back is not None and back.epoch not in used:
            used.add(back.epoch)
            facts: Mapping[str, Fact] = {"position": entry.position, "epoch": back.epoch}
            if back.commitment is not None:
                yield Claim("new_dice_chosen", facts)
            elif not shown:
                yield Claim("new_dice_foreseen", facts)


@dataclass(frozen=True, slots=True)
class DiceFault:
    """A thing found against a record's dice: `code` says which kind, `facts` what it is (positions, seats, faces)."""

    code: FaultCode
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Check:
    """A draw that a log tells of, and what the seed gives for its keys; a roll is a draw of several dice.

    `what` is the name that the game gives to draws like it: "roll" for faces, or "start" for the seat that begins.
    """

    position: int
    epoch: int
    year: int
    seat: int | None
    """The seat that rolled; None where nobody did."""
    what: str
    is_roll: bool
    """Whether dice were rolled, so that faces are told."""
    keys: tuple[DrawKey, ...]
    """The places of the draws in the game, one for each that is told."""
    logged: tuple[Fact, ...]
    drawn: tuple[Fact, ...] | None
    """None as long as the seed is not revealed."""

    @property
    def holds(self) -> bool:
        """Whether what was logged is what the seed gives."""
        return self.drawn == self.logged


@dataclass(frozen=True, slots=True)
class Remark:
    """A thing to know of a record's dice though every roll checks: from which position on, and in which epoch."""

    code: RemarkCode
    facts: Mapping[str, Fact]


def verify_dice(record: Record, check_round: RoundCheck | None = None) -> list[DiceFault]:
    """List what speaks against the dice of a finished game; empty where they are proved.

    A public round that is part of the draws must be signed by its chain's key, be later than the players' words, and be
    left out only where the list allowed it; without `check_round` its signature is reported as unchecked.

    The seed must be the one committed to, the commitment must come before every salt, and the start player and each die
    rolled, on every branch, must be the draw of their key in their epoch. A rollback must continue with the epoch of
    the position returned to or with a new one, and seeds of later epochs must be those it committed to. Raises
    BadRecord where the game's beginning is missing.
    """
    if record.seed is None:
        return [DiceFault("seed_not_revealed", {})]
    faults = [*_opening_faults(record, record.seed), *_beacon_faults(record, check_round), *_epoch_faults(record)]
    if faults:
        return faults
    return [*_draw_faults(record), *_unchecked(record, check_round)]


def dice_remarks(record: Record) -> list[Remark]:
    """List what players should know of a game's dice though nothing speaks against them, in the log's order.

    There are three cases. The commitment to a later seed came after the salts, so that whoever chose the seed could
    know the rolls: the game had been over, or the server was restored from a backup, which its operator could do as
    often as they liked. The game continued, after it was over, with dice whose seed was public. Or it is a guided game,
    whose first rolls are arranged.
    """
    remarks: list[Remark] = []
    restored = restores(record.entries)
    with_seed = {0}
    shown: set[int] = set()
    for entry in record.entries:
        back = entry.rollback
        if entry.note is not None and entry.note.about == ARRANGED:
            remarks.append(Remark("arranged", {"position": entry.position}))
        if isinstance(entry.payload, Ending):
            shown |= with_seed
        if back is None:
            continue
        facts = {"position": entry.position, "epoch": back.epoch}
        if back.commitment is not None and back.epoch not in with_seed:
            with_seed.add(back.epoch)
            remarks.append(Remark("restored" if entry.position in restored else "promised_after_salts", facts))
        elif (back.epoch if back.epoch in with_seed else 0) in shown:
            remarks.append(Remark("seed_was_shown", facts))
    return remarks


def _opening_faults(record: Record, seed: bytes) -> Iterator[DiceFault]:
    shown = [fact.digest for fact in record.opening if isinstance(fact, Commitment)]
    salted = [fact.seat for fact in record.opening if isinstance(fact, Salt)]
    if not shown:
        yield DiceFault("no_commitment", {})
    elif len(shown) > 1:
        yield DiceFault("two_commitments", {})
    elif shown[0] != commitment(seed):
        yield DiceFault("seed_differs", {"shown": shown[0], "seed": commitment(seed)})
    elif not isinstance(record.opening[0], Commitment) and salted:
        yield DiceFault("salt_before_commitment", {"seat": salted[0]})
    for seat in range(len(record.players)):
        if seat not in salted:
            yield DiceFault("salt_missing", {"seat": seat})
        elif salted.count(seat) > 1:
            yield DiceFault("two_salts", {"seat": seat})


def _beacon_faults(record: Record, check_round: RoundCheck | None) -> Iterator[DiceFault]:
    named = [at for at, fact in enumerate(record.opening) if isinstance(fact, BeaconDraw)]
    beacon = record.beacon
    if beacon is not None:
        facts: dict[str, Fact] = {"round": beacon.number, "chain": beacon.chain.hash}
        if len(named) > 1:
            yield DiceFault("two_beacons", facts)
        elif named[0] != len(record.opening) - 1:
            yield DiceFault("beacon_not_last", facts)
        if not beacon.is_in_time:
            yield DiceFault("beacon_too_early", facts)
        if beacon.signature is None and beacon.rule == "wait":
            yield DiceFault("beacon_missing", facts)
        if beacon.signature is not None and check_round is not None and not check_round(beacon):
            yield DiceFault("beacon_signature_differs", facts)


def _unchecked(record: Record, check_round: RoundCheck | None) -> Iterator[DiceFault]:
    beacon = record.beacon
    if check_round is None and beacon is not None and beacon.signature is not None:
        yield DiceFault("beacon_unchecked", {"round": beacon.number, "chain": beacon.chain.hash})


def _epoch_faults(record: Record) -> Iterator[DiceFault]:
    promised: dict[int, str] = {}
    used = {0}
    starts, epochs = zip(*record.epochs, strict=True)
    for entry, back in _rollbacks(record):
        if back.epoch in used and back.epoch != epochs[bisect(starts, back.to) - 1]:
            yield DiceFault("epoch_differs", {"position": entry.position, "epoch": back.epoch})
        used.add(back.epoch)
        if back.commitment is None:
            continue
        if promised.setdefault(back.epoch, back.commitment) != back.commitment:
            yield DiceFault("later_promised_twice", {"position": entry.position, "epoch": back.epoch})
    yield from _later_seed_faults(promised, record.seeds)


def _later_seed_faults(promised: Mapping[int, str], seeds: Mapping[int, bytes]) -> Iterator[DiceFault]:
    for epoch in sorted({*promised, *seeds}):
        if epoch not in promised:
            yield DiceFault("later_unpromised", {"epoch": epoch})
        elif epoch not in seeds:
            yield DiceFault("later_missing", {"epoch": epoch})
        elif promised[epoch] != commitment(seeds[epoch]):
            shown = commitment(seeds[epoch])
            yield DiceFault("later_differs", {"epoch": epoch, "shown": promised[epoch], "seed": shown})


def _rollbacks(record: Record) -> Iterator[tuple[LogEntry, Rollback]]:
    return ((entry, entry.rollback) for entry in record.entries if entry.rollback is not None)


def checks(record: Record) -> Iterator[Check]:
    """All draws that a record's log tells of, on every branch, in its order, each with what the seed gives if it is
    revealed. Raises BadRecord where the game's beginning is missing.
    """
    draws = _draws(record)
    _ = record.began
    for one in drawn(ruleset_for(record.kind), record.entries):
        if one.drawing.was_drawn:
            yield _check(one, draws[one.epoch] if draws else None)


def _draws(record: Record) -> Mapping[int, Draw]:
    if record.seed is None:
        return {}
    beacon = record.beacon
    name, mixed_in = (record.game, None) if beacon is None else (beacon.name, beacon.randomness)
    seeds = {epoch: record.seeds.get(epoch, record.seed) for _, epoch in record.epochs}
    return {epoch: keyed_draw(seed, name, record.salts, epoch, mixed_in) for epoch, seed in seeds.items()}


def _check(one: LoggedDraw, draw: Draw | None) -> Check:
    draws = one.drawing
    by_seed = None
    if draw is not None:
        keyed = zip(draws.keys, draws.outcomes, strict=True)
        by_seed = tuple(outcomes[draw(key, len(outcomes))] for key, outcomes in keyed)
    is_roll = isinstance(one.event, DiceRolled)
    return Check(one.position, one.epoch, one.year, draws.seat, draws.what, is_roll, draws.keys, draws.logged, by_seed)


def _draw_faults(record: Record) -> Iterator[DiceFault]:
    for check in checks(record):
        if not check.holds:
            yield _difference(check)


def _difference(check: Check) -> DiceFault:
    facts = {"position": check.position, "logged": _together(check.logged), "drawn": _together(check.drawn or ())}
    if check.is_roll:
        return DiceFault("roll_differs", facts)
    return DiceFault("draw_differs", {"what": check.what, **facts})


def _together(facts: Sequence[Fact]) -> Fact:
    """Several facts as one: a single one as it is, more of them as their texts with spaces between."""
    return facts[0] if len(facts) == 1 else " ".join(map(str, facts))
