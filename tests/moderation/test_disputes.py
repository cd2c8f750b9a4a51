"""Disputes as players have them: from the letter that files one to its end without a ruling."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from adjudicator.kit import Game, KeptGame, World, keep_game
from adjudicator.letters import flat

from moderation.kit import add_moderator, disputes, moderation_mails, notices, ruled, statements, to_seats
from pbem.adjudicator.disputes.filing import MOST_STATEMENTS
from pbem.config import Play
from pbem.intake import Intake
from pbem.moderation.commands.holding import Hold, Release
from pbem.store.games.watching import add_watch
from pbem.store.moderation.disputes import StatementRow, add_statement
from pbem.store.players.player import set_role
from pbem.store.tables import NEW
from pbem.terms import Terms

TEXT = "May he lay a tile there at all?"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    return keep_game(tmp_path_factory.mktemp("kept"), prepared)


@pytest.fixture
def game(kept: KeptGame, tmp_path: Path) -> Iterator[Game]:
    """A game in which Anna and Bert have had their first turns."""
    with kept.copied(tmp_path) as game:
        yield game


def prepared(world: World) -> Game:
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))
    game.send(0, "end")
    game.send(1, "end")
    return game


def test_a_dispute_holds_the_game_and_everybody_is_told(game: Game) -> None:
    before, turn = game.row, game.row.final_position
    reply = game.send(0, f"dispute: {TEXT}")
    (dispute,) = disputes(game)
    assert (dispute.seat, dispute.position, dispute.text, dispute.status) == (0, turn, TEXT, "open")
    assert dispute.letter_id == reply.letter.id
    assert reply.fate(f"dispute: {TEXT}") == (
        f"done: You dispute the play of Bert in year 1, up to #{turn}. Everyone can read that, and your text. "
        "The game is on hold until there is a ruling: orders are kept, and no deadline runs. "
        "If nobody rules within 14 days, the play stands. The moderators will be told."
    )
    assert to_seats(reply).keys() == {1, 2}
    mail = to_seats(reply)[2].text
    assert flat(mail).startswith(f"Anna disputes the play at #{turn}. ")
    assert TEXT in mail
    assert f'Reply "statement {dispute.id}: ..."' in flat(mail)
    assert "If nobody rules on it by Sunday 6 December 2026, 17:03 UTC, the play stands" in flat(mail)
    assert notices(mail) == [
        f"Anna disputes the play of Bert in year 1, up to #{turn}. This is dispute {dispute.id}.",
        f"The game is on hold until there is a ruling on dispute {dispute.id}.",
    ]
    assert (game.row.held_ms, game.row.left_ms) == (dispute.filed_ms, before.deadline_ms)


def test_moderators_are_told_what_to_answer(game: Game) -> None:
    add_moderator(game.world, "Clara2")
    game.send(0, f"dispute: {TEXT}")
    for name in ("Mona", "Clara2"):
        (mail,) = moderation_mails(game.world, name)
        assert mail.subject == "Dispute 1: [First Rails e1] Whitsun"
        text = flat(mail.text)
        assert text.startswith(f"Anna disputes the play at #{game.row.final_position} in e1 Whitsun. ")
        assert TEXT in text
        assert '"rule 1 uphold FR-1: ..."' in text
        assert "https://games.test/moderate/disputes/1" in mail.text


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", "dispute #{at}: Why?"),
        ("en", "I dispute {at}: Why?"),
        ("de", "Einspruch #{at}: Why?"),
        ("de", "Einspruch gegen {at}: Why?"),
        ("fr", "contester #{at} : Why?"),
        ("en", "dispute #{at}:\nWhy?\nend message"),
    ],
)
def test_any_final_moment_may_be_disputed(world: World, language: str, order: str) -> None:
    world.add_player("Anna", language)
    game = world.open_game(("Anna", "Bert"), rolls={(1, 0): "sc"})
    game.send(0, "roll 2?")
    at = game.row.final_position
    game.send(0, "end")
    game.send(0, order.format(at=at))
    (dispute,) = disputes(game)
    assert (dispute.position, dispute.text) == (at, "Why?")


def test_a_position_within_a_moment_means_its_end(game: Game) -> None:
    end = game.row.final_position
    game.send(0, f"dispute #{end - 1}: Why?")
    assert disputes(game)[0].position == end


def test_who_is_told_of_it_in_no_dispute(game: Game) -> None:
    """What is refused, and why; nothing of it is filed."""
    game.send(0, f"dispute: {TEXT}")
    for seat, line, why in (
        (0, "dispute: Again", 'You already have an open dispute in this game; "withdraw dispute" withdraws it.'),
        (1, "dispute #999: Why?", "Nothing final was played at #999."),
        (1, "dispute #1: Why?", "Nothing final was played at #1."),
        (1, "dispute:\n" + 51 * f"{79 * 'x'}\n", "The text has 4,079 characters; 4,000 are allowed."),
        (1, "withdraw dispute", "You have no open dispute in this game."),
        (1, "statement 7: So?", "Which dispute? Open in this game: 1."),
    ):
        assert why in game.send(seat, line).text, line
    assert len(disputes(game)) == 1


@pytest.mark.parametrize("line", ["dispute", "dispute #118", "dispute the last turn: why", "statement", "dispute:"])
def test_what_cannot_be_read_files_nothing(game: Game, line: str) -> None:
    assert "Nothing was changed" in game.send(0, line).text
    assert not disputes(game)


def test_a_dispute_stands_beside_orders_and_falls_with_them(game: Game) -> None:
    reply = game.send(2, "buy weiden from anna\ndispute: Why?")
    assert "Nothing was changed" in reply.text
    assert not disputes(game)
    game.send(2, "end\ndispute: Why?")
    assert disputes(game)[0].position < game.row.final_position
    assert game.row.active_seat == 1
    assert game.row.held_ms is not None


def test_every_player_may_speak_and_the_others_are_told(game: Game) -> None:
    game.send(0, f"dispute: {TEXT}")
    reply = game.send(1, "statement 1: He may.")
    assert reply.fate("statement 1: He may.").startswith("done: Your statement is noted, and the other players get it.")
    assert to_seats(reply).keys() == {0, 2}
    assert flat(to_seats(reply)[0].text).startswith("Bert says about dispute 1: He may. ")
    game.send(2, "statement: I think so, too.")
    (dispute,) = disputes(game)
    assert [(one.seat, one.text) for one in statements(game, dispute)] == [(1, "He may."), (2, "I think so, too.")]
    assert len(moderation_mails(game.world, "Mona")) == 1, "he has not asked"
    more = StatementRow(NEW, dispute.id, 1, game.world.players["Bert"], "Really.", 0, None)
    for _ in range(MOST_STATEMENTS - 1):
        game.world.database.write(lambda tx: add_statement(tx, more))
    assert (
        "You can make 20 statements about a dispute, and you have made them all."
        in game.send(1, "statement: Really!").text
    )


def test_a_dispute_is_withdrawn_and_the_game_goes_on(game: Game) -> None:
    before = game.row
    game.send(0, f"dispute: {TEXT}")
    held = game.send(2, "end")
    assert game.row.active_seat == 2
    assert "the game is on hold" in flat(held.text)
    game.world.clock.advance(timedelta(days=30))
    reply = game.send(0, "withdraw dispute")
    (dispute,) = disputes(game)
    assert dispute.status == "withdrawn"
    assert game.row.held_ms is None
    assert before.deadline_ms is not None and game.row.deadline_ms is not None
    assert game.row.deadline_ms > before.deadline_ms + timedelta(days=29).total_seconds() * 1000
    mails = to_seats(reply)
    assert mails.keys() == {1, 2}
    assert flat(mails[2].text).startswith("Dispute 1 is withdrawn. ")
    assert "reply `confirm` to carry them out" in flat(mails[2].text)
    assert "reply `confirm`" not in flat(mails[1].text)
    assert notices(mails[1].text)[0] == "Anna has withdrawn dispute 1."
    assert notices(mails[1].text)[1].startswith("The game continues, as no dispute is open any more.")
    assert "There is no open dispute in this game." in game.send(1, "statement: So?").text


def test_a_game_held_by_a_moderator_stays_held(game: Game) -> None:
    ruled(game, "Mona", Hold("e1", "I am on the road."))
    since = game.row.held_ms
    assert "The game is already on hold." in game.send(0, f"dispute: {TEXT}").text
    game.send(0, "withdraw dispute")
    assert game.row.held_ms == since
    ruled(game, "Mona", Release("e1", "Home again."))
    assert game.row.held_ms is None


def test_where_the_settings_say_so_the_game_goes_on_meanwhile(game: Game) -> None:
    world = game.world
    settings = world.settings.model_copy(update={"play": Play(hold_disputed=False)})
    world.intake = Intake(world.database, world.clock, settings)
    reply = game.send(0, f"dispute: {TEXT}")
    assert "held" not in reply.fate(f"dispute: {TEXT}")
    assert game.row.held_ms is None
    assert len(disputes(game)) == 1
    game.send(0, "withdraw dispute")
    assert game.row.held_ms is None


def test_without_a_moderator_it_is_said(game: Game) -> None:
    world = game.world
    world.database.write(lambda tx: set_role(tx, world.players["Mona"], "moderator", on=False))
    world.database.write(lambda tx: set_role(tx, world.players["Clara"], "moderator", on=True))
    assert "This server has no moderator for this game now" in game.send(0, f"dispute: {TEXT}").text
    assert not moderation_mails(world, "Clara"), "she plays in it"


def test_watchers_are_told_too(game: Game) -> None:
    world = game.world
    zoe = world.add_player("Zoe")
    world.database.write(lambda tx: add_watch(tx, game.id, zoe, 0, 0, 0))
    game.send(0, f"dispute: {TEXT}")
    mail = world.all_mails()[-1]
    assert TEXT in mail.text
    assert "statement" not in mail.text
