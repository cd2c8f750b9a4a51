"""Acts of a moderator on the web: a form, then what it would do, then the act.

What was previewed is done only as long as things stand as they stood then; otherwise it is shown anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.archive import Branch, Past
from pbem.adjudicator.history.rollback import targets
from pbem.clock import read_pace
from pbem.commands.faults import Fault
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import N_
from pbem.intake.operator import Preview, Stale
from pbem.moderation.commands import (
    Amend,
    Announce,
    Cancel,
    GrantAccess,
    Hold,
    ModeratorCommand,
    PutOff,
    Release,
    Retry,
    RevokeAccess,
    RollBack,
    Substitute,
)
from pbem.moderation.context import LONGEST_REASON
from pbem.moderation.correction_lines import can_be_corrected, glossary
from pbem.moderation.reading import corrections_of, explain_ruling
from pbem.store import NotFound, Tx
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import list_seats
from pbem.store.players.player import PlayerRow, list_players_named
from pbem.web.games.disputes import MomentPicture, picture
from pbem.web.moderation.overview import SAID, File, file_of, moderator
from pbem.web.sent_forms import FIELD
from pbem.web.site import site
from pbem.web.visitor import words
from pbem.web.waiting_lists import UNITS

Field: TypeAlias = Literal["pace", "seat", "by", "to", "dice", "reapply", "corrections", "reason", "text"]
Filled: TypeAlias = MultiDict[str, str]

pages = Blueprint("moderate_commands", __name__)

_TO_CHOOSE_FROM: Final = 200
"""The newest moments that a form offers; an older one is chosen from the log."""
_MARK: Final = "<string(length=10):mark>"
_NOT_FIELDS: Final = ("csrf_token", FIELD, "state")


class UnfilledField(Exception):
    """Raised where a field holds what cannot be; `message` is a message id."""

    def __init__(self, field: Field, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True)
class CommandForm:
    """A form: what its act is called, what it does, what it asks for, and the act that comes of what was filled in.

    `read` raises UnfilledField, and Refused for what is wrong with several fields, or cannot be done at all.
    """

    title: str
    does: str
    fields: tuple[Field, ...]
    read: Callable[[Tx, str, Filled], ModeratorCommand]


def _reason(filled: Filled) -> str:
    return filled.get("reason", "").strip()


def _put_off(_tx: Tx, tag: str, filled: Filled) -> PutOff:
    pace = read_pace(f"{filled.get('amount', '').strip().lstrip('0')}{filled.get('unit', '')}")
    if pace is None:
        raise UnfilledField("pace", N_("Please give a number of days or hours; at most 60 days."))
    return PutOff(tag, pace, _reason(filled))


def _roll_back(_tx: Tx, tag: str, filled: Filled) -> RollBack:
    to = filled.get("to", -1, type=int)
    if to < 0:
        raise UnfilledField("to", N_("Please choose a position."))
    return RollBack(tag, to, _reason(filled), filled.get("dice") == "new", filled.get("reapply") == "yes")


def _substitute(tx: Tx, tag: str, filled: Filled) -> Substitute:
    seat, name = filled.get("seat", -1, type=int), " ".join(filled.get("by", "").split())
    game = find_game_by_tag(tx, tag)
    if game is None or not 0 <= seat < len(list_seats(tx, game.id)):
        raise UnfilledField("seat", N_("Please choose one of these."))
    found = list_players_named(tx, name) if name else []
    if name and len(found) != 1:
        raise UnfilledField(
            "by", N_("No player has that name, or several do. Leave it empty to ask the standby players.")
        )
    return Substitute(tag, seat, _reason(filled), found[0].id if found else None)


def _amend(tx: Tx, tag: str, filled: Filled) -> Amend:
    game = find_game_by_tag(tx, tag)
    found = corrections_of(tx, game, filled.get("corrections", "").splitlines(), words()) if game else ()
    if isinstance(found, Fault):
        raise Refused(explain_ruling(found, words()))
    return Amend(tag, found, _reason(filled))


FORMS: Final[Mapping[str, CommandForm]] = {
    "hold": CommandForm(
        N_("Put the game on hold"),
        N_("No deadline runs. Orders are answered and kept, but change nothing until the game is released."),
        ("reason",),
        lambda _tx, tag, filled: Hold(tag, _reason(filled)),
    ),
    "release": CommandForm(
        N_("Release the game from hold"),
        N_("The game continues, with the time that was left."),
        ("reason",),
        lambda _tx, tag, filled: Release(tag, _reason(filled)),
    ),
    "extend": CommandForm(
        N_("Extend the deadline"), N_("The player whose turn it is gets more time."), ("pace", "reason"), _put_off
    ),
    "rollback": CommandForm(
        N_("Roll back"),
        N_("The game continues from an earlier position. What was played since stays readable as an old branch."),
        ("to", "dice", "reapply", "reason"),
        _roll_back,
    ),
    "substitute": CommandForm(
        N_("Replace a player"),
        N_("The seat is taken from its player, and offered to the player you name or to the standby players."),
        ("seat", "by", "reason"),
        _substitute,
    ),
    "amend": CommandForm(
        N_("Correct the position"),
        N_("You correct by hand what is wrong. The corrections are recorded in the log."),
        ("corrections", "reason"),
        _amend,
    ),
    "cancel": CommandForm(
        N_("Cancel the game"),
        N_("The game ends without a result."),
        ("reason",),
        lambda _tx, tag, filled: Cancel(tag, _reason(filled)),
    ),
    "announce": CommandForm(
        N_("Make an announcement"),
        N_("Everyone in the game gets it, and everyone who watches the game."),
        ("text",),
        lambda _tx, tag, filled: Announce(tag, filled.get("text", "").strip()),
    ),
    "unseal": CommandForm(
        N_("Unseal the game"),
        N_(
            "You see the hidden information: screens, emails, and orders to confirm or for the next turn. Everyone in "
            "the game is told."
        ),
        ("reason",),
        lambda _tx, tag, filled: GrantAccess(tag, _reason(filled)),
    ),
    "seal": CommandForm(
        N_("Seal the game"),
        N_("You see only what everyone sees again. Everyone in the game is told."),
        (),
        lambda _tx, tag, _filled: RevokeAccess(tag),
    ),
}
"""The acts on a game, by their names in addresses."""
ANNOUNCE_TO_ALL: Final = CommandForm(
    N_("Make an announcement to everyone"),
    N_("Everyone who plays here gets it."),
    ("text",),
    lambda _tx, _tag, filled: Announce(None, filled.get("text", "").strip()),
)
MOST: Final = LONGEST_REASON
"""Characters of a reason, or of what is announced."""


def fitting(game: GameRow, *, is_open: bool) -> list[str]:
    """The acts that fit how a game stands, by their names; `is_open` says that its secrets are."""
    secrets = "seal" if is_open else "unseal"
    if game.status == "over":
        return ["rollback", "announce", secrets]
    held = "hold" if game.held_ms is None else "release"
    mended = ["amend"] if can_be_corrected(game.kind) else []
    return [held, "extend", "rollback", *mended, "substitute", "announce", secrets, "cancel"]


_ANY: Final = "<any({}):name>".format(", ".join(FORMS))


@dataclass(frozen=True)
class PositionChoice:
    """A moment that a game may go back to."""

    position: int
    text: str


@pages.get(f"/moderate/<tag>/{_ANY}")
def form(tag: str, name: str) -> ResponseReturnValue:
    """The form of an act."""
    me = moderator()
    with site().read() as unit:
        file = file_of(unit, me, tag)
        return _page(unit, FORMS[name], url_for("moderate_commands.command", tag=tag, name=name), file)


@pages.post(f"/moderate/<tag>/{_ANY}")
def command(tag: str, name: str) -> ResponseReturnValue:
    """Show what an act would do, or, once that is confirmed, do it."""
    me = moderator()
    with site().read() as unit:
        file = file_of(unit, me, tag)
    return _answer(me, FORMS[name], url_for("moderate_commands.command", tag=tag, name=name), file)


@pages.get("/moderate/announce")
def announcement() -> ResponseReturnValue:
    """The form by which everybody is told something."""
    moderator()
    with site().read() as unit:
        return _page(unit, ANNOUNCE_TO_ALL, url_for("moderate_commands.announce"))


@pages.post("/moderate/announce")
def announce() -> ResponseReturnValue:
    """Tell everybody something, once it is confirmed."""
    return _answer(moderator(), ANNOUNCE_TO_ALL, url_for("moderate_commands.announce"), None)


@pages.get(f"/moderate/letters/{_MARK}/retry")
def retry_form(mark: str) -> ResponseReturnValue:
    """The form by which a letter that was put aside is dealt with once more."""
    moderator()
    with site().read() as unit:
        return _page(unit, _retry(mark), _retry_address(mark))


@pages.post(f"/moderate/letters/{_MARK}/retry")
def retry(mark: str) -> ResponseReturnValue:
    """Have a letter dealt with once more, once that is confirmed."""
    return _answer(moderator(), _retry(mark), _retry_address(mark), None)


def _retry(mark: str) -> CommandForm:
    return CommandForm(
        N_("Process an email again"),
        N_("The server tries again to process it. That helps once the cause of the failure is mended."),
        (),
        lambda _tx, _tag, _filled: Retry(mark),
    )


def _retry_address(mark: str) -> str:
    return url_for("moderate_commands.retry", mark=mark)


def _answer(me: PlayerRow, form: CommandForm, address: str, file: File | None) -> ResponseReturnValue:
    """Answer a form that was sent: with what the command would do, what is wrong with it, or that it was done."""
    filled, office = request.form, site().intake.moderators
    try:
        with site().read() as unit:
            act = form.read(unit, file.game.tag if file else "", filled)
        if "state" not in filled:
            return _preview(form, address, file, act, office.preview(me.id, [act]))
        try:
            done = office.carry_out(me.id, [act], filled["state"])
        except Stale as stale:
            return _preview(form, address, file, act, stale.preview, is_anew=True)
    except UnfilledField as unfit:
        with site().read() as unit:
            return _page(unit, form, address, file, faults={unfit.field: unfit.message}), 422
    except Refused as refused:
        with site().read() as unit:
            return _page(unit, form, address, file, fault=refused.message), 422
    for sentence in done:
        flash(sentence, SAID)
    home = url_for("moderate.overview", _anchor="said")
    return redirect(url_for("moderate_file.show", tag=file.game.tag, _anchor="said") if file else home, 303)


def _page(
    tx: Tx,
    form: CommandForm,
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
        seats=list_seats(tx, game.id) if game else [],
        choices=_choices(tx, game) if game and "to" in form.fields else [],
        glossary=glossary(words(), game.kind) if game and "corrections" in form.fields else [],
        filled=filled,
        faults=faults or {},
        fault=fault,
        most=MOST,
        UNITS=UNITS,
    )


def _preview(
    form: CommandForm,
    address: str,
    file: File | None,
    act: ModeratorCommand,
    preview: Preview,
    *,
    is_anew: bool = False,
) -> str:
    """The page that shows what a command would do, to be confirmed."""
    with site().read() as unit:
        drawn = _drawn(unit, file.game, act.to) if file and isinstance(act, RollBack) else None
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
    return [PositionChoice(position, _moment_line(past, position, presenter)) for position in reversed(shown)]


def _moment_line(past: Past, position: int, presenter: Presenter) -> str:
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
    return presenter_for(branch.view_at(position).table, [seat.name for seat in list_seats(tx, game.id)], words())
