"""What became of a seat's request, and what a seat may see: what hearing orders and writing mails share."""

from dataclasses import dataclass, field

from pbem.adjudicator.confirmations import Challenge
from pbem.adjudicator.game_session import GameSession
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.orders import ServerCommandName
from pbem.reports.context import AnsweredLine, StandingResult
from rules_core.kernel.events import Event
from rules_core.kernel.log import Entry
from rules_core.kernel.position import SeatView


@dataclass(frozen=True)
class OrdersResult:
    """What became of a request. `session` holds what was done, or, where `previewed`, what would be."""

    heading: str
    lines: tuple[AnsweredLine, ...]
    session: GameSession
    before: int
    """The log's position before the request."""
    applied: bool = False
    previewed: bool = False
    stale: bool = False
    for_good: bool = False
    """It is held back because it cannot be undone."""
    wishes: frozenset[ServerCommandName] = frozenset()
    """What was asked for beside orders: help, status."""
    challenge: Challenge | None = None
    """What the answer asks to be confirmed by."""

    @property
    def works(self) -> bool:
        """Whether nothing was refused."""
        return not any(line.outcome in ("refused", "unread") for line in self.lines)

    @property
    def added(self) -> list[Entry]:
        """What the request added to the log."""
        return [entry for entry in self.session.entries if entry.position > self.before] if self.applied else []

    @property
    def news(self) -> list[Event]:
        """The events that came of the request and stand."""
        return self.session.events_since(self.before)


@dataclass(frozen=True)
class Answer:
    """What became of orders typed into a page. `stale`: they are kept, and `confirm` carries them out."""

    heading: str
    applied: bool
    stale: bool
    lines: tuple[AnsweredLine, ...]
    wishes: frozenset[ServerCommandName]
    """What was asked for beside orders: help, status."""
    position: int
    for_good: bool = False
    """They are kept because they cannot be undone."""


@dataclass
class FollowUps:
    """What followed when turns began: `loaded` is the game as it then stands, `news` what happened in it."""

    loaded: LoadedGame
    news: list[Event] = field(default_factory=list)
    standing: dict[int, StandingResult] = field(default_factory=dict)
    """What each seat is to be told of the orders that it had given for its next turn."""
    since: dict[int, int] = field(default_factory=dict)
    """The position of each seat's last action before those orders, where it had any."""


def visible(session: GameSession, seat: int | None) -> SeatView:
    """What a seat may see: another player's turn only as far as it is final (nothing of it can be taken back)."""
    table = session.state.table
    state = session.state if table.over or seat == table.turn.seat else session.final_state()
    found: SeatView = session.ruleset.view(state, seat)
    return found
