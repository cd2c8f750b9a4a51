"""What corrections of The First Rails look like as lines."""

from typing import Final

from pbem.commands.verb import Form
from pbem.games.first_rails.notation import NOTATION
from pbem.games.line.corrections.verbs import DIRECTOR, TAKING, TURN, corrections_of_line
from pbem.i18n import N_

CORRECTIONS: Final = corrections_of_line(
    forms={
        "give": Form(
            "{give} <player> <what>",
            (
                "{give} ben 1 {hidden}",
                "{give} ben 2 c ?",
                "{give} ben 1 {share} weiden",
                "{give} ben 3000 {passenger}",
            ),
            N_("Give a player dice or shares out of the bank, or passengers out of the box."),
        ),
        "take": Form(
            "{take} <player> <what>",
            ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger}"),
            TAKING,
        ),
        "move": Form(
            "{move} <player>|{bank} {to} <player>|{bank} <what>",
            (
                "{move} ben {to} anna 1 {hidden}",
                "{move} ben {to} anna 1 {share} weiden",
                "{move} ben {to} ben 2 {hidden} {as} c c",
                "{move} ben {to} ben c {hidden}",
            ),
            N_("Move them from player to player, or dice from one side of a screen to the other."),
        ),
        "director": DIRECTOR,
        "turn": TURN,
        "paid": Form(
            "{paid} <square> {on}|{off}",
            ("{paid} T2 f4 {on}", "{paid} T2 f4 {off}"),
            N_("Whether the mountain range or lake of a square counts as paid for in the turn being played."),
        ),
        "office": Form(
            "{office} <player> {lost}|{kept}",
            ("{office} ben {lost}",),
            N_('Whether a player counts as having lost the last directorship, so that his income is "?" (FR-11).'),
        ),
    },
    office=("lost", "kept"),
    third_face=NOTATION.third_face,
)
