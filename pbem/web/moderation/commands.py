"""Acts of a moderator on the web: a form, then what it would do, then the act.

What was previewed is done only as long as things stand as they stood then; otherwise it is shown anew.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.archive import Branch, Past
from pbem.adjudicator.history.rollback import list_targets
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import N_
from pbem.intake.operator import Preview, Stale
from pbem.moderation.command import ModeratorCommand, UnfilledField
from pbem.moderation.commands import COMMANDS
from pbem.moderation.context import LONGEST_REASON, ModeratorContext
from pbem.moderation.correction_lines import glossary
from pbem.store import NotFound, Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.players.player import PlayerRow
from pbem.web.games.disputes import MomentPicture, picture
from pbem.web.moderation.overview import SAID, File, file_of, moderator
from pbem.web.sent_forms import FIELD
from pbem.web.site import site
from pbem.web.visitor import words
from pbem.web.waiting_lists import UNITS

pages = Blueprint("moderate_commands", __name__)

_TO_CHOOSE_FROM: Final = 200
"""The newest moments that a form offers; an older one is chosen from the log."""
_MARK: Final = "<string(length=10):mark>"
_NOT_FIELDS: Final = ("csrf_token", FIELD, "state")


FORMS: Final[Mapping[str, type[ModeratorCommand]]] = {
    name: act for name, act in COMMANDS.items() if act.subject()[1].about == "game"
}
"""The acts on a game, by their names in addresses."""
MOST: Final = LONGEST_REASON
"""Characters of a reason, or of what is announced."""


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


@dataclass(frozen=True)
class PositionChoice:
    """A moment that a game may go back to."""

    position: int
    text: str


@pages.get(f"/moderate/<tag>/{_ANY}")
def form(tag: str, name: str) -> ResponseReturnValue:
    """The form of an act."""
    return _show(_of_game(moderator(), tag, name))


@pages.post(f"/moderate/<tag>/{_ANY}")
def command(tag: str, name: str) -> ResponseReturnValue:
    """Show what an act would do, or, once that is confirmed, do it."""
    me = moderator()
    return _answer(me, _of_game(me, tag, name))


@pages.get("/moderate/announce")
def announcement() -> ResponseReturnValue:
    """The form by which everybody is told something."""
    moderator()
    return _show(_to_all())


@pages.post("/moderate/announce")
def announce() -> ResponseReturnValue:
    """Tell everybody something, once it is confirmed."""
    return _answer(moderator(), _to_all())


@pages.get(f"/moderate/letters/{_MARK}/retry")
def retry_form(mark: str) -> ResponseReturnValue:
    """The form by which a letter that was put aside is dealt with once more."""
    moderator()
    return _show(_of_letter(mark))


@pages.post(f"/moderate/letters/{_MARK}/retry")
def retry(mark: str) -> ResponseReturnValue:
    """Have a letter dealt with once more, once that is confirmed."""
    return _answer(moderator(), _of_letter(mark))


def _of_game(me: PlayerRow, tag: str, name: str) -> CommandForm:
    with site().read() as unit:
        file = file_of(unit, me, tag)
    return CommandForm(FORMS[name], url_for("moderate_commands.command", tag=tag, name=name), file.game.tag, file)


def _to_all() -> CommandForm:
    title, does = N_("Make an announcement to everyone"), N_("Everyone who plays here gets it.")
    return CommandForm(COMMANDS["announce"], url_for("moderate_commands.announce"), None, None, title, does)


def _of_letter(mark: str) -> CommandForm:
    return CommandForm(COMMANDS["retry"], url_for("moderate_commands.retry", mark=mark), mark)


def _show(form: CommandForm) -> str:
    with site().read() as unit:
        return _page(unit, form)


def _answer(me: PlayerRow, form: CommandForm) -> ResponseReturnValue:
    """Answer a form that was sent: with what the act would do, what is wrong with it, or that it was done."""
    try:
        with site().read() as unit:
            act = form.act.from_form(request.form, ModeratorContext.of(unit, me), form.about)
        done = preview_or_done(me, act, lambda preview, is_anew: _preview(form, act, preview, is_anew=is_anew))
    except UnfilledField as unfilled:
        with site().read() as unit:
            return _page(unit, form, faults={unfilled.name: [unfilled.message]}), 422
    except Refused as refused:
        with site().read() as unit:
            return _page(unit, form, fault=refused.message), 422
    if isinstance(done, str):
        return done
    for sentence in done:
        flash(sentence, SAID)
    home = url_for("moderate.overview", _anchor="said")
    return redirect(url_for("moderate_file.show", tag=form.game.tag, _anchor="said") if form.game else home, 303)


def preview_or_done(
    me: PlayerRow, act: ModeratorCommand, show: Callable[[Preview, bool], str]
) -> str | tuple[str, ...]:
    """Preview an act, or carry it out where that was confirmed; the page, or the sentences on it. Raises Refused."""
    office = site().intake.moderators
    if "state" not in request.form:
        return show(office.preview(me.id, act), False)
    try:
        return office.carry_out(me.id, act, request.form["state"])
    except Stale as stale:
        return show(stale.preview, True)


def _page(tx: Tx, form: CommandForm, *, faults: Mapping[str, Sequence[str]] | None = None, fault: str = "") -> str:
    game = form.game
    widgets = {one.widget for one in form.act.fields().values()}
    return render_template(
        "moderate_act.html",
        title=form.title or form.act.title,
        does=form.does or form.act.does,
        fields={name: one for name, one in form.act.fields().items() if one.widget},
        address=form.address,
        game=game,
        seats=list_seats(tx, game.id) if game else [],
        choices=_choices(tx, game) if game and "place" in widgets else [],
        glossary=glossary(words(), game.kind) if game and "corrections" in widgets else [],
        filled=request.form if request.method == "POST" else request.args,
        faults=faults or {},
        fault=fault,
        most=MOST,
        UNITS=UNITS,
    )


def _preview(form: CommandForm, act: ModeratorCommand, preview: Preview, *, is_anew: bool) -> str:
    game, position = form.game, act.returns_to
    drawn = None
    if game is not None and position is not None:
        with site().read() as unit:
            drawn = _drawn(unit, game, position)
    return sure_page(act, form.address, game, preview, drawn, is_anew=is_anew, title=form.title)


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
    said = "".join(getattr(act, name) for name, one in act.fields().items() if one.widget == "reason")
    return render_template(
        "moderate_sure.html",
        title=title or act.title,
        address=address,
        game=game,
        preview=preview,
        is_anew=is_anew,
        fields=[(name, value) for name, value in request.form.items() if name not in _NOT_FIELDS],
        reason=said,
        drawn=drawn,
    )


def _choices(tx: Tx, game: GameRow) -> list[PositionChoice]:
    past, known = site().archive.past(tx, game), list_targets(tx, game)
    requested = request.values.get("to", 0, type=int)
    shown = known[-_TO_CHOOSE_FROM:]
    shown = shown if requested in shown or requested not in known else [requested, *shown]
    presenter = _presenter(tx, game, past, past.last.position)
    return [PositionChoice(position, _moment_line(past, position, presenter)) for position in reversed(shown)]


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
