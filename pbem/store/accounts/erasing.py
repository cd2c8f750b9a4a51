"""A person erased: what is left of them are games under a pseudonym. All of it is one transaction.

SQLite overwrites what is deleted (`secure_delete`), and the log beside the database is emptied behind it by
`Database.empty_log`. Letters kept as files go once their rows are empty (`pbem.daemon.spooler`).
"""

import json
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import Table, and_, bindparam, delete, func, literal_column, or_, select, update

from pbem.chance import new_token
from pbem.store.accounts.exporting import find_letters_of_person
from pbem.store.accounts.mailboxes import Mailboxes
from pbem.store.accounts.merging import player_columns
from pbem.store.database import Tx
from pbem.store.games.analyses import AnalysisNodeRow, AnalysisRow
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow, log_open_to_erasure
from pbem.store.games.seats import TenureRow
from pbem.store.games.waiting_lists import InvitationRow, ListRow, WaitingPlayerRow
from pbem.store.mail.inbox import LetterOriginRow, LetterRow
from pbem.store.mail.outbox import MailBytesRow, MailRow, forget_pictures
from pbem.store.mail.postbox import AnswerCountRow
from pbem.store.mail.press import PressRow
from pbem.store.moderation.disputes import DisputeRow, StatementRow
from pbem.store.players.player import (
    PlayerRow,
    find_player_by_address,
    get_player,
    list_other_addresses,
    rename_player,
    set_standing,
)
from pbem.store.players.registrations import RegistrationRow, StrangerRow
from pbem.store.schema import all_tables
from pbem.store.service.server import MetaRow, forget_answers

Fate: TypeAlias = Literal["deleted", "emptied", "kept"]
"""The fate of rows that name a person who is erased: gone; without their texts; left, with nothing but their id."""
FATES: Final[Mapping[str, Fate]] = {
    **dict.fromkeys(
        (
            *(
                "absence",
                "address_change",
                "address_claim",
                "analysis",
                "caused_mail",
                "channel",
                "confirmation",
                "erasure",
            ),
            *("digest", "ending", "ignored_letter", "mail", "mute", "name_key", "player_address", "preferences"),
            *("press_kept", "proof_choice", "reach", "report_link", "sent_form", "sign_in", "standby", "unproved"),
            *("unsubscription", "unwanted", "watch", "web_session", "block", "erasure"),
        ),
        "deleted",
    ),
    **dict.fromkeys(("dispute", "statement", "waiting_player"), "emptied"),
    **dict.fromkeys(
        (
            *("audit", "blocked_mailbox", "game", "invitation", "offer", "rating", "registration", "result", "ruling"),
            *("seat", "sight", "tenure", "throw", "turn_taken", "waiting_list"),
        ),
        "kept",
    ),
}
"""The fate of each table's rows that name the person."""
ERASED: Final = "(erased)"
"""What stands in place of a text."""


_MAILS = select(MailRow.c.id, MailRow.c.to_address).where(
    or_(
        MailRow.c.player_id == bindparam("player"),
        and_(MailRow.c.player_id.is_(None), MailRow.c.to_address.in_(bindparam("addresses", expanding=True))),
    )
)
_DRAWINGS = (
    select(MailBytesRow.c.picture)
    .where(MailBytesRow.c.mail_id.in_(bindparam("ids", expanding=True)), MailBytesRow.c.picture.is_not(None))
    .distinct()
)
_EMPTY_LETTERS = (
    update(LetterRow.table)
    .where(LetterRow.c.id == bindparam("letter"))
    .values(
        raw=b"",
        unpacked_size=None,
        mail_from="",
        message_id=bindparam("no_id"),
        digest=bindparam("no_id"),
        outcome=ERASED,
    )
)
_FORGET_ORIGINS = (
    update(LetterOriginRow.table)
    .where(LetterOriginRow.c.letter_id.in_(bindparam("ids", expanding=True)))
    .values(peer="", helo="", proof="")
)
_THEIR_PRESS = (
    select(PressRow.c.id)
    .join(TenureRow.table, and_(TenureRow.c.game_id == PressRow.c.game_id, TenureRow.c.seat == PressRow.c.seat))
    .where(
        TenureRow.c.player_id == bindparam("player"),
        TenureRow.c.from_ms <= PressRow.c.at_ms,
        or_(TenureRow.c.until_ms.is_(None), TenureRow.c.until_ms > PressRow.c.at_ms),
    )
)
_EMPTY_PRESS = update(PressRow.table).where(PressRow.c.id.in_(bindparam("ids", expanding=True))).values(text=ERASED)
_EMPTY_TEXTS: Final = (
    update(DisputeRow.table).where(DisputeRow.c.player_id == bindparam("player")).values(text=ERASED),
    update(StatementRow.table).where(StatementRow.c.player_id == bindparam("player")).values(text=ERASED),
    update(WaitingPlayerRow.table)
    .where(WaitingPlayerRow.c.player_id == bindparam("player"))
    .values(salt="", word_salt=""),
)
_NODES = delete(AnalysisNodeRow.table).where(
    AnalysisNodeRow.c.analysis_id.in_(select(AnalysisRow.c.id).where(AnalysisRow.c.player_id == bindparam("player")))
)
_IS_NOTE = EntryRow.c.kind == literal_column("'note'")  # a parameter would keep the index of notes from being used
_NOTES = select(EntryRow.c.game_id, EntryRow.c.position, EntryRow.c.payload).where(
    _IS_NOTE, func.instr(EntryRow.c.payload, bindparam("name")) > 0
)
_THEIR_NOTES = (
    select(EntryRow.c.game_id, EntryRow.c.position, EntryRow.c.payload)
    .join(TenureRow.table, and_(TenureRow.c.game_id == EntryRow.c.game_id, TenureRow.c.seat == EntryRow.c.actor))
    .where(
        _IS_NOTE,
        TenureRow.c.player_id == bindparam("player"),
        TenureRow.c.from_ms <= EntryRow.c.at_ms,
        or_(TenureRow.c.until_ms.is_(None), TenureRow.c.until_ms >= EntryRow.c.at_ms),
    )
)
_REWRITE = (
    update(EntryRow.table)
    .where(EntryRow.c.game_id == bindparam("game"), EntryRow.c.position == bindparam("at"), _IS_NOTE)
    .values(payload=bindparam("text"))
)
_OWN_TEXTS: Final = frozenset({"reason", "text"})
"""The facts of a note that whoever acted has written."""
_HOW_MANY = select(func.count()).select_from(PlayerRow.table).where(PlayerRow.c.standing == "erased")
_CLEAR = (
    update(PlayerRow.table)
    .where(PlayerRow.c.id == bindparam("player"))
    .values(
        address=bindparam("nowhere"),
        token=bindparam("closed"),
        language="en",
        token_renewed_ms=None,
    )
)


def count_erased(tx: Tx) -> int:
    """Count the people who were erased."""
    return tx.one(int, "player", _HOW_MANY)


def erase_name(tx: Tx, player_id: int, pseudonym: str, replaced: Callable[[str], str]) -> None:
    """Give a person a pseudonym, and take their name and texts out of games. Raises NotFound.

    It comes first, so that nothing that is written of the rest has the name. `replaced` puts the pseudonym in place of
    the name in a text.
    """
    _rename_in_games(tx, player_id, get_player(tx, player_id).name, replaced)
    rename_player(tx, player_id, pseudonym)


def erase_player(tx: Tx, player_id: int) -> set[str]:
    """Erase all that is kept of a person who has a pseudonym, and whose access was closed. Raises NotFound.

    Returns the addresses at which they were written to.
    """
    before = get_player(tx, player_id)
    mailboxes = Mailboxes.of(tx, player_id)
    addresses = [before.address, *list_other_addresses(tx, player_id)]
    letters = find_letters_of_person(tx, player_id)
    _erase_letters(tx, letters)
    strange = mailboxes.written_in(tx, MailRow.c.to_address, MailRow.c.player_id.is_(None))
    reached = {*addresses, *_erase_mails(tx, player_id, strange)}
    _erase_texts(tx, player_id)
    tx.run(_NODES, player=player_id)
    forget_answers(tx)
    for table in reversed(all_tables().sorted_tables):
        if FATES.get(table.name) == "deleted":
            _delete(tx, table, player_id)
    for column in (RegistrationRow.c.address, InvitationRow.c.address):
        written = mailboxes.written_in(tx, column)
        tx.run(delete(column.table).where(column.in_(written)))
        addresses += written
    _forget_addresses(tx, addresses, player_id)
    tx.run(_CLEAR, player=player_id, nowhere=f"{new_token()}@erased.invalid", closed=new_token())
    set_standing(tx, player_id, "erased")
    rename_player(tx, player_id, before.name)  # whose keys are not for others
    return {address for address in reached if find_player_by_address(tx, address) is None}


def _delete(tx: Tx, table: Table, player_id: int) -> None:
    tx.run(delete(table).where(or_(*(column == player_id for column in player_columns(table)))))


def _erase_letters(tx: Tx, letters: Collection[int]) -> None:
    for letter in letters:
        tx.run(_EMPTY_LETTERS, letter=letter, no_id=f"erased-{letter}")
    tx.run(_FORGET_ORIGINS, ids=list(letters))


def _erase_mails(tx: Tx, player_id: int, addresses: Collection[str]) -> set[str]:
    """Erase the mails to a player, and those to nobody yet at these addresses; return the addresses of all."""
    found = tx.all(_two, _MAILS, player=player_id, addresses=list(addresses))
    mails = [mail_id for mail_id, _address in found]
    drawings = tx.all(str, _DRAWINGS, ids=mails)
    for table in reversed(all_tables().sorted_tables):
        if "mail_id" in table.c:
            tx.run(delete(table).where(table.c.mail_id.in_(mails)))
    tx.run(delete(MailRow.table).where(MailRow.c.id.in_(mails)))
    forget_pictures(tx, drawings)
    return {address for _mail_id, address in found}


def _erase_texts(tx: Tx, player_id: int) -> None:
    tx.run(_EMPTY_PRESS, ids=tx.all(int, _THEIR_PRESS, player=player_id))
    for statement in _EMPTY_TEXTS:
        tx.run(statement, player=player_id)


def _rename_in_games(tx: Tx, player_id: int, name: str, replaced: Callable[[str], str]) -> None:
    """Take a name, and the texts of whoever had it, out of the notes of games and out of the names of games and lists.

    It is the one change that a log knows: nothing that is judged, drawn or proved stands in notes.
    """
    written = json.dumps(name, ensure_ascii=False)[1:-1]
    named = {(game, at): text for game, at, text in tx.all(_three, _NOTES, name=written)}
    by_them = {(game, at): text for game, at, text in tx.all(_three, _THEIR_NOTES, player=player_id)}
    with log_open_to_erasure(tx):
        for (game, at), text in {**named, **by_them}.items():
            facts = json.loads(text)
            new = {key: _fact(key, fact, replaced, (game, at) in by_them) for key, fact in facts.items()}
            if new != facts:
                dumped = json.dumps(new, ensure_ascii=False, separators=(",", ":"))
                tx.run(_REWRITE, game=game, at=at, text=dumped)
    for row, is_theirs in _TITLED:
        titles = select(row.c.id, row.c.name).where(func.instr(row.c.name, name) > 0, is_theirs)
        for number, title in tx.all(_two, titles, player=player_id):
            tx.run(update(row.table).where(row.c.id == number).values(name=replaced(title)))


_TITLED: Final[tuple[tuple[Any, Any], ...]] = (
    (
        GameRow,
        GameRow.c.id.in_(select(TenureRow.c.game_id).where(TenureRow.c.player_id == bindparam("player"))),
    ),
    (
        ListRow,
        or_(
            ListRow.c.opened_by == bindparam("player"),
            ListRow.c.id.in_(
                select(WaitingPlayerRow.c.list_id).where(WaitingPlayerRow.c.player_id == bindparam("player"))
            ),
        ),
    ),
)
"""What bears a title that its people chose, and which are a person's."""


def _fact(key: str, fact: Any, replaced: Callable[[str], str], is_own: bool) -> Any:
    if key == "about" or not isinstance(fact, str):
        return fact
    return ERASED if is_own and key in _OWN_TEXTS and fact else replaced(fact)


def _forget_addresses(tx: Tx, addresses: Collection[str], player_id: int) -> None:
    digests = [sha256(address.strip().lower().encode()).hexdigest() for address in addresses]
    tx.run(delete(StrangerRow.table).where(StrangerRow.c.address_hash.in_(digests)))
    tx.run(delete(AnswerCountRow.table).where(AnswerCountRow.c.who.in_([*digests, f"player {player_id}"])))
    tx.run(delete(MetaRow.table).where(MetaRow.c.key == f"strangers mailed: invitation by player {player_id}"))


def _two(one: Any, other: Any) -> tuple[Any, Any]:
    return one, other


def _three(game_id: int, position: int, payload: str) -> tuple[int, int, str]:
    return game_id, position, payload
