"""A position for two judges, the engine and an oracle, with the same dice."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from rules.candidates import one_piece_runs
from rules.oracle_desk import Throw
from rules.plain import PlainTable
from rules.playing import rules_of
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, LayRun, Piece
from rules_core.line.table import State

Plain_ = TypeVar("Plain_", bound=PlainTable)


class Bench(Generic[Plain_]):
    """Holds the engine against an oracle: what it reads in a position, and how it judges."""

    def __init__(
        self,
        state: State,
        draw: Draw,
        read: Callable[[State], Plain_],
        judged: Callable[[Plain_, Action, Throw], Plain_ | None],
    ) -> None:
        self.state = state
        self.draw = draw
        self.read = read
        self.judged = judged
        self.plain = read(state)
        self.verdicts: Counter[bool] = Counter()

    def compare(self, action: Action) -> None:
        """Fail where the judges differ on the verdict or the outcome."""
        rules = rules_of(self.state)
        answer = rules.decide(self.state, action, self.draw)
        verdict = self.judged(self.plain, action, self._throw)
        refused = isinstance(answer, Violations)
        assert refused == (verdict is None), (
            f"{action}: engine {answer}, oracle {'refuses' if verdict is None else 'takes'} it"
        )
        if not isinstance(answer, Violations):
            assert self.read(fold(rules, answer, self.state)) == verdict, f"{action}: {answer}"
        self.verdicts[refused] += 1

    def allowed(self, actions: Iterable[Action]) -> Iterator[Action]:
        """Those the oracle allows."""
        return (action for action in actions if self.judged(self.plain, action, self._throw) is not None)

    def _throw(self, number: int) -> list[str]:
        table = self.state.table
        keys = (DrawKey(table.year, table.turn.seat, "roll", index) for index in range(number))
        return [table.box.faces[self.draw(key, 6)] for key in keys]


def spelled_out(bench: Bench[Plain_]) -> set[Action]:
    """The runs of one piece that the oracle allows, with the die named that is there and the payment that is due."""
    front = bench.state.table.players[bench.state.table.turn.seat].front
    found: set[Action] = set()
    for action in bench.allowed(one_piece_runs(bench.state)):
        assert isinstance(action, LayRun)
        (piece,) = action.steps
        assert isinstance(piece, Piece)
        way = action.leave if action.leave is not None else bench.state.table.line.end(action.end).heading
        plain = front.straight if piece.heading == way else front.curve
        if piece.wild or plain:
            found.add(action)
    unpaid = {action for action in found if isinstance(action, LayRun) and action.pay is None}
    due = {(a.end, a.leave, a.steps) for a in found - unpaid if isinstance(a, LayRun)}
    return {a for a in found if not (isinstance(a, LayRun) and a.pay is None and (a.end, a.leave, a.steps) in due)}
