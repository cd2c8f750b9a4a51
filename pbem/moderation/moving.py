"""How corrections are read and written that move something: dice, shares and passengers, from place to place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.i18n import N_
from pbem.lobby.walk import Unclear
from pbem.moderation.hand import Hand, named, said
from pbem.orders.binding import in_signs
from pbem.orders.cursor import Unreadable
from pbem.orders.grammar import faces
from pbem.orders.talking import player
from rules_core.kernel.dice import NO_DICE, Dice
from rules_core.line.companies import SHARES
from rules_core.line.corrections import Correction, DiceMoved, DicePlace, PassengerPlace, PassengersMoved, SharesMoved
from rules_core.line.table import Table

Spot: TypeAlias = int | Literal["bank", "waiting"]
"""Where something comes from or goes to: a player by his seat, the bank or the box, or the stations where one waits."""


@dataclass(frozen=True)
class _Load:
    """What is moved: dice from behind a screen or in front of one, shares or passengers, of a company if one is named.

    `lands` is where dice come to lie that leave the screen's other side, and `shown` the faces that they then show.
    """

    sort: Literal["hidden", "front", "share", "passenger"]
    number: int
    faces: Dice = NO_DICE
    company: str | None = None
    lands: DicePlace | None = None
    shown: Dice = NO_DICE


def give(hand: Hand, _table: Table) -> Correction:
    """`give ben 1 hidden`, `give ben 2 c ?`, `give ben 1 share weiden`, `give ben 3000 passengers`."""
    hand.skip("to")
    taker = player_ahead(hand)
    return _moved(hand, "bank", taker)


def take(hand: Hand, _table: Table) -> Correction:
    """`take ben 2 ?` and the like: back to the bank, or to the box."""
    hand.skip("from")
    giver = player_ahead(hand)
    return _moved(hand, giver, "bank")


def move(hand: Hand, _table: Table) -> Correction:
    """`move ben to anna 1 hidden`, `move waiting to ben 2000 passengers weiden`, `move ben to ben 2 hidden as c c`."""
    hand.skip("from")
    giver = _spot(hand)
    if not hand.take("to"):
        raise Unclear(N_("From whom to whom?"))
    return _moved(hand, giver, _spot(hand))


def player_ahead(hand: Hand) -> int:
    """The seat of the player that comes next, which is read. Raises Unreadable."""
    if hand.peek() is None:
        raise Unreadable("missing_player", None)
    return player(hand)


def company_ahead(hand: Hand) -> str:
    """The company that comes next, which is read. Raises Unreadable."""
    hand.skip("articles", "from")
    found = hand.company()
    if found is None:
        raise Unreadable("unknown_company" if hand.peek() else "missing_company", hand.peek())
    hand.at += found[1]
    return found[0]


def _spot(hand: Hand) -> Spot:
    hand.skip("articles")
    if hand.take("bank"):
        return "bank"
    return "waiting" if hand.take("waiting") else player_ahead(hand)


def _moved(hand: Hand, giver: Spot, taker: Spot) -> Correction:
    load = _load(hand)
    if hand.take("from", "to"):
        hand.skip("articles")
        if not hand.take("bank"):
            raise hand.unexpected()
    hand.done()
    if load.sort == "passenger":
        source, target = _where(giver), _where(taker)
        return PassengersMoved(load.number, load.company, source, _seat(giver), target, _seat(taker))
    if "waiting" in (giver, taker):
        raise Unclear(N_("Only passengers can wait."))
    if load.sort == "share":
        assert load.company is not None, "shares are of a company"
        return SharesMoved(load.company, load.number, _seat(giver), _seat(taker))
    return _dice_moved(load, _seat(giver), _seat(taker))


def _dice_moved(load: _Load, giver: int | None, taker: int | None) -> DiceMoved:
    place: DicePlace = "front" if load.sort == "front" else "hidden"
    if load.lands is not None and None in (giver, taker):
        raise Unclear(N_("Dice change sides only between players, or from one side of a screen to the other."))
    source: DicePlace = "bank" if giver is None else place
    target: DicePlace = "bank" if taker is None else load.lands or place
    return DiceMoved(load.number, source, giver, target, taker, load.faces.plus(load.shown))


def _load(hand: Hand) -> _Load:
    """What comes next, which is read. Raises Unreadable and Unclear."""
    numbers = 0
    while hand.sees_number(numbers):
        numbers += 1
    if hand.means("passenger", numbers):
        return _passengers(hand, numbers)
    if numbers == 1 and hand.means("share", 1) and (load := _shares(hand)):
        return load
    if numbers == 1 and (hand.peek(1) is None or any(hand.means(key, 1) for key in ("hidden", "dice", "as"))):
        return _hidden(hand)
    shown = faces(hand)
    return _Load("front", shown.total, shown, lands="hidden" if hand.take("hidden") else None)


def _passengers(hand: Hand, numbers: int) -> _Load:
    if not numbers:
        raise Unclear(N_("How many?"))
    number = hand.passengers()
    hand.take("passenger")
    company = company_ahead(hand) if hand.peek() and not hand.sees("to") else None
    return _Load("passenger", number, company=company)


def _shares(hand: Hand) -> _Load | None:
    """Shares of a company; None, and nothing read, where none is named, so that dice showing a share are meant."""
    start = hand.at
    number = hand.number(1, SHARES)
    hand.take("share")
    hand.skip("articles", "from")
    found = hand.company()
    if found is None:
        hand.at = start
        return None
    hand.at += found[1]
    return _Load("share", number, company=found[0])


def _hidden(hand: Hand) -> _Load:
    number = hand.number(1)
    hand.skip("dice", "hidden")
    if not hand.take("as"):
        return _Load("hidden", number)
    return _Load("hidden", number, lands="front", shown=faces(hand))


def _seat(spot: Spot) -> int | None:
    return spot if isinstance(spot, int) else None


def _where(spot: Spot) -> PassengerPlace:
    if isinstance(spot, int):
        return "carried"
    return "waiting" if spot == "waiting" else "box"


def written_dice(moved: DiceMoved, players: Sequence[str], kind: str, language: str) -> list[str]:
    """The words for dice on their way, in the order in which they are read."""
    signs = in_signs(moved.faces, kind)
    place = moved.target if moved.giver is None else moved.source
    load = signs if place == "front" else f"{moved.number} {said('hidden', language)}"
    if moved.giver is not None and moved.taker is not None and moved.source != moved.target:
        load += f" {said('as', language)} {signs}" if moved.target == "front" else f" {said('hidden', language)}"
    return [*_way(moved.giver, moved.taker, players, language), load]


def written_shares(moved: SharesMoved, players: Sequence[str], language: str) -> list[str]:
    """The same for shares."""
    way = _way(moved.giver, moved.taker, players, language)
    return [*way, str(moved.number), said("share", language), moved.company]


def written_passengers(moved: PassengersMoved, players: Sequence[str], language: str) -> list[str]:
    """The same for passengers, which are written as reports tell them."""
    load = [str(moved.number * 1000), said("passenger", language), moved.company or ""]
    if "waiting" not in (moved.source, moved.target):
        return [*_way(moved.giver, moved.taker, players, language), *load]
    ends = ((moved.source, moved.giver), (moved.target, moved.taker))
    spots: list[Spot] = [place if place == "waiting" else "bank" if seat is None else seat for place, seat in ends]
    return [*_from_to(spots[0], spots[1], players, language), *load]


def _way(giver: int | None, taker: int | None, players: Sequence[str], language: str) -> list[str]:
    if giver is None and taker is not None:
        return [said("give", language), named(players, taker)]
    if taker is None and giver is not None:
        return [said("take", language), named(players, giver)]
    return _from_to("bank" if giver is None else giver, "bank" if taker is None else taker, players, language)


def _from_to(giver: Spot, taker: Spot, players: Sequence[str], language: str) -> list[str]:
    one, other = (named(players, spot) if isinstance(spot, int) else said(spot, language) for spot in (giver, taker))
    return [said("move", language), one, said("to", language), other]
