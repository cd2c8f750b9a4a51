"""What is said of a record's dice: what speaks against them, and what should be known of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.i18n import N_, Catalogue
from rules_core.record import Fault, FaultCode, Remark, RemarkCode
from rules_core.rulebook import Fact

FAULTS: Final[Mapping[FaultCode, str]] = {
    "seed_not_revealed": N_("the seed is not revealed before the game is over, so nothing can be proved yet."),
    "no_commitment": N_("no seed was promised before the game."),
    "two_commitments": N_("more than one seed was promised."),
    "seed_differs": N_("the seed is not the one promised: its SHA-256 is %(seed)s, and %(shown)s was shown."),
    "salt_before_commitment": N_("the salt of %(seat)s was taken before the seed was promised."),
    "salt_missing": N_("the salt of %(seat)s is missing."),
    "two_salts": N_("%(seat)s has more than one salt."),
    "epoch_differs": N_(
        "position %(position)s: the game was taken back, and goes on with the dice of epoch %(epoch)s, which are "
        "neither those of the position it was taken back to nor new."
    ),
    "later_promised_twice": N_("position %(position)s: another seed was promised for epoch %(epoch)s than before."),
    "later_unpromised": N_("a seed is shown for epoch %(epoch)s, and none was promised for it."),
    "later_missing": N_("the seed that was promised for epoch %(epoch)s is not shown."),
    "later_differs": N_(
        "the seed of epoch %(epoch)s is not the one promised: its SHA-256 is %(seed)s, and %(shown)s was shown."
    ),
    "start_differs": N_("position %(position)s: %(logged)s began, but by the seed it is %(drawn)s."),
    "ends_differ": N_("position %(position)s: the line began at %(logged)s, but by the seed it is %(drawn)s."),
    "roll_differs": N_("position %(position)s: %(logged)s was rolled, but by the seed it is %(drawn)s."),
}
"""What is said of each thing that can speak against a record's dice."""
REMARKS: Final[Mapping[RemarkCode, str]] = {
    "promised_after_salts": N_(
        "position %(position)s: the game was taken back after its seed had been shown, and went on with new dice "
        "(epoch %(epoch)s). Their seed was promised when the players' salts were known already, so whoever chose it "
        "could have foreseen them."
    ),
    "seed_was_shown": N_(
        "position %(position)s: the game was taken back after its seed had been shown, and went on with dice of that "
        "seed (epoch %(epoch)s), which everybody could foresee."
    ),
}
"""What is said where every roll checks, and something should be known nevertheless."""
FACE_WORDS: Final[Mapping[str, str]] = {
    "straight": N_("straight"),
    "curve": N_("curve"),
    "share": N_("share"),
    "?": "?",
}


def word_fault(fault: Fault, players: Sequence[str], words: Catalogue) -> str:
    """What speaks against a record's dice, in a sentence."""
    facts: dict[str, object] = {name: _fact(name, fact, players, words) for name, fact in fault.facts.items()}
    return words.text(FAULTS[fault.code], **facts)


def word_remark(remark: Remark, words: Catalogue) -> str:
    """What should be known of a record's dice, in a sentence."""
    return words.text(REMARKS[remark.code], **remark.facts)


def _fact(name: str, fact: Fact, players: Sequence[str], words: Catalogue) -> Fact:
    match name, fact:
        case "seat" | "logged" | "drawn", int(seat) if seat < len(players):
            return players[seat]
        case "logged" | "drawn", str(told):
            return ", ".join(words.text(FACE_WORDS.get(one, one)) for one in told.split())
    return fact
