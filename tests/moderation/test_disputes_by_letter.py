"""Disputes as moderators have them by letter, and rulings as anybody finds them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from adjudicator.kit import Game, KeptGame, World, keep_game
from adjudicator.letters import flat
from lobby.kit import Village

from moderation.kit import add_moderator, disputes, statements
from pbem.adjudicator.history.rollback import list_targets
from pbem.store.players.player import set_language
from pbem.terms import Terms

TEXT = "May he end his turn like that?"
REFUSED = "station A weiden"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    return keep_game(tmp_path_factory.mktemp("kept"), prepared)


@pytest.fixture
def game(kept: KeptGame, tmp_path: Path) -> Iterator[Game]:
    """A game in which Bert disputes Anna's turn, in which she has rolled and had an order refused; Mona moderates."""
    with kept.copied(tmp_path) as game:
        yield game


def prepared(world: World) -> Game:
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert", "Clara"), rolls={(1, 0): "sc"}, terms=Terms(pace="5d"))
    game.send(0, f"roll 2?\n{REFUSED}")
    game.send(0, "end")
    game.send(1, f"dispute: {TEXT}")
    return game


def test_a_dispute_is_shown_and_what_is_hidden_once_it_is_opened(game: Game) -> None:
    office = Village(game.world)
    shown = office.write("Mona", "dispute 1")
    assert TEXT in shown.text
    assert "== The rules that decided ==" in shown.text
    assert game.row.commitment in shown.text
    assert "rule 1 uphold FR-…: …" in shown.text
    (place,) = re.findall(r"rule 1 rollback (\d+) FR-…", shown.text)
    assert int(place) < disputes(game)[0].position
    assert "dice in the bank: " in shown.text.partition("What differs, before the turn and at this position")[2]
    assert max(map(len, shown.answer.text.splitlines())) <= 78
    assert REFUSED not in shown.text
    assert "Behind the screen" not in shown.text
    office.write("Mona", "unseal e1: To see her letter.")
    office.confirm("Mona")
    shown = office.write("Mona", "dispute 1")
    assert REFUSED in shown.text
    assert "== Clara's side ==" in shown.text
    assert game.seats[0].token not in shown.answer.text
    assert "Which dispute?" in office.write("Mona", "dispute 9").text
    assert "Which dispute?" in office.write("Mona", "dispute e1").text
    assert TEXT not in office.write("Clara", "dispute 1").text


def test_a_moderator_asks_by_letter(game: Game) -> None:
    office = Village(game.world)
    reply = office.write("Mona", "ask 1: Which station\ndo you mean?")
    assert "Everyone who plays in e1 will get your question by email." in reply.text
    assert not statements(game, disputes(game)[0])
    office.confirm("Mona")
    assert [one.text for one in statements(game, disputes(game)[0])] == ["Which station do you mean?"]


@pytest.mark.parametrize(
    ("language", "line", "verdict"),
    [
        ("en", "rule 1 uphold FR-14: So it is.", "uphold"),
        ("en", "Rule #1 UPHOLD fr 14: So it is.", "uphold"),
        ("en", "rule 1 rollback {start} FR-14: So it is.", "rollback"),
        ("en", "rule 1 roll back #{start} new dice again, FR-14: So it is.", "rollback"),
        ("en", "rule 1 amend give bert 1 hidden; give clara 1 hidden FR-14: So it is.", "amend"),
        ("de", "entscheide 1 bestätigt FR-14: So it is.", "uphold"),
        ("de", "entscheide 1 zurücksetzen {start} FR-14: So it is.", "rollback"),
        ("fr", "trancher 1 confirmé FR-14: So it is.", "uphold"),
        ("fr", "trancher 1 revenir en arrière {start} FR-14: So it is.", "rollback"),
    ],
)
def test_a_moderator_rules_by_letter(game: Game, language: str, line: str, verdict: str) -> None:
    world = game.world
    world.database.write(lambda tx: set_language(tx, world.players["Mona"], language))
    office, (before,) = Village(world), disputes(game)
    with world.database.read() as tx:
        start = next(at for at in list_targets(tx, game.row) if at < before.position)
    reply = office.write("Mona", line.format(start=start))
    assert "FR-14: " in reply.text
    assert disputes(game) == [before]
    done = office.confirm("Mona")
    assert "You have ruled on dispute 1." in done.text
    (dispute,) = disputes(game)
    assert (dispute.verdict, dispute.rule, dispute.ruling) == (verdict, "FR-14", "So it is.")
    assert len([mail for mail in done.mails if mail.seat is not None and "So it is." in mail.text]) == 3


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rule 1: So it is.", "By which rule?"),
        ("rule 1 uphold: So it is.", "By which rule?"),
        ("rule 1 uphold FR-99: So it is.", 'The rules of The First Rails have no "FR-99".'),
        ("rule 1 FR-14: So it is.", "What does the ruling say?"),
        ("rule 1 maybe FR-14: So it is.", "What does the ruling say?"),
        ("rule 1 uphold FR-14", "There is no text."),
        ("rule 1 uphold it FR-14: So it is.", '"it" was not understood here.'),
        ("rule 1 rollback FR-14: So it is.", "To which position?"),
        ("rule 1 amend FR-14: So it is.", "What should be corrected?"),
        ("rule 1 amend give bert 999 hidden FR-14: So it is.", ""),
        ("rule 7 uphold FR-14: So it is.", "There is no dispute 7."),
        ("rule uphold FR-14: So it is.", "Which dispute?"),
        ("ask: What?", "Which dispute?"),
    ],
)
def test_what_is_no_ruling_is_told_so(game: Game, line: str, why: str) -> None:
    office, before = Village(game.world), disputes(game)
    reply = office.write("Mona", line)
    assert why in reply.text
    assert "Nothing was changed" in reply.text
    office.confirm("Mona")
    assert disputes(game) == before


def test_anybody_finds_rulings_by_rule_and_words(game: Game) -> None:
    office = Village(game.world)
    assert "There is no such ruling." in office.write("Clara", "rulings").text
    office.write("Mona", "rule 1 uphold FR-14: Nobody has to keep more than five dice.")
    office.confirm("Mona")
    for line, is_found in (
        ("rulings", True),
        ("rulings FR-14", True),
        ("Rulings on fr-14, please", False),
        ("rulings five dice", True),
        ("rulings FR-14 six", False),
        ("entscheidungen fr-14", True),
        ("rulings FR-31", False),
    ):
        assert ("Nobody has to keep more than five dice." in flat(office.write("Clara", line).answer.text)) == is_found
