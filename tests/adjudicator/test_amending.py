"""Positions that a moderator corrects: told to everybody at once with the reason, final, and all or nothing."""

import json
from typing import Final

import pytest
from rules.playing import check_counts

from adjudicator.correcting import WHY, call_off, mend
from adjudicator.kit import Game, World
from adjudicator.letters import flat, section
from adjudicator.positions import plain
from adjudicator.test_lateness import choose
from pbem.adjudicator.corrections import CorrectionRefused
from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.seats.standby import watch
from pbem.clock import to_ms
from pbem.i18n import catalogue
from pbem.store.games.game import hold_game
from pbem.store.players.preferences import Preferences
from rules_core.kernel.record import load, verify_dice
from rules_core.line.actions import Correction, Dice, DiceMoved, DirectorNamed, PassengersMoved, SharesMoved, TurnMarked

ONE_DIE: Final = DiceMoved(1, "bank", None, "hidden", 1)
HEADING: Final = "The position has been corrected."
TOLD: Final = "Correction: Bert gets 1 die from the bank, behind the screen."
REASON: Final = f"The position was corrected by the moderator Mo: {WHY}"


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(seats=3))


def told(text: str, heading: str = "What happened") -> list[str]:
    """What a mail tells as having happened, a bullet each."""
    return flat("\n".join(section(text, heading))).removeprefix("- ").split(" - ")


def test_everybody_is_told_at_once_what_was_corrected_and_why(world: World, game: Game) -> None:
    world.add_player("Wanda")
    world.database.write(lambda tx: watch(world.unit(tx, 0), world.players["Wanda"], game.id, catalogue("en")))
    choose(world, "Bert", Preferences(reports="mine"))
    choose(world, "Clara", Preferences(reports="daily"))
    before = game.state
    mails = mend(game, ONE_DIE)
    assert [mail.to_address.partition("@")[0] for mail in mails] == ["anna", "bert", "clara", "wanda"]
    for mail in mails:
        assert mail.kind == "notice"
        assert flat(mail.text).startswith(HEADING)
        assert told(mail.text) == [TOLD]
        assert told(mail.text, "Notices") == [REASON]
    assert game.state.screens[1] != before.screens[1]
    assert game.state.table.bank == before.table.bank - 1


def test_it_is_in_the_log_and_the_facts_follow(world: World, game: Game) -> None:
    before = game.row
    mend(game, ONE_DIE, DirectorNamed("weiden", 2))
    *_, note, first, second = game.entries
    assert [note.kind, first.kind, second.kind] == ["note", "event", "event"]
    assert json.loads(first.payload)["type"] == "DiceMoved"
    assert (note.actor, first.actor) == (None, None)
    row = game.row
    assert row.position == row.final_position == second.position == before.position + 3
    assert (row.deadline_ms, row.active_seat, row.status) == (before.deadline_ms, before.active_seat, "playing")
    assert game.state.table.companies["weiden"].director == 2


def test_the_turn_goes_on_and_its_report_tells_of_it_again(game: Game) -> None:
    mend(game, DiceMoved(2, "front", 0, "bank", None, Dice(straight=2)))
    assert game.state.table.players[0].front == Dice(curve=1, share=1, wild=1)
    reply = game.send(0, "income\nend")
    assert reply.text.startswith("Your orders were carried out.")
    report = told(reply.others[1].text)
    given = "Correction: Anna gives 2 dice (2 straights) from in front of the screen back to the bank."
    assert report[0] == given
    check_counts(game.state)


def test_nobody_takes_back_what_came_before(game: Game) -> None:
    game.send(0, "buy weiden")
    mend(game, ONE_DIE)
    reply = game.send(0, "undo")
    assert "there is nothing to undo" in reply.text
    again = game.send(0, "buy insel with ?")
    assert again.fate("buy insel with ?").startswith("done")
    assert game.send(0, "undo").fate("undo").startswith("done")
    assert sum(game.state.table.players[0].shares) == 1


def test_what_the_player_to_move_had_ordered_is_final_then_and_told(game: Game) -> None:
    game.send(0, "buy weiden")
    anna, bert, clara = mend(game, ONE_DIE)
    assert told(anna.text) == [TOLD], "he knows what he has ordered"
    assert told(bert.text) == told(clara.text) == ["Anna buys a share of Weiden Express from the bank.", TOLD]
    assert game.row.final_position == game.row.position


def test_orders_that_cannot_go_with_it_are_taken_back_and_refuse_nothing(game: Game) -> None:
    """A refusal would tell the moderator of orders that nobody but their player may know."""
    game.send(0, "buy weiden")
    taken = DiceMoved(1, "front", 0, "bank", None, Dice(share=1))
    anna, bert, _ = mend(game, taken)
    voided = "Your orders since your last roll no longer fit, so they are undone. Please send them again."
    assert voided in flat(anna.text) and voided not in flat(bert.text)
    assert game.state.table.players[0].front == Dice(straight=2, curve=1, wild=1)
    assert not any(game.state.table.players[0].shares)
    assert told(bert.text) == ["Correction: Anna gives 1 die (1 share) from in front of the screen back to the bank."]
    assert [entry.kind for entry in game.entries[-3:]] == ["note", "takeback", "event"]
    check_counts(game.state)


def test_a_letter_on_its_way_is_not_carried_out_unseen(game: Game) -> None:
    mail = game.last_mail(0)
    mend(game, DirectorNamed("weiden", 0))
    reply = game.send(0, "income\nend", answering=mail)
    assert "confirm" in reply.text
    assert game.row.active_seat == 0
    assert game.send(0, "confirm").others


REFUSED: Final[tuple[tuple[list[Correction], int, str], ...]] = (
    ([DiceMoved(1, "hidden", 0, "bank", None)], 0, "secret"),
    ([ONE_DIE, DiceMoved(99, "hidden", 0, "bank", None)], 1, "secret"),
    ([ONE_DIE, PassengersMoved(1, None, "carried", 1, "box", None)], 1, "secret"),
    ([DirectorNamed("weiden", 0), DirectorNamed("weiden", 0)], 1, "no change"),
    ([DiceMoved(40, "bank", None, "hidden", 0)], 0, "too few dice"),
    ([SharesMoved("weiden", 1, 0, 1)], 0, "too few shares"),
)


def test_all_or_nothing(game: Game) -> None:
    before, mails = game.written, len(game.world.all_mails())
    for corrections, number, code in REFUSED:
        with pytest.raises(CorrectionRefused) as refused:
            mend(game, *corrections)
        assert (refused.value.number, refused.value.fault.code) == (number, code)
        assert game.written == before
    assert len(game.world.all_mails()) == mails


def test_who_sees_the_secrets_may_take_what_is_hidden(game: Game) -> None:
    mend(game, DiceMoved(2, "hidden", 0, "hidden", 2), sees_secrets=True)
    assert [screen and screen.hidden for screen in game.state.screens] == [1, 0, 2]
    with pytest.raises(CorrectionRefused, match="too few dice"):
        mend(game, DiceMoved(2, "hidden", 0, "hidden", 2), sees_secrets=True)


def test_a_game_that_is_held_can_be_corrected(world: World, game: Game) -> None:
    world.database.write(lambda tx: hold_game(tx, game.id, to_ms(world.clock())))
    assert len(mend(game, ONE_DIE)) == 3
    row = game.row
    assert row.held_ms is not None and row.left_ms is not None
    assert row.deadline_ms is None


def test_a_game_that_is_over_cannot(world: World) -> None:
    over = world.game_at(plain(seats=2, seat=1, last_year="no tile"))
    over.send(1, "end")
    assert over.row.status == "over"
    with pytest.raises(CorrectionRefused, match="over"):
        mend(over, ONE_DIE)


def test_dice_that_are_rolled_once_more_in_a_turn_show_the_same(world: World) -> None:
    game = world.open_game()
    game.send(0, "roll 1?")
    mend(game, TurnMarked("rolled", False))
    assert game.send(0, "roll 2?").fate("roll 2?").startswith("done")
    assert "you have already rolled in this turn" in game.send(0, "roll 1?").text
    payloads = [json.loads(entry.payload) for entry in game.entries if entry.kind == "event"]
    first, second = (payload["faces"] for payload in payloads if payload["type"] == "Rolled")
    assert second[:2] == first
    call_off(game)
    with world.database.read() as tx:
        assert verify_dice(load(export_game(tx, game.id))) == []
