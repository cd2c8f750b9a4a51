"""Between rows and columns: a row's fields name what is read, so that a query fetches nothing its row does not hold."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Table

from pbem.store import models

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

PLAYER = models.table(models.Player)
GAME = models.table(models.Game)
SEAT = models.table(models.Seat)
ENTRY = models.table(models.Entry)
SNAPSHOT = models.table(models.Snapshot)
LETTER = models.table(models.Letter)
MAIL = models.table(models.Mail)
BOUNCE = models.table(models.Bounce)
DRAFT = models.table(models.Draft)
APPLIED = models.table(models.Applied)
SIGN_IN = models.table(models.SignIn)
WEB_SESSION = models.table(models.WebSession)
ADDRESS_CHANGE = models.table(models.AddressChange)
CONFIRMATION = models.table(models.Confirmation)
PREFERENCES = models.table(models.Preferences)
MAIL_BYTES = models.table(models.MailBytes)
MAIL_DOCUMENT = models.table(models.MailDocument)
PICTURE = models.table(models.Picture)
META = models.table(models.Meta)
SENT_FORM = models.table(models.SentForm)
TENURE = models.table(models.Tenure)
TURN_TAKEN = models.table(models.TurnTaken)
RESULT = models.table(models.Result)
RATING = models.table(models.Rating)
ABSENCE = models.table(models.Absence)
STANDING = models.table(models.Standing)
PRESS = models.table(models.Press)
PRESS_KEPT = models.table(models.PressKept)
MUTE = models.table(models.Mute)
WATCH = models.table(models.Watch)
DIGEST = models.table(models.Digest)
WAITING_LIST = models.table(models.WaitingList)
WAITING_PLAYER = models.table(models.WaitingPlayer)
INVITATION = models.table(models.Invitation)
REGISTRATION = models.table(models.Registration)
STRANGER = models.table(models.Stranger)
STANDBY = models.table(models.Standby)
END_VOTE = models.table(models.EndVote)
OFFER = models.table(models.Offer)
OUTAGE = models.table(models.Outage)
DISPUTE = models.table(models.Dispute)
RULING = models.table(models.Ruling)
STATEMENT = models.table(models.Statement)
PROPOSAL = models.table(models.Proposal)
CONSENT = models.table(models.Consent)
SIGHT = models.table(models.Sight)
EPOCH_SEED = models.table(models.EpochSeed)
THROW = models.table(models.Throw)


def columns(row: type[Any], *tables: Table) -> list[Column[Any]]:
    """The columns of a row's fields, in their order, each from the first of the tables that has it."""
    return [next(table.c[f.name] for table in tables if f.name in table.c) for f in fields(row)]


def values(row: "DataclassInstance") -> dict[str, Any]:
    """A row's fields by name, as a statement's parameters; `asdict` would copy each value first."""
    return {field.name: getattr(row, field.name) for field in fields(row)}
