"""Players, what they have chosen, how they come in, and the games they wait for."""

from typing import ClassVar

from sqlalchemy import BigInteger, CheckConstraint, ForeignKeyConstraint, Index, Text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class PlayerTable(Base, table=True):
    """A person, or a bot, under one mail address."""

    __tablename__: ClassVar[str] = "player"
    __table_args__: ClassVar[TableArgs] = (CheckConstraint("address = lower(address)", name="address_lower"),)

    id: int = Field(primary_key=True)
    name: str
    address: str = Field(unique=True)
    language: str
    bot: str | None
    created_ms: int = Field(sa_type=BigInteger)
    token: str = Field(unique=True)
    """The local part of their own address at this server, where they say what is about no game or about all of
    theirs.
    """
    moderator: bool
    """Whether they moderate the games of this server in which they have no seat."""
    token_renewed_ms: int | None = Field(sa_type=BigInteger)
    """When its owner last asked for another token."""
    guest: bool
    """Whether they are nobody who could be written to: a visitor of one browser, or a name at a shared screen."""


class NameKeyTable(Base, table=True):
    """A key of a player's name, how it looks or is typed: no two players share one (`pbem.naming.keys_of`).

    Of players who had names alike before, the first has the keys that they share.
    """

    __tablename__: ClassVar[str] = "name_key"

    key: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)


class PreferencesTable(Base, table=True):
    """The preferences that a player has chosen; a player who has chosen nothing has no row.

    `zone` is "" for the server's own time zone. `reminders` are the distances from a deadline at which they are
    reminded, in hours, as in "24 0". `subjects` is "turn" where the subject of a mail says that it is their turn.
    `calendar_token` is the secret part of the address of their calendar.
    """

    __tablename__: ClassVar[str] = "preferences"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    zone: str
    format: str
    reports: str
    reminders: str
    subjects: str
    calendar_token: str | None = Field(unique=True)


class EndingTable(Base, table=True):
    """An ending that letters of a player have had: its lines as they are compared, the last first.

    `mark` is a digest of the last line. `letters` have ended so, and `missed` have ended otherwise since; `orders` is
    the digest of what stood above it last.
    """

    __tablename__: ClassVar[str] = "ending"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    mark: str = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    letters: int
    missed: int
    orders: str
    seen_ms: int = Field(sa_type=BigInteger)


class SignInTable(Base, table=True):
    """A mailed sign-in link, known by the hash of its token only; `onward` is the path of the page it leads to."""

    __tablename__: ClassVar[str] = "sign_in"

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)
    onward: str | None = Field(sa_type=Text)


class WebSessionTable(Base, table=True):
    """A browser in which a player is signed in, known by the hash of its token only.

    `agent` is a short label of the browser, such as "Firefox, Linux"; "" for one that is not known.
    """

    __tablename__: ClassVar[str] = "web_session"
    # What names a session by its id must not meet another one under it.
    __table_args__: ClassVar[TableArgs] = ({"sqlite_autoincrement": True},)

    id: int = Field(primary_key=True)
    mark: str = Field(unique=True)
    """Names it to its player, whom a number would tell how often others sign in."""
    token_hash: str = Field(unique=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    agent: str
    created_ms: int = Field(sa_type=BigInteger)
    seen_ms: int = Field(sa_type=BigInteger)
    """When it was last used, as far as that is noted: about once a day."""
    game_tag: str | None
    """The one game that it is for; None where it is for all that is the player's."""


class ReportLinkTable(Base, table=True):
    """A link in a report, which signs its player in for that game until their turn ends; known by its token's hash."""

    __tablename__: ClassVar[str] = "report_link"
    __table_args__: ClassVar[TableArgs] = (ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),)

    token_hash: str = Field(primary_key=True)
    game_id: int = Field(index=True)
    seat: int
    player_id: int = Field(foreign_key="player.id", index=True)
    created_ms: int = Field(sa_type=BigInteger, index=True)


class AddressChangeTable(Base, table=True):
    """A new address that a player asked for, good once the link mailed to it is followed; known by its token's hash."""

    __tablename__: ClassVar[str] = "address_change"

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    address: str
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)
    session_id: int | None
    """The session that asked for it, which outlives the change; it may have ended."""


class PlayerAddressTable(Base, table=True):
    """An address that a player writes from too, beside the one that they are written to; they have confirmed it."""

    __tablename__: ClassVar[str] = "player_address"
    __table_args__: ClassVar[TableArgs] = (CheckConstraint("address = lower(address)", name="address_lower"),)

    address: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    confirmed_ms: int = Field(sa_type=BigInteger)


class AddressClaimTable(Base, table=True):
    """An address that a player wants to write from too, once the link mailed to it is followed."""

    __tablename__: ClassVar[str] = "address_claim"

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    address: str
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)


class ProofChoiceTable(Base, table=True):
    """The proof that a player wants for letters in their name; who has chosen none has no row."""

    __tablename__: ClassVar[str] = "proof_choice"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    proof: str


class UnprovedTable(Base, table=True):
    """The time when a player was last told of a letter in their name that was not proved, and how many came since."""

    __tablename__: ClassVar[str] = "unproved"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    told_ms: int = Field(sa_type=BigInteger)
    since: int


class ConfirmationTable(Base, table=True):
    """A request that cannot be undone and waits to be confirmed: one for each seat, and one for each player's account.

    `text` is the letter that asked, `state` what it was previewed on. It is confirmed by an answer to the mail that
    asked, known by its `message_id`, or by the code in that mail, of which only a hash is kept; `tries` counts codes
    that were wrong.
    """

    __tablename__: ClassVar[str] = "confirmation"
    __table_args__: ClassVar[TableArgs] = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
        Index(None, "player_id"),
        Index(None, "game_id", "seat"),
        Index(None, "expires_ms"),
    )

    id: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    game_id: int | None
    seat: int | None
    text: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)
    message_id: str
    code_hash: str
    tries: int
    letter_id: int | None = Field(foreign_key="letter.id")
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)


class AbsenceTable(Base, table=True):
    """Days on which a player is away, the first and the last of them as ISO dates; `ended_ms` where they took it
    back.
    """

    __tablename__: ClassVar[str] = "absence"
    __table_args__: ClassVar[TableArgs] = (Index(None, "player_id", "last_day"),)

    id: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    first_day: str
    last_day: str
    announced_ms: int = Field(sa_type=BigInteger)
    ended_ms: int | None = Field(sa_type=BigInteger)


class WaitingListTable(Base, table=True):
    """A game that waits for players. Its seed is drawn and promised before anybody joins; it is secret.

    `beacon` is what it says of public randomness, as JSON, and `round` the round of it that its dice are to be drawn
    with; a list that is full since `full_ms` waits for that round.
    """

    __tablename__: ClassVar[str] = "waiting_list"
    __table_args__: ClassVar[TableArgs] = (Index(None, "status", "expires_ms"),)

    id: int = Field(primary_key=True)
    name: str
    kind: str
    options: str = Field(sa_type=Text)
    seats: int
    pace: str
    playing_days: str
    zone: str
    late: str
    press: str
    private: bool
    seed: bytes
    commitment: str
    opened_by: int = Field(foreign_key="player.id")
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    status: str
    game_id: int | None = Field(foreign_key="game.id")
    beacon: str | None = Field(sa_type=Text)
    round: int | None = Field(sa_type=BigInteger)
    full_ms: int | None = Field(sa_type=BigInteger)


class WaitingPlayerTable(Base, table=True):
    """A player on a waiting list, with the words added to the dice; `from_server` says that the server chose them."""

    __tablename__: ClassVar[str] = "waiting_player"

    list_id: int = Field(primary_key=True, foreign_key="waiting_list.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)
    salt: str = Field(sa_type=Text)
    from_server: bool
    joined_ms: int = Field(sa_type=BigInteger)


class InvitationTable(Base, table=True):
    """Somebody asked to join a waiting list, by the address they were written to."""

    __tablename__: ClassVar[str] = "invitation"

    list_id: int = Field(primary_key=True, foreign_key="waiting_list.id")
    address: str = Field(primary_key=True, index=True)
    invited_by: int = Field(foreign_key="player.id")
    created_ms: int = Field(sa_type=BigInteger)
    declined_ms: int | None = Field(sa_type=BigInteger)


class RegistrationTable(Base, table=True):
    """Somebody who asked to be registered, good once they answer or follow what was mailed to their address.

    The token is the local part of the address their answer goes to, and the end of the link.
    """

    __tablename__: ClassVar[str] = "registration"

    token: str = Field(primary_key=True)
    address: str = Field(index=True)
    name: str
    language: str
    created_ms: int = Field(sa_type=BigInteger)
    expires_ms: int = Field(sa_type=BigInteger)
    used_ms: int | None = Field(sa_type=BigInteger)


class StrangerTable(Base, table=True):
    """The time when an address that nobody is registered with was last written to, by the address's SHA-256."""

    __tablename__: ClassVar[str] = "stranger"

    address_hash: str = Field(primary_key=True)
    written_ms: int = Field(sa_type=BigInteger)
