"""Beginning an analysis, letting go of it, and keeping orders out of it for one's own next turn: who may, from which
moments, and how many.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pbem.adjudicator.analysis.playing import Analysis, AnalysisRunner, Beginning, Node, load_beginning
from pbem.adjudicator.context import Refused, SeatContext
from pbem.adjudicator.history.archive import Archive
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.orders import write
from pbem.commands.orders.notation import Quantity, notation_of
from pbem.commands.orders.reader import read_waiting
from pbem.commands.orders.verbs import in_words
from pbem.commands.tokens import MAX_LINE
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue
from pbem.reports.document import AnsweredLine
from pbem.store import Tx, UnitOfWork
from pbem.store.games.analyses import (
    AnalysisOwner,
    AnalysisRow,
    add_analysis,
    limit_analyses_of_visitors,
    list_analyses,
)
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.players.player import get_player
from pbem.store.tables import NEW
from rules_core.kernel.definition import BadSupposition, Choose
from rules_core.kernel.events import Action, DiceRolled, Drawn, TurnEnding, TurnFinished
from rules_core.kernel.position import Position, SeatView
from rules_core.kernel.rehearsal import ChosenFaces, DiceMismatch, by_chance

MOST_OF_PLAYER: Final = 3
MOST_OF_VISITOR: Final = 1
MOST_OF_VISITORS: Final = 1_000
"""Analyses of all visitors together; those that were not used for longest go first."""
KEPT_FOR: Final = timedelta(days=30)
"""How long an analysis is kept that nobody uses."""


def find_own_seat(tx: Tx, game_id: int, player_id: int | None) -> int | None:
    """The seat that a player has in a game; None where they have none, or have left it."""
    seats = list_seats(tx, game_id)
    return next((one.seat for one in seats if one.player_id == player_id and one.vacant_ms is None), None)


def check_turn(game: GameRow, seat: int | None, words: Catalogue) -> None:
    """Raise Refused for the seat whose turn it is in a match: it plays there. In other games nobody waits for it."""
    if game.is_match and seat is not None and game.status == "playing" and game.active_seat == seat:
        raise Refused(
            words.text(
                "It's your turn in %(game)s: an analysis is for the time when others play. Your orders can be tried on "
                "the game's page, where nothing counts before you send it.",
                game=game.name,
            )
        )


def find_start(
    tx: Tx, archive: Archive, game: GameRow, position: int, player_id: int | None, words: Catalogue
) -> Beginning:
    """The moment from which somebody may play on.

    Raises Refused, NotFound for a position that is not final, and BadRecord for a log that nobody can read.
    """
    if game.purpose == "hotseat":
        raise Refused(words.text("Several people share this game's screen, so no view of it belongs to one person."))
    seat = find_own_seat(tx, game.id, player_id)
    check_turn(game, seat, words)
    found = load_beginning(tx, archive, game, position, seat)
    if found.view.table.over:
        raise Refused(words.text("The game is over at this position. Go back to an earlier one to play on from there."))
    return found


def count_allowed(tx: Tx, owner: AnalysisOwner) -> int:
    """The number of analyses that somebody may have at a time."""
    is_visitor = owner.player_id is None or get_player(tx, owner.player_id).guest
    return MOST_OF_VISITOR if is_visitor else MOST_OF_PLAYER


def begin(
    tx: Tx, start: Beginning, numbers: Sequence[int], owner: AnalysisOwner, now_ms: int, words: Catalogue
) -> AnalysisRow:
    """Keep a new analysis, with these numbers in place of what the view hides. Raises Refused."""
    most = count_allowed(tx, owner)
    if len(list_analyses(tx, owner)) >= most:
        raise Refused(
            words.plural(
                "You have an analysis already. Delete it to begin another.",
                "You have %(n)s analyses already. Delete one of them to begin another.",
                most,
            )
        )
    check_numbers(start, numbers, words)
    if owner.player_id is None:
        limit_analyses_of_visitors(tx, MOST_OF_VISITORS - 1)
    new = AnalysisRow(
        NEW,
        start.game.id,
        owner.player_id,
        owner.visitor,
        start.seat,
        start.position,
        json.dumps(list(numbers)),
        now_ms,
    )
    return add_analysis(tx, new)


def check_numbers(start: Beginning, numbers: Sequence[int], words: Catalogue) -> None:
    """Raise Refused for numbers that cannot stand for what a view hides."""
    unseen_numbers, named = start.unseen, presentation_of(start.game.kind).unseen
    if len(numbers) != len(unseen_numbers):
        raise Refused(words.text("Give a number for everything that is hidden from you."))
    for one, number in zip(unseen_numbers, numbers, strict=True):
        if not 0 <= number <= one.most:
            what, most = words.text(named[one.what]), words.number(one.most)
            raise Refused(words.text("Of %(what)s nobody has more than %(most)s.", what=what, most=most))
    try:
        start.with_numbers(numbers)
    except BadSupposition as bad:
        what, due = words.text(named[bad.what]), words.number(bad.due)
        raise Refused(words.text("There are %(due)s in all: %(what)s.", due=due, what=what)) from bad


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
        run = AnalysisRunner.of(context, dice).run(script)
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
