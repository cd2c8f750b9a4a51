"""A game's board on its page, and the bench at which its player puts orders together, by clicks or by typing.

Every click is a form that comes back with the text of the orders so far, one order longer, and with what may be chosen
next; `static/play.js` only spares the page its reload. Nothing of a bench is kept: all of it is in the form.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from pbem.adjudicator.trying import Seen, Trial
from pbem.games.line import choices as ch
from pbem.games.line import landscape_text, suggestions
from pbem.games.line.described import alt, described
from pbem.games.line.drawing.board import board_of
from pbem.games.line.drawing.map_svg import map_svg
from pbem.games.line.ends import ends
from pbem.games.line.holdings import CompanyLine, SeatLine, companies_of, seats_of
from pbem.games.line.render_context import Scene
from pbem.games.line.story import story
from pbem.games.sections import hand, hand_title
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from rules_core.dice import FACES, Dice, Face


@dataclass(frozen=True)
class Board:
    """A position as a page shows it."""

    seen: Seen
    words: Catalogue

    @cached_property
    def scene(self) -> Scene:
        """The names of things in it."""
        return Scene(self.seen.view.table, self.seen.names, self.words)

    @cached_property
    def drawing(self) -> Markup:
        """The map."""
        return Markup(map_svg(self.scene.table.kind, board_of(self.scene.table, self.seen.latest), title=self.alt))

    @property
    def alt(self) -> str:
        """What stands in the map's place."""
        return alt(self.scene)

    @property
    def description(self) -> list[str]:
        """The map in words."""
        return described(self.scene, self.seen.latest)

    @property
    def ends(self) -> tuple[doc.Entry, ...]:
        """Where the line goes on, and what could be built there."""
        return ends(self.scene).items

    @property
    def supply(self) -> str:
        """What is left to build on beyond what lies: tiles, or countries."""
        return landscape_text.supply(self.scene)

    @property
    def hints(self) -> list[str]:
        """What the player to move would look for among what he may do, and why it is not there."""
        return suggestions.hints(self.scene)

    @property
    def latest(self) -> list[str]:
        """What happened last."""
        return [sentence for chapter in story(self.seen.latest, self.scene) for sentence in chapter]

    @property
    def companies(self) -> tuple[CompanyLine, ...]:
        """The companies, for their table."""
        return companies_of(self.scene)

    @property
    def players(self) -> tuple[SeatLine, ...]:
        """The players, for their table."""
        return seats_of(self.scene, self.seen.view.screens)

    @property
    def hand_title(self) -> str:
        """What the viewer's own dice are called."""
        return hand_title(self.seen.view, self.words)

    @property
    def hand(self) -> doc.Hand | None:
        """The viewer's own dice; None for a spectator, and when the game is over."""
        is_hidden = self.seen.view.seat is None or self.scene.table.over
        return None if is_hidden else hand(self.scene, self.seen.view)


@dataclass(frozen=True)
class Bench:
    """The orders being put together: their text, what they would do, and what may be chosen behind them.

    `asks` says that they are to be sent and would roll, which has to be said twice.
    """

    text: str
    trial: Trial
    choices: ch.Choices
    asks: bool = False
    held: bool = False
    """Whether they were sent and held back; sent once more they are carried out."""

    @property
    def digest(self) -> str:
        """What stands for the text in a form that confirms it."""
        return digest(self.text)


def bench_for(trial: Trial, words: Catalogue, text: str, begun: str = "", *, asks: bool = False) -> Bench:
    """The bench with these orders on it; `begun` is a run that is being chosen step by step."""
    scene = Scene(trial.seen.view.table, trial.seen.names, words)
    # What comes behind a roll depends on it.
    legal = () if trial.roll else trial.seen.legal
    return Bench(text, trial, ch.choices(scene, legal, begun), asks)


def composed(form: MultiDict[str, str], seen: Seen, words: Catalogue) -> str:
    """The text of the orders after what a form asks to add to it, or to take from it."""
    text = form.get("orders", "").replace("\r\n", "\n")
    scene = Scene(seen.view.table, seen.names, words)
    match form.get("do"):
        case "drop":
            return text.rstrip().rpartition("\n")[0]
        case "roll":
            return ch.joined(text, ch.roll_order(scene, _number(form, "hidden"), _number(form, "wild")), words)
        case "end":
            given = Dice(*(_number(form, f"give {face}") for face in FACES))
            return ch.joined(text, ch.end_order(scene, given), words)
    added = form.get("add", "")
    return ch.joined(text, added, words) if added else text


def digest(text: str) -> str:
    """A short stand-in for a text."""
    return sha256(text.encode()).hexdigest()


def _number(form: MultiDict[str, str], name: str) -> int:
    """A number that was chosen; 0 for what is none, and no more dice than there are in any box."""
    return max(0, min(form.get(name, 0, type=int) or 0, 99))


FACE_FIELDS: tuple[tuple[Face, str], ...] = tuple((face, f"give {face}") for face in FACES)
"""The faces, each with the field that says how many such dice are given back."""
