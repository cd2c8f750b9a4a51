"""Lines as orders of a seat: read in the game as it stands, and told apart from what is none."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from pbem.adjudicator.context import visible
from pbem.adjudicator.correspondence.endings import of_fault
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.budget import MAX_LINES
from pbem.commands.languages import DEFAULT, fold
from pbem.commands.orders import Script, read
from pbem.commands.orders.script import LineReading
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import table_of
from pbem.commands.orders.weighing import near_verbs
from pbem.mail.reading.introductions import Sense
from pbem.store import Tx
from rules_core.kernel.position import SeatView


@dataclass(frozen=True)
class SeatLines:
    """The reader of a seat's lines: what the seat sees, the language of its player, and the names of all."""

    view: SeatView = field(repr=False)
    language: str
    names: Sequence[str]

    @classmethod
    def of(cls, loaded: LoadedGame, seat: int) -> "SeatLines":
        """Make that of a seat in a game as it stands."""
        return cls(visible(loaded.session, seat), loaded.seats[seat].language, loaded.names)

    def read(self, lines: Sequence[str], unclear: Collection[int] = ()) -> Script:
        """Lines as orders; those that are `unclear` may belong to the line above them, or not."""
        return read(lines, self.view, self.language, self.names, unclear=unclear)

    def senses(self, script: Script) -> list[Sense]:
        """The sense of each line that was read."""
        return [self._sense(line, below) for line, below in zip_longest(script.lines, script.lines[1:])]

    def _sense(self, line: LineReading, below: LineReading | None) -> Sense:
        if line.kind in ("orders", "part"):
            last = line.orders[-1] if line.orders else None
            is_dictated = isinstance(last, SeatCommand) and last.dictates()
            return "message" if is_dictated and (below is None or below.kind != "text") else "order"
        if line.kind == "text":
            return "text"
        if line.kind == "unread":
            return "order" if line.may_be_order else "fault"
        if line.fault is None:
            return "prose"
        near = near_verbs(fold(line.fault.word), table_of(line.fault.kind), self.language)
        languages = (self.language, DEFAULT)
        is_slip = line.fault.code != "unknown_verb" or any(found.language in languages for found in near)
        return of_fault(line.text, is_slip=is_slip)


def read_orders(
    tx: Tx, loaded: LoadedGame, seat: int, lines: Sequence[str], unclear: frozenset[int] = frozenset()
) -> Script:
    """A seat's lines as they read in the game as it stands: read once, and never while `tx` writes (`Tx.compute`).

    Those behind the first that is too much are left out, whose reading says so unless an `end` stands before it.
    """
    return tx.compute(SeatLines.read, SeatLines.of(loaded, seat), tuple(lines[: MAX_LINES + 1]), unclear)
