"""What lies behind a screen reaches its owner and nobody else."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from reports_kit import Step, context, game_of, in_words, news, played, random_game

from pbem.games.compose import answer, status_report, turn_report
from pbem.i18n import catalogue
from pbem.reports.document import AnsweredLine
from rules_core.games.first_rails import game as first_rails
from rules_core.line.table import Screen, State

SEATS = 4
ENGLISH = catalogue("en")
HIDDEN = Screen(hidden=31, passengers=517)


def swapped(state: State, one: int, other: int) -> State:
    """The same position with what lies behind two screens exchanged."""
    screens = list(state.screens)
    screens[one], screens[other] = screens[other], screens[one]
    return replace(state, screens=tuple(screens))


def outputs(state: State, seat: int | None, steps: tuple[Step, ...]) -> Iterator[bytes]:
    """Everything that the reports say to a seat or a spectator."""
    game = game_of(state)
    view = game.view(state, seat)
    facts = context(SEATS, kind=state.table.kind)
    happened = news(steps)
    lines = [AnsweredLine(1, "income", "refused", "FR-10: it is not your turn.", "end")]
    for ascii_only in (False, True):
        legal = list(game.legal(view))
        for message in (
            turn_report(view, happened, facts, ENGLISH, year_ended=False, legal=legal, ascii_only=ascii_only),
            answer(view, lines, happened, facts, ENGLISH, heading="Nothing done.", legal=legal, ascii_only=ascii_only),
            status_report(view, facts, ENGLISH, legal=legal, ascii_only=ascii_only),
        ):
            yield f"{message.subject}\n{message.text}".encode()
    for event in happened:
        yield in_words(event, view.table, facts.seats, ENGLISH).encode()


def turns(steps: tuple[Step, ...]) -> list[tuple[State, tuple[Step, ...]]]:
    """Positions in which every screen hides something else, with what happened before them."""
    found = []
    for at in range(5, len(steps), len(steps) // 5):
        state = steps[at].state
        if not state.table.over:
            is_first = state.table.kind == "first_rails"
            screens = tuple(Screen(seat + 3 + at % 4, (40 + 7 * seat) * is_first) for seat in range(SEATS))
            found.append((replace(state, screens=screens), steps[at - 5 : at + 1]))
    return found


@pytest.mark.parametrize("game", [random_game, played], ids=["first_rails", "germany"])
def test_screens_exchanged_between_two_players_change_nothing_for_anybody_else(
    game: Callable[[int], tuple[Step, ...]],
) -> None:
    for state, before in turns(game(SEATS)):
        for one, other in ((0, 1), (1, 3), (2, 3)):
            exchanged = swapped(state, one, other)
            for seat in (*range(SEATS), None):
                same = list(outputs(state, seat, before)) == list(outputs(exchanged, seat, before))
                assert same == (seat not in (one, other)), f"seat {seat}, {one} and {other} exchanged"


@pytest.mark.parametrize("owner", range(SEATS))
def test_dice_hidden_in_germany_are_told_to_their_owner_only(owner: int) -> None:
    for state, before in turns(played(SEATS)):
        screens = (*state.screens[:owner], Screen(hidden=31), *state.screens[owner + 1 :])
        for seat in (*range(SEATS), None):
            data = b"\n".join(outputs(replace(state, screens=screens), seat, before))
            assert (b"Behind your screen: 31 dice." in data) == (seat == owner)


@pytest.mark.parametrize("owner", range(SEATS))
def test_what_is_hidden_is_told_to_its_owner_only(owner: int) -> None:
    for state, before in turns(random_game(SEATS)):
        screens = (*state.screens[:owner], HIDDEN, *state.screens[owner + 1 :])
        for seat in (*range(SEATS), None):
            data = b"\n".join(outputs(replace(state, screens=screens), seat, before))
            assert (b"31 dice, 517,000 passengers" in data) == (seat == owner)
            assert (b"517" in data) == (seat == owner)


def test_the_seed_is_told_when_the_game_is_over_and_not_before() -> None:
    steps = random_game(2)
    over = context(2, over=True)
    assert over.seed_revealed is not None
    view = first_rails.view(steps[40].state, 0)
    assert over.seed_revealed not in status_report(view, context(2), ENGLISH).text
    assert over.seed_revealed not in status_report(view, over, ENGLISH).text, "a game not over keeps its seed"
    assert steps[-1].state.table.over
    ended = first_rails.view(steps[-1].state, 0)
    assert over.seed_revealed in status_report(ended, over, ENGLISH).text


def test_all_screens_are_shown_in_an_open_game_and_after_any_game() -> None:
    for steps in (random_game(2), random_game(2, (("open", "yes"),), most=40)):
        state = replace(steps[-1].state, screens=(Screen(3, 12), Screen(8, 21)))
        for seat in (0, 1, None):
            text = status_report(first_rails.view(state, seat), context(2), ENGLISH).text
            rows = [line.split() for line in text.splitlines()]
            assert ["Anna", "3", "12,000"] in rows
            assert ["Ben", "8", "21,000"] in rows
