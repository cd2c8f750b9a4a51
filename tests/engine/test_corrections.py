"""Corrections in the engine: nothing is created or lost, nothing told that is hidden, and the game can be played on."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final, get_args

import pytest
from bench.selfplay import Game
from corrections_kit import corrections
from each_kit import each
from rules.german_position import SHEET, german_position, place
from rules.playing import check_counts, front, hidden, passengers, passengers_told, play, rules_of, stations
from rules.position import position

from rules_core.grid import Square
from rules_core.kernel.codec import decode, encode
from rules_core.kernel.dice import no_draw
from rules_core.kernel.events import Ended, Irrevocable, ending_of
from rules_core.kernel.log import LogEntry, Payload, fold_entries, last_irrevocable
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import CorrectionFault, Violations
from rules_core.line import actions as co
from rules_core.line import events as ev
from rules_core.line.actions import NO_DICE, Action, BuyShare, Dice, EndTurn, Income, Roll, UseTransport
from rules_core.line.events import Event
from rules_core.line.judging import CorrectionFaultCode, check
from rules_core.line.table import State

KINDS: Final = ("first_rails", "germany")
EVERY: Final = 12
"""After so many actions of a game it is corrected."""
GAMES: Final = 5
TRIED: Final = 12
"""So many corrections are thought of then."""


def mended(state: State, *made: co.Correction) -> State:
    """The position after corrections, which must be possible."""
    for one in made:
        assert check(state, one) is None, one
        state = rules_of(state).evolve(state, one)
        check_counts(state)
    return state


def flaw(state: State, correction: co.Correction) -> str | None:
    """Why a correction cannot be made."""
    found = check(state, correction)
    return None if found is None else found.code


def created(correction: co.Correction) -> int:
    """How many passengers more the images hold after a correction (GE-5)."""
    if not isinstance(correction, co.PassengersMoved) or correction.company is None:
        return 0
    return correction.number * ((correction.source == "box") - (correction.target == "box"))


def corrected(state: State, correction: co.Correction) -> State:
    """The position after a correction at random, all there is counted, and looked at by everybody."""
    rules = rules_of(state)
    after = mended(state, correction)
    assert after.table.turn.seat == state.table.turn.seat
    assert stations(after) == stations(state)
    assert passengers_told(after) - passengers_told(state) == created(correction)
    assert all(screen is None or screen.passengers >= 0 for screen in after.screens)
    assert decode(Event, json.loads(json.dumps(encode(correction)))) == correction
    assert decode(State, json.loads(json.dumps(encode(after)))) == after
    for seat in (*range(len(state.screens)), None):
        assert rules.evolve(rules.view(state, seat).state, correction) == rules.view(after, seat).state
    return after


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_corrected_at_random_is_complete_and_played_to_its_end(kind: str) -> None:
    made, refused = Counter[type](), Counter[str]()
    for number in range(GAMES):
        rng = Random(number)
        bots, years = (["heuristic"] * 2, 3) if number == 0 else (["random"] * (2 + number % 3), 12)
        game = Game(bots, number, kind=kind)
        for at, state in enumerate(game.play(years)):
            check_counts(state)
            for correction in islice(corrections(rng, state.table), TRIED if at % EVERY == 0 else 0):
                if found := check(game.state, correction):
                    refused[found.code] += 1
                else:
                    game.state = corrected(game.state, correction)
                    game.entries.append(LogEntry(len(game.entries) + 1, None, correction))
                    made[type(correction)] += 1
        check_counts(game.state)
        assert game.over or game.year == years + 1
        assert fold_entries(game.rules, game.entries) == game.state
    shares = {co.SharesMoved} if kind == "germany" else set()
    assert set(made) == set(co.CORRECTIONS) - shares - {co.GameCancelled}
    assert len(refused) > 8


def test_all_corrections_are_events_that_nobody_can_undo() -> None:
    assert set(co.CORRECTIONS) == set(get_args(co.Correction)) <= set(get_args(ev.Event))
    assert all(issubclass(kind, Irrevocable) for kind in co.CORRECTIONS)


def first_rails(**said: Any) -> State:
    """A position of The First Rails in which there is something of everything."""
    shares = {"weiden": (3, 1), "insel": (0, 2)}
    known: dict[str, Any] = {"front": ("sc$?", "s?"), "hidden": (3, 2), "passengers": (7, 4), "shares": shares}
    return position(**{**known, "directors": {"weiden": 0}, **said})


def germany(**said: Any) -> State:
    """A position of Germany in which there is something of everything."""
    known: dict[str, Any] = {
        "front": ("sc$?", "s?"),
        "hidden": (3, 2),
        "waiting": {"weiden": 4},
        "carried": {"weiden": (5, 2)},
    }
    return german_position(**{"directors": {"weiden": 0}, **known, **said})


def dice(number: int, source: co.DicePlace, target: co.DicePlace, faces: Dice = NO_DICE, **seats: int) -> co.DiceMoved:
    """Dice on their way, with `giver` and `taker` where it is no bank."""
    return co.DiceMoved(number, source, seats.get("giver"), target, seats.get("taker"), faces)


CURVES: Final = Dice(curve=2)
GIVEN: Final = (
    (dice(1, "bank", "hidden", taker=1), (27, 3, 3)),
    (dice(2, "bank", "front", CURVES, taker=1), (26, 3, 2)),
    (dice(3, "hidden", "bank", giver=0), (31, 0, 2)),
    (dice(2, "hidden", "hidden", giver=0, taker=1), (28, 1, 4)),
    (dice(2, "hidden", "front", CURVES, giver=1, taker=1), (28, 3, 0)),
    (dice(1, "front", "hidden", Dice(wild=1), giver=1, taker=0), (28, 4, 2)),
    (dice(1, "front", "bank", Dice(straight=1), giver=1), (29, 3, 2)),
    (dice(1, "front", "front", Dice(straight=1), giver=1, taker=0), (28, 3, 2)),
)


@each("kind", [first_rails, germany])
@each(("moved", "there"), GIVEN)
def test_dice_go_from_place_to_place(moved: co.DiceMoved, there: tuple[int, int, int], kind: type) -> None:
    before = kind()
    after = mended(before, moved)
    assert (after.table.bank, hidden(after, 0), hidden(after, 1)) == there
    for seat in (0, 1):
        more = moved.faces if moved.taker == seat and moved.target == "front" else NO_DICE
        less = moved.faces if moved.giver == seat and moved.source == "front" else NO_DICE
        assert after.table.players[seat].front == before.table.players[seat].front.plus(more).minus(less)


NOT_THERE: Final = (
    (dice(29, "bank", "hidden", taker=0), "too few dice"),
    (dice(4, "hidden", "bank", giver=0), "too few dice"),
    (dice(2, "front", "bank", CURVES, giver=0), "too few faces"),
    (dice(1, "front", "bank", Dice(share=1), giver=1), "too few faces"),
    (dice(0, "bank", "hidden", taker=0), "no number"),
    (dice(-1, "bank", "hidden", taker=0), "no number"),
    (dice(2, "bank", "front", Dice(curve=1), taker=0), "faces"),
    (dice(1, "bank", "front", Dice(curve=2, wild=-1), taker=0), "faces"),
    (dice(1, "bank", "hidden", Dice(curve=1), taker=0), "faces"),
    (dice(1, "bank", "hidden", taker=2), "no such seat"),
    (dice(1, "bank", "hidden", taker=-1), "no such seat"),
    (dice(1, "bank", "hidden"), "no such place"),
    (dice(1, "bank", "bank", taker=1), "no such place"),
    (dice(1, "bank", "bank"), "no change"),
    (dice(1, "front", "front", Dice(wild=1), giver=0, taker=0), "no change"),
    (co.DirectorNamed("weiden", 0), "no change"),
    (co.DirectorNamed("nowhere", 0), "no such company"),
    (co.DirectorNamed("weiden", 2), "no such seat"),
    (co.TurnMarked("income", False), "no change"),
    (co.OfficeMarked(0, False), "no change"),
    (co.OfficeMarked(4, True), "no such seat"),
)


@each("kind", [first_rails, germany])
@each(("made", "why"), NOT_THERE)
def test_nothing_comes_from_nowhere(made: co.Correction, why: CorrectionFaultCode, kind: type) -> None:
    assert flaw(kind(), made) == why


def test_a_die_has_the_faces_of_its_box() -> None:
    plain = replace_faces(first_rails())
    assert check(plain, dice(1, "bank", "front", Dice(share=1), taker=0)) == CorrectionFault(
        "no such face", {"face": "share"}
    )


def replace_faces(state: State) -> State:
    """The position, with dice that show no share."""
    box = replace(state.table.box, faces=tuple(face for face in state.table.box.faces if face != "share"))
    return State(changed(state.table, box=box), state.screens)


def test_shares_go_from_hand_to_hand_and_to_the_bank() -> None:
    state = first_rails()
    index = state.table.box.company_index("weiden")
    after = mended(state, co.SharesMoved("weiden", 2, 0, 1), co.SharesMoved("weiden", 3, 1, None))
    assert [player.shares[index] for player in after.table.players] == [1, 0]
    assert after.table.companies["weiden"].unsold == 9
    assert after.table.companies["weiden"].director == 0
    assert flaw(state, co.SharesMoved("weiden", 4, 0, 1)) == "too few shares"
    assert flaw(state, co.SharesMoved("weiden", 7, None, 1)) == "too few shares"
    assert flaw(state, co.SharesMoved("weiden", 0, None, 1)) == "no number"
    assert flaw(state, co.SharesMoved("weiden", 1, 1, 1)) == "no change"
    assert flaw(state, co.SharesMoved("weiden", 1, 1, 5)) == "no such seat"
    assert flaw(state, co.SharesMoved("nowhere", 1, None, 1)) == "no such company"
    assert flaw(germany(), co.SharesMoved("weiden", 1, None, 1)) == "no shares here"


def test_passengers_behind_screens_are_counted_as_one() -> None:
    state = first_rails()
    box_to_ben = co.PassengersMoved(3, None, "box", None, "carried", 1)
    ben_to_anna = co.PassengersMoved(5, None, "carried", 1, "carried", 0)
    after = mended(state, box_to_ben, ben_to_anna, co.PassengersMoved(2, None, "carried", 0, "box", None))
    assert (passengers(after, 0), passengers(after, 1)) == (10, 2)
    assert flaw(state, ben_to_anna) == "too few passengers"
    assert flaw(state, co.PassengersMoved(1, "weiden", "box", None, "carried", 1)) == "no company"
    assert flaw(state, co.PassengersMoved(1, None, "waiting", None, "carried", 1)) == "no such place"
    assert flaw(state, co.PassengersMoved(1, None, "carried", None, "box", None)) == "no such place"
    assert flaw(state, co.PassengersMoved(1, None, "box", None, "carried", 3)) == "no such seat"


def test_passengers_in_images_are_counted_by_company() -> None:
    state = germany()
    index = state.table.box.company_index("weiden")
    ways: tuple[tuple[co.PassengerPlace, int | None, co.PassengerPlace, int | None], ...] = (
        ("box", None, "waiting", None),
        ("waiting", None, "carried", 0),
        ("carried", 0, "carried", 1),
        ("carried", 1, "waiting", None),
        ("carried", 1, "box", None),
    )
    after = state
    for way in ways:
        after = mended(after, co.PassengersMoved(2, "weiden", *way))
    assert after.table.waiting[index] == 6
    assert [player.carried[index] for player in after.table.players] == [5, 0]
    assert flaw(state, co.PassengersMoved(5, "weiden", "waiting", None, "carried", 0)) == "too few passengers"
    assert flaw(state, co.PassengersMoved(3, "weiden", "carried", 1, "box", None)) == "too few passengers"
    assert flaw(state, co.PassengersMoved(1, None, "waiting", None, "box", None)) == "company"
    assert flaw(state, co.PassengersMoved(1, "nowhere", "waiting", None, "box", None)) == "no such company"
    assert flaw(state, co.PassengersMoved(1, "weiden", "waiting", None, "waiting", None)) == "no change"


TAKEN: Final = (
    (first_rails, dice(1, "hidden", "bank", giver=0)),
    (first_rails, dice(40, "hidden", "bank", giver=0)),
    (first_rails, co.PassengersMoved(1, None, "carried", 0, "box", None)),
    (germany, dice(1, "hidden", "front", Dice(wild=1), giver=0, taker=1)),
)


@pytest.mark.parametrize(("kind", "taken"), TAKEN)
def test_nothing_is_told_of_what_is_hidden(kind: type, taken: co.Correction) -> None:
    state = kind()
    rules = rules_of(state)
    for viewer in (None, 1):
        assert check(rules.view(state, viewer).state, taken) == CorrectionFault("secret")
    assert check(rules.view(state, 0).state, taken) == check(state, taken)


def test_giving_behind_a_screen_is_always_possible() -> None:
    for state in (first_rails(), germany()):
        seen = rules_of(state).view(state, None).state
        assert check(seen, dice(5, "bank", "hidden", taker=0)) is None
        assert check(seen, dice(1, "front", "hidden", Dice(curve=1), giver=0, taker=1)) is None
    seen = rules_of(first_rails()).view(first_rails(), None).state
    assert check(seen, co.PassengersMoved(20, None, "box", None, "carried", 1)) is None


def refusal(state: State, action: Action) -> str:
    """Why the rules refuse an action."""
    answer = rules_of(state).decide(state, action, no_draw)
    assert isinstance(answer, Violations), answer
    return answer.violations[0].code


def after(state: State, action: Action) -> State:
    """The position after an action that the rules take."""
    return play(state, action, dice="s" * 20).state


@pytest.mark.parametrize("kind", [first_rails, germany])
def test_what_counts_once_in_a_turn_can_be_marked(kind: type) -> None:
    state = kind()
    once: tuple[tuple[co.TurnMark, Action], ...] = (("income", Income(0)), ("rolled", Roll(0, 1, 0)))
    for mark, action in once:
        done = after(state, action)
        assert refusal(done, action) in ("income_taken", "rolled")
        again = mended(done, co.TurnMarked(mark, False))
        assert after(again, action).table.turn == done.table.turn
        assert refusal(mended(state, co.TurnMarked(mark, True)), action) in ("income_taken", "rolled")


def test_what_is_due_can_be_marked_as_paid() -> None:
    state = germany(box=SHEET)
    mountain, river, grass, crossed = (place(f"S15 {at}") for at in ("c2", "b1", "a1", "b4"))
    assert flaw(state, co.DueMarked(grass, True)) == flaw(state, co.DueMarked(Square(99, 99), True)) == "nothing due"
    assert flaw(state, co.DueMarked(mountain, False)) == "not paid"
    paid = mended(state, co.DueMarked(mountain, True), co.DueMarked(river, True))
    assert paid.table.turn.paid == {mountain, river}
    assert flaw(paid, co.DueMarked(place("S15 d2"), True)) == "nothing due"
    assert flaw(paid, co.DueMarked(crossed, True)) is None
    assert mended(paid, co.DueMarked(mountain, False)).table.turn.paid == {river}


@pytest.mark.parametrize("kind", [first_rails, germany])
def test_an_office_lost_can_be_marked(kind: type) -> None:
    state = mended(kind(seat=1), co.OfficeMarked(1, True))
    assert check(state, co.OfficeMarked(1, True)) == CorrectionFault("no change")
    assert front(after(state, Income(1)), 1) == "s?????"
    assert hidden(after(mended(state, co.OfficeMarked(1, False)), Income(1)), 1) == 6


@pytest.mark.parametrize("kind", [first_rails, germany])
def test_who_has_more_than_five_dice_then_gives_back_what_is_too_much(kind: type) -> None:
    state = mended(kind(front=("sc?", "")), dice(3, "bank", "front", Dice(straight=3), taker=0))
    assert refusal(state, EndTurn(0)) == "discard_less" or refusal(state, EndTurn(0)) == "discard_more"
    assert after(state, EndTurn(0, Dice(straight=1))).table.turn.seat == 1


def test_a_transport_symbol_that_is_given_has_to_be_used() -> None:
    state = mended(germany(front=("s", "")), dice(1, "bank", "front", Dice(share=1), taker=0))
    assert refusal(state, EndTurn(0)) == "symbols_left"
    assert after(after(state, UseTransport(0, "insel")), EndTurn(0)).table.turn.seat == 1


def test_the_turn_goes_on_without_dice_and_with_an_empty_bank() -> None:
    state = first_rails(front=("s", ""), hidden=(1, 34))
    bare = mended(state, dice(1, "front", "hidden", Dice(straight=1), giver=0, taker=1))
    bare = mended(bare, dice(1, "hidden", "hidden", giver=0, taker=1), dice(3, "bank", "hidden", taker=1))
    assert (bare.table.bank, hidden(bare), hidden(bare, 1)) == (0, 0, 39)
    assert refusal(bare, Income(0)) == "bank_would_break"
    assert refusal(bare, Roll(0, 1, 0)) == "too_few_hidden"
    assert after(bare, EndTurn(0)).table.turn.seat == 1


def test_a_director_who_was_named_stays_until_the_year_ends() -> None:
    state = first_rails(seat=1, start=0, front=("", ""))
    named = mended(state, co.DirectorNamed("weiden", 1), co.DirectorNamed("insel", 0))
    done = play(named, EndTurn(1))
    (assigned,) = done.events_of(ev.DirectorsAssigned)
    assert dict(zip(done.state.table.companies, assigned.directors, strict=True))["weiden"] == 0
    assert assigned.lost_office == ()
    nobody = mended(state, co.DirectorNamed("weiden", None))
    assert nobody.table.directed_by(0) == ()


def test_a_game_that_is_cancelled_is_over_without_a_result() -> None:
    for state in (first_rails(), germany()):
        over = mended(state, co.GameCancelled())
        assert (over.table.over, over.table.ended, over.table.standings) == (True, "cancelled", ())
        assert refusal(over, EndTurn(0)) == "game_over"
        assert rules_of(over).view(over, None).screens == over.screens
        assert flaw(over, co.GameCancelled()) == flaw(over, co.TurnMarked("income", True)) == "over"
        assert not list(rules_of(over).legal(rules_of(over).view(over, 0)))
    assert ending_of(co.GameCancelled()) == Ended("cancelled", ())


def test_nobody_takes_back_what_came_before_a_correction() -> None:
    game = Game(["random"] * 2, 3)
    entries = [*game.entries, LogEntry(len(game.entries) + 1, None, co.DirectorNamed("weiden", 1))]
    assert last_irrevocable(entries) == len(entries)
    bought: list[Payload] = [BuyShare(0, "weiden"), ev.ShareBought(0, "weiden", None, "?")]
    acted = [*entries, *(LogEntry(len(entries) + n, None, one) for n, one in enumerate(bought, 1))]
    assert last_irrevocable(acted) == len(entries)
