"""Why something was refused in Germany, where other games say it otherwise or not at all."""

from pbem.games.line.game import Wordings
from pbem.i18n import N_

WORDINGS: Wordings = {
    ("FR-32", "dead_end"): N_(
        "the piece on %(square)s, pointing at %(ahead)s, would lead end %(end)s into a dead end: it could "
        "never go on to another sector or country."
    ),
    ("FR-33", "stops_at_border"): N_(
        "the line would stop at the border of the sector, at %(square)s: write the pieces beyond it in the same order."
    ),
    ("FR-35", "too_few_pieces"): N_(
        "the sector that is left needs five pieces and has %(pieces)s: %(missing)s more before the line may leave it."
    ),
    ("FR-39", "paid_too_much"): N_("%(due)s dice are to pay for mountains, lakes and rivers; you named %(paid)s."),
    ("FR-40", "paid_too_much"): N_("%(due)s dice are to pay for mountains, lakes and rivers; you named %(paid)s."),
    ("GE-1", "no_such_company"): N_("there is no company called %(company)s."),
    ("GE-2", "no_tiles"): N_("the map is printed, and no tiles are laid: write the pieces beyond the border alone."),
    ("GE-10", "not_your_turn"): N_("it is not your turn."),
    ("GE-10", "no_shares"): N_("there are no shares; the share face is the transport symbol."),
    ("GE-12", "no_symbol"): N_("neither a transport symbol nor a ? lies in front of your screen."),
    ("GE-12", "no_wild_die"): N_("no ? lies in front of your screen."),
    ("GE-12", "symbols_left"): N_(
        "all transport symbols must be used before your turn ends; in front of your screen: %(symbols)s."
    ),
    ("GE-20", "other_end_there"): N_(
        "%(square)s lies in S%(sector)s, where the other end is: end %(end)s may not enter that sector."
    ),
    ("GE-23", "not_in_germany"): N_("end %(end)s leads to %(square)s, where no track may lie."),
    ("GE-23", "points_at_used_country"): N_("the piece on %(square)s would point at %(country)s, which is used up."),
    ("GE-23", "points_out_of_germany"): N_(
        "the piece on %(square)s would point at %(ahead)s, where the line cannot go."
    ),
    ("GE-24", "cannot_pay"): N_("the river at %(square)s makes it %(due)s dice to pay, and you have fewer."),
    ("GE-24", "paid_too_little"): N_("the river at %(square)s makes it %(due)s dice to pay; you named fewer."),
    ("GE-24", "paid_too_much"): N_("%(due)s dice are to pay for mountains, lakes and rivers; you named %(paid)s."),
    ("GE-31", "no_kinds"): N_("stations are all alike here; leave out what kind it is to be."),
    ("GE-31", "price_is_printed"): N_(
        "the price printed on %(square)s is %(price)s; with what else is due there a station takes %(due)s dice now. "
        "Leave the price out."
    ),
    ("GE-31", "no_town_square"): N_("%(square)s, to which end %(end)s leads, is no town square."),
    ("GE-31", "other_company"): N_("that square in %(town)s is for %(owner)s, not for %(company)s."),
    ("GE-31", "has_own_square"): N_(
        "%(company)s has a square of its own colour in %(town)s, so it may not take the white one."
    ),
    ("GE-31", "has_station_here"): N_("%(company)s has a station in %(town)s already."),
    ("GE-32", "leave_which_side"): N_("end %(end)s is abroad, in %(square)s: say by which side it goes on."),
    ("GE-32", "needs_track"): N_(
        "only a track that points at %(country)s leads to a station there, and end %(end)s is a station."
    ),
    ("GE-41", "bank_would_break"): N_(
        "the bank would owe %(due)s dice and has %(bank)s, so the game would be over at once. "
        'If you mean it, add "break the bank" to the order.'
    ),
    ("GE-41", "game_over"): N_("the game is over."),
}
"""The sentence for each rule and code; its `%(names)s` are facts of the violation."""
