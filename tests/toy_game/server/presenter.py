"""A position of the Toy Train, told to one reader."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pbem.games.presenter import HiddenChange, Presenter, Row
from pbem.reports import document as doc
from rules_core.kernel.rulebook import CorrectionFault, Violation
from toy_game.rules import events as ev
from toy_game.rules.judging import Differs
from toy_game.rules.play import YEARS
from toy_game.rules.state import HandView
from toy_game.server import sentences


class PlayerLine(NamedTuple):
    """A player in the tables of pages."""

    seat: int
    name: str
    held: int
    played: str


class ToyPresenter(Presenter):
    """The position of `table`."""

    def sentence(self, event: object) -> str:
        """One event in a sentence."""
        return sentences.sentence(event, self.seats, self.catalogue)

    def end_ahead(self) -> str:
        """That this is the last year."""
        is_last = self.table.year == YEARS or any(player.held == 0 for player in self.table.players)
        return self.catalogue.text("This is the last year.") if is_last else ""

    def standings(self) -> list[doc.Block]:
        """The final table."""
        text = self.catalogue.text
        head = (text("Place"), text("Player"), text("Played"), text("Left"), text("Points"))
        rows = tuple(
            (str(one.place), self.seats[one.seat], str(one.played), str(one.left), str(one.score))
            for one in self.table.standings
        )
        return [doc.Grid(head, rows, right=(0, 2, 3, 4))]

    def position(self, latest: Sequence[object]) -> list[doc.Block]:
        """The position that everybody sees."""
        text = self.catalogue.text
        head = (text("Player"), text("Cards in hand"), text("Cards played"))
        rows = tuple((line.name, str(line.held), line.played) for line in self._lines())
        return [doc.Heading(text("The table")), doc.Lines((self.supply(),)), doc.Grid(head, rows, right=(1,))]

    def _lines(self) -> list[PlayerLine]:
        return [
            PlayerLine(seat, self.seats[seat], player.held, sentences.cards(player.played, self.catalogue))
            for seat, player in enumerate(self.table.players)
        ]

    def revealed(self, view: HandView) -> list[doc.Block]:
        """The hands, where all are shown."""
        hands = [hand for hand in view.state.hands if hand is not None]
        if len(hands) < view.state.seats:
            return []
        named = zip(self.seats, hands, strict=True)
        entries = tuple(doc.ListEntry(name, (sentences.cards(hand, self.catalogue),)) for name, hand in named)
        return [doc.Heading(self.catalogue.text("All hands")), doc.Entries(entries)]

    def hand_title(self, view: HandView) -> str:
        """The heading of the viewer's own part."""
        return self.catalogue.text("For your eyes only")

    def hand(self, view: HandView) -> doc.Hand:
        """The viewer's cards, and the dice that have no card yet."""
        text, table = self.catalogue.text, self.table
        dice = table.turn.dice if view.seat == table.turn.seat else ()
        front = text("Dice without a card: %(dice)s.", dice=", ".join(dice) or text("none"))
        return doc.Hand(self.hidden(view), front, 0, dice)

    def hidden(self, view: HandView) -> str:
        """The viewer's cards."""
        return self.catalogue.text("Hand: %(cards)s.", cards=sentences.cards(view.hand, self.catalogue))

    def hidden_change(self, before: HandView, after: HandView) -> HiddenChange:
        """The same before a turn and at a moment of it."""
        text = self.catalogue.text
        one, other = (sentences.cards(view.hand, self.catalogue) for view in (before, after))
        sentence = text("Hand before the turn: %(before)s. At the moment: %(after)s.", before=one, after=other)
        return HiddenChange(sentence, text("The hand"), (Row(text("cards"), one, other),))

    def outlook(self) -> Sequence[doc.ListEntry]:
        """The dice of the turn."""
        turn, text = self.table.turn, self.catalogue.text
        if not turn.rolled:
            return (doc.ListEntry(text("The dice are not rolled yet.")),)
        return (doc.ListEntry(text("Dice without a card"), turn.dice or (text("none"),)),)

    def supply(self) -> str:
        """The cards in the deck."""
        return self.catalogue.text("In the deck: %(cards)s.", cards=sentences.cards(self.table.deck, self.catalogue))

    def tables(self, view: HandView) -> Mapping[str, object]:
        """The players, and what the deck holds."""
        return {"players": self._lines(), "deck": self.supply()}

    def thrown(self, roll: ev.Roll) -> str:
        """The dice that a roll takes."""
        return self.catalogue.text("both dice")

    def describe_violation(self, violation: Violation) -> str:
        """Explain a refusal."""
        return sentences.refusal(violation, self.catalogue)

    def describe_correction_fault(self, fault: CorrectionFault) -> str:
        """Explain why a correction cannot be made."""
        return sentences.describe_fault(fault, self.catalogue)

    def differences(self, other: "ToyPresenter", differing: Iterable[Differs]) -> list[Row]:
        """The differences between this position and another."""
        return [Row(self._what(one), self._value(one, one.one), self._value(one, one.other)) for one in differing]

    def _what(self, differs: Differs) -> str:
        text = self.catalogue.text
        called = {
            "turn": text("Year and player"),
            "end": text("End of the game"),
            "deck": text("The deck"),
            "hand": text("Cards in hand"),
            "played": text("Cards played"),
        }[differs.what]
        return called if differs.seat is None else f"{called}, {self.seats[differs.seat]}"

    def _value(self, differs: Differs, value: object) -> str:
        match differs.what, value:
            case "turn", (int(year), int(seat)):
                return f"{year}, {self.seats[seat]}"
            case "end", str(reason):
                return self.catalogue.text(sentences.ENDINGS[reason]) if reason else ""
            case _, tuple():
                return sentences.cards(value, self.catalogue)
        return str(value)
