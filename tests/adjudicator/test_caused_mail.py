"""The ledger of what players have others mailed: so much a day in all, and nothing more from whom somebody mutes."""

from datetime import timedelta

import pytest

from adjudicator.going_back import play
from adjudicator.kit import Game, World
from adjudicator.letters import flat
from pbem.adjudicator.commands import COMMANDS
from pbem.adjudicator.commands.press import WritePress
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.rollback import list_targets
from pbem.adjudicator.mails.press import MOST_A_DAY
from pbem.store.mail.outbox import MailRow

THREE = ("Anna", "Bert", "Clara")
REFUSED = (
    f"REFUSED: Your messages, requests and invitations can email others {MOST_A_DAY} times in 24 hours; this would be "
    "one too many. It is possible again from "
)
DONE = "Your orders were carried out."


def use_up(game: Game, left: int = 0) -> None:
    """Have Anna write as much press to Bert as she may, but for some."""
    reply = game.send(0, "\n".join(f"press bert: {number}" for number in range(MOST_A_DAY - left)))
    assert reply.text.startswith(DONE)


def mails_after(game: Game, seat: int, known: int) -> list[MailRow]:
    return game.mails(seat)[known:]


def places(game: Game) -> list[int]:
    """Where the game may go back to, but for where it stands."""
    with game.world.database.read() as tx:
        return list_targets(tx, game.row)[:-1]


def leave(game: Game) -> None:
    """Have Anna resign, as she does on the page."""
    world = game.world
    world.intake.forms.resign(game.id, world.players["Anna"])


def come(game: Game, name: str = "Anna") -> None:
    """Have somebody take the first seat, as they do on the page."""
    game.world.intake.forms.take_seat(game.id, 0, game.world.players[name])


def test_asking_and_withdrawing_all_day_mails_nobody_more_often_than_the_ledger_lets(world: World) -> None:
    game = world.open_game(THREE)
    play(game, 15)
    known, refused = len(game.mails(1)), 0
    for place in places(game)[: 2 * MOST_A_DAY]:
        reply = game.send(0, f"rollback #{place}: Please.")
        if REFUSED in reply.text:
            refused += 1
        else:
            assert game.send(0, "withdraw proposal").text.startswith(DONE)
    assert refused == 3 * MOST_A_DAY // 2
    assert len(mails_after(game, 1, known)) == MOST_A_DAY


def test_press_is_done_whole_or_not_at_all_and_goes_again_when_the_letter_says(world: World) -> None:
    game = world.open_game(THREE)
    use_up(game, left=1)
    known, moment = len(game.mails(1)), world.clock.at + timedelta(days=1)
    both = game.send(0, "press bert: one\npress bert: two")
    assert both.fate("press bert: two").startswith(REFUSED)
    assert f"{moment:%-d %b %Y}" in both.text or f"{moment:%-d %B}" in both.text
    assert both.text.startswith("Nothing was changed: line 2 is not possible.")
    assert not mails_after(game, 1, known), "a letter is done whole or not at all"
    game.send(0, "press bert: one")
    assert REFUSED in game.send(0, "press bert: two").text
    world.clock.at = moment
    assert "done" in game.post(0, game.write(0, "press bert: tomorrow")).fate("press bert: tomorrow")


def test_it_is_one_for_all_games_and_on_pages(world: World) -> None:
    game, other = world.open_game(THREE), world.open_game(THREE[:2], name="Tea")
    use_up(game)
    assert REFUSED in other.send(0, "press bert: And here?").text
    with pytest.raises(Refused, match="one too many"):
        world.intake.forms.ask(other.id, world.players["Anna"], WritePress((1,), "And by form?"))
    assert other.send(1, "press anna: Mine").fate("press anna: Mine").startswith("done")


def test_nobody_is_kept_from_playing_answering_withdrawing_or_leaving(world: World) -> None:
    game = world.open_game(THREE)
    game.send(0, "roll 1?\nend")
    game.send(1, "end")
    game.send(0, "rollback: Please.")
    use_up(game, left=1)
    assert REFUSED in game.send(0, "dispute: What was that?").text
    assert game.send(0, "withdraw proposal").text.startswith(DONE)
    game.send(1, "rollback: Please.")
    assert "You agree." in game.send(0, "agree").text
    game.send(2, "refuse")
    game.send(2, "end")
    active = game.row.active_seat
    while active != 0:
        assert active is not None
        game.send(active, "end")
        active = game.row.active_seat
    assert game.send(0, "extend 2 days\nroll 1?").text.startswith(DONE)
    game.send(0, "resign")
    game.send(0, "confirm")
    assert game.seats[0].vacant_ms is not None


def test_coming_and_going_ends_with_the_ledger(world: World) -> None:
    game = world.open_game(THREE)
    known = len(game.mails(1))
    with pytest.raises(Refused, match="one too many"):
        for _ in range(2 * MOST_A_DAY):
            leave(game)
            come(game)
    assert len(mails_after(game, 1, known)) == MOST_A_DAY
    assert game.seats[0].vacant_ms is not None, "leaving is refused to nobody"
    world.add_player("Dora")
    come(game, "Dora")


def test_being_away_and_back_all_day_fills_nobodys_next_report(world: World) -> None:
    game = world.open_game(THREE)
    texts = [game.send(0, order).text for _ in range(MOST_A_DAY + 1) for order in ("away 2026-12-24", "back")]
    assert REFUSED in texts[-2]
    assert flat(game.send(1, "status").answer.text).count("Anna is away on") == MOST_A_DAY


def test_every_request_of_a_seat_is_counted_or_has_nobody_mailed() -> None:
    others = {"Agree", "Away", "Back", "Mute", "NextTurn", "Refuse", "RenewAddress", "Resign", "Unmute"}
    mailing_nobody = {command for command in COMMANDS if not command.has_others_mailed}
    assert {command.__name__ for command in mailing_nobody if not command.is_question} == others
    assert all(command.has_others_mailed for command in COMMANDS if not command.is_held_back)


# Mute.


def test_of_who_is_muted_only_who_is_asked_is_mailed(world: World) -> None:
    game = world.open_game(THREE)
    game.send(0, "roll 1?\nend")
    assert "Notices of what else they do beside playing" in game.send(2, "mute anna").text
    assert sorted(game.send(0, "rollback: Please.").others) == [1, 2], "who is asked is told, once"
    assert sorted(game.send(0, "withdraw proposal").others) == [1]
    assert "no longer asks to roll back" in flat(game.send(2, "status").answer.text), "the next mail says so"
    assert sorted(game.send(0, "dispute: What was that?").others) == [1, 2], "the game is on hold"
    assert sorted(game.send(0, "statement: As I said.").others) == [1]
    assert sorted(game.send(0, "withdraw dispute").others) == [1]
    game.send(2, "unmute anna")
    assert sorted(game.send(0, f"rollback #{places(game)[0]}: Please.").others) == [1, 2]
    assert sorted(game.send(0, "withdraw proposal").others) == [1, 2]


def test_who_is_muted_stays_so_when_they_leave_and_come_back(world: World) -> None:
    game = world.open_game(THREE)
    game.send(2, "mute anna")
    known = len(game.mails(2))
    leave(game)
    come(game)
    game.send(0, "press clara: Hello?")
    assert not mails_after(game, 2, known)


def test_a_refusal_reaches_who_asked_although_they_have_muted_who_refuses(world: World) -> None:
    game = world.open_game(THREE)
    game.send(0, "roll 1?\nend")
    game.send(0, "mute clara")
    game.send(1, "mute clara")
    game.send(0, "rollback: Please.")
    assert sorted(game.send(2, "refuse").others) == [0]


def test_a_longer_deadline_of_who_is_muted_comes_with_the_next_report(world: World) -> None:
    game = world.open_game(THREE)
    game.send(2, "mute anna")
    assert sorted(game.send(0, "extend 2 days").others) == [1]
    assert "Anna has taken 2 days more" in flat(game.send(2, "status").answer.text)
