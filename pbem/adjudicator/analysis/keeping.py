"""Orders for one's own next turn out of an analysis, to be kept for it.

They are the orders of the first turn of the viewer's own seat on a branch. Those before its first roll stand as they
are. What comes behind it was tried with dice that the next turn may not bring: it becomes one line with a condition, of
at least those faces that it took. Before anybody keeps them they are carried out once more, as waiting orders are, at
the position where that turn began on the branch, and with the dice that fell there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.analysis.loading import Analysis
from pbem.adjudicator.analysis.playing import AnalysisRunner
from pbem.adjudicator.analysis.tree import Node
from pbem.adjudicator.context import SeatContext
from pbem.adjudicator.game_session import GameSession
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.budget import MAX_LINE
from pbem.commands.orders import write
from pbem.commands.orders.notation import Quantity, notation_of
from pbem.commands.orders.reader import read_waiting
from pbem.commands.orders.verbs import in_words
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue
from pbem.reports.document import AnsweredLine
from pbem.store import UnitOfWork
from rules_core.kernel.definition import Choose
from rules_core.kernel.events import Action, DiceRolled, Drawn, TurnEnding, TurnFinished
from rules_core.kernel.position import Position, SeatView
from rules_core.kernel.rehearsal import ChosenFaces, DiceMismatch, by_chance

_ROOM: Final = 60
"""Signs of a line that are left for the words which make it wait."""


@dataclass(frozen=True)
class KeptTurn:
    """Orders for the viewer's next turn, and what became of each where they were carried out once more.

    `year` and `turn` say which turn it was on the branch. `is_cut`: some of what was tried is left out, as the
    condition would have grown too long.
    """

    lines: tuple[str, ...]
    fates: tuple[AnsweredLine, ...]
    year: int
    turn: int
    faces: tuple[str, ...]
    is_cut: bool

    @property
    def works(self) -> bool:
        """Whether all of them were carried out."""
        return all(line.outcome in ("done", "understood", "prose") for line in self.fates)

    def waiting(self, language: str) -> str:
        """The orders as they are sent in advance."""
        head = in_words("{next}", language)
        return "\n".join(f"{head}: {line}" for line in self.lines)


def list_own_turn(analysis: Analysis, number: int) -> list[Node]:
    """The nodes of the viewer's own first turn on the way to a node; none where there is none, or no seat."""
    path, seat = analysis.tree.path(number), analysis.start.seat
    first = next((at for at, node in enumerate(path) if node.seat == seat), len(path))
    found: list[Node] = []
    for node in path[first:]:
        found.append(node)
        if any(isinstance(event, TurnFinished) for event in node.events):
            break
    return found


def keep(unit: UnitOfWork, analysis: Analysis, number: int, words: Catalogue, choose: Choose) -> KeptTurn | None:
    """The orders of the viewer's own first turn on the way to a node, tried once more; None where there are none.

    Raises NotFound.
    """
    nodes = list_own_turn(analysis, number)
    if not nodes:
        return None
    before = analysis.state_at(nodes[0].parent)
    lines, is_cut = _lines(analysis, nodes, before, words.language)
    faces = tuple(
        face for node in nodes for event in node.events if isinstance(event, DiceRolled) for face in event.faces
    )
    session = GameSession(analysis.start.ruleset, 0, before, ())
    seat = nodes[0].seat
    context = SeatContext(
        unit=unit, loaded=LoadedGame(analysis.game, analysis.contacts, session), seat=seat, words=words
    )
    view = session.ruleset.view(before, seat)
    script = unit.compute(read_waiting, tuple(lines), view, words.language, analysis.names)
    try:
        dice = ChosenFaces(analysis.start.began, faces, by_chance(choose))
        run = AnalysisRunner(session, dice, context).run(script)
    except DiceMismatch:  # more was rolled than in the analysis, which its orders alone do not bring about
        return None
    table = before.table
    return KeptTurn(tuple(lines), tuple(run.lines), table.year, table.turn.number, faces, is_cut)


def _lines(analysis: Analysis, nodes: Sequence[Node], before: Position, language: str) -> tuple[list[str], bool]:
    plain: list[str] = []
    behind: list[_TriedStep] = []
    drawn = False
    for step in _steps(analysis, nodes, before, language):
        if drawn:
            behind.append(step)
        else:
            plain.append(step.line)
        drawn = drawn or step.draws
    for number in range(len(behind), 0, -1):
        line = _conditional(analysis.game.kind, behind[:number], language)
        if len(line) + _ROOM <= MAX_LINE:
            return [*plain, line], number < len(behind)
    return plain, bool(behind)


@dataclass(frozen=True)
class _TriedStep:
    line: str
    action: Action
    before: SeatView
    after: SeatView
    draws: bool


def _steps(analysis: Analysis, nodes: Sequence[Node], state: Position, language: str) -> Iterator[_TriedStep]:
    ruleset, seat = analysis.start.ruleset, nodes[0].seat
    entries = [entry for node in nodes for entry in node.entries]
    at = 0
    while at < len(entries):
        action = entries[at].action
        behind = at + 1
        while behind < len(entries) and entries[behind].action is None:
            behind += 1
        events = [entry.event for entry in entries[at:behind] if entry.event is not None]
        view = ruleset.view(state, seat)
        line = "" if action is None else write(action, state.table, language)
        for event in events:
            state = ruleset.evolve(state, event)
        if action is not None:
            draws = any(isinstance(event, Drawn) for event in events)
            yield _TriedStep(line, action, view, ruleset.view(state, seat), draws)
        at = behind


def _conditional(kind: str, steps: Sequence[_TriedStep], language: str) -> str:
    body = "; ".join(step.line for step in steps)
    needs = [
        (one, _taken(one, steps)) for one in notation_of(kind).quantities if one.name in presentation_of(kind).dice
    ]
    compared = [f"{one.shape} >= {number}" for one, number in needs if number > 0]
    if not compared:
        return body
    head = f"{{if}} {' {and} '.join(compared)}"
    return f"{notation_of(kind).vocabulary.fill(head, language)}: {body}"


def _taken(quantity: Quantity, steps: Sequence[_TriedStep]) -> int:
    there = quantity.value(steps[0].before, "")
    left = [quantity.value(step.after, "") for step in steps if not isinstance(step.action, TurnEnding)]
    return there - min(left, default=there)
