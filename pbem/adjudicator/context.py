"""The context of a command: who asks, and what judging and doing it needs; and the results that it can have."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.adjudicator.confirmations import Challenge
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.sessions import LoadedGame, append_note
from pbem.commands.command import Command
from pbem.commands.orders.seat_command import SeatCommand
from pbem.i18n import Catalogue
from pbem.reports.document import AnsweredLine, StandingResult
from pbem.store import UnitOfWork
from pbem.store.players.player import PlayerRow
from rules_core.kernel.events import Event
from rules_core.kernel.log import LogEntry, Note, NoteFact
from rules_core.kernel.position import SeatView


@dataclass(frozen=True, kw_only=True)
class RequestContext:
    """The transaction and the clock of a command, the words of the answer, and the letter that it came in."""

    unit: UnitOfWork
    words: Catalogue
    letter_id: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlayerContext(RequestContext):
    """The context of what a player asks for outside of games."""

    player: PlayerRow


@dataclass(frozen=True)
class Done:
    """The result of a command: sentences on it, its waiting list, and the game that it began."""

    sentences: tuple[str, ...]
    list_id: int | None = None
    game_id: int | None = None


class PlayerCommand(Command, ABC):
    """A command of a player to those who run the server."""

    __slots__ = ()

    @abstractmethod
    def do(self, context: PlayerContext) -> Done:
        """Do it for a player. Raises Refused."""

    def preview(self, context: PlayerContext) -> Done:
        """Tell what it would do, in a transaction that is undone. Raises Refused."""
        return self.do(context)


@dataclass(frozen=True, kw_only=True)
class SeatContext(RequestContext):
    """The context of what a seat asks for, in whose game it is judged."""

    loaded: LoadedGame
    seat: int
    before: Sequence[SeatCommand] = ()
    """What the same letter has asked for before."""

    @property
    def game_id(self) -> int:
        """The game."""
        return self.loaded.game.id

    @property
    def player_id(self) -> int:
        """The player who has the seat."""
        return self.loaded.seats[self.seat].player_id

    @property
    def name(self) -> str:
        """The name of that player."""
        return self.loaded.names[self.seat]

    @property
    def answered(self) -> int | None:
        """The seat, where a letter is answered that tells it what came of this."""
        return None if self.letter_id is None else self.seat

    def repeats(self, *kinds: type[SeatCommand]) -> bool:
        """Whether the same letter has asked for one of these before."""
        return any(isinstance(before, kinds) for before in self.before)

    def check_once(self, *kinds: type[SeatCommand]) -> None:
        """Nothing, where the same letter has asked for none of these before. Raises Refused."""
        if self.repeats(*kinds):
            raise Refused(self.words.text("Once is enough."))

    def note(self, about: str, **facts: NoteFact) -> None:
        """Write into the game's log what the player has done."""
        append_note(self.unit, self.game_id, self.seat, Note(about, {"who": self.name, **facts}), self.letter_id)


@dataclass(frozen=True)
class JudgedCommand:
    """A command that can be carried out: the sentences on it, and the function that does it."""

    sentences: list[str]
    effect: Callable[[], object]


class Question(SeatCommand):
    """A seat's command that only asks. Nothing is changed by it, and it needs no confirmation."""

    __slots__ = ()
    is_question: ClassVar = True
    needs_others: ClassVar = False

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Answer it; there is nothing to do. Raises Refused."""
        return JudgedCommand(self.answer(context), lambda: None)

    def answer(self, context: SeatContext) -> list[str]:
        """The sentences beside its line; none where a mail or page is the answer. Raises Refused."""
        return []


class Refused(Exception):
    """Raised for a request that cannot be met; the message says why, `field` which field of the command is wrong."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


def check_text(text: str, most: int, words: Catalogue) -> None:
    """Raise Refused unless the text of a command can be taken, which has at most `most` characters."""
    if not text:
        raise Refused(words.text("There is no text."), "text")
    if len(text) > most:
        why = words.text(
            "The text has %(length)s characters; %(most)s are allowed.",
            length=words.number(len(text)),
            most=words.number(most),
        )
        raise Refused(why, "text")


@dataclass(frozen=True)
class OrdersResult:
    """The result of a request. `session` holds what was done, or, where `previewed`, what would be."""

    heading: str
    lines: tuple[AnsweredLine, ...]
    session: GameSession
    before: int
    """The log's position before the request."""
    applied: bool = False
    previewed: bool = False
    stale: bool = False
    for_good: bool = False
    """Whether it is held back because it cannot be undone."""
    queries: frozenset[str] = frozenset()
    """What was asked for beside orders, by verbs: help, status, confirm."""
    challenge: Challenge | None = None
    """What the answer asks to be confirmed by."""
    without_orders: bool = False
    """Whether nothing was asked for, not even help."""
    confirms: bool = False
    """Whether it was a `confirm` of orders whose preview the writer has."""

    @property
    def works(self) -> bool:
        """Whether nothing was refused."""
        return not any(line.outcome in ("refused", "unread") for line in self.lines)

    @property
    def only_asks(self) -> bool:
        """Whether the letter asked for help or the position, and held nothing else that an answer should repeat."""
        is_plain = all(line.outcome == "done" and not line.message for line in self.lines if line.text.strip())
        return bool(self.queries) and is_plain and not (self.applied or self.previewed or self.confirms)

    @property
    def added(self) -> list[LogEntry]:
        """The entries that the request added to the log."""
        return [entry for entry in self.session.entries if entry.position > self.before] if self.applied else []

    @property
    def news(self) -> list[Event]:
        """The events that came of the request and stand."""
        return self.session.events_since(self.before)


@dataclass(frozen=True)
class Answer:
    """The result of orders typed into a page. `stale`: they are kept, and `confirm` carries them out."""

    heading: str
    applied: bool
    stale: bool
    lines: tuple[AnsweredLine, ...]
    queries: frozenset[str]
    """What was asked for beside orders, by verbs: help, status, confirm."""
    position: int
    for_good: bool = False
    """Whether they are kept because they cannot be undone."""


@dataclass
class FollowUps:
    """The follow-ups when turns began: `loaded` is the game as it then stands, `news` the events in it."""

    loaded: LoadedGame
    news: list[Event] = field(default_factory=list)
    standing: dict[int, StandingResult] = field(default_factory=dict)
    """What each seat is to be told of the orders that it had given for its next turn."""
    since: dict[int, int] = field(default_factory=dict)
    """The position of each seat's last action before those orders, where it had any."""


def visible(session: GameSession, seat: int | None) -> SeatView:
    """The game as a seat may see it: of another player's turn only what is final (cannot be taken back)."""
    table = session.state.table
    state = session.state if table.over or seat == table.turn.seat else session.final_state()
    found: SeatView = session.ruleset.view(state, seat)
    return found
