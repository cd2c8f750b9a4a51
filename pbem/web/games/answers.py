"""The answers to orders that were given on a page: kept with the form, where every process that serves pages finds
them, and shown again to whom they were given, in the browser that sent the form.
"""

from dataclasses import dataclass
from typing import Final

import msgspec
from flask import session

from pbem.adjudicator.context import Answer
from pbem.web import sent_forms

MOST_KNOWN: Final = 3
"""Games whose last answers one browser can show again."""
_KEY: Final = "answers"
"""Where a session holds the digests of their forms, by games and the players for whose seats orders came."""


@dataclass(frozen=True)
class Answered:
    """Orders as typed, and their results."""

    text: str
    answer: Answer


def keep(answered: Answered) -> None:
    """Keep an answer with the form under way."""
    sent_forms.keep(msgspec.json.encode(answered).decode())


def loaded(kept: str) -> Answered | None:
    """An answer as it was kept; None where there is none, or an older version of this program kept it."""
    try:
        return msgspec.json.decode(kept, type=Answered) if kept else None
    except msgspec.MsgspecError:
        return None


def note_last(game_id: int, player_id: int) -> bool:
    """Have the form under way be the last of a game; False where it has no key, and cannot be found again."""
    digest = sent_forms.form_digest()
    if digest:
        here = _place(game_id, player_id)
        others = [(place, one) for place, one in session.get(_KEY, {}).items() if place != here]
        session[_KEY] = dict([*others, (here, digest)][-MOST_KNOWN:])
    return bool(digest)


def find_last(game_id: int, player_id: int) -> Answered | None:
    """The last answer of a game, if it is still kept."""
    digest = session.get(_KEY, {}).get(_place(game_id, player_id))
    return loaded(sent_forms.find_kept(digest)) if digest else None


def _place(game_id: int, player_id: int) -> str:
    return f"{game_id} {player_id}"
