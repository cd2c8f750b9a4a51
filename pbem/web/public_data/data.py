"""The JSON that the server gives to everybody: public state of games, and lists of them.

These classes are the format. Their names and meanings stay; what is new is added. `publish` fills them in, and
`help` makes the documentation that people read, from their descriptions.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pbem.i18n import N_
from pbem.store.rows import GameStatus
from rules_core.grid.terrain import Terrain
from rules_core.line.actions import EndName
from rules_core.line.events import EndReason, LastYearReason

GAME: Final = "railroad-dice-game/1"
"""The format of a game."""
GAMES: Final = "railroad-dice-games/1"
LISTS: Final = "railroad-dice-lists/1"
"""The format of a list of games."""


class PlayerData(Struct, frozen=True):
    """A player of a game, by seat."""

    seat: Annotated[int, Meta(description=N_("The number of the seat, from 0."))]
    id: Annotated[int, Meta(description=N_("The player's number on this server."))]
    name: Annotated[str, Meta(description=N_("The player's public name."))]
    program: Annotated[bool, Meta(description=N_("Whether a program plays, not a person."))]
    url: Annotated[str, Meta(description=N_("The player's page."))]


class Faces(Struct, frozen=True):
    """Dice by the face they show."""

    straight: Annotated[int, Meta(description=N_("Dice showing a straight track."))]
    curve: Annotated[int, Meta(description=N_("Dice showing a curved track."))]
    share: Annotated[int, Meta(description=N_("Dice showing a share; in Germany, the transport symbol."))]
    wild: Annotated[int, Meta(description=N_("Dice showing “?”."))]


class Holding(Struct, frozen=True):
    """What a player has."""

    seat: Annotated[int, Meta(description=N_("The player's seat."))]
    front: Annotated[Faces, Meta(description=N_("The dice in front of the screen."))]
    directs: Annotated[tuple[str, ...], Meta(description=N_("The companies the player is director of."))]
    hidden: Annotated[
        int | None, Meta(description=N_("The dice behind the screen, where everybody may see them; else nothing."))
    ]
    passengers: Annotated[
        int | None, Meta(description=N_("The passengers carried, where everybody may see them; else nothing."))
    ]


class Stations(Struct, frozen=True):
    """Stations of one kind and price that a company has left."""

    kind: Annotated[
        Terrain | None,
        Meta(description=N_("The ground they are for: grassland, mountain or lake; nothing where the map tells it.")),
    ]
    price: Annotated[int | None, Meta(description=N_("What one costs, in dice; nothing where the map tells it."))]
    left: Annotated[int, Meta(description=N_("How many are left."))]


class CompanyData(Struct, frozen=True):
    """A company."""

    id: Annotated[str, Meta(description=N_("The company's short name, as orders use it."))]
    name: Annotated[str, Meta(description=N_("The company's name."))]
    letter: Annotated[str, Meta(description=N_("The letter that stands for it on maps."))]
    director: Annotated[int | None, Meta(description=N_("The director's seat; nothing where there is none."))]
    shares: Annotated[
        tuple[int, ...] | None, Meta(description=N_("The shares that each seat holds; nothing in Germany."))
    ]
    unsold: Annotated[int | None, Meta(description=N_("The shares that the bank still has; nothing in Germany."))]
    waiting: Annotated[int | None, Meta(description=N_("The passengers who wait for it in Germany; else nothing."))]
    carried: Annotated[
        tuple[int, ...] | None,
        Meta(description=N_("The passengers whom each seat has carried for it in Germany; else nothing.")),
    ]
    built: Annotated[int, Meta(description=N_("The stations it has built."))]
    chain: Annotated[
        int | None, Meta(description=N_("The tiles of its longest chain of stations; nothing in Germany."))
    ]
    stations_left: Annotated[tuple[Stations, ...], Meta(description=N_("The stations it has left."))]


class TileData(Struct, frozen=True):
    """A tile of the landscape, or a sector of Germany."""

    number: Annotated[
        int, Meta(description=N_("Its number: of a tile in the order laid, from 1; of a sector as printed."))
    ]
    east: Annotated[
        int,
        Meta(
            description=N_(
                "How many tiles east of the start tile it lies; less than 0: west. A sector's column, from 0."
            )
        ),
    ]
    south: Annotated[
        int,
        Meta(
            description=N_(
                "How many tiles south of the start tile it lies; less than 0: north. A sector's row, from 0."
            )
        ),
    ]
    ground: Annotated[
        tuple[str, ...],
        Meta(description=N_("Seven rows from north to south, seven signs each: . grass, ^ mountain, ~ water.")),
    ]
    stations: Annotated[tuple[str, ...], Meta(description=N_("The companies with a station on it."))]


class PieceData(Struct, frozen=True):
    """A track die or a station on a tile being built on; in Germany every one that lies on the map."""

    tile: Annotated[int | None, Meta(description=N_("The number of its tile or sector; nothing abroad."))]
    square: Annotated[
        str | None,
        Meta(description=N_("Its square: a to g from west to east, 1 to 7 from north to south; nothing abroad.")),
    ]
    sides: Annotated[tuple[str, ...], Meta(description=N_("The sides the line uses: n, e, s, w."))]
    company: Annotated[str | None, Meta(description=N_("Whose station it is; nothing for a track die."))]
    town: Annotated[str | None, Meta(description=N_("The town whose square it is on; nothing elsewhere."))]
    country: Annotated[str | None, Meta(description=N_("The country it is in, where that is not Germany."))]


class EndData(Struct, frozen=True):
    """An end of the line."""

    name: Annotated[EndName, Meta(description=N_("A or B."))]
    tile: Annotated[int | None, Meta(description=N_("The number of the tile or sector it is on; nothing abroad."))]
    square: Annotated[str | None, Meta(description=N_("The last square of the line; nothing abroad."))]
    ways: Annotated[tuple[str, ...], Meta(description=N_("The sides by which it may go on."))]
    country: Annotated[str | None, Meta(description=N_("The country it is in, where that is not Germany."))]


class StateData(Struct, frozen=True):
    """A position, as everybody may see it."""

    bank: Annotated[int, Meta(description=N_("The dice in the bank."))]
    start: Annotated[int, Meta(description=N_("The seat that began the year."))]
    last_year: Annotated[
        LastYearReason | None, Meta(description=N_("Why this is the last year; nothing where it is not."))
    ]
    players: Annotated[tuple[Holding, ...], Meta(description=N_("What each player has, by seat."))]
    companies: Annotated[tuple[CompanyData, ...], Meta(description=N_("The companies."))]
    tiles: Annotated[
        tuple[TileData, ...],
        Meta(description=N_("The tiles of the landscape, in the order laid, or the sectors of Germany.")),
    ]
    pieces: Annotated[
        tuple[PieceData, ...], Meta(description=N_("What lies on the tiles being built on, or on the map of Germany."))
    ]
    ends: Annotated[tuple[EndData, ...], Meta(description=N_("The two ends of the line."))]
    closed: Annotated[
        tuple[str, ...] | None,
        Meta(description=N_("The countries around Germany that are used up; nothing in another game.")),
    ]


class Rank(Struct, frozen=True):
    """How a player stands at the end."""

    place: Annotated[int, Meta(description=N_("The place, from 1; players may share one; 0 where nobody has won."))]
    seat: Annotated[int, Meta(description=N_("The player's seat."))]
    passengers: Annotated[int, Meta(description=N_("The passengers carried."))]
    wild: Annotated[
        int | None, Meta(description=N_("The dice showing “?” in front of the screen; nothing in Germany."))
    ]
    dice: Annotated[int | None, Meta(description=N_("All dice before and behind the screen; nothing in Germany."))]
    offices: Annotated[int | None, Meta(description=N_("The companies directed in Germany; else nothing."))]


class ResultData(Struct, frozen=True):
    """How a game ended."""

    reason: Annotated[EndReason, Meta(description=N_("What ended the game."))]
    standings: Annotated[tuple[Rank, ...], Meta(description=N_("The players, best first."))]


class Notice(Struct, frozen=True):
    """Something that befell a game from outside."""

    at: Annotated[str, Meta(description=N_("When it was written (ISO 8601, UTC)."))]
    about: Annotated[str, Meta(description=N_("What kind of notice it is, in words that stay."))]
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
        Meta(description=N_('What happens where it cannot be reached: the game is to "wait", or begins "without".')),
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
    at: Annotated[str, Meta(description=N_("When it went back (ISO 8601, UTC)."))]
    to: Annotated[int, Meta(description=N_("The position that it went on from."))]
    left: Annotated[int, Meta(description=N_("The number of the branch that was left."))]
    epoch: Annotated[
        int, Meta(description=N_("Which dice are thrown from then on: 0 are the first, another number others."))
    ]
    text: Annotated[str, Meta(description=N_("Who let it go back and why, in the server's language."))]
    history: Annotated[str, Meta(description=N_("What has happened on the branch that was left."))]


class Links(Struct, frozen=True):
    """Where else there is something of a game."""

    page: Annotated[str, Meta(description=N_("The game's page."))]
    history: Annotated[str, Meta(description=N_("What has happened, by year and turn."))]
    position: Annotated[str, Meta(description=N_("The page of this very position, which stays."))]
    record: Annotated[str, Meta(description=N_("The record of the game, as JSON."))]
    feed: Annotated[str, Meta(description=N_("The Atom feed of the game."))]


class GameData(Struct, frozen=True):
    """A game, as everybody may know it."""

    format: Annotated[Literal["railroad-dice-game/1"], Meta(description=N_("The name of this format."))]
    tag: Annotated[str, Meta(description=N_("The game's short name."))]
    name: Annotated[str, Meta(description=N_("The name its players gave it."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    options: Annotated[Mapping[str, str], Meta(description=N_("The variants it is played with."))]
    status: Annotated[GameStatus, Meta(description=N_("Whether it is played or over."))]
    created: Annotated[str, Meta(description=N_("When it was opened (ISO 8601, UTC)."))]
    pace: Annotated[str, Meta(description=N_('The time for a turn, in days ("7d") or hours ("36h") of playing days.'))]
    playing_days: Annotated[str, Meta(description=N_("The days of the week on which time runs, from 1 for Monday."))]
    time_zone: Annotated[str, Meta(description=N_("The time zone in which those days begin and end."))]
    late: Annotated[
        str, Meta(description=N_('What comes when the time is up: "wait", "pass", "standby", "standby-pass" or "bot".'))
    ]
    press: Annotated[
        str, Meta(description=N_('Whether players may write to each other: "none", "signed" or "anonymous".'))
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
    to_move: Annotated[int | None, Meta(description=N_("The seat that is to move; nothing when the game is over."))]
    deadline: Annotated[
        str | None,
        Meta(description=N_("Until when it has time (ISO 8601, UTC); nothing when the game is over or held.")),
    ]
    overdue: Annotated[bool, Meta(description=N_("Whether that has passed, and the game waits."))]
    held: Annotated[
        str | None,
        Meta(description=N_("Since when a moderator holds it, so that no time runs (ISO 8601, UTC); else nothing.")),
    ]
    branch: Annotated[
        int, Meta(description=N_("The number of the branch that is played: 1, and after each rollback one more."))
    ]
    rollbacks: Annotated[tuple[RollbackData, ...], Meta(description=N_("How it went back, the oldest rollback first."))]
    state: Annotated[StateData, Meta(description=N_("The position."))]
    notices: Annotated[
        tuple[Notice, ...],
        Meta(description=N_("What befell it from outside, such as a deadline that passed; the oldest first.")),
    ]
    result: Annotated[ResultData | None, Meta(description=N_("How it ended; nothing while it is played."))]
    links: Annotated[Links, Meta(description=N_("Where else there is something of it."))]


class GameLine(Struct, frozen=True):
    """A game in a list."""

    tag: Annotated[str, Meta(description=N_("The game's short name."))]
    name: Annotated[str, Meta(description=N_("The name its players gave it."))]
    status: Annotated[GameStatus, Meta(description=N_("Whether it is played or over."))]
    position: Annotated[int, Meta(description=N_("The last line of its log that is final."))]
    year: Annotated[int, Meta(description=N_("The year being played."))]
    turn: Annotated[int, Meta(description=N_("The turn of the year, from 1."))]
    to_move: Annotated[int | None, Meta(description=N_("The seat that is to move; nothing when the game is over."))]
    deadline: Annotated[
        str | None,
        Meta(description=N_("Until when it has time (ISO 8601, UTC); nothing when the game is over or held.")),
    ]
    overdue: Annotated[bool, Meta(description=N_("Whether that has passed, and the game waits."))]
    held: Annotated[
        str | None,
        Meta(description=N_("Since when a moderator holds it, so that no time runs (ISO 8601, UTC); else nothing.")),
    ]
    players: Annotated[tuple[PlayerData, ...], Meta(description=N_("The players, by seat."))]
    url: Annotated[str, Meta(description=N_("Where the game is told in full, as JSON."))]


class WaitingList(Struct, frozen=True):
    """A game that waits for players, and that everybody may join."""

    number: Annotated[int, Meta(description=N_("The list's number."))]
    name: Annotated[str, Meta(description=N_("The name its opener gave it."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    options: Annotated[Mapping[str, str], Meta(description=N_("The variants it is played with."))]
    seats: Annotated[int, Meta(description=N_("For how many players the game is."))]
    players: Annotated[tuple[str, ...], Meta(description=N_("The names of those who wait, in the order they came."))]
    pace: Annotated[str, Meta(description=N_('The time for a turn, in days ("7d") or hours ("36h") of playing days.'))]
    playing_days: Annotated[str, Meta(description=N_("The days of the week on which time runs, from 1 for Monday."))]
    time_zone: Annotated[str, Meta(description=N_("The time zone in which those days begin and end."))]
    late: Annotated[
        str, Meta(description=N_('What comes when the time is up: "wait", "pass", "standby", "standby-pass" or "bot".'))
    ]
    press: Annotated[
        str, Meta(description=N_('Whether players may write to each other: "none", "signed" or "anonymous".'))
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
    """The games that wait for players."""

    format: Annotated[Literal["railroad-dice-lists/1"], Meta(description=N_("The name of this format."))]
    lists: Annotated[tuple[WaitingList, ...], Meta(description=N_("The open lists, the newest first."))]


class GameList(Struct, frozen=True):
    """The games of a kind, a page at a time."""

    format: Annotated[Literal["railroad-dice-games/1"], Meta(description=N_("The name of this format."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    status: Annotated[GameStatus, Meta(description=N_("Whether these are played or over."))]
    total: Annotated[int, Meta(description=N_("How many there are in all."))]
    games: Annotated[tuple[GameLine, ...], Meta(description=N_("The games of this page, the newest first."))]
    next: Annotated[str | None, Meta(description=N_("Where the list goes on; nothing on its last page."))]
