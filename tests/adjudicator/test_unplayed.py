"""Games that nobody plays any more: all are warned, and then they end as they stand."""

import random
from collections.abc import Iterable
from datetime import timedelta

import pytest
from forms_kit import submit_as

from adjudicator import positions
from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.test_impasse import is_over
from adjudicator.test_lateness import notes
from pbem.adjudicator import service
from pbem.clock import from_ms
from pbem.config import Play
from pbem.intake import Intake
from pbem.store.mail.outbox import MailRow
from pbem.terms import Late, Terms
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.definition import Choose
from rules_core.kernel.events import Advanced
from rules_core.line.actions import Action, EndTurn
from rules_core.line.table import PlayerView


def passes(game: Game, turns: int) -> list[list[MailRow]]:
    """The mails that each of so many turns brings whose players do not come."""
    came = []
    for _ in range(turns):
        known = {mail.id for mail in game.world.all_mails()}
        assert game.row.deadline_ms is not None
        game.world.clock.at = from_ms(game.row.deadline_ms)
        for _again in range(2):
            game.world.intake.clock.wake(game.id, choose=random.Random(5).randrange)
        came.append([mail for mail in game.world.all_mails() if mail.id not in known])
    return came


@pytest.mark.parametrize("late", ["pass", "bot"])
def test_where_the_server_plays_every_turn_all_are_warned_and_then_it_ends(world: World, late: Late) -> None:
    game = world.game_at(positions.plain(seats=2), terms=Terms(pace="3d", late=late))
    *before, warned = passes(game, 4)
    assert [about for about, _seat in notes(game)].count("nobody plays") == 1
    assert all(len(mails) == 2 for mails in before)
    assert {mail.seat for mail in warned if mail.kind == "notice"} == {0, 1}
    notice = flat(next(mail.text for mail in warned if mail.kind == "notice"))
    assert notice.startswith("The game is about to end, because nobody plays it any more.")
    assert "have played the last 4 turns. If nobody else plays one of the next 2, the game ends" in notice
    passes(game, 2)
    assert not is_over(game)
    (last,) = passes(game, 1)
    assert (game.row.status, game.state.table.ended) == ("over", "abandoned")
    assert sorted((mail.seat, mail.kind) for mail in last) == [(0, "report"), (1, "report")]
    assert "It ended because nobody played it any more." in flat(last[0].text)
    assert notes(game)[-1] == ("abandoned", None)


def test_who_plays_a_turn_keeps_the_game_going_and_is_warned_anew(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="3d", late="pass"))
    passes(game, 5)
    game.send(game.row.active_seat or 0, "end")
    passes(game, 5)
    assert not is_over(game)
    assert [about for about, _seat in notes(game)].count("nobody plays") == 2
    passes(game, 2)
    assert is_over(game)


def test_one_who_plays_among_many_who_do_not_is_enough(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="3d", late="pass"))
    for _round in range(8):
        while game.row.active_seat != 1:
            passes(game, 1)
        game.send(1, "end")
    assert not is_over(game)
    assert "nobody plays" not in {about for about, _seat in notes(game)}


def test_nothing_ends_unwarned_that_stood_still_before_there_were_warnings(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="3d", late="pass"))
    patient = world.settings.model_copy(update={"play": Play(idle_rounds=100)})
    world.intake = Intake(world.database, world.clock, patient)
    passes(game, 20)
    world.intake = Intake(world.database, world.clock, world.settings)
    passes(game, 1)
    assert (notes(game)[-1], game.row.status) == (("nobody plays", None), "playing")
    passes(game, 3)
    assert is_over(game)


def test_a_game_that_waits_for_ever_ends_after_a_warning(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="3d"))
    assert game.row.deadline_ms is not None
    world.clock.at = from_ms(game.row.deadline_ms)
    for turn in range(27):
        assert not is_over(game), turn
        known = {mail.id for mail in world.all_mails()}
        for _again in range(2):
            world.intake.clock.wake(game.id)
        came = [mail for mail in world.all_mails() if mail.id not in known]
        if turn == 24:
            assert "it still waits on Thursday 11 February 2027, 17:00 UTC" in flat(came[0].text)
        world.clock.advance(timedelta(days=3))
    assert game.state.table.ended == "abandoned"
    assert notes(game)[-2:] == [("waits too long", None), ("abandoned", None)]


def test_at_a_slow_pace_a_game_waits_for_a_year_and_not_for_four(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="60d"))
    began = world.clock()
    while not is_over(game):
        world.clock.at = from_ms(game.row.wake_ms or 0)
        world.intake.clock.wake(game.id)
    assert timedelta(days=360) <= world.clock() - began <= timedelta(days=480)
    assert "waits too long" in dict(notes(game))


def test_a_game_that_everybody_has_left_ends_too(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="3d", late="pass"))
    for seat in (0, 1):
        game.send(seat, "resign")
        world.clock.advance(timedelta(minutes=1))
        game.post(seat, game.write(seat, "confirm"))
    for _turn in range(40):
        world.clock.advance(timedelta(days=3))
        world.intake.clock.wake(game.id)
    assert game.state.table.ended == "abandoned"


def _passing(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    front = view.table.players[view.table.turn.seat].front
    assert front.total <= 5
    return EndTurn(view.table.turn.seat)


def test_bots_that_only_pass_do_not_play_on_for_ever(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two such bots played on to year 747."""
    monkeypatch.setattr(service, "bot_named", {"random": _passing}.__getitem__)
    for name in ("Botto", "Botta"):
        world.add_player(name, bot="random")
    game = world.open_game(("Botto", "Botta"))
    turns = 0
    while world.intake.clock.play_bot(game.id, random.Random(5).randrange):
        world.clock.advance(timedelta(seconds=1))
        turns += 1
        assert turns < 100
    assert (game.row.status, game.state.table.ended) == ("over", "abandoned")
    assert game.row.year == 13


def idle(game: Game, turns: int) -> list[MailRow]:
    """Let whoever is to move end their turn, so many times; the mails of the last."""
    world = game.world
    came: list[MailRow] = []
    for _turn in range(turns):
        known = {mail.id for mail in world.all_mails()}
        seat = game.row.active_seat
        assert seat is not None
        assert submit_as(world.intake, game.id, seat, "end", position=game.row.position).applied
        came = [mail for mail in world.all_mails() if mail.id not in known]
    return came


def test_whoever_plays_a_game_in_which_nothing_moves_is_warned_and_two_years_later_it_ends(world: World) -> None:
    """Two trolls and a bot played a game from its year 7 on to year 77."""
    game = world.open_game(("Anna", "Bert"))
    idle(game, 2 * 10 - 1)
    assert "stands still" not in dict(notes(game))
    warned = idle(game, 1)
    assert game.row.year == 11
    assert {mail.seat for mail in warned if mail.kind == "notice"} == {0, 1}
    text = flat(next(mail.text for mail in warned if mail.kind == "notice"))
    assert text.startswith("The game is about to end, because nothing moves in it any more.")
    assert "For 10 years nobody has laid, built, bought or carried anything. If nobody does in the next 2 years" in text
    idle(game, 3)
    assert not is_over(game)
    last = idle(game, 1)
    assert (game.row.status, game.row.year, game.state.table.ended) == ("over", 13, "abandoned")
    assert [about for about, _seat in notes(game)] == ["stands still", "stood still"]
    assert "for 12 years nobody had laid, built, bought or carried anything" in flat(last[-1].text)


def test_who_brings_it_further_after_the_warning_keeps_it_going_and_is_warned_anew(world: World) -> None:
    game = world.open_game(("Anna", "Bert"))
    idle(game, 20)
    seat = game.row.active_seat
    assert seat is not None
    assert submit_as(world.intake, game.id, seat, "buy weiden", position=game.row.position).applied
    idle(game, 21)
    assert [about for about, _seat in notes(game)] == ["stands still"]
    idle(game, 1)
    assert [about for about, _seat in notes(game)] == ["stands still"] * 2
    idle(game, 4)
    assert is_over(game)


def test_every_kind_of_game_says_what_brings_it_further() -> None:
    events = {kind: ruleset_for(kind).events for kind in kinds()}
    assert {kind: {one.__name__ for one in found if issubclass(one, Advanced)} for kind, found in events.items()} == {
        "first_rails": {"PieceLaid", "StationBuilt", "ShareBought"},
        "germany": {"PieceLaid", "StationBuilt", "TransportUsed"},
        "railroad_dice_2": {
            *("StationPlaced", "TrackLaid", "TrackExpanded", "LocomotiveBought", "PassengersTransported")
        },
    }
