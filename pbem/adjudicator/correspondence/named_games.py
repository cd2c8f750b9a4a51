"""Games that a subject names: by their tag, as in "Railroad Dice e1", or by their whole name."""

import re
from collections.abc import Iterable
from typing import Final

from pbem.adjudicator.correspondence.letter_contents import typed_subject
from pbem.mail.reading.letter import Letter
from pbem.store import Tx
from pbem.store.games.game import GameRow, list_games_of_player
from pbem.store.games.seats import SeatContact, list_seat_contacts

_WORD: Final = re.compile(r"\w+")
_OF_MAILS: Final = re.compile(r"\[[^][]*\]")
"""The part in brackets that the subjects of a game's mails begin with."""
_SHORTEST: Final = 4
"""Letters of a game's name that is looked for: a shorter one is in many a sentence."""


def games_named(subject: str, games: Iterable[GameRow]) -> list[GameRow]:
    """The games that a subject names by their tags; where it names none so, those that it names by their names."""
    words, among = _WORD.findall(subject.casefold()), list(games)
    text = f" {' '.join(words)} "
    by_tag = [game for game in among if game.tag.casefold() in words]
    return by_tag or [game for game in among if _stands_in(text, game.name)]


def find_seat_named(tx: Tx, player_id: int, subject: str) -> SeatContact | None:
    """The seat of a player's in the one game in progress that a subject names; None where that is no one game."""
    played = _played(tx, player_id)
    named = games_named(subject, (game for _seat, game in played))
    if len(named) != 1:
        return None
    seat = next(seat for seat, game in played if game.id == named[0].id)
    contact = list_seat_contacts(tx, named[0].id)[seat]
    return contact if contact.vacant_ms is None and contact.token_revoked_ms is None else None


def find_other_tags_named(tx: Tx, letter: Letter, ours: str, contact: SeatContact, *, is_shared: bool) -> str:
    """The tags of other games of a player's that the subject of a letter to a seat names; "" where it names that one.

    `ours` is the subject of the mails of the seat's game. Where seats share one address (`is_shared`), the subject of
    another game's mails counts, too; else the address says more than a subject that nobody has typed.
    """
    typed = typed_subject(letter, ours)
    if not is_shared:
        typed = _OF_MAILS.sub(" ", typed)
    if not typed:
        return ""
    named = games_named(typed, (game for _seat, game in _played(tx, contact.player_id)))
    tags = [game.tag for game in named if game.id != contact.game_id]
    return ", ".join(tags) if len(tags) == len(named) else ""


def _played(tx: Tx, player_id: int) -> list[tuple[int, GameRow]]:
    return [(seat, game) for seat, game in list_games_of_player(tx, player_id) if game.status != "over"]


def _stands_in(text: str, name: str) -> bool:
    words = _WORD.findall(name.casefold())
    return sum(map(len, words)) >= _SHORTEST and f" {' '.join(words)} " in text
