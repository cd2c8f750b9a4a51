"""Disputes that wait: once for a moment and player, told of again and again, and never without an end."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from adjudicator.kit import Game, KeptGame, keep_game
from adjudicator.letters import flat
from lobby.kit import Village

from moderation.kit import disputed, disputes, moderation_mails, notices, ruled, signed_in
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.restored import lose_time
from pbem.clock import to_ms
from pbem.config import Play
from pbem.intake import Intake
from pbem.lobby.restoring import recover
from pbem.moderation.commands.disputes import Reopen
from pbem.moderation.commands.rulings import GiveRuling
from pbem.store.mail.outbox import MailRow
from pbem.store.moderation.disputes import Sought, list_due_disputes, list_rulings, list_rulings_on
from pbem.store.service.server import Marked, put_beat

TEXT = "May he lay a tile there at all?"
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    return keep_game(tmp_path_factory.mktemp("kept"), lambda world: disputed(world, TEXT))


@pytest.fixture
def game(kept: KeptGame, tmp_path: Path) -> Iterator[Game]:
    """A game in which Anna disputes Bert's turn, and Mona moderates."""
    with kept.copied(tmp_path) as game:
        yield game


def attended(game: Game, times: int = 1) -> list[MailRow]:
    """The mails that come of looking at all that is due now, as often."""
    world, known = game.world, {mail.id for mail in game.world.all_mails()}
    for _ in range(times):
        now_ms = to_ms(world.clock())
        with world.database.read() as tx:
            due = list_due_disputes(tx, now_ms)
        for dispute_id in due:
            world.intake.clock.attend_dispute(dispute_id, now_ms)
    return [mail for mail in world.all_mails() if mail.id not in known]


def to_whom(mails: list[MailRow]) -> Counter[str]:
    return Counter(mail.to_address.partition("@")[0] for mail in mails)


def confirmed(game: Game, line: str) -> str:
    """What Mona is told of a line that she confirms."""
    office = Village(game.world)
    office.write("Mona", line)
    return flat(office.confirm("Mona").text)


# Filing


@pytest.mark.parametrize("closing", ["rule 1 uphold FR-31: So it is.", "withdraw dispute", ""])
def test_a_moment_is_disputed_once_by_a_player_whatever_became_of_it(game: Game, closing: str) -> None:
    (dispute,) = disputes(game)
    if closing.startswith("rule"):
        confirmed(game, closing)
    elif closing:
        game.send(0, closing)
    else:
        game.world.clock.advance(15 * DAY)
        attended(game)
    assert disputes(game)[0].status != "open"
    again = game.send(0, f"dispute #{dispute.position}: I still think so.")
    assert f"You have already disputed #{dispute.position}: that was dispute 1." in flat(again.text)
    assert game.row.held_ms is None
    game.send(1, f"dispute #{dispute.position}: And I think so, too.")
    assert [row.seat for row in disputes(game)] == [0, 1]


def test_a_player_files_so_many_disputes_in_a_game_and_no_more(game: Game) -> None:
    world = game.world
    settings = world.settings.model_copy(update={"play": Play(disputes=2)})
    world.intake = Intake(world.database, world.clock, settings)
    game.send(0, "withdraw dispute")
    turns = [entry.position for entry in game.entries if entry.kind == "event" and "TurnEnded" in entry.payload]
    game.send(0, f"dispute #{turns[0]}: This, too.")
    game.send(0, "withdraw dispute")
    game.send(2, "end")
    refused = game.send(0, "dispute: And this.")
    assert "Players can open 2 disputes per game, and you have opened them all." in flat(refused.text)
    assert len(disputes(game)) == 2


# Time


def test_moderators_are_told_daily_and_the_table_weekly_each_once(game: Game) -> None:
    world = game.world
    assert attended(game) == []
    counts = Counter[str]()
    for day in range(1, 14):
        world.clock.advance(DAY)
        mails = attended(game, times=3)
        counts += to_whom(mails)
        assert to_whom(mails)["mona"] == 1, day
    assert counts == {"mona": 13, "anna": 1, "bert": 1, "clara": 1}
    daily = flat(moderation_mails(world, "Mona")[-1].text)
    assert daily.startswith("Dispute 1 in e1 Whitsun has waited 13 days for a ruling.")
    assert '"rule 1 uphold FR-1: ..."' in daily and TEXT in daily
    weekly = next(flat(mail.text) for mail in reversed(world.all_mails()) if mail.seat == 1)
    assert weekly.startswith("Dispute 1 is still waiting for a ruling. ")
    assert "If nobody rules on it by Sunday 6 December 2026, 17:03 UTC, the play stands" in weekly


def test_nobody_is_told_of_what_was_missed_more_than_once(game: Game) -> None:
    game.world.clock.advance(timedelta(days=9))
    assert to_whom(attended(game, times=3)) == {"mona": 1, "anna": 1, "bert": 1, "clara": 1}


def test_a_dispute_that_nobody_rules_on_lapses_and_the_game_continues(game: Game) -> None:
    game.send(2, "end")
    game.world.clock.advance(timedelta(days=14))
    mails = attended(game, times=3)
    assert to_whom(mails) == {"mona": 1, "anna": 1, "bert": 1, "clara": 1}
    (dispute,) = disputes(game)
    assert (dispute.status, game.row.held_ms) == ("lapsed", None)
    clara = next(mail for mail in mails if mail.seat == 2)
    assert flat(clara.text).startswith("Nobody ruled on dispute 1 in time: the play stands.")
    assert "reply `confirm` to carry them out" in flat(clara.text)
    assert flat(clara.text).count("Nobody ruled on dispute 1") == 1, "the opening is not said again as a notice"
    game.world.clock.advance(timedelta(days=30))
    assert attended(game) == []
    assert "not ruled on in time" in signed_in(game.world, "Anna").open("/games/e1/disputes/1").text


@pytest.mark.parametrize("closing", ["rule 1 uphold FR-31: So it is.", "withdraw dispute"])
def test_of_a_closed_dispute_nobody_is_told_any_more(game: Game, closing: str) -> None:
    if closing.startswith("rule"):
        confirmed(game, closing)
    else:
        game.send(0, closing)
    game.world.clock.advance(timedelta(days=20))
    assert attended(game) == []


def test_time_that_was_lost_is_no_time_to_rule_in(game: Game) -> None:
    world = game.world
    now_ms = to_ms(world.clock())
    world.clock.advance(timedelta(days=20))
    world.database.write(lambda tx: lose_time(world.unit(tx), now_ms))
    assert attended(game) == []
    world.clock.advance(DAY)
    assert to_whom(attended(game)) == {"mona": 1}
    assert disputes(game)[0].status == "open"


def test_a_restored_server_goes_on_with_the_dispute_and_the_time_it_had(game: Game) -> None:
    world = game.world
    world.database.write(lambda tx: put_beat(tx, to_ms(world.clock())))
    world.clock.advance(timedelta(days=20))
    mark = Marked("b" * 32, 7)
    world.database.write(lambda tx: recover(world.unit(tx), mark))
    assert attended(game) == []
    world.clock.advance(timedelta(days=14))
    attended(game)
    assert (disputes(game)[0].status, game.row.held_ms) == ("lapsed", None)


# Opened again, and ruled on once more


def test_a_closed_dispute_is_opened_again_by_a_moderator(game: Game) -> None:
    game.send(0, "withdraw dispute")
    game.world.clock.advance(timedelta(days=3))
    texts, mails = ruled(game, "Mona", Reopen(1, "There is something new."))
    assert texts == ("Dispute 1 is open again. Everyone in the game will be told.",)
    assert mails.keys() == {0, 1, 2}
    assert "Dispute 1 was opened again by the moderator Mona: There is something new." in notices(mails[1].text)
    (dispute,) = disputes(game)
    assert (dispute.status, game.row.held_ms) == ("open", dispute.opened_ms)
    with pytest.raises(Refused, match="is open"):
        ruled(game, "Mona", Reopen(1, "Twice."))
    game.world.clock.advance(DAY)
    assert to_whom(attended(game)) == {"mona": 1}
    confirmed(game, "rule 1 uphold FR-31: So it is.")
    assert (disputes(game)[0].status, game.row.held_ms) == ("ruled", None)


def test_a_mistaken_ruling_is_superseded_and_both_stay_in_the_list(game: Game) -> None:
    confirmed(game, "rule 1 uphold FR-31: He may.")
    first = disputes(game)[0].note_position
    office = Village(game.world)
    shown = flat(office.write("Mona", "supersede 1 amend give anna 1 hidden FR-38: I had overlooked it.").text)
    assert f"under FR-31 (#{first}), which stays in the list of rulings." in shown
    assert "Dispute 1 is already closed." in office.write("Mona", "rule 1 uphold FR-38: Again.").text
    done = confirmed(game, "supersede 1 amend give anna 1 hidden FR-38: I had overlooked it.")
    assert "You have ruled on dispute 1." in done
    (dispute,) = disputes(game)
    assert (dispute.verdict, dispute.rule, dispute.ruling) == ("amend", "FR-38", "I had overlooked it.")
    text = flat(next(mail for mail in reversed(game.world.all_mails()) if mail.seat == 0).text)
    assert f"It supersedes the ruling made at #{first} under FR-31, which was: The play stands." in text
    assert f"The ruling on dispute 1 that was told at #{first}, under FR-31, no longer stands" in text
    with game.world.database.read() as tx:
        found = [(row.dispute.rule, row.dispute.superseded_ms is None) for row in list_rulings(tx, Sought(), 9)]
    assert found == [("FR-38", True), ("FR-31", False)]
    listed = signed_in(game.world, "Clara").open("/rulings").text
    assert "He may." in listed and "I had overlooked it." in listed
    assert listed.count("superseded by another ruling") == 1
    assert "He may." in signed_in(game.world, "Clara").open("/games/e1/disputes/1").text
    assert "Superseded by another ruling." in office.write("Clara", "rulings FR-31").text


def test_only_a_ruling_is_superseded(game: Game) -> None:
    for act in (
        GiveRuling(1, "uphold", "FR-31", "So.", supersedes=True),
        GiveRuling(7, "uphold", "FR-31", "So.", supersedes=True),
    ):
        with pytest.raises(Refused):
            ruled(game, "Mona", act)
    assert disputes(game)[0].status == "open"


def test_a_dispute_that_is_opened_again_keeps_its_ruling_until_there_is_another(game: Game) -> None:
    confirmed(game, "rule 1 uphold FR-31: He may.")
    confirmed(game, "reopen 1: I was hasty.")
    (dispute,) = disputes(game)
    assert (dispute.status, dispute.verdict) == ("open", "uphold")
    confirmed(game, "rule 1 uphold FR-38: He may, but for another reason.")
    with game.world.database.read() as tx:
        assert [row.rule for row in list_rulings_on(tx, 1)] == ["FR-31", "FR-38"]


def test_a_game_goes_on_when_the_last_of_several_disputes_is_closed_in_whatever_order(game: Game) -> None:
    game.send(1, "dispute: And this, too.")
    confirmed(game, "rule 1 uphold FR-31: He may.")
    confirmed(game, "reopen 1: I was hasty.")
    confirmed(game, "rule 2 uphold FR-31: That, too.")
    assert game.row.held_ms is not None
    confirmed(game, "rule 1 uphold FR-31: He may, really.")
    assert game.row.held_ms is None


def test_both_are_done_on_the_page_too(game: Game) -> None:
    mona, page = signed_in(game.world, "Mona"), "/moderate/disputes/1"
    for rule, button in (("FR-31", "Give a ruling"), ("FR-38", "Replace the ruling")):
        assert button in mona.open(page).text
        mona.press("See what it would do", form="/rule", rule=rule, text=f"By {rule}.")
        mona.press("Do it")
        assert disputes(game)[0].rule == rule
    mona.open(page)
    mona.press("See what it would do", form="/reopen", reason="Once more.")
    assert "The ruling on it stands until there is another." in mona.text
    assert disputes(game)[0].status == "ruled"
    mona.press("Do it")
    assert disputes(game)[0].status == "open"


def is_held(game: Game) -> bool:
    """Whether a game is on hold."""
    return game.row.held_ms is not None


def test_disputes_hold_a_game_no_longer_than_their_days_in_all(game: Game) -> None:
    """A troll could file one after the other, and each held the game until it lapsed."""
    world = game.world
    patient = world.settings.model_copy(update={"play": Play(dispute_hold_days=20)})
    world.intake = Intake(world.database, world.clock, patient)
    world.clock.advance(14 * DAY)
    attended(game)
    assert not is_held(game), "the first has lapsed"
    game.send(2, "end")
    game.send(0, "dispute: And this one?")
    assert is_held(game)
    assert game.row.wake_ms == to_ms(world.clock() + 6 * DAY), "with 14 of 20 days used up"
    world.clock.advance(6 * DAY)
    world.intake.clock.run(to_ms(world.clock()))
    assert not is_held(game)
    assert [dispute.status for dispute in disputes(game)] == ["lapsed", "open"]
    game.send(0, "end")
    said = game.send(1, "dispute: Why?")
    assert "on hold" not in said.text
    assert not is_held(game)
