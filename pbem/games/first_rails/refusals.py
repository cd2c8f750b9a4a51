"""Why something was refused in The First Rails, where other games say it otherwise or not at all."""

from pbem.games.line.game import Wordings
from pbem.i18n import N_

WORDINGS: Wordings = {
    ("FR-3", "no_such_company"): N_("there is no company called %(company)s."),
    ("FR-4", "no_such_kind"): N_("there is no tile called %(kind)s."),
    ("FR-4", "none_left"): N_("no small tile of this kind is left: %(kind)s."),
    ("FR-10", "not_your_turn"): N_("it is not your turn."),
    ("FR-10", "no_transport"): N_("there are no transport symbols in this game; the share face buys shares."),
    ("FR-20", "no_share_die"): N_("a share costs a share die or a ?, and neither lies in front of your screen."),
    ("FR-20", "no_wild_die"): N_("no ? lies in front of your screen."),
    ("FR-20", "sold_out"): N_("the bank has no share of %(company)s left."),
    ("FR-21", "market_closed"): N_(
        "directors sell only once %(needed)s companies are sold out of the bank; so far there are %(sold_out)s."
    ),
    ("FR-21", "no_director"): N_("%(company)s has no director to buy from."),
    ("FR-22", "own_company"): N_(
        "you are director of %(company)s yourself, and a director buys no shares of it from players."
    ),
    ("FR-22", "director_has_none"): N_("the director of %(company)s has no share of it to sell."),
    ("FR-32", "dead_end"): N_(
        "the piece on %(square)s, pointing at %(ahead)s, would lead end %(end)s into a dead end: it could "
        "never go on to another tile."
    ),
    ("FR-33", "not_at_edge"): N_("end %(end)s, at %(square)s, does not point over an edge, so no tile can be laid."),
    ("FR-33", "stops_at_edge"): N_(
        'the line would stop at the edge of the tile, at %(square)s: go on with "onto", a tile and a piece on it.'
    ),
    ("FR-35", "too_few_pieces"): N_(
        "the tile that is left needs five pieces and has %(pieces)s: %(missing)s more before the line may leave it."
    ),
    ("FR-36", "cell_taken"): N_("T%(tile)s lies there already: the line never goes back onto a tile."),
    ("FR-36", "does_not_fit"): N_(
        "this tile (%(kind)s, mountain sides: %(sides)s) does not match the tiles beside it."
    ),
    ("FR-39", "paid_too_much"): N_("%(due)s dice are to pay for mountains and lakes; you named %(paid)s."),
    ("FR-40", "paid_too_much"): N_("%(due)s dice are to pay for mountains and lakes; you named %(paid)s."),
    ("FR-50", "not_director"): N_("only the director of %(company)s builds its stations, and that is not you."),
    ("FR-50", "no_station_left"): N_("%(company)s has no station left that fits there (%(kinds)s)."),
    ("FR-50", "kind_used_up"): N_("%(company)s has no %(kind)s left."),
    ("FR-50", "no_such_price"): N_("%(company)s has no %(kind)s for %(price)s dice."),
    ("FR-51", "end_is_station"): N_("end %(end)s, at %(square)s, is a station: lay track between two stations."),
    ("FR-51", "at_border"): N_("%(square)s lies at the border of its tile, where no station may stand."),
    ("FR-51", "beside_station"): N_("%(square)s lies side by side with a station."),
    ("FR-51", "on_water"): N_("%(square)s is water."),
    ("FR-52", "no_kind_fits"): N_(
        "no kind of station fits %(square)s: each needs three squares of its ground among the eight around it."
    ),
    ("FR-52", "kind_does_not_fit"): N_("a %(kind)s does not fit %(square)s, by the eight squares around it."),
    ("FR-52", "which_kind"): N_("%(company)s could build more than one kind there (%(kinds)s): say which."),
    ("FR-53", "has_station_here"): N_("%(company)s has a station on T%(tile)s already."),
    ("FR-70", "no_income_in_last_year"): N_("in the last year the bank pays no income."),
    ("FR-71", "bank_would_break"): N_(
        "the bank would owe %(due)s dice and has %(bank)s, so the state would collapse and the game be over at once. "
        'If you mean it, add "break the bank" to the order.'
    ),
    ("FR-72", "game_over"): N_("the game is over."),
}
"""The sentence for each rule and code; its `%(names)s` are facts of the violation."""
