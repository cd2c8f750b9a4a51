"""Acts of a moderator on the web: a form, then what it would do, then the act.

What was previewed is done only as long as things stand as they stood then; otherwise it is shown anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.history.archive import Branch, Past
from pbem.adjudicator.history.rollback import targets
from pbem.adjudicator.seat_context import Declined
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import N_
from pbem.intake.moderators import Preview, Stale
from pbem.moderation.commands import ModeratorCommand, Retry, RollBack
from pbem.moderation.correction_lines import glossary
from pbem.store import NotFound, Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow, PlayerRow
from pbem.web.games.dispute_shown import MomentPicture, picture
from pbem.web.lists.waiting_form import UNITS
from pbem.web.moderation.forms import ANNOUNCE_TO_ALL, FORMS, MOST, ActForm, Unfit
from pbem.web.moderation.overview import SAID, File, file_of, moderator
from pbem.web.sent_forms import FIELD
from pbem.web.site import site
from pbem.web.visitor import words

pages = Blueprint("moderate_acts", __name__)

_TO_CHOOSE_FROM: Final = 200
"""The newest moments that a form offers; an older one is chosen from the log."""
_MARK: Final = "<string(length=10):mark>"
_ANY: Final = "<any({}):name>".format(", ".join(FORMS))
_NOT_FIELDS: Final = ("csrf_token", FIELD, "state")


@dataclass(frozen=True)
class PositionChoice:
    """A moment that a game may go back to."""

    position: int
    text: str


@pages.get(f"/moderate/<tag>/{_ANY}")
def form(tag: str, name: str) -> ResponseReturnValue:
    """The form of an act."""
    me = moderator()
    with site().database.read() as tx:
        file = file_of(tx, me, tag)
        return _page(tx, FORMS[name], url_for("moderate_acts.act", tag=tag, name=name), file)


@pages.post(f"/moderate/<tag>/{_ANY}")
def act(tag: str, name: str) -> ResponseReturnValue:
    """Shows what an act would do, or, once that is confirmed, does it."""
    me = moderator()
    with site().database.read() as tx:
        file = file_of(tx, me, tag)
    return _act(me, FORMS[name], url_for("moderate_acts.act", tag=tag, name=name), file)


@pages.get("/moderate/announce")
def announcement() -> ResponseReturnValue:
    """The form by which everybody is told something."""
    moderator()
    with site().database.read() as tx:
        return _page(tx, ANNOUNCE_TO_ALL, url_for("moderate_acts.announce"))


@pages.post("/moderate/announce")
def announce() -> ResponseReturnValue:
    """Tells everybody something, once it is confirmed."""
    return _act(moderator(), ANNOUNCE_TO_ALL, url_for("moderate_acts.announce"), None)


@pages.get(f"/moderate/letters/{_MARK}/retry")
def retry_form(mark: str) -> ResponseReturnValue:
    """The form by which a letter that was put aside is dealt with once more."""
    moderator()
    with site().database.read() as tx:
        return _page(tx, _retry(mark), _retry_address(mark))


@pages.post(f"/moderate/letters/{_MARK}/retry")
def retry(mark: str) -> ResponseReturnValue:
    """Has a letter dealt with once more, once that is confirmed."""
    return _act(moderator(), _retry(mark), _retry_address(mark), None)


def _retry(mark: str) -> ActForm:
    return ActForm(
        N_("Deal with a letter once more"),
        N_("The server tries again what it failed on. That helps where what was wrong has been put right."),
        (),
        lambda _tx, _tag, _filled: Retry(mark),
    )


def _retry_address(mark: str) -> str:
    return url_for("moderate_acts.retry", mark=mark)


def _act(me: PlayerRow, form: ActForm, address: str, file: File | None) -> ResponseReturnValue:
    """What comes of a form that was sent: what the act would do, what is wrong with it, or that it was done."""
    filled, office = request.form, site().intake.moderators
    try:
        with site().database.read() as tx:
            act = form.read(tx, file.game.tag if file else "", filled)
        if "state" not in filled:
            return _preview(form, address, file, act, office.preview(me.id, [act]))
        try:
            done = office.carry_out(me.id, [act], filled["state"])
        except Stale as stale:
            return _preview(form, address, file, act, stale.preview, is_anew=True)
    except Unfit as unfit:
        with site().database.read() as tx:
            return _page(tx, form, address, file, faults={unfit.field: unfit.message}), 422
    except Declined as declined:
        with site().database.read() as tx:
            return _page(tx, form, address, file, fault=declined.message), 422
    for sentence in done:
        flash(sentence, SAID)
    home = url_for("moderate.desk", _anchor="said")
    return redirect(url_for("moderate_file.show", tag=file.game.tag, _anchor="said") if file else home, 303)


def _page(
    tx: Tx,
    form: ActForm,
    address: str,
    file: File | None = None,
    *,
    faults: Mapping[str, str] | None = None,
    fault: str = "",
) -> str:
    """The form, with what was filled in where it comes back."""
    game = file.game if file else None
    filled = request.form if request.method == "POST" else request.args
    return render_template(
        "moderate_act.html",
        form=form,
        address=address,
        game=game,
        seats=repo.seats(tx, game.id) if game else [],
        choices=_choices(tx, game) if game and "to" in form.fields else [],
        glossary=glossary(words(), game.kind) if game and "corrections" in form.fields else [],
        filled=filled,
        faults=faults or {},
        fault=fault,
        most=MOST,
        UNITS=UNITS,
    )


def _preview(
    form: ActForm, address: str, file: File | None, act: ModeratorCommand, preview: Preview, *, is_anew: bool = False
) -> str:
    """What an act would do, to be confirmed."""
    with site().database.read() as tx:
        drawn = _drawn(tx, file.game, act.to) if file and isinstance(act, RollBack) else None
    return render_template(
        "moderate_sure.html",
        form=form,
        address=address,
        game=file.game if file else None,
        preview=preview,
        is_anew=is_anew,
        fields=[(name, value) for name, value in request.form.items() if name not in _NOT_FIELDS],
        reason=request.form.get("reason", ""),
        drawn=drawn,
    )


def _choices(tx: Tx, game: GameRow) -> list[PositionChoice]:
    """The newest moments that a game may go back to, the newest first, and the one that the address asks for."""
    past, known = site().archive.past(tx, game), targets(tx, game)
    asked = request.values.get("to", 0, type=int)
    shown = known[-_TO_CHOOSE_FROM:]
    shown = shown if asked in shown or asked not in known else [asked, *shown]
    presenter = _presenter(tx, game, past, past.last.position)
    return [PositionChoice(position, _told(past, position, presenter)) for position in reversed(shown)]


def _told(past: Past, position: int, presenter: Presenter) -> str:
    """A moment in a line."""
    try:
        branch = past.branch_at(position)
    except NotFound:  # it belongs to a branch that was left before it was final
        return words().text("#%(position)s", position=position)
    moment = branch.moments[branch.index_at(position)]
    sentences = presenter.sentences(moment.events)
    return words().text(
        "#%(position)s, year %(year)s, turn %(turn)s: %(what)s",
        position=position,
        year=moment.year,
        turn=moment.turn,
        what=sentences[0] if sentences else presenter.player(moment.seat),
    )


def _drawn(tx: Tx, game: GameRow, position: int) -> MomentPicture | None:
    past = site().archive.past(tx, game)
    try:
        branch = past.branch_at(position)
    except NotFound:
        return None
    news, presenter = branch.news_at(position), _presenter(tx, game, branch, position)
    return picture(position, presenter, news)


def _presenter(tx: Tx, game: GameRow, branch: Branch, position: int) -> Presenter:
    return presenter_for(branch.view_at(position).table, [seat.name for seat in repo.seats(tx, game.id)], words())
