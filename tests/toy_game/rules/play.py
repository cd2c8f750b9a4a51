"""The rules in the rulebook's order: the start, a turn, and the end (TO-1 to TO-7)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from rules_core.kernel.definition import Option, Options, chosen
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Fact, Violations, violation
from toy_game.rules import events as ev
from toy_game.rules.cards import BOX, added, box_from, listed
from toy_game.rules.state import HandView, State, Table

Action: TypeAlias = ev.Roll | ev.Play | ev.EndTurn
SEATS: Final = (2, 3, 4)
"""How many may play (TO-1)."""
OPTIONS: Final[Options] = {"signals": Option("plain", "wide")}
"""The variants, each with its values, the usual one first (TO-5)."""
HAND: Final = 5
"""Cards dealt to each player (TO-1)."""
DICE: Final = 2
YEARS: Final = 8
"""After which the game ends (TO-6)."""
GAME_OVER: Final = violation("TO-6", "game_over")
NOT_YOUR_TURN: Final = violation("TO-3", "not_your_turn")


def setup(options: Mapping[str, str], seats: int, draw: Draw, before: Any | None = None) -> list[object]:
    """The events that begin a game, by the box of one begun `before` or by today's. Raises BadOptions (TO-1)."""
    named = chosen(OPTIONS, options, seats, SEATS, before)
    components = before.components if before else BOX
    deck, dealt = box_from(components).cards, []
    for number in range(min(HAND, sum(deck) // seats) * seats):
        there = listed(deck)
        dealt.append(there[draw(DrawKey(0, 0, "deal", number), len(there))])
        deck = added(deck, dealt[-1], -1)
    began = ev.GameBegan("toy", seats, named, components, 1)
    return [began, ev.HandsDealt(tuple(dealt)), ev.YearBegan(1), ev.TurnBegan(0, 1)]


def legal(view: HandView) -> Iterator[Action]:
    """All that the viewer may do now."""
    table, seat = view.table, view.table.turn.seat
    if view.seat != seat or table.over:
        return
    if not table.turn.rolled:
        yield ev.Roll(seat)
    for card, number in enumerate(view.hand, 1):
        if number and die_for(table, card):
            yield ev.Play(seat, card)
    yield ev.EndTurn(seat)


def decide(state: State, action: Action, draw: Draw) -> list[object] | Violations:
    """Decide an action: the events that come of it, or the rule that it breaks."""
    if state.over:
        return Violations((GAME_OVER,))
    if action.seat != state.table.turn.seat:
        return Violations((NOT_YOUR_TURN,))
    match action:
        case ev.Roll():
            return _roll(state.table, draw)
        case ev.Play(_, card):
            return _play(state, card)
        case ev.EndTurn():
            return _end_turn(state)


def die_for(table: Table, card: int) -> str | None:
    """The face of the die on which a card may be played (TO-5); None where there is none."""
    farthest = 1 if table.wide else 0
    near = [die for die in table.turn.dice if abs(int(die) - card) <= farthest]
    return min(near, key=lambda die: abs(int(die) - card), default=None)


def standings(state: State) -> tuple[ev.Score, ...]:
    """All players, best first, if the game ended now (TO-7); hands that are not seen count nothing."""
    found = []
    for seat, (player, hand) in enumerate(zip(state.table.players, state.hands, strict=True)):
        found.append(ev.Score(seat, 1, sum(listed(player.played)), sum(listed(hand or ()))))
    best = sorted(found, key=lambda one: one.score, reverse=True)
    return tuple(replace(one, place=1 + sum(other.score > one.score for other in found)) for one in best)


def _roll(table: Table, draw: Draw) -> list[object] | Violations:
    if table.turn.rolled:
        return _refused("TO-3", "rolled")
    year, seat, sides = table.year, table.turn.seat, table.box.faces
    faces = tuple(sides[draw(DrawKey(year, seat, "roll", number), len(sides))] for number in range(DICE))
    there = listed(table.deck)
    if len(set(faces)) > 1 or not there:
        return [ev.Rolled(seat, faces)]
    card = there[draw(DrawKey(year, seat, "card", 0), len(there))]
    return [ev.Rolled(seat, faces), ev.CardTaken(seat, card, table.deck)]


def _play(state: State, card: int) -> list[object] | Violations:
    table, seat = state.table, state.table.turn.seat
    if not table.turn.rolled:
        return _refused("TO-3", "not_rolled")
    die = die_for(table, card)
    if die is None:
        return _refused("TO-5", "no_die", card=card)
    if card not in listed(state.hands[seat] or ()):
        return _refused("TO-5", "not_in_hand", card=card)
    return [ev.CardPlayed(seat, card, die)]


def _end_turn(state: State) -> list[object]:
    """The next seat's turn, or the end of the year and perhaps of the game (TO-6)."""
    table, seat = state.table, state.table.turn.seat
    events: list[object] = [ev.TurnEnded(seat)]
    if seat + 1 < state.seats:
        return [*events, ev.TurnBegan(seat + 1, table.turn.number + 1)]
    is_empty = any(player.held == 0 for player in table.players)
    if not is_empty and table.year < YEARS:
        return [*events, ev.YearBegan(table.year + 1), ev.TurnBegan(0, 1)]
    if None in state.hands:  # a preview, which cannot tell what the hands are worth
        return events
    return [*events, ev.GameEnded("empty hand" if is_empty else "last year", standings(state))]


def _refused(rule: str, code: str, **facts: Fact) -> Violations:
    return Violations((violation(rule, code, **facts),))
