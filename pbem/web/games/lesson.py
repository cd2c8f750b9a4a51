"""The guided first game on its page: the present step, and orders and a place on the board by which it is done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pbem.adjudicator.sessions import list_events_so_far
from pbem.commands.orders.notation import write
from pbem.games.guide import Guide, GuidedMoment, GuideStep, Progress, progress
from pbem.games.presentation import presentation_of, presenter_for
from pbem.games.presenter import MapTarget
from pbem.i18n import Catalogue
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.web.games.forms import OrderForm
from rules_core.kernel.events import Action, Event, TurnBeginning, TurnEnding, TurnFinished

NextPress: TypeAlias = Literal["add", "finish", "send", "sure", "drop", "wait"]
"""The press by which a step goes on: orders are put in, end the turn at once, are sent, or rolled.

Or one is struck that cannot be done; or it is no turn.
"""


@dataclass(frozen=True)
class ShownLesson:
    """The present step of a guided game, in words, and the press by which it goes on."""

    progress: Progress
    text: str
    news: Sequence[str]
    """What the bot has done since the learner's last turn, at the beginning of their turn."""
    orders: str
    """Orders by which the step is done, or comes nearer; "" for none just now."""
    press: NextPress


def shown_lesson(
    tx: Tx, game: GameRow, seat: int, order_form: OrderForm, words: Catalogue
) -> tuple[ShownLesson, OrderForm]:
    """Tell, by the log, how far a learner has come, and mark on the board what is proposed; nobody else's game."""
    guide = presentation_of(game.kind).guide
    so_far = list_events_so_far(tx, game.id)
    known = progress(guide.steps, so_far, seat)
    if known.step is None:
        return ShownLesson(known, "", (), "", "wait"), order_form
    then = _tried(so_far, order_form)
    seen = order_form.trial.seen
    lesson = GuidedMoment(then, seen.view)
    waits = game.active_seat == seat
    is_in = bool(order_form.text.strip()) and order_form.trial.works and known.step.is_done(then, seat)
    actions = known.step.example(lesson, seen.legal) if waits and not order_form.trial.undrawn else ()
    orders = [write(action, seen.view.table, words.language) for action in actions]
    press: NextPress = "add"
    if not waits:
        press = "wait"
    elif not order_form.trial.works:
        press = "drop"
    elif order_form.asks:
        press = "sure"
    elif is_in or order_form.trial.undrawn:
        press = "send"
    elif orders and _ends(actions):
        press = "finish"
    shown = ShownLesson(
        known,
        _text(guide, known.step, lesson, seen.names, words),
        _news(so_far, seat, order_form, words),
        "\n".join(orders),
        press,
    )
    return shown, _marked(order_form, orders[0], words) if orders and press == "add" else order_form


def _tried(so_far: Sequence[Event], order_form: OrderForm) -> Sequence[Event]:
    """All events, with those that the orders in the form would bring about, up to a roll."""
    trial = order_form.trial
    if not order_form.text.strip() or not trial.works or trial.undrawn:
        return so_far
    begun = max((at for at, event in enumerate(so_far) if isinstance(event, TurnBeginning)), default=-1)
    return [*so_far[: begun + 1], *trial.seen.latest]


def _ends(actions: Sequence[Action]) -> bool:
    return isinstance(actions[-1], TurnEnding)


def _text(guide: Guide, step: GuideStep, lesson: GuidedMoment, names: Sequence[str], words: Catalogue) -> str:
    values = guide.values(lesson, names, words)
    return words.text(step.instead(lesson) or step.text, **values)


def _news(so_far: Sequence[Event], seat: int, order_form: OrderForm, words: Catalogue) -> Sequence[str]:
    """Tell what others did since a seat's last turn, as long as it has done nothing in this one."""
    if not so_far or not isinstance(so_far[-1], TurnBeginning):
        return ()
    ends = [at for at, event in enumerate(so_far) if isinstance(event, TurnFinished) and event.seat == seat]
    seen = order_form.trial.seen
    presenter = presenter_for(order_form.trial.start.table, seen.names, words)
    return presenter.sentences(so_far[ends[-1] + 1 : -1]) if ends else ()


def _marked(order_form: OrderForm, order: str, words: Catalogue) -> OrderForm:
    """The form with the place on the board marked where an order would be carried out, if it has one."""
    seen = order_form.trial.seen
    placed = presenter_for(seen.view.table, seen.names, words).placed_orders(seen.legal)
    found = next((one for one in placed if one.order == order), None)
    if found is None:
        return order_form
    lit = MapTarget(found.place, "add", order, found.note, found.label, is_proposed=True)
    targets = [lit if (one.place, one.field) == (lit.place, "add") else one for one in order_form.targets]
    return replace(order_form, targets=targets)
