"""What the rules of the toy game must do; run in a copy of the program that has it, by `test_engine.py`."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Final

import pytest
from edited import edited

from rules_core.games import all_rules, bot_names, kinds, ruleset_for
from rules_core.kernel.codec import encode
from rules_core.kernel.definition import AnyGame, BadOptions, BadSupposition, fold
from rules_core.kernel.dice import Draw, commitment, keyed_draw, no_draw
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.log import LogEntry
from rules_core.kernel.record import (
    Commitment,
    Opening,
    Record,
    Salt,
    differences,
    dump,
    export,
    load,
    replay,
    verify_dice,
)
from rules_core.kernel.record.proof import checks
from rules_core.kernel.registry import IncompleteGame, parts_of, passing_player, register
from rules_core.kernel.rehearsal import other_options, suppose
from rules_core.kernel.rulebook import Violations

TOY: Final[AnyGame] = ruleset_for("toy")
PACKAGE: Final = import_module(TOY.setup.__module__).__package__ or ""
ev: Final[Any] = import_module(f"{PACKAGE}.events")
SALTS: Final = ("tea", "rain", "fog", "snow")
NUMBERS: Final = range(50)


@dataclass
class Played:
    """A game played by bots, and each position of it."""

    seats: int
    options: dict[str, str]
    seed: bytes
    entries: list[LogEntry]
    states: list[Any]

    @property
    def record(self) -> Record:
        """The game as a record."""
        salts = [Salt(seat, SALTS[seat]) for seat in range(self.seats)]
        opening: tuple[Opening, ...] = (Commitment(commitment(self.seed)), *salts)
        names = ("Anna", "Bert", "Cleo", "Dora")[: self.seats]
        began = self.entries[0].payload
        assert isinstance(began, ev.GameBegan)
        entries = tuple(self.entries)
        return Record("toy", TOY.version, "e1", names, dict(began.options), opening, entries, self.seed)


def play(number: int, bot: str = "random") -> Played:
    """A whole game; every action listed is accepted on the way."""
    seats, seed = 2 + number % 3, bytes([number]) * 32
    chance = random.Random(number)
    draw = keyed_draw(seed, "e1", SALTS[:seats], 0)
    options = {"signals": ("plain", "wide")[number % 2]}
    game = Played(seats, options, seed, [], [])
    events = TOY.setup(options, seats, draw)
    state = None
    while True:
        for event in events:
            state = TOY.evolve(state, event)
            _add(game, None, event)
            game.states.append(state)
        assert state is not None
        if state.over:
            return game
        seat = state.table.turn.seat
        view = TOY.view(state, seat)
        listed = list(TOY.legal(view))
        assert listed and len(set(listed)) == len(listed)
        for action in listed:
            assert not isinstance(TOY.decide(state, action, draw), Violations)
        action = TOY.bots[bot](view, listed, chance.randrange)
        found = TOY.decide(state, action, draw)
        assert not isinstance(found, Violations)
        events = found
        _add(game, seat, action)


def _add(game: Played, seat: int | None, payload: Any) -> None:
    game.entries.append(LogEntry(len(game.entries) + 1, seat, payload))


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return [play(number) for number in NUMBERS]


def scripted(*numbers: int) -> Draw:
    """Draws that give these numbers, one after the other."""
    left: Iterator[int] = iter(numbers)
    return lambda _key, sides: next(left) % sides


def begun(options: dict[str, str] | None = None, seats: int = 2) -> Any:
    """A position at the start, with the hands dealt from the lowest cards on: 1 1 1 1 2, 2 2 2 3 3, ..."""
    return fold(TOY, TOY.setup(options or {}, seats, lambda _key, _sides: 0))


def after(state: Any, *actions: Any, draw: Draw = no_draw) -> Any:
    for action in actions:
        events = TOY.decide(state, action, draw)
        assert not isinstance(events, Violations), events
        state = fold(TOY, events, state)
    return state


def broken(state: Any, action: Any, draw: Draw = no_draw) -> tuple[str, str]:
    found = TOY.decide(state, action, draw)
    assert isinstance(found, Violations)
    return found.violations[0].rule, found.violations[0].code


def test_it_is_known_beside_the_others() -> None:
    assert kinds() == tuple(sorted(kinds())) and {"first_rails", "germany", "toy"} <= set(kinds())
    assert set(bot_names()) >= {"random", "heuristic"}
    assert [id_ for id_ in all_rules() if id_.startswith("TO-")] == [f"TO-{number}" for number in range(1, 8)]
    assert PACKAGE == "rules_core.games.toy"


def test_hands_taken_for_those_that_are_hidden_fit_what_is_seen(games: list[Played]) -> None:
    for state in games[0].states[1:] + games[2].states[1:]:
        view = TOY.view(state, 0)
        requested = TOY.unseen(view)
        whole = TOY.supposed(view, [one.number for one in requested])
        assert TOY.view(whole, 0) == view
        assert [sum(hand) for hand in whole.hands] == [sum(hand) for hand in state.hands]
        if any(one.number for one in requested):
            with pytest.raises(BadSupposition):
                TOY.supposed(view, [0 for _ in requested])


def test_no_card_is_lost_in_fifty_games_at_random(games: list[Played]) -> None:
    reasons = set()
    for game in games:
        for state in game.states:
            table = state.table
            heaps = [table.deck, *state.hands, *(player.played for player in table.players)]
            assert tuple(map(sum, zip(*heaps, strict=True))) == table.box.cards
            assert min(map(min, heaps)) >= 0
            assert [sum(hand) for hand in state.hands] == [player.held for player in table.players]
        reasons.add(game.states[-1].table.ended)
    assert reasons == {"empty hand", "last year"}


def test_a_record_replays_judges_and_verifies(games: list[Played]) -> None:
    for game in games:
        record = game.record
        text = dump(export(record))
        again = load(text)
        assert again == record
        assert replay(again) == game.states[-1]
        assert list(differences(again, TOY)) == []
        assert verify_dice(again) == []
    drawn = {check.what for game in games for check in checks(game.record)}
    assert drawn == {"deal", "roll", "card"}


def test_dice_that_were_changed_are_found(games: list[Played]) -> None:
    game = games[0]
    logged = ((at, entry.payload) for at, entry in enumerate(game.entries))
    at, rolled = next((at, payload) for at, payload in logged if isinstance(payload, ev.Rolled))
    faces = tuple("1" if face != "1" else "2" for face in rolled.faces)
    entries = [*game.entries]
    entries[at] = replace(entries[at], payload=replace(rolled, faces=faces))
    assert [fault.code for fault in verify_dice(replace(game, entries=entries).record)][:1] == ["roll_differs"]


def test_to_1_the_start() -> None:
    state = begun(seats=4)
    assert [player.held for player in state.table.players] == [5, 5, 5, 5] and sum(state.table.deck) == 4
    assert (state.table.year, state.table.turn.seat) == (1, 0)
    for options, seats in (({}, 1), ({}, 5), ({"signals": "none"}, 2), ({"open": "yes"}, 2)):
        with pytest.raises(BadOptions):
            TOY.setup(options, seats, no_draw)


def test_to_2_a_hand_is_seen_by_its_owner_alone() -> None:
    state = begun(seats=3)
    assert TOY.view(state, 1).state.hands == (None, state.hands[1], None)
    assert TOY.view(state, None).state.hands == (None, None, None)
    swapped = replace(state, hands=(state.hands[1], state.hands[0], state.hands[2]))
    assert TOY.view(state, 2) == TOY.view(swapped, 2)
    over = fold(TOY, [GameCancelled()], state)
    assert TOY.view(over, None).state == over


def test_to_3_a_turn() -> None:
    state = begun()
    assert broken(state, ev.Roll(1)) == ("TO-3", "not_your_turn")
    assert broken(state, ev.Play(0, 1)) == ("TO-3", "not_rolled")
    rolled = after(state, ev.Roll(0), draw=scripted(0, 1))
    assert broken(rolled, ev.Roll(0)) == ("TO-3", "rolled")
    both = after(rolled, ev.Play(0, 1), ev.Play(0, 2))
    assert both.table.turn.dice == () and both.table.players[0].played == (1, 1, 0, 0, 0, 0)
    assert broken(both, ev.Play(0, 1)) == ("TO-5", "no_die")
    assert after(both, ev.EndTurn(0)).table.turn.seat == 1


def test_to_4_doubles() -> None:
    state = after(begun(), ev.Roll(0), draw=scripted(4, 4, 0))
    assert state.table.players[0].held == 6 and sum(state.table.deck) == 24 - 11
    empty = replace(begun(), table=replace(begun().table, deck=(0,) * 6))
    assert after(empty, ev.Roll(0), draw=scripted(4, 4)).table.players[0].held == 5


def test_to_5_playing_a_card() -> None:
    rolled = after(begun(), ev.Roll(0), draw=scripted(1, 2))
    assert broken(rolled, ev.Play(0, 3)) == ("TO-5", "not_in_hand")
    assert broken(rolled, ev.Play(0, 1)) == ("TO-5", "no_die")
    wide = after(begun({"signals": "wide"}), ev.Roll(0), draw=scripted(1, 0))
    assert after(wide, ev.Play(0, 1)).table.turn.dice == ("2",)
    assert after(wide, ev.Play(0, 1), ev.Play(0, 1)).table.turn.dice == ()


def test_to_6_and_7_the_end(games: list[Played]) -> None:
    for game in games:
        table = game.states[-1].table
        assert table.year == 8 or any(player.held == 0 for player in table.players)
        points = [one.score for one in table.standings]
        assert points == sorted(points, reverse=True)
        assert [one.place for one in table.standings] == [1 + points.index(each) for each in points]
        assert TOY.standings(game.states[-1]) == table.standings
    assert broken(games[0].states[-1], ev.EndTurn(0)) == ("TO-6", "game_over")


def test_other_signals_may_be_supposed(games: list[Played]) -> None:
    game = games[0]
    assert other_options(game.entries, TOY) == {"signals": ("wide",)}
    found = suppose(game.entries, TOY, 4, {"signals": "wide"})
    logged, supposed = found.logged, found.after
    assert isinstance(logged, TOY.state) and isinstance(supposed, TOY.state)
    assert (found.stop, logged.table.wide, supposed.table.wide) == (None, False, True)


def test_what_hangs_on_hidden_cards_is_not_supposed(games: list[Played]) -> None:
    """Whether a card is in another's hand is not told; what the dice show is for all to see."""
    for game in games[::2]:
        rolled = next((entry.payload for entry in game.entries[5:7] if isinstance(entry.payload, ev.Rolled)), None)
        for card in range(1, 7):
            actions = [ev.Roll(0), ev.Play(0, card)]
            stop = suppose(game.entries, TOY, 4, actions, lambda state: TOY.view(state, 1).state).stop
            fits = rolled is not None and str(card) in rolled.faces
            assert stop is not None and stop.why == (
                "not rolled" if rolled is None else "unseen" if fits else "refused"
            )


def test_corrections_are_checked() -> None:
    state = begun()
    seen = TOY.view(state, None).state
    moved = ev.CardMoved(1, 0, 1)
    for position, event, fault in (
        (state, moved, ""),
        (seen, moved, "secret"),
        (seen, ev.CardMoved(6, None, 1), ""),
        (state, ev.CardMoved(6, 0, 1), "no such card"),
        (state, ev.CardMoved(1, 0, 0), "no change"),
        (state, ev.CardMoved(1, 0, 7), "no such seat"),
        (state, GameCancelled(), ""),
        (fold(TOY, [GameCancelled()], state), moved, "over"),
    ):
        found = TOY.check_correction(position, event)
        assert (found.code if found else "") == fault
    after_it = fold(TOY, [moved], state)
    assert {(one.what, one.seat) for one in TOY.compare(state, after_it)} == {("hand", 0), ("hand", 1)}
    assert TOY.corrections == (ev.CardMoved, GameCancelled)


def test_values_that_cannot_be_are_refused() -> None:
    box = TOY.read_components(TOY.components)
    for payload in (ev.Play(0, 7), ev.Play(2, 1), ev.Rolled(0, ("9", "1")), ev.CardMoved(1, None, 5)):
        with pytest.raises(ValueError, match="cannot be"):
            TOY.check_payload(payload, 2, box)
    for text in ('{"faces":["7"],"cards":[1]}', '{"faces":["1"],"cards":[-1]}', '{"cards":[1]}'):
        with pytest.raises((ValueError, LookupError)):
            TOY.read_components(text)
    with pytest.raises(ValueError, match="not spelled"):
        TOY.check_components(TOY.read_components(TOY.components.replace(",", ", ")))
    for game in map(play, range(3)):
        assert TOY.decode_state(encode(game.states[9])) == game.states[9]


def test_sense_beats_chance_and_passing_ends_turns() -> None:
    def gained(number: int, bot: str) -> int:
        return sum(one.played for one in play(number, bot).states[-1].table.standings)

    assert sum(gained(number, "heuristic") for number in NUMBERS) > sum(gained(number, "random") for number in NUMBERS)
    view = TOY.view(begun(), 0)
    assert passing_player(view, TOY.legal(view), lambda _n: 0) == ev.EndTurn(0)


@pytest.mark.parametrize("part", parts_of(TOY))
def test_left_incomplete_in_a_part_it_is_refused_by_its_name(part: str) -> None:
    nothing: dict[str, Any] = {part: None}
    with pytest.raises(IncompleteGame, match=f"{part} is missing"):
        register(edited(TOY, **nothing))
