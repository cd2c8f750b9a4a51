"""Rulings of all games, to be searched by whoever likes: by words, rule, kind of game and verdict."""

from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from pbem.moderation.ruling import VERDICTS
from pbem.store import repository as repo
from pbem.web.paging import stretch
from pbem.web.site import site
from rules_core.games import all_rules, kinds, rulebook

pages = Blueprint("rulings", __name__)

_ON_PAGE: Final = 20
_LONGEST: Final = 100
_IDS: Final = {id_.upper(): id_ for id_ in all_rules()}


@pages.get("/rulings")
def search() -> ResponseReturnValue:
    """The rulings that are sought, the newest first."""
    sought = _sought()
    with site().database.read() as tx:
        total = repo.count_rulings(tx, sought)
        page = stretch(total, _ON_PAGE, lambda limit, offset: repo.rulings(tx, sought, limit, offset))
    asked = {name: value for name, value in vars(sought).items() if value}
    rule = all_rules().get(sought.rule)
    books = [
        kind for kind in (sought.kind, *kinds()) if rule is not None and kind in kinds() and rule.id in rulebook(kind)
    ]
    return render_template(
        "rulings.html", page=page, sought=sought, asked=asked, rule=rule, book=books[0] if books else "",
        VERDICTS=VERDICTS,
    )  # fmt: skip


def _sought() -> repo.Sought:
    """What the address asks for."""
    asked = {name: " ".join(request.args.get(name, "").split())[:_LONGEST] for name in ("words", "rule")}
    kind, verdict = request.args.get("kind", "").replace("-", "_"), request.args.get("verdict", "")
    return repo.Sought(
        words=asked["words"],
        rule=_IDS.get(asked["rule"].upper(), asked["rule"]),
        kind=kind if kind in kinds() else "",
        verdict=verdict if verdict in VERDICTS else "",
    )
