"""Between rows and columns: a row's fields name what is read, so that a query fetches nothing its row does not hold."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Table
from sqlalchemy.dialects import sqlite

from pbem.store import models

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ANALYSIS = models.table(models.AnalysisTable)
ANALYSIS_NODE = models.table(models.AnalysisNodeTable)
CHANNEL = models.table(models.ChannelTable)
CHANNEL_GAME = models.table(models.ChannelGameTable)
PLAYER = models.table(models.PlayerTable)
GAME = models.table(models.GameTable)
SEAT = models.table(models.SeatTable)
ENTRY = models.table(models.EntryTable)
SNAPSHOT = models.table(models.SnapshotTable)
LETTER = models.table(models.LetterTable)
LETTER_ORIGIN = models.table(models.LetterOriginTable)
MAIL = models.table(models.MailTable)
MAILBOX_FOLDER = models.table(models.MailboxFolderTable)
MAILBOX_LETTER = models.table(models.MailboxLetterTable)
MAIL_SENDER = models.table(models.MailSenderTable)
BOUNCE = models.table(models.BounceTable)
DRAFT = models.table(models.DraftTable)
APPLIED = models.table(models.AppliedTable)
SIGN_IN = models.table(models.SignInTable)
REPORT_LINK = models.table(models.ReportLinkTable)
WEB_SESSION = models.table(models.WebSessionTable)
ADDRESS_CHANGE = models.table(models.AddressChangeTable)
NAME_KEY = models.table(models.NameKeyTable)
PLAYER_ADDRESS = models.table(models.PlayerAddressTable)
ADDRESS_CLAIM = models.table(models.AddressClaimTable)
PROOF_CHOICE = models.table(models.ProofChoiceTable)
UNPROVED = models.table(models.UnprovedTable)
CONFIRMATION = models.table(models.ConfirmationTable)
ENDING = models.table(models.EndingTable)
PREFERENCES = models.table(models.PreferencesTable)
MAIL_FAILURE = models.table(models.MailFailureTable)
MAIL_HOLD = models.table(models.MailHoldTable)
MAIL_BYTES = models.table(models.MailBytesTable)
MAIL_DOCUMENT = models.table(models.MailDocumentTable)
PICTURE = models.table(models.PictureTable)
META = models.table(models.MetaTable)
SENT_FORM = models.table(models.SentFormTable)
TENURE = models.table(models.TenureTable)
TURN_TAKEN = models.table(models.TurnTakenTable)
RESULT = models.table(models.ResultTable)
RATING = models.table(models.RatingTable)
ABSENCE = models.table(models.AbsenceTable)
STANDING = models.table(models.StandingTable)
PRESS = models.table(models.PressTable)
PRESS_KEPT = models.table(models.PressKeptTable)
MUTE = models.table(models.MuteTable)
WATCH = models.table(models.WatchTable)
DIGEST = models.table(models.DigestTable)
WAITING_LIST = models.table(models.WaitingListTable)
WAITING_PLAYER = models.table(models.WaitingPlayerTable)
INVITATION = models.table(models.InvitationTable)
REGISTRATION = models.table(models.RegistrationTable)
STRANGER = models.table(models.StrangerTable)
STANDBY = models.table(models.StandbyTable)
END_VOTE = models.table(models.EndVoteTable)
OFFER = models.table(models.OfferTable)
OUTAGE = models.table(models.OutageTable)
DISPUTE = models.table(models.DisputeTable)
RULING = models.table(models.RulingTable)
STATEMENT = models.table(models.StatementTable)
PROPOSAL = models.table(models.ProposalTable)
CONSENT = models.table(models.ConsentTable)
SECRET_ACCESS = models.table(models.SecretAccessTable)
EPOCH_SEED = models.table(models.EpochSeedTable)
THROW = models.table(models.ThrowTable)
ANSWER_COUNT = models.table(models.AnswerCountTable)
CAUSED_MAIL = models.table(models.CausedMailTable)
REACH = models.table(models.ReachTable)
IGNORED_LETTER = models.table(models.IgnoredLetterTable)
UNSUBSCRIPTION = models.table(models.UnsubscriptionTable)
OPTIONAL_MAIL = models.table(models.OptionalMailTable)
UNWANTED = models.table(models.UnwantedTable)


def columns(row: type[Any], *tables: Table) -> list[Column[Any]]:
    """The columns of a row's fields, in their order, each from the first of the tables that has it."""
    return [next(table.c[f.name] for table in tables if f.name in table.c) for f in fields(row)]


def values(row: "DataclassInstance") -> dict[str, Any]:
    """A row's fields by name, as a statement's parameters; `asdict` would copy each value first."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


def putting(row: type[Any], table: Table, key: str) -> sqlite.Insert:
    """Make the statement that keeps a row in place of the one with the same key, if there is one."""
    adding = sqlite.insert(table)
    others = {field.name: adding.excluded[field.name] for field in fields(row) if field.name != key}
    return adding.on_conflict_do_update(index_elements=[key], set_=others)
