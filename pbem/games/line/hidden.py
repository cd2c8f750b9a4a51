"""What lies behind a screen, told to those who judge a game and to its owner."""

from pbem.games.presenter import HiddenChange, Row
from pbem.i18n import Catalogue
from rules_core.line.views import PlayerView


def hidden(view: PlayerView, catalogue: Catalogue) -> str:
    """Describe what lies behind the viewer's screen in a sentence."""
    number = catalogue.number
    return catalogue.text(
        "Behind the screen: %(dice)s, %(passengers)s passengers.",
        dice=catalogue.plural("%(n)s die", "%(n)s dice", view.own.hidden, n=number(view.own.hidden)),
        passengers=number(view.own.passengers * 1000),
    )


def hidden_change(before: PlayerView, after: PlayerView, catalogue: Catalogue) -> HiddenChange:
    """Compare what lay behind a screen before a turn with what lies there at a moment of it."""
    text, number, one, other = catalogue.text, catalogue.number, before.own, after.own
    sentence = text(
        "Behind the screen: %(before)s dice before the turn, %(after)s at the moment.",
        before=one.hidden,
        after=other.hidden,
    )
    rows = (
        Row(text("dice"), number(one.hidden), number(other.hidden)),
        Row(text("passengers, in thousands"), number(one.passengers), number(other.passengers)),
    )
    return HiddenChange(sentence, text("Behind the screen"), rows)
