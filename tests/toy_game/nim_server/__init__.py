"""All that the server says of Nim."""

from types import MappingProxyType
from typing import Final

from pbem.games.simple import SimplePresentation, SimplePresenter, SimpleVerb
from pbem.i18n import N_
from toy_game.nim_rules import Take, Taken, game


def _taken(event: Taken, presenter: SimplePresenter) -> str:
    """Who took how many."""
    name = presenter.player(event.seat)
    return presenter.catalogue.text("%(player)s takes %(number)s.", player=name, number=event.number)


class NimPresentation(SimplePresentation):
    """The presentation of Nim."""

    game = game
    name = N_("Nim")
    verbs = (
        SimpleVerb(
            Take,
            "take",
            {"en": ("take",), "de": ("nimm",), "fr": ("prends",)},
            N_("Take matches."),
            numbers=range(1, 4),
        ),
    )
    sentences = MappingProxyType({Taken: _taken})


PRESENTATION: Final = NimPresentation()
