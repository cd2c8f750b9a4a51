"""What the store gives and takes: frozen rows, whose fields name the columns they are read from.

A row holds what its readers may see and no more. `GameRow` and `SeatRow` are public facts; the seed, the salts, tokens
and addresses have functions and rows of their own. Secrets are left out of every `repr`, since logs are made of those.
Fields ending in `_ms` are milliseconds since the epoch, UTC.
"""

from pbem.store.rows.games import (
    BotTurn,
    DraftRow,
    GameFacts,
    GameRow,
    NewGame,
    NewSeat,
    OfferRow,
    SeatContact,
    SeatRow,
    StandingRow,
    TenureRow,
)
from pbem.store.rows.kinds import (
    REMINDERS,
    AutoSubmitted,
    Bot,
    Came,
    DisputeStatus,
    GameStatus,
    Left,
    LetterStatus,
    ListStatus,
    MailFormat,
    MailKind,
    MailStatus,
    OfferStatus,
    PlayedBy,
    ProposalStatus,
    Reports,
    Verdict,
)
from pbem.store.rows.lobby import InvitationRow, ListRow, NewList, RegistrationRow, WaitingRow
from pbem.store.rows.log import EntryRow, NewEntry, SnapshotRow
from pbem.store.rows.mails import BounceRow, Delivery, LetterFacts, LetterRow, ListedMail, MailRow, NewMail
from pbem.store.rows.moderation import DisputeRow, NeedRow, PendingActRow, ProposalRow, SightRow, StatementRow
from pbem.store.rows.people import AbsenceRow, AddressChangeRow, PlayerRow, Preferences
from pbem.store.rows.server import OutageRow
from pbem.store.rows.talk import DigestReader, NewPress, PressRow, WatcherRow

__all__ = [
    "REMINDERS",
    "AbsenceRow",
    "AddressChangeRow",
    "AutoSubmitted",
    "Bot",
    "BotTurn",
    "BounceRow",
    "Came",
    "Delivery",
    "DigestReader",
    "DisputeRow",
    "DisputeStatus",
    "DraftRow",
    "EntryRow",
    "GameFacts",
    "GameRow",
    "GameStatus",
    "InvitationRow",
    "Left",
    "LetterFacts",
    "LetterRow",
    "LetterStatus",
    "ListRow",
    "ListStatus",
    "ListedMail",
    "MailFormat",
    "MailKind",
    "MailRow",
    "MailStatus",
    "NeedRow",
    "NewEntry",
    "NewGame",
    "NewList",
    "NewMail",
    "NewPress",
    "NewSeat",
    "OfferRow",
    "OfferStatus",
    "OutageRow",
    "PendingActRow",
    "PlayedBy",
    "PlayerRow",
    "Preferences",
    "PressRow",
    "ProposalRow",
    "ProposalStatus",
    "RegistrationRow",
    "Reports",
    "SeatContact",
    "SeatRow",
    "SightRow",
    "SnapshotRow",
    "StandingRow",
    "StatementRow",
    "TenureRow",
    "Verdict",
    "WaitingRow",
    "WatcherRow",
]
