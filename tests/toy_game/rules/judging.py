"""Judging games again, correcting them, and checking stored values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules_core.kernel.codec import values_of
from rules_core.kernel.definition import BadSupposition, EventDraws, Unseen
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.events import Begun
from rules_core.kernel.rulebook import CorrectionFault
from toy_game.rules import events as ev
from toy_game.rules.cards import Box, Cards, added, box_from, listed
from toy_game.rules.state import HandView, State, is_wide


def dice(box: Box) -> tuple[tuple[str, ...], ...]:
    """The dice of a box, which are all alike."""
    return (box.faces,)


def drawing(event: object, year: int, began: Begun) -> EventDraws | None:
    """The draws that an event tells of: of the hands dealt, of a roll, or of a card taken."""
    box = box_from(began.components)
    match event:
        case ev.HandsDealt(cards):
            decks, deck = [], box.cards
            for card in cards:
                decks.append(listed(deck))
                deck = added(deck, card, -1)
            keys = tuple(DrawKey(0, 0, "deal", number) for number in range(len(cards)))
            return EventDraws("deal", None, keys, tuple(decks), cards)
        case ev.Rolled(seat, faces):
            keys = tuple(DrawKey(year, seat, "roll", number) for number in range(len(faces)))
            return EventDraws("roll", seat, keys, (box.faces,) * len(faces), faces)
        case ev.CardTaken(seat, card, deck):
            return EventDraws("card", seat, (DrawKey(year, seat, "card", 0),), (listed(deck),), (card,))
    return None


def possible(state: State, events: Sequence[object]) -> tuple[State, ...]:
    """The position, or, where hands are not seen, it with the least and the most cards in them."""
    if None not in state.hands:
        return (state,)
    least = (0,) * len(state.table.deck)
    for event in events:
        least = added(least, event.card) if isinstance(event, ev.CardPlayed) else least
    bounds = (least, state.table.box.cards)
    return tuple(replace(state, hands=tuple(hand or bound for hand in state.hands)) for bound in bounds)


def unseen(view: HandView) -> tuple[Unseen, ...]:
    """The cards of each number in the hands that a view hides: dealt out in order from those that lie nowhere else."""
    state, found = view.state, list[Unseen]()
    left = list(listed(_elsewhere(state)))
    for seat, (hand, player) in enumerate(zip(state.hands, state.table.players, strict=True)):
        if hand is None:
            held, left = left[: player.held], left[player.held :]
            most = range(1, len(state.table.deck) + 1)
            found += (Unseen(f"card {card}", seat, held.count(card), player.held) for card in most)
    return tuple(found)


def supposed(view: HandView, numbers: Sequence[int]) -> State:
    """The position with so many cards of each number in the hands that a view hides. Raises BadSupposition."""
    state, given = view.state, list(numbers)
    hands, there = [], _elsewhere(state)
    for seat, (hand, player) in enumerate(zip(state.hands, state.table.players, strict=True)):
        if hand is not None:
            hands.append(hand)
            continue
        hands.append(tuple(given[: len(there)]))
        given = given[len(there) :]
        if sum(hands[-1]) != player.held:
            raise BadSupposition("cards", player.held, seat)
    hidden = [hand for hand, seen in zip(hands, state.hands, strict=True) if seen is None]
    for number, due in enumerate(there):
        if hidden and sum(hand[number] for hand in hidden) != due:
            raise BadSupposition(f"card {number + 1}", due)
    return replace(state, hands=tuple(hands))


def _elsewhere(state: State) -> Cards:
    """The cards that are neither in the deck, nor played, nor in a hand that is seen."""
    table = state.table
    seen = (table.deck, *(player.played for player in table.players), *(hand for hand in state.hands if hand))
    return tuple(number - sum(heap[at] for heap in seen) for at, number in enumerate(table.box.cards))


RULES_OF: Final[Mapping[type, tuple[str, ...]]] = {
    ev.HandsDealt: ("TO-1",),
    ev.Rolled: ("TO-3",),
    ev.CardTaken: ("TO-4",),
    ev.CardPlayed: ("TO-5",),
    ev.GameEnded: ("TO-6", "TO-7"),
}
"""The rules that events come from."""


def varied(state: State, options: Mapping[str, str]) -> State:
    """A position as if the game were played with other options."""
    return replace(state, table=replace(state.table, wide=is_wide(options)))


def check_correction(state: State, event: object) -> CorrectionFault | None:
    """The reason why a correction cannot be made; None where it can. It tells nothing of a hand that is not seen."""
    if state.over:
        return CorrectionFault("over")
    if not isinstance(event, ev.CardMoved):
        return None
    if any(seat is not None and seat not in range(state.seats) for seat in (event.giver, event.taker)):
        return CorrectionFault("no such seat")
    if event.giver == event.taker:
        return CorrectionFault("no change")
    heap = state.table.deck if event.giver is None else state.hands[event.giver]
    if heap is None:
        return CorrectionFault("secret")
    return None if event.card in listed(heap) else CorrectionFault("no such card", {"card": event.card})


@dataclass(frozen=True, slots=True)
class Differs:
    """A difference of two positions: a heap of cards, or the turn as (year, seat)."""

    what: Literal["turn", "deck", "hand", "played", "end"]
    seat: int | None
    one: object
    other: object


def compare(one: State, other: State) -> tuple[Differs, ...]:
    """The differences of two positions of a game; hands that are not seen in both are passed over."""
    return tuple(
        Differs(what, seat, mine, theirs)
        for (what, seat, mine), (_, _, theirs) in zip(_parts(one), _parts(other), strict=True)
        if mine != theirs and None not in (mine, theirs)
    )


def _parts(state: State) -> Iterator[tuple[Literal["turn", "deck", "hand", "played", "end"], int | None, object]]:
    table = state.table
    yield "turn", None, (table.year, table.turn.seat)
    yield "end", None, table.ended or ""
    yield "deck", None, table.deck
    for seat, (player, hand) in enumerate(zip(table.players, state.hands, strict=True)):
        yield "played", seat, player.played
        yield "hand", seat, hand


MOST: Final = 1000
"""More than there ever is of anything."""


def check_payload(payload: object, seats: int, box: Box) -> None:
    """Raises ValueError for an action or event with a value that cannot be, naming its field."""
    ranges = {"card": range(1, len(box.cards) + 1), "seat": range(seats), "giver": range(seats), "taker": range(seats)}
    ranges |= {"cards": ranges["card"], "conceded": range(seats), "reading": range(1, 2), "place": range(seats + 1)}
    for where, name, value in values_of(payload):
        if type(value) is int and value not in ranges.get(name, range(MOST)):
            raise ValueError(f"{where}: it cannot be {value!r:.40}")
        if name in ("die", "faces") and value not in box.faces:
            raise ValueError(f"{where}: it cannot be {value!r:.40}")
