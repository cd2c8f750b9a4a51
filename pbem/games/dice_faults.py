"""Faults of a record's dice, in the words of its game."""

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue
from rules_core.kernel.record import DiceFault, FaultCode
from rules_core.kernel.rulebook import Fact

FAULTS: Final[Mapping[FaultCode, str]] = {
    "seed_not_revealed": N_("the seed is not revealed before the game is over, so nothing can be proved yet."),
    "no_commitment": N_("no seed was promised before the game."),
    "two_commitments": N_("more than one seed was promised."),
    "seed_differs": N_("the seed is not the one promised: its SHA-256 is %(seed)s, and %(shown)s was shown."),
    "salt_before_commitment": N_("the salt of %(seat)s was taken before the seed was promised."),
    "salt_missing": N_("the salt of %(seat)s is missing."),
    "two_salts": N_("%(seat)s has more than one salt."),
    "epoch_differs": N_(
        "position %(position)s: the game was rolled back, and continues with the dice of epoch %(epoch)s, which are "
        "neither those of the position it was rolled back to nor new."
    ),
    "later_promised_twice": N_("position %(position)s: another seed was promised for epoch %(epoch)s than before."),
    "later_unpromised": N_("a seed is shown for epoch %(epoch)s, and none was promised for it."),
    "later_missing": N_("the seed that was promised for epoch %(epoch)s is not shown."),
    "later_differs": N_(
        "the seed of epoch %(epoch)s is not the one promised: its SHA-256 is %(seed)s, and %(shown)s was shown."
    ),
    "draw_differs": N_("position %(position)s: %(logged)s was drawn, but by the seed it is %(drawn)s."),
    "roll_differs": N_("position %(position)s: %(logged)s was rolled, but by the seed it is %(drawn)s."),
    "two_beacons": N_("more than one round of public randomness is named."),
    "beacon_not_last": N_("round %(round)s of the public beacon was named before the players' words were given."),
    "beacon_too_early": N_("round %(round)s of the public beacon was published before the players' words were fixed."),
    "beacon_missing": N_(
        "round %(round)s of the public beacon is missing, though the game was to wait for it (chain %(chain)s)."
    ),
    "beacon_signature_differs": N_(
        "the signature that is shown for round %(round)s of the public beacon was not made by the key of its chain "
        "%(chain)s."
    ),
    "beacon_unchecked": N_(
        "round %(round)s of the public beacon could not be checked, because a library is missing: "
        "pip install 'pbem[beacon]'. All else fits, but whether this round is genuine is not proved."
    ),
}
"""What is said of each thing that can speak against a record's dice; of a draw, where its game has no words for it."""


def describe_fault(fault: DiceFault, kind: str, players: Sequence[str], words: Catalogue) -> str:
    """Describe, in a sentence, a fault in the dice of a record of a kind of game."""
    if fault.code not in ("roll_differs", "draw_differs"):
        return words.text(FAULTS[fault.code], **{**fault.facts, **_seat(fault, players)})
    game = presentation_of(kind)
    draw = game.draws.get(str(fault.facts.get("what")))
    seats = players if draw is not None and draw.is_seat else ()
    logged, drawn = (_outcome(fault.facts[name], game.faces, seats, words) for name in ("logged", "drawn"))
    said = FAULTS[fault.code] if draw is None else draw.differs
    return words.text(said, position=fault.facts["position"], logged=logged, drawn=drawn)


def _seat(fault: DiceFault, players: Sequence[str]) -> Mapping[str, Fact]:
    seat = fault.facts.get("seat")
    return {"seat": players[seat]} if isinstance(seat, int) and seat < len(players) else {}


def _outcome(fact: Fact, faces: Mapping[str, str], seats: Sequence[str], words: Catalogue) -> str:
    """The outcome of a draw: a player, where seats are drawn, or what was drawn, such as faces, with commas between."""
    if isinstance(fact, int) and fact < len(seats):
        return seats[fact]
    return ", ".join(words.text(faces.get(one, one)) for one in str(fact).split())
