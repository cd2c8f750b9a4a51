"""What is told of faults in orders of games of one line, by their codes."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_

MESSAGES: Final[Mapping[str, str]] = {
    "glued": N_('"%(word)s" may be a name or a run of track; if it is track, write the letters apart.'),
    "missing_number": N_("How many dice?"),
    "missing_company": N_("Which company?"),
    "missing_end": N_("Which end of the line, A or B?"),
    "missing_pieces": N_("Which way should the line go? Name a side (n, e, s, w) for each piece."),
    "missing_side": N_("A side is missing here: n, e, s or w."),
    "missing_tile": N_("Which tile should be laid there?"),
    "missing_dice": N_("Which dice? Name them by their faces: s straight, c curve, %(third)s, ?."),
    "missing_payment": N_('Pay with how many dice? As in 2h 1?: two hidden ones and one "?".'),
    "missing_price": N_("At which price, 3 or 5?"),
    "missing_wild": N_('With what? A share costs a share die, or with "with ?" a "?".'),
    "missing_symbol": N_('With what? A passenger costs a transport symbol, or with "with ?" a "?".'),
    "unknown_company": N_('I know no company called "%(word)s".'),
    "ambiguous_company": N_('More than one company may be called "%(word)s".'),
    "which_company": N_('"%(word)s" may go with one company or with all before it. Name them in orders of their own.'),
    "unknown_tile": N_('I know no tile called "%(word)s".'),
    "ambiguous_tile": N_('There is more than one tile "%(word)s", or it can lie in more than one way.'),
    "no_tiles": N_('No tiles are laid in this game; the line goes over borders as it is. Leave "%(word)s" out.'),
    "ambiguous_count": N_('Does the number count all of "%(word)s"? Write each die by itself.'),
    "ambiguous_arrow": N_('Does "%(word)s" point east, or does it mean nothing? Write e for east.'),
    "bare_wild": N_('If you want to pay with a "?", write "with ?".'),
    "lone_wild": N_('This "?" belongs to no piece. Write it behind the side the piece points to.'),
    "late_leave": N_("Say by which side the line leaves the station before you name the pieces."),
    "no_end": N_('Dice go back at the end of a turn, but no "end" follows in this letter.'),
    "no_end_within": N_('Dice go back at the end of a turn, but no "end" stands behind the condition on this line.'),
    "discard_and_keep": N_("Say only once which dice you keep, and then not which you discard."),
    "keep_missing": N_("You cannot keep %(kept)s: in front of you lie %(front)s."),
}
