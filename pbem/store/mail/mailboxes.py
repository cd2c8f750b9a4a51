"""Letters seen in a mailbox, and local parts that answers are for which come to no address of their own."""

from collections.abc import Collection, Mapping

from sqlalchemy import BigInteger, UniqueConstraint, bindparam, func, select, union_all, update

from pbem.store.database import Tx
from pbem.store.games.seats import SeatRow
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import PlayerRow, find_player_by_address
from pbem.store.players.registrations import RegistrationRow
from pbem.store.rows import add, columns, putting
from pbem.store.tables import TableRow, column, hidden, partial_index, table


@table(
    "mailbox_folder",
    hidden("account", str),
    hidden("name", str),
    hidden("uid_validity", int, sa_type=BigInteger),
    UniqueConstraint("account", "name", "uid_validity"),
)
class MailboxFolderRow(TableRow):
    """A folder in which letters are looked for by IMAP, in one of its numberings (UIDVALIDITY; RFC 9051, 2.3.1.1).

    `account` is its user and server; letters that came before `since_ms` are left alone.
    """

    id: int = column(primary_key=True)
    since_ms: int


@table(
    "mailbox_letter",
    partial_index("ix_mailbox_letter_unmarked", "folder_id", where="taken AND NOT marked"),
)
class MailboxLetterRow(TableRow):
    """A letter of a folder that was looked at: `taken` into the inbox, or left alone.

    It is `marked` once the mailbox shows that it was taken.
    """

    folder_id: int = column(primary_key=True, foreign_key="mailbox_folder.id")
    uid: int = column(primary_key=True, sa_type=BigInteger)
    taken: bool
    marked: bool
    looked_ms: int


@table("mail_sender")
class MailSenderRow(TableRow):
    """The local part that a mail came from: answers are known by it that name the mail, but come without an address."""

    mail_id: int = column(primary_key=True, foreign_key="mail.id")
    token: str


_FOLDER = MailboxFolderRow.c
_OF_NAME = (_FOLDER.account == bindparam("account"), _FOLDER.name == bindparam("name"))
_FIND = select(*columns(MailboxFolderRow)).where(*_OF_NAME, _FOLDER.uid_validity == bindparam("validity"))
_SINCE = select(func.min(_FOLDER.since_ms)).where(*_OF_NAME)
_LETTER = MailboxLetterRow.c
_IN_FOLDER = _LETTER.folder_id == bindparam("folder")
_LAST = select(func.max(_LETTER.uid)).where(_IN_FOLDER)
_SEEN = select(_LETTER.uid).where(_IN_FOLDER, _LETTER.uid >= bindparam("first"))
_THIS = (_IN_FOLDER, _LETTER.uid == bindparam("number"))
_IS_SEEN = select(_LETTER.uid).where(*_THIS)
_UNMARKED = select(_LETTER.uid).where(_IN_FOLDER, _LETTER.taken, ~_LETTER.marked).order_by(_LETTER.uid)
_MARK = update(MailboxLetterRow.table).where(*_THIS).values(marked=True)
_COUNTS = select(_LETTER.taken, func.count()).group_by(_LETTER.taken)
_PUT_SENDER = putting(MailSenderRow)
_SENT_FROM = (
    select(MailSenderRow.c.token)
    .select_from(MailRow.table.join(MailSenderRow.table, MailSenderRow.c.mail_id == MailRow.c.id))
    .where(MailRow.c.message_id == bindparam("message_id"))
)
_IS_SEATED = (
    SeatRow.c.player_id == bindparam("player"),
    SeatRow.c.token_revoked_ms.is_(None),
    SeatRow.c.vacant_ms.is_(None),
)
_TOKENS_OF = union_all(
    select(PlayerRow.c.token).where(PlayerRow.c.id == bindparam("player")),
    select(SeatRow.c.token).where(*_IS_SEATED),
    select(RegistrationRow.c.token).where(
        RegistrationRow.c.address == bindparam("address_"), RegistrationRow.c.expires_ms > bindparam("now_ms")
    ),
)


def list_mailbox_folder(
    tx: Tx, account: str, name: str, uid_validity: int, *, first_since_ms: int
) -> tuple[MailboxFolderRow, bool]:
    """A folder with its present UIDVALIDITY, and whether it is known; a new one is noted.

    If the folder had another UIDVALIDITY before, letters count from the same moment on as then, else from
    `first_since_ms`.
    """
    key = {"account": account, "name": name}
    known = tx.first(MailboxFolderRow, _FIND, **key, validity=uid_validity)
    if known is not None:
        return known, True
    since_ms = tx.first(lambda since_ms: since_ms, _SINCE, **key)
    since_ms = first_since_ms if since_ms is None else since_ms
    folder_id = tx.add(MailboxFolderRow.inserting, **key, uid_validity=uid_validity, since_ms=since_ms)
    return MailboxFolderRow(folder_id, since_ms), False


def find_last_uid(tx: Tx, folder_id: int) -> int | None:
    """The highest number of a letter that was looked at; None where none was."""
    return tx.first(lambda uid: uid, _LAST, folder=folder_id)


def list_uids_seen(tx: Tx, folder_id: int, first: int) -> set[int]:
    """The numbers, from one on, of the letters that were looked at."""
    return set(tx.all(int, _SEEN, folder=folder_id, first=first))


def note_mailbox_letter(tx: Tx, folder_id: int, uid: int, *, taken: bool, now_ms: int) -> bool:
    """Note that a letter was looked at; False where it was before."""
    if tx.first(int, _IS_SEEN, folder=folder_id, number=uid) is not None:
        return False
    add(tx, MailboxLetterRow(folder_id=folder_id, uid=uid, taken=taken, marked=False, looked_ms=now_ms))
    return True


def list_unmarked_letters(tx: Tx, folder_id: int) -> list[int]:
    """The numbers of the letters that were taken, and that the mailbox does not show as such."""
    return tx.all(int, _UNMARKED, folder=folder_id)


def mark_mailbox_letters(tx: Tx, folder_id: int, uids: Collection[int]) -> None:
    """Note that the mailbox shows these letters as taken."""
    for uid in uids:
        tx.run(_MARK, folder=folder_id, number=uid)


def count_mailbox_letters(tx: Tx) -> tuple[int, int]:
    """Count the letters of mailboxes: those that were taken, and those for nobody here."""
    found = dict(tx.all(lambda taken, count: (bool(taken), count), _COUNTS))
    return found.get(True, 0), found.get(False, 0)


def note_mail_senders(tx: Tx, tokens: Mapping[int, str]) -> None:
    """Note of mails, by their ids, the local parts of this server that they come from."""
    tx.run_many(_PUT_SENDER, [{"mail_id": mail_id, "token": token} for mail_id, token in tokens.items()])


def find_mail_sender(tx: Tx, message_id: str) -> str | None:
    """The local part of this server that the mail with an id came from; None where no such mail is known."""
    return tx.first(str, _SENT_FROM, message_id=message_id)


def list_tokens_for_answers(tx: Tx, address: str, now_ms: int) -> list[str]:
    """The local parts of this server that a person who writes from an address has been given, and still has."""
    player = find_player_by_address(tx, address)
    facts = {"player": 0 if player is None else player.id, "address_": address.lower(), "now_ms": now_ms}
    return tx.all(str, _TOKENS_OF, **facts)
