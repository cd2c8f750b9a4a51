"""The reasons why something was refused, in words: one sentence for every code that the engine knows.

Here are those that all games tell alike; a game's own stand in its `WORDINGS`.
"""

from typing import Final

from pbem.games.line.render_context import (
    RenderContext,
    Wordings,
    face_word,
    kind_word,
    line_game,
    on_tile,
    station_word,
)
from pbem.i18n import N_, Catalogue
from rules_core.games import ruleset_for
from rules_core.grid import Square
from rules_core.kernel.rulebook import Fact, Violation
from rules_core.line.components import Components, components_from
from rules_core.line.table import Table

_NOT_THERE: Final = N_(
    "not all the dice you named for the costs are there: you have %(hidden)s behind your screen, and %(wild)s ?."
)
WORDINGS: Wordings = {
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
    ("FR-33", "no_way_on"): N_(
        "the line would stop pointing over the edge at %(square)s, where with your dice no short run leads on."
    ),
    ("FR-34", "no_way_on"): N_(
        "the line would stop at %(square)s, pointing at water, and with your dice no short run leads to land there."
    ),
    ("FR-34", "stops_at_water"): N_(
        "the line would stop at %(square)s, pointing at water on %(ahead)s: bridge the lake to land in the same order."
    ),
    ("FR-39", "cannot_pay"): N_("with the mountain range at %(square)s this costs %(due)s dice, and you have fewer."),
    ("FR-39", "paid_too_little"): N_("with the mountain range at %(square)s this costs %(due)s dice; you named fewer."),
    ("FR-40", "cannot_pay"): N_("with the lake at %(square)s this costs %(due)s dice, and you have fewer."),
    ("FR-40", "paid_too_little"): N_("with the lake at %(square)s this costs %(due)s dice; you named fewer."),
    ("FR-39", "not_there"): _NOT_THERE,
    ("FR-40", "not_there"): _NOT_THERE,
    ("FR-50", "not_there"): _NOT_THERE,
    ("FR-50", "cannot_pay"): N_(
        "the station of %(company)s costs %(due)s dice; your hidden dice and ? together are fewer."
    ),
    ("FR-50", "paid_wrong"): N_("the station of %(company)s costs %(due)s dice; you named %(paid)s."),
}
"""The sentence for each rule and code; its `%(names)s` are facts of the violation."""

_STATION_RULES = ("FR-50", "FR-52")
"""Rules whose `kind` is a kind of station; elsewhere it is a kind of tile."""


def wordings(kind: str) -> Wordings:
    """The sentences for all refusals of a kind of game. Raises KeyError for an unknown one."""
    return {**WORDINGS, **line_game(kind).WORDINGS}


def violation_sentence(violation: Violation, catalogue: Catalogue, at: Table | str) -> str:
    """A refusal in a sentence with its rule: "FR-31: the piece on T2 f3 would point at T2 f4, which is occupied."

    `at` is the table at which it happened; where that is not known, the kind of game, and squares go without their
    tile's number.
    """
    return catalogue.text("%(rule)s: %(reason)s", rule=violation.rule, reason=reason(violation, catalogue, at))


def reason(violation: Violation, catalogue: Catalogue, at: Table | str) -> str:
    """A refusal in a sentence, without the number of its rule. Raises KeyError for a code that has no wording."""
    kind = at if isinstance(at, str) else at.kind
    wording = wordings(kind)[violation.rule, violation.code]
    facts = {name: _worded(name, fact, violation, catalogue, at) for name, fact in violation.facts.items()}
    return catalogue.text(wording, **facts)


def _worded(name: str, fact: Fact, violation: Violation, catalogue: Catalogue, at: Table | str) -> Fact:
    match name, str(fact):
        case "square" | "ahead", place:
            return _square(place, catalogue, at)
        case "company" | "owner", company:
            return _company(company, components_from(ruleset_for(at).components) if isinstance(at, str) else at.box)
        case "country", country:
            return catalogue.text(country)
        case "kind" | "kinds", kinds if violation.rule in _STATION_RULES:
            return ", ".join(station_word(kind, catalogue) for kind in kinds.split(", "))
        case "kind", kind:
            return kind_word(kind, catalogue)
        case "sides", "":
            return catalogue.text("none")
        case "face", face:
            return face_word(face, catalogue)
    return fact


def _square(place: str, catalogue: Catalogue, at: Table | str) -> str:
    x, y = place.split(",")
    square = Square(int(x), int(y))
    return on_tile(square) if isinstance(at, str) else RenderContext(at, (), catalogue).square(square)


def _company(company: str, box: Components) -> str:
    return next((card.name for card in box.companies if card.id == company), company)
