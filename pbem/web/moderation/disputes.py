"""A dispute as a moderator examines it: all sides beside each other, the dice, another reading, and the ruling.

Nothing that is hidden in the game is shown before they have opened it, which everybody in the game is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.history.archive import Branch, Past, PastMoment
from pbem.adjudicator.history.rollback import list_targets
from pbem.commands.command import form_of
from pbem.forms import PageForm
from pbem.games.presentation import presentation_of, presenter_for
from pbem.games.presenter import Presenter, Row
from pbem.i18n import catalogue
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands import COMMANDS
from pbem.moderation.context import VERDICTS, ModeratorContext, sees_secrets
from pbem.moderation.correction_lines import can_be_corrected, glossary
from pbem.moderation.examining import Examination, list_similar_rulings, load_examination
from pbem.moderation.rereading import SupposedTurn, SuppositionRefused
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import list_seats, list_seats_ever_of
from pbem.store.moderation.disputes import DisputeStatus, FiledDispute, find_dispute, list_rulings_on
from pbem.store.players.player import PlayerRow, get_player
from pbem.web.games.disputes import MomentPicture, list_said, moment_at, picture, shown
from pbem.web.moderation.commands import preview_or_done
from pbem.web.moderation.overview import moderator
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import words
from rules_core.games import rulebook, ruleset_for
from rules_core.kernel.position import Position, hides_nothing
from rules_core.kernel.rehearsal import Supposed, other_options

pages = Blueprint("moderate_disputes", __name__)

SAID: Final = "examined"
_LIKE_IT: Final = 5
"""Rulings on the same rules that are shown beside a dispute."""
_TO_CHOOSE_FROM: Final = 60
_ID: Final = "<int(max=9223372036854775807):dispute_id>"
_LONGEST_ORDERS: Final = 4_000
_ACTS: Final[Mapping[DisputeStatus, tuple[str, ...]]] = {
    "open": ("ask", "rule"),
    "ruled": ("supersede", "reopen"),
    "withdrawn": ("reopen",),
    "lapsed": ("reopen",),
}
"""The acts on a dispute that its page has forms for, by how it stands."""
_EXEMPLARY: Final = "ben"
"""Whom examples of corrections name."""


@dataclass(frozen=True)
class FoundDispute:
    """A dispute that the visitor, a moderator, may rule on; `is_open` says that what is hidden is open to them."""

    me: PlayerRow
    dispute: FiledDispute
    game: GameRow
    names: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True)
class Supposition:
    """The outcome that another reading would have given, in words; `fault` is why nothing could be tried."""

    sentences: Sequence[str]
    stop: str
    differences: Sequence[Row]
    picture: MomentPicture | None
    fault: str = ""


@pages.get(f"/moderate/disputes/{_ID}")
def examine(dispute_id: int) -> ResponseReturnValue:
    """The page of all facts of a dispute."""
    me = moderator()
    with site().read() as unit:
        return _page(unit, _find(unit, me, dispute_id))


@pages.post(f"/moderate/disputes/{_ID}/unseal")
def grant_access(dispute_id: int) -> ResponseReturnValue:
    """Open what is hidden in the game, which everybody in it is told."""
    with site().read() as unit:
        found = _find(unit, moderator(), dispute_id)
    reason = words().text("To examine dispute %(number)s.", number=dispute_id)
    values = {"tag": found.game.tag, "reason": reason, "dispute_id": dispute_id}
    return _do(found, PageForm(), COMMANDS["unseal"].of(values), is_confirmed=False)


@pages.post(f"/moderate/disputes/{_ID}/ask")
def ask(dispute_id: int) -> ResponseReturnValue:
    """Ask those who play something."""
    return _send("ask", dispute_id, is_confirmed=False)


@pages.post(f"/moderate/disputes/{_ID}/rule")
def rule(dispute_id: int) -> ResponseReturnValue:
    """Show what a ruling would do, or, once that is confirmed, rule; on a dispute that was ruled on, once more."""
    return _send("rule", dispute_id)


@pages.post(f"/moderate/disputes/{_ID}/reopen")
def reopen(dispute_id: int) -> ResponseReturnValue:
    """Show what opening a dispute again would do, or, once that is confirmed, do it."""
    return _send("reopen", dispute_id)


def _send(name: str, dispute_id: int, *, is_confirmed: bool = True) -> ResponseReturnValue:
    with site().read() as unit:
        found = _find(unit, moderator(), dispute_id)
        kind = COMMANDS["supersede" if name == "rule" and found.dispute.status == "ruled" else name]
        form = kind.asking(ModeratorContext.of(unit, found.me), dispute_id, request.form)
        act = kind.from_form(form)
    return _do(found, form, act, is_confirmed=is_confirmed)


def _do(
    found: FoundDispute, form: PageForm, act: ModeratorCommand | None, *, is_confirmed: bool
) -> ResponseReturnValue:
    """Show what an act would do, or do it where it was confirmed or needs no second look, and say that it was done."""
    done = None if act is None else preview_or_done(found.me, act, form, found.game, is_confirmed=is_confirmed)
    if isinstance(done, str):
        return done
    if done is not None:
        return lead_to("moderate_disputes.examine", done, SAID, dispute_id=found.dispute.id)
    with site().read() as unit:
        return _page(unit, found, form), 422


def _page(tx: UnitOfWork, found: FoundDispute, sent: PageForm | None = None) -> str:
    """The page; of its forms one may have been sent, with which something is wrong."""
    game, dispute = found.game, found.dispute
    past = site().archive.past(tx, game)
    known = load_examination(tx, game, dispute, past, words(), is_open=found.is_open)
    then, now = _presenter(found, known.before), _presenter(found, known.after)
    return render_template(
        "moderate_dispute.html",
        found=found,
        game=game,
        shown=shown(tx, dispute),
        rulings=[shown(tx, row) for row in list_rulings_on(tx, dispute.id)],
        statements=list_said(tx, dispute),
        said=flashed(SAID),
        sent=sent or PageForm(),
        forms_of=_forms(tx, found, sent, known, past),
        known=known,
        sentences=now.sentences(known.news),
        pictures=[picture(known.stretch.before, then, ()), picture(known.stretch.after, now, known.news)],
        differences=then.differences(now, ruleset_for(game.kind).compare(known.before, known.after)),
        correction=_correction(game.kind, get_player(tx, dispute.player_id).name),
        hidden={side.seat: now.hidden_change(side.before, side.after) for side in known.sides},
        supposition=_supposition(found, known),
        may_try_orders=_may_try_orders(found, known),
        variants=_variants(found, known),
        query=request.args,
        like_it=list_similar_rulings(tx, dispute, known.rules, _LIKE_IT),
        book=rulebook(game.kind, known.before.table.reading),
        VERDICTS=VERDICTS,
    )


def _forms(
    unit: UnitOfWork, found: FoundDispute, sent: PageForm | None, known: Examination, past: Past
) -> Mapping[str, PageForm]:
    """The forms of the acts that fit how the dispute stands, by verb; one of them as it was sent."""
    context, kept, forms = ModeratorContext.of(unit, found.me), {"to": known.stretch.before}, {}
    rules = rulebook(found.game.kind, known.before.table.reading).values()
    for verb in _ACTS[found.dispute.status]:
        kind = COMMANDS[verb]
        form: Any = sent if isinstance(sent, form_of(kind)) else kind.asking(context, found.dispute.id, kept=kept)
        form.offer("to", lambda: _moments(unit, found, past.branch_at(found.dispute.position)))
        form.offer("rule", lambda: {"": "", **{rule.id: f"{rule.id} {words().text(rule.title)}" for rule in rules}})
        if "verdict" in form and not can_be_corrected(found.game.kind):
            del form.verdict.choices["amend"]
        forms[verb] = form
    return forms


def _correction(kind: str, name: str) -> str:
    examples = [example for entry in glossary(catalogue("en"), kind) for example in entry.examples]
    return examples[0].replace(_EXEMPLARY, name.lower()) if examples else ""


def _presenter(found: FoundDispute, state: Position) -> Presenter:
    return presenter_for(state.table, found.names, words())


def _may_try_orders(found: FoundDispute, known: Examination) -> bool:
    """Whether other orders can be tried: what comes of them shows nothing that the visitor may not know."""
    return found.is_open or hides_nothing(known.before)


def _supposition(found: FoundDispute, known: Examination) -> Supposition | None:
    """Work out what the reading that the address asks for would have given; None where it asks for none."""
    orders, variant = request.args.get("orders", "").strip()[:_LONGEST_ORDERS], request.args.get("variant", "")
    if not (variant or (orders and _may_try_orders(found, known))):
        return None
    stretch = known.stretch
    turn = SupposedTurn(found.game, known.entries, stretch.before, stretch.seat, found.names, words(), found.is_open)
    try:
        if variant:
            option, _, value = variant.partition("=")
            return _describe_supposition(found, turn.under({option: value}))
        return _describe_supposition(found, turn.with_orders(orders, words().language))
    except SuppositionRefused as refused:
        return Supposition((), "", (), None, refused.message)


def _describe_supposition(found: FoundDispute, supposed: Supposed) -> Supposition:
    logged, after = _presenter(found, supposed.logged), _presenter(found, supposed.after)
    events = [event for one in supposed.judged for event in one.events]
    return Supposition(
        after.sentences(events),
        _why_it_ended(found, supposed),
        logged.differences(after, supposed.differences),
        picture(0, after, events),
    )


def _why_it_ended(found: FoundDispute, supposed: Supposed) -> str:
    stop = supposed.stop
    if stop is None:
        return ""
    if stop.refusal is not None:
        return _presenter(found, supposed.after).describe_violation(stop.refusal.violations[0])
    if stop.why == "not rolled":
        return words().text("Here dice would be rolled that the log does not hold; what follows depends on them.")
    return words().text("What comes next depends on what is hidden; open that to know it.")


def _variants(found: FoundDispute, known: Examination) -> list[tuple[str, str]]:
    others = other_options(known.entries, ruleset_for(found.game.kind))
    each = [(option, value) for option, values in others.items() for value in values]
    return [(f"{one}={value}", _called(found, one, value)) for one, value in each]


def _called(found: FoundDispute, option: str, value: str) -> str:
    description = presentation_of(found.game.kind).chosen({option: value})
    return words().text(description[0]) if description else f"{option}={value}"


def _moments(tx: Tx, found: FoundDispute, branch: Branch) -> dict[int, str]:
    known = set(list_targets(tx, found.game))
    presenter = _presenter(found, branch.view_at(branch.last.position).state)
    moments: list[PastMoment] = [one for one in branch.moments if one.position in known]
    return {one.position: moment_at(one, presenter) for one in reversed(moments[-_TO_CHOOSE_FROM:])}


def _find(tx: Tx, me: PlayerRow, dispute_id: int) -> FoundDispute:
    """A dispute: 404 for one that is not there, 403 for one of a game in which the visitor has or had a seat."""
    dispute = find_dispute(tx, dispute_id) or abort(404)
    if list_seats_ever_of(tx, dispute.game_id, me.id):
        abort(403)
    game = get_game(tx, dispute.game_id)
    names = tuple(seat.name for seat in list_seats(tx, game.id))
    return FoundDispute(me, dispute, game, names, sees_secrets(tx, me.id, game.id))
