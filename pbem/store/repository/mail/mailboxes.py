"""Letters seen in a mailbox, and local parts that answers are for which come to no address of their own."""

from collections.abc import Collection

from sqlalchemy import bindparam, func, insert, select, union_all, update

from pbem.store.database import Tx
from pbem.store.repository.accounts import player_by_address
from pbem.store.repository.columns import (
    MAIL,
    MAIL_SENDER,
    MAILBOX_FOLDER,
    MAILBOX_LETTER,
    PLAYER,
    REGISTRATION,
    SEAT,
    columns,
)
from pbem.store.rows.mailboxes import MailboxFolderRow

_FOLDER = MAILBOX_FOLDER.c
_OF_NAME = (_FOLDER.account == bindparam("account"), _FOLDER.name == bindparam("name"))
_FIND = select(*columns(MailboxFolderRow, MAILBOX_FOLDER)).where(
    *_OF_NAME, _FOLDER.uid_validity == bindparam("validity")
)
_SINCE = select(func.min(_FOLDER.since_ms)).where(*_OF_NAME)
_ADD_FOLDER = insert(MAILBOX_FOLDER)

_LETTER = MAILBOX_LETTER.c
_IN_FOLDER = _LETTER.folder_id == bindparam("folder")
_LAST = select(func.max(_LETTER.uid)).where(_IN_FOLDER)
_SEEN = select(_LETTER.uid).where(_IN_FOLDER, _LETTER.uid >= bindparam("first"))
_THIS = (_IN_FOLDER, _LETTER.uid == bindparam("number"))
_IS_SEEN = select(_LETTER.uid).where(*_THIS)
_ADD_LETTER = insert(MAILBOX_LETTER)
_UNMARKED = select(_LETTER.uid).where(_IN_FOLDER, _LETTER.taken, ~_LETTER.marked).order_by(_LETTER.uid)
_MARK = update(MAILBOX_LETTER).where(*_THIS).values(marked=True)
_COUNTS = select(_LETTER.taken, func.count()).group_by(_LETTER.taken)

_NOTE_SENDER = insert(MAIL_SENDER)
_KNOWN_SENDER = select(MAIL_SENDER.c.mail_id).where(MAIL_SENDER.c.mail_id == bindparam("mail"))
_CHANGE_SENDER = (
    update(MAIL_SENDER).where(MAIL_SENDER.c.mail_id == bindparam("mail")).values(token=bindparam("new_token"))
)
_SENT_FROM = (
    select(MAIL_SENDER.c.token)
    .select_from(MAIL.join(MAIL_SENDER, MAIL_SENDER.c.mail_id == MAIL.c.id))
    .where(MAIL.c.message_id == bindparam("message_id"))
)
_IS_SEATED = (SEAT.c.player_id == bindparam("player"), SEAT.c.token_revoked_ms.is_(None), SEAT.c.vacant_ms.is_(None))
_TOKENS_OF = union_all(
    select(PLAYER.c.token).where(PLAYER.c.id == bindparam("player")),
    select(SEAT.c.token).where(*_IS_SEATED),
    select(REGISTRATION.c.token).where(
        REGISTRATION.c.address == bindparam("address_"), REGISTRATION.c.expires_ms > bindparam("now_ms")
    ),
)


def mailbox_folder(
    tx: Tx, account: str, name: str, uid_validity: int, *, first_since_ms: int
) -> tuple[MailboxFolderRow, bool]:
    """A folder in its present numbering, and whether it was met before; one that is new to us is noted.

    Where the folder had another numbering before, letters count from the same moment on as then, else from
    `first_since_ms`.
    """
    key = {"account": account, "name": name}
    known = tx.first(MailboxFolderRow, _FIND, **key, validity=uid_validity)
    if known is not None:
        return known, True
    since_ms = tx.first(lambda since_ms: since_ms, _SINCE, **key)
    since_ms = first_since_ms if since_ms is None else since_ms
    folder_id = tx.add(_ADD_FOLDER, **key, uid_validity=uid_validity, since_ms=since_ms)
    return MailboxFolderRow(folder_id, since_ms), False


def last_uid(tx: Tx, folder_id: int) -> int | None:
    """The highest number of a letter that was looked at; None where none was."""
    return tx.first(lambda uid: uid, _LAST, folder=folder_id)


def uids_seen(tx: Tx, folder_id: int, first: int) -> set[int]:
    """The numbers, from one on, of the letters that were looked at."""
    return set(tx.all(int, _SEEN, folder=folder_id, first=first))


def note_mailbox_letter(tx: Tx, folder_id: int, uid: int, *, taken: bool, now_ms: int) -> bool:
    """Note that a letter was looked at; False where it was before."""
    if tx.first(int, _IS_SEEN, folder=folder_id, number=uid) is not None:
        return False
    tx.run(_ADD_LETTER, folder_id=folder_id, uid=uid, taken=taken, marked=False, looked_ms=now_ms)
    return True


def unmarked_letters(tx: Tx, folder_id: int) -> list[int]:
    """The numbers of the letters that were taken, and that the mailbox does not show as such."""
    return tx.all(int, _UNMARKED, folder=folder_id)


def mark_mailbox_letters(tx: Tx, folder_id: int, uids: Collection[int]) -> None:
    """Note that the mailbox shows these letters as taken."""
    for uid in uids:
        tx.run(_MARK, folder=folder_id, number=uid)


def mailbox_counts(tx: Tx) -> tuple[int, int]:
    """Count the letters of mailboxes: those that were taken, and those for nobody here."""
    found = dict(tx.all(lambda taken, count: (bool(taken), count), _COUNTS))
    return found.get(True, 0), found.get(False, 0)


def note_mail_sender(tx: Tx, mail_id: int, token: str) -> None:
    """Note the local part of this server that a mail comes from."""
    if tx.first(int, _KNOWN_SENDER, mail=mail_id) is None:
        tx.run(_NOTE_SENDER, mail_id=mail_id, token=token)
    else:
        tx.run(_CHANGE_SENDER, mail=mail_id, new_token=token)


def mail_sender(tx: Tx, message_id: str) -> str | None:
    """The local part of this server that the mail with an id came from; None where no such mail is known."""
    return tx.first(str, _SENT_FROM, message_id=message_id)


def tokens_for_answers(tx: Tx, address: str, now_ms: int) -> list[str]:
    """The local parts of this server that a person who writes from an address has been given, and still has."""
    player = player_by_address(tx, address)
    facts = {"player": 0 if player is None else player.id, "address_": address.lower(), "now_ms": now_ms}
    return tx.all(str, _TOKENS_OF, **facts)
