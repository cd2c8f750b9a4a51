"""Playing on in an analysis: the position where it begins, out of the viewer's own view, the tree of what was tried,
and orders of the seat to move, tried or kept.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pbem.adjudicator.context import Refused, SeatContext
from pbem.adjudicator.history.archive import Archive, Branch
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.order_run import OrderRefused, OrderRun, Runner
from pbem.adjudicator.previews import Seen, Trial, rehearse
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.orders import LineReading, Order, read, write
from pbem.commands.orders.seat_command import SeatCommand
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue
from pbem.reports.document import AnsweredLine
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.games.analyses import (
    AnalysisNodeRow,
    AnalysisRow,
    add_analysis_node,
    list_analysis_nodes,
    measure_analysis,
)
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import SeatContact, list_seat_contacts
from pbem.store.tables import NEW
from rules_core.games import ruleset_for
from rules_core.kernel.definition import AnyGame, BadSupposition, Choose, Unseen
from rules_core.kernel.events import Begun, Event
from rules_core.kernel.log import LogEntry, decode_entry, encode_entry, live
from rules_core.kernel.position import Position, SeatView
from rules_core.kernel.rehearsal import ChosenFaces, DiceMismatch, Rehearsal, by_chance


@dataclass(frozen=True)
class Node:
    """Orders of a seat, and what came of them, as a log of its own; `parent` is 0 where the analysis begins."""

    number: int
    parent: int
    seat: int
    name: str
    at_ms: int
    log: tuple[LogEntry, ...]

    @cached_property
    def entries(self) -> Sequence[LogEntry]:
        """The actions and events that stand."""
        return live(self.log)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events that stand."""
        return tuple(entry.event for entry in self.entries if entry.event is not None)


@dataclass(frozen=True)
class Step:
    """A node as a list of all of them shows it: `depth` counts the branches that it lies on, 0 for the first line."""

    node: Node
    depth: int
    is_branch: bool
    """Whether a branch begins with it: it was tried in place of another."""


class Tree:
    """The nodes of an analysis."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes: Mapping[int, Node] = {node.number: node for node in nodes}

    def path(self, number: int) -> list[Node]:
        """The nodes that lead to one, itself the last; none for 0. Raises NotFound."""
        found: list[Node] = []
        while number:
            if number not in self.nodes:
                raise NotFound("analysis_node", number)
            found.append(self.nodes[number])
            number = found[-1].parent
        return found[::-1]

    def after(self, number: int) -> list[Node]:
        """The nodes tried at one, in the order in which they came."""
        return [node for node in self.nodes.values() if node.parent == number]

    def below(self, number: int) -> list[int]:
        """The number of a node, and those of all that were tried behind it."""
        found = [number]
        for one in found:
            found += (node.number for node in self.after(one))
        return found

    def last(self) -> int:
        """The number of the newest node; 0 where nothing was tried."""
        return max(self.nodes, default=0)

    def outline(self) -> Iterator[Step]:
        """All nodes: each line to its end, each node followed by its alternatives."""
        left = [(self.after(0), 0, False)]
        while left:
            group, depth, is_branch = left.pop()
            if group:
                yield Step(group[0], depth, is_branch)
                left.append((self.after(group[0].number), depth, False))
                left += [([other], depth + 1, True) for other in reversed(group[1:])]


@dataclass(frozen=True)
class Beginning:
    """A moment of a game at which an analysis begins, as a seat, or a spectator (None), saw it."""

    game: GameRow
    branch: Branch
    position: int
    seat: int | None

    @property
    def ruleset(self) -> AnyGame:
        """The rules of the game."""
        return ruleset_for(self.game.kind)

    @cached_property
    def view(self) -> SeatView:
        """The position as it was seen."""
        return self.branch.view_at(self.position, self.seat)

    @cached_property
    def unseen(self) -> tuple[Unseen, ...]:
        """The numbers that the view hides."""
        return self.ruleset.unseen(self.view)

    @property
    def news(self) -> tuple[Event, ...]:
        """The events of the turn up to there, which the map marks."""
        return self.branch.news_at(self.position)

    @property
    def began(self) -> Begun:
        """The event by which the game began."""
        (began,) = [event for event in self.branch.moments[0].events if isinstance(event, Begun)]
        return began

    def with_numbers(self, numbers: Sequence[int]) -> Position:
        """The whole position with these numbers in place of what the view hides. Raises BadSupposition."""
        whole: Position = self.ruleset.supposed(self.view, numbers)
        return whole


def load_beginning(tx: Tx, archive: Archive, game: GameRow, position: int, seat: int | None) -> Beginning:
    """The moment of a game at a position that is final. Raises NotFound, and BadRecord for a log nobody can read."""
    branch = archive.past(tx, game).branch_at(position)
    return Beginning(game, branch, position, seat)


@dataclass(frozen=True)
class Analysis:
    """An analysis: where it begins, and what was tried."""

    row: AnalysisRow
    start: Beginning
    contacts: tuple[SeatContact, ...]
    """The seats, without addresses or tokens, in the language of whoever looks."""
    tree: Tree

    @property
    def game(self) -> GameRow:
        """The game."""
        return self.start.game

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(contact.name for contact in self.contacts)

    @cached_property
    def base(self) -> Position:
        """The position where the analysis begins. Assumed numbers that no longer fit, as the rules have changed, are
        drawn anew.
        """
        try:
            return self.start.with_numbers(json.loads(self.row.supposed))
        except (BadSupposition, ValueError):
            return self.start.with_numbers([one.number for one in self.start.unseen])

    @cached_property
    def _branches(self) -> Mapping[int, Rehearsal]:
        found = {0: Rehearsal(self.start.ruleset, self.base)}
        for number, node in sorted(self.tree.nodes.items()):
            found[number] = found[node.parent].after(node.events)
        return found

    def state_at(self, number: int) -> Position:
        """The whole position at a node, 0 where it begins. Raises NotFound."""
        if number not in self._branches:
            raise NotFound("analysis_node", number)
        return self._branches[number].state

    def view_at(self, number: int) -> SeatView:
        """The position at a node as the seat to move sees it, or, once the game is over, a spectator."""
        state = self.state_at(number)
        view: SeatView = self.start.ruleset.view(state, None if state.over else state.table.turn.seat)
        return view

    def news_at(self, number: int) -> Sequence[Event]:
        """The events that led to a node, which the map marks."""
        return self.tree.nodes[number].events if number else self.start.news


def load(tx: Tx, archive: Archive, row: AnalysisRow, language: str) -> Analysis:
    """An analysis, for a reader of a language. Raises NotFound, and BadRecord for a log that nobody can read."""
    game = get_game(tx, row.game_id)
    ruleset = ruleset_for(game.kind)
    contacts = tuple(
        contact._replace(address="", token="", language=language) for contact in list_seat_contacts(tx, game.id)
    )
    tree = Tree([_node(ruleset, kept) for kept in list_analysis_nodes(tx, row.id)])
    return Analysis(row, load_beginning(tx, archive, game, row.position, row.seat), contacts, tree)


def orders_of(analysis: Analysis, number: int, language: str) -> list[str]:
    """The orders that led to a node, one for each action. Raises NotFound."""
    node, lines = node_at(analysis, number), list[str]()
    state = analysis.state_at(node.parent)
    for entry in node.entries:
        if entry.action is not None:
            lines.append(write(entry.action, state.table, language))
        elif entry.event is not None:
            state = analysis.start.ruleset.evolve(state, entry.event)
    return lines


def node_at(analysis: Analysis, number: int) -> Node:
    """The node of a number. Raises NotFound."""
    if number not in analysis.tree.nodes:
        raise NotFound("analysis_node", number)
    return analysis.tree.nodes[number]


def stored_log(entries: Sequence[LogEntry]) -> str:
    """A node's log as it is stored."""
    encoded = [[entry.kind, entry.seat, encode_entry(entry)] for entry in entries]
    return json.dumps(encoded, ensure_ascii=False, separators=(",", ":"))


def _node(ruleset: AnyGame, row: AnalysisNodeRow) -> Node:
    entries: list[Any] = json.loads(row.log)
    log = tuple(decode_entry(ruleset, at, kind, seat, data) for at, (kind, seat, data) in enumerate(entries, 1))
    return Node(row.number, row.parent, row.seat, row.name, row.at_ms, log)


MOST_NODES: Final = 300
MOST_FACES: Final = 60
"""No roll takes more dice."""
SIZES: Final = {True: 400_000, False: 100_000}
"""Characters that the logs of an analysis may have, of a player's and of a visitor's."""


class AnalysisRunner(Runner):
    """Runs orders in an analysis, where nothing but play is to be ordered: nothing waits, and nobody is written to."""

    def _waits(self, line: LineReading[Order]) -> bool:
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
            run = AnalysisRunner.of(context, dice).run(script)
        except DiceMismatch as mismatch:
            raise Refused(_mismatch(mismatch, self.analysis.game.kind, self.words)) from mismatch
        if not run.session.new:
            return PlayedOrders(tuple(run.lines), None)
        new = AnalysisNodeRow(NEW, number, seat, stored_log(run.session.new), self.unit.now_ms)
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
