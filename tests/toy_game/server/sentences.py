"""Sentences about events of the Toy Train, and about what is refused."""

from collections.abc import Sequence
from typing import Final

from pbem.i18n import N_, Catalogue
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.rulebook import CorrectionFault, Violation
from toy_game.rules import events as ev
from toy_game.rules.cards import Cards, listed

ENDINGS: Final = {
    "empty hand": N_("somebody has no card left"),
    "last year": N_("the eighth year is over"),
    "cancelled": N_("it was cancelled"),
    "agreed": N_("the players agreed to end it"),
    "abandoned": N_("nobody plays any more"),
}
"""Why a game ended, by the reason in its last event."""
_REFUSALS: Final = {
    ("TO-3", "not_your_turn"): N_("it is not your turn."),
    ("TO-3", "rolled"): N_("you have already rolled in this turn."),
    ("TO-3", "not_rolled"): N_("roll the dice before you play a card."),
    ("TO-5", "no_die"): N_("no die without a card shows %(card)s."),
    ("TO-5", "not_in_hand"): N_("you have no %(card)s in your hand."),
    ("TO-6", "game_over"): N_("the game is over."),
}
_FAULTS: Final = {
    "over": N_("The game is over. To correct something, roll the game back first."),
    "no such seat": N_("There is no such seat."),
    "no change": N_("The card already exists."),
    "secret": N_(
        "Another player's hand is hidden from you. Unseal the game first to take a card from it; giving is always "
        "possible."
    ),
    "no such card": N_("There is no %(card)s."),
}


def refusal(violation: Violation, words: Catalogue) -> str:
    """Explain a refusal, with its rule."""
    return f"{violation.rule}: {words.text(_REFUSALS[violation.rule, violation.code], **violation.facts)}"


def describe_fault(found: CorrectionFault, words: Catalogue) -> str:
    """Explain why a correction cannot be made."""
    return words.text(_FAULTS[found.code], **found.facts)


def cards(heap: Cards | Sequence[int], words: Catalogue) -> str:
    """The cards of a heap: "1, 3, 3"."""
    return ", ".join(map(str, listed(tuple(heap)))) or words.text("no cards")


def winners(standings: Sequence[ev.Score], names: Sequence[str], words: Catalogue) -> str:
    """Name the winners, in a sentence."""
    won = [names[one.seat] for one in standings if one.place == 1]
    if len(won) == 1:
        return words.text("%(player)s has won.", player=won[0])
    return words.text("%(players)s share the victory.", players=", ".join(won))


def sentence(event: object, names: Sequence[str], words: Catalogue) -> str:
    """One event in a sentence."""
    text = words.text
    match event:
        case ev.GameBegan():
            return text("The game begins.")
        case ev.HandsDealt(dealt):
            return words.plural(
                "Everybody is dealt %(n)s card, for all to see.",
                "Everybody is dealt %(n)s cards, for all to see.",
                len(dealt) // len(names),
            )
        case ev.YearBegan(year):
            return text("Year %(year)s begins.", year=year)
        case ev.TurnBegan(seat):
            return text("%(player)s is to play.", player=names[seat])
        case ev.Rolled(seat, faces):
            return text("%(player)s rolls %(faces)s.", player=names[seat], faces=", ".join(faces))
        case ev.CardTaken(seat, card):
            return text("%(player)s takes a %(card)s from the deck.", player=names[seat], card=card)
        case ev.CardPlayed(seat, card, die):
            return text("%(player)s plays a %(card)s on the %(die)s.", player=names[seat], card=card, die=die)
        case ev.TurnEnded(seat):
            return text("%(player)s ends the turn.", player=names[seat])
        case ev.GameEnded(reason, standings):
            won = winners(standings, names, words)
            return text("The game is over: %(reason)s. %(won)s", reason=text(ENDINGS[reason]), won=won)
        case ev.CardMoved(card, giver, taker):
            places = [text("the deck") if seat is None else names[seat] for seat in (giver, taker)]
            return text(
                "Correction: a %(card)s goes from %(giver)s to %(taker)s.", card=card, giver=places[0], taker=places[1]
            )
        case GameCancelled():
            return text("The game is cancelled: it is over without a result.")
    raise ValueError(f"no words for {type(event).__name__}")
