"""The JSON that the server gives to everybody: public state of games, what is counted of players, and lists of them.

These classes are the format. Their names and meanings stay; what is new is added. `publish` fills them in, and
`help` makes the documentation that people read, from their descriptions.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from pbem.i18n import N_
from pbem.store.games.game import GameStatus

GAME: Final = "railroad-dice-game/1"
GAMES: Final = "railroad-dice-games/1"
LISTS: Final = "railroad-dice-lists/1"
PLAYER: Final = "railroad-dice-player/1"
PLAYERS: Final = "railroad-dice-players/1"
"""The names of the formats: a game, a list of games, the waiting lists, a player, a list of players."""

S = TypeVar("S")
"""What a game tells of a position."""
R = TypeVar("R")
"""What a game tells of its end."""

PlayerId: TypeAlias = Annotated[int, Meta(description=N_("The player's number on this server."))]
PlayerName: TypeAlias = Annotated[str, Meta(description=N_("The player's public name."))]
IsProgram: TypeAlias = Annotated[bool, Meta(description=N_("Whether it is a bot, not a person."))]
Finished: TypeAlias = Annotated[int, Meta(description=N_("Games finished."))]
Won: TypeAlias = Annotated[int, Meta(description=N_("Games won, alone or with others."))]
BestScore: TypeAlias = Annotated[
    int, Meta(description=N_("The highest score in a finished game, as its kind counts it."))
]
MeanScore: TypeAlias = Annotated[
    float, Meta(description=N_("The average score in a finished game, as its kind counts it."))
]
TurnsTaken: TypeAlias = Annotated[int, Meta(description=N_("Turns taken, including those of running games."))]
TurnsLate: TypeAlias = Annotated[int, Meta(description=N_("Turns that were not over by their deadline."))]


class PlayerData(Struct, frozen=True):
    """A player of a game, by seat."""

    seat: Annotated[int, Meta(description=N_("The number of the seat, from 0."))]
    id: PlayerId
    name: PlayerName
    program: IsProgram
    url: Annotated[str, Meta(description=N_("The player's page."))]


class Notice(Struct, frozen=True):
    """Something that befell a game from outside."""

    at: Annotated[str, Meta(description=N_("When it was written (ISO 8601, UTC)."))]
    about: Annotated[str, Meta(description=N_("The kind of notice, in words that do not change."))]
    seat: Annotated[int | None, Meta(description=N_("The seat it is about; nothing where it is about none."))]
    text: Annotated[str, Meta(description=N_("What it says, in the server's language and time zone."))]


class PublicRound(Struct, frozen=True):
    """A round of a public beacon (drand) that dice are drawn with."""

    name: Annotated[str, Meta(description=N_("The beacon's name."))]
    chain: Annotated[str, Meta(description=N_("The hash of its chain, in hexadecimal."))]
    round: Annotated[int, Meta(description=N_("The round's number."))]
    published: Annotated[str, Meta(description=N_("When it is published (ISO 8601, UTC)."))]
    missing: Annotated[
        str,
        Meta(description=N_('What happens if it cannot be reached: the game is to "wait", or starts "without".')),
    ]
    signature: Annotated[
        str | None,
        Meta(
            description=N_("Its signature, in hexadecimal; nothing before the game begins, or where it began without.")
        ),
    ]


class RollbackData(Struct, frozen=True):
    """The game left a branch of its log and went on from an earlier position."""

    position: Annotated[int, Meta(description=N_("The line of the log that says so, where the next branch begins."))]
    at: Annotated[str, Meta(description=N_("When it was rolled back (ISO 8601, UTC)."))]
    to: Annotated[int, Meta(description=N_("The position from which it continued."))]
    left: Annotated[int, Meta(description=N_("The number of the branch that was left."))]
    epoch: Annotated[
        int,
        Meta(description=N_("Which dice are rolled from then on: 0 for the first ones, another number for new ones.")),
    ]
    text: Annotated[str, Meta(description=N_("Who rolled it back and why, in the server's language."))]
    history: Annotated[str, Meta(description=N_("What has happened on the branch that was left."))]


class Links(Struct, frozen=True):
    """Links to everything else that there is of a game."""

    page: Annotated[str, Meta(description=N_("The game's page."))]
    history: Annotated[str, Meta(description=N_("What has happened, by year and turn."))]
    position: Annotated[str, Meta(description=N_("The page of this very position, which stays."))]
    record: Annotated[str, Meta(description=N_("The record of the game, as JSON."))]
    feed: Annotated[str, Meta(description=N_("The Atom feed of the game."))]


class GameData(Struct, Generic[S, R], frozen=True):
    """A game, as everybody may know it."""

    format: Annotated[Literal["railroad-dice-game/1"], Meta(description=N_("The name of this format."))]
    tag: Annotated[str, Meta(description=N_("The game's short name."))]
    name: Annotated[str, Meta(description=N_("The name its players gave it."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    options: Annotated[Mapping[str, str], Meta(description=N_("The variants it is played with."))]
    status: Annotated[GameStatus, Meta(description=N_("Whether it is played or over."))]
    created: Annotated[str, Meta(description=N_("When it was opened (ISO 8601, UTC)."))]
    pace: Annotated[str, Meta(description=N_('The time per turn, in days ("7d") or hours ("36h") of playing days.'))]
    playing_days: Annotated[str, Meta(description=N_("The days of the week on which time runs, from 1 for Monday."))]
    time_zone: Annotated[str, Meta(description=N_("The time zone in which those days begin and end."))]
    late: Annotated[
        str,
        Meta(
            description=N_(
                'What happens if the deadline is missed: "wait", "pass", "standby", "standby-pass" or "bot".'
            )
        ),
    ]
    press: Annotated[
        str, Meta(description=N_('Whether players can write to each other: "none", "signed" or "anonymous".'))
    ]
    commitment: Annotated[str, Meta(description=N_("The SHA-256 of the seed of its dice, in hexadecimal."))]
    beacon: Annotated[
        PublicRound | None,
        Meta(description=N_("The public round that is to be part of its dice; nothing where none is named.")),
    ]
    players: Annotated[tuple[PlayerData, ...], Meta(description=N_("The players, by seat."))]
    position: Annotated[
        int, Meta(description=N_("The last line of its log that is final. All else here is as of this position."))
    ]
    year: Annotated[int, Meta(description=N_("The year being played."))]
    turn: Annotated[int, Meta(description=N_("The turn of the year, from 1."))]
    to_move: Annotated[int | None, Meta(description=N_("The seat whose turn it is; nothing when the game is over."))]
    deadline: Annotated[
        str | None,
        Meta(description=N_("Its deadline (ISO 8601, UTC); nothing when the game is over or on hold.")),
    ]
    overdue: Annotated[bool, Meta(description=N_("Whether that has passed, and the game waits."))]
    held: Annotated[
        str | None,
        Meta(description=N_("Since when it is on hold (ISO 8601, UTC); else nothing.")),
    ]
    branch: Annotated[
        int, Meta(description=N_("The number of the branch that is played: 1, and after each rollback one more."))
    ]
    rollbacks: Annotated[tuple[RollbackData, ...], Meta(description=N_("Its rollbacks, the oldest first."))]
    state: Annotated[S, Meta(description=N_("The position."))]
    notices: Annotated[
        tuple[Notice, ...],
        Meta(description=N_("What happened to it from outside, such as a missed deadline; the oldest first.")),
    ]
    result: Annotated[R | None, Meta(description=N_("How it ended; nothing while it is played."))]
    links: Annotated[Links, Meta(description=N_("Its other pages and data."))]


class GameLine(Struct, frozen=True):
    """A game in a list."""

    tag: Annotated[str, Meta(description=N_("The game's short name."))]
    name: Annotated[str, Meta(description=N_("The name its players gave it."))]
    status: Annotated[GameStatus, Meta(description=N_("Whether it is played or over."))]
    position: Annotated[int, Meta(description=N_("The last line of its log that is final."))]
    year: Annotated[int, Meta(description=N_("The year being played."))]
    turn: Annotated[int, Meta(description=N_("The turn of the year, from 1."))]
    to_move: Annotated[int | None, Meta(description=N_("The seat whose turn it is; nothing when the game is over."))]
    deadline: Annotated[
        str | None,
        Meta(description=N_("Its deadline (ISO 8601, UTC); nothing when the game is over or on hold.")),
    ]
    overdue: Annotated[bool, Meta(description=N_("Whether that has passed, and the game waits."))]
    held: Annotated[
        str | None,
        Meta(description=N_("Since when it is on hold (ISO 8601, UTC); else nothing.")),
    ]
    players: Annotated[tuple[PlayerData, ...], Meta(description=N_("The players, by seat."))]
    url: Annotated[str, Meta(description=N_("The game in full, as JSON."))]


class WaitingList(Struct, frozen=True):
    """A game that waits for players, and that everybody may join."""

    number: Annotated[int, Meta(description=N_("The list's number."))]
    name: Annotated[str, Meta(description=N_("The name its opener gave it."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    options: Annotated[Mapping[str, str], Meta(description=N_("The variants it is played with."))]
    seats: Annotated[int, Meta(description=N_("For how many players the game is."))]
    players: Annotated[
        tuple[str, ...], Meta(description=N_("The names of the players so far, in the order they joined."))
    ]
    pace: Annotated[str, Meta(description=N_('The time per turn, in days ("7d") or hours ("36h") of playing days.'))]
    playing_days: Annotated[str, Meta(description=N_("The days of the week on which time runs, from 1 for Monday."))]
    time_zone: Annotated[str, Meta(description=N_("The time zone in which those days begin and end."))]
    late: Annotated[
        str,
        Meta(
            description=N_(
                'What happens if the deadline is missed: "wait", "pass", "standby", "standby-pass" or "bot".'
            )
        ),
    ]
    press: Annotated[
        str, Meta(description=N_('Whether players can write to each other: "none", "signed" or "anonymous".'))
    ]
    commitment: Annotated[str, Meta(description=N_("The SHA-256 of the seed of its dice, in hexadecimal."))]
    beacon: Annotated[
        PublicRound | None,
        Meta(description=N_("The public round that is to be part of its dice; nothing where none is named.")),
    ]
    opened: Annotated[str, Meta(description=N_("When it was opened (ISO 8601, UTC)."))]
    closes: Annotated[str, Meta(description=N_("When it is closed if it has not filled (ISO 8601, UTC)."))]
    url: Annotated[str, Meta(description=N_("The list's page."))]


class WaitingLists(Struct, frozen=True):
    """The games looking for players."""

    format: Annotated[Literal["railroad-dice-lists/1"], Meta(description=N_("The name of this format."))]
    lists: Annotated[tuple[WaitingList, ...], Meta(description=N_("The open lists, the newest first."))]


class GameList(Struct, frozen=True):
    """The games of a kind, a page at a time."""

    format: Annotated[Literal["railroad-dice-games/1"], Meta(description=N_("The name of this format."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    status: Annotated[GameStatus, Meta(description=N_("Whether these are played or over."))]
    total: Annotated[int, Meta(description=N_("How many there are in all."))]
    games: Annotated[tuple[GameLine, ...], Meta(description=N_("The games of this page, the newest first."))]
    next: Annotated[str | None, Meta(description=N_("Where the list continues; nothing on its last page."))]


class RatingData(Struct, frozen=True):
    """A rating in a kind of game."""

    rating: Annotated[int, Meta(description=N_("The rating; everyone starts at 25."))]
    uncertainty: Annotated[int, Meta(description=N_("How far it may be off, two times out of three."))]
    games: Annotated[int, Meta(description=N_("How many games it comes from."))]


class Ratings(Struct, frozen=True):
    """A player's rating in a kind of game."""

    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    rating: Annotated[RatingData, Meta(description=N_("The rating."))]


class Counted(Struct, frozen=True):
    """Figures counted of games."""

    kind: Annotated[str | None, Meta(description=N_("The kind of game; nothing where all kinds are counted."))]
    seats: Annotated[int | None, Meta(description=N_("The number of players; nothing where all are counted."))]
    games: Finished
    won: Won
    shared: Annotated[int, Meta(description=N_("Games won together with others."))]
    drawn: Annotated[int, Meta(description=N_("Games that nobody has won."))]
    best: BestScore
    mean: MeanScore
    turns: TurnsTaken
    late: TurnsLate
    played_for: Annotated[int, Meta(description=N_("Turns that the server or a bot had to play, all of them late."))]
    median_seconds: Annotated[
        int | None,
        Meta(description=N_("The time that half of the turns did not exceed, in seconds; nothing without turns.")),
    ]


class AbsenceData(Struct, frozen=True):
    """Days on which a player is away."""

    first: Annotated[str, Meta(description=N_("The first day (ISO 8601)."))]
    last: Annotated[str, Meta(description=N_("The last day (ISO 8601)."))]


class ProfileData(Struct, frozen=True):
    """A player, as everybody may know them."""

    format: Annotated[Literal["railroad-dice-player/1"], Meta(description=N_("The name of this format."))]
    id: PlayerId
    name: PlayerName
    program: IsProgram
    away: Annotated[tuple[AbsenceData, ...], Meta(description=N_("When the player is away, or will be."))]
    ratings: Annotated[
        tuple[Ratings, ...], Meta(description=N_("The ratings that come from enough games to be shown."))
    ]
    counted: Annotated[
        tuple[Counted, ...], Meta(description=N_("The statistics, by kind of game and number of players."))
    ]
    together: Annotated[Counted, Meta(description=N_("The statistics of all games together."))]
    given_up: Annotated[int, Meta(description=N_("Seats resigned."))]
    lost: Annotated[int, Meta(description=N_("Seats lost by being late."))]
    taken_over: Annotated[int, Meta(description=N_("Seats taken over from others."))]
    page: Annotated[str, Meta(description=N_("The player's page."))]
    feed: Annotated[str, Meta(description=N_("The Atom feed of the player's games."))]


class Ranked(Struct, frozen=True):
    """A player in a list."""

    id: PlayerId
    name: PlayerName
    program: IsProgram
    rating: Annotated[
        RatingData | None,
        Meta(description=N_("The rating, if it comes from enough games to be shown; else nothing.")),
    ]
    games: Finished
    won: Won
    best: BestScore
    mean: MeanScore
    turns: TurnsTaken
    late: TurnsLate
    url: Annotated[str, Meta(description=N_("The player in full, as JSON."))]


class PlayerList(Struct, frozen=True):
    """The players who have finished games of a kind, a page at a time."""

    format: Annotated[Literal["railroad-dice-players/1"], Meta(description=N_("The name of this format."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    total: Annotated[int, Meta(description=N_("How many there are in all."))]
    players: Annotated[tuple[Ranked, ...], Meta(description=N_("The players of this page, by rating, the best first."))]
    next: Annotated[str | None, Meta(description=N_("Where the list continues; nothing on its last page."))]
