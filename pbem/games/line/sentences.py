"""Sentences that games of the line share: what things are called, what happened, and why something is refused."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from pbem.games.line.corrections import sentences as corrections
from pbem.games.line.render_context import (
    Formatter,
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
from rules_core.grid import Square, cell_of, step
from rules_core.kernel.rulebook import Fact, Violation
from rules_core.line import events as ev
from rules_core.line.actions import count
from rules_core.line.components import Components, components_from
from rules_core.line.table import Table

ENDINGS: Final[Mapping[str, str]] = {
    "last station": N_("a company has built its last station"),
    "no tile": N_("no tile that is left fits beside the tiles being built on"),
    "dead ends": N_("both ends of the line are dead"),
    "collapse": N_("the bank could not pay, and the state has collapsed"),
    "bank": N_("the bank could not pay"),
    "cancelled": N_("it was cancelled"),
    "agreed": N_("the players who waited agreed to end it as it stood"),
    "abandoned": N_("nobody played it any more"),
}
"""How a game ends: by the rules (FR-70, FR-71, GE-41), by a moderator, or as it stands."""
_DUES_PAID: Final[Mapping[ev.Due, str]] = {
    "mountain": N_("%(player)s pays %(dice)s for the mountain range at %(square)s."),
    "lake": N_("%(player)s pays %(dice)s for the lake at %(square)s."),
    "river": N_("%(player)s pays %(dice)s for the river %(river)s at %(square)s."),
}


def format_event(event: ev.Event, context: RenderContext) -> str:
    """One event in a sentence, or a few."""
    formatter = context.game.FORMATTERS.get(type(event)) or _FORMATTERS[type(event)]
    return formatter(event, context)


def kind_laid(event: ev.TileLaid, context: RenderContext) -> str:
    """A new tile as it lies."""
    return context.described(context.components.layout(event.kind, event.turn))


def _game_began(event: ev.GameBegan, context: RenderContext) -> str:
    return context.catalogue.text(
        "The game begins: %(players)s, with %(dice)s dice.", players=context.listed(context.seats), dice=event.dice
    )


def _year_began(event: ev.YearBegan, context: RenderContext) -> str:
    return context.catalogue.text(
        "Year %(year)s begins with %(player)s as start player.", year=event.year, player=context.player(event.start)
    )


def _turn_began(event: ev.TurnBegan, context: RenderContext) -> str:
    return context.catalogue.text("It's %(player)s's turn.", player=context.player(event.seat))


def _income_taken(event: ev.IncomeTaken, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.wild:
        return context.catalogue.text(
            "%(player)s takes income: %(count)s ? in front of the screen, for the directorship lost.",
            player=player,
            count=event.wild,
        )
    return context.catalogue.plural(
        "%(player)s takes income: %(n)s die behind the screen.",
        "%(player)s takes income: %(n)s dice behind the screen.",
        event.hidden,
        player=player,
    )


def _rolled(event: ev.Rolled, context: RenderContext) -> str:
    rolled = []
    if event.hidden:
        rolled.append(context.hidden(event.hidden))
    if event.wild:
        rolled.append(context.wild(event.wild))
    if event.bonus:
        rolled.append(context.catalogue.plural("%(n)s bonus die", "%(n)s bonus dice", event.bonus))
    return context.catalogue.text(
        "%(player)s rolls %(rolled)s: %(faces)s.",
        player=context.player(event.seat),
        rolled=" + ".join(rolled),
        faces=context.dice(count(event.faces)),
    )


def _due_paid(event: ev.DuePaid, context: RenderContext) -> str:
    return context.catalogue.text(
        _DUES_PAID[event.due],
        player=context.player(event.seat),
        dice=context.payment(event.paid.hidden, event.paid.wild),
        square=context.square(event.square),
        river=context.river(event.square),
    )


def _piece_laid(event: ev.PieceLaid, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s lays %(die)s at end %(end)s, on %(square)s; %(end)s now points %(side)s at %(ahead)s.",
        player=context.player(event.seat),
        die=context.dice(count([event.face])),
        end=event.end,
        square=context.square(event.square),
        side=context.heading(event.heading),
        ahead=context.ahead(event.square, event.heading),
    )


def _turn_ended(event: ev.TurnEnded, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.discarded.total:
        return context.catalogue.text(
            "%(player)s gives back %(dice)s and ends the turn.", player=player, dice=context.dice(event.discarded)
        )
    return context.catalogue.text("%(player)s ends the turn.", player=player)


def _game_ended(event: ev.GameEnded, context: RenderContext) -> str:
    text = context.catalogue.text
    winners = winners_of(event.standings, context)
    return text("The game is over: %(reason)s. %(won)s", reason=text(ENDINGS[event.reason]), won=winners)


def winners_of(standings: Sequence[ev.Standing], context: RenderContext) -> str:
    """The winners, in a sentence (FR-72, GE-42)."""
    winners = [context.player(standing.seat) for standing in standings if standing.place == 1]
    if not winners:
        return context.catalogue.text("Nobody has won: the game is a draw.")
    if len(winners) == 1:
        return context.catalogue.text("%(player)s has won.", player=winners[0])
    return context.catalogue.text("%(players)s share the victory.", players=context.listed(winners))


_FORMATTERS: Final[Mapping[type, Formatter]] = {
    ev.GameBegan: _game_began,
    ev.YearBegan: _year_began,
    ev.TurnBegan: _turn_began,
    ev.IncomeTaken: _income_taken,
    ev.Rolled: _rolled,
    ev.DuePaid: _due_paid,
    ev.PieceLaid: _piece_laid,
    ev.TurnEnded: _turn_ended,
    ev.GameEnded: _game_ended,
    **corrections.FORMATTERS,
}


def format_events(events: Sequence[ev.Event], context: RenderContext) -> list[list[str]]:
    """Events in sentences, a list for each player's turn and for each year's end.

    Pieces laid in a row at one end share a sentence, and so do shares bought in a row from one seller, and transport
    symbols used in a row. The beginning of a turn has none: whose turn it is stands above every report.
    """
    chapters: list[list[str]] = [[]]
    for stretch in _stretches(events):
        if isinstance(stretch[0], ev.TurnBegan):
            chapters.append([])
            continue
        chapters[-1] += _format_stretch(stretch, context)
        if isinstance(stretch[0], ev.TurnEnded):
            chapters.append([])
    return [chapter for chapter in chapters if chapter]


def _stretches(events: Sequence[ev.Event]) -> list[list[ev.Event]]:
    """The events one by one, but those together that are told together."""
    stretches: list[list[ev.Event]] = []
    end = None
    for event in events:
        laid_at = event.end if isinstance(event, ev.PieceLaid) else None
        same_end = None in (end, laid_at) or laid_at == end
        if stretches and _goes_on(stretches[-1][-1], event) and same_end:
            stretches[-1].append(event)
            end = laid_at or end
        else:
            stretches.append([event])
            end = laid_at
    return stretches


def _goes_on(last: ev.Event, event: ev.Event) -> bool:
    if isinstance(last, ev.ShareBought) and isinstance(event, ev.ShareBought):
        return (last.seat, last.seller) == (event.seat, event.seller)
    if isinstance(last, ev.TransportUsed) and isinstance(event, ev.TransportUsed):
        return True
    return _of_a_run(last) and _of_a_run(event)


def _of_a_run(event: ev.Event) -> bool:
    if isinstance(event, ev.BonusPaid):
        return event.reason == "tile"
    return isinstance(event, ev.PieceLaid | ev.TileLaid | ev.DuePaid | ev.TileLeft)


def _format_stretch(stretch: Sequence[ev.Event], context: RenderContext) -> list[str]:
    pieces = [event for event in stretch if isinstance(event, ev.PieceLaid)]
    shares = [event for event in stretch if isinstance(event, ev.ShareBought)]
    transports = [event for event in stretch if isinstance(event, ev.TransportUsed)]
    if len(shares) > 1:
        return [_purchases(shares, context)]
    if len(transports) > 1:
        return [_transports(transports, context)]
    if len(stretch) == 1 or not pieces:
        return [format_event(event, context) for event in stretch]
    rest = [event for event in stretch if not isinstance(event, ev.PieceLaid | ev.TileLaid)]
    return [_run(stretch, pieces, context), *(format_event(event, context) for event in rest)]


def _purchases(shares: Sequence[ev.ShareBought], context: RenderContext) -> str:
    """Several shares bought from one seller: "2 Insel Hopper, 1 Weiden Express"."""
    bought = Counter(share.company for share in shares)
    facts = {
        "player": context.player(shares[0].seat),
        "shares": context.listed(f"{number} {context.company(company)}" for company, number in bought.items()),
        "dice": context.dice(count(share.face for share in shares)),
    }
    seller = shares[0].seller
    if seller is None:
        return context.catalogue.text("%(player)s buys shares from the bank for %(dice)s: %(shares)s.", **facts)
    facts["seller"] = context.player(seller)
    return context.catalogue.text("%(player)s buys shares from %(seller)s for %(dice)s: %(shares)s.", **facts)


def _transports(used: Sequence[ev.TransportUsed], context: RenderContext) -> str:
    """Several transport symbols used in a row: "Insel Hopper 2,000, Weiden Express 1,000"."""
    more = Counter(one.company for one in used)
    return context.catalogue.text(
        "%(player)s uses %(dice)s; more passengers wait: %(companies)s.",
        player=context.player(used[0].seat),
        dice=context.dice(count(one.face for one in used)),
        companies=context.listed(f"{context.company(company)} {context.thousands(n)}" for company, n in more.items()),
    )


def _run(stretch: Sequence[ev.Event], pieces: Sequence[ev.PieceLaid], context: RenderContext) -> str:
    last = pieces[-1]
    return context.catalogue.text(
        "%(player)s builds at end %(end)s: %(way)s, using %(dice)s. %(end)s now points %(side)s at %(ahead)s.",
        player=context.player(last.seat),
        end=last.end,
        way=_way(stretch, context),
        dice=context.dice(count(piece.face for piece in pieces)),
        side=context.heading(last.heading),
        ahead=context.square(step(last.square, last.heading)),
    )


def _way(stretch: Sequence[ev.Event], context: RenderContext) -> str:
    """The way of a run as an order would spell it: "e e, onto T2 (lake) e", "e e, into S15 e"."""
    legs: list[str] = []
    cell = None
    for event in stretch:
        if isinstance(event, ev.TileLaid):
            tile, kind = context.tile(event.cell), kind_laid(event, context)
            legs.append(context.catalogue.text("onto %(tile)s (%(kind)s)", tile=tile, kind=kind))
            cell = event.cell
        elif isinstance(event, ev.PieceLaid):
            if cell not in (None, cell_of(event.square)):
                legs.append(context.catalogue.text("into %(sector)s", sector=context.tile(cell_of(event.square))))
            cell = cell_of(event.square)
            letter = context.heading(event.heading)
            legs[-1:] = [f"{legs[-1]} {letter}"] if legs else [letter]
    return context.listed(legs)


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

    `at` is the table at which it happened; where only the kind of game is known, squares lack their tile's number.
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
