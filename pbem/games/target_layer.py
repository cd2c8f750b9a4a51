"""The layer over a drawn map with the places that can be pressed, each a button that stands in a list too."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pbem.drawing.page import Crop
from pbem.games.presenter import FORM, MapTarget
from pbem.i18n import ENGLISH, catalogue
from pbem.templates import render


class TargetSpot(NamedTuple):
    """A place in a drawing: its middle, and the side of the square that lights up there, in units of the drawing."""

    x: float
    y: float
    side: float


def target_layer(crop: Crop, targets: Iterable[MapTarget], spot: Callable[[str], TargetSpot | None]) -> str:
    """An SVG element for a drawing that is seen so far, with a button over the place of each target that it shows."""
    placed = [(target, found) for target in targets if (found := spot(target.place)) is not None]
    return render("drawing/target_layer.svg", catalogue(ENGLISH), crop=crop, targets=placed, form=FORM)
