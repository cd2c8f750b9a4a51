"""Days on which a player is away: announced, taken back, and how many are left; in the words of the answers by mail."""

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from pbem.adjudicator.commands.turns import Away
from pbem.adjudicator.seats import absences as absence
from pbem.adjudicator.seats.absences import AbsenceContext
from pbem.commands.command import form_of
from pbem.commands.orders.verbs import in_words
from pbem.forms import PageForm
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import ask_office, player, words

pages = Blueprint("away", __name__)

_EXAMPLES: Final = {"away": "{away} 2026-12-20 {until} 2027-01-05", "back": "{back}"}
_SAID: Final = "away"
"""The kind of message that a form leaves for the page behind it."""


@pages.get("/my/away")
def show() -> ResponseReturnValue:
    """The absences of whoever is signed in, and the form to announce one."""
    return _page(flashed(_SAID))


@pages.post("/my/away")
def announce() -> ResponseReturnValue:
    """Note that the visitor is away; where they cannot be, the page says why, and holds what was typed."""
    form, done = ask_office(Away)
    return (_page([], form), 422) if done is None else lead_to("away.show", done.sentences, _SAID)


@pages.post("/my/away/<first_day>/back")
def back(first_day: str) -> ResponseReturnValue:
    """End the visitor's absence that begins on a day, or take it back before it begins."""
    return lead_to("away.show", site().intake.forms.end_absence(player().id, first_day), _SAID)


def _page(sentences: Sequence[str], form: PageForm | None = None) -> str:
    me, here = player(), site()
    with here.read() as unit:
        diary = AbsenceContext(unit, me.id)
        today, announced = diary.today, diary.announced
        left = [absence.days_left(year, diary.left(year), words()) for year in (today.year, today.year + 1)]
    return render_template(
        "away.html",
        said=sentences,
        form=form or form_of(Away)(),
        today=today.isoformat(),
        absences=[(row, absence.in_words(absence.span_of(row), words())) for row in announced],
        left=left,
        example={name: in_words(text, words().language) for name, text in _EXAMPLES.items()},
    )
