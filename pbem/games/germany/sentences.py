"""Germany in sentences: what happens there alone, why something is refused, what a drawn map shows, and what
stations and runs that may be ordered take and earn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.games.germany.ends import describe_dues, free_sites
from pbem.games.germany.notation import chart_of
from pbem.games.line import suggestions
from pbem.games.line.maps import describe_terrain, stretches
from pbem.games.line.render_context import Formatter, RenderContext, Wordings, on_tile
from pbem.i18n import N_
from pbem.reports.document import Block, Paragraph
from rules_core.grid import SIZE, Cell, Mask, Square, cell_of, square_at, step
from rules_core.line import actions as co
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, LayRun
from rules_core.line.events import Event
from rules_core.line.sectors import sector_of

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
    ("FR-39", "paid_too_much"): N_("mountains, lakes and rivers cost %(due)s dice here; you named %(paid)s."),
    ("FR-40", "paid_too_much"): N_("mountains, lakes and rivers cost %(due)s dice here; you named %(paid)s."),
    ("GE-1", "no_such_company"): N_("there is no company called %(company)s."),
    ("GE-2", "no_tiles"): N_("the map is printed, and no tiles are laid: write only the pieces beyond the border."),
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
    ("GE-24", "cannot_pay"): N_("with the river at %(square)s this costs %(due)s dice, and you have fewer."),
    ("GE-24", "not_there"): N_(
        "not all the dice you named for the costs are there: you have %(hidden)s behind your screen, and %(wild)s ?."
    ),
    ("GE-24", "paid_too_little"): N_("with the river at %(square)s this costs %(due)s dice; you named fewer."),
    ("GE-24", "paid_too_much"): N_("mountains, lakes and rivers cost %(due)s dice here; you named %(paid)s."),
    ("GE-31", "no_kinds"): N_("stations are all alike here; leave out what kind it is to be."),
    ("GE-31", "price_is_printed"): N_(
        "the price printed on %(square)s is %(price)s; with the extra costs there a station costs %(due)s dice now. "
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


def _ends_placed(event: ev.EndsPlaced, context: RenderContext) -> str:
    text = context.catalogue.text
    return text("The line begins abroad: end A in %(a)s, end B in %(b)s.", a=text(event.a), b=text(event.b))


def _transport_used(event: ev.TransportUsed, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "company": context.company(event.company)}
    if event.face == "?":
        return context.catalogue.text(
            "%(player)s uses a ? as a transport symbol: 1,000 more passengers wait for %(company)s.", **facts
        )
    return context.catalogue.text(
        "%(player)s uses a transport symbol: 1,000 more passengers wait for %(company)s.", **facts
    )


def _sector_left(event: ev.TileLeft, context: RenderContext) -> str:
    return context.catalogue.plural(
        "The line leaves %(sector)s; %(n)s die goes back to the bank.",
        "The line leaves %(sector)s; %(n)s dice go back to the bank.",
        event.dice,
        sector=context.tile(event.cell),
    )


def _bonus_paid(event: ev.BonusPaid, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "count": event.wild}
    if event.reason == "tile":
        return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the sector entered.", **facts)
    return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the station.", **facts)


def _station_built(event: ev.StationBuilt, context: RenderContext) -> str:
    facts = {
        "player": context.player(event.seat),
        "company": context.company(event.company),
        "end": event.end,
        "square": context.square(event.square),
        "dice": context.payment(event.paid.hidden, event.paid.wild),
    }
    if chart_of(context).country(event.square) is not None:
        return context.catalogue.text(
            "%(player)s builds a station of %(company)s at end %(end)s, abroad in %(square)s, and pays %(dice)s.",
            **facts,
        )
    return context.catalogue.text(
        "%(player)s builds a station of %(company)s at end %(end)s, on %(square)s, and pays %(dice)s.", **facts
    )


def _passengers_taken(event: ev.PassengersTaken, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s carries the %(passengers)s passengers who waited for %(company)s.",
        player=context.player(event.seat),
        passengers=context.thousands(event.passengers),
        company=context.company(event.company),
    )


def _director_changed(event: ev.DirectorChanged, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "company": context.company(event.company)}
    if event.previous is None:
        return context.catalogue.text("%(player)s becomes director of %(company)s.", **facts)
    return context.catalogue.text(
        "%(player)s becomes director of %(company)s in place of %(previous)s.",
        previous=context.player(event.previous),
        **facts,
    )


def _passengers_came(event: ev.PassengersCame, context: RenderContext) -> str:
    came = [
        f"{card.name} {context.thousands(number)}"
        for card, number in zip(context.components.companies, event.passengers, strict=True)
    ]
    return context.catalogue.text("New passengers at the stations: %(companies)s.", companies="; ".join(came))


def _bank_broken(event: ev.BankBroken, context: RenderContext) -> str:
    return context.catalogue.text(
        "The bank owes %(player)s %(due)s dice and has %(bank)s: the game ends at once.",
        player=context.player(event.seat),
        due=event.due,
        bank=event.bank,
    )


_PASSENGERS_MOVED: Final[Mapping[tuple[co.PassengerPlace, co.PassengerPlace], str]] = {
    ("box", "waiting"): N_("Correction: %(passengers)s more passengers wait for %(company)s."),
    ("waiting", "box"): N_("Correction: %(passengers)s fewer passengers wait for %(company)s."),
    ("box", "carried"): N_("Correction: %(taker)s has carried %(passengers)s more passengers of %(company)s."),
    ("carried", "box"): N_("Correction: %(giver)s has carried %(passengers)s fewer passengers of %(company)s."),
    ("waiting", "carried"): N_(
        "Correction: %(taker)s carries %(passengers)s of the passengers who waited for %(company)s."
    ),
    ("carried", "waiting"): N_(
        "Correction: %(passengers)s passengers whom %(giver)s has carried wait for %(company)s again."
    ),
    ("carried", "carried"): N_(
        "Correction: %(taker)s has carried %(passengers)s passengers of %(company)s, and not %(giver)s."
    ),
}


def _passengers_moved(event: co.PassengersMoved, context: RenderContext) -> str:
    assert event.company is not None, "they are counted by company (GE-5)"
    return context.catalogue.text(
        _PASSENGERS_MOVED[event.source, event.target],
        giver="" if event.giver is None else context.player(event.giver),
        taker="" if event.taker is None else context.player(event.taker),
        passengers=context.thousands(event.number),
        company=context.company(event.company),
    )


def _office_marked(event: co.OfficeMarked, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.marked:
        return context.catalogue.text(
            "Correction: %(player)s counts as having directed a company when last ending a turn.", player=player
        )
    return context.catalogue.text(
        "Correction: %(player)s counts as having directed no company when last ending a turn.", player=player
    )


FORMATTERS: Mapping[type, Formatter] = {
    ev.EndsPlaced: _ends_placed,
    ev.TransportUsed: _transport_used,
    ev.TileLeft: _sector_left,
    ev.BonusPaid: _bonus_paid,
    ev.StationBuilt: _station_built,
    ev.PassengersTaken: _passengers_taken,
    ev.DirectorChanged: _director_changed,
    ev.PassengersCame: _passengers_came,
    ev.BankBroken: _bank_broken,
    co.PassengersMoved: _passengers_moved,
    co.OfficeMarked: _office_marked,
}


def describe_tile(context: RenderContext, cell: Cell) -> list[str]:
    """Describe where a sector has mountains, water, rivers and free town squares."""
    chart, text = chart_of(context), context.catalogue.text
    sentences = describe_terrain(context, cell)
    for letter, name in chart.river_names.items():
        squares = _bearing(context, cell, letter)
        if squares:
            facts = {"river": text(name), "squares": stretches(context, squares)}
            sentences.append(text("River %(river)s: %(squares)s.", **facts))
    sites = free_sites(context, cell)
    if sites:
        sentences.append(text("Free town squares: %(sites)s.", sites="; ".join(sites)))
    return sentences


def describe_board(context: RenderContext) -> str:
    """All sectors with their stations and free town squares, and the countries."""
    text = context.catalogue.text
    rows = [text("Germany, by sectors from north to south, each row from west to east.")]
    rows += [sentence for cell in chart_of(context).cells if (sentence := _sector(context, cell))]
    return " ".join([*rows, *_countries(context)])


def describe_news(_context: RenderContext, _news: Sequence[Event]) -> list[str]:
    """All of the board lies from the start."""
    return []


def _bearing(context: RenderContext, cell: Cell, letter: str) -> Mask:
    chart = chart_of(context)
    return sum(1 << index for index in range(SIZE * SIZE) if chart.river(square_at(cell, index)) == letter)


def _sector(context: RenderContext, cell: Cell) -> str:
    text = context.catalogue.text
    chart, tiles = chart_of(context), context.table.line.tiles.get(cell, {})
    stations = [
        text(
            "%(company)s at %(square)s in %(town)s",
            company=context.company(fixture.company),
            square=on_tile(square),
            town=chart.sites[square].town,
        )
        for square, fixture in tiles.items()
        if fixture.company is not None and square in chart.sites
    ]
    parts = [text("stations of %(stations)s", stations=context.listed(stations))] if stations else []
    sites = free_sites(context, cell)
    if sites:
        parts.append(text("free %(sites)s", sites="; ".join(sites)))
    return f"{context.tile(cell)}: {'; '.join(parts)}." if parts else ""


def _countries(context: RenderContext) -> Iterator[str]:
    chart, text = chart_of(context), context.catalogue.text
    built = [
        text("%(company)s in %(country)s", company=context.company(fixture.company), country=context.square(square))
        for square in chart.countries
        if (fixture := context.table.line.fixture(square)) and fixture.company
    ]
    if built:
        yield text("Stations abroad: %(stations)s.", stations=context.listed(built))
    yield context.game.supply(context)


def station_note(context: RenderContext, build: BuildStation) -> str:
    """The note on a station: its place, what it costs, and what it would win."""
    text = context.catalogue.text
    events = suggestions.outcome(context, suggestions.unpaid(build))
    built = suggestions.first_of(ev.StationBuilt, events)
    if built is None:
        return ""
    notes = [text("%(place)s, %(count)s dice", place=_town(context, built.square), count=built.paid.total)]
    taken = suggestions.first_of(ev.PassengersTaken, events)
    if taken is not None:
        notes.append(text("wins %(passengers)s", passengers=context.thousands(taken.passengers)))
    if suggestions.first_of(ev.DirectorChanged, events) is not None:
        notes.append(text("director"))
    if suggestions.first_of(ev.GameEnded, events) is not None:
        notes.append(text("ends the game"))
    return context.listed(notes)


def run_note(context: RenderContext, run: LayRun) -> str:
    """The note on a run: its die and what is due besides, or where it leads to and what it wins there."""
    events = suggestions.outcome(context, suggestions.unpaid(run))
    notes = [] if len(run.steps) > 1 else [suggestions.die_of(context, run)]
    return context.listed(
        [*notes, *_dues(context, events), *_entered(context, run, events), *_pointed_at(context, events)]
    )


def hints(context: RenderContext) -> list[str]:
    """That transport symbols are left, while they keep the turn from ending (GE-12)."""
    symbols = context.table.players[context.table.turn.seat].front.share
    if not symbols:
        return []
    hint = context.catalogue.plural(
        "Before your turn can end, %(n)s transport symbol must be used (GE-12).",
        "Before your turn can end, %(n)s transport symbols must be used (GE-12).",
        symbols,
    )
    return [hint]


def track_help(context: RenderContext) -> list[Block]:
    """Explain how track is ordered."""
    track = context.catalogue.text(
        "Track: one letter per piece, n, e, s or w, the side the line points to after it. The same side again is a "
        "straight, another side a curve. Add ? after a letter to use a ? for that piece. Write more letters to lay "
        "more pieces, also across the border of a sector."
    )
    return [Paragraph(track)]


def tile_names(_context: RenderContext) -> list[Block]:
    """No tiles are laid (GE-2)."""
    return []


def _dues(context: RenderContext, events: Sequence[ev.Event]) -> list[str]:
    """The dues that a run pays in all; empty where it need not: "2 dice for mountains, river Inn"."""
    paid = [(event.due, event.square) for event in events if isinstance(event, ev.DuePaid)]
    return [describe_dues(context, paid)] if paid else []


def _entered(context: RenderContext, run: LayRun, events: Sequence[ev.Event]) -> list[str]:
    """The sectors that a run enters, each with what it wins: "into S10, wins 2 ?"."""
    chart, text = chart_of(context), context.catalogue.text
    sector = sector_of(chart, context.table.line.end(run.end).square)
    sentences: list[str] = []
    for event in events:
        if isinstance(event, ev.PieceLaid) and cell_of(event.square) != sector:
            sector = cell_of(event.square)
            sentences.append(text("into %(sector)s, wins nothing", sector=context.tile(sector)))
        elif isinstance(event, ev.BonusPaid) and sector is not None:
            sentences[-1] = text("into %(sector)s, wins %(count)s ?", sector=context.tile(sector), count=event.wild)
    return sentences


def _pointed_at(context: RenderContext, events: Sequence[ev.Event]) -> list[str]:
    """The country that the last piece points at, where it does: a station may follow there (GE-23, GE-32)."""
    last = [event for event in events if isinstance(event, ev.PieceLaid)][-1:]
    ahead = (step(piece.square, piece.heading) for piece in last)
    countries = [context.square(square) for square in ahead if chart_of(context).country(square)]
    return [context.catalogue.text("points at %(country)s", country=country) for country in countries]


def _town(context: RenderContext, square: Square) -> str:
    chart = context.components.chart
    site = chart and chart.sites.get(square)
    return site.town if site else context.square(square)
