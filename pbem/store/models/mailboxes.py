"""A mailbox in which letters are looked for, and the local parts of this server that mails came from."""

from typing import ClassVar

from sqlalchemy import BigInteger, Index, UniqueConstraint, text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs


class MailboxFolderTable(Base, table=True):
    """A folder in which letters are looked for by IMAP, in one of its numberings (UIDVALIDITY; RFC 9051, 2.3.1.1).

    `account` is its user and server; letters that came before `since_ms` are left alone.
    """

    __tablename__: ClassVar[str] = "mailbox_folder"
    __table_args__: ClassVar[TableArgs] = (UniqueConstraint("account", "name", "uid_validity"),)

    id: int = Field(primary_key=True)
    account: str
    name: str
    uid_validity: int = Field(sa_type=BigInteger)
    since_ms: int = Field(sa_type=BigInteger)


class MailboxLetterTable(Base, table=True):
    """A letter of a folder that was looked at: `taken` into the inbox, or left alone.

    It is `marked` once the mailbox shows that it was taken.
    """

    __tablename__: ClassVar[str] = "mailbox_letter"
    __table_args__: ClassVar[TableArgs] = (
        Index(
            "ix_mailbox_letter_unmarked",
            "folder_id",
            sqlite_where=text("taken AND NOT marked"),
            postgresql_where=text("taken AND NOT marked"),
        ),
    )

    folder_id: int = Field(primary_key=True, foreign_key="mailbox_folder.id")
    uid: int = Field(primary_key=True, sa_type=BigInteger)
    taken: bool
    marked: bool
    looked_ms: int = Field(sa_type=BigInteger)


class MailSenderTable(Base, table=True):
    """The local part that a mail came from: answers are known by it that name the mail, but come without an address."""

    __tablename__: ClassVar[str] = "mail_sender"

    mail_id: int = Field(primary_key=True, foreign_key="mail.id")
    token: str
