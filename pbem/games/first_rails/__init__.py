"""The server's part of Railroad Dice: The First Rails."""

from types import MappingProxyType
from typing import Final

from pbem.games.first_rails.guide import GUIDE
from pbem.games.first_rails.notation import CORRECTIONS, NOTATION
from pbem.games.first_rails.sentences import FirstRailsWording
from pbem.games.first_rails.tables import PUBLIC_DATA_SPEC, FirstRailsReferenceSheet
from pbem.games.line.presenter import LinePresentation
from pbem.games.parts import Variant
from pbem.i18n import N_
from rules_core.games import first_rails


class FirstRailsPresentation(LinePresentation):
    """The presentation of The First Rails."""

    game = first_rails.game
    wording = FirstRailsWording()
    name = N_("The First Rails")
    trial = N_("The First Rails, to try")
    called = ("first rails", "the first rails", "first", "rails")
    variants = MappingProxyType(
        {
            "extended": Variant(
                N_("Dice"), N_("usual game: 40 dice"), {"yes": N_("extended game: 60 dice instead of 40")}
            ),
            "director_tie": Variant(
                N_("Ties"),
                N_("ties for director as in the FAQ"),
                {"printed": N_("ties for director as in the printed rules")},
            ),
            "open": Variant(
                N_("Screens"),
                N_("usual game: dice and passengers behind screens"),
                {"yes": N_("open game: nothing is hidden")},
            ),
            "bridges": Variant(
                N_("Bridges"),
                N_("a lake is paid for once per turn"),
                {"each": N_("every bridge is paid for, as in the printed rules")},
            ),
        }
    )
    chapters = MappingProxyType(
        {
            "FR-1": N_("The box and the start"),
            "FR-10": N_("A turn"),
            "FR-20": N_("Shares"),
            "FR-30": N_("Track and tiles"),
            "FR-50": N_("Stations"),
            "FR-60": N_("The end of a year"),
            "FR-70": N_("The end of the game"),
        }
    )
    letter = ("{income}", "{roll} 3{hidden} 2?", "{buy} weiden", "B e e s", "{station} B insel {lake}", "{end}")
    notation = NOTATION
    corrections = CORRECTIONS
    sample = "B e s"
    guide = GUIDE
    reference_sheet = staticmethod(FirstRailsReferenceSheet)
    public_data_spec = PUBLIC_DATA_SPEC


PRESENTATION: Final = FirstRailsPresentation()
