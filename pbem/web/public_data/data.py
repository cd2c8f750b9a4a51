"""The public data: the classes of its JSON, and the addresses of JSON and feeds.

These classes are the format. Their names and meanings stay; what is new is added. `publish` fills them in, `feeds`
serves each endpoint, and `help` makes the documentation that people read, all of it from what is declared here.
"""

import re
from collections.abc import Mapping
from types import GenericAlias
from typing import Annotated, Final, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from pbem.games.parts import BY_SEAT
from pbem.i18n import N_
from pbem.store.games.game import GameStatus
from pbem.web.lists import PLAYER as PLAYER_ID
from rules_core.kernel.codec import Doc
from rules_core.kernel.record import RecordData

S = TypeVar("S")
"""What a game tells of a position."""
R = TypeVar("R")
"""What a game tells of its end."""

Tag: TypeAlias = Annotated[str, Doc("The game's short name.")]
GameName: TypeAlias = Annotated[str, Doc("The name its players gave it.")]
GameKind: TypeAlias = Annotated[str, Doc("The kind of game.")]
Options: TypeAlias = Annotated[Mapping[str, str], Doc("The variants it is played with.")]
Status: TypeAlias = Annotated[GameStatus, Doc("Whether it is played or over.")]
Opened: TypeAlias = Annotated[str, Doc("When it was opened (ISO 8601, UTC).")]
Pace: TypeAlias = Annotated[str, Doc('The time per turn, in days ("7d") or hours ("36h") of playing days.')]
PlayingDays: TypeAlias = Annotated[str, Doc("The days of the week on which time runs, from 1 for Monday.")]
TimeZone: TypeAlias = Annotated[str, Doc("The time zone in which those days begin and end.")]
MissedDeadline: TypeAlias = Annotated[
    str, Doc('What happens if the deadline is missed: "wait", "pass", "standby", "standby-pass" or "bot".')
]
PressMode: TypeAlias = Annotated[str, Doc('Whether players can write to each other: "none", "signed" or "anonymous".')]
SeedDigest: TypeAlias = Annotated[str, Doc("The SHA-256 of the seed of its dice, in hexadecimal.")]
Year: TypeAlias = Annotated[int, Doc("The year being played.")]
TurnNumber: TypeAlias = Annotated[int, Doc("The turn of the year, from 1.")]
SeatToMove: TypeAlias = Annotated[int | None, Doc("The seat whose turn it is; nothing when the game is over.")]
Deadline: TypeAlias = Annotated[
    str | None, Doc("Its deadline (ISO 8601, UTC); nothing when the game is over or on hold.")
]
IsOverdue: TypeAlias = Annotated[bool, Doc("Whether that has passed, and the game waits.")]
OnHold: TypeAlias = Annotated[str | None, Doc("Since when it is on hold (ISO 8601, UTC); else nothing.")]
Total: TypeAlias = Annotated[int, Doc("How many there are in all.")]
NextPage: TypeAlias = Annotated[str | None, Doc("Where the list continues; nothing on its last page.")]
PlayerPage: TypeAlias = Annotated[str, Doc("The player's page.")]
PlayerId: TypeAlias = Annotated[int, Doc("The player's number on this server.")]
PlayerName: TypeAlias = Annotated[str, Doc("The player's public name.")]
IsProgram: TypeAlias = Annotated[bool, Doc("Whether it is a bot, not a person.")]
Finished: TypeAlias = Annotated[int, Doc("Games finished.")]
Won: TypeAlias = Annotated[int, Doc("Games won, alone or with others.")]
BestScore: TypeAlias = Annotated[int, Doc("The highest score in a finished game, as its kind counts it.")]
MeanScore: TypeAlias = Annotated[float, Doc("The average score in a finished game, as its kind counts it.")]
TurnsTaken: TypeAlias = Annotated[int, Doc("Turns taken, including those of running games.")]
TurnsLate: TypeAlias = Annotated[int, Doc("Turns that were not over by their deadline.")]


class PlayerData(Struct, frozen=True):
    """A player of a game, by seat."""

    seat: Annotated[int, Doc("The number of the seat, from 0.")]
    id: PlayerId
    name: PlayerName
    program: IsProgram
    url: PlayerPage


class Notice(Struct, frozen=True):
    """Something that befell a game from outside."""

    at: Annotated[str, Doc("When it was written (ISO 8601, UTC).")]
    about: Annotated[str, Doc("The kind of notice, in words that do not change.")]
    seat: Annotated[int | None, Doc("The seat it is about; nothing where it is about none.")]
    text: Annotated[str, Doc("What it says, in the server's language and time zone.")]


class PublicRound(Struct, frozen=True):
    """A round of a public beacon (drand) that dice are drawn with."""

    name: Annotated[str, Doc("The beacon's name.")]
    chain: Annotated[str, Doc("The hash of its chain, in hexadecimal.")]
    round: Annotated[int, Doc("The round's number.")]
    published: Annotated[str, Doc("When it is published (ISO 8601, UTC).")]
    missing: Annotated[str, Doc('What happens if it cannot be reached: the game is to "wait", or starts "without".')]
    signature: Annotated[
        str | None, Doc("Its signature, in hexadecimal; nothing before the game begins, or where it began without.")
    ]


Beacon: TypeAlias = Annotated[
    PublicRound | None, Doc("The public round that is to be part of its dice; nothing where none is named.")
]
Players: TypeAlias = Annotated[tuple[PlayerData, ...], BY_SEAT]


class RollbackData(Struct, frozen=True):
    """The game left a branch of its log and went on from an earlier position."""

    position: Annotated[int, Doc("The line of the log that says so, where the next branch begins.")]
    at: Annotated[str, Doc("When it was rolled back (ISO 8601, UTC).")]
    to: Annotated[int, Doc("The position from which it continued.")]
    left: Annotated[int, Doc("The number of the branch that was left.")]
    epoch: Annotated[int, Doc("Which dice are rolled from then on: 0 for the first ones, another number for new ones.")]
    text: Annotated[str, Doc("Who rolled it back and why, in the server's language.")]
    history: Annotated[str, Doc("What has happened on the branch that was left.")]


class Links(Struct, frozen=True):
    """Links to everything else that there is of a game."""

    page: Annotated[str, Doc("The game's page.")]
    history: Annotated[str, Doc("What has happened, by year and turn.")]
    position: Annotated[str, Doc("The page of this very position, which stays.")]
    record: Annotated[str, Doc("The record of the game, as JSON.")]
    feed: Annotated[str, Doc("The Atom feed of the game.")]


class GameData(Struct, Generic[S, R], frozen=True, tag_field="format", tag="railroad-dice-game/1"):
    """A game, as everybody may know it."""

    tag: Tag
    name: GameName
    kind: GameKind
    options: Options
    status: Status
    created: Opened
    pace: Pace
    playing_days: PlayingDays
    time_zone: TimeZone
    late: MissedDeadline
    press: PressMode
    commitment: SeedDigest
    beacon: Beacon
    players: Players
    position: Annotated[int, Doc("The last line of its log that is final. All else here is as of this position.")]
    year: Year
    turn: TurnNumber
    to_move: SeatToMove
    deadline: Deadline
    overdue: IsOverdue
    held: OnHold
    branch: Annotated[int, Doc("The number of the branch that is played: 1, and after each rollback one more.")]
    rollbacks: Annotated[tuple[RollbackData, ...], Doc("Its rollbacks, the oldest first.")]
    state: Annotated[S, Doc("The position.")]
    notices: Annotated[
        tuple[Notice, ...], Doc("What happened to it from outside, such as a missed deadline; the oldest first.")
    ]
    result: Annotated[R | None, Doc("How it ended; nothing while it is played.")]
    links: Annotated[Links, Doc("Its other pages and data.")]


class GameLine(Struct, frozen=True):
    """A game in a list."""

    tag: Tag
    name: GameName
    status: Status
    position: Annotated[int, Doc("The last line of its log that is final.")]
    year: Year
    turn: TurnNumber
    to_move: SeatToMove
    deadline: Deadline
    overdue: IsOverdue
    held: OnHold
    players: Players
    url: Annotated[str, Doc("The game in full, as JSON.")]


class WaitingList(Struct, frozen=True):
    """A game that waits for players, and that everybody may join."""

    number: Annotated[int, Doc("The list's number.")]
    name: Annotated[str, Doc("The name its opener gave it.")]
    kind: GameKind
    options: Options
    seats: Annotated[int, Doc("For how many players the game is.")]
    players: Annotated[tuple[str, ...], Doc("The names of the players so far, in the order they joined.")]
    pace: Pace
    playing_days: PlayingDays
    time_zone: TimeZone
    late: MissedDeadline
    press: PressMode
    commitment: SeedDigest
    beacon: Beacon
    opened: Opened
    closes: Annotated[str, Doc("When it is closed if it has not filled (ISO 8601, UTC).")]
    url: Annotated[str, Doc("The list's page.")]


class WaitingLists(Struct, frozen=True, tag_field="format", tag="railroad-dice-lists/1"):
    """The games looking for players."""

    lists: Annotated[tuple[WaitingList, ...], Doc("The open lists, the newest first.")]


class GameList(Struct, frozen=True, tag_field="format", tag="railroad-dice-games/1"):
    """The games of a kind, a page at a time."""

    kind: GameKind
    status: Annotated[GameStatus, Doc("Whether these are played or over.")]
    total: Total
    games: Annotated[tuple[GameLine, ...], Doc("The games of this page, the newest first.")]
    next: NextPage


class RatingData(Struct, frozen=True):
    """A rating in a kind of game."""

    rating: Annotated[int, Doc("The rating; everyone starts at 25.")]
    uncertainty: Annotated[int, Doc("How far it may be off, two times out of three.")]
    games: Annotated[int, Doc("How many games it comes from.")]


class Ratings(Struct, frozen=True):
    """A player's rating in a kind of game."""

    kind: GameKind
    rating: Annotated[RatingData, Doc("The rating.")]


class Counted(Struct, frozen=True):
    """Figures counted of games."""

    kind: Annotated[str | None, Doc("The kind of game; nothing where all kinds are counted.")]
    seats: Annotated[int | None, Doc("The number of players; nothing where all are counted.")]
    games: Finished
    won: Won
    shared: Annotated[int, Doc("Games won together with others.")]
    drawn: Annotated[int, Doc("Games that nobody has won.")]
    best: BestScore
    mean: MeanScore
    turns: TurnsTaken
    late: TurnsLate
    played_for: Annotated[int, Doc("Turns that the server or a bot had to play, all of them late.")]
    median_seconds: Annotated[
        int | None, Doc("The time that half of the turns did not exceed, in seconds; nothing without turns.")
    ]


class AbsenceData(Struct, frozen=True):
    """Days on which a player is away."""

    first: Annotated[str, Doc("The first day (ISO 8601).")]
    last: Annotated[str, Doc("The last day (ISO 8601).")]


class ProfileData(Struct, frozen=True, tag_field="format", tag="railroad-dice-player/1"):
    """A player, as everybody may know them."""

    id: PlayerId
    name: PlayerName
    program: IsProgram
    away: Annotated[tuple[AbsenceData, ...], Doc("When the player is away, or will be.")]
    ratings: Annotated[tuple[Ratings, ...], Doc("The ratings that come from enough games to be shown.")]
    counted: Annotated[tuple[Counted, ...], Doc("The statistics, by kind of game and number of players.")]
    together: Annotated[Counted, Doc("The statistics of all games together.")]
    given_up: Annotated[int, Doc("Seats resigned.")]
    lost: Annotated[int, Doc("Seats lost by being late.")]
    taken_over: Annotated[int, Doc("Seats taken over from others.")]
    page: PlayerPage
    feed: Annotated[str, Doc("The Atom feed of the player's games.")]


class Ranked(Struct, frozen=True):
    """A player in a list."""

    id: PlayerId
    name: PlayerName
    program: IsProgram
    rating: Annotated[RatingData | None, Doc("The rating, if it comes from enough games to be shown; else nothing.")]
    games: Finished
    won: Won
    best: BestScore
    mean: MeanScore
    turns: TurnsTaken
    late: TurnsLate
    url: Annotated[str, Doc("The player in full, as JSON.")]


class PlayerList(Struct, frozen=True, tag_field="format", tag="railroad-dice-players/1"):
    """The players who have finished games of a kind, a page at a time."""

    kind: GameKind
    total: Total
    players: Annotated[tuple[Ranked, ...], Doc("The players of this page, by rating, the best first.")]
    next: NextPage


class Endpoint(NamedTuple):
    """An address of public data, and how it is documented. Without a document it is an Atom feed."""

    rule: str
    """The path as Flask reads it, such as "/games/<tag>.json"."""
    summary: str
    document: type | GenericAlias | None = None
    """The class of the JSON that is found there."""
    title: str = ""
    """The heading under which the help page shows the document; none where another endpoint's shows it."""
    is_paged: bool = False
    """Whether the parameter `page` chooses a page, from 1."""

    def path(self, **values: object) -> str:
        """The path with these values in it, such as "/games/e7.json"."""
        return re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda part: str(values[part[1]]), self.rule)


GAME: Final = Endpoint(
    "/games/<tag>.json",
    N_("A game: its players, its position, whose turn it is and until when."),
    GameData,
    N_("A game"),
)
RECORD: Final = Endpoint(
    "/games/<tag>/record.json",
    N_(
        "All that is final of a game, from which it can be played again and its dice proved. It can be copied to "
        "another server and checked there."
    ),
    RecordData,
    N_("A record"),
)
GAMES: Final = Endpoint(
    "/games/<kind:kind>/index.json",
    N_("The games of a kind that are in progress."),
    GameList,
    N_("A list of games"),
    is_paged=True,
)
FINISHED_GAMES: Final = Endpoint(
    "/games/<kind:kind>/complete.json", N_("The finished games of a kind."), GameList, is_paged=True
)
GAME_FEED: Final = Endpoint(
    "/games/<tag>/feed.atom",
    N_("The turns of a game as they become final, and press to all, as an Atom feed."),
)
LISTS: Final = Endpoint(
    "/lists/index.json", N_("The games looking for players."), WaitingLists, N_("Games looking for players")
)
LISTS_FEED: Final = Endpoint(
    "/lists/feed.atom", N_("The games looking for players as they are opened, as an Atom feed.")
)
PLAYERS: Final = Endpoint(
    "/games/<kind:kind>/players.json",
    N_("The players who have finished games of a kind, with ratings."),
    PlayerList,
    N_("The players of a kind of game"),
    is_paged=True,
)
PLAYER: Final = Endpoint(
    f"/players/{PLAYER_ID}.json", N_("A player's statistics, ratings and days away."), ProfileData, N_("A player")
)
PLAYER_FEED: Final = Endpoint(
    f"/players/{PLAYER_ID}/feed.atom",
    N_("The beginnings and ends of a player's games, and the turns in them, as an Atom feed."),
)
ENDPOINTS: Final = (
    GAME,
    RECORD,
    GAMES,
    FINISHED_GAMES,
    GAME_FEED,
    LISTS,
    LISTS_FEED,
    PLAYERS,
    PLAYER,
    PLAYER_FEED,
)
"""All of them, in the order in which the help page lists them."""
