"""The dice of Railroad Dice 2 as they look: a sign in mails, track on pages; and what their faces are called."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_
from pbem.reports.dice import FaceSymbol
from pbem.reports.document import Sign
from rules_core.games.railroad_dice_2.track import Pair

TRACK: Final[Mapping[Pair, str]] = {
    "ns": "M12 1.5v21",
    "ew": "M1.5 12h21",
    "ne": "M12 1.5A10.5 10.5 0 0 0 22.5 12",
    "se": "M22.5 12A10.5 10.5 0 0 0 12 22.5",
    "sw": "M1.5 12A10.5 10.5 0 0 1 12 22.5",
    "nw": "M1.5 12A10.5 10.5 0 0 0 12 1.5",
}
"""A pair of sides as track on a die, as a path."""
_LOCOMOTIVE: Final = "M4.5 15.5V10h8V6.5h6.5v9zM8 9.5V6M8 17.2a1.1 1.1 0 1 0 .1 0M15.5 17.2a1.1 1.1 0 1 0 .1 0"

SYMBOLS: Final[Mapping[Sign, FaceSymbol]] = {
    "locomotive": FaceSymbol(
        "L", N_("locomotive"), (N_("%(n)s locomotive face"), N_("%(n)s locomotive faces")), outline=_LOCOMOTIVE
    ),
    "switch-left": FaceSymbol(
        "┫", N_("left switch"), (N_("%(n)s left switch"), N_("%(n)s left switches")), (TRACK["ns"], TRACK["sw"])
    ),
    "switch-right": FaceSymbol(
        "┣", N_("right switch"), (N_("%(n)s right switch"), N_("%(n)s right switches")), (TRACK["ns"], TRACK["se"])
    ),
    "wye": FaceSymbol("┳", N_("wye"), (N_("%(n)s wye"), N_("%(n)s wyes")), (TRACK["sw"], TRACK["se"])),
    "crossing": FaceSymbol(
        "╋", N_("crossing"), (N_("%(n)s crossing"), N_("%(n)s crossings")), (TRACK["ns"], TRACK["ew"])
    ),
    "double-curve": FaceSymbol(
        "┗┓", N_("double curve"), (N_("%(n)s double curve"), N_("%(n)s double curves")), (TRACK["ne"], TRACK["sw"])
    ),
}
"""The faces that no other game has; a straight, a curve and "?" look as they do everywhere."""
FACES: Final[Mapping[str, str]] = {
    "straight": N_("straight"),
    "curve": N_("curve"),
    **{face: symbol.name for face, symbol in SYMBOLS.items()},
    "?": "?",
}
"""What each face is called where it stands alone, in the order in which faces are told."""
