"""The presentation of one game: all that the server says of it, as one value; found by the game's kind.

A game's package makes the value and `pbem.games` makes it known. Nothing outside `pbem.games` asks which game it is:
what differs between games is a part of this value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from pbem.commands.cursor import ParseContext
from pbem.commands.orders import notation
from pbem.commands.table import VerbTable
from pbem.commands.verb import Verb
from pbem.commands.vocabulary import SEAT
from pbem.games.guide import Guide
from pbem.games.presenter import Presenter
from pbem.i18n import N_, Catalogue
from pbem.reports import symbols
from pbem.reports.symbols import FaceSymbol
from rules_core.games import ruleset_for
from rules_core.kernel.events import Corrected

if TYPE_CHECKING:
    from pbem.commands.orders.notation import Notation
    from pbem.reports.document import Sign
    from rules_core.kernel.position import PublicState
    from rules_core.kernel.rulebook import Violation

TEMPLATES: Final = Path(__file__).parent
"""Where games have their templates: each package in a folder `templates`."""


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
"""Those of a game in which nothing is corrected by hand."""


class Templates(NamedTuple):
    """The templates of a game's own parts of pages, by their names: `games/<package in pbem.games>/<file>`."""

    tables: str
    """A position in tables, as macros.

    `players(told, table, to_move)` shows what players have, and what lies beside them; `others(told, seats)` whatever
    else there is to show of a position, which may be nothing; and `standings(table, seats)` how the game ended. `told`
    is what `Presenter.tables` gives.
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
    """The same, folded up behind the orders that are being written."""
    holdings: str
    """Who has what, in the tables of the position."""


class Offices(NamedTuple):
    """The things that players may hold at the end of a game that are worth showing beside their score."""

    title: str
    """What it is called, as the heading of a column; empty in a game without any."""
    held: Callable[[Any, int], Sequence[str]]
    """The names of what a seat holds, by what all see of the position."""


NO_OFFICES: Final = Offices("", lambda _table, _seat: ())
"""Those of a game in which there is nothing to hold."""


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


class Figure(NamedTuple):
    """A number that each player has, which a game that is over tells by years."""

    title: str
    of_seat: Callable[[Any, int], int]
    """The number by a seat's own view of a position."""


class DrawTexts(NamedTuple):
    """The wording of draws that are no rolls, such as that of the seat that begins."""

    title: str
    """What is drawn, in place of who rolled."""
    differs: str
    """That the seed gives something else, with %(position)s, %(logged)s and %(drawn)s."""
    is_seat: bool = False
    """Whether a seat is drawn, which is told by its player's name."""


class PublicData(NamedTuple):
    """A position and the end of a game as public JSON: structs that describe their fields, and what fills them."""

    state_type: type[Struct]
    state: Callable[[Any, Sequence[str]], Struct]
    """What a spectator's view shows; the texts are the players' names."""
    result_type: type[Struct]
    result: Callable[[Any], Struct]
    """How a game ended that is over, from its table."""


@dataclass(frozen=True, kw_only=True)
class GamePresentation:
    """All that the server says of one game. Texts are message ids where nothing else is said."""

    kind: str
    """The name under which games are stored, such as "first_rails"."""
    title: str
    """How the game is called in the subjects of its mails, in every language."""
    name: str
    """How the game is called elsewhere."""
    trial: str
    """How a game that is opened to try the server is called."""
    called: tuple[str, ...]
    """What letters may call the game, folded, in any language; the first is what is written."""
    variants: Mapping[str, Variant]
    """The options of the game's rules."""
    endings: Mapping[str, str]
    """Why a game ended, by the reason in its last event: "... because %(reason)s"."""
    dice: Mapping[str, Sign]
    """How each face of a die looks, in the order in which faces are told."""
    faces: Mapping[str, str]
    """What each face of a die is called where it stands alone."""
    symbols: Mapping[Sign, FaceSymbol]
    """The symbols of looks in `dice` that are this game's own; others are known, or written on the die."""
    prelude: str
    """What is done before the first year: "placing stations"; empty in a game that begins with a year."""
    notices: Mapping[str, str]
    """Sentences of notices that read otherwise in this game, by what their notes are about."""
    unseen: Mapping[str, str]
    """What the numbers count that its views hide, by `Unseen.what`: "hidden dice"."""
    draws: Mapping[str, DrawTexts]
    """What else is drawn than dice, by `EventDraws.what`."""
    score: Score
    """What players are placed by."""
    offices: Offices
    """What players hold in the end."""
    figures: tuple[Figure, ...]
    """What a game that is over tells by years, as charts; empty in a game that tells nothing so."""
    presenter: Callable[[Any, Sequence[str], Catalogue, bool], Presenter]
    """A position for a reader: the table, the players' names, the language, and whether maps keep to ASCII."""
    draw: Callable[[bytes], str]
    """The drawing of a board that a document holds as JSON; `no_map` in a game whose documents hold none.

    Raises msgspec.MsgspecError.
    """
    draw_preview: Callable[[bytes, str, Sequence[str]], str]
    """The same in the frame of a link preview, beside a title and a few lines; `no_preview` in a game without a map."""
    describe_violation: Callable[[Violation, Catalogue], str]
    """Why something was refused, where the position is not known."""
    chapters: Mapping[str, str]
    """The rules that begin a chapter of the rulebook, in its order, with the chapters' titles."""
    letter: tuple[str, ...]
    """A whole turn, as templates of `commands.table.VerbTable.in_words`."""
    notation: Notation
    """How orders are written."""
    corrections: Corrections
    """How corrections are written."""
    lesson: Callable[[], object]
    """An order from the start position that shows how the game's main order is written, for the page's template."""
    reference_sheet: Callable[[Any, Catalogue], object]
    """What the page with the game at a glance tells of the component data, for its template."""
    printed_board: Callable[[str], str | None]
    """The board that new games begin on as an SVG, by their component data; None where nothing is printed."""
    printed_terrain: Callable[[str], str]
    """What never changes of the board that new games begin on, for `MapPresenter.on_page`, by their component data.

    Empty where nothing is printed.
    """
    headings: Headings
    """What sections of the game's page are called."""
    templates: Templates
    """The templates of what pages show in the game's own way."""
    public_data: PublicData
    """What the JSON for everybody tells of a position and of the end."""
    guide: Guide
    """The guided first game; `NO_GUIDE` for a kind that has none."""

    def in_words(self, options: Mapping[str, str], words: Catalogue) -> str:
        """The game with its variants: "The First Rails, extended game: 60 dice instead of 40"."""
        return ", ".join(words.text(text) for text in (self.name, *self.chosen(options)))

    def chosen(self, options: Mapping[str, str]) -> list[str]:
        """The texts of those options that differ from the usual game, as message ids."""
        known = ((self.variants[name].others, value) for name, value in options.items() if name in self.variants)
        return [others[value] for others, value in known if value in others]


def no_map(_board: bytes) -> str:
    """Stand for the drawing of boards in a game without a map. Raises ValueError."""
    raise ValueError("the game has no map")


def no_preview(_board: bytes, _title: str, _lines: Sequence[str]) -> str:
    """Stand for the preview of boards in a game without a map. Raises ValueError."""
    raise ValueError("the game has no map")


class IncompletePresentation(TypeError):
    """Raised when the program starts and a game lacks something that the server would say of it."""


_PRESENTATIONS: dict[str, GamePresentation] = {}


_MAY_BE_EMPTY: Final = frozenset(
    {
        "variants",
        "guide.steps",
        "guide.rolls",
        "offices.title",
        "draws",
        "symbols",
        "prelude",
        "notices",
        "unseen",
        "figures",
    }
    | {f"notation.{name}" for name in ("paying", "remark", "filled", "situations", "examples", "placeholders")}
    | {
        f"notation.{name}"
        for name in ("messages", "arguments", "slips", "like_names", "things", "quantities", "compares", "expected")
    }
)
"""Parts of which a game may have none."""


def register(presentation: GamePresentation) -> None:
    """Make known what is said of a game. Raises IncompletePresentation, which names the first part that is missing."""
    check(presentation)
    _PRESENTATIONS[presentation.kind] = presentation
    notation.register(presentation.kind, presentation.notation)
    symbols.register(presentation.symbols)


def check(presentation: GamePresentation) -> None:
    """Raise IncompletePresentation, which names the first part that is missing, where one is."""
    missing = next(_missing(presentation), None)
    if missing is not None:
        raise IncompletePresentation(f"{presentation.kind or 'a game'} cannot be presented: `{missing}` is missing")


def _missing(value: object, within: str = "") -> Iterator[str]:
    """The parts of a value that are missing, and those of its parts, by their names with dots between."""
    for name, part in _parts(value):
        path = within + name
        if not (_file_of(part).is_file() if isinstance(value, Templates) else _is_there(part, path)):
            yield path
        elif not within:
            yield from _missing(part, f"{path}.")


def _is_there(part: object, path: str) -> bool:
    is_empty = isinstance(part, str | tuple | Mapping) and not part
    return part is not None and (not is_empty or path in _MAY_BE_EMPTY)


def _file_of(template: object) -> Path:
    """The path of a template that is named `games/<package>/<file>`."""
    package, _, file = str(template).removeprefix("games/").partition("/")
    return TEMPLATES / package / "templates" / file


def _parts(value: object) -> Iterator[tuple[str, object]]:
    if is_dataclass(value) and not isinstance(value, type):
        return ((part.name, getattr(value, part.name)) for part in fields(value))
    return iter(value._asdict().items()) if hasattr(value, "_asdict") else iter(())


def check_all(kinds: Iterable[str]) -> None:
    """Raise IncompletePresentation for the first of these games that is not known, or lacks an option or a face."""
    for kind in kinds:
        if kind not in _PRESENTATIONS:
            raise IncompletePresentation(f"{kind} cannot be presented: it has no package in pbem.games")
        game = ruleset_for(kind)
        check_options(_PRESENTATIONS[kind], game.options)
        check_faces(_PRESENTATIONS[kind], chain.from_iterable(game.dice(game.read_components(game.components))))


def check_options(presentation: GamePresentation, options: Iterable[str]) -> None:
    """Raise IncompletePresentation for the first of these options of a game's rules that is not explained."""
    unknown = next((option for option in options if option not in presentation.variants), None)
    if unknown is not None:
        raise IncompletePresentation(f"{presentation.kind} cannot be presented: `variants.{unknown}` is missing")


def check_faces(presentation: GamePresentation, faces: Iterable[str]) -> None:
    """Raise IncompletePresentation for the first of these faces of a game's dice that has no look or no name."""
    parts = {"dice": presentation.dice, "faces": presentation.faces}
    unknown = next((f"{part}.{face}" for face in faces for part, known in parts.items() if face not in known), None)
    if unknown is not None:
        raise IncompletePresentation(f"{presentation.kind} cannot be presented: `{unknown}` is missing")


def presentation_of(kind: str) -> GamePresentation:
    """The presentation of a kind of game. Raises KeyError for an unknown one."""
    return _PRESENTATIONS[kind]


def score_of(kind: str) -> Score:
    """The score that a kind of game counts."""
    return _PRESENTATIONS[kind].score


def shared_score(kinds: Iterable[str]) -> Score | None:
    """The score of games of these kinds, if it is the same in all of them; None where it is not, and for no kinds."""
    found = {score_of(kind) for kind in kinds}
    return found.pop() if len(found) == 1 else None


def presented() -> Sequence[GamePresentation]:
    """The presentations of all games, in the order of `rules_core.kernel.registry.kinds`."""
    return tuple(_PRESENTATIONS.values())


def presenter_for(
    table: PublicState, seats: Sequence[str], catalogue: Catalogue, *, ascii_only: bool = False
) -> Presenter:
    """A position for a reader; `seats` are the players' names."""
    return presentation_of(table.kind).presenter(table, seats, catalogue, ascii_only)


def usual_kind() -> str:
    """The kind of game that is meant where none is named."""
    return next(iter(_PRESENTATIONS))
