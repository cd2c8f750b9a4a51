"""The parts of what the server says of a game, and those of a game that has nothing to say there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from msgspec import Struct

from pbem.commands.cursor import ParseContext
from pbem.commands.table import Verb, VerbTable
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_, Catalogue
from rules_core.kernel.codec import Doc
from rules_core.kernel.events import Corrected


@dataclass(frozen=True)
class Variant:
    """An option of a game's rules: what it is called, what its usual value means, and what its other values mean."""

    title: str
    usual: str
    others: Mapping[str, str]


class Corrections(NamedTuple):
    """The notation of corrections of a position: what a moderator changes by hand."""

    verbs: VerbTable[Verb[Any, Corrected]]
    """Their verbs in the order of help, each of which gives one, and what is told of their faults."""
    context: Callable[[Any, Sequence[str], str], ParseContext]
    """What they are read by: from what all see of the position, the players' names, and the writer's language."""
    facts: Callable[[Catalogue], Mapping[str, object]]
    """What fills the messages of faults beside a fault's own facts."""
    otherwise: str
    """What to do about what no verb corrects, as a message id; `%(rollback)s` is how a game is taken back."""


NO_CORRECTIONS: Final = Corrections(
    verbs=VerbTable(SEAT, (), {"no_correction": N_("Nothing in this game can be corrected by hand.")}),
    context=lambda _table, _players, language: ParseContext(language=language, vocabulary=SEAT),
    facts=lambda _words: {},
    otherwise=N_("Roll the game back with `%(rollback)s` to a position before what went wrong."),
)
"""The corrections of a game in which nothing is corrected by hand."""


class Templates(NamedTuple):
    """The templates of a game's own parts of pages, by their names: `games/<package in pbem.games>/<file>`."""

    tables: str
    """A position in tables, as macros.

    `players(told, table, to_move)` shows what players have, and what lies beside them; `others(told, seats)` whatever
    else there is to show of a position, which may be nothing; and `standings(table, seats)` how the game ended.
    `contents` is what `Presenter.tables` gives.
    """
    choices: str
    """What may be chosen: a macro that offers `Presenter.choices`."""
    lesson: str
    """How the main order is written: a title, and a macro that shows what `lesson` gives."""
    reference_sheet: str
    """The page with the game at a glance, which shows what `reference_sheet` gives."""


class Headings(NamedTuple):
    """The headings of sections of a game's page, as message ids."""

    outlook: str
    """Where play goes on, which `Presenter.outlook` tells."""
    outlook_details: str
    """The title of the outlook where it is folded up behind the orders being written."""
    holdings: str
    """The title of the table of holdings."""


class Offices(NamedTuple):
    """The things that players may hold at the end of a game that are worth showing beside their score."""

    title: str
    """What it is called, as the heading of a column; empty in a game without any."""
    held: Callable[[Any, int], Sequence[str]]
    """The names of what a seat holds, by what all see of the position."""


NO_OFFICES: Final = Offices("", lambda _table, _seat: ())
"""The wording for a game without offices."""


class Score(NamedTuple):
    """The score that a game counts first to place its players: `Placing.score`."""

    title: str
    """What it is called, as the heading of a column."""
    explained: str
    """What the best score of a player is, and the average one, in a sentence."""
    unit: int
    """How many of what is told are one of the score: 1000 where it is counted in thousands, and told in full."""
    column: str
    """What it is called in the tables of commands, and without a translation in their JSON."""
    placed: str
    """A line of the standings: "%(place)s %(player)s: %(score)s points"."""


POINTS: Final = Score(
    title=N_("Points"),
    explained=N_("Best and average are the points in finished games."),
    unit=1,
    column=N_("points"),
    placed=N_("%(place)s %(player)s: %(score)s points"),
)
"""That of a game that counts points."""


class Figure(NamedTuple):
    """A number that each player has, which a game that is over tells by years."""

    title: str
    of_seat: Callable[[Any, int], int]
    """The number by a seat's own view of a position."""


class DrawTexts(NamedTuple):
    """The wording of draws that are no rolls, such as that of the seat that begins."""

    title: str
    """The title of the draw, in place of the player who rolled."""
    differs: str
    """That the seed gives something else, with %(position)s, %(logged)s and %(drawn)s."""
    is_seat: bool = False
    """Whether a seat is drawn, which is told by its player's name."""


class PublicData(NamedTuple):
    """A position and the end of a game as public JSON: structs that describe their fields, and the functions that fill
    them.
    """

    state_type: type[Struct]
    state: Callable[[Any, Sequence[str]], Struct]
    """What a spectator's view shows; the texts are the players' names."""
    result_type: type[Struct]
    result: Callable[[Any], Struct]
    """How a game ended that is over, from its table."""


SeatNumber: TypeAlias = Annotated[int, Doc("The player's seat.")]
Place: TypeAlias = Annotated[int, Doc("The place, from 1; players may share one; 0 where nobody has won.")]
Carried: TypeAlias = Annotated[int, Doc("The passengers carried.")]
BY_SEAT: Final = Doc("The players, by seat.")
END_REASON: Final = Doc("What ended the game.")
STANDINGS: Final = Doc("The players, best first.")
"""Fields of public data that more than one game has, and descriptions of those that each has in a type of its own."""
