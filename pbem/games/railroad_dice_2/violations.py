"""The reasons why something was refused, or cannot be corrected, in words: a sentence for every rule and code."""

from collections.abc import Mapping
from typing import Final

from pbem.games.railroad_dice_2.names import NetworkNames, square_of_fact, units_in_words
from pbem.i18n import N_, Catalogue
from rules_core.kernel.rulebook import CorrectionFault, Fact, Violation

REFUSALS: Final[Mapping[tuple[str, str], str]] = {
    ("R2-2", "off_map"): N_("%(square)s is not on the map."),
    ("R2-5", "placing"): N_("stations are still being placed: nothing else can be done before the first year."),
    ("R2-5", "placed"): N_("all stations have been placed."),
    ("R2-5", "occupied"): N_("a station stands on %(square)s already."),
    ("R2-5", "border"): N_("%(square)s is on the border of the map, where no station may stand."),
    ("R2-5", "water"): N_("%(square)s is water, where no station may stand."),
    ("R2-5", "too_near"): N_("%(square)s is too near to another station: there must be two squares between them."),
    ("R2-5", "tile_taken"): N_("%(square)s is on tile %(tile)s, where another player's home stands already."),
    ("R2-6", "not_your_turn"): N_("it is not your turn."),
    ("R2-10", "rolled"): N_("you have already rolled in this turn, or done something in place of the roll."),
    ("R2-10", "no_such_roll"): N_(
        "%(simple)s simple and %(complex)s complex dice cannot be rolled together: roll 4 simple ones, 2 simple and 1 "
        "complex, or 2 complex ones."
    ),
    ("R2-10", "no_dice"): N_("the dice bank has no such dice left."),
    ("R2-11", "rolled"): N_("passing is possible only in place of the roll, which you have already used in this turn."),
    ("R2-12", "not_rolled"): N_("roll first: you have no dice to lay yet."),
    ("R2-12", "no_die"): N_("you have no simple die that shows %(face)s."),
    ("R2-12", "occupied"): N_("%(square)s is taken: a simple die is laid on an empty square."),
    ("R2-12", "not_joined"): N_(
        "%(pair)s on %(square)s does not join your home or the end of a line that your home reaches."
    ),
    ("R2-12", "cost"): N_("the ground there costs %(cost)s, and you have %(units)s."),
    ("R2-13", "not_rolled"): N_("roll first: you have no complex die yet."),
    ("R2-13", "no_complex"): N_("you have no complex die left."),
    ("R2-13", "no_die"): N_("%(pair)s added on %(square)s makes %(face)s, and no complex die of yours shows that."),
    ("R2-13", "empty"): N_("no die lies on %(square)s: a complex die replaces a simple one."),
    ("R2-13", "complex_there"): N_("a complex die lies on %(square)s already, and it is never replaced."),
    ("R2-13", "same_track"): N_("%(pair)s lies on %(square)s already."),
    ("R2-13", "not_joined"): N_(
        "no line from your home arrives at a side of %(square)s where the new piece has track."
    ),
    ("R2-13a", "off_map"): N_("the piece on %(square)s would run off the map."),
    ("R2-13a", "bare_side"): N_(
        "the piece on %(square)s would run against the complex die on %(beside)s, which has no track on that side."
    ),
    ("R2-13a", "neighbour"): N_(
        "the track on %(beside)s points at %(square)s, and the complex die would have no track on that side."
    ),
    ("R2-15", "sold_out"): N_("all locomotives are sold."),
    ("R2-15", "price"): N_("the next locomotive, a %(locomotive)s, costs %(price)s, and you have %(units)s."),
    ("R2-16", "no_locomotive"): N_("you have no locomotive %(locomotive)s."),
    ("R2-16", "used"): N_("your locomotive %(locomotive)s has made its trip in this turn."),
    ("R2-16", "no_station"): N_("there is no such station."),
    ("R2-16", "own_station"): N_("%(station)s is your home: passengers are carried from other stations to it."),
    ("R2-16", "not_connected"): N_("no line leads from your home to %(station)s."),
    ("R2-16", "served"): N_("%(station)s has been served in this turn."),
    ("R2-16", "too_far"): N_(
        "%(station)s is %(distance)s tiles away, which is too far for a locomotive %(locomotive)s."
    ),
    ("R2-16", "nobody"): N_("nobody waits beside the tile of %(station)s."),
    ("R2-17", "no_die"): N_("you have no simple die that shows %(face)s, to give back for new passengers."),
    ("R2-17", "no_station"): N_("no station stands on tile %(tile)s."),
    ("R2-30", "closing"): N_(
        "the closing phase has begun: only buying locomotives and carrying passengers are possible."
    ),
    ("R2-31", "game_over"): N_("the game is over."),
}
"""The sentence for each rule and code; its `%(names)s` are facts of the violation."""
FAULTS: Final[Mapping[str, str]] = {
    "over": N_("The game is over. To correct something, roll the game back first."),
    "no change": N_("Nothing would change."),
    "no such place": N_("There is no such player, or no station on that tile."),
    "too few": N_("There are %(there)s units, fewer than %(number)s."),
    "no such seat": N_("There is no such player."),
    "no such locomotive": N_("There is no locomotive %(locomotive)s."),
    "not to play": N_("Only the roll of the player whose turn it is can be marked, before the closing phase."),
    "dice in hand": N_("There are dice in hand, so the roll was made. Roll the game back instead."),
}
"""The sentence for each reason why a correction cannot be made."""
FACES: Final[Mapping[str, str]] = {
    "straight": N_("a straight"),
    "curve": N_("a curve"),
    "locomotive": N_("a locomotive"),
    "switch-left": N_("a left switch"),
    "switch-right": N_("a right switch"),
    "wye": N_("a wye"),
    "crossing": N_("a crossing"),
    "double-curve": N_("a double curve"),
}
"""A face of a die as part of a sentence."""
_SOME_STATION: Final = N_("that station")
"""Stands for a station where the position is not known."""


def violation_sentence(violation: Violation, catalogue: Catalogue, names: NetworkNames | None = None) -> str:
    """A refusal in a sentence with its rule: "R2-2: m9 is not on the map."; `names` where the position is known."""
    wording = REFUSALS[violation.rule, violation.code]
    facts = {name: _worded(name, fact, catalogue, names) for name, fact in violation.facts.items()}
    return catalogue.text("%(rule)s: %(reason)s", rule=violation.rule, reason=catalogue.text(wording, **facts))


def correction_fault(fault: CorrectionFault, catalogue: Catalogue) -> str:
    """The reason why a correction cannot be made, in a sentence or two."""
    return catalogue.text(FAULTS[fault.code], **fault.facts)


def face_word(face: str, catalogue: Catalogue) -> str:
    """A face as part of a sentence: "a left switch", "?"."""
    return catalogue.text(FACES[face]) if face in FACES else face or catalogue.text("nothing that is in the box")


def _worded(name: str, fact: Fact, catalogue: Catalogue, names: NetworkNames | None) -> Fact:
    match name, fact:
        case "square" | "beside", _:
            return square_of_fact(fact)
        case "face", str(face):
            return face_word(face, catalogue)
        case "cost" | "units" | "price", int(number):
            return units_in_words(number, catalogue)
        case "station", int(at):
            is_known = names is not None and at in range(len(names.table.network.stations))
            return names.station_in_full(at) if names is not None and is_known else catalogue.text(_SOME_STATION)
    return fact
