"""What feeds tell: a game's turns as they become final, and what concerns a player in all his games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pbem.adjudicator.history.archive import Branch, Past, PastMoment
from pbem.clock import from_ms
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from pbem.lobby.telling import closes_told, game_told, promise_told, terms_told
from pbem.reports.press import Piece, heading
from pbem.store.rows import GameRow, ListRow, SeatRow
from pbem.web.games.chronicle import TurnStory, chapters
from pbem.web.games.notes import Posted, WentBack, not_told_by
from rules_core.kernel.events import Begun, Ending, TurnBeginning

MOST: Final = 50
"""Entries of a feed, the newest."""
_NAME: Final = 16
"""Hexadecimal digits that name press, whose number would tell in which order it was written."""


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed. `name` is its own for good, within the server; `path` is the page it leads to."""

    name: str
    path: str
    title: str
    at_ms: int
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Followed:
    """A game that a player's feed tells of, with his seat in it."""

    game: GameRow
    seats: Sequence[SeatRow]
    seat: int
    past: Past
    backs: Sequence[WentBack]


def tag_uri(domain: str, since_ms: int, name: str) -> str:
    """The name of a feed, or of an entry, for all the world (RFC 4151); `since_ms` is when it became known here."""
    return f"tag:{domain},{from_ms(since_ms):%Y-%m-%d}:{name}"


def of_game(
    game: GameRow,
    past: Past,
    names: Sequence[str],
    words: Catalogue,
    *,
    press: Sequence[Piece] = (),
    notices: Sequence[Posted] = (),
    backs: Sequence[WentBack] = (),
) -> list[FeedEntry]:
    """The newest turns and ends of years of a game, rollbacks, notices and press to all, the newest first.

    A turn that goes on is not told of yet; what was told of a branch that was left stays. `names` are the players', by
    seat.
    """
    whole = [chapter for branch in (*past.branches, past) for chapter in _own(past, branch, names, words, backs)]
    told = [_of_chapter(game, chapter, words) for chapter in whole]
    gone = [_of_back(game, back, words.text("%(tag)s: the game goes back", tag=game.tag)) for back in backs]
    written = [_of_press(game, piece, words) for piece in press[-MOST:]]
    noticed = [_of_notice(game, notice, words) for notice in not_told_by(backs, notices)[-MOST:]]
    return sorted([*told, *gone, *noticed, *written], key=lambda entry: entry.at_ms)[: -MOST - 1 : -1]


def of_player(games: Iterable[Followed], words: Catalogue) -> list[FeedEntry]:
    """Where a player's games began and ended, and where his turn came, the newest first."""
    told = (entry for followed in games for entry in _of_followed(followed, words))
    once = {entry.name: entry for entry in told}  # a player may have two seats
    entries = sorted(once.values(), key=lambda entry: entry.at_ms)  # those of one moment stay in their order
    return entries[: -MOST - 1 : -1]


def of_list(row: ListRow, words: Catalogue, zone: str) -> FeedEntry:
    """A game that waits for players, as it was when it was opened."""
    told = (game_told(row, words), *terms_told(row.terms, words), closes_told(row, words, zone))
    path = f"/lists/{row.id}"
    return FeedEntry(path[1:], path, row.name, row.created_ms, (*told, promise_told(row, words)))


def _own(
    past: Past, branch: Branch, names: Sequence[str], words: Catalogue, backs: Sequence[WentBack]
) -> list[TurnStory]:
    """The newest turns and ends of years that were through on a branch, and not before another parted from it."""
    ends = {moment.position for moment in past.own(branch)}
    presenter = presenter_for(branch.view_at(branch.last.position).table, names, words)
    whole = [one for one in chapters(branch, presenter, backs) if one.is_whole and one.position in ends]
    return whole[-MOST:]


def _of_back(game: GameRow, back: WentBack, title: str) -> FeedEntry:
    path = f"/games/{game.tag}/at/{back.position}"
    return FeedEntry(f"games/{game.tag}/{back.position}/back", path, title, back.at_ms, (back.text,))


def _of_notice(game: GameRow, notice: Posted, words: Catalogue) -> FeedEntry:
    name, path = f"games/{game.tag}/notices/{notice.number}", f"/games/{game.tag}/history"
    return FeedEntry(name, path, words.text("%(tag)s: notice", tag=game.tag), notice.at_ms, (notice.text,))


def _of_chapter(game: GameRow, chapter: TurnStory, words: Catalogue) -> FeedEntry:
    path = f"/games/{game.tag}/at/{chapter.position}"
    name = f"games/{game.tag}/{chapter.position}"
    facts = {"tag": game.tag, "year": chapter.year, "turn": chapter.turn, "player": chapter.player}
    if chapter.part == "beginning":
        title = words.text("%(tag)s: the game begins", **facts)
    elif chapter.part == "turn":
        title = words.text("%(tag)s: year %(year)s, turn %(turn)s, %(player)s", **facts)
    else:
        name, title = f"{name}/year", words.text("%(tag)s: end of year %(year)s", **facts)
    return FeedEntry(name, path, title, chapter.at_ms, tuple(chapter.sentences))


def _of_press(game: GameRow, piece: Piece, words: Catalogue) -> FeedEntry:
    known = sha256(f"{piece.at_ms} {piece.text}".encode()).hexdigest()[:_NAME]
    title = words.text("%(tag)s: %(heading)s", tag=game.tag, heading=heading(piece, words))
    lines = tuple(line for line in piece.lines if line)
    return FeedEntry(f"games/{game.tag}/press/{known}", f"/games/{game.tag}/press", title, piece.at_ms, lines)


def _of_followed(followed: Followed, words: Catalogue) -> Iterator[FeedEntry]:
    past, game = followed.past, followed.game
    title = words.text("%(tag)s %(name)s: the game goes back", tag=game.tag, name=game.name)
    yield from (_of_back(game, back, title) for back in followed.backs)
    for branch in (*past.branches, past):
        presenter = presenter_for(
            branch.view_at(branch.last.position).table, [seat.name for seat in followed.seats], words
        )
        for moment in past.own(branch):
            yield from _of_moment(followed, moment, presenter)


def _of_moment(followed: Followed, moment: PastMoment, presenter: Presenter) -> Iterator[FeedEntry]:
    game, text = followed.game, presenter.catalogue.text
    facts = {"tag": game.tag, "name": game.name}
    for event in moment.events:
        if isinstance(event, Begun):
            title = text("%(tag)s %(name)s: the game begins", **facts)
            yield _entry(game, moment, "began", title, event, presenter)
        elif isinstance(event, TurnBeginning) and event.seat == followed.seat:
            title = text("%(tag)s %(name)s: %(player)s is to move", player=presenter.player(event.seat), **facts)
            yield _entry(game, moment, "turn", title, event, presenter)
        elif isinstance(event, Ending):
            title = text("%(tag)s %(name)s: the game is over", **facts)
            yield _entry(game, moment, "ended", title, event, presenter)


def _entry(game: GameRow, moment: PastMoment, what: str, title: str, event: object, presenter: Presenter) -> FeedEntry:
    name = f"games/{game.tag}/{moment.position}/{what}"
    return FeedEntry(name, f"/games/{game.tag}/at/{moment.position}", title, moment.at_ms, (presenter.sentence(event),))
