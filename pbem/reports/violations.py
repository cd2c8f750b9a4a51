"""Why something was refused, in words: one sentence for every code that the engine knows."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.reports.names import Scene, face_word, kind_word, on_tile, station_word
from rules_core.components import BOX, Components, components_from
from rules_core.geometry import Square
from rules_core.rulebook import Fact, Violation
from rules_core.table import Table

WORDINGS: Final[Mapping[tuple[str, str], str]] = {
    ("FR-3", "no_such_company"): N_("there is no company called %(company)s."),
    ("FR-4", "no_such_kind"): N_("there is no tile called %(kind)s."),
    ("FR-4", "none_left"): N_("no small tile of this kind is left: %(kind)s."),
    ("FR-10", "not_your_turn"): N_("it is not your turn."),
    ("FR-10", "income_taken"): N_("you have already taken income in this turn."),
    ("FR-10", "rolled"): N_("you have already rolled in this turn."),
    ("FR-11", "no_income_in_year_one"): N_("there is no income in the first year."),
    ("FR-12", "no_dice"): N_("a roll takes at least one die."),
    ("FR-12", "too_few_hidden"): N_("you asked for %(asked)s hidden dice and have %(there)s behind your screen."),
    ("FR-12", "too_few_wild"): N_("you asked for %(asked)s ? and have %(there)s in front of your screen."),
    ("FR-14", "not_in_front"): N_("not all of these dice lie in front of your screen."),
    ("FR-14", "discard_more"): N_(
        "%(front)s dice lie in front of your screen, so %(surplus)s must go back to the bank; you named %(discard)s."
    ),
    ("FR-14", "discard_less"): N_(
        "%(front)s dice lie in front of your screen, so only %(surplus)s go back to the bank; you named %(discard)s."
    ),
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
    ("FR-30", "no_piece"): N_("the order for end %(end)s lays no piece of track."),
    ("FR-30", "leave_which_side"): N_(
        "end %(end)s is the station at %(square)s: say which side to leave by, not %(back)s, where the line came in."
    ),
    ("FR-30", "no_station_to_leave"): N_("end %(end)s, at %(square)s, is track and not a station to leave."),
    ("FR-30", "came_in_by"): N_("the line came into the station at %(square)s by side %(back)s."),
    ("FR-30", "turns_back"): N_("the piece on %(square)s would point back to where the line came from."),
    ("FR-30", "no_die"): N_("no die for this piece (%(face)s) lies in front of your screen, and no ? either."),
    ("FR-30", "no_wild_die"): N_("no ? for this piece (%(face)s) lies in front of your screen."),
    ("FR-31", "laid_on_occupied"): N_("%(square)s, where end %(end)s goes on, is occupied."),
    ("FR-31", "laid_before_other_end"): N_("the other end points at %(square)s, so end %(end)s may not build there."),
    ("FR-31", "points_at_occupied"): N_("the piece on %(square)s would point at %(ahead)s, which is occupied."),
    ("FR-31", "points_where_other_points"): N_(
        "the piece on %(square)s would point at %(ahead)s, where the other end points already."
    ),
    ("FR-32", "dead_end"): N_(
        "the piece on %(square)s, pointing at %(ahead)s, would cut end %(end)s off from every way out of the tile."
    ),
    ("FR-33", "not_at_edge"): N_("end %(end)s, at %(square)s, does not point over an edge, so no tile can be laid."),
    ("FR-33", "stops_at_edge"): N_(
        'the line would stop at the edge of the tile, at %(square)s: go on with "onto", a tile and a piece on it.'
    ),
    ("FR-34", "stops_at_water"): N_(
        "the line would stop at %(square)s, pointing at water on %(ahead)s: bridge the lake to land in the same order."
    ),
    ("FR-35", "too_few_pieces"): N_(
        "the tile that is left needs five pieces and has %(pieces)s: %(missing)s more before the line may leave it."
    ),
    ("FR-36", "cell_taken"): N_("T%(tile)s lies there already: the line never goes back onto a tile."),
    ("FR-36", "does_not_fit"): N_(
        "this tile (%(kind)s, mountain sides: %(sides)s) does not match the tiles beside it."
    ),
    ("FR-39", "cannot_pay"): N_("the mountain range at %(square)s makes it %(due)s dice to pay, and you have fewer."),
    ("FR-39", "paid_too_little"): N_("the mountain range at %(square)s makes it %(due)s dice to pay; you named fewer."),
    ("FR-39", "paid_too_much"): N_("%(due)s dice are to pay for mountains and lakes; you named %(paid)s."),
    ("FR-40", "cannot_pay"): N_("the lake at %(square)s makes it %(due)s dice to pay, and you have fewer."),
    ("FR-40", "paid_too_little"): N_("the lake at %(square)s makes it %(due)s dice to pay; you named fewer."),
    ("FR-40", "paid_too_much"): N_("%(due)s dice are to pay for mountains and lakes; you named %(paid)s."),
    ("FR-50", "not_director"): N_("only the director of %(company)s builds its stations, and that is not you."),
    ("FR-50", "no_station_left"): N_("%(company)s has no station left that fits there (%(kinds)s)."),
    ("FR-50", "kind_used_up"): N_("%(company)s has no %(kind)s left."),
    ("FR-50", "no_such_price"): N_("%(company)s has no %(kind)s for %(price)s dice."),
    ("FR-50", "cannot_pay"): N_(
        "the station of %(company)s costs %(due)s dice; your hidden dice and ? together are fewer."
    ),
    ("FR-50", "paid_wrong"): N_("the station of %(company)s costs %(due)s dice; you named %(paid)s."),
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

_STATION_RULES: Final = ("FR-50", "FR-52")
"""Rules whose `kind` is a kind of station; elsewhere it is a kind of tile."""


def word_violation(violation: Violation, catalogue: Catalogue, table: Table | None = None) -> str:
    """A refusal in a sentence with its rule: "FR-31: the piece on T2 f3 would point at T2 f4, which is occupied."

    Without the `table` at which it happened, squares go without their tile's number.
    """
    return catalogue.text("%(rule)s: %(reason)s", rule=violation.rule, reason=reason(violation, catalogue, table))


def reason(violation: Violation, catalogue: Catalogue, table: Table | None = None) -> str:
    """A refusal in a sentence, without the number of its rule. Raises KeyError for a code that has no wording."""
    wording = WORDINGS[violation.rule, violation.code]
    facts = {name: _worded(name, fact, violation, catalogue, table) for name, fact in violation.facts.items()}
    return catalogue.text(wording, **facts)


def _worded(name: str, fact: Fact, violation: Violation, catalogue: Catalogue, table: Table | None) -> Fact:
    """A fact as a player reads it, by its name."""
    match name, str(fact):
        case "square" | "ahead", place:
            return _square(place, catalogue, table)
        case "company", company:
            return _company(company, components_from(BOX) if table is None else table.box)
        case "kind" | "kinds", kinds if violation.rule in _STATION_RULES:
            return ", ".join(station_word(kind, catalogue) for kind in kinds.split(", "))
        case "kind", kind:
            return kind_word(kind, catalogue)
        case "sides", "":
            return catalogue.text("none")
        case "face", face:
            return face_word(face, catalogue)
    return fact


def _square(place: str, catalogue: Catalogue, table: Table | None) -> str:
    x, y = place.split(",")
    square = Square(int(x), int(y))
    return on_tile(square) if table is None else Scene(table, (), catalogue).square(square)


def _company(company: str, box: Components) -> str:
    return next((card.name for card in box.companies if card.id == company), company)
