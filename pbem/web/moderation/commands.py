"""Acts of a moderator on the web: a form, then what it would do, then the act.

What was previewed is done only as long as things stand as they stood then; otherwise it is shown anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.archive import Branch, Past
from pbem.adjudicator.history.rollback import list_targets
from pbem.forms import PageForm
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import N_
from pbem.intake.operator import Preview, Stale
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands import COMMANDS
from pbem.moderation.context import ModeratorContext
from pbem.moderation.correction_lines import glossary
from pbem.store import NotFound, Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.players.player import PlayerRow
from pbem.web.games.disputes import MomentPicture, picture
from pbem.web.moderation.overview import SAID, File, file_of, moderator
from pbem.web.sent_forms import FIELD
from pbem.web.site import lead_to, site
from pbem.web.visitor import words

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


@dataclass(frozen=True)
class CommandForm:
    """The form of an act: where it is sent, and what it is about; `file` is that of the game, if it is about one."""

    act: type[ModeratorCommand]
    address: str
    about: str | None
    file: File | None = None
    title: str = ""
    does: str = ""

    @property
    def game(self) -> GameRow | None:
        """The game."""
        return self.file.game if self.file else None


def fitting(game: GameRow, *, is_open: bool) -> list[str]:
    """The acts that fit how a game stands, by their names; `is_open` says that its secrets are."""
    return [name for name, act in FORMS.items() if act.fits(game, is_open=is_open)]


_ANY: Final = "<any({}):name>".format(", ".join(FORMS))


@pages.route(f"/moderate/<tag>/{_ANY}", methods=_BOTH)
def command(tag: str, name: str) -> ResponseReturnValue:
    """The form of an act on a game."""
    me = moderator()
    return _answer(me, _of_game(me, tag, name))


@pages.route("/moderate/announce", methods=_BOTH)
def announce() -> ResponseReturnValue:
    """The form by which everybody is told something."""
    title, does = N_("Make an announcement to everyone"), N_("Everyone who plays here gets it.")
    address = url_for("moderate_commands.announce")
    return _answer(moderator(), CommandForm(COMMANDS["announce"], address, None, None, title, does))


@pages.route(f"/moderate/letters/{_MARK}/retry", methods=_BOTH)
def retry(mark: str) -> ResponseReturnValue:
    """The form by which a letter that was put aside is dealt with once more."""
    address = url_for("moderate_commands.retry", mark=mark)
    return _answer(moderator(), CommandForm(COMMANDS["retry"], address, mark))


def _of_game(me: PlayerRow, tag: str, name: str) -> CommandForm:
    with site().read() as unit:
        file = file_of(unit, me, tag)
    return CommandForm(FORMS[name], url_for("moderate_commands.command", tag=tag, name=name), file.game.tag, file)


def _answer(me: PlayerRow, target: CommandForm) -> ResponseReturnValue:
    """Show a form, or answer it: with what the act would do, what is wrong, or, once confirmed, that it was done."""
    is_sent = request.method == "POST"
    with site().read() as unit:
        asked = (request.form, None) if is_sent else (None, request.args.to_dict())
        form = target.act.asking(ModeratorContext.of(unit, me), target.about, *asked)
        if not is_sent:
            return _page(unit, target, form)
        act = target.act.from_form(form)
    done = preview_or_done(me, act, form, partial(_preview, target))
    if done is None:
        with site().read() as unit:
            return _page(unit, target, form), 422
    if isinstance(done, str):
        return done
    if target.game:
        return lead_to("moderate_file.show", done, SAID, tag=target.game.tag)
    return lead_to("moderate.overview", done, SAID)


def preview_or_done(
    me: PlayerRow,
    act: ModeratorCommand | None,
    form: PageForm,
    show: Callable[[ModeratorCommand, Preview, bool], str],
    *,
    is_confirmed: bool = True,
) -> str | tuple[str, ...] | None:
    """Preview the act of a form, or carry it out where that was confirmed, or need not be.

    The page, or the sentences on it; None where there is none or it cannot be done, as the form then tells.
    """
    office = site().intake.moderators
    if act is None:
        return None
    try:
        if not is_confirmed:
            return office.carry_out(me.id, act, None)
        if "state" not in request.form:
            return show(act, office.preview(me.id, act), False)
        return office.carry_out(me.id, act, request.form["state"])
    except Stale as stale:
        return show(act, stale.preview, True)
    except Refused as refused:
        form.refuse(refused.message, refused.field)
        return None


def _page(tx: Tx, target: CommandForm, form: PageForm) -> str:
    game = target.game
    if game is not None:
        form.offer("to", lambda: _positions(tx, game, form["to"].data))
    return render_template(
        "moderate_act.html",
        title=target.title or target.act.title,
        does=target.does or target.act.does,
        form=form,
        address=target.address,
        game=game,
        glossary=glossary(words(), game.kind) if game and "corrections" in form else [],
    )


def _preview(target: CommandForm, act: ModeratorCommand, preview: Preview, is_anew: bool) -> str:
    game, position = target.game, act.returns_to
    drawn = None
    if game is not None and position is not None:
        with site().read() as unit:
            drawn = _drawn(unit, game, position)
    return sure_page(act, target.address, game, preview, drawn, is_anew=is_anew, title=target.title)


def sure_page(
    act: ModeratorCommand,
    address: str,
    game: GameRow | None,
    preview: Preview,
    drawn: MomentPicture | None,
    *,
    is_anew: bool,
    title: str = "",
) -> str:
    """The page that shows what an act would do, to be confirmed."""
    return render_template(
        "moderate_sure.html",
        title=title or act.title,
        address=address,
        game=game,
        preview=preview,
        is_anew=is_anew,
        fields=[(name, value) for name, value in request.form.items() if name not in _NOT_FIELDS],
        reason=act.why,
        drawn=drawn,
    )


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


def _drawn(tx: Tx, game: GameRow, position: int) -> MomentPicture | None:
    past = site().archive.past(tx, game)
    try:
        branch = past.branch_at(position)
    except NotFound:
        return None
    news, presenter = branch.news_at(position), _presenter(tx, game, branch, position)
    return picture(position, presenter, news)


def _presenter(tx: Tx, game: GameRow, branch: Branch, position: int) -> Presenter:
    return presenter_for(branch.view_at(position).table, [seat.name for seat in list_seats(tx, game.id)], words())
