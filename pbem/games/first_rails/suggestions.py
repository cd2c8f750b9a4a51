"""What the stations and runs that may be ordered take in The First Rails."""

from collections.abc import Sequence

from pbem.games.first_rails.text_maps import large_tiles
from pbem.games.line import suggestions
from pbem.games.line.render_context import RenderContext
from pbem.reports.document import Block, Paragraph
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, LayRun, NewTile
from rules_core.line.legality import DUES


def station_note(context: RenderContext, build: BuildStation) -> str:
    """A station's kind and price."""
    if build.terrain is None or build.pay is None:
        return ""
    return context.catalogue.text(
        "%(kind)s, costs %(count)s dice", kind=context.station(build.terrain), count=build.pay.total
    )


def run_note(context: RenderContext, run: LayRun) -> str:
    """What a run takes: its die and what is due besides, or where it leads to."""
    text = context.catalogue.text
    if any(isinstance(step, NewTile) for step in run.steps):
        return text("over the edge, onto any tile that fits")
    if len(run.steps) > 1:
        due = sum(
            event.paid.total
            for event in suggestions.outcome(context, suggestions.unpaid(run))
            if isinstance(event, ev.DuePaid)
        )
        if not due:
            return text("across the lake, which is paid for")
        return context.catalogue.plural("across the lake, %(n)s die", "across the lake, %(n)s dice", due)
    die = suggestions.die_of(context, run)
    if run.pay is None or not run.pay.total:
        return die
    if run.pay.total == DUES["mountain"]:
        return text("%(die)s, and 1 die for the mountains", die=die)
    return text("%(die)s, and 2 dice for the lake", die=die)


def step_note(context: RenderContext, runs: Sequence[LayRun], depth: int) -> str:
    """What a run takes, at its first step."""
    return "" if depth else run_note(context, runs[0])


def hints(_context: RenderContext) -> list[str]:
    """There is nothing to tell."""
    return []


def track_help(context: RenderContext) -> list[Block]:
    """How track is ordered, and how the tiles are named that can be laid."""
    text = context.catalogue.text
    track = text(
        "Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way "
        "again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more "
        'letters to lay more pieces, and "onto" with a tile where the line goes over the edge.'
    )
    return [Paragraph(track)]


def tile_names(context: RenderContext) -> list[Block]:
    """The large tiles that are left, each named as it lies."""
    tiles = large_tiles(context)
    if not tiles.items:
        return []
    told = context.catalogue.text(
        "Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of "
        "this picture points (lake/e: east)."
    )
    return [Paragraph(told), tiles]
