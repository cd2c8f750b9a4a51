"""The presentation of a game without a map in which nothing is hidden: a first game overrides what is its own."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pbem.commands.languages import Words, declare_words
from pbem.commands.orders.notation import Notation, Quantity
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.games.parts import PublicData, Templates
from pbem.games.presentation import GamePresentation
from pbem.games.simple.presenter import PUBLIC_DATA, Column, SimplePresenter, SimpleVerb, end_verb, writer
from pbem.i18n import N_, Catalogue
from rules_core.kernel.simple import SimpleEndTurn, SimpleTable

__all__ = ["Column", "SimplePresentation", "SimplePresenter", "SimpleVerb"]


class SimplePresentation(GamePresentation):
    """The presentation of a `SimpleGame`. It has to say `game`, `name`, `verbs` and `sentences`."""

    verbs: tuple[SimpleVerb, ...]
    """The verbs of the game's own actions; `end` is there where `SimpleEndTurn` is one of them."""
    sentences: Mapping[type, Callable[[Any, SimplePresenter], str]] = MappingProxyType({})
    """The game's own events in sentences."""
    columns: tuple[Column, ...] = ()
    """What each player has beside points, in tables."""
    quantities: tuple[Quantity, ...] = ()
    """What conditions can compare; their words stand in `keywords`, and `condition` shows one."""
    keywords: Words = MappingProxyType({})
    """Words of the game's own that stand in conditions, by meaning and language."""
    condition: str = ""
    """A condition as an example, where there are any: "{if} {pot} >= 20: {end}"."""

    public_data: PublicData = PUBLIC_DATA
    templates: Templates = Templates(
        tables="games/simple/tables.html",
        choices="games/simple/choices.html",
        lesson="games/simple/lesson.html",
        reference_sheet="games/simple/reference_sheet.html",
    )

    def presenter(
        self, table: SimpleTable, seats: Sequence[str], catalogue: Catalogue, ascii_only: bool = False
    ) -> SimplePresenter:
        """A position for a reader."""
        return SimplePresenter(self, table, seats, catalogue, ascii_only)

    def lines(self, table: Any, words: Catalogue, /) -> list[str]:
        """Sentences on what lies on the table, beside what players have."""
        return []

    def reference_sheet(self, box: Any, catalogue: Catalogue) -> Mapping[str, object]:
        """The faces of the dice and the rules, for the page with the game at a glance."""
        return {"dice": tuple(self.dice), "rules": tuple(self.game.rules.values())}

    @property
    def letter(self) -> tuple[str, ...]:
        """A whole turn: the first example of the first verb, and the end, where it is an action of its own."""
        return (self.verbs[0].examples[0], *self._end)

    @property
    def _end(self) -> tuple[str, ...]:
        return ("{end}",) if SimpleEndTurn in self.game.actions else ()

    @cached_property
    def notation(self) -> Notation:
        """The notation of its verbs, whose words it tells."""
        package = type(self).__module__
        declare_words(
            package, "seat", {"verbs": {verb.name: verb.words for verb in self.verbs}, "keywords": self.keywords}
        )
        vocabulary = Vocabulary("seat", SEAT, package=package)
        return Notation(
            vocabulary=vocabulary,
            verbs=(*(verb.order_verb(vocabulary) for verb in self.verbs), *(end_verb() for _ in self._end)),
            write=writer(vocabulary, self.verbs),
            messages={"missing_number": N_("How many? Give a number after the verb.")},
            naming=N_("Numbers are written in digits or as words."),
            situations={N_("Your turn"): (*(verb.name for verb in self.verbs), *("end" for _ in self._end))},
            examples={"if": (self.condition,)} if self.condition else {},
            quantities=self.quantities,
        )
