"""Joined reads: what belongs together in one statement, for the queries that ask for one part each.

A query that finds its rows known runs nothing. Nothing here is needed for an answer to be right.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import BindParameter, Select, and_, bindparam, func, select

from pbem.store.database import Tx
from pbem.store.games import game, log, seats, waiting_lists
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow, SnapshotRow
from pbem.store.games.seats import READS, SeatRow
from pbem.store.games.waiting_lists import InvitationRow, WaitingPlayerRow
from pbem.store.mail import ignored, inbox, outbox, postbox, sending
from pbem.store.mail.ignored import IgnoredLetterRow
from pbem.store.mail.inbox import LetterOriginRow, LetterRow
from pbem.store.mail.outbox import MailBytesRow, MailDocumentRow, MailRow, OptionalMailRow, PictureRow
from pbem.store.mail.postbox import UnsubscriptionRow
from pbem.store.mail.sending import ReachRow
from pbem.store.players import player, preferences
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import Preferences, ProofChoiceRow
from pbem.store.rows import columns

_THESE: BindParameter[list[int]] = bindparam("players", expanding=True)
_PLAYER, _PREFERENCES, _REACH = columns(PlayerRow), columns(Preferences), columns(ReachRow)
_PLAYERS = (
    select(*_PLAYER, *_PREFERENCES, *_REACH, ProofChoiceRow.c.proof, Preferences.c.player_id)
    .select_from(PlayerRow.table)
    .outerjoin(Preferences.table, Preferences.c.player_id == PlayerRow.c.id)
    .outerjoin(ReachRow.table, ReachRow.c.player_id == PlayerRow.c.id)
    .outerjoin(ProofChoiceRow.table, ProofChoiceRow.c.player_id == PlayerRow.c.id)
    .where(PlayerRow.c.id.in_(_THESE))
)
_ANY_OF: BindParameter[list[int]] = bindparam("these", expanding=True)
_SEATS = seats.CONTACTS.add_columns(SeatRow.c.game_id).where(SeatRow.c.game_id.in_(_ANY_OF)).order_by(SeatRow.c.seat)
_ON_LIST = WaitingPlayerRow.c.list_id
_WAITING = waiting_lists.EVERYBODY_WAITING.add_columns(_ON_LIST).where(_ON_LIST.in_(_ANY_OF))
_INVITED = select(*columns(InvitationRow), InvitationRow.c.list_id).where(
    InvitationRow.c.list_id.in_(_ANY_OF), InvitationRow.c.address == bindparam("invited")
)
_OWN_SALTS = select(_ON_LIST, WaitingPlayerRow.c.salt).where(
    _ON_LIST.in_(_ANY_OF), WaitingPlayerRow.c.player_id == bindparam("player")
)
_GAME = columns(GameRow)
_POSITIONS = (
    select(*_GAME, *columns(SnapshotRow))
    .outerjoin(SnapshotRow.table, SnapshotRow.c.game_id == GameRow.c.id)
    .where(GameRow.c.id.in_(_ANY_OF))
)
_LINES_BEHIND = (
    select(*columns(EntryRow), EntryRow.c.game_id)
    .outerjoin(SnapshotRow.table, SnapshotRow.c.game_id == EntryRow.c.game_id)
    .where(EntryRow.c.game_id.in_(_ANY_OF), EntryRow.c.position > func.coalesce(SnapshotRow.c.position, 0))
    .order_by(EntryRow.c.game_id, EntryRow.c.position)
)
_LETTER = columns(LetterRow)
_WHOLE_LETTER = (
    select(*_LETTER, *columns(LetterOriginRow), LetterOriginRow.c.letter_id, IgnoredLetterRow.c.letter_id)
    .select_from(LetterRow.table)
    .outerjoin(LetterOriginRow.table, LetterOriginRow.c.letter_id == LetterRow.c.id)
    .outerjoin(
        IgnoredLetterRow.table,
        and_(IgnoredLetterRow.c.letter_id == LetterRow.c.id, IgnoredLetterRow.c.requested_ms.is_not(None)),
    )
    .where(LetterRow.c.id == bindparam("letter_id"))
)
_MAIL = (
    select(*columns(MailRow), MailDocumentRow.c.document)
    .outerjoin(MailDocumentRow.table, MailDocumentRow.c.mail_id == MailRow.c.id)
    .where(MailRow.c.message_id == bindparam("message_id"))
)
_UNSUBSCRIPTION = columns(UnsubscriptionRow)
_SIZES = (4, 3, 3, len(_PLAYER), len(_PREFERENCES), len(_UNSUBSCRIPTION), len(_GAME))
"""The parts of a row of `_MAILS`."""
_MAILS = (
    select(
        *(MailRow.c.id, MailRow.c.game_id, MailRow.c.seat, MailDocumentRow.c.document),
        *(MailRow.c.raw, MailBytesRow.c.packed, PictureRow.c.png),
        *(SeatRow.c.token, ProofChoiceRow.c.proof, Preferences.c.player_id),
        *(*_PLAYER, *_PREFERENCES, *_UNSUBSCRIPTION, *_GAME),
    )
    .outerjoin(MailBytesRow.table, MailBytesRow.c.mail_id == MailRow.c.id)
    .outerjoin(PictureRow.table, PictureRow.c.digest == MailBytesRow.c.picture)
    .outerjoin(MailDocumentRow.table, MailDocumentRow.c.mail_id == MailRow.c.id)
    .outerjoin(GameRow.table, GameRow.c.id == MailRow.c.game_id)
    .outerjoin(PlayerRow.table, PlayerRow.c.id == MailRow.c.player_id)
    .outerjoin(Preferences.table, Preferences.c.player_id == PlayerRow.c.id)
    .outerjoin(ProofChoiceRow.table, ProofChoiceRow.c.player_id == PlayerRow.c.id)
    .outerjoin(
        SeatRow.table,
        and_(
            SeatRow.c.game_id == MailRow.c.game_id,
            SeatRow.c.seat == MailRow.c.seat,
            SeatRow.c.player_id == PlayerRow.c.id,
            *READS,
        ),
    )
    .outerjoin(OptionalMailRow.table, OptionalMailRow.c.mail_id == MailRow.c.id)
    .outerjoin(
        UnsubscriptionRow.table,
        and_(
            UnsubscriptionRow.c.player_id == PlayerRow.c.id,
            UnsubscriptionRow.c.topic == OptionalMailRow.c.topic,
            UnsubscriptionRow.c.tag == OptionalMailRow.c.tag,
        ),
    )
    .where(MailRow.c.id.in_(bindparam("mails", expanding=True)))
)


def prefetch_seats(tx: Tx, game_ids: Iterable[int]) -> None:
    """Read the seats of games, with their players."""
    _of_each(tx, seats.CONTACTS_OF_GAME, "game_id", _SEATS, game_ids)


def prefetch_waiting(tx: Tx, list_ids: Sequence[int], visitor: PlayerRow | None = None) -> None:
    """Read who waits on lists, and of whoever looks at them their own words, and to which of them they were invited."""
    _of_each(tx, waiting_lists.WAITING, "list", _WAITING, list_ids)
    if visitor is None:
        return
    of = {"player": visitor.id}
    salts = dict(tx.all(lambda list_id, salt: (list_id, salt), _OWN_SALTS, these=list_ids, **of))
    invited = visitor.address.lower()
    invitations = {row[-1]: row[:-1] for row in tx.all(lambda *row: row, _INVITED, these=list_ids, invited=invited)}
    for one in list_ids:
        tx.put(waiting_lists.SALT, (salts[one],) if one in salts else None, list=one, **of)
        tx.put(waiting_lists.TO_ADDRESS, invitations.get(one), list=one, invited=invited)


def _of_each(tx: Tx, read: Select[Any], key: str, joined: Select[Any], ids: Iterable[int]) -> None:
    """Read what a statement would for each of some ids, by one that has the id as its last column."""
    found: dict[int, list[Sequence[Any]]] = {one: [] for one in ids if tx.rows_read(read, **{key: one}) is None}
    if not found:
        return
    for row in tx.all(lambda *row: row, joined, these=list(found)):
        found[row[-1]].append(row[:-1])
    for one, rows in found.items():
        tx.put_all(read, rows, **{key: one})


def prefetch_players(tx: Tx, player_ids: Iterable[int]) -> None:
    """Read players with their preferences, proof and reach; those of whom the request knows not again."""
    unknown = [one for one in dict.fromkeys(player_ids) if not tx.has_read(player.BY_ID, player_id=one)]
    if not unknown:
        return
    for row in tx.all(lambda *row: row, _PLAYERS, players=unknown):
        person, rest = row[: len(_PLAYER)], row[len(_PLAYER) :]
        chosen, reached, (proof, is_chosen) = rest[: len(_PREFERENCES)], rest[len(_PREFERENCES) : -2], rest[-2:]
        of = {"player": person[0]}
        tx.put(player.BY_ID, person, player_id=person[0])
        tx.put(preferences.CHOSEN, None if is_chosen is None else chosen, **of)
        tx.put(sending.ONE, None if reached[0] is None else reached, **of)
        tx.put(preferences.PROOF, None if proof is None else (proof,), **of)


def prefetch_positions(tx: Tx, game_ids: Iterable[int]) -> None:
    """Read games with the states that are kept of them; those that are known not again."""
    unknown = [one for one in game_ids if not tx.has_read(log.SNAPSHOT, game_id=one)]
    if not unknown:
        return
    for row in tx.all(lambda *row: row, _POSITIONS, these=unknown):
        found, state = row[: len(_GAME)], row[len(_GAME) :]
        of = {"game_id": found[0]}
        tx.put(game.BY_ID, found, **of)
        tx.put(log.SNAPSHOT, None if state[0] is None else state, **of)


def prefetch_sessions(tx: Tx, game_ids: Sequence[int]) -> None:
    """Read games with the states that are kept of them, and their logs behind those."""
    prefetch_positions(tx, game_ids)
    behind: dict[int, list[Sequence[Any]]] = {one: [] for one in game_ids}
    for row in tx.all(lambda *row: row, _LINES_BEHIND, these=list(game_ids)):
        behind[row[-1]].append(row[:-1])
    for one, rows in behind.items():
        kept = log.find_snapshot(tx, one)
        tx.put_all(log.ENTRIES, rows, game_id=one, after=0 if kept is None else kept.position)


def prefetch_letter(tx: Tx, letter_id: int) -> None:
    """Read a letter with where it came from, and whether somebody insists on it."""
    row = tx.first(lambda *row: row, _WHOLE_LETTER, letter_id=letter_id)
    if row is not None:
        origin, is_requested = row[len(_LETTER) : -2], row[-1]
        tx.put(inbox.BY_ID, row[: len(_LETTER)], letter_id=letter_id)
        tx.put(inbox.ORIGIN_OF, None if row[-2] is None else origin, letter=letter_id)
        tx.put(ignored.IS_REQUESTED, None if is_requested is None else (is_requested,), letter=letter_id)


def prefetch_mail(tx: Tx, message_id: str) -> None:
    """Read a mail by its Message-ID with its document, where the mail is not known yet."""
    if tx.has_read(outbox.BY_MESSAGE_ID, message_id=message_id):
        return
    row = tx.first(lambda *row: row, _MAIL, message_id=message_id)
    if row is None:
        tx.put(outbox.BY_MESSAGE_ID, None, message_id=message_id)
    else:
        found = MailRow(*row[:-1])
        tx.put(outbox.BY_MESSAGE_ID, row[:-1], message_id=message_id)
        tx.put(outbox.DOCUMENT, None if row[-1] is None else row[-1:], mail_id=found.id)


def prefetch_mails(tx: Tx, mail_ids: Sequence[int]) -> None:
    """Read what mails are made of: their bytes, documents and links to have less, their players, seats and games."""
    if not mail_ids:
        return
    for row in tx.all(lambda *row: row, _MAILS, mails=mail_ids):
        (mail_id, game_id, seat, document), content, (token, proof, is_chosen), *others = _parts(row, *_SIZES)
        person, chosen, link, of_game = others
        tx.put(outbox.BYTES, content, mail_id=mail_id)
        tx.put(outbox.DOCUMENT, None if document is None else (document,), mail_id=mail_id)
        tx.put(postbox.OF_MAIL, None if link[0] is None else link, mail=mail_id)
        if game_id is not None:
            tx.put(game.BY_ID, of_game, game_id=game_id)
        if person[0] is not None:
            of = {"player": person[0]}
            tx.put(player.BY_ID, person, player_id=person[0])
            tx.put(preferences.CHOSEN, None if is_chosen is None else chosen, **of)
            tx.put(preferences.PROOF, None if proof is None else (proof,), **of)
            tx.put(seats.TOKEN_OF_READER, None if token is None else (token,), game_id=game_id, seat=seat, **of)


def _parts(row: Sequence[Any], *sizes: int) -> list[Sequence[Any]]:
    """A row, cut into parts of these sizes."""
    columns_left = iter(row)
    return [tuple(islice(columns_left, size)) for size in sizes]
