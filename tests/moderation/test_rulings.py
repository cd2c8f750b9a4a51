"""Rulings: what each verdict does, what it needs, and what everybody is told of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from adjudicator.kit import Game, KeptGame, World, keep_game
from adjudicator.letters import flat

from moderation.kit import add_moderator, disputed, disputes, moderation_mails, notices, ruled, signed_in
from pbem.adjudicator.context import Refused
from pbem.moderation.commands.disputes import Ask
from pbem.moderation.commands.holding import Hold
from pbem.moderation.commands.positions import Amend, RollBack
from pbem.moderation.commands.rulings import GiveRuling
from pbem.moderation.commands.secrets import GrantAccess
from pbem.store.games.game import release_game
from pbem.store.moderation.secrets import list_secret_accesses
from pbem.store.players.player import set_role
from pbem.terms import Terms
from rules_core.games import rulebook
from rules_core.games.first_rails import turn as setting_up
from rules_core.line.actions import DiceMoved
from rules_core.line.table import READINGS

TEXT = "May he lay a tile there at all?"
WHY = "The line turned on water."


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    return keep_game(tmp_path_factory.mktemp("kept"), lambda world: disputed(world, TEXT))


@pytest.fixture
def game(kept: KeptGame, tmp_path: Path) -> Iterator[Game]:
    """A game in which Anna and Bert have had their first turns, and Anna disputes the last; Mona may rule."""
    with kept.copied(tmp_path) as game:
        yield game


def test_what_was_played_may_stand(game: Game) -> None:
    (dispute,) = disputes(game)
    texts, mails = ruled(game, "Mona", GiveRuling(dispute.id, "uphold", "fr-31", WHY))
    assert texts == (
        f"You have ruled on dispute {dispute.id}. Everyone in the game will be told.",
        "The game continues.",
    )
    (dispute,) = disputes(game)
    assert (dispute.status, dispute.verdict, dispute.rule, dispute.ruling) == ("ruled", "uphold", "FR-31", WHY)
    assert game.row.held_ms is None and game.row.deadline_ms is not None
    assert mails.keys() == {0, 1, 2}
    for mail in mails.values():
        text = flat(mail.text)
        assert text.startswith(f"Ruling by the moderator Mona on dispute {dispute.id}: The play stands. ")
        assert f"== The rule == FR-31: {rulebook('first_rails')['FR-31'].text} == The ruling == {WHY}" in text
        assert any(
            line.startswith(f"Ruling by the moderator Mona on dispute {dispute.id} under FR-31:")
            for line in notices(mail.text)
        )


@pytest.mark.parametrize("reading", READINGS)
def test_a_ruling_tells_the_rule_as_the_game_reads_it(
    world: World, monkeypatch: pytest.MonkeyPatch, reading: int
) -> None:
    monkeypatch.setattr(setting_up, "READING", reading)
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert"), terms=Terms(pace="5d"))
    monkeypatch.undo()
    game.send(0, "end")
    game.send(0, f"dispute: {TEXT}")
    (dispute,) = disputes(game)
    texts = [flat(rulebook("first_rails", one)["FR-32"].text) for one in READINGS]
    page = signed_in(world, "Mona")
    assert page.open(f"/moderate/disputes/{dispute.id}").status_code == 200
    _, mails = ruled(game, "Mona", GiveRuling(dispute.id, "uphold", "FR-32", WHY))
    assert [text in flat(mails[0].text) for text in texts] == [one == reading for one in READINGS]
    page.open(f"/games/{game.row.tag}/disputes/{dispute.id}")
    assert [text in flat(page.text) for text in texts] == [one == reading for one in READINGS]


def test_the_game_may_go_back(game: Game) -> None:
    (dispute,) = disputes(game)
    before = [entry.position for entry in game.entries if entry.kind == "event"]
    start = max(position for position in before if position < dispute.position - 2)
    back = RollBack(game.row.tag, start, WHY)
    texts, mails = ruled(game, "Mona", GiveRuling(dispute.id, "rollback", "FR-31", WHY, back))
    assert texts[-1] == "The game continues."
    (closed,) = disputes(game)
    assert (closed.status, closed.verdict) == ("ruled", "rollback")
    assert game.row.active_seat == 1
    assert game.row.held_ms is None
    assert mails.keys() == {0, 1, 2}
    assert flat(mails[1].text).startswith(
        f"Ruling by the moderator Mona on dispute {dispute.id}: The game is rolled back to #{start}. "
    )
    assert [
        line
        for line in notices(mails[2].text)
        if line.startswith(f"Ruling by the moderator Mona on dispute {dispute.id} under FR-31:")
    ]


def hidden_of(game: Game, seat: int) -> int:
    screen = game.state.screens[seat]
    assert screen is not None
    return screen.hidden


def test_the_position_may_be_corrected(game: Game) -> None:
    (dispute,) = disputes(game)
    hidden = hidden_of(game, 1)
    gift = DiceMoved(1, "bank", None, "hidden", 1)
    texts, mails = ruled(game, "Mona", GiveRuling(dispute.id, "amend", "FR-31", WHY, Amend(game.row.tag, (gift,), WHY)))
    assert "Correction: Bert gets 1 die from the bank, behind the screen." in texts
    assert hidden_of(game, 1) == hidden + 1
    (closed,) = disputes(game)
    assert (closed.status, closed.verdict) == ("ruled", "amend")
    for seat in (0, 1, 2):
        text = flat(mails[seat].text)
        assert "The position is corrected." in text
        assert "Correction: Bert gets 1 die from the bank, behind the screen." in text


def test_a_moderators_own_hold_stays(game: Game) -> None:
    world = game.world
    (dispute,) = disputes(game)
    world.database.write(lambda tx: release_game(tx, game.id, game.row.left_ms, None))
    ruled(game, "Mona", Hold(game.row.tag, "I am on the road."))
    texts, _mails = ruled(game, "Mona", GiveRuling(dispute.id, "uphold", "FR-31", WHY))
    assert "The game continues." not in texts
    assert game.row.held_ms is not None


def test_another_dispute_keeps_the_game_held(game: Game) -> None:
    game.send(1, "dispute: And I doubt this.")
    first, second = disputes(game)
    texts, _mails = ruled(game, "Mona", GiveRuling(first.id, "uphold", "FR-31", WHY))
    assert "The game continues." not in texts
    assert game.row.held_ms == first.filed_ms
    texts, _mails = ruled(game, "Mona", GiveRuling(second.id, "uphold", "FR-31", WHY))
    assert texts[-1] == "The game continues."


def test_it_closes_what_is_hidden(game: Game) -> None:
    (dispute,) = disputes(game)
    ruled(game, "Mona", GrantAccess(game.row.tag, "To see his dice.", dispute.id))
    _told, mails = ruled(game, "Mona", GiveRuling(dispute.id, "uphold", "FR-31", WHY))
    with game.world.database.read() as tx:
        assert all(sight.until_ms is not None for sight in list_secret_accesses(tx, game.id))
    assert "No moderator can see the hidden information in this game any more." in notices(mails[0].text)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (GiveRuling(1, "uphold", "FR-99", WHY), 'The rules of The First Rails have no "FR-99".'),
        (GiveRuling(1, "uphold", "GE-2", WHY), 'The rules of The First Rails have no "GE-2".'),
        (GiveRuling(1, "uphold", "", WHY), "By which rule? Give its number, such as FR-31."),
        (GiveRuling(1, "uphold", "FR-31", ""), "There is no text."),
        (GiveRuling(1, "rollback", "FR-31", WHY), "Say what the ruling does"),
        (GiveRuling(1, "uphold", "FR-31", WHY, RollBack("e1", 5, WHY)), "Say what the ruling does"),
        (GiveRuling(1, "rollback", "FR-31", WHY, RollBack("e2", 5, WHY)), "Say what the ruling does"),
        (GiveRuling(1, "rollback", "FR-31", WHY, RollBack("e1", 6, WHY)), "e1 can't be rolled back to #6"),
        (GiveRuling(2, "uphold", "FR-31", WHY), "There is no dispute 2."),
    ],
)
def test_what_cannot_be_ruled_is_declined(game: Game, rule: GiveRuling, why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        ruled(game, "Mona", rule)
    (dispute,) = disputes(game)
    assert dispute.status == "open"
    assert game.row.held_ms is not None


def test_who_plays_cannot_rule_and_nobody_twice(game: Game) -> None:
    world = game.world
    world.database.write(lambda tx: set_role(tx, world.players["Clara"], "moderator", on=True))
    with pytest.raises(Refused, match="another moderator has to do this"):
        ruled(game, "Clara", GiveRuling(1, "uphold", "FR-31", WHY))
    with pytest.raises(Refused, match="Only a moderator"):
        ruled(game, "Bert", GiveRuling(1, "uphold", "FR-31", WHY))
    ruled(game, "Mona", GiveRuling(1, "uphold", "FR-31", WHY))
    with pytest.raises(Refused, match="Dispute 1 is already closed"):
        ruled(game, "Mona", GiveRuling(1, "uphold", "FR-31", WHY))


def test_a_moderator_asks_and_is_told_the_answers(game: Game) -> None:
    world = game.world
    texts, mails = ruled(game, "Mona", Ask(1, "Which tile do you mean?"))
    assert texts == ("Everyone who plays in e1 will be asked.",)
    assert mails.keys() == {0, 1, 2}
    assert flat(mails[1].text).startswith("The moderator Mona asks about dispute 1: ")
    assert "Which tile do you mean?" in mails[1].text
    before = len(moderation_mails(world, "Mona"))
    game.send(1, "statement 1: The one in the north.")
    (mail,) = moderation_mails(world, "Mona")[before:]
    assert "Bert says about dispute 1:" in mail.text
    assert "The one in the north." in mail.text
