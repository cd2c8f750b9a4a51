"""What the stations and runs that may be ordered take and earn in Germany, told by what would come of them."""

from collections.abc import Sequence

from pbem.reports import may
from pbem.reports.document import Block, Paragraph
from pbem.reports.germany.ends import dues_told
from pbem.reports.names import Scene
from rules_core import events as ev
from rules_core.actions import BuildStation, LayRun
from rules_core.geometry import Square, cell_of


def station_note(scene: Scene, build: BuildStation) -> str:
    """Where a station would stand, what it costs, and what it would win."""
    text = scene.catalogue.text
    events = may.outcome(scene, may.unpaid(build))
    built = may.first_of(ev.StationBuilt, events)
    if built is None:
        return ""
    notes = [text("%(place)s, %(count)s dice", place=_town(scene, built.square), count=built.paid.total)]
    taken = may.first_of(ev.PassengersTaken, events)
    if taken is not None:
        notes.append(text("wins %(passengers)s", passengers=scene.thousands(taken.passengers)))
    if may.first_of(ev.DirectorChanged, events) is not None:
        notes.append(text("director"))
    if may.first_of(ev.GameEnded, events) is not None:
        notes.append(text("ends the game"))
    return scene.listed(notes)


def run_note(scene: Scene, run: LayRun) -> str:
    """What a run takes: its die and what is due besides, or where it leads to and what it wins there."""
    text = scene.catalogue.text
    events = may.outcome(scene, may.unpaid(run))
    notes = [] if len(run.steps) > 1 else [may.die_of(scene, run)]
    notes += _dues(scene, events)
    entered = _entered(scene, run, events)
    if entered is not None:
        notes.append(text("into %(sector)s", sector=scene.tile(cell_of(entered))))
    if may.first_of(ev.BonusPaid, events) is not None:
        notes.append(text("wins 2 ?"))
    return scene.listed(notes)


def hints(scene: Scene) -> list[str]:
    """That transport symbols are left, while they keep the turn from ending (GE-12)."""
    symbols = scene.table.players[scene.table.turn.seat].front.share
    if not symbols:
        return []
    hint = scene.catalogue.plural(
        "Before your turn can end, %(n)s transport symbol must be used (GE-12).",
        "Before your turn can end, %(n)s transport symbols must be used (GE-12).",
        symbols,
    )
    return [hint]


def track_help(scene: Scene) -> list[Block]:
    """How track is ordered."""
    track = scene.catalogue.text(
        "Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way "
        "again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more "
        "letters to lay more pieces, over the border of a sector too."
    )
    return [Paragraph(track)]


def tile_names(_scene: Scene) -> list[Block]:
    """No tiles are laid (GE-2)."""
    return []


def _dues(scene: Scene, events: Sequence[ev.Event]) -> list[str]:
    """What a run pays for: "2 dice for mountains, river Inn"."""
    paid = [event for event in events if isinstance(event, ev.DuePaid)]
    squares = dict.fromkeys(event.square for event in paid)
    return [dues_told(scene, [due.due for due in paid if due.square == square], square) for square in squares]


def _entered(scene: Scene, run: LayRun, events: Sequence[ev.Event]) -> Square | None:
    """The last square of a run that leads out of a sector into another."""
    laid = [event.square for event in events if isinstance(event, ev.PieceLaid)]
    last = scene.table.line.end(run.end)
    if not laid or last.abroad or cell_of(laid[-1]) == cell_of(last.square):
        return None
    return laid[-1]


def _town(scene: Scene, square: Square) -> str:
    """The town or the country of a station, in a word."""
    chart = scene.box.chart
    site = chart and chart.sites.get(square)
    return site.town if site else scene.square(square)
