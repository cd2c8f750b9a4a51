"""What was played on a branch that was left, played again on another, one letter after the other.

What a seat had sent at once is carried out as a letter is: up to the first roll all or nothing; what was legal behind a
roll stays. The first that cannot be met wholly ends it, since those behind it were written to what it did.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.adjudicator.game_session import GameSession
from pbem.adjudicator.sessions import draw_for, load_game, save
from pbem.store import Tx
from pbem.store.rows import EntryRow
from rules_core.kernel.dice import Draw
from rules_core.kernel.events import Action, Drawn, TurnFinished
from rules_core.kernel.log import Entry
from rules_core.kernel.rulebook import Refusal


@dataclass(frozen=True)
class SentOrders:
    """What a seat had carried out at once: by a letter, or, where it has no id, on the page or by a program.

    The first `known` of its actions were final when its branch was left, so that everybody knows of them.
    """

    seat: int
    letter_id: int | None
    at_ms: int
    actions: tuple[Action, ...]
    known: int


@dataclass(frozen=True)
class Replay:
    """How far what was sent was carried out again.

    `again` was, wholly; `stopped` is the first that was not. `why` its action number `at`, from 0, was refused is for
    its seat alone; the first `kept` of its actions stand nevertheless. `behind` was not tried any more.
    """

    again: tuple[SentOrders, ...] = ()
    stopped: SentOrders | None = None
    why: Refusal | None = None
    at: int = 0
    kept: int = 0
    behind: tuple[SentOrders, ...] = ()

    @property
    def openly_again(self) -> int:
        """How many were carried out again that everybody knew of."""
        return sum(sent.known > 0 for sent in self.again)

    @property
    def stops_openly(self) -> bool:
        """Whether something was not carried out again that everybody knows of."""
        return self.stopped is not None and self.at < self.stopped.known

    @property
    def missing(self) -> list[SentOrders]:
        """What was not, or not wholly, carried out again, in order."""
        return [*([] if self.stopped is None else [self.stopped]), *self.behind]


def sent_in(branch: Iterable[Entry], rows: Mapping[int, EntryRow], final: int) -> list[SentOrders]:
    """What was sent in a stretch of a branch, in order; `rows` are the log's lines by position, final up to `final`.

    Actions belong together that came of one letter, or by the same seat at one moment. Nothing is read behind the end
    of a turn, so that a letter that gave orders for a later one counts as two.
    """
    found: list[SentOrders] = []
    begins = True
    for entry in branch:
        if entry.action is None:
            begins = begins or isinstance(entry.event, TurnFinished)
            continue
        assert entry.seat is not None, "somebody asked for it"
        row = rows[entry.position]
        one = SentOrders(entry.seat, row.letter_id, row.at_ms, (entry.action,), int(entry.position <= final))
        if begins or _sender(found[-1]) != _sender(one):
            found.append(one)
        else:
            last = found.pop()
            found.append(replace(last, actions=(*last.actions, entry.action), known=last.known + one.known))
        begins = False
    return found


def _sender(sent: SentOrders) -> tuple[int, int | None, int]:
    return sent.seat, sent.letter_id, sent.at_ms


def play_again(tx: Tx, game_id: int, sent: Sequence[SentOrders], now_ms: int) -> Replay:
    """Carries out what was sent at the end of a game's log, as far as it is legal, and saves it."""
    for number, one in enumerate(sent):
        loaded = load_game(tx, game_id)
        tried, refusal = _carry_out(loaded.session, one.actions, draw_for(tx, loaded.game))
        kept = sum(entry.action is not None for entry in loaded.session.new)
        save(tx, loaded, now_ms, one.letter_id)
        if refusal is not None:
            return Replay(tuple(sent[:number]), one, refusal, tried, kept, tuple(sent[number + 1 :]))
    return Replay(tuple(sent))


def _carry_out(session: GameSession, actions: Sequence[Action], draw: Draw) -> tuple[int, Refusal | None]:
    """Acts, and undoes it where nothing was rolled before the first that is refused: its number, and why."""
    mark, has_rolled = session.mark(), False
    for number, action in enumerate(actions):
        outcome = session.act(action, draw)
        if isinstance(outcome, Refusal):
            if not has_rolled:
                session.revert(mark)
            return number, outcome
        has_rolled = has_rolled or any(isinstance(event, Drawn) for event in outcome)
    return len(actions), None
