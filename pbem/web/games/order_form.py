"""A game's board on its page, and the bench at which its player puts orders together, by clicks or by typing.

Every click is a form that comes back with the text of the orders so far, one order longer, and with what may be chosen
next; `static/play.js` only spares the page its reload. Nothing of a bench is kept: all of it is in the form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from werkzeug.datastructures import MultiDict

from pbem.adjudicator.preview import Seen, Trial
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.web.games.drawings import MapPicture, map_picture


@dataclass(frozen=True)
class BoardOnPage:
    """A position as a page shows it."""

    seen: Seen
    words: Catalogue

    @cached_property
    def presenter(self) -> Presenter:
        """What tells and draws it."""
        return presenter_for(self.seen.view.table, self.seen.names, self.words)

    @cached_property
    def map(self) -> MapPicture | None:
        """The map; None in a game that has none."""
        return map_picture(self.presenter, self.seen.latest)

    @property
    def outlook(self) -> Sequence[doc.Entry]:
        """Where play goes on, and what could be done there."""
        return self.presenter.outlook()

    @property
    def supply(self) -> str:
        """What is left to play with beyond what lies."""
        return self.presenter.supply()

    @property
    def hints(self) -> list[str]:
        """What the player to move would look for among what he may do, and why it is not there."""
        return self.presenter.hints()

    @property
    def latest(self) -> list[str]:
        """What happened last."""
        return self.presenter.sentences(self.seen.latest)

    @cached_property
    def tables(self) -> Mapping[str, object]:
        """What the tables of the position show."""
        return self.presenter.tables(self.seen.view)

    @property
    def hand_title(self) -> str:
        """What the viewer's own dice are called."""
        return self.presenter.hand_title(self.seen.view)

    @property
    def hand(self) -> doc.Hand | None:
        """The viewer's own dice; None for a spectator, and when the game is over."""
        is_hidden = self.seen.view.seat is None or self.presenter.table.over
        return None if is_hidden else self.presenter.hand(self.seen.view)


@dataclass(frozen=True)
class OrderForm:
    """The orders being put together: their text, what they would do, and what may be chosen behind them.

    `asks` says that they are to be sent and would roll, which has to be said twice.
    """

    text: str
    trial: Trial
    choices: object
    """For the template of the game."""
    asks: bool = False
    held: bool = False
    """Whether they were sent and held back; sent once more they are carried out."""

    @property
    def digest(self) -> str:
        """What stands for the text in a form that confirms it."""
        return digest(self.text)


def order_form_for(trial: Trial, words: Catalogue, text: str, begun: str = "", *, asks: bool = False) -> OrderForm:
    """The bench with these orders on it; `begun` is a run that is being chosen step by step."""
    presenter = presenter_for(trial.seen.view.table, trial.seen.names, words)
    # What comes behind a roll depends on it.
    legal = () if trial.undrawn else trial.seen.legal
    return OrderForm(text, trial, presenter.choices(legal, begun), asks)


def composed(form: MultiDict[str, str], seen: Seen, words: Catalogue) -> str:
    """The text of the orders after what a form asks to add to it, or to take from it."""
    text = form.get("orders", "").replace("\r\n", "\n")
    if form.get("do") == "drop":
        return text.rstrip().rpartition("\n")[0]
    presenter = presenter_for(seen.view.table, seen.names, words)
    added = presenter.chosen(form)
    return presenter.joined(text, added) if added else text


def digest(text: str) -> str:
    """A short stand-in for a text."""
    return sha256(text.encode()).hexdigest()
