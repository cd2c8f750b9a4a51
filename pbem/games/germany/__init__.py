"""The server's part of Railroad Dice: Germany."""

from types import MappingProxyType
from typing import Final

from pbem.games.germany.notation import CORRECTIONS, NOTATION
from pbem.games.germany.tables import PUBLIC_DATA_SPEC, GermanyReferenceSheet
from pbem.games.germany.wording import GermanyWording
from pbem.games.line.presenter import LinePresentation
from pbem.games.parts import Variant
from pbem.i18n import N_
from rules_core.games import germany


class GermanyPresentation(LinePresentation):
    """The presentation of Germany."""

    game = germany.game
    wording = GermanyWording()
    name = N_("Germany")
    trial = N_("Germany, to try")
    called = ("germany", "deutschland", "allemagne")
    variants = MappingProxyType(
        {
            "extended": Variant(
                N_("Dice"), N_("usual game: 40 dice"), {"yes": N_("extended game: 60 dice instead of 40")}
            ),
            "two_starts": Variant(
                N_("Where the line begins"),
                N_("one start, in the middle"),
                {
                    "drawn": N_("two starts abroad, drawn by lot: one in the south and one in the north"),
                    "france-sweden": N_("two starts abroad: in France and in Sweden"),
                    "france-denmark": N_("two starts abroad: in France and in Denmark"),
                    "austria-sweden": N_("two starts abroad: in Austria and in Sweden"),
                    "austria-denmark": N_("two starts abroad: in Austria and in Denmark"),
                },
            ),
        }
    )
    chapters = MappingProxyType(
        {
            "GE-1": N_("The board and the start"),
            "GE-10": N_("A turn"),
            "GE-20": N_("The line"),
            "GE-30": N_("Stations, passengers and directors"),
            "GE-40": N_("The end of a year and of the game"),
            "FR-1": N_("Kept from The First Rails"),
        }
    )
    letter = ("{income}", "{roll} 5{hidden} 1?", "{transport} weiden", "A n n e", "{station} A insel", "{end}")
    notation = NOTATION
    corrections = CORRECTIONS
    sample = "B s e"
    reference_sheet = staticmethod(GermanyReferenceSheet)
    public_data_spec = PUBLIC_DATA_SPEC


PRESENTATION: Final = GermanyPresentation()
