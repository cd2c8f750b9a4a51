"""What everybody in a game is told at once, whichever reports they want: its players, and who watches it."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from pbem.adjudicator.mails.game import Post, enqueue_for_watcher
from pbem.adjudicator.mails.preferences import zone_of
from pbem.adjudicator.sessions import load_game
from pbem.config import Settings
from pbem.games.compose import opened_by
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store import repository as repo
from rules_core.kernel.events import Event

Sentence: TypeAlias = Callable[[Catalogue], str]
"""A sentence in somebody's words."""
News: TypeAlias = Callable[[int | None], Sequence[Event]]
"""What has happened that a seat, or who watches (None), does not know yet."""
More: TypeAlias = Callable[[Catalogue, int | None], Sequence[doc.Block]]
"""What else a seat, or who watches (None), is told, in his words."""


def proclaim(
    tx: Tx,
    settings: Settings,
    game_id: int,
    told: Sentence,
    now_ms: int,
    *,
    but: frozenset[int] = frozenset(),
    news: News = lambda seat: (),
    more: More = lambda words, seat: (),
) -> None:
    """Mails a sentence, the log's notes, news and the position to everybody in a game, save the seats in `but`.

    What there is `more` to tell stands right behind the sentence.
    """
    post = Post(tx, load_game(tx, game_id), settings, now_ms)
    for contact in post.loaded.seats:
        if contact.reads and contact.seat not in but:
            words = catalogue(contact.language)
            message = post.notice(contact.seat, told(words), words, news(contact.seat))
            post.send(contact, "notice", opened_by(message, more(words, contact.seat)))
    for watcher in repo.watchers(tx, game_id):
        words = catalogue(watcher.language)
        message = opened_by(post.notice_for_watcher(watcher, told(words), words, news(None)), more(words, None))
        enqueue_for_watcher(tx, settings, post.game, watcher, "notice", message, now_ms)
        repo.mark_watcher_told(tx, game_id, watcher.player_id, repo.last_position(tx, game_id), watcher.reported)


def zone_of_seat(tx: Tx, game_id: int, seat: int | None, default: str) -> str:
    """The time zone in which a seat, or who watches (None), is told the time; `default` where none was chosen."""
    if seat is None:
        return default
    return zone_of(repo.preferences(tx, repo.seats(tx, game_id)[seat].player_id), default)
