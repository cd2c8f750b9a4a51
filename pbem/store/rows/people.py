"""Players, what they have chosen, how they come in, and the games they wait for; and facts about the server itself."""

from dataclasses import dataclass, field

from pbem.store.rows.games import Bot, ListStatus, MailFormat, Reports, Subjects
from pbem.terms import Late, PressRule, Terms


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player, as they and the operator may see them."""

    id: int
    name: str
    address: str = field(repr=False)
    language: str
    bot: Bot | None
    created_ms: int
    token: str = field(repr=False)
    """The local part of their own address at this server."""
    moderator: bool = False
    """Whether they moderate the games in which they have no seat."""
    token_renewed_ms: int | None = None
    """When its owner last asked for another token."""
    guest: bool = False
    """Whether they are a visitor of one browser, or a name at a shared screen: nobody who has an address."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences that a player has chosen; the defaults are those of a player who has chosen nothing."""

    zone: str = ""
    """The time zone they are told the time in, such as "Europe/Berlin"; "" for the server's own."""
    format: MailFormat = "html"
    """Whether their mails bring HTML beside the text."""
    reports: Reports = "all"
    reminders: str = "24 0"
    """At which of REMINDERS' distances from a deadline they are reminded, as in "24 0"; "" for never."""
    subjects: Subjects = "same"
    """Whether the subject of a mail of a game says that it is their turn."""


@dataclass(frozen=True, slots=True)
class EndingRow:
    """An ending that letters of a player have had."""

    mark: str
    """A digest of its last line."""
    text: str = field(repr=False)
    letters: int
    """Letters with different orders that have ended so."""
    missed: int
    """Letters that have ended otherwise since."""
    orders: str
    """The digest of the orders above it, in the last letter that ended so."""
    seen_ms: int

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines as they are compared, the last first."""
        return tuple(self.text.split("\n"))


@dataclass(frozen=True, slots=True)
class SignInRow:
    """A link that was mailed to a player to sign in by."""

    player_id: int
    expires_ms: int
    used_ms: int | None
    onward: str | None
    """The path of the page that it leads to; None for the player's games."""


@dataclass(frozen=True, slots=True)
class ReportLinkRow:
    """A link in a report, by which its player signs in for that game."""

    game_id: int
    seat: int
    player_id: int
    created_ms: int


@dataclass(frozen=True, slots=True)
class AddressChangeRow:
    """A new address that a player has asked for."""

    player_id: int
    address: str = field(repr=False)
    session_id: int | None = None
    """The session that asked for it."""


@dataclass(frozen=True, slots=True)
class AddressClaimRow:
    """An address that a player wants to write from too, and has not confirmed."""

    player_id: int
    address: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class FurtherAddress:
    """An address that a player writes from beside the one that they are written to, or wants to."""

    player_id: int
    address: str = field(repr=False)
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class WebSessionRow:
    """A browser in which a player is signed in."""

    id: int
    mark: str
    """Names it to its player."""
    agent: str
    """A short label of the browser, such as "Firefox, Linux"; "" for one that is not known."""
    created_ms: int
    seen_ms: int
    """When it was last used, to about a day."""
    game_tag: str | None = None
    """The one game that it is for; None where it is for all that is the player's."""


@dataclass(frozen=True, slots=True)
class NewConfirmation:
    """A request to be kept until it is confirmed, of a seat or, without one, of a player's account; see the model."""

    player_id: int
    game_id: int | None
    seat: int | None
    text: str = field(repr=False)
    state: str
    message_id: str = field(repr=False)
    code_hash: str = field(repr=False)
    letter_id: int | None
    created_ms: int
    expires_ms: int


@dataclass(frozen=True, slots=True)
class ConfirmationRow:
    """A request that waits to be confirmed."""

    id: int
    text: str = field(repr=False)
    state: str
    message_id: str = field(repr=False)
    code_hash: str = field(repr=False)
    tries: int
    expires_ms: int
    letter_id: int | None
    """The letter that asked; None for a page's."""


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """Days on which a player is away, the first and the last of them as ISO dates."""

    id: int
    player_id: int
    first_day: str
    last_day: str
    announced_ms: int


@dataclass(frozen=True, slots=True)
class NewList:
    """A waiting list to be opened; fields as in NewGame."""

    name: str
    kind: str
    options: str
    seats: int
    terms: Terms
    private: bool
    seed: bytes = field(repr=False)
    commitment: str
    opened_by: int
    created_ms: int
    expires_ms: int
    beacon: str | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class ListRow:
    """A waiting list, as those may see it who may see it at all; `game_id` is that of the game that came of it."""

    id: int
    name: str
    kind: str
    options: str
    seats: int
    pace: str
    playing_days: str
    zone: str
    late: Late
    press: PressRule
    private: bool
    commitment: str
    opened_by: int
    created_ms: int
    expires_ms: int
    status: ListStatus
    game_id: int | None
    beacon: str | None
    """What it says of public randomness, as JSON; None where its dice need none."""
    round: int | None
    """The round that its dice are to be drawn with."""
    full_ms: int | None
    """Since when it is full, and the players' words are fixed."""

    @property
    def terms(self) -> Terms:
        """The terms on which its game is to be run."""
        return Terms(self.pace, self.playing_days, self.zone, self.late, self.press)


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A player who waits on a list."""

    player_id: int
    name: str
    joined_ms: int


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """Somebody asked to join a list."""

    list_id: int
    address: str = field(repr=False)
    invited_by: int
    created_ms: int
    declined_ms: int | None


@dataclass(frozen=True, slots=True)
class RegistrationRow:
    """Somebody who may become a player; `name` is "" where they have not said it yet."""

    token: str = field(repr=False)
    address: str = field(repr=False)
    name: str
    language: str
    created_ms: int
    expires_ms: int
    used_ms: int | None


@dataclass(frozen=True, slots=True)
class BeatRow:
    """The last moment at which a server was known to run on the database.

    `number` grows by one with each beat, whatever the clock does. `database` tells the databases of all servers apart;
    a backup has that of the database it was copied from. Both are empty, "" and 0, where an older program beat.
    """

    at_ms: int
    database: str
    number: int


@dataclass(frozen=True, slots=True)
class OutageRow:
    """A time that nobody saw; it ends before it begins where the clock was set back."""

    id: int
    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class SentFormRow:
    """A form of the website that was dealt with."""

    player_id: int | None
    """Who sent it; None where the sender was not signed in."""
    sent_ms: int
    answer: str | None = field(repr=False)
    """What the sender was shown, as the website wrote it down; None where that is not known."""
