"""Waiting lists as their visitor may see them, for all pages that show some."""

from dataclasses import dataclass
from typing import Final

from pbem.lobby.descriptions import closing_sentence, describe_game, fairness_sentence, term_sentences, waiting_sentence
from pbem.lobby.public_rounds import claim_sentences, fingerprint_of, round_sentences
from pbem.store import Tx
from pbem.store.games.game import get_game
from pbem.store.games.waiting_lists import (
    ListRow,
    WaitingPlayer,
    find_invitation,
    find_waiting_salt,
    list_lists_inviting,
    list_lists_waited_on,
    list_public_lists,
    list_waiting_players,
)
from pbem.store.players.player import PlayerRow
from pbem.web.visitor import visitor, words, zone

_ON_HOME: Final = 5


@dataclass(frozen=True)
class ShownList:
    """A list as its visitor may see it."""

    row: ListRow
    waiting: tuple[WaitingPlayer, ...]
    game: str
    terms: tuple[str, ...]
    who: str
    closes: str
    is_on_it: bool
    is_own: bool
    is_asked: bool
    """Whether the visitor was invited."""
    salt: str
    """The visitor's own part of the dice, where they are on it."""
    began: str
    """The tag of the game that came of it."""
    bound: str
    """Whom its dice bind, in few words."""
    rounds: tuple[str, ...]
    """What it says of the public round it names."""
    dice: tuple[str, ...]
    """What its dice will prove, and against whom."""
    fingerprint: str
    """That of all that its dice follow from, once it is full and names a round."""


def newest(tx: Tx) -> list[ShownList]:
    """The newest lists that are open to everybody, for the home page."""
    return [shown(tx, row) for row in list_public_lists(tx, limit=_ON_HOME)]


def waited_on(tx: Tx, me: PlayerRow) -> list[ShownList]:
    """The lists that a player waits on or was asked to join, for their own page."""
    return [shown(tx, row) for rows in own(tx, me) for row in rows]


def own(tx: Tx, me: PlayerRow | None) -> tuple[list[ListRow], list[ListRow]]:
    """The lists that a player is on, and the others that they were asked to join."""
    if me is None:
        return [], []
    mine = list_lists_waited_on(tx, me.id)
    known = {row.id for row in mine}
    return mine, [row for row in list_lists_inviting(tx, me.address) if row.id not in known]


def shown(tx: Tx, row: ListRow) -> ShownList:
    """A list as the visitor may see it, if they may see it at all."""
    me, waiting = visitor(), tuple(list_waiting_players(tx, row.id))
    asked = find_invitation(tx, row.id, me.address) if me else None
    is_on_it = me is not None and any(one.player_id == me.id for one in waiting)
    return ShownList(
        row=row,
        waiting=waiting,
        game=describe_game(row, words()),
        terms=tuple(term_sentences(row.terms, words())),
        who=waiting_sentence(row, waiting, words()),
        closes=closing_sentence(row, words(), zone()),
        is_on_it=is_on_it,
        is_own=me is not None and row.opened_by == me.id,
        is_asked=asked is not None and asked.declined_ms is None and not is_on_it,
        salt=(find_waiting_salt(tx, row.id, me.id) or "") if me and is_on_it else "",
        bound=fairness_sentence(row, words()),
        rounds=tuple(round_sentences(row, words(), zone())),
        dice=tuple(claim_sentences(row, words(), zone())),
        fingerprint=fingerprint_of(tx, row),
        began="" if row.game_id is None else get_game(tx, row.game_id).tag,
    )
