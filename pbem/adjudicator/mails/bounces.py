"""Mails that came back: delivery reports noted with the mails that they are about."""

from pbem.mail.letter import Ignored
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import BounceRow, LetterRow


def note_bounce(tx: Tx, row: LetterRow, letter: Ignored, player_id: int, now_ms: int) -> None:
    """Notes what a mail system says of a mail to the player whose address it wrote to; nothing where it says nothing.

    A report that does not name the mail is taken for one about the newest that was sent to that address of his.
    """
    told = letter.bounced
    if not told.failed and not told.delayed:
        return
    named = repo.mail_by_message_id(tx, told.message_id) if told.message_id else None
    mail_id = named.id if named is not None and named.player_id == player_id else None
    if mail_id is None:
        newest = (repo.last_sent_to(tx, player_id, address) for address in (*told.failed, *told.delayed))
        mail_id = next((found for found in newest if found is not None), None)
    if mail_id is not None:
        repo.add_bounce(tx, BounceRow(row.id, mail_id, bool(told.failed), told.reply, told.stamp, now_ms))
