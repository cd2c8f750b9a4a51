"""Acts of a moderator on the web: a form, then what it would do, then the act.

What was previewed is done only as long as things stand as they stood then; otherwise it is shown anew.
"""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.history.archive import Branch, Past
from pbem.adjudicator.history.rollback import list_targets
from pbem.forms import PageForm
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import N_
from pbem.intake.operator import Stale
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands import COMMANDS
from pbem.moderation.context import ModeratorContext
from pbem.moderation.correction_lines import glossary
from pbem.moderation.form_command import FormCommand
from pbem.store import NotFound, Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.players.player import PlayerRow
from pbem.web.games.disputes import MomentPicture, picture
from pbem.web.moderation.overview import SAID, file_of, moderator
from pbem.web.sent_forms import FIELD
from pbem.web.site import lead_to, site
from pbem.web.visitor import FormErrors, words

pages = Blueprint("moderate_commands", __name__)

_TO_CHOOSE_FROM: Final = 200
"""The newest moments that a form offers; an older one is chosen from the log."""
_BOTH: Final = ("GET", "POST")
_MARK: Final = "<string(length=10):mark>"
_NOT_FIELDS: Final = ("csrf_token", FIELD, "state")


FORMS: Final[Mapping[str, type[ModeratorCommand]]] = {
    name: act for name, act in COMMANDS.items() if act.subject()[1].about == "game"
}
"""The acts on a game, by their names in addresses."""


def fitting(game: GameRow, *, is_open: bool) -> list[str]:
    """The acts that fit how a game stands, by their names; `is_open` says that its secrets are."""
    return [name for name, act in FORMS.items() if act.fits(game, is_open=is_open)]


_ANY: Final = "<any({}):name>".format(", ".join(FORMS))


@pages.route(f"/moderate/<tag>/{_ANY}", methods=_BOTH)
def command(tag: str, name: str) -> ResponseReturnValue:
    """The form of an act on a game."""
    me = moderator()
    with site().read() as unit:
        game = file_of(unit, me, tag).game
    return _answer(me, FORMS[name], game.tag, game)


@pages.route("/moderate/announce", methods=_BOTH)
def announce() -> ResponseReturnValue:
    """The form by which everybody is told something."""
    title, does = N_("Make an announcement to everyone"), N_("Everyone who plays here gets it.")
    return _answer(moderator(), COMMANDS["announce"], title=title, does=does)


@pages.route(f"/moderate/letters/{_MARK}/retry", methods=_BOTH)
def retry(mark: str) -> ResponseReturnValue:
    """The form by which a letter that was put aside is dealt with once more."""
    return _answer(moderator(), COMMANDS["retry"], mark)


def _answer(
    me: PlayerRow,
    kind: type[ModeratorCommand],
    about: str | None = None,
    game: GameRow | None = None,
    *,
    title: str = "",
    does: str = "",
) -> ResponseReturnValue:
    """Show a form, or answer it: with what the act would do, what is wrong, or, once confirmed, that it was done."""
    is_sent, title = request.method == "POST", title or kind.title
    with site().read() as unit:
        filled = (request.form, None) if is_sent else (None, request.args.to_dict())
        form = kind.asking(ModeratorContext.of(unit, me), about, *filled)
        act = kind.from_form(form) if is_sent else None
    done = None if act is None else preview_or_done(me, act, form, game, title=title)
    if isinstance(done, str):
        return done
    if done is not None and game is not None:
        return lead_to("moderate_file.show", done, SAID, tag=game.tag)
    if done is not None:
        return lead_to("moderate.overview", done, SAID)
    entries = []
    if game is not None:
        with site().read() as unit:
            form.offer("to", lambda: _positions(unit, game, form["to"].data))
        entries = glossary(words(), game.kind) if "corrections" in form else []
    page = render_template(
        "moderate_act.html",
        title=title,
        does=does or kind.does,
        form=form,
        game=game,
        person=None,
        glossary=entries,
    )
    return page, 422 if is_sent else 200


def preview_or_done(
    me: PlayerRow,
    act: FormCommand,
    form: PageForm,
    game: GameRow | None,
    *,
    title: str = "",
    is_confirmed: bool = True,
    person: PlayerRow | None = None,
) -> str | tuple[str, ...] | None:
    """Preview the act of a form, or carry it out where that was confirmed, or need not be.

    The page, or the sentences on it; None where it cannot be done, as the form then tells.
    """
    office = site().intake.moderators
    with FormErrors(form):
        try:
            if "state" in request.form or not is_confirmed:
                return office.carry_out(me.id, act, request.form.get("state"))
            preview, is_anew = office.preview(me.id, act), False
        except Stale as stale:
            preview, is_anew = stale.preview, True
        return render_template(
            "moderate_sure.html",
            title=title or act.title,
            game=game,
            person=person,
            preview=preview,
            is_anew=is_anew,
            fields=[(name, value) for name, value in request.form.items() if name not in _NOT_FIELDS],
            reason=act.why,
            drawn=None if game is None else _drawn(game, act.returns_to),
        )
    return None


def _positions(tx: Tx, game: GameRow, requested: int | None) -> dict[int, str]:
    """The positions that a game may go back to, in words, the newest first."""
    past, known = site().archive.past(tx, game), list_targets(tx, game)
    shown = known[-_TO_CHOOSE_FROM:]
    shown = [requested, *shown] if requested in known and requested not in shown else shown
    presenter = _presenter(tx, game, past, past.last.position)
    return {position: _moment_line(past, position, presenter) for position in reversed(shown)}


def _moment_line(past: Past, position: int, presenter: Presenter) -> str:
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


def _drawn(game: GameRow, position: int | None) -> MomentPicture | None:
    """The map of a position that a game would go on from, if it would, and the position stood before."""
    if position is None:
        return None
    try:
        with site().read() as unit:
            branch = site().archive.past(unit, game).branch_at(position)
            presenter = _presenter(unit, game, branch, position)
    except NotFound:
        return None
    return picture(position, presenter, branch.news_at(position))


def _presenter(tx: Tx, game: GameRow, branch: Branch, position: int) -> Presenter:
    return presenter_for(branch.view_at(position).table, [seat.name for seat in list_seats(tx, game.id)], words())
