"""The beacon's part of a waiting list's terms: which chain, which rounds, and what happens where a round is missing."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pbem.config import Beacon
from rules_core.kernel.beacon import BeaconChain, BeaconDraw, BeaconRule, decode_beacon, encode_beacon

_HOUR_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)
LEAD_MS: Final = timedelta(minutes=30) // timedelta(milliseconds=1)
"""How long before the round nobody can join any more: in this time everybody is emailed what was fixed."""


@dataclass(frozen=True, slots=True)
class BeaconTerms:
    """What a list says of its rounds; fixed when it is opened."""

    chain: BeaconChain
    rule: BeaconRule
    step: int
    """From one round that the list may take to the next, in rounds."""
    patience_ms: int
    """How long after its round a list that may do without begins without."""

    def round_after(self, number: int, now_ms: int) -> int:
        """Give the round that a list takes which had named one and has not filled: the first that is not too near."""
        late = now_ms - self.joins_until_ms(number)
        if late < 0:
            return number
        step_ms = self.step * self.chain.period * 1000
        return number + self.step * (late // step_ms + 1)

    def joins_until_ms(self, number: int) -> int:
        """Give the moment from which nobody can join before a round."""
        return self.chain.moment_of(number) * 1000 - LEAD_MS

    def without_from_ms(self, number: int) -> int | None:
        """Give the moment from which the game begins without a round that is missing; None where it waits."""
        return self.chain.moment_of(number) * 1000 + self.patience_ms if self.rule == "without" else None

    def draw(self, list_id: int, number: int, fixed_ms: int, signature: str | None = None) -> BeaconDraw:
        """Give the draw of a list whose words were fixed at a moment."""
        return BeaconDraw(list_id, self.chain, number, self.rule, fixed_ms, signature)


def new_terms(settings: Beacon, rule: BeaconRule, now_ms: int) -> tuple[BeaconTerms, int]:
    """Give the terms of a list that is opened now, and the first round that it names."""
    chain, hours = settings.as_chain, settings.join_hours
    step = -(-hours * 3600 // chain.period)
    first = chain.round_from(now_ms / 1000 + hours * 3600)
    return BeaconTerms(chain, rule, step, settings.without_after_hours * _HOUR_MS), first


def dump_terms(terms: BeaconTerms) -> str:
    """Write terms as JSON, in the form of a record's draw."""
    data = encode_beacon(BeaconDraw(1, terms.chain, 1, terms.rule, 0))
    kept = {
        key: data[key] for key in ("chain", "name", "scheme", "public_key", "period", "genesis", "group_hash", "rule")
    }
    return json.dumps(kept | {"step": terms.step, "patience_ms": terms.patience_ms})


def load_terms(text: str) -> BeaconTerms:
    """Read what `dump_terms` wrote. Raises ValueError where it is anything else."""
    data = json.loads(text)
    step, patience_ms = int(data.pop("step")), int(data.pop("patience_ms"))
    draw = decode_beacon({**data, "list": 1, "round": 1, "fixed_ms": 0, "signature": None})
    return BeaconTerms(draw.chain, draw.rule, step, patience_ms)
