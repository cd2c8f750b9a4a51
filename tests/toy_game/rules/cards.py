"""The box: the faces of the dice and the cards, and heaps of cards as numbers."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from rules_core.kernel.codec import store_as_text

Cards: TypeAlias = tuple[int, ...]
"""A heap of cards: how many there are of each number, the ones first."""


@dataclass(frozen=True, slots=True)
class Box:
    """The box that a game is played with, and the text that says so."""

    text: str
    faces: tuple[str, ...]
    cards: Cards


def box_text(faces: tuple[str, ...], cards: Cards) -> str:
    """The component data as canonical JSON: what the first event of every game keeps."""
    return json.dumps({"faces": faces, "cards": cards}, separators=(",", ":"))


@lru_cache(maxsize=64)
def box_from(text: str) -> Box:
    """The box that such a text describes. Raises ValueError, naming the key that is wrong."""
    data = json.loads(text)
    faces, cards = tuple(data["faces"]), tuple(data["cards"])
    if not cards or not all(type(number) is int and 0 <= number < 100 for number in cards) or not 0 < sum(cards) <= 256:
        raise ValueError("cards: how many there are of each number, 256 in all at most")
    if not faces or not all(face in map(str, range(1, len(cards) + 1)) for face in faces):
        raise ValueError("faces: numbers that are on a card")
    return Box(text, faces, cards)


store_as_text(Box, box_from)


def check_box(box: Box) -> None:
    """Raises ValueError for a box that holds what nobody reads, or is spelled otherwise."""
    if box.text != box_text(box.faces, box.cards):
        raise ValueError("not spelled as component data are")


BOX: Final = box_text(tuple("123456"), (4,) * 6)
"""What new games are played with (TO-1)."""


def added(cards: Cards, card: int, number: int = 1) -> Cards:
    """The heap with one more of a card, or as many as told."""
    return tuple(there + number * (card == one) for one, there in enumerate(cards, 1))


def listed(cards: Cards) -> tuple[int, ...]:
    """The cards of a heap one by one, in order."""
    return tuple(card for card, number in enumerate(cards, 1) for _ in range(number))
