"""A position of a simple game, told to one reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pbem.games.presenter import Presenter
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from rules_core.kernel import simple as ev
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.rulebook import Violation

if TYPE_CHECKING:
    from pbem.games.simple import SimplePresentation


class Column(NamedTuple):
    """Something that each player has: what it is called, as a message id, and its value at a table by the seat."""

    title: str
    value: Callable[[Any, int], object]


POINTS: Final = Column(N_("Points"), lambda table, seat: table.points[seat])


class SimplePresenter(Presenter):
    """The position of `table`."""

    differing = MappingProxyType(
        {
            "points": N_("Points"),
            "year": N_("Year"),
            "turn": N_("Turn"),
            "ended": N_("End of the game"),
            "options": N_("Variants"),
        }
    )

    def __init__(
        self, game: SimplePresentation, table: Any, seats: Sequence[str], catalogue: Catalogue, ascii_only: bool
    ) -> None:
        super().__init__(table, seats, catalogue, ascii_only)
        self.game = game

    @property
    def columns(self) -> tuple[Column, ...]:
        """The things that each player has, in tables."""
        return (POINTS, *self.game.columns)

    def sentence(self, event: Any) -> str:
        """One event in a sentence."""
        describe = self.game.sentences.get(type(event))
        if describe is not None:
            return describe(event, self)
        text = self.catalogue.text
        match event:
            case ev.SimpleGameBegan():
                return text("The game begins.")
            case ev.SimpleYearBegan(year):
                return text("Year %(year)s begins.", year=year)
            case ev.SimpleTurnBegan(seat):
                return text("It is the turn of %(player)s.", player=self.player(seat))
            case ev.SimpleRolled(seat, _, faces):
                return text("%(player)s rolls %(faces)s.", player=self.player(seat), faces=", ".join(faces))
            case ev.ScoreRaised(seat, points):
                one, many = "%(player)s wins %(n)s point.", "%(player)s wins %(n)s points."
                return self.catalogue.plural(one, many, points, player=self.player(seat))
            case ev.SimpleTurnEnded(seat):
                return text("%(player)s ends the turn.", player=self.player(seat))
            case ev.SimpleGameEnded(reason):
                return text("The game is over: %(reason)s.", reason=text(self.game.endings[reason]))
            case GameCancelled():
                return text("The game is cancelled: it is over without a result.")
        raise ValueError(f"no words for {type(event).__name__}")

    def position(self, latest: Sequence[Any]) -> list[doc.Block]:
        """The table: what lies there, and what players have."""
        text = self.catalogue.text
        head = (text("Player"), *(text(column.title) for column in self.columns))
        rows = tuple((name, *map(str, self._values(seat))) for seat, name in enumerate(self.seats))
        lines = self.game.lines(self.table, self.catalogue)
        grid = doc.Grid(head, rows, right=tuple(range(1, len(head))))
        return [doc.Heading(text("The table")), *([doc.Lines(tuple(lines))] if lines else []), grid]

    def _values(self, seat: int) -> tuple[object, ...]:
        return tuple(column.value(self.table, seat) for column in self.columns)

    def hand(self, view: Any) -> doc.Hand:
        """The things that the viewer has, which others see too."""
        text, seat = self.catalogue.text, view.seat or 0
        has = zip(self.columns, self._values(seat), strict=True)
        values = "; ".join(f"{text(column.title)}: {value}" for column, value in has)
        return doc.Hand(values, " ".join(self.game.lines(self.table, self.catalogue)), 0, ())

    def describe_violation(self, violation: Violation) -> str:
        """Describe why something was refused."""
        return self.game.describe_violation(violation, self.catalogue)

    def tables(self, view: Any) -> Mapping[str, object]:
        """The columns, and what each player has in them."""
        return {
            "lines": self.game.lines(self.table, self.catalogue),
            "titles": [self.catalogue.text(column.title) for column in self.columns],
            "rows": [(seat, name, self._values(seat)) for seat, name in enumerate(self.seats)],
        }
