"""Notes on what the stations and runs that may be ordered take and earn in Germany, found by trying them."""

from collections.abc import Sequence

from pbem.games.germany.ends import describe_dues
from pbem.games.germany.names import chart_of
from pbem.games.line import suggestions
from pbem.games.line.render_context import RenderContext
from pbem.reports.document import Block, Paragraph
from rules_core.grid import Square, cell_of, step
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, LayRun
from rules_core.line.sectors import sector_of


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
