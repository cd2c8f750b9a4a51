"""The tables, as SQLModel classes: the schema that migrations lead to.

Only the schema lives here. Statements are written against `table(Game)` and the like (SQLAlchemy Core); rows leave the
store as the plain dataclasses of `rows`. Moments are integer milliseconds since the epoch, UTC, in columns that end in
`_ms`; digests and hashes are lower-case hexadecimal.
"""

from pbem.store.models.base import metadata, table
from pbem.store.models.counts import RatingTable, ResultTable, ThrowTable, TurnTakenTable
from pbem.store.models.games import (
    AppliedTable,
    DraftTable,
    EndVoteTable,
    GameTable,
    OfferTable,
    SeatTable,
    StandbyTable,
    StandingTable,
    TenureTable,
)
from pbem.store.models.lobby import (
    InvitationTable,
    RegistrationTable,
    StrangerTable,
    WaitingListTable,
    WaitingPlayerTable,
)
from pbem.store.models.log import LOG_GUARDS, EntryTable, SnapshotTable
from pbem.store.models.mails import (
    BounceTable,
    DigestTable,
    LetterTable,
    MailBytesTable,
    MailDocumentTable,
    MailTable,
    PictureTable,
)
from pbem.store.models.moderation import (
    ConsentTable,
    DisputeTable,
    EpochSeedTable,
    ProposalTable,
    RulingTable,
    SightTable,
    StatementTable,
)
from pbem.store.models.people import (
    AbsenceTable,
    AddressChangeTable,
    ConfirmationTable,
    PlayerTable,
    PreferencesTable,
    SignInTable,
    WebSessionTable,
)
from pbem.store.models.server import MetaTable, OutageTable, SentFormTable
from pbem.store.models.talk import MuteTable, PressKeptTable, PressTable, WatchTable

__all__ = [
    "LOG_GUARDS",
    "AbsenceTable",
    "AddressChangeTable",
    "AppliedTable",
    "BounceTable",
    "ConfirmationTable",
    "ConsentTable",
    "DigestTable",
    "DisputeTable",
    "DraftTable",
    "EndVoteTable",
    "EntryTable",
    "EpochSeedTable",
    "GameTable",
    "InvitationTable",
    "LetterTable",
    "MailBytesTable",
    "MailDocumentTable",
    "MailTable",
    "MetaTable",
    "MuteTable",
    "OfferTable",
    "OutageTable",
    "PictureTable",
    "PlayerTable",
    "PreferencesTable",
    "PressKeptTable",
    "PressTable",
    "ProposalTable",
    "RatingTable",
    "RegistrationTable",
    "ResultTable",
    "RulingTable",
    "SeatTable",
    "SentFormTable",
    "SightTable",
    "SignInTable",
    "SnapshotTable",
    "StandbyTable",
    "StandingTable",
    "StatementTable",
    "StrangerTable",
    "TenureTable",
    "ThrowTable",
    "TurnTakenTable",
    "WaitingListTable",
    "WaitingPlayerTable",
    "WatchTable",
    "WebSessionTable",
    "metadata",
    "table",
]
