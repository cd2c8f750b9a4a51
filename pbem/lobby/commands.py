"""The commands that the office takes. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pbem.commands.orders.commands import Away, Back, RenewAddress
from pbem.moderation.commands import ModeratorLine, ModeratorQuery
from pbem.store.players.preferences import Reports
from pbem.terms import BeaconWish, Terms


@dataclass(frozen=True, slots=True)
class Open:
    """`open germany for 3 ...`: a new waiting list, on which its opener stands first."""

    kind: str
    seats: int
    terms: Terms
    options: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    name: str = ""
    """"" for one made of the opener's own."""
    beacon: BeaconWish | None = None
    """None for what is usual on the server."""
    says_late: bool = True
    """Whether the opener says what becomes of a turn whose time is up; else the server's usual holds."""


@dataclass(frozen=True, slots=True)
class Join:
    """`join 12`, `join 12 with these words`: a place on a list, or, for who has one, other words for the dice."""

    list_id: int
    salt: str = field(default="", repr=False)
    """"" for a random one."""


@dataclass(frozen=True, slots=True)
class Leave:
    """`leave 12`: off a list."""

    list_id: int


@dataclass(frozen=True, slots=True)
class Invite:
    """`invite 12 ben@example.org`: somebody asked to join one's own list, by their address or their name here."""

    list_id: int
    whom: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SeatBots:
    """`bots 12`, `bots 12 2`: bots of the server's own for free places on one's own list."""

    list_id: int
    number: int = 1


@dataclass(frozen=True, slots=True)
class PlayNow:
    """`play germany 3`: a game of practice against bots, at once; None for the usual number of players."""

    kind: str
    seats: int | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """`decline 12`: no to an invitation to a list."""

    list_id: int


@dataclass(frozen=True, slots=True)
class DeclineSeat:
    """`decline e7`: no to the offer of a seat in a game."""

    tag: str


@dataclass(frozen=True, slots=True)
class Take:
    """`take e7`: a seat that was offered, or that anybody may have."""

    tag: str


@dataclass(frozen=True, slots=True)
class Return:
    """`return e7`: back to a seat that the player has lost."""

    tag: str


@dataclass(frozen=True, slots=True)
class StandBy:
    """`standby germany`, `standby`, `standby off`: whether the player would take over seats, in these kinds of game."""

    kinds: tuple[str, ...]
    on: bool = True


@dataclass(frozen=True, slots=True)
class Watch:
    """`watch e7`, `unwatch e7`: whether the player is mailed the public reports of a game that they do not play in."""

    tag: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class WishReports:
    """`reports daily`: which reports the player wants."""

    reports: Reports


@dataclass(frozen=True, slots=True)
class WishReminders:
    """`reminders 48 24 0`, `reminders off`: so many hours before a deadline they want to be reminded."""

    reminders: str


@dataclass(frozen=True, slots=True)
class Register:
    """`register Ada`: an account under this name; "" for the name that was said before."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class Confirm:
    """`confirm`, `confirm 7KM2 9QRT`: does what an email asked to confirm, or takes the name that it named."""

    code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Show:
    """`lists germany`, `rules silent germany`, `games`, `help`: something to read. `kind` names the games meant."""

    what: Literal["lists", "games", "rules", "help"]
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """`rulings FR-38`: rulings on disputes, by a rule and by words."""

    rule: str
    words: str


OfficeCommand: TypeAlias = (
    Open
    | Join
    | Leave
    | Invite
    | SeatBots
    | PlayNow
    | Decline
    | DeclineSeat
    | Take
    | Return
    | StandBy
    | Watch
    | WishReports
    | WishReminders
    | Register
    | Confirm
    | Show
    | Away
    | Back
    | RenewAddress
    | Search
    | ModeratorLine
    | ModeratorQuery
)
