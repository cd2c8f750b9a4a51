"""Analyses as they are opened: the position where one begins, out of the viewer's own view, and the tree behind it.

Of the game's log nothing is read but what is final, and of the position nothing but what the viewer's seat, or a
spectator, saw then. What that view hides is filled in with the numbers that the analysis keeps.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.adjudicator.analysis.tree import Node, Tree
from pbem.adjudicator.history.archive import Archive, Branch
from pbem.commands.orders import write
from pbem.store import NotFound, Tx
from pbem.store.games.analyses import AnalysisNodeRow, AnalysisRow, list_analysis_nodes
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import SeatContact, list_seat_contacts
from rules_core.games import ruleset_for
from rules_core.kernel.definition import AnyGame, BadSupposition, Unseen
from rules_core.kernel.events import Begun, Event
from rules_core.kernel.log import LogEntry, decode_entry, encode_entry
from rules_core.kernel.position import Position, SeatView
from rules_core.kernel.rehearsal import Rehearsal


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


def _node(ruleset: AnyGame, kept: AnalysisNodeRow) -> Node:
    entries: list[Any] = json.loads(kept.log)
    log = tuple(decode_entry(ruleset, at, kind, seat, data) for at, (kind, seat, data) in enumerate(entries, 1))
    return Node(kept.number, kept.parent, kept.seat, kept.name, kept.at_ms, log)
