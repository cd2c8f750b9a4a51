"""The tree of what was tried in an analysis: nodes, each a turn or a part of one, with branches where it was tried
otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbem.store import NotFound
from rules_core.kernel.events import Event
from rules_core.kernel.log import LogEntry, live


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
