"""All that the server says of the Toy Train."""

from types import MappingProxyType
from typing import Final

from pbem.games.parts import DrawTexts, Headings, Templates, Variant
from pbem.games.presentation import GamePresentation
from pbem.i18n import N_
from toy_game.rules import game
from toy_game.server import sentences
from toy_game.server.corrections import CORRECTIONS
from toy_game.server.data import PUBLIC_DATA
from toy_game.server.orders import NOTATION
from toy_game.server.presenter import ToyPresenter


class ToyPresentation(GamePresentation):
    """The presentation of the Toy Train."""

    game = game
    name = N_("The Toy Train")
    trial = N_("The Toy Train, to try")
    called = ("toy", "toy train")
    variants = MappingProxyType(
        {
            "signals": Variant(
                N_("Signals"), N_("cards fit the number of a die"), {"wide": N_("cards also fit one more or one less")}
            )
        }
    )
    endings = sentences.ENDINGS
    unseen = MappingProxyType(
        {
            "cards": N_("cards"),
            "card 1": N_("cards that show 1"),
            "card 2": N_("cards that show 2"),
            "card 3": N_("cards that show 3"),
            "card 4": N_("cards that show 4"),
            "card 5": N_("cards that show 5"),
            "card 6": N_("cards that show 6"),
        }
    )
    draws = MappingProxyType(
        {
            "deal": DrawTexts(N_("The hands"), N_("position %(position)s: other hands than the seed deals.")),
            "card": DrawTexts(
                N_("A card"), N_("position %(position)s: %(logged)s was drawn; by the seed it is %(drawn)s.")
            ),
        }
    )
    presenter = ToyPresenter
    describe_violation = staticmethod(sentences.refusal)
    chapters = MappingProxyType({"TO-1": N_("The start"), "TO-3": N_("A turn"), "TO-6": N_("The end")})
    letter = ("{roll}", "{play} 3", "{end}")
    notation = NOTATION
    corrections = CORRECTIONS
    headings = Headings(
        outlook=N_("The dice"), outlook_details=N_("The dice and the deck"), holdings=N_("Players and cards")
    )
    templates = Templates(
        tables="games/toy/tables.html",
        choices="games/toy/choices.html",
        lesson="games/toy/lesson.html",
        reference_sheet="games/toy/reference_sheet.html",
    )
    public_data = PUBLIC_DATA

    def lesson(self) -> tuple[str, str]:
        """An order, and the number in it."""
        return ("play 3", "3")


PRESENTATION: Final = ToyPresentation()
