"""All that the server says of Pig."""

from types import MappingProxyType
from typing import Final

from pbem.commands.orders.notation import Quantity
from pbem.games.parts import Variant
from pbem.games.simple import SimplePresentation, SimplePresenter, SimpleVerb
from pbem.i18n import N_, Catalogue
from toy_game.pig_rules import PigTable, PotFilled, RollDie, game


def _pot_filled(event: PotFilled, presenter: SimplePresenter) -> str:
    """The pot after a roll, or at the end of a turn."""
    if not event.pot:
        return presenter.catalogue.text("The pot is empty.")
    return presenter.catalogue.plural("The pot holds %(n)s point.", "The pot holds %(n)s points.", event.pot)


class PigPresentation(SimplePresentation):
    """The presentation of Pig."""

    game = game
    name = N_("Pig")
    verbs = (
        SimpleVerb(
            RollDie,
            "roll",
            {"en": ("roll", "throw"), "de": ("würfeln", "würfle", "wirf"), "fr": ("lance", "lancer", "jette")},
            N_("Roll the die once, or as often as you say, as long as no 1 falls."),
            repeats=True,
        ),
    )
    sentences = MappingProxyType({PotFilled: _pot_filled})
    variants = MappingProxyType(
        {"goal": Variant(N_("Goal"), N_("the first with 50 points wins"), {"long": N_("long game: 100 points win")})}
    )
    refusals = MappingProxyType({("PI-4", "too_often"): N_("nobody rolls more than %(most)s times in a turn.")})
    quantities = (Quantity("pot", "{pot}", N_("the points in the pot"), lambda view, _of: view.table.pot),)
    keywords = MappingProxyType({"pot": {"en": ("pot",), "de": ("topf",), "fr": ("cagnotte",)}})
    condition = "{if} {pot} >= 15: {end}"

    def lines(self, table: PigTable, words: Catalogue) -> list[str]:
        """The pot, while there is one."""
        return [words.plural("In the pot: %(n)s point.", "In the pot: %(n)s points.", table.pot)] if table.pot else []


PRESENTATION: Final = PigPresentation()
