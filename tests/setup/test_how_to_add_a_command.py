"""A moderator's command, added to a copy as one class and its words, is told of, read, asked for, given, and done."""

from pathlib import Path
from typing import Final

from toy_game.tutorial import copy_program, run

CLASS: Final = '''
"""The act by which a moderator sends greetings."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.adjudicator.sessions import append_note
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.fields import Again, Reason, Tag


@dataclass(frozen=True)
class Greet(ModeratorCommand):
    """`greet e7: why`: a note in the log."""

    tag: Tag
    reason: Reason
    twice: Again = False

    verb: ClassVar = "greet"
    explanation: ClassVar = N_("Greet a game.")
    examples: ClassVar = ("{greet} e7 {again}: All of you.",)
    title: ClassVar = N_("Greet the game")

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `greet`."""
        game = context.running_game(self.tag)
        context.reason(self.reason)
        return Consequences((f"{game.tag} will be greeted{' twice' * self.twice}.",))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Greet a game."""
        game = context.running_game(self.tag)
        for _ in range(1 + self.twice):
            note = context.note("announced", reason=context.reason(self.reason))
            append_note(context.unit, game.id, None, note, context.letter_id)
        return (f"{game.tag} is greeted.",)
'''
WORDS: Final = {"en": "greet", "de": "grüßen", "fr": "saluer"}
CHECKS: Final = """
import json

from click.testing import CliRunner
from lobby.kit import Village
from moderation.kit import add_moderator, signed_in
from web_kit import Browser

import pbem.cli.games
from adjudicator.kit import World
from pbem.cli.context import CliContext
from pbem.moderation.lines import MODERATORS
from pbem.store.games.log import list_notes


def notes(world):
    with world.database.read() as tx:
        return [json.loads(note.payload)["reason"] for note in list_notes(tx, 1)]


def test_it_is_one_class(world: World) -> None:
    add_moderator(world, "Mona")
    world.open_game(("Anna", "Bert"))
    village = Village(world)
    told = " ".join(village.write("Mona", "help").text.split())
    assert "greet <game's tag> [again]: <reason> Greet a game." in told and "greet e7 again: All of you." in told
    reply = village.write("Mona", "greet e1 again: By letter.")
    assert reply.fate("greet e1 again: By letter.") == "understood: e1 will be greeted twice."
    assert notes(world) == []
    assert village.confirm("Mona").text.startswith("All done.")
    assert notes(world) == ["By letter."] * 2

    browser = signed_in(world, "Mona")
    browser.open("/moderate/e1")
    browser.open(next(link.get("href") for link in browser.page.iter("a") if link.text == "Greet the game"))
    browser.press("See what it would do", reason="By page.", reapply="yes")
    assert "e1 will be greeted twice." in browser.text and len(notes(world)) == 2
    browser.press("Do it")
    assert notes(world)[2:] == ["By page."] * 2

    office = CliContext(world.settings.server.data_dir / "pbem.toml")
    office.__dict__.update(settings=world.settings, database=world.database, intake=world.intake)
    asked = ["greet", "e1", "--reason", "At the terminal.", "--json"]
    runner = CliRunner()
    shown = runner.invoke(pbem.cli.games.game, asked, obj=office, catch_exceptions=False)
    assert json.loads(shown.output) == {"done": False, "told": ["e1 will be greeted."], "warnings": []}
    assert len(notes(world)) == 4
    runner.invoke(pbem.cli.games.game, [*asked, "--yes"], obj=office, catch_exceptions=False)
    assert notes(world)[4:] == ["At the terminal."]
    assert "Greet a game." in runner.invoke(pbem.cli.games.game, ["greet", "--help"]).output
"""


def test_a_command_so_added_is_done_by_letter_page_and_command_line(tmp_path: Path) -> None:
    program = copy_program(tmp_path / "program", {})
    (program / "pbem/moderation/commands/greeting.py").write_text(CLASS.lstrip(), encoding="utf-8")
    for code, word in WORDS.items():
        path = program / f"pbem/commands/words/{code}.toml"
        text = path.read_text(encoding="utf-8")
        path.unlink()  # it is a link to the file of the checkout
        words = text.replace("[moderator.verbs]\n", f'[moderator.verbs]\ngreet = ["{word}"]\n')
        assert words != text
        path.write_text(words, encoding="utf-8")
    checks = program / "added_command_checks.py"
    checks.write_text(CHECKS, encoding="utf-8")
    plugins = ("-p", "adjudicator.conftest", "-p", "no:cacheprovider")
    done = run(program, "-m", "pytest", "-q", "--noconftest", *plugins, str(checks))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "1 passed" in done.stdout
