"""The board on a game's page with its map, and the forms there: orders by clicks or by typing, more time, answers to
proposals, and watching. Every click is a form that comes back with the text of the orders so far; the server
keeps nothing of it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from pbem.adjudicator.extensions import extensions_left, longest
from pbem.adjudicator.history.proposals import DICE, find_proposed, names_of, vacant_sentences
from pbem.adjudicator.previews import Seen, Trial
from pbem.clock import Pace
from pbem.commands.orders.verbs import in_words
from pbem.drawing.page import Crop
from pbem.games.presentation import presented, presenter_for
from pbem.games.presenter import MapPresenter, MapSign, MapTarget, PlacedOrder, Presenter
from pbem.games.sections import result_in_words
from pbem.i18n import Catalogue
from pbem.lobby.commands import Unwatch, Watch
from pbem.reports import document as doc
from pbem.reports.notes import pace_in_words
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.proposals import ProposalRow
from pbem.store.games.seats import list_seat_contacts
from pbem.web.site import known_parts, lead_to, site
from pbem.web.visitor import ask_office, words
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.events import Event

drawing_pages = Blueprint("drawings", __name__)
_FOR_GOOD: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class MapPicture:
    """The map of a position with what `news` put there marked, which is drawn when a page shows it, and its words.

    What the page has of it already is left out of the drawing.
    """

    shown: MapPresenter
    news: Sequence[Event] = ()
    pressed: Sequence[MapTarget] = ()
    """What can be pressed on it."""

    @property
    def drawing(self) -> Markup:
        """The drawing."""
        known = known_parts()
        return self._draw(known) if known else self._whole

    @cached_property
    def _whole(self) -> Markup:
        return self._draw()

    def _draw(self, known: Collection[str] = ()) -> Markup:
        ground = _address_of(self.shown)
        return Markup(self.shown.on_page(self.news, title=self.alt, ground=ground, known=known))

    @cached_property
    def alt(self) -> str:
        """Its text for who does not see it."""
        return self.shown.alt()

    @cached_property
    def described(self) -> Sequence[str]:
        """The things on it, in sentences."""
        return self.shown.described(self.news)

    @cached_property
    def key(self) -> Sequence[MapSign]:
        """The signs on it."""
        return self.shown.key(self.news)

    @property
    def crops(self) -> Sequence[Crop]:
        """The parts of it that are seen from close by: around both ends, or around each of two."""
        return self.shown.crops

    @property
    def is_cut(self) -> bool:
        """Tell whether it shows a part of the map."""
        return self.shown.is_cut

    @cached_property
    def targets(self) -> Markup:
        """The layer over it with what can be pressed there; empty where nothing can."""
        return Markup(self.shown.target_layer(self.pressed)) if self.pressed else Markup()


def map_picture(
    presenter: Presenter, news: Sequence[Event] = (), seat: int | None = None, targets: Sequence[MapTarget] = ()
) -> MapPicture | None:
    """The map of a position as a seat looks at it; None in a game that has none."""
    shown = presenter.map
    return None if shown is None else MapPicture(shown if seat is None else shown.for_seat(seat), news, targets)


def past_drawing(presenter: Presenter, news: Sequence[Event], seat: int | None) -> Markup:
    """The drawing of a position before, to lie over the board of now; empty in a game that has no map."""
    shown = presenter.map
    if shown is None:
        return Markup()
    site().database.end_snapshot()
    shown = shown if seat is None else shown.for_seat(seat)
    return Markup(shown.on_page(news, title=shown.alt(), ground=_address_of(shown), id_prefix="then"))


@drawing_pages.get("/boards/<name>.svg")
def printed_terrain(name: str) -> ResponseReturnValue:
    """The part of a board that never changes, for drawings on pages; its name has a digest of it: it may be kept."""
    found = _terrains().get(name) or abort(404)
    return Response(found, mimetype="image/svg+xml", headers={"Cache-Control": _FOR_GOOD})


def prepare_terrains() -> None:
    """Draw the parts of boards that never change before anybody asks for one."""
    _terrains()


@cache
def _terrains() -> Mapping[str, str]:
    """The parts that never change of the boards that new games begin on, by their names."""
    found = {game.kind: game.printed_terrain(ruleset_for(game.kind).components) for game in presented()}
    return {f"{kind}-{sha256(svg.encode()).hexdigest()[:16]}": svg for kind, svg in found.items() if svg}


def _address_of(shown: MapPresenter) -> str:
    """The address of what never changes of a map; "" where nothing is, or a game has a board of its own."""
    names = [name for name, svg in _terrains().items() if svg == shown.printed_terrain]
    return url_for("drawings.printed_terrain", name=names[0]) if names else ""


def whole_map(presenter: Presenter, news: Sequence[Event]) -> Response:
    """All of the map of a position, as a picture; what `news` put there is marked. Raises NotFound where none is."""
    shown = presenter.map
    site().database.end_snapshot()
    return abort(404) if shown is None else picture(shown.svg(news, view="whole", title=shown.alt()))


def picture(drawing: str) -> Response:
    """A drawing as an answer."""
    return Response(drawing, mimetype="image/svg+xml")


@dataclass(frozen=True)
class Poster:
    """A game and its map."""

    game: GameRow
    shown: MapPresenter

    @cached_property
    def drawing(self) -> Markup:
        """The map, drawn."""
        title = words().text("The map of %(game)s", game=self.game.name)
        return Markup(self.shown.on_page(title=title, ground=_address_of(self.shown)))


def poster(tx: Tx, games: Sequence[GameRow]) -> Poster | None:
    """The map of the game that has come furthest of these; None where there is none, or its log cannot be read."""
    for game in sorted(games, key=lambda game: (game.year, game.turn), reverse=True):
        try:
            past = site().archive.past(tx, game)
        except BadRecord:
            return None
        shown = presenter_for(past.view_at(past.last.position).table, (), words()).map
        if shown is not None:
            return Poster(game, shown)
    return None


_DAYS = (1, 2, 3, 5, 7, 14)
_HOURS = (6, 12, 24, 48)

watching_pages = Blueprint("watching", __name__)

WILD = "?"
"""What a form calls a die that stands for any face, where one is picked up for the next press on the map."""
SAID = "watch"
"""The category of what is said on the game's page after the button was pressed."""


@dataclass(frozen=True)
class BoardOnPage:
    """A position as a page shows it."""

    seen: Seen
    words: Catalogue
    targets: Sequence[MapTarget] = ()

    @cached_property
    def presenter(self) -> Presenter:
        """The presenter that words and draws the position."""
        return presenter_for(self.seen.view.table, self.seen.names, self.words)

    @cached_property
    def map(self) -> MapPicture | None:
        """The map; None in a game that has none."""
        return map_picture(self.presenter, self.seen.marked, self.seen.view.seat, self.targets)

    @cached_property
    def end(self) -> str:
        """The winners, and why the game is over; or why it is about to end. Empty while it is not."""
        table = self.presenter.table
        if table.ended and table.standings:
            return result_in_words(self.presenter, self.seen.view.kind, table.ended, self.words)
        return "" if table.over else self.presenter.end_ahead()

    @cached_property
    def outlook(self) -> Sequence[doc.ListEntry]:
        """The places where play goes on, and what could be done there."""
        return self.presenter.outlook()

    @cached_property
    def supply(self) -> str:
        """The supply that is left to play with beyond what is placed already."""
        return self.presenter.supply()

    @cached_property
    def hints(self) -> list[str]:
        """Hints about what the player to move would look for among what they may do, and why it is not there."""
        return self.presenter.hints()

    @cached_property
    def latest(self) -> list[str]:
        """The sentences about what happened last."""
        return self.presenter.sentences(self.seen.latest)

    @cached_property
    def tables(self) -> Mapping[str, object]:
        """The values that the tables of the position show."""
        return self.presenter.tables(self.seen.view)

    @cached_property
    def hand_title(self) -> str:
        """The title of the viewer's own dice."""
        return self.presenter.hand_title(self.seen.view)

    @cached_property
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
    alternatives: Sequence[PlacedOrder] = ()
    """Orders that may take the place of the last one."""
    targets: Sequence[MapTarget] = ()
    """The places on the map that can be pressed."""
    spent: doc.Hand | None = None
    """The dice that the orders take from the player's hand."""
    opening: str = ""
    """The orders with which there is only one sensible way to begin, as they stand in the form when it is opened."""
    wild: bool = False
    """Whether a die is picked up that stands for any face, which the next press on the map takes."""
    asks: bool = False
    held: bool = False
    """Whether they were sent and held back; sent once more they are carried out."""

    @property
    def digest(self) -> str:
        """The digest that stands for the text in a form that confirms it."""
        return digest(self.text)


def order_form_for(trial: Trial, words: Catalogue, text: str, *, wild: bool = False, asks: bool = False) -> OrderForm:
    """The form with these orders in it; `wild`: the next press on the map takes a die that stands for any face."""
    presenter = presenter_for(trial.seen.view.table, trial.seen.names, words)
    # What comes behind a roll depends on it.
    legal = () if trial.undrawn else trial.seen.legal
    alternatives = _alternatives(trial, words)
    targets = _targets(() if wild else alternatives, presenter.placed_orders(legal, wild=wild))
    return OrderForm(
        text,
        trial,
        presenter.choices(legal),
        alternatives,
        targets,
        spent=_spent(trial, words),
        opening=opening_of(trial, words),
        wild=wild,
        asks=asks,
    )


def opening_of(trial: Trial, words: Catalogue) -> str:
    """The orders with which there is only one sensible way to go on behind those tried; "" where there are several."""
    legal = () if trial.undrawn else trial.seen.legal
    return "\n".join(presenter_for(trial.seen.view.table, trial.seen.names, words).opening(legal))


def _spent(trial: Trial, words: Catalogue) -> doc.Hand | None:
    start, then = trial.start, trial.seen.view
    if start.seat is None or then.table.over:
        return None
    before, after = (presenter_for(view.table, trial.seen.names, words).hand(view) for view in (start, then))
    gone = Counter(before.faces) - Counter(after.faces)
    return doc.Hand("", "", max(0, before.hidden - after.hidden), tuple(gone.elements()))


def _alternatives(trial: Trial, words: Catalogue) -> Sequence[PlacedOrder]:
    if trial.exchange is None:
        return ()
    view, last, legal = trial.exchange
    return presenter_for(view.table, trial.seen.names, words).alternatives(last, legal)


def _targets(alternatives: Sequence[PlacedOrder], added: Sequence[PlacedOrder]) -> list[MapTarget]:
    """A target for each place: the next order in place of the last one, or the likeliest that is new."""
    found: dict[str, MapTarget] = {}
    for field, orders in (("instead", alternatives), ("add", added)):
        for one in orders:
            found.setdefault(one.place, MapTarget(one.place, field, one.order, one.note, one.label))
    return list(found.values())


def composed(form: MultiDict[str, str], seen: Seen, words: Catalogue) -> str:
    """The text of the orders after what a form asks to add to it, or to take from it."""
    text = form.get("orders", "").replace("\r\n", "\n")
    if form.get("do") == "drop":
        return text.rstrip().rpartition("\n")[0]
    if form.get("strike"):
        return _without(text, form["strike"])
    if form.get("instead"):
        return "\n".join(filter(None, (text.rstrip().rpartition("\n")[0], form["instead"])))
    presenter = presenter_for(seen.view.table, seen.names, words)
    added = form.get("finish") or presenter.chosen(form)
    return "\n".join([*filter(None, text.rstrip().split("\n")), added]) if added else text


def adds(form: Mapping[str, str]) -> bool:
    """Whether a form asks to add an order that was chosen."""
    return bool(form.get("add") or form.get("instead")) or form.get("do") == "roll"


def ends_turn(form: Mapping[str, str]) -> bool:
    """Whether a form asks to end the turn, for which nothing else has to be pressed."""
    return bool(form.get("finish")) or form.get("do") == "finish"


def _without(text: str, number: str) -> str:
    """Orders without the line of a number from 1; all of them where there is no such line."""
    return "\n".join(line for at, line in enumerate(text.split("\n"), 1) if str(at) != number)


def digest(text: str) -> str:
    """A short stand-in for a text."""
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class MoreTime:
    """The number of extensions left to the player to move, and the orders for them, each with the time in words."""

    left: int
    choices: tuple[tuple[str, str], ...]


def more_time(unit: UnitOfWork, game: GameRow, words: Catalogue) -> MoreTime:
    """The extensions of their deadline that the player to move may still ask for."""
    assert game.active_seat is not None
    left = extensions_left(list_seat_contacts(unit, game.id)[game.active_seat], unit.settings)
    found = ((_order(pace, words), pace_in_words(str(pace), words)) for pace in _lengths(longest(game.terms)))
    return MoreTime(left, tuple(found))


def _lengths(most: Pace) -> Iterator[Pace]:
    for amount in _DAYS if most.unit == "d" else _HOURS:
        if amount < most.amount:
            yield Pace(amount, most.unit)
    yield most


def _order(pace: Pace, words: Catalogue) -> str:
    unit = {"d": "day", "h": "hour"}[pace.unit] + ("" if pace.amount == 1 else "s")
    return in_words(f"{{extend}} {pace.amount} {{{unit}}}", words.language)


@dataclass(frozen=True)
class ShownProposal:
    """A proposal to go back: who makes it, who has agreed, who has still to be heard, by names; and what may be said.

    `notes` are sentences on what comes of it; `orders` are those of the viewer's seat, each with what it is called on a
    button.
    """

    row: ProposalRow
    player: str
    agreed: str
    awaited: str
    notes: tuple[str, ...]
    orders: tuple[tuple[str, str], ...]


def proposal(unit: UnitOfWork, game: GameRow, seat: int | None, words: Catalogue) -> ShownProposal | None:
    """The proposal made in a game, as the player of a seat, or a spectator (None), may answer it."""
    found = find_proposed(unit, game.id)
    if found is None:
        return None
    contacts = list_seat_contacts(unit, game.id)
    orders: tuple[tuple[str, str], ...] = ()
    if seat == found.row.seat:
        orders = ((in_words("{withdraw_proposal}", words.language), words.text("Withdraw request")),)
    elif seat in found.awaited:
        place = found.row.to_position
        orders = (
            (
                f"{in_words('{agree}', words.language)} {place}",
                words.text("Agree: roll back to #%(place)s", place=place),
            ),
            (f"{in_words('{refuse}', words.language)} {place}", words.text("Refuse")),
        )
    agreed, awaited = (names_of(contacts, seats, words) for seats in (found.agreed, found.awaited))
    how = vacant_sentences(contacts, found.awaited, words)
    return ShownProposal(found.row, contacts[found.row.seat].name, agreed, awaited, (*how, words.text(DICE)), orders)


@watching_pages.post("/games/<tag>/watch")
def change(tag: str) -> ResponseReturnValue:
    """Have whoever is signed in watch a game, or stop."""
    with site().read() as unit:
        game = find_game_by_tag(unit, tag) or abort(404)
    form, done = ask_office(Unwatch if request.form.get("do") == "stop" else Watch, tag=game.tag)
    sentences = form.form_errors if done is None else [" ".join(done.sentences)]
    return lead_to("games.game", sentences, SAID, tag=tag)
