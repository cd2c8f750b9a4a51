"""The JSON that the server gives to everybody of players: what is counted of each, and lists of them; see `data`."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pbem.i18n import N_

PLAYER: Final = "railroad-dice-player/1"
"""The format of a player."""
PLAYERS: Final = "railroad-dice-players/1"
"""The format of a list of players."""


class RatingData(Struct, frozen=True):
    """A rating in a kind of game."""

    rating: Annotated[int, Meta(description=N_("The rating; everybody begins at 25."))]
    uncertainty: Annotated[int, Meta(description=N_("How far it may be off, two times out of three."))]
    games: Annotated[int, Meta(description=N_("How many games it comes from."))]


class Ratings(Struct, frozen=True):
    """A player's rating in a kind of game."""

    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    rating: Annotated[RatingData, Meta(description=N_("The rating."))]


class Counted(Struct, frozen=True):
    """What is counted of games."""

    kind: Annotated[str | None, Meta(description=N_("The kind of game; nothing where all kinds are counted."))]
    seats: Annotated[int | None, Meta(description=N_("The number of players; nothing where all are counted."))]
    games: Annotated[int, Meta(description=N_("Games finished."))]
    won: Annotated[int, Meta(description=N_("Games won, alone or with others."))]
    shared: Annotated[int, Meta(description=N_("Games won together with others."))]
    drawn: Annotated[int, Meta(description=N_("Games that nobody has won."))]
    best: Annotated[int, Meta(description=N_("The most passengers carried in a finished game, in thousands."))]
    mean: Annotated[float, Meta(description=N_("The passengers carried in a finished game on average, in thousands."))]
    turns: Annotated[int, Meta(description=N_("Turns taken, those of running games among them."))]
    late: Annotated[int, Meta(description=N_("Turns that were not over by their latest date."))]
    played_for: Annotated[
        int, Meta(description=N_("Turns that the server or a program had to play, all of them late."))
    ]
    median_seconds: Annotated[
        int | None,
        Meta(description=N_("The time that half of the turns did not exceed, in seconds; nothing without turns.")),
    ]


class AbsenceData(Struct, frozen=True):
    """Days on which a player is away."""

    first: Annotated[str, Meta(description=N_("The first day (ISO 8601)."))]
    last: Annotated[str, Meta(description=N_("The last day (ISO 8601)."))]


class ProfileData(Struct, frozen=True):
    """A player, as everybody may know him."""

    format: Annotated[Literal["railroad-dice-player/1"], Meta(description=N_("The name of this format."))]
    id: Annotated[int, Meta(description=N_("The player's number on this server."))]
    name: Annotated[str, Meta(description=N_("The player's public name."))]
    program: Annotated[bool, Meta(description=N_("Whether a program plays, not a person."))]
    away: Annotated[tuple[AbsenceData, ...], Meta(description=N_("When the player is away, or will be."))]
    ratings: Annotated[
        tuple[Ratings, ...], Meta(description=N_("The ratings that come from games enough to be shown."))
    ]
    counted: Annotated[
        tuple[Counted, ...], Meta(description=N_("What is counted, by kind of game and number of players."))
    ]
    together: Annotated[Counted, Meta(description=N_("What is counted, all games together."))]
    given_up: Annotated[int, Meta(description=N_("Seats given up."))]
    lost: Annotated[int, Meta(description=N_("Seats lost by being late."))]
    taken_over: Annotated[int, Meta(description=N_("Seats taken over from others."))]
    page: Annotated[str, Meta(description=N_("The player's page."))]
    feed: Annotated[str, Meta(description=N_("The Atom feed of the player's games."))]


class Ranked(Struct, frozen=True):
    """A player in a list."""

    id: Annotated[int, Meta(description=N_("The player's number on this server."))]
    name: Annotated[str, Meta(description=N_("The player's public name."))]
    program: Annotated[bool, Meta(description=N_("Whether a program plays, not a person."))]
    rating: Annotated[
        RatingData | None,
        Meta(description=N_("The rating, where it comes from games enough to be shown; else nothing.")),
    ]
    games: Annotated[int, Meta(description=N_("Games finished."))]
    won: Annotated[int, Meta(description=N_("Games won, alone or with others."))]
    best: Annotated[int, Meta(description=N_("The most passengers carried in a finished game, in thousands."))]
    mean: Annotated[float, Meta(description=N_("The passengers carried in a finished game on average, in thousands."))]
    turns: Annotated[int, Meta(description=N_("Turns taken, those of running games among them."))]
    late: Annotated[int, Meta(description=N_("Turns that were not over by their latest date."))]
    url: Annotated[str, Meta(description=N_("Where the player is told of in full, as JSON."))]


class PlayerList(Struct, frozen=True):
    """Who has finished games of a kind, a page at a time."""

    format: Annotated[Literal["railroad-dice-players/1"], Meta(description=N_("The name of this format."))]
    kind: Annotated[str, Meta(description=N_("The kind of game."))]
    total: Annotated[int, Meta(description=N_("How many there are in all."))]
    players: Annotated[tuple[Ranked, ...], Meta(description=N_("The players of this page, by rating, the best first."))]
    next: Annotated[str | None, Meta(description=N_("Where the list goes on; nothing on its last page."))]
