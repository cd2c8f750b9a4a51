"""The value that presents a game of one line: what all of them have alike, with what one says in its own way."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pbem.commands.orders.notation import Notation
from pbem.games.line.game import LineGame, register
from pbem.games.line.holdings import directed
from pbem.games.line.lesson import lesson as lesson_of
from pbem.games.line.presenter import LinePresenter, draw
from pbem.games.line.public_data import OwnData, public_data
from pbem.games.line.reference_sheet import printed_board
from pbem.games.line.refusals import word_violation
from pbem.games.line.sentences import ENDINGS
from pbem.games.presentation import (
    Corrections,
    DrawTexts,
    GamePresentation,
    Headings,
    Offices,
    Score,
    Templates,
    Variant,
)
from pbem.i18n import N_, Catalogue
from rules_core.kernel.rulebook import Violation
from rules_core.line.components import Components

DRAWS: Final = {
    "start": DrawTexts(
        N_("Who begins"),
        N_("position %(position)s: %(logged)s began, but by the seed it is %(drawn)s."),
        is_seat=True,
    ),
    "ends": DrawTexts(
        N_("Where the line begins"),
        N_("position %(position)s: the line began at %(logged)s, but by the seed it is %(drawn)s."),
    ),
}
"""How draws on any line are told."""


def presentation(
    kind: str,
    game: LineGame,
    *,
    name: str,
    trial: str,
    called: tuple[str, ...],
    variants: Mapping[str, Variant],
    chapters: Mapping[str, str],
    letter: tuple[str, ...],
    notation: Notation,
    corrections: Corrections,
    lesson: str,
    reference_sheet: Callable[[Components, Catalogue], object],
    own_data: OwnData,
) -> GamePresentation:
    """All that is said of a game of one line; its own words are known by its kind from then on."""
    register(kind, game)

    def refusal(violation: Violation, catalogue: Catalogue) -> str:
        return word_violation(violation, catalogue, kind)

    return GamePresentation(
        kind=kind,
        title=game.TITLE,
        name=name,
        trial=trial,
        called=called,
        variants=variants,
        endings=ENDINGS,
        dice={"straight": "straight", "curve": "curve", "share": game.SYMBOL, "?": "?"},
        faces={"straight": N_("straight"), "curve": N_("curve"), "share": N_("share"), "?": "?"},
        draws=DRAWS,
        score=Score(
            title=N_("Passengers"),
            explained=N_("Best and average are the passengers carried in finished games."),
            unit=1000,
            column=N_("passengers"),
            placed=N_("%(place)s %(player)s: %(score)s passengers"),
        ),
        offices=Offices(title=N_("Director of"), held=directed),
        presenter=LinePresenter,
        draw=partial(draw, kind),
        refusal=refusal,
        chapters=chapters,
        letter=letter,
        notation=notation,
        corrections=corrections,
        lesson=partial(lesson_of, kind, lesson),
        reference_sheet=reference_sheet,
        printed_board=partial(printed_board, kind),
        headings=Headings(
            outlook=N_("Where the line can go on"),
            outlook_details=N_("Both ends, and what could be built there"),
            holdings=N_("Players and companies"),
        ),
        templates=Templates(
            tables=f"games/{kind}/tables.html",
            choices="games/line/choices.html",
            lesson="games/line/lesson.html",
            reference_sheet=f"games/{kind}/reference_sheet.html",
        ),
        public_data=public_data(own_data),
    )
