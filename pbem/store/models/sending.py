"""Sending: how mails failed that are tried again or were given up, and that none may leave for now."""

from typing import ClassVar

from sqlalchemy import BigInteger, Text
from sqlmodel import Field

from pbem.store.models.base import Base


class MailFailureTable(Base, table=True):
    """The reason why a mail is not sent yet, or was given up; the row goes when it is sent.

    `times` counts failures of this cause in a row, `waited_ms` adds up the pauses of all causes.
    """

    __tablename__: ClassVar[str] = "mail_failure"

    mail_id: int = Field(primary_key=True, foreign_key="mail.id")
    cause: str
    step: str
    times: int
    waited_ms: int = Field(sa_type=BigInteger)


class MailHoldTable(Base, table=True):
    """The queue is held: no mail leaves before `next_ms`, when one is tried. There is one row, or none.

    `step` and `reply` say where and why the last try ended; `tries` counts them.
    """

    __tablename__: ClassVar[str] = "mail_hold"

    id: int = Field(primary_key=True)
    cause: str
    step: str
    reply: str = Field(sa_type=Text)
    since_ms: int = Field(sa_type=BigInteger)
    next_ms: int = Field(sa_type=BigInteger)
    tries: int
