"""Joined reads: what belongs together in one statement, for the queries that ask for one part each.

A query that finds its rows known runs nothing. Nothing here is needed for an answer to be right.
"""

from collections.abc import Iterable

from sqlalchemy import BindParameter, and_, bindparam, select

from pbem.store.database import Tx
from pbem.store.games import game, log
from pbem.store.games.game import GameRow
from pbem.store.games.log import SnapshotRow
from pbem.store.mail import ignored, inbox, outbox, reach
from pbem.store.mail.ignored import IgnoredLetterRow
from pbem.store.mail.inbox import LetterOriginRow, LetterRow
from pbem.store.mail.outbox import MailDocumentRow, MailRow
from pbem.store.mail.reach import ReachRow
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
_GAME = columns(GameRow)
_POSITION = (
    select(*_GAME, *columns(SnapshotRow))
    .outerjoin(SnapshotRow.table, SnapshotRow.c.game_id == GameRow.c.id)
    .where(GameRow.c.id == bindparam("game_id"))
)
_LETTER = columns(LetterRow)
_WHOLE_LETTER = (
    select(*_LETTER, *columns(LetterOriginRow), LetterOriginRow.c.letter_id, IgnoredLetterRow.c.letter_id)
    .select_from(LetterRow.table)
    .outerjoin(LetterOriginRow.table, LetterOriginRow.c.letter_id == LetterRow.c.id)
    .outerjoin(
        IgnoredLetterRow.table,
        and_(IgnoredLetterRow.c.letter_id == LetterRow.c.id, IgnoredLetterRow.c.asked_ms.is_not(None)),
    )
    .where(LetterRow.c.id == bindparam("letter_id"))
)
_MAIL = (
    select(*columns(MailRow), MailDocumentRow.c.document)
    .outerjoin(MailDocumentRow.table, MailDocumentRow.c.mail_id == MailRow.c.id)
    .where(MailRow.c.message_id == bindparam("message_id"))
)


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
        tx.put(reach.ONE, None if reached[0] is None else reached, **of)
        tx.put(preferences.PROOF, None if proof is None else (proof,), **of)


def prefetch_position(tx: Tx, game_id: int) -> None:
    """Read a game with the state that is kept of it, where the game is not known yet."""
    if tx.has_read(game.BY_ID, game_id=game_id):
        return
    row = tx.first(lambda *row: row, _POSITION, game_id=game_id)
    if row is not None:
        state = row[len(_GAME) :]
        tx.put(game.BY_ID, row[: len(_GAME)], game_id=game_id)
        tx.put(log.SNAPSHOT, None if state[0] is None else state, game_id=game_id)


def prefetch_letter(tx: Tx, letter_id: int) -> None:
    """Read a letter with where it came from, and whether somebody insists on it."""
    row = tx.first(lambda *row: row, _WHOLE_LETTER, letter_id=letter_id)
    if row is not None:
        origin, asked = row[len(_LETTER) : -2], row[-1]
        tx.put(inbox.BY_ID, row[: len(_LETTER)], letter_id=letter_id)
        tx.put(inbox.ORIGIN_OF, None if row[-2] is None else origin, letter=letter_id)
        tx.put(ignored.IS_ASKED, None if asked is None else (asked,), letter=letter_id)


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
