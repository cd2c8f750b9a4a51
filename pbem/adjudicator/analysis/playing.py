"""Playing on in an analysis: orders of the seat to move, read and judged as those of a letter, tried or kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.analysis.loading import Analysis, stored_log
from pbem.adjudicator.context import Refused, SeatContext
from pbem.adjudicator.game_session import GameSession
from pbem.adjudicator.order_run import OrderRefused, OrderRun, Runner
from pbem.adjudicator.previews import Seen, Trial, rehearse
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.orders import LineReading, read
from pbem.commands.orders.seat_command import SeatCommand
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue
from pbem.reports.document import AnsweredLine
from pbem.store import UnitOfWork
from pbem.store.games.analyses import AnalysisNodeRow, add_analysis_node, measure_analysis
from pbem.store.tables import NEW
from rules_core.kernel.definition import Choose
from rules_core.kernel.events import Event
from rules_core.kernel.position import SeatView
from rules_core.kernel.rehearsal import ChosenFaces, DiceMismatch, by_chance

MOST_NODES: Final = 300
MOST_FACES: Final = 60
"""No roll takes more dice."""
SIZES: Final = {True: 400_000, False: 100_000}
"""Characters that the logs of an analysis may have, of a player's and of a visitor's."""


class AnalysisRunner(Runner):
    """Runs orders in an analysis, where nothing but play is to be ordered: nothing waits, and nobody is written to."""

    def _waits(self, line: LineReading) -> bool:
        return False

    def _seat_command(self, run: OrderRun, request: SeatCommand) -> list[str]:
        raise OrderRefused(self.words.text("in an analysis there are only the orders of a turn."))


@dataclass(frozen=True)
class PlayedOrders:
    """The result of orders that were played on: the fate of each line, and the node, if anything was done at all."""

    lines: tuple[AnsweredLine, ...]
    node: int | None


@dataclass(frozen=True)
class AnalysisPlayer:
    """The user of an analysis, with the unit of work and the language."""

    unit: UnitOfWork
    analysis: Analysis
    words: Catalogue

    def look(self, number: int) -> Seen:
        """A node as the seat to move sees it. Raises NotFound."""
        view = self.analysis.view_at(number)
        return self._seen(view, self.analysis.news_at(number), is_to_play=not view.table.over)

    def try_out(self, number: int, text: str) -> Trial:
        """Try orders at a node, of which nothing is kept; up to the first roll. Raises NotFound."""
        analysis, ruleset = self.analysis, self.analysis.start.ruleset
        context = self._context(number)
        tried = rehearse(context, text, AnalysisRunner)
        state = tried.session.state
        view = ruleset.view(state, None if state.over else context.seat)
        latest = tried.session.events_since(0) if tried.session.new else analysis.news_at(number)
        seen = self._seen(view, latest, is_to_play=not (tried.is_through or state.over))
        return Trial(tried.lines, analysis.view_at(number), seen, tried.works, tried.undrawn, tried.exchange)

    def _seen(self, view: SeatView, latest: Sequence[Event], *, is_to_play: bool) -> Seen:
        legal = tuple(self.analysis.start.ruleset.legal(view)) if is_to_play else ()
        position = self.analysis.row.position
        return Seen(view, self.analysis.names, latest, position, may_undo=False, legal=legal, seed=None, marked=latest)

    def play(self, number: int, text: str, faces: Sequence[str], choose: Choose) -> PlayedOrders:
        """Carry out orders at a node, with these faces in the first roll, and keep what comes of them as another.

        Raises NotFound, and Refused where the analysis is full or dice cannot fall like that.
        """
        self._check_room()
        context = self._context(number)
        session, seat = context.loaded.session, context.seat
        view = session.ruleset.view(session.state, seat)
        script = self.unit.compute(read, tuple(text.splitlines()), view, self.words.language, self._names)
        try:
            dice = ChosenFaces(self.analysis.start.began, faces, by_chance(choose))
            run = AnalysisRunner(session, dice, context).run(script)
        except DiceMismatch as mismatch:
            raise Refused(_mismatch(mismatch, self.analysis.game.kind, self.words)) from mismatch
        if not session.new:
            return PlayedOrders(tuple(run.lines), None)
        new = AnalysisNodeRow(NEW, number, seat, stored_log(session.new), self.unit.now_ms)
        return PlayedOrders(tuple(run.lines), add_analysis_node(self.unit, self.analysis.row.id, new))

    @property
    def _names(self) -> tuple[str, ...]:
        return self.analysis.names

    def _context(self, number: int) -> SeatContext:
        analysis = self.analysis
        state = analysis.state_at(number)
        session = GameSession(analysis.start.ruleset, 0, state, ())
        loaded = LoadedGame(analysis.game, analysis.contacts, session)
        return SeatContext(unit=self.unit, loaded=loaded, seat=state.table.turn.seat, words=self.words)

    def _check_room(self) -> None:
        row = self.analysis.row
        nodes, size = measure_analysis(self.unit, row.id)
        if nodes >= MOST_NODES or size >= SIZES[row.player_id is not None]:
            raise Refused(self.words.text("This analysis is full. Delete a branch of it that you don't need any more."))


def _mismatch(mismatch: DiceMismatch, kind: str, words: Catalogue) -> str:
    if mismatch.chosen > mismatch.thrown:
        return words.plural(
            "You chose more faces than dice are rolled, which is %(n)s.",
            "You chose more faces than dice are rolled, which are %(n)s.",
            mismatch.thrown,
        )
    face = words.text(presentation_of(kind).faces[mismatch.face])
    return words.text("These dice cannot show %(face)s as often as you chose.", face=face)
