"""What happened, in words: one event in a sentence, or many as a story, told together where they belong together."""

from collections import Counter
from collections.abc import Sequence

from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import kind_laid, told
from pbem.i18n import Catalogue
from rules_core import events as ev
from rules_core.dice import count
from rules_core.geometry import cell_of, step
from rules_core.table import Table


def in_words(event: ev.Event, table: Table, seats: Sequence[str], catalogue: Catalogue) -> str:
    """One event in a sentence, or a few. `table` is the position after it, or any later one; `seats` are the names."""
    return told(event, RenderContext(table, seats, catalogue))


def story(events: Sequence[ev.Event], context: RenderContext) -> list[list[str]]:
    """Events in sentences, a list for each player's turn and for each year's end.

    Pieces laid in a row at one end are told together, and so are shares bought in a row from one seller, and transport
    symbols used in a row. That a turn has begun is not told: whose turn it is stands above every report.
    """
    chapters: list[list[str]] = [[]]
    for stretch in _stretches(events):
        if isinstance(stretch[0], ev.TurnBegan):
            chapters.append([])
            continue
        chapters[-1] += _stretch_told(stretch, context)
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


def _stretch_told(stretch: Sequence[ev.Event], context: RenderContext) -> list[str]:
    pieces = [event for event in stretch if isinstance(event, ev.PieceLaid)]
    shares = [event for event in stretch if isinstance(event, ev.ShareBought)]
    transports = [event for event in stretch if isinstance(event, ev.TransportUsed)]
    if len(shares) > 1:
        return [_purchases(shares, context)]
    if len(transports) > 1:
        return [_transports(transports, context)]
    if len(stretch) == 1 or not pieces:
        return [told(event, context) for event in stretch]
    rest = [event for event in stretch if not isinstance(event, ev.PieceLaid | ev.TileLaid)]
    return [_run(stretch, pieces, context), *(told(event, context) for event in rest)]


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
        "%(player)s builds at end %(end)s: %(way)s. That took %(dice)s; %(end)s now points %(side)s at %(ahead)s.",
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
