"""All that the server says of the Toy Train."""

from typing import Final

from pbem.games.guide import NO_GUIDE
from pbem.games.presentation import (
    NO_OFFICES,
    DrawTexts,
    GamePresentation,
    Headings,
    Score,
    Templates,
    Variant,
    no_map,
    no_preview,
)
from pbem.i18n import N_
from toy_game.server import sentences
from toy_game.server.corrections import CORRECTIONS
from toy_game.server.data import PUBLIC_DATA
from toy_game.server.orders import NOTATION
from toy_game.server.presenter import ToyPresenter

PRESENTATION: Final = GamePresentation(
    kind="toy",
    title="The Toy Train",
    name=N_("The Toy Train"),
    trial=N_("The Toy Train, to try"),
    called=("toy", "toy train"),
    variants={
        "signals": Variant(
            N_("Signals"), N_("cards fit the number of a die"), {"wide": N_("cards also fit one more or one less")}
        )
    },
    endings=sentences.ENDINGS,
    dice={face: face for face in "123456"},
    faces={face: face for face in "123456"},
    symbols={},
    prelude="",
    notices={},
    unseen={
        "cards": N_("cards"),
        "card 1": N_("cards that show 1"),
        "card 2": N_("cards that show 2"),
        "card 3": N_("cards that show 3"),
        "card 4": N_("cards that show 4"),
        "card 5": N_("cards that show 5"),
        "card 6": N_("cards that show 6"),
    },
    draws={
        "deal": DrawTexts(N_("The hands"), N_("position %(position)s: other hands than the seed deals.")),
        "card": DrawTexts(
            N_("A card"), N_("position %(position)s: %(logged)s was drawn; by the seed it is %(drawn)s.")
        ),
    },
    score=Score(
        title=N_("Points"),
        explained=N_("Best and average are the points in finished games."),
        unit=1,
        column=N_("points"),
        placed=N_("%(place)s %(player)s: %(score)s points"),
    ),
    offices=NO_OFFICES,
    figures=(),
    presenter=ToyPresenter,
    draw=no_map,
    draw_preview=no_preview,
    describe_violation=sentences.refusal,
    chapters={"TO-1": N_("The start"), "TO-3": N_("A turn"), "TO-6": N_("The end")},
    letter=("{roll}", "{play} 3", "{end}"),
    notation=NOTATION,
    corrections=CORRECTIONS,
    lesson=lambda: ("play 3", "3"),
    guide=NO_GUIDE,
    reference_sheet=lambda box, _words: box,
    printed_board=lambda _components: None,
    printed_terrain=lambda _components: "",
    headings=Headings(
        outlook=N_("The dice"), outlook_details=N_("The dice and the deck"), holdings=N_("Players and cards")
    ),
    templates=Templates(
        tables="games/toy/tables.html",
        choices="games/toy/choices.html",
        lesson="games/toy/lesson.html",
        reference_sheet="games/toy/reference_sheet.html",
    ),
    public_data=PUBLIC_DATA,
)
