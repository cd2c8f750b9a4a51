"""Public data for machines, as JSON and Atom feeds. Everybody gets the same bytes, in the server's language.

Each answer has an ETag that is computed from final positions alone, before the answer is made, so that asking again for
unchanged data costs one read of a row.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from pbem.adjudicator import statistics
from pbem.adjudicator.history.archive import Branch, Past, PastMoment, present
from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.mails.press import load_public_press
from pbem.clock import from_ms, iso
from pbem.games.presentation import presenter_for, turn_in_words, year_in_words
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue, catalogue
from pbem.lobby.lists import closing_sentence, commitment_sentence, describe_game, term_sentences
from pbem.reports.press import PressPiece, heading
from pbem.store import NotFound, Tx
from pbem.store.across.prefetch import prefetch_seats, prefetch_waiting
from pbem.store.games.game import GameRow, GameStatus, find_game_by_tag
from pbem.store.games.listing import list_newest_games, list_newest_games_of_player
from pbem.store.games.log import count_notes
from pbem.store.games.seats import SeatPlayer, list_seats
from pbem.store.games.waiting_lists import ListRow, list_public_lists, list_waiting_players
from pbem.store.players.player import get_public_player
from pbem.web.games.chronicle import (
    ChronicleEntry,
    Posted,
    WentBack,
    chapters,
    list_notices,
    load_rollbacks,
    not_covered_by,
)
from pbem.web.games.pages import STATUSES
from pbem.web.lists import rank, slug
from pbem.web.protection import FEEDS
from pbem.web.public_data import data, publish
from pbem.web.site import site
from rules_core.kernel.events import Begun, Ending, TurnBeginning

MOST: Final = 50
"""Entries of a feed, the newest."""
_NAME: Final = 16
"""Hexadecimal digits that name press, whose number would tell in which order it was written."""

FORM: Final = 5
"""Rises when the same facts are written differently, so that nobody keeps the old writing."""
ON_PAGE: Final = 100
"""Games on a page of a list."""
_JSON: Final = "application/json"
_ATOM: Final = "application/atom+xml"
_GAMES_FOLLOWED: Final = 10
"""The most games in a player's feed: this many in progress and this many that are over, the newest of each."""
_LISTS_SINCE_MS: Final = 1_795_305_600_000
"""The day of the name of the feed of waiting lists, which is one for good: 22 November 2026."""
_NOT_XML: Final = re.compile("[^\\t\\n\\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What is no character of XML 1.0."""

pages = Blueprint(FEEDS, __name__)


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
    """A game that a player's feed tells of, with their seat in it."""

    game: GameRow
    seats: Sequence[SeatPlayer]
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
    press: Sequence[PressPiece] = (),
    notices: Sequence[Posted] = (),
    backs: Sequence[WentBack] = (),
) -> list[FeedEntry]:
    """The newest turns and ends of years of a game, rollbacks, notices and press to all, the newest first.

    A turn in progress has no entry yet; entries of a branch that was left stay. `names` are the players', by seat.
    """
    whole = [
        chapter for branch in (*past.branches, past) for chapter in _list_own_entries(past, branch, names, words, backs)
    ]
    entries = [_of_chapter(game, chapter, words) for chapter in whole]
    gone = [_of_back(game, back, words.text("%(tag)s: the game is rolled back", tag=game.tag)) for back in backs]
    written = [_of_press(game, piece, words) for piece in press[-MOST:]]
    noticed = [_of_notice(game, notice, words) for notice in not_covered_by(backs, notices)[-MOST:]]
    return sorted([*entries, *gone, *noticed, *written], key=lambda entry: entry.at_ms)[: -MOST - 1 : -1]


def of_player(games: Iterable[Followed], words: Catalogue) -> list[FeedEntry]:
    """Entries for where a player's games began and ended, and where their turn came, the newest first."""
    candidates = (entry for followed in games for entry in _of_followed(followed, words))
    once = {entry.name: entry for entry in candidates}  # a player may have two seats
    entries = sorted(once.values(), key=lambda entry: entry.at_ms)  # those of one moment stay in their order
    return entries[: -MOST - 1 : -1]


def of_list(row: ListRow, words: Catalogue, zone: str) -> FeedEntry:
    """A game that waits for players, as it was when it was opened."""
    sentences = (describe_game(row, words), *term_sentences(row.terms, words), closing_sentence(row, words, zone))
    path = f"/lists/{row.id}"
    return FeedEntry(path[1:], path, row.name, row.created_ms, (*sentences, commitment_sentence(row, words)))


def _list_own_entries(
    past: Past, branch: Branch, names: Sequence[str], words: Catalogue, backs: Sequence[WentBack]
) -> list[ChronicleEntry]:
    ends = {moment.position for moment in past.moments_of(branch)}
    presenter = presenter_for(branch.view_at(branch.last.position).table, names, words)
    whole = [one for one in chapters(branch, presenter, backs) if one.is_whole and one.position in ends]
    return whole[-MOST:]


def _of_back(game: GameRow, back: WentBack, title: str) -> FeedEntry:
    path = f"/games/{game.tag}/at/{back.position}"
    return FeedEntry(f"games/{game.tag}/{back.position}/back", path, title, back.at_ms, (back.text,))


def _of_notice(game: GameRow, notice: Posted, words: Catalogue) -> FeedEntry:
    name, path = f"games/{game.tag}/notices/{notice.number}", f"/games/{game.tag}/history"
    return FeedEntry(name, path, words.text("%(tag)s: notice", tag=game.tag), notice.at_ms, (notice.text,))


def _of_chapter(game: GameRow, chapter: ChronicleEntry, words: Catalogue) -> FeedEntry:
    path = f"/games/{game.tag}/at/{chapter.position}"
    name = f"games/{game.tag}/{chapter.position}"
    facts = {"tag": game.tag, "player": chapter.player}
    if chapter.part == "beginning":
        title = words.text("%(tag)s: the game starts", **facts)
    elif chapter.part == "turn":
        moment = turn_in_words(game.kind, chapter.year, chapter.turn, words)
        title = words.text("%(tag)s: %(moment)s, %(player)s", moment=moment, **facts)
    else:
        year = year_in_words(game.kind, chapter.year, words)
        name, title = f"{name}/year", words.text("%(tag)s: end of %(year)s", year=year, **facts)
    return FeedEntry(name, path, title, chapter.at_ms, tuple(chapter.sentences))


def _of_press(game: GameRow, piece: PressPiece, words: Catalogue) -> FeedEntry:
    known = sha256(f"{piece.at_ms} {piece.text}".encode()).hexdigest()[:_NAME]
    title = words.text("%(tag)s: %(heading)s", tag=game.tag, heading=heading(piece, words))
    lines = tuple(line for line in piece.lines if line)
    return FeedEntry(f"games/{game.tag}/press/{known}", f"/games/{game.tag}/press", title, piece.at_ms, lines)


def _of_followed(followed: Followed, words: Catalogue) -> Iterator[FeedEntry]:
    past, game = followed.past, followed.game
    title = words.text("%(tag)s %(name)s: the game is rolled back", tag=game.tag, name=game.name)
    yield from (_of_back(game, back, title) for back in followed.backs)
    for branch in (*past.branches, past):
        presenter = presenter_for(
            branch.view_at(branch.last.position).table, [seat.name for seat in followed.seats], words
        )
        for moment in past.moments_of(branch):
            yield from _of_moment(followed, moment, presenter)


def _of_moment(followed: Followed, moment: PastMoment, presenter: Presenter) -> Iterator[FeedEntry]:
    game, text = followed.game, presenter.catalogue.text
    facts = {"tag": game.tag, "name": game.name}
    for event in moment.events:
        if isinstance(event, Begun):
            title = text("%(tag)s %(name)s: the game starts", **facts)
            yield _entry(game, moment, "began", title, event, presenter)
        elif isinstance(event, TurnBeginning) and event.seat == followed.seat:
            title = text("%(tag)s %(name)s: %(player)s to play", player=presenter.player(event.seat), **facts)
            yield _entry(game, moment, "turn", title, event, presenter)
        elif isinstance(event, Ending):
            title = text("%(tag)s %(name)s: the game is over", **facts)
            yield _entry(game, moment, "ended", title, event, presenter)


def _entry(game: GameRow, moment: PastMoment, what: str, title: str, event: object, presenter: Presenter) -> FeedEntry:
    name = f"games/{game.tag}/{moment.position}/{what}"
    return FeedEntry(name, f"/games/{game.tag}/at/{moment.position}", title, moment.at_ms, (presenter.sentence(event),))


@pages.get(data.GAME.rule)
def game(tag: str) -> Response:
    """A game's public state, as `data.Game`."""
    with site().read() as unit:
        row, seats = _find(unit, tag)

        def make() -> bytes:
            notices = _notices(unit, row, seats)
            backs = load_rollbacks(unit, row.id, notices, _words())
            position = present(unit, row.id)
            return msgspec.json.encode(publish.game(row, seats, position, notices, backs, _base_url()))

        return _answer(_JSON, make, _facts(row), count_notes(unit, row.id), *seats)


@pages.get(data.RECORD.rule)
def record(tag: str) -> Response:
    """A game's record, as `rules_core.kernel.record` describes it: what is final, and the seed once it is over."""
    with site().read() as unit:
        row, seats = _find(unit, tag)
        return _answer(_JSON, lambda: export_game(unit, row.id).encode(), _facts(row), *seats)


@pages.get(data.GAMES.rule, defaults={"status": "playing"})
@pages.get(data.FINISHED_GAMES.rule, defaults={"status": "over"})
def index(kind: str, status: GameStatus) -> Response:
    """The games of a kind that are in progress, or those that are over, as `data.GameList`."""
    number = _page_number()
    with site().read() as unit:
        total = site().count_games(unit).get((kind, status), 0)
        rows = list_newest_games(unit, status, ON_PAGE, (number - 1) * ON_PAGE, kind)
        prefetch_seats(unit, [row.id for row in rows])
        games = [(row, list_seats(unit, row.id)) for row in rows]
    following = _next_page(data.GAMES if status == "playing" else data.FINISHED_GAMES, kind, number, total)
    body = msgspec.json.encode(publish.listed(kind, status, total, games, following, _base_url()))
    return _answer(_JSON, lambda: body, body)


@pages.get(data.GAME_FEED.rule)
def game_feed(tag: str) -> Response:
    """The turns of a game as they become final, its years' ends, notices, and press to all."""
    with site().read() as unit:
        row, seats = _find(unit, tag)
        press = load_public_press(unit, row.id)

        def make() -> bytes:
            past, notices = site().archive.past(unit, row), _notices(unit, row, seats)
            backs = load_rollbacks(unit, row.id, notices, _words())
            names = [seat.name for seat in seats]
            entries = of_game(row, past, names, _words(), press=press, notices=notices, backs=backs)
            return _atom(f"games/{row.tag}", f"{row.tag} {row.name}", row.created_ms, entries)

        count = count_notes(unit, row.id)
        return _answer(_ATOM, make, _facts(row), count, *seats, *((piece.at_ms, piece.text) for piece in press))


@pages.get(data.PLAYERS.rule)
def ranking(kind: str) -> Response:
    """The players who have finished games of a kind, the best rated first, as `data.PlayerList`."""
    number = _page_number()
    with site().read() as unit:
        ranked, begin = rank(unit, kind, "rating"), (number - 1) * ON_PAGE
        lines = statistics.list_ranked(unit, kind, ranked[begin : begin + ON_PAGE])
    following = _next_page(data.PLAYERS, kind, number, len(ranked))
    body = msgspec.json.encode(publish.ranking(kind, len(ranked), lines, following, _base_url()))
    return _answer(_JSON, lambda: body, body)


@pages.get(data.PLAYER.rule)
def player(player_id: int) -> Response:
    """The figures counted of a player, as `data.ProfileData`."""
    with site().read() as unit:
        try:
            row = get_public_player(unit, player_id)
        except NotFound:
            abort(404)
        found = statistics.load_profile(unit, player_id, site().clock().date())
    body = msgspec.json.encode(publish.profile(row, found, _base_url()))
    return _answer(_JSON, lambda: body, body)


@pages.get(data.PLAYER_FEED.rule)
def player_feed(player_id: int) -> Response:
    """The feed of a player: where their games began and ended, and where their turn came."""
    with site().read() as unit:
        try:
            player = get_public_player(unit, player_id)
        except NotFound:
            abort(404)
        found = [
            (seat, game)
            for status in STATUSES
            for seat, game in list_newest_games_of_player(unit, player_id, status, _GAMES_FOLLOWED)
        ]
        prefetch_seats(unit, [game.id for _seat, game in found])
        followed = [(seat, game, list_seats(unit, game.id)) for seat, game in found]

        def make() -> bytes:
            games = [_followed(unit, game, seats, seat) for seat, game, seats in followed]
            return _atom(f"players/{player.id}", player.name, player.created_ms, of_player(games, _words()))

        facts = [(seat, _facts(game), *seats) for seat, game, seats in followed]
        return _answer(_ATOM, make, player.id, player.name, *facts)


@pages.get(data.LISTS.rule)
def lists() -> Response:
    """The games that wait for players, as `data.WaitingLists`; private ones are not among them."""
    with site().read() as unit:
        rows = list_public_lists(unit, limit=ON_PAGE)
        prefetch_waiting(unit, [row.id for row in rows])
        found = [(row, list_waiting_players(unit, row.id)) for row in rows]
    body = msgspec.json.encode(publish.waiting(found, _base_url()))
    return _answer(_JSON, lambda: body, body)


@pages.get(data.LISTS_FEED.rule)
def lists_feed() -> Response:
    """The games that wait for players as they are opened."""
    with site().read() as unit:
        rows = list_public_lists(unit, limit=ON_PAGE)
    zone = site().settings.server.time_zone

    def make() -> bytes:
        entries = [of_list(row, _words(), zone) for row in rows]
        return _atom("lists", _words().text("Games looking for players"), _LISTS_SINCE_MS, entries)

    return _answer(_ATOM, make, zone, *rows)


def _page_number() -> int:
    """The page that the parameter `page` asks for; the first where it is no number."""
    return max(1, min(request.args.get("page", 1, type=int), 1_000_000))


def _next_page(endpoint: data.Endpoint, kind: str, number: int, total: int) -> str | None:
    """The address of the page after this one; None behind the last."""
    if number * ON_PAGE >= total:
        return None
    return f"{_base_url()}{endpoint.path(kind=slug(kind))}?page={number + 1}"


def _find(tx: Tx, tag: str) -> tuple[GameRow, list[SeatPlayer]]:
    row = find_game_by_tag(tx, tag)
    if row is None:
        abort(404)
    return row, list_seats(tx, row.id)


def _followed(tx: Tx, game: GameRow, seats: Sequence[SeatPlayer], seat: int) -> Followed:
    backs = load_rollbacks(tx, game.id, _notices(tx, game, seats), _words())
    return Followed(game, seats, seat, site().archive.past(tx, game), backs)


def _notices(tx: Tx, row: GameRow, seats: Sequence[SeatPlayer]) -> list[Posted]:
    return list_notices(tx, row.id, _words(), site().settings.server.time_zone, [seat.name for seat in seats])


def _facts(game: GameRow) -> tuple[object, ...]:
    """The public facts of a game's row, which change with all else that is public."""
    return (game.tag, game.name, game.status, game.final_position, game.deadline_ms, game.overdue, game.held_ms)


def _answer(mimetype: str, make: Callable[[], bytes], *facts: object) -> Response:
    """Send what `make` makes, unless whoever asks has it already, as the ETag made of these facts shows."""
    settings = site().settings
    known = (
        FORM,
        mimetype,
        settings.web.base_url,
        settings.mail.domain,
        settings.server.name,
        _words().language,
        *facts,
    )
    response = Response(mimetype=mimetype)
    response.set_etag(sha256(repr(known).encode()).hexdigest()[:32])
    if not request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        response.set_data(make())
    response.make_conditional(request)
    return response


def _atom(name: str, title: str, since_ms: int, entries: Sequence[FeedEntry]) -> bytes:
    """A feed (RFC 4287). What XML cannot hold, such as a bell in a name, is left out."""
    settings = site().settings
    text = render_template(
        "feed.xml",
        words=_words(),
        id=tag_uri(settings.mail.domain, since_ms, name),
        address=f"{settings.web.base_url}/{name}",
        base_url=settings.web.base_url,
        title=title,
        author=settings.server.name,
        updated=iso(entries[0].at_ms if entries else since_ms),
        entries=[(tag_uri(settings.mail.domain, entry.at_ms, entry.name), entry) for entry in entries],
        iso=iso,
    )
    return _NOT_XML.sub("", text).encode()


def _words() -> Catalogue:
    return catalogue(site().settings.server.language)


def _base_url() -> str:
    return site().settings.web.base_url
