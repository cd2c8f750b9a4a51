"""A verb for all games, added to a copy of the program by what the guide says, is read, told of and answered."""

from pathlib import Path
from typing import Final

from toy_game.tutorial import copy_program, run

PAGE: Final = Path("pbem/guide/contributor-server.md")
STEPS: Final = (
    ("pbem/commands/words/en.toml", "\nhelp = [", '\nplayers = ["players"]\nhelp = ['),
    ("pbem/commands/words/de.toml", "\nhelp = [", '\nplayers = ["spieler"]\nhelp = ['),
    ("pbem/commands/words/fr.toml", "\nhelp = [", '\nplayers = ["joueurs"]\nhelp = ['),
    ("pbem/commands/orders/script.py", '"status", "help"', '"status", "players", "help"'),
    ("pbem/commands/orders/reader.py", '"status", "help", "rules")', '"status", "players", "help", "rules")'),
    (
        "pbem/commands/orders/conditions.py",
        '    OrderVerb(\n        SEAT,\n        "status",',
        '    OrderVerb(SEAT, "players", command("{players}", N_("Say who plays.")), bare(ServerCommand("players"))),\n'
        '    OrderVerb(\n        SEAT,\n        "status",',
    ),
    (
        "pbem/adjudicator/order_run.py",
        '        if order.name not in ("undo", "restart"):\n',
        '        if order.name == "players":\n            return [", ".join(self.names)]\n'
        '        if order.name not in ("undo", "restart"):\n',
    ),
    ("pbem/web/reference.py", '("status", "rules", "help")', '("status", "players", "rules", "help")'),
)
"""What is changed: a file, a text that stands in it, and what stands there afterwards."""
CHECKS: Final = """
import pytest
from adjudicator.kit import Game, World
from adjudicator.positions import plain
from pbem.commands.orders import read
from pbem.i18n import catalogue
from pbem.web.reference import situations


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain())


@pytest.mark.parametrize("word", ["players", "spieler", "joueurs"])
def test_it_is_answered_and_changes_nothing(game: Game, word: str) -> None:
    before = game.written
    assert game.send(0, word).fate(word) == "done: Anna, Bert"
    assert game.written == before


def test_it_is_told_of(game: Game) -> None:
    assert "Say who plays." in game.send(0, "help").text
    assert 'Did you mean "players"?' in game.send(0, "playrs").text
    for kind in ("first_rails", "germany"):
        told = [entry for _title, entries in situations(kind, catalogue("en")) for entry in entries]
        assert any("players" in str(entry) for entry in told)
"""


def test_the_page_names_every_file_that_is_changed(checkout: Path) -> None:
    text = (checkout / PAGE).read_text(encoding="utf-8")
    section = text[text.index("## How to add a verb") : text.index("## How to add a language")]
    named = {file for file, _was, _now in STEPS if f"`{file}`" in section or file.startswith("pbem/commands/words/")}
    assert named == {file for file, _was, _now in STEPS}


def test_a_verb_so_added_is_read_told_of_and_answered(tmp_path: Path) -> None:
    program = copy_program(tmp_path / "program", {})
    for file, was, now in STEPS:
        path = program / file
        text = path.read_text(encoding="utf-8")
        assert was in text, f"{file} has no {was!r} any more"
        path.unlink()  # it is a link to the file of the checkout
        path.write_text(text.replace(was, now, 1), encoding="utf-8")
    checks = tmp_path / "program" / "added_verb_checks.py"
    checks.write_text(CHECKS, encoding="utf-8")
    plugins = ("-p", "adjudicator.conftest", "-p", "no:cacheprovider")
    done = run(program, "-m", "pytest", "-q", "--noconftest", *plugins, str(checks))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "4 passed" in done.stdout
