"""The pages of operators: people with what can be done about them, and the audit log. For others they are not there."""

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Refused
from pbem.lobby.accounts import COMMANDS
from pbem.lobby.accounts.roles import ROLES
from pbem.lobby.person_command import STANDINGS, PersonCommand
from pbem.moderation.context import ModeratorContext
from pbem.store import NotFound
from pbem.store.audit import LAST, NamedAudit, list_audit, list_audit_of_player
from pbem.store.games.listing import list_newest_games_of_player
from pbem.store.players.blocks import find_block
from pbem.store.players.player import PlayerRow, get_public_player, list_other_addresses
from pbem.store.players.search import count_found_players, search_players
from pbem.web.moderation.commands import preview_or_done
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import player
from pbem.web.wording import stretch

pages = Blueprint("people", __name__)

_ON_PAGE: Final = 50
_LINES: Final = 20
"""Lines of the audit log on a person's page."""
_LONGEST_SEARCH: Final = 60
_MOST_GAMES: Final = 50
_ANY: Final = "<any({}):verb>".format(", ".join(COMMANDS))


@dataclass(frozen=True)
class LoggedLine:
    """A line of the audit log as it is shown; `facts` are in words."""

    row: NamedAudit
    facts: tuple[str, ...]


def operator() -> PlayerRow:
    """The operator who is signed in. Raises SignInFirst; for other players these pages are not there."""
    me = player()
    return me if me.operator else abort(404)


@pages.get("/people")
def overview() -> ResponseReturnValue:
    """The people of this server, found by a name or an address."""
    operator()
    sought = " ".join(request.args.get("sought", "").split())[:_LONGEST_SEARCH]
    with site().read() as unit:
        found = stretch(
            count_found_players(unit, sought.lower()),
            _ON_PAGE,
            lambda limit, offset: search_players(unit, sought.lower(), limit, offset),
        )
    return render_template(
        "people.html", page=found, query={"sought": sought}, ROLES=ROLES, STANDINGS=STANDINGS, said=flashed(pages.name)
    )


@pages.get("/people/<int:player_id>")
def one(player_id: int) -> ResponseReturnValue:
    """A person: their addresses, roles and games, what can be done about them, and what was."""
    operator()
    with site().read() as unit:
        try:
            person = get_public_player(unit, player_id)
        except NotFound:
            abort(404)
        addresses = [person.address, *list_other_addresses(unit, person.id)] if person.standing in _REACHED else []
        block = find_block(unit, person.id)
        games = [game for _seat, game in list_newest_games_of_player(unit, person.id, "playing", _MOST_GAMES)]
        log = [_line(row) for row in list_audit_of_player(unit, person.id, _LINES)]
        context = ModeratorContext.of(unit, player())
        commands = [one for one in COMMANDS.values() if not _why_not(one, context, person)]
    return render_template(
        "person.html",
        person=person,
        addresses=addresses,
        block=block,
        games=games,
        lines=log,
        commands=commands,
        ROLES=ROLES,
        STANDINGS=STANDINGS,
        said=flashed(pages.name),
    )


def _why_not(kind: type[PersonCommand], context: ModeratorContext, person: PlayerRow) -> str:
    """The reason why a command can't be done to a person; "" where it can."""
    try:
        kind.check_person(context, person)
    except Refused as refused:
        return refused.message
    return ""


_REACHED: Final = ("open", "blocked")


@pages.get("/people/audit")
def audit() -> ResponseReturnValue:
    """The log of who did what, the newest first, page by page."""
    operator()
    before = request.args.get("before", LAST, type=int)
    with site().read() as unit:
        found = list_audit(unit, _ON_PAGE + 1, min(max(before, 0), LAST))
    return render_template(
        "audit.html",
        lines=[_line(row) for row in found[:_ON_PAGE]],
        more=len(found) > _ON_PAGE,
        is_first=before == LAST,
    )


@pages.route(f"/people/<int:player_id>/{_ANY}", methods=["GET", "POST"])
def command(player_id: int, verb: str) -> ResponseReturnValue:
    """The form of what is done about a person: first it tells what that would do, then it is done."""
    me, kind, is_sent = operator(), COMMANDS[verb], request.method == "POST"
    with site().read() as unit:
        try:
            person = get_public_player(unit, player_id)
        except NotFound:
            abort(404)
        context = ModeratorContext.of(unit, me)
        why = _why_not(kind, context, person)
        form = kind.asking(context, player_id, request.form if is_sent else None)
        wanted = kind.from_form(form) if is_sent else None
    if why and not is_sent:
        return lead_to("people.one", [why], pages.name, player_id=player_id)
    done = None if wanted is None else preview_or_done(me, wanted, form, None, person=person)
    if isinstance(done, str):
        return done
    if done is not None:
        return lead_to("people.one", done, pages.name, player_id=player_id)
    page = render_template(
        "moderate_act.html", title=kind.title, does=kind.does, form=form, game=None, person=person, glossary=[]
    )
    return page, 422 if is_sent else 200


def _line(row: NamedAudit) -> LoggedLine:
    return LoggedLine(row, row.facts_in_words)
