"""What corrections of Germany look like as lines."""

from typing import Final

from pbem.commands.verb import Form
from pbem.games.germany.notation import NOTATION
from pbem.games.line.corrections.verbs import DIRECTOR, TAKING, TURN, corrections_of_line
from pbem.i18n import N_

CORRECTIONS: Final = corrections_of_line(
    forms={
        "give": Form(
            "{give} <player> <what>",
            ("{give} ben 1 {hidden}", "{give} ben 2 c t", "{give} ben 3000 {passenger} weiden"),
            N_("Give a player dice out of the bank, or passengers of a company out of the box, as carried."),
        ),
        "take": Form(
            "{take} <player> <what>",
            ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger} weiden"),
            TAKING,
        ),
        "move": Form(
            "{move} <player>|{bank}|{waiting} {to} <player>|{bank}|{waiting} <what>",
            (
                "{move} ben {to} anna 1 {hidden}",
                "{move} ben {to} ben 2 {hidden} {as} c c",
                "{move} {waiting} {to} ben 2000 {passenger} weiden",
                "{move} {bank} {to} {waiting} 1000 {passenger} weiden",
            ),
            N_(
                "Move them from player to player, dice from one side of a screen to the other, or passengers from "
                "or to where they wait."
            ),
        ),
        "director": DIRECTOR,
        "turn": TURN,
        "paid": Form(
            "{paid} <square> {on}|{off}",
            ("{paid} S14 b3 {on}", "{paid} S14 b3 {off}"),
            N_("Whether the mountains, lake or river of a square count as paid for in the turn being played."),
        ),
        "office": Form(
            "{office} <player> {held}|{nobody}",
            ("{office} ben {held}",),
            N_("Whether a player counts as having directed a company when he last ended a turn (GE-11)."),
        ),
    },
    office=("held", "nobody"),
    third_face=NOTATION.third_face,
)
