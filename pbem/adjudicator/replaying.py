"""What was played on a branch that was left, played again on another, one letter after the other.

What a seat had sent at once is carried out as a letter is: up to the first roll all or nothing; what was legal behind a
roll stays. The first that cannot be met wholly ends it, since those behind it were written to what it did.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.adjudicator.casebook import draw_for, open_case, save
from pbem.adjudicator.ledger import Ledger
from pbem.store import Tx
from pbem.store.rows import EntryRow
from rules_core.actions import Action
from rules_core.dice import Draw
from rules_core.events import Rolled, TurnEnded
from rules_core.log import Entry
from rules_core.rulebook import Refusal


@dataclass(frozen=True)
class Sent:
    """What a seat had carried out at once: by a letter, or, where it has no id, on the page or by a program."""

    seat: int
    letter_id: int | None
    at_ms: int
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Replay:
    """How far what was sent was carried out again.

    `again` was, wholly; `stopped` is the first that was not, with why, and `kept` how many of its actions stand
    nevertheless; `behind` was not tried any more.
    """

    again: tuple[Sent, ...] = ()
    stopped: Sent | None = None
    why: Refusal | None = None
    kept: int = 0
    behind: tuple[Sent, ...] = ()

    def undone(self, seat: int) -> list[Sent]:
        """What a seat had sent and was not, or not wholly, carried out again, in order."""
        missing = [*([self.stopped] if self.stopped else []), *self.behind]
        return [sent for sent in missing if sent.seat == seat]


def sent_in(branch: Iterable[Entry], rows: Mapping[int, EntryRow]) -> list[Sent]:
    """What was sent in a stretch of a branch, in order; `rows` are the log's lines by position.

    Actions belong together that came of one letter, or by the same seat at one moment. Nothing is read behind the end
    of a turn, so that a letter that gave orders for a later one counts as two.
    """
    found: list[Sent] = []
    begins = True
    for entry in branch:
        if entry.action is None:
            begins = begins or isinstance(entry.event, TurnEnded)
            continue
        assert entry.seat is not None, "somebody asked for it"
        row = rows[entry.position]
        last = found[-1] if found else None
        if begins or last is None or (last.seat, last.letter_id, last.at_ms) != (entry.seat, row.letter_id, row.at_ms):
            found.append(Sent(entry.seat, row.letter_id, row.at_ms, (entry.action,)))
        else:
            found[-1] = Sent(last.seat, last.letter_id, last.at_ms, (*last.actions, entry.action))
        begins = False
    return found


def play_again(tx: Tx, game_id: int, sent: Sequence[Sent], now_ms: int) -> Replay:
    """Carries out what was sent at the end of a game's log, as far as it is legal, and saves it."""
    for number, one in enumerate(sent):
        case = open_case(tx, game_id)
        kept, why = _carry_out(case.ledger, one.actions, draw_for(tx, case.game))
        save(tx, case, now_ms, one.letter_id)
        if why is not None:
            return Replay(tuple(sent[:number]), one, why, kept, tuple(sent[number + 1 :]))
    return Replay(tuple(sent))


def _carry_out(ledger: Ledger, actions: Sequence[Action], draw: Draw) -> tuple[int, Refusal | None]:
    """How many of these actions stand, and why the next does not."""
    mark, has_rolled = ledger.mark(), False
    for number, action in enumerate(actions):
        outcome = ledger.act(action, draw)
        if isinstance(outcome, Refusal):
            if has_rolled:
                return number, outcome
            ledger.revert(mark)
            return 0, outcome
        has_rolled = has_rolled or any(isinstance(event, Rolled) for event in outcome)
    return len(actions), None
