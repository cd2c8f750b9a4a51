"""Waiting lists as pages show them, the paces that whoever opens one chooses from, and a game played once more by
its people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.clock import EVERY_DAY, Pace, read_pace
from pbem.i18n import N_, Catalogue
from pbem.lobby.lists import closing_sentence, describe_game, fairness_sentence, term_sentences, waiting_sentence
from pbem.lobby.public_rounds import claim_sentences, fingerprint_of, round_sentences
from pbem.reports.notes import LATE, days_in_words, pace_in_words
from pbem.store import Tx
from pbem.store.across.prefetch import prefetch_waiting
from pbem.store.games.game import GameRow, find_game_by_tag, get_game
from pbem.store.games.seats import list_seats
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
from pbem.terms import Late, Terms
from pbem.web.visitor import visitor, words, zone

EVENING: Final = "evening"
DAYS: Final = "days"
WEEK: Final = "week"
AS_USUAL: Final = "usual"
"""What comes when the time is up: what belongs to the pace."""


@dataclass(frozen=True)
class NamedPace:
    """A pace to choose: what it is called, the time for a turn, and what comes when that is up."""

    title: str
    """A message id."""
    pace: str
    late: Late

    def text(self, words: Catalogue) -> str:
        """Tell its meaning, in sentences."""
        return words.text(
            "%(pace)s per turn. If the deadline is missed, %(what)s.",
            pace=pace_in_words(self.pace, words),
            what=words.text(LATE[self.late]),
        )


def paces(terms: Terms) -> Mapping[str, NamedPace]:
    """The paces by name, as the operator's terms have them: theirs takes the place of the one that it is most like."""
    known = {
        EVENING: NamedPace(N_("An evening"), "1h", "bot"),
        DAYS: NamedPace(N_("A few days a turn"), "3d", terms.late),
        WEEK: NamedPace(N_("A week a turn"), "7d", terms.late),
    }
    usual = usual_pace(terms)
    return {**known, usual: NamedPace(known[usual].title, terms.pace, terms.late)}


def usual_pace(terms: Terms) -> str:
    """The name of the pace that the operator's terms are most like."""
    pace = read_pace(terms.pace)
    assert pace is not None, "the settings are checked when they are read"
    if pace.span <= Pace(12, "h").span:
        return EVENING
    return DAYS if pace.span <= Pace(4, "d").span else WEEK


def running_days(days: str, words: Catalogue) -> str:
    """The days on which time runs."""
    return words.text("every day") if days == EVERY_DAY else words.text("on %(days)s", days=days_in_words(days, words))


@dataclass(frozen=True)
class Rematch:
    """A finished game that the visitor wants to play once more."""

    game: GameRow
    seats: int
    others: tuple[str, ...]
    """The names of the people who played it beside them."""
    bots: int
    """How many of the seats programs had."""


def rematch(tx: Tx, tag: str, me: PlayerRow) -> Rematch | None:
    """The game of that name, where it is over and the player had a seat in it to the end."""
    game = find_game_by_tag(tx, tag)
    if game is None or not game.is_match or game.status != "over":
        return None
    seats = [seat for seat in list_seats(tx, game.id) if seat.vacant_ms is None]
    if all(seat.player_id != me.id for seat in seats):
        return None
    others = tuple(seat.name for seat in seats if seat.player_id != me.id and seat.bot is None)
    bots = sum(seat.bot is not None for seat in seats)
    return Rematch(game, len(list_seats(tx, game.id)), others, bots)


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
    """The sentences on the list's public round."""
    dice: tuple[str, ...]
    """What its dice will prove, and against whom."""
    fingerprint: str
    """That of all that its dice follow from, once it is full and names a round."""


def list_newest(tx: Tx) -> list[ShownList]:
    """The newest lists that are open to everybody, for the home page."""
    return shown_all(tx, list_public_lists(tx, limit=_ON_HOME))


def list_waited_on(tx: Tx, me: PlayerRow) -> list[ShownList]:
    """The lists that a player waits on or was asked to join, for their own page."""
    return shown_all(tx, [row for rows in list_own(tx, me) for row in rows])


def list_own(tx: Tx, me: PlayerRow | None) -> tuple[list[ListRow], list[ListRow]]:
    """The lists that a player is on, and the others that they were asked to join."""
    if me is None:
        return [], []
    mine = list_lists_waited_on(tx, me.id)
    known = {row.id for row in mine}
    return mine, [row for row in list_lists_inviting(tx, me.address) if row.id not in known]


def shown_all(tx: Tx, rows: Sequence[ListRow]) -> list[ShownList]:
    """Lists as the visitor may see them, in as many statements as one takes."""
    prefetch_waiting(tx, [row.id for row in rows], visitor())
    return [shown(tx, row) for row in rows]


def shown(tx: Tx, row: ListRow) -> ShownList:
    """A list as the visitor may see it, if they may see it at all."""
    me, waiting = visitor(), tuple(list_waiting_players(tx, row.id))
    invitation = find_invitation(tx, row.id, me.address) if me else None
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
        is_asked=invitation is not None and invitation.declined_ms is None and not is_on_it,
        salt=(find_waiting_salt(tx, row.id, me.id) or "") if me and is_on_it else "",
        bound=fairness_sentence(row, words()),
        rounds=tuple(round_sentences(row, words(), zone())),
        dice=tuple(claim_sentences(row, words(), zone())),
        fingerprint=fingerprint_of(tx, row),
        began="" if row.game_id is None else get_game(tx, row.game_id).tag,
    )
