"""What a seat is told of its own orders where the game has gone back: dropped, lapsed, or not carried out again."""

from collections.abc import Sequence

from pbem.adjudicator.history.replay import Replay, SentOrders
from pbem.clock import from_ms
from pbem.commands.orders import write
from pbem.games.compose import fates_of, standing_blocks
from pbem.games.presentation import presenter_for
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.reports.context import AnsweredLine, StandingResult
from rules_core.kernel.position import PublicState


def dropped_blocks(had_draft: bool, lapsed: StandingResult | None, words: Catalogue) -> list[doc.Block]:
    """What is told of orders that waited, for `confirm` or for a next turn."""
    dropped = words.text("Orders of yours that waited for `confirm` are dropped.")
    return [*([doc.Paragraph(dropped)] if had_draft else []), *standing_blocks(lapsed, words)]


def missing_blocks(replay: Replay, seat: int, table: PublicState, zone: str, words: Catalogue) -> list[doc.Block]:
    """What is told of a seat's orders that were not, or not wholly, carried out again; `table` is as it was then."""
    own = [sent for sent in replay.missing if sent.seat == seat]
    if not own:
        return []
    blocks: list[doc.Block] = [doc.Heading(words.text("Your orders that were not all carried out again"))]
    for sent in own:
        moment = words.moment(from_ms(sent.at_ms), zone)
        blocks.append(doc.Lines((words.text("Those of %(moment)s:", moment=moment),)))
        blocks.append(fates_of(_lines(replay, sent, table, words), words))
    return [*blocks, doc.Paragraph(words.text("If you still want any of them, send them anew."))]


def _lines(replay: Replay, sent: SentOrders, table: PublicState, words: Catalogue) -> Sequence[AnsweredLine]:
    written = [write(action, table, words.language) for action in sent.actions]
    if sent is not replay.stopped or replay.why is None:
        return [AnsweredLine(number, line, "not reached", "") for number, line in enumerate(written, 1)]
    why = presenter_for(table, (), words).refusal(replay.why.violations[0])
    stops = words.text("would have worked, but line %(number)s stops the letter", number=replay.at + 1)
    lines = []
    for number, line in enumerate(written):
        if number < replay.kept:
            lines.append(AnsweredLine(number + 1, line, "done", ""))
        elif number < replay.at:
            lines.append(AnsweredLine(number + 1, line, "undone", stops))
        elif number == replay.at:
            lines.append(AnsweredLine(number + 1, line, "refused", why))
        else:
            lines.append(AnsweredLine(number + 1, line, "not reached", ""))
    return lines
