"""The presentation of one game: everything the server says about it, as one class; found by the game's kind.

A game's package subclasses `GamePresentation`, overrides what differs, and exports an instance as `PRESENTATION`, which
`pbem.games` registers. The defaults suit most games; `pbem.games.simple` has more of them for games without a map.
Nothing outside `pbem.games` asks which game it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pbem.commands.languages import fold
from pbem.commands.orders import notation
from pbem.games.guide import NO_GUIDE, Guide
from pbem.games.parts import (
    NO_CORRECTIONS,
    NO_OFFICES,
    POINTS,
    Corrections,
    DrawTexts,
    Figure,
    Headings,
    Offices,
    PublicData,
    Score,
    Templates,
    Variant,
)
from pbem.games.presenter import Presenter
from pbem.i18n import N_, Catalogue
from pbem.reports import dice
from pbem.reports.dice import FaceSymbol

if TYPE_CHECKING:
    from pbem.commands.orders.notation import Notation
    from pbem.reports.document import Sign
    from rules_core.kernel.definition import AnyGame
    from rules_core.kernel.position import PublicState
    from rules_core.kernel.rulebook import Violation

TEMPLATES: Final = Path(__file__).parent
"""Where games have their templates: each package in a folder `templates`."""
ENDINGS: Final = MappingProxyType(
    {
        "finished": N_("the goal was reached"),
        "cancelled": N_("it was cancelled"),
        "agreed": N_("the players agreed to end it"),
        "abandoned": N_("nobody plays any more"),
    }
)
"""Why any game may end, by the reason in its last event."""
REFUSALS: Final = MappingProxyType({"not_your_turn": N_("it is not your turn."), "game_over": N_("the game is over.")})
"""Refusals of any game, by their codes."""
USUAL: Final = "first_rails"
"""The kind of game that is meant where none is named."""
_NONE: Final[Mapping[Any, Any]] = MappingProxyType({})


class GamePresentation(ABC):
    """The server's part of one game. Texts are message ids where nothing else is said.

    A game must give the fields before the first default, the notation of its orders, and its presenter.
    """

    game: AnyGame
    name: str
    templates: Templates
    """The templates of what pages show in the game's own way."""
    public_data: PublicData
    """What the JSON for everybody tells of a position and of the end."""

    trial: str = N_("A game to try")
    """How a game that is opened to try the server is called."""
    variants: Mapping[str, Variant] = _NONE
    """The options of the game's rules."""
    endings: Mapping[str, str] = ENDINGS
    """Why a game ended, by the reason in its last event: "... because %(reason)s"."""
    refusals: Mapping[tuple[str, str], str] = _NONE
    """Why something was refused, by rule and code; what is not here is told by the rule itself."""
    symbols: Mapping[Sign, FaceSymbol] = _NONE
    """The symbols of looks in `dice` that are this game's own; others are known, or written on the die."""
    prelude: str = ""
    """What is done before the first year: "placing stations"; empty in a game that begins with a year."""
    notices: Mapping[str, str] = _NONE
    """Sentences of notices that read otherwise in this game, by what their notes are about."""
    unseen: Mapping[str, str] = _NONE
    """What the numbers count that its views hide, by `Unseen.what`: "hidden dice"."""
    draws: Mapping[str, DrawTexts] = _NONE
    """What else is drawn than dice, by `EventDraws.what`."""
    score: Score = POINTS
    """What players are placed by."""
    offices: Offices = NO_OFFICES
    """What players hold in the end."""
    figures: tuple[Figure, ...] = ()
    """What a game that is over tells by years, as charts; empty in a game that tells nothing so."""
    corrections: Corrections = NO_CORRECTIONS
    guide: Guide = NO_GUIDE
    """The guided first game."""
    headings: Headings = Headings(
        outlook=N_("Outlook"),
        outlook_details=N_("Outlook: what can be done now, and what comes next"),
        holdings=N_("Position"),
    )
    """What sections of the game's page are called."""

    @property
    @abstractmethod
    def notation(self) -> Notation:
        """The notation of the game's orders."""

    @property
    @abstractmethod
    def letter(self) -> tuple[str, ...]:
        """A whole turn, as templates of `commands.table.VerbTable.in_words`."""

    @abstractmethod
    def presenter(
        self, table: Any, seats: Sequence[str], catalogue: Catalogue, ascii_only: bool = False, /
    ) -> Presenter:
        """A position for a reader: the table, the players' names, the language, and whether maps keep to ASCII."""

    @property
    def kind(self) -> str:
        """The name under which games are stored, such as "first_rails"."""
        return self.game.kind

    @property
    def title(self) -> str:
        """The name of the game in the subjects of its mails, in every language."""
        return self.name

    @property
    def called(self) -> tuple[str, ...]:
        """The names that letters may call the game by, folded, in any language; the first is written."""
        return tuple(dict.fromkeys((self.kind.replace("_", " "), fold(self.name))))

    @property
    def dice(self) -> Mapping[str, Sign]:
        """The look of each face of a die, in the order in which faces are told: by default it is written on it."""
        box = self.game.read_components(self.game.components)
        return {face: face for sides in self.game.dice(box) for face in sides}

    @property
    def faces(self) -> Mapping[str, str]:
        """The name of each face of a die where it stands alone."""
        return self.dice

    @property
    def chapters(self) -> Mapping[str, str]:
        """The rules that begin a chapter of the rulebook, in its order, with the chapters' titles: by default one."""
        return {next(iter(self.game.rules)): N_("The rules")}

    def describe_violation(self, violation: Violation, catalogue: Catalogue, /) -> str:
        """Describe why something was refused, where the position is not known: with its rule."""
        rule, code = violation.rule, violation.code
        msgid = self.refusals.get((rule, code)) or REFUSALS.get(code)
        if msgid is None:
            return f"{rule}: {catalogue.text(self.game.rules[rule].text)}"
        return f"{rule}: {catalogue.text(msgid, **violation.facts)}"

    def draw(self, board: bytes, /) -> str:
        """The drawing of a board that a document holds as JSON. Raises msgspec.MsgspecError; ValueError without one."""
        raise ValueError("the game has no map")

    def draw_preview(self, board: bytes, title: str, lines: Sequence[str], /) -> str:
        """A drawing of the position in the frame of a link preview, beside a title and a few lines."""
        raise ValueError("the game has no map")

    def lesson(self) -> object:
        """An order from the start position that shows how the game's main order is written, for the page's template."""
        return self.letter

    def reference_sheet(self, box: Any, catalogue: Catalogue, /) -> object:
        """The component data as the page with the game at a glance tells of them, for its template."""
        return box

    def printed_board(self, components: str, /) -> str | None:
        """The board that new games begin on as an SVG, by their component data; None where nothing is printed."""
        return None

    def printed_terrain(self, components: str, /) -> str:
        """The part that never changes of the board that new games begin on, for `MapPresenter.on_page`.

        Empty where nothing is printed.
        """
        return ""

    def in_words(self, options: Mapping[str, str], words: Catalogue) -> str:
        """The game with its variants: "The First Rails, extended game: 60 dice instead of 40"."""
        return ", ".join(words.text(text) for text in (self.name, *self.chosen(options)))

    def chosen(self, options: Mapping[str, str]) -> list[str]:
        """The texts of those options that differ from the usual game, as message ids."""
        known = ((self.variants[name].others, value) for name, value in options.items() if name in self.variants)
        return [others[value] for others, value in known if value in others]


def parts_of(presentation: GamePresentation) -> list[str]:
    """The names of all that is said of a game, or said by default: first what it has to say, then the rest."""
    bases = [kind for kind in type(presentation).__mro__ if issubclass(kind, GamePresentation)]
    annotated = (name for kind in reversed(bases) for name in vars(kind).get("__annotations__", ()))
    names = dict.fromkeys((*annotated, *vars(GamePresentation)))
    return [name for name in names if not name.startswith("_") and name not in ("in_words", "chosen")]


class IncompletePresentation(TypeError):
    """Raised when the program starts and a game lacks something that the server would say of it."""


_PRESENTATIONS: dict[str, GamePresentation] = {}


_MAY_BE_EMPTY: Final = frozenset(
    {
        "variants",
        "refusals",
        "sentences",
        "columns",
        "quantities",
        "keywords",
        "condition",
        "dice",
        "faces",
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
    dice.register(presentation.symbols)


def check(presentation: GamePresentation) -> None:
    """Raise IncompletePresentation, which names the first part that is missing, where one is."""
    for missing, cause in _missing(presentation):
        kind = missing not in ("game", "kind") and presentation.kind
        raise IncompletePresentation(f"{kind or 'a game'} cannot be presented: `{missing}` is missing") from cause


def _missing(presentation: GamePresentation) -> Iterator[tuple[str, AttributeError | None]]:
    for name in parts_of(presentation):
        try:
            part = getattr(presentation, name)
        except AttributeError as error:
            yield name, error
            return
        if not _is_there(part, name):
            yield name, None
        for inner, value in _parts(part):
            path = f"{name}.{inner}"
            if not (_file_of(value).is_file() if isinstance(part, Templates) else _is_there(value, path)):
                yield path, None


def _is_there(part: object, path: str) -> bool:
    is_empty = isinstance(part, str | tuple | Mapping) and not part
    return part is not None and (not is_empty or path in _MAY_BE_EMPTY)


def _file_of(template: object) -> Path:
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
        known = _PRESENTATIONS[kind]
        game = known.game
        check_options(known, game.options)
        check_faces(known, chain.from_iterable(game.dice(game.read_components(game.components))))


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
    """The presentations of all games: the usual one, and the others by kind."""
    return sorted(_PRESENTATIONS.values(), key=lambda game: (game.kind != USUAL, game.kind))


def presenter_for(
    table: PublicState, seats: Sequence[str], catalogue: Catalogue, *, ascii_only: bool = False
) -> Presenter:
    """A position for a reader; `seats` are the players' names."""
    return presentation_of(table.kind).presenter(table, seats, catalogue, ascii_only)


def year_in_words(kind: str, year: int, words: Catalogue) -> str:
    """A year of a kind of game: "year 3", "placing stations"."""
    return _prelude(kind, year, words) or words.text("year %(year)s", year=year)


def turn_in_words(kind: str, year: int, turn: int, words: Catalogue, seats: int | None = None) -> str:
    """A turn of a kind of game: "year 3, turn 2", where the number of turns is known "year 3, turn 2 of 4"; "placing
    stations, turn 5".
    """
    prelude = _prelude(kind, year, words)
    if prelude:
        return words.text("%(prelude)s, turn %(turn)s", prelude=prelude, turn=turn)
    if seats is None:
        return words.text("year %(year)s, turn %(turn)s", year=year, turn=turn)
    return words.text("year %(year)s, turn %(turn)s of %(seats)s", year=year, turn=turn, seats=seats)


def begun_large(text: str) -> str:
    """A text as it begins a line: "Year 3"."""
    return text[:1].upper() + text[1:]


def _prelude(kind: str, year: int, words: Catalogue) -> str:
    prelude = presentation_of(kind).prelude
    return "" if year or not prelude else words.text(prelude)
