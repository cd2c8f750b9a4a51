"""Claims about a game's dice: what is proved, against whom, and what is not, as values.

The seed was committed to before anybody gave words, so no player can steer the dice. Whoever runs the server knows the
seed and can choose the last words by trying; only a public round that comes after the last words rules that out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_core.kernel.beacon import BeaconDraw
from rules_core.kernel.events import Ending
from rules_core.kernel.record.text import Commitment, Record, Salt
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


@dataclass(frozen=True, slots=True)
class Claim:
    """A thing that holds of a game's dice; `facts` are its numbers, digests and moments in Unix milliseconds.

    `seats` are seats from 0 with spaces between.
    """

    code: ClaimCode
    facts: Mapping[str, Fact]


def dice_claims(record: Record) -> list[Claim]:
    """What is proved of a record's dice and against whom, in the order in which it is told.

    It holds as far as `verify_dice` finds nothing against them.
    """
    from_server = [fact.seat for fact in record.opening if isinstance(fact, Salt) and fact.from_server]
    digest = next((fact.digest for fact in record.opening if isinstance(fact, Commitment)), "")
    fingerprint = "" if record.beacon is None else record.beacon.fingerprint(digest, record.salts)
    return [*opening_claims(record.beacon, from_server, fingerprint), *_later_claims(record)]


def opening_claims(
    beacon: BeaconDraw | None, from_server: Sequence[int] = (), fingerprint: str = "", *, has_begun: bool = True
) -> list[Claim]:
    """What holds of a game's first dice: of one that has begun, or of one that a waiting list is to become.

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
