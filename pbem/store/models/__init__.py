"""The tables, as SQLModel classes: the schema that migrations lead to.

Only the schema lives here. Statements are written against `table(Game)` and the like (SQLAlchemy Core); rows leave the
store as the plain dataclasses of `rows`. Moments are integer milliseconds since the epoch, UTC, in columns that end in
`_ms`; digests and hashes are lower-case hexadecimal.
"""

from pbem.store.models.base import metadata, table
from pbem.store.models.counts import Rating, Result, Throw, TurnTaken
from pbem.store.models.games import Applied, Draft, EndVote, Game, Offer, Seat, Standby, Standing, Tenure
from pbem.store.models.lobby import Invitation, Registration, Stranger, WaitingList, WaitingPlayer
from pbem.store.models.log import LOG_GUARDS, Entry, Snapshot
from pbem.store.models.mails import Bounce, Digest, Letter, Mail, MailBytes, MailDocument, Picture
from pbem.store.models.moderation import Consent, Dispute, EpochSeed, Proposal, Ruling, Sight, Statement
from pbem.store.models.people import Absence, AddressChange, Confirmation, Player, Preferences, SignIn, WebSession
from pbem.store.models.server import Meta, Outage, SentForm
from pbem.store.models.talk import Mute, Press, PressKept, Watch

__all__ = [
    "LOG_GUARDS",
    "Absence",
    "AddressChange",
    "Applied",
    "Bounce",
    "Confirmation",
    "Consent",
    "Digest",
    "Dispute",
    "Draft",
    "EndVote",
    "Entry",
    "EpochSeed",
    "Game",
    "Invitation",
    "Letter",
    "Mail",
    "MailBytes",
    "MailDocument",
    "Meta",
    "Mute",
    "Offer",
    "Outage",
    "Picture",
    "Player",
    "Preferences",
    "Press",
    "PressKept",
    "Proposal",
    "Rating",
    "Registration",
    "Result",
    "Ruling",
    "Seat",
    "SentForm",
    "Sight",
    "SignIn",
    "Snapshot",
    "Standby",
    "Standing",
    "Statement",
    "Stranger",
    "Tenure",
    "Throw",
    "TurnTaken",
    "WaitingList",
    "WaitingPlayer",
    "Watch",
    "WebSession",
    "metadata",
    "table",
]
